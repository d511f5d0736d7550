"""Why an event happened: by which rules, dice and choices; and which rules looked at it and did not act."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from interpreter.library.building import Builder
from interpreter.library.program import Site
from interpreter.table.play import Play
from interpreter.table.scenario import Scenario
from interpreter.table.scripts import Failed
from interpreter.table.telling import Teller, sentence
from interpreter.track.dice import Dice
from interpreter.track.events import Event
from interpreter.track.refusals import Absent, Refused


@dataclass(frozen=True, slots=True)
class Idle:
    """A rule that looked at the event and did not act: the part of its condition that failed, as it is written."""

    rule: str
    site: Site
    failed: str
    failed_site: Site
    absent: bool


@dataclass(frozen=True, slots=True)
class Link:
    """One event of the chain that led to the one asked about."""

    event: Event
    told: str
    dice: list[dict[str, Any]]
    choices: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Why:
    """The chain, from the event asked about to what began it; the rules that acted on it, and those that did not."""

    chain: list[Link]
    acted: list[Site]
    idle: list[Idle]


def explain(builder: Builder, scenario: Scenario, dice: Dice, number: int, options: dict[str, Any]) -> Why | None:
    """Play a scenario again up to an event and say why it happened; None where the fight has no such event."""
    play = Play(builder, scenario, dice, options)
    f = play.fight
    idle: list[Idle] = []
    acted: list[Site] = []
    seen: set[Any] = set()

    def watch(event: Event, standing: Any, acts: bool) -> None:
        if event.id != number or id(standing) in seen:
            return
        seen.add(id(standing))
        found = None if acts else _failing(f, event, standing)
        if found is not None:
            idle.append(found)
        elif acts:
            acted.append(standing.rule.site)

    def forget() -> None:
        if len(f.log) < number:
            idle.clear()
            acted.clear()
            seen.clear()

    # Rolled-back attempts use ids that later events get again; what is noted of them is thrown away.
    f.watch = watch
    f.forget = forget
    try:
        for _ in play.run():
            if len(f.log) >= number:
                break
    except (Refused, Failed):
        if len(f.log) < number:
            return None
    if len(f.log) < number:
        return None
    teller = Teller(f)
    for _ in teller.new_events():
        pass
    chain: list[Link] = []
    at: Event | None = f.log[number - 1]
    while at is not None:
        chain.append(Link(at, sentence(at), teller.dice(at), teller.choices(at)))
        at = at.parent
    return Why(chain, acted, idle)


def _failing(f: Any, event: Event, standing: Any) -> Idle | None:
    """The first part of a rule's condition that does not hold."""
    for site, written, test in standing.rule.conditions():
        absent = False
        try:
            if test(f, event, standing.holder):
                continue
        except Absent:
            absent = True
        return Idle(standing.rule.name, standing.rule.site, written, site, absent)
    return None
