"""Rounds and turns: who acts next, and what begins and ends with a turn. Time belongs to units."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.library.program import Site, Stage
from interpreter.track.choices import Request, ask
from interpreter.track.counts import count_of
from interpreter.track.events import Simple
from interpreter.track.fight import Fight
from interpreter.track.happen import happen
from interpreter.track.lasting import pass_edge, settle
from interpreter.track.refusals import Absent
from interpreter.track.state import Turn, Unit


def begin_round(f: Fight) -> None:
    """Start the next round: everybody who is in the fight gets its turns. The first round begins the scene."""
    if not f.round:
        _begin_scene(f)
    f.put(f, "round", f.round + 1)
    f.put(f, "place", None)
    f.put(f, "last_turn", None)
    f.put_key(f.memory, "round", {})
    f.put_list(f.order, [])
    pass_edge(f, "start", "round")
    for unit in f.units.values():
        if not unit.gone:
            refresh(f, unit, "round")
            give_turns(f, unit)
    happen(f, Simple("start:round", None, None, f.round), _nothing)
    settle(f)


def _begin_scene(f: Fight) -> None:
    for unit in f.units.values():
        refresh(f, unit, "scene")
    happen(f, Simple("start:scene", None, None), _nothing)


def end_scene(f: Fight) -> None:
    """The fight is over: what lasts until the end of the scene ends."""
    happen(f, Simple("end:scene", None, None), _nothing)
    pass_edge(f, "end", "scene")
    settle(f)


def give_turns(f: Fight, unit: Unit) -> None:
    """Put a unit's turns of this round into the order, at the stage where it takes part."""
    for number, stage in enumerate(f.program.stages):
        for _ in range(stage.turns(f, unit)):
            turn = Turn(f.next_serial(), unit.id, number, None)
            turn.within = _host(f, stage, unit)
            f.put_list(f.order, [*f.order, turn])


def _host(f: Fight, stage: Stage, unit: Unit) -> str | None:
    """The id of the unit in whose turns a unit's own pass now; None where it has turns of its own."""
    if stage.within is None:
        return None
    try:
        host: Unit = stage.within(f, unit)
    except Absent:
        return None
    return None if host is unit or host.gone else host.id


def has_turn(f: Fight, unit: Unit) -> bool:
    """Whether it is a unit's turn: the open one is its own, or it rides in it."""
    if f.turn is None:
        return False
    return f.turn.unit == unit.id or any(turn.unit == unit.id and _rides(f, turn) for turn in f.riding)


def _rides(f: Fight, turn: Turn) -> bool:
    return turn.within is not None and turn.within == _host(f, f.program.stages[turn.stage], f.units[turn.unit])


def riding_in(f: Fight, turn: Turn) -> list[Turn]:
    """The turns that pass within another: of each unit that rides in it the next one, then of those in these."""
    if f.program.stages[turn.stage].within is None:
        return []
    opened = [turn]
    for host in opened:
        riding: dict[str, Turn] = {}
        for other in f.order:
            if other.within == host.unit and other.stage == host.stage and other.state == "waiting":
                riding.setdefault(other.unit, other)
        opened += [other for other in riding.values() if other not in opened]
    return opened[1:]


def end_round(f: Fight) -> None:
    """End the round. Who has left and had no turn pass since has its next turn now, as far as time goes."""
    happen(f, Simple("end:round", None, None, f.round), _nothing)
    pass_edge(f, "end", "round")
    for turn in f.order:
        if turn.within is not None and turn.state == "waiting":
            pass_edge(f, "start", "unit:" + turn.unit)
            pass_edge(f, "end", "unit:" + turn.unit)
    passed = {turn.unit for turn in f.order if turn.empty}
    for unit in list(f.units.values()):
        if unit.gone and unit.id not in passed:
            pass_edge(f, "start", "unit:" + unit.id)
            pass_edge(f, "end", "unit:" + unit.id)
    settle(f)


def up_next(f: Fight) -> Turn | None:
    """The turn that comes next: of those still waiting the first by count, then by the ties that are declared.

    Where the round goes on from a place, those above it come after all others. Raises `Refused` where a tie is
    left to a choice that nobody makes.
    """
    last = _back_to_back(f)
    if last is not None:
        return last
    waiting = [turn for turn in f.order if turn.state == "waiting" and turn.within is None]
    if not waiting:
        return None
    number = min(turn.stage for turn in waiting)
    waiting = [turn for turn in waiting if turn.stage == number]
    if len(waiting) == 1:
        return waiting[0]
    stage = f.program.stages[number]
    tied = _first_of(waiting, lambda turn: _place(f, turn))
    if len(tied) > 1 and stage.ties is not None:
        ties = stage.ties
        tied = _first_of(tied, lambda turn: ties(f, f.units[turn.unit]))
    units = list(dict.fromkeys(turn.unit for turn in tied))
    if stage.ties is None or len(units) == 1:
        return tied[0]
    options = [f.units[unit] for unit in units]
    chosen = ask(f, Request(None, None, "tie", "one", options), lambda: options[0], None)
    return next(turn for turn in tied if turn.unit == chosen.id)


def _back_to_back(f: Fight) -> Turn | None:
    """The next turn of the unit that had the last one, where its turns follow each other."""
    last = f.turn or f.last_turn
    if last is None or not f.program.stages[last.stage].back_to_back:
        return None
    mine = (turn for turn in f.order if turn.unit == last.unit and turn.stage == last.stage)
    return next((turn for turn in mine if turn.state == "waiting" and turn.within is None), None)


def _first_of(turns: list[Turn], rank: Callable[[Turn], Any]) -> list[Turn]:
    """Those that rank first, in the order in which they are."""
    ranks = [rank(turn) for turn in turns]
    first = min(ranks)
    return [turn for turn, found in zip(turns, ranks, strict=True) if found == first]


def _place(f: Fight, turn: Turn) -> tuple[int, Any]:
    """Where a turn stands in the order by its count alone; those past where the round goes on from come last."""
    stage = f.program.stages[turn.stage]
    count = count_of(f, turn)
    if count is None:
        return 2, 0
    above = 0
    if f.place is not None:
        above = int(count > f.place if stage.descending else count < f.place)
    return above, -count if stage.descending else count


def begin_turn(f: Fight, turn: Turn) -> None:
    """Open a turn: what ends at its start ends first, then budgets are full again, then rules answer.

    The turn of who has left still passes, but nothing answers it. Turns that pass within this one open with it.
    """
    f.put(f, "turn", turn)
    f.put(f, "riding", tuple(riding_in(f, turn)))
    if f.memory["turn"]:
        f.put_key(f.memory, "turn", {})
    opened = (turn, *f.riding)
    for each in opened:
        _open(f, each)
    for other in f.units.values():
        refresh(f, other, "any turn")
    for each in opened:
        if not each.empty:
            happen(f, Simple("start:turn", None, f.units[each.unit]), _nothing)
    settle(f)


def _open(f: Fight, turn: Turn) -> None:
    unit = f.units[turn.unit]
    f.put(turn, "state", "open")
    f.put(turn, "empty", unit.gone or (turn.within is not None and not _rides(f, turn)))
    f.put(unit, "used", ())
    pass_edge(f, "start", "unit:" + unit.id)
    refresh(f, unit, "turn")


def end_turn(f: Fight) -> None:
    """Close the open turn: rules answer, then what ends at its end ends."""
    turn = f.turn
    assert turn is not None
    opened = (turn, *f.riding)
    for each in opened:
        if not each.empty:
            happen(f, Simple("end:turn", None, f.units[each.unit]), _nothing)
    for each in opened:
        f.put(each, "state", "done")
        pass_edge(f, "end", "unit:" + each.unit)
    f.put(f, "last_turn", turn)
    f.put(f, "turn", None)
    f.put(f, "riding", ())
    settle(f)


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


def refresh(f: Fight, unit: Unit, each: str) -> None:
    """Fill up the budgets of a unit that are filled this often."""
    if not unit.gone:
        for budget in f.program.filled.get(each, ()):
            f.put(unit, "c_" + budget.name, budget.amount(f, unit))


def _nothing(f: Fight, event: Any) -> None:
    """What begins or ends has no effect of its own; rules give it one."""
