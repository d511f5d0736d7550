"""Zips: what is in them is read, or it is said why not; nothing half, nothing unbounded, nothing written."""

import stat
from collections.abc import Callable
from pathlib import Path
from zipfile import ZIP_LZMA, ZIP_STORED

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from interpreter.library import zips
from interpreter.library.zips import read_zip
from tests.packing import LADLE, encrypted, head, link, overlapping, special, zipped, zipped_pack


def names(file: Path) -> list[str]:
    """The files of content in a zip, in which nothing is wrong."""
    found = read_zip(file, file.name)
    assert [str(problem) for problem in found.problems] == []
    return list(found.files)


def problems(file: Path) -> list[str]:
    """What is wrong with a zip; then there is nothing else in it."""
    found = read_zip(file, file.name)
    assert found.problems
    assert not found.files
    assert not found.passed_over
    assert all(problem.help and problem.span.file.path == file.name for problem in found.problems)
    return [f"{problem.code}: {problem.message}" for problem in found.problems]


# --- what is read -----------------------------------------------------------------------------------------------------


def test_a_pack_at_the_top(tmp_path: Path) -> None:
    file = zipped_pack(tmp_path / "ladle.zip", ("deep/more.yaml", "- entry: x\n"), ("ladle.png", b"\x89PNG"))
    assert names(file) == ["pack.yaml", "things.yaml", "deep/more.yaml"]
    assert read_zip(file, "x").files["things.yaml"] == LADLE.encode()


def test_a_pack_in_the_one_folder_that_was_zipped(tmp_path: Path) -> None:
    """As computers make it who zip a folder, with what they add of their own."""
    file = zipped(
        tmp_path / "ladle.zip",
        [
            ("ladle/", b""),
            ("ladle/pack.yaml", head("ladle")),
            ("ladle/.DS_Store", b"\0"),
            ("ladle/.git/x.yaml", "x"),
            ("__MACOSX/ladle/._pack.yaml", b"\0\5"),
        ],
    )
    assert names(file) == ["pack.yaml"]


def test_what_is_passed_over_is_named(tmp_path: Path) -> None:
    file = zipped(
        tmp_path / "ladle.zip",
        [
            ("ladle/pack.yaml", head("ladle")),
            ("ladle/things.yml", "x"),
            ("ladle/more.yaml.txt", "x"),
            ("other/things.yaml", "x"),
        ],
    )
    assert read_zip(file, "x").passed_over == ["things.yml", "more.yaml.txt", "other/things.yaml"]


def test_stored_as_it_is(tmp_path: Path) -> None:
    assert names(zipped_pack(tmp_path / "ladle.zip", packing=ZIP_STORED)) == ["pack.yaml", "things.yaml"]


@pytest.mark.parametrize(
    ("members", "said"),
    [
        ([], "this zip holds no `pack.yaml`"),
        ([("things.yaml", LADLE)], "this zip holds no `pack.yaml`"),
        ([("a/b/pack.yaml", head("a"))], "the pack in this zip lies too deep: `a/b/pack.yaml`"),
        (
            [("a/pack.yaml", head("a")), ("b/pack.yaml", head("b"))],
            "this zip holds several packs: `a/pack.yaml` and `b/pack.yaml`",
        ),
        ([("pack.yml", head("a"))], "this zip holds no `pack.yaml`, but `pack.yml`"),
        ([("a/Pack.yaml.txt", head("a"))], "this zip holds no `pack.yaml`, but `a/Pack.yaml.txt`"),
        ([("a/ruleset.yaml", "ruleset: a")], "this zip holds no pack, but a ruleset"),
        ([(".a/pack.yaml", head("a"))], "this zip holds no `pack.yaml`"),
    ],
)
def test_no_pack(tmp_path: Path, members: list[tuple[str, str]], said: str) -> None:
    assert problems(zipped(tmp_path / "a.zip", members)) == [f"no-pack: {said}"]


# --- what is not ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "../pack.yaml",
        "a/../../b.yaml",
        "a/..",
        "/etc/x.yaml",
        "//host/x.yaml",
        "C:/x.yaml",
        "C:x.yaml",
        "a\\b.yaml",
        "..\\b.yaml",
        "./x.yaml",
        "a//x.yaml",
        "a/./x.yaml",
        "a\nb.yaml",
        "a\u202eb.yaml",
        "a\x7f.yaml",
        "nul?.yaml",
    ],
)
def test_a_path_that_leads_elsewhere(tmp_path: Path, name: str) -> None:
    (found,) = problems(zipped_pack(tmp_path / "ladle.zip", (name, "- entry: x\n")))
    assert found.startswith("unsafe-path: ")
    assert found.endswith(" is no path inside of a pack")
    assert "\n" not in found


@pytest.mark.parametrize(
    ("name", "mend"),
    [
        ("a:b.yaml", "call it otherwise: on some computers no file has `:` in its name"),
        ("who?.yaml", "call it otherwise: on some computers no file has `?` in its name"),
        ("a\\b.yaml", "zip the folder of the pack with another program, which writes paths with `/`"),
        ("../b.yaml", "zip the folder of the pack, and nothing above it"),
    ],
)
def test_how_such_a_path_is_mended(tmp_path: Path, name: str, mend: str) -> None:
    (found,) = read_zip(zipped_pack(tmp_path / "ladle.zip", (name, "- entry: x\n")), "ladle.zip").problems
    assert found.help == mend


@pytest.mark.parametrize("name", ["con.yaml", "deep/NUL", "lpt1/x.yaml", "x.yaml.", "deep /x.yaml"])
def test_a_path_that_is_none_on_some_systems(tmp_path: Path, name: str) -> None:
    said = f"unsafe-path: `{name}` means something else than a file on some computers"
    assert problems(zipped_pack(tmp_path / "ladle.zip", (name, "- entry: x\n"))) == [said]


def test_a_name_with_a_zero_in_it(tmp_path: Path) -> None:
    """It would be cut off there by some, and not by others."""
    file = zipped_pack(tmp_path / "ladle.zip", ("evil.yaml_png", "- entry: x\n"))
    file.write_bytes(file.read_bytes().replace(b"evil.yaml_png", b"evil.yaml\0png"))
    assert problems(file) == ["unsafe-path: `evil.yaml` is no path inside of a pack"]


def test_a_link(tmp_path: Path) -> None:
    file = zipped_pack(tmp_path / "ladle.zip", (link("more.yaml"), "/etc/passwd"), (link("folder"), ".."))
    assert problems(file) == ["link-not-followed: `more.yaml` is a link", "link-not-followed: `folder` is a link"]


def test_a_pipe(tmp_path: Path) -> None:
    file = zipped_pack(tmp_path / "ladle.zip", (special("more.yaml", stat.S_IFIFO), ""))
    assert problems(file) == ["not-a-file: `more.yaml` is not an ordinary file"]


def test_two_of_one_name(tmp_path: Path) -> None:
    file = zipped_pack(tmp_path / "ladle.zip", ("things.yaml", "- entry: x\n"))
    assert problems(file) == ["duplicate-member: there are two files `things.yaml` in this zip"]
    file = zipped_pack(tmp_path / "ladle.zip", ("Things.yaml", "- entry: x\n"))
    said = "`Things.yaml` and `things.yaml` are one and the same file on some computers"
    assert problems(file) == [f"duplicate-member: {said}"]


def test_encrypted(tmp_path: Path) -> None:
    file = encrypted(zipped_pack(tmp_path / "ladle.zip"), "things.yaml")
    assert problems(file) == ["encrypted-member: `things.yaml` is encrypted"]


def test_packed_otherwise(tmp_path: Path) -> None:
    file = zipped_pack(tmp_path / "ladle.zip", packing=ZIP_LZMA)
    assert [found.partition(":")[0] for found in problems(file)] == ["unknown-packing"] * 2


def test_a_member_that_swells(tmp_path: Path) -> None:
    file = zipped_pack(tmp_path / "ladle.zip", ("more.yaml", b" " * 1_000_000))
    assert file.stat().st_size < 3000
    assert problems(file) == ["zip-bomb: `more.yaml` would unpack to more than 100 times its size"]


def test_what_is_no_content_must_not_swell_either(tmp_path: Path) -> None:
    file = zipped_pack(tmp_path / "ladle.zip", ("picture.png", b" " * 1_000_000))
    assert problems(file) == ["zip-bomb: `picture.png` would unpack to more than 100 times its size"]


def test_a_small_member_may_be_packed_as_small_as_it_will(tmp_path: Path) -> None:
    file = zipped_pack(tmp_path / "ladle.zip", ("more.yaml", b"#" * 5000))
    assert "more.yaml" in names(file)


def test_one_piece_that_is_listed_again_and_again(tmp_path: Path) -> None:
    found = problems(overlapping(tmp_path / "ladle.zip", 20))
    assert found == ["zip-bomb: the files in this zip overlap, so that it would unpack to more than it holds"]


def test_a_file_of_content_that_is_too_large(tmp_path: Path) -> None:
    text = "".join(f"# {number * 7919 % 1_000_003} {number}\n" for number in range(90_000))
    file = zipped_pack(tmp_path / "ladle.zip", ("more.yaml", text))
    assert problems(file) == ["file-too-large: `more.yaml` is larger than 1 MiB"]


def test_all_together_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zips, "MAX_UNPACKED", 3 << 20)
    noise = "".join(f"{number * 7919 % 1_000_003} {number}\n" for number in range(70_000))
    file = zipped_pack(tmp_path / "ladle.zip", *[(f"{number}.txt", noise) for number in range(4)])
    assert problems(file) == ["zip-too-large: unpacked, this zip would be larger than 3 MiB"]


def test_a_zip_that_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zips, "MAX_ZIP", 1 << 20)
    file = zipped_pack(tmp_path / "ladle.zip", ("noise.bin", bytes(range(256)) * 5000), packing=ZIP_STORED)
    assert problems(file) == ["zip-too-large: this zip is larger than 1 MiB"]


def test_too_many(tmp_path: Path) -> None:
    file = zipped_pack(tmp_path / "ladle.zip", *[(f"{number}.txt", b"") for number in range(1999)])
    assert problems(file) == ["too-many-members: this zip holds more than 2000 files and folders"]


@pytest.mark.parametrize("data", [b"", b"pack: ladle\n", b"PK\x03\x04", b"PK\x05\x06" + bytes(18), b"\0" * 100])
def test_no_zip_at_all(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "ladle.zip"
    file.write_bytes(data)
    assert problems(file)[0].partition(":")[0] in ("broken-zip", "no-pack")


def test_a_byte_that_fell_over(tmp_path: Path) -> None:
    file = zipped_pack(tmp_path / "ladle.zip", packing=ZIP_STORED)
    file.write_bytes(file.read_bytes().replace(b"Takes a crate more", b"Takes a crate less"))
    assert problems(file) == ["broken-zip: this is no zip, or it is damaged"]


@pytest.mark.parametrize(("size", "said"), [(1_000_000, 10), (30_000, 30_001)])
def test_a_member_that_lies_about_its_size(tmp_path: Path, size: int, said: int) -> None:
    """It says 10 bytes in the list, and holds a million: no more than it says is unpacked. Or it holds less."""
    file = zipped_pack(tmp_path / "ladle.zip", ("more.yaml", b" " * size))
    file.write_bytes(file.read_bytes().replace(size.to_bytes(4, "little"), said.to_bytes(4, "little")))
    assert problems(file) == ["broken-zip: this is no zip, or it is damaged"]


def test_a_folder_called_so(tmp_path: Path) -> None:
    (tmp_path / "ladle.zip").mkdir()
    assert problems(tmp_path / "ladle.zip") == ["not-a-file: this is a folder, not a file"]


def test_all_that_is_wrong_is_said_at_once(tmp_path: Path) -> None:
    file = zipped_pack(tmp_path / "ladle.zip", ("../x.yaml", "x"), (link("y.yaml"), "x"), ("things.yaml", "x"))
    assert [found.partition(":")[0] for found in problems(file)] == [
        "unsafe-path",
        "link-not-followed",
        "duplicate-member",
    ]


# --- whatever it may be -----------------------------------------------------------------------------------------------

Damage = Callable[[bytearray], None]
SOME = settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])


@SOME
@given(st.lists(st.tuples(st.integers(0, 2000), st.integers(0, 255)), max_size=6), st.integers(0, 2000))
def test_damage_is_said_or_does_no_harm(tmp_path: Path, changes: list[tuple[int, int]], cut: int) -> None:
    file = zipped_pack(tmp_path / "ladle.zip", ("deep/more.yaml", "- entry: x\n"), packing=ZIP_STORED)
    whole = read_zip(file, "ladle.zip").files
    data = bytearray(file.read_bytes())
    for at, byte in changes:
        data[at % len(data)] = byte
    file.write_bytes(data[: len(data) - cut % 40] if cut % 3 == 0 else data)
    found = read_zip(file, "ladle.zip")
    assert bool(found.problems) != bool(found.files)
    # Contents are sealed; where they are read they are what they were, whatever their names have become.
    assert set(found.files.values()) <= set(whole.values())


@SOME
@given(st.lists(st.text(st.sampled_from("ab./\\:"), min_size=1, max_size=8), min_size=1, max_size=4))
def test_no_path_leads_out(tmp_path: Path, members: list[str]) -> None:
    file = zipped_pack(tmp_path / "ladle.zip", *[(f"{name}.yaml", "- entry: x\n") for name in members])
    for inside in read_zip(file, "ladle.zip").files:
        path = (tmp_path / "pack" / inside).resolve()
        assert path.is_relative_to(tmp_path / "pack")
        assert path.relative_to(tmp_path / "pack").as_posix() == inside
