"""What lasts while something holds ends when a statement of a script is over, not when the next action is."""

from pathlib import Path
from typing import Any

from interpreter.table.loading import load
from interpreter.table.play import Play
from interpreter.table.scenario import compile_scenario
from interpreter.track.dice import SeededDice
from tests.tiny import play_examples, tiny

RULES = """
counters: {hp: {start: "5"}, ended: {start: "0"}}
events:
  hit:
    form: hit target by amount
    fields: {target: unit, amount: number, dodged: {type: yes_no, default: no}}
    gives: dodged
    do: |
      target.hp -= amount
verbs:
  hit_twice:
    form: hit_twice target
    fields: {target: unit}
    do: |
      hit target by 4
      target.hp += 4
"""
CONTENT = """
- status: hale
  rules: |
    after hale ends:
      bearer.ended += 1
- action: rest
  cost: free
  do: |
    self.hp -= 4
    self.hp += 4
- action: suffer
  cost: free
  do: self.hp -= 4
- about: what lasts while something holds
  examples:
    - it: ends with a verb, not with the action after it
      given: GIVEN
      do: |
        hit a by 4
        expect a lacks hale and a.ended is 1
    - it: ends with a change of a counter
      given: GIVEN
      do: |
        a.hp -= 4
        expect a lacks hale
    - it: ends with an event whose result is kept
      given: GIVEN
      do: |
        let dodged = hit(a, by 4)
        expect a lacks hale
    - it: ends with an event that is asked in a condition
      given: GIVEN
      do: |
        if hit(a, by 4):
          say "it dodges"
        expect a lacks hale
    - it: ends with each statement in a loop
      given: GIVEN
      do: |
        for each u in units:
          hit u by 4
          u.hp += 4
        expect a lacks hale and a.hp is 5
    - it: lasts over what one verb makes right again
      given: GIVEN
      do: |
        hit_twice a
        expect a has hale
    - it: lasts over what one action makes right again
      given: GIVEN
      do: |
        a uses rest
        expect a has hale
        a uses suffer
        expect a lacks hale
    - it: lasts over what happens together
      given: GIVEN
      do: |
        together:
          a.hp -= 4
          a.hp += 4
        expect a has hale
        together:
          a.hp -= 4
        expect a lacks hale
    - it: ends in a turn and in what is answered
      given: GIVEN
      do: |
        turn of b:
          hit a by 4
          expect a lacks hale
    - it: ends before the fight begins where it does not hold when all is set up
      given: |
        a at 5
        b at 6
        apply hale to a while b.hp > 4
        b.hp -= 1
        b.hp += 1
        apply hale to b while a.hp > 9
      expect: |
        a has hale
        b lacks hale
"""


GIVEN = """|
        a at 5
        b at 6
        apply hale to a while a.hp > 2"""
PLAYED = """
- policy: weak
  do: |
    hit self by 4
    if self has hale:
      self.ended += 100
    self.hp += 4
"""
SCENARIO = """
scenario: brawl
ruleset: tiny
rounds: 1
units:
  a: {side: red, at: 5, plays: weak}
setup: |
  apply hale to a while a.hp > 2
  a.hp -= 4
  a.hp += 4
"""


def test_what_lasts_while_something_holds_is_looked_at_after_each_statement(tmp_path: Path) -> None:
    play_examples(tmp_path, CONTENT.replace("given: GIVEN", "given: " + GIVEN), ruleset=RULES)


def test_a_policy_sees_what_its_statements_have_ended(tmp_path: Path) -> None:
    """A setup is one thing that is done, and what is right in the end stands; in a turn each statement is one."""
    (tmp_path / "brawl.yaml").write_text(SCENARIO)
    builder = tiny(tmp_path, CONTENT.split("- about")[0] + PLAYED, ruleset=RULES)
    play = Play(builder, compile_scenario(builder, load(str(tmp_path)).scenarios["brawl"]), SeededDice(1))
    steps = play.run()
    assert next(steps) == "setup"
    a: Any = play.fight.units["a"]
    assert "hale" in a.standing
    for _ in steps:
        pass
    assert (a.c_ended, a.c_hp) == (1, 5)
