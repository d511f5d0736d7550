"""`turnwright run` and `turnwright why`: a fight told to people and to programs, and explained."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from interpreter.commands.main import main

Captured = pytest.CaptureFixture[str]
ROOT = Path(__file__).parents[2]


def records(capsys: Captured, *arguments: str) -> list[dict[str, Any]]:
    assert main(["run", "pond/scenarios/race.yaml", "--format", "json", *arguments]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_the_records_of_a_fight(pond: Path, capsys: Captured) -> None:
    """Ada, on 6 and by 2 a leap, passes 8 and comes to 10, over 9 with its fly; Bob goes from 7 to 9."""
    *events, result = records(capsys)
    assert [event["id"] for event in events] == list(range(1, len(events) + 1))
    assert all(event["parent"] is None or event["parent"] < event["id"] for event in events)
    moves = [(e["round"], e["turn"], e["unit"], e["from"], e["to"]) for e in events if e["event"] == "init"]
    assert moves == [
        (1, "bob", "bob", 7, 8),
        (1, "ada", "ada", 6, 8),
        (2, "ada", "ada", 8, 10),
        (2, "bob", "bob", 8, 9),
    ]
    leap = next(e for e in events if e["event"] == "init")
    assert leap["manner"] == "hop"
    assert leap["because"] == {"file": "pond/actions.yaml", "line": 4, "rule": "leap"}
    assert result == {
        "event": "result",
        "units": {
            "ada": {"init": 10, "statuses": [], "counters": {"flies": 1}},
            "bob": {"init": 9, "statuses": [], "counters": {"flies": 1}},
        },
        "objectives": {},
        "rounds": 2,
    }


def test_an_option_set_on_the_command_line(pond: Path, capsys: Captured) -> None:
    *_, result = records(capsys, "--set", "pace=fast")
    assert result["units"]["ada"]["init"] == 12


def test_another_seed_rolls_other_dice_and_the_same_seed_the_same(pond: Path, capsys: Captured) -> None:
    runs = [records(capsys, "--set", "greedy=yes", "--seed", seed) for seed in ("1", "1", "2", "3", "4")]
    assert runs[0] == runs[1]
    assert len({json.dumps(run[-1]) for run in runs}) > 1
    dice = [die for event in runs[0] for die in event.get("dice", ())]
    assert len(dice) == 4
    assert dice[0]["unit"] == "bob"
    assert (dice[0]["for"], dice[0]["sides"]) == ("leap", 4)


def test_text_draws_the_track_and_cites_the_rules(pond: Path, capsys: Captured) -> None:
    assert main(["run", "pond/scenarios/race.yaml"]) == 0
    text = capsys.readouterr().out
    assert "--- round 1 ---\n    7 | bob (brown)\n    6 | ada (green)\n" in text
    assert "bob 7 -> 8 (hop)  [pond/actions.yaml:4]" in text
    assert "flies 0 -> 1  [pond/ruleset.yaml:22]" in text


def test_plain_tells_it_in_sentences(pond: Path, capsys: Captured) -> None:
    """Bob leaps by 1, from 7; with no arrow, no indentation and nothing that is drawn."""
    assert main(["run", "pond/scenarios/race.yaml", "--format", "plain", "--set", "greedy=yes"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("race, by pond.\n1: ada comes to 6.\n2: bob comes to 7.\n")
    assert "\nRound 1:\nada of green is at 6.\nbob of brown is at 7.\n" in told
    leap = re.search(r"\n(\d+): bob uses leap; bob rolled 1d4: (\d); in pond/actions.yaml, line 3\.\n", told)
    assert leap is not None
    assert f": bob 7 to 8 (hop); because of {leap[1]}; in pond/actions.yaml, line 4.\n" in told
    assert f": bob flies 0 to {leap[2]}; because of {leap[1]}; in pond/actions.yaml, line 6.\n" in told
    assert told.endswith("\nAfter 2 rounds:\nada of green is at 10.\nbob of brown is at 9.\n")
    assert not re.search(r"->|\||---|^ ", told, re.MULTILINE)


def test_who_gave_no_answer_is_told_and_what_follows_from_that(pond: Path, capsys: Captured) -> None:
    actions = pond / "actions.yaml"
    may = '    may self "sing":\n      self.flies += 3 / 2\n'
    actions.write_text(actions.read_text().replace("    shift self", f"{may}    shift self"))
    why = ["why", "pond/scenarios/race.yaml", "--event"]
    found = [capsys.readouterr().out for number in range(1, 12) if main([*why, str(number)]) == 0]
    assert any("\n    bob gave no answer to sing, so it is no\n" in one for one in found)


def test_fractions_are_told_as_the_rules_write_them(pond: Path, capsys: Captured) -> None:
    rules = pond / "ruleset.yaml"
    rules.write_text(rules.read_text().replace("unit.flies += 1", "unit.flies += 15 / 2\n    unit.flies = 1 / 3"))
    assert main(["run", "pond/scenarios/race.yaml"]) == 0
    told = capsys.readouterr().out
    assert "ada flies 0 -> 7.5 " in told
    assert "ada flies 7.5 -> 1 / 3 " in told


def test_why_names_what_acted_and_what_did_not(pond: Path, capsys: Captured) -> None:
    leap = next(e for e in records(capsys) if e["event"] == "init" and e["unit"] == "ada")
    assert main(["why", "pond/scenarios/race.yaml", "--event", str(leap["id"])]) == 0
    text = capsys.readouterr().out
    assert "ada 6 -> 8 (hop)" in text
    assert "because" in text
    assert "rules that acted on it:\n  pond: before change of init  [pond/ruleset.yaml:19]" in text
    assert main(["why", "pond/scenarios/race.yaml", "--set", "pace=fast", "--event", str(leap["id"])]) == 0
    text = capsys.readouterr().out
    assert "`options.pace is slow`: it does not hold  [pond/ruleset.yaml:19]" in text


def test_why_is_not_confused_by_what_is_only_tried_out(pond: Path, capsys: Captured) -> None:
    """`can` asks the rules without anything happening."""
    rules = pond / "ruleset.yaml"
    rules.write_text(rules.read_text() + '  before action where unit.flies > 9:\n    stop "full"\n')
    race = pond / "scenarios" / "race.yaml"
    text = race.read_text()
    race.write_text(text.replace("      self uses leap\n", "      if can(self, leap):\n        self uses leap\n", 1))
    assert main(["why", "pond/scenarios/race.yaml", "--event", "12"]) == 0
    assert capsys.readouterr().out.startswith("12: ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["run", "pond/scenarios/race.yaml", "--set", "pase=fast"], "there is no option `pase`; did you mean `pace`?"),
        (["run", "pond/scenarios/race.yaml", "--set", "pace=quick"], "`pace` cannot be `quick`"),
        (["run", "pond/scenarios/race.yaml", "--set", "pace"], "write `--set OPTION=VALUE`"),
        (["why", "pond/scenarios/race.yaml", "--event", "9999"], "the fight has no event 9999 with the seed 1"),
        (["run", "pond/actions.yaml"], "`pond/actions.yaml` holds no scenario"),
        (["run", "nowhere.yaml"], "there is no file and nothing shipped called `nowhere.yaml`"),
    ],
)
def test_misuse_is_one_clear_line(pond: Path, capsys: Captured, arguments: list[str], said: str) -> None:
    assert main(arguments) == 2
    output = capsys.readouterr()
    assert said in output.err
    assert output.err.count("\n") == 1
    assert output.out == ""


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    script = command.replace("turnwright", f"'{sys.executable}' -m interpreter")
    environment = {"PYTHONPATH": str(ROOT), "TURNWRIGHT_CACHE": "off", "PATH": "/usr/bin:/bin"}
    return subprocess.run(
        ["sh", "-c", script], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def test_a_closed_pipe_and_a_full_disk(pond: Path) -> None:
    cut = shell("(turnwright run pond/scenarios/race.yaml --format json; echo $? > status) | true", pond.parent)
    assert cut.stderr == ""
    assert (pond.parent / "status").read_text() == "141\n"
    full = shell("turnwright run pond/scenarios/race.yaml > /dev/full", pond.parent)
    assert (full.returncode, full.stderr) == (2, "turnwright: no space left on device\n")
    closed = shell("turnwright run pond/scenarios/race.yaml >&-", pond.parent)
    assert (closed.returncode, closed.stderr) == (2, "turnwright: the output is closed: there is nowhere to write to\n")


def test_the_same_bytes_whatever_the_hash_seed(pond: Path) -> None:
    runs = {
        shell(f"PYTHONHASHSEED={seed} turnwright run pond/scenarios/race.yaml --format json", pond.parent).stdout
        for seed in range(5)
    }
    assert len(runs) == 1
    assert "result" in runs.pop()


@pytest.mark.parametrize("command", ["run", "test", "coverage"])
def test_a_program_gets_the_errors_of_content_as_check_gives_them(pond: Path, capsys: Captured, command: str) -> None:
    (pond / "broken.yaml").write_text("- status: splash\n  bogus: 1\n")
    assert main([command, "pond", "--format", "json"]) == 1
    captured = capsys.readouterr()
    (found,) = json.loads(captured.out)["diagnostics"]
    assert (found["file"], found["start"], captured.err) == ("pond/broken.yaml", {"line": 2, "column": 3}, "")


@pytest.mark.parametrize("seed", ["abc", "1_000", "٣", " 5", "9" * 5000])
def test_a_seed_is_a_whole_number(pond: Path, capsys: Captured, seed: str) -> None:
    assert main(["run", "pond", "--seed", seed]) == 2
    assert "is no whole number of at most 40 digits" in capsys.readouterr().err


def test_an_option_is_written_in_full(pond: Path, capsys: Captured) -> None:
    assert main(["run", "pond", "--see", "3"]) == 2
    assert "--see" in capsys.readouterr().err


DRAWN = """\
ruleset: drawn
title: Drawn
sides: [red, blue]
manners: {draw: {touches: nothing}}
counters: {luck: {start: 0, quiet: yes}}
initiative: 1
round: [{stage: only, count: unit.init, order: descending}]
rules: |
  define card(who: unit) = d6

  first start of round:
    for each u in units:
      set u to card(u) as draw
      u.luck = d4

  before change of luck where unit.side is blue:
    destination = d8

  after end of turn:
    choose heir from units by unit unasked unit:
      if heir.luck > 9:
        say "lucky"
"""
DRAWING = """\
scenario: drawing
ruleset: drawn
units: {ann: {side: red}, bea: {side: blue}}
rounds: 1
do:
- |
  answer heir ann:
    turn of bea
  turn of ann
dice: [3, 2, 5, 1, 7]
"""


def test_what_falls_and_is_chosen_is_told_though_the_event_would_go_without_saying(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """The round rolls a card for each, and luck that nobody is told of, but for the die that falls in its change."""
    folder = tmp_path / "drawn"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(DRAWN)
    (folder / "drawing.yaml").write_text(DRAWING)
    monkeypatch.chdir(tmp_path)
    assert main(["run", "drawn"]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if line[:5].strip().isdigit() and "|" not in line]
    told = [line.split("  [")[0].split(maxsplit=1)[1] for line in lines]
    assert told == [
        "ann comes to 1",
        "bea comes to 1",
        "scene starts",
        "round 1 starts  {ann 1d6: 3}  {1d4: 2}  {bea 1d6: 5}  {1d4: 1}",
        "ann 1 -> 3 (draw)",
        "bea 1 -> 5 (draw)",
        "bea luck 0 -> 7  {1d8: 7}",
        "bea's turn starts",
        "bea's turn ends  <heir: ann>",
        "ann's turn starts",
        "scene ends",
    ]
