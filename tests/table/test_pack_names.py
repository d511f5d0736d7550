"""Names of packs and in packs: what a thing that replaces another is called, and what the folder of a pack."""

from pathlib import Path

import pytest

from interpreter.table.loading import load
from tests.packing import check, pack, write, zipped


@pytest.mark.parametrize(
    ("things", "message"),
    [
        ("- status: wet\n  replaces: wet\n  offered: yes\n", "there is no status `wet` to replace"),
        ("- entry: greased\n  replaces: greased\n", "there is no entry `greased` to replace"),
        ("- entry: hok\n  replaces: hok\n", "there is no entry `hok` to replace"),
        (
            "- entry: crook\n  replaces: hook\n",
            "`crook` cannot replace `hook`, which all that speaks of it would look for",
        ),
    ],
)
def test_what_is_replaced_must_be_there(around: Path, things: str, message: str) -> None:
    pack(around, "ladle", things)
    found = [said for said in check("ladle") if "duplicate-name" not in said]
    assert found == [f"ladle/things.yaml:2 replaces-nothing: {message}"]


@pytest.mark.parametrize(
    ("things", "help"),
    [
        ("- entry: hook\n  replaces: hok\n", "did you mean `replaces: hook`?"),
        ("- entry: hok\n  replaces: hook\n", "a thing replaces what is called the same: call it `hook`"),
        ("- entry: hok\n  replaces: hok\n", "did you mean `hook`? then it is to be called so as well"),
        ("- entry: hok\n  replaces: hokk\n", "did you mean `hook`? then it is to be called so as well"),
    ],
)
def test_only_a_name_that_is_there_is_offered_to_what_replaces(around: Path, things: str, help: str) -> None:
    pack(around, "ladle", things)
    found = load("ladle").diagnostics
    assert [one.help for one in found if one.code == "replaces-nothing"] == [help]


def test_vocabularies_and_rulesets_without_imports_replace_nothing(around: Path) -> None:
    write(around / "quay", {"more.yaml": "- entry: crane\n  replaces: crane\n"})
    assert check("quay") == ["quay/more.yaml:2 replaces-nothing: there is no entry `crane` to replace"]
    write(
        around / "rain",
        {"vocabulary.yaml": "vocabulary: rain\nsays: x\n", "x.yaml": "- status: wet\n  replaces: wet\n"},
    )
    assert check("rain") == ["rain/x.yaml:2 replaces-nothing: a vocabulary replaces nothing"]


@pytest.mark.parametrize(("is_zip", "right"), [(False, "ladle"), (True, "ladle.zip")])
def test_a_pack_may_lie_under_any_name_until_another_extends_it(around: Path, is_zip: bool, right: str) -> None:
    """A folder that was unpacked, or a zip that was loaded down, often has a version in its name."""
    place = around / f"ladle-1.2{'.zip' if is_zip else ''}"
    pack(around, "ladle").rename(around / "ladle-1.2")
    if is_zip:
        (around / "ladle-1.2").rename(around / "aside")
        zipped(place, [("pack.yaml", (around / "aside" / "pack.yaml").read_bytes())])
        (around / "aside" / "pack.yaml").unlink()
    assert list(load(str(place)).diagnostics) == []
    pack(around, "spoon", ladle="any")
    (found,) = load("spoon").diagnostics
    assert (found.code, found.message) == ("unknown-extended", "there is no ruleset and no pack `ladle`")
    assert found.help == f"`{place.name}` holds it: call that `{right}`, for a name leads to what is called so"
