"""Conditions that never hold, or always do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from benchmarks.faults.fault import Fault, Maker
from benchmarks.faults.shelf import Place, Shelf
from interpreter.language import syntax as s
from interpreter.language.check_constants import key_of, may_lack, walk
from interpreter.language.words import FunctionWord


def settled_conditions(shelf: Shelf, random: Random) -> Iterator[Fault]:
    """A condition of a rule, a branch, a query, a choice or a requirement that is settled before it is asked.

    A part of it is joined to its opposite, or asks a thing for two values at once, or compares a thing with itself, or
    with a value that it cannot have, or dice with what they cannot show; or an `elif` asks what the branch before it
    has asked, or an `if` the opposite of the condition that it stands under. Else left as it is where dice fall in it,
    or, for what would always hold, where something in it may be absent.
    """
    maker = Maker("settled-condition", shelf.name)
    for place in shelf.places:
        if not _is_condition(shelf, place):
            continue
        node = place.node
        assert isinstance(node, s.Expr)
        ways = [way for make in _WAYS for way in make(shelf, place, random)]
        if not ways:
            continue
        part, text = random.choice(ways)
        what = f"`{' '.join(part.span.text.split())}` as `{' '.join(text.split())}`"
        yield maker.put(part.span, text, what, over=True)


def _is_condition(shelf: Shelf, place: Place) -> bool:
    node, parent = place.node, place.parent
    if isinstance(parent, s.If):
        return any(node is test for test, _ in parent.branches)
    if isinstance(parent, (s.Rule, s.Where, s.Quantifier, s.Option)):
        return node is parent.condition
    if isinstance(parent, s.Choose):
        return node is parent.such_that
    scalar = place.text.scalar
    return parent is None and (scalar.file.path, scalar.start) in shelf.questions


Way = tuple[s.Expr, str]


def _parts(node: s.Expr) -> Iterator[s.Expr]:
    """The parts of a condition that `and`, `or` and `not` join."""
    if isinstance(node, (s.And, s.Or)):
        for part in node.parts:
            yield from _parts(part)
    elif isinstance(node, s.Not):
        yield from _parts(node.of)
    else:
        yield node


def _is_settled(shelf: Shelf, node: s.Node) -> bool:
    """Whether asking twice gives the same answer: no dice fall, and nothing happens."""
    c = shelf.checked
    for part in walk(node):
        if isinstance(part, s.Dice):
            return False
        if isinstance(part, s.Call):
            word = c.calls[part][0] if part in c.calls else None
            if isinstance(word, s.Define):
                if not _is_settled(shelf, word):
                    return False
            elif not isinstance(word, FunctionWord) or word.rolls:
                return False
    return True


def _opposite(shelf: Shelf, place: Place, random: Random) -> Iterator[Way]:
    node = place.node
    assert isinstance(node, s.Expr)
    for part in _parts(node):
        if _is_settled(shelf, part) and not isinstance(part, (s.Quantifier, s.Else)):
            text = part.span.text
            yield part, f"({text} and not ({text}))"


def _two_numbers(shelf: Shelf, place: Place, random: Random) -> Iterator[Way]:
    for part in _comparisons(shelf, place, ("<", "<=", ">", ">=", "is")):
        if isinstance(part.right, s.Number) and shelf.checked.types[part.left].kind == "number":
            left, right = part.left.span.text, part.right.span.text
            yield part, f"({left} > {right} and {left} < {right})"
            if not may_lack(shelf.checked, part.left):
                yield part, f"({left} >= {right} or {left} < {right})"


def _two_words(shelf: Shelf, place: Place, random: Random) -> Iterator[Way]:
    c = shelf.checked
    for part in _comparisons(shelf, place, ("is", "is not")):
        binding = c.bindings.get(part.right) if isinstance(part.right, s.Name) else None
        if binding is None or binding.kind not in ("word", "manner"):
            continue
        known = c.vocabulary.manners if binding.kind == "manner" else c.vocabulary.words.get(binding.type.of or "", ())
        others = sorted(word for word in known if word != binding.name)
        if others:
            other, left = random.choice(others), part.left.span.text
            yield part, f"({left} is {binding.name} and {left} is {other})"
            if not may_lack(c, part.left):
                yield part, f"({left} is not {binding.name} or {left} is not {other})"


def _itself(shelf: Shelf, place: Place, random: Random) -> Iterator[Way]:
    for part in _comparisons(shelf, place, ("<", ">", "is not")):
        if not isinstance(part.right, (s.Number, s.Text, s.ListOf)):
            left = part.left.span.text
            yield part, f"{left} {part.op} {left}"


def _impossible(shelf: Shelf, place: Place, random: Random) -> Iterator[Way]:
    v = shelf.checked.vocabulary
    for part in _comparisons(shelf, place, ("<", "<=", ">", ">=", "is", "is not")):
        left = part.left
        allowed = v.one_of.get(left.name, ()) if isinstance(left, s.Attr) and left.name not in v.modified else ()
        if allowed and isinstance(part.right, s.Number) and shelf.checked.attrs.get(left) == "unit":  # type: ignore[call-overload]
            yield part, f"{left.span.text} is {max(allowed) + 7}"
        if isinstance(left, s.Call) and left.name in ("count", "abs", "turns_left"):
            yield part, f"{left.span.text} < 0"
            yield part, f"{left.span.text} >= 0"
    for part in _comparisons(shelf, place, ("in", "not in")):
        if isinstance(part.right, s.ListOf):
            yield part, f"{part.left.span.text} in []"


def _beyond_the_dice(shelf: Shelf, place: Place, random: Random) -> Iterator[Way]:
    """Dice that are compared with what they can never show, or always do."""
    assert isinstance(place.node, s.Expr)
    for part in _parts(place.node):
        left = part.left if isinstance(part, s.Compare) else None
        dice = left.args[0].value if isinstance(left, s.Call) and left.name == "roll" and len(left.args) == 1 else left
        if left is not None and isinstance(dice, s.Dice):
            yield part, f"{left.span.text} > {dice.count * dice.sides}"
            yield part, f"{left.span.text} >= {dice.count}"


def _comparisons(shelf: Shelf, place: Place, ops: tuple[str, ...]) -> Iterator[s.Compare]:
    """The comparisons in a condition of which asking twice gives the same answer."""
    assert isinstance(place.node, s.Expr)
    for part in _parts(place.node):
        if isinstance(part, s.Compare) and part.op in ops and key_of(shelf.checked, part.left) is not None:
            yield part


def _asked_before(shelf: Shelf, place: Place, random: Random) -> Iterator[Way]:
    """An `elif` that asks what the branch before it has asked."""
    node, parent = place.node, place.parent
    assert isinstance(node, s.Expr)
    if isinstance(parent, s.If) and node is not parent.branches[0][0]:
        first = parent.branches[0][0]
        if _is_settled(shelf, first):
            yield node, first.span.text


def _under_its_opposite(shelf: Shelf, place: Place, random: Random) -> Iterator[Way]:
    """An `if` right under a condition, before anything has happened, that asks for the opposite of it."""
    node, parent = place.node, place.parent
    if not isinstance(parent, s.If) or len(place.around) < 2 or node is not parent.branches[0][0]:
        return
    assert isinstance(node, s.Expr)
    around = place.around[-2]
    outer = None
    if isinstance(around, s.Rule) and around.body[:1] == (parent,):
        outer = around.condition
    elif isinstance(around, s.If):
        outer = next((test for test, body in around.branches[:1] if body[:1] == (parent,)), None)
    if isinstance(outer, s.Compare) and _is_settled(shelf, outer):
        yield node, f"not ({outer.span.text})"


_WAYS: tuple[Callable[[Shelf, Place, Random], Iterator[Way]], ...] = (
    *(_opposite, _two_numbers, _two_words, _itself, _impossible, _beyond_the_dice),
    *(_asked_before, _under_its_opposite),
)
