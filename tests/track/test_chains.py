"""Reactions to reactions: long chains that end are played out, those that do not are named (faults 17 to 19, 21)."""

import re
from pathlib import Path
from typing import Any

import pytest

from interpreter.library.building import Builder
from interpreter.track.refusals import Endless
from tests.tiny import Table, play_examples, tiny
from tests.track.dump import dump

HIT = """
counters: {hp: {start: "100"}}
attributes: {links: {type: number, default: 1}}
relations: {bound: {symmetric: yes}}
events:
  hit:
    form: hit target by amount
    fields: {target: unit, amount: number}
    stages: [double, halve]
    do: |
      target.hp -= amount
rules: |
  define half(amount: number) = up(amount / 2)
"""


def run(folder: Path, content: str, ruleset: str = HIT) -> None:
    play_examples(folder, content, ruleset=ruleset)


# --- two of the same ------------------------------------------------------------------------------------------------


def test_two_copies_of_halve_each_apply_once(tmp_path: Path) -> None:
    """20 halved twice is 5; doubled first, whatever came first to the bearer, 10."""
    run(
        tmp_path,
        """
        - status: hardened
          rules: |
            before hit at halve where target is bearer:
              amount = half(amount)
        - status: brittle
          rules: |
            before hit at double where target is bearer:
              amount = amount * 2
        - action: strike
          cost: free
          do: hit self by 20
        - about: halving
          examples:
            - it: halves once for each of two copies
              given: |
                a at 5
                apply hardened to a
                apply hardened to a
              do: a uses strike
              expect: a.hp is 95
            - it: goes by the stages, not by age
              given: |
                a at 5
                apply hardened to a
                apply hardened to a
                apply brittle to a
              do: a uses strike
              expect: a.hp is 90
        """,
    )


def test_inside_a_stage_the_older_holder_comes_first(tmp_path: Path) -> None:
    """(10 + 4) * 2 = 28 where the adding status is older, 10 * 2 + 4 = 24 where it is younger."""
    run(
        tmp_path,
        """
        - status: adding
          rules: |
            before hit at double where target is bearer:
              amount += 4
        - status: doubling
          rules: |
            before hit at double where target is bearer:
              amount = amount * 2
        - action: strike
          cost: free
          do: hit self by 10
        - about: age
          examples:
            - it: adds first where that is older
              given: |
                a at 5
                apply adding to a
                apply doubling to a
              do: a uses strike
              expect: a.hp is 72
            - it: doubles first where that is older
              given: |
                a at 5
                apply doubling to a
                apply adding to a
              do: a uses strike
              expect: a.hp is 76
        """,
    )


# --- sharing and answering each other -------------------------------------------------------------------------------

SHARED = """
- status: sharing
  rules: |
    after hit where target is bearer:
      for each other in linked(bearer, bound):
        hit other by half(amount)
- action: strike
  cost: free
  do: hit self by 1
"""


def test_units_that_share_damage_do_not_pass_it_on_for_ever(tmp_path: Path) -> None:
    """1 rounds up to 1 for ever; but the sharing of each acts once: on the hit, and on the one it passed on."""
    builder = tiny(tmp_path, SHARED, ruleset=HIT)
    table = Table(builder, a=5, b=6)
    table.begin_round()
    link_and_share(table)
    table.act("a", "strike")
    # a is hit by 1 and shares; b is hit by 1 and shares back; a is hit by 1 and has shared already.
    assert (table["a"].c_hp, table["b"].c_hp) == (98, 99)  # type: ignore[attr-defined]


def link_and_share(table: Table) -> None:
    from interpreter.track import lasting
    from tests.tiny import HERE

    f = table.f
    f.whole(lambda: lasting.link(f, HERE, table["a"], table["b"], "bound"))
    for id in ("a", "b"):
        f.whole(lambda id=id: lasting.apply(f, HERE, f.program.statuses["sharing"], table[id], None, None, None))


PING_PONG = """
- status: ball
  rules: |
    after hit where target is bearer:
      for each other in everyone:
        if other is not bearer:
          remove ball from bearer
          apply ball to other
          hit other by 0
- action: serve
  cost: free
  do: |
    let thrown = d6
    self.hp -= thrown
    apply ball to self
    hit self by 0
"""


def test_a_ball_that_comes_back_for_ever_is_a_cycle_and_nothing_has_happened(tmp_path: Path) -> None:
    table = Table(tiny(tmp_path, PING_PONG, ruleset=HIT), dice=[3, 4], a=5, b=6)
    table.begin_round()
    before = dump(table.f)
    with pytest.raises(Endless) as caught:
        table.act("a", "serve")
    assert dump(table.f) == before
    # The rule, with its file and the line of the statement that goes on: the last of the status.
    assert re.search(r"`ball: after hit` \(\S*content\.yaml:9\)", caught.value.reason)
    assert [site.line for site in caught.value.cycle] == [9]


def test_a_fight_goes_on_after_a_cycle(tmp_path: Path) -> None:
    """The die that the refused action had rolled falls again."""
    content = PING_PONG + "- action: roll_it\n  cost: free\n  do: self.hp -= d6\n"
    table = Table(tiny(tmp_path, content, ruleset=HIT), dice=[3], a=5, b=6)
    table.begin_round()
    with pytest.raises(Endless):
        table.act("a", "serve")
    table.act("a", "roll_it")
    assert table["a"].c_hp == 97  # type: ignore[attr-defined]


def test_what_grows_for_ever_outgrows_its_budget_and_is_named(tmp_path: Path) -> None:
    content = """
    - status: weed
      rules: |
        after apply of bearer:
          apply weed to bearer
    - action: sow
      cost: free
      do: apply weed to self
    """
    table = Table(tiny(tmp_path, content, ruleset=HIT), a=5)
    table.begin_round()
    before = dump(table.f)
    with pytest.raises(
        Endless, match=r"does not end: \d+ events so far.*`weed: after apply of bearer` \(\S*content\.yaml:5\)"
    ):
        table.act("a", "sow")
    assert dump(table.f) == before


def test_conditions_that_end_each_other_for_ever_are_named(tmp_path: Path) -> None:
    """Nothing is deep here: what `while` ends is put on again, each time from outside."""
    content = """
    - status: flicker
      rules: |
        after flicker ends:
          apply flicker to bearer while bearer.hp > 100
    - action: kindle
      cost: free
      do: apply flicker to self while self.hp > 100
    """
    table = Table(tiny(tmp_path, content, ruleset=HIT), a=5)
    table.begin_round()
    before = dump(table.f)
    with pytest.raises(Endless, match=r"`flicker: after flicker ends`"):
        table.act("a", "kindle")
    assert dump(table.f) == before


# --- long chains that end -------------------------------------------------------------------------------------------


def domino_row(folder: Path) -> Builder:
    ruleset = """
    counters: {fallen: {start: "0"}}
    events:
      topple:
        form: topple target
        fields: {target: unit}
        do: |
          target.fallen += 1
    """
    content = """
    - action: push
      cost: free
      do: topple self
    - entry: brick
      rules: |
        after topple of self:
          for each next in everyone:
            if next.init is self.init + 1:
              topple next
    """
    return tiny(folder, content, ruleset=ruleset)


def test_a_chain_of_500_is_not_cut(tmp_path: Path) -> None:
    table = Table(domino_row(tmp_path))
    for at in range(1, 501):
        table.add(f"d{at}", at, "brick")
    table.begin_round()
    table.act("d1", "push")
    assert {unit.c_fallen for unit in table.f.units.values()} == {1}  # type: ignore[attr-defined]


def test_a_rule_of_the_ruleset_acts_once_in_a_chain(tmp_path: Path) -> None:
    """It is one rule, whomever the events are about: what comes of its acting does not call it again."""
    table = Table(
        tiny(
            tmp_path,
            """
            - action: poke
              cost: free
              do: shift self by 1 as fall
            """,
            ruleset="""
            rules: |
              after change of init where manner is fall:
                for each other in units where it is not unit:
                  shift other by 1 as fall
            """,
        ),
        a=5,
        b=5,
        c=5,
    )
    table.begin_round()
    table.act("a", "poke")
    assert [unit.init for unit in table.f.units.values()] == [6, 6, 6]


def test_a_chain_that_only_counts_down_is_no_cycle(tmp_path: Path) -> None:
    """Each hit says another amount though nothing else differs: 100 to 1, with a status that puts itself on again."""
    content = """
    - status: fuse
      rules: |
        after spark where who is bearer and left > 0:
          remove fuse from bearer
          apply fuse to bearer
          spark bearer by left - 1
    - action: light
      cost: free
      do: |
        apply fuse to self
        spark self by 300
    """
    ruleset = """
    events:
      spark:
        form: spark who by left
        fields: {who: unit, left: number}
    """
    table = Table(tiny(tmp_path, content, ruleset=ruleset), a=5)
    table.begin_round()
    table.act("a", "light")
    assert table.kinds().count("event:spark") == 301


def test_a_chain_that_wears_something_down_is_no_cycle(tmp_path: Path) -> None:
    """The ball costs a point each time it is caught, and falls when there is none left: the same but for the points."""
    content = """
    - status: ball
      rules: |
        after hit where target is bearer and bearer.hp > 0:
          for each other in everyone:
            if other is not bearer:
              remove ball from bearer
              apply ball to other
              hit other by 1
    - action: serve
      cost: free
      do: |
        apply ball to self
        hit self by 1
    """
    table = Table(tiny(tmp_path, content, ruleset=HIT), a=5, b=6)
    table.begin_round()
    table.act("a", "serve")
    assert (table["a"].c_hp, table["b"].c_hp) == (0, 1)  # type: ignore[attr-defined]


# --- next time ------------------------------------------------------------------------------------------------------

NEXT_TIME = """
- status: braced
  rules: |
    before hit at halve where target is bearer:
      amount = 0
- status: vengeful
  rules: |
    after hit where target is bearer:
      bearer.hp += 1
- status: warded
  rules: |
    before hit where target is bearer:
      stop
- action: ward
  cost: free
  do: apply warded to self until used
- action: brace
  cost: free
  do: |
    apply braced to self until used or start of self's next turn
- action: avenge
  cost: free
  do: apply vengeful to self until used
- action: strike
  cost: free
  do: hit self by 10
"""


def next_time(folder: Path) -> Table:
    table = Table(tiny(folder, NEXT_TIME, ruleset=HIT), a=5)
    table.begin_round()
    table.begin()
    return table


def test_next_time_is_used_once(tmp_path: Path) -> None:
    table = next_time(tmp_path)
    table.act("a", "brace")
    table.act("a", "strike")
    assert (hp(table), table.has("a", "braced")) == (100, False)
    table.act("a", "strike")
    assert hp(table) == 90


def test_a_rule_that_answers_is_used_once(tmp_path: Path) -> None:
    table = next_time(tmp_path)
    table.act("a", "avenge")
    table.act("a", "strike")
    assert (hp(table), table.has("a", "vengeful")) == (91, False)
    table.act("a", "strike")
    assert hp(table) == 81


def test_a_ward_is_used_up_by_what_it_stops_not_by_what_another_stops(tmp_path: Path) -> None:
    """The older of two wards stops the first blow, the younger the second; nothing stops the third."""
    table = next_time(tmp_path)
    table.act("a", "ward")
    table.act("a", "ward")
    left = []
    for _ in range(3):
        table.act("a", "strike")
        left.append((hp(table), len(table.copies("a", "warded"))))
    assert left == [(100, 1), (100, 0), (90, 0)]


def test_next_time_is_not_the_time_within(tmp_path: Path) -> None:
    """The blow of 10 is doubled; the blow of 1 that it sets off while it is dealt is not."""
    content = """
    - status: cursed
      rules: |
        before hit at double where target is bearer:
          amount = amount * 2
    - action: curse_and_strike
      cost: free
      do: |
        apply cursed to self until used
        hit self by 10
    """
    ruleset = (
        HIT
        + """
  after change of hp where amount <= -10:
    hit unit by 1
"""
    )
    table = Table(tiny(tmp_path, content, ruleset=ruleset), a=5)
    table.begin_round()
    table.act("a", "curse_and_strike")
    assert hp(table) == 79


def test_next_time_does_not_pile_up_when_it_never_comes(tmp_path: Path) -> None:
    table = next_time(tmp_path)
    for _ in range(4):
        table.act("a", "brace")
        assert len(table.copies("a", "braced")) == 1
        table.end()
        table.next_round()
        table.begin()
    assert table.copies("a", "braced") == []
    assert table.f.deadlines == []


def hp(table: Table) -> Any:
    return table["a"].c_hp  # type: ignore[attr-defined]
