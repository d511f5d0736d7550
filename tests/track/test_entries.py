"""Entries: that they can be taken away, and which of them do not go together."""

from pathlib import Path

from tests.tiny import play_examples

RULES = """
attributes:
  speed: {type: number, default: 4}
counters: {ended: {start: "0"}}
"""


def run(folder: Path, content: str) -> None:
    play_examples(folder, content, ruleset=RULES)


def test_an_entry_that_is_taken_does_nothing_more(tmp_path: Path) -> None:
    """Its modifiers, rules and actions are gone, for this unit alone."""
    run(
        tmp_path,
        """
        - entry: engine
          modifies: {speed: {add: 3}}
          rules: |
            after end of turn of self:
              self.ended += 10
          actions:
            roar:
              cost: free
              do: say "it roars"
        - about: engines
          examples:
            - it: is gone
              given: |
                a at 5 as engine
                b at 6 as engine
              do: |
                expect a.speed is 7 and a.entries is [engine]
                revoke engine from a
                expect a.speed is 4 and a.entries is [] and a lacks engine
                expect b.speed is 7
                turn of a:
                  refused "has no action `roar`":
                    a uses roar
                revoke engine from a
                turn of b
              expect: |
                a.ended is 0
                b.ended is 10
        """,
    )


def test_what_is_refused_takes_no_entry(tmp_path: Path) -> None:
    run(
        tmp_path,
        """
        - entry: engine
          modifies: {speed: {add: 3}}
        - action: spoil
          cost: free
          do: |
            revoke engine from self
            stop "not today"
        - about: engines
          examples:
            - it: stays
              given: a at 5 as engine
              do: a uses spoil
              refused: not today
              expect: |
                a has engine
                a.speed is 7
        """,
    )


def test_entries_that_do_not_go_together(tmp_path: Path) -> None:
    run(
        tmp_path,
        """
        - entry: wheels
          excludes: [legs]
          modifies: {speed: {add: 1}}
        - entry: legs
          modifies: {speed: {add: 2}}
        - about: engines
          examples:
            - it: is refused, in whatever order
              given: a at 5 as legs, wheels
              refused: no unit can have both `wheels` and `legs`, and `a` would
            - it: may have either
              given: |
                a at 5 as legs
                b at 5 as wheels
              expect: |
                a.speed is 6
                b.speed is 5
        """,
    )


def test_a_marker_lies_on_each_init_once(tmp_path: Path) -> None:
    run(
        tmp_path,
        """
        - marker: pole
          examples:
            - it: is on 3 and 5
              given: |
                place pole at [5, 3, 5, 3]
              expect: |
                count(first(lying(pole)).cells) is 2
                lowest(first(lying(pole)).cells) is 3
                highest(first(lying(pole)).cells) is 5
        """,
    )
