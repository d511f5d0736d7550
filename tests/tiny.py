"""Tiny rulesets for tests: YAML text is written into a folder, loaded as any ruleset is, and fought with."""

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import Any

from interpreter.library.building import Builder
from interpreter.library.program import Site
from interpreter.source.render import render_text
from interpreter.table.examples import ExampleRunner
from interpreter.table.loading import build, load
from interpreter.table.scripts import Script, script_answers
from interpreter.track import acting, order, turns
from interpreter.track.dice import ForcedDice
from interpreter.track.entering import add_unit
from interpreter.track.fight import Fight
from interpreter.track.state import Holder, Unit

HERE = Site("test", 1, 1, "test")

RULESET = """\
ruleset: tiny
title: Tiny
sides: [red, blue]
manners:
  walk: {touches: each}
  jump: {touches: landing}
  fall: {touches: nothing}
costs:
  free: {when: any time}
  own: {}
  heavy: {pays: {deeds: 2}}
budgets:
  deeds: {each: turn, amount: "2"}
initiative: "1"
"""
ROUND = """\
round:
  - {stage: turns, count: unit.init, order: descending}
"""


def tiny(folder: Path, content: str = "", *, ruleset: str = "", round: str = ROUND, base: str = RULESET) -> Builder:
    """A compiled ruleset: what every tiny one has, more keys of the ruleset, a round, and a list of content."""
    (folder / "ruleset.yaml").write_text("\n".join([base, dedent(ruleset), dedent(round)]))
    if content:
        (folder / "content.yaml").write_text(dedent(content))
    loaded = load(str(folder))
    assert not loaded.diagnostics.has_errors, render_text(loaded.diagnostics)
    return build(loaded)


def play_examples(folder: Path, content: str = "", **more: str) -> None:
    """Run every example of a tiny ruleset; each must pass, and there must be one."""
    builder = tiny(folder, content, **more)
    outcomes = ExampleRunner(builder, builder.texts.examples).run()
    assert outcomes
    failed = [f"{o.example.id}: {o.message} ({o.site})" for o in outcomes if o.message is not None]
    assert not failed, "\n".join(failed)


class Table:
    """A fight of a tiny ruleset, moved on by hand."""

    def __init__(self, builder: Builder, *, dice: list[int] | None = None, **inits: int) -> None:
        self.f = Fight(builder.program, ForcedDice(dice or []), Script())
        for id, init in inits.items():
            self.add(id, init)

    def add(self, id: str, init: int | None, *kinds: str, side: str = "red", **values: Any) -> Unit:
        unit = add_unit(self.f, id, side, kinds, values)
        unit.init = unit.last_init = init
        return unit

    def __getitem__(self, id: str) -> Unit:
        return self.f.units[id]

    # --- time -----------------------------------------------------------------------------------------------

    def begin_round(self) -> None:
        self.f.whole(lambda: turns.begin_round(self.f))

    def end_round(self) -> None:
        self.f.whole(lambda: turns.end_round(self.f))

    def begin(self, id: str | None = None) -> str | None:
        """Open the turn that comes next, or the next one of a unit; gives whose it is."""
        f = self.f
        turn = f.whole(lambda: order.up_next(f))
        if id is not None:
            turn = next(turn for turn in f.order if turn.unit == id and turn.state == "waiting")
        if turn is None:
            return None
        f.whole(lambda: turns.begin_turn(f, turn))
        unit: str = turn.unit
        return unit

    def end(self) -> None:
        self.f.whole(lambda: turns.end_turn(self.f))

    def turn(self, id: str | None = None) -> str | None:
        """Let a turn begin and end."""
        found = self.begin(id)
        if found is not None:
            self.end()
        return found

    def rest(self, most: int = 1000) -> list[str]:
        """Let all turns that remain pass, in their order; `most` of them."""
        found: list[str] = []
        while len(found) < most and (unit := self.turn()) is not None:
            found.append(unit)
        return found

    def next_round(self) -> list[str]:
        """Let the rest of the round pass, and begin the next."""
        found = self.rest()
        self.end_round()
        self.begin_round()
        return found

    # --- acting ---------------------------------------------------------------------------------------------

    def act(self, who: str, action: str, **answers: Any) -> None:
        """Let a unit act; an answer that is the id of a unit means the unit."""
        given = [("value", name, self._answer(value)) for name, value in answers.items()]
        script_answers(self.f, HERE, given, lambda: acting.act(self.f, self[who], action))

    def _answer(self, value: Any) -> Callable[[], Any]:
        if isinstance(value, list):
            return lambda: [self._answer(one)() for one in value]
        return lambda: self.f.units.get(value, value) if isinstance(value, str) else value

    # --- looking --------------------------------------------------------------------------------------------

    def has(self, id: str, status: str) -> bool:
        return status in self[id].standing

    def copies(self, id: str, status: str) -> list[Holder]:
        return [self.f.holders[serial] for serial in self[id].standing.get(status, ())]

    def kinds(self, *skip: str) -> list[str]:
        """The keys of the events so far."""
        return [event.kind for event in self.f.log if event.kind not in skip]
