"""One thing that a schema finds wrong, and how it is said. Only loaded when something is validated."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Literal

from jsonschema import ValidationError

from interpreter.source.diagnostics import ValuePath, listed, quoted
from interpreter.source.nodes import Mapping, Node, Scalar, Sequence

Role = Literal["value", "key", "missing"]
"""What is at fault: a value, a key, or that a key is not there."""

KINDS = {
    "object": "a mapping",
    "array": "a list",
    "string": "text",
    "number": "a number",
    "integer": "a whole number",
    "boolean": "yes or no",
    "null": "nothing",
}


class Problem(ValidationError):
    """A finding of one keyword; its path grows while it is handed up, and leads to the place once it is out.

    `expected` stands in the message before what was found there; without it, `message` is the whole sentence.
    `kind_differs` says that the value is of another kind than anything the keyword would take; `covers` that what is
    wrong inside is not told as well. `names` are the keys of which one is missing; `twin` is the index of an equal
    item.
    """

    def __init__(
        self,
        code: str,
        message: str = "",
        *,
        expected: str | None = None,
        kinds: Iterable[str] = (),
        role: Role = "value",
        path: Iterable[str | int] = (),
        help_text: str | None = None,
        fix: str | None = None,
        names: Iterable[str] = (),
        twin: int | None = None,
        kind_differs: bool = False,
        covers: bool = True,
    ) -> None:
        super().__init__(message, path=path)
        self.code = code
        self.expected = expected
        self.kinds = tuple(kinds)
        self.role: Role = role
        self.help_text = help_text
        self.fix = fix
        self.names = tuple(names)
        self.twin = twin
        self.kind_differs = kind_differs
        self.covers = covers

    @property
    def place(self) -> ValuePath:
        """The path from the validated value to the one at fault, or to its key."""
        return tuple(self.absolute_path)

    @property
    def rank(self) -> int:
        """Of several findings about one value that of the lowest rank is told."""
        return 0 if self.kind_differs else 1

    def suggest(self, name: str) -> None:
        """Let the help be that this name was meant."""
        self.fix, self.help_text = name, f"did you mean {quoted(name)}?"

    def sentence(self, node: Node) -> str:
        """The message, about the value or key that was found."""
        if self.expected is None:
            return self.message
        return f"expected {self.expected}, found {found(node)}"

    def advice(self, node: Node) -> str | None:
        """The help text."""
        if self.help_text is not None:
            return self.help_text
        if (self.expected or "").startswith("statements in") and isinstance(node, Mapping):
            return "write `|` behind the key, and let the statements stand below it"
        if (self.expected or "").startswith("a name") and isinstance(node, Scalar) and isinstance(node.value, int):
            return "take a name that begins with a letter"
        return _advice(self.kinds, node) if self.kinds else None


def as_problem(error: ValidationError) -> Problem:
    """What a keyword without words of its own reports."""
    if isinstance(error, Problem):
        return error
    return Problem("not-allowed", "this value cannot stand here", path=error.absolute_path)


def found(node: Node) -> str:
    """What a value is, for a message."""
    if isinstance(node, Mapping):
        return "a mapping" if node.items else "an empty mapping"
    if isinstance(node, Sequence):
        return "a list" if node.items else "an empty list"
    value = node.value
    if value is None:
        return quoted(node.text) if node.text else "nothing"
    if isinstance(value, bool):
        return quoted(node.text)
    if isinstance(value, int | Fraction):
        return f"the number {quoted(node.text)}"
    return f"text {quoted(node.text)}" if node.text else "empty text"


_ODD_NUMBER = re.compile(r"[-+]?(?:0[0-9]+|[0-9]*\.[0-9]*|[0-9.]+[eE][-+]?[0-9]+|0x[0-9a-fA-F]+|[0-9_]+)")


def _advice(kinds: tuple[str, ...], node: Node) -> str | None:
    """How to turn what was found into one of the kinds expected, where that is plain to see."""
    if isinstance(node, Mapping):
        return "begin each item with `- `" if node.items and kinds == ("array",) else None
    if isinstance(node, Sequence) and kinds == ("object",):
        return "leave the `- ` out: it begins an item of a list" if node.items else None
    if isinstance(node, Sequence):
        return "write a single value" if node.items and "object" not in kinds else None
    if node.value is None:
        return "write a value, or delete the line"
    if "string" in kinds:
        return f'put it in quotes: `"{node.text}"`'
    if "boolean" in kinds:
        return "write `yes` or `no`, without quotes"
    if "number" in kinds or "integer" in kinds:
        return _number_advice(kinds, node)
    if kinds == ("array",):
        return "write it as a list, `[one, two]`, or with each item on a line of its own after `- `"
    if kinds == ("object",):
        return "write `key: value` on the lines below it, indented"
    return None


def _number_advice(kinds: tuple[str, ...], node: Scalar) -> str:
    if isinstance(node.value, str) and _ODD_NUMBER.fullmatch(node.text) and node.style == "plain":
        return "write it in decimal digits, without zeros before it: `12`, `0.5`"
    if isinstance(node.value, Fraction) and "number" not in kinds:
        return "write it without a fraction"
    return "write a number such as `3`, without quotes"


def shown(value: Any) -> str:
    """A value that stands in a schema, as a file would write it."""
    if value is None:
        return "`null`"
    if isinstance(value, bool):
        return "`yes`" if value else "`no`"
    if isinstance(value, int | Fraction | float):
        return f"`{number(value)}`"
    return quoted(str(value))


def number(value: int | Fraction | float) -> str:
    """A number of a schema, in decimal digits."""
    if isinstance(value, Fraction) and value.denominator != 1:
        return str(float(value))
    return str(value)


def one_of(values: list[Any]) -> str:
    """The values of a schema to choose from, for a message."""
    if len(values) == 1:
        return shown(values[0])
    if all(isinstance(value, str) for value in values):
        return f"one of {listed(values)}"
    return f"one of {', '.join(map(shown, values))}"


def either(parts: Iterable[str]) -> str:
    """Alternatives for a message, each once: `a, b or c`."""
    different = list(dict.fromkeys(parts))
    if len(different) < 2:
        return "".join(different)
    return f"{', '.join(different[:-1])} or {different[-1]}"
