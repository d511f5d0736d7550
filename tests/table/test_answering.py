"""What policies answer, whoever's turn it is: what an answer knows, what counts first, and how it is recorded."""

from pathlib import Path
from textwrap import dedent, indent

import pytest

from interpreter.library.building import Builder
from interpreter.source.render import render_text
from interpreter.table.examples import ExampleRunner
from interpreter.table.held import hold
from interpreter.table.loading import Loaded, build, load
from interpreter.table.play import Play
from interpreter.table.recording import rehearse, written
from interpreter.table.scenario import compile_scenario
from interpreter.table.tape import Tape
from interpreter.table.telling import Teller, sentence
from interpreter.track.dice import ForcedDice
from interpreter.track.refusals import Refused
from tests.tiny import ROUND, RULESET, tiny

COUNTERS = 'counters: {hp: {start: "10"}, bid: {start: "0"}}\n'
RULES = """\
rules: |
  after start of round:
    for each u in units:
      choose laid from numbers(1, u.hp) by u unasked 1:
        u.bid = laid
  after start of turn:
    for each guard in units where it.side is not unit.side:
      may guard "shout":
        unit.hp -= 1
  before blow:
    let harm = force
    may target "duck":
      force = harm - 1
events:
  blow:
    form: blow target for force
    fields: {target: unit, force: number}
    do: |
      target.hp -= force
      either by target:
        "weep":
          target.bid -= 1
        "laugh":
          target.bid += 1
"""
ACTIONS = """\
- action: hit
  cost: own
  do: |
    choose target from units where it is not self by self:
      choose force from numbers(1, 5) by self unasked 3:
        blow target for force
"""
SCENARIO = """\
scenario: bout
ruleset: tiny
rounds: 1
{}units:
"""
HITS = "policy: |\n  self uses hit: target first(units where it is not self)"


def ready(folder: Path) -> Loaded:
    loaded = load(str(folder))
    assert not loaded.diagnostics.has_errors, render_text(loaded.diagnostics)
    return loaded


class Bout:
    """A fight of `a`, `b` and so on, who come in this order; each is given as keys of a unit, in YAML."""

    def __init__(self, folder: Path, *units: str, more: str = "", setup: str = "") -> None:
        (folder / "ruleset.yaml").write_text(RULESET + COUNTERS + RULES + ROUND)
        (folder / "content.yaml").write_text(ACTIONS + dedent(more))
        texts = [
            f"  {id}:\n    side: {'blue' if at % 2 else 'red'}\n    at: {9 - at}\n{indent(dedent(text), '    ')}"
            for at, (id, text) in enumerate(zip("abc", units, strict=False))
        ]
        (folder / "bout.yaml").write_text(SCENARIO.format(setup) + "\n".join(texts) + "\n")
        self.loaded = ready(folder)
        self.builder = build(self.loaded)
        scenario = compile_scenario(self.builder, self.loaded.scenarios["bout"])
        self.play = Play(self.builder, scenario, ForcedDice([]), tape=Tape())

    def run(self) -> "Bout":
        for _ in self.play.run():
            pass
        return self

    def told(self) -> list[str]:
        return [sentence(event) for event in Teller(self.play.fight).new_events()]

    def values(self, counter: str) -> list[int]:
        return [getattr(unit, "c_" + counter) for unit in self.play.fight.units.values()]

    def recorded(self) -> str:
        """What is written of the fight under `do`; it must be played again to the same events."""
        text = written(self.play, "again", "turnwright run")
        rehearse(self.play, self.builder, self.loaded, text, "again.yaml")
        return text.partition("do:\n")[2].partition("dice:")[0]


def test_a_policy_answers_as_a_round_starts_and_in_the_turns_of_others(tmp_path: Path) -> None:
    """`b` bids 10 - 2, shouts at `a`, ducks the blow of 3, and weeps; `a` answers nothing, and bids 1."""
    answers = """
        answers:
          laid: self.hp - 2
          shout: unit.side is not self.side
          duck: harm > 2
          weep: yes
    """
    bout = Bout(tmp_path, HITS, answers).run()
    assert bout.values("bid") == [1, 7]
    assert bout.values("hp") == [9, 8]
    assert bout.recorded() == (
        "- |\n"
        "  answer laid 1, laid 8\n"
        "  expect units.init is [9, 8] and a.bid is 1 and b.bid is 8\n"
        '  answer "shout":\n'
        "    turn of a:\n"
        '      a uses hit: target b, "duck", "weep"\n'
        "      expect a.hp is 9 and b.hp is 8 and b.bid is 7\n"
        "  turn of b\n"
    )


def test_a_condition_that_does_not_hold_or_is_absent_means_no(tmp_path: Path) -> None:
    answers = """
        answers:
          duck: harm > 3
          shout: first(units where it.hp > 99).hp > 1
          weep: self.hp > 99
          laugh: self.hp < 99
    """
    bout = Bout(tmp_path, HITS + dedent(answers), HITS + dedent(answers)).run()
    assert bout.values("hp") == [7, 7]
    assert bout.values("bid") == [2, 2]
    assert '"shout"' not in bout.recorded()


def test_an_absent_value_leaves_it_to_what_counts_unasked(tmp_path: Path) -> None:
    absent = "answers: {laid: 'first(units where it.hp > 99).hp'}"
    assert Bout(tmp_path, absent, "answers: {laid: 4}").run().values("bid") == [1, 4]


def test_what_stands_with_an_action_counts_before_what_the_policy_of_who_acts_says(tmp_path: Path) -> None:
    """`a` hits once with the force that it names, once with that of its answers."""
    hits = """
        policy: |
          self uses hit: target last(units), force 5
          self uses hit: target last(units)
        answers: {force: lowest(possible)}
    """
    assert Bout(tmp_path, hits, "answers: {laugh: yes}").run().values("hp") == [10, 10 - 5 - 1]


def test_who_does_not_act_answers_by_its_own_policy_and_else_by_what_stands_with_the_action(tmp_path: Path) -> None:
    """Both blows are told to be ducked and wept over: `b` says nothing to that, and `c` laughs and never ducks."""
    hits = """
        policy: |
          for each other in units where it is not self:
            self uses hit: target other, "duck", "weep"
    """
    bout = Bout(tmp_path, hits, "answers: {laid: 2}", "answers: {duck: no, laugh: yes}").run()
    assert bout.values("hp") == [10, 8, 7]
    assert bout.values("bid") == [1, 2 - 1, 1 + 1]


def test_an_answer_that_cannot_be_is_told_where_it_stands(tmp_path: Path) -> None:
    bout = Bout(tmp_path, "\nanswers:\n  laid: 11", "")
    with pytest.raises(Refused) as found:
        bout.run()
    place = (tmp_path / "bout.yaml").read_text().splitlines().index("      laid: 11") + 1
    assert found.value.reason == (
        f"`11` was answered by the policy of `a` ({tmp_path}/bout.yaml:{place}), "
        "but `laid` must be one of the numbers from `1` to `10`"
    )
    assert found.value.site is not None
    assert found.value.site.line == place


def test_an_action_that_somebody_else_answers_wrongly_is_refused_and_says_whose_answer_it_was(tmp_path: Path) -> None:
    more = """
        - action: ask
          cost: own
          do: |
            for each other in units where it is not self:
              choose number from [1, 2] by other:
                self.bid += number
    """
    bout = Bout(tmp_path, "policy: self uses ask", "answers: {number: 3}", more=more).run()
    (refused,) = [line for line in bout.told() if "may not" in line]
    assert "`3` was answered by the policy of `b`" in refused
    assert bout.values("bid") == [1, 1]


def test_an_answer_of_the_unit_alone_counts_before_that_of_its_policy(tmp_path: Path) -> None:
    more = """
        - policy: cautious
          do: |
            say "nothing"
          answers: {laid: 2, shout: yes}
    """
    bout = Bout(tmp_path, 'policy: say "now"', "plays: cautious\nanswers: {laid: 5}", more=more).run()
    assert bout.values("bid") == [1, 5]
    assert bout.values("hp") == [9, 10]


def test_several_things_and_orders_are_answered_too(tmp_path: Path) -> None:
    """By its turn `b` has 9 left, so that it does both as they stand."""
    more = """
        - action: play
          cost: own
          do: |
            choose any picked from units by self unasked []:
              for each one in picked:
                one.hp -= 1
            in any order by self:
              self.hp = 3
              self.bid = self.hp
        - policy: plays
          do: |
            self uses play
          answers:
            picked: possible where it is not self
            bid then hp: self.hp > 9
    """
    bout = Bout(tmp_path, "plays: plays", "plays: plays", more=more).run()
    assert bout.values("bid") == [10, 3]
    assert "a uses play: picked [b], bid then hp" in bout.recorded()
    assert "b uses play: picked [a]\n" in bout.recorded()


def test_what_is_answered_in_a_turn_is_not_taken_for_what_an_action_in_it_asks(tmp_path: Path) -> None:
    """`b` ducks at the start of the turn, and not from the blow: where it is recorded, that is said for the blow."""
    more = """
        - status: jumpy
          rules: |
            after start of turn where unit is not bearer:
              may bearer "duck":
                bearer.bid += 5
    """
    answers = "answers: {duck: self.bid < 5, laugh: yes}"
    bout = Bout(tmp_path, HITS, answers, more=more, setup="setup: apply jumpy to b\n").run()
    assert bout.values("hp") == [10, 7]
    assert bout.values("bid") == [1, 1 + 5 + 1]
    assert 'answer "duck":\n    turn of a:\n      a uses hit: target b, no "duck", "laugh"\n' in bout.recorded()


# --- scripts --------------------------------------------------------------------------------------------------


def test_an_example_answers_what_is_asked_as_its_first_round_starts(tmp_path: Path) -> None:
    examples = """
        - about: bids
          examples:
            - it: takes them in the order in which they are asked
              given: |
                a at 9
                b at 8
              do: |
                answer laid 3, laid 7
                expect [a, b].bid is [3, 7]
                answer laid 2:
                  next round
              expect: |
                [a, b].bid is [2, 2]
    """
    builder = tiny(tmp_path, ACTIONS + dedent(examples), ruleset=COUNTERS + RULES)
    assert ran(builder) == [None]


def test_an_answer_before_all_else_must_be_asked_for(tmp_path: Path) -> None:
    examples = """
        - about: bids
          examples:
            - it: asks nothing else
              given: |
                a at 9
              do: |
                answer laid 3, force 2
                turn of a
              expect: |
                a.bid is 3
    """
    builder = tiny(tmp_path, ACTIONS + dedent(examples), ruleset=COUNTERS + RULES)
    assert ran(builder) == ["it was refused: nothing asked for the answer `force`"]


def ran(builder: Builder) -> list[str | None]:
    return [outcome.message for outcome in ExampleRunner(builder, builder.texts.examples).run()]


ENDS = """\
rules: |
  after start of scene:
    ask_all
  after end of round:
    ask_all
  after end of scene:
    ask_all
verbs:
  ask_all:
    form: ask_all
    fields: {}
    do: |
      for each u in units:
        choose laid from numbers(1, 9) by u unasked 1:
          u.bid = u.bid * 10 + laid
"""


def held(folder: Path, do: str, expect: str) -> str | None:
    (folder / "ruleset.yaml").write_text(RULESET + COUNTERS + ENDS + ROUND)
    units = "units: {a: {side: red, at: 2}, b: {side: blue, at: 1}}"
    head = f"scenario: bout\nruleset: tiny\n{units}\nrounds: 2\n"
    (folder / "bout.yaml").write_text(f"{head}do:\n{do}expect: |\n  {expect}\n")
    loaded = ready(folder)
    return hold(build(loaded), loaded.scenarios["bout"]).message


def test_a_scenario_answers_before_and_after_each_round(tmp_path: Path) -> None:
    """The scene starts, the first round ends, and so do the second and the scene: four questions to each."""
    do = (
        "- |\n  answer laid 2, laid 3\n  turn of a\n  turn of b\n  answer laid 4, laid 5\n"
        "- |\n  turn of a\n  turn of b\n  answer laid 6, laid 7, laid 8, laid 9\n"
    )
    assert held(tmp_path, do, "[a, b].bid is [2468, 3579]") is None


def test_what_a_round_of_a_scenario_answers_must_be_asked_for(tmp_path: Path) -> None:
    do = "- |\n  answer laid 2, laid 3, tie a\n  turn of a\n  turn of b\n"
    assert held(tmp_path, do, "round is 1") == "it was refused: nothing asked for the answer `tie`"


def test_a_played_fight_is_recorded_with_what_is_answered_before_and_after_each_round(tmp_path: Path) -> None:
    (tmp_path / "ruleset.yaml").write_text(RULESET + COUNTERS + ENDS + ROUND)
    (tmp_path / "bout.yaml").write_text(
        "scenario: bout\nruleset: tiny\nrounds: 2\nunits:\n"
        "  a: {side: red, at: 2}\n  b: {side: blue, at: 1, answers: {laid: 2 + round}}\n"
    )
    loaded = ready(tmp_path)
    builder = build(loaded)
    play = Play(builder, compile_scenario(builder, loaded.scenarios["bout"]), ForcedDice([]), tape=Tape())
    for _ in play.run():
        pass
    text = written(play, "again", "turnwright run")
    rehearse(play, builder, loaded, text, "again.yaml")
    assert text.partition("do:\n")[2].partition("dice:")[0] == (
        "- |\n  answer laid 1, laid 2\n  expect units.init is [2, 1] and a.bid is 1 and b.bid is 2\n"
        "  turn of a\n  turn of b\n  answer laid 1, laid 3\n"
        "- |\n  expect a.bid is 11 and b.bid is 23\n  turn of a\n  turn of b\n  answer laid 1, laid 4, laid 1, laid 4\n"
    )
