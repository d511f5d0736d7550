"""Packs in which something is wrong, one for each code that no file of a ruleset alone can show."""

from collections.abc import Callable
from pathlib import Path
from zipfile import ZIP_LZMA

from interpreter.library.extending import MOST_EXTENDED
from interpreter.library.zips import MAX_ZIP, MOST_MEMBERS
from tests.packing import LADLE, encrypted, head, pack, zipped, zipped_pack

Stage = Callable[[Path], Path]


def over(*packs: tuple[str, dict[str, str]], changes: str = "") -> Stage:
    """Packs, each with what it extends; the first one is meant."""

    def stage(around: Path) -> Path:
        for name, extends in packs:
            pack(around, name, more=changes, **extends)
        return around / packs[0][0]

    return stage


def in_zip(make: Callable[[Path], object]) -> Stage:
    def stage(around: Path) -> Path:
        make(around / "ladle.zip")
        return around / "ladle.zip"

    return stage


def found_twice(around: Path) -> Path:
    zipped_pack(around / "ladle.zip")
    return over(("spoon", {"ladle": "any"}), ("ladle", {"quay": "any"}))(around)


def broken(around: Path) -> Path:
    (around / "quay" / "more.yaml").write_text("- entry: rope\n  ruels: x\n")
    return pack(around, "ladle")


def linked(around: Path) -> Path:
    (around / "secret.yaml").write_text("- entry: rope\n")
    (pack(around, "ladle") / "more.yaml").symlink_to(around / "secret.yaml")
    return around / "ladle"


SIDES: dict[str, str] = {f"side_{n}": "any" for n in range(MOST_EXTENDED)}
CHANGES = 'changes:\n- {example: "heave: goes as far as it reaches", why: x}\n'
# Each is staged beside the ruleset `quay`.
PACKED: dict[str, Stage] = {
    "unknown-extended": over(("ladle", {"quai": "any"})),
    "found-twice": found_twice,
    "wrong-version": over(("ladle", {"quay": ">=2"})),
    "extends-cycle": over(("ladle", {"spoon": "any"}), ("spoon", {"ladle": "any"})),
    "several-rulesets": over(("ladle", {"quay": "any", "causeway": "any"})),
    "too-many-extended": over(("all", {"quay": "any"} | SIDES), *[(name, {"quay": "any"}) for name in SIDES]),
    "broken-extended": broken,
    "not-changed": over(("ladle", {"quay": "any"}), changes=CHANGES),
    "no-pack": in_zip(lambda file: zipped(file, [("things.yaml", LADLE)])),
    "broken-zip": in_zip(lambda file: file.write_text(head("ladle"))),
    "zip-too-large": in_zip(lambda file: file.write_bytes(bytes(MAX_ZIP + 1))),
    "too-many-members": in_zip(lambda file: zipped(file, [(f"{n}.txt", b"") for n in range(MOST_MEMBERS + 1)])),
    "zip-bomb": in_zip(lambda file: zipped_pack(file, ("more.yaml", b" " * 1_000_000))),
    "unsafe-path": in_zip(lambda file: zipped_pack(file, ("../pack.yaml", head("ladle")))),
    "duplicate-member": in_zip(lambda file: zipped_pack(file, ("pack.yaml", head("ladle")))),
    "encrypted-member": in_zip(lambda file: encrypted(zipped_pack(file), "things.yaml")),
    "unknown-packing": in_zip(lambda file: zipped(file, [("pack.yaml", head("ladle"))], ZIP_LZMA)),
    "link-not-followed": linked,
}
