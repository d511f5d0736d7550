"""Whether a value fits a schema, and no more: nearly all content does, and that is told without walking it in order.

What a keyword asks of a value alone is asked of the same functions that say what is wrong. A schema with a keyword
that is not known here is left to them as a whole.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referencing.jsonschema import DRAFT202012

from interpreter.source.schema_keywords import ALONE

Schema = dict[str, Any]


class Unsure(Exception):
    """There is a keyword of which only the whole validator knows what it means."""


class Fitting:
    """Judges by one schema; references are looked up once, from where they stand."""

    def __init__(self, checker: Any) -> None:
        self._checker = checker
        self._referred: dict[int, tuple[Any, Any]] = {}

    def fits(self, value: Any) -> bool:
        """Whether a value fits the schema. Raises Unsure where that cannot be said."""
        return self._fits(value, self._checker.schema, self._checker._resolver)

    def _fits(self, value: Any, schema: Any, resolver: Any) -> bool:
        if schema is True or schema is False:
            return bool(schema)
        checker = self._checker
        if "$id" in schema:
            resolver = resolver.in_subresource(DRAFT202012.create_resource(schema))
        for keyword, wanted in schema.items():
            alone = ALONE.get(keyword)
            if alone is not None:
                for _ in alone(checker, wanted, value, schema):
                    return False
            elif keyword in _INSIDE:
                if not _INSIDE[keyword](self, wanted, value, schema, resolver):
                    return False
            elif keyword in checker.VALIDATORS:
                raise Unsure
        return True

    def _reference(self, wanted: str, value: Any, schema: Schema, resolver: Any) -> bool:
        known = self._referred.get(id(schema))
        if known is None:
            found = resolver.lookup(wanted)
            known = self._referred[id(schema)] = found.contents, found.resolver
        return self._fits(value, *known)

    def _required(self, wanted: list[str], value: Any, schema: Schema, resolver: Any) -> bool:
        return not isinstance(value, dict) or all(name in value for name in wanted)

    def _names(self, wanted: Any, value: Any, schema: Schema, resolver: Any) -> bool:
        return not isinstance(value, dict) or all(self._fits(name, wanted, resolver) for name in value)

    def _properties(self, wanted: Schema, value: Any, schema: Schema, resolver: Any) -> bool:
        if isinstance(value, dict):
            for name, inner in value.items():
                if name in wanted and not self._fits(inner, wanted[name], resolver):
                    return False
        return True

    def _additional(self, wanted: Any, value: Any, schema: Schema, resolver: Any) -> bool:
        if "patternProperties" in schema:
            raise Unsure
        if isinstance(value, dict):
            known = schema.get("properties", ())
            for name, inner in value.items():
                if name not in known and not self._fits(inner, wanted, resolver):
                    return False
        return True

    def _items(self, wanted: Any, value: Any, schema: Schema, resolver: Any) -> bool:
        if "prefixItems" in schema:
            raise Unsure
        return not isinstance(value, list) or all(self._fits(item, wanted, resolver) for item in value)

    def _if(self, wanted: Any, value: Any, schema: Schema, resolver: Any) -> bool:
        branch = "then" if self._fits(value, wanted, resolver) else "else"
        return self._fits(value, schema.get(branch, True), resolver)

    def _dependent(self, wanted: Schema, value: Any, schema: Schema, resolver: Any) -> bool:
        return not isinstance(value, dict) or all(
            self._fits(value, part, resolver) for name, part in wanted.items() if name in value
        )

    def _any_of(self, wanted: list[Any], value: Any, schema: Schema, resolver: Any) -> bool:
        return any(self._fits(value, branch, resolver) for branch in wanted)


_INSIDE: dict[str, Callable[[Fitting, Any, Any, Schema, Any], bool]] = {
    "$ref": Fitting._reference,
    "required": Fitting._required,
    "propertyNames": Fitting._names,
    "properties": Fitting._properties,
    "additionalProperties": Fitting._additional,
    "items": Fitting._items,
    "if": Fitting._if,
    "dependentSchemas": Fitting._dependent,
    "anyOf": Fitting._any_of,
}
