"""Coming onto the track from off it is a landing; who comes is complete before any rule looks at it."""

from pathlib import Path

from interpreter.table.loading import load
from tests.tiny import ROUND, RULESET, Table, play_examples, tiny

RULES = """
counters:
  hp: {start: unit.toughness}
  trail: {start: "0"}
attributes:
  toughness: {type: number, default: 3}
"""
CONTENT = """
- unit: imp
- unit: tough_imp
  entries: [tough]
- entry: tough
  fields: {plus: {type: number, default: 4}}
  modifies:
    toughness: {add: plus}
- marker: mine
  rules: |
    after step where here in cells:
      end self
      unit.hp -= 2
- marker: edge
  rules: |
    after step where here in cells and not (behind in cells else no):
      unit.trail += 1
- marker: bog
  rules: |
    after step where here in cells and behind < here:
      unit.trail += 10
- marker: ward
  rules: |
    before step where ahead in cells:
      stop "warded"
- marker: pedestal
  says: Holds one alone.
  rules: |
    before step where ahead in cells and count(units where it.init is ahead) > 0:
      stop "somebody stands there"
- action: summon
  cost: free
  do: |
    choose cell from numbers(1, 20) by self:
      create imp at cell as jump by self
- action: stride
  cost: free
  do: |
    choose cell from numbers(1, 20) by self:
      create imp at cell as walk by self
- action: conjure
  cost: free
  do: |
    choose cell from numbers(1, 20) by self:
      create imp at cell as fall by self
- action: away
  cost: free
  do: take_off self
- action: back
  cost: own
  do: |
    choose cell from numbers(1, 20) by self:
      bring_back self to cell as jump
"""


def run(folder: Path, examples: str, content: str = "") -> None:
    play_examples(folder, CONTENT + content + examples, ruleset=RULES)


def test_coming_onto_the_track_is_a_landing(tmp_path: Path) -> None:
    run(
        tmp_path,
        """
- about: coming onto the track
  examples:
    - it: sets off what lies where one is created
      given: |
        a at 10
        place mine at [7, 8]
        place mine at 9
      do: "a uses summon: cell 8"
      expect: |
        (last(units) else a).hp is 1
        lying(mine).cells is [[9]]
    - it: touches where it lands alone, though the manner touches each Init
      given: |
        a at 10
        place mine at [7, 9]
      do: "a uses stride: cell 8"
      expect: |
        (last(units) else a).hp is 3
        count(lying(mine)) is 1
    - it: touches nothing in a manner that touches nothing
      given: |
        a at 10
        place mine at 8
      do: "a uses conjure: cell 8"
      expect: |
        (last(units) else a).init is 8
        count(lying(mine)) is 1
    - it: is no entering from the Init where one was before
      given: |
        a at 10
        b at 5
        place edge at [7, 8]
        place bog at [7, 8]
      do: |
        a uses summon: cell 8
        take_off b
        bring_back b to 8 as jump
      expect: |
        (units where it.init is 8).trail is [1, 1]
    - it: is no landing where a fight is set up
      given: |
        place mine at 10
        a at 10
        b at 10 as tough_imp
      expect: |
        count(lying(mine)) is 1
        [a, b].hp is [3, 7]
    - it: finds the Init as it is before
      given: |
        a at 10
        place pedestal at 8
      do: |
        a uses summon: cell 8
        expect count(units) is 2
        a uses summon: cell 8
        expect count(units) is 2
        a uses summon: cell 9
        expect count(units) is 3
""",
    )


WARDED = """
- entry: warden
  rules: |
    before return where destination is 13:
      stop "unlucky"
    after return stopped:
      self.trail += 1
    after return:
      self.trail += 100
- action: ward_off
  cost: free
  do: place ward at 8
"""


def test_who_is_not_let_onto_the_track_does_not_come(tmp_path: Path) -> None:
    table = Table(tiny(tmp_path, CONTENT + WARDED, ruleset=RULES), a=10)
    table.add("w", 1, "warden")
    table.begin_round()
    table.act("a", "ward_off")
    for cell in (8, 13):
        table.act("a", "summon", cell=cell)
    stopped = [(event.kind, event.stopped[0]) for event in table.f.log if event.stopped is not None]
    assert stopped == [("return", "warded"), ("step", "warded"), ("return", "unlucky")]
    assert [(table[id].init, table[id].gone) for id in ("imp_1", "imp_2")] == [(None, True), (None, True)]
    assert [turn.unit for turn in table.f.order] == ["a", "w"]
    # The warden has seen two who did not come, and nobody who came.
    assert table["w"].c_trail == 2


def test_who_was_taken_off_stays_off_where_it_cannot_land(tmp_path: Path) -> None:
    run(
        tmp_path,
        """
- about: coming back
  examples:
    - it: is stopped, and can be tried again elsewhere
      given: |
        a at 10
        place ward at 8
      do: |
        take_off a
        bring_back a to 8 as jump
        expect not a.on_track and a in everyone
        bring_back a to 9 as jump
      expect: a.init is 9
""",
    )


def test_a_newcomer_is_complete_before_any_rule_looks_at_it(tmp_path: Path) -> None:
    """Its entries, counters and budgets, before its coming is announced; its turn, before its landing is answered."""
    run(
        tmp_path,
        """
- about: newcomers
  examples:
    - it: has its counters and budgets from the first
      given: a at 10 as herald
      do: |
        create tough_imp at 8 as jump by a
        let new = last(units) else a
        expect new.hp is 107
        expect new.deeds is 3
        expect new.trail is 1
""",
        """
- entry: herald
  rules: |
    first return where unit.deeds is 2 and unit.hp is 7:
      unit.deeds += 1
    before return where unit.hp is not 7:
      stop
    after step where turns_left(unit) is 1:
      unit.trail += 1
    after return:
      unit.hp += 100
""",
    )


def test_a_budget_that_needs_the_init_of_a_newcomer_is_full_when_it_lands(tmp_path: Path) -> None:
    base = RULESET.replace('amount: "2"', "amount: unit.init")
    content = """
    - unit: imp
    - entry: herald
      rules: |
        after step where unit.deeds is 8:
          unit.seen += 1
    - about: newcomers
      examples:
        - it: counts from where they land
          given: a at 10 as herald
          do: create imp at 8 as jump by a
          expect: (last(units) else a).seen is 1
    """
    play_examples(tmp_path, content, ruleset='counters: {seen: {start: "0"}}', base=base)


def test_nobody_is_asked_for_a_counter_that_is_not_set(tmp_path: Path) -> None:
    """What the start of a counter asks of everybody is asked of those who are there, even over what changes them."""
    content = """
    - unit: imp
    - status: leader
      modifies:
        toughness: {add: sum(everyone.hp)}
    - about: newcomers
      examples:
        - it: are counted when they are complete
          given: |
            a at 10
            b at 9
            apply leader to a
          do: create imp at 8 as jump by a
          expect: |
            [a, b].hp is [1, 2]
            (last(units) else a).hp is 6
    """
    # a: 1. b: 1 and the 1 of a. The imp: 1, a's 1 and the 3 of all, b's 1.
    rules = """
    counters:
      hp: {start: 1 + sum(everyone.toughness)}
    attributes:
      toughness: {type: number, default: 1}
    """
    play_examples(tmp_path, content, ruleset=rules)


def test_create_asks_for_a_manner(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(RULESET + ROUND)
    (tmp_path / "content.yaml").write_text("- unit: imp\n- action: call\n  cost: free\n  do: create imp at 3\n")
    found = [(found.code, found.message) for found in load(str(tmp_path)).diagnostics]
    assert found == [("wrong-form", "`create` lacks `as`")]
