"""Compiling statements to Python statements."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from interpreter.language import emit
from interpreter.language import syntax as s
from interpreter.language.check_constants import walk
from interpreter.language.check_statements import order_word
from interpreter.language.compile_expressions import (
    binding_code,
    expression,
    may_be_absent,
    options,
    over,
    storable,
)
from interpreter.language.compile_verbs import compile_verb, endings_code
from interpreter.language.module import Context
from interpreter.language.probes import ANSWERS, FOUND
from interpreter.language.scope import Binding
from interpreter.language.vocabulary import Form

F = emit.name("f")


def block(x: Context, statements: Sequence[s.Stmt]) -> list[ast.stmt]:
    """Python for a block of statements."""
    made: list[ast.stmt] = []
    for statement in statements:
        made += x.line(statement.span)
        made += [emit.placed(one, statement.span) for one in _STATEMENTS[type(statement)](x, statement)]
        if x.inside == "script" and _changes(x, statement):
            made.append(emit.placed(emit.do(emit.call("script_settle", F)), statement.span))
    return made


def _changes(x: Context, statement: s.Stmt) -> bool:
    """Whether a statement changes the fight other than by actions, turns and rounds, which settle by themselves."""
    for part in walk(statement):
        if isinstance(part, (s.Verb, s.Assign)):
            return True
        if isinstance(part, s.Call) and isinstance(x.checked.calls[part][0], Form):
            return True
    return False


def _let(x: Context, node: s.Let) -> list[ast.stmt]:
    value = expression(x, node.value)
    if node.value in x.checked.maybe:
        value = x.module.guarded(value, emit.const(None), node.span)
    return [emit.assign("v_" + node.name, value)]


def _assign(x: Context, node: s.Assign) -> list[ast.stmt]:
    value = expression(x, node.value)
    if node.op != "=":
        value = ast.BinOp(expression(x, node.target), ast.Add() if node.op == "+=" else ast.Sub(), value)
    if isinstance(node.target, s.Name):
        return _assign_name(x, node, x.checked.bindings[node.target], value)
    assert isinstance(node.target, s.Attr)
    of = expression(x, node.target.of)
    kind = x.checked.attrs[node.target]
    if kind in ("status", "marker"):
        value = storable(x.checked.types[node.target], value)
    more = [] if node.op == "=" else [emit.const(True)]
    return [emit.do(emit.call("assign", F, x.site(node.span), of, emit.const(node.target.name), value, *more))]


def _assign_name(x: Context, node: s.Assign, binding: Binding, value: ast.expr) -> list[ast.stmt]:
    e = emit.name("e")
    if binding.kind in ("local", "param"):
        return [emit.assign("v_" + binding.name, value)]
    if binding.kind == "declared":
        return [emit.set_attr(e, "f_" + binding.name, value)]
    if binding.kind == "extra":
        return [emit.set_attr(e, "extra", ast.Dict([None, emit.const(binding.name)], [emit.attr(e, "extra"), value]))]
    if binding.kind == "event":
        if binding.name == "amount":
            return [emit.set_attr(e, "destination", ast.BinOp(emit.attr(e, "origin"), ast.Add(), value))]
        return [emit.set_attr(e, binding.name, value)]
    kept = storable(binding.type, value)
    site = x.site(node.span)
    more = [] if node.op == "=" else [emit.const(True)]
    return [emit.do(emit.call("assign", F, site, emit.name("h"), emit.const(binding.name), kept, *more))]


def _stop(x: Context, node: s.Stop) -> list[ast.stmt]:
    site = x.site(node.span)
    reason = emit.const(node.reason)
    if x.inside in ("rule before", "rule first"):
        stopped = emit.set_attr(emit.name("e"), "stopped", emit.tupled([reason, site, emit.name("h")]))
        return [stopped, emit.give_back(None)]
    said = emit.const(node.reason or "it was stopped")
    return [emit.raised(emit.call("Refused", said, site))]


def _return(x: Context, node: s.Return) -> list[ast.stmt]:
    return [emit.give_back(expression(x, node.value))]


def condition(x: Context, node: s.Expr) -> tuple[list[ast.stmt], ast.expr]:
    """Python for a condition of a statement: what must be done first, and the test."""
    made = expression(x, node)
    if not may_be_absent(x, node):
        return [], made
    name = x.fresh("t")
    tried = emit.absent_gives([emit.assign(name, made)], [emit.assign(name, emit.const(False))])
    return [emit.placed(tried, node.span)], emit.name(name)


def _if(x: Context, node: s.If) -> list[ast.stmt]:
    otherwise = block(x, node.otherwise)
    for test, body in reversed(node.branches):
        first, made = condition(x, test)
        holds = x.decided(made, test.span)
        otherwise = [*first, emit.placed(emit.when(holds, block(x, body), otherwise), test.span)]
    return otherwise


def _for_each(x: Context, node: s.ForEach) -> list[ast.stmt]:
    assert node.source is not None
    return [emit.for_each("v_" + node.name, emit.call("list", over(x, node.source)), block(x, node.body))]


def _repeat(x: Context, node: s.Repeat) -> list[ast.stmt]:
    times = emit.call("times", F, x.site(node.span), expression(x, node.times))
    return [emit.for_each(x.fresh("n"), times, block(x, node.body))]


def _may(x: Context, node: s.May) -> list[ast.stmt]:
    told = _told(x, node, [("label", node.label)])
    asked = emit.call("ask_may", F, x.site(node.span), expression(x, node.who), emit.const(node.label), *told)
    agreed = x.decided(asked, node.span, ANSWERS)
    return [emit.when(agreed, block(x, node.body), block(x, node.otherwise))]


def _told(x: Context, node: s.Stmt, keys: Sequence[tuple[str, str]]) -> list[ast.expr]:
    """What those who are asked are told of the place: the names that answers to this question ask for."""
    asking = x.checked.askings.get(node)
    names = sorted(set().union(*[x.checked.told.get(key, ()) for key in keys]))
    if asking is None or asking.scripted or not names:
        return []
    known = {name: emit.thunk(binding_code(x, asking.known[name])) for name in names if name in asking.known}
    return [emit.table(known)]


def _either(x: Context, node: s.Either) -> list[ast.stmt]:
    options = x.fresh("o")
    made: list[ast.stmt] = [emit.assign(options, emit.listed([]))]
    for at, option in enumerate(node.options):
        add = emit.do(emit.call(emit.attr(emit.name(options), "append"), emit.const(option.label)))
        if option.condition is None:
            made.append(emit.placed(add, node.options[at].span))
        else:
            first, test = condition(x, option.condition)
            offered = x.decided(test, option.condition.span)
            made += [*first, emit.placed(emit.when(offered, [add]), option.span)]
    chosen = x.fresh("c")
    told = _told(x, node, [("label", option.label) for option in node.options])
    asked = emit.call("ask_either", F, x.site(node.span), expression(x, node.by), emit.name(options), *told)
    made.append(emit.assign(chosen, asked))
    branches: list[ast.stmt] = []
    for option in reversed(node.options):
        is_it = emit.compared(emit.name(chosen), ast.Eq(), emit.const(option.label))
        body = [*x.way(option.span, f'"{option.label}"'), *block(x, option.body)]
        branches = [emit.placed(emit.when(is_it, body, branches), option.span)]
    return made + branches


def _any_order(x: Context, node: s.AnyOrder) -> list[ast.stmt]:
    words = emit.listed([emit.const(order_word(statement)) for statement in node.body])
    at = x.fresh("i")
    branches: list[ast.stmt] = []
    for number in range(len(node.body) - 1, -1, -1):
        is_it = emit.compared(emit.name(at), ast.Eq(), emit.const(number))
        statement = node.body[number]
        branches = [emit.placed(emit.when(is_it, block(x, [statement]), branches), statement.span)]
    told = _told(x, node, [("order", order_word(statement) or "?") for statement in node.body])
    asked = emit.call("ask_order", F, x.site(node.span), expression(x, node.by), words, *told)
    return [emit.for_each(at, asked, branches)]


def _together(x: Context, node: s.Together) -> list[ast.stmt]:
    held = x.fresh("held")
    opened = emit.assign(held, emit.call("open_together", F))
    return [opened, *block(x, node.body), emit.do(emit.call("close_together", F, emit.name(held)))]


def _later(x: Context, node: s.Later) -> list[ast.stmt]:
    ambient = [name for name in x.ambient if name != "h"]
    kept = [*ambient, *["v_" + binding.name for binding in x.checked.captured[node]]]
    if x.self_name is not None and x.self_name not in kept:
        kept.insert(0, x.self_name)
    inner = Context(x.module, "later", x.rule, x.purpose)
    inner.self_name, inner.event_key, inner.ambient = x.self_name, x.event_key, x.ambient
    inner.has_holder, inner.has_self, inner.probes = x.has_holder, x.has_self, x.probes
    inner.roller_name = x.roller_name if x.roller_name in kept else None
    name = x.module.add(x.fresh("later"), ["f", "_note", "h", *kept], block(inner, node.body), node.span)
    values = emit.tupled([emit.name(one) for one in kept])
    holder = emit.name("h") if x.has_holder else emit.const(None)
    endings = endings_code(x, node.endings)
    return [emit.do(emit.call("promise", F, x.site(node.span), endings, emit.name(name), values, holder))]


def _choose(x: Context, node: s.Choose) -> list[ast.stmt]:
    name = "v_" + node.name
    asker = emit.const(None)
    if node.by is not None:
        asker = expression(x, node.by)
    elif x.self_name is not None or x.has_self:
        asker = x.self_code()
    count = emit.const(0) if node.count is None else expression(x, node.count)
    source = options(x, node.source)
    told = _told(x, node, [("choice", node.name)])
    request = emit.call(
        "Request", x.site(node.span), asker, emit.const(node.name), emit.const(node.pick), source, count, *told
    )
    default = emit.const(None) if node.unasked is None else emit.thunk(expression(x, node.unasked))
    legal = emit.const(None) if node.such_that is None else emit.thunk(expression(x, node.such_that), name)
    chosen = emit.assign(name, emit.call("choose", F, request, default, legal))
    possible = emit.compared(emit.name(name), ast.IsNot(), emit.name("NOTHING"))
    if node.otherwise is None:
        reason = emit.const(f"there is nothing to choose from for `{node.name}`")
        otherwise: list[ast.stmt] = [emit.raised(emit.call("Refused", reason, x.site(node.span)))]
    else:
        otherwise = block(x, node.otherwise)
        possible = x.decided(possible, node.span, FOUND)
    return [chosen, emit.when(possible, block(x, node.body), otherwise)]


# --- scripts ------------------------------------------------------------------------------------------------


def _uses(x: Context, node: s.Uses) -> list[ast.stmt]:
    given = answers_code(x, node.answers)
    who = expression(x, node.who)
    return [emit.do(emit.call("script_uses", F, x.site(node.span), who, emit.const(node.action), given))]


def answers_code(x: Context, answers: Sequence[s.Answer]) -> ast.expr:
    """The answers of a script: tuples of kind, name and value, in order."""
    made: list[ast.expr] = []
    for answer in answers:
        if answer.label is not None:
            parts = [emit.const("label"), emit.const(answer.label), emit.const(answer.yes)]
        elif answer.order:
            parts = [emit.const("order"), emit.const(""), emit.const(list(answer.order) and tuple(answer.order))]
        else:
            assert answer.value is not None
            parts = [emit.const("value"), emit.const(answer.name), emit.thunk(expression(x, answer.value))]
        made.append(emit.tupled(parts))
    return emit.listed(made)


def _script_block(x: Context, name: str, node: Any, *args: ast.expr) -> list[ast.stmt]:
    """A statement of a script that runs its block as a whole."""
    inner = x.fresh("b")
    made = emit.function(inner, [], block(x, node.body))
    changed = sorted(
        {one.id for part in ast.walk(made) if (one := _stored_name(part)) is not None and one.id[:2] == "v_"}
    )
    outer = [name for name in changed if name[2:] in {b.name for b in x.checked.captured.get(node, [])}]
    if outer:
        assert isinstance(made, ast.FunctionDef)
        made.body.insert(0, ast.Nonlocal(outer))
    return [made, emit.do(emit.call(name, F, x.site(node.span), *args, emit.name(inner)))]


def _stored_name(node: ast.AST) -> ast.Name | None:
    return node if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) else None


def _answers(x: Context, node: s.Answers) -> list[ast.stmt]:
    return _script_block(x, "script_answers", node, answers_code(x, node.answers))


def _turn_of(x: Context, node: s.TurnOf) -> list[ast.stmt]:
    return _script_block(x, "script_turn", node, expression(x, node.who))


def _refused(x: Context, node: s.Refused) -> list[ast.stmt]:
    return _script_block(x, "script_refused", node, emit.const(node.reason))


def _next_round(x: Context, node: s.NextRound) -> list[ast.stmt]:
    return [emit.do(emit.call("script_next_round", F, x.site(node.span)))]


def _next_step(x: Context, node: s.NextStep) -> list[ast.stmt]:
    return [emit.do(emit.call("script_next_step", F, x.site(node.span)))]


def _expect(x: Context, node: s.Expect) -> list[ast.stmt]:
    """Of several conditions that are joined by `and`, each is told by itself where it fails."""
    parts = node.condition.parts if isinstance(node.condition, s.And) else (node.condition,)
    return [made for part in parts for made in _expected(x, part)]


def _expected(x: Context, node: s.Expr) -> list[ast.stmt]:
    first, made = condition(x, node)
    text = emit.const(_text(node))
    return [*first, emit.do(emit.call("script_expect", F, x.site(node.span), made, text, sides(x, node)))]


def sides(x: Context, node: s.Expr) -> ast.expr:
    """What a failed expectation shows: the text and the value of each side of a comparison."""
    if not isinstance(node, s.Compare) or node.op in ("has", "lacks"):
        return emit.listed([])
    known = (s.Number, s.YesNo, s.Text)
    return emit.listed(
        [
            emit.tupled([emit.const(_text(side)), emit.thunk(expression(x, side))])
            for side in (node.left, node.right)
            if not isinstance(side, known) and not _is_word(x, side)
        ]
    )


def _is_word(x: Context, node: s.Expr) -> bool:
    return isinstance(node, s.Name) and x.checked.bindings[node].kind in ("word", "named", "created", "goal")


def _text(node: s.Node) -> str:
    span = node.span
    return " ".join(span.file.text[span.start : span.end].split())


def _stands(x: Context, node: s.Stands) -> list[ast.stmt]:
    at = emit.const(None) if node.init is None else expression(x, node.init)
    kinds = emit.const(tuple(kind for kind, _ in node.kinds))
    values = emit.table({value.name: expression(x, value.value) for value in node.values})
    return [emit.do(emit.call("script_stands", F, x.site(node.span), emit.const(node.name), at, kinds, values))]


def _terrain(x: Context, node: s.Terrain) -> list[ast.stmt]:
    words = emit.const(tuple(word for word, _ in node.words))
    return [emit.do(emit.call("script_terrain", F, expression(x, node.cells), words))]


_STATEMENTS: dict[type, Callable[[Context, Any], list[ast.stmt]]] = {
    s.Let: _let,
    s.Assign: _assign,
    s.Stop: _stop,
    s.Return: _return,
    s.Verb: compile_verb,
    s.If: _if,
    s.ForEach: _for_each,
    s.Repeat: _repeat,
    s.May: _may,
    s.Either: _either,
    s.AnyOrder: _any_order,
    s.Together: _together,
    s.Later: _later,
    s.Choose: _choose,
    s.Uses: _uses,
    s.Answers: _answers,
    s.TurnOf: _turn_of,
    s.Refused: _refused,
    s.NextRound: _next_round,
    s.NextStep: _next_step,
    s.Expect: _expect,
    s.Stands: _stands,
    s.Terrain: _terrain,
}
