"""What a vocabulary needs: words that it uses, and that whoever imports it must declare."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from interpreter.language import syntax as s
from interpreter.library.content import Content, Piece
from interpreter.library.imports import Import
from interpreter.library.merging import CALLED, LISTS, MAPPINGS
from interpreter.library.reading import mapping, scalar, scalars, text
from interpreter.source.diagnostics import Diagnostics
from interpreter.source.nodes import Mapping, Node, Scalar
from interpreter.source.nodes import Sequence as Listed

TYPED = ("attributes", "change_fields")
FORMS = ("events", "verbs")
THINGS = {"statuses": "status", "markers": "marker"}

# The least that the declaration of a word must say.
_LEAST: dict[str, dict[str, str]] = {
    "counters": {"start": "0"},
    "budgets": {"each": "turn", "amount": "1"},
    "costs": {},
    "manners": {"touches": "each"},
    "relations": {},
}


@dataclass(frozen=True, slots=True)
class Need:
    """One needed word: the section that would declare it, its name, and the node that says more of it."""

    section: str
    name: Scalar
    node: Node

    @property
    def called(self) -> str:
        return THINGS.get(self.section) or CALLED.get(self.section) or "function"

    @property
    def words(self) -> list[Scalar]:
        """The words that a set must have."""
        return [word for word in self.node.items if isinstance(word, Scalar)] if isinstance(self.node, Listed) else []

    @property
    def fields(self) -> list[tuple[Scalar, Scalar]]:
        """The values that something is given, each with its type."""
        found = mapping(self.node, "fields") if isinstance(self.node, Mapping) else []
        types = [(key, scalar(value, "type") if isinstance(value, Mapping) else value) for key, value in found]
        return [(key, type_) for key, type_ in types if isinstance(type_, Scalar)]

    @property
    def gives(self) -> Scalar | None:
        """The type of what a function gives back."""
        return scalar(self.node, "gives") if isinstance(self.node, Mapping) else None

    @property
    def written(self) -> str:
        """The word as a message says it: a verb by its form, what has a type with that."""
        name = self.name.text
        if self.section in FORMS and isinstance(self.node, Mapping):
            return text(self.node, "form")
        if self.section == "functions":
            return f"{name}({', '.join(f'{key.text}: {type_.text}' for key, type_ in self.fields)})"
        if self.section in (*TYPED, "families") and isinstance(self.node, Scalar):
            return f"{name}: {self.node.text}"
        if self.section == "words":
            return f"{name}: [{', '.join(word.text for word in self.words)}]"
        return name

    @property
    def declared_as(self) -> str:
        """How it can be declared."""
        name, section = self.name.text, self.section
        if section in THINGS:
            return f"write `- {THINGS[section]}: {name}` in a file of things"
        if section == "functions":
            return f"write `define {self.written} = ...` under `rules`"
        if section in FORMS:
            return f"declare it under `{section}`, with `form: {self.written}`"
        if section in LISTS:
            return f"write it under `{section}`"
        stub = ", ".join(f"{key}: {value}" for key, value in _LEAST.get(section, {}).items())
        if section in TYPED and isinstance(self.node, Scalar):
            stub = f"type: {self.node.text}, default: ..."
        if section == "families" and isinstance(self.node, Scalar):
            stub = f"of: {self.node.text}"
        return f"write `{self.written if section == 'words' else f'{name}: {{{stub}}}'}` under `{section}`"


def needs_of(content: Content) -> list[Need]:
    """All that a vocabulary needs, in the order in which it says so."""
    needs = content.ruleset.node.get("needs")
    if not isinstance(needs, Mapping):
        return []
    found: list[Need] = []
    for key, value in needs.items:
        if isinstance(value, Mapping):
            found += [Need(key.text, name, node) for name, node in value.items]
        else:
            found += [Need(key.text, name, name) for name in scalars(needs, key.text)]
    return found


def declared_in(content: Content) -> Iterator[tuple[str, Scalar]]:
    """All that could meet a need, functions apart: section and name."""
    node = content.ruleset.node
    for section in MAPPINGS:
        yield from ((section, key) for key, _ in mapping(node, section))
    for section in LISTS:
        yield from ((section, name) for name in scalars(node, section))
    for section, kind in THINGS.items():
        yield from ((section, piece.name_node) for piece in content.pieces[kind].values())


# --- a vocabulary by itself ---------------------------------------------------------------------------------------


def stand_in(content: Content, imports: Sequence[Import], diagnostics: Diagnostics) -> Import:
    """Content that declares what a vocabulary and its imports need, in place of a ruleset that has it."""
    there = {(section, name.text): name for section, name in declared_in(content)}
    for need in needs_of(content):
        own = there.get((need.section, need.name.text))
        if own is not None:
            message = f"the {need.called} `{need.name.text}` is needed, and declared here as well"
            help = f"it is at {own.span}; take it out of `needs`"
            diagnostics.error("name-clash", message, need.name.span, phase="resolve", help=help)
    parts = [content, *(one.content for one in imports)]
    there |= {(section, name.text): name for part in parts for section, name in declared_in(part)}
    needed: dict[tuple[str, str], Need] = {}
    for need in [need for part in parts for need in needs_of(part)]:
        if (need.section, need.name.text) not in there:
            needed.setdefault((need.section, need.name.text), need)
    head, name = content.ruleset.node, content.ruleset.name_node
    made = Content("needs", content.folder, Piece("ruleset", "needs", _sections(head, list(needed.values())), name))
    made.needed = frozenset(needed)
    for need in needed.values():
        if need.section in THINGS:
            kind = THINGS[need.section]
            node = _mapping(need.name, [(_scalar(need.name, kind), need.name)])
            made.pieces[kind][need.name.text] = Piece(kind, need.name.text, node, need.name)
    return Import(made, name, ())


def _sections(head: Mapping, needed: list[Need]) -> Mapping:
    made: dict[str, list[tuple[Scalar, Node]]] = {}
    for need in needed:
        if need.section in (*MAPPINGS, *LISTS):
            made.setdefault(need.section, []).append((need.name, _stub(need)))
    sections: list[tuple[Scalar, Node]] = []
    for section, pairs in made.items():
        names = tuple(name for name, _ in pairs)
        listed = Listed(head.file, head.start, head.end, names)
        sections.append((_scalar(pairs[0][0], section), _mapping(head, pairs) if section in MAPPINGS else listed))
    return _mapping(head, sections)


def _stub(need: Need) -> Node:
    if need.section in TYPED:
        stub = [(_scalar(need.name, "type"), need.node)]
        zeros = {"yes_no": "no", "number": "0"}
        if need.section == "change_fields" and isinstance(need.node, Scalar) and need.node.text in zeros:
            stub.append((_scalar(need.name, "default"), _scalar(need.name, zeros[need.node.text])))
        return _mapping(need.name, stub)
    if need.section == "families":
        return _mapping(need.name, [(_scalar(need.name, "of"), need.node)])
    if need.section == "manners":
        return _mapping(need.name, [(_scalar(need.name, "touches"), _scalar(need.name, "each"))])
    return _mapping(need.name, []) if need.section in _LEAST else need.node


def _scalar(at: Node, text: str) -> Scalar:
    return Scalar(at.file, at.start, at.end, text, "plain")


def _mapping(at: Node, pairs: Sequence[tuple[Scalar, Node]]) -> Mapping:
    return Mapping(at.file, at.start, at.end, tuple(pairs))


def needed_functions(content: Content, imports: Sequence[Import]) -> list[tuple[s.Define, Scalar | None]]:
    """The functions that a vocabulary and its imports need, each with the type of what it gives."""
    found: list[tuple[s.Define, Scalar | None]] = []
    for need in [need for part in (content, *(one.content for one in imports)) for need in needs_of(part)]:
        if need.section == "functions":
            params = tuple(_param(key, type_) for key, type_ in need.fields)
            span = need.name.span
            found.append((s.Define(span, need.name.text, span, params, None, ()), need.gives))
    return found


def _param(key: Scalar, type_: Scalar) -> s.Param:
    many = type_.text.startswith("list of ")
    return s.Param(key.span, key.text, type_.text.removeprefix("list of ").strip(), type_.span, many, None)


def check_needed(content: Content, diagnostics: Diagnostics) -> None:
    """Warn of what a vocabulary says it needs and does not name again."""
    files = {node.file.path: node.file for node in _nodes(content)}
    written = {path: _names(file.text) for path, file in files.items()}
    for need in needs_of(content):
        file, name = need.name.file, need.name.text
        elsewhere = file.text[: need.name.start] + file.text[max(need.name.end, need.node.end) :]
        if not any(name in names for names in {**written, file.path: _names(elsewhere)}.values()):
            message = f"nothing here uses the {need.called} `{name}`"
            help = "use it, or take it out of `needs`"
            diagnostics.warning("unused", message, need.name.span, phase="check", help=help)


def _names(text: str) -> set[str]:
    """All words of a text, comments apart."""
    return set(re.findall(r"\w+", re.sub(r"(^|\s)#.*", "", text, flags=re.MULTILINE)))


def _nodes(content: Content) -> Iterator[Mapping]:
    yield content.ruleset.node
    for table in content.pieces.values():
        yield from (piece.node for piece in table.values())
    yield from (about.node for about in content.abouts)
