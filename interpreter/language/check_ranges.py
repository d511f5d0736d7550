"""What numbers an expression can be at all: dice between their lowest and their highest faces, counts from 0 on.

Of some it is known that they are whole, and a name that nothing changes is what it was made of.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, inf

from interpreter.language import syntax as s
from interpreter.language.check_constants import may_lack, number, shown, walk, written
from interpreter.language.limits import MOST_ROUNDS
from interpreter.language.scope import Checked
from interpreter.language.types import UNKNOWN
from interpreter.language.words import FunctionWord

# A float only where there is no bound: `inf`, or `-inf`.
Bound = int | Fraction | float


@dataclass(frozen=True, slots=True)
class Range:
    """The least and the most that a number can be, and whether it is always a whole one."""

    least: Bound = -inf
    most: Bound = inf
    whole: bool = False

    def __str__(self) -> str:
        if self.least == -inf and self.most == inf:
            return "a whole number" if self.whole else "any number"
        if self.least == self.most:
            return written(self.least)
        if self.most == inf:
            return f"{written(self.least)} or more"
        return (
            f"{written(self.most)} or less" if self.least == -inf else f"{written(self.least)} to {written(self.most)}"
        )


ANY = Range()
WHOLE = Range(whole=True)
MINUS = Range(-1, -1, True)

# What the fields of events and the properties of things can be.
_OF_EVENTS = ("here", "ahead", "behind", "steps")
_PROPERTIES = {("unit", "init"): WHOLE, ("unit", "last_init"): WHOLE, ("objective", "score"): Range(0)}


def settled(c: Checked, node: s.Expr) -> tuple[bool, str] | None:
    """Whether a comparison always holds or never does, for what its sides can be, with the reason; None where it may
    be either.
    """
    if not isinstance(node, s.Compare) or node.op in ("has", "lacks") or may_lack(c, node):
        return None
    one = range_of(c, node.left)
    if node.op in ("in", "not in"):
        items = node.right.items if isinstance(node.right, s.ListOf) else (node.left,)
        met = any(_compared(one, "is", range_of(c, item)) is None for item in items)
        return None if met else (node.op == "not in", _said(c, [node.left, *items]))
    holds = _compared(one, node.op, range_of(c, node.right))
    return None if holds is None else (holds, _said(c, [node.left, node.right]))


def _said(c: Checked, nodes: Sequence[s.Expr]) -> str:
    named = [value for node in nodes if (value := number(c, node)) is not None]
    ranges = {shown(node): range_of(c, node) for node in nodes if number(c, node) is None}
    return " and ".join(f"`{text}` is {said_of(found, named)}" for text, found in ranges.items())


def said_of(found: Range, named: Collection[Bound]) -> str:
    """A range as a reason why a number is none of those named."""
    between = found.whole and any(isinstance(value, Fraction) and found.least < value < found.most for value in named)
    return str(WHOLE if between else found)


def _compared(one: Range, op: str, other: Range) -> bool | None:
    if op in (">", ">="):
        return _compared(other, "<" if op == ">" else "<=", one)
    if op == "<":
        return True if one.most < other.least else False if one.least >= other.most else None
    if op == "<=":
        return True if one.most <= other.least else False if one.least > other.most else None
    apart = one.most < other.least or other.most < one.least or _is_between(one, other) or _is_between(other, one)
    return op == "is not" if apart else None


def _is_between(one: Range, other: Range) -> bool:
    """Whether a number is always between two whole ones, and the other always whole."""
    return one.least == one.most and isinstance(one.least, Fraction) and other.whole


# --- ranges -----------------------------------------------------------------------------------------------------------


def range_of(c: Checked, node: s.Expr) -> Range:
    """What a number can be, as far as the text shows it."""
    always = number(c, node)
    if always is not None:
        return Range(always, always, isinstance(always, int))
    if isinstance(node, s.Dice):
        return Range(node.count, node.count * node.sides, True)
    if isinstance(node, s.Negate):
        return _product(range_of(c, node.of), MINUS)
    if isinstance(node, s.Arith):
        return _arith(c, node)
    if isinstance(node, s.Name):
        return _name(c, node)
    if isinstance(node, s.Attr):
        return _PROPERTIES.get((c.attrs.get(node, ""), node.name), ANY)
    return _call(c, node) if isinstance(node, s.Call) else ANY


def _name(c: Checked, node: s.Name) -> Range:
    """What a name of the language can be, or a name that a text gives once and for all."""
    binding = c.bindings.get(node)
    if binding is None:
        return ANY
    if binding.kind == "local" and binding.span is not None:
        found: Range = c.ranges.get(binding.span, ANY)
        return found
    if binding.kind == "event" and node.name in _OF_EVENTS:
        return WHOLE
    if binding.kind == "global" and node.name == "round":
        return Range(1 if c.begun else 0, MOST_ROUNDS, True)
    return ANY


def note_range(c: Checked, block: Sequence[s.Stmt], let: s.Let) -> None:
    """Note what a name can be that a block makes, if nothing in the block gives it another value later."""
    found = range_of(c, let.value) if c.types.get(let.value, UNKNOWN).kind in ("number", "roll") else ANY
    if found == ANY:
        return
    parts = (part for statement in block for part in walk(statement))
    changed = (part.target for part in parts if isinstance(part, s.Assign))
    if not any(isinstance(one, s.Name) and one.name == let.name for one in changed):
        c.ranges[let.name_span] = found


def _arith(c: Checked, node: s.Arith) -> Range:
    one, other = range_of(c, node.left), range_of(c, node.right)
    if node.op == "-":
        other = _product(other, MINUS)
    if node.op in "+-":
        return Range(_sum(one.least, other.least), _sum(one.most, other.most), one.whole and other.whole)
    if node.op == "*":
        return _product(one, other)
    by = number(c, node.right)
    return _product(one, Range(Fraction(1) / by, Fraction(1) / by)) if by else ANY


def _sum(one: Bound, other: Bound) -> Bound:
    # What has no bound has none with more to it; a large number cannot be added to it as a float.
    return one if isinstance(one, float) else other if isinstance(other, float) else one + other


def _product(one: Range, other: Range) -> Range:
    ends = [_times(a, b) for a in (one.least, one.most) for b in (other.least, other.most)]
    return Range(min(ends), max(ends), one.whole and other.whole)


def _times(one: Bound, other: Bound) -> Bound:
    if 0 in (one, other):
        return 0
    if isinstance(one, float) or isinstance(other, float):
        return inf if (one > 0) == (other > 0) else -inf
    return one * other


def _call(c: Checked, node: s.Call) -> Range:
    """What a function of the language can give. Nothing is known of one that the ruleset defines."""
    if node not in c.calls or not isinstance(c.calls[node][0], FunctionWord):
        return ANY
    args = [arg.value for arg in node.args]
    if node.name == "count":
        size = args[0].items if isinstance(args[0], s.ListOf) else None
        return Range(0, whole=True) if size is None else Range(len(size), len(size), True)
    if node.name == "turns_left":
        return Range(0, whole=True)
    ranges = [range_of(c, arg) for arg in args]
    if node.name in ("max", "min"):
        pick = max if node.name == "max" else min
        whole = all(one.whole for one in ranges)
        return Range(pick(one.least for one in ranges), pick(one.most for one in ranges), whole)
    if node.name in ("up", "down"):
        return Range(_whole(node.name, ranges[0].least), _whole(node.name, ranges[0].most), True)
    if node.name == "abs":
        turned = _product(ranges[0], MINUS)
        return Range(max(0, ranges[0].least, turned.least), max(ranges[0].most, turned.most), turned.whole)
    return _rolled(args, ranges) if node.name in ("roll", "roll_better") else ANY


def _whole(name: str, bound: Bound) -> Bound:
    return bound if isinstance(bound, float) else ceil(bound) if name == "up" else floor(bound)


def _rolled(args: Sequence[s.Expr], ranges: Sequence[Range]) -> Range:
    """What a roll comes to: of dice with something beside them, only that of a single one is plain."""
    if len(args) == 1:
        return ranges[0]
    return _product(ranges[0], ranges[1]) if isinstance(args[0], s.Dice) and ranges[1].least >= 0 else WHOLE
