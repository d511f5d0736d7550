"""Turns at several counts, and what moves single turns: delaying, skipping, giving. Time goes with the turns."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.library.building import Builder
from interpreter.table.loading import load
from interpreter.track import lasting, moving, order, reordering, turns
from interpreter.track.entering import create
from interpreter.track.refusals import Refused
from interpreter.track.state import Unit
from tests.tiny import HERE, RULESET, Table, tiny

ATTRIBUTES = """
attributes: {steps: {type: number, default: 1}}
counters: {begun: {start: "0"}}
rules: |
  after start of turn:
    unit.begun += 1
"""
ROUND = """
round:
  - stage: turns
    count: (numbers(1, unit.init) where it is unit.init or it is unit.init - unit.steps)
    order: %s
"""
CONTENT = """
- status: mark
- unit: newcomer
- action: wait
  cost: own
  do: |
    delay_turn to 1
- action: wait_for_nothing
  cost: own
  do: |
    delay_turn to 50
- action: act
  cost: own
  do: |
    say "done"
- action: go_on
  cost: own
  do: |
    give_turn to self at 1
- action: mark_itself
  cost: own
  do: |
    apply mark to self until end of self's next turn
"""


@pytest.fixture(scope="module")
def builder(tmp_path_factory: pytest.TempPathFactory) -> Builder:
    return tiny(tmp_path_factory.mktemp("counts"), CONTENT, ruleset=ATTRIBUTES, round=ROUND % "descending")


@pytest.fixture
def table(builder: Builder) -> Table:
    """`x` has turns at 20 and 10, `y` at 15 and 5."""
    made = Table(builder)
    made.add("x", 20, steps=10)
    made.add("y", 15, steps=10)
    made.begin_round()
    return made


def left(table: Table, id: str) -> list[int]:
    return order.counts_left(table.f, table[id])


def skip(table: Table, id: str) -> None:
    table.f.whole(lambda: reordering.skip_turn(table.f, HERE, table[id]))


def give(table: Table, id: str, count: int) -> None:
    table.f.whole(lambda: reordering.give_turn(table.f, HERE, table[id], count))


def test_a_unit_has_a_turn_at_each_of_its_counts(table: Table) -> None:
    assert (left(table, "x"), left(table, "y")) == ([20, 10], [15, 5])
    assert table.rest() == ["x", "y", "x", "y"]


def test_upward_they_come_from_the_lowest(tmp_path: Path) -> None:
    table = Table(tiny(tmp_path, ruleset=ATTRIBUTES, round=ROUND % "ascending"))
    table.add("x", 20, steps=10)
    table.add("y", 15, steps=10)
    table.begin_round()
    assert left(table, "x") == [10, 20]
    assert table.rest() == ["y", "x", "y", "x"]


def test_counts_stay_where_they_were_when_the_round_began(table: Table) -> None:
    moving.set_init(table.f, HERE, table["x"], 3, table.f.program.manners["fall"])
    assert left(table, "x") == [20, 10]
    table.next_round()
    assert left(table, "x") == [3]


def test_who_enters_has_its_counts_from_then_on(table: Table) -> None:
    fall = table.f.program.manners["fall"]
    unit = table.f.whole(lambda: create(table.f, HERE, "newcomer", 12, fall, None))
    assert left(table, unit.id) == [12, 11]
    assert table.rest() == ["x", "y", unit.id, unit.id, "x", "y"]


def test_what_comes_first_in_a_round_can_still_set_the_counts(tmp_path: Path) -> None:
    rules = "rules: |\n  first start of round:\n    for each u in units:\n      set u to 10 * round as fall\n"
    round = "round: [{stage: turns, count: '[unit.init, unit.init - 5]', order: descending}]"
    table = Table(tiny(tmp_path, ruleset=rules, round=round), x=1)
    table.begin_round()
    assert left(table, "x") == [10, 5]
    table.next_round()
    assert left(table, "x") == [20, 15]


def test_fixed_counts_stand_among_live_ones(tmp_path: Path) -> None:
    """A turn that is given stays at 12, the others follow their units."""
    table = Table(tiny(tmp_path), x=20, y=10)
    table.begin_round()
    give(table, "y", 12)
    moving.set_init(table.f, HERE, table["x"], 11, table.f.program.manners["fall"])
    assert table.rest() == ["y", "x", "y"]


# --- delaying -------------------------------------------------------------------------------------------------------


def test_a_delayed_turn_comes_at_its_count_after_those_that_stand_there(table: Table) -> None:
    give(table, "y", 1)
    table.begin()
    table.act("x", "wait")
    assert left(table, "x") == [10, 1]
    table.end()
    assert table.rest() == ["y", "x", "y", "y", "x"]


def test_nothing_more_is_done_in_a_turn_that_was_delayed(table: Table) -> None:
    table.begin()
    table.act("x", "wait")
    with pytest.raises(Refused, match="not the turn of `x`"):
        table.act("x", "act")


def test_a_turn_is_delayed_to_a_later_count_alone(table: Table) -> None:
    table.begin()
    with pytest.raises(Refused, match="to a later count alone"):
        table.act("x", "wait_for_nothing")
    assert left(table, "x") == [10]
    table.end()
    with pytest.raises(Refused, match="no turn is open"):
        reordering.delay_turn(table.f, HERE, 1)


def test_a_turn_that_was_delayed_has_not_been(table: Table) -> None:
    """The end of its next turn is the end of the one that is still to come; the delayed one never ended."""
    lasting.apply(table.f, HERE, table.f.program.statuses["mark"], table["x"], None, None, _end_of_next(table, "x"))
    table.begin()
    table.act("x", "wait")
    table.end()
    assert table.has("x", "mark")
    table.turn("y")
    table.begin("x")
    assert table.has("x", "mark")
    table.end()
    assert not table.has("x", "mark")


def _end_of_next(table: Table, id: str) -> lasting.Lasts:
    return lasting.Lasts([("end", table[id], 1)])


# --- skipping -------------------------------------------------------------------------------------------------------


def test_a_skipped_turn_passes_at_its_count_and_nothing_answers_it(table: Table) -> None:
    skip(table, "x")
    assert left(table, "x") == [10]
    assert order.up_next(table.f, skipped=False).unit == "y"  # type: ignore[union-attr]
    assert table.begin() == "x"
    with pytest.raises(Refused, match="not the turn of `x`"):
        table.act("x", "act")
    table.end()
    assert table["x"].c_begun == 0  # type: ignore[attr-defined]
    assert table.rest() == ["y", "x", "y"]
    assert table["x"].c_begun == 1  # type: ignore[attr-defined]


def test_durations_see_a_skipped_turn(table: Table) -> None:
    lasting.apply(table.f, HERE, table.f.program.statuses["mark"], table["x"], None, None, _end_of_next(table, "x"))
    skip(table, "x")
    table.turn()
    assert not table.has("x", "mark")


def test_skipping_twice_falls_on_the_next_two(table: Table) -> None:
    skip(table, "x")
    skip(table, "x")
    assert left(table, "x") == []
    with pytest.raises(Refused, match="no turn left in round 1"):
        skip(table, "x")
    table.next_round()
    assert left(table, "x") == [20, 10]


def test_who_has_left_is_given_no_turn(table: Table) -> None:
    lasting.leave_for_good(table.f, HERE, table["x"])
    with pytest.raises(Refused, match="has left the fight"):
        give(table, "x", 3)


def test_a_skipped_turn_is_none_that_passed_since_its_unit_left(builder: Builder) -> None:
    """What waits for the turn after it is over when the round ends, as for anybody who has left."""
    table = Table(builder)
    table.add("x", 20, steps=30)
    table.add("y", 15, steps=10)
    table.begin_round()
    skip(table, "x")
    table.turn()
    spec = lasting.Lasts([("end", table["x"], 1)])
    lasting.apply(table.f, HERE, table.f.program.statuses["mark"], table["y"], None, None, spec)
    lasting.leave_for_good(table.f, HERE, table["x"])
    table.rest()
    assert table.has("y", "mark")
    table.end_round()
    assert not table.has("y", "mark")


def test_who_rides_along_misses_the_turn_that_comes_first(tmp_path: Path) -> None:
    """A skipped turn of a rider passes in the first of the two turns it rides in."""
    round = ROUND % "descending" + "    within: first(linked(unit, aboard))\n"
    builder = tiny(tmp_path, CONTENT, ruleset=ATTRIBUTES + "relations: {aboard: {symmetric: no}}\n", round=round)
    table = Table(builder)
    table.add("x", 20, steps=10)
    table.add("y", 15, steps=10)
    lasting.link(table.f, HERE, table["y"], table["x"], "aboard")
    table.begin_round()
    skip(table, "y")
    table.begin()
    assert not turns.has_turn(table.f, table["y"])
    table.end()
    table.begin()
    assert turns.has_turn(table.f, table["y"])
    assert turns.has_turn(table.f, table["x"])
    table.end()
    assert table["y"].c_begun == 1  # type: ignore[attr-defined]
    assert table.rest() == []


# --- whatever happens -----------------------------------------------------------------------------------------------

CHANGES = st.tuples(
    st.sampled_from(["rank", "off", "back", "skip", "give", "delay"]), st.integers(0, 3), st.integers(1, 30)
)


@given(
    inits=st.lists(st.integers(2, 30), min_size=1, max_size=4),
    changes=st.lists(CHANGES, max_size=12),
)
def test_every_turn_that_is_given_comes_once(
    builder: Builder, inits: list[int], changes: list[tuple[str, int, int]]
) -> None:
    """Each count is there as often as it was given, less what was skipped; a delayed one at its new count."""
    table = Table(builder)
    for at, init in enumerate(inits):
        table.add(f"u{at}", init, steps=1)
    table.begin_round()
    f = table.f
    due = {id: len(left(table, id)) for id in f.units}
    taken = dict.fromkeys(f.units, 0)
    upcoming = iter(changes)
    while (id := table.begin()) is not None:
        what, which, count = next(upcoming, ("", 0, 0))
        unit = list(f.units.values())[which % len(inits)]
        assert f.turn is not None
        assert f.reached is not None
        # Nothing is given at a count that has passed.
        gives = what == "give" and count <= f.reached[1]
        due[unit.id] += gives - (what == "skip" and bool(left(table, unit.id)))
        unused = f.turn.skipped
        before = len(f.order)
        if what == "give" and not gives:
            with pytest.raises(Refused, match=f"the round has come past {count} already"):
                change(table, what, unit, count)
        else:
            change(table, what, unit, count)
        assert len(f.order) == before + gives
        delayed = f.turn.state == "waiting"
        table.end()
        taken[id] += not unused and not delayed
    assert taken == due


def change(table: Table, what: str, unit: Unit, count: int) -> None:
    """One change of the order, or of who is there; nothing where it cannot be."""
    f = table.f
    fall = f.program.manners["fall"]
    do: dict[str, Callable[[], object]] = {
        "rank": lambda: moving.set_init(f, HERE, unit, count, fall),
        "off": lambda: lasting.take_off(f, HERE, unit),
        "back": lambda: lasting.bring_back(f, HERE, unit, count, fall),
        "skip": lambda: reordering.skip_turn(f, HERE, unit) if left(table, unit.id) else None,
        "give": lambda: reordering.give_turn(f, HERE, unit, count),
        "delay": lambda: reordering.delay_turn(f, HERE, 1) if not _is_late(table) else None,
    }
    f.whole(do.get(what, lambda: None))


def _is_late(table: Table) -> bool:
    turn = table.f.turn
    assert turn is not None
    return turn.late or turn.skipped or turns.count_of(table.f, turn) < 1


# --- the check ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "found"),
    [
        ("count: '[unit]', order: descending", "a count must be number or list of numbers, not a list of units"),
        ("count: unit.side, order: descending", "a count must be number or list of numbers"),
        ("count: '[3, 1]', turns: '2', order: descending", "the count is a list"),
    ],
)
def test_a_count_is_a_number_or_a_list_of_numbers(tmp_path: Path, count: str, found: str) -> None:
    (tmp_path / "ruleset.yaml").write_text(RULESET + f"round: [{{stage: turns, {count}}}]\n")
    messages = [diagnostic.message for diagnostic in load(str(tmp_path)).diagnostics]
    assert any(found in message for message in messages), messages


@pytest.mark.parametrize("steps", ["3 / 2", "0 - 1", "100000"])
def test_how_many_turns_is_a_whole_number_within_bounds(tmp_path: Path, steps: str) -> None:
    round = f"round:\n  - stage: turns\n    count: unit.init\n    order: ascending\n    turns: unit.steps * ({steps})"
    table = Table(tiny(tmp_path, CONTENT, ruleset=ATTRIBUTES, round=round), x=5)
    with pytest.raises(Refused, match="how many turns `x` has must be a whole number from 0 to 100, not") as refused:
        table.begin_round()
    assert refused.value.site is not None
    assert table.f.round == 0


def test_a_unit_has_no_endless_list_of_turns(tmp_path: Path) -> None:
    round = "round:\n  - {stage: turns, count: 'numbers(1, unit.init)', order: ascending}"
    table = Table(tiny(tmp_path, CONTENT, ruleset=ATTRIBUTES, round=round), x=101)
    with pytest.raises(Refused, match="a unit has at most 100 turns in a round, and `x` would have 101"):
        table.begin_round()


@pytest.mark.parametrize("amount", ["0 - unit.steps", "unit.steps / 2"])
def test_a_budget_is_filled_with_a_whole_number(tmp_path: Path, amount: str) -> None:
    base = RULESET.replace('amount: "2"', f"amount: {amount}")
    table = Table(tiny(tmp_path, CONTENT, ruleset=ATTRIBUTES, base=base), x=5)
    table.begin_round()
    with pytest.raises(Refused, match="the `deeds` of `x` must be a whole number from 0 on, not") as refused:
        table.begin()
    assert refused.value.site is not None


# --- rounds that would not end --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "reason"),
    [
        (
            "after end of turn:\n    give_turn to unit at 1",
            "a unit has at most 100 turns in a round, and `x` would have",
        ),
        (
            "after start of turn:\n    delay_turn to (turn.count else 0) + 1",
            "the turn of `x` has been put off 100 times in round 1",
        ),
    ],
)
def test_no_round_goes_on_for_ever(tmp_path: Path, rule: str, reason: str) -> None:
    round = "round:\n  - {stage: turns, count: unit.init, order: ascending}"
    table = Table(tiny(tmp_path, ruleset=f"rules: |\n  {rule}\n", round=round), x=1)
    table.begin_round()
    with pytest.raises(Refused, match=reason) as refused:
        table.rest(most=102)
    assert refused.value.site is not None


def test_a_turn_that_is_held_can_be_put_off_again_in_each_round(tmp_path: Path) -> None:
    round = (
        "round:\n  - {stage: turns, count: '(numbers(1, unit.init) where not holds_turn(unit))', order: ascending,"
        " cuts_in: holds_turn(unit)}"
    )
    table = Table(tiny(tmp_path, round=round), x=1, y=1)
    table.begin_round()
    f = table.f
    for _ in range(102):
        f.whole(lambda: turns.begin_turn(f, order.takeable(f, table["x"])))  # type: ignore[arg-type]
        f.whole(lambda: reordering.hold_turn(f, HERE))
        f.whole(lambda: turns.end_turn(f))
        table.next_round()
    assert order.held_by(f, table["x"]) is not None
