"""The life of an event: announced, amended in stages, committed, answered; alone and together."""

from pathlib import Path

from tests.tiny import play_examples
from tests.track.hits import run

# --- announced, and looked at again ---------------------------------------------------------------------------------


def test_a_change_goes_by_its_amount_from_where_what_came_first_left_the_unit(tmp_path: Path) -> None:
    """From 10, first to 12, then 5 down: 7. One that is taken off the track first does not move."""
    run(
        tmp_path,
        """
        - status: nudged
          rules: |
            first change of init of bearer where manner is fall:
              shift bearer by 2 as jump
        - status: snatched
          rules: |
            first change of init of bearer where manner is fall:
              take_off bearer
        - action: drop
          cost: free
          do: shift self by -5 as fall
        - action: drop_to
          cost: free
          do: set self to 3 as fall
        - about: first
          examples:
            - it: falls from where it was nudged to
              given: |
                a at 10
                apply nudged to a
              do: a uses drop
              expect: a.init is 7
            - it: is set where it is set
              given: |
                a at 10
                apply nudged to a
              do: a uses drop_to
              expect: a.init is 3
            - it: does not bring back who has left the track
              given: |
                a at 10
                apply snatched to a
              do: a uses drop
              expect: not a.on_track
        """,
    )


# --- amended, stopped, together -------------------------------------------------------------------------------------


def test_stages_come_in_their_order_and_what_stops_comes_last(tmp_path: Path) -> None:
    """(4 + 2) * 3 = 18, though the rules stand the other way round; a stop sees the 18."""
    run(
        tmp_path,
        """
        - action: strike
          cost: free
          do: hit self by 4
        - action: graze
          cost: free
          do: hit self by 5
        - about: stages
          examples:
            - it: amends by the stages
              given: a at 5
              do: a uses strike
              expect: a.hp is 2
            - it: stops by what came of it
              given: a at 5
              do: a uses graze
              expect: |
                a.hp is 20
                a.trail is 21
        """,
        """
          before hit where amount > 20:
            stop "too hard"
          before hit at late:
            amount = amount * 3
          before hit at early:
            amount += 2
          after hit stopped:
            target.trail = amount
        """,
    )


def test_a_companion_happens_with_the_event_and_is_dropped_when_that_is_stopped(tmp_path: Path) -> None:
    run(
        tmp_path,
        """
        - status: thorny
          rules: |
            before hit where target is bearer:
              also shift bearer by amount as fall
        - status: safe
          rules: |
            before hit where target is bearer:
              stop
        - action: strike
          cost: free
          do: hit self by 4
        - about: companions
          examples:
            - it: comes with the event
              given: |
                a at 5
                apply thorny to a
              do: a uses strike
              expect: |
                a.hp is 16
                a.init is 9
            - it: is dropped with it
              given: |
                a at 5
                apply thorny to a
                apply safe to a
              do: a uses strike
              expect: |
                a.hp is 20
                a.init is 5
        """,
    )


def test_what_is_together_is_done_before_any_of_it_is_answered(tmp_path: Path) -> None:
    """Each one that is hit counts those below 20: apart 1 and 2, together 2 and 2."""
    run(
        tmp_path,
        """
        - action: volley
          cost: free
          do: |
            together:
              for each target in everyone:
                hit target by 1
        - action: one_by_one
          cost: free
          do: |
            for each target in everyone:
              hit target by 1
        - about: together
          examples:
            - it: answers after all is done
              given: |
                a at 5
                b at 6
              do: a uses volley
              expect: |
                a.trail is 2
                b.trail is 2
            - it: answers one after another
              given: |
                a at 5
                b at 6
              do: a uses one_by_one
              expect: |
                a.trail is 1
                b.trail is 2
        """,
        """
          after hit:
            target.trail = count(everyone where it.hp < 20)
        """,
    )


def test_what_spreads_to_a_group_happens_once_to_each(tmp_path: Path) -> None:
    run(
        tmp_path,
        """
        - action: fall_down
          cost: free
          do: shift self by -3 as fall
        - about: groups
          examples:
            - it: moves each of a chain of three once
              given: |
                a at 10
                b at 20
                c at 30
                d at 40
                link a to b as bound
                link b to c as bound
              do: a uses fall_down
              expect: |
                a.init is 7
                b.init is 17
                c.init is 27
                d.init is 40
        """,
        """
          after change of init where manner is fall:
            let moved = amount
            together:
              for each other in linked(unit, bound):
                shift other by moved as jump
        """,
    )


def test_each_condition_is_looked_at_again_right_before_it_acts(tmp_path: Path) -> None:
    """Both would mend at 16; after the first has, the second need not."""
    run(
        tmp_path,
        """
        - status: mending
          rules: |
            after hit where target is bearer and bearer.hp < 18:
              bearer.hp += 3
        - action: strike
          cost: free
          do: hit self by 4
        - about: looking again
          examples:
            - it: acts only while it is needed
              given: |
                a at 5
                apply mending to a
                apply mending to a
              do: a uses strike
              expect: a.hp is 19
        """,
    )


def test_who_has_ended_meanwhile_answers_no_more(tmp_path: Path) -> None:
    run(
        tmp_path,
        """
        - status: jealous
          rules: |
            after hit where target is bearer:
              bearer.trail += 1
              for each other in statuses(bearer, jealous):
                if other is not self:
                  end other
        - action: strike
          cost: free
          do: hit self by 4
        - about: ending
          examples:
            - it: is answered by the oldest alone
              given: |
                a at 5
                apply jealous to a
                apply jealous to a
                apply jealous to a
              do: a uses strike
              expect: |
                a.trail is 1
                count(statuses(a, jealous)) is 1
        """,
    )


def test_a_rule_that_acted_on_what_is_together_acts_on_nothing_that_follows_from_it(tmp_path: Path) -> None:
    """`grim` acts before the blow; the blow's echo follows from it, so it does not act before that as well."""
    run(
        tmp_path,
        """
        - status: grim
          rules: |
            first hit where target is bearer:
              bearer.trail += 1
        - status: echoing
          rules: |
            after hit where target is bearer:
              hit bearer by 2
        - action: volley
          cost: free
          do: |
            together:
              for each target in everyone:
                hit target by 1
        - about: together
          examples:
            - it: acts once
              given: |
                a at 5
                apply grim to a
                apply echoing to a
              do: a uses volley
              expect: |
                a.trail is 1
                a.hp is 17
        """,
    )


def test_what_comes_first_is_not_lost_to_an_amount(tmp_path: Path) -> None:
    """10 less 3; the rule that comes first takes 2 as well: 5 are left."""
    play_examples(
        tmp_path,
        """
        - action: bleed
          cost: free
          do: self.hp -= 3
        - status: brittle
          rules: |
            first change of hp of bearer:
              bearer.hp -= 2
        - about: amounts
          examples:
            - it: counts from what is there
              given: |
                a at 5
                apply brittle to a
              do: |
                a uses bleed
              expect: |
                a.hp is 5
        """,
        ruleset='counters: {hp: {start: "10"}}',
    )


def test_after_one_that_comes_first_has_stopped_it_no_other_comes_first(tmp_path: Path) -> None:
    play_examples(
        tmp_path,
        """
        - action: hop
          cost: free
          do: shift self by 1 as jump
        - about: who comes first
          examples:
            - it: is over with the first that stops it
              given: |
                a at 5
              do: |
                a uses hop
              expect: |
                a.init is 5
                a.seen is 1
        """,
        ruleset="""
        counters: {seen: {start: "0"}}
        rules: |
          first change of init where manner is jump:
            unit.seen += 1
            stop
          first change of init where manner is jump:
            unit.seen += 10
        """,
    )


def test_together_those_answer_who_would_have_when_it_happened(tmp_path: Path) -> None:
    """Both are at 6 when their own change happens, and at 7 at the end; who answers is settled by the first."""
    play_examples(
        tmp_path,
        """
        - action: rise
          cost: free
          do: |
            together:
              shift self by 1 as fall
              shift self by 1 as fall
        - about: things that happen together
          examples:
            - it: are answered by those whose condition held at the time, if it still does
              given: |
                a at 5
              do: |
                a uses rise
              expect: |
                a.six is 0
                a.both is 2
        """,
        ruleset="""
        counters: {six: {start: "0"}, both: {start: "0"}}
        rules: |
          after change of init where manner is fall and unit.init is 7 and destination is 6:
            unit.six += 1
          after change of init where manner is fall:
            unit.both += 1
        """,
    )
