"""A ruleset of hits and of counters of them, for what is told of events."""

from pathlib import Path

from tests.tiny import play_examples

COUNTERS = """
counters:
  hp: {start: "20"}
  trail: {start: "0"}
  per_turn: {start: "0"}
  per_round: {start: "0"}
  per_scene: {start: "0"}
relations: {bound: {symmetric: yes, transitive: yes}}
events:
  hit:
    form: hit target by amount
    fields: {target: unit, amount: number}
    stages: [early, late]
    do: |
      target.hp -= amount
"""


def run(folder: Path, content: str, rules: str = "") -> None:
    """Run every example of this ruleset with more content and rules; each must pass."""
    ruleset = COUNTERS + ("rules: |\n" + rules if rules else "")
    play_examples(folder, content, ruleset=ruleset)
