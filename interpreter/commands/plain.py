"""A fight told in sentences, one a line, for who has it read aloud: nothing is drawn, indented or abbreviated."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.source.diagnostics import counted
from interpreter.table.play import Play
from interpreter.table.telling import Teller, sentence
from interpreter.table.views import HIDDEN, View
from interpreter.track.choices import show
from interpreter.track.events import Event
from interpreter.track.fight import Fight


def in_sentences(teller: Teller, event: Event) -> str:
    """An event with its number, what led to it, its dice, its choices and the rule that did it."""
    told = sentence(event, teller.view).replace(" -> ", " to ")
    parts = [f"{teller.number(event)}: {told}"]
    above = teller.view.told(event.parent)
    if above is not None:
        parts.append(f"because of {teller.number(above)}")
    for dice in teller.dice(event):
        who = f"{dice['unit']} " if dice["unit"] else ""
        parts.append(f"{who}rolled {len(dice['faces'])}d{dice['sides']}: {', '.join(map(str, dice['faces']))}")
    for choice in teller.choices(event):
        if choice["asked"]:
            who = f"{choice['by']} " if choice["by"] else ""
            parts.append(f"{who}chose {choice['name']}: {show(choice['answer'])}")
    if event.site is not None:
        parts.append(f"in {event.site.file}, line {event.site.line}")
    return "; ".join(parts) + "."


def track_in_sentences(f: Fight, view: View) -> Iterator[str]:
    """Who is where, with its statuses, and what lies where."""
    for unit in f.on_track():
        statuses = f", with {' and '.join(unit.standing)}" if unit.standing else ""
        init = view.init(unit)
        where = "a hidden Init" if init is HIDDEN else show(init)
        yield f"{unit} of {unit.side} is at {where}{statuses}."
    for marker in f.markers():
        yield f"{marker} lies on {', '.join(map(str, marker.cells))}."
    for cell in sorted(f.cells, reverse=True):
        yield f"{cell} has {' and '.join(sorted(f.cells[cell]))}."


def result_in_sentences(play: Play, view: View) -> Iterator[str]:
    """How a fight stands in the end."""
    f = play.fight
    yield f"After {counted(f.round, 'round')}:"
    yield from track_in_sentences(f, view)
    for goal in f.objectives.values():
        state = f"is attained by {goal.attained_by}" if goal.attained_by else f"has {show(goal.c_score)} left"
        yield f"The objective {goal} {state}."
