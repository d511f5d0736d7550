"""What stands where it cannot: files in a folder of something else, taken names, things that replace nothing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.library.filenames import HEADS, printable
from interpreter.source.diagnostics import Diagnostics
from interpreter.source.nodes import Mapping, Scalar

if TYPE_CHECKING:
    from interpreter.library.content import Content


def check_folder(content: Content, diagnostics: Diagnostics) -> None:
    """A vocabulary is imported by the name of its folder, so it has that name."""
    folder = printable(Path(content.folder.name))
    if content.is_vocabulary and folder != content.name:
        message = f"the folder of this vocabulary is called `{folder}`, and imports go by the folder"
        help = f"write `vocabulary: {folder}`, or rename the folder"
        diagnostics.error("wrong-folder", message, content.ruleset.name_node.span, phase="read", help=help)


def misplaced(content: Content, node: Mapping, kind: str, diagnostics: Diagnostics) -> None:
    """What heads content has a folder of its own; a vocabulary has no scenarios, nor it or a pack a rulebook."""
    message, help = f"a {kind} cannot stand in the folder of a {content.ruleset.kind}", "move it to a folder of its own"
    if kind not in HEADS:
        help = f"move it to a ruleset that imports the {content.ruleset.kind}"
    if content.is_pack and kind not in HEADS:
        help = "take it out: what is in a pack can name the statements of the ruleset that it extends"
    diagnostics.error("misplaced-file", message, node.items[0][0].span, phase="resolve", help=help)


def second(node: Mapping, kind: str, diagnostics: Diagnostics) -> None:
    message, help = f"this is a second {kind}, and a folder holds one", "move it to a folder of its own, or take it out"
    diagnostics.error("duplicate-name", message, node.items[0][0].span, phase="resolve", help=help)


def check_ruleset(content: Content, node: Mapping, key: str, diagnostics: Diagnostics) -> None:
    """A scenario and a rulebook name the ruleset whose folder they are in; one of a pack that which it extends."""
    name = node.get(key)
    if isinstance(name, Scalar) and name.text != content.name and not content.is_pack:
        message = f"this folder holds the ruleset `{content.name}`, not `{name.text}`"
        diagnostics.error("unknown-name", message, name.span, phase="resolve", help=f"write `{content.name}`")


def check_statements(ids: list[Scalar], diagnostics: Diagnostics) -> None:
    """No two statements of a rulebook have the same id."""
    first: dict[str, Scalar] = {}
    for id in ids:
        older = first.setdefault(id.text, id)
        if older is not id:
            message = f"there is a second statement `{id.text}`"
            help = f"the first is at {older.span}; rename one of them"
            diagnostics.error("duplicate-name", message, id.span, phase="resolve", help=help)


def check_replaces(content: Content, item: Mapping, diagnostics: Diagnostics) -> None:
    """A vocabulary replaces nothing; what else does is told once all is known that can be replaced."""
    replaced = item.get("replaces")
    if content.is_vocabulary and isinstance(replaced, Scalar):
        message, help = "a vocabulary replaces nothing", "take `replaces` out, or let the ruleset say it"
        diagnostics.error("replaces-nothing", message, replaced.span, phase="resolve", help=help)
