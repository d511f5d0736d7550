"""From the characters of a scalar's text back to the characters of the file."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import chain, islice, pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.source.nodes import Scalar

# A line end together with the blanks around it, which YAML drops.
_FOLD = r"[ \t]*\n(?:[ \t]*\n)*[ \t]*"
_PLAIN_PIECE = re.compile(rf"({_FOLD})")
_SINGLE_PIECE = re.compile(rf"({_FOLD})|('')")
_ESCAPE = r"\\x[0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8}|\\[^\n]"
_DOUBLE_PIECE = re.compile(rf"({_FOLD})|({_ESCAPE})|(\\\n(?:[ \t]*\n)*[ \t]*)")
_HEADER = re.compile(r"[|>][-+0-9]*")


class ScalarMap:
    """Runs of characters: from `texts[i]` on, the text stands in the file from `places[i]` on.

    `widths[i]` is 0 for a run in which both go on side by side; else the run is one character of the text,
    and that many in the file.
    """

    __slots__ = ("_length", "_places", "_tail", "_texts", "_widths")

    def __init__(self) -> None:
        self._texts: list[int] = []
        self._places: list[int] = []
        self._widths: list[int] = []
        self._length = 0
        self._tail = 0

    def __len__(self) -> int:
        return self._length

    def run(self, place: int, length: int) -> None:
        """The next `length` characters stand in the file from `place` on, one for one."""
        if length:
            self._add(place, 0)
            self._length += length

    def one(self, place: int, width: int) -> None:
        """The next character is written with `width` characters from `place` on."""
        self._add(place, width)
        self._length += 1

    def finish(self, tail: int, length: int) -> ScalarMap:
        """Close the map of a text of `length` characters, the end of which is shown at `tail`."""
        assert self._length == length, f"mapped {self._length} characters of {length}"
        self._tail = tail
        return self

    def _add(self, place: int, width: int) -> None:
        self._texts.append(self._length)
        self._places.append(place)
        self._widths.append(width)

    def locate(self, start: int, end: int) -> tuple[int, int]:
        """The file offsets of a range of the text; a range that reaches outside is cut."""
        start = min(max(start, 0), self._length)
        end = min(max(end, start), self._length)
        if start == self._length:
            return self._tail, self._tail
        first = self._bounds(start)
        if start == end:
            return first[0], first[0]
        return first[0], self._bounds(end - 1)[1]

    def ranges(self) -> tuple[list[int], list[int]]:
        """Where each character of the text begins in the file, and where each ends."""
        starts: list[int] = []
        ends: list[int] = []
        bounds = pairwise([*self._texts, self._length])
        for (text, after), place, width in zip(bounds, self._places, self._widths, strict=True):
            if width:
                starts.append(place)
                ends.append(place + width)
            else:
                last = place + after - text
                starts += range(place, last)
                ends += range(place + 1, last + 1)
        return starts, ends

    def _bounds(self, at: int) -> tuple[int, int]:
        i = bisect_right(self._texts, at) - 1
        if self._widths[i]:
            return self._places[i], self._places[i] + self._widths[i]
        place = self._places[i] + at - self._texts[i]
        return place, place + 1


def map_scalar(scalar: Scalar) -> ScalarMap:
    """The map of a scalar of any style."""
    if scalar.style in ("literal", "folded"):
        return _map_block(scalar)
    return _map_flow(scalar)


def _map_flow(scalar: Scalar) -> ScalarMap:
    """Plain and quoted scalars: the file's characters but for folded line ends and escapes."""
    quote = 0 if scalar.style == "plain" else 1
    start, end = scalar.start + quote, scalar.end - quote
    result = ScalarMap()
    if end - start == len(scalar.text) and "\n" not in scalar.text:
        result.run(start, len(scalar.text))
        return result.finish(end, len(scalar.text))
    piece = {"plain": _PLAIN_PIECE, "single": _SINGLE_PIECE, "double": _DOUBLE_PIECE}[scalar.style]
    source = scalar.file.text
    at = start
    for found in piece.finditer(source, start, end):
        result.run(at, found.start() - at)
        at = found.end()
        if found.lastindex == 2:
            result.one(found.start(), len(found[0]))
        else:
            _map_breaks(result, source, found.start(), at, escaped=found.lastindex == 3)
    result.run(at, end - at)
    return result.finish(end, len(scalar.text))


def _map_breaks(result: ScalarMap, source: str, start: int, end: int, *, escaped: bool) -> None:
    """One line end gives a blank, or nothing when escaped; of several, each but the first gives itself."""
    first = source.index("\n", start, end)
    others = [at for at in range(first + 1, end) if source[at] == "\n"]
    if not others and not escaped:
        result.one(first, 1)
    for at in others:
        result.one(at, 1)


def _map_block(scalar: Scalar) -> ScalarMap:
    source, text = scalar.file.text, scalar.text
    header = _HEADER.match(source, scalar.start)
    assert header is not None
    result = ScalarMap()
    lines = _lines(source, source.find("\n", header.end()) + 1)
    blank = len(text) - len(text.lstrip("\n"))
    for _ in range(blank):
        result.one(next(lines)[1], 1)
    if blank == len(text):
        return result.finish(header.end(), blank)
    # Neither `|2` nor the first line says how deep the text is indented in the file; both lines together do.
    first = next(lines)
    indent = _spaces(source[first[0] : first[1]]) - _spaces(text[blank:])
    tail = _map_lines(result, chain([first], lines), scalar, indent)
    return result.finish(tail, len(text))


def _map_lines(result: ScalarMap, lines: Iterator[tuple[int, int]], scalar: Scalar, indent: int) -> int:
    """Map the lines from the first with text on; the end of the last one."""
    source, body = scalar.file.text, len(scalar.text.rstrip("\n"))
    before: int | None = None  # the end of the line with text before this one
    blank: list[int] = []  # the ends of the blank lines since
    folds = False  # whether the line before may be joined to this one
    while len(result) < body:
        start, end = next(lines)
        start += indent
        if start >= end:
            blank.append(end)
            continue
        joins = scalar.style == "folded" and source[start] not in " \t"
        if before is not None:
            dropped = joins and folds and blank
            for place in blank if dropped else [before, *blank]:
                result.one(place, 1)
        result.run(start, end - start)
        before, blank, folds = end, [], joins
    assert before is not None
    for place in islice(chain([before], (end for _, end in lines)), len(scalar.text) - body):
        result.one(place, 1)
    return before


def _lines(source: str, start: int) -> Iterator[tuple[int, int]]:
    """Where each line begins and ends (before its line end), from an offset on."""
    while True:
        end = source.find("\n", start)
        if end < 0:
            yield start, len(source)
            return
        yield start, end
        start = end + 1


def _spaces(text: str) -> int:
    return len(text) - len(text.lstrip(" "))
