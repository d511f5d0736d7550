"""Mistakes in names: a name or a word of the rules language misspelt."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from benchmarks.faults.fault import Fault, Maker
from benchmarks.faults.shelf import Place, Shelf, Text
from benchmarks.faults.slips import misspelt
from interpreter.language import syntax as s
from interpreter.language.parser import _machine
from interpreter.source.nodes import Mapping, Node
from interpreter.source.text import Span

GROUPS = (
    *("attribute", "counter", "property", "status", "word", "verb", "function", "local", "event", "field"),
    *("action", "argument", "answer", "label"),
)
_LOCAL = ("local", "param", "event", "declared", "extra", "field", "bearer", "source", "owner", "cells", "holder")
_GLOBAL = ("global", "unit", "named", "goal")
_WORD = re.compile(r"[a-z][a-z0-9_]*")


def mentions(shelf: Shelf) -> Iterator[tuple[str, str, Span, Text]]:
    """Every place in the rules language that uses a name: its group, the name, where it stands.

    Where a name is declared is no such place: a slip there declares another name.
    """
    for place in shelf.places:
        for group, name, span in _of(shelf, place):
            if span.text == name:
                yield group, name, span, place.text


def _of(shelf: Shelf, place: Place) -> Iterator[tuple[str, str, Span]]:
    node, c = place.node, shelf.checked
    if isinstance(node, s.Name):
        binding = c.bindings.get(node)
        if binding is not None and binding.kind == "word":
            of = binding.type.of
            yield "status" if of == "status" else "word", node.name, node.span
        elif binding is not None and binding.kind in ("manner", "item", "family"):
            yield "word", node.name, node.span
        elif binding is not None and binding.kind in (*_LOCAL, *_GLOBAL):
            yield "local", node.name, node.span
    elif isinstance(node, s.Attr):
        yield _property(shelf, node), node.name, node.name_span
    elif isinstance(node, s.Verb):
        yield "verb", node.name, node.name_span
    elif isinstance(node, s.Call):
        yield "function", node.name, node.name_span
    elif isinstance(node, s.EventPattern):
        yield {"ends": "status", "change": "counter"}.get(node.kind, "event"), node.name, node.name_span
    elif isinstance(node, s.Rule) and node.stage is not None and node.stage_span is not None:
        yield "event", node.stage, node.stage_span
    elif isinstance(node, s.OncePer):
        yield from (("local", name, span) for name, span in node.per)
    elif isinstance(node, s.With):
        yield _given(shelf, place), node.name, node.name_span
    elif isinstance(node, s.Uses):
        yield "action", node.action, node.action_span
    elif isinstance(node, s.Stands):
        yield from (("word", name, span) for name, span in node.kinds)
    elif isinstance(node, s.Terrain):
        yield from (("word", name, span) for name, span in node.words)
    elif isinstance(node, s.Param):
        yield "word", node.type, node.type_span
    elif isinstance(node, s.Arg) and node.name is not None and ":" in node.span.text[: len(node.name) + 2]:
        yield "argument", node.name, Span(node.span.file, node.span.start, node.span.start + len(node.name))
    elif isinstance(node, s.Answer):
        yield from _answered(node)


def _answered(node: s.Answer) -> Iterator[tuple[str, str, Span]]:
    """What an answer speaks of: a choice by its name, or one or more labels."""
    file, start = node.span.file, node.span.start
    if node.name is not None:
        yield "answer", node.name, Span(file, start, start + len(node.name))
    elif node.label is not None:
        at = file.text.index('"', start) + 1
        yield "label", node.label, Span(file, at, at + len(node.label))
    else:
        for found in _WORD.finditer(file.text, start, node.span.end):
            if found[0] in node.order:
                yield "answer", found[0], Span(file, *found.span())


def _property(shelf: Shelf, node: s.Attr) -> str:
    v = shelf.checked.vocabulary
    if shelf.checked.attrs.get(node) in ("unit", "each unit"):
        return "attribute" if node.name in v.attributes else "counter" if node.name in v.counters else "property"
    return "property"


def _given(shelf: Shelf, place: Place) -> str:
    if not isinstance(place.parent, s.Stands):
        return "field"
    return "attribute" if place.node.name in shelf.checked.vocabulary.attributes else "counter"  # type: ignore[attr-defined]


def _misspelt(group: str, shelf: Shelf, random: Random) -> Iterator[Fault]:
    maker = Maker(f"misspelt-{group}", shelf.name)
    known = _Known(shelf)
    for found_in, name, span, text in mentions(shelf):
        if found_in != group:
            continue
        found = _slipped_label(name, random) if group == "label" else misspelt(name, random)
        if found is not None and not known.means(found, text):
            yield maker.put(span, found, f"`{name}` as `{found}`", right=(name,))


def _slipped_label(label: str, random: Random) -> str | None:
    """A label with a slip in one of its words."""
    words = [word for word in _WORD.finditer(label) if len(word[0]) > 2]
    if not words:
        return None
    word = random.choice(words)
    found = misspelt(word[0], random)
    return None if found is None else label[: word.start()] + found + label[word.end() :]


NAMES: dict[str, Callable[[Shelf, Random], Iterator[Fault]]] = {
    f"misspelt-{group}": partial(_misspelt, group) for group in GROUPS
}


class _Known:
    """What a misspelling may turn out to mean after all, so that it is no mistake of its kind."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.keywords = frozenset(_machine().lexer.types)
        self._files = {file: frozenset(_keys(node)) for file, node in shelf.files.items()}

    def means(self, name: str, text: Text) -> bool:
        """Whether a name is declared anywhere, is a word of the language, or stands in the same text or as a key."""
        return (
            name in self.shelf.words
            or name in self.keywords
            or name in self._files.get(text.scalar.file.path, ())
            or re.search(rf"\b{re.escape(name)}\b", text.scalar.text) is not None
        )


def _keys(node: Node) -> Iterator[str]:
    if isinstance(node, Mapping):
        for key, value in node.items:
            yield key.text
            yield from _keys(value)
    elif hasattr(node, "items"):
        for item in node.items:
            yield from _keys(item)


# --- words of the language --------------------------------------------------------------------------------------------


def misspelt_words(shelf: Shelf, random: Random) -> Iterator[Fault]:
    """A word of the language, such as `before`, `until` or `where`, with a slip in it."""
    maker = Maker("misspelt-keyword", shelf.name)
    known = _Known(shelf)
    names = {span.start for _, _, span, _ in mentions(shelf)}
    for text in shelf.texts:
        for token in _machine().lexer.tokens(text.scalar.text):
            if token.type in ("NAME", "STRING", "NUMBER", "DICE") or len(token.text) < 3 or not token.text.isalpha():
                continue
            span = text.scalar.span_of(token.start, token.end)
            found = misspelt(token.text, random)
            if span.start in names or found is None or known.means(found, text):
                continue
            yield maker.put(span, found, f"`{token.text}` as `{found}`", right=(token.text,))
