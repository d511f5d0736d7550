"""Each kind of mistake puts in what it says, and nothing that is none.

The mistakes go into the pond that the golden files build on, with a file more, in which there is a place for each kind.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from benchmarks.faults.fault import Edit, Fault, changed, lines_of, moved
from benchmarks.faults.kinds import KINDS
from benchmarks.faults.measure import _names
from benchmarks.faults.shapes import spots
from benchmarks.faults.shelf import Kept, Shelf
from benchmarks.faults.slips import misspelt
from interpreter.source.diagnostics import Diagnostic, Diagnostics
from interpreter.source.nodes import Mapping, Scalar, find
from interpreter.source.text import SourceFile, Span
from interpreter.source.yaml_tree import read_yaml
from interpreter.table.examples import ExampleRunner
from interpreter.table.loading import build, load

TINY = Path(__file__).parents[1] / "golden" / "tiny"
MORE = """\
- status: wet
  again: keep
  fields: {depth: number}
  rules: |
    after change of init of bearer where manner is hop:
      say "drips"

- status: slimy
  rules: |
    after step of bearer where ahead > 3:
      say "slips"

- action: wade
  cost: free
  do: |
    if self.breath > 3:
      if self.hide is warty:
        say "slow"
    elif count(units) > 2:
      may self "splash":
        apply slimy to self until end of self's turn
    choose mate from units where it.init < 9 by self:
      apply wet to mate with depth = 1
    bite self by 1 with long_tongue
    at end of self's turn:
      say "dry"

- entry: gills
  rules: |
    before bite of self at soften where force > 2:
      force = max(1, force)

- about: wading
  examples:
    - it: makes wet
      given: |
        a at 3
        b at 4
      do: |
        a uses wade: mate b, no "splash"
      expect: |
        b has wet
"""


@pytest.fixture
def pond(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shelf:
    """The pond with its file more."""
    folder = tmp_path / "pond"
    shutil.copytree(TINY, folder)
    (folder / "more.yaml").write_text(MORE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    shelf = Shelf(folder)
    assert {code for code, _ in shelf.good} <= {"unused"}, shelf.good
    return shelf


@pytest.fixture
def texts(pond: Shelf) -> dict[str, str]:
    return {file: node.file.text for file, node in pond.files.items()}


@pytest.fixture
def faults(pond: Shelf) -> Callable[[str], list[Fault]]:
    """All mistakes of a kind, for several draws."""

    def faults(kind: str) -> list[Fault]:
        return [fault for seed in range(12) for fault in KINDS[kind].make(pond, Random(seed))]

    return faults


def put_in(fault: Fault, texts: dict[str, str]) -> str:
    """What is there now in place of what: the changed lines."""
    new = changed(texts, fault.edits)
    (file,) = new
    before, after = texts[file].splitlines(), new[file].splitlines()
    lost = [line.strip() for line in before if line not in after]
    come = [line.strip() for line in after if line not in before]
    return f"{' / '.join(lost)} -> {' / '.join(come)}"


def all_put_in(found: list[Fault], texts: dict[str, str]) -> set[str]:
    return {put_in(fault, texts) for fault in found}


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_changes_the_content_on_the_line_that_it_names(
    kind: str, faults: Callable[[str], list[Fault]], texts: dict[str, str]
) -> None:
    found = faults(kind)
    assert found or kind in ("misspelt-argument",), "there is no place for it"
    for fault in found:
        new = texts | changed(texts, fault.edits)
        assert new != texts, fault
        assert fault.kind == kind
        touched = set()
        for edit in fault.edits:
            start, file = moved(fault.edits, edit.file, edit.start), SourceFile(edit.file, new[edit.file])
            touched |= {(edit.file, file.position(start + at)[0]) for at in range(len(edit.text) + 1)}
        named = lines_of(fault, new)
        # What names a status nothing applies any more stands elsewhere.
        assert named & touched or kind == "never-applied", fault


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_puts_in_the_same_mistakes(kind: str, pond: Shelf) -> None:
    make = KINDS[kind].make
    assert list(make(pond, Random("a"))) == list(make(pond, Random("a")))


def test_what_is_misspelt_is_no_other_word(faults: Callable[[str], list[Fault]], pond: Shelf) -> None:
    for kind in KINDS:
        if kind.startswith("misspelt-") and kind not in ("misspelt-key", "misspelt-label"):
            for fault in faults(kind):
                (edit,) = fault.edits
                assert edit.text not in pond.words
                assert edit.text not in fault.right


def test_a_slip_that_makes_another_word_is_none(pond: Shelf) -> None:
    """`hop` with an `s` is a budget."""
    budget = "hops"
    assert budget in pond.words
    drawn = [fault for seed in range(60) for fault in KINDS["misspelt-word"].make(pond, Random(seed))]
    assert any(fault.right == ("hop",) for fault in drawn)
    assert not any(fault.edits[0].text == budget for fault in drawn)


def test_slips_are_small() -> None:
    random = Random(1)
    made = {misspelt("reach", random) for _ in range(400)}
    assert {"reahc", "reacch", "rach", "resch", "reachs"} <= made
    assert "reach" not in made


def test_misspelt_keys_are_keys_of_the_schema_or_names_of_what_is_declared(
    faults: Callable[[str], list[Fault]], texts: dict[str, str]
) -> None:
    right = {fault.right[0] for fault in faults("misspelt-key")}
    assert {"status", "rules", "cost", "weight", "hops", "length", "depth"} - right == {"depth"}
    assert not {"turns", "bite", "hopper", "murky"} & right, "these are declared there"
    for fault in faults("misspelt-key"):
        new = changed(texts, fault.edits)
        ((file, text),) = new.items()
        node = read_yaml(SourceFile(file, text), Diagnostics())
        assert node is None or fault.edits[0].text in text


def test_a_misplaced_key_stands_where_it_may_not(faults: Callable[[str], list[Fault]], texts: dict[str, str]) -> None:
    for fault in faults("misplaced-key"):
        ((file, text),) = changed(texts, fault.edits).items()
        node = read_yaml(SourceFile(file, text), Diagnostics())
        assert node is not None, "it can still be read"
        found = [
            (spot.keys, key)
            for spot in spots(node)
            if isinstance(spot.node, Mapping)
            for key, _ in spot.node.items
            if key.start == fault.edits[0].start
        ]
        ((keys, key),) = found
        assert key.text not in (keys or ())


def test_shapes_are_other_shapes(faults: Callable[[str], list[Fault]], texts: dict[str, str]) -> None:
    made = all_put_in(faults("wrong-shape"), texts)
    assert "- status: wet -> - status: [wet]" in made
    assert "again: keep -> again: {keep: yes}" in made
    assert "sides: [frogs, herons] -> sides: {frogs: yes, herons: yes}" in made
    assert "entries: [rope] -> entries: rope" in made
    assert (
        "values: {weight: 2, hide: armoured, licks: long_tongue} -> "
        + ("values: [weight: 2, hide: armoured, licks: long_tongue]")
        in made
    )
    # A field may be a type alone, and rules may be a text or a list.
    assert {one for one in made if one.startswith("sticky: yes_no ->")} == {"sticky: yes_no -> sticky: [yes_no]"}
    assert not any(one.startswith("rules: |") for one in made)


def test_names_of_each_group_are_misspelt(faults: Callable[[str], list[Fault]]) -> None:
    expected = {
        "attribute": {"reach", "hide", "weight"},
        "counter": {"breath", "flies"},
        "property": {"init", "willing", "sticky"},
        "status": {"wet", "slimy", "scared", "stuck"},
        "word": {"hop", "warty", "long_tongue", "whirl"},
        "verb": {"apply", "bite", "sweep", "say"},
        "function": {"max", "count", "softened"},
        "local": {"self", "units", "mate", "force"},
        "event": {"bite", "soften", "step"},
        "field": {"quiet", "depth"},
        "action": {"jump", "wade"},
        "answer": {"mate"},
        "label": {"splash"},
        "keyword": {"until", "where", "before", "elif"},
    }
    for group, names in expected.items():
        assert names <= {fault.right[0] for fault in faults(f"misspelt-{group}")}, group


def test_where_a_name_is_made_is_no_place_for_a_slip(
    faults: Callable[[str], list[Fault]], texts: dict[str, str]
) -> None:
    made = all_put_in(faults("misspelt-local"), texts)
    assert not any(re.search(r"-> choose (?!mate|far|landing|victim)", one) for one in made)


def test_types_are_wrong_where_one_is_asked_for(faults: Callable[[str], list[Fault]], texts: dict[str, str]) -> None:
    made = all_put_in(faults("wrong-type"), texts)
    assert 'if self.breath > 3: -> if self.breath > "three":' in made
    assert "apply slimy to self until end of self's turn -> apply slimy to yes until end of self's turn" in made
    assert "if self.breath > 3: -> if 3:" in made
    assert not any("place whirl at yes.init" not in one and one.startswith("say ") for one in made)


def test_arguments_and_slots_are_left_out(faults: Callable[[str], list[Fault]], texts: dict[str, str]) -> None:
    found = faults("missing-argument")
    made = all_put_in(found, texts)
    assert "bite self by 1 with long_tongue -> bite self with long_tongue" in made
    assert "bite self by 1 with long_tongue -> bite by 1 with long_tongue" in made
    assert "elif count(units) > 2: -> elif count() > 2:" in made
    assert "force = max(1, force) -> force = max(1)" in made
    assert {"by", "PREY", "list"} <= {word for fault in found for word in fault.right}
    # `with` may be left out, for the field has a default.
    assert "bite self by 1 with long_tongue -> bite self by 1" not in made


def test_units_and_their_inits_are_mixed_up(faults: Callable[[str], list[Fault]], texts: dict[str, str]) -> None:
    made = all_put_in(faults("unit-for-init"), texts)
    assert "choose mate from units where it.init < 9 by self: -> choose mate from units where it < 9 by self:" in made
    assert "apply wet to mate with depth = 1 -> apply wet to mate.init with depth = 1" in made
    assert not any("within 1 of self.init" in one for one in made), "either will do there"


def test_ids_dangle(faults: Callable[[str], list[Fault]], texts: dict[str, str]) -> None:
    found = [fault for seed in range(6) for fault in faults("dangling-id")]
    said = {re.sub(r" as .*", "", fault.what) for fault in found}
    assert {"the policy `hopper`", "the unit_kind `bullfrog`", "the entry `rope`", "the item `long_tongue`"} <= said
    assert {"the status `wet`", "the marker `whirl`", "the unit `b`", "the statement `P1`"} <= said
    for fault in found:
        if fault.right:
            assert fault.what.endswith(f"as `{fault.edits[0].text}`")
    assert any(fault.edits[0].text == "lost_hopper" for fault in found)


def test_durations_never_end_or_cannot_begin(pond: Shelf, texts: dict[str, str]) -> None:
    found = [fault for seed in range(20) for fault in KINDS["wrong-duration"].make(pond, Random(seed))]
    made = all_put_in(found, texts)
    start = "apply slimy to self until end of self's turn -> apply slimy to self "
    assert {start + "while self lacks slimy", start + "while 2 > 3", start + "until 0 of self's turns"} <= made
    assert "apply wet to mate with depth = 1 -> apply wet to mate with depth = 1 while mate has wet" in made
    assert "at end of self's turn: -> at 0 of self's turns:" in made
    assert not any("slimy to self until used" in one for one in made), "it has rules, and so can be used"


def test_conditions_are_settled(pond: Shelf, texts: dict[str, str]) -> None:
    found = [fault for seed in range(30) for fault in KINDS["settled-condition"].make(pond, Random(seed))]
    made = all_put_in(found, texts)
    assert "if self.breath > 3: -> if (self.breath > 3 and self.breath < 3):" in made
    assert "if self.breath > 3: -> if (self.breath >= 3 or self.breath < 3):" in made
    assert "if self.breath > 3: -> if (self.breath > 3 and not (self.breath > 3)):" in made
    skin = "if self.hide is warty: -> if (self.hide is not warty or self.hide is not {}):"
    assert {skin.format("smooth"), skin.format("armoured")} & made
    assert "if self.hide is warty: -> if not (self.breath > 3):" in made
    assert "elif count(units) > 2: -> elif self.breath > 3:" in made
    assert "elif count(units) > 2: -> elif count(units) >= 0:" in made
    weights = [one for one in made if "weight is 9" in one]
    assert weights, "a value that it cannot have"
    # An Init may be absent, so that neither holds.
    assert not any("it.init >= 9 or" in one for one in made)


def test_rules_never_act(pond: Shelf, texts: dict[str, str]) -> None:
    found = [fault for seed in range(20) for fault in KINDS["idle-rule"].make(pond, Random(seed))]
    made = all_put_in(found, texts)
    rule = "after step of bearer where ahead > 3: -> after step of bearer"
    assert {f"{rule} stopped where ahead > 3:", f"{rule} where manner is drift and ahead > 3:"} <= made
    assert {
        f"{rule} where unit is not bearer and ahead > 3:",
        f"{rule} where bearer lacks slimy and ahead > 3:",
    } <= made
    hop = "after change of init of bearer where manner is hop:"
    assert not any(one.startswith(f"{hop} -> after change of init of bearer stopped") for one in made)
    assert any("after change of steps:" in one for one in made), "nothing changes this field of scared"
    assert not any("after change of left:" in one for one in made), "the rope is used up"


def test_nothing_applies_what_is_new_or_no_longer_applied(pond: Shelf, texts: dict[str, str]) -> None:
    found = [fault for seed in range(10) for fault in KINDS["never-applied"].make(pond, Random(seed))]
    said = {fault.what for fault in found}
    assert any(one.startswith("a new status") for one in said)
    assert any(one.startswith("a new marker") for one in said)
    (lost, *_) = [fault for fault in found if fault.what.startswith("the only `apply slimy`")]
    (line,) = lines_of(lost, texts | changed(texts, lost.edits))
    assert texts["pond/more.yaml"].splitlines()[line[1] - 1] == "- status: slimy"


def test_endless_reactions_never_end(pond: Shelf, texts: dict[str, str], tmp_path: Path) -> None:
    """Played, each of them is refused as endless."""
    found = [fault for seed in range(6) for fault in KINDS["endless-reactions"].make(pond, Random(seed))]
    assert {"`slimy` brings `slimy`", "`slimy` brings `stuck`, and the other way round"} <= {one.what for one in found}
    assert not any("wet" in one.what for one in found), "the first one stays"
    example = (
        "\n- about: the end\n  examples:\n    - it: never comes\n      given: |\n        a at 1\n        b at 2\n"
        "      do: |\n        {}\n      expect: |\n        a.on_track\n"
    )
    for fault in found:
        name = fault.what.split("`")[1]
        what = f"place {name} at 3" if name == "whirl" else f"apply {name} to a"
        new = texts | changed(texts, fault.edits)
        for file, text in new.items():
            (tmp_path / file).write_text(text, encoding="utf-8")
        (tmp_path / "pond" / "end.yaml").write_text(example.format(what), encoding="utf-8")
        loaded = load("pond")
        assert loaded.texts is not None
        outcomes = ExampleRunner(build(loaded), loaded.texts.examples).run()
        (message,) = [outcome.message for outcome in outcomes if outcome.example.of == "the end"]
        assert "does not end" in (message or ""), fault.what


# --- what measures them -----------------------------------------------------------------------------------------------


def test_edits_are_made_from_the_end_and_places_move_with_them() -> None:
    edits = (Edit("f", 0, 1, "long"), Edit("f", 4, 4, "!"))
    assert changed({"f": "a b c", "g": "x"}, edits) == {"f": "long b !c"}
    assert moved(edits, "f", 2) == 5
    assert moved(edits, "f", 4) == 7
    assert moved(edits, "g", 4) == 4


def test_a_check_with_a_change_finds_what_a_check_from_files_finds(pond: Shelf, tmp_path: Path) -> None:
    file = "pond/more.yaml"
    new = MORE.replace("apply slimy to self", "apply slymi to self").replace("cost: free", "cots: free")
    kept = [str(one) for one in pond.check({file: new})]
    (tmp_path / file).write_text(new, encoding="utf-8")
    assert kept == [str(one) for one in Kept().load(tmp_path / "pond").diagnostics]
    assert len(kept) == 1
    assert pond.check({}) == []


@pytest.mark.parametrize(
    ("help", "word", "is_named"),
    [
        ("did you mean `speed`?", "speed", True),
        ("did you mean `speeds`?", "speed", False),
        ("write speed", "speed", False),
        ("it is written `go UNIT by FAR`", "by", True),
        ("write `.init` after it", ".init", True),
        (None, "speed", False),
    ],
)
def test_a_suggestion_names_the_word_in_backticks(help: str | None, word: str, is_named: bool) -> None:
    file = SourceFile("f", "x")
    assert _names(Diagnostic("c", "error", "type", "m", Span(file, 0, 1), help=help), word) is is_named


def test_a_value_is_found_by_its_path(pond: Shelf) -> None:
    again = find(pond.files["pond/more.yaml"], (0, "again"))
    assert isinstance(again, Scalar)
    (spot,) = [one for one in spots(pond.files["pond/more.yaml"]) if one.node is again]
    assert (spot.path, spot.shapes) == (("again",), {"scalar"})
