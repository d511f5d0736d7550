"""Content of several folders made one: what is imported is as if it stood in the ruleset, each thing in its own place.

Rules come in the order of the imports, and those of the ruleset last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from collections.abc import Sequence as AbstractSequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from interpreter.library.content import Content, Piece
from interpreter.library.imports import Import
from interpreter.library.reading import mapping, scalar, scalars
from interpreter.library.strays import KINDS
from interpreter.source.diagnostics import Diagnostics, nearest, suggestion
from interpreter.source.nodes import Mapping, Node, Scalar, Sequence

# Sections whose names are declared, each once in all that is merged.
MAPPINGS = (
    *("options", "words", "attributes", "counters", "manners", "change_fields", "budgets", "costs"),
    *("records", "families", "relations", "events", "verbs"),
)
LISTS = ("properties", "manner_flags")
# How one thing of a section is called in messages.
CALLED = {
    "options": "option",
    "words": "set of words",
    "attributes": "attribute",
    "counters": "counter",
    "manners": "manner",
    "change_fields": "field of changes",
    "budgets": "budget",
    "costs": "cost",
    "records": "record",
    "families": "family",
    "relations": "relation",
    "events": "event",
    "verbs": "verb",
    "properties": "property",
    "manner_flags": "manner flag",
}


# Told of a name that two parts have: what it is called, where the later one stands and in which part, and the earlier.
Meet = Callable[[str, Scalar, Content, Scalar, Content], None]


def merged(content: Content, imports: AbstractSequence[Import], diagnostics: Diagnostics) -> Content:
    """Content with all that it imports.

    A thing that says so takes the place of one that is imported, whose examples stay. Any other name that two declare
    goes to diagnostics, and the later one counts.
    """
    clashes = _Clashes(content, imports, diagnostics)
    clashes.check_replaced()
    if not imports:
        return content
    parts = [*(one.content for one in imports), content]
    merger = Merger(parts, content.ruleset.node, clashes.meet)
    pieces = merger.pieces()
    head = content.ruleset
    own, foreign = content.files, [file for one in imports for file in one.content.files]
    return replace(
        content,
        ruleset=Piece(head.kind, head.name, merger.head(), head.name_node),
        pieces=pieces,
        abouts=[about for part in parts for about in part.abouts] + clashes.replaced,
        files=[*own, *foreign],
        imported=frozenset(foreign),
        needed=frozenset().union(*[one.content.needed for one in imports]),
        heads=dict(head for part in parts for head in part.heads.items()),
    )


class Merger:
    """Puts parts together, in their order; `head` has what only one of them says. `meet` is told of equal names."""

    def __init__(self, parts: AbstractSequence[Content], head: Mapping, meet: Meet) -> None:
        self.parts = parts
        self.top = head
        self.meet = meet

    def head(self) -> Mapping:
        """All sections of all heads."""
        head = self.top
        found = {key.text: (key, value) for key, value in head.items}
        for section in (*MAPPINGS, *LISTS, "rules"):
            heads = [part.ruleset.node for part in self.parts if part.ruleset.node.get(section) is not None]
            if not heads:
                continue
            rules = [part for one in heads for part in _rules(one)]
            value = _sequence(head, rules) if section == "rules" else self._section(section, head)
            found[section] = (_scalar(head, section), value)
        return Mapping(head.file, head.start, head.end, tuple(found.values()))

    def _section(self, section: str, head: Mapping) -> Node:
        """The names of a section, in the order of the parts."""
        found: dict[str, tuple[Scalar, Node, Content]] = {}
        for part in self.parts:
            node = part.ruleset.node
            listed: list[tuple[Scalar, Node]] = [(name, name) for name in scalars(node, section)]
            for key, value in mapping(node, section) if section in MAPPINGS else listed:
                if key.text in found:
                    first, _, other = found[key.text]
                    self.meet(CALLED[section], key, part, first, other)
                found[key.text] = (key, value, part)
        if section in MAPPINGS:
            pairs = tuple((key, value) for key, value, _ in found.values())
            return Mapping(head.file, head.start, head.end, pairs)
        return _sequence(head, [value for _, value, _ in found.values()])

    def pieces(self) -> dict[str, dict[str, Piece]]:
        """The things of each kind, in the order of the parts."""
        return {kind: self._pieces(kind) for kind in KINDS}

    def _pieces(self, kind: str) -> dict[str, Piece]:
        found: dict[str, Piece] = {}
        owners: dict[str, Content] = {}
        for part in self.parts:
            for name, piece in part.pieces[kind].items():
                if name in found:
                    self.meet(kind, piece.name_node, part, found[name].name_node, owners[name])
                found[name], owners[name] = piece, part
        return found


class _Clashes:
    def __init__(self, content: Content, imports: AbstractSequence[Import], diagnostics: Diagnostics) -> None:
        self.content = content
        self.imports = {one.content.name: one for one in imports}
        self.diagnostics = diagnostics
        self.replaced: list[Piece] = []

    def meet(self, what: str, name: Scalar, part: Content, first: Scalar, other: Content) -> None:
        """A ruleset can replace what it imports.

        Else who imports what it declares itself is at fault; of two vocabularies side by side, who imports both.
        """
        if part is self.content and what in KINDS and part.pieces[what][name.text].node.get("replaces") is not None:
            self.replaced += examples_of(other.pieces[what][name.text])
            return
        message = f"`{other.name}` declares the {what} `{name.text}` too"
        help = f"it is at {first.span}; take another name, or use the one that is imported"
        if part is self.content and what in KINDS and not part.is_vocabulary:
            help += f", or write `replaces: {name.text}` if this takes its place"
        span = name.span
        if part is not self.content and other.name not in [one.content.name for one in self._inner(part)]:
            message = f"`{other.name}` and `{part.name}` both declare the {what} `{name.text}`"
            help = f"they are at {first.span} and {name.span}; import one of the two, or rename one of these"
            span = self.imports[part.name].asked.span
        self.diagnostics.error("name-clash", message, span, phase="resolve", help=help)

    def check_replaced(self) -> None:
        """What says that it replaces something must find it in what is imported, if all of that could be read."""
        if self.content.is_vocabulary:
            return
        there = {(kind, name) for one in self.imports.values() for kind in KINDS for name in one.content.pieces[kind]}
        known = None if self.diagnostics.has_errors else there
        for replaces, message, help in replacing_nothing(self.content, known):
            self.diagnostics.error("replaces-nothing", message, replaces.span, phase="resolve", help=help)

    def _inner(self, part: Content) -> tuple[Import, ...]:
        return self.imports[part.name].imports


def replacing_nothing(
    content: Content, known: AbstractSet[tuple[str, str]] | None
) -> Iterator[tuple[Scalar, str, str]]:
    """Where content says that it replaces what is not among the known (kind, name), or is called otherwise than what
    it replaces, with a message and help. Where not all could be read, nothing is known.
    """
    for kind, pieces in content.pieces.items():
        names = None if known is None else sorted(name for other, name in known if other == kind)
        for piece in pieces.values():
            replaces = scalar(piece.node, "replaces")
            if replaces is None:
                continue
            if names is not None and not {replaces.text, piece.name} & {*names}:
                near = nearest(replaces.text, names)
                help = suggestion(replaces.text, names, kind) if near is None else _both(near)
                yield replaces, f"there is no {kind} `{replaces.text}` to replace", help
            elif replaces.text != piece.name:
                message = f"`{piece.name}` cannot replace `{replaces.text}`, which all that speaks of it would look for"
                yield replaces, message, _one_name(piece.name, replaces.text, names)


def _both(near: str) -> str:
    return f"did you mean `{near}`? then it is to be called so as well"


def _one_name(name: str, replaced: str, names: list[str] | None) -> str:
    """How a thing and what it replaces come to have one name, which is there to be replaced if any is known."""
    if names is not None and replaced not in names:
        return f"did you mean `replaces: {name}`?"
    other = "" if names is not None and name not in names else f", or write `replaces: {name}`"
    return f"a thing replaces what is called the same: call it `{replaced}`{other}"


def examples_of(piece: Piece) -> Iterator[Piece]:
    """The examples of a thing, without the thing."""
    pairs: list[tuple[Scalar, Node]] = []
    for key, value in piece.node.items:
        if key.text == "examples":
            pairs.append((key, value))
        elif key.text == "actions" and isinstance(value, Mapping):
            actions = [(name, _only_examples(action)) for name, action in value.items if isinstance(action, Mapping)]
            pairs.append((key, Mapping(value.file, value.start, value.end, tuple(actions))))
    if pairs:
        node = piece.node
        yield Piece("about", piece.name, Mapping(node.file, node.start, node.end, tuple(pairs)), piece.name_node)


def _only_examples(node: Mapping) -> Mapping:
    pairs = tuple((key, value) for key, value in node.items if key.text == "examples")
    return Mapping(node.file, node.start, node.end, pairs)


def _sequence(head: Mapping, found: list[Node]) -> Sequence:
    return Sequence(head.file, head.start, head.end, tuple(found))


def _rules(head: Mapping) -> list[Node]:
    """Rules as a list of parts, in whichever of their two forms they stand."""
    value = head.get("rules")
    if isinstance(value, Scalar):
        return [Mapping(value.file, value.start, value.end, ((_scalar(value, "text"), value),))]
    return list(value.items) if isinstance(value, Sequence) else []


def _scalar(at: Node, text: str) -> Scalar:
    return Scalar(at.file, at.start, at.end, text, "plain")
