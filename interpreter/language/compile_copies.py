"""Compiling what is asked of a unit's copies of a status: where it has none, nothing is gone through."""

from __future__ import annotations

import ast

from interpreter.language import emit
from interpreter.language import syntax as s


def asked_of(node: s.Quantifier) -> list[s.Expr]:
    """The unit and the status, if what is gone through is `statuses(UNIT, STATUS)` of plain names; else nothing."""
    source = node.source
    if not isinstance(source, s.Call) or source.name != "statuses":
        return []
    found = [arg.value for arg in source.args]
    return found if all(isinstance(one, s.Name) for one in found) else []


def unless_none(kind: str, asked: list[ast.expr], whole: ast.expr) -> ast.expr:
    """A question about some or every copy, asked only where the unit has one; `asked` are the unit and the status."""
    if not asked or not isinstance(asked[0], ast.Name) or not isinstance(asked[1], ast.Constant):
        return whole
    held = emit.attr(asked[0], "standing")
    if kind == "some":
        return emit.both([emit.compared(asked[1], ast.In(), held), whole])
    return ast.BoolOp(ast.Or(), [emit.compared(asked[1], ast.NotIn(), held), whole])
