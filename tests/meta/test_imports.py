"""The house: its rooms in their order, what each may import, and what may lie where."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = "interpreter"

# A room imports only rooms that stand before it.
ROOMS = ("source", "language", "library", "track", "table", "analysis", "commands")

# From these rooms a room takes less than all: the modules named, and of a module the names given (None: any).
NARROW: dict[tuple[str, str], dict[str, frozenset[str] | None]] = {
    ("track", "source"): {"text": frozenset({"Span", "SourceFile"})},
    ("track", "language"): {"limits": None, "types": None, "words": None},
}

TOP_LEVEL = {
    *("interpreter", "grammar", "schemas", "content", "tests", "docs", "benchmarks"),
    *("pyproject.toml", "Makefile", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE"),
}
# What a build leaves behind, and what an sdist adds.
MADE = {"build", "dist", "__pycache__", "PKG-INFO"}

LONGEST_FILE = 500


class Import(NamedTuple):
    """One imported name: `from interpreter.source.text import Span` takes Span from text of source."""

    line: int
    room: str
    module: str | None
    name: str | None


def imports_of(tree: ast.Module, package: tuple[str, ...]) -> Iterator[Import]:
    """Every import of a room in a module of this package, wherever in the module it stands."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            paths = [tuple(alias.name.split(".")) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            base += tuple(node.module.split(".")) if node.module else ()
            paths = [(*base, alias.name) for alias in node.names]
        else:
            continue
        for path in paths:
            if path[0] == PACKAGE and len(path) > 1 and path[1] in ROOMS:
                module, name = [*path[2:4], None, None][:2]
                yield Import(node.lineno, path[1], module, name)


def allowed(room: str | None, taken: Import) -> bool:
    """Whether a file of this room, or of none, may import that."""
    if room is None or taken.room == room:
        return taken.room == room
    if ROOMS.index(taken.room) > ROOMS.index(room):
        return False
    modules = NARROW.get((room, taken.room))
    if modules is None:
        return True
    if taken.module not in modules:
        return False
    names = modules[taken.module]
    return names is None or taken.name in names


def faults(root: Path) -> list[str]:
    """Every import under root/interpreter that the order of the rooms forbids."""
    found = []
    for file in sorted((root / PACKAGE).rglob("*.py")):
        package = file.relative_to(root).parts[:-1]
        if file.name == "__main__.py" and package == (PACKAGE,):
            continue  # `python -m interpreter` is the command
        room = package[1] if len(package) > 1 else None
        for taken in imports_of(ast.parse(file.read_text(encoding="utf-8")), package):
            if not allowed(room, taken):
                place = f"{file.relative_to(root)}:{taken.line}"
                what = ".".join(part for part in taken[1:] if part)
                found.append(f"{place}: {room or PACKAGE} may not import {what}")
    return found


def test_rooms_import_only_what_stands_before_them() -> None:
    assert faults(ROOT) == []


@pytest.mark.parametrize(
    ("file", "code"),
    [
        ("source/a.py", "from interpreter.language import types"),
        ("source/a.py", "import interpreter.track.state"),
        ("language/a.py", "def late():\n    from interpreter import commands"),
        ("language/a.py", "if TYPE_CHECKING:\n    from interpreter.track.state import State"),
        ("language/a.py", "from ..track.state import State"),
        ("track/a.py", "from interpreter.source.text import read"),
        ("track/a.py", "from interpreter.source import text"),
        ("track/a.py", "from interpreter.source.text import *"),
        ("track/a.py", "from interpreter.language.checker import check"),
        ("track/a.py", "import interpreter.language"),
        ("track/deep/a.py", "from ...language import checker"),
        ("__init__.py", "from interpreter.source import text"),
    ],
)
def test_a_forbidden_import_is_found(tmp_path: Path, file: str, code: str) -> None:
    plant(tmp_path, file, code)
    assert len(faults(tmp_path)) == 1


@pytest.mark.parametrize(
    ("file", "code"),
    [
        ("track/a.py", "from interpreter.source.text import SourceFile, Span"),
        ("track/a.py", "from interpreter.language import types, words"),
        ("track/a.py", "from interpreter.language.words import VERBS"),
        ("track/a.py", "from .state import State"),
        ("track/a.py", "from interpreter import __version__"),
        ("table/a.py", "from interpreter.source.yaml import read"),
        ("__main__.py", "from interpreter.commands.main import main"),
    ],
)
def test_a_rightful_import_is_left_alone(tmp_path: Path, file: str, code: str) -> None:
    plant(tmp_path, file, code)
    assert faults(tmp_path) == []


def plant(root: Path, file: str, code: str) -> None:
    path = root / PACKAGE / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(code, encoding="utf-8")


def test_the_package_holds_the_rooms_and_nothing_else() -> None:
    inside = {path.name for path in (ROOT / PACKAGE).iterdir()} - {"__pycache__", "__main__.py", "py.typed"}
    assert inside == {"__init__.py", *ROOMS}


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_says_what_it_is_for(room: str) -> None:
    tree = ast.parse((ROOT / PACKAGE / room / "__init__.py").read_text(encoding="utf-8"))
    assert ast.get_docstring(tree)


def test_the_architecture_page_lists_the_rooms_in_their_order() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert tuple(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)) == ROOMS


def test_the_top_level_is_the_agreed_one() -> None:
    found = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
    assert found - MADE == TOP_LEVEL


def test_no_file_is_too_long() -> None:
    files = [file for folder in (PACKAGE, "tests") for file in sorted((ROOT / folder).rglob("*.py"))]
    lines = {file: len(file.read_text(encoding="utf-8").splitlines()) for file in files}
    assert {str(file.relative_to(ROOT)) for file in files if lines[file] >= LONGEST_FILE} == set()
