"""Fights of declarations: what initiative and fire are made of, worked out from the rulebook, is what the log tells."""

from collections import Counter
from math import isqrt

import pytest

from interpreter.track.events import Change, Declared, Event
from interpreter.track.fight import Fight
from interpreter.track.state import Unit
from tests.content.fights import played

SEEDS = range(1, 21)
SCENARIOS = pytest.mark.parametrize("scenario", ["ridge", "depot"])
INFANTRY = ("foot_infantry", "mechanized_infantry", "jump_infantry")
# From these hexes on, movement adds one more to what is needed to hit.
EDGES = (3, 5, 7, 10)


def crowd(heads: int) -> int:
    """The root of a head count, rounded up; a lone person costs nothing."""
    return isqrt(heads - 1) + 1 if heads > 1 else 0


def seat(unit: Unit) -> int:
    starts = {"strange": 4, "other_variant": 3, "same_type": 2, "own_mech": 0}
    start = max(starts[unit.a_seat], 2 if unit.a_lent_out else 0)  # type: ignore[attr-defined]
    return max(0, start - unit.a_practice) if unit.a_craft == "mech" else 0  # type: ignore[attr-defined]


@SCENARIOS
def test_initiative_is_what_the_rulebook_adds_up(scenario: str) -> None:
    seen: Counter[str] = Counter()
    for seed in SEEDS:
        fight = played("mwii_declarations", scenario, seed)
        there = {unit.id: unit for unit in fight.units.values()}
        heads = {unit.id: unit.a_strength for unit in there.values()}  # type: ignore[attr-defined]
        command = dict.fromkeys(there, 0)
        bonus: dict[str, int] = {}
        for event in fight.log:
            if event.kind == "leave":
                del there[event.unit.id]
            if not isinstance(event, Change):
                continue
            id = event.unit.id
            if event.name == "headcount":
                heads[id] = event.destination
            elif event.name == "command_bonus":
                command[id] = event.destination
            elif event.name == "own_bonus":
                bonus[id] = added_up(fight, event.unit, list(there.values()), heads[id]) + command[id]
                assert event.destination == bonus[id], f"seed {seed}, event {event.id}"
                seen["talk"] += fight.options["talking_penalty"] and event.unit.a_talkers > 0
                seen["seat"] += seat(event.unit) > 0
                seen["losses"] += heads[id] < event.unit.a_strength
            elif event.name == "init":
                assert 2 <= event.destination - bonus[id] <= 12
    assert seen["seat"]
    assert seen["losses"]
    assert (seen["talk"] > 0) == (scenario == "depot")


def added_up(fight: Fight, unit: Unit, there: list[Unit], heads: int) -> int:
    """The bonus of a unit without that of its commander."""
    skill = 2 * unit.a_tactics if unit.a_craft in INFANTRY else unit.a_piloting + unit.a_tactics  # type: ignore[attr-defined]
    talking = 0
    if fight.options["talking_penalty"] and unit.a_talkers:  # type: ignore[attr-defined]
        talking = crowd(sum(other.a_talkers for other in there if other.side == unit.side))  # type: ignore[attr-defined]
    return int(skill - seat(unit) - crowd(heads) - talking)


@SCENARIOS
def test_a_shot_needs_what_movement_adds(scenario: str) -> None:
    """Of the target: declared and not cancelled, or else made in its last turn. Of who fires: all that it declared."""
    seen: Counter[str] = Counter()
    for seed in SEEDS:
        fight = played("mwii_declarations", scenario, seed)
        hexes: Counter[str] = Counter()
        declared: Counter[str] = Counter()
        silent: set[str] = set()
        for event in fight.log:
            if event.kind == "start:turn":
                silent.add(event.unit.id)
            elif event.kind == "end:turn" and event.unit.id in silent:
                hexes[event.unit.id] = 0
            elif isinstance(event, Change) and event.name == "hexes" and _said(event) in ("declare", "cancel"):
                silent.discard(event.unit.id)
                hexes[event.unit.id] = event.destination
                if _said(event) == "declare":
                    declared[event.unit.id] = event.destination
                seen[_said(event)] += 1
            elif isinstance(event, Declared) and event.decl.name == "check":
                shooter, target = event.f_tester, event.parent.f_target  # type: ignore[attr-defined, union-attr]
                moved = sum(hexes[target.id] >= edge for edge in EDGES)
                needed = shooter.a_gunnery + (declared[shooter.id] > 0) + moved
                assert event.f_difficulty == needed, f"seed {seed}, event {event.id}"  # type: ignore[attr-defined]
                seen["moved"] += moved > 0
    assert seen["declare"]
    assert seen["moved"]
    assert (seen["cancel"] > 0) == (scenario == "ridge")


def _said(event: Event) -> str:
    return str(getattr(event.parent, "name", ""))
