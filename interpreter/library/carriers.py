"""What of the imports of a ruleset carries out statements of its rulebook, as the rulebook says under `carried_by`."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.library.content import Content
from interpreter.library.merging import CALLED, LISTS, MAPPINGS
from interpreter.library.reading import items, mapping, scalars, text
from interpreter.source.diagnostics import Diagnostics, suggestion
from interpreter.source.nodes import Mapping, Scalar


def imported_carriers(content: Content) -> Iterator[tuple[str, str, Scalar]]:
    """What carries out a statement: its id, what the thing is called, and its name where it is declared."""
    known = _imported(content)
    for id, name in _named(content):
        if name.text in known:
            called, declared = known[name.text]
            yield id, f"{called} {name.text}", declared


def check_carriers(content: Content, diagnostics: Diagnostics) -> None:
    """What a statement is carried out by must be imported."""
    known = _imported(content)
    for _, name in _named(content):
        if name.text not in known:
            message = f"nothing that is imported is called `{name.text}`"
            help = suggestion(name.text, known, "imported word")
            diagnostics.error("unknown-name", message, name.span, phase="resolve", help=help)


def _named(content: Content) -> Iterator[tuple[str, Scalar]]:
    for node in items(content.rulebook, "statements") if content.rulebook is not None else ():
        if isinstance(node, Mapping):
            yield from ((text(node, "id"), name) for name in scalars(node, "carried_by"))


def _imported(content: Content) -> dict[str, tuple[str, Scalar]]:
    """What is imported and has a name, with what it is called."""
    found: dict[str, tuple[str, Scalar]] = {}
    for section in MAPPINGS:
        for key, _ in mapping(content.ruleset.node, section):
            found.setdefault(key.text, (CALLED[section], key))
    for section in LISTS:
        for name in scalars(content.ruleset.node, section):
            found.setdefault(name.text, (CALLED[section], name))
    for kind, pieces in content.pieces.items():
        for piece in pieces.values():
            found[piece.name] = (kind, piece.name_node)
    return {name: one for name, one in found.items() if one[1].file.path in content.imported}
