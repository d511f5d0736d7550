"""Telling a fight: each event of the log as a record for programs and as a sentence for people."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from interpreter.table.views import GAME_MASTER, HIDDEN, View
from interpreter.track.acting import Taking
from interpreter.track.choices import show
from interpreter.track.events import Change, Declared, Event, Lasting, Simple, Step
from interpreter.track.fight import Fight
from interpreter.track.lasting import Lasts

JsonValue = Any


def plain(value: Any) -> JsonValue:
    """A value as JSON can hold it: things by their ids, fractions as decimal numbers, what is hidden as a word."""
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int):
        return int(value)
    if isinstance(value, Fraction):
        return float(value)
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, str):
        return value
    return "hidden" if value is HIDDEN else show(value)


class Teller:
    """Tells the events of a fight one after another to who looks, with the dice and choices that belong to each.

    They are numbered as they are told: where some are left out, those after them have other numbers than in the log.
    """

    def __init__(self, fight: Fight, view: View = GAME_MASTER) -> None:
        self.fight = fight
        self.view = view
        self.told = 0
        self._numbers: dict[int, int] = {}
        self._dice: dict[int, list[Any]] = {}
        self._choices: dict[int, list[Any]] = {}
        self._read_dice = 0
        self._read_choices = 0

    def new_events(self) -> Iterator[Event]:
        """The events since the last call that are told, oldest first."""
        f, view = self.fight, self.view
        for event in f.log[self.told :]:
            view.take_up(event)
        for parent, stream, sides, faces in f.rolled[self._read_dice :]:
            self._dice.setdefault(_id(view.told(parent)), []).append((parent, stream, sides, faces))
        self._read_dice = len(f.rolled)
        for parent, request, answer, given in f.asked[self._read_choices :]:
            self._choices.setdefault(_id(view.told(parent)), []).append((parent, request, answer, given))
        self._read_choices = len(f.asked)
        while self.told < len(f.log):
            event = f.log[self.told]
            self.told += 1
            if view.tells(event):
                self._numbers[event.id] = len(self._numbers) + 1
                yield event

    def number(self, event: Event) -> int:
        """The number of an event that has been told."""
        return self._numbers[event.id]

    def dice(self, event: Event) -> list[dict[str, JsonValue]]:
        return [
            {"unit": stream[0] or None, "for": stream[1], "sides": sides, "faces": list(faces)}
            for during, stream, sides, faces in self._dice.get(event.id, ())
            if self.view.sees_dice(during, stream[0])
        ]

    def choices(self, event: Event) -> list[dict[str, JsonValue]]:
        return [
            {"by": plain(request.asker), "name": request.name, "answer": _answer(request, answer), "asked": given}
            for during, request, answer, given in self._choices.get(event.id, ())
            if self.view.sees_choice(during, request.asker)
        ]

    def record(self, event: Event) -> dict[str, JsonValue]:
        """An event as one JSON object; keys that do not apply are left out."""
        above = self.view.told(event.parent)
        found: dict[str, JsonValue] = {
            "id": self.number(event),
            "parent": None if above is None else self.number(above),
            "event": name_of(event),
            "round": event.round,
            "turn": None if event.turn is None else event.turn.unit,
        }
        if event.actor is not None:
            found["actor"] = event.actor.id
        if event.unit is not None:
            found["unit"] = event.unit.id
        found.update(_details(event, self.view))
        if event.stopped is not None:
            found["stopped"] = plain(self.view.reason(event.stopped[0] or ""))
            found["stopped_by"] = _place(event.stopped[1])
        dice, choices = self.dice(event), self.choices(event)
        if dice:
            found["dice"] = dice
        if choices:
            found["choices"] = choices
        if event.site is not None:
            found["because"] = _place(event.site)
        return found


def _id(parent: Event | None) -> int:
    return 0 if parent is None else parent.id


def _place(site: Any) -> dict[str, JsonValue]:
    return {"file": site.file, "line": site.line, "rule": site.rule}


def _answer(request: Any, answer: Any) -> JsonValue:
    if request.kind == "order":
        return [request.options[at] for at in answer]
    return plain(answer)


def name_of(event: Event) -> str:
    """What an event is called: `attack`, `init`, `apply`, `start of turn`."""
    kind, _, rest = event.kind.partition(":")
    if kind in ("event", "change"):
        return rest
    if kind in ("start", "end"):
        return f"{kind} of {rest}"
    return "ends" if kind == "ends" else event.kind


def _details(event: Event, view: View) -> dict[str, JsonValue]:
    if isinstance(event, Change):
        return _change(event, view)
    if isinstance(event, Step):
        manner = event.movement.manner
        ends = {"from": event.here_before, "to": event.here}
        told = {name: plain(view.number(event, here)) for name, here in ends.items() if here is not None}
        return told | {"manner": None if manner is None else manner.name}
    if isinstance(event, Lasting):
        found: dict[str, JsonValue] = {"name": event.name}
        if event.kind == "place":
            found["cells"] = list(event.holder.cells)
        if event.until is not None:
            found["until"] = how_long(event.until, view)
        if event.why:
            found["why"] = event.why
        return found
    if isinstance(event, Declared):
        return {"fields": {name: plain(value) for name, value in _fields(event, view).items()}}
    if isinstance(event, Simple):
        found = {}
        if event.name is not None:
            found["name"] = plain(event.name)
        if event.other is not None and event.kind != "action":
            found["other"] = plain(view.reason(event.other) if event.kind == "refused" else event.other)
        if event.value is not None:
            found["value"] = plain(view.number(event, event.value))
        return found
    return {}


def _fields(event: Declared, view: View) -> dict[str, Any]:
    return {name: view.field(event, name, getattr(event, "f_" + name)) for name in event.decl.fields}


def how_long(lasts: Lasts, view: View = GAME_MASTER) -> str:
    """`until start of a's next turn or end of scene while ...`, with the units that are meant."""
    counted = sum(edge == "turns" for edge, _, _ in lasts.endings)
    written = len(_COUNTED.findall(lasts.shown)) >= counted
    endings = " or ".join(
        _ending(edge, anchor, view.count_of_turns(count, written) if edge == "turns" else count)
        for edge, anchor, count in lasts.endings
    )
    still = lasts.shown[lasts.shown.find("while ") :] if lasts.still is not None else ""
    return " ".join(part for part in (endings and f"until {endings}", still) if part)


# An ending that counts turns, where the number stands in the rules: `until 2 of unit's turns`.
_COUNTED = re.compile(r"\b(?:until|or) \d+ of ")


def _ending(edge: str, anchor: Any, count: Any) -> str:
    if edge == "used":
        return "used"
    if edge == "ends":
        return f"{show(anchor)} ends"
    if isinstance(anchor, str):
        return f"{edge} of {anchor}"
    if edge == "turns":
        return f"{show(count)} of {show(anchor)}'s turns"
    return f"{edge} of {show(anchor)}'s {'next ' if count else ''}turn"


def _change(event: Change, view: View) -> dict[str, JsonValue]:
    ends = {"from": event.origin, "to": _reached(event)}
    found: dict[str, JsonValue] = {name: plain(view.number(event, value)) for name, value in ends.items()}
    if event.manner is not None:
        found["manner"] = event.manner.name
    if event.unit is None or event.thing is not event.unit:
        found["of"] = show(event.thing)
    for name, value in event.extra.items():
        found[name] = plain(view.field(event, name, value))
    if view.number(event, event.cut_short) is True:
        found["cut_short"] = True
    return found


def _reached(event: Change) -> Any:
    """Where a change led: a movement that touches each Init may have ended elsewhere than it was meant to."""
    return event.path[-1] if event.path else event.destination


# --- for people ---------------------------------------------------------------------------------------------


def sentence(event: Event, view: View = GAME_MASTER) -> str:
    """An event in one line, as who looks may know it."""
    told = _SENTENCES[type(event) if not isinstance(event, Declared) else Declared](event, view)
    if event.stopped is not None:
        reason = f": {show(view.reason(event.stopped[0]))}" if event.stopped[0] else ""
        return f"{told} - stopped{reason}"
    return str(told)


def _tell_change(event: Change, view: View) -> str:
    who = show(event.unit) if event.unit is not None else show(event.thing)
    origin = view.number(event, event.origin)
    if event.name == "init":
        cut = ", cut short" if view.number(event, event.cut_short) is True else ""
        reached = view.number(event, _reached(event))
        return f"{who} {show(origin)} -> {show(reached)} ({event.manner and event.manner.name}{cut})"
    return f"{who} {event.name} {show(origin)} -> {show(view.number(event, event.destination))}"


def _tell_lasting(event: Lasting, view: View) -> str:
    who = show(event.unit) if event.unit is not None else "nobody"
    if event.kind == "apply":
        return f"{who} has {event.name}" + ("" if event.until is None else " " + how_long(event.until, view))
    if event.kind == "place":
        cells = event.holder.cells
        in_a_row = len(cells) > 1 and list(cells) == list(range(cells[0], cells[-1] + 1))
        where = f"{cells[0]} to {cells[-1]}" if in_a_row else ", ".join(map(str, cells))
        return f"{event.name} of {who} lies on {where}"
    why = f" ({event.why})" if event.why else ""
    return f"{event.name} of {who} ends{why}"


def _tell_declared(event: Declared, view: View) -> str:
    values = {name: show(value) for name, value in _fields(event, view).items()}
    values["actor"] = show(event.actor) if event.actor is not None else "nobody"
    if event.decl.text is None:
        return event.decl.name + ": " + ", ".join(f"{name} {value}" for name, value in values.items())
    text = event.decl.text
    for name, value in values.items():
        text = text.replace("{" + name + "}", value)
    return text


def _tell_simple(event: Simple, view: View) -> str:
    who = show(event.unit) if event.unit is not None else ""
    kind = event.kind
    told = {
        "action": lambda: f"{who} uses {event.name}",
        "refused": lambda: f"{who} may not use {event.name}: {show(view.reason(event.other))}",
        "leave": lambda: f"{who} leaves the {'fight' if event.name == 'gone' else 'track'}",
        "return": lambda: f"{who} comes to {show(view.number(event, event.value))}",
        "link": lambda: f"{who} is linked to {show(event.other)} as {event.name}{_at(event, view)}",
        "unlink": lambda: f"{who} is linked to {show(event.other)} as {event.name} no longer",
        "cut_in": lambda: f"{who} cuts in on the turn of {show(event.other)}",
        "attained": lambda: f"{event.name} is attained by {event.other}",
        "note": lambda: _note(event, view),
    }.get(kind)
    if told is not None:
        return told()
    edge, _, what = kind.partition(":")
    if what == "turn":
        return f"{who}'s turn {edge}s"
    return f"{what} {edge}s" if event.name is None else f"{what} {event.name} {edge}s"


def _at(event: Simple, view: View) -> str:
    """The number that a link carries."""
    return "" if event.value is None else f" at {show(view.number(event, event.value))}"


def _note(event: Simple, view: View) -> str:
    if event.name == "says":
        return str(event.other)
    if event.value is None:
        return str(event.name)
    return f"{event.name} {show(view.number(event, event.value))}"


_SENTENCES: dict[type, Any] = {
    Change: _tell_change,
    Step: lambda event, view: f"{show(event.unit)} touches {show(view.number(event, event.here))}",
    Lasting: _tell_lasting,
    Declared: _tell_declared,
    Simple: _tell_simple,
    Taking: _tell_simple,
}


def draw_track(f: Fight, view: View = GAME_MASTER) -> list[str]:
    """The track as lines, highest Init first: who stands there, what lies there, what it is like.

    Neighbours that are alike, where nothing stands or lies, share a line: `12 to 10`. Those whose Init is
    hidden share one at the end, in the order in which they came to the fight.
    """
    rows: dict[int, list[str]] = {}
    somewhere: list[str] = []
    for unit in f.on_track():
        marks = "".join(f" *{name}" for name in unit.standing)
        init = view.init(unit)
        row = somewhere if init is HIDDEN else rows.setdefault(init, [])
        row.append(f"{unit.id} ({unit.side}){marks}")
    for marker in f.markers():
        for cell in marker.cells:
            rows.setdefault(cell, []).append(f"[{marker.name}]")
    bare = f.cells.keys() - rows.keys()
    for cell, words in f.cells.items():
        rows.setdefault(cell, []).append("~" + " ~".join(sorted(words)))
    runs: list[tuple[int, int]] = []
    for cell in sorted(rows, reverse=True):
        high, low = runs[-1] if runs else (cell, cell)
        if cell == low - 1 and cell in bare and low in bare and rows[cell] == rows[low]:
            runs[-1] = (high, cell)
        else:
            runs.append((cell, cell))
    named = [(str(high) if high == low else f"{high} to {low}", low) for high, low in runs]
    width = max([5, *(len(name) for name, _ in named)])
    drawn = [f"{name:>{width}} | {'  '.join(rows[low])}" for name, low in named]
    return [*drawn, f"{show(HIDDEN):>{width}} | {'  '.join(somewhere)}"] if somewhere else drawn
