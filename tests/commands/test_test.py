"""`turnwright test`: examples that pass, fail, or are not there."""

import json
from pathlib import Path

import pytest

from interpreter.commands.main import main

Captured = pytest.CaptureFixture[str]


LOOPS = """\
- about: loops
  examples:
    - it: comes to an end
      given: |
        a at 2
      do: |
        repeat 3 times:
          repeat 3 times:
            DO
      expect: |
        a.init is 2
"""


def test_all_pass(pond: Path, capsys: Captured) -> None:
    assert main(["test", "pond"]) == 0
    assert capsys.readouterr().out == "2 examples: 2 passed, 0 failed\n"


def test_one_fails_and_says_what_is_there_instead(pond: Path, capsys: Captured) -> None:
    actions = pond / "actions.yaml"
    actions.write_text(actions.read_text().replace("a.init is 7", "a.init is 8"))
    assert main(["test", "pond", "--format", "json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["version"], found["examples"], found["passed"]) == (1, 2, 1)
    (failed,) = found["failed"]
    assert failed == {
        "id": "leap: is as long as its legs where the pace is fast",
        "ruleset": "pond",
        "file": "pond/actions.yaml",
        "line": 22,
        "message": "expected `a.init is 8`, but `a.init` is `7`",
    }


def test_what_shows_as_it_is_written_is_not_said_twice(pond: Path, capsys: Captured) -> None:
    actions = pond / "actions.yaml"
    actions.write_text(actions.read_text().replace("a.init is 7", "[a.init, 3] is [8, 3]"))
    assert main(["test", "pond"]) == 1
    assert "expected `[a.init, 3] is [8, 3]`, but `[a.init, 3]` is `[7, 3]`\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("do", "message"),
    [
        ("next round", ":9: loops: comes to an end\n  it was refused: a fight has at most 5 rounds\n"),
        ("a uses leap", ":8: loops: comes to an end\n  it was refused: this takes more than 100 steps outside"),
        ("expect a.init > 0", "1 passed"),
    ],
)
def test_loops_in_a_script_come_to_an_end(
    pond: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch, do: str, message: str
) -> None:
    monkeypatch.setattr("interpreter.track.turns.MOST_ROUNDS", 5)
    monkeypatch.setattr("interpreter.track.fight.STEPS_PER_ACTION", 100)
    (pond / "loops.yaml").write_text(LOOPS.replace("DO", do))
    main(["test", "pond/loops.yaml"])
    assert message in capsys.readouterr().out


def test_a_die_that_is_never_rolled(pond: Path, capsys: Captured) -> None:
    actions = pond / "actions.yaml"
    actions.write_text(actions.read_text().replace("pace: fast}\n", "pace: fast}\n      dice: [3]\n"))
    assert main(["test", "pond"]) == 1
    assert "1 of the forced dice was never rolled" in capsys.readouterr().out


def test_a_die_that_lacks(pond: Path, capsys: Captured) -> None:
    actions = pond / "actions.yaml"
    actions.write_text(actions.read_text().replace("{pace: fast}", "{pace: fast, greedy: yes}"))
    assert main(["test", "pond"]) == 1
    text = capsys.readouterr().out
    assert "leap of `a` rolls d4, and no `dice` are given: list their faces, as they fall" in text


def test_none_found_is_said(pond: Path, capsys: Captured) -> None:
    assert main(["test", "pond/ruleset.yaml"]) == 1
    assert "no examples were found" in capsys.readouterr().err


def test_content_with_errors_is_not_tested(pond: Path, capsys: Captured) -> None:
    actions = pond / "actions.yaml"
    actions.write_text(actions.read_text().replace("self.legs as", "self.legz as"))
    assert main(["test", "pond"]) == 1
    output = capsys.readouterr()
    assert "`legz`" in output.err
    assert output.out == ""


def test_a_scenario_that_expects_nothing_is_played_to_its_end(pond: Path, capsys: Captured) -> None:
    assert main(["test", "pond/scenarios/race.yaml"]) == 0
    assert capsys.readouterr().out == (
        "1 example: 1 passed, 0 failed\nscenario race expects nothing: it was only played to its end\n"
    )


def test_a_scenario_that_expects_nothing_and_breaks_off_fails(pond: Path, capsys: Captured) -> None:
    units = "units: {ada: {side: green, at: 6}, bob: {side: brown, at: 7}}"
    (pond / "scenarios" / "race.yaml").write_text(
        f"scenario: race\nruleset: pond\n{units}\nrounds: 1\ndo:\n- |\n  turn of ada\n"
    )
    assert main(["test", "pond/scenarios/race.yaml"]) == 1
    told = capsys.readouterr().out
    assert "it was refused: the turn of `bob` comes next in round 1, not that of `ada`" in told
    assert told.endswith("1 example: 0 passed, 1 failed\n")


# Line 4 asks, line 11 of the example uses, line 14 says why it is refused.
ASKS = """\
- action: poke
  cost: free
  do: |
    choose target from units by self:
      target.flies += 1
  examples:
    - it: has somebody to poke
      given: |
        a at 2
      do: |
        a uses poke
      expect: |
        a.flies is 1
      REFUSED
"""


@pytest.mark.parametrize(
    ("refused", "said"),
    [
        ("", "it was refused: nobody answers the choice of `target`"),
        ('refused: "too far"', "it was refused, but because: nobody answers the choice of `target`"),
    ],
)
@pytest.mark.parametrize("apart", [False, True])
def test_it_names_its_own_place_and_then_that_of_the_rule(
    pond: Path, capsys: Captured, refused: str, said: str, apart: bool
) -> None:
    """Wherever the rule stands: in the file of the example or in another."""
    text, file, line = ASKS.replace("REFUSED", refused), "pokes.yaml", 11
    if apart:
        rule, example = text.split("  examples:\n")
        (pond / "pokes.yaml").write_text(rule)
        text, file, line = "- about: pokes\n  examples:\n" + example, "shown.yaml", 7
    (pond / file).write_text(text)
    assert main(["test", f"pond/{file}"]) == 1
    name = "pokes" if apart else "poke"
    default = ", and it has no `unasked` default; possible: `a`"
    shown = f"pond/{file}:{line}: {name}: has somebody to poke\n  {said}{default}\n  at pond/pokes.yaml:4\n"
    assert shown in capsys.readouterr().out
    main(["test", f"pond/{file}", "--format", "plain"])
    plain = capsys.readouterr().out
    assert f"in pond/{file}, line {line}, column 9: the example" in plain
    assert "It came about at pond/pokes.yaml:4." in plain


def test_what_ends_before_any_rule_has_the_place_of_what_is_done(pond: Path, capsys: Captured) -> None:
    (pond / "loops.yaml").write_text(LOOPS.replace("DO", "shift a by 1 / (a.flies - a.flies) as hop"))
    assert main(["test", "pond/loops.yaml"]) == 1
    out = capsys.readouterr().out
    assert out.startswith(
        "pond/loops.yaml:9: loops: comes to an end\n  it was refused: nothing can be divided by 0\n    scene starts\n"
    )


def test_a_scenario_names_the_line_of_what_was_refused(pond: Path, capsys: Captured) -> None:
    (pond / "pokes.yaml").write_text(ASKS.partition("  examples:")[0])
    (pond / "scripted.yaml").write_text(
        "scenario: scripted\nruleset: pond\nunits:\n  ada: {side: green, at: 3}\nrounds: 1\n"
        "do:\n- |\n  turn of ada:\n    ada uses leap\n    ada uses poke\nexpect: |\n  round is 1\n"
    )
    assert main(["test", "pond/scripted.yaml"]) == 1
    said = "nobody answers the choice of `target`, and it has no `unasked` default; possible: `ada`"
    expected = f"pond/scripted.yaml:10: scenario scripted\n  it was refused: {said}\n  at pond/pokes.yaml:4\n"
    assert expected in capsys.readouterr().out
    assert main(["run", "pond/scripted.yaml"]) == 1
    found = capsys.readouterr().err
    assert found == f"turnwright: the fight cannot go on: {said} [pond/scripted.yaml:10, by pond/pokes.yaml:4]\n"
