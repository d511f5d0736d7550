"""Probes in compiled code: which lines of content have been run, and which ways its conditions and choices went.

The compiler puts them in, and only where it is asked to: play runs the same code without them and pays nothing.
Python's own tracing would see less: a short function is written out where it is called, in code of another file; both
ways of a condition may lie on one line; and versions of Python differ in what they trace.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from interpreter.language import emit
from interpreter.source.text import Span

HOLDS = ("holds", "does not hold")
ANSWERS = ("yes", "no")
FOUND = ("there is something to choose from", "there is nothing to choose from")


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A line that can be run, or one way that a condition or a choice on it can go (`way` is empty for the line)."""

    file: str
    line: int
    way: str = ""
    column: int = 0


class Probes:
    """All places that were given a probe; `seen` are those that the code has come by since it was last emptied."""

    def __init__(self) -> None:
        self.places: dict[Place, Span] = {}
        self.seen: set[int] = set()
        self._numbers: dict[Place, int] = {}
        self._known: list[Place] = []

    def take(self) -> set[Place]:
        """The places that the code has come by since this was last asked."""
        found = {self._known[number] for number in self.seen}
        self.seen.clear()
        return found

    def functions(self) -> dict[str, object]:
        """What compiled code calls."""
        return {"reached": self.seen.add, "decided": self._decided}

    def _decided(self, holds: int, lacking: int, test: object) -> object:
        self.seen.add(holds if test else lacking)
        return test

    # --- for the compiler -----------------------------------------------------------------------------------

    def line(self, span: Span) -> ast.expr:
        """A call that notes that a line is run."""
        return emit.call("reached", self._number(Place(span.file.path, span.line), span))

    def way(self, span: Span, way: str) -> ast.expr:
        """A call that notes that a choice went this way."""
        return emit.call("reached", self._number(Place(span.file.path, span.line, way, span.column), span))

    def decision(self, test: ast.expr, span: Span, ways: tuple[str, str]) -> ast.expr:
        """A condition that notes which of two ways it goes."""
        numbers = [self._number(Place(span.file.path, span.line, way, span.column), span) for way in ways]
        return emit.call("decided", *numbers, test)

    def _number(self, place: Place, span: Span) -> ast.expr:
        number = self._numbers.get(place)
        if number is None:
            number = self._numbers[place] = len(self._known)
            self._known.append(place)
            self.places[place] = span
        return emit.const(number)
