"""Checking sets: queries, quantifiers, the most of a set, and what is near."""

from __future__ import annotations

from fractions import Fraction

from interpreter.language import syntax as s
from interpreter.language import types as t
from interpreter.language.check_constants import constant
from interpreter.language.check_limits import check_stretch
from interpreter.language.check_types import absent, condition, type_of, want
from interpreter.language.readable_words import NAMES
from interpreter.language.scope import Binding, Checked, Scope
from interpreter.language.types import Type, list_of
from interpreter.source.text import Span


def check_within(c: Checked, node: s.Within, scope: Scope, expected: Type | None, lenient: bool) -> Type:
    for part, what, default in ((node.who, "what is asked", "it"), (node.of, "what stands after `of`", "self")):
        if part is not None:
            found = type_of(c, part, scope, t.UNIT, lenient)
            if found.kind not in ("unit", "number", "unknown"):
                c.error("wrong-type", f"{what} must be a unit or an Init, not {found}", part.span)
            continue
        binding = scope.find(default)
        if binding is None or binding.type.kind not in ("unit", "number", "unknown"):
            c.error(
                "unknown-name", f"no unit is called `{default}` here, so say who is meant beside `within`", node.span
            )
    want(c, node.distance, scope, t.NUMBER, "a distance", lenient)
    return t.YES_NO


def check_inits(c: Checked, node: s.Inits, scope: Scope, expected: Type | None, lenient: bool) -> Type:
    want(c, node.first, scope, t.NUMBER, "the first Init", lenient)
    want(c, node.last, scope, t.NUMBER, "the last Init", lenient)
    ends = [found.value for part in (node.first, node.last) if (found := constant(c, part)) is not None]
    if len(ends) == 2 and all(isinstance(end, (int, Fraction)) for end in ends) and ends[0] > ends[1]:
        message = f"from {ends[0]} up to {ends[1]} there is no Init"
        c.error("empty-range", message, node.span, "name the lower Init first")
    check_stretch(c, node, node.first, node.last)
    return list_of(t.NUMBER)


def item_type(c: Checked, node: s.Expr, scope: Scope, what: str, lenient: bool, expected: Type | None = None) -> Type:
    """What a set is of; an error where it is no set."""
    found = type_of(c, node, scope, expected, lenient)
    if found.kind == "unknown":
        return t.UNKNOWN
    if found.kind != "list" or found.item is None:
        c.error("wrong-type", f"{what} must be a list, not {found}", node.span)
        return t.UNKNOWN
    if isinstance(node, s.ListOf) and not node.items:
        c.warning("never", "`[]` is empty, so there is nothing here to go through", node.span, "name what is in it")
    return found.item


def bind_local(c: Checked, scope: Scope, name: str, type_: Type, span: Span, maybe: bool = False) -> Binding:
    """Bind a local name; a name that means something already is an error."""
    older = scope.find(name)
    if older is not None and name != "it":
        c.error("name-taken", f"`{name}` has a meaning here already", span, "take another name")
    elif name in NAMES:
        c.error("name-taken", f"`{name}` is a word of the language", span, "take another name")
    binding = Binding("local", name, type_, maybe, settable=True, span=span)
    scope.bind(binding)
    return binding


def check_where(c: Checked, node: s.Where, scope: Scope, expected: Type | None, lenient: bool) -> Type:
    item = item_type(c, node.source, scope, "what stands before `where`", lenient, expected)
    inner = Scope(scope)
    inner.bind(Binding("local", "it", item))
    condition(c, node.condition, inner)
    return list_of(item)


def check_quantifier(c: Checked, node: s.Quantifier, scope: Scope, expected: Type | None, lenient: bool) -> Type:
    item = item_type(c, node.source, scope, f"what stands after `{node.kind} {node.name} in`", lenient)
    inner = Scope(scope)
    bind_local(c, inner, node.name, item, node.name_span)
    c.quantified.add(node.name)
    condition(c, node.condition, inner, what="what stands after `satisfies`", lenient=lenient)
    return t.YES_NO


def check_extreme(c: Checked, node: s.Extreme, scope: Scope, expected: Type | None, lenient: bool) -> Type:
    item = item_type(c, node.source, scope, f"what stands after `{node.kind} {node.name} in`", lenient)
    inner = Scope(scope)
    bind_local(c, inner, node.name, item, node.name_span)
    c.quantified.add(node.name)
    want(c, node.by, inner, t.NUMBER, "what stands after `by`", True)
    absent(c, node, f"{node.kind} {node.name} ...", scope, lenient)
    return item
