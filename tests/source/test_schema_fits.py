"""What is quickly found to fit a schema is what the whole validator finds nothing wrong with, and nothing else."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from interpreter.source.diagnostics import Diagnostics
from interpreter.source.schema import YesNo, compile_schema, load_schema
from interpreter.source.schema_fits import Fitting, Unsure
from interpreter.source.schema_keywords import checker_class
from interpreter.source.text import SourceFile
from interpreter.source.yaml_tree import plain, read_yaml

ROOT = Path(__file__).parents[2] / "content" / "attack_phases"
FILES = {
    "actions.yaml": "content",
    "statuses.yaml": "content",
    "rulebook.yaml": "rulebook",
    "ruleset.yaml": "ruleset",
    "scenarios/crossfire.yaml": "scenario",
}
ODD: tuple[Any, ...] = (None, 3, "an odd text", [], {}, YesNo("yes"))
MOST = 12


def spoilt(value: Any) -> Iterator[Any]:
    """The value with one thing in it replaced, left out or added, everywhere."""
    yield from ODD
    if isinstance(value, dict):
        yield {**value, "odd": 1}
        for name in list(value)[:MOST]:
            yield {key: inner for key, inner in value.items() if key != name}
            for inner in spoilt(value[name]):
                yield {**value, name: inner}
    elif isinstance(value, list):
        for at in range(min(len(value), 2)):
            for inner in spoilt(value[at]):
                yield [*value[:at], inner, *value[at + 1 :]]


@pytest.mark.parametrize("name", FILES)
def test_what_fits_has_nothing_wrong(name: str) -> None:
    node = read_yaml(SourceFile(name, (ROOT / name).read_text("utf-8")), Diagnostics())
    assert node is not None
    validator = load_schema(FILES[name])
    data = plain(node)
    # Of a long list its beginning is enough.
    data = data[:4] if isinstance(data, list) else data
    found = {True: 0, False: 0}
    for one in [data, *list(spoilt(data))[::7]]:
        fits = validator._fitting.fits(one)
        assert fits is (next(iter(validator._checker.iter_errors(one)), None) is None), one
        found[fits] += 1
    assert found[True]
    assert found[False]


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"items": False, "prefixItems": [{}]}, [1]),
        ({"additionalProperties": False, "patternProperties": {"a": {}}}, {"a": 1}),
        ({"oneOf": [{}]}, 1),
        ({"not": {}}, 1),
        ({"unevaluatedProperties": False}, {"a": 1}),
    ],
)
def test_what_only_the_whole_validator_knows_is_left_to_it(schema: dict[str, Any], value: Any) -> None:
    with pytest.raises(Unsure):
        Fitting(checker_class()(schema)).fits(value)


def test_a_reference_is_followed_from_where_it_stands() -> None:
    inner = {"$id": "https://example.org/inner", "$defs": {"n": {"type": "integer"}}, "$ref": "#/$defs/n"}
    schema = {"$defs": {"n": {"type": "string"}}, "properties": {"a": {"$ref": "https://example.org/inner"}}}
    validator = compile_schema({"$id": "https://example.org/outer", **schema}, [inner])
    assert validator._fitting.fits({"a": 1})
    assert not validator._fitting.fits({"a": "text"})
    embedded = {"$id": "https://example.org/outer", "$defs": {"n": {"type": "string"}}, "properties": {"a": inner}}
    validator = compile_schema(embedded)
    assert validator._fitting.fits({"a": 1})
    assert not validator._fitting.fits({"a": "text"})
