"""The formats of `check` and `test`, and when they are in color."""

import json
import sys
from pathlib import Path

import pytest

from interpreter.commands.main import main

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def wrong(pond: Path) -> Path:
    """The ruleset with a misspelt property."""
    change(pond, "self.legs as", "self.legz as")
    return pond


def change(pond: Path, old: str, new: str) -> None:
    text = (pond / "actions.yaml").read_text()
    assert old in text
    (pond / "actions.yaml").write_text(text.replace(old, new))


MESSAGE = "a unit has no `legz`"


def test_check_in_sentences(wrong: Path, capsys: Captured) -> None:
    assert main(["check", "pond", "--format", "plain"]) == 1
    assert capsys.readouterr().out == (
        f"Error unknown-property in pond/actions.yaml, line 4, column 24: {MESSAGE}. Did you mean `legs`?\n1 error.\n"
    )


def test_check_for_github(wrong: Path, capsys: Captured) -> None:
    assert main(["check", "pond", "--format", "github"]) == 1
    assert capsys.readouterr().out == (
        "::error file=pond/actions.yaml,line=4,endLine=4,col=24,endColumn=28,title=unknown-property"
        f"::{MESSAGE}%0Ahelp: did you mean `legs`?\n"
    )


def test_check_as_sarif(wrong: Path, capsys: Captured) -> None:
    assert main(["check", "pond", "--format", "sarif"]) == 1
    (run,) = json.loads(capsys.readouterr().out)["runs"]
    assert [result["ruleId"] for result in run["results"]] == ["unknown-property"]


@pytest.mark.parametrize(("format", "said"), [("text", True), ("plain", True), ("github", False), ("sarif", True)])
def test_nothing_found_in_each_format(pond: Path, capsys: Captured, format: str, said: bool) -> None:
    assert main(["check", "pond", "--format", format]) == 0
    text = capsys.readouterr().out
    assert bool(text) == said
    assert (text == "nothing to report\n") == (format in ("text", "plain"))


def test_a_failed_example_in_each_format(pond: Path, capsys: Captured) -> None:
    change(pond, "a.init is 7", "a.init is 8")
    message = (
        "the example `leap: is as long as its legs where the pace is fast` is not as it says: expected `a.init is 8`,"
        " but `a.init` is `7`"
    )
    assert main(["test", "pond", "--format", "plain"]) == 1
    assert capsys.readouterr().out == (
        f"Error failed-example in pond/actions.yaml, line 22, column 9: {message}.\n2 examples: 1 passed, 1 failed\n"
    )
    assert main(["test", "pond", "--format", "github"]) == 1
    assert capsys.readouterr().out == (
        f"::error file=pond/actions.yaml,line=22,endLine=22,col=9,endColumn=20,title=failed-example::{message}\n"
    )
    assert main(["test", "pond", "--format", "sarif"]) == 1
    (run,) = json.loads(capsys.readouterr().out)["runs"]
    assert [result["message"]["text"] for result in run["results"]] == [message]


def test_an_example_that_is_refused_says_which_rule_did_it(pond: Path, capsys: Captured) -> None:
    change(pond, "    shift self by self.legs as hop\n", '    stop "not today"\n')
    example = ["- about: days", "  examples:", "    - it: is one", "      given: |", "        a at 4"]
    example += ["      do: |", "        a uses leap", "      expect: |", "        a.init is 4"]
    (pond / "days.yaml").write_text("\n".join(example) + "\n")
    assert main(["test", "pond/days.yaml", "--format", "plain"]) == 1
    assert capsys.readouterr().out.splitlines()[0] == (
        "Error failed-example in pond/days.yaml, line 7, column 9: the example `days: is one` is not as it says:"
        " it was refused: not today. It came about at pond/actions.yaml:4."
    )


@pytest.mark.parametrize("format", ["github", "sarif", "json"])
def test_errors_of_content_stand_in_place_of_the_output_for_programs(
    wrong: Path, capsys: Captured, format: str
) -> None:
    assert main(["test", "pond", "--format", format]) == 1
    output = capsys.readouterr()
    assert MESSAGE in output.out
    assert output.err == ""


# --- color ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("terminal", "color", "variables", "colored"),
    [
        (True, "auto", {}, True),
        (False, "auto", {}, False),
        (True, "auto", {"NO_COLOR": "1"}, False),
        (True, "auto", {"NO_COLOR": ""}, True),
        (True, "auto", {"TERM": "dumb"}, False),
        (False, "always", {"NO_COLOR": "1"}, True),
        (True, "never", {}, False),
    ],
)
def test_color_where_it_is_wanted(
    wrong: Path,
    capsys: Captured,
    monkeypatch: pytest.MonkeyPatch,
    terminal: bool,
    color: str,
    variables: dict[str, str],
    colored: bool,
) -> None:
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    assert main(["check", "pond", "--color", color]) == 1
    assert ("\x1b[" in capsys.readouterr().out) == colored


@pytest.mark.parametrize("format", ["plain", "json", "github", "sarif"])
def test_only_text_is_ever_colored(wrong: Path, capsys: Captured, format: str) -> None:
    assert main(["check", "pond", "--format", format, "--color", "always"]) == 1
    assert "\x1b" not in capsys.readouterr().out
