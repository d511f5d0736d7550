"""The part of the table of words that says what can be read: events with their fields, names, and properties."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.language.types import (
    MANNER,
    MARKER,
    MOVEMENT,
    NUMBER,
    OBJECTIVE,
    TURN,
    UNIT,
    UNKNOWN,
    YES_NO,
    Type,
    list_of,
    word,
)


@dataclass(frozen=True, slots=True)
class Property:
    """What stands after a dot, or a name that an event or a holder brings: its type, and whether it may be absent."""

    name: str
    type: Type
    doc: str
    maybe: bool = False
    settable: bool = False


@dataclass(frozen=True, slots=True)
class EventWord:
    """An event of the core; `subject` is what `of` speaks of, `forms` how a rule names it, where not by its name."""

    name: str
    fields: tuple[Property, ...]
    subject: str
    doc: str
    forms: tuple[str, ...] = ()

    @property
    def written(self) -> tuple[str, ...]:
        """The ways in which a rule names it: the words of the grammar."""
        return self.forms or (self.name,)


_THING = UNKNOWN  # a status or a marker: the checker looks closer
_NUMBERS = list_of(NUMBER)

_U = Property("unit", UNIT, "whom it is about")
_CHANGE = (
    Property("origin", NUMBER, "the value before"),
    Property("destination", NUMBER, "the value after", settable=True),
    Property("amount", NUMBER, "the difference, negative for a loss", settable=True),
)

EVENTS: dict[str, EventWord] = {
    event.name: event
    for event in (
        EventWord(
            "change:init",
            (
                _U,
                *_CHANGE,
                Property("manner", MANNER, "how it changes", settable=True),
                Property("steps", NUMBER, "Inits gone, negative downward"),
                Property("path", _NUMBERS, "the Inits touched on the way, in order"),
                Property("cut_short", YES_NO, "whether a movement ended before its destination"),
            ),
            "unit",
            "a change of a unit's Init; a movement as a whole",
            ("change of init",),
        ),
        EventWord("change", (_U, *_CHANGE), "unit", "a change of a counter", ("change of COUNTER",)),
        EventWord(
            "step",
            (
                _U,
                Property("here", NUMBER, "the Init touched"),
                Property("ahead", NUMBER, "the Init touched, before it is"),
                Property("behind", NUMBER, "the Init before it; of who comes onto the track none", maybe=True),
                Property("movement", MOVEMENT, "the change that it is part of"),
                Property("manner", MANNER, "the manner of that change"),
            ),
            "unit",
            "an Init touched, on the way or by landing",
        ),
        EventWord(
            "apply",
            (
                _U,
                Property("status", word("status"), "its name"),
                Property("source", UNIT, "whom it comes from", maybe=True),
            ),
            "unit",
            "a unit gets a status",
        ),
        EventWord(
            "place",
            (
                Property("unit", UNIT, "its owner", maybe=True),
                Property("marker", word("marker"), "its name"),
                Property("cells", _NUMBERS, "where it lies"),
            ),
            "unit",
            "a marker is laid",
        ),
        EventWord(
            "ends",
            (Property("unit", UNIT, "bearer or owner", maybe=True), Property("ended", _THING, "what has ended")),
            "unit",
            "a status or marker ends",
            ("NAME ends",),
        ),
        EventWord(
            "action",
            (
                _U,
                Property("action", word("action"), "its name"),
                Property("cost", word("cost"), "what it costs"),
            ),
            "unit",
            "a unit takes an action",
        ),
        EventWord(
            "leave",
            (_U, Property("for_good", YES_NO, "whether it cannot come back")),
            "unit",
            "a unit leaves the track",
        ),
        EventWord(
            "return", (_U, Property("destination", NUMBER, "where to")), "unit", "a unit comes back onto the track"
        ),
        EventWord(
            "link",
            (_U, Property("other", UNIT, "the other"), Property("relation", word("relation"), "by what")),
            "unit",
            "two units are linked",
        ),
        EventWord(
            "unlink",
            (_U, Property("other", UNIT, "the other"), Property("relation", word("relation"), "by what")),
            "unit",
            "two units are parted",
        ),
        EventWord(
            "attained",
            (Property("unit", UNIT, "who brought it to 0", maybe=True), Property("side", word("side"), "for whom")),
            "unit",
            "an objective has come to 0",
        ),
        EventWord(
            "cut_in",
            (_U, Property("other", UNIT, "whose turn it is")),
            "unit",
            "a unit takes its turn inside of that of another",
        ),
        EventWord("turn", (_U,), "unit", "a turn starts or ends", ("start of turn", "end of turn")),
        EventWord(
            "stage",
            (Property("stage", word("stage"), "its name"),),
            "",
            "a stage of the round starts or ends",
            ("start of stage", "end of stage"),
        ),
        EventWord("round", (), "", "a round starts or ends", ("start of round", "end of round")),
        EventWord("scene", (), "", "the scene starts or ends", ("start of scene", "end of scene")),
        EventWord(
            "any", (Property("unit", UNIT, "whom it is about", maybe=True),), "unit", "any event", ("any event",)
        ),
    )
}

NAMES: dict[str, Property] = {
    name.name: name
    for name in (
        Property("units", list_of(UNIT), "the units on the track"),
        Property("everyone", list_of(UNIT), "all who take part in the fight, on the track or off"),
        Property("markers", list_of(MARKER), "the markers that lie somewhere"),
        Property("objectives", list_of(OBJECTIVE), "the objectives that are not attained"),
        Property("round", NUMBER, "the number of the round, from 1; before the first it is 0"),
        Property("stage", word("stage"), "the stage that the round is in", maybe=True),
        Property("turn", TURN, "the turn that is open"),
        Property("actor", UNIT, "who acts", maybe=True),
    )
}

PROPERTIES: dict[str, dict[str, Property]] = {
    "unit": {
        p.name: p
        for p in (
            Property("init", NUMBER, "its place on the track", maybe=True),
            Property("last_init", NUMBER, "where it was before it left the track", maybe=True),
            Property("side", word("side"), "its side"),
            Property("used", list_of(word("action")), "the actions it took in its turn"),
            Property("on_track", YES_NO, "whether it is on the track"),
            Property("entries", list_of(word("entry")), "the entries it has"),
        )
    },
    "status": {
        p.name: p
        for p in (
            Property("bearer", UNIT, "who has it"),
            Property("source", UNIT, "whom it comes from", maybe=True),
        )
    },
    "marker": {
        p.name: p
        for p in (
            Property("owner", UNIT, "whose it is", maybe=True),
            Property("cells", _NUMBERS, "where it lies"),
            Property("kind", word("marker"), "its name"),
        )
    },
    "movement": {
        p.name: p
        for p in (
            Property("unit", UNIT, "who moves"),
            Property("origin", NUMBER, "where it began"),
            Property("destination", NUMBER, "where it is meant to end"),
            Property("manner", MANNER, "how"),
            Property("steps", NUMBER, "Inits gone so far"),
            Property("path", _NUMBERS, "the Inits touched so far"),
        )
    },
    "manner": {"touches": Property("touches", word("touches"), "each, landing or nothing")},
    "objective": {
        p.name: p
        for p in (
            Property("score", NUMBER, "what is left", settable=True),
            Property("side", word("side"), "whose it is", maybe=True),
            Property("attained_by", word("side"), "who has brought it to 0", maybe=True),
        )
    },
    "turn": {
        p.name: p
        for p in (
            Property("unit", UNIT, "whose turn it is", maybe=True),
            Property("count", NUMBER, "the count at which it stands", maybe=True),
            Property("stage", word("stage"), "the stage of the round that it belongs to", maybe=True),
            Property("step", word("step"), "the step that it has come to, where the stage has steps", maybe=True),
        )
    },
}
