"""Mutants: the rules of a ruleset with one small thing changed in each, as it might be written wrongly.

A number is one higher, a comparison holds at its edge or not, of a condition a part is left out or one is enough,
somebody else is meant, something lasts until another time, another verb of the same form is done or nothing at all.
Examples that are worth something notice it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Any

from interpreter.language import syntax as s
from interpreter.language.check_constants import shown
from interpreter.language.scope import Checked, VerbUse
from interpreter.language.types import Type
from interpreter.language.vocabulary import Form
from interpreter.language.words import VERBS, VerbWord
from interpreter.source.text import Span

KINDS = ("number", "comparison", "condition", "target", "duration", "verb")
_COMPARISONS = {
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "is": "is not",
    "is not": "is",
    "in": "not in",
    "not in": "in",
    "has": "lacks",
    "lacks": "has",
}
NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change of one text of the rules: the `tree` of that text, what takes its place, and the change in words.

    `run_at` are the places of what stands around the change, the innermost first.
    """

    tree: Any
    changed: Any
    kind: str
    span: Span
    change: str
    run_at: tuple[Span, ...]

    @property
    def key(self) -> tuple[str, int, int, str]:
        """What tells it from others, in the order of the files."""
        return self.span.file.path, self.span.start, KINDS.index(self.kind), self.change


def mutants_of(checked: Checked, tree: Any) -> Iterator[Mutant]:
    """The mutants of a text that has been checked while `checked.instead` was kept."""
    same = _same_units(checked, tree)
    for node, around in _nodes(tree, ()):
        if around and node is _asked(around[-1]):
            continue
        for kind, span, new, words in _changes(checked, node, same):
            old = " ".join(span.text.split())
            run_at = tuple(one.span for one in (node, *reversed(around)))
            yield Mutant(tree, _replaced(tree, node, new), kind, span, f"{old} -> {words}", run_at)


# --- trees ----------------------------------------------------------------------------------------------------


def _parts(node: s.Node) -> list[str]:
    return [field.name for field in fields(node) if field.name != "span"]


def _inside(node: Any) -> Iterator[Any]:
    """The nodes right below a node or a block; a parameter's default is worked out where the function is called."""
    if isinstance(node, s.Param):
        return
    values = node if isinstance(node, tuple) else [getattr(node, name) for name in _parts(node)]
    for value in values:
        if isinstance(value, s.Node):
            yield value
        elif isinstance(value, tuple):
            yield from _inside(value)


def _nodes(node: Any, around: tuple[s.Node, ...]) -> Iterator[tuple[s.Node, tuple[s.Node, ...]]]:
    """All nodes of a tree, each with those around it, outermost first."""
    if isinstance(node, s.Node):
        yield node, around
        around = (*around, node)
    for inner in _inside(node):
        yield from _nodes(inner, around)


def _replaced(node: Any, old: s.Node, new: s.Node | None) -> Any:
    """A tree with another node in the place of one; what does not hold it stays the same. None leaves it out."""
    if node is old:
        return new
    if isinstance(node, tuple):
        made = tuple(_replaced(item, old, new) for item in node)
        if all(one is other for one, other in zip(made, node, strict=True)):
            return node
        # A block must not be empty; and a name that nobody asks for does nothing.
        kept = tuple(item for item in made if item is not None)
        return kept or (s.Let(old.span, "left_out", old.span, s.Number(old.span, 0)),)
    if not isinstance(node, s.Node):
        return node
    changed = {}
    for name in _parts(node):
        value = getattr(node, name)
        made = _replaced(value, old, new)
        if made is not value:
            changed[name] = made
    return replace(node, **changed) if changed else node


def _asked(node: s.Node) -> s.Node | None:
    """Who is asked: examples answer whoever it is, and cannot notice it."""
    return node.who if isinstance(node, s.May) else getattr(node, "by", None) if isinstance(node, _ASKING) else None


_ASKING = (s.Choose, s.Either, s.AnyOrder)


# --- changes --------------------------------------------------------------------------------------------------

Change = tuple[str, Span, s.Node | None, str]


def _changes(c: Checked, node: s.Node, same: frozenset[str]) -> Iterator[Change]:
    if isinstance(node, s.Number):
        more = node.value + 1 if node.value == int(node.value) else Fraction(int(node.value) + 1)
        yield "number", node.span, replace(node, value=more), str(more)
    elif isinstance(node, s.Dice):
        yield "number", node.span, replace(node, count=node.count + 1), f"{node.count + 1}d{node.sides}"
    elif isinstance(node, s.Compare):
        other = _COMPARISONS[node.op]
        yield "comparison", _between(node.left, node.right), replace(node, op=other), other
    elif isinstance(node, s.Extreme):
        other = "least" if node.kind == "most" else "most"
        span = Span(node.span.file, node.span.start, node.span.start + len(node.kind))
        yield "comparison", span, replace(node, kind=other), other
    elif isinstance(node, (s.And, s.Or, s.Not)):
        yield from _other_conditions(node)
    elif isinstance(node, s.Name):
        yield from _other_targets(c, node, same)
    elif isinstance(node, s.Ending):
        yield from _other_endings(node)
    elif isinstance(node, (s.Assign, s.Stop)) or (isinstance(node, s.Verb) and node.name != "say"):
        yield from _other_deeds(c, node)


def _between(left: s.Node, right: s.Node) -> Span:
    """The words between two nodes: parentheses around these are none of them."""
    span = Span(left.span.file, left.span.end, right.span.start)
    text = span.text
    start = span.start + len(text) - len(text.lstrip(") \n"))
    return Span(span.file, start, span.end - (len(text) - len(text.rstrip("( \n"))))


def _other_conditions(node: s.And | s.Or | s.Not) -> Iterator[Change]:
    """What is not so is; of parts, one is enough where all were needed, or one is not asked for."""
    if isinstance(node, s.Not):
        yield "condition", node.span, node.of, shown(node.of)
        return
    other: s.Expr = s.Or(node.span, node.parts) if isinstance(node, s.And) else s.And(node.span, node.parts)
    yield "condition", _between(*node.parts[:2]), other, "or" if isinstance(node, s.And) else "and"
    for part in node.parts:
        rest = tuple(one for one in node.parts if one is not part)
        yield "condition", part.span, replace(node, parts=rest) if len(rest) > 1 else rest[0], NOTHING


def _other_targets(c: Checked, node: s.Name, same: frozenset[str]) -> Iterator[Change]:
    """Another unit that is known where one is named; not one that is the same anyway."""
    binding = c.bindings.get(node)
    if binding is None or binding.type.kind != "unit" or binding.kind in ("global", "word"):
        return
    known = [other.name for other in (c.instead or {}).get(node, ()) if not other.maybe]
    others = [name for name in known if not {name, node.name} <= same]
    if others:
        after = [name for name in others if name > node.name]
        other = (after or others)[0]
        yield "target", node.span, replace(node, name=other), other


def _same_units(c: Checked, tree: Any) -> frozenset[str]:
    """Names of a rule that mean the same unit all through: its subject, and what its pattern or condition calls it."""
    if not isinstance(tree, s.Rule):
        return frozenset()
    form = c.vocabulary.events.get(tree.event.name) if tree.event.kind == "event" else None
    found = {"unit"} if form is None or form.subject is None else {"unit", form.subject}
    if isinstance(tree.event.of, s.Name):
        found.add(tree.event.of.name)
    for part in tree.condition.parts if isinstance(tree.condition, s.And) else (tree.condition,):
        if isinstance(part, s.Compare) and part.op == "is":
            sides = {side.name for side in (part.left, part.right) if isinstance(side, s.Name)}
            if len(sides) == 2 and found & sides:
                found |= sides
    return frozenset(found)


def _other_endings(node: s.Ending) -> Iterator[Change]:
    if isinstance(node, s.RoundEnding):
        what = "scene" if node.what == "round" else "round"
        yield "duration", node.span, s.RoundEnding(node.span, "end", what), f"end of {what}"
    else:
        yield "duration", node.span, s.RoundEnding(node.span, "end", "round"), "end of round"
    if isinstance(node, s.TurnEnding):
        edge = "end" if node.edge == "start" else "start"
        next_turn = "next turn" if node.next else "turn"
        of = f"{node.of.span.text}'s {next_turn}"
        yield "duration", node.span, replace(node, edge=edge), f"{edge} of {of}"


def _other_deeds(c: Checked, node: s.Verb | s.Assign | s.Stop) -> Iterator[Change]:
    if isinstance(node, s.Assign) and node.op in ("+=", "-="):
        other = "-=" if node.op == "+=" else "+="
        yield "verb", _between(node.target, node.value), replace(node, op=other), other
    elif isinstance(node, s.Verb) and (verb := _like(c, node)) is not None:
        yield "verb", node.name_span, replace(node, name=verb), verb
    yield "verb", node.span, None, NOTHING


def _like(c: Checked, node: s.Verb) -> str | None:
    """Another verb or event of the same form: the next one by name, or the first."""
    use = c.verbs.get(node)
    if use is None:
        return None
    words: dict[str, VerbWord | Form] = {**VERBS, **c.vocabulary.events, **c.vocabulary.verbs}
    given = {field.name for field in node.fields}
    alike = [
        name
        for name, word in sorted(words.items())
        if name != node.name and _form(word) == _form(use.word) and given <= _fields(word, use)
    ]
    return next((name for name in alike if name > node.name), alike[0] if alike else None)


def _fields(word: VerbWord | Form, use: VerbUse) -> set[str]:
    """The fields that can be given with a verb; of two that give those of the same kind of thing, all that are."""
    if isinstance(word, Form):
        return set(word.fields)
    same = isinstance(use.word, VerbWord) and word.fields == use.word.fields
    return set(use.fields) if same else set()


def _form(word: VerbWord | Form) -> tuple[Any, ...]:
    if isinstance(word, VerbWord):
        return tuple((slot.prep, _kind(slot.type)) for slot in word.slots if slot.required)
    return tuple((slot.prep, _kind(word.fields[slot.name].type)) for slot in word.slots)


def _kind(type_: Type) -> tuple[Any, ...]:
    return type_.kind, type_.of, None if type_.item is None else _kind(type_.item)
