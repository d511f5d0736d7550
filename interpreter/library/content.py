"""The files of a ruleset: found, read, checked against their schemas, and laid out by kind and name."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from interpreter.source.diagnostics import Diagnostics, suggestion
from interpreter.source.nodes import Mapping, Node, Scalar, Sequence
from interpreter.source.shipped import shipped
from interpreter.source.text import SourceProblem, read_source

KINDS = ("status", "marker", "entry", "action", "item", "unit", "policy", "about")
MOST_FILES = 2000


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
    """All that a ruleset's folder holds. `pieces` maps kind and name to a piece, in the order of the files."""

    name: str
    folder: Path
    ruleset: Piece
    pieces: dict[str, dict[str, Piece]] = field(default_factory=lambda: {kind: {} for kind in KINDS})
    abouts: list[Piece] = field(default_factory=list)
    scenarios: dict[str, Piece] = field(default_factory=dict)
    rulebook: Mapping | None = None
    files: list[str] = field(default_factory=list)

    def statements(self) -> list[str]:
        """The ids of the rulebook's statements."""
        listed = self.rulebook.get("statements") if self.rulebook is not None else None
        if not isinstance(listed, Sequence):
            return []
        ids = [item.get("id") for item in listed.items if isinstance(item, Mapping)]
        return [id.text for id in ids if isinstance(id, Scalar)]


def find_ruleset(path: str) -> Path:
    """The folder of the ruleset that a path leads to: a folder, a file in one, or the name of one that ships.

    Raises ContentProblem where there is none.
    """
    given = Path(path)
    if given.exists():
        start = given.resolve()
        for folder in (start, *start.parents):
            if (folder / "ruleset.yaml").is_file():
                return folder
        raise ContentProblem(f"`{path}` lies in no ruleset: neither it nor a folder above it has a `ruleset.yaml`")
    names = shipped_rulesets()
    if path in names:
        return shipped("content") / path
    for name in names:
        if (shipped("content") / name / "scenarios" / f"{path}.yaml").is_file():
            return shipped("content") / name
    known = [*names, *shipped_scenarios()]
    help = suggestion(path, known, "file, ruleset or scenario")
    raise ContentProblem(f"there is no file and nothing shipped called `{path}`; {help}")


def each_ruleset(path: str) -> list[str]:
    """The rulesets that a path leads to: the one it lies in, or those in the folders right below it."""
    given = Path(path)
    start = given.resolve()
    if given.is_dir() and not any((folder / "ruleset.yaml").is_file() for folder in (start, *start.parents)):
        below = sorted(file.parent.as_posix() for file in given.glob("*/ruleset.yaml"))
        return below or [path]
    return [path]


def shipped_rulesets() -> list[str]:
    """The names of the rulesets that ship."""
    return sorted(folder.parent.name for folder in shipped("content").glob("*/ruleset.yaml"))


def shipped_scenarios() -> list[str]:
    """The names of the scenarios that ship."""
    return sorted(file.stem for file in shipped("content").glob("*/scenarios/*.yaml"))


def shown_path(file: Path, folder: Path) -> str:
    """How a file is called in messages: what ships the same everywhere, the rest seen from where one stands."""
    content = shipped("content")
    if folder.is_relative_to(content):
        return "content/" + file.relative_to(content).as_posix()
    here = Path.cwd()
    return file.relative_to(here).as_posix() if file.is_relative_to(here) else file.as_posix()


def files_of(folder: Path) -> list[Path]:
    """The files of a ruleset, its ruleset file first, the rest by their names."""
    files = sorted(folder.rglob("*.yaml"), key=lambda file: (file != folder / "ruleset.yaml", file.as_posix()))
    if len(files) > MOST_FILES:
        raise ContentProblem(f"`{folder}` holds more than {MOST_FILES} files")
    return files


def read_content(folder: Path, diagnostics: Diagnostics, *, schemas: bool = True) -> Content | None:
    """Read the ruleset in a folder; None where its ruleset file cannot be used. What is wrong goes to diagnostics."""
    files = files_of(folder)
    content: Content | None = None
    for file in files:
        node = _read(file, shown_path(file, folder), diagnostics, schemas)
        if node is None and content is None:
            return None
        if node is None:
            continue
        if content is None:
            content = _begin(node, folder)
        if content is None:
            message = "this is no ruleset, though its file is called so"
            help = "begin it with `ruleset: NAME`, or call the file otherwise"
            diagnostics.error("no-ruleset", message, node.span, phase="read", help=help)
            return None
        content.files.append(shown_path(file, folder))
        _gather(content, node, diagnostics)
    if content is not None:
        for file in sorted(folder.rglob("*.yml")):
            message = f"`{shown_path(file, folder)}` is not read: files of content end in `.yaml`"
            help = f"call it `{file.stem}.yaml`"
            diagnostics.warning("not-read", message, content.ruleset.name_node.span, phase="read", help=help)
    return content


def _read(file: Path, shown: str, diagnostics: Diagnostics, schemas: bool) -> Node | None:
    from interpreter.source.yaml_tree import read_yaml

    try:
        source = read_source(file, shown)
    except SourceProblem as problem:
        diagnostics.add(problem.diagnostic)
        return None
    node = read_yaml(source, diagnostics)
    if node is not None and schemas and not _valid(node, diagnostics):
        return None
    return node


def _valid(node: Node, diagnostics: Diagnostics) -> bool:
    from interpreter.source.schema import load_schema, validate

    before = len(diagnostics)
    validate(node, load_schema(schema_of(node)), diagnostics)
    return len(diagnostics) == before


def schema_of(node: Node) -> str:
    """The schema that a file is checked against, told by its first key."""
    if isinstance(node, Mapping) and node.items:
        first = node.items[0][0].text
        if first in ("ruleset", "scenario", "rulebook"):
            return first
    return "content"


def _begin(node: Node, folder: Path) -> Content | None:
    name = node.get("ruleset") if isinstance(node, Mapping) else None
    if not isinstance(node, Mapping) or not isinstance(name, Scalar) or schema_of(node) != "ruleset":
        return None
    return Content(name.text, folder, Piece("ruleset", name.text, node, name))


def _gather(content: Content, node: Node, diagnostics: Diagnostics) -> None:
    if isinstance(node, Sequence):
        for item in node.items:
            if isinstance(item, Mapping) and item.items:
                _gather_item(content, item, diagnostics)
        return
    if not isinstance(node, Mapping):
        return
    kind = schema_of(node)
    if kind == "scenario":
        _add(content.scenarios, "scenario", node, diagnostics)
        _check_ruleset(content, node, "ruleset", diagnostics)
    elif kind == "rulebook":
        if content.rulebook is not None:
            _second(node, "rulebook", diagnostics)
        content.rulebook = node
        _check_ruleset(content, node, "rulebook", diagnostics)
    elif kind == "ruleset" and node is not content.ruleset.node:
        _second(node, "ruleset", diagnostics)


def _second(node: Mapping, kind: str, diagnostics: Diagnostics) -> None:
    message, help = f"this is a second {kind}, and a folder holds one", "move it to a folder of its own, or take it out"
    diagnostics.error("duplicate-name", message, node.items[0][0].span, phase="resolve", help=help)


def _check_ruleset(content: Content, node: Mapping, key: str, diagnostics: Diagnostics) -> None:
    """A scenario and a rulebook name the ruleset whose folder they are in."""
    name = node.get(key)
    if isinstance(name, Scalar) and name.text != content.name:
        message = f"this folder holds the ruleset `{content.name}`, not `{name.text}`"
        diagnostics.error("unknown-name", message, name.span, phase="resolve", help=f"write `{content.name}`")


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
