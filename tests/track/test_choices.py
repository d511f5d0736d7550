"""Choices: who answers, what is legal, what counts where nobody answers, and how far is searched."""

from pathlib import Path

import pytest

from interpreter.library.building import Builder
from interpreter.table.scripts import script_answers
from interpreter.track import acting
from interpreter.track.dice import SeededDice
from interpreter.track.fight import Fight
from interpreter.track.refusals import Refused, Unanswered
from tests.tiny import HERE, Table, play_examples, tiny

COUNTERS = """
counters: {hp: {start: "20"}, trail: {start: "0"}}
events:
  hit:
    form: hit target by amount
    fields: {target: unit, amount: number}
    do: |
      target.hp -= amount
"""
CONTENT = """
- action: pick
  cost: free
  do: |
    choose target from everyone by self:
      hit target by 1
- action: pick_weakest
  cost: free
  do: |
    choose target from everyone by self unasked least one in everyone by one.hp:
      hit target by 1
- action: pick_wrong_default
  cost: free
  do: |
    choose number from [1, 2] by self unasked 3:
      self.trail = number
- action: pick_other
  cost: free
  do: |
    choose target from everyone such that target is not self by self:
      hit target by 1
    else:
      self.trail = 7
- action: any_two
  cost: free
  do: |
    choose any targets from everyone by self:
      for each target in targets:
        hit target by 1
- action: some_of
  cost: free
  do: |
    choose some targets from everyone by self:
      for each target in targets:
        hit target by 1
- action: exactly_two
  cost: free
  do: |
    choose 2 targets from everyone by self:
      for each target in targets:
        hit target by 1
- action: up_to_one
  cost: free
  do: |
    choose up to 1 targets from everyone by self unasked []:
      for each target in targets:
        hit target by 1
- action: adding_up
  cost: free
  do: |
    choose some parts from [2, 3, 5] such that sum(parts) is 8 by self:
      self.trail = sum(parts)
    else:
      self.trail = 7
- action: never_adding_up
  cost: free
  do: |
    choose some parts from [2, 4, 6] such that sum(parts) is 7 by self:
      self.trail = sum(parts)
    else:
      self.trail = 7
- action: too_many_ways
  cost: free
  do: |
    choose some parts from numbers(1, 40) such that sum(parts) is 820 by self:
      self.trail = sum(parts)
- action: maybe
  cost: free
  do: |
    may self "shout":
      self.trail = 1
    else:
      self.trail = 2
- action: this_or_that
  cost: free
  do: |
    either by self:
      "sit":
        self.trail = 1
      "stand" if self.hp > 5:
        self.trail = 2
- action: only_one_way
  cost: free
  do: |
    either by self:
      "sit" if self.hp > 100:
        self.trail = 1
      "stand":
        self.trail = 2
- action: in_order
  cost: free
  do: |
    in any order by self:
      hit self by self.hp - 10
      shift self by self.hp as fall
- action: twice
  cost: free
  do: |
    choose number from [1, 2, 3] by self:
      self.trail = number * 10
    choose number from [1, 2, 3] by self:
      self.trail += number
"""


@pytest.fixture(scope="module")
def builder(tmp_path_factory: pytest.TempPathFactory) -> Builder:
    return tiny(tmp_path_factory.mktemp("choices"), CONTENT, ruleset=COUNTERS)


@pytest.fixture
def table(builder: Builder) -> Table:
    table = Table(builder, a=10, b=8, c=6)
    table.begin_round()
    return table


def state(table: Table) -> tuple[int, int, int, int]:
    return (*(table[id].c_hp for id in "abc"), table["a"].c_trail)


@pytest.mark.parametrize(
    ("action", "answers", "expected"),
    [
        ("pick", {"target": "b"}, (20, 19, 20, 0)),
        ("pick_weakest", {"target": "c"}, (20, 20, 19, 0)),
        ("pick_weakest", {}, (19, 20, 20, 0)),
        ("pick_other", {"target": "b"}, (20, 19, 20, 0)),
        ("any_two", {"targets": ["a", "c"]}, (19, 20, 19, 0)),
        ("any_two", {"targets": []}, (20, 20, 20, 0)),
        ("any_two", {"targets": "b"}, (20, 19, 20, 0)),
        ("some_of", {"targets": ["b"]}, (20, 19, 20, 0)),
        ("exactly_two", {"targets": ["b", "c"]}, (20, 19, 19, 0)),
        ("up_to_one", {"targets": ["b"]}, (20, 19, 20, 0)),
        ("up_to_one", {}, (20, 20, 20, 0)),
        ("adding_up", {"parts": [3, 5]}, (20, 20, 20, 8)),
        ("never_adding_up", {}, (20, 20, 20, 7)),
        ("too_many_ways", {"parts": list(range(1, 41))}, (20, 20, 20, 820)),
        ("maybe", {}, (20, 20, 20, 2)),
        ("only_one_way", {}, (20, 20, 20, 2)),
        ("twice", {"number": 2}, (20, 20, 20, 22)),
    ],
)
def test_what_is_chosen_is_done(
    table: Table, action: str, answers: dict[str, object], expected: tuple[int, int, int, int]
) -> None:
    table.act("a", action, **answers)
    assert state(table) == expected


@pytest.mark.parametrize(
    ("action", "answers", "reason"),
    [
        ("pick", {"target": 7}, "`7` was answered, but `target` must be one of `a`, `b`, `c`"),
        ("pick_other", {"target": "a"}, "`a` was answered, but that is not a legal choice of `target`"),
        ("pick_wrong_default", {}, "the default of `number` is `3`, but `number` must be one of `1`, `2`"),
        ("any_two", {"targets": ["a", "a"]}, "may choose each only once"),
        ("any_two", {"targets": ["a", 7]}, "`7` is not one that `targets` may choose"),
        ("some_of", {"targets": []}, "at least one must be chosen"),
        ("exactly_two", {"targets": ["a"]}, "exactly 2 must be chosen, not 1"),
        ("up_to_one", {"targets": ["a", "b"]}, "at most 1 may be chosen, not 2"),
        ("adding_up", {"parts": [2, 3]}, "not a legal choice of `parts`"),
        ("too_many_ways", {"parts": [1]}, "too many ways to choose `parts`"),
        ("maybe", {"other": 1}, "nothing asked for the answer `other`"),
    ],
)
def test_what_cannot_be_chosen_is_refused_and_changes_nothing(
    table: Table, action: str, answers: dict[str, object], reason: str
) -> None:
    with pytest.raises(Refused) as caught:
        table.act("a", action, **answers)
    assert reason in caught.value.reason
    assert state(table) == (20, 20, 20, 0)


@pytest.mark.parametrize("action", ["pick", "any_two", "exactly_two", "adding_up", "this_or_that"])
def test_a_choice_that_nobody_answers_and_that_has_no_default_is_an_error(table: Table, action: str) -> None:
    with pytest.raises(Unanswered, match="nobody answers"):
        table.act("a", action)
    assert state(table) == (20, 20, 20, 0)


def test_where_nothing_can_be_chosen_the_else_runs(builder: Builder) -> None:
    table = Table(builder, a=10)
    table.begin_round()
    table.act("a", "pick_other")
    assert table["a"].c_trail == 7


@pytest.mark.parametrize(
    ("label", "yes", "action", "trail"),
    [
        ("shout", True, "maybe", 1),
        ("shout", False, "maybe", 2),
        ("sit", True, "this_or_that", 1),
        ("stand", True, "this_or_that", 2),
    ],
)
def test_labels(table: Table, label: str, yes: bool, action: str, trail: int) -> None:
    answer(table, [("label", label, yes)], action)
    assert table["a"].c_trail == trail


def answer(table: Table, answers: list[tuple[str, str, object]], action: str) -> None:
    who = table["a"]
    script_answers(table.f, HERE, answers, lambda: acting.act(table.f, who, action))


def test_an_option_that_is_not_open_cannot_be_taken(table: Table) -> None:
    with pytest.raises(Refused, match="nothing asked for the answer `sit`"):
        answer(table, [("label", "sit", True)], "only_one_way")


def test_the_order_is_chosen_and_without_an_answer_as_written(builder: Builder) -> None:
    """Hit first: 20 - 10 = 10, so it rises by 10; shifted first, it rises by 20."""
    for order, init in ((None, 20), (("shift", "hit"), 30), (("hit", "shift"), 20)):
        table = Table(builder, a=10)
        table.begin_round()
        answer(table, [] if order is None else [("order", "", order)], "in_order")
        assert (table["a"].init, table["a"].c_hp) == (init, 10)


def test_two_answers_are_used_one_after_the_other(table: Table) -> None:
    answer(table, [("value", "number", lambda: 3), ("value", "number", lambda: 1)], "twice")
    assert table["a"].c_trail == 31


def test_an_answer_too_many_is_refused(table: Table) -> None:
    with pytest.raises(Refused, match="nothing asked for the answer `number`"):
        answer(table, [("value", "number", lambda: 1)] * 3, "twice")
    assert table["a"].c_trail == 0


def test_nobody_at_the_table_means_every_default(builder: Builder) -> None:
    from interpreter.track.entering import add_unit

    f = Fight(builder.program, SeededDice(1))
    unit = add_unit(f, "a", "red", (), {})
    unit.init = 5
    acting.act(f, unit, "pick_weakest")
    assert unit.c_hp == 19  # type: ignore[attr-defined]


def test_answers_around_and_inside(tmp_path: Path) -> None:
    """An action's own answers come first, then those of the block around it."""
    play_examples(
        tmp_path,
        CONTENT
        + """
- about: scripts
  examples:
    - it: answers from within before it answers from around
      given: |
        a at 10
        b at 8
      do: |
        answer number 1:
          a uses twice: number 3
      refused: nothing asked for the answer `number`
    - it: answers from around
      given: a at 10
      do: |
        answer number 1:
          a uses twice
      expect: a.trail is 11
    - it: has asked for what is refused
      given: |
        a at 10
        b at 8
      do: |
        refused "must be one of":
          a uses pick_wrong_default: number 3
        a uses pick: target b
      expect: b.hp is 19
""",
        ruleset=COUNTERS,
    )
