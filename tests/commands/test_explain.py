"""`turnwright explain`: one code with its examples, or all of them, as text and as JSON; and the page of all."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter.commands.main import main
from interpreter.source.explanations import explanations

Captured = pytest.CaptureFixture[str]
PAGE = Path(__file__).parents[2] / "docs" / "codes.md"


def test_a_code_with_its_examples(capsys: Captured) -> None:
    assert main(["explain", "unknown-name"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("error[unknown-name]: a name that nothing declares\n\nThe name leads to nothing")
    assert "\n  3 |   do: |\n> 4 |     apply heldd to self\n\nHow to mend it: " in text
    assert "\n  4 |     apply held to self\n" in text


def test_a_code_that_no_file_can_show(capsys: Captured) -> None:
    assert main(["explain", "not-read"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("warning[not-read]: ")
    assert "It is given when the ruleset's folder holds a file `things.yml`." in text
    assert "|" not in text


def test_all_codes_in_one_line_each(capsys: Captured) -> None:
    assert main(["explain"]) == 0
    lines = capsys.readouterr().out.splitlines()
    listed = [line.split()[0] for line in lines if line.startswith("  ")]
    assert sorted(listed) == sorted(explanations())
    assert max(map(len, lines)) <= 120
    (unused,) = [line for line in lines if line.startswith("  unused ")]
    assert unused.endswith("  something is declared and nothing uses it (a warning)")


def test_a_misspelt_code_gets_a_suggestion(capsys: Captured) -> None:
    assert main(["explain", "unknwon-name"]) == 2
    assert capsys.readouterr().err == (
        "turnwright: no finding has the code `unknwon-name`; did you mean `unknown-name`?\n"
    )


def test_codes_as_json(capsys: Captured) -> None:
    assert main(["explain", "--format", "json"]) == 0
    everything = json.loads(capsys.readouterr().out)
    assert [record["code"] for record in everything["codes"]] == list(explanations())
    assert main(["explain", "stray-colon", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["version"] == 1
    (record,) = found["codes"]
    assert record in everything["codes"]
    assert record["bad"].splitlines()[record["line"] - 1] == "  says: In short: out of breath."


def test_the_page_of_all_codes_is_made_of_the_explanations(
    capsys: Captured, golden: Callable[[Path, str], None]
) -> None:
    assert main(["explain", "--format", "markdown"]) == 0
    golden(PAGE, capsys.readouterr().out)
