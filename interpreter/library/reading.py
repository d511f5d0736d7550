"""Reading values out of mappings that their schema has found in order."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from interpreter.source.nodes import Mapping, Node, Scalar, Sequence, as_yes_no


def scalar(node: Mapping, key: str) -> Scalar | None:
    """The single value under a key, if there is one."""
    value = node.get(key)
    return value if isinstance(value, Scalar) else None


def text(node: Mapping, key: str, default: str = "") -> str:
    value = scalar(node, key)
    return default if value is None else value.text


def yes_no(node: Mapping, key: str, default: bool = False) -> bool:
    value = node.get(key)
    found = None if value is None else as_yes_no(value)
    return default if found is None else found


def mapping(node: Mapping, key: str) -> list[tuple[Scalar, Node]]:
    """The keys and values of the mapping under a key."""
    value = node.get(key)
    return list(value.items) if isinstance(value, Mapping) else []


def items(node: Mapping, key: str) -> list[Node]:
    value = node.get(key)
    return list(value.items) if isinstance(value, Sequence) else []


def scalars(node: Mapping, key: str) -> list[Scalar]:
    """The single values of the list under a key."""
    return [item for item in items(node, key) if isinstance(item, Scalar)]


def names(node: Mapping, key: str) -> tuple[str, ...]:
    return tuple(item.text for item in scalars(node, key))


def value_of(node: Node) -> Any:
    """A plain value: numbers, yes and no, text, lists of these."""
    if isinstance(node, Sequence):
        return [value_of(item) for item in node.items]
    if isinstance(node, Mapping):
        return {key.text: value_of(item) for key, item in node.items}
    answer = as_yes_no(node)
    if answer is not None:
        return answer
    value = node.value
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value


def texts(node: Mapping, key: str) -> Iterator[tuple[Scalar, tuple[str, ...]]]:
    """The rule texts under a key, a text or a list of parts, each with the statements that it carries out."""
    value = node.get(key)
    if isinstance(value, Scalar):
        yield value, names(node, "carries")
    elif isinstance(value, Sequence):
        for part in value.items:
            if isinstance(part, Mapping):
                found = scalar(part, "text")
                if found is not None:
                    yield found, names(part, "carries")
