"""Packs that are zipped: read in memory, within bounds, and nothing of them before all of them has been looked at.

A zip comes from somebody else. So nothing is ever unpacked into a folder, what its list of members says is checked
before any of them is read, and none is read further than the list says. Where anything is wrong nothing is read at all.
"""

from __future__ import annotations

import stat
import struct
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path, PurePosixPath
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from interpreter.library.filenames import as_content, is_almost_content, is_portable
from interpreter.source.diagnostics import Diagnostic, listed, quoted
from interpreter.source.text import MAX_BYTES, SourceProblem, cannot_read, read_bytes

MAX_ZIP = 16 << 20
"""The largest zip that is read, in bytes."""

MAX_UNPACKED = 64 << 20
"""What the members of a zip may come to, in bytes."""

MOST_MEMBERS = 2000
"""How many files and folders a zip may hold."""

MAX_RATIO = 100
"""How many times smaller than itself a member may be packed, where it is larger than `SMALL`."""

SMALL = 64 << 10

_HEAD = "pack.yaml"
_ENCRYPTED = 0x1
_ENTRY = b"PK\x01\x02"
# The least that stands before what a member holds, in bytes.
_LOCAL_HEAD = 30


@dataclass(slots=True)
class Zipped:
    """The files of content in a zip by their paths in the pack; or what is wrong with it, and nothing else."""

    files: dict[str, bytes] = field(default_factory=dict)
    passed_over: list[str] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)


def read_zip(file: Path, shown: str) -> Zipped:
    """Read the pack in a zip; `shown` is the name that messages give it."""
    try:
        return _read(read_bytes(file, shown, MAX_ZIP), shown)
    except SourceProblem as problem:
        found = problem.diagnostic
    if found.code == "file-too-large":
        message = f"this zip is larger than {MAX_ZIP >> 20} MiB"
        found = _problem(shown, "zip-too-large", message, "leave out what is no content")
    return Zipped(problems=[found])


def _read(data: bytes, shown: str) -> Zipped:
    # Counted before the list is taken apart, which alone would take long for a long one.
    if data.count(_ENTRY) > MOST_MEMBERS:
        message = f"this zip holds more than {MOST_MEMBERS} files and folders"
        raise cannot_read(shown, "too-many-members", message, "zip the folder of the pack, and nothing else")
    try:
        with ZipFile(BytesIO(data)) as opened:
            members = opened.infolist()
            problems = [*_whole(members, opened.start_dir, shown), *_each(members, shown)]
            if problems:
                return Zipped(problems=problems)
            return _content(opened, [member for member in members if not member.is_dir()], shown)
    # What is wrong with a damaged zip comes to light in many ways, zipfile's own and those of what it calls.
    except (BadZipFile, zlib.error, EOFError, OSError, ValueError, RuntimeError, struct.error):
        help = "zip the folder of the pack again"
        raise cannot_read(shown, "broken-zip", "this is no zip, or it is damaged", help) from None


def _whole(members: list[ZipInfo], room: int, shown: str) -> Iterator[Diagnostic]:
    """What is wrong with a zip as a whole, in which there is so much room before the list of its members."""
    unpacked = sum(member.file_size for member in members)
    if unpacked > MAX_UNPACKED:
        message = f"unpacked, this zip would be larger than {MAX_UNPACKED >> 20} MiB"
        yield _problem(shown, "zip-too-large", message, "leave out what is no content")
    if sum(member.compress_size + _LOCAL_HEAD for member in members) > room:
        message = "the files in this zip overlap, so that it would unpack to more than it holds"
        yield _problem(shown, "zip-bomb", message, "zip the folder of the pack again")


def _each(members: list[ZipInfo], shown: str) -> Iterator[Diagnostic]:
    """What is wrong with one of the members, of each the first that is found."""
    known: dict[str, str] = {}
    seen: set[str] = set()
    for member in members:
        name = member.filename
        called = quoted(name)
        kind = stat.S_IFMT(member.external_attr >> 16)
        older = known.setdefault(name.casefold(), name)
        # As it stands in the zip: `zipfile` makes another of it, on some systems more than on others.
        if not _is_plain(member.orig_filename):
            message, help = f"{called} is no path inside of a pack", "zip the folder of the pack, and nothing above it"
            if "\\" in member.orig_filename:
                help = "zip the folder of the pack with another program, which writes paths with `/`"
            elif unfit := _UNFIT & {*name}:
                help = f"call it otherwise: on some computers no file has {listed(unfit)} in its name"
            yield _problem(shown, "unsafe-path", message, help)
        elif not all(map(is_portable, name.removesuffix("/").split("/"))):
            message = f"{called} means something else than a file on some computers"
            yield _problem(shown, "unsafe-path", message, "call it otherwise")
        elif older != name:
            message = f"{called} and {quoted(older)} are one and the same file on some computers"
            yield _problem(shown, "duplicate-member", message, "call one of them otherwise")
        elif name in seen:
            message, help = f"there are two files {called} in this zip", "zip the folder of the pack again"
            yield _problem(shown, "duplicate-member", message, help)
        elif kind == stat.S_IFLNK:
            message, help = f"{called} is a link", "put the file itself into the zip: links are not followed"
            yield _problem(shown, "link-not-followed", message, help)
        elif kind not in (0, stat.S_IFREG, stat.S_IFDIR):
            yield _problem(shown, "not-a-file", f"{called} is not an ordinary file", "take it out of the zip")
        elif member.flag_bits & _ENCRYPTED:
            yield _problem(shown, "encrypted-member", f"{called} is encrypted", "zip the pack without a password")
        elif member.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            message, help = f"{called} is packed in a way that is not read", "zip the pack in the usual way (deflate)"
            yield _problem(shown, "unknown-packing", message, help)
        elif member.file_size > SMALL and member.file_size > MAX_RATIO * member.compress_size:
            message = f"{called} would unpack to more than {MAX_RATIO} times its size"
            yield _problem(shown, "zip-bomb", message, "take it out: no text that anybody has written is so small")
        elif _is_content(name) and member.file_size > MAX_BYTES:
            message, help = f"{called} is larger than {MAX_BYTES >> 20} MiB", "split it into several files"
            yield _problem(shown, "file-too-large", message, help)
        seen.add(name)


def _problem(shown: str, code: str, message: str, help: str) -> Diagnostic:
    return cannot_read(shown, code, message, help).diagnostic


# What the name of a file cannot have in it on every system.
_UNFIT = frozenset('\\:*?"<>|')


def _is_plain(name: str) -> bool:
    """Whether a member's name is a path downward, the same on every system."""
    parts = name.removesuffix("/").split("/")
    return name.isprintable() and not set(name) & _UNFIT and not set(parts) & {"", ".", ".."}


def _is_content(name: str) -> bool:
    """Whether a member is read: files of content are, apart from what begins with a dot or lies in what does."""
    parts = name.split("/")
    return name.endswith(".yaml") and not any(part.startswith(".") for part in parts)


def _content(opened: ZipFile, members: list[ZipInfo], shown: str) -> Zipped:
    top = _top(member.filename for member in members)
    if top is None:
        raise cannot_read(shown, "no-pack", *_no_pack([member.filename for member in members]))
    found = Zipped()
    for member in members:
        name = member.filename
        inside = name.removeprefix(top)
        if _is_content(name) and name.startswith(top):
            found.files[inside] = _bytes(opened, member)
        elif (name.endswith(".yaml") or is_almost_content(name)) and not _is_hidden(name):
            found.passed_over.append(inside)
    return found


def _is_hidden(name: str) -> bool:
    return any(part.startswith(".") for part in name.split("/"))


def _top(names: Iterable[str]) -> str | None:
    """Where in the zip the pack lies: at the top, or in the one folder there that is a pack."""
    heads = [name.removesuffix(_HEAD) for name in names if PurePosixPath(name).name == _HEAD]
    if "" in heads:
        return ""
    folders = [head for head in heads if head.count("/") == 1 and not _is_hidden(head)]
    return folders[0] if len(folders) == 1 else None


def _no_pack(names: list[str]) -> tuple[str, str]:
    """Why a zip is none of a pack: the message and the help."""
    shown = sorted(name for name in names if not _is_hidden(name))
    heads = [name for name in shown if PurePosixPath(name).name == _HEAD]
    almost = [name for name in shown if as_content(PurePosixPath(name).name.lower()) == _HEAD]
    others = [name for name in shown if PurePosixPath(name).name in ("ruleset.yaml", "vocabulary.yaml")]
    if len(heads) > 1:
        named = " and ".join(quoted(name) for name in heads[:2])
        return f"this zip holds several packs: {named}", "zip each by itself"
    if heads:
        message = f"the pack in this zip lies too deep: {quoted(heads[0])}"
        return message, "zip the folder that `pack.yaml` is in, and nothing above it"
    if almost:
        return (
            f"this zip holds no `pack.yaml`, but {quoted(almost[0])}",
            "call that `pack.yaml`, and zip the folder again",
        )
    if others:
        what = PurePosixPath(others[0]).stem
        return f"this zip holds no pack, but a {what}", "unpack it: only packs are read from a zip"
    return "this zip holds no `pack.yaml`", "zip the folder of a pack: what is in it, or the folder itself"


def _bytes(opened: ZipFile, member: ZipInfo) -> bytes:
    """What a member holds, read no further than it says it goes. Raises BadZipFile where that is not what is there."""
    with opened.open(member) as stream:
        data = stream.read(MAX_BYTES + 1)
    if len(data) != member.file_size:
        raise BadZipFile
    return data
