"""Rules that act once per turn, round or scene, and what is done later (fault 15)."""

from pathlib import Path

from tests.track.hits import run


def test_once_per_turn_is_not_once_per_round(tmp_path: Path) -> None:
    """Two turns a round, two blows in each, two rounds: 4 per turn, 2 per round, 1 per scene, 8 in all."""
    run(
        tmp_path,
        """
        - action: strike
          cost: free
          do: hit self by 0
        - about: once
          examples:
            - it: counts each
              given: |
                a at 5
                b at 6
              do: |
                repeat 2 times:
                  turn of a:
                    a uses strike
                    a uses strike
                  turn of b:
                    a uses strike
                    a uses strike
                  next round
              expect: |
                a.per_turn is 4
                a.per_round is 2
                a.per_scene is 1
                a.trail is 8
        """,
        """
          after hit once per turn:
            target.per_turn += 1
          after hit once per round:
            target.per_round += 1
          after hit once per scene:
            target.per_scene += 1
          after hit:
            target.trail += 1
        """,
    )


def test_once_per_turn_per_unit_and_per_copy(tmp_path: Path) -> None:
    run(
        tmp_path,
        """
        - status: counting
          rules: |
            after hit where target is bearer once per turn:
              bearer.trail += 1
        - action: sweep
          cost: free
          do: |
            for each target in everyone:
              hit target by 0
        - about: once per unit
          examples:
            - it: acts once for each unit
              given: |
                a at 5
                b at 6
              do: |
                turn of a:
                  a uses sweep
                  a uses sweep
              expect: |
                a.per_turn is 1
                b.per_turn is 1
            - it: acts once for each copy
              given: |
                a at 5
                apply counting to a
                apply counting to a
              do: |
                turn of a:
                  a uses sweep
                  a uses sweep
              expect: a.trail is 2
        """,
        """
          after hit once per turn per target:
            target.per_turn += 1
        """,
    )


def test_a_promise_is_kept_once_at_its_time_and_outlives_who_made_it(tmp_path: Path) -> None:
    run(
        tmp_path,
        """
        - action: set_trap
          cost: free
          do: |
            let harm = 3
            choose target from everyone by self:
              at start of target's next turn or end of round:
                hit target by harm
              dismiss self
        - about: promises
          examples:
            - it: is kept at the start of the turn, and not again
              given: |
                a at 10
                b at 5
              do: |
                a uses set_trap: target b
                expect b.hp is 20
                turn of b:
                  expect b.hp is 17
                next round
              expect: b.hp is 17
            - it: is kept at what comes first
              given: |
                a at 5
                b at 10
              do: |
                turn of b:
                  expect b.hp is 20
                a uses set_trap: target b
                expect b.hp is 20
                next round
                expect b.hp is 17
                turn of b:
                  expect b.hp is 17
        """,
    )


def test_what_was_done_to_an_event_that_is_stopped_has_not_been_done_this_once(tmp_path: Path) -> None:
    """The guard stops the first hit of the round; the padding before it is used up by the second one alone."""
    run(
        tmp_path,
        """
        - status: padded
          rules: |
            before hit where target is bearer once per round:
              amount -= 1
        - status: guarded
          rules: |
            before hit where target is bearer once per round:
              stop
        - about: once
          examples:
            - it: is left for the next
              given: |
                a at 5
                apply padded to a
                apply guarded to a
              do: |
                hit a by 3
                expect a.trail is 0
                hit a by 3
                expect a.trail is 2
                hit a by 3
              expect: |
                a.trail is 5
        """,
        """
          after hit:
            target.trail += amount
        """,
    )
