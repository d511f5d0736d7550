"""Findings as text for a terminal, and as data for other programs."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from interpreter.source.diagnostics import Diagnostic, Diagnostics, counted
from interpreter.source.text import Span

_TAB_STOP = 4
_DEFAULT_WIDTH = 120
_LEAST_WINDOW = 30
_MORE = "…"

_COLORS = {"error": "31;1", "warning": "33;1", "gutter": "34", "help": "36", "label": "34;1"}


def render_text(
    diagnostics: Diagnostics | Iterable[Diagnostic], *, color: bool = False, width: int | None = None
) -> str:
    """The findings as text: each with its line, what is underlined in it, and its help; last, how many there are.

    `width` is how many columns a source line may take before it is shown in part (default 120). Empty when there are
    none.
    """
    found = _in_order(diagnostics)
    if not found:
        return ""
    page = _Page(color, _DEFAULT_WIDTH if width is None else width)
    blocks = [page.finding(diagnostic) for diagnostic in found]
    return "\n\n".join([*blocks, totals(found)]) + "\n"


def to_json(diagnostics: Diagnostics | Iterable[Diagnostic]) -> dict[str, object]:
    """The findings as plain data; lines and columns count from 1, an end is the place behind the last character."""
    return {"version": 1, "diagnostics": [_plain(diagnostic) for diagnostic in _in_order(diagnostics)]}


def _in_order(diagnostics: Diagnostics | Iterable[Diagnostic]) -> list[Diagnostic]:
    return (diagnostics if isinstance(diagnostics, Diagnostics) else Diagnostics(diagnostics)).sorted()


def _plain(diagnostic: Diagnostic) -> dict[str, object]:
    span = diagnostic.span
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        "file": span.file.path,
        "start": {"line": span.line, "column": span.column},
        "end": {"line": span.end_line, "column": span.end_column},
        "help": diagnostic.help,
    }


def totals(found: list[Diagnostic]) -> str:
    """How many errors and warnings there are."""
    errors = sum(diagnostic.severity == "error" for diagnostic in found)
    kinds = [(errors, "error"), (len(found) - errors, "warning")]
    return ", ".join(counted(number, what) for number, what in kinds if number)


@dataclass(frozen=True, slots=True)
class _Mark:
    """What is underlined: with what, and what is said there."""

    span: Span
    stroke: str
    text: str
    color: str


class _Page:
    """How findings are laid out."""

    def __init__(self, color: bool, width: int) -> None:
        self._color = color
        self._width = width

    def finding(self, diagnostic: Diagnostic) -> str:
        """One finding, without a line end at its end."""
        severity = diagnostic.severity
        head = f"{diagnostic.span}: {self._paint(f'{severity}[{diagnostic.code}]', severity)}: {diagnostic.message}"
        marks = [_Mark(diagnostic.span, "^", "", severity)]
        marks += [_Mark(label.span, "-", label.text, "label") for label in diagnostic.labels]
        digits = max(len(str(mark.span.line)) for mark in marks)
        lines = [head]
        shown: Span | None = None
        for mark in marks:
            if shown is None or (mark.span.file, mark.span.line) != (shown.file, shown.line):
                lines += self._source(mark, shown, digits)
            else:
                lines += self._strokes(mark, digits)
            shown = mark.span
        if diagnostic.help is not None:
            lines.append(
                f"{' ' * digits} {self._paint('=', 'gutter')} {self._paint('help:', 'help')} {diagnostic.help}"
            )
        return "\n".join(lines)

    def _source(self, mark: _Mark, shown: Span | None, digits: int) -> list[str]:
        """The line of a mark and its strokes; where it is of another file than the line before, that is said."""
        span = mark.span
        if not span.file.text:
            return []
        lines = []
        if shown is not None and shown.file != span.file:
            lines.append(f"{' ' * digits} {self._paint('|', 'gutter')} in {span}")
        text = _window(span, self._width).text
        gutter = self._paint(f"{span.line:>{digits}} |", "gutter")
        lines.append(f"{gutter} {text}".rstrip())
        return lines + self._strokes(mark, digits)

    def _strokes(self, mark: _Mark, digits: int) -> list[str]:
        if not mark.span.file.text:
            return []
        window = _window(mark.span, self._width)
        strokes = self._paint(mark.stroke * window.length, mark.color)
        text = f" {self._paint(mark.text, mark.color)}" if mark.text else ""
        return [f"{' ' * digits} {self._paint('|', 'gutter')} {' ' * window.indent}{strokes}{text}"]

    def _paint(self, text: str, color: str) -> str:
        return f"\x1b[{_COLORS[color]}m{text}\x1b[0m" if self._color else text


@dataclass(frozen=True, slots=True)
class _Window:
    """The part of a line that is shown; `indent` and `length` are the place and size of the strokes, in cells."""

    text: str
    indent: int
    length: int


def _window(span: Span, width: int) -> _Window:
    """A line as a terminal shows it: tabs as blanks, cut at both ends where it is longer than `width` cells."""
    file = span.file
    line = span.line
    source = file.line_text(line)
    start = min(span.start - file.line_start(line), len(source))
    end = min(max(span.end - file.line_start(line), start), len(source))
    cells = _cells(source)
    edges = [0]
    for cell in cells:
        edges.append(edges[-1] + _width_of(cell))
    first, last = _part(edges, start, end, max(width, _LEAST_WINDOW))
    before = _MORE if first > 0 else ""
    after = _MORE if last < len(cells) else ""
    text = before + "".join(cells[first:last]) + after
    indent = edges[max(start, first)] - edges[first] + len(before)
    return _Window(text, indent, max(edges[min(end, last)] - edges[start], 1))


def _part(edges: list[int], start: int, end: int, width: int) -> tuple[int, int]:
    """The first and the last character to show, so that the marked ones are seen with some of what is around them."""
    if edges[-1] <= width:
        return 0, len(edges) - 1
    room = width - 2 * len(_MORE)
    marked = min(edges[end], edges[start] + room) - edges[start]
    from_cell = max(min(edges[start] - (room - marked) // 2, edges[-1] - room), 0)
    first = next(i for i, edge in enumerate(edges) if edge >= from_cell)
    last = max((i for i, edge in enumerate(edges) if edge <= edges[first] + room), default=first)
    return first, last


def _cells(source: str) -> list[str]:
    """What each character is shown as."""
    cells = []
    column = 0
    for character in source:
        cell = character
        if character == "\t":
            cell = " " * (_TAB_STOP - column % _TAB_STOP)
        elif _is_control(character):
            cell = "�"
        cells.append(cell)
        column += _width_of(cell)
    return cells


def _is_control(character: str) -> bool:
    # Format characters could turn or hide what stands after them; joiners are part of how words are written.
    kind = unicodedata.category(character)
    return kind in ("Cc", "Cs", "Zl", "Zp") or (kind == "Cf" and character not in "\u00ad\u200b\u200c\u200d\u2060")


def _width_of(cell: str) -> int:
    """The terminal cells that text takes: none for combining characters, two for wide ones."""
    return sum(_character_width(character) for character in cell)


def _character_width(character: str) -> int:
    if character.isascii():
        return 1
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    # Vowels and last consonants of Korean, written apart, join the consonant before them.
    if "\u1160" <= character <= "\u11ff":
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
