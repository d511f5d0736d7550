"""Who has left the fight, and whose turn still passes, is asked nothing and stands in nobody's way."""

from pathlib import Path

from tests.tiny import play_examples

COUNTERS = """
counters: {rank: {start: "0"}, asked: {start: "0"}, begun: {start: "0"}}
rules: |
  after start of turn:
    unit.begun += 1
"""


def play(folder: Path, examples: str, key: str, ruleset: str = COUNTERS) -> None:
    round = f"round:\n  - stage: only\n    count: unit.init\n    order: descending\n    {key}\n"
    play_examples(folder, "- about: the round\n  examples:\n" + examples, ruleset=ruleset, round=round)


def test_who_has_left_is_not_asked_and_takes_no_choice_from_others(tmp_path: Path) -> None:
    examples = """
    - it: lets the first of those that are there choose, once
      given: |
        a at 9
        b at 8
        c at 7
        d at 6
      do: |
        dismiss a
        dismiss c
        expect up_next() is b
        answer "last":
          expect up_next() is d
        turn of d
        refused "nothing asked for the answer `last`":
          answer "last":
            expect up_next() is b
        turn of b
        expect d.begun is 1 and b.begun is 1
    - it: is so, too, where the turns of those who have left pass by themselves
      given: |
        a at 9
        b at 8
        c at 7
        d at 6
      do: |
        dismiss a
        dismiss c
        answer "last":
          next round
        expect [d, b].rank is [1, 2]
    - it: leaves nobody to wait for where all others have left
      given: |
        a at 9
        b at 8
      do: |
        dismiss b
        refused "nothing asked for the answer `last`":
          answer "last":
            expect up_next() is a
"""
    rules = (
        COUNTERS
        + """
    for each u in units:
      u.asked += 1
    if unit.rank is 0:
      unit.rank = unit.asked
"""
    )
    play(tmp_path, examples, "first_may_wait: yes", rules)


def test_nobody_is_asked_for_the_order_of_those_who_have_left(tmp_path: Path) -> None:
    examples = """
    - it: is no tie with who is not there
      given: |
        a at 9
        b at 9
        c at 8
      do: |
        dismiss a
        refused "nothing asked for the answer `tie`":
          answer tie b:
            expect up_next() is b
        refused "nothing asked for the answer `tie`":
          answer tie b:
            next round
        turn of b
        expect up_next() is c
    - it: is a tie in the next round again
      given: |
        a at 9
        b at 9
        c at 9
      do: |
        dismiss a
        next round
        answer tie c:
          expect up_next() is c
"""
    play(tmp_path, examples, "ties: [choice]")


def test_nobody_is_asked_for_a_group_of_which_all_have_left(tmp_path: Path) -> None:
    examples = """
    - it: is no choice between a group that is there and one that is not
      given: |
        a at 9 with rank 1
        b at 8 with rank 2
        c at 7 with rank 1
        d at 6 with rank 2
      do: |
        dismiss b
        dismiss d
        refused "nothing asked for the answer `group`":
          answer group 1:
            next round
        next round
        expect [a, c].begun is [1, 1]
"""
    play(tmp_path, examples, "group: unit.rank")
