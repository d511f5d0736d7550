"""Compiling expressions to Python: each kind of node to the shortest expression that does the same."""

from __future__ import annotations

import ast
from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from typing import Any

from interpreter.language import compile_copies as copies
from interpreter.language import compile_families as families
from interpreter.language import emit
from interpreter.language import syntax as s
from interpreter.language.module import Context
from interpreter.language.scope import Binding
from interpreter.language.types import Type


def expression(x: Context, node: s.Expr) -> ast.expr:
    """Python for the value of an expression. Where it is absent, `Absent` is raised."""
    made: ast.expr = emit.placed(_EXPRESSIONS[type(node)](x, node), node.span)
    return made


def may_be_absent(x: Context, node: Any) -> bool:
    """Whether anything in an expression may raise `Absent`."""
    if node in x.checked.maybe or isinstance(node, s.Call):
        return True
    if isinstance(node, s.Attr) and node.name == "init":
        return True
    for slot in node.__slots__ if not isinstance(node, (str, int, bool, float)) and hasattr(node, "__slots__") else ():
        value = getattr(node, slot)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, s.Node) and may_be_absent(x, part):
                return True
    return isinstance(node, s.Within)


def test(x: Context, node: s.Expr) -> ast.expr:
    """Python for a condition inside an expression: where something in it is absent, it fails."""
    made = expression(x, node)
    return x.module.guarded(made, emit.const(False), node.span) if may_be_absent(x, node) else made


# --- names --------------------------------------------------------------------------------------------------


def _name(x: Context, node: s.Name) -> ast.expr:
    return binding_code(x, x.checked.bindings[node])


def binding_code(x: Context, binding: Binding) -> ast.expr:
    made = _BINDINGS[binding.kind](x, binding)
    if binding.maybe and binding.kind in ("local", "event"):
        asked = emit.call("present", made)
        # What is only looked up is looked at here: mostly it is there, and a call would take longer.
        return ast.IfExp(emit.is_none(made), asked, made) if isinstance(made, (ast.Name, ast.Attribute)) else asked
    return made


def _event_slot(x: Context, binding: Binding) -> ast.expr:
    e = emit.name("e")
    slot = _EVENT_SLOTS.get(binding.name)
    return emit.attr(e, binding.name) if slot is None else slot(e)


_EVENT_SLOTS: dict[str, Callable[[ast.expr], ast.expr]] = {
    "ahead": lambda e: emit.attr(e, "here"),
    "behind": lambda e: emit.attr(e, "here_before"),
    "status": lambda e: emit.attr(e, "name"),
    "marker": lambda e: emit.attr(e, "name"),
    "action": lambda e: emit.attr(e, "name"),
    "relation": lambda e: emit.attr(e, "name"),
    "source": lambda e: emit.call("source_of", emit.name("f"), e),
    "cells": lambda e: emit.call("list", emit.attr(emit.attr(e, "holder"), "cells")),
    "ended": lambda e: emit.attr(e, "holder"),
    "cost": lambda e: emit.attr(emit.attr(e, "other"), "cost"),
    "for_good": lambda e: emit.compared(emit.attr(e, "name"), ast.Eq(), emit.const("gone")),
    "stage": lambda e: emit.attr(e, "name"),
    "side": lambda e: emit.attr(e, "other"),
    "path": lambda e: emit.call("list", emit.attr(e, "path")),
}


def _manner_slot(x: Context, e: ast.expr) -> ast.expr:
    return emit.attr(e, "manner")


def _event(x: Context, binding: Binding) -> ast.expr:
    if binding.name == "manner" and x.event_key == "step":
        return emit.attr(emit.attr(emit.name("e"), "movement"), "manner")
    if binding.name == "destination" and x.event_key == "return":
        return emit.attr(emit.name("e"), "value")
    return _event_slot(x, binding)


def _extra(x: Context, binding: Binding) -> ast.expr:
    default = default_code(binding.type, None if binding.field is None else binding.field.default)
    return emit.call(emit.attr(emit.attr(emit.name("e"), "extra"), "get"), emit.const(binding.name), default)


def _field(x: Context, binding: Binding) -> ast.expr:
    value = emit.item(emit.attr(emit.name("h"), "values"), emit.const(binding.name))
    return stored(binding.type, value)


def stored(type_: Type, value: ast.expr) -> ast.expr:
    """A value as it is kept in the state, made usable: units are kept by their ids."""
    if type_.kind == "unit":
        return emit.call("unit_of", emit.name("f"), value)
    if type_.kind == "list" and type_.item is not None and type_.item.kind == "unit":
        return emit.call("units_of", emit.name("f"), value)
    return value


def storable(type_: Type, value: ast.expr) -> ast.expr:
    """A value made fit to be kept in the state."""
    if type_.kind == "unit":
        return emit.attr(value, "id")
    if type_.kind == "list" and type_.item is not None and type_.item.kind == "unit":
        return emit.call("ids_of", value)
    if type_.kind == "list":
        return emit.call("tuple", value)
    return value


def _unit(id_: str, optional: bool = False) -> Callable[[Context, Binding], ast.expr]:
    def code(x: Context, binding: Binding) -> ast.expr:
        id_code = emit.attr(emit.name("h"), id_)
        if optional:
            return emit.call("unit_of", emit.name("f"), id_code)
        return emit.item(emit.attr(emit.name("f"), "units"), id_code)

    return code


def _global(x: Context, binding: Binding) -> ast.expr:
    f = emit.name("f")
    return {
        "units": lambda: emit.call(emit.attr(f, "on_track")),
        "everyone": lambda: emit.call("everyone", f),
        "markers": lambda: emit.call("list", emit.attr(f, "laid")),
        "objectives": lambda: emit.call("open_objectives", f),
        "round": lambda: emit.attr(f, "round"),
        "stage": lambda: emit.call("stage_now", f),
        "turn": lambda: emit.call("open_turn", f),
        "actor": lambda: emit.call("present", emit.attr(f, "actor")),
    }[binding.name]()


_BINDINGS: dict[str, Callable[[Context, Binding], ast.expr]] = {
    "local": lambda x, b: emit.name("v_" + b.name),
    "param": lambda x, b: x.given.get(b.name) or emit.name("v_" + b.name),
    "event": _event,
    "declared": lambda x, b: emit.attr(emit.name("e"), "f_" + b.name),
    "extra": _extra,
    "field": _field,
    "bearer": _unit("bearer"),
    "source": _unit("source", optional=True),
    "owner": _unit("owner", optional=True),
    "cells": lambda x, b: emit.call("list", emit.attr(emit.name("h"), "cells")),
    "holder": lambda x, b: emit.name("h"),
    "unit": lambda x, b: x.self_code(),
    "global": _global,
    "word": lambda x, b: emit.const(b.name),
    "manner": lambda x, b: emit.name("M_" + b.name),
    "item": lambda x, b: emit.name("I_" + b.name),
    "family": lambda x, b: emit.call("list", families.listed(b.name)),
    "named": lambda x, b: emit.item(emit.attr(emit.name("f"), "units"), emit.const(b.name)),
    "created": lambda x, b: emit.call("script_unit", emit.name("f"), emit.const(b.name)),
    "possible": lambda x, b: emit.call("list", emit.attr(emit.name("k"), "options")),
    "told": lambda x, b: emit.call(emit.item(emit.attr(emit.name("k"), "known"), emit.const(b.name))),
    "goal": lambda x, b: emit.item(emit.attr(emit.name("f"), "objectives"), emit.const(b.name)),
}


# --- what stands after a dot --------------------------------------------------------------------------------


def _attr(x: Context, node: s.Attr) -> ast.expr:
    kind = x.checked.attrs[node]
    if kind == "option":
        return emit.item(emit.attr(emit.name("f"), "options"), emit.const(node.name))
    of = expression(x, node.of)
    if not kind.startswith("each "):
        return property_code(x, kind, node.name, of, x.checked.types[node])
    each = x.fresh("p")
    made = property_code(x, kind[5:], node.name, emit.name(each), x.checked.types[node].item or Type("unknown"))
    on_track = None
    if node.name == "init":
        made = emit.attr(emit.name(each), "init")
        on_track = emit.negated(emit.is_none(made))
    return emit.comprehension(made, each, of, on_track)


def property_code(x: Context, kind: str, name: str, of: ast.expr, type_: Type) -> ast.expr:
    """Python for a property of a thing of some kind."""
    if kind == "unit":
        return _unit_property(x, name, of)
    if kind == "manner":
        return (
            emit.attr(of, "touches")
            if name == "touches"
            else emit.compared(emit.const(name), ast.In(), emit.attr(of, "flags"))
        )
    if kind == "movement" and name in x.checked.vocabulary.change_fields:
        field = x.checked.vocabulary.change_fields[name]
        default = default_code(field.type, field.default)
        return emit.call(emit.attr(emit.attr(of, "extra"), "get"), emit.const(name), default)
    if kind in ("status", "marker"):
        return _holder_property(x, name, of, type_)
    if kind == "objective":
        return emit.attr(of, "c_score") if name == "score" else emit.call("present", emit.attr(of, name))
    if kind == "turn" and name != "unit":
        return emit.call("turn_" + name, emit.name("f"), of)
    if kind == "turn":
        return emit.call("unit_of", emit.name("f"), emit.attr(of, "unit"))
    if kind == "item":
        return emit.item(emit.attr(of, "values"), emit.const(name))
    return emit.attr(of, name)


def _unit_property(x: Context, name: str, of: ast.expr) -> ast.expr:
    vocabulary = x.checked.vocabulary
    if name in vocabulary.attributes:
        if name in x.module.modified:
            return _attribute(of, name)
        return emit.attr(of, "a_" + name)
    if name in vocabulary.counters:
        return emit.attr(of, "c_" + name)
    if name == "init":
        return _init_of(of)
    if name == "last_init":
        return emit.call("present", emit.attr(of, "last_init"))
    if name == "on_track":
        return emit.negated(emit.is_none(emit.attr(of, "init")))
    if name in ("used", "entries"):
        return emit.call("list", emit.attr(of, name))
    return emit.attr(of, name)


def is_plain(of: ast.expr) -> bool:
    """Whether a value is a name, or stands in a slot of what a name holds: it costs nothing to look at it again."""
    return isinstance(of, ast.Name) or (isinstance(of, ast.Attribute) and isinstance(of.value, ast.Name))


def _attribute(of: ast.expr, name: str) -> ast.expr:
    """An attribute that may be modified; of a unit that nothing can modify, without a call."""
    called = emit.call("attribute", emit.name("f"), of, emit.const(name))
    if not is_plain(of):
        return called
    holds = ast.BoolOp(ast.Or(), [emit.attr(of, "standing"), emit.attr(of, "entries")])
    return ast.IfExp(holds, called, emit.attr(of, "a_" + name))


def _init_of(of: ast.expr) -> ast.expr:
    """The Init of a unit that is on the track; where the unit is at hand, without a call."""
    called = emit.call("init_of", of)
    if not is_plain(of):
        return called
    init = emit.attr(of, "init")
    return ast.IfExp(emit.is_none(init), called, init)


def _holder_property(x: Context, name: str, of: ast.expr, type_: Type) -> ast.expr:
    f = emit.name("f")
    if name == "bearer":
        return emit.item(emit.attr(f, "units"), emit.attr(of, "bearer"))
    if name in ("source", "owner"):
        return emit.call("unit_of", f, emit.attr(of, name))
    if name == "cells":
        return emit.call("list", emit.attr(of, "cells"))
    if name == "kind":
        return emit.attr(of, "name")
    return stored(type_, emit.item(emit.attr(of, "values"), emit.const(name)))


# --- operators ----------------------------------------------------------------------------------------------

_OPERATORS: dict[str, ast.operator] = {"+": ast.Add(), "-": ast.Sub()}
_COMPARISONS: dict[str, ast.cmpop] = {
    "<": ast.Lt(),
    "<=": ast.LtE(),
    ">": ast.Gt(),
    ">=": ast.GtE(),
    "is": ast.Eq(),
    "is not": ast.NotEq(),
    "in": ast.In(),
    "not in": ast.NotIn(),
}


# Of these each is one object: to be equal is to be the same.
_THINGS = frozenset(("unit", "item", "manner", "status", "marker", "objective"))


def _is_constant(node: s.Expr) -> bool:
    if isinstance(node, s.Arith):
        return _is_constant(node.left) and _is_constant(node.right)
    return isinstance(node, (s.Dice, s.Number))


def _arith(x: Context, node: s.Arith) -> ast.expr:
    left, right = expression(x, node.left), expression(x, node.right)
    kind = x.checked.types[node].kind
    if kind == "dice":
        dice = emit.call("dice_sum", left, right, emit.const(1 if node.op == "+" else -1))
        return x.module.constant(dice, node.span) if _is_constant(node) else dice
    if node.op == "/":
        return emit.call("divide", left, right)
    if kind == "list":
        return emit.call("without", left, right) if node.op == "-" else _joined(left, right)
    if node.op == "*":
        return emit.call("multiply", left, right)
    return ast.BinOp(left, _OPERATORS[node.op], right)


def _joined(left: ast.expr, right: ast.expr) -> ast.expr:
    """Two lists as one; of several, all in one call."""
    first = left.args if isinstance(left, ast.Call) and _calls(left, "joined") else [left]
    return emit.call("joined", *first, right)


def _calls(node: ast.Call, function: str) -> bool:
    return isinstance(node.func, ast.Name) and node.func.id == function


def _compare(x: Context, node: s.Compare) -> ast.expr:
    if node.op in ("has", "lacks"):
        found = _has(x, node)
        return emit.negated(found) if node.op == "lacks" else found
    op = _COMPARISONS[node.op]
    if node.op in ("is", "is not") and x.checked.types[node.left].kind in _THINGS:
        op = ast.Is() if node.op == "is" else ast.IsNot()
    if node.op in ("in", "not in") and families.is_family(node.right, x):
        return emit.compared(expression(x, node.left), op, families.members(node.right.name))
    return emit.compared(expression(x, node.left), op, expression(x, node.right))


def _has(x: Context, node: s.Compare) -> ast.expr:
    left, right, of = expression(x, node.left), expression(x, node.right), x.checked.compares[node]
    if of == "property":
        if x.checked.types[node.left].kind == "marker":
            return emit.compared(right, ast.In(), emit.attr(emit.attr(left, "kind"), "gives"))
        return emit.call(emit.attr(emit.name("f"), "cell_has"), left, right)
    return emit.compared(right, ast.In(), emit.attr(left, families.HAS[of]))


def _else(x: Context, node: s.Else) -> ast.expr:
    return x.module.guarded(expression(x, node.value), expression(x, node.other), node.span)


def _within(x: Context, node: s.Within) -> ast.expr:
    who = emit.name("v_it") if node.who is None else expression(x, node.who)
    of = x.self_code() if node.of is None else expression(x, node.of)
    return emit.compared(emit.call("apart", who, of), ast.LtE(), expression(x, node.distance))


def _inits(x: Context, node: s.Inits) -> ast.expr:
    return emit.call("w_numbers", emit.name("f"), expression(x, node.first), expression(x, node.last))


def over(x: Context, source: s.Expr) -> ast.expr:
    """A set that is gone through: each look at one of it is a step, and steps are counted."""
    bounds = _bounds(x, source)
    if bounds is not None:
        return emit.call("span", emit.name("f"), *bounds)
    if isinstance(source, s.Name) and x.checked.bindings[source].kind == "global" and source.name in _OVER:
        return emit.call(_OVER[source.name], emit.name("f"))
    through = families.listed(source.name) if families.is_family(source, x) else expression(x, source)
    return emit.call("over", emit.name("f"), through)


# What goes through a set of the fight in one step, and counts.
_OVER = {"units": "over_units", "markers": "over_markers"}


def options(x: Context, source: s.Expr) -> ast.expr:
    """What can be chosen from: a set that nobody else holds, or a run of numbers that need not be listed."""
    bounds = _bounds(x, source)
    if bounds is not None:
        return emit.call("span", emit.name("f"), *bounds)
    made = expression(x, source)
    return made if isinstance(source, (s.Where, s.ListOf)) or families.is_family(source, x) else emit.call("list", made)


def _bounds(x: Context, source: s.Expr) -> list[ast.expr] | None:
    """The first and the last of a set that is a run of numbers, which need not be listed to be gone through."""
    if isinstance(source, s.Inits):
        return [expression(x, source.first), expression(x, source.last)]
    if isinstance(source, s.Call) and source.name == "numbers" and source in x.checked.calls:
        return [expression(x, arg) for arg in x.checked.calls[source][1] if arg is not None]
    return None


def _where(x: Context, node: s.Where) -> ast.expr:
    asked = _property_asked(x, "it", node.source, node.condition)
    if asked is not None:
        return emit.call("cells_with", emit.name("f"), *asked)
    return emit.comprehension(emit.name("v_it"), "v_it", over(x, node.source), test(x, node.condition))


def _quantifier(x: Context, node: s.Quantifier) -> ast.expr:
    asked = _property_asked(x, node.name, node.source, node.condition) if node.kind == "some" else None
    if asked is not None:
        return emit.call("some_cell_has", emit.name("f"), *asked)
    family = families.had(x, node)
    if family is not None:
        has = emit.attr(expression(x, family[1]), family[2])
        none = emit.call(emit.attr(families.members(family[0].name), "isdisjoint"), has)
        return emit.negated(none) if node.kind == "some" else none
    function = "any" if node.kind == "some" else "all"
    whole = emit.generator(function, expression(x, node.condition), "v_" + node.name, over(x, node.source))
    return copies.unless_none(node.kind, [expression(x, one) for one in copies.asked_of(node)], whole)


def _property_asked(x: Context, name: str, source: s.Expr, asked: s.Expr) -> list[ast.expr] | None:
    """The first, the last and the property, where all that is asked of a run of Inits is whether they have one."""
    bounds = _bounds(x, source)
    if bounds is None or not isinstance(asked, s.Compare) or asked.op != "has":
        return None
    if not isinstance(asked.left, s.Name) or asked.left.name != name or not isinstance(asked.right, s.Name):
        return None
    return [*bounds, expression(x, asked.right)] if x.checked.compares[asked] == "property" else None


def _extreme(x: Context, node: s.Extreme) -> ast.expr:
    by = emit.thunk(expression(x, node.by), "v_" + node.name)
    return emit.call(node.kind, over(x, node.source), by)


# --- what is written down -----------------------------------------------------------------------------------


def default_code(type_: Type, value: Any) -> ast.expr:
    """A default of the ruleset as Python."""
    if isinstance(value, (list, tuple)):
        return emit.listed([default_code(type_.item or type_, one) for one in value])
    if value is not None and type_.kind in ("manner", "item"):
        return emit.name(("M_" if type_.kind == "manner" else "I_") + value)
    if type_.kind == "dice" and value is not None:
        dice: list[ast.expr] = [
            emit.call("dice_of", emit.const(count), emit.const(sides)) for count, sides in value.terms
        ]
        return reduce(
            lambda one, other: emit.call("dice_sum", one, other, emit.const(1)), dice, emit.const(value.bonus)
        )
    if isinstance(value, Fraction):
        return emit.call("fraction", emit.const(value.numerator), emit.const(value.denominator))
    return emit.const(value)


def _dice(x: Context, node: s.Dice) -> ast.expr:
    if x.checked.types[node].kind == "dice":
        return x.module.constant(emit.call("dice_of", emit.const(node.count), emit.const(node.sides)), node.span)
    return emit.call(
        emit.attr(emit.name("f"), "roll"),
        x.roller(),
        emit.const(x.purpose),
        emit.const(node.count),
        emit.const(node.sides),
    )


def _number(x: Context, node: s.Number) -> ast.expr:
    if isinstance(node.value, int):
        return emit.const(node.value)
    return emit.call("fraction", emit.const(node.value.numerator), emit.const(node.value.denominator))


def call_code(x: Context, node: s.Call) -> ast.expr:
    from interpreter.language.compile_calls import call_code

    return call_code(x, node)


_EXPRESSIONS: dict[type, Callable[[Context, Any], ast.expr]] = {
    s.Number: _number,
    s.Text: lambda x, node: emit.const(node.value),
    s.YesNo: lambda x, node: emit.const(node.value),
    s.Dice: _dice,
    s.Name: _name,
    s.Attr: _attr,
    s.Call: call_code,
    s.ListOf: lambda x, node: emit.listed([expression(x, part) for part in node.items]),
    s.Negate: lambda x, node: ast.UnaryOp(ast.USub(), expression(x, node.of)),
    s.Arith: _arith,
    s.Compare: _compare,
    s.Not: lambda x, node: emit.negated(expression(x, node.of)),
    s.And: lambda x, node: emit.both([expression(x, part) for part in node.parts]),
    s.Or: lambda x, node: ast.BoolOp(ast.Or(), [expression(x, part) for part in node.parts]),
    s.Else: _else,
    s.Within: _within,
    s.Inits: _inits,
    s.Where: _where,
    s.Quantifier: _quantifier,
    s.Extreme: _extreme,
}
