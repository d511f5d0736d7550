"""The tables of docs/language.md are made from the schemas and from the one table of words: `pytest --bless`.

A table stands between `<!-- table: NAME -->` and `<!-- end -->`.
"""

import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from interpreter.language import lexer, lexical_errors
from interpreter.language import limits as limits_of_language
from interpreter.language.readable_words import EVENTS, NAMES, PROPERTIES, EventWord, Property
from interpreter.language.types import Type
from interpreter.language.words import FUNCTIONS, VERBS, form_of
from interpreter.library import content, extending, imports, zips
from interpreter.source import text, yaml_tree
from interpreter.track import choices, entering, fight

ROOT = Path(__file__).parents[2]
DOC = ROOT / "docs" / "language.md"
TABLE = re.compile(r"<!-- table: ([\w/ ]+) -->\n(.*?)<!-- end -->\n", re.DOTALL)
SCHEMAS = {
    file.name: json.loads(file.read_text(encoding="utf-8")) for file in sorted((ROOT / "schemas").glob("*.json"))
}


def table(*head: str, rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


# --- from the table of words ------------------------------------------------------------------------------------


def sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def of_type(type_: Type) -> str:
    """A type as a cell says it, without its article."""
    return "anything" if type_.kind == "unknown" else str(type_).removeprefix("a ").removeprefix("an ")


def verbs() -> str:
    fields = {
        "": "",
        "change": "the fields of changes",
        "status": "those of the status",
        "marker": "those of the marker",
    }
    rows = [
        (f"`{form_of(verb.name, verb.slots)}`", sentence(verb.doc), fields[verb.fields], "yes" if verb.lasts else "")
        for verb in VERBS.values()
    ]
    return table("Verb", "What it does", "`with`", "`until`", rows=rows)


def functions() -> str:
    rows = [
        (f"`{f.written}`", of_type(f.result), sentence(f.doc), "yes" if f.maybe else "") for f in FUNCTIONS.values()
    ]
    return table("Function", "Gives", "What it is", "May be absent", rows=rows)


def properties(found: Iterable[Property], whose: str = "") -> list[tuple[str, ...]]:
    return [
        (
            f"`{whose}{p.name}`",
            of_type(p.type),
            sentence(p.doc),
            "yes" if p.maybe else "",
        )
        for p in found
    ]


def names() -> str:
    return table("Name", "Type", "What it is", "May be absent", rows=properties(NAMES.values()))


def every_property() -> str:
    rows = [row for kind in PROPERTIES for row in properties(PROPERTIES[kind].values(), f"{kind.upper()}.")]
    return table("Property", "Type", "What it is", "May be absent", rows=rows)


def fields_of(event: EventWord) -> str:
    shown = []
    for field in event.fields:
        marks = [mark for mark, holds in (("settable", field.settable), ("may be absent", field.maybe)) if holds]
        shown.append(f"`{field.name}`: {field.doc}" + (f" ({', '.join(marks)})" if marks else ""))
    return "<br>".join(shown)


def events() -> str:
    rows = [(", ".join(f"`{form}`" for form in e.written), sentence(e.doc), fields_of(e)) for e in EVENTS.values()]
    return table("Event", "When", "Its names", rows=rows)


LIMITS = (
    ("files in a ruleset's folder", content.MOST_FILES),
    ("vocabularies that are imported", imports.MOST_IMPORTS),
    ("rulesets and packs that a pack extends, with what these extend", extending.MOST_EXTENDED),
    ("bytes in a zip", zips.MAX_ZIP),
    ("bytes that a zip may unpack to", zips.MAX_UNPACKED),
    ("files and folders in a zip", zips.MOST_MEMBERS),
    ("times that a larger file in a zip may be packed smaller", zips.MAX_RATIO),
    ("bytes in a file", text.MAX_BYTES),
    ("characters in a line", text.MAX_LINE),
    ("lists and keys inside of each other in a file", yaml_tree.MAX_DEPTH),
    ("keys and values in a file", yaml_tree.MAX_NODES),
    ("characters in one text of rules", lexer.MAX_TEXT),
    ("brackets and blocks inside of each other", lexer.MAX_NESTING),
    ("digits of a number that is written", lexical_errors.MAX_DIGITS),
    ("a number that is worked out", limits_of_language.LARGEST),
    ("dice in one term, and faces of a die", lexical_errors.MAX_DICE),
    ("units in a fight", entering.MOST_UNITS),
    ("Inits in one movement", limits_of_language.LONGEST_MOVEMENT),
    ("numbers in a list such as `inits a to b`", limits_of_language.LONGEST_LIST),
    ("times in a `repeat`", limits_of_language.MOST_REPEATS),
    ("ways that are tried to find a legal choice of a set", choices.SEARCH_LIMIT),
    ("steps in one action", fight.STEPS_PER_ACTION),
    ("events in one action", fight.EVENTS_PER_ACTION),
    ("dice in one action", fight.DICE_PER_ACTION),
    ("turns of a unit in one stage of a round", limits_of_language.MOST_TURNS),
    ("times that a turn is delayed or held in a round", limits_of_language.MOST_TURNS),
    ("rounds in a fight", limits_of_language.MOST_ROUNDS),
)


def limits() -> str:
    return table("At most", "How many", rows=[(what, f"{most:,}".replace(",", " ")) for what, most in LIMITS])


# --- from the schemas -------------------------------------------------------------------------------------------


def found(schema: str, path: str) -> Any:
    """What a reference of a schema leads to, as `#/$defs/name` or `common.schema.json#/$defs/name`."""
    file, _, inside = path.partition("#")
    node = SCHEMAS[file or schema]
    for key in inside.strip("/").split("/"):
        node = node[key]
    return file or schema, node


def described(schema: str, node: Any) -> str:
    """The description of a key: its own, or the one that it refers to."""
    while "description" not in node and "$ref" in node:
        schema, node = found(schema, node["$ref"])
    description: str = node["description"]
    return description


def keys_of(schema: str, node: Any) -> str:
    rows = [
        (f"`{key}`", "yes" if key in node.get("required", ()) else "", described(schema, value))
        for key, value in node["properties"].items()
        if value is not False
    ]
    return table("Key", "Needed", "What it holds", rows=rows)


def with_keys() -> dict[str, tuple[str, Any]]:
    """Every part of a schema that has keys of its own, by a name such as `content/status`."""
    made: dict[str, tuple[str, Any]] = {}
    for file, schema in SCHEMAS.items():
        short = file.removesuffix(".schema.json")
        if "properties" in schema:
            made[short] = file, schema
        for name, node in schema["$defs"].items():
            if "properties" in node:
                made[f"{short}/{name}"] = file, node
    return made


WORDS: dict[str, Callable[[], str]] = {
    "verbs": verbs,
    "functions": functions,
    "events": events,
    "names": names,
    "properties": every_property,
    "limits": limits,
}
NAMES_OF_TABLES = [*WORDS, *with_keys()]


def made(name: str) -> str:
    return WORDS[name]() if name in WORDS else keys_of(*with_keys()[name])


def test_tables(bless: bool) -> None:
    doc = DOC.read_text(encoding="utf-8")
    if bless:
        DOC.write_text(TABLE.sub(lambda m: f"<!-- table: {m[1]} -->\n{made(m[1])}<!-- end -->\n", doc), "utf-8")
        return
    for match in TABLE.finditer(doc):
        assert match[2] == made(match[1]), f"the table `{match[1]}` has changed: look, then pytest --bless"


@pytest.mark.parametrize("name", NAMES_OF_TABLES)
def test_every_table_is_there(name: str) -> None:
    written = [match[1] for match in TABLE.finditer(DOC.read_text(encoding="utf-8"))]
    assert written.count(name) == 1
    assert set(written) <= set(NAMES_OF_TABLES)


def test_every_key_of_every_schema_is_named() -> None:
    """The tables have every key; this looks at the schemas in a way of its own."""
    doc = DOC.read_text(encoding="utf-8")
    for file, schema in SCHEMAS.items():
        for key in every_key(schema):
            assert f"`{key}`" in doc, f"`{key}` of {file} is not named"


def every_key(node: Any) -> set[str]:
    if isinstance(node, list):
        return set().union(*[every_key(part) for part in node])
    if not isinstance(node, dict):
        return set()
    own = node.get("properties")
    # A key may itself be called `properties`; then what stands there is about it.
    keys = set(own) if isinstance(own, dict) and not any(isinstance(value, str) for value in own.values()) else set()
    return keys.union(*[every_key(part) for part in node.values()])


def test_links_lead_somewhere() -> None:
    doc = DOC.read_text(encoding="utf-8")
    heads = {re.sub(r"[^\w -]", "", head).lower().replace(" ", "-") for head in re.findall(r"^#+ (.+)$", doc, re.M)}
    links = re.findall(r"\]\(#([^)]+)\)", doc)
    assert links
    assert set(links) <= heads
