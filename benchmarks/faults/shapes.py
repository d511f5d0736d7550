"""What the schemas say may stand at each place of a file: which keys, and values of which shape."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from interpreter.library.content import schema_of
from interpreter.source.nodes import Mapping, Node, Scalar
from interpreter.source.shipped import shipped

SHAPES = {"object": "mapping", "array": "list"}


@dataclass(frozen=True)
class Spot:
    """A value of a file: the key it stands under (in a list none), what is allowed there, and the spot around it."""

    node: Node
    key: Scalar | None
    schema: dict[str, Any]
    around: Spot | None

    @property
    def keys(self) -> tuple[str, ...] | None:
        """The keys that a mapping may have here; None where they are names of the content's own."""
        if "properties" not in self.schema or self.schema.get("additionalProperties") is not False:
            return None
        return tuple(self.schema["properties"])

    @property
    def shapes(self) -> frozenset[str]:
        """Which of mapping, list and scalar may stand here; none where the schema does not say."""
        if "enum" in self.schema:
            return frozenset({"scalar"})
        types = self.schema.get("type", [])
        return frozenset(SHAPES.get(one, "scalar") for one in ([types] if isinstance(types, str) else types))

    @property
    def path(self) -> tuple[str, ...]:
        """The keys that lead here; a list counts for nothing."""
        own = () if self.key is None else (self.key.text,)
        return own if self.around is None else (*self.around.path, *own)


def shape_of(node: Node) -> str:
    return "mapping" if isinstance(node, Mapping) else "scalar" if isinstance(node, Scalar) else "list"


def spots(root: Node) -> Iterator[Spot]:
    """All values of a file."""
    name = f"{schema_of(root)}.schema.json"
    yield from _spots(root, None, _schema(name), name, None)


def _spots(node: Node, key: Scalar | None, schema: dict[str, Any], file: str, around: Spot | None) -> Iterator[Spot]:
    schema, file = _resolved(schema, file, node)
    spot = Spot(node, key, schema, around)
    yield spot
    if isinstance(node, Mapping):
        for name, value in node.items:
            inner = schema.get("properties", {}).get(name.text, schema.get("additionalProperties"))
            yield from _spots(value, name, inner if isinstance(inner, dict) else {}, file, spot)
    elif not isinstance(node, Scalar):
        for item in node.items:
            yield from _spots(item, None, schema.get("items", {}), file, spot)


def _resolved(schema: dict[str, Any], file: str, node: Node) -> tuple[dict[str, Any], str]:
    while True:
        if "$ref" in schema:
            other, _, path = schema["$ref"].partition("#")
            file = other or file
            schema = _schema(file)
            for part in path.strip("/").split("/") if path else ():
                schema = schema[part]
        elif "if" in schema:
            names = node.names() if isinstance(node, Mapping) else []
            holds = all(name in names for name in schema["if"]["required"])
            schema = schema["then" if holds else "else"]
        else:
            return schema, file


@cache
def _schema(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((shipped("schemas") / name).read_text("utf-8"))
    return found
