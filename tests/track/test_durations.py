"""Durations are tied to the turns of units: whoever acts when, and whatever becomes of them (faults 11, 12, 15, 16)."""

from pathlib import Path

import pytest

from interpreter.track import turns
from interpreter.track.refusals import Refused
from tests.tiny import RULESET, Table, tiny

CONTENT = """
- status: mark
- action: to_end_of_next
  cost: free
  do: |
    choose anchor from everyone by self:
      apply mark to self until end of anchor's next turn
- action: to_end
  cost: free
  do: |
    choose anchor from everyone by self:
      apply mark to self until end of anchor's turn
- action: to_start_of_next
  cost: free
  do: |
    choose anchor from everyone by self:
      apply mark to self until start of anchor's next turn
- action: for_two
  cost: free
  do: |
    choose anchor from everyone by self:
      apply mark to self until 2 of anchor's turns
- action: for_none
  cost: free
  do: apply mark to self until (round - 1) of self's turns
- action: to_end_of_round
  cost: free
  do: apply mark to self until end of round
- action: to_end_of_scene
  cost: free
  do: apply mark to self until end of scene
- action: to_first_of_two
  cost: free
  do: |
    choose anchor from everyone by self:
      apply mark to self until start of anchor's next turn or end of round
- action: dismiss_it
  cost: free
  do: |
    choose it from everyone by self:
      dismiss it
- action: take_it_off
  cost: free
  do: |
    choose it from everyone by self:
      take_off it
- action: sink
  cost: free
  do: shift self by -9 as fall
- action: rise
  cost: free
  do: shift self by 9 as fall
"""


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Three units, whose turns come as x, y, z; z stays out of it, and bears the marks."""
    made = Table(tiny(tmp_path, CONTENT), x=30, y=20, z=10)
    made.begin_round()
    return made


# --- against the turn of the anchor ---------------------------------------------------------------------------------


def test_applied_before_its_turn_next_is_the_one_to_come(table: Table) -> None:
    table.begin("x")
    table.act("z", "to_end_of_next", anchor="y")
    table.end()
    table.begin("y")
    assert table.has("z", "mark")
    table.end()
    assert not table.has("z", "mark")


def test_applied_in_its_own_turn_next_is_the_one_after(table: Table) -> None:
    table.begin("x")
    table.act("z", "to_end_of_next", anchor="x")
    table.end()
    table.next_round()
    assert table.has("z", "mark")
    table.begin("x")
    assert table.has("z", "mark")
    table.end()
    assert not table.has("z", "mark")


def test_applied_after_its_turn_next_is_in_the_next_round(table: Table) -> None:
    table.turn("x")
    table.begin("y")
    table.act("z", "to_end_of_next", anchor="x")
    table.end()
    table.next_round()
    assert table.has("z", "mark")
    table.turn("x")
    assert not table.has("z", "mark")


def test_the_end_of_its_turn_is_that_of_the_open_one(table: Table) -> None:
    table.begin("x")
    table.act("z", "to_end", anchor="x")
    assert table.has("z", "mark")
    table.end()
    assert not table.has("z", "mark")


def test_the_end_of_its_turn_is_that_of_the_next_where_none_is_open(table: Table) -> None:
    table.begin("x")
    table.act("z", "to_end", anchor="y")
    table.end()
    assert table.has("z", "mark")
    table.turn("y")
    assert not table.has("z", "mark")


def test_the_start_of_the_next_turn_applied_in_its_own_turn(table: Table) -> None:
    table.begin("x")
    table.act("z", "to_start_of_next", anchor="x")
    table.end()
    table.next_round()
    assert table.has("z", "mark")
    table.begin("x")
    assert not table.has("z", "mark")


def test_the_start_of_the_next_turn_applied_before_it(table: Table) -> None:
    table.begin("x")
    table.act("z", "to_start_of_next", anchor="y")
    table.end()
    table.begin("y")
    assert not table.has("z", "mark")


@pytest.mark.parametrize(("opened", "last"), [("x", 2), ("y", 3), ("z", 3)])
def test_two_of_its_turns_do_not_count_the_open_one(table: Table, opened: str, last: int) -> None:
    """Applied before y's turn it lasts for those of the rounds 1 and 2; in or after it, for those of 2 and 3."""
    while table.begin() != opened:
        table.end()
    table.act("z", "for_two", anchor="y")
    table.end()
    for _ in range(last - 1):
        table.next_round()
    table.begin("y")
    assert table.has("z", "mark")
    table.end()
    assert not table.has("z", "mark")


def test_for_no_turn_at_all_is_refused(table: Table) -> None:
    with pytest.raises(Refused, match="a whole number from 1, not 0"):
        table.act("z", "for_none")


def test_ends_on_the_turn_of_its_anchor_not_on_another_at_the_same_count(tmp_path: Path) -> None:
    table = Table(tiny(tmp_path, CONTENT), x=30, y=20, twin=20, z=10)
    table.begin_round()
    table.act("z", "to_end_of_next", anchor="twin")
    table.turn("x")
    table.turn("y")
    assert table.has("z", "mark")
    table.turn("twin")
    assert not table.has("z", "mark")


# --- what becomes of the anchor -------------------------------------------------------------------------------------


def test_waits_for_the_turn_itself_when_the_anchor_is_ranked_lower(table: Table) -> None:
    """x should have come first; now it comes after y and z, and the mark waits for it."""
    table.act("z", "to_end_of_next", anchor="x")
    table.act("x", "sink")
    table.act("x", "sink")
    table.act("x", "sink")
    assert [table.turn(), table.turn()] == ["y", "z"]
    assert table.has("z", "mark")
    assert table.turn() == "x"
    assert not table.has("z", "mark")


def test_ends_with_the_turn_itself_when_the_anchor_is_ranked_higher(table: Table) -> None:
    table.act("z", "to_end_of_next", anchor="y")
    table.act("y", "rise")
    table.act("y", "rise")
    assert table.turn() == "y"
    assert not table.has("z", "mark")


def test_being_ranked_lower_after_its_turn_does_not_end_it_twice(table: Table) -> None:
    table.begin("x")
    table.act("z", "to_end_of_next", anchor="x")
    table.act("x", "sink")
    table.act("x", "sink")
    table.end()
    assert table.rest() == ["y", "z"]
    assert table.has("z", "mark")


def test_passes_at_the_last_count_of_an_anchor_that_is_off_the_track(table: Table) -> None:
    table.act("z", "to_end_of_next", anchor="y")
    table.begin("x")
    table.act("x", "take_it_off", it="y")
    table.end()
    assert table.begin() == "y"
    assert table.has("z", "mark")
    table.end()
    assert not table.has("z", "mark")


def test_passes_at_the_last_count_of_an_anchor_that_is_off_in_the_round_after(table: Table) -> None:
    table.turn("x")
    table.turn("y")
    table.begin("z")
    table.act("z", "to_end_of_next", anchor="y")
    table.act("z", "take_it_off", it="y")
    table.end()
    table.next_round()
    assert table.turn() == "x"
    assert table.has("z", "mark")
    assert table.turn() == "y"
    assert not table.has("z", "mark")


def test_passes_at_the_last_count_of_an_anchor_that_has_left(table: Table) -> None:
    """y moves to 11 before it leaves, in the turn of x: its turn still comes before that of z at 10."""
    table.act("z", "to_end_of_next", anchor="y")
    table.begin("x")
    table.act("y", "sink")
    table.act("x", "dismiss_it", it="y")
    table.end()
    assert table.has("z", "mark")
    assert table.turn() == "y"
    assert not table.has("z", "mark")
    assert table.turn() == "z"


def test_an_anchor_that_left_below_the_others_comes_after_them(table: Table) -> None:
    table.act("z", "to_end_of_next", anchor="y")
    table.begin("x")
    table.act("y", "sink")
    table.act("y", "sink")
    table.act("x", "dismiss_it", it="y")
    table.end()
    assert table.turn() == "z"
    assert table.has("z", "mark")
    assert table.turn() == "y"
    assert not table.has("z", "mark")


def test_the_turn_of_an_anchor_that_left_after_it_has_come_when_the_round_ends(table: Table) -> None:
    table.turn("x")
    table.begin("y")
    table.act("z", "to_end_of_next", anchor="x")
    table.act("y", "dismiss_it", it="x")
    table.end()
    table.rest()
    assert table.has("z", "mark")
    table.end_round()
    assert not table.has("z", "mark")


def test_an_anchor_that_leaves_in_its_own_turn(table: Table) -> None:
    """Of two marks one waits for this turn, one for the next; the next has come when the round ends."""
    table.act("z", "to_end_of_next", anchor="x")
    table.begin("x")
    table.act("y", "to_end_of_next", anchor="x")
    table.act("x", "dismiss_it", it="x")
    table.end()
    assert (table.has("z", "mark"), table.has("y", "mark")) == (False, True)
    table.rest()
    assert table.has("y", "mark")
    table.end_round()
    assert not table.has("y", "mark")


def test_one_turn_a_round_passes_for_an_anchor_that_has_left(table: Table) -> None:
    """Two turns of y: the one at its last count in this round, and the one that the next round's end brings."""
    table.act("z", "for_two", anchor="y")
    table.act("x", "dismiss_it", it="y")
    assert table.next_round() == ["x", "y", "z"]
    assert table.has("z", "mark")
    assert table.rest() == ["x", "z"]
    assert table.has("z", "mark")
    table.end_round()
    assert not table.has("z", "mark")


def test_nothing_answers_the_turn_of_one_who_has_left(table: Table) -> None:
    table.act("x", "dismiss_it", it="y")
    before = len(table.f.log)
    assert table.rest() == ["x", "y", "z"]
    turns = [(e.kind, e.unit.id) for e in table.f.log[before:]]
    assert turns == [("start:turn", "x"), ("end:turn", "x"), ("start:turn", "z"), ("end:turn", "z")]


# --- rounds, the scene, several endings -----------------------------------------------------------------------------


def test_until_the_end_of_the_round(table: Table) -> None:
    table.act("z", "to_end_of_round")
    table.rest()
    assert table.has("z", "mark")
    table.end_round()
    assert not table.has("z", "mark")


def test_until_the_end_of_the_scene(table: Table) -> None:
    table.act("z", "to_end_of_scene")
    for _ in range(3):
        table.next_round()
    assert table.has("z", "mark")
    table.f.whole(lambda: turns.end_scene(table.f))
    assert not table.has("z", "mark")


def test_the_scene_begins_before_the_first_round_and_once(table: Table) -> None:
    table.next_round()
    kinds = table.kinds("start:turn", "end:turn")
    assert kinds == ["start:scene", "start:round", "end:round", "start:round"]


def test_the_first_of_several_endings_counts(table: Table) -> None:
    table.turn("x")
    table.act("y", "to_first_of_two", anchor="x")
    table.act("z", "to_first_of_two", anchor="y")
    table.begin("y")
    assert (table.has("y", "mark"), table.has("z", "mark")) == (True, False)
    table.end()
    table.rest()
    table.end_round()
    assert not table.has("y", "mark")
    assert table.f.deadlines == []


def test_it_ends_with_its_bearer_and_leaves_no_deadline(table: Table) -> None:
    table.act("z", "to_end_of_next", anchor="y")
    table.act("x", "dismiss_it", it="z")
    assert not table.has("z", "mark")
    assert table.f.deadlines == []


def test_a_mark_stays_when_its_source_leaves_and_nothing_says_otherwise(tmp_path: Path) -> None:
    content = """
    - status: mark
    - status: leash
      ends_with: [source]
    - action: curse
      cost: free
      do: |
        choose it from everyone by self:
          apply mark to it
          apply leash to it
    - action: leave
      cost: free
      do: dismiss self
    """
    table = Table(tiny(tmp_path, content), x=30, y=20)
    table.begin_round()
    table.act("x", "curse", it="y")
    assert (table.has("y", "mark"), table.has("y", "leash")) == (True, True)
    table.act("x", "leave")
    assert (table.has("y", "mark"), table.has("y", "leash")) == (True, False)
    assert "left" in next(e.why for e in table.f.log if e.kind == "ends:leash")


# --- two turns in a round -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("back_to_back", ["yes", "no"])
def test_two_turns_back_to_back_are_two_turns(tmp_path: Path, back_to_back: str) -> None:
    round = f"""
    round:
      - {{stage: turns, count: unit.init, turns: unit.turns, order: descending, back_to_back: {back_to_back}}}
    """
    ruleset = "attributes: {turns: {type: number, default: 1}}"
    table = Table(tiny(tmp_path, CONTENT, ruleset=ruleset, round=round), z=10)
    table.add("x", 30, turns=2)
    table.begin_round()
    table.begin("x")
    table.act("z", "to_end_of_next", anchor="x")
    table.end()
    assert table.has("z", "mark")
    assert table.begin() == "x"
    assert table.has("z", "mark")
    table.end()
    assert not table.has("z", "mark")


def test_budgets_are_filled_after_what_ends_at_the_start_has_ended(tmp_path: Path) -> None:
    content = """
    - status: slowed
      modifies: {pace: {add: "-1"}}
    - action: slow_down
      cost: free
      do: apply slowed to self until start of self's next turn
    - action: plod
      cost: free
      do: apply slowed to self until end of self's next turn
    """
    ruleset = """
    attributes: {pace: {type: number, default: 3}}
    counters: {paces: {start: "0"}}
    rules: |
      after start of turn:
        unit.paces = unit.pace
    """
    pace = RULESET.replace('amount: "2"', "amount: unit.pace")
    assert pace != RULESET
    builder = tiny(tmp_path, content, ruleset=ruleset, base=pace)
    for action, expected in (("slow_down", 3), ("plod", 2)):
        table = Table(builder, a=10)
        table.begin_round()
        table.act("a", action)
        table.begin()
        assert table["a"].c_deeds == table["a"].c_paces == expected
