"""The content that mistakes are put into: read and parsed once, and checked again with one file changed."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from unittest import mock

from interpreter.language import syntax as s
from interpreter.language.check_constants import parts_of
from interpreter.language.scope import Checked
from interpreter.library import content as reading
from interpreter.library.content import Content, Listing, shipped_rulesets, shipped_vocabularies, shown_path
from interpreter.source import nodes
from interpreter.source.diagnostics import Diagnostic, Diagnostics
from interpreter.source.shipped import shipped
from interpreter.source.text import SourceFile
from interpreter.table.loading import Loaded, load_folder

# The keys under which a condition stands.
QUESTIONS = ("that", "ends_when", "cuts_in")


class Kept:
    """What was read of files, kept over many checks of nearly the same content; what was parsed of it is kept there."""

    def __init__(self) -> None:
        self._read = reading._read
        self.nodes: dict[str, tuple[nodes.Node | None, list[Diagnostic]]] = {}

    def load(self, folder: Path, changed: Mapping[str, str] | None = None) -> Loaded:
        """Check a folder of content; `changed` has other texts for files, by the names they are shown by."""
        texts = changed or {}

        def read(file: Path, listing: Listing, of: Path, diagnostics: Diagnostics, schemas: bool) -> nodes.Node | None:
            shown = shown_path(file, of)
            if shown in texts:
                node, problems = reading.held_in(SourceFile(shown, texts[shown]), schemas)
            else:
                if shown not in self.nodes:
                    found = Diagnostics()
                    self.nodes[shown] = self._read(file, listing, of, found, schemas), list(found)
                node, problems = self.nodes[shown]
            diagnostics.extend(problems)
            return node

        # This is all that reads files.
        with mock.patch.object(reading, "_read", read):
            return load_folder(folder)


@dataclass(frozen=True)
class Text:
    """A text in the rules language: how it was parsed, the scalar that holds it, and its tree."""

    start: str
    scalar: nodes.Scalar
    tree: s.Node | tuple[s.Node, ...]


@dataclass(frozen=True)
class Place:
    """A node of the rules language with those around it, the nearest one last."""

    node: s.Node
    around: tuple[s.Node, ...]
    text: Text

    @property
    def parent(self) -> s.Node | None:
        return self.around[-1] if self.around else None


class Shelf:
    """One folder of content as it ships."""

    def __init__(self, folder: Path, kept: Kept | None = None) -> None:
        self.folder = folder
        self.name = folder.name
        self.kept = kept or Kept()
        self.loaded = self.kept.load(folder)
        assert self.loaded.checker is not None, f"{folder} cannot be read"
        self.good = {(found.code, found.message) for found in self.loaded.diagnostics}

    def check(self, changed: Mapping[str, str]) -> list[Diagnostic]:
        """What is found with some files changed that is not found in the content as it ships."""
        found = self.kept.load(self.folder, changed).diagnostics
        return [one for one in found if (one.code, one.message) not in self.good]

    @property
    def content(self) -> Content:
        """What the folder holds, with what it imports."""
        assert self.loaded.content is not None
        return self.loaded.content

    @property
    def checked(self) -> Checked:
        assert self.loaded.checker is not None
        return self.loaded.checker.checked

    @cached_property
    def is_vocabulary(self) -> bool:
        return (self.folder / "vocabulary.yaml").is_file()

    @cached_property
    def files(self) -> dict[str, nodes.Node]:
        """What the folder's own files hold, by the names they are shown by."""
        own = [file for file in sorted(self.kept.nodes) if file.startswith(shown_path(self.folder, self.folder) + "/")]
        return {file: node for file in own if (node := self.kept.nodes[file][0]) is not None}

    @cached_property
    def texts(self) -> list[Text]:
        """The texts in the rules language of the folder's own files, in the order of the files."""
        found = [
            Text(start, one, tree) for one in self.scalars for start, tree in one.trees.items() if tree is not None
        ]
        return sorted(found, key=lambda text: (text.scalar.file.path, text.scalar.start, text.start))

    @cached_property
    def scalars(self) -> list[nodes.Scalar]:
        return [one for node in self.files.values() for one in scalars_of(node)]

    @cached_property
    def questions(self) -> frozenset[tuple[str, int]]:
        """Where the texts stand in YAML that are conditions by themselves."""
        found = [value for node in self.files.values() for key, value in _pairs(node) if key in QUESTIONS]
        return frozenset((value.file.path, value.start) for value in found)

    @cached_property
    def whole(self) -> list[s.Node]:
        """The trees of all texts, those of what is imported as well."""
        roots = [self.kept.nodes[file][0] for file in self.content.files]
        trees = [tree for root in roots if root is not None for one in scalars_of(root) for tree in one.trees.values()]
        found = [tree if isinstance(tree, tuple) else (tree,) for tree in trees]
        return [root for tree in found for root in tree if isinstance(root, s.Node)]

    @cached_property
    def places(self) -> list[Place]:
        """All nodes of all texts."""
        return [place for text in self.texts for place in places_of(text)]

    @cached_property
    def words(self) -> frozenset[str]:
        """Every name that anything of this content declares or that the language knows."""
        from interpreter.language.words import core_vocabulary

        v = self.checked.vocabulary
        forms = [*v.events.values(), *v.verbs.values()]
        tables = [*v.statuses.values(), *v.markers.values(), *v.entries.values(), *v.records.values()]
        fields = [*(form.fields for form in forms), *tables, v.change_fields]
        return frozenset(
            {*core_vocabulary(), *v.attributes, *v.counters, *v.manners, *v.flags, *v.events, *v.verbs, *v.functions}
            | {*v.statuses, *v.markers, *v.entries, *v.items, *v.options, *v.records, *v.words, *v.all_words()}
            | v.families.keys()
            | {name for table in fields for name in table}
            | {stage for form in forms for stage in form.stages}
            | {param.name for define in v.functions.values() for param in define.params}
        )


def shelves() -> list[Path]:
    """The folders of content that ship."""
    return [shipped("content") / name for name in sorted([*shipped_rulesets(), *shipped_vocabularies()])]


def settle() -> None:
    """Let what is kept be no burden to the collection of garbage."""
    gc.collect()
    gc.freeze()


def _pairs(node: nodes.Node) -> Iterator[tuple[str, nodes.Node]]:
    """The keys under a node with their values."""
    if isinstance(node, nodes.Mapping):
        for key, value in node.items:
            yield key.text, value
            yield from _pairs(value)
    elif isinstance(node, nodes.Sequence):
        for item in node.items:
            yield from _pairs(item)


def scalars_of(node: nodes.Node) -> Iterator[nodes.Scalar]:
    """The values under a node that are scalars."""
    if isinstance(node, nodes.Scalar):
        yield node
    elif isinstance(node, nodes.Mapping):
        for _, value in node.items:
            yield from scalars_of(value)
    else:
        for item in node.items:
            yield from scalars_of(item)


def places_of(text: Text) -> Iterator[Place]:
    """All nodes of a text, each with those around it."""
    for root in text.tree if isinstance(text.tree, tuple) else (text.tree,):
        yield from _places(root, (), text)


def _places(node: s.Node, around: tuple[s.Node, ...], text: Text) -> Iterator[Place]:
    yield Place(node, around, text)
    for part in parts_of(node):
        yield from _places(part, (*around, node), text)
