"""The one table of what the core understands: verbs and functions here, and what can be read in `readable_words`.

The checker, the compiler, completion and the docs read it; the track implements it, and a test compares the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.language.readable_words import EVENTS, NAMES, PROPERTIES
from interpreter.language.types import (
    DICE,
    MANNER,
    MARKER,
    NUMBER,
    ROLL,
    STATUS,
    TEXT,
    UNIT,
    UNKNOWN,
    YES_NO,
    Type,
    list_of,
    word,
)


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a verb's form: after `prep` (None: right after the verb) stands a value of `type`."""

    prep: str | None
    name: str
    type: Type
    required: bool = True


def form_of(name: str, slots: Sequence[Slot]) -> str:
    """How a verb is written: `shift UNIT by AMOUNT as MANNER`."""
    parts = [name]
    for slot in slots:
        part = slot.name.upper() if slot.prep is None else f"{slot.prep} {slot.name.upper()}"
        parts.append(part if slot.required else f"[{part}]")
    return " ".join(parts)


@dataclass(frozen=True, slots=True)
class VerbWord:
    """A verb of the core. `fields` says whose fields `with NAME = ...` may give: `change`, or those of the subject."""

    name: str
    slots: tuple[Slot, ...]
    doc: str
    fields: str = ""
    lasts: bool = False


@dataclass(frozen=True, slots=True)
class FunctionWord:
    """A function of the core: parameter names with types, how many may be left out, what comes back.

    `maybe` says that the result may be absent; `rest` that the last parameter may repeat; `rolls` that dice fall.
    """

    name: str
    params: tuple[tuple[str, Type], ...]
    result: Type
    doc: str
    optional: int = 0
    maybe: bool = False
    rest: bool = False
    rolls: bool = False

    @property
    def written(self) -> str:
        """How it is called: `roll(dice, [times])`."""
        names = [name for name, _ in self.params]
        least = len(names) - self.optional
        shown = [*names[:least], *(f"[{name}]" for name in names[least:])]
        return f"{self.name}({', '.join(shown)}{', ...' if self.rest else ''})"


_THING = UNKNOWN  # a status or a marker (or a movement): the checker looks closer

VERBS: dict[str, VerbWord] = {
    verb.name: verb
    for verb in (
        VerbWord(
            "shift",
            (Slot(None, "unit", UNIT), Slot("by", "amount", NUMBER), Slot("as", "manner", MANNER)),
            "change a unit's Init by a number of Inits, up or (if negative) down",
            fields="change",
        ),
        VerbWord(
            "set",
            (Slot(None, "unit", UNIT), Slot("to", "init", NUMBER), Slot("as", "manner", MANNER)),
            "set a unit to an Init; any movement it was in has ended",
            fields="change",
        ),
        VerbWord(
            "apply",
            (
                Slot(None, "status", word("status")),
                Slot("to", "unit", UNIT),
                Slot("from", "source", UNIT, required=False),
            ),
            "give a unit a status; its source is who acts, unless `from` says otherwise",
            fields="status",
            lasts=True,
        ),
        VerbWord(
            "remove",
            (Slot(None, "status", word("status")), Slot("from", "unit", UNIT)),
            "take every copy of a status off a unit",
        ),
        VerbWord(
            "revoke",
            (Slot(None, "entry", word("entry")), Slot("from", "unit", UNIT)),
            "take an entry from a unit, with all that it does",
        ),
        VerbWord("end", (Slot(None, "thing", _THING),), "end a status, a marker or a movement"),
        VerbWord(
            "place",
            (
                Slot(None, "marker", word("marker")),
                Slot("at", "cells", UNKNOWN),
                Slot("by", "owner", UNIT, required=False),
            ),
            "lay a marker on an Init or a list of Inits; its owner is who acts, unless `by` says otherwise",
            fields="marker",
            lasts=True,
        ),
        VerbWord("lay", (Slot(None, "thing", MARKER), Slot("at", "cells", UNKNOWN)), "let a marker lie on other Inits"),
        VerbWord(
            "create",
            (
                Slot(None, "kind", word("unit_kind")),
                Slot("at", "init", NUMBER),
                Slot("as", "manner", MANNER),
                Slot("by", "owner", UNIT, required=False),
            ),
            "let a new unit of a kind enter the fight on the side of who acts; it has a turn this round",
        ),
        VerbWord("take_off", (Slot(None, "unit", UNIT),), "take a unit off the track; its turn still comes"),
        VerbWord(
            "bring_back",
            (Slot(None, "unit", UNIT), Slot("to", "init", NUMBER), Slot("as", "manner", MANNER)),
            "bring a unit back onto the track",
        ),
        VerbWord("dismiss", (Slot(None, "unit", UNIT),), "let a unit leave the fight for good"),
        VerbWord(
            "link",
            (
                Slot(None, "unit", UNIT),
                Slot("to", "other", UNIT),
                Slot("as", "relation", word("relation")),
                Slot("at", "value", NUMBER, required=False),
            ),
            "link two units by a relation, with a number on the link if the relation has one",
        ),
        VerbWord(
            "unlink",
            (Slot(None, "unit", UNIT), Slot("from", "other", UNIT), Slot("as", "relation", word("relation"))),
            "part two units",
        ),
        VerbWord(
            "continue_round",
            (Slot("from", "count", NUMBER),),
            "let the round go on from a count; who is past it and has not acted comes after all others",
        ),
        VerbWord(
            "delay_turn",
            (Slot("to", "count", NUMBER),),
            "let the open turn end as if it had not been; it comes at a later count, after those that stand there",
        ),
        VerbWord("skip_turn", (Slot(None, "unit", UNIT),), "let the next turn that a unit still has pass unused"),
        VerbWord(
            "give_turn",
            (
                Slot("to", "unit", UNIT),
                Slot("at", "count", NUMBER),
                Slot("for", "stage", word("stage"), required=False),
            ),
            "give a unit one more turn in this round, at a count that has not passed, where it stays; in the stage "
            "that the round is in, or that of `for`",
        ),
        VerbWord(
            "move_turn",
            (
                Slot(None, "unit", UNIT),
                Slot("to", "count", NUMBER),
                Slot("for", "stage", word("stage"), required=False),
            ),
            "let the turn that a unit holds, else its next one, come at another count that has not passed",
        ),
        VerbWord(
            "hold_turn",
            (),
            "let the open turn end as if it had not been; its unit keeps it, over rounds, until it takes it",
        ),
        VerbWord(
            "queue_turn",
            (Slot(None, "unit", UNIT),),
            "let the turn that a unit holds, else its next one, come right after the open one",
        ),
        VerbWord(
            "drop_turns",
            (Slot(None, "unit", UNIT),),
            "take away the turns that a unit still has in this round, as if it had never had them",
        ),
        VerbWord(
            "cut_in",
            (Slot(None, "unit", UNIT),),
            "let a unit take the turn that it holds, else its next one, inside of the open one, which then goes on",
        ),
        VerbWord(
            "open",
            (Slot(None, "name", TEXT), Slot("at", "score", NUMBER)),
            "open an objective: a score that is to be brought to 0",
        ),
        VerbWord("say", (Slot(None, "text", TEXT),), "put a line into the log"),
    )
}

_NUMBERS = list_of(NUMBER)
_LIST = list_of(UNKNOWN)

FUNCTIONS: dict[str, FunctionWord] = {
    function.name: function
    for function in (
        FunctionWord("max", (("a", NUMBER), ("b", NUMBER)), NUMBER, "the highest of numbers", rest=True),
        FunctionWord("min", (("a", NUMBER), ("b", NUMBER)), NUMBER, "the lowest of numbers", rest=True),
        FunctionWord("highest", (("numbers", _NUMBERS),), NUMBER, "the highest of a list or of a roll", maybe=True),
        FunctionWord("lowest", (("numbers", _NUMBERS),), NUMBER, "the lowest of a list or of a roll", maybe=True),
        FunctionWord("sum", (("numbers", _NUMBERS),), NUMBER, "the sum of a list"),
        FunctionWord("count", (("list", _LIST),), NUMBER, "how many a list has"),
        FunctionWord("first", (("list", _LIST),), UNKNOWN, "the first of a list", maybe=True),
        FunctionWord("last", (("list", _LIST),), UNKNOWN, "the last of a list", maybe=True),
        FunctionWord("rest", (("list", _LIST),), _LIST, "a list without its first"),
        FunctionWord("up", (("number", NUMBER),), NUMBER, "rounded up to a whole number"),
        FunctionWord("down", (("number", NUMBER),), NUMBER, "rounded down to a whole number"),
        FunctionWord("abs", (("number", NUMBER),), NUMBER, "without its sign"),
        FunctionWord(
            "numbers", (("from", NUMBER), ("to", NUMBER)), _NUMBERS, "the whole numbers from one to another, upward"
        ),
        FunctionWord(
            "multiples",
            (("of", NUMBER), ("from", NUMBER), ("to", NUMBER)),
            _NUMBERS,
            "the multiples of a number from one number to another, upward",
        ),
        FunctionWord(
            "roll",
            (("dice", DICE), ("times", NUMBER)),
            ROLL,
            "roll dice, or the same dice several times; the faces can be asked",
            optional=1,
            rolls=True,
        ),
        FunctionWord(
            "roll_better",
            (("dice", DICE), ("times", NUMBER)),
            ROLL,
            "roll dice, or the same dice several times; each die twice, and its higher face is kept",
            optional=1,
            rolls=True,
        ),
        FunctionWord("faces", (("roll", ROLL),), _NUMBERS, "each face of a roll"),
        FunctionWord(
            "linked",
            (("unit", UNIT), ("relation", word("relation"))),
            list_of(UNIT),
            "who is linked with a unit; over others too, if the relation is transitive",
        ),
        FunctionWord(
            "link_value",
            (("unit", UNIT), ("other", UNIT), ("relation", word("relation"))),
            NUMBER,
            "the number on a link",
            maybe=True,
        ),
        FunctionWord(
            "statuses", (("unit", UNIT), ("name", word("status"))), list_of(STATUS), "a unit's copies of a status"
        ),
        FunctionWord("lying", (("name", word("marker")),), list_of(MARKER), "the markers of a name, oldest first"),
        FunctionWord("turns_left", (("unit", UNIT),), NUMBER, "turns that a unit still has this round after this one"),
        FunctionWord(
            "counts_left", (("unit", UNIT),), _NUMBERS, "the counts of the turns that a unit still has, as they come"
        ),
        FunctionWord("holds_turn", (("unit", UNIT),), YES_NO, "whether a unit holds a turn, to take it when it likes"),
        FunctionWord(
            "count_now",
            (),
            NUMBER,
            "the count that the round has come to: that of the last turn that began",
            maybe=True,
        ),
        FunctionWord(
            "chained",
            (("unit", UNIT), ("relation", word("relation")), ("among", list_of(UNIT))),
            list_of(UNIT),
            "a unit and all those of a set that are linked with it, over others of the set",
        ),
        FunctionWord("up_next", (), UNIT, "whose turn comes next", maybe=True),
        FunctionWord(
            "can", (("unit", UNIT), ("action", word("action"))), YES_NO, "whether a unit could take an action now"
        ),
    )
}

# What a bare name can mean without being declared by the ruleset.
CORE_WORDS: dict[str, tuple[str, ...]] = {"touches": ("each", "landing", "nothing")}

# What the core itself asks: which of equals comes first, which group, and whether that acts first or last.
CORE_CHOICES = ("tie", "group")
CORE_LABELS = ("first", "last")
# What units are asked in a round in whose turns somebody may cut in.
CUTS_IN = "cut in"

AMENDING_STAGES = ("change", "cap", "stop")
ONCE_SCOPES = ("movement", "turn", "round", "scene")


def core_vocabulary() -> frozenset[str]:
    """Every word that the core itself declares."""
    found = {*VERBS, *FUNCTIONS, *EVENTS, *NAMES, *AMENDING_STAGES, *ONCE_SCOPES}
    for verb in VERBS.values():
        for slot in verb.slots:
            found |= {slot.name, slot.prep or "with", slot.type.kind, slot.type.of or "word"}
    for function in FUNCTIONS.values():
        found |= {name for name, _ in function.params}
    for event in EVENTS.values():
        found |= {field.name for field in event.fields}
    for of, properties in PROPERTIES.items():
        found |= {of, *properties}
    found |= {part for name in EVENTS for part in name.split(":")}
    found |= {member for members in CORE_WORDS.values() for member in members}
    return frozenset(found)
