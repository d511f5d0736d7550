"""The nodes of values in the rules language, and of when something ends: frozen, each with its span.

Nodes are compared by identity, so that the checker can keep what it finds out about a node in a plain dict.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from interpreter.source.text import Span


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """Anything that stands in the text."""

    span: Span


# --- expressions ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Expr(Node):
    """Something with a value."""


@dataclass(frozen=True, slots=True, eq=False)
class Number(Expr):
    """`3`, `0.5`: exact, never a float."""

    value: int | Fraction


@dataclass(frozen=True, slots=True, eq=False)
class Text(Expr):
    """`"in double quotes"`, without the quotes."""

    value: str


@dataclass(frozen=True, slots=True, eq=False)
class YesNo(Expr):
    """`yes` or `no`."""

    value: bool


@dataclass(frozen=True, slots=True, eq=False)
class Dice(Expr):
    """`2d6` or `d20`: `count` dice of `sides` faces each."""

    count: int
    sides: int


@dataclass(frozen=True, slots=True, eq=False)
class Name(Expr):
    """A bare word: a local name, a field, a unit of an example, or a word that the ruleset declares."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Attr(Expr):
    """`target.init`: a property of what stands before the dot."""

    of: Expr
    name: str
    name_span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Arg(Node):
    """An argument of a call; `name` is set for `accuracy: 2` and for `against self` (then it is `against`)."""

    name: str | None
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Call(Expr):
    """`max(a, b)`: a function, its arguments in order."""

    name: str
    name_span: Span
    args: tuple[Arg, ...]


@dataclass(frozen=True, slots=True, eq=False)
class ListOf(Expr):
    """`[a, b]`."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Negate(Expr):
    """`-x`."""

    of: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Arith(Expr):
    """`a + b`; `op` is one of `+ - * /`."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Compare(Expr):
    """`a < b`; `op` is one of `<  <=  >  >=  is  is not  in  not in  has  lacks`. Comparisons do not chain."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Not(Expr):
    of: Expr


@dataclass(frozen=True, slots=True, eq=False)
class And(Expr):
    """`a and b and c`, flattened."""

    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Or(Expr):
    """`a or b or c`, flattened."""

    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Else(Expr):
    """`a else b`: `b` where `a` is absent."""

    value: Expr
    other: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Within(Expr):
    """`u within 5 of self`; without `who` it is about `it`, without `of` about `self`."""

    who: Expr | None
    distance: Expr
    of: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Inits(Expr):
    """`inits 10 to 15`: the Inits from one to the other, both included, upward; empty if the first is higher."""

    first: Expr
    last: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Where(Expr):
    """`units where it.hp < 5`: those of a set for which the condition holds; the one looked at is `it`."""

    source: Expr
    condition: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Quantifier(Expr):
    """`every t in targets satisfies t has shaken`; `kind` is `every` or `some`."""

    kind: str
    name: str
    name_span: Span
    source: Expr
    condition: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Extreme(Expr):
    """`most u in units by u.hp`: the one with the highest value (`least`: the lowest); absent for an empty set."""

    kind: str
    name: str
    name_span: Span
    source: Expr
    by: Expr


# --- when something ends ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Ending(Node):
    """One way for a duration to end."""


@dataclass(frozen=True, slots=True, eq=False)
class TurnEnding(Ending):
    """`start of target's next turn`; `edge` is `start` or `end`, `next` whether the word `next` stands there."""

    edge: str
    of: Expr
    next: bool


@dataclass(frozen=True, slots=True, eq=False)
class RoundEnding(Ending):
    """`end of round`, `end of scene`; `what` is `round` or `scene`, `edge` `start` or `end`."""

    edge: str
    what: str


@dataclass(frozen=True, slots=True, eq=False)
class TurnsEnding(Ending):
    """`2 of target's turns`."""

    count: Expr
    of: Expr


@dataclass(frozen=True, slots=True, eq=False)
class ThingEnding(Ending):
    """`self ends`: when that status or marker ends."""

    of: Expr


@dataclass(frozen=True, slots=True, eq=False)
class UsedEnding(Ending):
    """`used`: when its rule has acted once."""


@dataclass(frozen=True, slots=True, eq=False)
class Until(Node):
    """`until A or B while C`; either part may be missing."""

    endings: tuple[Ending, ...]
    condition: Expr | None
