"""Whole fights of what ships: many seeds, no error, everybody's turns as its entries say, every Init explained."""

from collections import Counter
from collections.abc import Iterator

import pytest

from interpreter.library.content import shipped_rulesets
from interpreter.table.telling import Teller
from interpreter.track.events import Change, Event, Simple, Step
from interpreter.track.fight import Fight
from tests.content.fights import play_of, played, ruleset

SEEDS = range(1, 201)


def scenarios() -> list[tuple[str, str]]:
    """The fights that are played by policies; one that says what is done has dice of its own, and is an example."""
    found: list[tuple[str, str]] = []
    for name in shipped_rulesets():
        loaded, _ = ruleset(name)
        found += [(name, scenario) for scenario, text in loaded.scenarios.items() if not text.do]
    return found


@pytest.mark.parametrize(("name", "scenario"), scenarios())
def test_watching_changes_nothing(name: str, scenario: str) -> None:
    for seed in (1, 2, 3):
        play = play_of(name, scenario, seed)
        play.fight.watch = lambda event, standing, acts: None
        for _ in play.run():
            pass
        assert told(play.fight) == told(played(name, scenario, seed))


def told(f: Fight) -> list[str]:
    """What has happened, with the dice and the choices, so that two fights can be compared."""
    teller = Teller(f)
    return [str(teller.record(event)) for event in teller.new_events()]


def explained(log: list[Event]) -> dict[str, int | None]:
    """Where everybody is, worked out from the log alone; each event must begin where the one before it ended."""
    at: dict[str, int | None] = {}
    for event in log:
        if event.stopped is not None or event.unit is None:
            continue
        unit = event.unit.id
        if isinstance(event, Simple) and event.kind == "return":
            at[unit] = event.value
        elif isinstance(event, Simple) and event.kind == "leave":
            at[unit] = None
        elif isinstance(event, Step):
            if event.movement.thing is event.unit:
                # Who comes onto the track has been told to be there, and comes from nowhere.
                before = event.here if event.here_before is None else event.here_before
                assert at[unit] == before, f"event {event.id}"
                at[unit] = event.here
        elif isinstance(event, Change) and event.name == "init" and event.thing is event.unit and _at_once(event):
            assert at[unit] == event.origin, f"event {event.id}"
            at[unit] = event.destination
    return at


def _at_once(event: Change) -> bool:
    """Whether a change arrives without touching anything; the others are told by their steps."""
    return event.manner is not None and event.manner.touches == "nothing"


def turns_taken(fight: Fight) -> dict[tuple[int, str], int]:
    """How many turns began for each unit in each round."""
    return Counter((event.round, event.unit.id) for event in fight.log if event.kind == "start:turn")


def rounds_played(fight: Fight) -> Iterator[tuple[int, set[str]]]:
    """Each round that was played to its end, with the units that were in the fight from its beginning to its end."""
    present: set[str] = set()
    began: set[str] = set()
    for event in fight.log:
        if event.kind == "return" and event.unit is not None:
            present = present | {event.unit.id}
        elif isinstance(event, Simple) and event.kind == "leave" and event.name == "gone":
            present = present - {event.unit.id}
        elif event.kind == "start:round":
            began = present
        elif event.kind == "end:round":
            yield event.round, began & present


@pytest.mark.parametrize(("ruleset_name", "scenario"), scenarios())
def test_two_hundred_fights(ruleset_name: str, scenario: str) -> None:
    """Nobody acts more or less often than its entries say; who has one of these entries acts so often."""
    often = {"elite": 2, "ultra": 2}
    for seed in SEEDS:
        fight = played(ruleset_name, scenario, seed)
        where = explained(fight.log)
        assert where == {unit.id: unit.init for unit in fight.units.values()}, f"seed {seed}"
        if ruleset_name != "lancer_initiative":
            continue
        taken = turns_taken(fight)
        for number, units in rounds_played(fight):
            for unit in units:
                expected = max(often.get(entry, 1) for entry in ["", *fight.units[unit].entries])
                assert taken[number, unit] == expected, f"seed {seed}, round {number}, {unit}"
