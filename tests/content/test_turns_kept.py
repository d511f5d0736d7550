"""In every ruleset: removing, adding, re-ranking anybody, at any time, costs nobody a turn and gives nobody two.

So does delaying, holding, moving, skipping or giving turns. What is held, its unit still has.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.library.building import Builder
from interpreter.library.content import shipped_rulesets
from interpreter.library.program import Site
from interpreter.table.loading import build, load
from interpreter.track import lasting, order, reordering, turns
from interpreter.track.dice import SeededDice
from interpreter.track.entering import add_unit
from interpreter.track.fight import Fight
from interpreter.track.refusals import Refused
from interpreter.track.state import Unit
from tests.content.fray import FirstOption

HERE = Site("test", 1, 1, "test")


@cache
def builder(name: str) -> Builder:
    return build(load(name))


class Rounds:
    """A fight whose turns are opened and ended, and noted: each turn by its serial, with whose it is."""

    def __init__(self, name: str, seed: int, inits: list[int]) -> None:
        self.f = Fight(builder(name).program, SeededDice(seed), FirstOption())
        self.taken: list[int] = []
        self.given: dict[int, str] = {}
        self.joined = 0
        for init in inits:
            self.add(init)

    def add(self, init: int) -> None:
        f = self.f
        side = f.program.sides[self.joined % len(f.program.sides)]
        unit = add_unit(f, f"u{self.joined}", side, (), {})
        self.joined += 1
        unit.init = unit.last_init = init

    def join(self, init: int) -> None:
        self.add(init)
        unit = self.f.units[f"u{self.joined - 1}"]
        self.f.whole(lambda: turns.give_turns(self.f, unit))

    def change(self, what: str, which: int, number: int) -> None:
        f = self.f
        units = list(f.units.values())
        unit = units[which % len(units)]
        if what == "join":
            self.join(number)
        elif what == "leave":
            f.whole(lambda: lasting.leave_for_good(f, HERE, unit))
        elif what == "off":
            f.whole(lambda: lasting.take_off(f, HERE, unit))
        elif what in REORDERING:
            # What cannot be done now is refused, and leaves everything as it was.
            with suppress(Refused):
                f.whole(lambda: REORDERING[what](f, unit, number))
        elif not unit.gone and unit.init is not None:
            f.whole(lambda: f.put(unit, "init", number))

    def note(self) -> None:
        """Whatever turn there is now, must come once."""
        for turn in self.f.order:
            self.given.setdefault(turn.serial, turn.unit)

    def begin_next(self) -> bool:
        f = self.f
        found = f.whole(lambda: order.next_turns(f))
        if not found:
            return False
        f.whole(lambda: turns.begin_turn(f, found[0], found[1:]))
        return True

    def end(self) -> None:
        """End the open turns; one that was put off has not been taken."""
        f = self.f
        opened = [turn for turn in (f.turn, *f.riding) if turn is not None]
        f.whole(lambda: turns.end_turn(f))
        self.taken += [turn.serial for turn in opened if turn.state == "done"]
        self.note()


REORDERING: dict[str, Callable[[Fight, Unit, int], None]] = {
    "delay": lambda f, unit, number: reordering.delay_turn(f, HERE, number),
    "hold": lambda f, unit, number: reordering.hold_turn(f, HERE),
    "move": lambda f, unit, number: reordering.move_turn(f, HERE, unit, number),
    "queue": lambda f, unit, number: reordering.queue_turn(f, HERE, unit),
    "skip": lambda f, unit, number: reordering.skip_turn(f, HERE, unit),
    "give": lambda f, unit, number: reordering.give_turn(f, HERE, unit, number),
}
CHANGES = st.tuples(
    st.sampled_from(["rank", "leave", "off", "join", *REORDERING]), st.integers(0, 9), st.integers(1, 25)
)
PLAN = st.lists(st.tuples(st.lists(CHANGES, max_size=2), st.lists(CHANGES, max_size=2)), max_size=8)


@pytest.mark.parametrize("name", shipped_rulesets())
@given(seed=st.integers(1, 50), inits=st.lists(st.integers(1, 20), min_size=2, max_size=5), plan=PLAN)
def test_every_turn_comes_once_whatever_becomes_of_others(
    name: str, seed: int, inits: list[int], plan: list[tuple[list[Any], list[Any]]]
) -> None:
    rounds = Rounds(name, seed, inits)
    f = rounds.f
    upcoming = iter(plan)
    for _ in range(2):
        f.whole(lambda: turns.begin_round(f))
        rounds.note()
        while True:
            between, within = next(upcoming, ([], []))
            for change in between:
                rounds.change(*change)
            rounds.note()
            if not rounds.begin_next():
                break
            for change in within:
                rounds.change(*change)
            rounds.end()
        held = {turn.serial: f.units[turn.unit] for turn in f.order if turn.state == "held"}
        assert sorted([*rounds.taken, *held]) == sorted(rounds.given), "a turn was lost, or came twice"
        for serial, unit in held.items():
            if unit.gone:
                # What somebody held who has left, nobody can take any more.
                rounds.given.pop(serial)
        f.whole(lambda: turns.end_round(f))
