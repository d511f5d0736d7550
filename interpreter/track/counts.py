"""The counts at which turns stand: live while a unit is on the track, and the last ones of those who are not."""

from __future__ import annotations

from typing import Any

from interpreter.track.fight import Fight
from interpreter.track.refusals import Absent
from interpreter.track.state import Turn, Unit


def count_of(f: Fight, turn: Turn) -> Any:
    """The count at which a turn stands now: live while its unit is on the track, else the last one it had.

    A fixed one stands where it was put.
    """
    if turn.fixed:
        return turn.count
    unit = f.units[turn.unit]
    if not unit.gone:
        try:
            count = f.program.stages[turn.stage].count(f, unit)
        except Absent:
            count = None
        if count is not None:
            return count
    return turn.count if turn.count is not None else unit.last_init


def keep_counts(f: Fight, unit: Unit) -> None:
    """Note where the waiting turns of a unit stand that is about to leave: there they still come."""
    for turn in f.order:
        if turn.unit == unit.id and turn.state == "waiting":
            f.put(turn, "count", count_of(f, turn))
