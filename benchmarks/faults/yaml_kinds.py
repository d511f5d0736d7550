"""Mistakes in YAML: keys misspelt, keys in a wrong place, values of a wrong shape."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from benchmarks.faults.fault import Edit, Fault, Maker, beginning, moved
from benchmarks.faults.shapes import Spot, shape_of, spots
from benchmarks.faults.shelf import Shelf
from benchmarks.faults.slips import misspelt
from interpreter.library.content import KINDS
from interpreter.library.filenames import HEADS
from interpreter.source.nodes import Mapping, Scalar, Sequence
from interpreter.source.text import Span


def all_spots(shelf: Shelf) -> Iterator[Spot]:
    for node in shelf.files.values():
        yield from spots(node)


# --- a key misspelt ---------------------------------------------------------------------------------------------------


def misspelt_keys(shelf: Shelf, random: Random) -> Iterator[Fault]:
    """A key that the schema names, or one that names something declared, with a slip in it.

    No mistake where the slip makes another key that may stand there.
    """
    maker = Maker("misspelt-key", shelf.name)
    for spot in all_spots(shelf):
        if not isinstance(spot.node, Mapping):
            continue
        allowed = spot.keys or _named_keys(shelf, spot)
        if not allowed:
            continue
        for key, _ in spot.node.items:
            found = misspelt(key.text, random)
            if found is None or key.style != "plain" or found in allowed:
                continue
            yield maker.put(key.span, found, f"`{key.text}` as `{found}`", right=(key.text,))


def _named_keys(shelf: Shelf, spot: Spot) -> tuple[str, ...]:
    """The keys of a mapping that names what is declared elsewhere; none where its keys are declarations."""
    v = shelf.checked.vocabulary
    last = spot.path[-1] if spot.path else ""
    if last == "modifies":
        return tuple(v.attributes)
    if last == "values":
        return (*v.attributes, *v.counters)
    if last == "pays":
        return tuple(v.counters)
    if last == "has" and spot.around is not None and isinstance(spot.around.node, Mapping):
        record = spot.around.node.get("of")
        return tuple(v.records.get(record.text, ())) if isinstance(record, Scalar) else ()
    if last == "options" and len(spot.path) > 1:
        return tuple(v.options)
    return ()


# --- a right key in a wrong place -------------------------------------------------------------------------------------


# What tells of which kind an item or a file is: elsewhere it makes that something else.
_KINDS = (*KINDS, *HEADS, "scenario", "rulebook")


def misplaced_keys(shelf: Shelf, random: Random) -> Iterator[Fault]:
    """A key with its value, which stands rightly in a mapping of the file, stands in another one as well.

    No mistake where that mapping may have the key, or has one of its name. Only what fits on a line is moved.
    """
    maker = Maker("misplaced-key", shelf.name)
    for node in shelf.files.values():
        found = [spot for spot in spots(node) if isinstance(spot.node, Mapping) and spot.node.items]
        moved = [
            (key, value)
            for spot in found
            if spot.keys is not None and isinstance(spot.node, Mapping)
            for key, value in spot.node.items
            if "\n" not in value.file.text[key.start : value.end] and key.text not in _KINDS
        ]
        if not moved:
            continue
        for spot in found:
            key, value = random.choice(moved)
            mapping = spot.node
            assert isinstance(mapping, Mapping)
            if key.text in (spot.keys or ()) or key.text in mapping.names() or _declares(shelf, spot, key.text):
                continue
            text = value.file.text[key.start : value.end]
            before = random.choice(mapping.items)[0]
            if before is mapping.items[0][0] and spot.around is None:
                continue
            line = _line_start(before)
            indent = mapping.file.text[line : before.start]
            if not indent.strip():
                put = f"{text}\n{indent}"
            elif "{" in indent:
                if isinstance(value, Scalar) and set(text) & set(",{}[]"):
                    continue
                put = f"{text}, "
            else:
                continue
            where = " ".join(spot.path) or "the file"
            yield maker.put(Span(mapping.file, before.start, before.start), put, f"`{key.text}` in `{where}`")


def _declares(shelf: Shelf, spot: Spot, name: str) -> bool:
    """Whether a key would be no mistake: it declares something of its own, and then stays unused at worst."""
    return name in (_named_keys(shelf, spot) or ())


def _line_start(key: Scalar) -> int:
    return key.file.text.rfind("\n", 0, key.start) + 1


# --- a wrong shape ----------------------------------------------------------------------------------------------------


def wrong_shapes(shelf: Shelf, random: Random) -> Iterator[Fault]:
    """A list for a mapping or a single value, a mapping for a list or a single value, a single value for either.

    No mistake where the schema allows the other shape; nor, for the value of an attribute, where its type does.
    """
    maker = Maker("wrong-shape", shelf.name)
    for spot in all_spots(shelf):
        shape, allowed = shape_of(spot.node), _shapes(shelf, spot)
        others = sorted({"mapping", "list", "scalar"} - allowed - {shape}) if allowed else []
        if not others or spot.key is None:
            continue
        other = random.choice(others)
        edits = _reshaped(spot.node, spot.key, other)
        if edits is None:
            continue
        file = spot.node.file.path
        at = {(file, moved(edits, file, place)) for place in (spot.key.start, *(edit.start for edit in edits[:2]))}
        yield Fault(maker.kind, shelf.name, edits, tuple(sorted(at)), f"a {other} for the {shape} `{spot.key.text}`")


def _shapes(shelf: Shelf, spot: Spot) -> frozenset[str]:
    """The shapes that a value may have: those of the schema, but of the value of an attribute those of its type."""
    path = spot.path
    v = shelf.checked.vocabulary
    if len(path) > 1 and path[-2] == "values" and path[-1] in v.attributes:
        return frozenset({"list" if v.attributes[path[-1]].kind == "list" else "scalar"})
    return spot.shapes


def _reshaped(node: Mapping | Sequence | Scalar, key: Scalar, other: str) -> tuple[Edit, ...] | None:
    """The value in another shape, as a hand would write it by mistake; None where that is no small slip."""
    file, text = node.file.path, node.file.text
    start = beginning(node)
    if isinstance(node, Scalar):
        if node.style in ("literal", "folded"):
            return _block_reshaped(node, other)
        written = text[node.start : node.end]
        if not written or "\n" in written or (node.style == "plain" and set(written) & set(",{}[]:#&*")):
            return None
        put = f"[{written}]" if other == "list" else "{" + written + ": yes}"
        return (Edit(file, node.start, node.end, put),)
    flow = text[node.start] in "[{"
    if flow:
        inner = text[node.start + 1 : node.end - 1]
        if "\n" in inner or not inner.strip() or set(inner) & set("[]{}"):
            return None
        if other == "scalar":
            return (Edit(file, node.start, node.end, inner.replace(": ", " ").replace(",", "")),)
        if isinstance(node, Mapping):
            return (Edit(file, node.start, node.end, f"[{inner}]"),)
        items = [text[item.start : item.end] for item in node.items]
        return (Edit(file, node.start, node.end, "{" + ", ".join(f"{item}: yes" for item in items) + "}"),)
    if other == "scalar":
        # The first word of the block stands behind the key, and the rest is lost.
        colon = text.index(":", key.end) + 1
        first = node.items[0][0] if isinstance(node, Mapping) else next(iter(_scalars(node)), None)
        end = node.end - (len(text[: node.end]) - len(text[: node.end].rstrip()))
        return None if first is None else (Edit(file, colon, end, f" {first.text.split()[0].strip(':,')}"),)
    if isinstance(node, Mapping):
        return _dashed(node, start)
    return _undashed(node)


def _scalars(node: Sequence) -> Iterator[Scalar]:
    for item in node.items:
        if isinstance(item, Scalar):
            yield item
        elif isinstance(item, Mapping):
            yield item.items[0][0]


def _block_reshaped(node: Scalar, other: str) -> tuple[Edit, ...] | None:
    """A block of text without its `|`, with a dash before each of its lines."""
    file, text = node.file.path, node.file.text
    first = text.index("\n", node.start)
    lines = text[first + 1 : node.end].rstrip().split("\n")
    if other != "list" or not all(lines):
        return None
    edits = [Edit(file, node.start, first, "")]
    indent, at = len(lines[0]) - len(lines[0].lstrip()), first + 1
    for line in lines:
        begins = line[: indent + 1].strip() != ""
        edits.append(Edit(file, at + indent if begins else at, at + indent if begins else at, "- " if begins else "  "))
        at += len(line) + 1
    return tuple(edits)


def _dashed(node: Mapping, start: int) -> tuple[Edit, ...] | None:
    """A block mapping whose keys have dashes before them."""
    text = node.file.text
    column = start - (text.rfind("\n", 0, start) + 1)
    if text[start - column : start].strip():
        return None
    firsts = {key.start for key, _ in node.items}
    edits = [Edit(node.file.path, one, one, "- ") for one in sorted(firsts)]
    end = len(text[: node.end].rstrip())
    for at in range(start, end):
        if text[at] != "\n" or text[at + 1] == "\n":
            continue
        inner = at + 1 + len(text[at + 1 :]) - len(text[at + 1 :].lstrip(" "))
        if inner not in firsts:
            edits.append(Edit(node.file.path, at + 1, at + 1, "  "))
    return tuple(edits)


def _undashed(node: Sequence) -> tuple[Edit, ...] | None:
    """A list of one item in which the dash is forgotten."""
    text = node.file.text
    item = node.items[0]
    if len(node.items) != 1 or not isinstance(item, Mapping):
        return None
    start = beginning(item)
    dash = text.rfind("- ", 0, start)
    return (Edit(node.file.path, dash, dash + 1, " "),)
