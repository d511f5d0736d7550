"""Every code of a finding is explained: each bad example gives its code where it says, each good one is silent."""

import os
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from interpreter.library.imports import MOST_IMPORTS
from interpreter.source import yaml_tree
from interpreter.source.diagnostics import Diagnostic, Diagnostics
from interpreter.source.explanations import FOLDER, Explanation, base_ruleset, explanations
from interpreter.source.schema import compile_schema, validate
from interpreter.source.text import MAX_BYTES, MAX_LINE, SourceFile
from interpreter.source.yaml_tree import MAX_NODES, read_yaml
from interpreter.table.changed import try_changes
from interpreter.table.examples import ExampleRunner
from interpreter.table.failures import failure
from interpreter.table.loading import Loaded, build, load
from tests.codes import every_code
from tests.packing import quay
from tests.table.packed import PACKED

PACKAGE = Path(__file__).parents[2] / "interpreter"
SHOWN = [one for one in explanations().values() if not one.situation]


def test_every_code_that_can_be_given_is_explained_and_no_other() -> None:
    given = every_code(PACKAGE).given
    unexplained = {code: places for code, places in given.items() if code not in explanations()}
    assert unexplained == {}, "explain these in interpreter/source/codes/"
    assert sorted(explanations().keys() - given.keys()) == [], "nothing gives these"


def test_every_place_that_gives_a_code_can_be_read() -> None:
    assert every_code(PACKAGE).unread == []


def test_a_planted_code_is_found(tmp_path: Path) -> None:
    for room in ("source", "library"):
        (tmp_path / room).mkdir()
    (tmp_path / "source" / "a.py").write_text("def report(where, code): pass\nclass Fault:\n    code: str\n")
    planted = """
        report(1, "one")
        report(1, code="two" if x else "three")
        def f():
            code = "four"
            message, code = x
            return Fault(code)
        def g(code):
            return report(1, code)
        report(1, made_up())
        def h():
            code, message = TABLE[0]
            report(1, code)
    """
    text = "\n".join(line.removeprefix("        ") for line in planted.splitlines())
    (tmp_path / "library" / "b.py").write_text(text + '\nTABLE = {0: ("five", "...")}\n')
    found = every_code(tmp_path)
    assert sorted(found.given) == ["five", "four", "one", "three", "two"]
    assert [line.partition(": ")[2] for line in found.unread] == ["made_up()"]


def test_each_code_is_explained_once() -> None:
    written = [line for file in FOLDER.glob("*.yaml") for line in file.read_text("utf-8").splitlines()]
    assert len([line for line in written if line.startswith("- code: ")]) == len(explanations())


@pytest.mark.parametrize("one", explanations().values(), ids=lambda one: one.code)
def test_an_explanation_is_in_words(one: Explanation) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", one.code)
    assert one.summary
    assert one.summary[-1] not in ".:,"
    for sentence in (one.means, one.mend):
        assert sentence[0].isupper() or sentence[0] == "`"
        assert sentence.endswith(".")
    assert bool(one.situation) != bool(one.bad and one.good and one.at)


# --- the examples ---------------------------------------------------------------------------------------------


@pytest.fixture
def loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], Loaded]:
    """The ruleset of the examples with a file in it, or the file alone where it is a whole ruleset."""
    monkeypatch.chdir(tmp_path)

    def loaded(file: str, text: str) -> Loaded:
        for name, other in base_ruleset().items():
            if file != "ruleset.yaml":
                Path(name).write_text(other, "utf-8")
        Path(file).write_text(text, "utf-8")
        return load(".")

    return loaded


def failures(found: Loaded) -> list[Diagnostic]:
    """The findings of the examples that fail; none where content is wrong."""
    if found.diagnostics.has_errors or found.texts is None:
        return []
    outcomes = ExampleRunner(build(found), found.texts.examples).run()
    return [failure(outcome) for outcome in outcomes if outcome.message is not None]


def shown(found: Diagnostic) -> tuple[str, str, str, int]:
    return found.code, found.severity, found.span.file.path, found.span.line


@pytest.mark.parametrize("one", SHOWN, ids=lambda one: one.code)
def test_a_bad_example_gives_its_code_on_the_line_that_is_marked(
    one: Explanation, loaded: Callable[[str, str], Loaded]
) -> None:
    found = loaded(one.file, one.bad)
    assert [shown(diagnostic) for diagnostic in [*found.diagnostics, *failures(found)]] == [
        (one.code, one.severity, one.file, one.at)
    ]


@pytest.mark.parametrize("one", SHOWN, ids=lambda one: one.code)
def test_a_good_example_is_silent_and_runs(one: Explanation, loaded: Callable[[str, str], Loaded]) -> None:
    found = loaded("ruleset.yaml" if one.good.startswith("ruleset:") else one.file, one.good)
    assert [str(diagnostic) for diagnostic in found.diagnostics] == []
    assert [str(diagnostic) for diagnostic in failures(found)] == []


# --- what no file of content can show -------------------------------------------------------------------------

Patch = pytest.MonkeyPatch


def missing(folder: Path, patch: Patch) -> None:
    (folder / "x.yaml").symlink_to(folder / "deleted.yaml")


def pipe(folder: Path, patch: Patch) -> None:
    os.mkfifo(folder / "x.yaml")


def closed_file(folder: Path, patch: Patch) -> None:
    opened = Path.open

    def refuse(self: Path, *how: str, **more: str) -> object:
        if self.name == "x.yaml":
            raise PermissionError(13, "Permission denied", str(self))
        return opened(self, *how, **more)  # type: ignore[call-overload]

    (folder / "x.yaml").write_text("- entry: lantern\n")
    patch.setattr(Path, "open", refuse)


def closed_folder(folder: Path, patch: Patch) -> None:
    (folder / "shut").mkdir()
    listed = os.scandir

    def refuse(path: str) -> object:
        if Path(path).name == "shut":
            raise PermissionError(13, "Permission denied", path)
        return listed(path)

    patch.setattr(os, "scandir", refuse)


def unheard_of(folder: Path, patch: Patch) -> None:
    event_source = yaml_tree._event_source

    def fail(text: str) -> Any:
        if "lantern" in text:
            raise yaml.YAMLError("no such reason")
        return event_source(text)

    (folder / "x.yaml").write_text("- entry: lantern\n")
    patch.setattr(yaml_tree, "_event_source", fail)


def file_of(data: bytes, name: str = "x.yaml") -> Callable[[Path, Patch], None]:
    return lambda folder, patch: (folder / name).write_bytes(data) and None


def importing(imports: str, **vocabularies: str) -> Callable[[Path, Patch], None]:
    """The ruleset imports something, and vocabularies lie beside it, each with what it holds besides its name."""

    def stage(folder: Path, patch: Patch) -> None:
        ruleset = folder / "ruleset.yaml"
        ruleset.write_text(ruleset.read_text("utf-8").replace("sides:", f"imports: [{imports}]\nsides:"), "utf-8")
        for name, text in vocabularies.items():
            (folder.parent / name).mkdir()
            (folder.parent / name / "vocabulary.yaml").write_text(text, "utf-8")

    return stage


def vocabulary(name: str, keys: str = "") -> str:
    return f"vocabulary: {name}\nsays: x\n{keys}\n"


LINKS = {f"link_{n}": vocabulary(f"link_{n}", f"imports: [link_{n + 1}]") for n in range(MOST_IMPORTS)}
RULES = b"- entry: lantern\n  rules: |\n" + b'    after grab:\n      say "light"\n' * 900
STAGED: dict[str, Callable[[Path, Patch], None]] = {
    "no-such-file": missing,
    "not-a-file": pipe,
    "unreadable-file": closed_file,
    "unreadable-folder": closed_folder,
    "unreadable-yaml": unheard_of,
    "file-too-large": file_of(b"#" * (MAX_BYTES + 1)),
    "line-too-long": file_of(b"#" * (MAX_LINE + 1)),
    "wrong-encoding": file_of("- entry: lantern\n  says: caf\u00e9\n".encode("cp1252")),
    "control-character": file_of(b"- entry: lantern\n  says: ring \x07\n"),
    "not-read": file_of(b"- entry: lantern\n", "things.yml"),
    "no-ruleset": file_of(b"- entry: lantern\n", "ruleset.yaml"),
    "too-many-values": file_of(b"[" + b"1,\n" * MAX_NODES + b"1]"),
    "too-long": file_of(RULES),
    "misplaced-file": file_of(vocabulary("rain").encode()),
    "wrong-folder": importing("weather", weather=vocabulary("rain")),
    "unknown-import": importing("weahter", weather=vocabulary("weather")),
    "missing-word": importing(
        "weather",
        weather=vocabulary("weather", "needs: {counters: [breath]}\nrules: 'define b(u: unit) = u.breath'"),
    ),
    "name-clash": importing("weather", weather=vocabulary("weather", "properties: [dark]")),
    "import-cycle": importing(
        "rain", rain=vocabulary("rain", "imports: [wind]"), wind=vocabulary("wind", "imports: [rain]")
    ),
    "too-many-imports": importing("link_0", **LINKS),
}
SCHEMAS: dict[str, tuple[dict[str, Any], str]] = {
    "ambiguous-value": ({"oneOf": [{"type": "number"}, {"type": "integer"}]}, "3"),
    "conflicting-keys": ({"oneOf": [{"required": ["a"]}, {"required": ["b"]}]}, "{a: 1, b: 2}"),
    "not-a-multiple": ({"multipleOf": 2}, "3"),
    "not-allowed": ({"not": {"const": 3}}, "3"),
    "too-many-items": ({"maxItems": 2}, "[1, 2, 3]"),
    "too-many-keys": ({"maxProperties": 2}, "{a: 1, b: 2, c: 3}"),
}


def test_every_situation_is_staged() -> None:
    situations = {one.code for one in explanations().values() if one.situation}
    assert {*STAGED, *SCHEMAS, *PACKED} == situations


@pytest.mark.skipif(sys.platform == "win32", reason="neither links for everybody nor pipes are files there")
@pytest.mark.parametrize("code", STAGED)
def test_a_situation_gives_its_code(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "rooftops"
    shutil.copytree(FOLDER / "base", folder)
    STAGED[code](folder, monkeypatch)
    found = [(diagnostic.code, diagnostic.severity) for diagnostic in load(str(folder)).diagnostics]
    assert found == [(code, explanations()[code].severity)]


@pytest.mark.skipif(sys.platform == "win32", reason="links are not for everybody there")
@pytest.mark.parametrize("code", PACKED)
def test_a_pack_gives_its_code(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quay(tmp_path)
    monkeypatch.chdir(tmp_path)
    loaded = load(str(PACKED[code](tmp_path)))
    found = [*loaded.diagnostics]
    if not loaded.diagnostics.has_errors:
        found += try_changes(loaded, build(loaded)).idle
    assert [(diagnostic.code, diagnostic.severity) for diagnostic in found] == [(code, "error")]


@pytest.mark.parametrize("code", SCHEMAS)
def test_a_situation_that_no_schema_that_ships_knows_gives_its_code(code: str) -> None:
    schema, text = SCHEMAS[code]
    found = Diagnostics()
    node = read_yaml(SourceFile("f", text), found)
    assert node is not None
    validate(node, compile_schema(schema), found)
    assert [diagnostic.code for diagnostic in found] == [code]
