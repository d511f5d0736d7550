"""What is only looked at must change nothing: no dice fall there, and nobody is asked.

Conditions of rules, requirements, attributes and counts are looked at again and again, also when somebody only wants
to know what would be possible.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.language import syntax as s
from interpreter.language.check_constants import walk
from interpreter.language.scope import Checked
from interpreter.language.words import FunctionWord

ASKING = (s.May, s.Either, s.AnyOrder, s.Choose)


def check_pure(c: Checked, node: s.Expr, what: str) -> None:
    """Report dice and choices in something that is only looked at; `what` says what it is."""
    found = next(_impure(c, node, frozenset()), None)
    if found is not None:
        part, why = found
        message = f"{what} is looked at often, and each time {why}"
        c.error("rolls-when-asked", message, part.span, "do it where something happens, and keep the result")


def _impure(c: Checked, node: s.Node, inside: frozenset[str]) -> Iterator[tuple[s.Node, str]]:
    """The places in a node where dice fall or somebody is asked, and what happens there."""
    for part in walk(node):
        if isinstance(part, s.Dice) and part in c.types and c.types[part].kind == "number":
            yield part, "these dice would fall"
        elif isinstance(part, ASKING):
            yield part, "somebody would be asked"
        elif isinstance(part, s.Call):
            why = _called(c, part, inside)
            if why is not None:
                yield part, why


def _called(c: Checked, node: s.Call, inside: frozenset[str]) -> str | None:
    word = c.calls[node][0] if node in c.calls else None
    if isinstance(word, FunctionWord):
        return "dice would fall" if word.rolls else None
    if not isinstance(word, s.Define) or word.name in inside:
        return None
    deeper = next(_impure(c, word, inside | {word.name}), None)
    return None if deeper is None else f"dice would fall or somebody be asked in `{word.name}`"
