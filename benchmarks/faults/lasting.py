"""Mistakes in how long something lasts: it never ends, or it ends before it can begin."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from benchmarks.faults.fault import Fault, Maker
from benchmarks.faults.shelf import Shelf
from interpreter.language import syntax as s
from interpreter.source.text import Span


def wrong_durations(shelf: Shelf, random: Random) -> Iterator[Fault]:
    """A duration that never ends or cannot begin, at each `apply` and `place` and each `at ...:`.

    - none of somebody's turns, or fewer, or a part of one;
    - `while` something that never holds, or that always does;
    - `while` the unit lacks the very status, or has it: over at once, or never;
    - `until used` where what lasts has no rules that could be used.
    """
    maker = Maker("wrong-duration", shelf.name)
    for place in shelf.places:
        node = place.node
        if isinstance(node, s.Later):
            first, last = node.endings[0].span, node.endings[-1].span
            whole = Span(first.file, first.start, last.end)
            who = _somebody(shelf, node)
            if who is not None:
                number = random.choice(("0", "-1", "0.5", "1.5"))
                yield maker.put(whole, f"{number} of {who}'s turns", f"at {number} of {who}'s turns")
        elif isinstance(node, s.Verb) and node.name in ("apply", "place") and node in shelf.checked.verbs:
            yield from _of_verb(maker, shelf, node, random)


def _of_verb(maker: Maker, shelf: Shelf, node: s.Verb, random: Random) -> Iterator[Fault]:
    use = shelf.checked.verbs[node]
    thing = use.slots.get("status") or use.slots.get("marker")
    unit = use.slots.get("unit")
    if not isinstance(thing, s.Name):
        return
    written = [f"until {number} of {unit.span.text}'s turns" for number in ("0", "-1", "0.5")] if unit else []
    written += [f"while {condition}" for condition in ("2 > 3", "1 is 2", "3 > 2", "yes", "no")]
    if unit is not None:
        written += [f"while {unit.span.text} lacks {thing.name}", f"while {unit.span.text} has {thing.name}"]
    if thing.name in shelf.checked.vocabulary.ruleless:
        written.append("until used")
    put = random.choice(written)
    file = node.span.file
    end = _end(node)
    place = Span(file, end, node.until.span.end if node.until is not None else end)
    yield maker.put(place, f" {put}", f"`{node.name} {thing.name}` {put}")


def _end(node: s.Verb) -> int:
    """Where a verb ends without how long it lasts."""
    parts = [node.name_span, *(part.span for part in (*node.preps, *node.fields))]
    if node.subject is not None:
        parts.append(node.subject.span)
    end = max(part.end for part in parts)
    text = node.span.file.text
    while text[end : end + 1] == ")":
        end += 1
    return end


def _somebody(shelf: Shelf, node: s.Later) -> str | None:
    """A unit that an ending speaks of."""
    for ending in node.endings:
        if isinstance(ending, (s.TurnEnding, s.TurnsEnding)):
            return ending.of.span.text
    return None
