"""Compiling calls: of the core's functions, of the ruleset's, and of events that have a value."""

from __future__ import annotations

import ast
from typing import Any

from interpreter.language import emit
from interpreter.language import syntax as s
from interpreter.language.check_constants import parts_of
from interpreter.language.compile_expressions import default_code, expression, is_plain
from interpreter.language.module import Context
from interpreter.language.vocabulary import Form
from interpreter.language.words import FunctionWord

_FIGHT_FUNCTIONS = (
    *("numbers", "multiples", "link_value", "statuses", "lying"),
    *("turns_left", "counts_left", "up_next", "can", "count_now", "holds_turn", "chained"),
)


def call_code(x: Context, node: s.Call) -> ast.expr:
    word, args = x.checked.calls[node]
    if isinstance(word, Form):
        return _event_call(x, node, word, args)
    if not isinstance(word, FunctionWord):
        if _is_short(x, word) and all(_is_cheap(arg) for arg in args):
            return _in_place(x, word, args)
        made = [_argument(x, arg, param) for arg, param in zip(args, word.params, strict=True)]
        return emit.call("d_" + word.name, emit.name("f"), *made)
    if word.name in ("up", "down") and isinstance(args[0], s.Arith) and args[0].op == "/":
        return _rounded(x, word.name, args[0])
    values = [expression(x, arg) for arg in args if arg is not None]
    if word.rolls:
        return emit.call("w_" + word.name, emit.name("f"), x.roller(), emit.const(x.purpose), *values)
    if word.name == "count" and args[0] is not None and x.checked.types[args[0]].kind == "list":
        return emit.call("len", *values)
    if word.name in ("max", "min") and len(values) > 1:
        return emit.call(word.name, *values)
    if word.name == "linked":
        return _linked(*values)
    if word.name in _FIGHT_FUNCTIONS:
        return emit.call("w_" + word.name, emit.name("f"), *values)
    return emit.call("w_" + word.name, *values)


def _linked(unit: ast.expr, relation: ast.expr) -> ast.expr:
    """Who is linked with a unit; where the unit is at hand and no two are linked so, without a call."""
    f = emit.name("f")
    called = emit.call("w_linked", f, unit, relation)
    if not is_plain(unit) or not isinstance(relation, ast.Constant):
        return called
    return ast.IfExp(emit.item(emit.attr(f, "links"), relation), called, emit.listed([]))


# How many nodes a function may have to be written out where it is called.
SHORT = 30
_PURE = (s.Number, s.Text, s.YesNo, s.Name, s.Attr, s.Call, s.Arith, s.Compare, s.Not, s.And, s.Or, s.Negate, s.ListOf)


def _is_short(x: Context, define: s.Define) -> bool:
    """Whether a function can be written out where it is called: one short value, without dice or names of its own."""
    known = x.module.short.get(define.name)
    if known is None:
        x.module.short[define.name] = False
        known = define.value is not None and _size(x, define.value) <= SHORT
        x.module.short[define.name] = known
    return known


def _size(x: Context, node: s.Expr) -> int:
    """How many nodes a value has; too many where it rolls, or binds a name."""
    if not isinstance(node, _PURE):
        return SHORT + 1
    if isinstance(node, s.Call):
        word = x.checked.calls[node][0]
        if isinstance(word, Form) or (isinstance(word, FunctionWord) and word.rolls):
            return SHORT + 1
        if isinstance(word, s.Define) and not _is_short(x, word):
            return 1 + sum(_size(x, arg.value) for arg in node.args)
        inside = _size(x, word.value) if isinstance(word, s.Define) and word.value is not None else 0
        return 1 + inside + sum(_size(x, arg.value) for arg in node.args)
    return 1 + sum(_size(x, part) for part in parts_of(node) if isinstance(part, s.Expr))


def _is_cheap(arg: s.Expr | None) -> bool:
    """Whether an argument may be worked out again wherever it is used."""
    while isinstance(arg, s.Attr):
        arg = arg.of
    return isinstance(arg, (s.Name, s.Number, s.YesNo))


def _in_place(x: Context, define: s.Define, args: list[s.Expr | None]) -> ast.expr:
    """The value of a short function, with the arguments in place of its parameters."""
    made = {param.name: expression(x, arg) for param, arg in zip(define.params, args, strict=True) if arg is not None}
    given, x.given = x.given, made
    assert define.value is not None
    value = x.valued(expression(x, define.value), define.span)
    x.given = given
    return value


def _event_call(x: Context, node: s.Call, form: Form, args: list[s.Expr | None]) -> ast.expr:
    """An event that happens here, and whose value is one of its fields."""
    values = [
        default_code(field.type, field.default) if arg is None else expression(x, arg)
        for field, arg in zip(form.fields.values(), args, strict=True)
    ]
    made = emit.call("make_" + form.name, x.site(node.span), *values)
    event = emit.call("perform_here", emit.name("f"), made)
    return emit.attr(event, f"f_{form.gives}")


def _rounded(x: Context, name: str, arg: Any) -> ast.expr:
    """`down(a / b)` and `up(a / b)` without a fraction in between."""
    left, right = expression(x, arg.left), expression(x, arg.right)
    if name == "down":
        return ast.BinOp(left, ast.FloorDiv(), right)
    return ast.UnaryOp(ast.USub(), ast.BinOp(ast.UnaryOp(ast.USub(), left), ast.FloorDiv(), right))


def _argument(x: Context, arg: s.Expr | None, param: s.Param) -> ast.expr:
    if arg is not None:
        return expression(x, arg)
    assert param.default is not None
    return expression(x, param.default)
