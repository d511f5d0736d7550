"""The type of an expression: what each kind of it is found to be, and what may be absent in it.

`type_of` gives the type of an expression and notes what the compiler needs; after an error it gives `unknown`, which
fits everywhere, so that one mistake is reported once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from types import MappingProxyType

from interpreter.language import syntax as s
from interpreter.language import types as t
from interpreter.language.check_conditions import Sure, judge
from interpreter.language.scope import ANYTHING, Checked, Scope
from interpreter.language.types import Type, fits
from interpreter.source.text import Span

# What checks each kind of expression; check_expressions.py fills it.
CHECKS: dict[type, Callable[..., Type]] = {}

ABSENT_HELP = "say what counts where it is absent: `{path} else ...`, or ask for it in the condition"


def type_of(c: Checked, node: s.Expr, scope: Scope, expected: Type | None = None, lenient: bool = False) -> Type:
    """The type of an expression. `lenient` where an absent value is met: in conditions, and left of `else`."""
    found = CHECKS[type(node)](c, node, scope, expected, lenient)
    c.types[node] = found
    return found


def want(c: Checked, node: s.Expr, scope: Scope, wanted: Type, what: str, lenient: bool = False) -> Type:
    """The type of an expression that must be of a certain type; `what` says what it is for."""
    found = type_of(c, node, scope, wanted, lenient)
    if not fits(found, wanted):
        c.error("wrong-type", f"{what} must be {wanted}, not {found}", node.span, type_help(node, found, wanted))
        return wanted
    return found


def type_help(node: s.Expr, found: Type, wanted: Type) -> str | None:
    """Help where something of one type stands where another is wanted."""
    if found.kind == "unit" and wanted.kind == "number":
        return "if its Init is meant, write `.init` after it"
    if found.kind == "dice" and wanted.kind in ("number", "roll"):
        return "roll it: `roll(...)`"
    if found.kind == "number" and wanted.kind == "dice":
        return "write dice such as `2d6`"
    if found.kind == "list" and found.item is not None and fits(found.item, wanted):
        return "one of the list is wanted: `first(...)`, or go through it with `for each`"
    return _written_help(node, found, wanted)


def _written_help(node: s.Expr, found: Type, wanted: Type) -> str | None:
    """Help where it is the way in which something is written that shows what was meant."""
    if isinstance(node, s.Text) and wanted.kind != "text":
        return unquoted_help(node, wanted)
    if isinstance(node, s.Name):
        if wanted.kind == "text":
            return f'put text in quotes: `"{node.name}"`'
        if wanted.kind == "yes_no" and found.kind == "word" and found.of in HAD:
            return f"ask whether somebody has it, as in `unit has {node.name}`"
        if wanted.kind == "yes_no" and found.kind == "word" and found.of == "property":
            return f"ask whether an Init has it, as in `unit.init has {node.name}`"
    if wanted.kind == "yes_no" and found.kind == "number":
        return "compare it with something, as in `... > 0`"
    if wanted.kind == "unit" and found.kind == "number" and isinstance(node, s.Attr) and node.name != "init":
        path = path_of(node) or f"....{node.name}"
        return f"a number of a unit changes with `=`, `+=` or `-=`, as in `{path} += 1`"
    return init_help(node, wanted)


HAD = ("status", "entry", "unit_kind")


def unquoted_help(node: s.Text, wanted: Type) -> str | None:
    """Help where a name or a number stands in quotes."""
    number = node.value.replace(".", "", 1).removeprefix("-").isdecimal()
    if number if wanted.kind == "number" else node.value.isidentifier() and wanted.kind not in ("number", "yes_no"):
        return f"write it without quotes: `{node.value}`"
    return None


def init_help(node: s.Expr, wanted: Type) -> str | None:
    """Help where the Init of a unit stands in place of the unit."""
    if wanted.kind == "unit" and isinstance(node, s.Attr) and node.name == "init":
        return "if the unit itself is meant, leave `.init` out"
    return None


def condition(
    c: Checked,
    node: s.Expr,
    scope: Scope,
    failed: Sequence[s.Expr] = (),
    what: str = "a condition",
    lenient: bool = True,
    sure: Sure = MappingProxyType({}),
) -> frozenset[str]:
    """Check a condition; gives the paths that are known not to be absent where it holds: all, where it
    is wrong and what was meant by it is not known.

    `failed` are the conditions of the branches before it, which did not hold; `what` says what it is for; `sure` are
    questions about which there is no doubt, each with the answer and why it is so.
    """
    found = len(c.diagnostics)
    want(c, node, scope, t.YES_NO, what, lenient)
    if len(c.diagnostics) == found:
        c.sound.add(node)
        judge(c, node, scope, failed, sure)
        return paths_read(node)
    return frozenset({ANYTHING})


def paths_read(node: s.Expr) -> frozenset[str]:
    """The paths that a condition reads in every case: those that an `or` or a quantifier may skip do not count."""
    path = path_of(node)
    if path is not None:
        found = {path}
        while "." in path:
            path = path.rpartition(".")[0]
            found.add(path)
        return frozenset(found)
    parts: list[s.Expr] = []
    if isinstance(node, s.And):
        parts = list(node.parts)
    elif isinstance(node, (s.Compare, s.Arith)):
        parts = [node.left, node.right]
    elif isinstance(node, (s.Not, s.Negate)):
        parts = [node.of]
    elif isinstance(node, s.Within):
        parts = [part for part in (node.who, node.distance, node.of) if part is not None]
    elif isinstance(node, s.Call):
        parts = [arg.value for arg in node.args]
    elif isinstance(node, s.Attr):
        parts = [node.of]
    return frozenset().union(*[paths_read(part) for part in parts])


def path_of(node: s.Expr) -> str | None:
    """`source.init` as text, for a chain of names; None for anything else."""
    if isinstance(node, s.Name):
        return node.name
    if isinstance(node, s.Attr):
        of = path_of(node.of)
        return None if of is None else f"{of}.{node.name}"
    return None


_FIELD = re.compile(r"\{\s*([A-Za-z_]\w*)[\w.]*\s*\}")


def check_said(c: Checked, text: str, span: Span) -> None:
    """Warn of a text that is said as it stands, though it is written as if a value were put into it."""
    field = _FIELD.search(text)
    if field is not None:
        message = f"`{field[0]}` is shown as it is written: nothing is put into a text here"
        help = f"leave it out; the `text` of an event with a field `{field[1]}` can tell of it"
        c.warning("not-filled", message, span, help)


def absent(c: Checked, node: s.Expr, shown: str, scope: Scope, lenient: bool) -> None:
    c.maybe.add(node)
    if not lenient and not scope.has(shown):
        help = ABSENT_HELP.format(path=shown)
        if node.span.file.text.startswith("'s", node.span.end):
            help = f"say whose it is where it is absent: `({shown} else ...)'s`, or ask for it in the condition"
        c.error("may-be-absent", f"`{shown}` may be absent here", node.span, help)
