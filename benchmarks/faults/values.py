"""Mistakes in values: of a wrong type, left out, or a unit where an Init is meant and the other way round."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from benchmarks.faults.fault import Fault, Maker
from benchmarks.faults.shelf import Place, Shelf
from interpreter.language import syntax as s
from interpreter.language.types import Type
from interpreter.language.vocabulary import Form
from interpreter.language.words import FunctionWord, form_of
from interpreter.source.text import Span

# Around these a value of any type may stand, as far as the text itself tells.
_FREE = (s.Let, s.Return, s.Define, s.Answer, s.ListOf, s.Else, s.Param, s.Attr, s.Where, s.Quantifier, s.Extreme)
_WRONG = {
    "number": ("yes", '"three"'),
    "yes_no": ("3", '"yes"'),
    "unit": ("yes", '"somebody"'),
    "list": ("yes", "3"),
    "word": ("3", "yes"),
    "manner": ("3", "yes"),
    "status": ("3", "yes"),
    "marker": ("3", "yes"),
    "roll": ("yes", '"three"'),
}


def wrong_types(shelf: Shelf, random: Random) -> Iterator[Fault]:
    """A value of another type in place of one that an operator, a condition, a function or a verb asks for.

    No mistake where any type will do: behind `let`, in a list of its own, in an answer.
    """
    maker = Maker("wrong-type", shelf.name)
    for place in shelf.places:
        node = place.node
        if not isinstance(node, s.Expr) or not _is_bound(shelf, place):
            continue
        type_ = shelf.checked.types.get(node)
        if type_ is None or type_.kind not in _WRONG or _is_any(shelf, place):
            continue
        put = random.choice(_WRONG[type_.kind])
        yield maker.put(node.span, put, f"`{_short(node)}`, {type_}, as `{put}`")


def _is_bound(shelf: Shelf, place: Place) -> bool:
    """Whether what stands around a value asks for its type."""
    parent = place.parent
    if parent is None:
        # The count of a stage may be one number or several.
        found = shelf.checked.types.get(place.node) if isinstance(place.node, s.Expr) else None
        return place.text.start in ("expression", "expect") and found is not None and found.kind != "list"
    if isinstance(parent, s.Where):
        return place.node is parent.condition
    if isinstance(parent, s.Quantifier):
        return place.node is parent.condition
    return not isinstance(parent, _FREE)


def _is_any(shelf: Shelf, place: Place) -> bool:
    """Whether a function, a verb or a comparison takes anything in this place."""
    c, parent = shelf.checked, place.parent
    if isinstance(parent, s.Arg):
        call = place.around[-2]
        word = c.calls[call][0] if isinstance(call, s.Call) and call in c.calls else None
        if isinstance(word, FunctionWord):
            at = list(call.args).index(parent) if isinstance(call, s.Call) else 0
            return word.params[min(at, len(word.params) - 1)][1].kind == "unknown"
        return word is None
    if isinstance(parent, (s.Verb, s.Prep)):
        verb = parent if isinstance(parent, s.Verb) else place.around[-2]
        assert isinstance(verb, s.Verb)
        use = c.verbs.get(verb)
        slots = [] if use is None else [slot for slot in use.word.slots if use.slots.get(slot.name) is place.node]
        return not slots or slots[0].type.kind == "unknown"
    if isinstance(parent, s.Terrain):
        return True
    # A number is compared with text, a word with a number: never equal. Two lists may be.
    return isinstance(parent, s.Compare) and _known(c.types.get(parent.left)) + _known(c.types.get(parent.right)) < 2


def _known(type_: Type | None) -> bool:
    return type_ is not None and type_.kind != "unknown"


def _short(node: s.Node) -> str:
    text = " ".join(node.span.text.split())
    return text if len(text) <= 40 else text[:39] + "…"


# --- what is left out -------------------------------------------------------------------------------------------------


def missing_arguments(shelf: Shelf, random: Random) -> Iterator[Fault]:
    """An argument of a function, or a slot of a verb, left out that must be there."""
    maker = Maker("missing-argument", shelf.name)
    c = shelf.checked
    for place in shelf.places:
        node = place.node
        if isinstance(node, s.Verb) and node in c.verbs:
            yield from _without_slot(maker, node, shelf, random)
        elif isinstance(node, s.Call) and node in c.calls and node.args:
            left_out = random.randrange(len(node.args))
            name = _must_have(c.calls[node], left_out, node)
            if name is None:
                continue
            args = [arg.span.text for i, arg in enumerate(node.args) if i != left_out]
            text = f"{node.name}({', '.join(args)})"
            yield maker.put(node.span, text, f"`{_short(node)}` without `{name}`", right=(name,), over=True)


def _must_have(called: tuple[object, list[s.Expr | None]], left_out: int, node: s.Call) -> str | None:
    """The parameter that an argument is for, if the call is wrong without it."""
    word = called[0]
    if isinstance(word, FunctionWord):
        needed = len(word.params) - word.optional
        return word.params[min(left_out, len(word.params) - 1)][0] if len(node.args) <= needed else None
    value = node.args[left_out].value
    at = next((i for i, given in enumerate(called[1]) if given is value), None)
    if at is None or any(arg.name is None for arg in node.args[left_out + 1 :]):
        # What stands behind it would move up, and the one that lacks would be another.
        return None
    if isinstance(word, s.Define):
        return word.params[at].name if word.params[at].default is None else None
    assert isinstance(word, Form)
    name = list(word.fields)[at]
    return name if word.fields[name].default is None else None


def _without_slot(maker: Maker, node: s.Verb, shelf: Shelf, random: Random) -> Iterator[Fault]:
    use = shelf.checked.verbs[node]
    needed = [slot for slot in use.word.slots if slot.required and slot.name in use.slots]
    if not needed:
        return
    slot = random.choice(needed)
    file = node.span.file
    if slot.prep is None:
        value = use.slots[slot.name]
        text = file.text[node.name_span.end : value.span.end]
        if text.count("(") != text.count(")"):
            return
        span, right = Span(file, node.name_span.end, value.span.end), slot.name.upper()
    else:
        prep = next(one for one in node.preps if one.value is use.slots[slot.name])
        start = len(file.text[: prep.span.start].rstrip(" "))
        span, right = Span(file, start, prep.span.end), slot.prep
    if "\n" in span.text or (slot.prep is None and node.preps and node.preps[0].span.start < span.end):
        return
    what = f"`{form_of(node.name, use.word.slots)}` without `{right}`"
    fault = maker.put(span, "", what, right=(right,))
    yield Fault(fault.kind, fault.folder, fault.edits, ((file.path, node.span.start),), what, fault.right)


# --- a unit and its Init ----------------------------------------------------------------------------------------------


def units_for_inits(shelf: Shelf, random: Random) -> Iterator[Fault]:
    """A unit where its Init is meant, or `.init` behind a unit where the unit is meant; no mistake beside `within`."""
    maker = Maker("unit-for-init", shelf.name)
    types = shelf.checked.types
    for place in shelf.places:
        node, parent = place.node, place.parent
        if not isinstance(node, s.Expr) or isinstance(parent, (*_FREE, s.Within)) or _in_call_of_any(shelf, place):
            continue
        if isinstance(parent, s.Verb | s.Prep) and _is_any(shelf, place):
            continue
        if isinstance(node, s.Attr) and node.name == "init" and types[node].kind == "number":
            if not _both_change(shelf, place):
                span = Span(node.span.file, node.of.span.end, node.span.end)
                if span.text == ".init":
                    yield maker.put(span, "", f"`{_short(node)}` without `.init`", right=(".init",))
        elif isinstance(node, s.Name) and types.get(node) == Type("unit") and _is_bound(shelf, place):
            if isinstance(parent, s.Compare) and parent.op in ("has", "lacks"):
                continue
            end = Span(node.span.file, node.span.end, node.span.end)
            yield maker.put(end, ".init", f"`{node.name}` with `.init`", right=(".init",))


def _in_call_of_any(shelf: Shelf, place: Place) -> bool:
    return isinstance(place.parent, s.Arg) and _is_any(shelf, place)


def _both_change(shelf: Shelf, place: Place) -> bool:
    """Whether a value stands where a unit would do as well: what is asked for what it has."""
    parent = place.parent
    return isinstance(parent, s.Compare) and parent.op in ("has", "lacks", "in", "not in")
