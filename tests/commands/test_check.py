"""`turnwright check`: findings with their places, as text and as JSON, and what the exit status says."""

import json
import os
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest

from interpreter.commands.main import main

Captured = pytest.CaptureFixture[str]
REEDS = "vocabulary: reeds\ntitle: Reeds\nsays: What frogs sit in.\n"
GNATS = "pack: gnats\ntitle: Gnats\nversion: 1.0\nsays: What frogs eat.\nextends: {pond: any}\n"


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


@pytest.mark.parametrize("cache", ["off", "cache"])
def test_each_file_is_read_once(
    pond: Path, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch, cache: str
) -> None:
    monkeypatch.setenv("TURNWRIGHT_CACHE", cache if cache == "off" else str(tmp_path / cache))
    (pond.parent / "reeds").mkdir()
    (pond.parent / "reeds" / "vocabulary.yaml").write_text(REEDS)
    spoil(pond / "ruleset.yaml", "ruleset: pond\n", "ruleset: pond\nimports: [reeds]\n")
    read: list[str] = []
    opened = Path.open

    def noted(self: Path, *how: str, **more: str) -> object:
        read.append(str(self.resolve()))
        return opened(self, *how, **more)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", noted)
    assert main(["check", "pond"]) == 0
    for file in (*pond.rglob("*.yaml"), pond.parent / "reeds" / "vocabulary.yaml"):
        assert read.count(str(file.resolve())) == 1, file.name


@pytest.mark.parametrize("changed", ["pond/actions.yaml", "reeds/vocabulary.yaml", "gnats/pack.yaml"])
def test_what_is_kept_is_what_was_checked_though_a_file_changes_meanwhile(
    pond: Path, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch, changed: str
) -> None:
    monkeypatch.setenv("TURNWRIGHT_CACHE", str(tmp_path / "cache"))
    for name in ("reeds", "gnats"):
        (pond.parent / name).mkdir()
    (pond.parent / "reeds" / "vocabulary.yaml").write_text(REEDS)
    (pond.parent / "gnats" / "pack.yaml").write_text(GNATS)
    spoil(pond / "ruleset.yaml", "ruleset: pond\n", "ruleset: pond\nimports: [reeds]\n")
    asked = "gnats" if changed.startswith("gnats") else "pond"
    file = pond.parent / changed
    sound = file.read_text()
    opened = Path.open

    def spoiled_once_read(self: Path, *how: str, **more: str) -> object:
        stream = opened(self, *how, **more)  # type: ignore[call-overload]
        if self.name == file.name and self.parent.name == file.parent.name and how == ("rb",):
            data = stream.read()
            stream.close()
            with opened(file, "w") as other:
                other.write(sound + "nonsense: {\n")
            return BytesIO(data)
        return stream

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", spoiled_once_read)
        assert main(["check", asked]) == 0
    assert main(["check", asked]) == 1
    file.write_text(sound)
    capsys.readouterr()
    assert main(["check", asked]) == 0
    assert capsys.readouterr().out == "nothing to report\n"


@pytest.mark.parametrize("name", ["x.yml", "x.YAML", "x.YML"])
def test_a_file_that_is_not_read_comes_and_goes_under_a_warm_cache(
    pond: Path, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("TURNWRIGHT_CACHE", str(tmp_path / "cache"))
    assert main(["check", "pond"]) == 0
    (pond / name).write_text("- status: a\n")
    assert main(["check", "pond"]) == 0
    (pond / name).rename(pond / f"y{name}")
    assert main(["check", "pond"]) == 0
    (pond / f"y{name}").unlink()
    assert main(["check", "pond"]) == 0
    output = capsys.readouterr().out
    assert output.startswith("nothing to report\n")
    assert f"warning[not-read]: `pond/{name}` is not read" in output
    assert f"warning[not-read]: `pond/y{name}` is not read" in output
    assert output.endswith("nothing to report\n")


@pytest.mark.skipif(sys.platform == "win32", reason="neither pipes nor devices are files there")
@pytest.mark.parametrize("make", [os.mkfifo, lambda file: file.symlink_to("/dev/zero")], ids=["pipe", "device"])
def test_only_ordinary_files_are_read(
    pond: Path, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch, make: Callable[[Path], None]
) -> None:
    monkeypatch.setenv("TURNWRIGHT_CACHE", str(tmp_path / "cache"))
    make(pond / "x.yaml")
    assert main(["check", "pond"]) == 1
    output = capsys.readouterr().out
    assert "error[not-a-file]: this is not an ordinary file" in output
    assert "pond/x.yaml" in output


def test_a_folder_that_cannot_be_listed(pond: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    (pond / "shut").mkdir()
    listed = os.scandir

    def refuse(path: str) -> object:
        if str(path).endswith("shut"):
            raise PermissionError(13, "Permission denied", path)
        return listed(path)

    monkeypatch.setattr(os, "scandir", refuse)
    assert main(["check", "pond"]) == 1
    output = capsys.readouterr().out
    assert "error[unreadable-folder]: this folder cannot be listed" in output
    assert "pond/shut" in output


def test_a_file_that_may_not_be_read(
    pond: Path, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TURNWRIGHT_CACHE", str(tmp_path / "cache"))
    opened = Path.open

    def refuse(self: Path, *how: str, **more: str) -> object:
        if self.name == "actions.yaml":
            raise PermissionError(13, "Permission denied", str(self))
        return opened(self, *how, **more)  # type: ignore[call-overload]

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", refuse)
        assert main(["check", "pond"]) == 1
    output = capsys.readouterr().out
    assert "error[unreadable-file]: permission to read the file is missing" in output
    assert "pond/actions.yaml" in output
    assert main(["check", "pond"]) == 0


def test_a_folder_called_like_a_file_is_a_folder(pond: Path, capsys: Captured) -> None:
    (pond / "more.yaml").mkdir()
    (pond / "actions.yaml").rename(pond / "more.yaml" / "actions.yaml")
    assert main(["check", "pond"]) == 0
    assert main(["test", "pond"]) == 0
    spoil(pond / "more.yaml" / "actions.yaml", "self.legs as", "self.legz as")
    assert main(["check", "pond"]) == 1
    assert "pond/more.yaml/actions.yaml:4:24" in capsys.readouterr().out


def test_what_is_hidden_is_not_read(pond: Path, capsys: Captured) -> None:
    (pond / ".git").mkdir()
    for name in (".git/x.yaml", ".git/x.yml", ".x.yaml", ".x.yml"):
        (pond / name).write_text("no content: at all\n")
    (pond.parent / ".old").mkdir()
    (pond.parent / ".old" / "ruleset.yaml").write_text("no content: at all\n")
    assert main(["check", "pond"]) == 0
    assert main(["check", "."]) == 0
    assert capsys.readouterr().out == "nothing to report\n" * 2


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="every name is text there")
@pytest.mark.parametrize("format", ["text", "json"])
def test_a_name_that_is_not_utf8(
    pond: Path, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch, format: str
) -> None:
    monkeypatch.setenv("TURNWRIGHT_CACHE", str(tmp_path / "cache"))
    for name in (b"x\xff.yaml", b"y\xff.yml"):
        Path(os.fsdecode(os.fsencode(pond) + b"/" + name)).write_text("- status: a\n")
    for _ in range(2):
        assert main(["check", "pond", "--format", format]) == 1
        output = capsys.readouterr().out.replace("\\\\", "\\")
        assert r"the name `x\xff.yaml` is not UTF-8" in output
        assert r"`pond/y\xff.yml` is not read" in output


def test_two_statements_with_one_id(pond: Path, capsys: Captured) -> None:
    lines = ["rulebook: pond", "document: On frogs", "statements:"]
    lines += ["- {id: F1, says: Frogs hop.}", "- {id: F2, says: Frogs eat.}", "- {id: F1, says: Frogs sleep.}"]
    (pond / "rulebook.yaml").write_text("\n".join(lines) + "\n")
    assert main(["check", "pond"]) == 1
    output = capsys.readouterr().out
    assert "error[duplicate-name]: there is a second statement `F1`" in output
    assert "pond/rulebook.yaml:6:8" in output
    assert "the first is at pond/rulebook.yaml:4:8" in output
