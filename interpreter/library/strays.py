"""What stands in the wrong file, or where a `- ` is missing: told as that, and not by all that comes of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePath

from interpreter.library.filenames import HEADS
from interpreter.source.diagnostics import Diagnostic, Diagnostics, Label, listed, nearest, quoted
from interpreter.source.nodes import Mapping, Node, Scalar, Sequence
from interpreter.source.schema import keys_of
from interpreter.source.text import SourceFile

KINDS = ("status", "marker", "entry", "action", "item", "unit", "policy", "about")
FILES = (*HEADS, "scenario", "rulebook")
"""What a file is that is no list of things: its first key says so."""

_LAYOUT = ("mixed-list-and-mapping", "wrong-indentation", "text-after-end")
_LINE = re.compile(r"(?P<item>- +)?(?P<key>\w+):(?:\s|$)")
_FIRST = re.compile(r"^(?P<item>- +)?(?P<key>\w+):(?:\s|$)", re.MULTILINE)


def schema_of(node: Node) -> str:
    """The schema that a file is checked against, told by its first key; where that is none, by how it is called."""
    if not isinstance(node, Mapping) or not node.items:
        return "content"
    first = node.items[0][0].text
    # One that is misspelt is told of as such.
    meant = first if first in FILES else nearest(first, FILES)
    stem = PurePath(node.file.path).stem
    return meant or (stem if stem in HEADS else "content")


def sorted_out(node: Node, diagnostics: Diagnostics) -> Node | None:
    """What is left of a file once what cannot be told apart in it is reported; None where that is nothing."""
    if isinstance(node, Sequence):
        items = [left for item in node.items if (left := _item(item, diagnostics)) is not None]
        return Sequence(node.file, node.start, node.end, tuple(items)) if items or not node.items else None
    if isinstance(node, Mapping) and schema_of(node) == "content":
        return _headless(node, diagnostics)
    if isinstance(node, Mapping) and isinstance(node.items[0][1], Sequence) and _holds_things(node.items[0][1]):
        key = node.items[0][0]
        message = f"a {key.text} holds no things, and things stand below this key"
        help = "take the line out: a file of things has no head, and begins with the first of them"
        diagnostics.error("wrong-type", message, key.span, phase="schema", help=help)
        return None
    return node


def _headless(node: Mapping, diagnostics: Diagnostics) -> Node | None:
    """A file that is neither a list of things nor begins with what it is."""
    key, value = node.items[0]
    if isinstance(value, Sequence) and _holds_things(value):
        message = f"things stand below the key {quoted(key.text)}, and a file of things has none"
        help = "take the line out, so that the file begins with `- ` and the first of them"
    elif key.text not in KINDS and (files := _homes(key.text)):
        message = f"{quoted(key.text)} cannot stand in a file of things"
        help = f"it belongs into the {files}"
    else:
        return node
    diagnostics.error("wrong-type", message, key.span, phase="schema", help=help)
    return None


def _holds_things(items: Sequence) -> bool:
    return any(isinstance(item, Mapping) and _kinds(item) for item in items.items)


def _homes(key: str) -> str:
    """The heads of content that a key stands in, as a message names them; empty where it is no such key."""
    homes = [f"`{head}.yaml`" for head in ("ruleset", "pack") if key in keys_of(head)]
    return " or the ".join(homes)


def _kinds(item: Mapping) -> list[Scalar]:
    """The keys of an item that say of what kind it is: behind these stands a name."""
    first = item.items[0][0] if item.items else None
    return [key for key, value in item.items if key.text in KINDS and (key is first or isinstance(value, Scalar))]


def _item(item: Node, diagnostics: Diagnostics) -> Node | None:
    """An item with what belongs to its first kind; None where it has none."""
    if not isinstance(item, Mapping) or not item.items:
        return item
    kinds = _kinds(item)
    if len(kinds) > 1:
        first, second = kinds[:2]
        message = f"a thing has one kind, and this is `{first.text}` already"
        help = f"a new thing begins with `- `: write `- {second.text}: ...`"
        labels = [Label(first.span, "it begins here")]
        diagnostics.error("mixed-list-and-mapping", message, second.span, phase="schema", help=help, labels=labels)
        kept = tuple((key, value) for key, value in item.items if key.start < second.start)
        return Mapping(item.file, item.start, item.end, kept)
    first = item.items[0][0]
    if not kinds and not any(nearest(key.text, KINDS) for key, _ in item.items):
        message = f"{quoted(first.text)} is no kind of thing"
        help = (
            f"a thing begins with one of {listed(KINDS)}; is it a record, write `- item: ...` with `of: {first.text}`"
        )
        diagnostics.error("missing-key", message, first.span, phase="schema", help=help)
        return None
    return item


def told(source: SourceFile, found: Diagnostics) -> Iterator[Diagnostic]:
    """The findings about a file, each said as what it is; those left out that only follow from another."""
    begun = [one.span for one in found if one.phase == "schema" and one.code == "mixed-list-and-mapping"]
    for one in found:
        if one.code == "duplicate-key" and any(_follows(one, start.start) for start in begun):
            continue
        yield _in_wrong_file(source, one) if one.code in _LAYOUT and one.phase == "read" else one


def _follows(one: Diagnostic, start: int) -> bool:
    """Whether a finding is about the item that begins at an offset: no other begins before it."""
    return start < one.span.start and "\n- " not in one.span.file.text[start : one.span.start]


def _in_wrong_file(source: SourceFile, one: Diagnostic) -> Diagnostic:
    """A finding about the layout, where the line belongs into another file."""
    line = _LINE.match(source.text, one.span.start)
    head = _FIRST.search(source.text)
    if line is None or head is None or source.position(one.span.start)[1] != 1:
        return one
    key, among_things = line["key"], head["item"] is not None
    if line["item"] and key in KINDS and not among_things:
        message = f"things stand in a file of their own, and this one begins with `{head['key']}`"
        help = "move it, and all the things below it, to another file of the folder, such as `things.yaml`"
        if not _FIRST.search(source.text[head.end() : one.span.start]):
            help = f"take `{head['key']}` out, or move the things to another file of the folder"
    elif line["item"] or not among_things:
        return one
    elif key in FILES:
        message, help = f"a {key} stands in a file of its own", "move it to another file, without the things above it"
    elif key in KINDS:
        message, help = "a thing begins with `- `, and here it is missing", f"write `- {key}: ...`"
    elif files := _homes(key):
        message, help = f"{quoted(key)} cannot stand in a file of things", f"it belongs into the {files}"
    else:
        return one
    return replace(one, message=message, help=help, code="mixed-list-and-mapping", labels=())
