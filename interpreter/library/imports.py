"""What a ruleset or a vocabulary imports: found, read, and put in the order in which it counts.

A name leads to the vocabulary in a folder of that name: one beside the folder of what is loaded, or one that ships. So
a name means the same to all that is loaded together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from interpreter.library.content import (
    Content,
    Listings,
    head_of,
    is_vocabulary,
    listing_of,
    read_content,
    shipped_rulesets,
    shipped_vocabularies,
)
from interpreter.library.reading import scalars
from interpreter.source.diagnostics import Diagnostics, suggestion
from interpreter.source.nodes import Scalar
from interpreter.source.shipped import shipped
from interpreter.source.text import SourceProblem, read_source

MOST_IMPORTS = 100


@dataclass(frozen=True, slots=True)
class Import:
    """A vocabulary that comes in, with what it imports itself; `asked` is where what is loaded asks for it.

    Where it comes in because another vocabulary imports it, `asked` is the place that asks for that other one.
    """

    content: Content
    asked: Scalar
    imports: tuple[Import, ...]


@dataclass(slots=True)
class Imports:
    """All that is imported, what is imported itself before what imports it; `names` are all that were asked for."""

    found: list[Import] = field(default_factory=list)
    names: list[str] = field(default_factory=list)


def read_imports(
    content: Content, diagnostics: Diagnostics, *, schemas: bool = True, listed: Listings | None = None
) -> Imports:
    """Read the vocabularies that a ruleset or vocabulary imports. What is wrong goes to diagnostics.

    What has been `listed` is not read again, and what is read now joins it.
    """
    reader = _Reader(content, diagnostics, schemas, {} if listed is None else listed)
    reader.read(content, (), None)
    return Imports(list(reader.found.values()), list(reader.names))


class _Reader:
    def __init__(self, content: Content, diagnostics: Diagnostics, schemas: bool, listed: Listings) -> None:
        self.root = content
        self.schemas = schemas
        self.listed = listed
        self.diagnostics = diagnostics
        self.found: dict[str, Import] = {}
        self.names: dict[str, None] = {}

    def read(self, content: Content, way: tuple[tuple[str, Scalar], ...], asked: Scalar | None) -> tuple[Import, ...]:
        """What some content imports, in order; `way` leads to it: who asks, and where."""
        own: dict[str, Import] = {}
        for name in scalars(content.ruleset.node, "imports"):
            step = (content.name if content.is_vocabulary else "", name)
            if any(name.text == importer for importer, _ in (*way, step)):
                self._cycle(name.text, (*way, step))
                continue
            if name.text not in self.found:
                self._one(name, (*way, step), asked or name)
            if name.text in self.found:
                one = self.found[name.text]
                own |= {each.content.name: each for each in (*one.imports, one)}
        return tuple(own.values())

    def _one(self, name: Scalar, way: tuple[tuple[str, Scalar], ...], asked: Scalar) -> None:
        if len(self.names) >= MOST_IMPORTS:
            message = f"with `{name.text}` there are more than {MOST_IMPORTS} imports"
            self._error("too-many-imports", message, name, "put some vocabularies together")
            return
        tried = name.text in self.names
        self.names[name.text] = None
        folder = folder_of(name.text, self.root.folder)
        if folder is None:
            self._unknown(name)
            return
        if tried:
            return
        content = read_content(folder, self.diagnostics, schemas=self.schemas, listed=self.listed)
        if content is None or content.name != name.text:
            return
        imports = self.read(content, way, asked)
        self.found[name.text] = Import(content, asked, imports)

    def _unknown(self, name: Scalar) -> None:
        message = f"there is no vocabulary `{name.text}`"
        help = suggestion(name.text, vocabularies_for(self.root.folder), "vocabulary")
        beside = self.root.folder.parent / name.text / "ruleset.yaml"
        if beside.is_file() or name.text in shipped_rulesets():
            message = f"`{name.text}` is a ruleset, and only vocabularies can be imported"
            help = "move what both use to a vocabulary, and import that in both"
        self._error("unknown-import", message, name, help)

    def _cycle(self, name: str, way: tuple[tuple[str, Scalar], ...]) -> None:
        """A circle of imports is reported once, however one comes into it: where its first member by name asks on."""
        circle = way[[importer for importer, _ in way].index(name) :]
        at = min(range(len(circle)), key=lambda at: circle[at][0])
        turned = (*circle[at:], *circle[:at])
        members = " -> ".join([*(importer for importer, _ in turned), turned[0][0]])
        message = f"`{turned[0][0]}` imports itself: {members}"
        self._error("import-cycle", message, turned[0][1], "take one of these imports out")

    def _error(self, code: str, message: str, name: Scalar, help: str) -> None:
        self.diagnostics.error(code, message, name.span, phase="read", help=help)


def folder_of(name: str, home: Path) -> Path | None:
    """The folder of the vocabulary that a name leads to from a folder of content; None where there is none."""
    for around in (home.parent, shipped("content")):
        if (around / name / "vocabulary.yaml").is_file() and is_vocabulary(around / name):
            return around / name
    return None


def vocabularies_for(home: Path) -> list[str]:
    """The names of the vocabularies that can be imported from a folder of content."""
    beside = [file.parent.name for file in home.parent.glob("*/vocabulary.yaml")]
    return sorted({*beside, *shipped_vocabularies()})


def imported_files(names: list[str], home: Path, listed: Listings) -> tuple[dict[str, bytes], list[str]] | None:
    """What the files of some vocabularies hold, and those that are passed over, by the names they are shown by.

    None where a vocabulary is not there or not all of it can be read. What has been `listed` is not read again.
    """
    files: dict[str, bytes] = {}
    passed_over: list[str] = []
    for name in names:
        folder = folder_of(name, home)
        held = None if folder is None else listing_of(folder, listed).sources(folder)
        if folder is None or held is None:
            return None
        files |= held
        passed_over += listing_of(folder, listed).names_passed_over(folder)
    return files, passed_over


def importers(vocabulary: Path) -> list[Path]:
    """The rulesets that import a vocabulary: those beside it, then those that ship."""
    beside = sorted(file.parent for file in vocabulary.parent.glob("*/ruleset.yaml"))
    ship = [shipped("content") / name for name in shipped_rulesets()]
    rulesets = dict.fromkeys(folder.resolve() for folder in (*beside, *ship))
    return [ruleset for ruleset in rulesets if vocabulary.resolve() in reached(ruleset)]


def reached(home: Path) -> list[Path]:
    """The folders of all vocabularies that a folder of content imports, as far as they can be read."""
    found: list[Path] = []
    waiting = [home]
    while waiting:
        for name in _names_in(waiting.pop()):
            folder = folder_of(name, home)
            if folder is not None and folder.resolve() not in found:
                found.append(folder.resolve())
                waiting.append(folder)
    return found


def _names_in(folder: Path) -> Iterator[str]:
    """What the head of a folder of content asks for; nothing where it cannot be read."""
    from interpreter.source.nodes import Mapping
    from interpreter.source.yaml_tree import read_yaml

    try:
        node = read_yaml(read_source(head_of(folder) or folder), Diagnostics())
    except SourceProblem:
        return
    if isinstance(node, Mapping):
        yield from (name.text for name in scalars(node, "imports"))
