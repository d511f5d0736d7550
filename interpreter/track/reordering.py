"""Changing the order of turns: delaying, holding, skipping, giving, moving them; nobody else loses a turn by it."""

from __future__ import annotations

from typing import Any

from interpreter.language.limits import MOST_TURNS
from interpreter.library.program import Site
from interpreter.track.choices import show
from interpreter.track.counts import count_of
from interpreter.track.events import Simple, note
from interpreter.track.fight import Fight
from interpreter.track.happen import happen
from interpreter.track.order import held_by, place_of, takeable, waiting_of
from interpreter.track.refusals import Refused
from interpreter.track.state import Turn, Unit
from interpreter.track.turns import enter_stage


def delay_turn(f: Fight, site: Site, count: Any) -> None:
    """Let the open turn wait for a later count. It has not been: what waits for its end waits on, and so do rules."""
    turn = _open_turn(f, site, "delayed")
    _check_put_off(f, site, turn)
    moved = Turn(turn.serial, turn.unit, turn.stage, count)
    moved.fixed = moved.late = True
    if place_of(f, moved) <= place_of(f, turn):
        raise Refused(f"a turn can be delayed to a later count alone, not to {show(count)}", site)

    def wait_for(f: Fight, event: Simple) -> None:
        _withdraw(f, turn, "waiting", event.value)
        f.put(turn, "late", True)

    happen(f, note(site, f.units[turn.unit], f"{turn.unit} delays its turn to", count), wait_for)


def _open_turn(f: Fight, site: Site, what: str) -> Turn:
    """The open turn that can be used. Raises `Refused` where there is none; `what` says what is not to be done then."""
    turn = f.own_turn()
    if turn is None or turn.skipped or turn.empty:
        raise Refused(f"no turn is open that could be {what}", site)
    return turn


def _check_put_off(f: Fight, site: Site, turn: Turn) -> None:
    """Raises `Refused` where a turn has begun so often that the round would not end."""
    if turn.put_off >= MOST_TURNS:
        raise Refused(f"the turn of `{turn.unit}` has been put off {MOST_TURNS} times in round {f.round}", site)


def _withdraw(f: Fight, turn: Turn, state: str, count: Any) -> None:
    """An open turn has not been, and neither have those that ride in it.

    It starts once more; but what was set in it waits for the start of the turn after.
    """
    riding = [each for each in f.riding if each.within == turn.unit and each.state == "open"]
    for each in riding:
        f.put(each, "state", "waiting")
    withdrawn = {each.serial for each in (turn, *riding)}
    for waiting in f.deadlines:
        if waiting.within in withdrawn and waiting.edge == "start":
            f.put(waiting, "left", waiting.left + 1)
    changed = {"state": state, "count": count, "fixed": True, "queued": None, "put_off": turn.put_off + 1}
    for slot, value in changed.items():
        f.put(turn, slot, value)


def hold_turn(f: Fight, site: Site) -> None:
    """Let the open turn end as if it had not been; its unit keeps it, over rounds if need be, until it takes it."""
    turn = _open_turn(f, site, "held")
    unit = f.units[turn.unit]
    if held_by(f, unit) is not None:
        raise Refused(f"`{unit}` holds a turn already", site)
    _check_put_off(f, site, turn)
    happen(f, Simple("note", site, unit, f"{unit} holds its turn"), lambda f, _event: _withdraw(f, turn, "held", None))


def skip_turn(f: Fight, site: Site, unit: Unit) -> None:
    """Let the next turn that a unit still has pass unused; time sees it, and nothing answers it."""
    waiting = waiting_of(f, unit)
    if not waiting:
        raise Refused(f"`{unit}` has no turn left in round {f.round} that could be skipped", site)
    event = note(site, unit, f"{unit} misses its turn at", count_of(f, waiting[0]))
    happen(f, event, lambda f, _event: f.put(waiting[0], "skipped", True))


def give_turn(f: Fight, site: Site, unit: Unit, count: Any, stage: str | None = None) -> None:
    """Give a unit one more turn in this round, at a count of a stage: that which the round is in, if none is named.

    Raises `Refused` where it has had, or still has, as many turns there as it may: else the round might never end;
    and where the count has passed, since the round does not come there any more.
    """
    if unit.gone:
        raise Refused(f"`{unit}` has left the fight", site)
    number = _stage_number(f, stage)
    _check_to_come(f, site, number, count)
    there = sum(turn.unit == unit.id and turn.stage == number for turn in f.order)
    if there >= MOST_TURNS:
        raise Refused(f"a unit has at most {MOST_TURNS} turns in a round, and `{unit}` would have {there + 1}", site)
    event = note(site, unit, f"{unit} has one more turn at", count)
    happen(f, event, lambda f, event: _give(f, event.unit, event.value, number))


def _stage_number(f: Fight, stage: str | None) -> int:
    if stage is not None:
        return next(number for number, found in enumerate(f.program.stages) if found.name == stage)
    if f.turn is not None:
        return f.turn.stage
    waiting = [turn.stage for turn in f.order if turn.state == "waiting"]
    return min(waiting, default=len(f.program.stages) - 1)


def _give(f: Fight, unit: Unit, count: Any, stage: int) -> None:
    turn = Turn(f.next_serial(), unit.id, stage, count)
    turn.fixed = True
    f.put_list(f.order, [*f.order, turn])
    _come_to_stage(f)


def _come_to_stage(f: Fight) -> None:
    """Between two turns the round goes back to a stage that it had left since nobody waited in it any more."""
    if f.turn is None and f.stage is not None:
        enter_stage(f)


def move_turn(f: Fight, site: Site, unit: Unit, count: Any, stage: str | None = None) -> None:
    """Let a turn of a unit - the one it holds, else the next it still has - come at another count, early or late.

    Raises `Refused` where it has none, or the count has passed.
    """
    turn = _turn_to_take(f, site, unit, "be moved")
    number = turn.stage if stage is None and turn.state == "waiting" else _stage_number(f, stage)
    _check_to_come(f, site, number, count)

    def come_to(f: Fight, event: Simple) -> None:
        for slot, value in (("state", "waiting"), ("stage", number), ("count", event.value), ("fixed", True)):
            f.put(turn, slot, value)
        _come_to_stage(f)

    happen(f, note(site, unit, f"{unit} moves its turn to", count), come_to)


def _turn_to_take(f: Fight, site: Site, unit: Unit, what: str) -> Turn:
    """The turn that a unit would take next. Raises `Refused` where it has none; `what` says what it cannot do then."""
    turn = takeable(f, unit)
    if turn is None:
        raise Refused(f"`{unit}` has no turn left in round {f.round} that could {what}", site)
    return turn


def _check_to_come(f: Fight, site: Site, stage: int, count: Any) -> None:
    """Raises `Refused` where the round is past a count of a stage: a turn has begun that comes after it."""
    if f.reached is None or stage > f.reached[0]:
        return
    if stage < f.reached[0]:
        raise Refused(f"the stage `{f.program.stages[stage].name}` is over in round {f.round}", site)
    if count > f.reached[1] if f.program.stages[stage].descending else count < f.reached[1]:
        raise Refused(f"the round has come past {count} already", site)


def queue_turn(f: Fight, site: Site, unit: Unit) -> None:
    """Let a turn of a unit come right after the open one, or next where none is open; of several, in this order."""
    turn = _turn_to_take(f, site, unit, "come next")

    def come_next(f: Fight, _event: Simple) -> None:
        f.put(turn, "state", "waiting")
        f.put(turn, "queued", f.next_serial())

    happen(f, Simple("note", site, unit, f"{unit} comes next"), come_next)


def drop_turns(f: Fight, site: Site, unit: Unit) -> None:
    """Take from a unit the turns that it still has in this round: they do not pass, and time does not see them."""
    dropped = waiting_of(f, unit)
    if dropped:
        happen(
            f,
            Simple("note", site, unit, f"{unit} gives up its turns"),
            lambda f, _event: f.put_list(f.order, [turn for turn in f.order if turn not in dropped]),
        )


def continue_round(f: Fight, site: Site, count: Any) -> None:
    """Let the round go on from a count: those past it who have not acted come after all others."""
    happen(f, note(site, f.actor, "the round goes on from", count), _continue)


def _continue(f: Fight, event: Simple) -> None:
    f.put(f, "place", event.value)
