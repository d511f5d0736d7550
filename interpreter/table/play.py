"""Playing a scenario: rounds, turns, and what each unit's policy does in its turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from interpreter.library.building import Builder
from interpreter.table.scenario import Member, Scenario
from interpreter.table.scripts import Script
from interpreter.table.views import GAME_MASTER, View
from interpreter.track import turns
from interpreter.track.dice import Dice
from interpreter.track.entering import add_unit
from interpreter.track.events import Simple
from interpreter.track.fight import Fight
from interpreter.track.happen import happen
from interpreter.track.lasting import settle
from interpreter.track.refusals import Absent, Refused
from interpreter.track.state import Objective, Unit


class Play:
    """A fight of a scenario, played turn by turn by the policies of its units."""

    def __init__(self, builder: Builder, scenario: Scenario, dice: Dice, options: dict[str, Any] | None = None) -> None:
        self.scenario = scenario
        self.fight = Fight(builder.program, dice, Script(lenient=True))
        self.fight.options.update(scenario.text.options)
        self.fight.options.update(options or {})
        self.over = False

    def run(self) -> Iterator[str]:
        """Play to the end; gives what has just been done (setup, round, turn, end) each time something has.

        Raises `Refused` where a rule cannot be carried out.
        """
        f = self.fight
        f.whole(self._set_up)
        yield "setup"
        for _ in range(self.scenario.rounds):
            f.whole(lambda: turns.begin_round(f))
            yield "round"
            while not self._ended():
                unit = f.whole(self._next_turn)
                if unit is None:
                    break
                self._play(unit)
                for riding in f.riding:
                    self._play(f.units[riding.unit])
                f.whole(lambda: turns.end_turn(f))
                yield "turn"
            if self.over:
                break
            f.whole(lambda: turns.end_round(f))
            yield "end"
        f.whole(lambda: turns.end_scene(f))
        yield "end"

    def _next_turn(self) -> Unit | None:
        """Begin the next turn of the round; None where there is none."""
        f = self.fight
        turn = turns.up_next(f)
        if turn is None:
            return None
        turns.begin_turn(f, turn)
        return f.units[turn.unit]

    def _play(self, unit: Unit) -> None:
        policy = self.scenario.policies.get(unit.id)
        if policy is not None and unit.init is not None and turns.has_turn(self.fight, unit):
            policy(self.fight, unit)

    def _ended(self) -> bool:
        if self.scenario.ends_when is not None and not self.over:
            try:
                self.over = self.scenario.ends_when(self.fight)
            except Absent:
                self.over = False
        return self.over

    # --- setting up -----------------------------------------------------------------------------------------

    def _set_up(self) -> None:
        f, scenario = self.fight, self.scenario
        f.cells.update(scenario.cells)
        for id, score, side in scenario.objectives:
            f.put_key(f.objectives, id, Objective(id, score, side))
        for member in scenario.members:
            self._add(member)
        if scenario.setup is not None:
            scenario.setup(f)
        settle(f)

    def _add(self, member: Member) -> None:
        f = self.fight
        unit = add_unit(f, member.id, member.side, member.kinds, member.values, member.entries)
        f.actor = unit
        happen(f, Simple("return", None, unit, "enters"), lambda f, event: self._enter(unit, member.at, event))
        f.actor = None

    def _enter(self, unit: Unit, at: int | None, event: Simple) -> None:
        f = self.fight
        if at is None:
            initiative = f.program.initiative
            if initiative is None:
                raise Refused(f"`{unit}` has no Init, and the ruleset does not say how initiative is rolled")
            at = initiative(f, unit)
            if not isinstance(at, int):
                raise Refused(f"initiative must be a whole number, not {at}: round it with `up(...)` or `down(...)`")
        event.value = at
        f.put(unit, "init", at)


def result(f: Fight, view: View = GAME_MASTER) -> dict[str, Any]:
    """How a fight stands, as the last line of its log for programs, for who looks."""
    from interpreter.table.telling import plain

    counters = list(f.program.counters)
    return {
        "event": "result",
        "units": {
            unit.id: {
                "init": plain(view.init(unit)),
                "statuses": sorted(unit.standing),
                "counters": {name: plain(view.counter(unit, name)) for name in counters},
            }
            for unit in f.units.values()
        },
        "objectives": {
            goal.id: {"score": goal.c_score, "attained_by": goal.attained_by} for goal in f.objectives.values()
        },
        "rounds": f.round,
    }
