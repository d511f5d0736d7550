"""What tests of fights of shipped rulesets share: each ruleset built once, and its scenarios played to their ends."""

from functools import cache

from interpreter.library.building import Builder
from interpreter.table.loading import Loaded, build, load
from interpreter.table.play import Play
from interpreter.table.scenario import compile_scenario
from interpreter.track.dice import SeededDice
from interpreter.track.fight import Fight


@cache
def ruleset(name: str) -> tuple[Loaded, Builder]:
    loaded = load(name)
    return loaded, build(loaded)


def play_of(name: str, scenario: str, seed: int) -> Play:
    """A fight that is still to be played."""
    loaded, builder = ruleset(name)
    return Play(builder, compile_scenario(builder, loaded.scenarios[scenario]), SeededDice(seed))


def played(name: str, scenario: str, seed: int) -> Fight:
    play = play_of(name, scenario, seed)
    for _ in play.run():
        pass
    return play.fight
