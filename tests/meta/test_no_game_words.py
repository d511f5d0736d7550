"""The core knows no game: no word that content declares stands in the interpreter.

Code (identifiers, file names, strings that are no docstrings) has none of these words but those of the core's
own vocabulary. Prose (docstrings and comments) is English and may say "cover" or "speed", but not the name of
a ruleset, a status, a marker, an action, an entry, an item or a scenario.
"""

import ast
import builtins
import io
import keyword
import re
import sys
import tokenize
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest
import yaml

from interpreter.language.words import core_vocabulary

ROOT = Path(__file__).parents[2]

# Words that content declares and that the interpreter uses as plain English or Python, each with that use.
ORDINARY: dict[str, str] = {
    "bound": "the bounds of a budget; a function bound to values",
    "carried": "a statement is carried out",
    "check": "content is checked",
    "conditions": "the conditions of rules",
    "declare": "what content declares",
    "fall": "fall due",
    "forced": "forced dice",
    "hidden": "what is not shown",
    "hide": "what is not shown",
    "line": "a line of a text",
    "loading": "files are loaded",
    "mine": "possessive",
    "move": "move it elsewhere",
    "moves": "who moves",
    "none": "`None`",
    "protocol": "Python's `Protocol`",
    "reactions": "chains of reactions",
    "save": '"saved as" in what is said of a file',
    "search": "searching",
    "single": "a single one",
    "size": "the size of a file",
    "target": "what an assignment or a deadline is for",
    "user": "who uses something",
}

# `status: prone` declares the name `prone`.
HEADS = {
    *("ruleset", "status", "marker", "action", "entry", "item", "scenario"),
    *("unit", "relation", "record", "event", "verb", "option"),
}
PROPER = {"ruleset", "status", "marker", "action", "entry", "item", "scenario"}
# `attributes: {size: ...}` and `manners: [move, forced]` declare their members; the name of the kind follows.
BLOCKS = {
    "actions": "action",
    "attributes": "attribute",
    "budgets": "budget",
    "cells": "cell property",
    "costs": "cost",
    "counters": "counter",
    "entries": "entry",
    "events": "event",
    "families": "family",
    "fields": "field",
    "items": "item",
    "manner_flags": "manner flag",
    "manners": "manner",
    "markers": "marker",
    "options": "option",
    "records": "record",
    "relations": "relation",
    "statuses": "status",
    "units": "unit",
    "verbs": "verb",
    "words": "word",
}
# The members of these have members of their own: the words of a set, the fields of a record.
NESTED = {"words", "records"}

NAME = re.compile(r"[A-Za-z_]\w*")
DEFINE = re.compile(r"^\s*define\s+(\w+)", re.MULTILINE)


def members(value: object) -> Iterator[str]:
    """The names in a mapping's keys or in a list."""
    if isinstance(value, dict | list):
        yield from (str(name) for name in value if isinstance(name, str) and NAME.fullmatch(name))


def declarations(value: object) -> Iterator[tuple[str, str]]:
    """Every (name, kind) that a content file's data declares, at any depth."""
    if isinstance(value, str):
        yield from ((name, "function") for name in DEFINE.findall(value))
    elif isinstance(value, list):
        for member in value:
            yield from declarations(member)
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key in HEADS and isinstance(inner, str) and NAME.fullmatch(inner):
                yield inner, key
            if key in BLOCKS:
                yield from ((name, BLOCKS[key]) for name in members(inner))
            if key in NESTED and isinstance(inner, dict):
                yield from ((name, BLOCKS[key]) for nested in inner.values() for name in members(nested))
            yield from declarations(inner)


def declared(content: Path) -> dict[str, set[str]]:
    """Every word that the content files under a folder declare, with the kinds of thing it names."""
    words: dict[str, set[str]] = {}
    for file in sorted(content.rglob("*.yaml")):
        # The base loader leaves every scalar a string: `yes` stays a word.
        for document in yaml.load_all(file.read_bytes(), yaml.BaseLoader):
            for name, kind in declarations(document):
                words.setdefault(name.casefold(), set()).add(kind)
    return words


def python_words() -> set[str]:
    """What Python and its library call things: keywords, builtins, methods of plain values, modules."""
    plain = (str, bytes, int, list, dict, set, tuple, Path)
    methods = {name for kind in plain for name in dir(kind)}
    return {*keyword.kwlist, *keyword.softkwlist, *dir(builtins), *methods, *sys.stdlib_module_names}


def words_pattern(words: Collection[str]) -> re.Pattern[str]:
    """Finds these as whole words; `free_cover` also as "free cover" and "Free-Cover"."""
    spelled = (word.replace("_", "[ _-]") for word in sorted(words, key=lambda word: (-len(word), word)))
    return re.compile(rf"(?<!\w)(?:{'|'.join(spelled)})(?!\w)" if words else r"(?!)", re.IGNORECASE)


def snake(name: str) -> str:
    """`FreeCover`, `FREE_COVER` and "Free cover" as `free_cover`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|[ -]", "_", name).casefold()


def identifiers(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every name in the code, with its line: what a node holds as text, literals apart."""
    line = 1
    for node in ast.walk(tree):
        line = getattr(node, "lineno", line)
        if isinstance(node, ast.Constant):
            continue
        for _, value in ast.iter_fields(node):
            for text in value if isinstance(value, list) else [value]:
                if isinstance(text, str):
                    yield from ((line, name) for name in text.split("."))


def uses(file: Path, words: Collection[str], proper: Collection[str]) -> Iterator[tuple[int, str]]:
    """Where a file has one of these words in its code, or one of the proper names in its prose."""
    source = file.read_text(encoding="utf-8")
    tree = ast.parse(source)
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    in_code, in_prose = words_pattern(words), words_pattern(proper)
    yield from ((line, name) for line, name in [(1, file.stem), *identifiers(tree)] if snake(name) in words)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            pattern = in_prose if id(node) in prose else in_code
            yield from ((node.lineno, word) for word in pattern.findall(node.value))
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield from ((token.start[0], word) for word in in_prose.findall(token.string))


def game_words(package: Path, content: Path, core: Collection[str]) -> list[str]:
    """Every place in a package that has a word which the content declares and the core does not."""
    words = {word: kinds for word, kinds in declared(content).items() if word not in core}
    proper = {word for word, kinds in words.items() if kinds & PROPER}
    return [
        f"{file.relative_to(package)}:{line}: {word} ({', '.join(sorted(words[snake(word)]))})"
        for file in sorted(package.rglob("*.py"))
        for line, word in sorted(set(uses(file, words, proper)))
    ]


def test_no_word_of_a_ruleset_stands_in_the_interpreter() -> None:
    assert len(declared(ROOT / "content")) > 50, "content/ declares next to nothing: is it there?"
    core = core_vocabulary() | python_words() | ORDINARY.keys()
    assert game_words(ROOT / "interpreter", ROOT / "content", core) == []


def test_every_exception_is_needed() -> None:
    needed = declared(ROOT / "content").keys() - core_vocabulary() - python_words()
    assert ORDINARY.keys() - needed == set()


CONTENT = """
ruleset: skirmish
attributes: {armour: {type: number}}
manners: [shoved]
words: {stance: [kneeling]}
records: {weapon: {reach: number}}
rules: |
  define shaken(u) = u has free_cover
---
- status: free_cover
  fields: {keeper: unit}
- entry: long_lance
  actions: {impale: {cost: quick}}
"""
WORDS = "armour free_cover impale keeper kneeling long_lance reach shaken shoved skirmish stance weapon"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "content").mkdir()
    (tmp_path / "content" / "all.yaml").write_text(CONTENT, encoding="utf-8")
    (tmp_path / "package").mkdir()
    return tmp_path


def caught(tree: Path, code: str, file: str = "module.py") -> list[str]:
    (tree / "package" / file).write_text(code, encoding="utf-8")
    return game_words(tree / "package", tree / "content", {"unit", "number"})


def test_declarations_are_read(tree: Path) -> None:
    assert sorted(declared(tree / "content")) == WORDS.split()


@pytest.mark.parametrize(
    "code",
    [
        "unit.armour",
        "def shaken(): ...",
        "class FreeCover: ...",
        "SHOVED = 1",
        "f(keeper=1)",
        "def f():\n    import impale",
        "match x:\n    case {**stance}: ...",
        "x = 'is kneeling here'",
        "x = f'the {y} weapon'",
        "x = {'reach': 1}",
        "x = 'in Free Cover'",
        '"""Moves a long lance."""',
        "x = 1  # as skirmish has it",
    ],
)
def test_a_planted_word_is_caught(tree: Path, code: str) -> None:
    assert len(caught(tree, code)) == 1


def test_a_planted_file_name_is_caught(tree: Path) -> None:
    assert caught(tree, "", "impale.py") == ["impale.py:1: impale (action)"]


@pytest.mark.parametrize(
    "code",
    [
        "unit.number",
        "armoured = 'armoury'",
        "x = free",
        '"""Says what armour a stance gives."""',
        "x = 1  # within reach",
    ],
)
def test_other_words_are_left_alone(tree: Path, code: str) -> None:
    assert caught(tree, code) == []
