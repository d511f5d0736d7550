"""Fights of declarations: who cuts in on whom, the fastest of rivals first, one turn a round, numbers kept secret."""

import json
from collections import Counter
from typing import Any

import pytest

from interpreter.commands.main import main
from interpreter.track.events import Change, Simple
from interpreter.track.fight import Fight
from interpreter.track.state import Unit
from tests.content.fights import played

SEEDS = range(1, 41)
SCENARIOS = pytest.mark.parametrize("scenario", ["ridge", "depot"])
# From the slowest craft to the fastest, as the rulebook ranks them.
CRAFT = ["foot_infantry", "mechanized_infantry", "jump_infantry", "vehicle", "mech", "aerospace"]


class Watched:
    """A fight as its log tells it: whose turn passes inside of whose, at which step, and who is how fast."""

    def __init__(self, fight: Fight) -> None:
        self.type_first = fight.options["tie_order"] == "type_first"
        self.init: dict[str, int] = {}
        self.bonus: dict[str, int] = {}
        self.early: Counter[str] = Counter()
        self.open: list[str] = []
        self.step: dict[str, str] = {}
        self.rivals: dict[str, list[Unit]] = {}
        self.before: tuple[int, ...] = ()
        self.seen: Counter[str] = Counter()
        for event in fight.log:
            self.look_at(event)
        assert self.open == []

    def speed(self, unit: Unit) -> tuple[int, ...]:
        """Where a unit comes in the order of declarations, worked out from the rulebook's M8 and M10."""
        rank, bonus = CRAFT.index(unit.a_craft), self.bonus[unit.id]  # type: ignore[attr-defined]
        ties = (rank, bonus) if self.type_first else (bonus, rank)
        return (self.init[unit.id], *ties, unit.a_speed, -unit.a_size)  # type: ignore[attr-defined]

    def place(self, unit: Unit) -> tuple[int, ...]:
        """Where its turn comes: by M11 who has claimed a number before who must declare on it, the fastest first."""
        init, *ties = self.speed(unit)
        early = self.early[unit.id]
        return (init - early, 0, *(-part for part in (init, *ties))) if early else (init, 1, init, *ties)

    def look_at(self, event: object) -> None:
        if isinstance(event, Change) and event.stopped is None:
            self.change(event)
        elif isinstance(event, Simple) and event.stopped is None:
            if event.kind == "start:round":
                self.before = ()
            elif event.kind == "cut_in":
                assert event.other.id == self.open[-1]
                assert self.speed(event.unit) > self.speed(event.other)
                self.rivals.setdefault(event.other.id, []).append(event.unit)
            elif event.kind == "note" and event.name.endswith("comes to"):
                self.rivals[event.unit.id] = []
                self.step[event.unit.id] = event.value
            elif event.kind == "start:turn":
                self.start(event.unit)
            elif event.kind == "end:turn":
                assert self.open.pop() == event.unit.id
            elif event.kind == "action":
                self.seen[event.name] += 1

    def change(self, event: Change) -> None:
        if event.name == "init":
            self.init[event.unit.id] = event.destination
        elif event.name == "own_bonus":
            self.bonus[event.unit.id] = event.destination
        elif event.name == "early_by":
            self.early[event.unit.id] = event.destination
        elif event.name == "headcount":
            self.seen["losses"] += 1

    def start(self, unit: Unit) -> None:
        if self.open:
            host = self.open[-1]
            self.seen[self.step[host]] += 1
            rivals = self.rivals[host]
            self.seen["rivals"] += len(rivals) > 1
            assert self.speed(unit) == max(self.speed(rival) for rival in rivals)
            rivals.remove(unit)
        else:
            assert self.place(unit) >= self.before
            self.before = self.place(unit)
            self.seen["early"] += self.early[unit.id] > 0
        self.seen["deep"] = max(self.seen["deep"], len(self.open))
        self.open.append(unit.id)
        self.step[unit.id] = "declaring"
        self.rivals[unit.id] = []


@SCENARIOS
def test_the_faster_cut_in_on_the_slower_in_every_window(scenario: str) -> None:
    """Turns come from low to high; who cuts in comes later than whom it cuts in on; the fastest of rivals is first."""
    seen: Counter[str] = Counter()
    deepest = 0
    for seed in SEEDS:
        found = Watched(played("mwii_declarations", scenario, seed)).seen
        deepest = max(deepest, found["deep"])
        seen += found
    assert {"declaring", "moving", "firing", "cancel", "losses", "rivals", "early", "talk_strategy"} - set(seen) == (
        {"talk_strategy"} if scenario == "ridge" else set()
    )
    assert deepest >= 2


@SCENARIOS
def test_nobody_acts_twice_in_a_round_and_nobody_goes_without(scenario: str) -> None:
    for seed in SEEDS:
        fight = played("mwii_declarations", scenario, seed)
        turns = Counter((event.round, event.unit.id) for event in fight.log if event.kind == "start:turn")
        assert set(turns.values()) == {1}
        there = [unit.id for unit in fight.units.values() if not unit.gone]
        ended = [event.round for event in fight.log if event.kind == "end:round"]
        assert all(turns[number, unit] == 1 for number in ended for unit in there), f"seed {seed}"


@SCENARIOS
def test_what_is_declared_is_done_or_cancelled(scenario: str) -> None:
    """The heat of a unit is that of all the fire it declared, less the half (rounded down) of what it cancelled."""
    cancelled = 0
    for seed in SEEDS:
        fight = played("mwii_declarations", scenario, seed)
        declared: Counter[str] = Counter()
        spared: Counter[str] = Counter()
        in_turn: Counter[str] = Counter()
        for event in fight.log:
            if event.kind == "end:turn":
                spared[event.unit.id] += in_turn.pop(event.unit.id, 0) // 2
            if not isinstance(event, Change) or event.name not in ("volley_heat", "fire_cancelled"):
                continue
            if event.name == "fire_cancelled":
                in_turn[event.unit.id] += max(0, event.amount)
                cancelled += max(0, event.amount)
            elif event.amount > 0:
                declared[event.unit.id] += event.amount
        assert not in_turn
        for unit in fight.units.values():
            assert unit.c_heat == declared[unit.id] - spared[unit.id], f"seed {seed}, {unit}"  # type: ignore[attr-defined]
    assert cancelled > 0


def claimed(events: list[dict[str, Any]]) -> set[str]:
    """Whose claims of numbers are told."""
    return {choice["by"] for event in events for choice in event.get("choices", ()) if choice["name"] == "number"}


@SCENARIOS
def test_a_unit_is_told_no_number_but_its_own(
    scenario: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not those of its friends either: neither initiative, nor what it is made of, nor the dice for it."""
    monkeypatch.setenv("TURNWRIGHT_CACHE", "off")
    for viewer in played("mwii_declarations", scenario, 1).units:
        assert main(["run", scenario, "--as", viewer, "--format", "json"]) == 0
        *events, result = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        told = [event for event in events if event["event"] in ("init", "own_bonus", "early_by")]
        assert {event["unit"] for event in told} > {viewer}
        for event in told:
            hidden = {event["from"], event["to"]} == {"hidden"}
            assert hidden == (event["unit"] != viewer)
        dice = [die for event in events for die in event.get("dice", ())]
        assert {die["unit"] for die in dice if die["for"] == "initiative_of"} == {viewer}
        assert claimed(events) == {viewer}
        for unit, shown in result["units"].items():
            assert ("hidden" in (shown["init"], shown["counters"]["own_bonus"])) == (unit != viewer)


@SCENARIOS
def test_a_side_is_told_no_number_at_all_and_the_game_master_every_one(
    scenario: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TURNWRIGHT_CACHE", "off")
    for view, hidden in ((["--view", "lance"], True), ([], False)):
        assert main(["run", scenario, *view, "--format", "json"]) == 0
        *events, result = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        told = [event for event in events if event["event"] in ("init", "own_bonus", "early_by")]
        assert {event["to"] == "hidden" for event in told} == {hidden}
        assert (claimed(events) == set()) == hidden
        standing = [shown["init"] for shown in result["units"].values() if shown["init"] is not None]
        assert {init == "hidden" for init in standing} == {hidden}


def test_nobody_learns_who_has_taken_a_number(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the turn of pike in the second round bat takes 7; the others are told of it as of all that were asked."""
    monkeypatch.setenv("TURNWRIGHT_CACHE", "off")
    for viewer in ("pike", "hawk", "wolf"):
        assert main(["run", "ford", "--as", viewer, "--format", "json"]) == 0
        events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        asked = [event for event in events if (event["event"], event.get("turn")) == ("early_by", "pike")]
        asked = [event for event in asked if event["round"] == 2]
        assert [event["unit"] for event in asked] == ["bat", "hawk", "wolf"]
        assert all(event["to"] == "hidden" for event in asked if event["unit"] != viewer)
        assert {choice["by"] for event in events for choice in event.get("choices", ())} <= {viewer}
        assert main(["run", "ford", "--as", viewer]) == 0
        assert "early_by" not in capsys.readouterr().out
