"""What a pack extends: where it is found, in which order it counts, and what is said where it cannot be used."""

from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter.library import extending
from interpreter.library.content import read_content
from interpreter.library.extending import MOST_EXTENDED, folders_under, read_base
from interpreter.source.diagnostics import Diagnostics
from tests.packing import LADLE, QUAY, head, pack, write, zipped, zipped_pack

Read = Callable[[str], list[str]]


def read(name: str) -> list[str]:
    """The names of what a pack extends in their order; or what is wrong."""
    found = Diagnostics()
    content = read_content(Path(name).resolve(), found)
    assert content is not None
    assert [str(diagnostic) for diagnostic in found] == []
    base = read_base(content, found)
    assert (base is None) == found.has_errors
    assert all(diagnostic.help for diagnostic in found)
    said = [f"{d.span.file.path}:{d.span.line} {d.code}: {d.message}" for d in found]
    return said if base is None else [one.content.name for one in base.found]


def test_a_ruleset_beside_it(around: Path) -> None:
    pack(around, "ladle", quay=">=1.0 <2")
    assert read("ladle") == ["quay"]


def test_a_ruleset_that_ships(around: Path) -> None:
    pack(around, "ladle", causeway=">=1.0 <2")
    assert read("ladle") == ["causeway"]


def test_what_is_beside_it_comes_before_what_ships(around: Path) -> None:
    write(around / "causeway", QUAY | {"ruleset.yaml": QUAY["ruleset.yaml"].replace("quay", "causeway")})
    pack(around, "ladle", causeway="=1.2")
    assert read("ladle") == ["causeway"]


def test_a_pack_over_a_pack(around: Path) -> None:
    pack(around, "ladle", LADLE)
    pack(around, "spoon", ladle=">=1.0")
    assert read("spoon") == ["quay", "ladle"]


def test_a_pack_over_a_pack_in_a_zip(around: Path) -> None:
    zipped_pack(around / "ladle.zip")
    zipped(around / "spoon.zip", [("pack.yaml", head("spoon", ladle="any"))])
    assert read("spoon.zip") == ["quay", "ladle"]


def test_each_comes_once_behind_what_it_builds_on(around: Path) -> None:
    """The order is that of `extends`, whatever the names are, and the ruleset comes first wherever it is named."""
    pack(around, "zinc")
    pack(around, "alum", zinc="any", quay="any")
    pack(around, "brass", zinc="any")
    pack(around, "last", brass="any", alum="any", quay="any")
    assert read("last") == ["quay", "zinc", "brass", "alum"]


# --- what cannot be used ----------------------------------------------------------------------------------------------


def test_nothing_is_called_so(around: Path) -> None:
    pack(around, "ladle", quai="any")
    assert read("ladle") == ["ladle/pack.yaml:5 unknown-extended: there is no ruleset and no pack `quai`"]


def test_what_is_near_is_named(around: Path) -> None:
    found = Diagnostics()
    content = read_content(pack(around, "ladle", quai="any"), found)
    assert content is not None
    read_base(content, found)
    assert [diagnostic.help for diagnostic in found] == ["did you mean `quay`?"]


def test_a_vocabulary_cannot_be_extended(around: Path) -> None:
    write(around / "rain", {"vocabulary.yaml": "vocabulary: rain\nsays: x\n"})
    pack(around, "ladle", rain="any", basics="any")
    assert read("ladle") == [
        f"ladle/pack.yaml:{line} unknown-extended: `{name}` is a vocabulary, "
        "and only rulesets and packs can be extended"
        for line, name in ((5, "rain"), (6, "basics"))
    ]


def test_what_lies_there_is_called_otherwise_inside(around: Path) -> None:
    (around / "quay").rename(around / "kai")
    pack(around, "ladle", kai="any")
    assert read("ladle") == [
        "ladle/pack.yaml:5 unknown-extended: what is called `kai` here is the ruleset `quay`",
    ]


def test_a_folder_and_a_zip_of_one_name(around: Path) -> None:
    pack(around, "ladle")
    zipped_pack(around / "ladle.zip")
    pack(around, "spoon", ladle="any")
    assert read("spoon") == ["spoon/pack.yaml:5 found-twice: `ladle` is found twice: `ladle` and `ladle.zip`"]
    assert read("ladle") == ["quay"]


@pytest.mark.parametrize("versions", [">=1.3", "<1.2", "=1", ">=1.0 <1.2", ">1.2"])
def test_a_version_that_does_not_fit(around: Path, versions: str) -> None:
    pack(around, "ladle", quay=versions)
    assert read("ladle") == [
        f"ladle/pack.yaml:5 wrong-version: the ruleset `quay` is version 1.2, and that is not `{versions}`"
    ]


def test_a_version_is_compared_as_it_is_written(around: Path) -> None:
    """`1.10` is no number that equals 1.1."""
    text = QUAY["ruleset.yaml"].replace("version: 1.2", "version: 1.10")
    write(around / "quay", {"ruleset.yaml": text})
    pack(around, "ladle", quay="<1.2")
    assert read("ladle") == [
        "ladle/pack.yaml:5 wrong-version: the ruleset `quay` is version 1.10, and that is not `<1.2`"
    ]
    pack(around, "ladle", quay="=1.10.0")
    assert read("ladle") == ["quay"]


def test_a_ruleset_without_a_version(around: Path) -> None:
    write(around / "quay", {"ruleset.yaml": QUAY["ruleset.yaml"].replace("version: 1.2\n", "")})
    pack(around, "ladle", quay=">=1.0")
    assert read("ladle") == [
        "ladle/pack.yaml:5 wrong-version: the ruleset `quay` has no version, so nobody knows whether `>=1.0` fits"
    ]
    pack(around, "ladle", quay="any")
    assert read("ladle") == ["quay"]


def test_the_version_of_a_pack_below(around: Path) -> None:
    """It is asked for by each that extends it, and one that does not get it is broken itself."""
    pack(around, "ladle", quay="any")
    pack(around, "spoon", ladle=">=2")
    pack(around, "bowl", spoon="any", ladle="=1.0")
    assert read("spoon") == ["spoon/pack.yaml:5 wrong-version: the pack `ladle` is version 1.0, and that is not `>=2`"]
    assert read("bowl") == ["bowl/pack.yaml:5 broken-extended: `spoon` cannot be extended: it has errors of its own"]


def test_two_rulesets(around: Path) -> None:
    pack(around, "ladle", causeway="any")
    pack(around, "spoon", ladle="any", quay="any")
    assert read("spoon") == [
        "spoon/pack.yaml:4 several-rulesets: this pack builds on two rulesets, `causeway` and `quay`"
    ]
    pack(around, "bowl", spoon="any")
    assert read("bowl") == ["bowl/pack.yaml:5 broken-extended: `spoon` cannot be extended: it has errors of its own"]


@pytest.mark.parametrize(
    "fault",
    [
        {"ruleset.yaml": "ruleset: [quay\n"},
        {"ruleset.yaml": "ruleset: quay\n"},
        {"more.yaml": "- status: greased\n"},
        {"more.yaml": "- statsu: x\n"},
        {"ruleset.yaml": QUAY["ruleset.yaml"] + "imports: [nothing]\n"},
    ],
)
def test_what_is_wrong_in_a_ruleset_is_not_said_again(around: Path, fault: dict[str, str]) -> None:
    write(around / "quay", fault)
    pack(around, "ladle")
    assert read("ladle") == ["ladle/pack.yaml:5 broken-extended: `quay` cannot be extended: it has errors of its own"]


def test_a_zip_below_that_cannot_be_read(around: Path) -> None:
    zipped_pack(around / "ladle.zip", ("../x.yaml", "x"))
    pack(around, "spoon", ladle="any")
    assert read("spoon") == ["spoon/pack.yaml:5 broken-extended: `ladle` cannot be extended: it has errors of its own"]


# --- circles ----------------------------------------------------------------------------------------------------------


def test_itself(around: Path) -> None:
    pack(around, "ladle", quay="any", ladle="any")
    assert read("ladle") == ["ladle/pack.yaml:6 extends-cycle: `ladle` extends itself: ladle -> ladle"]


def test_a_pack_that_is_called_like_its_ruleset(around: Path) -> None:
    write(around / "mine", {"pack.yaml": head("quay")})
    assert read("mine") == ["mine/pack.yaml:1 extends-cycle: this pack is called as what it extends, `quay`"]


def test_a_circle_of_three(around: Path) -> None:
    pack(around, "ladle", spoon="any")
    pack(around, "spoon", bowl="any")
    pack(around, "bowl", quay="any", ladle="any")
    assert read("ladle") == ["ladle/pack.yaml:5 extends-cycle: `ladle` extends itself: ladle -> spoon -> bowl -> ladle"]
    assert read("bowl") == ["bowl/pack.yaml:6 extends-cycle: `bowl` extends itself: bowl -> ladle -> spoon -> bowl"]


def test_a_circle_that_one_only_comes_to(around: Path) -> None:
    pack(around, "ladle", spoon="any")
    pack(around, "spoon", ladle="any")
    pack(around, "bowl", ladle="any")
    assert read("bowl") == ["bowl/pack.yaml:5 broken-extended: `ladle` cannot be extended: it has errors of its own"]


def test_there_is_an_end(around: Path) -> None:
    """A row of packs, each on the next, as far as the limit; the ruleset counts as one."""
    last = MOST_EXTENDED
    for number in range(last + 1):
        below = f"link_{number + 1}" if number < last else "quay"
        pack(around, f"link_{number}", **{below: "any"})
    assert len(read("link_1")) == last
    assert read("link_0") == [
        "link_0/pack.yaml:5 broken-extended: `link_1` cannot be extended: it has errors of its own"
    ]


def test_too_many_side_by_side(around: Path) -> None:
    names = [f"side_{number:02}" for number in range(MOST_EXTENDED)]
    for name in names:
        pack(around, name)
    pack(around, "all", **dict.fromkeys(["quay", *names], "any"))
    assert read("all") == [
        f"all/pack.yaml:25 too-many-extended: with `side_19` more than {MOST_EXTENDED} packs and rulesets are built on"
    ]


# --- a name, and no path ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["../quay", "/quay", "quay/", ".", "..", "quay/../quay", "Quay", "quay.zip", ""])
def test_a_name_is_no_path(around: Path, name: str) -> None:
    """Where schemas are not asked, as for a list of things, nothing is looked for outside either."""
    (around / "packs").mkdir()
    assert extending.places_of(name, around / "packs") == []


def test_all_that_is_read_is_known_before(around: Path) -> None:
    write(around / "rain", {"vocabulary.yaml": "vocabulary: rain\nsays: x\n"})
    write(around / "quay", {"ruleset.yaml": QUAY["ruleset.yaml"] + "imports: [rain]\n"})
    zipped_pack(around / "ladle.zip")
    pack(around, "spoon", ladle="any")
    folders = folders_under(around / "spoon")
    assert folders is not None
    assert [folder.name for folder in folders] == ["spoon", "ladle.zip", "quay", "rain"]
    (around / "ladle.zip").unlink()
    assert folders_under(around / "spoon") is None
