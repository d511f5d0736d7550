"""What tests of commands do with files of content: change them, and see what `check` finds."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter.commands.main import main

Check = Callable[..., list[str]]


def checker(capsys: pytest.CaptureFixture[str]) -> Check:
    """What `check` finds, each finding as its place, its code and its message."""

    def check(*paths: str) -> list[str]:
        capsys.readouterr()
        main(["check", *paths, "--format", "json"])
        found = json.loads(capsys.readouterr().out)["diagnostics"]
        return [f"{d['file']}:{d['start']['line']} {d['code']}: {d['message']}" for d in found]

    return check


def change(file: Path, old: str, new: str) -> None:
    """Change the one place of a file where something stands."""
    text = file.read_text()
    assert text.count(old) == 1
    file.write_text(text.replace(old, new))
