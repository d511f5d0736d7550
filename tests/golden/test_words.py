"""The one table of words, the checker, the compiler and the track agree; the golden files use every word."""

from __future__ import annotations

import ast
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from interpreter.language.module import Module
from interpreter.language.readable_words import EVENTS, NAMES, PROPERTIES
from interpreter.language.scope import Checked
from interpreter.language.words import FUNCTIONS, VERBS, FunctionWord, VerbWord
from interpreter.library.building import Builder
from interpreter.table.examples import ExampleRunner
from interpreter.table.loading import build, load
from interpreter.table.scripts import scripting
from interpreter.track.runtime import runtime

HERE = Path(__file__).parent

# What only the builder calls, when it makes its records.
ONLY_BUILDING = {"unit_class", "event_class"}


@dataclass(frozen=True)
class Whole:
    """The tiny ruleset with all that is right: what was found out about it, and the names that its code asks for."""

    checked: Checked
    builder: Builder
    names: frozenset[str]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    folder = tmp_path_factory.mktemp("whole")
    for kind in ("tiny", "ok", "run"):
        for file in sorted((HERE / kind).glob("*.yaml")):
            shutil.copy(file, folder / file.name)
    loaded = load(str(folder))
    assert [str(diagnostic) for diagnostic in loaded.diagnostics] == []
    assert loaded.texts is not None
    names: set[str] = set()
    run = Module.run

    def noted(module: Module, namespace: dict[str, Any]) -> None:
        trees = [tree for trees in module._files.values() for tree in trees]
        names.update(node.id for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Name))
        run(module, namespace)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Module, "run", noted)
        builder = build(loaded)
        ExampleRunner(builder, loaded.texts.examples)
        yield Whole(loaded.texts.checked, builder, frozenset(names))


def test_every_verb_is_used(whole: Whole) -> None:
    used = {use.word.name for use in whole.checked.verbs.values() if isinstance(use.word, VerbWord)}
    assert used == set(VERBS)


def test_every_function_is_used(whole: Whole) -> None:
    used = {word.name for word, _ in whole.checked.calls.values() if isinstance(word, FunctionWord)}
    assert used == set(FUNCTIONS)


def test_every_name_is_used(whole: Whole) -> None:
    used = {binding.name for binding in whole.checked.bindings.values() if binding.kind == "global"}
    assert used == set(NAMES)


def test_every_property_is_used(whole: Whole) -> None:
    used = {(kind.removeprefix("each "), node.name) for node, kind in whole.checked.attrs.items()}
    known = {(kind, name) for kind, properties in PROPERTIES.items() for name in properties}
    assert sorted(known - used) == []


def test_rules_answer_every_event(whole: Whole) -> None:
    program = whole.builder.program
    holders: list[Any] = [*program.statuses.values(), *program.markers.values(), *program.entries.values()]
    rules = [*program.rules, *(rule for holder in holders for rule in holder.rules)]
    answered = {rule.event for rule in rules}
    for event in EVENTS:
        keys = {"turn": "start:turn", "stage": "start:stage", "round": "end:round", "scene": "start:scene", "any": "*"}
        key = keys.get(event, event)
        assert any(one == key or one.startswith(key + ":") for one in answered), event


def test_compiled_code_asks_for_nothing_hidden(whole: Whole) -> None:
    assert sorted(name for name in whole.names if name.startswith("_") and name != "_note") == []


def test_the_track_gives_nothing_that_is_never_called(whole: Whole) -> None:
    given = {name for name, value in (runtime() | scripting()).items() if is_of_the_track(value)}
    assert sorted(given - whole.names - ONLY_BUILDING) == []


def is_of_the_track(value: Any) -> bool:
    """Whether something is made for compiled code to call: the modules of the track hold other names as well."""
    module = getattr(value, "__module__", None) or ""
    return isinstance(value, FunctionType) and module.startswith(("interpreter.track", "interpreter.table"))
