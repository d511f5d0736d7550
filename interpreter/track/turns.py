"""Rounds and turns: who acts next, and what begins and ends with a turn. Time belongs to units."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.library.program import MOST_TURNS, Site, Stage
from interpreter.track.choices import Request, ask
from interpreter.track.counts import count_of
from interpreter.track.events import Simple
from interpreter.track.fight import Fight
from interpreter.track.happen import happen
from interpreter.track.lasting import pass_edge, settle
from interpreter.track.refusals import Absent, Refused
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
    there = [unit for unit in f.units.values() if not unit.gone]
    for unit in there:
        refresh(f, unit, "round")
    # What comes first in a round may still change the counts at which turns are given.
    happen(f, Simple("start:round", None, None, f.round), lambda f, _event: _give_all(f, there))
    settle(f)


def _give_all(f: Fight, units: list[Unit]) -> None:
    for unit in units:
        if not unit.gone:
            give_turns(f, unit)


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
        for count in _counts_of(f, stage, unit):
            turn = Turn(f.next_serial(), unit.id, number, count)
            turn.fixed = stage.listed
            turn.within = _host(f, stage, unit)
            f.put_list(f.order, [*f.order, turn])


def _counts_of(f: Fight, stage: Stage, unit: Unit) -> list[Any]:
    """A count for each turn of a unit in a stage, as they come: those that it lists, else None for a live one."""
    if not stage.listed:
        turns = stage.turns(f, unit)
        if not isinstance(turns, int) or not 0 <= turns <= MOST_TURNS:
            raise Refused(
                f"how many turns `{unit}` has must be a whole number from 0 to {MOST_TURNS}, not {turns}", stage.site
            )
        return [None] * turns
    try:
        counts = sorted(stage.count(f, unit), reverse=stage.descending)
    except Absent:
        return []
    if len(counts) > MOST_TURNS:
        raise Refused(
            f"a unit has at most {MOST_TURNS} turns in a round, and `{unit}` would have {len(counts)}", stage.site
        )
    return counts


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
    if f.turn is None or f.turn.state != "open":
        return False
    mine = (turn for turn in (f.turn, *f.riding) if turn.unit == unit.id and not turn.skipped)
    return any(turn is f.turn or _rides(f, turn) for turn in mine)


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


def up_next(f: Fight, *, skipped: bool = True) -> Turn | None:
    """The turn that comes next: of those still waiting the first by count, then by the ties that are declared.

    Where the round goes on from a place, those above it come after all others. Without `skipped`, those that pass
    unused are left out. Raises `Refused` where a tie is left to a choice that nobody makes.
    """
    waiting = [turn for turn in f.order if turn.state == "waiting" and turn.within is None]
    waiting = [turn for turn in waiting if skipped or not turn.skipped]
    last = _back_to_back(f, waiting)
    if last is not None:
        return last
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


def _back_to_back(f: Fight, waiting: list[Turn]) -> Turn | None:
    """The next turn of the unit that had the last one, where its turns follow each other."""
    last = f.last_turn if f.turn is None or f.turn.late else f.turn
    if last is None or not f.program.stages[last.stage].back_to_back:
        return None
    mine = (turn for turn in waiting if turn.unit == last.unit and turn.stage == last.stage)
    return next((turn for turn in mine if not turn.late), None)


def _first_of(turns: list[Turn], rank: Callable[[Turn], Any]) -> list[Turn]:
    """Those that rank first, in the order in which they are."""
    ranks = [rank(turn) for turn in turns]
    first = min(ranks)
    return [turn for turn, found in zip(turns, ranks, strict=True) if found == first]


def _place(f: Fight, turn: Turn) -> tuple[int, Any, bool]:
    """Where a turn stands in the order of its stage, ties left aside.

    Those past where the round goes on from come last; of those at one count, those that were delayed to it.
    """
    stage = f.program.stages[turn.stage]
    count = count_of(f, turn)
    if count is None:
        return 2, 0, turn.late
    above = 0
    if f.place is not None:
        above = int(count > f.place if stage.descending else count < f.place)
    return above, -count if stage.descending else count, turn.late


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
        if not each.empty and not each.skipped:
            happen(f, Simple("start:turn", None, f.units[each.unit]), _nothing)
    settle(f)


def _open(f: Fight, turn: Turn) -> None:
    unit = f.units[turn.unit]
    f.put(turn, "state", "open")
    f.put(turn, "empty", unit.gone or (turn.within is not None and not _rides(f, turn)))
    f.put(unit, "used", ())
    pass_edge(f, "start", "unit:" + unit.id)
    if not turn.skipped:
        refresh(f, unit, "turn")


def end_turn(f: Fight) -> None:
    """Close the open turn: rules answer, then what ends at its end ends. One that was delayed is still to come."""
    turn = f.turn
    assert turn is not None
    opened = [each for each in (turn, *f.riding) if each.state == "open"]
    for each in opened:
        if not each.empty and not each.skipped:
            happen(f, Simple("end:turn", None, f.units[each.unit]), _nothing)
    for each in opened:
        f.put(each, "state", "done")
        pass_edge(f, "end", "unit:" + each.unit)
    if opened:
        f.put(f, "last_turn", turn)
    f.put(f, "turn", None)
    f.put(f, "riding", ())
    settle(f)


def turns_left(f: Fight, unit: Unit) -> int:
    """How many turns of this round a unit still has, the open one and those that pass unused not counted."""
    return len(waiting_of(f, unit))


def counts_left(f: Fight, unit: Unit) -> list[Any]:
    """The counts of the turns that a unit still has in this round, as they come."""
    return [count_of(f, turn) for turn in waiting_of(f, unit)]


def waiting_of(f: Fight, unit: Unit) -> list[Turn]:
    """The turns of this round that a unit still has, as they come."""
    mine = [turn for turn in f.order if turn.unit == unit.id and turn.state == "waiting" and not turn.skipped]
    if len(mine) < 2:
        return mine
    return sorted(mine, key=lambda turn: (turn.stage, _place(f, turn), turn.serial))


def skipped_before(f: Fight, turn: Turn) -> list[Turn]:
    """The turns that pass unused before a turn comes, as they come."""
    unused = (each for each in f.order if each.skipped and each.state == "waiting" and each.within is None)
    before = [each for each in unused if (each.stage, _place(f, each)) <= (turn.stage, _place(f, turn))]
    return sorted(before, key=lambda each: (each.stage, _place(f, each), each.serial))


def delay_turn(f: Fight, site: Site, count: Any) -> None:
    """Let the open turn wait for a later count. It has not been: what waits for its end waits on, and so do rules."""
    turn = f.turn
    if turn is None or turn.state != "open":
        raise Refused("no turn is open that could be delayed", site)
    event = Simple("note", site, f.units[turn.unit], f"{turn.unit} delays its turn to")
    event.value = count
    moved = Turn(turn.serial, turn.unit, turn.stage, count)
    moved.fixed = moved.late = True
    if _place(f, moved) <= _place(f, turn):
        raise Refused(f"a turn can be delayed to a later count alone, not to {count}", site)
    happen(f, event, _delay)


def _delay(f: Fight, event: Simple) -> None:
    turn = f.turn
    assert turn is not None
    for each in (turn, *f.riding):
        f.put(each, "state", "waiting")
    for slot, value in (("count", event.value), ("fixed", True), ("late", True)):
        f.put(turn, slot, value)


def skip_turn(f: Fight, site: Site, unit: Unit) -> None:
    """Let the next turn that a unit still has pass unused; time sees it, and nothing answers it."""
    waiting = waiting_of(f, unit)
    if not waiting:
        raise Refused(f"`{unit}` has no turn left in round {f.round} that could be skipped", site)
    event = Simple("note", site, unit, f"{unit} misses its turn at")
    event.value = count_of(f, waiting[0])
    happen(f, event, lambda f, _event: f.put(waiting[0], "skipped", True))


def give_turn(f: Fight, site: Site, unit: Unit, count: Any) -> None:
    """Give a unit one more turn in this round, at a count of the stage that the round is in."""
    if unit.gone:
        raise Refused(f"`{unit}` has left the fight", site)
    event = Simple("note", site, unit, f"{unit} has one more turn at")
    event.value = count
    happen(f, event, _give)


def _give(f: Fight, event: Simple) -> None:
    waiting = [turn.stage for turn in f.order if turn.state == "waiting"]
    stage = f.turn.stage if f.turn is not None else min(waiting, default=len(f.program.stages) - 1)
    turn = Turn(f.next_serial(), event.unit.id, stage, event.value)
    turn.fixed = True
    f.put_list(f.order, [*f.order, turn])


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
            amount = budget.amount(f, unit)
            if not isinstance(amount, int) or amount < 0:
                message = f"the `{budget.name}` of `{unit}` must be a whole number from 0 on, not {amount}"
                raise Refused(message, budget.site)
            f.put(unit, "c_" + budget.name, amount)


def _nothing(f: Fight, event: Any) -> None:
    """What begins or ends has no effect of its own; rules give it one."""
