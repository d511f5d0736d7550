"""What people write in place of a word that a schema lists: the word that was meant is suggested."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from interpreter.source.diagnostics import Diagnostics
from interpreter.source.schema import compile_schema, validate
from interpreter.source.text import SourceFile
from interpreter.source.yaml_tree import read_yaml

ROOT = Path(__file__).parents[2]
SCHEMAS: dict[str, dict[str, Any]] = {
    path.name: json.loads(path.read_text("utf-8")) for path in sorted((ROOT / "schemas").glob("*.json"))
}

# Where the words are listed, what somebody writes, what is meant.
MEANT = [
    ("common.schema.json#/$defs/yes_no", "on", "yes"),
    ("common.schema.json#/$defs/yes_no", "never", "no"),
    ("common.schema.json#/$defs/shown_to", "all", "everyone"),
    ("common.schema.json#/$defs/shown_to", "team", "side"),
    ("common.schema.json#/$defs/shown_to", "owner", "unit"),
    ("ruleset.schema.json#/properties/init_shown_to", "public", "everyone"),
    ("content.schema.json#/$defs/status/properties/again", "twice", "stack"),
    ("content.schema.json#/$defs/status/properties/again", "renew", "refresh"),
    ("content.schema.json#/$defs/status/properties/again", "ignore", "keep"),
    ("content.schema.json#/$defs/status/properties/again", "no", "keep"),
    ("content.schema.json#/$defs/action_body/properties/when", "my turn", "own turn"),
    ("ruleset.schema.json#/$defs/cost/properties/when", "always", "any time"),
    ("ruleset.schema.json#/$defs/cost/properties/when", "at_any_time", "any time"),
    ("ruleset.schema.json#/$defs/attribute/properties/stacks", "every", "all"),
    ("ruleset.schema.json#/$defs/attribute/properties/stacks", "Highest", "best"),
    ("ruleset.schema.json#/$defs/manner/properties/touches", "all", "each"),
    ("ruleset.schema.json#/$defs/manner/properties/touches", "destination", "landing"),
    ("ruleset.schema.json#/$defs/manner/properties/touches", "none", "nothing"),
    ("ruleset.schema.json#/$defs/manner/properties/touches", "no", "nothing"),
    ("ruleset.schema.json#/$defs/budget/properties/each", "own turn", "turn"),
    ("ruleset.schema.json#/$defs/budget/properties/each", "every turn", "any turn"),
    ("ruleset.schema.json#/$defs/budget/properties/each", "every round", "round"),
    ("ruleset.schema.json#/$defs/budget/properties/each", "fight", "scene"),
    ("ruleset.schema.json#/$defs/stage/properties/order", "desc", "descending"),
    ("ruleset.schema.json#/$defs/stage/properties/order", "highest", "descending"),
    ("ruleset.schema.json#/$defs/stage/properties/order", "lowest first", "ascending"),
    ("ruleset.schema.json#/$defs/stage/properties/groups", "player", "choice"),
]


@pytest.mark.parametrize(("where", "written", "meant"), MEANT, ids=[f"{case[1]} for {case[2]}" for case in MEANT])
def test_a_word_of_the_same_meaning_leads_to_the_one_that_is_known(where: str, written: str, meant: str) -> None:
    found = Diagnostics()
    node = read_yaml(SourceFile("f.yaml", f"k: {written}\n"), found)
    assert node is not None
    validate(node, compile_schema({"properties": {"k": {"$ref": where}}}, SCHEMAS.values()), found)
    (only,) = found
    assert (only.code, str(only.span), only.help, only.fix) == (
        "not-one-of",
        "f.yaml:1:4",
        f"did you mean `{meant}`?",
        meant,
    )


def enumerations(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        if isinstance(value.get("enum"), list):
            yield value
        for inner in value.values():
            yield from enumerations(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from enumerations(inner)


ENUMERATIONS = [each for schema in SCHEMAS.values() for each in enumerations(schema)]


def test_every_list_of_words_knows_words_of_the_same_meaning() -> None:
    assert len(ENUMERATIONS) > 10
    for each in ENUMERATIONS:
        near: dict[str, list[str]] = each["x-near"]
        words = [word for of in near.values() for word in of]
        assert set(near) == {choice for choice in each["enum"] if isinstance(choice, str)}, each
        assert len(set(words)) == len(words), each
        assert not set(words) & set(near), each
