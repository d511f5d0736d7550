"""The chances that the rulebook names, by an example for each way in which the dice can fall."""

import shutil
from itertools import product
from pathlib import Path

import pytest

from interpreter.table.examples import ExampleRunner
from interpreter.table.loading import build, load

ROOT = Path(__file__).parents[2]
STRIKE = """
      given: |
        a at 15 with weapons [carbine]
        b at 10 with side npc, evasion 10
      do: |
        a uses skirmish: spent {spent}, accurate {accuracy}, target b
      dice: {dice}
      expect: b.init < 10
"""
BLINK = """
      given: self at 10 as blinkspace_jump
      do: |
        turn of self:
          self uses blink
      dice: {dice}
      expect: not self.on_track
"""


def fulfilled(folder: Path, examples: list[str]) -> int:
    """In how many of these examples what they expect comes true."""
    made = folder / "lancer_initiative"
    shutil.copytree(ROOT / "content" / "lancer_initiative", made)
    lines = "".join(f"    - it: falls in the way {at}{example}" for at, example in enumerate(examples))
    (made / "odds.yaml").write_text(f"- about: odds\n  examples:\n{lines}", encoding="utf-8")
    loaded = load(str(made))
    assert not loaded.diagnostics.has_errors
    assert loaded.texts is not None
    odds = [example for example in loaded.texts.examples if example.span.file.path.endswith("/odds.yaml")]
    assert len(odds) == len(examples)
    return sum(outcome.message is None for outcome in ExampleRunner(build(loaded), odds).run())


@pytest.mark.parametrize(("accuracy", "hits", "ways"), [(0, 11, 20), (1, 87, 120), (2, 557, 720)])
def test_the_chance_to_hit_evasion_10(tmp_path: Path, accuracy: int, hits: int, ways: int) -> None:
    """L10: 55 % without modifiers, 72.5 % with one Accuracy, 557 in 720 with two."""
    falls = list(product(range(1, 21), *[range(1, 7)] * accuracy))
    assert len(falls) == ways
    # A hit rolls one die of damage, a critical hit two: of the two examples for a way at most one has dice that fit.
    rolls = [[*fall, *damage] for fall in falls for damage in ([1], [1, 1])]
    examples = [STRIKE.format(spent=3 * accuracy, accuracy=accuracy, dice=roll) for roll in rolls]
    assert fulfilled(tmp_path, examples) == hits


def test_the_chance_to_be_gone_after_a_blinkspace_jump(tmp_path: Path) -> None:
    """C21: three equal dice, which is 1 in 36."""
    falls = product(range(1, 7), repeat=3)
    assert fulfilled(tmp_path, [BLINK.format(dice=list(fall)) for fall in falls]) == 216 // 36
