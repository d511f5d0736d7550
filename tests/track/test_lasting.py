"""What lasts: copies, conditions, modifiers, links, leaving and coming, objectives (faults 16, 17)."""

from pathlib import Path

import pytest

from interpreter.track.refusals import Refused
from tests.tiny import Table, play_examples, tiny

RULES = """
attributes:
  speed: {type: number, default: 4}
  reach: {type: number, default: 4, stacks: best}
counters: {hp: {start: "20"}, ended: {start: "0"}}
relations:
  bound: {symmetric: yes, transitive: yes}
  beside: {symmetric: yes}
  guards: {symmetric: no}
  leashed: {symmetric: yes, value: length}
"""


def run(folder: Path, content: str) -> None:
    play_examples(folder, content, ruleset=RULES)


def test_what_a_second_copy_does(tmp_path: Path) -> None:
    """Stacked ones stand side by side, refreshed ones begin anew, of kept ones the first stays."""
    run(
        tmp_path,
        """
        - status: stacked
          again: stack
          fields: {number: number}
        - status: refreshed
          again: refresh
          fields: {number: number}
          rules: |
            after refreshed ends:
              bearer.ended += 1
        - status: kept
          again: keep
          fields: {number: number}
        - marker: kept_flag
          again: keep
          fields: {number: number}
        - marker: moved_flag
          again: refresh
          fields: {number: number}
        - about: copies
          examples:
            - it: stands side by side
              given: |
                a at 5
                apply stacked to a with number = 1
                apply stacked to a with number = 2
              expect: |
                count(statuses(a, stacked)) is 2
                first(statuses(a, stacked)).number is 1
            - it: begins anew
              given: |
                a at 5
                apply refreshed to a with number = 1
                apply refreshed to a with number = 2
              expect: |
                count(statuses(a, refreshed)) is 1
                first(statuses(a, refreshed)).number is 2
                a.ended is 1
            - it: stays
              given: |
                a at 5
                apply kept to a with number = 1
                apply kept to a with number = 2
              expect: |
                count(statuses(a, kept)) is 1
                first(statuses(a, kept)).number is 1
            - it: is one marker for each owner
              given: |
                a at 5
                b at 6
                place kept_flag at 1 by a with number = 1
                place kept_flag at 2 by a with number = 2
                place kept_flag at 3 by b with number = 3
                place moved_flag at 1 by a with number = 1
                place moved_flag at 2 by a with number = 2
                place moved_flag at 3 by b with number = 3
              expect: |
                count(lying(kept_flag)) is 2
                first(lying(kept_flag)).number is 1
                count(lying(moved_flag)) is 2
                first(lying(moved_flag)).number is 2
        """,
    )


def test_a_marker_that_is_not_laid_is_not_announced(tmp_path: Path) -> None:
    content = """
    - marker: flag
      again: keep
    - action: plant
      cost: free
      do: place flag at 1
    """
    table = Table(tiny(tmp_path, content), a=5)
    table.begin_round()
    table.act("a", "plant")
    table.act("a", "plant")
    assert table.kinds().count("place") == 1


def test_every_copy_is_removed_though_the_end_of_one_ends_another(tmp_path: Path) -> None:
    run(
        tmp_path,
        """
        - status: chained
          rules: |
            after chained ends:
              remove chained from bearer
              bearer.ended += 1
        - action: free_it
          cost: free
          do: remove chained from self
        - about: chains
          examples:
            - it: removes all three
              given: |
                a at 5
                apply chained to a
                apply chained to a
                apply chained to a
              do: a uses free_it
              expect: |
                a lacks chained
                a.ended is 3
        """,
    )


def test_while_is_judged_when_all_has_settled(tmp_path: Path) -> None:
    """In the middle of the action the condition fails for a moment; that does not end it. Afterwards failing does."""
    run(
        tmp_path,
        """
        - status: proud
          rules: |
            after proud ends:
              bearer.ended += 1
        - action: dip
          cost: free
          do: |
            self.hp -= 15
            self.hp += 15
        - action: sink
          cost: free
          do: self.hp -= 15
        - action: leave_track
          cost: free
          do: take_off self
        - about: while
          examples:
            - it: stands through a moment in which it fails
              given: |
                a at 5
                apply proud to a while a.hp > 10
              do: a uses dip
              expect: a has proud
            - it: ends when it fails in the end
              given: |
                a at 5
                apply proud to a while a.hp > 10
              do: a uses sink
              expect: |
                a lacks proud
                a.ended is 1
            - it: ends when something in it is absent, also under not
              given: |
                a at 5
                apply proud to a while not a.init > 10
              do: a uses leave_track
              expect: a lacks proud
            - it: ends by its time though the condition holds
              given: |
                a at 5
                apply proud to a until end of round while a.hp > 10
              do: next round
              expect: a lacks proud
        """,
    )


def test_it_ends_with_what_it_hangs_on(tmp_path: Path) -> None:
    run(
        tmp_path,
        """
        - status: root
        - status: leaf
        - action: grow
          cost: free
          do: |
            apply root to self
            for each it in statuses(self, root):
              apply leaf to self until it ends
        - action: cut_down
          cost: free
          do: remove root from self
        - about: hanging on
          examples:
            - it: stands while that stands
              given: a at 5
              do: a uses grow
              expect: a has leaf
            - it: ends with it
              given: a at 5
              do: |
                a uses grow
                a uses cut_down
              expect: a lacks leaf
        """,
    )


def test_modifiers_are_set_then_added_then_capped(tmp_path: Path) -> None:
    """4, set to 10, plus 3 and 2, at most 12; what is added to reach does not stack. Order of arrival is nothing."""
    run(
        tmp_path,
        """
        - status: capped
          modifies: {speed: {cap: "12"}}
        - status: fast
          modifies: {speed: {add: "3"}}
        - status: faster
          modifies: {speed: {add: "2"}}
        - status: fixed
          modifies: {speed: {set: "10"}}
        - status: long
          modifies: {reach: {add: "3"}}
        - status: longer
          modifies: {reach: {add: "2"}}
        - about: modifiers
          examples:
            - it: adds up
              given: |
                a at 5
                apply fast to a
                apply faster to a
                apply fast to a
              expect: a.speed is 12
            - it: sets first and caps last
              given: |
                a at 5
                apply capped to a
                apply fast to a
                apply faster to a
                apply fixed to a
              expect: a.speed is 12
            - it: is never written back
              given: |
                a at 5
                apply fixed to a
                remove fixed from a
              expect: a.speed is 4
            - it: takes the best where that is declared
              given: |
                a at 5
                apply longer to a
                apply long to a
                apply longer to a
              expect: a.reach is 7
        """,
    )


def test_links(tmp_path: Path) -> None:
    run(
        tmp_path,
        """
        - action: part
          cost: free
          do: |
            choose other from everyone by self:
              unlink self from other as bound
        - action: leave
          cost: free
          do: dismiss self
        - about: links
          examples:
            - it: goes both ways and on and on, where that is declared
              given: |
                a at 1
                b at 2
                c at 3
                link b to a as bound
                link c to b as bound
              expect: |
                linked(a, bound) is [b, c]
                linked(c, bound) is [a, b]
            - it: goes both ways and no further
              given: |
                a at 1
                b at 2
                c at 3
                link b to a as beside
                link c to b as beside
              expect: |
                linked(a, beside) is [b]
                linked(b, beside) is [a, c]
            - it: goes one way
              given: |
                a at 1
                b at 2
                link a to b as guards
              expect: |
                linked(a, guards) is [b]
                count(linked(b, guards)) is 0
            - it: carries a number, the same from both sides
              given: |
                a at 1
                b at 2
                link b to a as leashed at 5
              expect: |
                link_value(a, b, leashed) is 5
                link_value(b, a, leashed) is 5
            - it: is parted from either side
              given: |
                a at 1
                b at 2
                link b to a as bound
              do: "a uses part: other b"
              expect: count(linked(b, bound)) is 0
            - it: is gone with one of the two
              given: |
                a at 1
                b at 2
                c at 3
                link a to b as bound
                link b to c as bound
              do: b uses leave
              expect: count(linked(a, bound)) is 0
        """,
    )


def test_who_is_created_has_what_its_kind_has_and_a_turn_this_round(tmp_path: Path) -> None:
    content = """
    - unit: sprout
      values: {speed: 2, hp: 3}
    - action: sow
      cost: heavy
      do: create sprout at 30 as jump
    """
    table = Table(tiny(tmp_path, content, ruleset=RULES))
    table.add("a", 40, side="blue")
    table.add("b", 20)
    table.begin_round()
    table.begin()
    table.act("a", "sow")
    table.end()
    sprout = table["sprout_1"]
    assert (sprout.init, sprout.side, sprout.a_speed, sprout.c_hp, sprout.c_deeds) == (30, "blue", 2, 3, 2)
    assert table.rest() == ["sprout_1", "b"]


def test_who_has_left_acts_no_more(tmp_path: Path) -> None:
    content = """
    - entry: banner
      actions:
        wave:
          cost: free
          do: say "hail"
    - action: leave
      cost: free
      do: dismiss self
    """
    table = Table(tiny(tmp_path, content), b=6)
    table.add("a", 5, "banner")
    table.begin_round()
    table.act("a", "wave")
    table.act("a", "leave")
    with pytest.raises(Refused, match="`a` has left the fight"):
        table.act("a", "wave")


def test_what_would_touch_who_has_left_is_told_as_stopped_and_the_rest_stands(tmp_path: Path) -> None:
    """A blow that fells somebody is not undone because something was to come after it."""
    content = """
    - status: mark
    - action: fell
      cost: free
      do: |
        choose it from everyone by self:
          it.hp -= 20
          shift it by 3 as walk
          set it to 3 as jump
          take_off it
          apply mark to it
          link self to it as bound
          bring_back it to 5 as jump
        self.hp += 1
    """
    rules = (
        RULES
        + """
rules: |
  after change of hp where destination <= 0:
    dismiss unit
"""
    )
    table = Table(tiny(tmp_path, content, ruleset=rules), a=5, b=6)
    table.begin_round()
    table.act("a", "fell", it="b")
    assert (table["b"].gone, table["b"].init, table["a"].c_hp) == (True, None, 21)
    assert not table.has("b", "mark")
    assert table.f.links["bound"] == {}
    stopped = [(event.kind, event.stopped[0]) for event in table.f.log if event.stopped is not None]
    off, gone = "`b` is off the track", "`b` has left the fight"
    assert stopped == [
        ("change:init", off),
        ("change:init", off),
        ("leave", off + " already"),
        ("apply", gone),
        ("link", gone),
        ("return", gone),
    ]


def test_rules_of_who_has_left_answer_no_more(tmp_path: Path) -> None:
    run(
        tmp_path,
        """
        - entry: watcher
          rules: |
            after change of hp where unit is not self:
              self.ended += 1
        - action: leave
          cost: free
          do: dismiss self
        - action: bleed
          cost: free
          do: self.hp -= 1
        - about: watching
          examples:
            - it: answers while it is there
              given: |
                a at 5
                w at 6 as watcher
              do: |
                a uses bleed
                w uses leave
                a uses bleed
              expect: w.ended is 1
        """,
    )


def test_an_objective_is_attained_once(tmp_path: Path) -> None:
    content = """
    - action: press
      cost: free
      do: |
        for each goal in objectives:
          goal.score -= 4
    - action: press_twice
      cost: free
      do: |
        for each goal in objectives:
          goal.score -= 9
          goal.score -= 9
    """
    rules = """
    counters: {won: {start: "0"}}
    rules: |
      after attained:
        for each one in everyone where it.side is side:
          one.won += 1
    """
    from interpreter.track.state import Objective

    table = Table(tiny(tmp_path, content, ruleset=rules))
    table.add("a", 5, side="blue")
    table.f.objectives["hill"] = Objective("hill", 7, None)
    table.begin_round()
    for _ in range(3):
        table.act("a", "press")
    goal = table.f.objectives["hill"]
    assert (goal.c_score, goal.attained_by, table["a"].c_won) == (0, "blue", 1)
    table.f.objectives["ford"] = Objective("ford", 7, None)
    table.act("a", "press_twice")
    assert (table.f.objectives["ford"].c_score, table["a"].c_won) == (0, 2)
