"""Values checked against schemas: what is said, where, and that it is said once."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from interpreter.source import schema as module
from interpreter.source.diagnostics import Diagnostic, Diagnostics
from interpreter.source.schema import Validator, compile_schema, load_schema, validate
from interpreter.source.text import SourceFile
from interpreter.source.yaml_tree import read_yaml


def check(schema: dict[str, Any] | Validator, text: str) -> list[Diagnostic]:
    found = Diagnostics()
    node = read_yaml(SourceFile("f.yaml", text), found)
    assert node is not None
    validate(node, compile_schema(schema) if isinstance(schema, dict) else schema, found)
    return found.sorted()


def told(schema: dict[str, Any] | Validator, text: str) -> list[str]:
    """Each finding as `line:column code: message | help`."""
    return [
        f"{str(d.span).removeprefix('f.yaml:')} {d.code}: {d.message}" + (f" | {d.help}" if d.help else "")
        for d in check(schema, text)
    ]


def of_k(schema: dict[str, Any], written: str) -> list[str]:
    """What is found when the value under `k` is checked."""
    return told({"properties": {"k": schema}}, f"k: {written}\n")


@pytest.mark.parametrize(
    ("schema", "written"),
    [
        ({"type": "number"}, "1.10"),
        ({"type": "number", "minimum": 0.5, "maximum": 0.5, "multipleOf": 0.25}, "0.5"),
        ({"type": "integer"}, "2.0"),
        ({"enum": [0.5, 1, 2]}, "0.5"),
        ({"type": "boolean"}, "yes"),
        ({"type": "boolean"}, "false"),
        ({"type": "string"}, "no"),
        ({"enum": ["no", "some"]}, "no"),
        ({"const": True}, "yes"),
        ({"type": "string"}, "012"),
        ({"type": "null"}, ""),
        ({"type": ["string", "array"]}, "[1]"),
        ({"uniqueItems": True}, "[1, '1', true, yes, [1], {a: 1}]"),
        ({"anyOf": [{"type": "number"}, {"type": "string"}]}, "d20 + 1"),
        ({"prefixItems": [{"type": "number"}], "items": {"type": "string"}}, "[1, a, b]"),
        ({"contains": {"const": 1}, "minContains": 2}, "[1, 2, 1]"),
    ],
)
def test_what_fits_is_not_spoken_of(schema: dict[str, Any], written: str) -> None:
    assert of_k(schema, written) == []


@pytest.mark.parametrize(
    ("schema", "written", "said"),
    [
        ({"type": "array"}, "x", "1:4 wrong-type: expected a list, found text `x`"),
        ({"type": "object"}, "[]", "1:4 wrong-type: expected a mapping, found an empty list"),
        ({"type": "string"}, "{a: 1}", "1:4 wrong-type: expected text, found a mapping"),
        ({"type": "string"}, "1.10", "1:4 wrong-type: expected text, found the number `1.10` | put it in quotes"),
        ({"type": "string"}, "true", '1:4 wrong-type: expected text, found `true` | put it in quotes: `"true"`'),
        ({"type": "string"}, "", "1:3 wrong-type: expected text, found nothing | write a value"),
        ({"type": "boolean"}, "on", "1:4 wrong-type: expected yes or no, found text `on` | write `yes` or `no`"),
        ({"type": "boolean"}, "'yes'", "1:4 wrong-type: expected yes or no, found text `yes`"),
        ({"type": "number"}, "012", "1:4 wrong-type: expected a number, found text `012` | write it in decimal"),
        ({"type": "number"}, "yes", "1:4 wrong-type: expected a number, found text `yes`"),
        ({"type": "number"}, "true", "1:4 wrong-type: expected a number, found `true`"),
        ({"type": "integer"}, "1.5", "1:4 wrong-type: expected a whole number, found the number `1.5`"),
        ({"type": ["string", "null"]}, "[x]", "1:4 wrong-type: expected text or nothing, found a list"),
        ({"type": "string", "x-expected": "a word"}, "[x]", "1:4 wrong-type: expected a word, found a list"),
        ({"enum": ["fast", "slow"]}, "fats", "1:4 not-one-of: expected one of `fast`, `slow`, found text `fats` | did"),
        ({"enum": ["fast", "slow"]}, "[fast]", "1:4 not-one-of: expected one of `fast`, `slow`, found a list"),
        ({"enum": [1, 2]}, "true", "1:4 not-one-of: expected one of `1`, `2`, found `true`"),
        ({"const": True}, "no", "1:4 not-one-of: expected `yes`, found text `no`"),
        ({"pattern": "^[a-z]+$"}, "A", "1:4 malformed: expected text of the form `^[a-z]+$`, found text `A`"),
        (
            {"pattern": "^[a-z]+$", "description": "A word in small letters."},
            "A",
            "1:4 malformed: expected a word in small letters, found text `A`",
        ),
        (
            {"pattern": "^[a-z_]+$", "x-expected": "a name"},
            "on\u200be",
            "1:4 malformed: expected a name, found text `on\\u200be` | there is a character in it that cannot be seen:"
            " write `one` anew",
        ),
        ({"minimum": 1}, "0", "1:4 too-small: expected a number of at least 1, found the number `0`"),
        ({"exclusiveMaximum": 0.5}, "0.5", "1:4 too-large: expected a number below 0.5, found the number `0.5`"),
        ({"multipleOf": 2}, "3", "1:4 not-a-multiple: expected a multiple of 2, found the number `3`"),
        ({"minLength": 1}, "''", "1:4 too-short: nothing stands here"),
        ({"minItems": 2}, "[1]", "1:4 too-few-items: expected at least 2 items, found 1"),
        ({"maxItems": 1}, "[1, 2]", "1:4 too-many-items: expected at most 1 item, found 2"),
        ({"minProperties": 1}, "{}", "1:4 too-few-keys: expected at least 1 key, found none"),
        ({"uniqueItems": True}, "[a, b, a]", "1:11 duplicate-item: this item stands twice in the list"),
        ({"prefixItems": [{}], "items": False}, "[1, 2]", "1:4 too-many-items: expected at most 1 item, found 2"),
        ({"contains": {"type": "string"}}, "[1]", "1:4 too-few-items: expected at least 1 item that is text"),
        ({"not": {"const": 0}, "x-expected": "a number other than 0"}, "0", "1:4 not-allowed: expected a number other"),
        (
            {"propertyNames": {"pattern": "^[a-z_]+$", "x-expected": "a word"}},
            "{a: 1, B: 2}",
            "1:11 malformed-key: expected a word as a key, found `B`",
        ),
        (
            {"propertyNames": {"enum": ["hull"]}},
            "{hul: 2}",
            "1:5 malformed-key: expected `hull` as a key, found `hul` | did",
        ),
        ({"properties": {"a": False}}, "{a: 1}", "1:5 unknown-key: the key `a` cannot stand here"),
        ({"dependentRequired": {"a": ["b"]}}, "{a: 1}", "1:5 missing-key: with `a` there must be the key `b`"),
    ],
)
def test_each_keyword_has_its_own_sentence(schema: dict[str, Any], written: str, said: str) -> None:
    [only] = of_k(schema, written)
    assert only.startswith(said)


def test_an_unknown_key_is_reported_at_the_key_with_what_may_stand_there() -> None:
    schema = {"properties": {"speed": {}, "size": {}}, "additionalProperties": False}
    assert told(schema, "size: 1\nsped: 2\n") == [
        "2:1 unknown-key: the key `sped` is not known here | did you mean `speed`?"
    ]
    assert told(schema, "zzz: 2\n") == [
        "1:1 unknown-key: the key `zzz` is not known here | expected one of `size`, `speed`"
    ]
    assert [d.fix for d in check(schema, "sped: 2\n")] == ["speed"]
    assert [d.path for d in check(schema, "sped: 2\n")] == [("sped",)]


def test_a_missing_key_is_reported_at_the_first_key_there_is() -> None:
    schema = {"properties": {"a": {"properties": {"n": {"type": "string"}}, "required": ["n"]}}}
    assert told(schema, "a:\n  x: 1\n") == ["2:3 missing-key: the key `n` is missing | add `n:` (text)"]
    assert told(schema, "a: {}\n") == ["1:4 missing-key: the key `n` is missing | add `n:` (text)"]


def test_a_misspelt_key_is_not_missing_as_well() -> None:
    schema = {"properties": {"name": {}}, "required": ["name"], "additionalProperties": False}
    assert told(schema, "nmae: x\n") == ["1:1 unknown-key: the key `nmae` is not known here | did you mean `name`?"]


def test_several_faults_of_one_value_are_told_once() -> None:
    schema = {"allOf": [{"type": "string"}, {"enum": ["a"]}, {"type": "string", "pattern": "^a$"}]}
    assert of_k(schema, "[b]") == ["1:4 wrong-type: expected text, found a list | write a single value"]
    assert of_k(schema, "b") == ["1:4 not-one-of: expected `a`, found text `b`"]


def test_what_is_wrong_with_a_list_hides_nothing_in_it() -> None:
    schema = {"minItems": 2, "items": {"type": "number"}}
    assert [line.split(":")[1] for line in of_k(schema, "[x]")] == ["4 too-few-items", "5 wrong-type"]


NUMBER_OR_WORD = {"anyOf": [{"type": "number"}, {"type": "string", "pattern": "^[a-z]+$", "x-expected": "a word"}]}


def test_alternatives_of_simple_kinds_are_one_finding() -> None:
    assert of_k(NUMBER_OR_WORD, "[x]") == [
        "1:4 wrong-type: expected a number or a word, found a list | write a single value"
    ]
    assert of_k(NUMBER_OR_WORD, "X") == ["1:4 malformed: expected a word, found text `X` | write `x`"]
    assert of_k({"oneOf": [{"enum": ["a"]}, {"pattern": "^b"}]}, "c") == [
        "1:4 malformed: expected `a` or a value, found text `c`"
    ]


def test_alternatives_of_mappings_lead_to_the_field_that_is_wrong() -> None:
    deep = {"properties": {"kind": {"const": "a"}, "in": {"properties": {"x": {}}, "additionalProperties": False}}}
    other = {"properties": {"kind": {"const": "b"}}, "additionalProperties": False}
    for keyword in ("anyOf", "oneOf"):
        schema = {keyword: [other, deep, {"type": "string"}]}
        assert told(schema, "kind: a\nin:\n  xx: 1\n") == [
            "3:3 unknown-key: the key `xx` is not known here | expected `x`"
        ]


DISPATCH = {
    "type": "object",
    "oneOf": [{"required": ["status"]}, {"required": ["marker"]}],
    "allOf": [
        {
            "if": {"required": ["status"]},
            "then": {"properties": {"status": {"type": "string"}, "rules": {"type": "string"}}},
        },
        {
            "if": {"required": ["marker"]},
            "then": {"properties": {"marker": {"type": "string"}, "hp": {"$ref": "#/$defs/hp"}}},
        },
    ],
    "unevaluatedProperties": False,
    "$defs": {
        "hp": {
            "type": "object",
            "additionalProperties": False,
            "properties": {"max": {"type": "integer"}, "deep": {"$ref": "#/$defs/deep"}},
        },
        "deep": {"type": "object", "properties": {"abc": True}, "additionalProperties": False},
    },
}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("status: a\nrules: |\n  x\n", []),
        ("marker: a\nhp: {max: 3}\n", []),
        # Two levels down, and the finding is there, not at the top.
        (
            "marker: a\nhp:\n  deep: {abd: 1}\n",
            ["3:10 unknown-key: the key `abd` is not known here | did you mean `abc`?"],
        ),
        ("marker: a\nhp: {max: x}\n", ["2:11 wrong-type: expected a whole number, found text `x` | write a number"]),
        # A wrong value in one place does not make its neighbours unknown.
        ("status: 1\nrules: x\n", ["1:9 wrong-type: expected text, found the number `1` | put it in quotes"]),
        ("marker: a\nrules: x\n", ["2:1 unknown-key: the key `rules` is not known here"]),
        # One root cause, one finding: what the key would have allowed is not unknown as well.
        ("staus: a\nrules: x\n", ["1:1 unknown-key: the key `staus` is not known here | did you mean `status`?"]),
        ("rules: x\n", ["1:1 missing-key: one of the keys `marker`, `status` is missing | add one of them"]),
        ("status: a\nmarker: b\n", ["2:1 conflicting-keys: only one of `marker`, `status` may stand here"]),
        ("[status]\n", ["1:1 wrong-type: expected a mapping, found a list"]),
    ],
)
def test_kinds_of_mappings_are_told_apart_by_a_key(text: str, said: list[str]) -> None:
    found = told(DISPATCH, text)
    assert len(found) == len(said)
    assert all(line.startswith(start) for line, start in zip(found, said, strict=True))


def test_the_path_starts_where_the_caller_says() -> None:
    found = Diagnostics()
    node = read_yaml(SourceFile("f.yaml", "a: [1, x]\n"), found)
    assert node is not None
    schema = compile_schema({"properties": {"a": {"items": {"type": "number"}}}})
    validate(node, schema, found, base_path=("entries", 3))
    assert [d.path for d in found] == [("entries", 3, "a", 1)]
    assert [d.phase for d in found] == ["schema"]


@pytest.fixture
def schemas(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that takes the place of the shipped schemas."""
    monkeypatch.setattr(module, "shipped", lambda kind: tmp_path)
    caches = (load_schema, module._shipped_schemas)
    for cache in caches:
        cache.cache_clear()
    yield tmp_path
    for cache in caches:
        cache.cache_clear()


def test_shipped_schemas_refer_to_each_other(schemas: Path) -> None:
    draft = "https://json-schema.org/draft/2020-12/schema"
    common = {
        "$schema": draft,
        "$id": "common.schema.json",
        "$defs": {"half": {"enum": [0.5, 1]}, "yn": {"type": "boolean"}},
    }
    entry = {
        "$schema": draft,
        "$id": "entry.schema.json",
        "properties": {
            "size": {"$ref": "common.schema.json#/$defs/half"},
            "can": {"$ref": "common.schema.json#/$defs/yn"},
            "own": {"$ref": "#/$defs/word"},
        },
        "$defs": {"word": {"type": "string"}},
    }
    pack = {"$schema": draft, "$id": "pack.schema.json", "items": {"$ref": "entry.schema.json"}}
    for name, schema in {"common": common, "entry": entry, "pack": pack}.items():
        (schemas / f"{name}.schema.json").write_text(json.dumps(schema))
    assert told(load_schema("pack"), "- {size: 0.5, can: yes, own: x}\n") == []
    assert [line.split(":")[1] for line in told(load_schema("pack"), "- {size: 0.7, can: 1, own: 1}\n")] == [
        "10 not-one-of",
        "20 wrong-type",
        "28 wrong-type",
    ]
    assert load_schema("entry.schema.json") is load_schema("entry.schema.json")
    with pytest.raises(FileNotFoundError, match="nothing"):
        load_schema("nothing")


def test_a_schema_may_refer_to_others_given_with_it() -> None:
    schema = compile_schema({"$ref": "word"}, [{"$id": "word", "type": "string"}])
    assert told(schema, "[1]") == ["1:1 wrong-type: expected text, found a list | write a single value"]
