"""Checking literals, arithmetic, comparisons, and what joins conditions."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.language import syntax as s
from interpreter.language import types as t
from interpreter.language.check_constants import shown, walk
from interpreter.language.check_limits import check_worked_out
from interpreter.language.check_names import global_name
from interpreter.language.check_types import (
    HAD,
    check_said,
    path_of,
    paths_read,
    type_help,
    type_of,
    unquoted_help,
    want,
)
from interpreter.language.scope import Binding, Checked, Scope
from interpreter.language.types import Type, common, fits, list_of
from interpreter.source.diagnostics import suggestion


def literal(type_: Type) -> Callable[..., Type]:
    return lambda c, node, scope, expected, lenient: type_


def check_text(c: Checked, node: s.Text, scope: Scope, expected: Type | None, lenient: bool) -> Type:
    check_said(c, node.value, node.span)
    return t.TEXT


def check_dice(c: Checked, node: s.Dice, scope: Scope, expected: Type | None, lenient: bool) -> Type:
    return t.DICE if expected is not None and expected.kind == "dice" else t.NUMBER


def check_list(c: Checked, node: s.ListOf, scope: Scope, expected: Type | None, lenient: bool) -> Type:
    item = expected.item if expected is not None and expected.kind == "list" else None
    found: Type = t.UNKNOWN
    for part in node.items:
        type_ = type_of(c, part, scope, item, lenient)
        both = type_ if found.kind == "unknown" else common(found, type_)
        if both is None:
            c.error("wrong-type", f"a list of {t.plural(found)} cannot hold {type_}", part.span)
            return t.UNKNOWN
        found = both
    if found.kind == "unknown" and item is not None:
        found = item
    return list_of(found)


def check_negate(c: Checked, node: s.Negate, scope: Scope, expected: Type | None, lenient: bool) -> Type:
    want(c, node.of, scope, t.NUMBER, "what stands after `-`", lenient)
    return t.NUMBER


_JOINED = "texts are not joined: an event tells of a number where its `text` has the field in braces"


def check_arith(c: Checked, node: s.Arith, scope: Scope, expected: Type | None, lenient: bool) -> Type:
    if expected is not None and expected.kind == "dice" and node.op in "+-":
        for side in (node.left, node.right):
            type_of(c, side, scope, t.DICE if isinstance(side, (s.Dice, s.Arith)) else None, lenient)
        return t.DICE
    for side in (node.left, node.right):
        found = type_of(c, side, scope, t.NUMBER, lenient)
        if found.kind == "list" and node.op in "+-":
            return _arith_lists(c, node, scope, found, lenient)
        if not fits(found, t.NUMBER):
            help = type_help(side, found, t.NUMBER) or (_JOINED if found == t.TEXT else None)
            c.error("wrong-type", f"`{node.op}` works on numbers, and this is {found}", side.span, help)
            return t.UNKNOWN
    check_worked_out(c, node)
    return t.NUMBER


def _arith_lists(c: Checked, node: s.Arith, scope: Scope, list_type: Type, lenient: bool) -> Type:
    """`a + b` and `a - b` of lists: joined, and without."""
    for side in (node.left, node.right):
        want(c, side, scope, list_type, f"beside `{node.op}` both sides", lenient)
    c.maybe.discard(node)
    return list_type


def check_compare(c: Checked, node: s.Compare, scope: Scope, expected: Type | None, lenient: bool) -> Type:
    if node.op in ("has", "lacks"):
        return _has(c, node, scope, lenient)
    if node.op in ("in", "not in"):
        return _in(c, node, scope, lenient)
    if node.op in ("<", "<=", ">", ">="):
        for side in (node.left, node.right):
            found = type_of(c, side, scope, t.NUMBER, lenient)
            if not fits(found, t.NUMBER):
                help = type_help(side, found, t.NUMBER)
                c.error("wrong-type", f"`{node.op}` compares numbers, and this is {found}", side.span, help)
        return t.YES_NO
    left, right = _both(c, node.left, node.right, scope, lenient)
    c.uses.asking |= {node.left, node.right}
    if common(left, right) is None:
        c.error("never-equal", f"{left} can never be {right}", node.span, _equal_help(node, left, right))
    return t.YES_NO


def _equal_help(node: s.Compare, left: Type, right: Type) -> str | None:
    if {left.kind, right.kind} == {"unit", "number"}:
        return "if the unit's Init is meant, write `.init` after it"
    if left.kind == "list" or right.kind == "list":
        return "ask whether something is in a list with `in`"
    if left.kind == "unit" and right.kind == "word" and right.of in HAD and isinstance(node.right, s.Name):
        return f"ask with `has`: `{shown(node.left)} {'has' if node.op == 'is' else 'lacks'} {node.right.name}`"
    for side, other in ((node.left, right), (node.right, left)):
        if isinstance(side, s.Text):
            return unquoted_help(side, other)
    return None


def _both(c: Checked, left: s.Expr, right: s.Expr, scope: Scope, lenient: bool) -> tuple[Type, Type]:
    """The types of two sides that are compared: a bare word is looked up as the other side's kind of word."""
    if isinstance(left, s.Name) and scope.find(left.name) is None and global_name(left.name) is None:
        second = type_of(c, right, scope, None, lenient)
        return type_of(c, left, scope, second, lenient), second
    first = type_of(c, left, scope, None, lenient)
    return first, type_of(c, right, scope, first, lenient)


def _in(c: Checked, node: s.Compare, scope: Scope, lenient: bool) -> Type:
    if isinstance(node.left, s.Name) and scope.find(node.left.name) is None and global_name(node.left.name) is None:
        right = type_of(c, node.right, scope, None, lenient)
        left = type_of(c, node.left, scope, right.item, lenient)
    else:
        left = type_of(c, node.left, scope, None, lenient)
        right = type_of(c, node.right, scope, list_of(left), lenient)
    c.uses.asking |= {node.left, node.right, *(node.right.items if isinstance(node.right, s.ListOf) else ())}
    if right.kind == "unknown":
        return t.YES_NO
    if right.kind != "list":
        c.error("wrong-type", f"`{node.op}` wants a list on its right, not {right}", node.right.span)
    elif right.item is not None and common(left, right.item) is None:
        c.error("never-equal", f"{left} can never be in {right}", node.span, _equal_help(node, left, right.item))
    return t.YES_NO


def _has(c: Checked, node: s.Compare, scope: Scope, lenient: bool) -> Type:
    """`unit has STATUS or ENTRY`, `init has PROPERTY`, `marker has PROPERTY`."""
    left = type_of(c, node.left, scope, None, lenient)
    sets = {"unit": ("status", "entry", "unit_kind"), "number": ("property",), "marker": ("property",)}.get(left.kind)
    if left.kind == "unknown":
        sets = ("status", "entry", "unit_kind", "property")
    if sets is None:
        c.error("wrong-type", f"`{node.op}` asks a unit, an Init or a marker, and this is {left}", node.left.span)
        return t.YES_NO
    if isinstance(node.right, s.Name) and scope.find(node.right.name) is None:
        name = node.right.name
        for of in sets:
            if name in c.vocabulary.words.get(of, ()):
                c.uses.mention(of, node.right)
                c.uses.asking.add(node.right)
                c.compares[node] = of
                c.bindings[node.right] = Binding("word", name, Type("word", of))
                return t.YES_NO
        known = [word for of in sets for word in c.vocabulary.words.get(of, ())]
        what = " or ".join(of.replace("_", " ") for of in sets)
        help = suggestion(name, known, what)
        if name in c.vocabulary.families:
            which = "some" if node.op == "has" else "every"
            help = f"`{name}` is a family: write `{which} one in {name} satisfies {shown(node.left)} {node.op} one`"
        c.error("unknown-name", f"`{name}` is no {what}", node.right.span, help, phase="resolve")
        c.compares[node] = sets[0]
        c.bindings[node.right] = Binding("none", name, t.UNKNOWN)
        return t.YES_NO
    found = want(c, node.right, scope, Type("word"), f"what `{node.op}` asks for", lenient)
    c.compares[node] = found.of if found.of in sets else sets[0]
    return t.YES_NO


def check_not(c: Checked, node: s.Not, scope: Scope, expected: Type | None, lenient: bool) -> Type:
    want(c, node.of, scope, t.YES_NO, "what stands after `not`", lenient)
    return t.YES_NO


def check_and(c: Checked, node: s.And, scope: Scope, expected: Type | None, lenient: bool) -> Type:
    inner = scope
    for part in node.parts:
        _joined(c, node, part, inner, lenient)
        inner = inner.knowing(paths_read(part)) if lenient else inner
    return t.YES_NO


def check_or(c: Checked, node: s.Or, scope: Scope, expected: Type | None, lenient: bool) -> Type:
    for part in node.parts:
        _joined(c, node, part, scope, lenient)
    return t.YES_NO


def _joined(c: Checked, node: s.And | s.Or, part: s.Expr, scope: Scope, lenient: bool) -> None:
    """Check one side of `and` or `or`, which is a condition of its own."""
    found = type_of(c, part, scope, t.YES_NO, lenient)
    if not fits(found, t.YES_NO):
        word = "and" if isinstance(node, s.And) else "or"
        help = _again(node, part, word) or type_help(part, found, t.YES_NO)
        c.error("wrong-type", f"each side of `{word}` must be yes or no, not {found}", part.span, help)


def _again(node: s.And | s.Or, part: s.Expr, word: str) -> str | None:
    """Help where the side before is a comparison that goes on only in mind: `a.side is b or c`, `a has b or c`."""
    before = node.parts[node.parts.index(part) - 1]
    if not isinstance(before, s.Compare) or before is part or not isinstance(part, (s.Name, s.Number, s.Text)):
        return None
    left, first, second = shown(before.left), shown(before.right), shown(part)
    if word == "or" and before.op == "is":
        return f"write `{left} in [{first}, {second}]`"
    return f"write `{left} {before.op} {first} {word} {left} {before.op} {second}`"


def check_else(c: Checked, node: s.Else, scope: Scope, expected: Type | None, lenient: bool) -> Type:
    value = type_of(c, node.value, scope, expected, True)
    may_lack = _reads_init(node.value) or any(part in c.maybe for part in walk(node.value))
    if not may_lack and "unknown" not in value.kind:
        c.warning("never-absent", "this is never absent, so its `else` counts for nothing", node.value.span)
    other = type_of(c, node.other, scope, expected or value, lenient)
    if node.other in c.maybe:
        c.maybe.add(node)
    both = common(value, other)
    if both is None:
        c.error("wrong-type", f"beside `else` stand {value} and {other}; both must be alike", node.span)
        return t.UNKNOWN
    return both


def _reads_init(node: s.Expr) -> bool:
    path = path_of(node)
    if path is not None:
        return path.endswith(".init")
    if isinstance(node, (s.Arith, s.Compare)):
        return _reads_init(node.left) or _reads_init(node.right)
    if isinstance(node, s.Call):
        return any(_reads_init(arg.value) for arg in node.args)
    return isinstance(node, s.Attr) and node.name == "init"
