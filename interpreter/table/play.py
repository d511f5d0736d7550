"""Playing a scenario: rounds, turns, and what each unit's policy does in its turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from interpreter.library import reading
from interpreter.library.building import Builder
from interpreter.source.nodes import Mapping, Scalar
from interpreter.table.scenario import Scenario
from interpreter.table.scripts import Script
from interpreter.track import turns
from interpreter.track.dice import Dice
from interpreter.track.entering import add_unit
from interpreter.track.events import Simple
from interpreter.track.fight import Fight
from interpreter.track.happen import happen
from interpreter.track.lasting import settle
from interpreter.track.refusals import Absent, Refused
from interpreter.track.state import Objective, Turn, Unit


class Play:
    """A fight of a scenario, played turn by turn by the policies of its units."""

    def __init__(self, builder: Builder, scenario: Scenario, dice: Dice, options: dict[str, Any] | None = None) -> None:
        self.builder = builder
        self.scenario = scenario
        self.node = scenario.text.piece.node
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
                turn = f.whole(lambda: turns.up_next(f))
                if turn is None:
                    break
                self._turn(turn)
                yield "turn"
            if self.over:
                break
            f.whole(lambda: turns.end_round(f))
            yield "end"
        f.whole(lambda: turns.end_scene(f))
        yield "end"

    def _turn(self, turn: Turn) -> None:
        f = self.fight
        unit = f.units[turn.unit]
        f.whole(lambda: turns.begin_turn(f, turn))
        policy = self._policy(unit)
        if policy is not None and unit.init is not None:
            policy(f, unit)
        f.whole(lambda: turns.end_turn(f))

    def _policy(self, unit: Unit) -> Any:
        for text in self.scenario.text.units:
            if text.id == unit.id:
                return None if text.plays is None else self.builder.program.policies[text.plays]
        return None

    def _ended(self) -> bool:
        if self.scenario.ends_when is not None and not self.over:
            try:
                self.over = self.scenario.ends_when(self.fight)
            except Absent:
                self.over = False
        return self.over

    # --- setting up -----------------------------------------------------------------------------------------

    def _set_up(self) -> None:
        f = self.fight
        for words, node in reading.mapping(self.node, "track"):
            first, _, last = words.text.partition(" to ")
            for cell in range(int(first), int(last or first) + 1):
                found = frozenset(reading.value_of(node))
                f.cells[cell] = f.cells.get(cell, frozenset()) | found
        for id, node in reading.mapping(self.node, "objectives"):
            assert isinstance(node, Mapping)
            score = reading.scalar(node, "score")
            side = reading.scalar(node, "side")
            assert score is not None
            goal = Objective(id.text, int(reading.value_of(score)), None if side is None else side.text)
            f.put_key(f.objectives, id.text, goal)
        for text in self.scenario.text.units:
            self._add(text.id, text.node)
        if self.scenario.setup is not None:
            self.scenario.setup(f)
        settle(f)

    def _add(self, id: str, node: Mapping) -> None:
        f = self.fight
        values = self.builder.unit_values(node)
        unit = add_unit(
            f,
            id,
            reading.text(node, "side"),
            reading.names(node, "as"),
            values,
            reading.names(node, "entries"),
        )
        f.actor = unit
        event = Simple("return", None, unit, "enters")
        happen(f, event, lambda f, event: self._enter(unit, reading.scalar(node, "at"), event))
        f.actor = None

    def _enter(self, unit: Unit, at: Scalar | None, event: Simple) -> None:
        f = self.fight
        if at is not None:
            event.value = int(reading.value_of(at))
        else:
            initiative = self.builder.program.initiative
            if initiative is None:
                raise Refused(f"`{unit}` has no Init, and the ruleset does not say how initiative is rolled")
            event.value = initiative(f, unit)
        f.put(unit, "init", int(event.value))


def result(f: Fight) -> dict[str, Any]:
    """How a fight stands, as the last line of its log for programs."""
    from interpreter.table.telling import plain

    counters = list(f.program.counters)
    return {
        "event": "result",
        "units": {
            unit.id: {
                "init": unit.init,
                "statuses": sorted(unit.standing),
                "counters": {name: plain(getattr(unit, "c_" + name)) for name in counters},
            }
            for unit in f.units.values()
        },
        "objectives": {
            goal.id: {"score": goal.c_score, "attained_by": goal.attained_by} for goal in f.objectives.values()
        },
        "rounds": f.round,
    }
