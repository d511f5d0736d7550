"""Durations against a tiny clock of their own, which knows turns and nothing else."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.library.building import Builder
from interpreter.track import lasting, moving
from interpreter.track.lasting import Lasts
from tests.tiny import HERE, Table, play_examples, tiny

UNITS = ("u", "v", "w")


@pytest.fixture(scope="module")
def builder(tmp_path_factory: pytest.TempPathFactory) -> Builder:
    round = "round: [{stage: turns, count: unit.init, turns: unit.turns, order: descending}]"
    ruleset = "attributes: {turns: {type: number, default: 1}}"
    return tiny(tmp_path_factory.mktemp("clock"), "- status: mark", ruleset=ruleset, round=round)


class Clock:
    """Counts the starts and ends of each unit's turns; a mark waits for a certain one of them."""

    def __init__(self) -> None:
        self.starts: Counter[str] = Counter()
        self.ends: Counter[str] = Counter()
        self.open = ""
        self.marks: dict[int, tuple[str, str, int]] = {}
        self.left: set[str] = set()
        self.passed: set[str] = set()

    def mark(self, serial: int, edge: str, unit: str, number: int) -> None:
        """Until the start of the [next] turn, its end (0: of this turn; 1: of the next), or for so many turns."""
        own = self.open == unit
        if edge == "start":
            self.marks[serial] = ("start", unit, self.starts[unit] + 1)
        else:
            # In its own turn the end of that turn is still to come, and counts only where "this turn" was said.
            skipped = 1 if own and number else 0
            self.marks[serial] = ("end", unit, self.ends[unit] + max(1, number) + skipped)

    def start(self, unit: str) -> None:
        self.starts[unit] += 1
        self.open = unit
        if unit in self.left:
            self.passed.add(unit)

    def end(self) -> None:
        self.ends[self.open] += 1
        self.open = ""

    def end_round(self) -> None:
        """For who has left and had no turn pass since, it passes now."""
        for unit in self.left - self.passed:
            self.starts[unit] += 1
            self.ends[unit] += 1
        self.passed.clear()

    def standing(self) -> list[int]:
        counts = {"start": self.starts, "end": self.ends}
        return [serial for serial, (edge, unit, due) in self.marks.items() if counts[edge][unit] < due]


class Vigil:
    """A table and a clock side by side. `rock` bears the marks; it has the last turn and never leaves."""

    def __init__(self, builder: Builder, inits: list[int], twice: int) -> None:
        self.table = Table(builder)
        self.clock = Clock()
        for at, (id, init) in enumerate(zip(UNITS, inits, strict=True)):
            self.table.add(id, init, turns=2 if at == twice else 1)
        self.table.add("rock", -99)
        self.table.begin_round()

    def do(self, what: str, id: str, edge: str, number: int) -> None:
        f, unit = self.table.f, self.table[id]
        if what == "mark":
            number = min(number, 1) if edge == "start" else number
            lasts = Lasts([("turns" if number > 1 and edge == "end" else edge, unit, number)])
            mark = f.program.statuses["mark"]
            holder = f.whole(lambda: lasting.apply(f, HERE, mark, self.table["rock"], None, None, lasts))
            self.clock.mark(holder.serial, edge, id, number)
            return
        fall = f.program.manners["fall"]
        if what == "leave":
            f.whole(lambda: lasting.leave_for_good(f, HERE, unit))
            self.clock.left.add(id)
        elif what == "off":
            f.whole(lambda: lasting.take_off(f, HERE, unit))
        elif what == "back":
            f.whole(lambda: lasting.bring_back(f, HERE, unit, 5, fall))
        else:
            f.whole(lambda: moving.shift(f, HERE, unit, number * 4 - 6, fall))

    def check(self) -> None:
        assert [holder.serial for holder in self.table.copies("rock", "mark")] == self.clock.standing()


DEEDS = st.lists(
    st.tuples(
        st.sampled_from(["mark", "mark", "mark", "leave", "off", "back", "rank"]),
        st.sampled_from(UNITS),
        st.sampled_from(["start", "end"]),
        st.integers(0, 3),
    ),
    max_size=3,
)


@settings(max_examples=150)
@given(
    inits=st.lists(st.integers(1, 9), min_size=3, max_size=3),
    twice=st.integers(0, 3),
    deeds=st.lists(st.tuples(DEEDS, DEEDS), max_size=12),
)
def test_marks_stand_as_long_as_the_clock_says(
    builder: Builder,
    inits: list[int],
    twice: int,
    deeds: list[tuple[list[tuple[str, str, str, int]], list[tuple[str, str, str, int]]]],
) -> None:
    """In three rounds of turns anything happens between them and within; after each edge the same marks stand."""
    vigil = Vigil(builder, inits, twice)
    upcoming = iter(deeds)
    for _ in range(3):
        while True:
            between, within = next(upcoming, ([], []))
            for deed in between:
                vigil.do(*deed)
            unit = vigil.table.begin()
            if unit is None:
                break
            vigil.clock.start(unit)
            vigil.check()
            for deed in within:
                vigil.do(*deed)
            vigil.check()
            vigil.table.end()
            vigil.clock.end()
            vigil.check()
        vigil.table.end_round()
        vigil.clock.end_round()
        vigil.check()
        vigil.table.begin_round()
        vigil.check()


# --- at the edges themselves ----------------------------------------------------------------------------------------


def test_what_is_applied_at_an_edge(tmp_path: Path) -> None:
    """What ends at a start ends before rules answer it; at an end the reverse. An edge that passes is over."""
    play_examples(
        tmp_path,
        """
        - status: early
          rules: |
            after early ends:
              apply third to bearer until end of bearer's next turn
        - status: late
          rules: |
            after late ends:
              apply third to bearer until end of bearer's next turn
        - status: third
        - status: seen_at_start
        - status: seen_at_end
        - action: take_early
          cost: free
          do: apply early to self until start of self's next turn
        - action: take_late
          cost: free
          do: apply late to self until end of self's turn
        - about: edges
          examples:
            - it: ends at the start before rules answer
              given: |
                a at 5
              do: |
                a uses take_early
                next round
                turn of a:
                  expect a lacks seen_at_start
            - it: ends at the end after rules have answered
              given: |
                a at 5
              do: |
                a uses take_late
                next round
              expect: |
                a has seen_at_end
            - it: in the turn that has just begun, next is the one after
              given: |
                a at 5
              do: |
                turn of a:
                  a uses take_early
                next round
                turn of a:
                  expect a has third
                expect a has third
                next round
                turn of a:
                  expect a has third
                expect a lacks third
            - it: when the end has passed, next is the one to come
              given: |
                a at 5
              do: |
                turn of a:
                  a uses take_late
                expect a has third
                next round
                turn of a:
                  expect a has third
                expect a lacks third
        """,
        ruleset="""
        rules: |
          after start of turn where unit has early:
            apply seen_at_start to unit
          after end of turn where unit has late:
            apply seen_at_end to unit
        """,
    )
