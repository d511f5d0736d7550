"""Conditions that can never hold, or always do.

A condition is read as sets of values. What it asks about has a key: `target.size`, `count(units)`, the difference of
two numbers. For each key there are finitely many values that matter: the words of a set, or of numbers those that the
condition names, and one between each two of them. What a part of the condition allows is then a set of these, and the
parts can be compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor
from types import MappingProxyType
from typing import Any

from interpreter.language import syntax as s
from interpreter.language.check_constants import Constant, constant, is_steady, key_of, may_lack, shown, walk, written
from interpreter.language.check_ranges import ANY, Range, range_of, said_of, settled
from interpreter.language.scope import Checked, Scope
from interpreter.language.types import SETTING, Type
from interpreter.language.vocabulary import Form
from interpreter.language.words import CORE_WORDS

YES_NO = (True, False)
OTHER = object()  # any value of a kind that the condition does not name
Values = frozenset[Any]
Sure = Mapping[str, tuple[Any, str]]


@dataclass(frozen=True, slots=True)
class Atom:
    """What a part of a condition asks about, and what it is compared with: a test for each value that matters.

    `of` are the values that the key has, where its kind says so.
    """

    key: str
    asked: s.Expr
    op: str
    named: tuple[Any, ...]
    of: tuple[Any, ...] = ()

    def holds(self, value: Any) -> bool:
        named = self.named
        if self.op in ("is", "in"):
            return value in named
        if self.op in ("is not", "not in"):
            return value not in named
        return bool(_ORDER[self.op](value, named[0]))


_ORDER = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "is": "is", "is not": "is not"}


@dataclass(slots=True)
class Known:
    """What is known of keys before a part is asked: the values left, and the part that left them."""

    left: dict[str, Values] = field(default_factory=dict)
    because: dict[str, str] = field(default_factory=dict)
    present: set[str] = field(default_factory=set)

    def copy(self) -> Known:
        return Known(dict(self.left), dict(self.because), set(self.present))


class Judge:
    """Looks at one condition; `failed` are the conditions of the branches before it, which did not hold.

    `sure` are questions about which there is no doubt, each with the answer and why it is so.
    """

    def __init__(self, c: Checked, scope: Scope, failed: Sequence[s.Expr], sure: Sure) -> None:
        self.c = c
        self.scope = scope
        self.failed = failed
        self.held = [condition for condition in scope.held if condition in c.sound]
        self.sure = sure
        self.atoms: dict[s.Expr, Atom | None] = {}
        self.universe: dict[str, Values] = {}
        self.listed: set[str] = set()
        self.ranges: dict[str, tuple[s.Expr, Range, set[Any]]] = {}

    def judge(self, node: s.Expr) -> None:
        """Warn of what can never hold in a condition, and of what always does."""
        named: dict[str, list[Atom]] = {}
        for condition in (*self.held, *self.failed, node):
            for atom in self._atoms(condition):
                named.setdefault(atom.key, []).append(atom)
        self.universe = {key: self._values(atoms) for key, atoms in named.items()}
        known = Known()
        for key, (answer, why) in self.sure.items():
            if key in self.universe:
                known.left[key] = frozenset({answer})
                known.because[key] = why
        for condition in self.held:
            self._assume(condition, known, holds=True)
        for condition in self.failed:
            self._assume(condition, known, holds=False)
        if not self._asked_before(node):
            self._look(node, known)

    def _asked_before(self, node: s.Expr) -> bool:
        """Whether a branch before it, or what it stands under, asks for the very same; then that is said."""
        if not isinstance(node, (s.And, s.Or)) or not all(is_steady(self.c, one) for one in (*self.failed, node)):
            return False
        text = shown(node)
        for asked, holds in ((self.failed, False), (self.held, True)):
            if text in map(shown, asked):
                self._report(node, holds, f"`{text}` stands before it")
                return True
        return False

    # --- the values that matter -----------------------------------------------------------------------------------

    def _values(self, atoms: list[Atom]) -> Values:
        first = atoms[0]
        type_ = self.c.types[first.asked]
        if first.of or type_.kind == "yes_no":
            return frozenset(first.of or (True, False))
        listed = self._listed(first.asked, type_)
        # Of a set with one word others are still to come, or packs bring them.
        if len(listed) > 1:
            self.listed.add(first.key)
            return frozenset(listed)
        named = {value for atom in atoms for value in atom.named}
        if type_.kind in ("number", "roll"):
            found = range_of(self.c, first.asked)
            if isinstance(first.asked, s.Call) and found.least == found.most:
                # Examples show what functions come to.
                found = ANY
            if found is not ANY:
                self.ranges[first.key] = first.asked, found, named
            return _samples(named, found)
        return frozenset({*named, OTHER})

    def _listed(self, asked: s.Expr, type_: Type) -> Sequence[Any]:
        """All values that something can have, where they are declared."""
        words = self.c.vocabulary.words.get(type_.of or "", ()) if type_.kind == "word" else ()
        if self.c.is_open:
            return words if type_.of in CORE_WORDS or (type_.of or "").startswith(SETTING) else ()
        if type_.kind == "manner":
            return _manners(self.c, asked, self.scope)
        return _one_of(self.c, asked) or words

    # --- looking at a condition -----------------------------------------------------------------------------------

    def _look(self, node: s.Expr, known: Known) -> None:
        always = constant(self.c, node)
        if always is not None and isinstance(always.value, bool):
            self._report(node, always.value, "nothing in it ever changes")
            return
        found = self._set(node)
        if found is not None and self._said(node, *found, known):
            return
        bound = settled(self.c, node)
        if bound is not None:
            self._report(node, *bound)
            return
        if isinstance(node, s.And):
            inner = known.copy()
            for part in node.parts:
                self._look(part, inner)
                self._assume(part, inner, holds=True)
        elif isinstance(node, s.Or):
            inner = known.copy()
            for part in node.parts:
                self._look(part, inner)
                self._assume(part, inner, holds=False)
        elif isinstance(node, s.Not):
            self._look(node.of, known)

    def _said(self, node: s.Expr, key: str, values: Values, known: Known) -> bool:
        """Whether a part was found to hold never or always, and that was said."""
        left = known.left.get(key, self.universe[key])
        if not left:
            return False
        # What is so by itself is not so because of what stands before it.
        before = None if not values or values == self.universe[key] else known.because.get(key)
        if not left & values:
            self._report(node, False, self._reason(node, key, before, s.And))
            return True
        if left <= values and (key in known.present or not self._lacks(node)):
            self._report(node, True, self._reason(node, key, before, s.Or))
            return True
        return False

    def _lacks(self, node: s.Expr) -> bool:
        return any(may_lack(self.c, atom.asked) for atom in self._atoms(node))

    def _reason(self, node: s.Expr, key: str, before: str | None, joined: type[s.Expr]) -> str:
        if isinstance(node, s.Compare) and key_of(self.c, node.left) == key_of(self.c, node.right):
            return "both sides are the same"
        if before is not None:
            return before
        if isinstance(node, joined):
            return "its parts exclude each other" if joined is s.And else "one of its parts always does"
        if key in self.listed:
            values = ", ".join(f"`{value}`" for value in sorted(map(written, self.universe[key])))
            return f"`{key}` can only be {values}"
        if key in self.ranges:
            asked, found, named = self.ranges[key]
            return f"`{shown(asked)}` is {said_of(found, named)}"
        return f"whatever `{key}` is"

    def _report(self, node: s.Expr, holds: bool, reason: str) -> None:
        text = shown(node)
        help = "leave it out, or say what is meant"
        if holds:
            self.c.warning("always", f"`{text}` always holds here: {reason}", node.span, help)
        else:
            self.c.warning("never", f"`{text}` can never hold here: {reason}", node.span, help)

    # --- what is known after a part -------------------------------------------------------------------------------

    def _assume(self, node: s.Expr, known: Known, *, holds: bool) -> None:
        if _acts(self.c, node):
            known.left.clear()
            known.present.clear()
            return
        found = self._set(node)
        if found is not None:
            key, values = found
            left = known.left.get(key, self.universe[key])
            known.left[key] = left & values if holds else left - values
            known.because.setdefault(key, f"`{shown(node)}` stands before it")
            if holds:
                known.present.add(key)
        elif isinstance(node, (s.And if holds else s.Or)):
            for part in node.parts:
                self._assume(part, known, holds=holds)
        elif isinstance(node, s.Not):
            self._assume(node.of, known, holds=not holds)

    def _set(self, node: s.Expr) -> tuple[str, Values] | None:
        """The key of a condition with the values that let it hold, if it asks about one thing alone."""
        if isinstance(node, s.Not):
            inner = self._set(node.of)
            return None if inner is None else (inner[0], self.universe[inner[0]] - inner[1])
        if isinstance(node, (s.And, s.Or)):
            parts = [self._set(part) for part in node.parts]
            first = parts[0]
            if first is None or any(part is None or part[0] != first[0] for part in parts):
                return None
            sets = [part[1] for part in parts if part is not None]
            whole = frozenset.intersection(*sets) if isinstance(node, s.And) else frozenset.union(*sets)
            return first[0], whole
        atom = self._atom(node)
        if atom is None:
            return None
        return atom.key, frozenset(value for value in self.universe[atom.key] if atom.holds(value))

    def _atoms(self, node: s.Expr) -> Iterator[Atom]:
        if isinstance(node, s.Not):
            yield from self._atoms(node.of)
        elif isinstance(node, (s.And, s.Or)):
            for part in node.parts:
                yield from self._atoms(part)
        else:
            atom = self._atom(node)
            if atom is not None:
                yield atom

    def _atom(self, node: s.Expr) -> Atom | None:
        if node not in self.atoms:
            self.atoms[node] = _atom(self.c, node)
        return self.atoms[node]


def judge(
    c: Checked, node: s.Expr, scope: Scope, failed: Sequence[s.Expr] = (), sure: Sure = MappingProxyType({})
) -> None:
    """Warn of what can never hold in a condition, and of what always does."""
    if c.sound.issuperset((*failed, node)):
        Judge(c, scope, failed, sure).judge(node)


# --- atoms ------------------------------------------------------------------------------------------------------------


def _atom(c: Checked, node: s.Expr) -> Atom | None:
    """A part of a condition that asks about one thing; None for one that is more than that, or rolls dice."""
    if isinstance(node, s.Compare):
        return _comparison(c, node)
    if isinstance(node, s.Attr) and node.of in c.types and c.types[node.of].kind == "manner" and not c.is_open:
        flagged = [name for name, flags in c.vocabulary.manners.items() if node.name in flags]
        key = key_of(c, node.of)
        return None if key is None else Atom(key, node.of, "in", tuple(flagged))
    key = key_of(c, node)
    return None if key is None else Atom(key, node, "is", (True,))


def _comparison(c: Checked, node: s.Compare) -> Atom | None:
    left, right, op = node.left, node.right, node.op
    if op in ("has", "lacks"):
        key, word = key_of(c, left), key_of(c, right)
        return None if key is None or word is None else Atom(f"{key} has {word}", node, "is", (op == "has",), YES_NO)
    if op in ("in", "not in"):
        named = [constant(c, item) for item in right.items] if isinstance(right, s.ListOf) else [None]
        key = key_of(c, left)
        if key is None:
            return None
        if None in named:
            inside = key_of(c, right)
            return None if inside is None else Atom(f"{key} in {inside}", node, "is", (op == "in",), YES_NO)
        return Atom(key, left, op, tuple(one.value for one in named if one is not None))
    value, other = constant(c, right), left
    if value is None:
        value, other, op = constant(c, left), right, _TURNED[op]
    if value is None:
        return _relation(c, node)
    key = key_of(c, other)
    return None if key is None else _touches(c, other, op, value) or Atom(key, other, op, (value.value,))


def _touches(c: Checked, asked: s.Expr, op: str, value: Constant) -> Atom | None:
    """`manner.touches is each`, as a question about the manner."""
    if not (isinstance(asked, s.Attr) and asked.name == "touches" and op in ("is", "is not")) or c.is_open:
        return None
    key = key_of(c, asked.of)
    fitting = tuple(name for name, touches in c.vocabulary.touches.items() if touches == value.value)
    return None if key is None else Atom(key, asked.of, "in" if op == "is" else "not in", fitting)


def _relation(c: Checked, node: s.Compare) -> Atom | None:
    """Two things compared with each other: of numbers the sign of their difference, else whether they are equal."""
    one, other, op = key_of(c, node.left), key_of(c, node.right), node.op
    if one is None or other is None:
        return None
    if one > other:
        one, other, op = other, one, _TURNED[op]
    same = one == other
    if c.types[node.left].kind in ("number", "roll"):
        return Atom(f"{one} - {other}", node, op, (0,), (0,) if same else (-1, 0, 1))
    return Atom(f"{one} is {other}", node, "is", (op == "is",), (True,) if same else YES_NO)


# --- values -----------------------------------------------------------------------------------------------------------


def _samples(named: set[Any], of: Range) -> Values:
    """The numbers named, one between each two of them, and one beyond each end: those that something can be."""
    if of.whole:
        # Where there is a whole number between two others, the next one is.
        samples = {near for point in named for near in (floor(point), floor(point) + 1, ceil(point), ceil(point) - 1)}
    else:
        points = sorted(named)
        between = [Fraction(a + b) / 2 for a, b in pairwise(points)]
        samples = {*points, *between, points[0] - 1, points[-1] + 1}
    if of is ANY:
        return frozenset(samples)
    ends = {end for end in (of.least, of.most) if not isinstance(end, float)}
    return frozenset({*ends, *(sample for sample in samples if of.least <= sample <= of.most)})


def _one_of(c: Checked, asked: s.Expr) -> tuple[Any, ...]:
    """The only values that an attribute has; none are known of one that something modifies."""
    if not isinstance(asked, s.Attr) or c.attrs.get(asked) != "unit" or asked.name in c.vocabulary.modified:
        return ()
    return c.vocabulary.one_of.get(asked.name, ())


def _manners(c: Checked, asked: s.Expr, scope: Scope) -> list[str]:
    """The manners that a change can have; one that touches nothing makes no steps."""
    step = scope.find("movement")
    of_step = step is not None and step.kind == "event" and key_of(c, asked) in ("manner", "movement.manner")
    return [name for name, touches in c.vocabulary.touches.items() if not (of_step and touches == "nothing")]


def _acts(c: Checked, node: s.Expr) -> bool:
    """Whether asking makes something happen, so that nothing is known any longer."""
    calls = (part for part in walk(node) if isinstance(part, s.Call) and part in c.calls)
    return any(isinstance(c.calls[call][0], Form) for call in calls)
