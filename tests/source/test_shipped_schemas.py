"""The schemas that ship: closed, described all through, and exact about what is wrong with a file."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from interpreter.source.diagnostics import Diagnostic, Diagnostics
from interpreter.source.schema import load_schema, validate
from interpreter.source.text import SourceFile
from interpreter.source.yaml_tree import read_yaml

ROOT = Path(__file__).parents[2]
SCHEMAS: dict[str, dict[str, Any]] = {
    path.name: json.loads(path.read_text("utf-8")) for path in sorted((ROOT / "schemas").glob("*.json"))
}
KINDS = ("about", "action", "entry", "item", "marker", "policy", "status", "unit")

# A file of each kind in which every key stands.
RIGHT = {path.stem: path.read_text("utf-8") for path in sorted(Path(__file__).with_name("right").glob("*.yaml"))}

Part = tuple[str, str, dict[str, Any]]


def parts(file: str, value: Any, place: str = "#") -> Iterator[Part]:
    """Every schema inside a schema, with its file and the pointer to it."""
    if not isinstance(value, dict):
        return
    yield file, place, value
    for keyword, inner in value.items():
        if keyword in ("properties", "$defs", "dependentSchemas", "patternProperties"):
            for name, part in inner.items():
                yield from parts(file, part, f"{place}/{keyword}/{name}")
        elif keyword in ("items", "additionalProperties", "propertyNames", "if", "then", "else", "not", "contains"):
            yield from parts(file, inner, f"{place}/{keyword}")
        elif keyword in ("allOf", "anyOf", "oneOf", "prefixItems"):
            for index, part in enumerate(inner):
                yield from parts(file, part, f"{place}/{keyword}/{index}")


ALL: list[Part] = [part for file, schema in SCHEMAS.items() for part in parts(file, schema)]


def referred(file: str, reference: str) -> tuple[str, dict[str, Any]]:
    """The file and the schema that a `$ref` leads to."""
    other, _, pointer = reference.partition("#")
    value: Any = SCHEMAS[other or file]
    for step in pointer.strip("/").split("/"):
        value = value[step]
    return other or file, value


def said(file: str, schema: dict[str, Any], keyword: str) -> str:
    """What an editor shows of a schema: its own words, else those of what it refers to."""
    while keyword not in schema and "$ref" in schema:
        file, schema = referred(file, schema["$ref"])
    return str(schema.get(keyword, ""))


def test_each_kind_of_file_has_its_schema() -> None:
    kinds = ["common", "content", "pack", "rulebook", "ruleset", "scenario", "vocabulary"]
    assert list(SCHEMAS) == [f"{kind}.schema.json" for kind in kinds]


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_valid_and_loads_under_its_id(name: str) -> None:
    schema = SCHEMAS[name]
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == name
    Draft202012Validator.check_schema(schema)
    assert load_schema(name.removesuffix(".schema.json")) is not None


def test_every_reference_leads_to_a_schema_and_every_shared_part_is_used() -> None:
    used = set()
    for file, _, schema in ALL:
        if "$ref" in schema:
            target, found = referred(file, schema["$ref"])
            assert isinstance(found, dict)
            used.add((target, schema["$ref"].partition("#")[2]))
    declared = {(file, f"/$defs/{name}") for file, schema in SCHEMAS.items() for name in schema.get("$defs", ())}
    assert sorted(declared - used) == []


def is_of_objects(schema: dict[str, Any]) -> bool:
    return "object" in schema.get("type", ()) or "properties" in schema


def test_every_object_is_closed() -> None:
    for file, place, schema in ALL:
        if not is_of_objects(schema) or "/dependentSchemas/" in place:
            continue
        if "if" in schema:
            assert all(branch in closed_ends(schema) for branch in ends(schema)), (file, place)
        elif "properties" in schema:
            assert schema["additionalProperties"] is False, (file, place)
            assert set(schema.get("required", ())) <= set(schema["properties"]), (file, place)
        else:
            # A mapping from names that the file chooses: what a name looks like, and what stands under it, is said.
            assert "propertyNames" in schema, (file, place)
            assert isinstance(schema["additionalProperties"], dict), (file, place)


def ends(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """What a chain of conditions may come to."""
    if "if" not in schema:
        return [schema]
    return [schema["then"], *ends(schema["else"])]


def closed_ends(schema: dict[str, Any]) -> list[dict[str, Any]]:
    content = "content.schema.json"
    found = [(end, referred(content, end["$ref"])[1] if "$ref" in end else end) for end in ends(schema)]
    return [end for end, meant in found if meant.get("additionalProperties") is False]


def test_no_alternatives_of_mappings() -> None:
    """So that what is wrong inside is told, and not that nothing fits; a choice of required keys is no such thing."""
    for file, place, schema in ALL:
        for keyword in ("anyOf", "oneOf"):
            for branch in schema.get(keyword, ()):
                assert set(branch) == {"required"}, (file, place)


def test_every_key_has_a_title_and_a_description() -> None:
    for file, place, schema in ALL:
        if "/dependentSchemas/" in place:
            continue
        for name, value in schema.get("properties", {}).items():
            assert said(file, value, "title"), (file, place, name)
            description = said(file, value, "description")
            assert description[:1].isupper() or description[:1] == "`", (file, place, name)
            assert description.endswith("."), (file, place, name)
            assert "  " not in description, (file, place, name)


def test_what_stands_under_a_chosen_name_is_described() -> None:
    for file, place, schema in ALL:
        if isinstance(schema.get("additionalProperties"), dict):
            assert said(file, schema["additionalProperties"], "description"), (file, place)


def test_an_item_is_taken_for_the_first_kind_that_it_names() -> None:
    chain = SCHEMAS["content.schema.json"]["$defs"]["content_item"]
    reached = [end["$ref"].rpartition("/")[2] for end in ends(chain) if "$ref" in end]
    assert sorted(reached) == list(KINDS)
    last = ends(chain)[-1]
    assert [branch["required"] for branch in last["anyOf"]] == [[kind] for kind in reached]
    assert sorted(last["properties"]) == list(KINDS)


def found_in(kind: str, text: str) -> list[Diagnostic]:
    diagnostics = Diagnostics()
    node = read_yaml(SourceFile("f.yaml", text), diagnostics)
    assert node is not None, [str(d) for d in diagnostics]
    validate(node, load_schema(kind), diagnostics)
    return diagnostics.sorted()


RULESET = """\
ruleset: small
title: Small
sides: [red, blue]
manners:
  move: {touches: each}
initiative: d6
round:
  - {stage: turns, count: init, order: descending}
"""


@pytest.mark.parametrize(("kind", "text"), [*RIGHT.items(), ("ruleset", RULESET)])
def test_what_is_right_is_taken(kind: str, text: str) -> None:
    assert [str(d) for d in found_in(kind, text)] == []


def test_every_key_stands_in_the_right_files() -> None:
    for kind, text in RIGHT.items():
        for file, place, schema in ALL:
            if file in (f"{kind}.schema.json", "common.schema.json"):
                for name in schema.get("properties", {}):
                    texts = RIGHT.values() if file == "common.schema.json" else [text]
                    assert any(re.search(rf"\b{name}:", text) for text in texts), (file, place, name)


@pytest.mark.parametrize("path", sorted((ROOT / "content").glob("*/rulebook.yaml")), ids=lambda path: path.parent.name)
def test_the_rulebooks_that_ship_fit(path: Path) -> None:
    assert [str(d) for d in found_in("rulebook", path.read_text("utf-8"))] == []


def changed(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1, old
    return text.replace(old, new)


Places = list[tuple[str, str]]


def places(found: list[Diagnostic]) -> Places:
    return [(d.code, str(d.span).removeprefix("f.yaml:")) for d in found]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("ruleset: small\n", "", [("missing-key", "1:1")]),
        ("ruleset: small", "ruleset: Small", [("malformed", "1:10")]),
        ("ruleset: small", "rulset: small", [("unknown-key", "1:1")]),
        ("title: Small", "title: 7", [("wrong-type", "2:8")]),
        ("title: Small", "title: ''", [("too-short", "2:8")]),
        ("[red, blue]", "[]", [("too-few-items", "3:8")]),
        ("[red, blue]", "red", [("wrong-type", "3:8")]),
        ("[red, blue]", "[red, red]", [("duplicate-item", "3:14")]),
        ("[red, blue]", "[red, The Blues]", [("malformed", "3:14")]),
        ("touches: each", "touches: all", [("not-one-of", "5:19")]),
        ("touches: each", "touch: each", [("unknown-key", "5:10")]),
        ("{touches: each}", "{}", [("missing-key", "5:9")]),
        ("  move:", "  Move:", [("malformed-key", "5:3")]),
        ("initiative: d6", "initiative: [d6]", [("wrong-type", "6:13")]),
        ("initiative: d6", "initiative:", [("wrong-type", "6:12")]),
        ("order: descending", "order: down", [("not-one-of", "8:40")]),
        ("order: descending", "order: descending, ties: choice", [("wrong-type", "8:58")]),
        ("order: descending", "order: descending, back_to_back: maybe", [("not-one-of", "8:66")]),
        (", order: descending", "", [("missing-key", "8:6")]),
        ("  - {stage: turns, count: init, order: descending}", "  turns", [("wrong-type", "8:3")]),
        ("round:", "counters: {luck: 3}\nround:", [("wrong-type", "7:18")]),
        ("round:", "options: {far: {default: 3}}\nround:", [("missing-key", "7:17")]),
        ("round:", "attributes: {far: {type: list number}}\nround:", [("malformed", "7:26")]),
        ("round:", "attributes: {far: number}\nround:", [("wrong-type", "7:19")]),
        ("round:", "budgets: {far: {each: week, amount: 1}}\nround:", [("not-one-of", "7:23")]),
        ("round:", "costs: {far: {pays: {steps: -1}}}\nround:", [("too-small", "7:29")]),
        ("round:", "costs: {far: {pays: {steps: 0.5}}}\nround:", [("wrong-type", "7:29")]),
        ("round:", "records: {far: {a: {default: 1}}}\nround:", [("missing-key", "7:21")]),
        ("round:", "records: {far: {a: {type: text, tpye: x}}}\nround:", [("unknown-key", "7:33")]),
        ("round:", "records: {far: {a: [text]}}\nround:", [("wrong-type", "7:20")]),
        ("round:", "events: {far: {form: far}}\nround:", [("missing-key", "7:16")]),
        ("round:", "verbs: {far: {form: far, fields: {}}}\nround:", [("missing-key", "7:15")]),
        ("round:", "rules: [{carries: [A1]}]\nround:", [("missing-key", "7:10")]),
        ("round:", "rules: [{carries: [A], text: x}]\nround:", [("malformed", "7:20")]),
        ("round:", "rules: {text: x}\nround:", [("wrong-type", "7:8")]),
    ],
)
def test_what_is_wrong_in_a_ruleset_is_found(old: str, new: str, expected: Places) -> None:
    assert places(found_in("ruleset", changed(RULESET, old, new))) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("status: prone\n", [("wrong-type", "1:1")]),
        ("[]\n", [("too-few-items", "1:1")]),
        ("- prone\n", [("wrong-type", "1:3")]),
        ("- {}\n", [("missing-key", "1:3")]),
        ("- says: x\n  rules: x\n", [("missing-key", "1:3")]),
        ("- statsu: prone\n  says: x\n", [("unknown-key", "1:3")]),
        ("- status: Prone\n", [("malformed", "1:11")]),
        ("- status: prone\n  marker: wall\n", [("unknown-key", "2:3")]),
        ("- status: prone\n  rule: x\n", [("unknown-key", "2:3")]),
        ("- status: prone\n  again: twice\n", [("not-one-of", "2:10")]),
        ("- status: prone\n  ends_with: [sourse]\n", [("not-one-of", "2:15")]),
        ("- status: prone\n  ends_with: source\n", [("wrong-type", "2:14")]),
        ("- status: prone\n  modifies: {speed: 0}\n", [("wrong-type", "2:21")]),
        ("- status: prone\n  modifies: {speed: {}}\n", [("too-few-keys", "2:21")]),
        ("- status: prone\n  modifies: {speed: {cpa: 0}}\n", [("unknown-key", "2:22")]),
        ("- status: prone\n  carries: A1\n", [("wrong-type", "2:12")]),
        ("- status: prone\n  carries: [a1]\n", [("malformed", "2:13")]),
        ("- status: prone\n  rules: 3\n", [("wrong-type", "2:10")]),
        ("- status: prone\n  examples: [{do: x}]\n", [("missing-key", "2:15")]),
        ("- status: prone\n  examples: [{it: x, dice: [0]}]\n", [("too-small", "2:29")]),
        ("- status: prone\n  examples: [{it: x, dice: 3}]\n", [("wrong-type", "2:28")]),
        ("- status: prone\n  examples: {it: x}\n", [("wrong-type", "2:13")]),
        ("- status: prone\n  examples: [{it: x, expects: y}]\n", [("unknown-key", "2:22")]),
        ("- marker: wall\n  title: Wall\n", [("unknown-key", "2:3")]),
        ("- entry: hook\n  action: {pull: {cost: quick, do: x}}\n", [("unknown-key", "2:3")]),
        ("- entry: hook\n  actions: {pull: {do: x}}\n", [("missing-key", "2:20")]),
        ("- entry: hook\n  actions: {pull: {action: pull, cost: quick, do: x}}\n", [("unknown-key", "2:20")]),
        ("- entry: hook\n  again: keep\n", [("unknown-key", "2:3")]),
        ("- action: wait\n", [("missing-key", "1:3"), ("missing-key", "1:3")]),
        ("- action: wait\n  cost: free\n  do: x\n  when: never\n", [("not-one-of", "4:9")]),
        ("- action: wait\n  cost: free\n  do: x\n  requires: [{that: x}]\n", [("missing-key", "4:15")]),
        ("- action: wait\n  cost: free\n  do: x\n  requires: x\n", [("wrong-type", "4:13")]),
        ("- item: net\n  of: tool\n  has: {reach: {far: 3}}\n", [("wrong-type", "3:16")]),
        ("- item: net\n  has: {}\n", [("missing-key", "1:3")]),
        ("- unit: crab\n  entry: [hook]\n", [("unknown-key", "2:3")]),
        ("- unit: crab\n  stand_in: perhaps\n", [("not-one-of", "2:13")]),
        ("- unit: crab\n  values: [1]\n", [("wrong-type", "2:11")]),
        ("- policy: scuttle\n", [("missing-key", "1:3")]),
        ("- about: ties\n", [("missing-key", "1:3")]),
        ("- about: ''\n  examples: []\n", [("too-short", "1:10")]),
        ("- status: a\n- marker: B\n- entry: c\n  of: 3\n", [("malformed", "2:11"), ("wrong-type", "4:7")]),
    ],
)
def test_what_is_wrong_in_content_is_found(text: str, expected: Places) -> None:
    assert places(found_in("content", text)) == expected


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("scenario: beach\n", "", [("missing-key", "1:1")]),
        ("ruleset: full", "rules: full", [("unknown-key", "4:1")]),
        ("limit: 7", "limit: [7]", [("wrong-type", "5:18")]),
        ("  ann: {side: red, ", "  ann: {", [("missing-key", "7:9")]),
        ("  ann:", "  Ann:", [("malformed-key", "7:3")]),
        ("at: 12", "at: '12'", [("wrong-type", "7:36")]),
        ("at: 12", "at: 1.5", [("wrong-type", "7:36")]),
        ("as: [crab]", "as: crab", [("wrong-type", "7:24")]),
        ("speed: 6", "speed: {base: 6}", [("wrong-type", "7:56")]),
        ("    policy: |", "    plays: scuttle\n    policy: |", [("unknown-key", "11:5")]),
        ("  10 to 12:", "  10-12:", [("malformed-key", "14:3")]),
        ("10 to 12: [steep]", "10 to 12: steep", [("wrong-type", "14:13")]),
        ("score: 5", "score: 0", [("too-small", "18:17")]),
        ("score: 5, ", "", [("missing-key", "18:10")]),
        ("rounds: 10", "rounds: 0", [("too-small", "19:9")]),
        ("rounds: 10", "rounds: 1001", [("too-large", "19:9")]),
        ("rounds: 10", "rounds: ten", [("wrong-type", "19:9")]),
        ("rounds: 10", "round: 10", [("unknown-key", "19:1")]),
    ],
)
def test_what_is_wrong_in_a_scenario_is_found(old: str, new: str, expected: Places) -> None:
    assert places(found_in("scenario", changed(RIGHT["scenario"], old, new))) == expected


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("pack: storms\n", "", [("missing-key", "1:1")]),
        ("title: Storms\n", "", [("missing-key", "1:1")]),
        ("version: 1.10\n", "", [("missing-key", "1:1")]),
        ("version: 1.10", "version: -1", [("too-small", "4:10")]),
        ("version: 1.10", "version: 1.2.3.4", [("malformed", "4:10")]),
        ("version: 1.10", "version: v1", [("malformed", "4:10")]),
        ("version: 1.10", "version: 1.2-beta", [("malformed", "4:10")]),
        ("version: 1.10", "version: [1, 10]", [("wrong-type", "4:10")]),
        ('full: ">=1.0 <2"', "full: 1.0", [("wrong-type", "6:9")]),
        ('full: ">=1.0 <2"', "full: '1.0.0'", [("malformed", "6:9")]),
        ('full: ">=1.0 <2"', "full: '^1.0'", [("malformed", "6:9")]),
        ('full: ">=1.0 <2"', "full: '>=1.0, <2'", [("malformed", "6:9")]),
        ('full: ">=1.0 <2"', "../full: any", [("malformed-key", "6:3")]),
        ("changes:\n", "change:\n", [("unknown-key", "9:1")]),
        (", why: Nobody lies in a storm.", "", [("missing-key", "10:6")]),
    ],
)
def test_what_is_wrong_in_a_pack_is_found(old: str, new: str, expected: Places) -> None:
    assert places(found_in("pack", changed(RIGHT["pack"], old, new))) == expected


def test_a_pack_extends_something() -> None:
    text = "pack: a\ntitle: A\nversion: 1.0\nextends: {}\n"
    assert places(found_in("pack", text)) == [("too-few-keys", "4:10")]


def test_a_scenario_has_units() -> None:
    text = "scenario: a\nruleset: b\nunits: {}\nrounds: 1\n"
    assert places(found_in("scenario", text)) == [("too-few-keys", "3:8")]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("rulebook: full\n", "", [("missing-key", "1:1")]),
        ("id: A1", "id: a1", [("malformed", "5:9")]),
        ("id: A1", "id: 1", [("wrong-type", "5:9")]),
        ("    says: Who lies does not move.\n", "", [("missing-key", "5:5")]),
        ("says: Who lies", "syas: Who lies", [("unknown-key", "6:5")]),
        ('["speed 5: 0"]', "3", [("wrong-type", "7:13")]),
        ('["speed 5: 0"]', "[3]", [("wrong-type", "7:14")]),
        ("    ruling:", "    rulings:", [("unknown-key", "8:5")]),
        ("open: The", "seed: The", [("unknown-key", "9:69")]),
    ],
)
def test_what_is_wrong_in_a_rulebook_is_found(old: str, new: str, expected: Places) -> None:
    assert places(found_in("rulebook", changed(RIGHT["rulebook"], old, new))) == expected


@pytest.mark.parametrize(
    ("kind", "text", "message", "help_text"),
    [
        (
            "content",
            "- status: Heavy Rain\n",
            "expected a name such as `heavy_rain` (small letters, digits and `_`), found text `Heavy Rain`",
            "write `heavy_rain`",
        ),
        ("content", "- statsu: prone\n", "the key `statsu` is not known here", "did you mean `status`?"),
        (
            "content",
            "- says: x\n",
            "one of the keys `about`, `action`, `entry`, `item`, `marker`, `policy`, `status`, `unit` is missing",
            "add one of them",
        ),
        (
            "content",
            "- action: wait\n  cost: free\n",
            "the key `do` is missing",
            "add `do:` (statements in a `|` block)",
        ),
        (
            "content",
            "- entry: hook\n  action: {}\n",
            "the key `action` is not known here",
            "did you mean `actions`?",
        ),
        (
            "content",
            "- entry: hook\n  cost: free\n",
            "the key `cost` is not known here",
            "it belongs to an action: put it under `actions`, below the name of one",
        ),
        (
            "content",
            "- action: go\n  cost: free\n  do: stop\n  expect: round is 1\n",
            "the key `expect` is not known here",
            "it belongs to an example: put it under `examples`, behind `- it:`",
        ),
        (
            "pack",
            "pack: a\ntitle: A\nversion: 1\nextends: {b: any}\nsides: [x]\n",
            "the key `sides` is not known here",
            "only a ruleset says that; a pack adds to one",
        ),
        (
            "pack",
            "pack: a\ntitle: A\nversion: 1\nextends: {b: 1.0}\n",
            None,
            'write `"=1.0"` for that version alone, `">=1.0"` for all from it on, `any` for every one; no commas',
        ),
        ("content", "- action: go\n  cost: 1\n  do: stop\n", None, "take a name that begins with a letter"),
        (
            "content",
            "- action: go\n  cost: free\n  do:\n    - stop\n",
            "expected statements in a `|` block, found a list",
            "end the line with `: |`, and write each statement on a line of its own below, indented, without `- `",
        ),
        (
            "content",
            "- entry: hook\n  modifies: {speed: 1}\n",
            "expected a mapping, found the number `1`",
            "write `key: value` on the lines below it, indented; its keys are `add`, `cap`, `set`",
        ),
        ("content", "- entry: hook\n  modifies: [speed]\n", None, "leave the `- ` out: it begins an item of a list"),
        ("content", "entry: hook\n", None, "begin each item with `- ` and its kind, as in `- status: NAME`"),
        ("rulebook", "rulebook: a\nstatements: [{id: 3, says: x}]\n", None, None),
        ("content", "- entry: hook\n  title: 5\n", None, 'put it in quotes: `"5"`'),
        (
            "scenario",
            changed(RIGHT["scenario"], "    policy: |", "    plays: scuttle\n    policy: |"),
            "the key `policy` cannot stand beside `plays`",
            "delete one of them",
        ),
    ],
)
def test_what_is_wrong_is_said_in_plain_words(kind: str, text: str, message: str | None, help_text: str | None) -> None:
    [found] = found_in(kind, text)
    assert message is None or found.message == message
    assert found.help == help_text
