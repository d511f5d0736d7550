"""Building Python syntax: short names for the nodes that the compiler makes, each with its line in the content.

Nothing of a designer's text is ever pasted into Python: names are prefixed, values become constants.
"""

from __future__ import annotations

import ast
from typing import Any

from interpreter.source.text import Span


def name(id: str) -> ast.expr:
    return ast.Name(id, ast.Load())


def store(id: str) -> ast.expr:
    return ast.Name(id, ast.Store())


def const(value: Any) -> ast.expr:
    return ast.Constant(value)


def attr(of: ast.expr, name: str) -> ast.expr:
    return ast.Attribute(of, name, ast.Load())


def item(of: ast.expr, key: ast.expr) -> ast.expr:
    return ast.Subscript(of, key, ast.Load())


def call(function: str | ast.expr, *args: ast.expr) -> ast.expr:
    target = name(function) if isinstance(function, str) else function
    return ast.Call(target, list(args), [])


def thunk(body: ast.expr, *params: str) -> ast.expr:
    """A function without a name."""
    return ast.Lambda(parameters(*params), body)


def bound_thunk(body: ast.expr, kept: list[str]) -> ast.expr:
    """A function of the fight that keeps the values which some names have now."""
    arguments = parameters("f", *kept)
    arguments.defaults = [name(kept_name) for kept_name in kept]
    return ast.Lambda(arguments, body)


def parameters(*names: str) -> ast.arguments:
    return ast.arguments([], [ast.arg(one) for one in names], None, [], [], None, [])


def both(parts: list[ast.expr]) -> ast.expr:
    return parts[0] if len(parts) == 1 else ast.BoolOp(ast.And(), parts)


def negated(value: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), value)


def is_none(value: ast.expr) -> ast.expr:
    return ast.Compare(value, [ast.Is()], [const(None)])


def compared(left: ast.expr, op: ast.cmpop, right: ast.expr) -> ast.expr:
    return ast.Compare(left, [op], [right])


def listed(items: list[ast.expr]) -> ast.expr:
    return ast.List(items, ast.Load())


def tupled(items: list[ast.expr]) -> ast.expr:
    return ast.Tuple(items, ast.Load())


def table(fields: dict[str, ast.expr]) -> ast.expr:
    return ast.Dict([const(key) for key in fields], list(fields.values()))


def comprehension(result: ast.expr, each: str, source: ast.expr, test: ast.expr | None = None) -> ast.expr:
    return ast.ListComp(result, [ast.comprehension(store(each), source, [] if test is None else [test], 0)])


def generator(function: str, result: ast.expr, each: str, source: ast.expr) -> ast.expr:
    return call(function, ast.GeneratorExp(result, [ast.comprehension(store(each), source, [], 0)]))


def assign(target: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([store(target)], value)


def set_attr(of: ast.expr, name: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Attribute(of, name, ast.Store())], value)


def do(value: ast.expr) -> ast.stmt:
    return ast.Expr(value)


def give_back(value: ast.expr | None) -> ast.stmt:
    return ast.Return(value)


def raised(value: ast.expr) -> ast.stmt:
    return ast.Raise(value, None)


def when(test: ast.expr, body: list[ast.stmt], otherwise: list[ast.stmt] | None = None) -> ast.stmt:
    return ast.If(test, body or [ast.Pass()], otherwise or [])


def for_each(each: str, source: ast.expr, body: list[ast.stmt]) -> ast.stmt:
    return ast.For(store(each), source, body or [ast.Pass()], [])


def absent_gives(body: list[ast.stmt], otherwise: list[ast.stmt]) -> ast.stmt:
    """`body`, and where something is absent in it, `otherwise`."""
    handler = ast.ExceptHandler(name("Absent"), None, otherwise)
    return ast.Try(body, [handler], [], [])


def function(name: str, params: list[str], body: list[ast.stmt]) -> ast.stmt:
    made = ast.FunctionDef(name, parameters(*params), body or [ast.Pass()], [], None, None)
    if "type_params" in ast.FunctionDef._fields:
        made.type_params = []  # type: ignore[attr-defined]
    return made


def free_names(node: ast.AST, bound: frozenset[str] = frozenset()) -> set[str]:
    """The variables that an expression takes from outside: the fight, the event, its holder, local names."""
    if isinstance(node, ast.Name):
        is_variable = node.id[:2] == "v_" or node.id in ("f", "e", "h", "s")
        return {node.id} if is_variable and node.id not in bound else set()
    if isinstance(node, ast.Lambda):
        inner = bound | {arg.arg for arg in node.args.args}
        return free_names(node.body, inner).union(*[free_names(default, bound) for default in node.args.defaults])
    if isinstance(node, (ast.ListComp, ast.GeneratorExp)):
        (part,) = node.generators
        assert isinstance(part.target, ast.Name)
        inner = bound | {part.target.id}
        found = free_names(part.iter, bound) | free_names(node.elt, inner)
        return found.union(*[free_names(test, inner) for test in part.ifs])
    return set[str]().union(*[free_names(child, bound) for child in ast.iter_child_nodes(node)])


def placed(node: Any, span: Span) -> Any:
    """Give a node its line in the content, so that a traceback names it."""
    node.lineno = node.end_lineno = span.line
    node.col_offset = node.end_col_offset = span.column - 1
    return node
