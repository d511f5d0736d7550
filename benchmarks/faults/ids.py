"""References to what is not there: statuses, entries, items, policies, families, units of scenarios, statements."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from benchmarks.faults.fault import Fault, Maker
from benchmarks.faults.shapes import Spot
from benchmarks.faults.shelf import Shelf
from benchmarks.faults.slips import misspelt
from benchmarks.faults.yaml_kinds import all_spots
from interpreter.language import syntax as s
from interpreter.source.nodes import Mapping, Scalar
from interpreter.source.text import Span


def dangling_ids(shelf: Shelf, random: Random) -> Iterator[Fault]:
    """An id of what is not there, in place of one that is.

    It is the right one with a slip in it (then that should be suggested), an id of something of another kind, or one
    of nothing at all. No mistake where the new id is one of the kind that is meant.
    """
    maker = Maker("dangling-id", shelf.name)
    named = [*_in_yaml(shelf), *_in_rules(shelf)]
    for kinds, name, span in named:
        known = {one for kind in kinds for one in _ids(shelf, kind)}
        others = sorted({one for kind in KINDS if kind not in kinds for one in _ids(shelf, kind)} - known)
        if kinds == ("statement",):
            found: str | None = f"{name[0]}{random.randrange(1, 400)}"
            right: tuple[str, ...] = ()
        else:
            way = random.choice(("slip", "other", "gone"))
            found = misspelt(name, random) if way == "slip" else random.choice(others) if others else None
            found = f"lost_{name}" if way == "gone" else found
            right = (name,) if way == "slip" else ()
        if found is not None and found not in known and found not in shelf.words - set(others):
            yield maker.put(span, found, f"the {' or '.join(kinds)} `{name}` as `{found}`", right=right)


KINDS = ("status", "marker", "entry", "item", "policy", "unit_kind", "action", "family")


def _ids(shelf: Shelf, kind: str) -> tuple[str, ...]:
    if kind == "policy":
        return tuple(shelf.content.pieces["policy"])
    if kind == "item":
        return tuple(shelf.checked.vocabulary.items)
    if kind == "family":
        return tuple(shelf.checked.vocabulary.families)
    if kind == "statement":
        return tuple(shelf.content.statements())
    return shelf.checked.vocabulary.words.get(kind, ())


def _in_yaml(shelf: Shelf) -> Iterator[tuple[tuple[str, ...], str, Span]]:
    """The ids in YAML: of what kinds each may be, and where it stands."""
    for spot in all_spots(shelf):
        node = spot.node
        if isinstance(node, Scalar) and node.style == "plain":
            kinds = _kinds(shelf, spot)
            if kinds:
                yield kinds, node.text, node.span


def _kinds(shelf: Shelf, spot: Spot) -> tuple[str, ...]:
    path = spot.path
    last = path[-1] if path else ""
    if last in ("carries", "shows"):
        return ("statement",)
    if last == "plays":
        return ("policy",)
    if last == "families":
        return ("family",)
    if last in ("entries", "excludes"):
        return ("entry",)
    if last == "as" and path[0] == "units":
        return ("unit_kind",)
    if last == "gives" and len(path) == 1 and spot.around is not None and spot.around.around is not None:
        holder = spot.around.around.node
        return ("status",) if isinstance(holder, Mapping) and holder.get("marker") is None else ()
    type_ = shelf.checked.vocabulary.attributes.get(last) if len(path) > 1 and path[-2] == "values" else None
    if type_ is not None and (type_.item or type_).kind == "item":
        return ("item",)
    return ()


def _in_rules(shelf: Shelf) -> Iterator[tuple[tuple[str, ...], str, Span]]:
    """The ids in rules: of statuses, markers, entries and items, and of units in scenarios and examples."""
    for place in shelf.places:
        node = place.node
        binding = shelf.checked.bindings.get(node) if isinstance(node, s.Name) else None
        if isinstance(node, s.Name) and binding is not None:
            if binding.kind == "item":
                yield ("item",), node.name, node.span
            elif binding.kind == "word" and binding.type.of in KINDS:
                wide = isinstance(place.parent, s.Compare) and place.parent.op in ("has", "lacks")
                kinds = ("status", "entry", "unit_kind") if wide else (binding.type.of,)
                yield kinds, node.name, node.span
            elif binding.kind == "named":
                yield ("unit",), node.name, node.span
        elif isinstance(node, s.EventPattern) and node.kind == "ends":
            yield ("status", "marker"), node.name, node.name_span
        elif isinstance(node, s.Uses):
            yield ("action",), node.action, node.action_span
        elif isinstance(node, s.Stands):
            yield from ((("unit_kind", "entry"), name, span) for name, span in node.kinds)
