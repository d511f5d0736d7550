"""What the round can do beside counting: groups, who waits, steps, turns inside of others, held and moved turns."""

from pathlib import Path

from tests.tiny import play_examples

COUNTERS = """
counters: {rank: {start: "0"}, asked: {start: "0"}, begun: {start: "0"}}
relations: {near: {symmetric: yes}}
rules: |
  after start of turn:
    unit.begun += 1
"""
CONTENT = """
- status: mark
- action: act
  cost: own
  do: |
    say "done"
- action: wait
  cost: own
  do: |
    hold_turn
- action: come
  cost: free
  do: |
    choose count from numbers(0, 30) by self:
      move_turn self to count
- action: follow
  cost: free
  do: |
    queue_turn self
- action: give_up
  cost: free
  do: |
    drop_turns self
- action: jump_in
  cost: free
  do: |
    cut_in self
- about: the round
  examples:
"""


def round_of(*keys: str) -> str:
    return "round:\n  - stage: only\n    count: unit.init\n    order: descending\n" + "".join(
        f"    {k}\n" for k in keys
    )


def play(folder: Path, examples: str, round: str, ruleset: str = COUNTERS) -> None:
    play_examples(folder, CONTENT + examples, ruleset=ruleset, round=round)


# --- groups ---------------------------------------------------------------------------------------------------------


def test_all_of_a_group_have_their_turns_before_the_next_group(tmp_path: Path) -> None:
    examples = """
    - it: goes by rank, then by count
      given: |
        a at 9 with rank 2
        b at 8 with rank 1
        c at 7 with rank 2
        d at 6 with rank 1
      do: |
        expect up_next() is b
        turn of b
        expect up_next() is d
        turn of d
        expect up_next() is a
        turn of a
        expect up_next() is c
    - it: is fixed when the stage starts
      given: |
        a at 9 with rank 1
        b at 8 with rank 2
      do: |
        b.rank = 0
        expect up_next() is a
        next round
        expect up_next() is b
"""
    play(tmp_path, examples, round_of("group: unit.rank", "groups: ascending"))


def test_groups_that_are_chains_of_links_come_as_the_table_likes(tmp_path: Path) -> None:
    examples = """
    - it: asks for the group
      given: |
        a at 1
        b at 2
        c at 3
        d at 4
        e at 5
        link a to b as near
        link d to e as near
        link b to c as near
      do: |
        expect chained(c, near, units) is [a, b, c] and chained(a, near, [a, c]) is [a]
        expect up_next() is c
        answer group d:
          expect up_next() is e
        turn of e
        expect up_next() is d
        turn of d
        expect up_next() is c
"""
    play(tmp_path, examples, round_of("group: first(chained(unit, near, units))"))


def test_the_first_of_a_group_may_act_last_in_it(tmp_path: Path) -> None:
    examples = """
    - it: is asked before anybody of the group has acted, and no more
      given: |
        a at 9
        b at 8
        c at 7
      do: |
        answer "last":
          expect up_next() is b
        answer "first":
          expect up_next() is a
        expect up_next() is a
        turn of b
        expect up_next() is c
        turn of c
        expect up_next() is a
        next round
        turn of a
        expect up_next() is b
"""
    play(tmp_path, examples, round_of("first_may_wait: yes"))


def test_stages_come_one_after_the_other_and_rules_answer_each(tmp_path: Path) -> None:
    round = """
round:
  - {stage: early, count: unit.init, order: descending, turns: unit.rank}
  - {stage: late, count: unit.init, order: ascending}
"""
    rules = """
counters: {rank: {start: "0"}, asked: {start: "0"}, begun: {start: "0"}}
rules: |
  first start of stage where stage is late:
    for each u in units:
      u.asked += 1
  after end of stage where stage is early:
    for each u in units:
      u.asked += 10
  after start of turn where turn.stage is late:
    unit.begun = turn.count else 0
"""
    examples = """
    - it: is in the first stage until nobody waits in it
      given: |
        a at 9 with rank 1
        b at 8
      do: |
        expect stage is early and up_next() is a and a.asked is 0
        expect (count_now() else 0) is 0
        turn of a:
          expect count_now() is 9 and turn.stage is early
          give_turn to b at 1 for late
        expect stage is late and a.asked is 11
        expect counts_left(b) is [1, 8] and counts_left(a) is [9]
        turn of b
        expect b.begun is 1 and count_now() is 1
"""
    play(tmp_path, examples, round, rules)


# --- steps, and turns inside of others ------------------------------------------------------------------------------


def test_others_cut_in_at_the_beginning_of_a_step_and_the_turn_goes_on(tmp_path: Path) -> None:
    examples = """
    - it: has a turn of its own inside of another
      given: |
        a at 9
        b at 8
        c at 7
        apply mark to b until end of b's turn
        apply mark to a until end of a's turn
      do: |
        turn of a:
          expect turn.step is one
          turn of b:
            expect turn.unit is b and turn.step is one
            b uses act
            refused "not the turn of `a`":
              a uses act
            next step
            turn of c:
              expect turn.unit is c
            expect turn.unit is b and turn.step is two
          expect turn.unit is a and turn.step is one
          expect b lacks mark and a has mark
          a uses act
          next step
          refused "has no turn left":
            cut_in b
      expect: |
        a lacks mark
        [a, b, c].begun is [1, 1, 1]
"""
    play(tmp_path, examples, round_of("steps: [one, two]", "cuts_in: unit.init < turn.unit.init"))


def test_who_may_not_cut_in_is_refused(tmp_path: Path) -> None:
    examples = """
    - it: is for those whom the stage lets, while nothing is done in the step
      given: |
        a at 7
        b at 8
        c at 6
      do: |
        turn of a:
          refused "`b` may not cut in here on the turn of `a`":
            turn of b
          a uses act
          refused "`c` may not cut in":
            turn of c
          next step
          turn of c
          refused "`c` may not cut in":
            turn of c
          refused "`a` may not cut in":
            turn of a
"""
    play(
        tmp_path,
        examples + "      expect: |\n        c.begun is 1\n",
        round_of("steps: [one, two]", "cuts_in: unit.init < turn.unit.init"),
    )


def test_who_has_left_is_not_cut_in_on_and_cuts_in_no_longer(tmp_path: Path) -> None:
    """The turn of who leaves in it has no further step; one that passes unused has none either."""
    examples = """
    - it: keeps the turns of the others for times when it matters
      given: |
        a at 9
        b at 8
        c at 7
        d at 6
      do: |
        turn of a:
          turn of b:
            dismiss a
          refused "`c` may not cut in here on the turn of `a`":
            turn of c
          refused "no step left":
            next step
        dismiss d
        turn of c:
          refused "`d` may not cut in":
            turn of d
          next step
        expect [b, c].begun is [1, 1]
"""
    play(tmp_path, examples, round_of("steps: [one, two]", "cuts_in: unit is unit"))


def test_a_rule_stops_who_cuts_in_and_lets_it_come_next(tmp_path: Path) -> None:
    rules = """
counters: {rank: {start: "0"}, asked: {start: "0"}, begun: {start: "0"}}
rules: |
  first cut_in:
    unit.asked += 1
  before cut_in where unit.rank < other.rank:
    stop "it is too slow"
  after cut_in stopped:
    queue_turn unit
"""
    examples = """
    - it: loses, and comes right after
      given: |
        a at 9 with rank 5
        b at 8
        c at 1 with rank 4
        d at 2 with rank 6
      do: |
        turn of a:
          cut_in c
          turn of d
        expect up_next() is c
        expect c.asked is 1 and d.asked is 1
        turn of c
        expect up_next() is b
"""
    play(tmp_path, examples, round_of("cuts_in: unit is unit"), rules)


def test_once_per_turn_is_once_in_each_of_two_turns_that_are_open(tmp_path: Path) -> None:
    rules = """
counters: {rank: {start: "0"}, asked: {start: "0"}, begun: {start: "0"}}
rules: |
  after action where turn.unit is unit once per turn:
    unit.rank += 1
"""
    examples = """
    - it: counts for the outer turn again when the inner one is over
      given: |
        a at 9
        b at 8
      do: |
        turn of a:
          turn of b:
            b uses act
            b uses act
          expect a.rank is 0 and b.rank is 1
          a uses act
      expect: |
        [a, b].rank is [1, 1]
"""
    play(tmp_path, examples, round_of("cuts_in: unit.init < turn.unit.init"), rules)


# --- held, moved, queued, dropped -----------------------------------------------------------------------------------


def test_a_held_turn_has_not_been_and_is_kept_over_rounds(tmp_path: Path) -> None:
    examples = """
    - it: is taken when its unit likes
      given: |
        a at 9
        b at 8
        apply mark to a until end of a's turn
      do: |
        a uses wait
        expect holds_turn(a) and not holds_turn(b) and turns_left(a) is 0
        turn of b
        expect a has mark
        next round
        expect holds_turn(a) and turns_left(a) is 1 and a has mark
        turn of a:
          refused "holds a turn already":
            a uses wait
        expect a lacks mark and holds_turn(a)
        turn of b:
          turn of a
        expect not holds_turn(a) and a.begun is 3
    - it: is no more when its unit has left
      given: |
        a at 9
        b at 8
      do: |
        a uses wait
        dismiss a
        next round
        expect not holds_turn(a)
        turn of b
"""
    play(tmp_path, examples, round_of("cuts_in: holds_turn(unit)"))


def test_a_turn_is_moved_to_a_count_that_has_not_passed(tmp_path: Path) -> None:
    examples = """
    - it: comes early, or late
      given: |
        a at 9
        b at 5
        c at 4
      do: |
        turn of a:
          refused "the round has come past 10 already":
            b uses come: count 10
          c uses come: count 9
          b uses come: count 2
        expect counts_left(c) is [9] and counts_left(b) is [2] and up_next() is c
        turn of c:
          refused "`c` has no turn left in round 1":
            c uses come: count 3
        expect up_next() is b
    - it: is the held one first
      given: |
        a at 9
        b at 5
      do: |
        a uses wait
        turn of b:
          a uses come: count 3
        expect not holds_turn(a) and counts_left(a) is [3] and up_next() is a
"""
    play(tmp_path, examples, round_of())


def test_queued_turns_come_next_in_the_order_in_which_they_were(tmp_path: Path) -> None:
    examples = """
    - it: comes before those at higher counts
      given: |
        a at 9
        b at 8
        c at 3
        d at 2
      do: |
        turn of a:
          d uses follow
          c uses follow
        expect up_next() is d and count_now() is 9
        turn of d
        expect up_next() is c and count_now() is 9
        turn of c
        expect up_next() is b
"""
    play(tmp_path, examples, round_of())


def test_time_does_not_see_turns_that_are_dropped(tmp_path: Path) -> None:
    examples = """
    - it: waits for the next one that comes
      given: |
        a at 9
        b at 8
        apply mark to b until end of b's turn
      do: |
        turn of a:
          b uses give_up
        expect turns_left(b) is 0
        next round
        expect b has mark
        turn of b
      expect: |
        b lacks mark
        b.begun is 1
"""
    play(tmp_path, examples, round_of())


def test_a_verb_lets_a_unit_cut_in(tmp_path: Path) -> None:
    examples = """
    - it: opens its turn at once, inside of the other
      given: |
        a at 9
        b at 8
      do: |
        turn of a:
          b uses jump_in
          expect turn.unit is b
          b uses act
          refused "has a turn open already":
            a uses jump_in
        expect a.begun + b.begun is 2
"""
    play(tmp_path, examples, round_of())
