"""Packs under the commands: by folder and by zip alike, cached or not; nothing else is read, and nothing written."""

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter.commands.main import main
from interpreter.commands.watch import state_of
from interpreter.source.shipped import shipped
from tests.commands.checking import Check, change, checker
from tests.packing import GREASED, LADLE, QUAY, head, link, pack, quay, write, zipped, zipped_pack

Captured = pytest.CaptureFixture[str]

SCENARIO = """\
scenario: load
ruleset: quay
units:
  a: {side: cranes, at: 3, entries: [ladle], policy: "self uses scoop"}
rounds: 2
"""


@pytest.fixture
def around(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The ruleset, and one pack as a folder and under another name as a zip; nothing is cached."""
    monkeypatch.chdir(tmp_path)
    # In the middle of a property test Hypothesis would warn of it.
    monkeypatch.setattr(sys, "setrecursionlimit", lambda limit: None)
    monkeypatch.setenv("TURNWRIGHT_CACHE", "off")
    quay(tmp_path)
    write(pack(tmp_path, "ladle", LADLE), {"scenarios/load.yaml": SCENARIO})
    zipped_pack(tmp_path / "spoon.zip", ("scenarios/load.yaml", SCENARIO))
    return tmp_path


@pytest.fixture
def check(around: Path, capsys: Captured) -> Check:
    return checker(capsys)


# --- what the commands make of a path ---------------------------------------------------------------------------------


def test_all_of_it_is_fine(check: Check) -> None:
    assert check(".") == check("ladle") == check("spoon.zip") == check("spoon.zip/things.yaml", "ladle/pack.yaml") == []


def test_a_pack_in_a_folder_of_packs_is_checked_with_them(around: Path, check: Check) -> None:
    change(around / "ladle" / "things.yaml", "self.reach + 1", "self.raech + 1")
    once = ["ladle/things.yaml:7 unknown-property: a unit has no `raech`"]
    assert check(".") == check("ladle") == check("quay", "ladle") == check("ladle/things.yaml") == once
    assert check("ladle/pack.yaml") == check("quay") == []


def test_a_place_in_a_zip_is_a_path(around: Path, check: Check) -> None:
    zipped_pack(around / "bad.zip", things=LADLE.replace("self.reach + 1", "self.raech + 1"))
    once = ["bad.zip/things.yaml:7 unknown-property: a unit has no `raech`"]
    assert check("bad.zip") == check("bad.zip/things.yaml") == check(str(around / "bad.zip")) == once
    assert check("bad.zip/pack.yaml") == []


@pytest.mark.parametrize(
    ("paths", "examples"),
    [
        (["ladle"], 4),
        (["spoon.zip"], 4),
        (["ladle/things.yaml"], 1),
        (["spoon.zip/things.yaml"], 1),
        (["ladle/pack.yaml"], 0),
        (["ladle", "quay"], 7),
        (["."], 7),
    ],
)
def test_examples_of_a_pack_and_of_what_it_extends(
    around: Path, capsys: Captured, paths: list[str], examples: int
) -> None:
    assert main(["test", *paths, "--format", "json"]) == (0 if examples else 1)
    found = json.loads(capsys.readouterr().out)
    assert (found["examples"], found["passed"], found["changed"], found["not_changed"]) == (examples, examples, [], [])


def test_a_replacement_that_breaks_an_example_is_told(around: Path, capsys: Captured) -> None:
    pack(around, "slick", GREASED)
    assert main(["test", "slick"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("quay/things.yaml:15: greased: rolls one further\n  expected `a.init is 8`, ")
    assert "(only with the pack `slick`, whose `changes` do not name it)" in out
    assert out.endswith("3 examples: 2 passed, 1 failed\n")
    assert main(["test", "quay"]) == 0


def test_a_change_that_is_said_is_no_failure(around: Path, capsys: Captured) -> None:
    pack(around, "slick", GREASED, more="changes:\n- {example: greased, why: Oil.}\n")
    assert main(["test", "slick"]) == 0
    assert capsys.readouterr().out == "2 examples: 2 passed, 0 failed; 1 changed, as is said\n"
    assert main(["test", "slick", "--format", "json"]) == 0
    (changed,) = json.loads(capsys.readouterr().out)["changed"]
    assert (changed["id"], changed["file"]) == ("greased: rolls one further", "quay/things.yaml")


@pytest.mark.parametrize("format", ["text", "plain", "json", "github", "sarif"])
def test_a_change_that_is_none_is_a_failure(around: Path, capsys: Captured, format: str) -> None:
    pack(around, "plain", LADLE, more="changes:\n- {example: hook, why: Oil.}\n")
    assert main(["test", "plain", "--format", format]) == 1
    out = capsys.readouterr().out
    assert "`hook` is said to change, and it holds with this pack as it did without" in out
    assert "plain/pack.yaml" in out


@pytest.mark.parametrize("path", ["ladle", "ladle/scenarios/load.yaml", "spoon.zip", "spoon.zip/scenarios/load.yaml"])
def test_a_scenario_of_a_pack_is_played(around: Path, capsys: Captured, path: str) -> None:
    assert main(["run", path]) == 0
    out = capsys.readouterr().out
    name, place = ("ladle", "ladle") if path.startswith("ladle") else ("spoon", "spoon.zip")
    assert out.startswith(f"load: {name}\n")
    assert f"a crates 4 -> 8   [{place}/things.yaml:7]" in out.replace("  [", "   [")
    assert main(["why", path, "--event", "6"]) == 0
    assert f"{place}/things.yaml:7" in capsys.readouterr().out


def test_a_file_that_an_editor_or_a_system_calls_otherwise(around: Path, check: Check, capsys: Captured) -> None:
    write(around / "ladle", {"more.yaml.txt": LADLE})
    said = "not-read: `ladle/more.yaml.txt` is not read: files of content end in `.yaml`"
    assert check("ladle") == [f"ladle/pack.yaml:1 {said}"]
    for name, right in (("pack.yml", "pack.yaml"), ("Pack.yaml", "pack.yaml"), ("ruleset.yaml.txt", "ruleset.yaml")):
        write(around / f"of_{name.lower()}", {name: head("ladle")})
        assert main(["check", f"of_{name.lower()}"]) == 2
        assert f"; call `{name}` there `{right}`\n" in capsys.readouterr().err


def test_a_file_beside_the_pack_in_a_zip(around: Path, check: Check) -> None:
    zipped(around / "fork.zip", [("fork/pack.yaml", head("fork")), ("more.yaml", LADLE)])
    said = "not-read: `fork.zip/more.yaml` is not read: it lies outside of the pack's folder"
    assert check("fork.zip") == [f"fork.zip/pack.yaml:1 {said}"]


def test_what_happened_in_a_pack_is_recorded_as_a_test_of_it(around: Path, check: Check, capsys: Captured) -> None:
    fight = SCENARIO.replace("scenario: load", "scenario: again").replace('"self uses scoop"', '"self uses heave"')
    write(around / "ladle", {"scenarios/again.yaml": fight})
    assert main(["run", "ladle/scenarios/again.yaml", "--record", "ladle/scenarios/once.yaml"]) == 0
    capsys.readouterr()
    assert "\nruleset: quay\n" in (around / "ladle" / "scenarios" / "once.yaml").read_text()
    assert check("ladle") == []
    assert main(["test", "ladle/scenarios/once.yaml"]) == 0
    assert capsys.readouterr().out == "1 example: 1 passed, 0 failed\n"


def test_a_file_of_a_pack_that_is_no_scenario(around: Path, capsys: Captured) -> None:
    for path in ("ladle/things.yaml", "spoon.zip/things.yaml"):
        assert main(["run", path]) == 2
        assert "holds no scenario" in capsys.readouterr().err


def test_coverage_counts_the_lines_of_the_pack(around: Path, capsys: Captured) -> None:
    more = LADLE + "- entry: fork\n  rules: |\n    after change of crates of self:\n      say 'never'\n".replace(
        "'", '"'
    )
    pack(around, "ladle", more)
    for path in ("ladle", "spoon.zip"):
        assert main(["coverage", path, "--format", "json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert found["statements"] == {}
        all_lines = {"ladle": 2, "spoon.zip": 1}[path]
        assert found["lines"] == {"run": 1, "all": all_lines}
        assert {missed["file"] for missed in found["missed_lines"]} <= {"ladle/things.yaml"}


def test_the_compendium_lists_what_a_pack_adds_and_finds_what_it_extends(around: Path, capsys: Captured) -> None:
    for path, title in (("ladle", "Ladle"), ("spoon.zip", "Spoon")):
        assert main(["compendium", "--ruleset", path]) == 0
        assert capsys.readouterr().out == f"{title}\n\nEntries\n  Ladle (ladle): Takes a crate more.\n"
        for name in ("ladle", "hook"):
            assert main(["compendium", name, "--ruleset", path]) == 0
            assert capsys.readouterr().out.startswith(name.capitalize())


def test_a_pack_that_is_broken_shows_its_errors_whatever_is_asked(around: Path, capsys: Captured) -> None:
    pack(around, "ladle", quai="any")
    for command in (["run", "ladle"], ["test", "ladle"], ["coverage", "ladle"], ["why", "ladle", "--event", "1"]):
        assert main(command) == 1
        assert "unknown-extended" in capsys.readouterr().err
    assert main(["compendium", "--ruleset", "ladle"]) == 2
    assert "`ladle` cannot be read" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["notes.txt", "ladle.rar", "ladle.tar.gz"])
def test_another_kind_of_file(around: Path, capsys: Captured, name: str) -> None:
    (around / name).write_bytes(b"\x1f\x8b\x08 something")
    for command in ("check", "test", "coverage", "run"):
        assert main([command, name]) == 2
        assert f"`{name}` lies in no ruleset: neither it nor a folder above it has" in capsys.readouterr().err


def test_nothing_half_loaded(around: Path, check: Check, capsys: Captured) -> None:
    """One member that cannot be read, and there is neither an example nor an entry of that zip."""
    zipped_pack(around / "bad.zip", ("../x.yaml", "x"), ("scenarios/load.yaml", SCENARIO))
    assert check("bad.zip") == ["bad.zip:1 unsafe-path: `../x.yaml` is no path inside of a pack"]
    for command in ("test", "run", "coverage"):
        assert main([command, "bad.zip"]) == 1
        found = capsys.readouterr()
        assert found.out == ""
        assert found.err.count("error[") == 1


# --- the kinds of fault that other tools have, in packs ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("things", "said"),
    [
        ("- entry: ladle\n  ruels: |\n    stop\n", ["2 unknown-key"]),
        ("- entry: ladle\n  on: yes\n", ["2 unknown-key"]),
        ("- entry: ladle\n  says: x\n  says: y\n", ["3 duplicate-key"]),
        ("- entry: ladle\n  modifies: {reach: {add: 012}}\n", ["2 bad-number"]),
        ("- entry: ladle\n  modifies: {reach: {add: 1:30}}\n", ["2 surplus-colon"]),
        ("- entry: ladle\n  modifies: {reach: {add: 100000000d20}}\n", ["2 bad-dice"]),
        ("- &a [1]\n- [*a, *a]\n", ["1 anchor-not-allowed"]),
        ("\ufeff- entry: ladle\r\n  says: x\r\n", []),
        ("- entry: ladle\n  modifies:\n    reach:\n      add: >-\n        unit.raech\n", ["5 unknown-name"]),
        ("- entry: ladle\n  rules: |\n    before change of init of slef:\n      stop\n", ["3 unknown-name"]),
        ("", ["1 empty-file"]),
        ("- entry: ladle\n  modifies: {reach: {ad: 1}}\n", ["2 unknown-key"]),
        ("- entry: ladle\n  says: " + "x" * 6000 + "\n", ["2 line-too-long"]),
        ("- entry: ladle\n  says: caf\udce9\n", ["2 wrong-encoding"]),
    ],
)
def test_mistakes_are_found_in_a_zip_as_in_a_folder(
    around: Path, check: Check, capsys: Captured, things: str, said: list[str]
) -> None:
    """Each once, at its word: the same as elsewhere, whichever way it comes."""
    pack(around, "fork")
    data = things.encode("utf-8", "surrogateescape")
    (around / "fork" / "things.yaml").write_bytes(data)
    zipped(around / "knife.zip", [("pack.yaml", head("knife")), ("things.yaml", data)])
    found = [one.removeprefix("fork/things.yaml:") for one in check("fork")]
    assert [one.partition(": ")[0] for one in found] == said
    assert [one.removeprefix("knife.zip/things.yaml:") for one in check("knife.zip")] == found
    assert main(["test", "fork"]) == main(["test", "knife.zip"]) == int(bool(said))
    # What is wrong in a pack below keeps it from use, and is not said again.
    pack(around, "over", fork="any")
    assert ["broken-extended" in one for one in check("over")] == [True] * bool(said)


def test_what_check_takes_runs(around: Path, check: Check) -> None:
    """Also where a pack replaces much: what could trip in a fight is an error before."""
    assert check("ladle", "spoon.zip") == []
    assert main(["run", "ladle"]) == main(["run", "spoon.zip"]) == 0


# --- what the cache remembers -----------------------------------------------------------------------------------------


@pytest.fixture
def warm(around: Path, check: Check, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache that knows a pack over a zip over a ruleset that imports a vocabulary."""
    write(around / "rain", {"vocabulary.yaml": "vocabulary: rain\nsays: x\n", "wet.yaml": "- status: wet\n"})
    write(around / "quay", {"ruleset.yaml": QUAY["ruleset.yaml"] + "imports: [rain]\n"})
    pack(around, "bowl", spoon="any")
    monkeypatch.setenv("TURNWRIGHT_CACHE", str(around / "cache"))
    assert check("bowl") == []
    return around


def test_a_second_look_is_from_the_cache(warm: Path, check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    from interpreter.table import loading

    def refuse(*_: object) -> None:
        raise AssertionError("it was checked again")

    monkeypatch.setattr(loading, "load_folder", refuse)
    assert check("bowl") == []


def test_what_was_found_in_a_zip_is_shown_from_the_cache_as_before(warm: Path, check: Check, capsys: Captured) -> None:
    zipped_pack(warm / "bad.zip", things=LADLE.replace("self.reach + 1", "self.raech + 1"))
    shown = []
    for _ in range(2):
        assert main(["check", "bad.zip"]) == 1
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1]
    assert "self.raech + 1" in shown[0]


def spoil_zip(around: Path) -> None:
    zipped_pack(around / "spoon.zip", things=LADLE.replace("self.reach + 1", "self.raech + 1"))


def second_of_a_name(around: Path) -> None:
    pack(around, "spoon", LADLE)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda around: change(around / "bowl" / "pack.yaml", "1.0", "none"), "malformed"),
        (lambda around: (around / "bowl" / "more.yml").write_text("x"), "not-read"),
        (spoil_zip, "broken-extended"),
        (second_of_a_name, "found-twice"),
        (lambda around: (around / "spoon.zip").unlink(), "unknown-extended"),
        (lambda around: change(around / "quay" / "things.yaml", "self.reach as", "self.raech as"), "broken-extended"),
        (lambda around: change(around / "quay" / "ruleset.yaml", "  reach:", "  raech:"), "broken-extended"),
        (lambda around: change(around / "rain" / "wet.yaml", "wet", "greased"), "broken-extended"),
    ],
)
def test_whatever_is_read_for_a_pack_is_part_of_the_key(
    warm: Path, check: Check, spoil: Callable[[Path], object], said: str
) -> None:
    spoil(warm)
    assert [found.partition(" ")[2].partition(":")[0] for found in check("bowl")] == [said]


def test_a_cache_is_never_taken_from_a_pack(warm: Path, check: Check) -> None:
    """What looks like the cache of a pack, in its folder or its zip, is nothing to anybody."""
    (kept,) = [file for file in (warm / "cache").iterdir() if "bowl" not in file.name][:1]
    spoiled = LADLE.replace("self.reach + 1", "self.raech + 1")
    for name in (f"cache/{kept.name}", f".turnwright/{kept.name}", kept.name):
        write(warm / "bowl", {name: kept.read_text()})
    zipped_pack(warm / "spoon.zip", (f"cache/{kept.name}", kept.read_text()), things=spoiled)
    assert check("spoon.zip") == ["spoon.zip/things.yaml:7 unknown-property: a unit has no `raech`"]


def test_a_pack_is_watched_with_all_that_it_extends(warm: Path) -> None:
    seen = {file.relative_to(warm.resolve()).as_posix() for file in state_of(["bowl"])}
    assert seen == {
        "bowl/pack.yaml",
        "spoon.zip",
        "quay/ruleset.yaml",
        "quay/things.yaml",
        "rain/vocabulary.yaml",
        "rain/wet.yaml",
    }
    assert {file.name for file in state_of(["spoon.zip"])} >= {"spoon.zip", "ruleset.yaml"}


# --- what is read, and what is written --------------------------------------------------------------------------------

opened: list[tuple[str, object]] = []
watching = [False]


def listen(event: str, arguments: tuple[object, ...]) -> None:
    if watching[0] and event in ("open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.link", "os.symlink"):
        opened.append((event, arguments))


@contextmanager
def overheard() -> Iterator[list[tuple[str, object]]]:
    """All that is opened, made or taken away meanwhile."""
    opened.clear()
    watching[0] = True
    try:
        yield opened
    finally:
        watching[0] = False


sys.addaudithook(listen)


def is_ours(path: str) -> bool:
    """Python's own files and the interpreter's."""
    places = (sys.prefix, sys.base_prefix, *sys.path[1:], str(shipped("content").parent), os.devnull)
    return any(path.startswith(place) for place in places if place)


def touched(run: Callable[[], object]) -> set[Path]:
    """The files that are opened meanwhile, apart from what belongs to the program; nothing may be written."""
    with overheard() as events:
        run()
    found: set[Path] = set()
    for event, arguments in list(events):
        assert event == "open", (event, arguments)
        path, mode, flags = arguments  # type: ignore[misc]
        if isinstance(path, int) or is_ours(os.path.realpath(os.fsdecode(path))):
            continue
        assert not int(flags) & (os.O_WRONLY | os.O_RDWR | os.O_CREAT), (path, mode)
        found.add(Path(os.path.realpath(os.fsdecode(path))))
    return found


COMMANDS = (["check"], ["test"], ["coverage"], ["compendium", "--ruleset"], ["run"])


@pytest.mark.parametrize("path", ["ladle", "spoon.zip"])
def test_nothing_is_read_but_the_pack_and_what_it_extends_and_nothing_is_written(
    around: Path, capsys: Captured, path: str
) -> None:
    write(around / "other", {"pack.yaml": head("other"), "secret.yaml": "- entry: x\n"})
    before = {file: file.read_bytes() for file in around.rglob("*") if file.is_file()}
    allowed = [(around / path).resolve(), (around / "quay").resolve()]
    for command in COMMANDS:
        for file in touched(lambda command=command: main([*command, path])):  # type: ignore[misc]
            assert any(file.is_relative_to(place) for place in allowed), file
    assert {file: file.read_bytes() for file in around.rglob("*") if file.is_file()} == before


PARTS = st.sampled_from(["..", ".", "", "secret", "things", "C:", "~", "quay", "a\\b"])
PATHS = st.lists(PARTS, min_size=1, max_size=4).map("/".join)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    paths=st.lists(PATHS, max_size=3), links=st.lists(st.sampled_from(["../secret.yaml", "/etc/passwd"]), max_size=1)
)
def test_no_zip_makes_anything_else_be_read(around: Path, capsys: Captured, paths: list[str], links: list[str]) -> None:
    (around / "secret.yaml").write_text("- entry: secret\n")
    members = [(f"{path}.yaml", "- entry: x\n") for path in paths]
    zipped_pack(around / "wild.zip", *members, *[(link("l.yaml"), target) for target in links])
    before = sorted(around.rglob("*"))
    allowed = {(around / "wild.zip").resolve(), *(around / "quay").resolve().iterdir()}
    assert touched(lambda: main(["check", "wild.zip"])) <= allowed
    assert sorted(around.rglob("*")) == before


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    names=st.lists(st.sampled_from(["../secret", "secret", "..", "/etc", "~", "quay", "ladle/../secret"]), max_size=3),
    targets=st.lists(
        st.sampled_from(["../secret.yaml", "../secret", "/etc/passwd", "../quay/things.yaml"]), max_size=2
    ),
)
def test_no_folder_makes_anything_else_be_read(
    around: Path, capsys: Captured, names: list[str], targets: list[str]
) -> None:
    write(around, {"secret.yaml": "- entry: x\n", "secret/vocabulary.yaml": "vocabulary: secret\nsays: x\n"})
    folder = pack(around, "wild", LADLE, **{"quay": "any", **dict.fromkeys(names, "any")})
    for file in folder.iterdir():
        if file.is_symlink():
            file.unlink()
    for number, target in enumerate(targets):
        (folder / f"l{number}.yaml").symlink_to(target)
    own = [file for file in folder.resolve().iterdir() if not file.is_symlink()]
    allowed = {*own, *(around / "quay").resolve().iterdir()}
    for command in (["check", "wild"], ["compendium", "--ruleset", "wild"]):
        assert touched(lambda command=command: main(command)) <= allowed  # type: ignore[misc]
