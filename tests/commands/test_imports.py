"""Imports of a ruleset: where they are looked for, what the commands make of them, and what the cache remembers."""

import json
from pathlib import Path

import pytest

from interpreter.commands.main import main
from interpreter.commands.watch import state_of
from interpreter.library.imports import MOST_IMPORTS
from interpreter.library.merging import LISTS, MAPPINGS
from interpreter.source.shipped import shipped
from interpreter.table.loading import load
from tests.commands.checking import Check, change, checker

Captured = pytest.CaptureFixture[str]

ROAD = """\
ruleset: road
title: Road
sides: [us, them]
imports: [hazards]
counters:
  wounds: {start: 0}
manners:
  walk: {touches: each, offered: yes}
initiative: "1"
round:
  - {stage: all, count: unit.init, order: descending}
"""

HAZARDS = """\
vocabulary: hazards
says: Things that lie on the track.
needs:
  counters: [wounds]
verbs:
  hurt:
    form: hurt target by amount
    fields: {target: unit, amount: number}
    do: |
      target.wounds += amount
"""

MINE = """\
- marker: mine
  rules: |
    after step where here in cells:
      hurt unit by 2
  examples:
    - it: hurts who comes there
      given: |
        a at 3
        place mine at 3
        hurt a by 1
      expect: |
        a.wounds is 1
"""

WALKS = """\
- about: mines
  examples:
    - it: are walked into
      given: |
        a at 3
        place mine at 4
      do: |
        shift a by 1 as walk
      expect: |
        a.wounds is 2
"""


@pytest.fixture
def road(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ruleset and the vocabulary that it imports, side by side in the current folder; nothing is cached."""
    for name in ("road", "hazards"):
        (tmp_path / name).mkdir()
    (tmp_path / "road" / "ruleset.yaml").write_text(ROAD)
    (tmp_path / "road" / "walks.yaml").write_text(WALKS)
    (tmp_path / "hazards" / "vocabulary.yaml").write_text(HAZARDS)
    (tmp_path / "hazards" / "mine.yaml").write_text(MINE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TURNWRIGHT_CACHE", "off")
    return tmp_path


@pytest.fixture
def check(road: Path, capsys: Captured) -> Check:
    return checker(capsys)


# --- what a ruleset has otherwise -------------------------------------------------------------------------------------


def test_a_ruleset_can_replace_what_it_imports(road: Path, check: Check, capsys: Captured) -> None:
    worse = MINE[: MINE.index("  examples:")].replace("hurt unit by 2", "hurt unit by 5")
    (road / "road" / "worse.yaml").write_text(worse)
    (clash,) = check("road")
    assert clash.startswith("road/worse.yaml:1 name-clash: `hazards` declares the marker `mine` too")
    (road / "road" / "worse.yaml").write_text(worse.replace("mine\n", "mine\n  replaces: mine\n  offered: yes\n", 1))
    change(road / "road" / "walks.yaml", "a.wounds is 2", "a.wounds is 5")
    assert check(".") == []
    # The example beside the old mine is run with the new one.
    assert main(["test", "road"]) == 0
    assert "2 examples: 2 passed" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("thing", "said"),
    [
        ("- marker: mime\n  replaces: mime\n  offered: yes\n", "there is no marker `mime` to replace"),
        ("- status: mine\n  replaces: mine\n  offered: yes\n", "there is no status `mine` to replace"),
        ("- marker: pit\n  replaces: mine\n  offered: yes\n", "`pit` cannot replace `mine`"),
    ],
)
def test_what_a_ruleset_replaces_must_be_imported(road: Path, check: Check, thing: str, said: str) -> None:
    (road / "road" / "things.yaml").write_text(thing)
    (found,) = [one for one in check("road") if " replaces-nothing: " in one]
    assert found.startswith(f"road/things.yaml:2 replaces-nothing: {said}")


def test_nothing_is_said_of_what_is_replaced_in_an_import_that_is_missing(road: Path, check: Check) -> None:
    (road / "road" / "worse.yaml").write_text("- marker: mine\n  replaces: mine\n  offered: yes\n")
    change(road / "road" / "ruleset.yaml", "[hazards]", "[hazard]")
    assert [one.split(":")[1].split()[1] for one in check("road")] == ["unknown-import"]


# --- what the commands make of a path ---------------------------------------------------------------------------------


def test_all_of_it_is_fine(check: Check) -> None:
    assert check(".") == check("road") == check("hazards") == check("hazards/mine.yaml") == []


@pytest.mark.parametrize(
    ("paths", "examples"),
    [
        (["."], 2),
        (["road"], 2),
        (["hazards"], 1),
        (["hazards", "road"], 2),
        (["hazards/mine.yaml"], 1),
        (["hazards/vocabulary.yaml"], 0),
        (["road/walks.yaml"], 1),
        (["road/walks.yaml", "hazards"], 2),
    ],
)
def test_each_example_is_run_once_in_each_ruleset(
    road: Path, capsys: Captured, paths: list[str], examples: int
) -> None:
    assert main(["test", *paths, "--format", "json"]) == (0 if examples else 1)
    found = json.loads(capsys.readouterr().out)
    assert (found["examples"], found["passed"]) == (examples, examples)


def test_dice_of_an_imported_example_fall_once_the_round_has_begun(road: Path, check: Check, capsys: Captured) -> None:
    rules = "rules: |\n  first start of round:\n    for each u in units:\n      u.wounds = d6 - d6\n"
    (road / "road" / "ruleset.yaml").write_text(ROAD + rules)
    (road / "road" / "walks.yaml").unlink()
    mine = road / "hazards" / "mine.yaml"
    mine.write_text(
        "- about: luck\n  examples:\n  - it: is rolled here\n    given: |\n      a at 3\n    do: |\n"
        "      a.wounds = 0\n      hurt a by d6 + d6\n    dice: [4, 5]\n    expect: |\n      a.wounds is 9\n"
    )
    assert check(".") == []
    assert main(["test", "road"]) == 0
    change(mine, "[4, 5]", "[4, 5, 6]")
    assert main(["test", "road"]) == 1
    assert "1 of the forced dice was never rolled" in capsys.readouterr().out


def second_ruleset(road: Path) -> None:
    """A second ruleset, in which an example of the vocabulary fails: who is hurt is hurt twice."""
    (road / "lane").mkdir()
    rules = "rules: |\n  after change of wounds where unit.wounds is 1:\n    unit.wounds = 2\n"
    (road / "lane" / "ruleset.yaml").write_text(ROAD.replace("ruleset: road", "ruleset: lane") + rules)


def test_an_example_that_fails_in_one_ruleset_says_in_which(road: Path, capsys: Captured) -> None:
    second_ruleset(road)
    assert main(["test", "hazards"]) == 1
    text = capsys.readouterr().out
    assert text.startswith("hazards/mine.yaml:12: mine: hurts who comes there (in lane)\n")
    assert text.endswith("2 examples: 1 passed, 1 failed\n")
    assert main(["test", "hazards", "--format", "json"]) == 1
    (failed,) = json.loads(capsys.readouterr().out)["failed"]
    assert (failed["ruleset"], failed["file"], failed["line"]) == ("lane", "hazards/mine.yaml", 12)


def test_coverage_of_a_vocabulary_is_what_some_ruleset_runs(road: Path, capsys: Captured) -> None:
    second_ruleset(road)
    assert main(["coverage", "hazards", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    # What the mine does, and what the verb does: only the road has an example in which somebody walks.
    assert found["lines"] == {"run": 2, "all": 2}
    assert found["statements"] == {}
    assert main(["coverage", ".", "--format", "json"]) == 0
    parts = json.loads(capsys.readouterr().out)["parts"]
    assert list(parts) == ["hazards", "lane", "road"]
    missed = [(one["file"], one["line"]) for one in parts["lane"]["missed_lines"] if "hazards" in one["file"]]
    assert missed == [("hazards/mine.yaml", 4), ("hazards/vocabulary.yaml", 10)]
    assert not [one for one in parts["road"]["missed_lines"] if "hazards" in one["file"]]


def test_what_is_imported_can_carry_out_a_statement(road: Path, check: Check, capsys: Captured) -> None:
    book = road / "road" / "rulebook.yaml"
    book.write_text(
        "rulebook: road\nstatements:\n- {id: A1, says: Mines hurt., carried_by: [mine, hurt]}\n"
        "- {id: A2, says: Walls stand., carried_by: [walk]}\n"
    )
    assert check("road") == ["road/rulebook.yaml:4 unknown-name: nothing that is imported is called `walk`"]
    change(book, ", carried_by: [walk]", "")
    main(["coverage", "road", "--format", "json"])
    statements = json.loads(capsys.readouterr().out)["statements"]
    assert statements["A1"]["carried_out_by"] == [
        {"name": "marker mine", "file": "hazards/mine.yaml", "line": 1},
        {"name": "verb hurt", "file": "hazards/vocabulary.yaml", "line": 6},
    ]
    assert statements["A2"]["carried_out_by"] == []


@pytest.mark.parametrize("command", [["run"], ["why", "--event", "1"], ["compendium", "mine", "--ruleset"]])
def test_a_vocabulary_is_no_game(road: Path, capsys: Captured, command: list[str]) -> None:
    assert main([*command, "hazards"]) == 2
    assert "`hazards` leads to a vocabulary, which is no game by itself" in capsys.readouterr().err


def test_a_vocabulary_that_nobody_imports(road: Path, check: Check, capsys: Captured) -> None:
    change(road / "road" / "ruleset.yaml", "imports: [hazards]\n", "")
    (road / "road" / "walks.yaml").unlink()
    change(road / "hazards" / "vocabulary.yaml", "target.wounds", "target.wonds")
    assert check("hazards") == ["hazards/vocabulary.yaml:10 unknown-property: a unit has no `wonds`"]
    for command in ("test", "coverage"):
        assert main([command, "hazards"]) == 2
        assert "no ruleset imports `hazards`" in capsys.readouterr().err


def test_the_compendium_shows_what_is_imported(road: Path, capsys: Captured) -> None:
    assert main(["compendium", "--ruleset", "road"]) == 0
    assert "Mine (mine)" in capsys.readouterr().out
    assert main(["compendium", "mine", "--ruleset", "road"]) == 0
    assert "Hurt the unit by 2" in capsys.readouterr().out


# --- what is wrong, and where -----------------------------------------------------------------------------------------


def test_what_is_wrong_in_a_vocabulary_is_said_once(road: Path, check: Check) -> None:
    second_ruleset(road)
    change(road / "hazards" / "mine.yaml", "hurt unit by 2", "hurt unit bye 2")
    once = check("hazards")
    assert len(once) == 1
    assert once[0].startswith("hazards/mine.yaml:4 ")
    assert check(".") == check("road") == check("lane") == check("road", "hazards", "lane") == once
    assert check("road/walks.yaml") == []


@pytest.mark.parametrize(
    ("broken", "faults"),
    [
        ("vocabulary: [hazards\n", 1),
        ("vocabulary: hazards\nsays: x\nverb: {}\n", 1),
        # What it is called and what it says is missing, and one key is not known.
        ("x: 1\n", 3),
    ],
)
def test_nothing_follows_from_a_vocabulary_that_cannot_be_read(
    road: Path, check: Check, broken: str, faults: int
) -> None:
    (road / "hazards" / "vocabulary.yaml").write_text(broken)
    once = check("hazards")
    assert len(once) == faults
    assert all(one.startswith("hazards/vocabulary.yaml:") for one in once)
    assert check("road") == check(".") == once
    assert main(["test", "road"]) == 1


def test_what_is_wrong_only_in_this_ruleset_is_said_too(road: Path, check: Check) -> None:
    """A vocabulary sets an attribute to what the ruleset does not allow."""
    head = road / "hazards" / "vocabulary.yaml"
    change(head, "needs:\n", "needs:\n  attributes: {size: number}\n")
    (road / "hazards" / "grown.yaml").write_text("- status: grown\n  modifies:\n    size: {set: 7}\n")
    change(
        road / "road" / "ruleset.yaml", "counters:", "attributes:\n  size: {type: number, one_of: [0, 1]}\ncounters:"
    )
    assert check("hazards") == []
    assert check("road") == ["hazards/grown.yaml:3 not-one-of: `size` cannot be `7`"]


def test_the_names_of_units_values_clash_across_kinds(road: Path, check: Check) -> None:
    change(road / "hazards" / "vocabulary.yaml", "verbs:\n", "counters:\n  dust: {start: 0}\nverbs:\n")
    change(road / "road" / "ruleset.yaml", "counters:", "attributes:\n  dust: {type: number}\ncounters:")
    assert check("road") == ["road/ruleset.yaml:6 duplicate-name: units have a second `dust`"]


def test_a_function_that_both_define(road: Path, check: Check) -> None:
    rules = "rules: |\n  define twice(x: number) = x * 2\n"
    for file in (road / "hazards" / "vocabulary.yaml", road / "road" / "ruleset.yaml"):
        file.write_text(file.read_text() + rules)
    assert check("road") == ["road/ruleset.yaml:13 duplicate-name: there is a second function `twice`"]


def test_there_is_an_end_to_imports(road: Path, check: Check) -> None:
    """A chain of vocabularies, each importing the next, is read as far as the limit."""
    for number in range(MOST_IMPORTS + 1):
        folder = road / f"link_{number}"
        folder.mkdir()
        imports = f"imports: [link_{number + 1}]\n" if number < MOST_IMPORTS else ""
        (folder / "vocabulary.yaml").write_text(f"vocabulary: link_{number}\nsays: A link.\n{imports}")
    change(road / "road" / "ruleset.yaml", "[hazards]", "[link_0]")
    (road / "road" / "walks.yaml").unlink()
    last = f"link_{MOST_IMPORTS - 1}/vocabulary.yaml:3 "
    over = [said for said in check("road") if "too-many-imports" in said]
    assert over == [f"{last}too-many-imports: with `link_100` there are more than 100 imports"]
    change(road / "road" / "ruleset.yaml", "[link_0]", "[link_1]")
    assert [said for said in check("road") if "unused" not in said] == []


# --- where they are looked for ----------------------------------------------------------------------------------------


def test_what_ships_is_found_from_anywhere(road: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A vocabulary beside the ruleset comes before one that ships under the same name."""
    from interpreter.library import imports

    ship = road / "ship"
    (ship / "hazards").mkdir(parents=True)
    (ship / "hazards" / "vocabulary.yaml").write_text(HAZARDS + "properties: [of_the_ship]\n")
    monkeypatch.setattr(imports, "shipped", lambda kind: ship)

    def properties() -> tuple[str, ...]:
        loaded = load("road")
        assert loaded.checker is not None
        return loaded.checker.checked.vocabulary.words["property"]

    assert properties() == ()
    (road / "hazards" / "vocabulary.yaml").unlink()
    assert properties() == ("of_the_ship",)


@pytest.mark.parametrize("name", ["../hazards", "hazards/../hazards", "/hazards", "Hazards"])
def test_an_import_is_a_name_and_no_path(road: Path, check: Check, name: str) -> None:
    change(road / "road" / "ruleset.yaml", "[hazards]", f'["{name}"]')
    (found,) = check("road")
    assert found.startswith("road/ruleset.yaml:4 malformed: expected a name ")


# --- what the cache remembers -----------------------------------------------------------------------------------------


@pytest.fixture
def warm(road: Path, check: Check, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache that knows the ruleset and the vocabulary."""
    monkeypatch.setenv("TURNWRIGHT_CACHE", str(road / "cache"))
    assert check("road") == check("hazards") == []
    return road


def test_a_change_in_a_vocabulary_is_seen_under_a_warm_cache(warm: Path, check: Check) -> None:
    change(warm / "hazards" / "mine.yaml", "hurt unit by 2", "hurt unit by 2 bees")
    (wrong,) = check("road")
    assert wrong.startswith("hazards/mine.yaml:4 ")
    assert check("road") == check("hazards") == [wrong]
    change(warm / "hazards" / "mine.yaml", "hurt unit by 2 bees", "hurt unit by 2")
    assert check("road") == check("hazards") == []


def test_a_new_need_is_seen_under_a_warm_cache(warm: Path, check: Check) -> None:
    change(warm / "hazards" / "vocabulary.yaml", "[wounds]", "[wounds, luck]")
    change(warm / "hazards" / "mine.yaml", "hurt unit by 2", "hurt unit by unit.luck")
    assert check("hazards") == []
    needs = "missing-word: `hazards` needs the counter `luck`, and nothing declares it"
    assert check("road") == check("road") == [f"road/ruleset.yaml:4 {needs}"]


@pytest.mark.parametrize("name", ["more.yaml", "more.yml"])
def test_a_new_file_of_a_vocabulary_is_seen_under_a_warm_cache(warm: Path, check: Check, name: str) -> None:
    (warm / "hazards" / name).write_text("- status: a\n- status: a\n")
    found = check("road")
    assert len(found) == 1
    assert check("road") == found
    (warm / "hazards" / name).unlink()
    assert check("road") == []


def test_a_change_in_an_import_of_an_import_is_seen_under_a_warm_cache(warm: Path, check: Check) -> None:
    (warm / "deep").mkdir()
    (warm / "deep" / "vocabulary.yaml").write_text("vocabulary: deep\nsays: Far down.\nproperties: [dark]\n")
    change(warm / "hazards" / "vocabulary.yaml", "needs:\n", "imports: [deep]\nneeds:\n")
    assert check("road") == check("road") == []
    change(warm / "deep" / "vocabulary.yaml", "[dark]", "[dark, dark]")
    assert len(check("road")) == 1


def test_a_vocabulary_that_goes_and_comes_under_a_warm_cache(warm: Path, check: Check) -> None:
    (warm / "hazards").rename(warm / "elsewhere")
    missing = "road/ruleset.yaml:4 unknown-import: there is no vocabulary `hazards`"
    assert check("road") == check("road") == [missing]
    (warm / "elsewhere").rename(warm / "hazards")
    assert check("road") == []


# --- other things that look at what is imported -----------------------------------------------------------------------


def test_a_warning_in_a_vocabulary_can_be_allowed_there(road: Path, check: Check) -> None:
    head = road / "hazards" / "vocabulary.yaml"
    change(head, "counters: [wounds]", "counters: [wounds, luck] # allow unused: it is for things to come")
    change(road / "road" / "ruleset.yaml", "counters:\n", "counters:\n  luck: {start: 0}\n")
    assert check(".") == check("road") == check("hazards") == []
    change(head, "allow unused", "allow always")
    assert [found.partition(": ")[0] for found in check("road")] == [
        "hazards/vocabulary.yaml:4 unused",
        "hazards/vocabulary.yaml:4 nothing-to-allow",
    ]
    assert check("road") == check("hazards") == check(".")


def test_whoever_watches_a_ruleset_watches_its_imports(road: Path) -> None:
    seen = {file.relative_to(road.resolve()).as_posix() for file in state_of(["road"])}
    assert seen == {"road/ruleset.yaml", "road/walks.yaml", "hazards/vocabulary.yaml", "hazards/mine.yaml"}
    assert state_of(["."]).keys() == state_of(["road"]).keys()


def test_every_section_of_a_vocabulary_is_merged() -> None:
    """What a vocabulary may say and nothing takes over would be said in vain; what a ruleset alone has is listed."""

    def sections(schema: str) -> set[str]:
        return set(json.loads((shipped("schemas") / f"{schema}.schema.json").read_text("utf-8"))["properties"])

    joined = {*MAPPINGS, *LISTS, "rules"}
    assert sections("vocabulary") - {"vocabulary", "title", "says", "imports", "needs"} == joined
    own = {"ruleset", "title", "says", "imports", "sides", "change_stages", "initiative", "init_shown_to", "round"}
    assert sections("ruleset") - own - {"version"} == joined
    assert sections("pack") - {"pack", "version", "title", "says", "extends", "changes"} == joined
