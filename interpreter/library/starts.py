"""Checking what units start with: the counters one after the other, and the amounts of their budgets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from interpreter.language import syntax as s
from interpreter.language.check_constants import check_whole, walk
from interpreter.library import reading

if TYPE_CHECKING:
    from interpreter.library.checking import ContentChecker


def check_starts(checker: ContentChecker) -> None:
    """A counter is set after those that are declared before it, so its start reads these alone."""
    c = checker.checked
    counters = [key.text for key, _ in reading.mapping(checker.content.ruleset.node, "counters")]
    for key, tree in checker.texts.values.items():
        if key[0] == "budgets":
            check_whole(c, tree, f"`amount` of `{key[1]}`", 0)
        elif key[0] == "counters":
            unset = counters[counters.index(key[1]) :]
            place, name = next((found for found in _read(checker, tree, set()) if found[1] in unset), (tree, None))
            if name is not None:
                message = f"`{name}` is read before it is set: `start` of `{key[1]}` comes first"
                if name == key[1]:
                    message = f"`{name}` is read before it is set, by its own `start`"
                help = "read only counters that are declared before this one"
                c.error("read-too-early", message, place.span, help)


def _read(checker: ContentChecker, node: s.Node, seen: set[str]) -> Iterator[tuple[s.Node, str]]:
    """What a node reads of units, and where; what functions and the entries of a unit read is read where they count."""
    c = checker.checked
    for part in walk(node):
        deeper: list[s.Node] = []
        name = ""
        if isinstance(part, s.Attr) and c.attrs.get(part) in ("unit", "each unit"):
            name = part.name
            yield part, name
            deeper = [tree for by, of, _, tree in checker.texts.modifiers if of == name and by.what == "entry"]
        elif isinstance(part, s.Call) and part in c.calls:
            word = c.calls[part][0]
            if isinstance(word, s.Define):
                name, deeper = word.name, [word]
        if deeper and name not in seen:
            seen.add(name)
            for one in deeper:
                yield from ((part, read) for _, read in _read(checker, one, seen))
