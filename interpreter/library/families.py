"""Families: things of one kind that belong together, each of which says itself that it is one of them."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.language.types import Type, word
from interpreter.language.vocabulary import Family, Vocabulary
from interpreter.library.content import Content
from interpreter.library.reading import mapping, scalar, scalars, text
from interpreter.source.diagnostics import Diagnostics, suggestion
from interpreter.source.nodes import Mapping, Scalar

# What a family can be of, besides records: how each kind of thing is called in messages, one and several.
_OF = {
    "status": ("status", "statuses"),
    "marker": ("marker", "markers"),
    "entry": ("entry", "entries"),
    "action": ("action", "actions"),
    "unit_kind": ("kind of unit", "kinds of units"),
}
# Who says that it is in a family, apart from items: kinds of things, and what a family of them is of.
_KINDS = {"action": "action", "status": "status", "marker": "marker", "entry": "entry", "unit": "unit_kind"}


def declare_families(content: Content, vocabulary: Vocabulary, diagnostics: Diagnostics) -> None:
    """Gather the families with those that say they are in them. Items must be known, and all words.

    What is no family, or one of other things, goes to diagnostics.
    """
    families = _Families(content, vocabulary, diagnostics)
    families.declare()


def families_in(content: Content) -> Iterator[tuple[Scalar, Mapping]]:
    """The families that content declares: the name and the rest of each."""
    for name, node in mapping(content.ruleset.node, "families"):
        if isinstance(node, Mapping):
            yield name, node


class _Families:
    def __init__(self, content: Content, vocabulary: Vocabulary, diagnostics: Diagnostics) -> None:
        self.content = content
        self.vocabulary = vocabulary
        self.diagnostics = diagnostics

    def declare(self) -> None:
        types: dict[str, Type | None] = {name.text: self._type(node) for name, node in families_in(self.content)}
        found: dict[str, dict[str, None]] = {name: {} for name in types}
        for of, name, node in self._things():
            for said in scalars(node, "families"):
                if said.text in types:
                    self._take(said, of, name, types[said.text], found[said.text])
                else:
                    help = suggestion(said.text, types, "family")
                    self._error("unknown-name", f"there is no family `{said.text}`", said, help)
        for key, node in families_in(self.content):
            type_ = types[key.text] or Type("unknown")
            self.vocabulary.families[key.text] = Family(type_, tuple(found[key.text]), text(node, "says"))

    def _type(self, node: Mapping) -> Type | None:
        """The type of one of a family; an unknown one is reported, and nothing more is said of who is in it."""
        of = scalar(node, "of")
        if of is None:
            return None
        if of.text in _OF:
            return word(of.text)
        if of.text in self.vocabulary.records:
            return Type("item", of.text)
        help = suggestion(of.text, [*_OF, *self.vocabulary.records], "kind of thing or record")
        if of.text == "unit":
            help = "write `unit_kind`: kinds of units can say that they are in it, and not the units of a fight"
        elif of.text == "item":
            help = "name the record that its items are of"
        self._error("unknown-name", f"there are no families of `{of.text}`", of, help)
        return None

    def _things(self) -> Iterator[tuple[Type, str, Mapping]]:
        """All that can be in a family, in the order in which it is declared: what it is, its name, what says so."""
        pieces = self.content.pieces
        for kind, of in _KINDS.items():
            for piece in pieces[kind].values():
                yield word(of), piece.name, piece.node
        for kind in ("status", "marker", "entry"):
            for piece in pieces[kind].values():
                for name, node in mapping(piece.node, "actions"):
                    if isinstance(node, Mapping):
                        yield word("action"), name.text, node
        for piece in pieces["item"].values():
            record = text(piece.node, "of")
            if record in self.vocabulary.records:
                yield Type("item", record), piece.name, piece.node

    def _take(self, said: Scalar, of: Type, name: str, wanted: Type | None, members: dict[str, None]) -> None:
        if wanted is None:
            return
        if of == wanted:
            members[name] = None
            return
        one, other = _one(of), _several(wanted)
        fitting = [name.text for name, node in families_in(self.content) if self._is_of(node, of)]
        help = "take it out"
        if fitting:
            named = " or ".join(f"`{family}`" for family in fitting[:3])
            help += f", or name a family of {_several(of)}, such as {named}"
        message = f"`{said.text}` is a family of {other}, and `{name}` is {one}"
        self._error("wrong-type", message, said, help)

    def _is_of(self, node: Mapping, of: Type) -> bool:
        return text(node, "of") == of.of

    def _error(self, code: str, message: str, at: Scalar, help: str | None) -> None:
        self.diagnostics.error(code, message, at.span, phase="resolve", help=help)


def _one(of: Type) -> str:
    if of.kind == "item":
        return f"an item of `{of.of}`"
    called = _OF[of.of or ""][0]
    return f"an {called}" if called[0] in "ae" else f"a {called}"


def _several(of: Type) -> str:
    return f"items of `{of.of}`" if of.kind == "item" else _OF[of.of or ""][1]
