"""The duel, played by the interpreter and by hand-written objects that know nothing but its rules.

Both roll the same dice from the same streams, and must end in the same state.
"""

from __future__ import annotations

from benchmarks.by_hand import duel
from benchmarks.measure import side_by_side
from interpreter.table.loading import build, load
from interpreter.table.play import Play
from interpreter.table.scenario import compile_scenario
from interpreter.track.dice import SeededDice

FIGHTS = 60


def main(ruleset: str = "lancer_initiative") -> float:
    """The ratio: fights per second of the interpreter over those of the hand-written duel."""
    loaded = load(ruleset)
    builder = build(loaded)
    scenario = compile_scenario(builder, loaded.scenarios["duel"])

    def ours(seed: int) -> list[int | None]:
        play = Play(builder, scenario, SeededDice(seed))
        for _ in play.run():
            pass
        return [unit.init for unit in play.fight.units.values()]

    for seed in range(1, 200):
        assert ours(seed) == duel(seed), f"the two end differently with the seed {seed}"
    mine, theirs = side_by_side(
        lambda: [ours(seed) for seed in range(FIGHTS)], lambda: [duel(seed) for seed in range(FIGHTS)]
    )
    print(f"duel: {FIGHTS / mine:.0f} fights a second, by hand {FIGHTS / theirs:.0f}: {theirs / mine:.2f}x")
    return theirs / mine


if __name__ == "__main__":
    main()
