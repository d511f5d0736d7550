"""Turns at the same time: both choose before either takes effect, both take effect, and then it is answered."""

from pathlib import Path

from tests.tiny import play_examples

RULESET = """
counters: {health: {start: "5"}, seen: {start: "0"}, shots: {start: "1"}}
relations: {near: {symmetric: yes}}
rules: |
  after change of health where destination <= 0:
    dismiss unit
  after change of health where actor is actor:
    actor.seen = count(everyone)
"""
ROUND = """
round:
  - stage: only
    count: unit.init
    order: descending
    together: yes
"""
CONTENT = """
- status: hurt
  again: keep
- status: sore
- action: strike
  cost: own
  do: |
    choose target from everyone by self:
      let face = roll(d6)
      if self lacks hurt:
        target.health -= face
      apply hurt to target
      apply sore to target
- action: strike_hard
  cost: heavy
  do: |
    self.shots -= 1
    choose target from everyone by self:
      target.health = target.health - 4
- action: fell
  cost: own
  do: |
    choose target from everyone by self:
      dismiss target
- action: go
  cost: own
  do: |
    shift self by 3 as walk
- action: push
  cost: own
  do: |
    choose target from everyone by self:
      shift target by -2 as walk
- action: call
  cost: own
  do: |
    create newcomer at 3 as jump
- action: later
  cost: own
  do: |
    at end of self's turn:
      self.health -= 1
- unit: newcomer
- about: the same time
  examples:
"""


def play(folder: Path, examples: str) -> None:
    play_examples(folder, CONTENT + examples, ruleset=RULESET, round=ROUND)


def test_both_blows_count_and_neither_hinders_the_other(tmp_path: Path) -> None:
    """Struck first, `b` would be `hurt` and strike for 0; here it strikes with its 5 as well."""
    examples = """
    - it: works out each on the state as it was
      given: |
        a at 3
        b at 3
      do: |
        expect up_next() is a
        turn of [a, b]:
          a uses strike: target b
          expect b.health is 5 and b lacks hurt
          b uses strike: target a
      dice: [4, 2]
      expect: |
        a.health is 3 and b.health is 1
        a has hurt and b has hurt
        turns_left(a) is 0 and turns_left(b) is 0
        [a, b].seen is [2, 2]
    - it: takes both off, though each would have stopped the other
      given: |
        a at 3 with health 4
        b at 3 with health 4
      do: |
        turn of [a, b]:
          a uses strike: target b
          b uses strike: target a
      dice: [5, 6]
      expect: |
        [a, b].health is [-2, -1]
        everyone is []
    - it: lets who is sent off act all the same, for that comes last
      given: |
        a at 3
        b at 3
        c at 3
      do: |
        turn of [a, b, c]:
          a uses fell: target b
          b uses strike: target c
          c uses strike: target b
      dice: [1, 3]
      expect: |
        everyone is [a, c]
        b.health is 2 and c.health is 4
"""
    play(tmp_path, examples)


def test_two_changes_of_one_number_both_count(tmp_path: Path) -> None:
    examples = """
    - it: takes both from the third, also where a number was set
      given: |
        a at 3
        b at 3
        c at 1 with health 9
      do: |
        turn of [a, b]:
          a uses strike_hard: target c
          refused "`a` has 0 left":
            a uses strike_hard: target c
          b uses strike_hard: target c
      expect: |
        c.health is 1
        [a, b].shots is [0, 0] and [a, b].deeds is [0, 0]
    - it: adds what a unit does itself to what is done to it
      given: |
        a at 10
        b at 10
      do: |
        turn of [a, b]:
          a uses go
          b uses push: target a
      expect: |
        a.init is 11
"""
    play(tmp_path, examples)


def test_what_one_does_first_it_has_done_when_it_does_the_next(tmp_path: Path) -> None:
    examples = """
    - it: has its own blow behind it, and not that of the other
      given: |
        a at 3
        b at 3
      do: |
        turn of [a, b]:
          a uses strike: target b
          b uses strike: target b
          a uses strike: target a
          a uses strike: target b
      dice: [1, 1, 1, 3]
      expect: |
        a.health is 4
        b.health is 3
        count(statuses(b, hurt)) is 1 and count(statuses(b, sore)) is 3
"""
    play(tmp_path, examples)


def test_what_is_to_be_done_later_is_done(tmp_path: Path) -> None:
    examples = """
    - it: keeps what it has put off
      given: |
        a at 3
        b at 3
      do: |
        turn of [a, b]:
          a uses later
          b uses later
        expect a.health is 4 and b.health is 4
        next round
      expect: |
        a.health is 4 and b.health is 4
"""
    play(tmp_path, examples)


def test_nobody_enters_and_a_refusal_leaves_everything_as_it_was(tmp_path: Path) -> None:
    examples = """
    - it: refuses who would enter
      given: |
        a at 3
        b at 3
      do: |
        refused "nobody can enter a fight in turns that are taken at the same time":
          turn of [a, b]:
            a uses go
            b uses call
        expect a.init is 3 and turns_left(a) is 1
        refused "several units are wanted":
          turn of [a]:
            a uses go
        turn of [a, b]:
          refused "nobody can enter a fight":
            b uses call
          a uses go
          b uses go
      expect: |
        units.init is [6, 6]
        count(everyone) is 2
    - it: gives nobody two turns at the same time
      given: |
        a at 3
        b at 3
      do: |
        refused "`a` is named twice":
          turn of [a, b, a]
        turn of [a, b]
      expect: |
        turns_left(a) is 0
"""
    play(tmp_path, examples)


def test_rules_that_answer_the_start_or_the_end_of_each_of_the_turns_see_that_turn(tmp_path: Path) -> None:
    rules = """
counters: {health: {start: "5"}, seen: {start: "0"}, shots: {start: "1"}}
relations: {near: {symmetric: yes}}
rules: |
  after start of turn where turn.unit is unit:
    unit.seen += 1
  after end of turn where turn.unit is unit:
    unit.seen += 10
  after end of turn where turn.unit is not unit:
    unit.seen += 100
"""
    examples = """
    - it: is its own turn to each
      given: |
        a at 3
        b at 3
      do: |
        turn of [a, b]:
          a uses go
      expect: |
        [a, b].seen is [11, 11]
"""
    play_examples(tmp_path, CONTENT + examples, ruleset=rules, round=ROUND)


def test_nobody_cuts_in_on_turns_at_the_same_time(tmp_path: Path) -> None:
    examples = """
    - it: refuses who would cut in
      given: |
        a at 3
        b at 3
        c at 2
        d at 2
      do: |
        refused "nobody can cut in on turns that are taken at the same time":
          turn of [a, b]:
            turn of c
        refused "nobody can cut in on turns that are taken at the same time":
          turn of [a, b]:
            cut_in c
        turn of [a, b]
        turn of c:
          c uses go
      expect: |
        c.init is 5
        turns_left(a) is 0 and turns_left(d) is 1
"""
    play_examples(tmp_path, CONTENT + examples, ruleset=RULESET, round=ROUND + "    cuts_in: yes\n")
