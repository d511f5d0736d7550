"""Turns that are given: at a count to which the round still comes, in a stage that is not over."""

from pathlib import Path

from tests.tiny import play_examples


def test_a_turn_is_given_at_a_count_that_has_not_passed(tmp_path: Path) -> None:
    """Over is a stage when a turn of a later one has begun, not when nobody waits in it any more."""
    play_examples(
        tmp_path,
        """
        - action: hasten
          cost: free
          do: |
            choose count from numbers(1, 20) by self:
              give_turn to self at count for early
        - action: rest
          cost: own
          do: hold_turn
        - about: one more turn
          examples:
            - it: comes at a count that has come, and at one that is to come
              given: |
                a at 9
                b at 5
              do: |
                turn of a:
                  refused "the round has come past 10 already":
                    a uses hasten: count 10
                  a uses hasten: count 9
                  a uses hasten: count 2
                expect counts_left(a) is [9, 2, 9] and up_next() is a
                turn of a
                turn of b:
                  refused "the round has come past 9 already":
                    a uses hasten: count 9
            - it: comes in a stage of which nobody had a turn left
              given: |
                a at 9
                b at 5
              do: |
                turn of a
                turn of b:
                  b uses rest
                expect stage is late
                refused "the round has come past 6 already":
                  b uses hasten: count 6
                b uses hasten: count 5
                expect up_next() is b and stage is early
                turn of b
                expect holds_turn(b) and stage is late and up_next() is a
                turn of a:
                  refused "the stage `early` is over in round 1":
                    b uses hasten: count 1
            - it: comes before any turn has
              given: a at 9
              do: |
                a uses hasten: count 20
                expect counts_left(a) is [20, 9, 9]
        """,
        round="""
        round:
          - {stage: early, count: unit.init, order: descending, cuts_in: holds_turn(unit)}
          - {stage: late, count: unit.init, order: descending, turns: "down(unit.init / 9)"}
        """,
    )
