"""Scenarios that say what they expect: whole fights, held to their word as examples are."""

from __future__ import annotations

from interpreter.library.building import Builder
from interpreter.library.texts import ExampleText
from interpreter.table.examples import Outcome, judged
from interpreter.table.play import Play
from interpreter.table.scenario import compile_scenario
from interpreter.table.scenes import ScenarioText
from interpreter.track.dice import ForcedDice, SeededDice


def hold(builder: Builder, text: ScenarioText) -> Outcome:
    """Play a scenario on the dice that it gives, and see whether all is as it expects.

    One that gives no dice and expects nothing is played on those of a seed; all it shows is that it comes to its end.
    """
    scenario = compile_scenario(builder, text)
    dice = SeededDice(1) if text.dice is None and not text.expect else ForcedDice(text.dice or [])
    play = Play(builder, scenario, dice)

    def fight() -> None:
        for _ in play.run():
            pass
        if scenario.expect is not None:
            scenario.expect(play.fight)

    return judged(_as_example(text), play.fight, dice, fight)


def _as_example(text: ScenarioText) -> ExampleText:
    name = text.piece.name_node
    title, dice = f"scenario {text.name}", None if text.dice is None else tuple(text.dice)
    return ExampleText(title, title, name.span, text.piece.node, (), (), dice, text.expect, None, text.options, ())
