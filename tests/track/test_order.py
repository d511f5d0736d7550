"""The order of turns: whatever happens to units in a round, each has its turns, once (faults 13 and 14)."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.library.building import Builder
from interpreter.track import lasting, moving, reordering
from interpreter.track.entering import create
from tests.tiny import HERE, Table, tiny

ATTRIBUTES = "attributes: {turns: {type: number, default: 1}, weight: {type: number, default: 0}}"
ROUND = """
round:
  - {stage: turns, count: unit.init, turns: unit.turns, order: %s, back_to_back: %s}
"""
NEWCOMER = """
- unit: newcomer
"""


@pytest.fixture(scope="module")
def builders(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Builder]:
    """Four rulesets: downward and upward, with turns of one unit back to back or not."""
    return {
        (order, back): tiny(tmp_path_factory.mktemp("order"), NEWCOMER, ruleset=ATTRIBUTES, round=ROUND % (order, back))
        for order in ("descending", "ascending")
        for back in ("yes", "no")
    }


class Order:
    """What the order of a round must be, from its definition alone: who waits, where, and since when."""

    def __init__(self, *, ascending: bool, back_to_back: bool) -> None:
        self.sign = 1 if ascending else -1
        self.back_to_back = back_to_back
        self.waiting: dict[str, int] = {}
        self.counts: dict[str, int] = {}
        self.last = ""
        self.place: int | None = None

    def join(self, unit: str, count: int, turns: int) -> None:
        self.waiting[unit] = turns
        self.counts[unit] = count

    def take(self) -> str | None:
        """Whose turn comes next; it is taken off those that wait."""
        waiting = [unit for unit, left in self.waiting.items() if left]
        if not waiting:
            return None
        found = min(waiting, key=lambda unit: (self._is_past(unit), self.sign * self.counts[unit]))
        if self.back_to_back and self.last in waiting:
            found = self.last
        self.waiting[found] -= 1
        self.last = found
        return found

    def _is_past(self, unit: str) -> bool:
        return self.place is not None and self.sign * self.counts[unit] < self.sign * self.place


class Fray:
    """A table and the order that it must keep, changed together."""

    def __init__(self, builder: Builder, order: Order, counts: list[int], twice: list[int]) -> None:
        self.table = Table(builder)
        self.order = order
        for at, count in enumerate(counts):
            turns = 2 if at in twice else 1
            self.table.add(f"u{at}", count, turns=turns)
            order.join(f"u{at}", count, turns)
        self.table.begin_round()

    def change(self, what: str, which: int, count: int) -> None:
        """One change of who is there and where; nothing where it cannot be."""
        f = self.table.f
        if what == "continue":
            self.order.place = count
            f.whole(lambda: reordering.continue_round(f, HERE, count))
            return
        if what == "join":
            unit = f.whole(lambda: create(f, HERE, "newcomer", count, f.program.manners["fall"], None))
            self.order.join(unit.id, count, 1)
            return
        unit = list(f.units.values())[which % len(f.units)]
        fall = f.program.manners["fall"]
        do: dict[str, Callable[[], object]] = {
            "rank": lambda: moving.set_init(f, HERE, unit, count, fall),
            "off": lambda: lasting.take_off(f, HERE, unit),
            "back": lambda: lasting.bring_back(f, HERE, unit, count, fall),
            "leave": lambda: lasting.leave_for_good(f, HERE, unit),
        }
        before = unit.init
        f.whole(do[what])
        if (what, before is None) in (("rank", False), ("back", True)) and not unit.gone:
            self.order.counts[unit.id] = count


CHANGES = st.tuples(
    st.sampled_from(["rank", "off", "back", "leave", "join", "continue"]), st.integers(0, 9), st.integers(1, 12)
)


@given(
    descending=st.booleans(),
    back_to_back=st.booleans(),
    counts=st.lists(st.integers(1, 12), min_size=1, max_size=6),
    twice=st.lists(st.integers(0, 5), max_size=2),
    changes=st.lists(st.tuples(st.lists(CHANGES, max_size=2), st.lists(CHANGES, max_size=2)), max_size=9),
)
def test_nobody_loses_a_turn_or_has_it_twice(
    builders: dict[tuple[str, str], Builder],
    descending: bool,
    back_to_back: bool,
    counts: list[int],
    twice: list[int],
    changes: list[tuple[list[tuple[str, int, int]], list[tuple[str, int, int]]]],
) -> None:
    """Changes between turns and within them: what comes next is always what the definition says."""
    builder = builders["descending" if descending else "ascending", "yes" if back_to_back else "no"]
    order = Order(ascending=not descending, back_to_back=back_to_back)
    fray = Fray(builder, order, counts, twice)
    upcoming = iter(changes)
    while True:
        between, within = next(upcoming, ([], []))
        for change in between:
            fray.change(*change)
        expected = order.take()
        assert fray.table.begin() == expected
        if expected is None:
            break
        for change in within:
            fray.change(*change)
        fray.table.end()
    assert not any(order.waiting.values())


@given(st.lists(CHANGES, max_size=8), st.lists(st.integers(1, 12), min_size=2, max_size=5))
def test_the_next_round_gives_everybody_still_there_one_turn(
    builders: dict[tuple[str, str], Builder], changes: list[tuple[str, int, int]], counts: list[int]
) -> None:
    fray = Fray(builders["descending", "no"], Order(ascending=False, back_to_back=False), counts, [])
    for change in changes:
        fray.change(*change)
        fray.table.turn()
    fray.table.next_round()
    there = [unit.id for unit in fray.table.f.units.values() if not unit.gone]
    assert sorted(fray.table.rest()) == sorted(there)


# --- single cases ---------------------------------------------------------------------------------------------------


@pytest.fixture
def table(builders: dict[tuple[str, str], Builder]) -> Table:
    made = Table(builders["descending", "no"], x=30, y=20, z=10)
    made.begin_round()
    return made


def rank(table: Table, id: str, init: int) -> None:
    f = table.f
    f.whole(lambda: moving.set_init(f, HERE, table[id], init, f.program.manners["fall"]))


def test_who_is_raised_after_its_turn_has_no_second_one(table: Table) -> None:
    table.turn("x")
    rank(table, "x", 25)
    assert table.rest() == ["y", "z"]


def test_who_is_raised_before_its_turn_comes_next(table: Table) -> None:
    table.begin()
    rank(table, "z", 40)
    table.end()
    assert table.rest() == ["z", "y"]


def test_who_sinks_before_its_turn_is_passed_by_others(table: Table) -> None:
    rank(table, "x", 15)
    assert table.rest() == ["y", "x", "z"]


def test_removing_one_skips_nobody(table: Table) -> None:
    table.begin()
    lasting.leave_for_good(table.f, HERE, table["x"])
    table.end()
    assert table.rest() == ["y", "z"]


def test_who_comes_back_after_its_turn_has_passed_has_none(table: Table) -> None:
    lasting.take_off(table.f, HERE, table["x"])
    assert table.turn() == "x"
    lasting.bring_back(table.f, HERE, table["x"], 5, table.f.program.manners["fall"])
    assert table.rest() == ["y", "z"]


def test_who_comes_back_before_its_turn_has_it_where_it_stands(table: Table) -> None:
    lasting.take_off(table.f, HERE, table["x"])
    lasting.bring_back(table.f, HERE, table["x"], 5, table.f.program.manners["fall"])
    assert table.rest() == ["y", "z", "x"]


def test_the_round_goes_on_from_a_count_and_who_was_passed_comes_last(table: Table) -> None:
    table.f.whole(lambda: reordering.continue_round(table.f, HERE, 20))
    assert table.rest() == ["y", "z", "x"]
    table.end_round()
    table.begin_round()
    assert table.rest() == ["x", "y", "z"]


def test_a_tie_left_to_a_choice(tmp_path: Path) -> None:
    """A tie left to a choice is answered by name; unanswered, who came first to the fight is first."""
    round = """
    round:
      - {stage: turns, count: unit.init, order: descending, ties: [choice]}
    """
    table = Table(tiny(tmp_path, round=round), x=10, y=10)
    table.begin_round()
    table.f.choices.open([("value", "tie", lambda: table["y"])])
    assert table.rest() == ["y", "x"]
    table.f.choices.frames.clear()
    table.end_round()
    table.begin_round()
    assert table.rest() == ["x", "y"]


def test_ties_are_broken_in_the_order_declared(tmp_path: Path) -> None:
    round = """
    round:
      - stage: turns
        count: unit.init
        order: descending
        ties: [unit.weight ascending, unit.side is blue first]
    """
    table = Table(tiny(tmp_path, ruleset=ATTRIBUTES, round=round))
    table.add("heavy", 10, weight=2, side="blue")
    table.add("red", 10, weight=1, side="red")
    table.add("blue", 10, weight=1, side="blue")
    table.add("first", 11, weight=9)
    table.begin_round()
    assert table.rest() == ["first", "blue", "red", "heavy"]


def test_stages_come_one_after_another_in_every_round(tmp_path: Path) -> None:
    round = """
    round:
      - {stage: heralds, count: unit.init, turns: unit.weight, order: ascending}
      - {stage: turns, count: unit.init, order: descending}
    """
    table = Table(tiny(tmp_path, ruleset=ATTRIBUTES, round=round))
    table.add("a", 10, weight=1)
    table.add("b", 5, weight=1)
    table.add("c", 20)
    table.begin_round()
    assert table.next_round() == ["b", "a", "c", "a", "b"]
    assert table.next_round() == ["b", "a", "c", "a", "b"]


def test_back_to_back_holds_though_the_unit_sinks_in_its_first_turn(builders: dict[tuple[str, str], Builder]) -> None:
    """It sinks below y in the first of its two turns: back to back the second follows, else y comes first."""
    for back, expected in (("yes", ["x", "y"]), ("no", ["y", "x"])):
        table = Table(builders["descending", back], y=20)
        table.add("x", 30, turns=2)
        table.begin_round()
        table.begin()
        rank(table, "x", 10)
        table.end()
        assert table.rest() == expected


def test_who_has_left_keeps_a_count_that_is_more_than_its_init(tmp_path: Path) -> None:
    """10 and 15 make 25, between 30 and 20, whether it is off the track or gone."""
    round = "round: [{stage: turns, count: unit.init + unit.weight, order: descending}]"
    builder = tiny(tmp_path, ruleset=ATTRIBUTES, round=round)
    for leave in (lasting.take_off, lasting.leave_for_good):
        table = Table(builder, x=30, y=20)
        table.add("heavy", 10, weight=15)
        table.begin_round()
        leave(table.f, HERE, table["heavy"])
        assert table.rest() == ["x", "heavy", "y"]
