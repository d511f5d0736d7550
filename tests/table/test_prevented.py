"""Actions that what came first has put an end to, in fights that are played: the policy goes on, the log tells why."""

from pathlib import Path
from textwrap import dedent

from interpreter.library.building import Builder
from interpreter.source.render import render_text
from interpreter.table.loading import Loaded, build, load
from interpreter.table.play import Play
from interpreter.table.recording import rehearse, written
from interpreter.table.scenario import compile_scenario
from interpreter.table.tape import Tape
from interpreter.table.telling import Teller, sentence
from interpreter.table.views import View
from interpreter.track.dice import SeededDice
from tests.tiny import ROUND, RULESET

RULES = """
counters: {hp: {start: "20"}}
"""
CONTENT = """
- entry: guard
  rules: |
    first action where action is charge and unit is not self:
      unit.deeds -= 1
      unit.hp -= roll(d6)
- action: charge
  cost: heavy
  do: |
    choose foe from units where it is not self by self:
      foe.hp -= 1
- action: rest
  cost: own
  do: self.hp += roll(d6)
- policy: bold
  do: |
    self uses charge: foe first(units where it is not self)
    self uses rest
- policy: idle
  do: self uses rest
"""
SCENARIO = """
scenario: brawl
ruleset: tiny
rounds: 2
units:
  a: {side: red, at: 9, plays: bold}
  b: {side: blue, at: 5, plays: idle, entries: [guard]}
"""


def loaded(folder: Path, base: str = RULESET) -> Loaded:
    (folder / "ruleset.yaml").write_text("\n".join([base, RULES, ROUND]))
    (folder / "content.yaml").write_text(CONTENT)
    (folder / "brawl.yaml").write_text(dedent(SCENARIO))
    found = load(str(folder))
    assert not found.diagnostics.has_errors, render_text(found.diagnostics)
    return found


def played(found: Loaded, builder: Builder) -> Play:
    play = Play(builder, compile_scenario(builder, found.scenarios["brawl"]), SeededDice(3), tape=Tape())
    for _ in play.run():
        pass
    return play


def told(play: Play, view: View) -> list[str]:
    """The lines of the actions."""
    teller = Teller(play.fight, view)
    return [sentence(event, view) for event in teller.new_events() if event.kind in ("action", "refused")]


def test_it_is_told_and_the_policy_goes_on(tmp_path: Path) -> None:
    found = loaded(tmp_path)
    builder = build(found)
    play = played(found, builder)
    lines = told(play, View(builder.program.secrets))
    short = "a uses charge - stopped: `charge` costs 2 `deeds`, and `a` has 1 left"
    assert lines == [short, "a uses rest", "b uses rest"] * 2
    assert play.fight.units["b"].c_hp > 20  # type: ignore[attr-defined]


def test_it_is_recorded_and_happens_again(tmp_path: Path) -> None:
    found = loaded(tmp_path)
    builder = build(found)
    text = written(played(found, builder), "again", "turnwright run")
    assert "a uses charge" in text
    rehearse(played(found, builder), builder, found, text, "again.yaml")


def test_its_reason_hides_what_is_hidden(tmp_path: Path) -> None:
    """How many deeds somebody has left stands in the reason, and only itself may know it."""
    base = RULESET.replace('amount: "2"}', 'amount: "2", shown_to: unit}')
    found = loaded(tmp_path, base)
    builder = build(found)
    play = played(found, builder)
    own, others = View(builder.program.secrets, "red", "a"), View(builder.program.secrets, "blue", "b")
    assert told(play, own)[0].endswith("costs 2 `deeds`, and `a` has 1 left")
    assert told(play, others)[0].endswith("costs ? `deeds`, and `a` has ? left")
    action = next(event for event in play.fight.log if event.kind == "action")
    teller = Teller(play.fight, others)
    records = [teller.record(event) for event in teller.new_events() if event is action]
    assert records[0]["stopped"] == "`charge` costs ? `deeds`, and `a` has ? left"
