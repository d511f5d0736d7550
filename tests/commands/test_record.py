"""`turnwright run --record`, and scenarios that say what is done in them: run, tested, explained."""

import json
import re
from pathlib import Path

import pytest

from interpreter.commands.main import main

Captured = pytest.CaptureFixture[str]

SCRIPTED = """\
scenario: scripted
ruleset: pond
units:
  ada: {side: green}
  bob: {side: brown, at: 7}
rounds: 2
dice: [9]
do:
- |
  turn of ada:
    ada uses leap
  turn of bob:
    bob uses leap
- |
  turn of ada
expect: |
  ada.init is 11
  bob.init is 9
"""


def said(capsys: Captured, *arguments: str, code: int = 0) -> tuple[str, str]:
    assert main(list(arguments)) == code
    captured = capsys.readouterr()
    return captured.out, captured.err


def test_a_recorded_fight_is_a_test_of_its_ruleset(pond: Path, capsys: Captured) -> None:
    fight = ["run", "pond/scenarios/race.yaml", "--seed", "3", "--set", "greedy=yes"]
    told, recorded = said(capsys, *fight, "--record", "pond/again.yaml")
    assert "after 2 rounds" in told
    assert recorded == "recorded 4 turns in `pond/again.yaml`; `turnwright test pond/again.yaml` tests them\n"
    text = (pond / "again.yaml").read_text()
    assert text.startswith(
        "# Recorded by `turnwright run pond/scenarios/race.yaml --seed 3 --set greedy=yes`.\nscenario: again\n"
    )
    assert "options: {greedy: yes}" in text
    assert said(capsys, "test", "pond/again.yaml")[0] == "1 example: 1 passed, 0 failed\n"
    assert said(capsys, "test", "pond")[0] == "3 examples: 3 passed, 0 failed\n"
    assert said(capsys, "check", "pond")[0] == "nothing to report\n"
    rules = pond / "ruleset.yaml"
    rules.write_text(rules.read_text().replace("min(amount, 2)", "min(amount, 1)"))
    failed = json.loads(said(capsys, "test", "pond/again.yaml", "--format", "json", code=1)[0])["failed"]
    assert [(one["id"], one["file"]) for one in failed] == [("scenario again", "pond/again.yaml")]


def test_what_ships_is_recorded_into_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TURNWRIGHT_CACHE", "off")
    played, _ = said(capsys, "run", "low_tide", "--record", "tide.yaml", "--format", "json")
    assert said(capsys, "test", "tide.yaml")[0] == "1 example: 1 passed, 0 failed\n"
    assert said(capsys, "check", "tide.yaml")[0] == "nothing to report\n"
    again, _ = said(capsys, "run", "tide.yaml", "--format", "json")
    assert json.loads(again.splitlines()[-1]) == json.loads(played.splitlines()[-1])
    Path("tide.yaml").write_text(Path("tide.yaml").read_text().replace("ruleset: causeway", "ruleset: causway"))
    assert "did you mean `causeway`?" in said(capsys, "test", "tide.yaml", code=2)[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--record", "pond/ruleset.yaml"], "`pond/ruleset.yaml` is there already; `--force` writes over it"),
        (["--record", "pond/scenarios/race.yaml", "--force"], ""),
        (["--record", "pond/other/x.yaml"], "there is no folder `pond/other` to write `x.yaml` into"),
        (["--record", "elsewhere/x.yaml"], "it would not be tested there: write it into the folder of its ruleset"),
        (["--record", "pond/race.yaml"], "there is a scenario `race` already, in `pond/scenarios/race.yaml`"),
        (["--record", "pond", "--force"], "`pond` is a folder: name the file to write"),
        (["--record", "pond/x.txt"], "the scenario is named as its file"),
        (["--record", "pond/X.yaml"], "small letters, digits and `_`"),
        (["--record", "pond/x.yaml", "--view", "green"], "does not go with `--view` and `--as`"),
        (["--force"], "`--force` goes with `--record`"),
    ],
)
def test_where_nothing_can_be_recorded(pond: Path, capsys: Captured, arguments: list[str], message: str) -> None:
    Path("elsewhere").mkdir()
    before = {file: file.read_text() for file in Path().rglob("*.*") if file.is_file()}
    code = 2 if message else 0
    _, error = said(capsys, "run", "pond/scenarios/race.yaml", *arguments, code=code)
    assert message in error
    if message:
        assert {file: file.read_text() for file in Path().rglob("*.*") if file.is_file()} == before


def test_a_fight_that_cannot_be_written_is_told_and_leaves_no_file(pond: Path, capsys: Captured) -> None:
    race = pond / "scenarios" / "race.yaml"
    race.write_text(race.read_text().replace("self uses leap", "self.flies += 1", 1))
    files = sorted(pond.rglob("*"))
    told, error = said(capsys, "run", "pond/scenarios/race.yaml", "--record", "pond/again.yaml", code=1)
    assert "after 2 rounds" in told
    assert "the policy of `ada` does something at pond/scenarios/race.yaml:8 that is no action" in error
    race.write_text(
        race.read_text().replace("rounds: 2", "setup: |\n  shift ada by 1 / (ada.flies - ada.flies) as hop\nrounds: 2")
    )
    _, error = said(capsys, "run", "pond/scenarios/race.yaml", "--record", "pond/again.yaml", code=1)
    assert error.startswith("turnwright: the fight cannot go on: ")
    assert error.endswith("; nothing is recorded\n")
    assert sorted(pond.rglob("*")) == files


def test_a_file_that_cannot_be_written_is_left_as_it_was(
    pond: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(self: Path, *arguments: object, **more: object) -> None:
        self.touch()
        raise OSError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "write_text", closed)
    race, files = (pond / "scenarios" / "race.yaml").read_text(), sorted(pond.rglob("*"))
    arguments = ["run", "pond/scenarios/race.yaml", "--record", "pond/scenarios/race.yaml", "--force"]
    assert said(capsys, *arguments, code=2)[1] == "turnwright: `pond/scenarios/race.yaml`: permission denied\n"
    assert (pond / "scenarios" / "race.yaml").read_text() == race
    assert sorted(pond.rglob("*")) == files


# --- scenarios that say what is done --------------------------------------------------------------------------


def scripted(pond: Path, *changes: tuple[str, str]) -> str:
    text = SCRIPTED
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (pond / "scripted.yaml").write_text(text)
    return "pond/scripted.yaml"


def test_a_scripted_fight_is_run_tested_and_explained(pond: Path, capsys: Captured) -> None:
    """Ada's initiative is 9; it leaps to 11, Bob from 7 to 9. The second round stays open: Bob still has its turn."""
    path = scripted(pond)
    told, _ = said(capsys, "run", path)
    assert re.findall(r"ada 9 -> 11|bob 7 -> 9|--- round 2 ---|scene ends", told) == [
        "ada 9 -> 11",
        "bob 7 -> 9",
        "--- round 2 ---",
    ]
    assert said(capsys, "test", path)[0] == "1 example: 1 passed, 0 failed\n"
    event = next(line.split()[0] for line in told.splitlines() if "ada 9 -> 11" in line)
    assert "pond: before change of init" in said(capsys, "why", path, "--event", event)[0]
    assert said(capsys, "run", path, "--seed", "3", code=2)[1] == (
        "turnwright: `scripted` says which faces its dice show: it has no seed\n"
    )
    assert "the fight has no event 999\n" in said(capsys, "why", path, "--event", "999", code=2)[1]
    assert "there is nothing to record" in said(capsys, "run", path, "--record", "pond/x.yaml", code=2)[1]


def test_it_ends_when_no_turn_is_left(pond: Path, capsys: Captured) -> None:
    path = scripted(pond, ("  turn of ada\n", "  turn of ada\n  turn of bob\n"))
    assert "scene ends" in said(capsys, "run", path)[0]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            ("turn of ada:\n    ada", "turn of bob:\n    bob"),
            "the turn of `ada` comes next in round 1, not that of `bob`",
        ),
        (("  turn of bob:\n    bob uses leap\n", ""), "the turn of `bob` comes next in round 1, not round 2"),
        (
            ("    bob uses leap\n", "    bob uses leap\n  turn of bob\n"),
            "no turn comes next in round 1, not that of `bob`",
        ),
        (("[9]", "[9, 1]"), "1 of the forced dice was never rolled"),
        (("[9]", "[]"), "no `dice` are given"),
        (("ada.init is 11", "ada.init is 12"), "expected `ada.init is 12`, but `ada.init` is `11`"),
        (("    ada uses leap\n", "    expect ada.init is 3\n"), "expected `ada.init is 3`, but `ada.init` is `9`"),
    ],
)
def test_it_is_held_to_its_word(pond: Path, capsys: Captured, change: tuple[str, str], message: str) -> None:
    path = scripted(pond, change)
    (failed,) = json.loads(said(capsys, "test", path, "--format", "json", code=1)[0])["failed"]
    assert message in failed["message"]
    if "never rolled" not in message:
        assert message in said(capsys, "run", path, code=1)[1]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (("  ada: {side: green}", "  ada: {side: green, policy: self uses leap}"), "idle-policy"),
        (("  turn of ada\n", "  next round\n"), "round-by-block"),
        (("  turn of ada\n", "  turn of frog_1\n"), "unknown-name"),
        (("dice: [9]\ndo:\n- |\n", "do: turn of ada\ndice:\n- |\n"), "wrong-type"),
        (("rounds: 2", "rounds: 1"), "beyond-rounds"),
    ],
)
def test_what_check_finds_in_it(pond: Path, capsys: Captured, change: tuple[str, str], code: str) -> None:
    path = scripted(pond, change)
    found = json.loads(said(capsys, "check", path, "--format", "json", code=1)[0])["diagnostics"]
    assert code in [one["code"] for one in found]
