"""Where the files that come with the interpreter lie."""

from pathlib import Path

import pytest

from interpreter.source import shipped as module
from interpreter.source.shipped import shipped


def test_the_installed_files_come_before_the_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "interpreter"
    monkeypatch.setattr(module, "_PACKAGE", package)
    with pytest.raises(FileNotFoundError, match="grammar"):
        shipped("grammar")
    (tmp_path / "grammar").mkdir()
    assert shipped("grammar") == tmp_path / "grammar"
    (package / "shipped" / "grammar").mkdir(parents=True)
    assert shipped("grammar") == package / "shipped" / "grammar"
