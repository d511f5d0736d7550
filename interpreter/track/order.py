"""Who comes next: where turns stand in the round, by stage, group, count and tie. Nothing here changes a fight."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.library.program import Stage
from interpreter.track.choices import Request, ask
from interpreter.track.counts import count_of
from interpreter.track.fight import Fight
from interpreter.track.refusals import Absent
from interpreter.track.state import Turn, Unit


def up_next(f: Fight, *, skipped: bool = True) -> Turn | None:
    """The turn that comes next, or the first of those that do at the same time; None where none waits.

    Without `skipped`, those that pass unused are left out, since they are missed or their unit has left. Raises
    `Refused` as `next_turns` does.
    """
    found = next_turns(f, skipped=skipped)
    return found[0] if found else None


def next_turns(f: Fight, *, skipped: bool = True) -> list[Turn]:
    """The turn that comes next: of those still waiting the first by stage, group and count, then by the ties declared.

    Where the stage lets those that nothing tells apart act together, it is one turn of each of them. Raises `Refused`
    where something is left to a choice that nobody makes.
    """
    waiting = [turn for turn in f.order if turn.state == "waiting" and turn.within is None]
    if not skipped:
        waiting = [turn for turn in waiting if not turn.skipped and not f.units[turn.unit].gone]
    if len(waiting) < 2:
        return waiting
    queued = [turn for turn in waiting if turn.queued is not None]
    if queued:
        return [min(queued, key=lambda turn: turn.queued or 0)]
    again = _back_to_back(f, waiting)
    if again is not None:
        return [again]
    number = min([turn.stage for turn in waiting])
    stage = f.program.stages[number]
    waiting = _of_one_group(f, stage, [turn for turn in waiting if turn.stage == number])
    found = _first_by_ties(f, stage, waiting)
    if stage.first_may_wait and len(found) == 1 and _waits(f, found[0], waiting):
        return _first_by_ties(f, stage, [turn for turn in waiting if turn.unit != found[0].unit])
    return found


def _first_by_ties(f: Fight, stage: Stage, waiting: list[Turn]) -> list[Turn]:
    """Of the turns of one group the first; several, one for each unit, where these act together.

    The turn of who has left the fight is passed by itself.
    """
    if len(waiting) == 1:
        return waiting
    tied = first_in_order(f, stage, waiting)
    units = list(dict.fromkeys([turn.unit for turn in tied]))
    if len(units) == 1:
        return tied[:1]
    together = stage.together is not None and stage.together(f, None)
    if not together and not stage.choice:
        return tied[:1]
    left = [turn for turn in tied if f.units[turn.unit].gone]
    if left:
        # Nothing comes of it: nobody is asked about it, and it keeps nobody from cutting in on another.
        return left[:1]
    if together:
        return [next(turn for turn in tied if turn.unit == unit) for unit in units]
    options = [f.units[unit] for unit in units]
    chosen = ask(f, Request(None, None, "tie", "one", options), lambda: options[0], None)
    return [next(turn for turn in tied if turn.unit == chosen.id)]


def first_in_order(f: Fight, stage: Stage, waiting: list[Turn]) -> list[Turn]:
    """Those that come first by count and by the ties that are declared, choices left aside."""
    tied = _first_of(waiting, lambda turn: place_of(f, turn))
    if len(tied) > 1 and stage.ties is not None:
        ties = stage.ties
        tied = _first_of(tied, lambda turn: ties(f, f.units[turn.unit]))
    return tied


def _first_of(turns: list[Turn], rank: Callable[[Turn], Any]) -> list[Turn]:
    """Those that rank first, in the order in which they are."""
    ranks = [rank(turn) for turn in turns]
    first = min(ranks)
    return [turn for turn, found in zip(turns, ranks, strict=True) if found == first]


def _back_to_back(f: Fight, waiting: list[Turn]) -> Turn | None:
    """The next turn of the unit that had the last one, where its turns follow each other."""
    last = f.last_turn if f.turn is None or f.turn.late else f.turn
    if last is None or not f.program.stages[last.stage].back_to_back:
        return None
    for turn in waiting:
        if turn.unit == last.unit and turn.stage == last.stage and not turn.late:
            return turn
    return None


# --- groups -------------------------------------------------------------------------------------------------


def group_of(f: Fight, turn: Turn) -> Any:
    """The key of the group in which a turn comes: fixed once its stage has started; None where there are no groups.

    A unit that stands for a group is given by its id. Who is in none is one of its own.
    """
    if turn.group is not None:
        return turn.group
    stage = f.program.stages[turn.stage]
    if stage.group is None:
        return None
    try:
        found = stage.group(f, f.units[turn.unit])
    except Absent:
        found = f.units[turn.unit]
    return ("unit", found.id) if isinstance(found, Unit) else ("", found)


def _of_one_group(f: Fight, stage: Stage, waiting: list[Turn]) -> list[Turn]:
    """Those of the group whose turns it is: that of the turn before, else the next by the order of the groups."""
    if stage.group is None:
        return waiting
    keys = [group_of(f, turn) for turn in waiting]
    groups = list(dict.fromkeys(keys))
    there = [key for turn, key in zip(waiting, keys, strict=True) if not f.units[turn.unit].gone]
    left = [group for group in groups if group not in there]
    if f.group in groups:
        chosen = f.group
    elif len(groups) == 1:
        chosen = groups[0]
    elif left and stage.groups == "choice":
        chosen = left[0]
    elif stage.groups == "choice":
        options = [f.units[key] if what == "unit" else key for what, key in groups]
        chosen = groups[options.index(ask(f, Request(None, None, "group", "one", options), lambda: options[0], None))]
    else:
        ranked = [group for group in groups if group[0] != "unit"] or groups
        chosen = (max if stage.groups == "descending" else min)(ranked, key=lambda group: group[1])
    return [turn for turn, key in zip(waiting, keys, strict=True) if key == chosen]


def _waits(f: Fight, top: Turn, waiting: list[Turn]) -> bool:
    """Whether who comes first in a group that has not begun chooses to act last in it. Who has left chooses nothing."""
    others = [turn for turn in waiting if turn.unit != top.unit and not f.units[turn.unit].gone]
    if begun(f, top) or f.units[top.unit].gone or not others:
        return False
    answer = ask(f, Request(None, f.units[top.unit], "act", "either", ["first", "last"]), lambda: "first", None)
    return bool(answer == "last")


def begun(f: Fight, turn: Turn) -> bool:
    """Whether a turn of the same stage and group has been had in this round, or its first has chosen to act last."""
    group = group_of(f, turn)
    had = [other for other in f.order if other.stage == turn.stage and group_of(f, other) == group]
    return any(other.last or (other.state in ("open", "done") and not other.empty) for other in had)


# --- where turns stand --------------------------------------------------------------------------------------


def place_of(f: Fight, turn: Turn) -> tuple[int, Any, bool]:
    """Where a turn stands in the order of its group, ties left aside.

    Those past where the round goes on from come after the others, and those that act last after these; of those at
    one count, those that were delayed to it.
    """
    stage = f.program.stages[turn.stage]
    count = count_of(f, turn)
    if turn.last or count is None:
        return 2, 0, turn.late
    above = 0
    if f.place is not None:
        above = int(count > f.place if stage.descending else count < f.place)
    return above, -count if stage.descending else count, turn.late


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
    return sorted(mine, key=lambda turn: (turn.queued is None, turn.stage, place_of(f, turn), turn.serial))


def held_by(f: Fight, unit: Unit) -> Turn | None:
    """The turn that a unit keeps until it takes it."""
    return next((turn for turn in f.order if turn.unit == unit.id and turn.state == "held"), None)


def takeable(f: Fight, unit: Unit) -> Turn | None:
    """The turn that a unit would take if it took one now: the one it holds, else the next it still has."""
    waiting = (turn for turn in waiting_of(f, unit) if turn.within is None)
    return held_by(f, unit) or next(waiting, None)


def skipped_before(f: Fight, turn: Turn) -> list[Turn]:
    """The turns that pass unused before a turn comes, as they come."""
    unused = (each for each in f.order if each.skipped and each.state == "waiting" and each.within is None)
    before = [each for each in unused if (each.stage, place_of(f, each)) <= (turn.stage, place_of(f, turn))]
    return sorted(before, key=lambda each: (each.stage, place_of(f, each), each.serial))
