"""Turns that pass within another's: who rides along acts, and lets time pass, in the turn of another."""

from pathlib import Path

import pytest

from interpreter.track import turns
from interpreter.track.refusals import Refused
from tests.tiny import Table, tiny

RULESET = """
attributes: {turns: {type: number, default: 1}}
relations: {aboard: {symmetric: no}}
"""
ROUND = """
round:
  - stage: turns
    count: unit.init
    turns: unit.turns
    order: descending
    back_to_back: yes
    within: first(linked(unit, aboard))
"""
CONTENT = """
- status: mark
- action: board
  cost: free
  do: |
    choose other from units where it is not self by self:
      link self to other as aboard
- action: leave
  cost: free
  do: |
    for each other in linked(self, aboard):
      unlink self from other as aboard
- action: sink
  cost: free
  do: |
    dismiss self
- action: labour
  cost: heavy
  do: |
    say "done"
- action: mark_until_next
  cost: free
  do: |
    choose other from units by self:
      apply mark to other until end of other's next turn
"""


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """`x` carries `y`, which carries `z`; `w` acts first, alone."""
    table = Table(tiny(tmp_path, CONTENT, ruleset=RULESET, round=ROUND), w=40, x=30, y=20, z=10)
    table.act("y", "board", other="x")
    table.act("z", "board", other="y")
    table.begin_round()
    return table


def test_who_rides_has_no_turn_of_its_own(table: Table) -> None:
    assert table.rest() == ["w", "x"]


def test_all_who_ride_act_in_the_turn_of_who_carries_them(table: Table) -> None:
    table.turn("w")
    table.begin()
    for unit in ("x", "y", "z"):
        table.act(unit, "labour")
        with pytest.raises(Refused, match="has 0 left"):
            table.act(unit, "labour")
    with pytest.raises(Refused, match="not the turn of `w`"):
        table.act("w", "labour")


def test_the_turns_of_all_of_them_start_and_end(table: Table) -> None:
    table.turn("w")
    table.turn("x")
    found = [(e.kind, str(e.unit)) for e in table.f.log if e.kind in ("start:turn", "end:turn") and str(e.unit) != "w"]
    assert found == [(edge, unit) for edge in ("start:turn", "end:turn") for unit in ("x", "y", "z")]


def test_who_rides_no_longer_waits_for_the_next_round(table: Table) -> None:
    table.act("y", "leave")
    table.turn("w")
    table.begin()
    table.act("z", "labour")
    with pytest.raises(Refused, match="not the turn of `y`"):
        table.act("y", "labour")
    table.end()
    assert table.next_round() == []
    assert table.rest() == ["w", "x", "y"]


def test_who_boards_after_the_round_has_begun_has_its_own_turn_first(table: Table) -> None:
    table.act("y", "leave")
    table.act("z", "leave")
    table.next_round()
    table.act("y", "board", other="x")
    assert table.next_round() == ["w", "x", "y", "z"]
    assert table.rest() == ["w", "x", "z"]


def test_time_passes_for_who_rides(table: Table) -> None:
    table.begin("w")
    table.act("w", "mark_until_next", other="y")
    table.end()
    table.begin("x")
    assert table.has("y", "mark")
    table.act("z", "mark_until_next", other="z")
    table.end()
    assert (table.has("y", "mark"), table.has("z", "mark")) == (False, True)
    table.next_round()
    table.rest()
    assert not table.has("z", "mark")


@pytest.mark.parametrize("goes", ["leave", "sink"])
def test_time_passes_for_who_rides_no_longer(table: Table, goes: str) -> None:
    table.begin("w")
    table.act("w", "mark_until_next", other="z")
    table.act("z" if goes == "leave" else "y", goes)
    table.end()
    assert table.has("z", "mark")
    table.next_round()
    assert not table.has("z", "mark")


def test_each_turn_of_who_carries_takes_one_of_who_rides(tmp_path: Path) -> None:
    table = Table(tiny(tmp_path, CONTENT, ruleset=RULESET, round=ROUND))
    table.add("x", 30, turns=2)
    table.add("y", 20)
    table.act("y", "board", other="x")
    table.begin_round()
    table.begin()
    assert turns.has_turn(table.f, table["y"])
    table.end()
    table.begin()
    assert not turns.has_turn(table.f, table["y"])
    table.end()
    assert table.begin() is None


def test_a_turn_that_no_other_takes_along_passes_with_the_round(tmp_path: Path) -> None:
    table = Table(tiny(tmp_path, CONTENT, ruleset=RULESET, round=ROUND))
    table.add("w", 40)
    table.add("x", 30, turns=0)
    table.add("y", 20)
    table.act("y", "board", other="x")
    table.begin_round()
    table.act("w", "mark_until_next", other="y")
    assert table.next_round() == ["w"]
    assert not table.has("y", "mark")
