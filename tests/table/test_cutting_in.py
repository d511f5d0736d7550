"""Cutting in and turns at the same time, as a scenario plays them: who is asked, who goes first, who still wants to."""

from pathlib import Path
from textwrap import dedent

from interpreter.source.render import render_text
from interpreter.table.loading import build, load
from interpreter.table.play import Play
from interpreter.table.scenario import compile_scenario
from interpreter.table.telling import Teller, sentence
from interpreter.track.dice import SeededDice
from tests.tiny import RULESET

RULES = """
counters: {hp: {start: "10"}}
rules: |
  before cut_in where unit.init is 4:
    stop "it is too slow"
  after cut_in stopped:
    queue_turn unit
"""
ROUND = """
round:
  - stage: only
    count: unit.init
    order: ascending
    steps: [aim, loose]
    cuts_in: unit.init > turn.unit.init
    cuts_in_by: unit.init
"""
SHOOT = """
- action: shoot
  cost: free
  do: |
    choose target from units by self:
      target.hp -= 1
"""
CONTENT = f"""{SHOOT}
- policy: calm
  do: |
    if turn.step is loose:
      self uses shoot: target least u in (units where it is not self) by u.init
- policy: keen
  do: |
    if turn.step is loose:
      self uses shoot: target least u in (units where it is not self) by u.init
  answers:
    cut in: turn.step is loose and turn.unit.hp > 9
"""
SCENARIO = """
scenario: volley
ruleset: tiny
units:
  a: {side: red, at: 1, plays: calm}
  b: {side: red, at: 2, plays: keen}
  c: {side: blue, at: 3, plays: keen}
  d: {side: blue, at: 4, plays: keen}
rounds: 1
"""


def told(folder: Path, round: str, content: str, scenario: str, rules: str = RULES) -> list[str]:
    """What happens in the scenario, from the first round on."""
    (folder / "ruleset.yaml").write_text("\n".join([RULESET, dedent(rules), dedent(round)]))
    (folder / "content.yaml").write_text(content)
    (folder / "volley.yaml").write_text(dedent(scenario))
    loaded = load(str(folder))
    assert not loaded.diagnostics.has_errors, render_text(loaded.diagnostics)
    builder = build(loaded)
    play = Play(builder, compile_scenario(builder, loaded.scenarios["volley"]), SeededDice(1))
    teller = Teller(play.fight)
    events = [event for done in play.run() for event in list(teller.new_events()) if done != "setup"]
    return [sentence(event) for event in events]


def test_units_cut_in_by_their_policies_the_first_by_its_number_and_in_turns_of_those_inside(tmp_path: Path) -> None:
    """At the second step of `a`, three want to cut in. `d` is stopped and comes next; of the others `c` goes first.

    In its turn `d` tries again, and is stopped again. When `c` has shot `a`, `b` wants to no longer, and `a` goes on;
    then comes `d`, who was queued, and last `b`.
    """
    assert told(tmp_path, ROUND, CONTENT, SCENARIO) == [
        "scene starts",
        "round 1 starts",
        "a's turn starts",
        "a comes to loose",
        "b cuts in on the turn of a",
        "c cuts in on the turn of a",
        "d cuts in on the turn of a - stopped: it is too slow",
        "d comes next",
        "c's turn starts",
        "c comes to loose",
        "d cuts in on the turn of c - stopped: it is too slow",
        "d comes next",
        "c uses shoot",
        "a hp 10 -> 9",
        "c's turn ends",
        "a uses shoot",
        "b hp 10 -> 9",
        "a's turn ends",
        "d's turn starts",
        "d comes to loose",
        "d uses shoot",
        "a hp 9 -> 8",
        "d's turn ends",
        "b's turn starts",
        "b comes to loose",
        "b uses shoot",
        "a hp 8 -> 7",
        "b's turn ends",
        "round 1 ends",
        "scene ends",
    ]


def test_a_turn_that_passes_unused_has_no_steps_and_nobody_cuts_in_on_it(tmp_path: Path) -> None:
    """`a` has left before its turn comes and `b` in its own, after `c` has cut in; `d` misses its turn."""
    rules = """
    rules: |
      after start of round:
        for each u in units where it.init is 1:
          dismiss u
        for each u in units where it.init is 4:
          skip_turn u
      after start of turn where unit.init is 3:
        for each u in units where it.init is 2:
          dismiss u
    """
    content = """
- policy: calm
  do: |
    say "acts"
- policy: keen
  do: |
    say "acts"
  answers:
    cut in: self.init is 3 or not self.on_track
"""
    anybody = ROUND.replace("unit.init > turn.unit.init", "unit is not turn.unit")
    assert told(tmp_path, anybody, content, SCENARIO, rules) == [
        "scene starts",
        "round 1 starts",
        "a leaves the fight",
        "d misses its turn at 4",
        "b's turn starts",
        "c cuts in on the turn of b",
        "c's turn starts",
        "b leaves the fight",
        "acts",
        "c comes to loose",
        "acts",
        "c's turn ends",
        "b's turn ends",
        "round 1 ends",
        "scene ends",
    ]


def test_turns_at_the_same_time_are_told_and_both_take_effect(tmp_path: Path) -> None:
    round = """
    round:
      - stage: only
        count: "1"
        order: descending
        together: yes
    """
    rules = """
    counters: {hp: {start: "1"}}
    rules: |
      after change of hp where destination <= 0:
        dismiss unit
    """
    content = f"""{SHOOT}
- policy: calm
  do: |
    self uses shoot: target first(units where it is not self)
"""
    scenario = """
    scenario: volley
    ruleset: tiny
    units:
      a: {side: red, at: 1, plays: calm}
      b: {side: blue, at: 2, plays: calm}
    rounds: 2
    ends_when: everyone is []
    """
    assert told(tmp_path, round, content, scenario, rules) == [
        "scene starts",
        "round 1 starts",
        "a and b have their turns at the same time",
        "a's turn starts",
        "b's turn starts",
        "a uses shoot",
        "b hp 1 -> 0",
        "b uses shoot",
        "a hp 1 -> 0",
        "b leaves the fight",
        "a leaves the fight",
        "a's turn ends",
        "b's turn ends",
        "scene ends",
    ]


def test_who_has_left_keeps_nobody_from_cutting_in_on_another(tmp_path: Path) -> None:
    """The turns of b and c come at the same time; b is shot before, so that c's is a turn by itself again."""
    round = """
    round:
      - stage: only
        count: up(unit.init / 2)
        order: ascending
        together: yes
        cuts_in: unit.init > 4
    """
    rules = """
    counters: {hp: {start: "1"}}
    rules: |
      after change of hp where destination <= 0:
        dismiss unit
    """
    content = """
- action: shoot
  cost: free
  do: |
    choose target from units by self:
      target.hp -= 1
- policy: calm
  do: |
    if self.init is 1:
      self uses shoot: target first(units where it.init is 3)
- policy: keen
  do: |
    self uses shoot: target first(units where it.init is 4)
  answers:
    cut in: turn.unit.init is 4
"""
    scenario = """
    scenario: volley
    ruleset: tiny
    units:
      a: {side: red, at: 1, plays: calm}
      b: {side: blue, at: 3, plays: calm}
      c: {side: blue, at: 4, plays: calm}
      d: {side: red, at: 5, plays: keen}
    rounds: 1
    """
    assert told(tmp_path, round, content, scenario, rules) == [
        "scene starts",
        "round 1 starts",
        "a's turn starts",
        "a uses shoot",
        "b hp 1 -> 0",
        "b leaves the fight",
        "a's turn ends",
        "c's turn starts",
        "d cuts in on the turn of c",
        "d's turn starts",
        "d uses shoot",
        "c hp 1 -> 0",
        "c leaves the fight",
        "d's turn ends",
        "c's turn ends",
        "round 1 ends",
        "scene ends",
    ]
