"""A pack laid over what it extends: as if its things stood in the ruleset, where they may take the place of others.

Nothing is replaced in silence: a thing says so. Its examples stay, for they show what is otherwise from now on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from interpreter.library.checking import ContentChecker
from interpreter.library.content import Content, Piece, shown_path
from interpreter.library.extending import Base, Extended, broken
from interpreter.library.merging import Merger, examples_of, replacing_nothing
from interpreter.library.naming import told_once
from interpreter.library.reading import items, scalar
from interpreter.library.strays import KINDS
from interpreter.library.texts import ExampleText, Texts
from interpreter.library.unused import check_unused
from interpreter.source.diagnostics import Diagnostic, Diagnostics, suggestion
from interpreter.source.nodes import Mapping, Scalar

# What the pack says of itself, in place of the ruleset.
OWN = ("title", "says", "version")


@dataclass(slots=True)
class Inherited:
    """The examples of what a pack extends, and those that its changes leave without sense, each with what is wrong."""

    examples: list[ExampleText] = field(default_factory=list)
    senseless: list[tuple[ExampleText, Diagnostic]] = field(default_factory=list)


def layered(base: Base, pack: Content | None, diagnostics: Diagnostics) -> Content:
    """What a pack extends, with the pack over it (or without it). What clashes goes to diagnostics."""
    over = [one for one in base.found if one.content.is_pack]
    if pack is not None:
        over.append(Extended(pack, pack.ruleset.name_node, frozenset(one.content.name for one in base.found)))
    layers = _Layers(base, over, pack, diagnostics)
    parts = [base.ruleset, *(one.content for one in over)]
    merger = Merger(parts, base.ruleset.ruleset.node, layers.meet)
    head, pieces, last = merger.head(), merger.pieces(), parts[-1]
    layers.check_replaced()
    files = [file for part in parts for file in part.files if part is not pack]
    return replace(
        base.ruleset,
        name=last.name,
        ruleset=Piece("ruleset", last.name, _with_own(head, last.ruleset.node), last.ruleset.name_node),
        pieces=pieces,
        abouts=[about for part in parts for about in part.abouts] + layers.replaced,
        scenarios=last.scenarios,
        files=[*(pack.files if pack is not None else ()), *files],
        imported=frozenset(files) if pack is not None else base.ruleset.imported,
        extended=frozenset(files) - base.ruleset.imported,
        heads=dict(head for part in parts for head in part.heads.items()),
    )


def _with_own(head: Mapping, own: Mapping) -> Mapping:
    found = {key.text: (key, value) for key, value in head.items}
    found |= {key.text: (key, value) for key, value in own.items if key.text in OWN}
    return Mapping(head.file, head.start, head.end, tuple(found.values()))


class _Layers:
    """What is wrong where packs meet what they extend. What one pack alone is to blame for is told of that pack."""

    def __init__(self, base: Base, over: list[Extended], pack: Content | None, diagnostics: Diagnostics) -> None:
        self.over = {one.content.name: one for one in over}
        self.root = pack
        self.diagnostics = diagnostics
        self.there = {
            name: {(kind, piece) for kind in KINDS for piece in content.pieces[kind]}
            for name, content in ((one.content.name, one.content) for one in base.found)
        }
        self.replaced: list[Piece] = []
        self.faulty: set[str] = set()

    def meet(self, what: str, name: Scalar, part: Content, first: Scalar, other: Content) -> None:
        piece = part.pieces[what][name.text] if what in KINDS else None
        is_below = other.name in self.over[part.name].under
        if piece is not None and piece.node.get("replaces") is not None:
            self.replaced += examples_of(other.pieces[what][name.text])
            if is_below or self._is_settled(what, name.text):
                return
            message = f"`{other.name}` and `{part.name}` both replace the {what} `{name.text}`"
            help = f"they are at {first.span} and {name.span}; take one of them, or replace it here as well"
            self._error("name-clash", message, self.over[part.name].asked, help)
        elif is_below:
            message = f"`{other.name}` declares the {what} `{name.text}` too"
            help = f"it is at {first.span}; take another name"
            if piece is not None:
                help += f", or write `replaces: {name.text}` if this takes its place"
            self._blame("name-clash", message, name, help, part)
        elif piece is not None and self._is_settled(what, name.text):
            self.replaced += examples_of(other.pieces[what][name.text])
        else:
            message = f"`{other.name}` and `{part.name}` both declare the {what} `{name.text}`"
            help = f"they are at {first.span} and {name.span}; take one of the two, or rename one of these"
            if piece is not None:
                help += f", or say here what counts, with `replaces: {name.text}`"
            self._error("name-clash", message, self.over[part.name].asked, help)

    def _is_settled(self, what: str, name: str) -> bool:
        """Whether the pack that builds on both says itself what counts."""
        own = None if self.root is None else self.root.pieces[what].get(name)
        return own is not None and own.node.get("replaces") is not None

    def check_replaced(self) -> None:
        """What says that it replaces something must find it."""
        for one in self.over.values():
            known = set[tuple[str, str]]().union(*[self.there[name] for name in one.under])
            for replaces, message, help in replacing_nothing(one.content, known):
                self._blame("replaces-nothing", message, replaces, help, one.content)

    def _blame(self, code: str, message: str, at: Scalar, help: str, part: Content) -> None:
        """An error of the pack that is loaded; or, of one that it builds on, that it has errors."""
        if part is self.root:
            self._error(code, message, at, help)
        elif self.root is not None and part.name not in self.faulty:
            self.faulty.add(part.name)
            broken(self.over[part.name].asked, shown_path(part.folder, part.folder), self.diagnostics)

    def _error(self, code: str, message: str, at: Scalar, help: str) -> None:
        self.diagnostics.error(code, message, at.span, phase="resolve", help=help)


# --- checking it ------------------------------------------------------------------------------------------------------


def check_layered(
    checker: ContentChecker, texts: Texts, base: Base, pack: Content, diagnostics: Diagnostics, *, broken: bool
) -> Inherited:
    """Take over what a checker has found in a pack over what it extends; `broken` where a file could not be used.

    The examples of what is extended are taken out of the texts, and given.
    """
    _check_scenarios(pack, base, diagnostics)
    if not diagnostics.has_errors:
        check_unused(checker)
    for diagnostic in told_once(checker.diagnostics):
        mine = diagnostic.span.file.path not in checker.content.imported
        if mine and not (broken and diagnostic.phase == "resolve"):
            diagnostics.add(diagnostic)
    parted: tuple[list[ExampleText], list[ExampleText]] = ([], [])
    for example in texts.examples:
        parted[example.span.file.path in checker.content.imported].append(example)
    texts.examples, foreign = parted
    inherited = Inherited()
    if not diagnostics.has_errors:
        inherited = _check_foreign(checker, foreign, base, pack, diagnostics)
        _check_changes(pack, foreign, diagnostics)
    return inherited


def _check_scenarios(pack: Content, base: Base, diagnostics: Diagnostics) -> None:
    """A scenario of a pack names the ruleset that it is played with in the end, or, as one outside does, the pack."""
    for scenario in pack.scenarios.values():
        name = scalar(scenario.node, "ruleset")
        if name is not None and name.text not in (base.ruleset.name, pack.name):
            message = f"this pack is for the ruleset `{base.ruleset.name}`, not `{name.text}`"
            help = f"write `{base.ruleset.name}`"
            diagnostics.error("unknown-name", message, name.span, phase="resolve", help=help)


def _check_foreign(
    checker: ContentChecker, examples: list[ExampleText], base: Base, pack: Content, diagnostics: Diagnostics
) -> Inherited:
    """What is wrong in what is extended: by itself, or only because of the pack."""
    errors = list(_errors_in_base(checker))
    if errors and _is_broken(base, diagnostics):
        return Inherited()
    older = errors_without(base) if errors else []
    inherited = Inherited()
    for example in examples:
        own = [error for error in errors if is_inside(error, example.node)]
        errors = [error for error in errors if error not in own]
        # What has no sense without the pack either is not for this one to answer for.
        if any(is_inside(error, example.node) for error in older):
            continue
        if own:
            inherited.senseless.append((example, own[0]))
        else:
            inherited.examples.append(example)
    for error in errors:
        help = f"it is so only with the pack `{pack.name}`: let what it replaces have all that is asked for here"
        diagnostics.add(replace(error, help=help if error.help is None else f"{error.help}; {help}"))
    return inherited


def _errors_in_base(checker: ContentChecker) -> Iterator[Diagnostic]:
    """Errors outside of the pack; what a rulebook says of the ruleset alone need not hold with a pack."""
    rulebook = checker.content.rulebook
    book = None if rulebook is None else rulebook.file.path
    for error in checker.diagnostics:
        path = error.span.file.path
        if error.severity == "error" and path in checker.content.imported and path != book:
            yield error


def errors_without(base: Base) -> list[Diagnostic]:
    """The errors of what a pack extends without it: where none of that is broken, of examples that lack their sense."""
    found = Diagnostics()
    ContentChecker(layered(base, None, Diagnostics()), found).check()
    return [error for error in found if error.severity == "error"]


def _is_broken(base: Base, diagnostics: Diagnostics) -> bool:
    """Whether what is extended has errors without the pack; they are reported where it is asked for."""
    faulty: set[str] = set()
    for one in base.found:
        if _has_errors(one, base):
            # What is wrong above may come of what is wrong below.
            if not one.under & faulty:
                broken(one.asked, shown_path(one.content.folder, one.content.folder), diagnostics)
            faulty.add(one.content.name)
    return bool(faulty)


def _has_errors(one: Extended, base: Base) -> bool:
    """Whether what is extended has errors of its own.

    An example further below that it leaves without sense is none: it may say so under its `changes`.
    """
    if not one.content.is_pack:
        return bool(errors_without(Base([one])))
    below = Base([other for other in base.found if other.content.name in one.under])
    found = Diagnostics()
    checker = ContentChecker(layered(below, one.content, Diagnostics()), found)
    foreign = [text.node for text in checker.check().examples if text.span.file.path in checker.content.imported]
    outside = (error for error in _errors_in_base(checker) if not any(is_inside(error, node) for node in foreign))
    own = (error for error in found if error.severity == "error" and error.span.file.path in one.content.files)
    return any(True for _ in (*outside, *own))


def is_inside(error: Diagnostic, node: Mapping) -> bool:
    """Whether an error is found in what a mapping holds."""
    return error.span.file.path == node.file.path and node.start <= error.span.start < node.end


def _check_changes(pack: Content, examples: list[ExampleText], diagnostics: Diagnostics) -> None:
    """What a pack says it changes must be an example of what it extends, or something that has some."""
    known = {example.id for example in examples} | {example.of for example in examples}
    for name, _ in changes_of(pack):
        if name.text not in known:
            message = f"nothing that is extended has an example `{name.text}`"
            help = suggestion(name.text, known, "example")
            diagnostics.error("unknown-name", message, name.span, phase="resolve", help=help)


def changes_of(pack: Content) -> Iterator[tuple[Scalar, str]]:
    """The examples that a pack says it changes, each with the reason."""
    for node in items(pack.ruleset.node, "changes"):
        if isinstance(node, Mapping):
            name, why = scalar(node, "example"), scalar(node, "why")
            if name is not None and why is not None:
                yield name, why.text
