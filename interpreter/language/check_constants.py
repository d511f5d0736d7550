"""What is known of an expression before it is run: constants, whether two ask for the same, and what may be absent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

from interpreter.language import syntax as s
from interpreter.language.scope import Checked
from interpreter.language.words import FunctionWord


@dataclass(frozen=True, slots=True)
class Constant:
    """A value that the text itself gives; a word, a manner or an item is its name."""

    value: Any


_SUMS: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: Fraction(a) / Fraction(b),
}
_TESTS: dict[str, Callable[[Any, Any], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "is": lambda a, b: a == b,
    "is not": lambda a, b: a != b,
}


def constant(c: Checked, node: s.Expr | None) -> Constant | None:
    """The value of an expression, where it is the same whenever it is asked."""
    if isinstance(node, (s.Number, s.YesNo, s.Text)):
        return Constant(node.value)
    if isinstance(node, s.Name):
        binding = c.bindings.get(node)
        return Constant(node.name) if binding is not None and binding.kind in ("word", "manner", "item") else None
    if isinstance(node, s.Not):
        inner = constant(c, node.of)
        return None if inner is None else Constant(not inner.value)
    if isinstance(node, s.Negate):
        one = number(c, node.of)
        return None if one is None else Constant(-one)
    if isinstance(node, s.Arith):
        one, other = number(c, node.left), number(c, node.right)
        if one is None or other is None or (node.op == "/" and other == 0):
            return None
        return Constant(_SUMS[node.op](one, other))
    return _comparison(c, node) if isinstance(node, s.Compare) and node.op in _TESTS else None


def _comparison(c: Checked, node: s.Compare) -> Constant | None:
    one, other = constant(c, node.left), constant(c, node.right)
    if one is not None and other is not None:
        # What is compared and is no number has been reported.
        fits = node.op in ("is", "is not") or None not in (number(c, node.left), number(c, node.right))
        return Constant(_TESTS[node.op](one.value, other.value)) if fits else None
    key = key_of(c, node.left)
    if key is not None and key == key_of(c, node.right) and not may_lack(c, node.left):
        return Constant(node.op in ("is", "<=", ">="))
    return None


def number(c: Checked, node: s.Expr | None) -> int | Fraction | None:
    """The number that an expression always is; None where it is not known, or no number."""
    found = constant(c, node)
    if found is None or isinstance(found.value, (bool, str)):
        return None
    value: int | Fraction = found.value
    return int(value) if value == int(value) else value


def key_of(c: Checked, node: s.Expr) -> str | None:
    """An expression as a text that is the same for all that ask for the same; None where asking twice may differ."""
    if node in c.types and c.types[node].kind == "unknown":
        return None
    if isinstance(node, s.Name):
        return node.name
    if isinstance(node, (s.Number, s.YesNo, s.Text)):
        return repr(node.value)
    if isinstance(node, s.Attr):
        return _joined(c, "{}." + node.name, node.of)
    if isinstance(node, s.Negate):
        return _joined(c, "-{}", node.of)
    if isinstance(node, s.Arith):
        return _joined(c, "({} " + node.op + " {})", node.left, node.right)
    if isinstance(node, s.Call):
        if not is_steady(c, node):
            return None
        places = ", ".join("{}" if arg.name is None else arg.name + ": {}" for arg in node.args)
        return _joined(c, f"{node.name}({places})", *[arg.value for arg in node.args])
    if isinstance(node, s.ListOf):
        return _joined(c, f"[{', '.join('{}' for _ in node.items)}]", *node.items)
    if isinstance(node, (s.Else, s.Where, s.Inits)):
        # Parts of one condition name the same things by the same words, `it` included.
        return shown(node) if is_steady(c, node) else None
    if isinstance(node, s.Within):
        parts = [part for part in (node.who, node.distance, node.of) if part is not None]
        return _joined(c, f"{node.who is None} within " + " ".join("{}" for _ in parts), *parts)
    return None


def is_steady(c: Checked, node: s.Node) -> bool:
    """Whether asking twice for a value gives the same as long as nothing happens: no dice fall, nothing is done."""
    for part in walk(node):
        if isinstance(part, s.Dice) and (part not in c.types or c.types[part].kind == "number"):
            return False
        if isinstance(part, s.Call) and not _is_steady_call(c, part):
            return False
    return True


def _is_steady_call(c: Checked, node: s.Call) -> bool:
    word = c.calls[node][0] if node in c.calls else None
    if isinstance(word, FunctionWord):
        return not word.rolls
    # One without a body is somebody else's, who may let dice fall in it.
    if not isinstance(word, s.Define) or (word.value is None and not word.body):
        return False
    if word.name not in c.steady:
        # One that calls itself is reported elsewhere.
        c.steady[word.name] = False
        c.steady[word.name] = is_steady(c, word)
    return c.steady[word.name]


def _joined(c: Checked, form: str, *parts: s.Expr) -> str | None:
    keys = [key_of(c, part) for part in parts]
    return None if None in keys else form.format(*keys)


def parts_of(node: s.Node) -> list[s.Node]:
    """The nodes that a node is made of, one level down."""
    found: list[s.Node] = []
    kind = node.__class__
    if kind not in _HOLDING:
        _HOLDING[kind] = tuple(field.name for field in fields(kind) if field.type not in _HOLDS_NONE)
    for name in _HOLDING[kind]:
        _collect(getattr(node, name), found)
    return found


# The fields of each kind of node that may hold nodes: where it stands does not, and what is only text neither.
_HOLDING: dict[type[s.Node], tuple[str, ...]] = {}
_HOLDS_NONE = ("Span", "str", "str | None", "bool")


def _collect(value: object, found: list[s.Node]) -> None:
    if isinstance(value, s.Node):
        found.append(value)
    elif isinstance(value, tuple):
        for item in value:
            _collect(item, found)


def walk(node: s.Node) -> list[s.Node]:
    """A node and all that stands in it."""
    found: list[s.Node] = [node]
    for part in parts_of(node):
        found += walk(part)
    return found


def may_lack(c: Checked, node: s.Node) -> bool:
    """Whether a value that is asked for may be absent."""
    if isinstance(node, s.Else):
        return may_lack(c, node.other)
    if node in c.maybe or (isinstance(node, s.Attr) and node.name == "init"):
        return True
    return any(may_lack(c, part) for part in parts_of(node))


def shown(node: s.Node) -> str:
    """The text of a node on one line."""
    return " ".join(node.span.text.split())


def check_whole(c: Checked, node: s.Expr, what: str, least: int | None = None, most: int | None = None) -> None:
    """Report a number that must be whole and within bounds, where the text itself shows that it is not."""
    found = number(c, node)
    if found is None:
        return
    if isinstance(found, int) and (least is None or found >= least) and (most is None or found <= most):
        return
    bound = "" if least is None else f" from {least} on" if most is None else f" from {least} to {most}"
    c.error("wrong-number", f"{what} is a whole number{bound}, not `{shown(node)}`", node.span)


def check_allowed(c: Checked, attribute: str, value: s.Expr) -> None:
    """Report a value that an attribute cannot have."""
    allowed = c.vocabulary.one_of.get(attribute)
    found = constant(c, value)
    if allowed and found is not None and found.value not in allowed and c.types[value].kind != "unknown":
        help = "it is one of " + ", ".join(f"`{written(one)}`" for one in allowed)
        c.error("not-one-of", f"`{attribute}` cannot be `{shown(value)}`", value.span, help)


def written(value: Any) -> str:
    """A plain value as it is written."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(written, value)) + "]"
    return format(float(value), "g") if isinstance(value, Fraction) else str(value)
