"""`turnwright new` for what others use: actions, markers, items, policies, and vocabularies."""

from pathlib import Path

import pytest

from interpreter.commands.main import main
from interpreter.library.content import shipped_rulesets
from tests.commands.checking import change
from tests.packing import write

Captured = pytest.CaptureFixture[str]

THINGS = ("policy", "action", "marker", "item", "unit")


def is_silent(path: str, capsys: Captured) -> None:
    capsys.readouterr()
    assert main(["check", path]) == 0
    assert capsys.readouterr().out == "nothing to report\n"


def passed(capsys: Captured, *paths: str) -> int:
    """How many examples pass, none of which fails."""
    capsys.readouterr()
    assert main(["test", *paths]) == 0
    out = capsys.readouterr().out
    assert " passed, 0 failed" in out
    return int(out.split(" ")[0])


RECORDS = """\
records:
  rope:
    length: number
    tarred: {type: yes_no, default: no, offered: yes}
"""
RULES = """\
rules: |
  after start of round:
    for each u in units:
      for each rope in u.ropes:
        u.crates += rope.length
"""


@pytest.mark.parametrize("home", ["quay", "ladle"])
def test_in_a_ruleset_and_in_a_pack(around: Path, capsys: Captured, home: str) -> None:
    """Each uses what is there: the cost and the counter, the manner that touches, the action."""
    change(around / "quay" / "ruleset.yaml", "attributes:\n", RECORDS + "attributes:\n  ropes: {type: list of rope}\n")
    change(around / "quay" / "ruleset.yaml", "rules: |\n", RULES)
    before = passed(capsys, home)
    for kind in THINGS:
        assert main(["new", kind, f"new_{kind}", "--in", home]) == 0
        assert capsys.readouterr().out.startswith(f"made {home}/new_{kind}.yaml\nnext: `turnwright check {home}`")
    is_silent(home, capsys)
    assert passed(capsys, home) == before + 4
    made = {kind: (around / home / f"new_{kind}.yaml").read_text() for kind in THINGS}
    assert "  cost: free\n" in made["action"]
    assert "        a uses new_action\n" in made["action"]
    assert "    after step where here in cells:\n      unit.crates += 1\n" in made["marker"]
    assert "        shift a by 1 as roll\n" in made["marker"]
    assert "  of: rope\n" in made["item"]
    assert "  has: {length: 1}\n" in made["item"]
    assert "        a.ropes is [new_item]\n" in made["item"]
    assert "  values: {reach: 4}\n" in made["unit"]
    assert "        a at 5 as new_unit\n" in made["unit"]
    assert "        a.reach is 4\n" in made["unit"]
    assert "    if can(self, heave):\n      self uses heave\n" in made["policy"]
    for text in made.values():
        assert text.startswith("# ")
        assert "$" not in text
        assert max(map(len, text.splitlines())) <= 110


@pytest.mark.parametrize("ruleset", shipped_rulesets())
def test_for_what_ships(around: Path, capsys: Captured, ruleset: str) -> None:
    assert main(["new", "pack", "nets", "--for", ruleset]) == 0
    made = [kind for kind in THINGS if main(["new", kind, f"new_{kind}", "--in", "nets"]) == 0]
    assert set(THINGS) - set(made) <= {"item"}
    is_silent("nets", capsys)
    assert passed(capsys, "nets/new_action.yaml", "nets/new_marker.yaml") == 2


def test_a_kind_of_unit_differs_from_others(around: Path, capsys: Captured) -> None:
    """What is usual would say nothing."""
    change(around / "quay" / "ruleset.yaml", "reach: {type: number, default: 3}", "reach: {type: number, default: 4}")
    assert main(["new", "unit", "tug", "--in", "quay"]) == 0
    assert "  values: {reach: 2}\n" in (around / "quay" / "tug.yaml").read_text()
    assert passed(capsys, "quay/tug.yaml") == 1


def test_a_policy_plays(around: Path, capsys: Captured) -> None:
    assert main(["new", "policy", "busy", "--in", "quay"]) == 0
    fight = "scenario: dusk\nruleset: quay\nunits:\n  a: {side: cranes, at: 5, plays: busy}\nrounds: 1\n"
    write(around / "quay", {"dusk.yaml": fight})
    change(around / "quay" / "busy.yaml", "  offered: yes\n", "")
    is_silent("quay", capsys)
    assert main(["run", "quay/dusk.yaml"]) == 0
    assert "a uses heave" in capsys.readouterr().out


def test_a_marker_where_nothing_is_touched_lies_there(around: Path, capsys: Captured) -> None:
    change(around / "quay" / "ruleset.yaml", "roll: {touches: each}", "roll: {touches: nothing}")
    assert main(["new", "marker", "pit", "--in", "quay"]) == 0
    assert "rules:" not in (around / "quay" / "pit.yaml").read_text()
    assert passed(capsys, "quay/pit.yaml") == 1


def test_an_item_that_nobody_can_have_has_no_example(around: Path, capsys: Captured) -> None:
    record = "records:\n  rope:\n    length: {type: number, default: 2, offered: yes}\nattributes:\n"
    change(around / "quay" / "ruleset.yaml", "attributes:\n", record)
    change(around / "quay" / "ruleset.yaml", "rules: |\n", "rules: |\n  define long(rope: rope) = rope.length > 2\n")
    assert main(["new", "item", "hawser", "--in", "quay"]) == 0
    made = (around / "quay" / "hawser.yaml").read_text()
    assert "examples:" not in made
    assert "  has: {length: 1}\n" in made


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["item", "rope", "--in", "quay"], "`quay` has no `records`, which say what items there are"),
        (["action", "heave", "--in", "quay"], "there is an action `heave` already, at quay/"),
        (["action", "if", "--in", "quay"], "`if` cannot be the name of an action here"),
        (["marker", "nets"], "here is no ruleset and no pack that `nets` could be for"),
        (["policy", "things", "--in", "quay"], "`quay/things.yaml` is there already"),
        (["vocabulary", "rain", "--for", "quay"], "a new vocabulary is for none"),
        (["vocabulary", "basics"], "`basics` ships with Turnwright"),
        (["vocabulary", "rain", "--in", "quay"], "a vocabulary cannot lie in other content"),
    ],
)
def test_what_cannot_be_made(around: Path, capsys: Captured, arguments: list[str], said: str) -> None:
    before = sorted(around.rglob("*"))
    assert main(["new", *arguments]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert sorted(around.rglob("*")) == before


# --- a vocabulary -----------------------------------------------------------------------------------------------------


def test_a_vocabulary(around: Path, capsys: Captured) -> None:
    """It is sound by itself, and its example passes in a ruleset that imports it."""
    assert main(["new", "vocabulary", "harms"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "made harms/vocabulary.yaml",
        "made harms/things.yaml",
        "next: `turnwright check harms`; a ruleset beside it brings it in with `imports: [harms]`",
    ]
    is_silent("harms", capsys)
    assert main(["new", "ruleset", "popcorn"]) == 0
    change(around / "popcorn" / "ruleset.yaml", "title: Popcorn\n", "title: Popcorn\nimports: [harms]\n")
    is_silent("popcorn", capsys)
    assert passed(capsys, "harms") == 1
    change(around / "harms" / "things.yaml", "scratch bearer by 1", "scratch bearer by 2")
    assert main(["test", "harms"]) == 1
