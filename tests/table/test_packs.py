"""A pack over what it extends: what comes together, what clashes, what is replaced, and whose fault is what."""

import re
import sys
from pathlib import Path

import pytest

from interpreter.table.changed import Changed, try_changes
from interpreter.table.examples import ExampleRunner
from interpreter.table.loading import Loaded, build, load
from tests.packing import GREASED, LADLE, QUAY, check, head, pack, write, zipped_pack


def sound(path: str) -> Loaded:
    loaded = load(path)
    assert [str(diagnostic) for diagnostic in loaded.diagnostics] == []
    assert loaded.texts is not None
    return loaded


def tried(path: str) -> Changed:
    """What a sound pack makes of the examples of what it extends; its own all pass."""
    loaded = sound(path)
    assert loaded.texts is not None
    builder = build(loaded)
    outcomes = ExampleRunner(builder, loaded.texts.examples).run()
    assert [outcome.message for outcome in outcomes if outcome.message is not None] == []
    return try_changes(loaded, builder)


def ids(outcomes: list[object]) -> list[str]:
    return [outcome.example.id for outcome in outcomes]  # type: ignore[attr-defined]


# --- what comes together ----------------------------------------------------------------------------------------------


def test_a_pack_sees_all_that_it_extends(around: Path) -> None:
    loaded = sound(str(pack(around, "ladle", LADLE)))
    assert loaded.texts is not None
    assert [example.id for example in loaded.texts.examples] == ["ladle: takes one crate more"]
    assert loaded.inherited is not None
    assert [example.of for example in loaded.inherited.examples] == ["greased", "hook", "heave"]


DECLARES = """\
attributes:
  grip: {type: number, default: 2}
counters:
  ropes: {start: unit.grip}
manners:
  slide: {touches: landing}
words:
  knot: [reef, bowline]
events:
  tie:
    form: tie who with what
    fields: {who: unit, what: knot}
    do: |
      if what is reef:
        who.ropes -= 1
rules: |
  define well_tied(who: unit) = who.ropes < who.grip
  after tie:
    shift who by 1 as slide
"""
TIES = """\
- action: moor
  cost: free
  do: |
    if well_tied(self):
      tie self with reef
- about: knots
  examples:
    - it: ties
      given: |
        a at 4
      do: |
        tie a with reef
        tie a with bowline
      expect: |
        a.ropes is 1
        well_tied(a)
        a.init is 6
"""


def test_a_pack_declares_words_and_rules_of_its_own(around: Path) -> None:
    pack(around, "knots", TIES, more=DECLARES)
    assert [one.partition(":")[0] for one in ids(tried("knots").held)] == ["greased", "hook", "heave"]


def test_a_pack_over_a_pack_uses_what_both_below_declare(around: Path) -> None:
    pack(around, "knots", TIES, more=DECLARES)
    more = LADLE.replace("self.reach + 1", "self.reach + self.grip - 1")
    pack(around, "ladle", more, knots=">=1.0")
    changed = tried("ladle")
    assert len(changed.held) == 4
    assert "knots: ties" in ids(changed.held)


def test_rules_of_a_pack_come_behind_those_of_what_it_extends(around: Path) -> None:
    text = "rules: |\n  after change of init where manner is roll:\n    unit.crates = 10 * unit.crates\n"
    things = "- about: order\n  examples:\n    - it: counts first\n      given: |\n        a at 4\n        "
    things += "apply greased to a\n      do: |\n        a uses heave\n      expect: |\n        a.crates is 10\n"
    pack(around, "tens", things, more=text + "changes:\n- {example: greased, why: Crates count for ten.}\n")
    assert ids(tried("tens").meant) == ["greased: rolls one further"]


def test_what_a_ruleset_rolls_is_known_to_its_examples_and_to_those_of_a_pack(around: Path) -> None:
    """Dice that fall as the round begins are among those that an example forces, in a pack as well."""
    rules = "\n  first start of round:\n    for each u in units:\n      u.crates = d6\n"
    write(around / "quay", {"ruleset.yaml": QUAY["ruleset.yaml"].rstrip() + rules})
    things = re.sub(r"( +)expect: \|", r"\1dice: [1]\n\1expect: |", QUAY["things.yaml"]).replace(
        "crates is 4", "crates is 5"
    )
    write(around / "quay", {"things.yaml": things.replace("a.crates is 1\n", "a.crates is 2\n")})
    assert all(outcome.message is None for outcome in _run("quay"))
    mine = LADLE.replace("          expect:", "          dice: [6]\n          expect:").replace(
        "crates is 4", "crates is 10"
    )
    pack(around, "ladle", mine)
    assert len(tried("ladle").held) == 3


def _run(path: str) -> list[object]:
    loaded = sound(path)
    assert loaded.texts is not None
    return list(ExampleRunner(build(loaded), loaded.texts.examples).run())


def test_a_scenario_names_the_ruleset_at_the_bottom(around: Path) -> None:
    pack(around, "ladle", LADLE)
    text = "scenario: load\nruleset: {}\nunits:\n  a: {{side: cranes, at: 3, entries: [ladle]}}\nrounds: 1\n"
    pack(around, "spoon", ladle="any")
    write(around / "spoon", {"load.yaml": text.format("ladle")})
    assert check("spoon") == ["spoon/load.yaml:2 unknown-name: this pack is for the ruleset `quay`, not `ladle`"]
    write(around / "spoon", {"load.yaml": text.format("spoon")})
    assert check("spoon") == [], "or the pack itself"
    write(around / "spoon", {"load.yaml": text.format("quay")})
    assert list(sound("spoon").scenarios) == ["load"]


# --- names that are there already -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("attributes:\n  reach: {type: number}\n", "the attribute `reach`"),
        ("counters:\n  crates: {start: 1}\n", "the counter `crates`"),
        ("costs:\n  free: {}\n", "the cost `free`"),
        ("manners:\n  roll: {touches: nothing}\n", "the manner `roll`"),
    ],
)
def test_a_word_is_not_declared_again(around: Path, more: str, message: str) -> None:
    pack(around, "ladle", more=more)
    at = 7
    assert check("ladle") == [f"ladle/pack.yaml:{at} name-clash: `quay` declares {message} too"]


@pytest.mark.parametrize(
    ("things", "what"),
    [
        ("- status: greased\n  offered: yes\n", "status `greased`"),
        ("- entry: hook\n", "entry `hook`"),
        ("- action: heave\n  cost: free\n  do: |\n    self.crates += 1\n", "action `heave`"),
    ],
)
def test_a_thing_is_not_replaced_in_silence(around: Path, things: str, what: str) -> None:
    pack(around, "ladle", things)
    assert check("ladle") == [f"ladle/things.yaml:1 name-clash: `quay` declares the {what} too"]
    (found,) = load("ladle").diagnostics
    assert found.help is not None
    assert re.fullmatch(
        r"it is at quay/things\.yaml:\d+:\d+; take another name, or write `replaces: \w+` .*", found.help
    )


def test_two_packs_side_by_side_that_declare_the_same(around: Path) -> None:
    pack(around, "ladle", LADLE)
    pack(around, "spoon", LADLE)
    pack(around, "both", ladle="any", spoon="any")
    assert check("both") == ["both/pack.yaml:6 name-clash: `ladle` and `spoon` both declare the entry `ladle`"]
    # Who builds on both can say which counts.
    again = "- entry: ladle\n  replaces: ladle\n" + LADLE.split("\n", 1)[1]
    pack(around, "both", again, ladle="any", spoon="any")
    assert check("both") == []
    assert ids(tried("both").failed) == []


def test_two_packs_side_by_side_that_replace_the_same(around: Path) -> None:
    pack(around, "slick", GREASED)
    pack(around, "slime", GREASED)
    pack(around, "both", slick="any", slime="any")
    assert check("both") == ["both/pack.yaml:6 name-clash: `slick` and `slime` both replace the status `greased`"]
    # Who builds on both can say which counts.
    pack(around, "both", GREASED, slick="any", slime="any")
    assert check("both") == []


def test_what_is_wrong_between_two_below_is_theirs(around: Path) -> None:
    pack(around, "slick", GREASED.replace("  replaces: greased\n", ""))
    pack(around, "over", slick="any")
    assert check("over") == ["over/pack.yaml:5 broken-extended: `slick` cannot be extended: it has errors of its own"]


# --- what a replacement does ------------------------------------------------------------------------------------------


def test_all_that_speaks_of_it_means_the_new_one(around: Path) -> None:
    example = "  examples:\n    - it: rolls two further\n      given: |\n        a at 4\n        apply greased to a\n"
    example += "      do: |\n        a uses heave\n      expect: |\n        a.init is 9\n        a.crates is 1\n"
    pack(around, "slick", GREASED + example)
    changed = tried("slick")
    assert ids(changed.failed) == ["greased: rolls one further"]
    assert changed.failed[0].message is not None
    assert changed.failed[0].message.startswith(
        "expected `a.init is 8`, but `a.init` is `9` (only with the pack `slick`"
    )
    assert ids(changed.held) == ["hook: takes as many crates as it reaches", "heave: goes as far as it reaches"]


@pytest.mark.parametrize("name", ["greased", '"greased: rolls one further"'])
def test_a_change_that_is_meant_is_said(around: Path, name: str) -> None:
    pack(around, "slick", GREASED, more=f"changes:\n- {{example: {name}, why: Oil.}}\n")
    changed = tried("slick")
    assert (ids(changed.meant), changed.failed, changed.idle) == (["greased: rolls one further"], [], [])


def test_a_change_that_is_none(around: Path) -> None:
    pack(around, "ladle", LADLE, more="changes:\n- {example: hook, why: Oil.}\n")
    (found,) = tried("ladle").idle
    assert str(found).startswith(
        "ladle/pack.yaml:7:13: error[not-changed]: `hook` is said to change, and it holds with"
    )


def test_a_change_of_what_is_not_there(around: Path) -> None:
    pack(around, "ladle", LADLE, more="changes:\n- {example: ladle, why: Oil.}\n- {example: 'hook: x', why: Oil.}\n")
    assert check("ladle") == [
        "ladle/pack.yaml:7 unknown-name: nothing that is extended has an example `ladle`",
        "ladle/pack.yaml:8 unknown-name: nothing that is extended has an example `hook: x`",
    ]


def test_the_example_of_an_action_of_what_is_replaced_is_kept(around: Path) -> None:
    actions = "  actions:\n    grab:\n      cost: free\n      do: |\n        self.crates += 1\n"
    things = f"- entry: hook\n  replaces: hook\n{actions}"
    pack(around, "slick", things)
    assert ids(tried("slick").failed) == ["hook: takes as many crates as it reaches"]


GRADES = """\
- about: grades
  examples:
    - it: has a grade
      given: |
        a at 4
        apply greased to a with grade = 3
      expect: |
        some g in statuses(a, greased) satisfies g.grade is 3
"""


def test_an_example_that_a_replacement_leaves_without_sense(around: Path) -> None:
    """`check` has nothing against the pack, since the example is not the pack's; `test` tells of it."""
    write(around / "quay", {"grades.yaml": GRADES})
    pack(around, "slick", GREASED.replace("  fields: {grade: {type: number, default: 1, offered: yes}}\n", ""))
    changed = tried("slick")
    assert sorted(ids(changed.failed)) == ["grades: has a grade", "greased: rolls one further"]
    assert any(str(one.message).startswith("it has no sense any more: ") for one in changed.failed)
    text = (around / "slick" / "pack.yaml").read_text()
    changes = "changes:\n- {example: grades, why: No grades.}\n- {example: greased, why: Oil.}\n"
    write(around / "slick", {"pack.yaml": text + changes})
    assert sorted(ids(tried("slick").meant)) == ["grades: has a grade", "greased: rolls one further"]


def test_an_example_without_sense_is_not_laid_at_the_door_of_a_pack_above(around: Path) -> None:
    """Nor is what it leaves without sense an error of the ruleset, so that nothing could be built on it."""
    write(around / "quay", {"grades.yaml": GRADES})
    bare = GREASED.replace("  fields: {grade: {type: number, default: 1, offered: yes}}\n", "")
    changes = "changes:\n- {example: grades, why: No grades.}\n- {example: greased, why: Oil.}\n"
    pack(around, "slick", bare, more=changes)
    pack(around, "ladle", LADLE, slick="any")
    pack(around, "slime", bare.replace("amount + 2", "amount + 3"), slick="any")
    pack(around, "anew", GREASED, slick="any")
    for name in ("ladle", "slime", "anew"):
        changed = tried(name)
        assert (changed.failed, changed.meant, changed.idle) == ([], [], [])
    # What is wrong in the middle one is its own all the same.
    for things in (
        bare + LADLE.replace("ladle", "spade").replace("self.crates", "self.crats"),
        GREASED.replace("bearer", "bearr"),
    ):
        pack(around, "slick", things, more=changes)
        assert check("ladle") == [
            "ladle/pack.yaml:5 broken-extended: `slick` cannot be extended: it has errors of its own"
        ]


def test_a_rule_of_the_ruleset_that_asks_for_what_a_replacement_lacks(around: Path) -> None:
    """It stands where it always stood; the help says that it comes of the pack."""
    condition = "some g in statuses(unit, greased) satisfies g.grade > 5"
    rules = f"\n  after change of init where {condition}:\n    unit.crates += 1\n"
    write(around / "quay", {"ruleset.yaml": QUAY["ruleset.yaml"].rstrip() + rules})
    assert check("quay") == []
    pack(around, "slick", GREASED.replace("  fields: {grade: {type: number, default: 1, offered: yes}}\n", ""))
    assert check("slick") == ["quay/ruleset.yaml:19 unknown-property: a greased has no `grade`"]
    (found,) = load("slick").diagnostics
    assert found.help is not None
    assert "it is so only with the pack `slick`" in found.help


def test_a_pack_over_a_pack_that_replaces(around: Path) -> None:
    """What the lower one has changed is not laid at the door of the upper one."""
    pack(around, "slick", GREASED, more="changes:\n- {example: greased, why: Oil.}\n")
    pack(around, "ladle", LADLE, slick="any")
    changed = tried("ladle")
    assert (changed.failed, changed.meant, changed.idle) == ([], [], [])
    assert ids(changed.held) == ["hook: takes as many crates as it reaches", "heave: goes as far as it reaches"]


def test_an_example_that_fails_without_the_pack_is_none_of_its_own(around: Path) -> None:
    write(around / "quay", {"things.yaml": QUAY["things.yaml"].replace("a.init is 7", "a.init is 70")})
    pack(around, "ladle", LADLE)
    changed = tried("ladle")
    assert changed.failed == []
    assert "heave: goes as far as it reaches" not in ids(changed.held)


# --- whose fault it is ------------------------------------------------------------------------------------------------


def test_what_is_wrong_in_a_pack_is_said_once_and_in_the_pack(around: Path) -> None:
    pack(around, "ladle", LADLE.replace("self.reach + 1", "self.raech + 1"))
    assert check("ladle") == ["ladle/things.yaml:7 unknown-property: a unit has no `raech`"]


@pytest.mark.parametrize(
    "text",
    [
        "- entry: rope\n  rules: |\n    before change of init where unit.raech > 1:\n      stop\n",
        "- about: x\n  examples:\n  - {it: x, given: a at 3, expect: a.raech is 1}\n",
        "- entry: rope\n  says: [\n",
    ],
)
def test_what_is_wrong_in_the_ruleset_is_not_repeated(around: Path, text: str) -> None:
    write(around / "quay", {"more.yaml": text})
    assert {said.partition(":")[0] for said in check("quay")} == {"quay/more.yaml"}
    pack(around, "ladle", LADLE)
    assert check("ladle") == ["ladle/pack.yaml:5 broken-extended: `quay` cannot be extended: it has errors of its own"]


def test_warnings_of_the_ruleset_are_not_repeated(around: Path) -> None:
    write(around / "quay", {"more.yaml": "- status: idle_thing\n"})
    assert len(check("quay")) == 1
    pack(around, "ladle", LADLE)
    assert check("ladle") == []


def test_what_nothing_uses_in_a_pack(around: Path) -> None:
    pack(around, "ladle", LADLE + "- status: sticky\n", more="counters:\n  spoons: {start: 0}\n")
    assert [said.partition(": ")[0] for said in check("ladle")] == [
        "ladle/pack.yaml:7 unused",
        "ladle/things.yaml:16 unused",
    ]


def test_what_takes_the_place_of_something_is_used_where_that_was(around: Path) -> None:
    """A scenario of the ruleset plays by the policy, and no file of the pack."""
    policy = "- policy: idle\n  do: |\n    self uses heave\n"
    scenario = "scenario: load\nruleset: quay\nunits:\n  a: {side: cranes, plays: idle}\nrounds: 2\n"
    write(around / "quay", {"policies.yaml": policy, "scenarios/load.yaml": scenario})
    assert check("quay") == []
    pack(around, "ladle", LADLE + policy.replace("idle\n", "idle\n  replaces: idle\n", 1))
    assert check("ladle") == []


def test_a_warning_is_allowed_in_a_pack(around: Path) -> None:
    pack(around, "ladle", LADLE + "- status: sticky  # allow unused: for the next pack\n")
    assert check("ladle") == []


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("book.yaml", "rulebook: quay\nstatements:\n- {id: A1, says: x}\n", "misplaced-file: a rulebook cannot stand"),
        (
            "inner.yaml",
            "pack: inner\ntitle: I\nversion: 1\nextends: {quay: any}\n",
            "duplicate-name: this is a second pack",
        ),
        ("inner.yaml", "ruleset: inner\n", "missing-key: "),
        ("inner.yaml", "vocabulary: inner\nsays: x\n", "misplaced-file: a vocabulary cannot stand"),
        ("things.yml", LADLE, "not-read: `ladle/things.yml` is not read"),
        ("empty.yaml", "", "empty-file: "),
        ("more.yaml", "- entry: [\n", ""),
    ],
)
def test_no_file_of_a_pack_is_passed_over(around: Path, file: str, text: str, said: str) -> None:
    """A file that cannot be used is told of; it is never as if it were empty."""
    pack(around, "ladle", LADLE)
    write(around / "ladle", {file: text})
    found = [one for one in check("ladle") if said in one]
    assert len(found) >= 1
    assert len(check("ladle")) <= 6
    zipped_pack(around / "ladle.zip", (file, text))
    write(around / "ladle", {file: text})
    zipped = [one.replace("ladle.zip/", "ladle/") for one in check("ladle.zip")]
    assert zipped == check("ladle")


def test_a_head_that_is_none(around: Path) -> None:
    write(around / "ladle", {"pack.yaml": LADLE})
    assert [said.partition(": ")[0] for said in check("ladle")] == ["ladle/pack.yaml:1 no-ruleset"]


# --- links ------------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="links are not for everybody there")
def test_links_out_of_a_pack_are_not_followed(around: Path) -> None:
    write(around / "secret", {"x.yaml": "- entry: secret\n"})
    folder = pack(around, "ladle", LADLE)
    (folder / "inside.yaml").symlink_to(folder / "things.yaml")
    (folder / "file.yaml").symlink_to(around / "secret" / "x.yaml")
    (folder / "folder").symlink_to(around / "secret")
    (folder / "circle.yaml").symlink_to(folder / "circle.yaml")
    (folder / "picture.png").symlink_to(around / "secret" / "x.yaml")
    assert check("ladle") == [
        "ladle/file.yaml:1 link-not-followed: `file.yaml` is a link that leads out of the pack",
        "ladle/folder:1 link-not-followed: `folder` is a link to a folder",
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="links are not for everybody there")
def test_a_head_that_is_a_link(around: Path) -> None:
    write(around / "secret", {"pack.yaml": head("ladle")})
    (around / "ladle").mkdir()
    (around / "ladle" / "pack.yaml").symlink_to(around / "secret" / "pack.yaml")
    assert [said.partition(": ")[0] for said in check("ladle")] == ["ladle/pack.yaml:1 link-not-followed"]
