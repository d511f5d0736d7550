"""Plain values in YAML: read as the type that is wanted, and reported where they do not fit."""

from __future__ import annotations

import re
from typing import Any

from interpreter.language.check_constants import written
from interpreter.language.lexical_errors import MAX_DIGITS
from interpreter.language.types import Type
from interpreter.language.vocabulary import Vocabulary
from interpreter.library.program import DiceTerm
from interpreter.library.reading import value_of
from interpreter.source.diagnostics import Diagnostics
from interpreter.source.nodes import Node, Scalar, Sequence

_DICE = re.compile(r"([+-]?)\s*(?:(\d*)d(\d+)|(\d+))\s*")

# What only a fight can give: no value of these can be written down.
LIVE = ("unit", "status", "marker", "roll", "movement", "objective", "turn")


class Values:
    """Reads values; `named` gathers the items, manners and words that they name, as (kind or set, name)."""

    def __init__(self, vocabulary: Vocabulary, diagnostics: Diagnostics) -> None:
        self.vocabulary = vocabulary
        self.diagnostics = diagnostics
        self.named: set[tuple[str, str]] = set()

    def value(self, node: Node, type_: Type, what: str) -> Any:
        """A plain value of a type; one that does not fit is reported, and a harmless one taken."""
        found = value_of(node)
        problem = self._misfit(found, type_)
        if problem is not None:
            message, help = f"{what} must be {type_}, not {problem}", _unquoted(node, type_) or self._help(type_)
            if type_.kind in LIVE:
                message, help = f"{what} is {type_}, which only a fight can give", "leave the value out"
            self.diagnostics.error("wrong-type", message, node.span, phase="resolve", help=help)
            return zero(type_)
        self._check_digits(node, type_)
        self._note(found, type_)
        return dice_term(str(found)) if type_.kind == "dice" else found

    def _check_digits(self, node: Node, type_: Type) -> None:
        """A number has no more digits here than in the rules."""
        if isinstance(node, Sequence):
            for item in node.items:
                self._check_digits(item, type_.item or type_)
        elif type_.kind == "number" and isinstance(node, Scalar) and _digits(node.text) > MAX_DIGITS:
            message = f"a number has at most {MAX_DIGITS} digits"
            self.diagnostics.error("bad-number", message, node.span, phase="resolve")

    def unit_value(self, node: Node, name: str, type_: Type, what: str) -> Any:
        """A value of an attribute or counter: one of the values that it can have."""
        found = self.value(node, type_, what)
        allowed = self.vocabulary.one_of.get(name)
        if allowed and found not in allowed and self._misfit(value_of(node), type_) is None:
            help = "it is one of " + ", ".join(f"`{written(value)}`" for value in allowed)
            message = f"{what} cannot be `{written(found)}`"
            self.diagnostics.error("not-one-of", message, node.span, phase="resolve", help=help)
        return found

    def _misfit(self, found: Any, type_: Type) -> str | None:
        """What is there instead of a value of a type; None where it fits."""
        kind = type_.kind
        if kind == "list":
            if not isinstance(found, list):
                return f"`{written(found)}`"
            wrong = [self._misfit(one, type_.item or type_) for one in found]
            return next((one for one in wrong if one is not None), None)
        if kind == "unknown":
            return None
        is_text = isinstance(found, str)
        fine = {
            "yes_no": isinstance(found, bool),
            "number": not isinstance(found, (bool, str, list)) and found is not None,
            "text": is_text,
            "word": is_text and found in self.vocabulary.words.get(type_.of or "", ()),
            "item": is_text and self.vocabulary.items.get(found) == type_.of,
            "manner": is_text and found in self.vocabulary.manners,
            "dice": dice_term(str(found)) is not None,
        }.get(kind, False)
        return None if fine else f"`{written(found)}`"

    def _note(self, found: Any, type_: Type) -> None:
        if type_.kind == "list" and type_.item is not None:
            for one in found:
                self._note(one, type_.item)
        elif type_.kind in ("item", "manner"):
            self.named.add((type_.kind, found))
        elif type_.kind == "word":
            self.named.add((type_.of or "", found))

    def _help(self, type_: Type) -> str | None:
        if type_.kind == "list" and type_.item is not None:
            return self._help(type_.item) or "write a list: `[..., ...]`"
        if type_.kind == "word" and type_.of is not None:
            known = list(self.vocabulary.words.get(type_.of, ()))
        elif type_.kind == "item":
            known = sorted(name for name, of in self.vocabulary.items.items() if of == type_.of)
        elif type_.kind == "manner":
            known = sorted(self.vocabulary.manners)
        else:
            return _WRITTEN.get(type_.kind)
        return "it is one of " + ", ".join(f"`{name}`" for name in known) if known else "there is none yet"


_WRITTEN = {
    "dice": "write dice such as `1d6+2`",
    "number": "write a number such as `3` or `0.5`",
    "yes_no": "write `yes` or `no`",
    "text": "write a text, in quotes where it looks like a number, or like yes or no",
}


def _unquoted(node: Node, type_: Type) -> str | None:
    """Help where a number, or yes or no, stands in quotes."""
    if not isinstance(node, Scalar) or node.style not in ("single", "double"):
        return None
    number = re.fullmatch(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?", node.text) is not None
    if number if type_.kind == "number" else node.text in ("yes", "no") and type_.kind == "yes_no":
        return f"write it without quotes: `{node.text}`"
    return None


def zero(type_: Type) -> Any:
    """What a field of a type holds where nothing is said: no, 0, nothing; None where there is no such value."""
    return {"yes_no": False, "number": 0, "text": "", "list": [], "dice": DiceTerm((), 0)}.get(type_.kind)


def _digits(text: str) -> int:
    return sum(character.isdecimal() for character in text)


def dice_term(written: str) -> DiceTerm | None:
    """`2d6+1` as dice; None where it is no dice."""
    at, terms, bonus = 0, [], 0
    while at < len(written):
        found = _DICE.match(written, at)
        if found is None or (at and not found[1]):
            return None
        sign = -1 if found[1] == "-" else 1
        if found[3] is not None:
            count, sides = int(found[2] or 1), int(found[3])
            if not (1 <= count <= 1000 and 1 <= sides <= 1000):
                return None
            terms.append((sign * count, sides))
        else:
            if len(found[4]) > MAX_DIGITS:
                return None
            bonus += sign * int(found[4])
        at = found.end()
    return DiceTerm(tuple(terms), bonus) if written else None
