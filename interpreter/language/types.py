"""The types of the rules language, as a designer is told of them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Type:
    """A type: `kind` is number, yes_no, text, word, manner, unit, status, marker, item, roll, dice, list, movement,
    objective, turn, or unknown (after an error has been reported). `of` names the word set, the record, the status
    or marker; `item` is what a list is of.
    """

    kind: str
    of: str | None = None
    item: Type | None = None

    def __str__(self) -> str:
        if self.kind == "list":
            known = self.item is not None and self.item.kind != "unknown"
            return f"a list of {plural(self.item)}" if known else "a list"
        if self.kind == "word" and self.of is not None and self.of.startswith(SETTING):
            return "one of its settings"
        if self.kind == "word" and self.of is not None:
            return f"a word for {self.of.replace('_', ' ')}"
        if self.kind in ("status", "marker", "item") and self.of is not None:
            return f"a {self.of}"
        return _SHOWN.get(self.kind, self.kind)


# How the sets of words are named that options choose from.
SETTING = "option "

_SHOWN = {
    "number": "a number",
    "yes_no": "yes or no",
    "text": "a text",
    "word": "a word",
    "manner": "a manner",
    "unit": "a unit",
    "status": "a status",
    "marker": "a marker",
    "item": "an item",
    "roll": "a roll",
    "dice": "dice",
    "movement": "a movement",
    "objective": "an objective",
    "turn": "a turn",
    "unknown": "something unknown",
}

NUMBER = Type("number")
YES_NO = Type("yes_no")
TEXT = Type("text")
MANNER = Type("manner")
UNIT = Type("unit")
STATUS = Type("status")
MARKER = Type("marker")
ROLL = Type("roll")
DICE = Type("dice")
MOVEMENT = Type("movement")
OBJECTIVE = Type("objective")
TURN = Type("turn")
UNKNOWN = Type("unknown")
EMPTY = Type("list", None, UNKNOWN)


def list_of(item: Type) -> Type:
    return Type("list", None, item)


def word(of: str | None) -> Type:
    return Type("word", of)


def plural(type_: Type | None) -> str:
    """`units`, `numbers`: how a list of a type is spoken of."""
    if type_ is None or type_.kind == "unknown":
        return "anything"
    name = type_.of if type_.kind in ("item", "status", "marker") and type_.of else type_.kind
    return {"yes_no": "yes and no", "status": "statuses", "dice": "dice"}.get(name, name + "s")


def fits(found: Type, wanted: Type) -> bool:
    """Whether a value of one type may stand where another is wanted."""
    if found == wanted or "unknown" in (found.kind, wanted.kind):
        return True
    if found.kind == "roll" and wanted.kind == "number":
        return True
    if found.kind == "list" and wanted.kind == "list":
        return found.item is None or wanted.item is None or fits(found.item, wanted.item)
    if found.kind == wanted.kind and found.kind in ("word", "status", "marker", "item"):
        return wanted.of is None or found.of == wanted.of
    return False


def _is_vague(type_: Type) -> bool:
    """Whether a type says less than one that it fits."""
    return type_.kind == "unknown" or (type_.item is not None and _is_vague(type_.item))


def common(one: Type, other: Type) -> Type | None:
    """The type of a value that is either of two; None where they have nothing in common."""
    if fits(one, other) and not (fits(other, one) and _is_vague(other)):
        return other
    if fits(other, one):
        return one
    if {one.kind, other.kind} == {"roll", "number"}:
        return NUMBER
    if one.kind == other.kind and one.kind in ("status", "marker", "item", "word"):
        return Type(one.kind)
    return None
