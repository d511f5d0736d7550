"""`turnwright mutate`: what people and programs are told of small changes that no example notices."""

import json
from pathlib import Path

import pytest

from interpreter.commands.main import main

Captured = pytest.CaptureFixture[str]


def said(capsys: Captured, *arguments: str, code: int = 0) -> tuple[str, str]:
    assert main(["mutate", *arguments]) == code
    captured = capsys.readouterr()
    return captured.out, captured.err


def test_what_is_told_to_people(pond: Path, capsys: Captured) -> None:
    """The pace is shown at 2 and at 3; flies are not shown at all, nor who is greedy, nor the order of turns."""
    files = {file: file.read_text() for file in pond.rglob("*.yaml")}
    told, progress = said(capsys, "pond", code=1)
    assert told.startswith("changes that no example notices:\n  pond/")
    assert "  pond/ruleset.yaml:22: unit.flies += 1\n    5: " not in told.split("on lines that no example runs:")[0]
    lines = told.split("changes on lines that no example runs:\n")[1]
    assert "  pond/actions.yaml:6: self.flies += d4\n    7: self.flies += d4 -> nothing\n" in lines
    assert "    12: += -> -=\n" not in lines
    assert "  pond/ruleset.yaml:20: amount = min(amount, 2)\n" not in told, "that is shown"
    summary = told.split("\n\n")[-1].splitlines()
    assert summary[0].endswith(" % noticed)")
    assert [line.split(":")[0] for line in summary[1:]] == [
        "  number",
        "  comparison",
        "  condition",
        "  verb",
    ]
    assert progress.endswith(" tried\n")
    assert {file: file.read_text() for file in pond.rglob("*.yaml")} == files


def test_one_line(pond: Path, capsys: Captured) -> None:
    told, _ = said(capsys, "pond", "--at", "pond/ruleset.yaml:20")
    assert told == "2 changes: 2 noticed by examples, 0 refused by `check`, 0 not noticed (100 % noticed)\n" + "".join(
        f"  {kind}: 1 of 1\n" for kind in ("number", "verb")
    )
    assert said(capsys, "pond/actions.yaml", "--at", "actions.yaml:6", code=1)[0].count(" -> ") == 3


def test_enough_is_enough(pond: Path, capsys: Captured) -> None:
    percent = int(said(capsys, "pond", code=1)[0].split("(")[1].split(" %")[0])
    assert 0 < percent < 100
    said(capsys, "pond", "--at-least", str(percent))
    said(capsys, "pond", "--at-least", str(percent + 1), code=1)


def test_what_programs_get(pond: Path, capsys: Captured) -> None:
    told = json.loads(said(capsys, "pond", "--format", "json", code=1)[0])
    assert told["version"] == 1
    assert told["mutants"] == told["noticed"] + told["refused"] + len(told["unnoticed"]) + len(told["excused"])
    assert {
        "file": "pond/actions.yaml",
        "line": 6,
        "column": 21,
        "kind": "number",
        "change": "d4 -> 2d4",
        "text": "self.flies += d4",
        "run": False,
    } in told["unnoticed"]
    assert said(capsys, "pond", "--format", "json", code=1)[0] == json.dumps(told, indent=2) + "\n"


def test_some_are_drawn(pond: Path, capsys: Captured) -> None:
    draws = [said(capsys, "pond", "--most", "4", "--seed", seed, "--at-least", "0")[0] for seed in ("1", "1", "2", "3")]
    assert draws[0] == draws[1]
    assert len(set(draws)) > 1
    assert all("4 changes: " in draw for draw in draws)


def test_a_change_that_makes_no_difference(pond: Path, capsys: Captured) -> None:
    (pond / "rulebook.yaml").write_text(
        """\
rulebook: pond
statements: [{id: A1, says: Frogs leap.}]
not_noticed:
- {file: actions.yaml, line: "self.flies += d4", change: "+= -> -=", why: Flies count for nothing.}
- {file: ruleset.yaml, line: "amount = min(amount, 2)", change: 2 -> 3, why: It is not so.}
"""
    )
    told, _ = said(capsys, "pond", code=1)
    assert "    18: += -> -=\n      Flies count for nothing.\n" in told
    assert "rulebook.yaml:5: `2 -> 3` makes no difference, it says here; but an example notices it" in told
    assert said(capsys, "pond", "--at", "ruleset.yaml:20", code=1)[0].startswith("pond/rulebook.yaml:5: ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["pond", "--at", "ruleset.yaml"], "`--at ruleset.yaml` names no line: write `--at FILE:LINE`"),
        (["pond", "--at", "rules.yaml:3"], "there is no file `rules.yaml` in `pond`"),
        (["pond", "--at", "ruleset.yaml:1"], "there is nothing to change at `ruleset.yaml:1`"),
        (["nowhere"], "there is no file and nothing shipped called `nowhere`"),
    ],
)
def test_misuse_is_one_clear_line(pond: Path, capsys: Captured, arguments: list[str], message: str) -> None:
    told, error = said(capsys, *arguments, code=2)
    assert message in error
    assert (told, error.count("\n")) == ("", 1)


def test_examples_that_fail_anyway_notice_nothing(pond: Path, capsys: Captured) -> None:
    actions = pond / "actions.yaml"
    actions.write_text(actions.read_text().replace("a.init is 6", "a.init is 9"))
    told, error = said(capsys, "pond", "--at", "ruleset.yaml:20", code=1)
    assert "1 example failed as it is, and notices nothing" in error
    assert "2 not noticed" in told


def test_what_several_rulesets_import_is_noticed_by_one_of_them(capsys: Captured) -> None:
    told = json.loads(said(capsys, "basics", "--format", "json", code=1)[0])
    assert all(one["file"] == "content/basics/vocabulary.yaml" for one in told["unnoticed"])
    assert told["percent"] > 50


@pytest.mark.parametrize(("option", "value"), [("--at-least", "101"), ("--at-least", "-1"), ("--most", "0")])
def test_numbers_that_make_no_sense(pond: Path, capsys: Captured, option: str, value: str) -> None:
    assert main(["mutate", "pond", option, value]) == 2
    assert f"`{option}`: `{value}` is " in capsys.readouterr().err
