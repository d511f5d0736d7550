"""Rounds and turns: who acts next, and what begins and ends with a turn. Time belongs to units."""

from __future__ import annotations

from typing import Any

from interpreter.library.program import Site
from interpreter.track.choices import Request, ask
from interpreter.track.events import Simple
from interpreter.track.fight import Fight
from interpreter.track.happen import happen
from interpreter.track.lasting import pass_edge, settle
from interpreter.track.refusals import Absent
from interpreter.track.state import Turn, Unit


def begin_round(f: Fight) -> None:
    """Start the next round: everybody who is in the fight gets its turns."""
    f.put(f, "round", f.round + 1)
    f.put(f, "place", None)
    f.put_key(f.memory, "round", {})
    f.put_list(f.order, [])
    for unit in f.units.values():
        if not unit.gone:
            _refresh(f, unit, "round")
            give_turns(f, unit)
    pass_edge(f, "start", "round")
    happen(f, Simple("start:round", None, None, f.round), _nothing)
    settle(f)


def give_turns(f: Fight, unit: Unit) -> None:
    """Put a unit's turns of this round into the order, at the stage where it takes part."""
    for number, stage in enumerate(f.program.stages):
        for _ in range(stage.turns(f, unit)):
            turn = Turn(f.next_serial(), unit.id, number, None)
            f.put_list(f.order, [*f.order, turn])


def end_round(f: Fight) -> None:
    """End the round; for who left the fight before it, its turn has now come too."""
    happen(f, Simple("end:round", None, None, f.round), _nothing)
    pass_edge(f, "end", "round")
    had = {turn.unit for turn in f.order}
    for unit in list(f.units.values()):
        if unit.gone and unit.id not in had:
            pass_edge(f, "start", "unit:" + unit.id)
            pass_edge(f, "end", "unit:" + unit.id)
    settle(f)


def count_of(f: Fight, turn: Turn) -> Any:
    """The count at which a turn stands now: live while its unit is on the track, else the last one it had."""
    unit = f.units[turn.unit]
    if not unit.gone:
        try:
            count = f.program.stages[turn.stage].count(f, unit)
        except Absent:
            count = None
        if count is not None:
            return count
    return turn.count if turn.count is not None else unit.last_init


def remember_counts(f: Fight) -> None:
    """Note where the waiting turns stand, for when their units are no longer on the track."""
    for turn in f.order:
        if turn.state == "waiting":
            count = count_of(f, turn)
            if count != turn.count:
                f.put(turn, "count", count)


def up_next(f: Fight) -> Turn | None:
    """The turn that comes next: of those still waiting the first by count, then by the ties that are declared.

    Where the round goes on from a place, those above it come after all others. Raises `Refused` where a tie is
    left to a choice that nobody makes.
    """
    last = _back_to_back(f)
    if last is not None:
        return last
    waiting = [turn for turn in f.order if turn.state == "waiting" and turn.stage == f.stage]
    if not waiting:
        later = [turn.stage for turn in f.order if turn.state == "waiting"]
        if not later:
            return None
        f.put(f, "stage", min(later))
        return up_next(f)
    if len(waiting) == 1:
        return waiting[0]
    stage = f.program.stages[f.stage]
    ranked = sorted(((_rank(f, turn), turn.serial, turn) for turn in waiting), key=lambda item: item[:2])
    first = ranked[0][0]
    tied = [turn for rank, _, turn in ranked if rank == first]
    units = list(dict.fromkeys(turn.unit for turn in tied))
    if stage.ties is None or len(units) == 1:
        return tied[0]
    options = [f.units[unit] for unit in units]
    chosen = ask(f, Request(None, None, "tie", "one", options), lambda: options[0], None)
    return next(turn for turn in tied if turn.unit == chosen.id)


def _back_to_back(f: Fight) -> Turn | None:
    done = [turn for turn in f.order if turn.state == "done"]
    if not done:
        return None
    last = max(done, key=lambda turn: turn.serial if f.last_turn is None else (turn is f.last_turn))
    if not f.program.stages[last.stage].back_to_back:
        return None
    return next((turn for turn in f.order if turn.state == "waiting" and turn.unit == last.unit), None)


def _rank(f: Fight, turn: Turn) -> tuple[Any, ...]:
    stage = f.program.stages[turn.stage]
    count = count_of(f, turn)
    if count is None:
        return (2, 0, ())
    above = 0
    if f.place is not None:
        above = int(count > f.place if stage.descending else count < f.place)
    unit = f.units[turn.unit]
    ties = stage.ties(f, unit) if stage.ties is not None else ()
    return (above, -count if stage.descending else count, ties)


def begin_turn(f: Fight, turn: Turn) -> None:
    """Open a turn: what ends at its start ends first, then budgets are full again, then rules answer."""
    unit = f.units[turn.unit]
    remember_counts(f)
    f.put(f, "turn", turn)
    f.put(turn, "state", "open")
    f.put_key(f.memory, "turn", {})
    f.put(unit, "used", ())
    pass_edge(f, "start", "unit:" + unit.id)
    _refresh(f, unit, "turn")
    for other in f.units.values():
        if not other.gone:
            _refresh(f, other, "any turn")
    happen(f, Simple("start:turn", None, unit), _nothing)
    settle(f)


def end_turn(f: Fight) -> None:
    """Close the open turn: rules answer, then what ends at its end ends."""
    turn = f.turn
    assert turn is not None
    unit = f.units[turn.unit]
    f.put(turn, "state", "done")
    f.put(f, "last_turn", turn)
    happen(f, Simple("end:turn", None, unit), _nothing)
    pass_edge(f, "end", "unit:" + unit.id)
    f.put(f, "turn", None)
    settle(f)
    remember_counts(f)


def turns_left(f: Fight, unit: Unit) -> int:
    """How many turns of this round a unit still has, the open one not counted."""
    return sum(1 for turn in f.order if turn.unit == unit.id and turn.state == "waiting")


def continue_round(f: Fight, site: Site, count: Any) -> None:
    """Let the round go on from a count: those past it who have not acted come after all others."""
    event = Simple("note", site, f.actor, "the round goes on from")
    event.value = count
    happen(f, event, _continue)


def _continue(f: Fight, event: Simple) -> None:
    f.put(f, "place", event.value)


def _refresh(f: Fight, unit: Unit, each: str) -> None:
    for budget in f.program.budgets.values():
        if budget.each == each:
            f.put(unit, "c_" + budget.name, budget.amount(f, unit))


def _nothing(f: Fight, event: Any) -> None:
    """What begins or ends has no effect of its own; rules give it one."""
