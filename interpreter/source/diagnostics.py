"""Findings about content: what is wrong, where, and how to mend it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from interpreter.source.text import Span

Severity = Literal["error", "warning"]

Phase = Literal["read", "schema", "parse", "resolve", "type", "check", "run"]

ValuePath = tuple[str | int, ...]
"""Keys and list indices (from 0) that lead from the top of a file to a value."""

MAX_QUOTED = 60
"""The most characters of the user's own text that a message repeats."""

MAX_NAMED = 8
"""The most names that a help text lists."""


@dataclass(frozen=True, slots=True)
class Label:
    """A second place that a finding speaks of, and what is to be said there."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding.

    `code` is stable and in kebab-case (`unknown-key`); `phase` says which step found it; `path` leads to the
    value in its file; `help` says how to mend it; `fix` is text that may stand in place of the span.
    """

    code: str
    severity: Severity
    phase: Phase
    message: str
    span: Span
    path: ValuePath = ()
    labels: tuple[Label, ...] = ()
    help: str | None = None
    fix: str | None = None

    def __str__(self) -> str:
        return f"{self.span}: {self.severity}[{self.code}]: {self.message}"


class Diagnostics:
    """A collector of findings; what it gives back does not depend on the order of collecting."""

    __slots__ = ("_found",)

    def __init__(self, found: Iterable[Diagnostic] = ()) -> None:
        self._found: list[Diagnostic] = list(found)

    def __len__(self) -> int:
        return len(self._found)

    def __iter__(self) -> Iterator[Diagnostic]:
        """The findings in their own order, as `sorted` gives them."""
        return iter(self.sorted())

    def error(
        self,
        code: str,
        message: str,
        span: Span,
        *,
        phase: Phase,
        help: str | None = None,
        labels: Sequence[Label] = (),
        fix: str | None = None,
        path: ValuePath = (),
    ) -> None:
        """Add an error."""
        self._found.append(Diagnostic(code, "error", phase, message, span, path, tuple(labels), help, fix))

    def warning(
        self,
        code: str,
        message: str,
        span: Span,
        *,
        phase: Phase,
        help: str | None = None,
        labels: Sequence[Label] = (),
        fix: str | None = None,
        path: ValuePath = (),
    ) -> None:
        """Add a warning."""
        self._found.append(Diagnostic(code, "warning", phase, message, span, path, tuple(labels), help, fix))

    def add(self, diagnostic: Diagnostic) -> None:
        """Add a finding."""
        self._found.append(diagnostic)

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Add several findings."""
        self._found.extend(diagnostics)

    @property
    def has_errors(self) -> bool:
        """Whether one of the findings is an error."""
        return any(diagnostic.severity == "error" for diagnostic in self._found)

    def sorted(self) -> list[Diagnostic]:
        """The findings by file, place, code and message; one that was added twice stands once."""
        ordered = sorted(self._found, key=_sort_key)
        return [d for i, d in enumerate(ordered) if i == 0 or d != ordered[i - 1]]


def _sort_key(d: Diagnostic) -> tuple[object, ...]:
    # The part after the message orders what differs only in what is said around it.
    labels = tuple((label.span.file.path, label.span.start, label.span.end, label.text) for label in d.labels)
    rest = (d.severity, d.phase, tuple(map(str, d.path)), labels, d.help or "", d.fix or "")
    return (d.span.file.path, d.span.start, d.span.end, d.code, d.message, *rest)


def quoted(text: str) -> str:
    """The user's own text as messages show it: in backticks, on one line, escaped and shortened."""
    shortened = text if len(text) <= MAX_QUOTED else text[: MAX_QUOTED - 1] + "…"
    visible = "".join(map(_visible, shortened))
    return f"`` {visible} ``" if "`" in visible else f"`{visible}`"


_ESCAPES = {"\n": "\\n", "\t": "\\t", "\r": "\\r"}


def _visible(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    if character.isprintable() or unicodedata.category(character) == "Zs":
        return character
    number = ord(character)
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}"


def nearest(word: str, candidates: Iterable[str], likely: Iterable[str] = ()) -> str | None:
    """The candidate that `word` is most likely a misspelling of, or None where none is near.

    Near is at most one slip (a letter more, less, other, or two exchanged) for words of up to four letters,
    two for up to eight, three above; upper and lower case, `-`, `_` and blanks count as equal. Of equally
    near ones those that are `likely` come first, then those that begin alike, then those of the same letters, then
    those of the same length; of what remains the first in alphabetical order is taken.
    """
    folded = _folded(word)
    limit = 1 if len(folded) <= 4 else 2 if len(folded) <= 8 else 3
    best: tuple[int, list[bool], str] | None = None
    first = frozenset(likely)
    for candidate in sorted({*candidates, *first}):
        other = _folded(candidate)
        if candidate == word or abs(len(other) - len(folded)) > limit:
            continue
        # A slip in a word of one or two letters leaves nothing of it, but for two that are exchanged.
        if max(len(other), len(folded)) <= 2 and sorted(other) != sorted(folded):
            continue
        distance = _slips(folded, other, limit)
        if distance <= limit and (best is None or distance <= best[0]):
            alike = [other[:1] == folded[:1], sorted(other) == sorted(folded), len(other) == len(folded)]
            found = (distance, [candidate not in first, *(not same for same in alike)], candidate)
            best = found if best is None else min(best, found)
    return None if best is None else best[2]


def _folded(word: str) -> str:
    return word.casefold().replace("-", "_").replace(" ", "_")


def _slips(a: str, b: str, limit: int) -> int:
    """The optimal string alignment distance, or anything above `limit` where it is more than that."""
    if a == b:
        return 0
    before: list[int] = []
    previous = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        current = [i]
        for j, y in enumerate(b, 1):
            cost = min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, before[j - 2] + 1)
            current.append(cost)
        if min(current) > limit and min(previous) > limit:
            return limit + 1
        before, previous = previous, current
    return previous[-1]


def suggestion(word: str, candidates: Iterable[str], what: str, likely: Iterable[str] = ()) -> str:
    """Help for an unknown name: the nearest one, else the names there are; `what` is the kind of thing.

    `likely` are names that are meant rather than others which are as near.

    >>> suggestion("sped", ["speed", "size"], "attribute")
    'did you mean `speed`?'
    >>> suggestion("zzz", ["size", "agility"], "attribute")
    'expected one of `agility`, `size`'
    """
    names = sorted(set(candidates))
    near = nearest(word, names, likely)
    if near is not None:
        return f"did you mean {quoted(near)}?"
    if not names:
        return f"there is no {what} to choose from"
    if len(names) == 1:
        return f"expected {quoted(names[0])}"
    return f"expected one of {listed(names)}"


def counted(number: int, what: str) -> str:
    """How many there are of a kind of thing, whose name takes an `s` where it is not one.

    >>> counted(1, "example"), counted(0, "example"), counted(1200, "example")
    ('1 example', '0 examples', '1200 examples')
    """
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def listed(names: Iterable[str]) -> str:
    """Names for a message: in backticks, sorted, at most `MAX_NAMED` and then how many more there are."""
    ordered = sorted(set(names))
    shown = ", ".join(map(quoted, ordered[:MAX_NAMED]))
    more = len(ordered) - MAX_NAMED
    return f"{shown} and {more} more" if more > 0 else shown
