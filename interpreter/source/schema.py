"""Files checked against their JSON Schema, with findings that point at the key or value at fault."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from collections.abc import Mapping as AbstractMapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from interpreter.source.diagnostics import Diagnostic, Diagnostics, Label, ValuePath, nearest
from interpreter.source.nodes import Mapping, Node, Scalar, find, find_key
from interpreter.source.shipped import shipped
from interpreter.source.text import Span

if TYPE_CHECKING:
    from interpreter.source.schema_problems import Problem

Schema = AbstractMapping[str, Any]


class YesNo(str):
    """A plain `yes` or `no`: text, and an answer where one is asked for."""

    __slots__ = ()


class Validator:
    """A compiled schema."""

    __slots__ = ("_checker", "_fitting")

    def __init__(self, checker: Any) -> None:
        from interpreter.source.schema_fits import Fitting

        self._checker = checker
        self._fitting = Fitting(checker)

    def problems(self, data: object) -> Iterator[Problem]:
        """What is wrong with plain data, in the order of the schema, consequences included."""
        from interpreter.source.schema_problems import as_problem

        return map(as_problem, () if self._fits(data) else self._checker.iter_errors(data))

    def _fits(self, data: object) -> bool:
        """Whether there surely is nothing wrong."""
        from interpreter.source.schema_fits import Unsure

        try:
            return self._fitting.fits(data)
        except Unsure:
            return False


def compile_schema(schema: Schema, others: Iterable[Schema] = ()) -> Validator:
    """Compile a JSON Schema (2020-12); `others` are schemas that it refers to by their `$id`.

    Raises jsonschema.SchemaError when it is no JSON Schema.
    """
    from jsonschema import Draft202012Validator

    Draft202012Validator.check_schema(schema)
    return _compile(schema, {other["$id"]: other for other in others})


@cache
def load_schema(name: str) -> Validator:
    """Compile the schema that ships under a file name, with or without its `.schema.json`.

    Raises FileNotFoundError where there is none.
    """
    schemas = _shipped_schemas()
    for file_name in (name, f"{name}.schema.json", f"{name}.json"):
        if file_name in schemas:
            by_id = {schema.get("$id", file): schema for file, schema in schemas.items()}
            return _compile(schemas[file_name], {**schemas, **by_id})
    raise FileNotFoundError(f"there is no schema {name}")


def keys_of(name: str) -> frozenset[str]:
    """The keys that stand at the top of a file of the schema that ships under a name."""
    return frozenset(_shipped_schemas()[f"{name}.schema.json"].get("properties", ()))


@cache
def _shipped_schemas() -> dict[str, Schema]:
    folder = shipped("schemas")
    return {path.name: _read_json(path) for path in sorted(folder.glob("*.json"))}


def _read_json(path: Path) -> Schema:
    # Exact, as the numbers that they are compared with.
    schema: Schema = json.loads(path.read_text("utf-8"), parse_float=Fraction)
    return schema


def _compile(schema: Schema, others: AbstractMapping[str, Schema]) -> Validator:
    from referencing import Registry
    from referencing.jsonschema import DRAFT202012

    from interpreter.source.schema_keywords import checker_class

    resources = [(name, DRAFT202012.create_resource(_bare(other))) for name, other in others.items()]
    registry: Registry[Any] = Registry().with_resources(resources)
    return Validator(checker_class()(_bare(schema), registry=registry))


def _bare(schema: Schema) -> dict[str, Any]:
    # By its `$schema` the library would go back to its own keywords.
    return {keyword: value for keyword, value in schema.items() if keyword != "$schema"}


def validate(node: Node, schema: Validator, diagnostics: Diagnostics, *, base_path: ValuePath = ()) -> None:
    """Report what the schema finds wrong with a value, each root cause once; `base_path` leads to the value."""
    for problem in _root_causes(list(schema.problems(_data(node)))):
        diagnostics.add(_locate(node, problem, base_path))


def _data(node: Node) -> object:
    if isinstance(node, Scalar):
        value = node.value
        return YesNo(value) if node.style == "plain" and value in ("yes", "no") else value
    if isinstance(node, Mapping):
        return {key.text: _data(value) for key, value in node.items}
    return [_data(item) for item in node.items]


def _root_causes(problems: list[Problem]) -> list[Problem]:
    """Leave out what only follows from something else that is reported."""
    problems = _without_renamed(problems)
    told: dict[ValuePath, Problem] = {}
    for problem in sorted(problems, key=lambda problem: problem.rank):
        if problem.role != "missing":
            told.setdefault(problem.place, problem)
    covered = {place for place, problem in told.items() if problem.covers}
    return [
        problem
        for problem in problems
        if (problem.role == "missing" or told[problem.place] is problem)
        and not any(problem.place[:depth] in covered for depth in range(len(problem.place)))
    ]


def _without_renamed(problems: list[Problem]) -> list[Problem]:
    """A key that is only misspelt is not missing as well, and what a missing key would allow is not unknown."""
    unknown = [p for p in problems if p.code == "unknown-key"]
    dropped: set[int] = set()
    for missing in problems:
        if missing.role != "missing":
            continue
        here = [p for p in unknown if p.place[:-1] == missing.place]
        meant = [(p, nearest(str(p.place[-1]), missing.names)) for p in here]
        for problem, name in meant:
            if name is not None:
                problem.suggest(name)
                dropped.add(id(missing))
            elif len(missing.names) > 1:
                dropped.add(id(problem))
    return [p for p in problems if id(p) not in dropped]


def _locate(node: Node, problem: Problem, base_path: ValuePath) -> Diagnostic:
    place = problem.place
    labels: tuple[Label, ...] = ()
    at: Node = find_key(node, place) if problem.role == "key" else find(node, place)
    span = _span(at, problem.role == "missing")
    if problem.twin is not None:
        labels = (Label(find(node, (*place[:-1], problem.twin)).span, "first here"),)
    return Diagnostic(
        problem.code,
        "error",
        "schema",
        problem.sentence(at),
        span,
        path=(*base_path, *place),
        labels=labels,
        help=problem.advice(at),
        fix=problem.fix,
    )


def _span(value: Node, is_missing: bool) -> Span:
    """What is missing in a mapping is reported at its first key, since it has no place of its own."""
    if is_missing and isinstance(value, Mapping) and value.items:
        return value.items[0][0].span
    return value.span
