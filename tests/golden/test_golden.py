"""Golden files in the content language.

Each file in `ok`, `bad` and `run` is one little file of content; it is dropped into a copy of the ruleset in `tiny`,
or, where it begins with `ruleset:`, stands for a whole one. A folder is copied as it is, over `tiny` where it has no
`ruleset.yaml`; where it has folders of rulesets, vocabularies and packs, the pack in it is meant, or else the
  ruleset.

- `ok`: nothing is said about it, it compiles, and its examples pass.
- `bad`: what is said stands as a comment on its line: `# ERROR code: part of the message`, or `# WARN ...`, several one
  after the other; after ` => ` may follow a part of the help, and `ERROR@12` also gives the column.
- `run`: like `ok`; what its examples did is compared with the log beside it.
"""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from interpreter.source.diagnostics import Diagnostic
from interpreter.table.examples import ExampleRunner, Outcome
from interpreter.table.loading import Loaded, build, load
from interpreter.table.telling import sentence
from interpreter.track.events import Event

HERE = Path(__file__).parent
INTERPRETER = HERE.parents[1] / "interpreter"


def cases(kind: str) -> list[Path]:
    """The golden files and folders of a kind."""
    return sorted(path for path in (HERE / kind).iterdir() if path.suffix == ".yaml" or path.is_dir())


def case_name(path: Path) -> str:
    return path.stem


@pytest.fixture
def loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], Loaded]:
    """Load a golden file or folder as part of a ruleset, seen from that ruleset's folder."""

    def loaded(case: Path) -> Loaded:
        alone = case.is_dir() and (case / "ruleset.yaml").exists()
        heads = [file for head in ("pack", "ruleset") for file in sorted(case.glob(f"*/{head}.yaml"))]
        inner = None if alone or not heads else heads[0].parent.name
        whole = case.is_file() and re.match(r"(#.*\n)*ruleset:", case.read_text(encoding="utf-8"))
        if not alone and inner is None and not whole:
            shutil.copytree(HERE / "tiny", tmp_path, dirs_exist_ok=True)
        if case.is_dir():
            shutil.copytree(case, tmp_path, dirs_exist_ok=True)
        else:
            shutil.copy(case, tmp_path / ("ruleset.yaml" if whole else case.name))
        monkeypatch.chdir(tmp_path)
        return load(inner or ".")

    return loaded


# --- what is said -----------------------------------------------------------------------------------------------------

MARK = re.compile(
    r"# (?P<severity>ERROR|WARN)(?:@(?P<column>\d+))? (?P<code>[a-z-]+): (?P<message>.*?)(?: => (?P<help>.*?))?"
    r"(?=\s*(?:$|# (?:ERROR|WARN)))"
)


@dataclass(frozen=True)
class Mark:
    """What a golden file says about one of its lines."""

    file: str
    line: int
    severity: str
    column: int | None
    code: str
    message: str
    help: str

    def fits(self, found: Diagnostic) -> bool:
        place = (self.file, self.line, self.column or found.span.column)
        return (
            place == (found.span.file.path, found.span.line, found.span.column)
            and (self.severity, self.code) == (found.severity, found.code)
            and self.message in found.message
            and self.help in (found.help or "")
        )


def marks(folder: Path) -> Iterator[Mark]:
    """What the files of a folder say about their lines."""
    for file in sorted(folder.rglob("*.y*ml")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            for found in MARK.finditer(line):
                severity = "error" if found["severity"] == "ERROR" else "warning"
                column = None if found["column"] is None else int(found["column"])
                name = file.relative_to(folder).as_posix()
                yield Mark(name, number, severity, column, found["code"], found["message"], found["help"] or "")


@pytest.mark.parametrize("case", cases("bad"), ids=case_name)
def test_what_is_wrong_is_said_where_it_is(case: Path, loaded: Callable[[Path], Loaded], tmp_path: Path) -> None:
    found = list(loaded(case).diagnostics)
    expected = list(marks(tmp_path))
    assert expected, "nothing is expected of this file"
    for mark in list(expected):
        fitting = next((diagnostic for diagnostic in found if mark.fits(diagnostic)), None)
        if fitting is not None:
            found.remove(fitting)
            expected.remove(mark)
    missing = [f"expected {mark}" for mark in expected]
    extra = [f"unexpected {diagnostic} => {diagnostic.help}" for diagnostic in found]
    assert not missing + extra, "\n".join([*missing, *extra])


def codes_of(room: str) -> set[str]:
    """The codes that the modules of a room report."""
    calls = {"error", "warning", "_error", "_warning"}
    found: set[str] = set()
    for file in (INTERPRETER / room).glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            code = node.args[0]
            if name in calls and isinstance(code, ast.Constant) and isinstance(code.value, str):
                found.add(code.value)
    return found


# It takes a hundred folders: tests/table/test_codes.py shows it.
OF_MANY_FILES = {"too-many-imports"}


def test_every_code_has_a_golden_file() -> None:
    shown = {mark.code for mark in marks(HERE / "bad")}
    assert sorted((codes_of("language") | codes_of("library")) - shown - OF_MANY_FILES) == []


# --- what is silent, and what runs ------------------------------------------------------------------------------------


def outcomes(found: Loaded) -> list[Outcome]:
    """What became of the examples of a ruleset about which nothing is said."""
    assert [f"{diagnostic} => {diagnostic.help}" for diagnostic in found.diagnostics] == []
    assert found.texts is not None
    runner = ExampleRunner(build(found), found.texts.examples)
    done = runner.run()
    assert [f"{outcome.example.id}: {outcome.message}" for outcome in done if outcome.message is not None] == []
    return done


def test_the_tiny_ruleset_is_silent(loaded: Callable[[Path], Loaded]) -> None:
    assert outcomes(loaded(HERE / "tiny")) == []


@pytest.mark.parametrize("case", cases("ok"), ids=case_name)
def test_nothing_is_said_about_what_is_right(case: Path, loaded: Callable[[Path], Loaded]) -> None:
    outcomes(loaded(case))


def told(outcome: Outcome) -> Iterator[str]:
    """What an example did: each event below the one that it comes from."""
    yield f"== {outcome.example.id}"
    for event in outcome.fight.log:
        yield "  " * depth(event) + sentence(event)


def depth(event: Event) -> int:
    return 0 if event.parent is None else 1 + depth(event.parent)


@pytest.mark.parametrize("case", cases("run"), ids=case_name)
def test_what_runs_does_what_its_log_says(
    case: Path, loaded: Callable[[Path], Loaded], golden: Callable[[Path, str], None]
) -> None:
    lines = [line for outcome in outcomes(loaded(case)) for line in told(outcome)]
    golden(case.with_suffix(".log"), "\n".join(lines) + "\n")
