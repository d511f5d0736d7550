"""A small ruleset, packs over it, and zips of all sorts, written into a folder for tests."""

import stat
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from warnings import catch_warnings, simplefilter
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from interpreter.table.loading import load

QUAY = {
    "ruleset.yaml": """\
ruleset: quay
title: Quay
version: 1.2
sides: [cranes, gulls]
attributes:
  reach: {type: number, default: 3}
counters:
  crates: {start: 0, offered: yes}
manners:
  roll: {touches: each}
costs:
  free: {when: any time}
initiative: d20
round:
  - {stage: all, count: unit.init, order: descending, ties: [choice]}
rules: |
  after change of init where manner is roll and unit has greased:
    unit.crates += 1
""",
    "things.yaml": """\
- status: greased
  fields: {grade: {type: number, default: 1, offered: yes}}
  offered: yes
  rules: |
    before change of init of bearer where manner is roll:
      amount = amount + 1
  examples:
    - it: rolls one further
      given: |
        a at 4
        apply greased to a
      do: |
        a uses heave
      expect: |
        a.init is 8
        a.crates is 1
- entry: hook
  modifies:
    reach: {add: 1}
  actions:
    grab:
      cost: free
      do: |
        self.crates += self.reach
      examples:
        - it: takes as many crates as it reaches
          given: |
            a at 4 as hook
          do: |
            a uses grab
          expect: |
            a.crates is 4
- action: heave
  cost: free
  do: |
    shift self by self.reach as roll
  examples:
    - it: goes as far as it reaches
      given: |
        a at 4
      do: |
        a uses heave
      expect: |
        a.init is 7
""",
}

# A pack that adds an entry of its own.
LADLE = """\
- entry: ladle
  says: Takes a crate more.
  actions:
    scoop:
      cost: free
      do: |
        self.crates += self.reach + 1
      examples:
        - it: takes one crate more
          given: |
            a at 4 as ladle
          do: |
            a uses scoop
          expect: |
            a.crates is 4
"""
GREASED = """\
- status: greased
  replaces: greased
  fields: {grade: {type: number, default: 1, offered: yes}}
  offered: yes
  rules: |
    before change of init of bearer where manner is roll:
      amount = amount + 2
"""


def write(folder: Path, files: dict[str, str]) -> Path:
    """Write some files below a folder; gives the folder."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def head(name: str, more: str = "", version: str = "1.0", **extends: str) -> str:
    """A `pack.yaml`; `extends` gives for each name the versions."""
    asked = "".join(f'  {one}: "{versions}"\n' for one, versions in (extends or {"quay": "any"}).items())
    return f"pack: {name}\ntitle: {name.title()}\nversion: {version}\nextends:\n{asked}{more}"


def quay(around: Path) -> Path:
    """The ruleset, in a folder of its own."""
    return write(around / "quay", QUAY)


def pack(around: Path, name: str, things: str = "", more: str = "", **extends: str) -> Path:
    """A pack in a folder beside the ruleset."""
    files = {"pack.yaml": head(name, more, **extends)}
    return write(around / name, files | ({"things.yaml": things} if things else {}))


Member = tuple[str | ZipInfo, str | bytes]


def zipped(file: Path, members: Iterable[Member], packing: int = ZIP_DEFLATED) -> Path:
    """A zip with some members, each a name (or all that is said of it) and what it holds."""
    with catch_warnings(), ZipFile(file, "w", packing) as made:
        simplefilter("ignore")  # `zipfile` warns of two members of one name
        for name, data in members:
            made.writestr(name, data, compress_type=packing)
    return file


def zipped_pack(file: Path, *more: Member, things: str = LADLE, packing: int = ZIP_DEFLATED) -> Path:
    """A zip of a pack for the ruleset, which is sound but for what is added."""
    return zipped(file, [("pack.yaml", head(file.stem)), ("things.yaml", things), *more], packing)


def special(name: str, kind: int) -> ZipInfo:
    """A member that is a link or something else that is no file."""
    info = ZipInfo(name)
    info.external_attr = (kind | 0o644) << 16
    return info


def link(name: str) -> ZipInfo:
    return special(name, stat.S_IFLNK)


def encrypted(file: Path, name: str) -> Path:
    """Mark a member of a zip as encrypted, in its own head and in the list."""
    data = bytearray(file.read_bytes())
    for mark, flags, at in ((b"PK\x03\x04", 6, 30), (b"PK\x01\x02", 8, 46)):
        start = data.find(mark)
        while data[start + at : start + at + len(name)] != name.encode():
            start = data.index(mark, start + 4)
        data[start + flags] |= 1
    file.write_bytes(data)
    return file


def overlapping(file: Path, members: int) -> Path:
    """A zip whose members, at most 26, are all one and the same piece of it, listed under many names."""
    inner = BytesIO()
    with ZipFile(inner, "w", ZIP_DEFLATED) as made:
        made.writestr("x.yaml", "- entry: x\n" + "# 0123456789abcdef\n" * 100)
    data = inner.getvalue()
    first, end = data.index(b"PK\x01\x02"), data.index(b"PK\x05\x06")
    tail = bytearray(data[end:])
    entry = data[first:end]
    entries = b"".join(entry.replace(b"x.yaml", b"%c.yaml" % (97 + number)) for number in range(members))
    tail[8:12] = members.to_bytes(2, "little") * 2
    tail[12:16] = len(entries).to_bytes(4, "little")
    file.write_bytes(data[:first] + entries + bytes(tail))
    return file


def check(path: str) -> list[str]:
    """All findings of a path."""
    found = load(path).diagnostics
    return [f"{d.span.file.path}:{d.span.line} {d.code}: {d.message}" for d in found]
