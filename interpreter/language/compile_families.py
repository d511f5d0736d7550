"""Compiling what asks of families: each is made once, as the list of its members and as the set of them."""

from __future__ import annotations

import ast
from typing import TypeGuard

from interpreter.language import emit
from interpreter.language import syntax as s
from interpreter.language.module import Context

# Where a unit keeps, by their names, what it has.
HAS = {"status": "standing", "entry": "entries", "unit_kind": "kinds"}


def is_family(node: s.Expr, x: Context) -> TypeGuard[s.Name]:
    """Whether an expression is the bare name of a family."""
    return isinstance(node, s.Name) and x.checked.bindings[node].kind == "family"


def listed(name: str) -> ast.expr:
    """The members in their order, to be gone through and not to be kept."""
    return emit.name("F_" + name)


def members(name: str) -> ast.expr:
    """The set of the members, to be asked whether something is in it."""
    return emit.name("FS_" + name)


def had(x: Context, node: s.Quantifier) -> tuple[s.Name, s.Name, str] | None:
    """The family, who is asked, and where that one keeps such things, if all that is asked is whether it has any.

    That is `some one in FAMILY satisfies WHO has one`, or `every one in FAMILY satisfies WHO lacks one`.
    """
    asked, wanted = node.condition, "has" if node.kind == "some" else "lacks"
    if not (is_family(node.source, x) and isinstance(asked, s.Compare) and asked.op == wanted):
        return None
    who, one = asked.left, asked.right
    if not (isinstance(who, s.Name) and isinstance(one, s.Name) and one.name == node.name != who.name):
        return None
    slot = HAS.get(x.checked.compares[asked])
    return None if slot is None or who in x.checked.maybe else (node.source, who, slot)
