"""What a YAML file is made of once read: scalars, mappings and sequences, each with its place."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, Literal

from interpreter.source.text import SourceFile, Span

if TYPE_CHECKING:
    from interpreter.source.scalar_map import ScalarMap

Style = Literal["plain", "single", "double", "literal", "folded"]

ScalarValue = str | int | Fraction | bool | None

# Longer ones stay text: no rule needs them, and Python's own limit would raise.
_MAX_DIGITS = 40
_NUMBER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)(\.[0-9]+)?")
_WORDS: Final[dict[str, bool | None]] = {"": None, "~": None, "null": None, "true": True, "false": False}
_NUMBER_STARTS = frozenset("-+0123456789")


class Scalar:
    """A single value; `start` and `end` are its offsets in `file`, quotes and block header included.

    `trees` is for who parses the text: what it was found to be, by what it was read as, so that nobody does so twice.
    """

    __slots__ = ("_map", "end", "file", "start", "style", "text", "trees")

    def __init__(self, file: SourceFile, start: int, end: int, text: str, style: Style) -> None:
        self.file: Final = file
        self.start: Final = start
        self.end: Final = end
        self.text: Final = text
        self.style: Final[Style] = style
        self.trees: Final[dict[str, Any]] = {}
        self._map: ScalarMap | None = None

    def __repr__(self) -> str:
        return f"Scalar({self.text!r}, {self.style}, {self.span})"

    @property
    def span(self) -> Span:
        """Where the value stands; a block ends with its last line that is not blank."""
        return Span(self.file, self.start, self.end)

    @property
    def value(self) -> ScalarValue:
        """What a plain scalar means; quoted and block scalars are always text.

        `true` and `false` are yes and no; `null`, `~` and nothing at all are None; decimal numbers without
        leading zeros are int or, exactly, Fraction (2.0 is the int 2). Everything else is the text as
        written: `yes`, `on`, `1:30`, `012`, `0x1F`, `1e3`, dates.
        """
        if self.style != "plain":
            return self.text
        return _resolve(self.text)

    def span_of(self, start: int, end: int) -> Span:
        """Where the characters `start` to `end` of `text` stand in the file, whatever the style.

        A character written as an escape has the span of the escape. A blank that stands for a line end has
        the span of that line end. An empty range gives an empty span at that character; at the end of the
        text it stands behind the last character that is not a line end.
        """
        return Span(self.file, *self._mapped().locate(start, end))

    def ranges(self) -> tuple[list[int], list[int]]:
        """Where each character of `text` begins in the file, and where each ends, for who asks for many spans."""
        return self._mapped().ranges()

    def _mapped(self) -> ScalarMap:
        if self._map is None:
            from interpreter.source.scalar_map import map_scalar

            self._map = map_scalar(self)
        return self._map

    def beginning(self, length: int) -> Scalar:
        """The first characters of the text as a scalar of its own, each in its place."""
        part = Scalar(self.file, self.start, self.end, self.text[:length], self.style)
        part._map = self._mapped()
        return part


class Mapping:
    """Keys and their values, in the order of the file; no key stands twice."""

    __slots__ = ("_by_name", "end", "file", "items", "start")

    def __init__(self, file: SourceFile, start: int, end: int, items: tuple[tuple[Scalar, Node], ...]) -> None:
        self.file: Final = file
        self.start: Final = start
        self.end: Final = end
        self.items: Final = items
        self._by_name: dict[str, tuple[Scalar, Node]] | None = None

    def __repr__(self) -> str:
        return f"Mapping({', '.join(self.names())}, {self.span})"

    @property
    def span(self) -> Span:
        """Where the mapping stands, from its first key to its last value."""
        return Span(self.file, self.start, self.end)

    def get(self, name: str) -> Node | None:
        """The value under a key, None where there is no such key."""
        item = self._items_by_name().get(name)
        return None if item is None else item[1]

    def key(self, name: str) -> Scalar | None:
        """The key itself, None where there is no such key."""
        item = self._items_by_name().get(name)
        return None if item is None else item[0]

    def names(self) -> list[str]:
        """The keys' texts, in the order of the file."""
        return [key.text for key, _ in self.items]

    def _items_by_name(self) -> dict[str, tuple[Scalar, Node]]:
        if self._by_name is None:
            self._by_name = {item[0].text: item for item in self.items}
        return self._by_name


class Sequence:
    """A list of values."""

    __slots__ = ("end", "file", "items", "start")

    def __init__(self, file: SourceFile, start: int, end: int, items: tuple[Node, ...]) -> None:
        self.file: Final = file
        self.start: Final = start
        self.end: Final = end
        self.items: Final = items

    def __repr__(self) -> str:
        return f"Sequence({len(self.items)} items, {self.span})"

    @property
    def span(self) -> Span:
        """Where the list stands, from its first mark to its last item."""
        return Span(self.file, self.start, self.end)


Node = Scalar | Mapping | Sequence


def _resolve(text: str) -> ScalarValue:
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _NUMBER_STARTS or len(text) > _MAX_DIGITS:
        return text
    number = _NUMBER.fullmatch(text)
    if number is None:
        return text
    if number[1] is None:
        return int(text)
    exact = Fraction(text)
    return exact.numerator if exact.denominator == 1 else exact


def as_yes_no(node: Node) -> bool | None:
    """The answer that a plain `true`, `false`, `yes` or `no` gives; None for everything else."""
    if isinstance(node, Scalar) and node.style == "plain":
        return {"true": True, "yes": True, "false": False, "no": False}.get(node.text)
    return None


def plain(node: Node) -> object:
    """The node as plain data: dict, list and the values of scalars."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Mapping):
        return {key.text: plain(value) for key, value in node.items}
    return [plain(item) for item in node.items]


def find(node: Node, path: tuple[str | int, ...]) -> Node:
    """The node at the end of a path of keys and list indices; KeyError where the path leads nowhere."""
    for step in path:
        inner: Node | None = None
        if isinstance(node, Mapping) and isinstance(step, str):
            inner = node.get(step)
        elif isinstance(node, Sequence) and isinstance(step, int) and 0 <= step < len(node.items):
            inner = node.items[step]
        if inner is None:
            raise KeyError(step)
        node = inner
    return node


def find_key(node: Node, path: tuple[str | int, ...]) -> Scalar:
    """The key at the end of a path; KeyError where the path leads nowhere or does not end with a key."""
    if not path:
        raise KeyError(path)
    parent = find(node, path[:-1])
    last = path[-1]
    key = parent.key(last) if isinstance(parent, Mapping) and isinstance(last, str) else None
    if key is None:
        raise KeyError(last)
    return key
