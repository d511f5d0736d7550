"""The files of rulesets, vocabularies and packs: found, read, checked by their schemas, laid out by kind and name."""

from __future__ import annotations

import os
from collections.abc import Iterator
from collections.abc import Mapping as AbstractMapping
from collections.abc import Sequence as AbstractSequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from interpreter.library.filenames import HEADS, almost_head, as_content, is_almost_content, printable
from interpreter.library.hints import hint
from interpreter.library.misplaced import (
    check_folder,
    check_replaces,
    check_ruleset,
    check_statements,
    misplaced,
    second,
)
from interpreter.library.strays import KINDS, schema_of, sorted_out, told
from interpreter.source.diagnostics import Diagnostic, Diagnostics, listed
from interpreter.source.nodes import Mapping, Node, Scalar, Sequence
from interpreter.source.shipped import shipped
from interpreter.source.text import SourceFile, SourceProblem, cannot_read, read_bytes, read_source

MOST_FILES = 2000
ZIP = ".zip"


class ContentProblem(Exception):
    """A path that leads to no content: the message says what was looked for."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One declared thing: its kind, its name, and the mapping that declares it."""

    kind: str
    name: str
    node: Mapping
    name_node: Scalar


@dataclass(slots=True)
class Content:
    """All that the folder of a ruleset, a vocabulary or a pack holds, and what is imported into it or extended by it.

    `ruleset` is what heads it, whichever of these it is. `folder` is the zip of a pack that is zipped. `pieces` maps
    kind and name to a piece, in the order of the files.
    `files` has all files by the names they are shown by; `imported` those of other folders, and among these `extended`
    those that are no vocabulary's. `needed` has what vocabularies ask for, as (section, name). `heads` has the names of
    all that it is put together from, by the file that heads each.
    """

    name: str
    folder: Path
    ruleset: Piece
    pieces: dict[str, dict[str, Piece]] = field(default_factory=lambda: {kind: {} for kind in KINDS})
    abouts: list[Piece] = field(default_factory=list)
    scenarios: dict[str, Piece] = field(default_factory=dict)
    rulebook: Mapping | None = None
    files: list[str] = field(default_factory=list)
    imported: frozenset[str] = frozenset()
    extended: frozenset[str] = frozenset()
    needed: frozenset[tuple[str, str]] = frozenset()
    heads: AbstractMapping[str, str] = field(default_factory=dict)

    @property
    def is_vocabulary(self) -> bool:
        return self.ruleset.kind == "vocabulary"

    @property
    def is_pack(self) -> bool:
        return self.ruleset.kind == "pack"

    def statements(self) -> list[str]:
        """The ids of the rulebook's statements."""
        return [id.text for id in self.statement_ids()]

    def statement_ids(self) -> list[Scalar]:
        """The ids of the rulebook's statements, where they are written."""
        listed = self.rulebook.get("statements") if self.rulebook is not None else None
        if not isinstance(listed, Sequence):
            return []
        ids = [item.get("id") for item in listed.items if isinstance(item, Mapping)]
        return [id for id in ids if isinstance(id, Scalar)]


def find_folder(path: str) -> Path:
    """The folder of the ruleset, vocabulary or pack that a path leads to: a folder, a file in one, or the name of what
    ships. Of a pack that is zipped, or of a file in it, it is the zip; of a scenario that lies alone, its ruleset.

    Raises ContentProblem where there is none.
    """
    if not path:
        raise ContentProblem("an empty text leads nowhere: name a folder, a file, or something that ships")
    given = Path(path)
    zipped = zip_of(given)
    if zipped is not None:
        from interpreter.library.inside import files_in

        files_in(given, zipped)
        return zipped
    if given.exists():
        from interpreter.library.lone import folder_named

        folder = folder_around(given.resolve()) or folder_named(given)
        if folder is not None:
            return folder
        raise ContentProblem(
            f"`{path}` lies in no ruleset: neither it nor a folder above it has a `ruleset.yaml`, a `vocabulary.yaml`"
            f" or a `pack.yaml`{almost_head(given)}"
        )
    content = shipped("content")
    if path in (*shipped_rulesets(), *shipped_vocabularies()):
        return content / path
    for name in shipped_rulesets():
        if (content / name / "scenarios" / f"{path}.yaml").is_file():
            return content / name
    if given.parent != Path() and given.parent.is_dir():
        from interpreter.library.inside import not_in

        raise not_in(given, [file.name for file in given.parent.iterdir() if not _dotted(file.name)])
    known = [*shipped_rulesets(), *shipped_vocabularies(), *shipped_scenarios()]
    rulesets = f"the rulesets that ship are {listed(shipped_rulesets())}"
    help = hint(path, known, "file, ruleset or scenario", rulesets)
    raise ContentProblem(f"there is no file and nothing shipped called `{path}`{help}")


def folder_around(path: Path) -> Path | None:
    """The folder of content that a path is or lies in."""
    return next((folder for folder in (path, *path.parents) if head_of(folder) is not None), None)


def zip_of(path: Path) -> Path | None:
    """The zip that a path leads to or into, as in `rain.zip/things.yaml`; None where there is none."""
    for part in (path, *path.parents):
        if part.suffix.lower() == ZIP and part.is_file():
            return part.resolve()
    return None


def find_ruleset(path: str) -> Path:
    """The folder of the ruleset or pack that a path leads to. Raises ContentProblem where there is none."""
    folder = find_folder(path)
    if is_vocabulary(folder):
        raise ContentProblem(
            f"`{path}` leads to a vocabulary, which is no game by itself: name a ruleset that imports it"
        )
    return folder


def is_vocabulary(folder: Path) -> bool:
    """Whether a folder of content is a vocabulary's."""
    head = head_of(folder)
    return head is not None and head.stem == "vocabulary"


def is_pack(folder: Path) -> bool:
    """Whether a folder of content is a pack's; a zip is nothing else."""
    head = head_of(folder)
    return zip_of(folder) == folder if head is None else head.stem == "pack"


def head_of(folder: Path) -> Path | None:
    """The file that makes a folder one of content."""
    return next((file for head in HEADS if (file := folder / f"{head}.yaml").is_file()), None)


def each_folder(path: str) -> list[str]:
    """The rulesets, vocabularies and packs that a path leads to: the one it lies in, or those in the folders right
    below.
    """
    given = Path(path)
    start = given.resolve()
    if path and given.is_dir() and not any(head_of(folder) is not None for folder in (start, *start.parents)):
        below = [folder for folder in given.iterdir() if not _dotted(folder.name) and head_of(folder) is not None]
        return sorted(folder.as_posix() for folder in below) or [path]
    return [path]


def shipped_rulesets() -> list[str]:
    """The names of the rulesets that ship."""
    return sorted(folder.parent.name for folder in shipped("content").glob("*/ruleset.yaml"))


def shipped_vocabularies() -> list[str]:
    """The names of the vocabularies that ship."""
    return sorted(folder.parent.name for folder in shipped("content").glob("*/vocabulary.yaml"))


def shipped_scenarios() -> list[str]:
    """The names of the scenarios that ship."""
    return sorted(file.stem for file in shipped("content").glob("*/scenarios/*.yaml"))


def shown_path(file: Path, folder: Path) -> str:
    """How a file is called in messages: what ships the same everywhere, the rest seen from where one stands."""
    content = shipped("content")
    if file.is_relative_to(content):
        return "content/" + printable(file.relative_to(content))
    here = Path.cwd()
    return printable(file.relative_to(here) if file.is_relative_to(here) else file)


@dataclass(slots=True)
class Listing:
    """What a folder of content holds: files to read, files called almost so, and folders that cannot be listed.

    `held` has the bytes of files: those in a zip, and all that have been read once, so that whatever is made of a
    listing is made of the same bytes. Where there are `problems`, nothing of it can be used; where one of the files was
    `unread`, what is found in the rest may be otherwise the next time.
    """

    files: list[Path] = field(default_factory=list)
    passed_over: list[Path] = field(default_factory=list)
    closed: list[Path] = field(default_factory=list)
    held: dict[Path, bytes] = field(default_factory=dict)
    problems: list[Diagnostic] = field(default_factory=list)
    unread: bool = False

    def read(self, file: Path, shown: str) -> bytes:
        """The bytes of a file, read once. Raises SourceProblem where it cannot be read."""
        if file not in self.held:
            try:
                self.held[file] = read_bytes(file, shown)
            except SourceProblem:
                self.unread = True
                raise
        return self.held[file]

    def sources(self, folder: Path) -> dict[str, bytes] | None:
        """What the files hold, by the names they are shown by; None where not all of it can be had."""
        if self.closed or self.problems or self.unread:
            return None
        shown = {file: shown_path(file, folder) for file in self.files}
        try:
            found = {shown[file]: self.read(file, shown[file]) for file in self.files}
        except SourceProblem:
            return None
        # Names that are not UTF-8 can look alike.
        return found if len(found) == len(self.files) else None

    def names_passed_over(self, folder: Path) -> list[str]:
        """The files that are called almost as those that are read, by the names they are shown by."""
        return [shown_path(file, folder) for file in self.passed_over]


# Folders of content that have been listed, and what was read in them.
Listings = dict[Path, Listing]


def listing_of(folder: Path, listed: Listings) -> Listing:
    """The listing of a folder, made once."""
    if folder not in listed:
        listed[folder] = list_files(folder)
    return listed[folder]


def list_files(folder: Path, drafts: AbstractMapping[Path, bytes] | None = None) -> Listing:
    """The files of a folder of content, its head first, the rest by their names; what begins with a dot is left out.

    `drafts` are files that are not there, and are taken as if they were.
    """
    found = _zipped(folder) if zip_of(folder) is not None else _walked(folder)
    for file, data in (drafts or {}).items():
        found.files.append(file)
        found.held[file] = data
    heads = [file for head in HEADS for file in found.files if file == folder / f"{head}.yaml"]
    found.files.sort(key=lambda file: (file not in heads[:1], file.as_posix()))
    found.passed_over.sort()
    if len(found.files) > MOST_FILES:
        raise ContentProblem(f"`{folder}` holds more than {MOST_FILES} files")
    return found


def _walked(folder: Path) -> Listing:
    found = Listing()
    own = is_pack(folder)
    walk = os.walk(folder, onerror=lambda error: found.closed.append(Path(error.filename)))
    for parent, folders, names in walk if folder.exists() else ():
        folders[:] = [name for name in folders if not _dotted(name)]
        links = [_link(Path(parent, name), folder) for name in (*folders, *names) if own and not _dotted(name)]
        found.problems += [problem for problem in links if problem is not None]
        for file in [Path(parent, name) for name in names if not _dotted(name)]:
            if file.suffix == ".yaml":
                found.files.append(file)
            elif is_almost_content(file.name):
                found.passed_over.append(file)
    # So that nobody reads them who looks at the files alone.
    return Listing(problems=found.problems) if found.problems else found


def _link(path: Path, folder: Path) -> Diagnostic | None:
    """What is wrong with a link in the folder of a pack, which comes from somebody else: it may lead to anything."""
    if not path.is_symlink():
        return None
    named = f"`{printable(path.relative_to(folder))}`"
    if path.is_dir():
        message = f"{named} is a link to a folder"
    elif path.suffix.lower() == ".yaml" and not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder)):
        message = f"{named} is a link that leads out of the pack"
    else:
        return None
    help = "put the files themselves into the pack: links are not followed"
    return cannot_read(shown_path(path, folder), "link-not-followed", message, help).diagnostic


def _zipped(file: Path) -> Listing:
    from interpreter.library.zips import read_zip

    zipped = read_zip(file, shown_path(file, file))
    held = {file / inside: data for inside, data in zipped.files.items()}
    passed_over = [file / inside for inside in zipped.passed_over]
    return Listing([*held], passed_over, held=held, problems=zipped.problems)


def _dotted(name: str) -> bool:
    return name.startswith(".")


def read_content(
    folder: Path,
    diagnostics: Diagnostics,
    *,
    schemas: bool = True,
    listed: Listings | None = None,
) -> Content | None:
    """Read the ruleset, vocabulary or pack in a folder, without what it imports or extends; None where its head cannot
    be used. What has been `listed` is not listed again, nor read again, and what is listed and read now joins it.

    What is wrong goes to diagnostics.
    """
    listing = listing_of(folder, {} if listed is None else listed)
    diagnostics.extend(listing.problems)
    if listing.problems:
        return None
    for closed in listing.closed:
        shown, message = shown_path(closed, folder), "this folder cannot be listed"
        diagnostics.add(cannot_read(shown, "unreadable-folder", message, "check who may read it").diagnostic)
    content: Content | None = None
    for file in listing.files:
        node = _read(file, listing, folder, diagnostics, schemas)
        if node is None and content is None:
            return None
        if node is None:
            continue
        if content is None:
            content = _begin(node, folder, file.stem)
        if content is None:
            message = f"this is no {file.stem}, though its file is called so"
            help = f"begin it with `{file.stem}: NAME`, or call the file otherwise"
            diagnostics.error("no-ruleset", message, node.span, phase="read", help=help)
            return None
        if not content.files:
            check_folder(content, diagnostics)
        content.files.append(shown_path(file, folder))
        _gather(content, node, diagnostics)
    if content is not None:
        for file in listing.passed_over:
            message = f"`{shown_path(file, folder)}` is not read: files of content end in `.yaml`"
            help = f"call it `{as_content(printable(Path(file.name)))}`"
            if file.suffix == ".yaml":
                message = f"`{shown_path(file, folder)}` is not read: it lies outside of the pack's folder"
                help = "put it where the `pack.yaml` is, and zip that folder again"
            diagnostics.warning("not-read", message, content.ruleset.name_node.span, phase="read", help=help)
    return content


def _read(file: Path, listing: Listing, folder: Path, diagnostics: Diagnostics, schemas: bool) -> Node | None:
    shown = shown_path(file, folder)
    inside = file.relative_to(folder) if file.is_relative_to(folder) else Path(file.name)
    if printable(inside) != inside.as_posix():
        message = f"the name `{printable(inside)}` is not UTF-8"
        diagnostics.add(cannot_read(shown, "wrong-encoding", message, "call it otherwise").diagnostic)
        return None
    try:
        source = read_source(listing.read(file, shown), shown)
    except SourceProblem as problem:
        diagnostics.add(problem.diagnostic)
        return None
    node, found = held_in(source, schemas)
    diagnostics.extend(found)
    return node


@lru_cache(maxsize=128)
def held_in(source: SourceFile, schemas: bool) -> tuple[Node | None, AbstractSequence[Diagnostic]]:
    """What a file holds, with what is wrong with it. Vocabularies are read for each ruleset that imports them."""
    from interpreter.source.schema import load_schema, validate
    from interpreter.source.yaml_tree import read_yaml

    diagnostics = Diagnostics()
    node = read_yaml(source, diagnostics)
    if node is not None and schemas:
        before = len(diagnostics)
        sound = sorted_out(node, diagnostics)
        if sound is not None:
            validate(sound, load_schema(schema_of(node)), diagnostics)
        if len(diagnostics) > before:
            node = None
    return node, tuple(told(source, diagnostics))


def _begin(node: Node, folder: Path, kind: str) -> Content | None:
    name = node.get(kind) if isinstance(node, Mapping) else None
    if not isinstance(node, Mapping) or not isinstance(name, Scalar) or schema_of(node) != kind:
        return None
    head, needed = Piece(kind, name.text, node, name), frozenset(_needed(node))
    return Content(name.text, folder, head, needed=needed, heads={node.file.path: name.text})


def _needed(head: Mapping) -> Iterator[tuple[str, str]]:
    """What a vocabulary needs, as (section, name)."""
    needs = head.get("needs")
    for section, value in needs.items if isinstance(needs, Mapping) else ():
        if isinstance(value, Mapping):
            yield from ((section.text, name) for name in value.names())
        elif isinstance(value, Sequence):
            yield from ((section.text, name.text) for name in value.items if isinstance(name, Scalar))


def _gather(content: Content, node: Node, diagnostics: Diagnostics) -> None:
    if isinstance(node, Sequence):
        for item in node.items:
            if isinstance(item, Mapping) and item.items:
                _gather_item(content, item, diagnostics)
        return
    if not isinstance(node, Mapping):
        return
    kind = schema_of(node)
    if kind == content.ruleset.kind:
        if node is not content.ruleset.node:
            second(node, kind, diagnostics)
    elif kind in HEADS or content.is_vocabulary or (content.is_pack and kind == "rulebook"):
        misplaced(content, node, kind, diagnostics)
    elif kind == "scenario":
        _add(content.scenarios, "scenario", node, diagnostics)
        check_ruleset(content, node, "ruleset", diagnostics)
    elif kind == "rulebook":
        if content.rulebook is not None:
            second(node, "rulebook", diagnostics)
        content.rulebook = node
        check_ruleset(content, node, "rulebook", diagnostics)
        check_statements(content.statement_ids(), diagnostics)


def _gather_item(content: Content, item: Mapping, diagnostics: Diagnostics) -> None:
    kind = next((key.text for key, _ in item.items if key.text in KINDS), None)
    if kind is None:
        return
    if kind == "about":
        name = item.get("about")
        assert isinstance(name, Scalar)
        content.abouts.append(Piece("about", name.text, item, name))
    else:
        _add(content.pieces[kind], kind, item, diagnostics)
        check_replaces(content, item, diagnostics)


def _add(table: dict[str, Piece], kind: str, node: Mapping, diagnostics: Diagnostics) -> None:
    name = node.get(kind)
    if not isinstance(name, Scalar):
        return
    older = table.get(name.text)
    if older is not None:
        diagnostics.error(
            "duplicate-name",
            f"there is a second {kind} `{name.text}`",
            name.span,
            phase="resolve",
            help=f"the first is at {older.name_node.span}; rename one of them",
        )
        return
    table[name.text] = Piece(kind, name.text, node, name)
