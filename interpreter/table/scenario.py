"""Scenarios ready to be played: whole fights with units, terrain and objectives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from interpreter.language.compile_rules import (
    compile_answers,
    compile_expectations,
    compile_script,
    compile_setup,
    compile_value,
)
from interpreter.library import reading
from interpreter.library.building import Builder
from interpreter.library.program import PolicyAnswer
from interpreter.source.nodes import Mapping, Scalar
from interpreter.table.scenes import RoundText, ScenarioText, UnitText, side_of, whole


@dataclass(frozen=True, slots=True)
class Member:
    """A unit that takes part from the beginning; without `at` its initiative is rolled."""

    id: str
    side: str
    kinds: tuple[str, ...]
    values: dict[str, Any]
    entries: tuple[str, ...]
    at: int | None


@dataclass(frozen=True, slots=True)
class RoundScript:
    """What a scenario says of a round, ready to be done: functions of the fight, or None where nothing is said."""

    text: RoundText
    opening: Any
    do: Any
    closing: Any


@dataclass(slots=True)
class Scenario:
    """A scenario ready to be played: functions and values in place of texts.

    `scripts` has what is done in each round, where the scenario says so; then no unit has a policy. `answering` is what
    units answer.
    """

    text: ScenarioText
    setup: Any
    ends_when: Any
    rounds: int
    cells: dict[int, frozenset[str]]
    objectives: list[tuple[str, int, str | None]]
    members: list[Member]
    policies: dict[str, Any]
    answering: dict[str, list[PolicyAnswer]]
    scripts: list[RoundScript]
    expect: Any


def compile_scenario(builder: Builder, text: ScenarioText) -> Scenario:
    """Compile what a scenario says; its policies are compiled with the ruleset."""
    setup = None
    if text.setup and text.setup_span is not None:
        setup = compile_setup(builder.module, text.name, text.setup, text.setup_span)
    ends = None if text.ends_when is None else compile_value(builder.module, text.ends_when, text.name, [])
    rounds = [_round(builder, text.name, one) for one in text.do]
    expect = compile_expectations(builder.module, text.name, text.expect) if text.expect else None
    builder.define()
    node, given = text.piece.node, builder.program.answering
    return Scenario(
        text,
        None if setup is None else builder.function(setup),
        None if ends is None else builder.function(ends),
        whole(node, "rounds") or 1,
        _cells(node),
        [(id.text, whole(goal, "score") or 1, side_of(goal)) for id, goal in _mappings(node, "objectives")],
        [_member(builder, unit) for unit in text.units],
        {unit.id: builder.program.policies[unit.plays] for unit in text.units if unit.plays is not None},
        {unit.id: found for unit in text.units if (found := _answering(unit, given))},
        [
            RoundScript(one, *(None if name is None else builder.function(name) for name in names))
            for one, names in zip(text.do, rounds, strict=True)
        ],
        None if expect is None else builder.function(expect),
    )


def _round(builder: Builder, name: str, text: RoundText) -> tuple[str | None, str, str | None]:
    module = builder.module
    opening, closing = (compile_answers(module, name, answers) for answers in (text.opening, text.closing))
    return opening, compile_script(module, name, text.done, text.span), closing


def _answering(unit: UnitText, given: dict[str, list[PolicyAnswer]]) -> list[PolicyAnswer]:
    """What a unit answers: what is said of it alone counts before what its policy says of the same question."""
    found: dict[Any, PolicyAnswer] = {}
    for answer in (one for name in unit.answers for one in given.get(name, ())):
        found.setdefault((answer.what, answer.words), answer)
    return list(found.values())


def _mappings(node: Mapping, key: str) -> list[tuple[Scalar, Mapping]]:
    return [(name, value) for name, value in reading.mapping(node, key) if isinstance(value, Mapping)]


def _cells(node: Mapping) -> dict[int, frozenset[str]]:
    """The properties of Inits: `"18": [...]` for one, `10 to 12: [...]` for several."""
    found: dict[int, frozenset[str]] = {}
    for words, properties in reading.mapping(node, "track"):
        first, _, last = words.text.partition(" to ")
        for cell in range(int(first), int(last or first) + 1):
            found[cell] = found.get(cell, frozenset()) | frozenset(reading.value_of(properties))
    return found


def _member(builder: Builder, unit: UnitText) -> Member:
    node = unit.node
    return Member(
        unit.id,
        side_of(node) or builder.program.sides[0],
        reading.names(node, "as"),
        builder.unit_values(node),
        reading.names(node, "entries"),
        whole(node, "at"),
    )
