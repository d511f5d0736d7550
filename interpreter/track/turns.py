"""Rounds and turns: who acts next, and what begins and ends with a turn. Time belongs to units."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.language.limits import MOST_ROUNDS, MOST_TURNS
from interpreter.library.program import Site, Stage
from interpreter.track.counts import count_of
from interpreter.track.events import Simple, note
from interpreter.track.fight import Fight
from interpreter.track.happen import happen
from interpreter.track.lasting import pass_edge, settle
from interpreter.track.order import begun, first_in_order, group_of, takeable
from interpreter.track.refusals import Absent, Refused
from interpreter.track.state import Turn, Unit


def begin_round(f: Fight, site: Site | None = None) -> None:
    """Start the next round: everybody who is in the fight gets its turns. The first round begins the scene.

    Raises `Refused` where a fight has as many rounds as it may.
    """
    if f.round >= MOST_ROUNDS:
        raise Refused(f"a fight has at most {MOST_ROUNDS} rounds", site)
    if not f.round:
        _begin_scene(f)
    f.put(f, "round", f.round + 1)
    for slot in ("place", "last_turn", "stage", "group", "reached"):
        f.put(f, slot, None)
    f.put_key(f.memory, "round", {})
    f.put_list(f.order, [turn for turn in f.order if turn.state == "held" and not f.units[turn.unit].gone])
    for turn in f.order:
        f.put(turn, "put_off", 0)
    pass_edge(f, "start", "round")
    there = [unit for unit in f.units.values() if not unit.gone]
    for unit in there:
        refresh(f, unit, "round")
    # What comes first in a round may still change the counts at which turns are given.
    happen(f, Simple("start:round", None, None, f.round), lambda f, _event: _give_all(f, there))
    enter_stage(f)
    settle(f)


def _give_all(f: Fight, units: list[Unit]) -> None:
    for unit in units:
        if not unit.gone:
            give_turns(f, unit)


def enter_stage(f: Fight) -> None:
    """Start the stage of the turn that comes next, where the round is not in it yet; its groups are fixed then."""
    if f.stage is not None and len(f.program.stages) == 1:
        return
    number = min([turn.stage for turn in f.order if turn.state == "waiting" and turn.within is None], default=f.stage)
    if number is None or number == f.stage:
        return
    _leave_stage(f)
    f.put(f, "stage", number)
    f.put(f, "group", None)
    _pass_stage(f, "start")
    for turn in f.order:
        if turn.stage == number and turn.group is None:
            f.put(turn, "group", group_of(f, turn))


def _leave_stage(f: Fight) -> None:
    if f.stage is not None:
        _pass_stage(f, "end")


def _pass_stage(f: Fight, edge: str) -> None:
    """A stage starts or ends. The only one of a round says nothing that the round does not, unless rules ask for it."""
    kind = f"{edge}:stage"
    asked = f.listeners[kind]
    assert f.stage is not None
    if len(f.program.stages) > 1 or asked.first or asked.before or asked.after:
        happen(f, Simple(kind, None, None, f.program.stages[f.stage].name), _nothing)


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
    """Whether it is a unit's turn: the open one is its own, or it rides in it, or has its own at the same time.

    Who is cut in on waits until that turn is over.
    """
    if f.turn is None or f.turn.state != "open":
        return False
    if f.turn.unit == unit.id and not f.turn.skipped:
        return True
    mine = (turn for turn in (f.turn, *f.riding) if turn.unit == unit.id and not turn.skipped)
    return any(turn is f.turn or turn.beside or _rides(f, turn) for turn in mine)


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
    _leave_stage(f)
    f.put(f, "stage", None)
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


def begin_turn(f: Fight, turn: Turn, beside: Sequence[Turn] = ()) -> None:
    """Open a turn: what ends at its start ends first, then budgets are full again, then rules answer.

    The turn of who has left still passes, but nothing answers it. Turns that pass within this one, and those `beside`
    it that are taken at the same time, open with it.
    """
    _come_to(f, turn)
    f.put(f, "turn", turn)
    riding = riding_in(f, turn)
    if beside:
        names = " and ".join([turn.unit, *[other.unit for other in beside]])
        happen(f, Simple("note", None, None, f"{names} have their turns at the same time"), _nothing)
    for other in beside:
        f.put(other, "beside", True)
        riding += [other, *riding_in(f, other)]
    f.put(f, "riding", tuple(riding))
    if f.memory["turn"] or f.interrupted:
        f.put_key(f.memory, "turn", {})
    opened = (turn, *f.riding)
    for each in opened:
        _open(f, each)
    for other_unit in f.units.values():
        refresh(f, other_unit, "any turn")
    for each in opened:
        if not each.empty and not each.skipped:
            happen(f, Simple("start:turn", None, f.units[each.unit]), _nothing)
    settle(f)


def _come_to(f: Fight, turn: Turn) -> None:
    """Note how far the round has come with a turn; who was first in its group and let others begin, acts last."""
    if f.interrupted or turn.state == "held":
        return
    stage = f.program.stages[turn.stage]
    if stage.first_may_wait and not begun(f, turn):
        waiting = [each for each in f.order if each.state == "waiting" and each.stage == turn.stage]
        there = [each for each in waiting if each is turn or not f.units[each.unit].gone]
        mine = [each for each in there if group_of(f, each) == group_of(f, turn)]
        top = first_in_order(f, stage, mine)
        if all(each.unit != turn.unit for each in top):
            f.put(top[0], "last", True)
    if stage.group is not None:
        f.put(f, "group", group_of(f, turn))
    if f.program.asks_how_far and turn.queued is None:
        count = count_of(f, turn)
        if count is not None:
            f.put(f, "reached", (turn.stage, count))


def _open(f: Fight, turn: Turn) -> None:
    unit = f.units[turn.unit]
    f.put(turn, "state", "open")
    f.put(turn, "empty", unit.gone or (turn.within is not None and not _rides(f, turn)))
    f.put(unit, "used", ())
    if turn.step or turn.taken:
        f.put(turn, "step", 0)
        f.put(turn, "taken", 0)
    pass_edge(f, "start", "unit:" + unit.id)
    if not turn.skipped:
        refresh(f, unit, "turn")


def has_more_steps(f: Fight) -> bool:
    """Whether the open turn has a step left to come to."""
    turn = f.turn
    return turn is not None and turn.state == "open" and turn.step + 1 < len(f.program.stages[turn.stage].steps)


def next_step(f: Fight) -> bool:
    """Let the open turn come to its next step; False where it has none left."""
    turn = f.turn
    if not has_more_steps(f) or turn is None:
        return False
    if _passes_unused(f, turn):
        return False
    step = f.program.stages[turn.stage].steps[turn.step + 1]
    happen(f, note(None, f.units[turn.unit], f"{turn.unit} comes to", step), _next_step)
    settle(f)
    return True


def _passes_unused(f: Fight, turn: Turn) -> bool:
    """Whether nothing comes of a turn from now on: its unit misses it, or has left."""
    return turn.empty or turn.skipped or f.units[turn.unit].gone


def _next_step(f: Fight, _event: Simple) -> None:
    turn = f.turn
    assert turn is not None
    f.put(turn, "step", turn.step + 1)
    f.put(turn, "taken", len(f.units[turn.unit].used))


def may_cut_in(f: Fight, unit: Unit) -> bool:
    """Whether the stage of the open turn lets a unit cut in now: at the beginning of a step, by its condition."""
    turn = f.turn
    if turn is None or turn.state != "open" or unit.gone or takeable(f, unit) is None or _passes_unused(f, turn):
        return False
    cuts_in = f.program.stages[turn.stage].cuts_in
    if cuts_in is None or any(other.unit == unit.id for other in f.open_turns()):
        return False
    return len(f.units[turn.unit].used) == turn.taken and cuts_in(f, unit)


def cut_in(f: Fight, site: Site | None, unit: Unit) -> bool:
    """Let a unit take a turn of its own inside of the open one, which goes on when that is over.

    It is the turn that it holds, else the next that it still has. False where a rule stopped it. Raises `Refused`
    where no turn is open, or the unit has none to take.
    """
    if not announce_cut_in(f, unit, site):
        return False
    begin_inside(f, unit)
    return True


def announce_cut_in(f: Fight, unit: Unit, site: Site | None = None) -> bool:
    """Say that a unit is going to cut in on the open turn; False where a rule stopped that."""
    host = f.turn
    if host is None or host.state != "open":
        raise Refused("no turn is open that could be cut in on", site)
    if any(turn.beside for turn in f.riding):
        raise Refused("nobody can cut in on turns that are taken at the same time", site)
    if any(turn.unit == unit.id for turn in f.open_turns()):
        raise Refused(f"`{unit}` has a turn open already", site)
    if takeable(f, unit) is None:
        raise Refused(f"`{unit}` has no turn left in round {f.round} to cut in with", site)
    return happen(f, Simple("cut_in", site, unit, None, f.units[host.unit]), _nothing)


def first_to_cut_in(f: Fight, units: list[Unit]) -> Unit:
    """Of those who are going to cut in on the open turn, the one who comes first."""
    assert f.turn is not None
    by = f.program.stages[f.turn.stage].cuts_in_by
    return units[0] if by is None else max(units, key=lambda unit: by(f, unit))


def begin_inside(f: Fight, unit: Unit) -> None:
    """Begin the turn of a unit inside of the open one."""
    turn = takeable(f, unit)
    if turn is None or f.turn is None:
        raise Refused(f"`{unit}` has no turn left in round {f.round} to cut in with")
    f.put(f, "interrupted", (*f.interrupted, (f.turn, f.riding, f.memory["turn"])))
    begin_turn(f, turn)


def end_turn(f: Fight) -> None:
    """Close the open turn: rules answer, then what ends at its end ends. One that was delayed is still to come.

    One that was cut in on goes on.
    """
    turn = f.turn
    assert turn is not None
    opened = [each for each in (turn, *f.riding) if each.state == "open"]
    for each in opened:
        if not each.empty and not each.skipped:
            happen(f, Simple("end:turn", None, f.units[each.unit]), _nothing)
    for each in opened:
        f.put(each, "state", "done")
        pass_edge(f, "end", "unit:" + each.unit)
    if f.interrupted:
        turn, riding, memory = f.interrupted[-1]
        f.put(f, "interrupted", f.interrupted[:-1])
        f.put(f, "turn", turn)
        f.put(f, "riding", riding)
        f.put_key(f.memory, "turn", memory)
    else:
        if opened:
            f.put(f, "last_turn", turn)
        f.put(f, "turn", None)
        f.put(f, "riding", ())
        enter_stage(f)
    settle(f)


def refresh(f: Fight, unit: Unit, each: str) -> None:
    """Fill up the budgets of a unit that are filled this often."""
    if not unit.gone:
        for budget in f.program.filled.get(each, ()):
            amount = budget.amount(f, unit) if budget.always is None else budget.always
            if not isinstance(amount, int) or amount < 0:
                message = f"the `{budget.name}` of `{unit}` must be a whole number from 0 on, not {amount}"
                raise Refused(message, budget.site)
            f.put(unit, "c_" + budget.name, amount)


def _nothing(f: Fight, event: Any) -> None:
    """What begins or ends has no effect of its own; rules give it one."""
