"""What comes before an action is no part of it: it stands, though the action can then be done no more."""

from pathlib import Path

import pytest

from interpreter.table.examples import ExampleRunner
from interpreter.track import lasting
from interpreter.track.events import Simple
from interpreter.track.refusals import Refused
from tests.tiny import HERE, RULESET, Table, play_examples, tiny
from tests.track.dump import dump
from tests.track.hits import COUNTERS

BASE = RULESET.replace(
    'budgets:\n  deeds: {each: turn, amount: "2"}', 'budgets:\n  deeds: {each: any turn, amount: "2"}'
)
READY = """
- status: readied
  rules: |
    first action where action is charge and unit is not bearer:
      hit unit by 15
- status: countering
  rules: |
    first action where action is charge and unit is not bearer and bearer.deeds > 0:
      bearer.deeds -= 1
      stop "it is countered"
- status: forbidding
  rules: |
    first action where action is charge and unit is not bearer:
      say "halt"
      stop "it is forbidden"
- status: tripping
  rules: |
    first action where action is charge and unit is not bearer:
      apply tripped to unit until used
- status: shoving
  rules: |
    first action where action is charge and unit is not bearer:
      shift unit by -4 as fall
- status: tripped
  rules: |
    before action of bearer:
      stop "it has tripped"
- status: banned
  rules: |
    before action of bearer:
      stop "it is banned"
- entry: chronicler
  rules: |
    after action stopped:
      self.trail += 1
- action: charge
  cost: own
  requires:
    - {that: self.hp >= 10, else: it is too weak to charge}
  do: |
    choose foe from units where it is not self and within 2 of self by self:
      hit foe by 1
    else:
      stop "nobody is near"
"""


def table_with(folder: Path, *statuses: str) -> Table:
    """The turn of `b` next to `a`, who has statuses; `c` watches."""
    table = Table(tiny(folder, READY, ruleset=COUNTERS, base=BASE), a=5, b=6)
    table.add("c", 20, "chronicler")
    f = table.f
    for status in statuses:
        kind, bearer = f.program.statuses[status], table["b" if status == "banned" else "a"]
        f.whole(lambda kind=kind, bearer=bearer: lasting.apply(f, HERE, kind, bearer, None, None, None))  # type: ignore[misc]
    table.begin_round()
    table.begin("b")
    return table


def ended(table: Table) -> list[tuple[str, str | None]]:
    """The actions that were begun, and why they were stopped."""
    return [
        (event.name, None if event.stopped is None else event.stopped[0])
        for event in table.f.log
        if isinstance(event, Simple) and event.kind == "action"
    ]


def test_a_reaction_stands_where_after_it_the_action_lacks_what_it_requires(tmp_path: Path) -> None:
    """One blow leaves 5 of 20, too few to charge: nobody is charged, nothing is paid, and the blow has been struck."""
    table = table_with(tmp_path, "readied")
    table.act("b", "charge")
    assert (table["b"].c_hp, table["a"].c_hp, table["b"].used) == (5, 20, ())
    assert ended(table) == [("charge", "it is too weak to charge")]
    assert table["c"].c_trail == 1
    with pytest.raises(Refused, match="too weak to charge"):
        table.act("b", "charge")


def test_a_reaction_stands_where_after_it_the_action_cannot_be_paid(tmp_path: Path) -> None:
    content = """
    - action: lunge
      cost: heavy
      do: self.trail += 1
    """
    ruleset = """
    counters: {trail: {start: "0"}}
    rules: |
      first action:
        unit.deeds -= 1
    """
    table = Table(tiny(tmp_path, content, ruleset=ruleset), a=5)
    table.begin_round()
    table.begin()
    table.act("a", "lunge")
    assert (table["a"].c_deeds, table["a"].c_trail) == (1, 0)
    assert ended(table) == [("lunge", "`lunge` costs 2 `deeds`, and `a` has 1 left")]


def test_who_stops_an_action_before_it_has_paid_for_that(tmp_path: Path) -> None:
    table = table_with(tmp_path, "countering")
    table.act("b", "charge")
    table.act("b", "charge")
    assert (table["a"].c_deeds, table["a"].c_hp) == (0, 20)
    table.act("b", "charge", foe="a")
    assert table["a"].c_hp == 19
    assert ended(table) == [("charge", "it is countered")] * 2 + [("charge", None)]


def test_what_only_forbids_an_action_leaves_the_fight_as_it_was(tmp_path: Path) -> None:
    table = table_with(tmp_path, "forbidding")
    before = dump(table.f)
    with pytest.raises(Refused, match="it is forbidden"):
        table.act("b", "charge")
    assert dump(table.f) == before


def test_nobody_reacts_to_what_could_not_be_done_anyway(tmp_path: Path) -> None:
    table = table_with(tmp_path, "readied", "banned")
    before = dump(table.f)
    with pytest.raises(Refused, match="it is banned"):
        table.act("b", "charge")
    assert dump(table.f) == before


def test_what_comes_of_a_reaction_can_stop_the_action_and_is_not_used_up_by_that(tmp_path: Path) -> None:
    table = table_with(tmp_path, "tripping")
    table.act("b", "charge")
    assert ended(table) == [("charge", "it has tripped")]
    assert table.has("b", "tripped")
    with pytest.raises(Refused, match="it has tripped"):
        table.act("b", "charge")


def test_a_reaction_stands_where_because_of_it_the_action_cannot_be_done_to_its_end(tmp_path: Path) -> None:
    table = table_with(tmp_path, "shoving")
    table.act("b", "charge")
    assert (table["b"].init, table["b"].used) == (2, ())
    assert ended(table) == [("charge", "nobody is near")]


def test_nobody_reacts_to_what_could_not_be_done_to_its_end_anyway(tmp_path: Path) -> None:
    table = table_with(tmp_path, "shoving")
    table["a"].init = 12
    before = dump(table.f)
    with pytest.raises(Refused, match="nobody is near"):
        table.act("b", "charge")
    assert dump(table.f) == before


def test_a_wrong_answer_takes_back_what_came_first(tmp_path: Path) -> None:
    """It can be answered otherwise."""
    table = table_with(tmp_path, "shoving")
    table.add("d", 2)
    before = dump(table.f)
    with pytest.raises(Refused, match="`foe` must be one of `d`"):
        table.act("b", "charge", foe="a")
    assert dump(table.f) == before
    table.act("b", "charge", foe="d")
    assert (table["b"].init, table["d"].c_hp, table["b"].used) == (2, 19, ("charge",))


def test_dice_of_a_reaction_have_fallen(tmp_path: Path) -> None:
    """Those of trying whether the action could be done are given back: the shove rolls one die, the next the other."""
    content = READY.replace("shift unit by -4 as fall", "shift unit by -1 - roll(d6) as fall")
    content = content.replace("hit foe by 1", "hit foe by roll(d6)")
    table = Table(tiny(tmp_path, content, ruleset=COUNTERS, base=BASE), a=5, b=6, dice=[3, 2])
    table.begin_round()
    table.begin("b")
    lasting.apply(table.f, HERE, table.f.program.statuses["shoving"], table["a"], None, None, None)
    table.act("b", "charge")
    assert (table["b"].init, table.f.dice.at) == (2, 1)  # type: ignore[attr-defined]


def test_examples_show_what_a_reaction_has_prevented(tmp_path: Path) -> None:
    """What is answered for the action is not missed, in its own line or around it."""
    play_examples(
        tmp_path,
        READY
        + """
- about: reactions
  examples:
    - it: keep an action from being done
      given: |
        a at 5
        b at 6
        apply readied to a
      do: |
        turn of b:
          answer foe a:
            b uses charge
        expect b.hp is 5
        next round
        b.hp += 15
        turn of b:
          b uses charge: foe a
      expect: "[a, b].hp is [20, 5]"
""",
        ruleset=COUNTERS,
        base=BASE,
    )


def test_what_is_only_tried_leaves_nothing_among_what_happens_together(tmp_path: Path) -> None:
    """In turns at the same time, and in a block whose answers wait: each blow and each shove is answered once."""
    content = READY.replace(
        "- action: charge",
        """- entry: counting
  rules: |
    after hit:
      self.per_turn += 1
    after change of init where manner is fall:
      self.per_round += 1
    after action stopped:
      self.per_scene += 1
- action: charge""",
    )
    play_examples(
        tmp_path,
        content.replace("    choose foe", "    hit self by 1\n    choose foe")
        + """
- about: reactions
  examples:
    - it: keep an action from being done in turns at the same time
      given: |
        a at 6
        b at 6
        c at 20 as counting
        apply shoving to a
      do: |
        turn of [a, b]:
          a uses charge: foe b
          b uses charge: foe a
      expect: |
        [a, b].hp is [19, 19]
        [c.per_turn, c.per_round, c.per_scene] is [2, 1, 1]
        b.init is 2
    - it: keep an action from being done among other things
      given: |
        a at 5
        b at 6
        c at 20 as counting
        apply shoving to a
      do: |
        turn of b:
          together:
            hit c by 1
            b uses charge
      expect: |
        [c.per_turn, c.per_round, c.per_scene] is [1, 1, 1]
        [b.hp, c.hp] is [20, 19]
""",
        ruleset=COUNTERS,
        base=BASE,
        round="round: [{stage: turns, count: unit.init, order: descending, together: yes}]",
    )


def test_an_answer_that_nothing_asks_for_is_missed_once_more_after_that(tmp_path: Path) -> None:
    content = READY + EXAMPLES_THAT_FAIL
    builder = tiny(tmp_path, content, ruleset=COUNTERS, base=BASE)
    messages = [outcome.message for outcome in ExampleRunner(builder, builder.texts.examples).run()]
    assert messages == [
        "it was refused: nothing asked for the answer `foe`",
        'it was not refused, though "weak" was expected; what came first has prevented that `b` uses `charge`: '
        "it is too weak to charge",
        'nothing was refused, though "weak" was expected; what came first has prevented that `b` uses `charge`: '
        "it is too weak to charge",
    ]


EXAMPLES_THAT_FAIL = """
- action: rest
  cost: own
  do: |
    self.trail += 1
    if self.trail > 50:
      choose foe from units by self:
        hit foe by 1
- about: reactions
  examples:
    - it: is followed by what asks for nothing
      given: |
        a at 5
        b at 6
        apply readied to a
      do: |
        turn of b:
          b uses charge: foe a
          b uses rest: foe a
    - it: refuses nothing, in a block
      given: |
        a at 5
        b at 6
        apply readied to a
      do: |
        turn of b:
          refused "weak":
            b uses charge
    - it: refuses nothing, as a whole
      given: |
        a at 5
        b at 6
        apply readied to a
      do: |
        turn of b:
          b uses charge
      refused: weak
"""
