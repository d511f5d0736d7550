"""What every room's tests share: golden files, re-blessed by `pytest --bless`, and steady property tests."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

from interpreter.track.fight import DEEPEST
from tests.packing import quay

# The same cases on every run and machine, and no failure because a machine was slow.
settings.register_profile("steady", derandomize=True, deadline=None)
settings.load_profile("steady")
# As a fight sets it; in the middle of a property test that would be warned of.
sys.setrecursionlimit(DEEPEST)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--bless", action="store_true", help="write golden files anew, compare with none")


@pytest.fixture
def bless(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be written anew."""
    return bool(request.config.getoption("--bless"))


@pytest.fixture
def golden(bless: bool) -> Callable[[Path, str], None]:
    """Compare a text with the golden file at a path, byte for byte; under --bless, write the file."""

    def compare(path: Path, text: str) -> None:
        if bless:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
            return
        assert path.exists(), f"no golden file {path}: make it with pytest --bless"
        assert text == path.read_bytes().decode(), f"{path} differs: look, then pytest --bless"

    return compare


@pytest.fixture
def around(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the ruleset lies, and packs will."""
    monkeypatch.chdir(tmp_path)
    quay(tmp_path)
    return tmp_path
