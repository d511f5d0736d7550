"""One mistake: where it is put in, the line it then stands on, and the word that should be suggested."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from interpreter.source.nodes import Mapping as YamlMapping
from interpreter.source.nodes import Node
from interpreter.source.text import SourceFile, Span


@dataclass(frozen=True)
class Edit:
    """Other text in place of a part of a file, from one offset to another."""

    file: str
    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Fault:
    """A mistake of a kind in the content of a folder.

    `at` are the places (file, offset in the changed text) on whose lines it may be reported, `right` are words any of
    which the help must name (none: there is no suggestion to make), `what` says what was done, for people.
    """

    kind: str
    folder: str
    edits: tuple[Edit, ...]
    at: tuple[tuple[str, int], ...]
    what: str
    right: tuple[str, ...] = ()


def changed(texts: Mapping[str, str], edits: tuple[Edit, ...]) -> dict[str, str]:
    """The files that edits change, as they then are."""
    found: dict[str, str] = {}
    for edit in sorted(edits, key=lambda one: (one.file, one.start), reverse=True):
        text = found.get(edit.file, texts[edit.file])
        found[edit.file] = text[: edit.start] + edit.text + text[edit.end :]
    return found


def lines_of(fault: Fault, texts: Mapping[str, str]) -> set[tuple[str, int]]:
    """The lines on which a mistake may be reported; `texts` are the files as they are with it."""
    return {(file, SourceFile(file, texts[file]).position(offset)[0]) for file, offset in fault.at}


def moved(edits: tuple[Edit, ...], file: str, offset: int) -> int:
    """Where a place of a file is once edits are made; what is put in at the place itself stands behind it."""
    before = [edit for edit in edits if edit.file == file and edit.start < offset]
    return offset + sum(len(edit.text) - (edit.end - edit.start) for edit in before)


@dataclass(frozen=True)
class Maker:
    """Makes the mistakes of one kind in one folder."""

    kind: str
    folder: str

    def put(self, place: Span, text: str, what: str, *, right: tuple[str, ...] = (), over: bool = False) -> Fault:
        """A mistake that stands where something else stood; `over`: it may be reported on each of its lines."""
        file = place.file.path
        at = [place.start]
        if over:
            at += [place.start + i + 1 for i, character in enumerate(text) if character == "\n"]
        edit = Edit(file, place.start, place.end, text)
        return Fault(self.kind, self.folder, (edit,), tuple((file, one) for one in at), what, right)


def beginning(node: Node) -> int:
    """Where a value begins: a mapping with its first key."""
    return node.items[0][0].start if isinstance(node, YamlMapping) and node.items else node.start
