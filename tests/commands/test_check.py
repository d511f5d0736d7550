"""`turnwright check`: findings with their places, as text and as JSON, and what the exit status says."""

import json
from pathlib import Path

import pytest

from interpreter.commands.main import main

Captured = pytest.CaptureFixture[str]


def spoil(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def test_nothing_to_report(pond: Path, capsys: Captured) -> None:
    assert main(["check", "pond"]) == 0
    assert capsys.readouterr().out == "nothing to report\n"


def test_a_misspelt_property_in_a_block(pond: Path, capsys: Captured) -> None:
    spoil(pond / "actions.yaml", "self.legs as", "self.legz as")
    assert main(["check", "pond", "--format", "json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["version"] == 1
    (finding,) = found["diagnostics"]
    assert finding["file"] == "pond/actions.yaml"
    assert finding["start"] == {"line": 4, "column": 24}
    assert finding["end"] == {"line": 4, "column": 28}
    assert finding["severity"] == "error"
    assert "`legz`" in finding["message"]
    assert "`legs`" in finding["help"]


def test_only_the_file_that_is_named(pond: Path, capsys: Captured) -> None:
    spoil(pond / "actions.yaml", "self.legs as", "self.legz as")
    spoil(pond / "ruleset.yaml", "unit.flies += 1", "unit.flys += 1")
    assert main(["check", "pond/ruleset.yaml"]) == 1
    text = capsys.readouterr().out
    assert "pond/ruleset.yaml:22:10" in text
    assert "actions.yaml" not in text


def test_a_broken_file_is_reported_and_nothing_follows_from_it(pond: Path, capsys: Captured) -> None:
    spoil(pond / "actions.yaml", "  cost: free", "  cost free")
    assert main(["check", "pond", "--format", "json"]) == 1
    found = json.loads(capsys.readouterr().out)["diagnostics"]
    assert [(finding["file"], finding["start"]["line"]) for finding in found] == [("pond/actions.yaml", 2)]


def test_a_folder_of_rulesets(pond: Path, capsys: Captured) -> None:
    spoil(pond / "actions.yaml", "self.legs as", "self.legz as")
    assert main(["check", "."]) == 1
    assert "pond/actions.yaml:4:24" in capsys.readouterr().out
    assert main(["test", "."]) == 1


def test_a_path_that_leads_nowhere(pond: Path, capsys: Captured) -> None:
    assert main(["check", "pont"]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith("turnwright: there is no file and nothing shipped called `pont`")
    assert output.err.count("\n") == 1


def test_what_was_found_is_remembered_until_something_changes(
    pond: Path, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "cache"
    monkeypatch.setenv("TURNWRIGHT_CACHE", str(cache))
    spoil(pond / "actions.yaml", "self.legs as", "self.legz as")
    assert main(["check", "pond"]) == 1
    first = capsys.readouterr().out
    (kept,) = cache.iterdir()
    assert main(["check", "pond"]) == 1
    assert capsys.readouterr().out == first
    spoil(pond / "actions.yaml", "self.legz as", "self.legs as")
    assert main(["check", "pond"]) == 0
    kept.write_text("no longer JSON")
    spoil(pond / "actions.yaml", "self.legs as", "self.legz as")
    capsys.readouterr()
    assert main(["check", "pond"]) == 1
    assert capsys.readouterr().out == first
