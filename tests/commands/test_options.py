"""Options that are dice: a table puts other dice there, in examples, in scenarios and on the command line."""

from pathlib import Path

import pytest

from interpreter.commands.main import main
from interpreter.source.render import render_text
from interpreter.table.loading import load
from tests.tiny import ROUND, RULESET, play_examples

OPTIONS = """
counters: {luck: {start: "0"}}
options:
  thrown: {default: 2d6+1, says: What is rolled for luck.}
rules: |
  first start of round:
    for each u in units:
      u.luck = roll(options.thrown)
"""
SCENARIO = """
scenario: throw
ruleset: tiny
options: {thrown: 1d4}
units:
  a: {side: red, at: 1}
rounds: 1
"""
Captured = pytest.CaptureFixture[str]


def test_an_option_that_is_dice_is_rolled_as_it_is_set(tmp_path: Path) -> None:
    examples = """
- about: luck
  examples:
    - it: is thrown with the dice that the ruleset says
      given: |
        a at 1
      dice: [5, 6]
      expect: |
        a.luck is 12
    - it: is thrown with those that a table puts there
      options: {thrown: 3d10-2}
      given: |
        a at 1
      dice: [10, 9, 8]
      expect: |
        a.luck is 25
"""
    play_examples(tmp_path, examples, ruleset=OPTIONS)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("scenario", "`thrown` must be dice, not `lots`"),
        ("default", "write yes, no, a number or dice such as `2d6`, or list the settings under `one_of`"),
    ],
)
def test_what_is_no_dice_is_told(tmp_path: Path, wrong: str, said: str) -> None:
    options = OPTIONS.replace("2d6+1", "2 dice") if wrong == "default" else OPTIONS
    (tmp_path / "ruleset.yaml").write_text("\n".join([RULESET, options, ROUND]))
    (tmp_path / "throw.yaml").write_text(SCENARIO.replace("1d4", "lots"))
    assert said in render_text(load(str(tmp_path)).diagnostics)


def test_dice_are_set_on_the_command_line(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "ruleset.yaml").write_text("\n".join([RULESET, OPTIONS, ROUND]))
    scenario = tmp_path / "throw.yaml"
    scenario.write_text(SCENARIO)
    assert main(["run", str(scenario), "--set", "thrown=1d1+40"]) == 0
    assert "a luck 0 -> 41" in capsys.readouterr().out
    assert main(["run", str(scenario), "--set", "thrown=forty"]) == 2
    assert "`thrown` must be dice such as `2d6+1`, not `forty`" in capsys.readouterr().err
