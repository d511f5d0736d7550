"""Attributes that are computed from each other must not go round in a circle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.language import syntax as s
from interpreter.language.check_constants import walk
from interpreter.language.scope import Checked
from interpreter.source.text import Span

Reads = dict[str, dict[str, Span]]


def check_cycles(c: Checked, modifiers: Iterable[tuple[str, s.Expr]]) -> None:
    """Report attributes whose modifiers read, directly or round about, the attribute itself."""
    reads: Reads = {}
    for attribute, value in modifiers:
        for name, span in _attributes(c, value, frozenset()):
            reads.setdefault(attribute, {}).setdefault(name, span)
    done: set[str] = set()
    for attribute in sorted(reads):
        _follow(c, reads, [attribute], done)


def _follow(c: Checked, reads: Reads, chain: list[str], done: set[str]) -> None:
    last = chain[-1]
    for name in sorted(reads.get(last, ())):
        if name in chain:
            shown = " -> ".join(f"`{one}`" for one in [*chain[chain.index(name) :], name])
            message = f"to know `{name}` one would have to know it: {shown}"
            c.error("cycle", message, reads[last][name], "let one of them not depend on the other")
        elif name not in done:
            _follow(c, reads, [*chain, name], done)
    done.add(last)


def _attributes(c: Checked, node: s.Node, inside: frozenset[str]) -> Iterator[tuple[str, Span]]:
    """The attributes of units that a value reads, also in the functions that it calls."""
    for part in walk(node):
        if isinstance(part, s.Attr) and c.attrs.get(part) in ("unit", "each unit"):
            if part.name in c.vocabulary.attributes:
                yield part.name, part.name_span
        elif isinstance(part, s.Call) and part in c.calls:
            define = c.calls[part][0]
            if isinstance(define, s.Define) and define.name not in inside:
                found = _attributes(c, define, inside | {define.name})
                yield from ((name, part.span) for name, _ in found)
