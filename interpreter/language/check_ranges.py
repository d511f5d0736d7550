"""What numbers an expression can be at all: dice between their lowest and their highest faces, counts from 0 on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, inf

from interpreter.language import syntax as s
from interpreter.language.check_constants import may_lack, number, shown, written
from interpreter.language.scope import Checked
from interpreter.language.words import FunctionWord

# A float only where there is no bound: `inf`, or `-inf`.
Bound = int | Fraction | float


@dataclass(frozen=True, slots=True)
class Range:
    """The least and the most that a number can be."""

    least: Bound = -inf
    most: Bound = inf

    def __str__(self) -> str:
        if self.least == self.most:
            return written(self.least)
        if self.most == inf:
            return f"{written(self.least)} or more"
        return (
            f"{written(self.most)} or less" if self.least == -inf else f"{written(self.least)} to {written(self.most)}"
        )


ANY = Range()


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
    ranges = {shown(node): range_of(c, node) for node in nodes if number(c, node) is None}
    return " and ".join(f"`{text}` is {found}" for text, found in ranges.items())


def _compared(one: Range, op: str, other: Range) -> bool | None:
    if op in (">", ">="):
        return _compared(other, "<" if op == ">" else "<=", one)
    if op == "<":
        return True if one.most < other.least else False if one.least >= other.most else None
    if op == "<=":
        return True if one.most <= other.least else False if one.least > other.most else None
    apart = one.most < other.least or other.most < one.least
    return op == "is not" if apart else None


# --- ranges -----------------------------------------------------------------------------------------------------------


def range_of(c: Checked, node: s.Expr) -> Range:
    """What a number can be, as far as the text shows it."""
    always = number(c, node)
    if always is not None:
        return Range(always, always)
    if isinstance(node, s.Dice):
        return Range(node.count, node.count * node.sides)
    if isinstance(node, s.Negate):
        return _product(range_of(c, node.of), Range(-1, -1))
    if isinstance(node, s.Arith):
        return _arith(c, node)
    return _call(c, node) if isinstance(node, s.Call) else ANY


def _arith(c: Checked, node: s.Arith) -> Range:
    one, other = range_of(c, node.left), range_of(c, node.right)
    if node.op == "-":
        other = _product(other, Range(-1, -1))
    if node.op in "+-":
        return Range(_sum(one.least, other.least), _sum(one.most, other.most))
    if node.op == "*":
        return _product(one, other)
    by = number(c, node.right)
    return _product(one, Range(Fraction(1) / by, Fraction(1) / by)) if by else ANY


def _sum(one: Bound, other: Bound) -> Bound:
    # What has no bound has none with more to it; a large number cannot be added to it as a float.
    return one if isinstance(one, float) else other if isinstance(other, float) else one + other


def _product(one: Range, other: Range) -> Range:
    ends = [_times(a, b) for a in (one.least, one.most) for b in (other.least, other.most)]
    return Range(min(ends), max(ends))


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
        return Range(0) if size is None else Range(len(size), len(size))
    if node.name == "turns_left":
        return Range(0)
    ranges = [range_of(c, arg) for arg in args]
    if node.name in ("max", "min"):
        pick = max if node.name == "max" else min
        return Range(pick(one.least for one in ranges), pick(one.most for one in ranges))
    if node.name in ("up", "down"):
        return Range(_whole(node.name, ranges[0].least), _whole(node.name, ranges[0].most))
    if node.name == "abs":
        turned = _product(ranges[0], Range(-1, -1))
        return Range(max(0, ranges[0].least, turned.least), max(ranges[0].most, turned.most))
    return _rolled(args, ranges) if node.name in ("roll", "roll_better") else ANY


def _whole(name: str, bound: Bound) -> Bound:
    return bound if isinstance(bound, float) else ceil(bound) if name == "up" else floor(bound)


def _rolled(args: Sequence[s.Expr], ranges: Sequence[Range]) -> Range:
    """What a roll comes to: of dice with something beside them, only that of a single one is plain."""
    if len(args) == 1:
        return ranges[0]
    return _product(ranges[0], ranges[1]) if isinstance(args[0], s.Dice) and ranges[1].least >= 0 else ANY
