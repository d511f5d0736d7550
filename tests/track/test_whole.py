"""Actions are whole or nothing; the log is numbered; previews leave nothing behind (fault 22)."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.library.building import Builder
from interpreter.table.examples import ExampleRunner
from interpreter.track.acting import may_use
from interpreter.track.refusals import Refused
from tests.tiny import Table, play_examples, tiny
from tests.track.dump import dump

# Each deed changes something of its own; `deeds` does a list of them and then, perhaps, stops.
CONTENT = """
- status: mark
  again: stack
  fields: {number: number}
  rules: |
    after change of hp of bearer once per turn:
      bearer.hp += number
- status: brief
  rules: |
    before step where unit is bearer:
      stop
- status: linger
- marker: flag
  gives: [marked]
  rules: |
    after step where here in cells once per movement:
      unit.hp += 1
- unit: sprout
- action: deeds
  cost: heavy
  do: |
    choose some these from [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13] by self:
      for each deed in these:
        do_one self at deed
    may self "give up":
      stop "given up"
- action: gamble
  cost: free
  do: |
    if roll(d6) >= 4:
      stop "lost"
- action: lottery
  cost: free
  requires:
    - {that: self.hp > 0, else: it is dead}
  do: self.hp += 1
"""
RULES = """
properties: [marked]
counters: {hp: {start: "20"}}
relations: {bound: {symmetric: yes}}
verbs:
  do_one:
    form: do_one who at deed
    fields: {who: unit, deed: number}
    do: |
      let other = first(everyone where it is not who) else who
      if deed is 1:
        who.hp -= roll(2d6)
      elif deed is 2:
        apply mark to who with number = 2 until end of who's next turn
      elif deed is 3:
        place flag at [who.init + 1, who.init + 2] until end of round
      elif deed is 4:
        shift who by 3 as walk
      elif deed is 5:
        link who to other as bound
      elif deed is 6:
        create sprout at 4 as jump
      elif deed is 7:
        take_off other
      elif deed is 8:
        dismiss other
      elif deed is 9:
        continue_round from 3
      elif deed is 10:
        remove mark from who
      elif deed is 11:
        apply linger to who while who.hp > 10
      elif deed is 12:
        apply brief to who until used
      else:
        at end of who's turn:
          who.hp -= 1
rules: |
  before action where action is lottery:
    let drawn = roll(d6)
    if drawn > 5:
      stop "out of luck"
"""


@pytest.fixture(scope="module")
def builder(tmp_path_factory: pytest.TempPathFactory) -> Builder:
    return tiny(tmp_path_factory.mktemp("whole"), CONTENT, ruleset=RULES)


def opened(builder: Builder) -> Table:
    table = Table(builder, dice=[3] * 200, a=10, b=8, c=6)
    table.begin_round()
    table.begin()
    return table


DEEDS = st.lists(st.integers(1, 13), min_size=1, max_size=6, unique=True)


def do(table: Table, deeds: list[int], *, give_up: bool) -> bool:
    """Whether the deeds were done: some cannot be, such as taking off the track who is off."""
    from interpreter.table.scripts import script_answers
    from interpreter.track import acting
    from tests.tiny import HERE

    answers = [("value", "these", lambda: deeds), ("label", "give up", give_up)]
    who = table["a"]
    try:
        script_answers(table.f, HERE, answers, lambda: acting.act(table.f, who, "deeds"))
    except Refused:
        return False
    return True


@given(done=DEEDS, refused=DEEDS)
def test_a_refused_action_leaves_the_fight_as_it_was(builder: Builder, done: list[int], refused: list[int]) -> None:
    """Some deeds are done in earnest; then others are done and given up. Not a byte of the fight is another."""
    table = opened(builder)
    do(table, done, give_up=False)
    table.end()
    table.next_round()
    table.begin("a")
    before = dump(table.f)
    assert not do(table, refused, give_up=True)
    assert dump(table.f) == before


@given(done=DEEDS, refused=DEEDS, after=DEEDS)
def test_a_fight_goes_on_as_if_nothing_had_been_refused(
    builder: Builder, done: list[int], refused: list[int], after: list[int]
) -> None:
    tables = [opened(builder), opened(builder)]
    for table in tables:
        do(table, done, give_up=False)
        if table is tables[1]:
            do(table, refused, give_up=True)
        table.end()
        table.next_round()
        table.begin("a")
        do(table, after, give_up=False)
        table.end()
        table.next_round()
    assert dump(tables[0].f) == dump(tables[1].f)


@given(DEEDS, DEEDS)
def test_events_are_numbered_in_order_and_parents_come_first(builder: Builder, one: list[int], two: list[int]) -> None:
    table = opened(builder)
    do(table, one, give_up=False)
    do(table, two, give_up=True)
    table.end()
    table.next_round()
    log = table.f.log
    assert [event.id for event in log] == list(range(1, len(log) + 1))
    for event in log:
        if event.parent is not None:
            assert event.parent.id < event.id
            assert log[event.parent.id - 1] is event.parent


def test_every_deed_can_be_done(builder: Builder) -> None:
    """Else the properties above would hold because nothing ever happens."""
    for deed in range(1, 14):
        table = opened(builder)
        before = dump(table.f)
        assert do(table, [deed], give_up=False), deed
        assert dump(table.f) != before


def test_a_die_that_stopped_an_action_falls_again(builder: Builder) -> None:
    table = Table(builder, dice=[5], a=10)
    table.begin_round()
    for _ in range(2):
        with pytest.raises(Refused, match="lost"):
            table.act("a", "gamble")
    assert table.f.rolled == []


def test_asking_what_one_could_do_uses_up_no_die(builder: Builder) -> None:
    """Whether a rule would stop it is tried out with a die, and the die is taken back."""
    table = Table(builder, dice=[2], a=10)
    table.begin_round()
    before = dump(table.f)
    assert may_use(table.f, table["a"], "lottery")
    assert may_use(table.f, table["a"], "lottery")
    assert dump(table.f) == before
    table.act("a", "lottery")
    assert [faces for _, _, _, faces in table.f.rolled] == [(2,)]


def test_a_fault_in_a_rule_is_told_with_its_line_and_takes_everything_back(tmp_path: Path) -> None:
    content = """
    - action: divide
      cost: free
      do: |
        self.hp -= 1
        self.hp = 10 / (self.hp - 19)
    """
    table = Table(tiny(tmp_path, content, ruleset=RULES_OF_HP), a=10)
    table.begin_round()
    before = dump(table.f)
    with pytest.raises(Refused, match="divided by 0") as caught:
        table.act("a", "divide")
    assert caught.value.site is not None
    assert Path(caught.value.site.file).name == "content.yaml"
    assert caught.value.site.line == 6
    assert dump(table.f) == before


RULES_OF_HP = 'counters: {hp: {start: "20"}}'


FAR = """\
- action: count
  cost: free
  do: |
    let far = self.init * 900000000000
    if far * 900000 > 0:
      say "far"
- about: counting
  examples:
    - it: goes too far in an action
      given: |
        a at 3
      do: |
        a uses count
      expect: |
        a.init is 3
    - it: goes too far in a script
      given: |
        a at 3
      do: |
        expect a.init is 3
        set a to a.init * 900000000000 * 900000 as walk
      expect: |
        a.init is 3
"""


def test_what_goes_too_far_is_refused_where_it_does(tmp_path: Path) -> None:
    builder = tiny(tmp_path, FAR)
    outcomes = ExampleRunner(builder, builder.texts.examples).run()
    said = "it was refused: a number beyond 1000000000000000 is too large"
    assert [(o.message, o.site and o.site.line) for o in outcomes] == [(said, 5), (said, 21)]


TIMID = """\
- action: go
  cost: free
  do: say "gone"
- status: timid
  rules: |
    before action of bearer:
      choose how from [1, 2] by bearer unasked 2:
        if how is 2:
          stop "too timid"
- about: what only might be
  examples:
    - it: uses up no answer
      given: |
        a at 3
        apply timid to a
      do: |
        answer how 1, how 2:
          expect can(a, go) and can(a, go)
          a uses go
          refused "too timid":
            a uses go
      expect: |
        not can(a, go)
"""


def test_asking_whether_it_can_be_done_uses_up_no_answer(tmp_path: Path) -> None:
    play_examples(tmp_path, TIMID)
