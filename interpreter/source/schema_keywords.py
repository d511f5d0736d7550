"""The keywords of JSON Schema, as a validator that says what it finds in words for those who write content.

Only loaded when something is validated. What is not here keeps the library's meaning (references, conditions,
items).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from jsonschema import Draft202012Validator, ValidationError, validators

from interpreter.source.diagnostics import counted, listed, nearest, quoted, suggestion
from interpreter.source.schema import YesNo
from interpreter.source.schema_problems import KINDS, Problem, either, number, one_of

Found = Iterator[ValidationError]
Keyword = Callable[[Any, Any, Any, dict[str, Any]], Found]


@lru_cache(maxsize=1)
def checker_class() -> Any:
    """The validator class that knows our words, and numbers that are exact."""
    types = Draft202012Validator.TYPE_CHECKER.redefine_many(
        {
            "boolean": lambda _, value: isinstance(value, bool | YesNo),
            "integer": lambda _, value: isinstance(value, int) and not isinstance(value, bool),
        }
    )
    return validators.extend(Draft202012Validator, _KEYWORDS, type_checker=types)  # type: ignore[no-untyped-call]


def expected(validator: Any, schema: Any) -> str:
    """How to say what a schema takes: its own `x-expected`, else what its keywords come to."""
    if not isinstance(schema, dict):
        return "a value"
    own = schema.get("x-expected")
    if own is not None:
        return str(own)
    if "const" in schema or "enum" in schema:
        return one_of([schema["const"]] if "const" in schema else schema["enum"])
    if "type" in schema:
        return either(KINDS[kind] for kind in _kinds(schema))
    for keyword in ("anyOf", "oneOf"):
        if keyword in schema:
            return either(expected(validator, branch) for branch in schema[keyword])
    if "$ref" in schema:
        return expected(*_referred(validator, schema["$ref"]))
    return "a value"


def _kinds(schema: dict[str, Any]) -> list[str]:
    kinds = schema["type"]
    return [kinds] if isinstance(kinds, str) else list(kinds)


def _referred(validator: Any, reference: str) -> tuple[Any, Any]:
    resolved = validator._resolver.lookup(reference)
    return validator.evolve(schema=resolved.contents, _resolver=resolved.resolver), resolved.contents


def _type(validator: Any, kinds: Any, value: Any, schema: dict[str, Any]) -> Found:
    wanted = _kinds(schema)
    if not any(validator.is_type(value, kind) for kind in wanted):
        said = expected(validator, {"type": wanted, **_said(schema)})
        help_text = schema.get("x-help")
        if wanted == ["object"] and "properties" in schema and not isinstance(value, list) and value is not None:
            keys = schema.get("required") or sorted(schema["properties"])
            help_text = f"write `key: value` on the lines below it, indented; its keys are {listed(keys)}"
        elif "string" in wanted and "pattern" in schema and not re.search(schema["pattern"], str(value)):
            # In quotes it would be wrong too.
            wanted = [kind for kind in wanted if kind != "string"]
        yield Problem("wrong-type", expected=said, kinds=wanted, kind_differs=True, help_text=help_text)


def _said(schema: dict[str, Any]) -> dict[str, Any]:
    return {"x-expected": schema["x-expected"]} if "x-expected" in schema else {}


def _enum(validator: Any, choices: list[Any], value: Any, schema: dict[str, Any]) -> Found:
    if any(_same(value, choice) for choice in choices):
        return
    near = None
    if isinstance(value, str):
        near = _meant(value, schema.get("x-near", {})) or nearest(value, [c for c in choices if isinstance(c, str)])
    help_text = None if near is None else f"did you mean {quoted(near)}?"
    differs = not any(_kind(value) == _kind(choice) for choice in choices)
    said = schema.get("x-expected") or one_of(choices)
    yield Problem("not-one-of", expected=said, help_text=help_text, fix=near, kind_differs=differs)


def _meant(value: str, near: dict[str, list[str]]) -> str | None:
    """The choice that a word of the same meaning stands for; `near` has these words by the choice."""
    word = value.lower().replace("_", " ").replace("-", " ")
    return next((choice for choice, words in near.items() if word in words), None)


def _const(validator: Any, choice: Any, value: Any, schema: dict[str, Any]) -> Found:
    return _enum(validator, [choice], value, schema)


def _same(value: Any, choice: Any) -> bool:
    if isinstance(choice, bool):
        return value is choice or (isinstance(value, YesNo) and (value == "yes") is choice)
    return not isinstance(value, bool) and bool(value == choice)


def _kind(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return str(type(value))
    for kind, types in (("text", str), ("list", list), ("mapping", dict)):
        if isinstance(value, types):
            return kind
    return "number"


def _pattern(validator: Any, pattern: str, value: Any, schema: dict[str, Any]) -> Found:
    if isinstance(value, str) and not re.search(pattern, value):
        said = schema.get("x-expected") or schema.get("description") or f"text of the form {quoted(pattern)}"
        yield Problem("malformed", expected=_phrase(said), help_text=_respelt(pattern, value) or schema.get("x-help"))


def _respelt(pattern: str, value: str) -> str | None:
    """Help where only capitals, blanks and the like keep a text from being what is wanted."""
    seen = "".join(character for character in value if unicodedata.category(character) != "Cf")
    if seen != value and re.search(pattern, seen):
        return f"there is a character in it that cannot be seen: write {quoted(seen)} anew"
    name = re.sub(r"[^a-z0-9]+", "_", value.lower()).strip("_")
    return f"write {quoted(name)}" if re.search(pattern, name) else None


def _phrase(text: str) -> str:
    """A description as part of a sentence."""
    text = text.strip().rstrip(".")
    return text[:1].lower() + text[1:] if text[1:2].islower() or text[1:2] == " " else text


def _bound(code: str, words: str, broken: Callable[[Any, Any], bool]) -> Keyword:
    def keyword(validator: Any, bound: Any, value: Any, schema: dict[str, Any]) -> Found:
        if validator.is_type(value, "number") and broken(value, bound):
            yield Problem(code, expected=f"a number {words} {number(bound)}")

    return keyword


def _size(code: str, kind: str, what: str, words: str, broken: Callable[[int, int], bool]) -> Keyword:
    def keyword(validator: Any, bound: int, value: Any, schema: dict[str, Any]) -> Found:
        if value == "" and code == "too-short":
            yield Problem(code, "nothing stands here", help_text="write what belongs here, or take the key out")
        elif validator.is_type(value, kind) and broken(len(value), bound):
            yield Problem(code, f"expected {words} {counted(bound, what)}, found {len(value) or 'none'}", covers=False)

    return keyword


def _multiple_of(validator: Any, step: Any, value: Any, schema: dict[str, Any]) -> Found:
    if validator.is_type(value, "number") and value % step:
        yield Problem("not-a-multiple", expected=f"a multiple of {number(step)}")


def _unique_items(validator: Any, wanted: bool, value: Any, schema: dict[str, Any]) -> Found:
    if not wanted or not isinstance(value, list):
        return
    seen: dict[object, int] = {}
    for index, item in enumerate(value):
        first = seen.setdefault(_comparable(item), index)
        if first != index:
            message = "this item stands twice in the list"
            yield Problem("duplicate-item", message, path=[index], twin=first, help_text="delete one of the two")


def _comparable(value: Any) -> object:
    """Something that is equal for equal values, and can be looked up."""
    if isinstance(value, dict):
        return ("mapping", *sorted((key, _comparable(item)) for key, item in value.items()))
    if isinstance(value, list):
        return ("list", *map(_comparable, value))
    return (_kind(value), value)


def _required(validator: Any, names: list[str], value: Any, schema: dict[str, Any]) -> Found:
    if not isinstance(value, dict):
        return
    for name in names:
        if name not in value:
            yield _missing(validator, name, schema, f"the key {quoted(name)} is missing")


def _missing(validator: Any, name: str, schema: dict[str, Any], message: str) -> Problem:
    said = expected(validator, schema.get("properties", {}).get(name))
    about = "" if said == "a value" else f" ({said})"
    return Problem("missing-key", message, role="missing", names=[name], help_text=f"add `{name}:`{about}")


def _dependent_required(validator: Any, needs: dict[str, Any], value: Any, schema: dict[str, Any]) -> Found:
    if not isinstance(value, dict):
        return
    for present, names in needs.items():
        for name in names:
            if present in value and name not in value:
                message = f"with {quoted(present)} there must be the key {quoted(name)}"
                yield _missing(validator, name, schema, message)


def _dependent_schemas(validator: Any, parts: dict[str, Any], value: Any, schema: dict[str, Any]) -> Found:
    """What one key brings with it: others that must not stand beside it, or look otherwise."""
    if not isinstance(value, dict):
        return
    for present, part in parts.items():
        if present not in value:
            continue
        barred = [name for name, what in part.get("properties", {}).items() if what is False and name in value]
        for name in barred:
            message = f"the key {quoted(name)} cannot stand beside {quoted(present)}"
            yield Problem("unknown-key", message, role="key", path=[name], help_text="delete one of them")
        if not barred:
            yield from validator.descend(value, part, schema_path=present)


def _property_names(validator: Any, names: Any, value: Any, schema: dict[str, Any]) -> Found:
    if not isinstance(value, dict):
        return
    for name in value:
        for problem in validator.descend(name, names):
            said = getattr(problem, "expected", None) or "another name"
            message = f"expected {said} as a key, found {quoted(name)}"
            help_text, fix = getattr(problem, "help_text", None), getattr(problem, "fix", None)
            yield Problem("malformed-key", message, role="key", path=[name], help_text=help_text, fix=fix)
            break


def _properties(validator: Any, parts: dict[str, Any], value: Any, schema: dict[str, Any]) -> Found:
    if not isinstance(value, dict):
        return
    for name, part in parts.items():
        if name in value and part is False:
            message = f"the key {quoted(name)} cannot stand here"
            yield Problem("unknown-key", message, role="key", path=[name], help_text="delete it")
        elif name in value:
            yield from validator.descend(value[name], part, path=name, schema_path=name)


def _additional(validator: Any, rest: Any, value: Any, schema: dict[str, Any]) -> Found:
    if isinstance(value, dict):
        names, patterns = set(schema.get("properties", ())), list(schema.get("patternProperties", ()))
        yield from _beyond(validator, rest, value, names, patterns, schema)


def _unevaluated(validator: Any, rest: Any, value: Any, schema: dict[str, Any]) -> Found:
    if isinstance(value, dict):
        known = _Known()
        known.collect(validator, {k: v for k, v in schema.items() if k != "unevaluatedProperties"}, value)
        if not known.everything:
            yield from _beyond(validator, rest, value, known.names, known.patterns, schema)


def _beyond(
    validator: Any, rest: Any, value: Any, names: set[str], patterns: list[str], schema: dict[str, Any]
) -> Found:
    """The keys that no schema knows. Of one that belongs elsewhere `x-elsewhere` says where."""
    elsewhere = schema.get("x-elsewhere", {})
    for key in value:
        if key in names or any(re.search(pattern, key) for pattern in patterns):
            continue
        if rest is not False:
            yield from validator.descend(value[key], rest, path=key)
            continue
        others = names.difference(value)
        help_text = elsewhere.get(key) or (suggestion(key, others, "key") if others else "delete it")
        fix = None if key in elsewhere else nearest(key, others)
        message = f"the key {quoted(key)} is not known here"
        yield Problem("unknown-key", message, role="key", path=[key], help_text=help_text, fix=fix)


class _Known:
    """The keys that a schema has something to say about, whether or not their values are right."""

    __slots__ = ("everything", "names", "patterns")

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.patterns: list[str] = []
        self.everything = False

    def collect(self, validator: Any, schema: Any, value: dict[str, Any]) -> None:
        """Add the keys of a schema and of all that apply along with it."""
        if not isinstance(schema, dict):
            return
        self.names.update(schema.get("properties", ()))
        self.patterns.extend(schema.get("patternProperties", ()))
        for rest in ("additionalProperties", "unevaluatedProperties"):
            self.everything |= schema.get(rest, False) is not False
        if "$ref" in schema:
            self.collect(*_referred(validator, schema["$ref"]), value)
        for part in self._parts(validator, schema, value):
            self.collect(validator, part, value)

    def _parts(self, validator: Any, schema: dict[str, Any], value: dict[str, Any]) -> Iterator[Any]:
        yield from schema.get("allOf", ())
        if "if" in schema:
            holds = validator.evolve(schema=schema["if"]).is_valid(value)
            yield schema["if"] if holds else True
            yield schema.get("then" if holds else "else", True)
        for key, part in schema.get("dependentSchemas", {}).items():
            if key in value:
                yield part
        for keyword in ("anyOf", "oneOf"):
            branches = schema.get(keyword, ())
            fitting = [part for part in branches if validator.evolve(schema=part).is_valid(value)]
            yield from fitting or branches


def _any_of(validator: Any, branches: list[Any], value: Any, schema: dict[str, Any]) -> Found:
    found = []
    for index, branch in enumerate(branches):
        problems = list(validator.descend(value, branch, schema_path=index))
        if not problems:
            return
        found.append(problems)
    yield from _none_fits(validator, branches, found, schema)


def _one_of(validator: Any, branches: list[Any], value: Any, schema: dict[str, Any]) -> Found:
    found = [list(validator.descend(value, branch, schema_path=i)) for i, branch in enumerate(branches)]
    fitting = [branch for branch, problems in zip(branches, found, strict=True) if not problems]
    if not fitting:
        yield from _none_fits(validator, branches, found, schema)
    elif len(fitting) > 1:
        names = _names_required(fitting)
        if names and isinstance(value, dict):
            message = f"only one of {listed(names)} may stand here"
            last = [key for key in value if key in names][-1]
            yield Problem("conflicting-keys", message, role="key", path=[last], help_text="keep one of them")
        elif not names:
            said = either(expected(validator, branch) for branch in fitting)
            yield Problem("ambiguous-value", f"this could be {said}, and must be only one of them")


def _names_required(branches: list[Any]) -> list[str]:
    """The keys that branches ask for, where asking for a key is all that each of them does; else none."""
    names: list[str] = []
    for branch in branches:
        if not isinstance(branch, dict) or set(branch) - {"required", "description", "title"}:
            return []
        names.extend(branch.get("required", ()))
    return names


def _none_fits(
    validator: Any, branches: list[Any], found: list[list[ValidationError]], schema: dict[str, Any]
) -> Found:
    """Say what was wrong with the branch that was meant; where none can have been, what would be taken."""
    names = _names_required(branches)
    if names:
        message = f"one of the keys {listed(names)} is missing"
        yield Problem("missing-key", message, role="missing", names=names, help_text="add one of them")
        return
    meant = [i for i, problems in enumerate(found) if not any(map(_of_other_kind, problems))]
    if len(meant) == 1:
        yield from found[meant[0]]
    elif not meant or all(_about_itself(problem) for i in meant for problem in found[i]):
        said = schema.get("x-expected") or either(
            expected(validator, branches[i]) for i in meant or range(len(branches))
        )
        code = "malformed" if meant else "wrong-type"
        kinds = [] if meant else [k for problems in found for p in problems for k in getattr(p, "kinds", ())]
        yield Problem(code, expected=said, kinds=kinds, kind_differs=not meant)
    else:
        yield from found[min(meant, key=lambda i: (_nearness(found[i]), i))]


def _of_other_kind(problem: ValidationError) -> bool:
    return not problem.relative_path and isinstance(problem, Problem) and problem.kind_differs


def _about_itself(problem: ValidationError) -> bool:
    return not problem.relative_path and isinstance(problem, Problem) and problem.role == "value"


def _nearness(problems: list[ValidationError]) -> tuple[int, int]:
    """Less for a branch that a value fits better: wrong only deeper down, and in fewer places."""
    return -min(len(problem.relative_path) for problem in problems), len(problems)


def _not(validator: Any, refused: Any, value: Any, schema: dict[str, Any]) -> Found:
    if not validator.evolve(schema=refused).is_valid(value):
        return
    said = schema.get("x-expected")
    if said is not None:
        yield Problem("not-allowed", expected=said)
    else:
        yield Problem("not-allowed", "this value cannot stand here")


def _contains(validator: Any, wanted: Any, value: Any, schema: dict[str, Any]) -> Found:
    if not isinstance(value, list):
        return
    item = validator.evolve(schema=wanted)
    fitting = sum(item.is_valid(each) for each in value)
    least, most = schema.get("minContains", 1), schema.get("maxContains", len(value))
    said = expected(validator, wanted)
    if fitting < least:
        yield Problem("too-few-items", f"expected at least {counted(least, 'item')} that is {said}", covers=False)
    elif fitting > most:
        yield Problem("too-many-items", f"expected at most {counted(most, 'item')} that is {said}", covers=False)


def _items(validator: Any, rest: Any, value: Any, schema: dict[str, Any]) -> Found:
    if not isinstance(value, list):
        return
    first = len(schema.get("prefixItems", ()))
    if rest is False and len(value) > first:
        yield Problem("too-many-items", f"expected at most {counted(first, 'item')}, found {len(value)}")
        return
    for index in range(first, len(value)):
        yield from validator.descend(value[index], rest, path=index)


# What these ask, they ask of a value alone: of no other schema, and of nothing around it.
ALONE: dict[str, Keyword] = {
    "type": _type,
    "enum": _enum,
    "const": _const,
    "pattern": _pattern,
    "minimum": _bound("too-small", "of at least", lambda value, bound: value < bound),
    "maximum": _bound("too-large", "of at most", lambda value, bound: value > bound),
    "exclusiveMinimum": _bound("too-small", "above", lambda value, bound: value <= bound),
    "exclusiveMaximum": _bound("too-large", "below", lambda value, bound: value >= bound),
    "multipleOf": _multiple_of,
    "minLength": _size("too-short", "string", "character", "at least", lambda size, bound: size < bound),
    "maxLength": _size("too-long", "string", "character", "at most", lambda size, bound: size > bound),
    "minItems": _size("too-few-items", "array", "item", "at least", lambda size, bound: size < bound),
    "maxItems": _size("too-many-items", "array", "item", "at most", lambda size, bound: size > bound),
    "minProperties": _size("too-few-keys", "object", "key", "at least", lambda size, bound: size < bound),
    "maxProperties": _size("too-many-keys", "object", "key", "at most", lambda size, bound: size > bound),
    "uniqueItems": _unique_items,
}

_KEYWORDS: dict[str, Keyword] = {
    **ALONE,
    "items": _items,
    "contains": _contains,
    "required": _required,
    "dependentRequired": _dependent_required,
    "dependentSchemas": _dependent_schemas,
    "propertyNames": _property_names,
    "properties": _properties,
    "additionalProperties": _additional,
    "unevaluatedProperties": _unevaluated,
    "anyOf": _any_of,
    "oneOf": _one_of,
    "not": _not,
}
