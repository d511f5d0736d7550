"""`turnwright new`: what it makes is silent and passes, fits what it is for, and comes to be whole or not at all."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter.commands import new as making
from interpreter.commands.main import KINDS, main
from interpreter.library.content import shipped_rulesets
from tests.packing import GREASED, QUAY, pack, quay, write, zipped_pack

Captured = pytest.CaptureFixture[str]


def files(around: Path) -> dict[str, bytes]:
    """All files below a folder, and all that begins with a dot."""
    return {file.relative_to(around).as_posix(): file.read_bytes() for file in around.rglob("*") if file.is_file()}


def is_sound(path: str, capsys: Captured) -> int:
    """Nothing is said of a folder, and all its examples pass; gives how many these are."""
    capsys.readouterr()
    assert main(["check", path]) == 0
    assert capsys.readouterr().out == "nothing to report\n"
    assert main(["test", path, "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["failed"] == found["changed"] == []
    examples: int = found["examples"]
    return examples


# --- what is made -----------------------------------------------------------------------------------------------------


def test_a_ruleset(around: Path, capsys: Captured) -> None:
    assert main(["new", "ruleset", "popcorn"]) == 0
    out = capsys.readouterr().out
    names = ["ruleset.yaml", "actions.yaml", "scenarios/first.yaml"]
    assert out.splitlines() == [
        *[f"made popcorn/{name}" for name in names],
        "next: `turnwright check popcorn`, `turnwright test popcorn`",
    ]
    assert sorted(files(around / "popcorn")) == sorted(names)
    assert is_sound("popcorn", capsys) == 6
    assert main(["run", "popcorn"]) == 0
    assert "wounds" in capsys.readouterr().out


def test_all_lines_of_a_new_ruleset_are_run(around: Path, capsys: Captured) -> None:
    """So that its examples show all that its rules do."""
    assert main(["new", "ruleset", "popcorn"]) == 0
    capsys.readouterr()
    assert main(["coverage", "popcorn", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    # Initiative is rolled where a fight begins, and an example is in the middle of one.
    assert [missed["text"] for missed in found["missed_lines"]] == ["initiative: d20"]


def test_all_of_it_for_a_ruleset_of_ones_own(around: Path, capsys: Captured) -> None:
    assert main(["new", "pack", "nets", "--for", "quay"]) == 0
    assert is_sound("nets", capsys) == 2 + 3
    for kind in ("entry", "status", "scenario"):
        assert main(["new", kind, f"new_{kind}", "--in", "nets"]) == 0
        assert main(["new", kind, f"own_{kind}", "--in", "quay", "--for", "quay"]) == 0
    assert is_sound("quay", capsys) == 3 + 2 + 1
    assert is_sound("nets", capsys) == 2 + 2 + 1 + 3 + 2 + 1
    for path in ("nets/scenarios/new_scenario.yaml", "quay/scenarios/own_scenario.yaml"):
        assert main(["run", path]) == 0
    made = (around / "quay" / "own_entry.yaml").read_text()
    assert "    reach: {add: 1}\n" in made
    assert "      cost: free\n" in made
    assert "        shift self by 1 as roll\n" in made
    made = (around / "quay" / "scenarios" / "own_scenario.yaml").read_text()
    assert "ruleset: quay\n" in made
    assert "a1: {side: cranes" in made
    assert "b1: {side: gulls" in made
    assert "ruleset: quay\n" in (around / "nets" / "scenarios" / "new_scenario.yaml").read_text()


def test_a_pack_says_which_versions_fit(around: Path) -> None:
    assert main(["new", "pack", "nets", "--for", "quay"]) == 0
    assert '  quay: ">=1.2 <2"\n' in (around / "nets" / "pack.yaml").read_text()
    write(around / "quay", {"ruleset.yaml": QUAY["ruleset.yaml"].replace("version: 1.2\n", "")})
    assert main(["new", "pack", "ropes", "--for", "quay"]) == 0
    assert '  quay: "any"\n' in (around / "ropes" / "pack.yaml").read_text()


@pytest.mark.parametrize("base", ["spoon", "./ladle", "ladle"])
def test_a_pack_for_a_pack(around: Path, capsys: Captured, base: str) -> None:
    zipped_pack(around / "spoon.zip")
    assert main(["new", "pack", "bowl", "--for", base]) == 0
    assert is_sound("bowl", capsys) == 2 + 4
    assert f'  {base.removeprefix("./")}: ">=1.0 <2"\n' in (around / "bowl" / "pack.yaml").read_text()


def test_somewhere_else(around: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    (around / "deep").mkdir()
    monkeypatch.chdir(around / "deep")
    assert main(["new", "pack", "nets", "--in", "..", "--for", "../quay"]) == 0
    assert capsys.readouterr().out.startswith("made ../nets/pack.yaml\n")
    assert main(["new", "entry", "knot", "--for", "../quay"]) == 0
    assert (around / "quay" / "knot.yaml").is_file()
    (around / "quay" / "more").mkdir()
    assert main(["new", "entry", "bow", "--in", "../quay/more"]) == 0
    assert (around / "quay" / "more" / "bow.yaml").is_file()
    monkeypatch.chdir(around / "quay")
    assert main(["new", "status", "wet"]) == 0
    assert (around / "quay" / "wet.yaml").is_file()
    assert list((around / "deep").iterdir()) == []
    assert is_sound(".", capsys) == 3 + 2 + 2 + 1


@pytest.mark.parametrize("ruleset", shipped_rulesets())
def test_a_pack_for_what_ships(around: Path, capsys: Captured, ruleset: str) -> None:
    assert main(["new", "pack", "nets", "--for", ruleset]) == 0
    capsys.readouterr()
    assert main(["check", "nets"]) == 0
    assert capsys.readouterr().out == "nothing to report\n"
    assert main(["test", "nets/things.yaml"]) == 0
    # Both an attribute and a cost that ship are used in it.
    assert "modifies:" in (around / "nets" / "things.yaml").read_text()
    assert "cost:" in (around / "nets" / "things.yaml").read_text()


@pytest.mark.parametrize("ruleset", ["attack_phases", "causeway"])
def test_all_of_it_for_what_ships(around: Path, capsys: Captured, ruleset: str) -> None:
    assert main(["new", "pack", "nets", "--for", ruleset]) == 0
    for kind in ("entry", "status", "scenario"):
        assert main(["new", kind, f"new_{kind}", "--in", "nets"]) == 0
    assert is_sound("nets", capsys) > 5
    assert main(["run", "nets"]) == 0
    for file in (around / "nets").rglob("*.yaml"):
        text = file.read_text()
        assert "$" not in text
        assert max(map(len, text.splitlines())) <= 120
        assert text.startswith("#")


@pytest.mark.parametrize("ruleset", shipped_rulesets())
def test_a_scenario_alone_for_what_ships(around: Path, capsys: Captured, ruleset: str) -> None:
    """It lies in no folder of content, and needs no pack."""
    (around / "deep").mkdir()
    assert main(["new", "scenario", "evening", "--for", ruleset, "--in", "deep"]) == 0
    next_ = "next: `turnwright check deep/evening.yaml`, `turnwright run deep/evening.yaml`\n"
    assert capsys.readouterr().out == "made deep/evening.yaml\n" + next_
    assert main(["check", "deep/evening.yaml"]) == 0
    assert capsys.readouterr().out == "nothing to report\n"
    assert main(["run", "deep/evening.yaml"]) == 0
    told = capsys.readouterr().out
    assert " uses " in told
    assert " may not use " not in told


REFUSED = """\
- policy: greedy
  do: |
    self uses heave
    self uses grab
- policy: calm
  do: |
    self uses heave
"""


def test_a_scenario_is_played_by_who_is_not_refused(around: Path, capsys: Captured) -> None:
    """As long as nobody in a scenario is said to have what else is needed."""
    write(around, {"quay/policies.yaml": REFUSED})
    assert main(["new", "scenario", "dusk", "--in", "quay"]) == 0
    made = around / "quay" / "scenarios" / "dusk.yaml"
    for unit, side in (("a1", "cranes"), ("a2", "cranes"), ("b1", "gulls"), ("b2", "gulls")):
        assert f"  {unit}: {{side: {side}, plays: calm}}\n" in made.read_text()
    made.unlink()
    fight = """\
scenario: dawn
ruleset: quay
units:
  x: {side: gulls, at: 4, entries: [hook], plays: greedy}
  y:
    side: cranes
    values: {reach: 5}
    entries:
    - hook
    plays: calm
  z: {side: cranes, values: {reach: 4}, entries: [hook], plays: greedy}
rounds: 3
"""
    write(around, {"quay/scenarios/dawn.yaml": fight})
    assert main(["new", "scenario", "dusk", "--in", "quay"]) == 0
    like_z = "side: cranes, entries: [hook], values: {reach: 4}, plays: greedy"
    assert f"  a1: {{{like_z}}}\n  a2: {{{like_z}}}\n" in made.read_text()
    assert "  b1: {side: gulls, entries: [hook], plays: greedy}\n" in made.read_text()
    capsys.readouterr()
    assert main(["run", "quay/dusk"]) == 0
    assert " may not use " not in capsys.readouterr().out


def test_a_comment_that_gets_too_long_is_set_anew(around: Path) -> None:
    """To its end, and no command is broken in two."""
    name = "rope_" * 8 + "x"
    assert main(["new", "ruleset", name]) == 0
    lines = (around / name / "ruleset.yaml").read_text().splitlines()
    comment = lines[: lines.index(f"ruleset: {name}")]
    assert all(line.count("`") % 2 == 0 and len(line) <= 110 for line in comment)
    assert [len(line) < 50 for line in comment[1:-1]] == [False] * len(comment[1:-1])


def test_what_is_to_be_typed_is_in_quotes_where_it_must(around: Path, capsys: Captured) -> None:
    (around / "my own").mkdir()
    assert main(["new", "ruleset", "nets", "--in", "my own"]) == 0
    assert 'next: `turnwright check "my own/nets"`, `turnwright test "my own/nets"`' in capsys.readouterr().out


# --- whatever a ruleset may have --------------------------------------------------------------------------------------

SECTIONS = {
    "attributes": "attributes:\n  girth: {type: number, default: 1, one_of: [1, 2]}\n  reach: {type: number}\n",
    "odd_attributes": "attributes:\n  calm: {type: yes_no}\n",
    "capped": "attributes:\n  reach: {type: number, default: 2, stacks: best}\n",
    "counters": "counters:\n  luck: {start: 3}\n",
    "manners": "manners:\n  fall: {touches: nothing}\n  roll: {touches: landing}\n",
    "costs": "costs:\n  dear: {pays: {wit: 2}}\n  deed: {pays: {wit: 1}}\nbudgets:\n  wit: {each: turn, amount: 1}\n",
    "free": "costs:\n  free: {when: any time}\n",
}
RULES = {
    "": "",
    "rolls": "rules: |\n  first start of round:\n    for each u in units:\n      say d6\n",
    "starts": 'rules: |\n  after start of turn where unit.init < 100:\n    say "on"\n',
}
ROUNDS = [
    "round:\n  - {stage: all, count: unit.init, order: descending, ties: [choice]}\n",
    "round:\n  - {stage: all, count: unit.init, order: ascending, group: unit.side, groups: choice, ties: [choice]}\n",
]


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.sampled_from(sorted(SECTIONS)), unique=True),
    st.sampled_from(sorted(RULES)),
    st.sampled_from(ROUNDS),
    st.sampled_from(["[us]", "[us, them, others]"]),
    st.sampled_from(["d20", "unit.last_init else 3"]),
)
def test_what_is_made_fits_whatever_it_is_for(
    around: Path, capsys: Captured, sections: list[str], rules: str, round: str, sides: str, initiative: str
) -> None:
    chosen = {SECTIONS[name].partition(":")[0]: SECTIONS[name] for name in sections}
    head = f"ruleset: any\ntitle: Any\nsides: {sides}\ninitiative: {initiative}\n"
    folder = around / "any"
    for file in folder.glob("**/*.yaml"):
        file.unlink()
    write(folder, {"ruleset.yaml": head + "".join(chosen.values()) + RULES[rules] + round})
    if main(["check", "any"]) != 0:
        return
    assert main(["new", "status", "wet", "--in", "any"]) == 0
    assert main(["new", "scenario", "dusk", "--in", "any"]) == 0
    if {"attributes", "costs"} & chosen.keys() and sections != ["odd_attributes"]:
        assert main(["new", "entry", "net", "--in", "any"]) == 0
    else:
        assert main(["new", "entry", "net", "--in", "any"]) in (0, 2)
    capsys.readouterr()
    main(["check", "any", "--format", "json"])
    found = json.loads(capsys.readouterr().out)["diagnostics"]
    assert {one["file"] for one in found} <= {"any/ruleset.yaml"}
    assert main(["test", "any"]) == 0
    assert main(["run", "any"]) == 0


# --- what is not made -------------------------------------------------------------------------------------------------


def refused(arguments: list[str], around: Path, capsys: Captured, status: int = 2) -> str:
    """What is said where nothing is made, in one line."""
    before = files(around)
    capsys.readouterr()
    assert main(["new", *arguments]) == status
    said = capsys.readouterr()
    assert said.out == ""
    assert files(around) == before
    assert sorted(path.name for path in around.rglob(".*")) == []
    return said.err


@pytest.mark.parametrize("name", ["Nets", "my nets", "nets!", "../nets", "a/b", "", "1st", "nets.yaml", "_x", "x" * 61])
@pytest.mark.parametrize("kind", KINDS)
def test_a_bad_name(around: Path, capsys: Captured, kind: str, name: str) -> None:
    said = refused([kind, name, "--for", "quay"], around, capsys)
    assert said.startswith(f"turnwright: `{name}` cannot be a name: write small letters, digits and `_`, at most 60, ")
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("kind", "name", "said"),
    [
        ("entry", "hook", "there is an entry `hook` already, at quay/things.yaml:17:10"),
        ("status", "greased", "there is a status `greased` already, at quay/things.yaml:1:11"),
        (
            "entry",
            "if",
            "`if` cannot be the name of an entry here: `if` is a word of the language and cannot be a name",
        ),
        ("status", "unit", "`unit` cannot be the name of a status here: `unit` means something in the rules already"),
        ("entry", "greased", "`greased` cannot be the name of an entry here: `has greased` would ask for two things"),
    ],
)
def test_a_name_that_means_something(around: Path, capsys: Captured, kind: str, name: str, said: str) -> None:
    assert refused([kind, name, "--in", "quay"], around, capsys) == f"turnwright: {said}\n"
    assert said.partition(",")[0] in refused([kind, name, "--in", "ladle"], around, capsys)


@pytest.mark.parametrize(
    ("arguments", "path"),
    [
        (["ruleset", "quay"], "quay"),
        (["pack", "ladle", "--for", "quay"], "ladle"),
        (["entry", "things", "--in", "quay"], "quay/things.yaml"),
        (["status", "things", "--in", "ladle"], "ladle/things.yaml"),
        (["scenario", "dusk", "--in", "quay"], "quay/scenarios/dusk.yaml"),
        (["ruleset", "empty"], "empty"),
        (["ruleset", "dangling"], "dangling"),
        (["ruleset", "file"], "file"),
    ],
)
def test_nothing_is_overwritten(around: Path, capsys: Captured, arguments: list[str], path: str) -> None:
    (around / "empty").mkdir()
    (around / "file").write_text("x")
    (around / "dangling").symlink_to(around / "nowhere")
    write(
        around / "quay",
        {"scenarios/dusk.yaml": "scenario: other\nruleset: quay\nunits: {a: {side: cranes}}\nrounds: 1\n"},
    )
    said = refused(arguments, around, capsys)
    assert said == f"turnwright: `{path}` is there already, and nothing is overwritten: take another name\n"
    assert list((around / "empty").iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["pack", "nets"], "a pack is for a ruleset or for another pack: name it with `--for`"),
        (["pack", "nets", "--for", "quai"], "did you mean `quay`?"),
        (["pack", "nets", "--for", "basics"], "there is no ruleset and no pack `basics` in "),
        (
            ["pack", "nets", "--for", "quay", "--in", "deep"],
            "`quay` would not be found beside the new pack: use `--in ",
        ),
        (["pack", "nets", "--for", "both"], "`both` is both a folder and a zip in "),
        (["pack", "nets", "--for", "quay", "--in", "none"], "there is no folder `none` to make `nets` in"),
        (["ruleset", "nets", "--for", "quay"], "`--for` goes with what is for a ruleset"),
        (["ruleset", "nets", "--in", "none"], "there is no folder `none` to make `nets` in"),
        (["entry", "nets"], "here is no ruleset and no pack that `nets` could be for: name one with `--for`"),
        (["entry", "nets", "--in", "none"], "there is no folder `none` to make `nets` in"),
        (["entry", "nets", "--in", "rain"], "`rain` belongs to a vocabulary: name a ruleset or a pack"),
        (["entry", "nets", "--in", "spoon.zip"], "`spoon.zip` is zipped: nothing is written into a zip"),
        (["entry", "nets", "--for", "causeway"], "`causeway` ships with Turnwright: make a pack for it"),
        (["entry", "nets", "--for", "quai"], "there is no folder `quai`; did you mean `quay`?"),
        (["entry", "nets", "--for", "spoon"], "`spoon` is zipped: nothing is written into a zip"),
        (
            ["pack", "nets", "--for", "quay", "--in", "quay"],
            "a pack cannot lie in other content, and `quay` ",
        ),
        (["ruleset", "nets", "--in", "ladle"], "a ruleset cannot lie in other content"),
        (["ruleset", "causeway"], "`causeway` ships with Turnwright, and packs beside yours would mean yours"),
        (
            ["pack", "basics", "--for", "quay"],
            "`basics` ships with Turnwright, and packs beside",
        ),
        (["scenario", "low_tide", "--for", "causeway"], "there is a scenario `low_tide` already, at "),
        (["ruleset", "nul"], "`nul` cannot be the name of a file on some computers: take another name"),
        (
            ["entry", "nets", "--in", "quay", "--for", "causeway"],
            "`quay` belongs to the ruleset `quay`, which is not for",
        ),
        (
            ["status", "nets", "--in", "ladle", "--for", "causeway"],
            "`ladle` belongs to the pack `ladle`, which is not for",
        ),
    ],
)
def test_what_cannot_be_made(around: Path, capsys: Captured, arguments: list[str], said: str) -> None:
    (around / "deep").mkdir()
    write(around / "rain", {"vocabulary.yaml": "vocabulary: rain\nsays: x\n"})
    zipped_pack(around / "spoon.zip")
    zipped_pack(around / "both.zip")
    pack(around, "both")
    found = refused(arguments, around, capsys)
    assert said in found
    assert found.count("\n") == 1


def test_content_with_errors_is_mended_first(around: Path, capsys: Captured) -> None:
    pack(around, "slick", GREASED.replace("  replaces: greased\n", ""))
    for kind in ("entry", "status", "scenario"):
        assert "error[name-clash]" in refused([kind, "nets", "--in", "slick"], around, capsys, status=1)
    assert "`nets` cannot be made for `slick`" in refused(["pack", "nets", "--for", "slick"], around, capsys)


def test_another_kind(around: Path, capsys: Captured) -> None:
    assert main(["new", "monster", "nets"]) == 2
    assert "`monster` is no KIND; expected one of `action`, " in capsys.readouterr().err


def disk_full(*_: object, **__: object) -> None:
    raise OSError(5, "Input/output error")


@pytest.mark.parametrize(
    ("arguments", "owner", "name"),
    [
        (["ruleset", "popcorn"], Path, "rename"),
        (["ruleset", "popcorn"], Path, "write_bytes"),
        (["pack", "nets", "--for", "quay"], Path, "rename"),
        (["entry", "nets", "--in", "quay"], Path, "write_bytes"),
        (["scenario", "nets", "--in", "quay"], Path, "write_bytes"),
    ],
)
def test_whole_or_nothing(
    around: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch, arguments: list[str], owner: type, name: str
) -> None:
    """A disk that fills up in the middle of it leaves no part of it behind."""
    monkeypatch.setattr(owner, name, disk_full)
    made = {"entry": "quay/nets.yaml", "scenario": "quay/scenarios/nets.yaml"}.get(arguments[0], arguments[1])
    assert refused(arguments, around, capsys) == f"turnwright: `{made}`: input/output error\n"
    assert not (around / "quay" / "scenarios").exists()


def test_a_file_that_comes_to_be_meanwhile_is_left_alone(
    around: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    link: Callable[..., None] = os.link

    def late(source: Path, target: Path) -> None:
        target.write_text("# somebody else's\n")
        link(source, target)

    monkeypatch.setattr(making.os, "link", late)
    assert main(["new", "entry", "nets", "--in", "quay"]) == 2
    assert "is there already" in capsys.readouterr().err
    assert (around / "quay" / "nets.yaml").read_text() == "# somebody else's\n"
    assert not list((around / "quay").glob(".*"))


def test_without_links_a_file_is_made_all_the_same(
    around: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(making.os, "link", refuse)
    assert main(["new", "entry", "nets", "--in", "quay"]) == 0
    assert re.search(r"^- entry: nets$", (around / "quay" / "nets.yaml").read_text(), re.MULTILINE)
    assert not list((around / "quay").glob(".*"))


def test_it_is_the_same_every_time(around: Path, capsys: Captured) -> None:
    made = []
    for folder in ("one", "two"):
        quay(around / folder)
        assert main(["new", "pack", "nets", "--for", "quay", "--in", folder]) == 0
        made.append(files(around / folder / "nets"))
    assert made[0] == made[1]
