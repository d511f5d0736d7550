"""What a pack adds of its own counts wherever its like does: as a system, a condition, a Boost."""

from pathlib import Path

import pytest

from interpreter.table.examples import ExampleRunner
from interpreter.table.loading import build, load
from tests.packing import head, write

THINGS = """\
- entry: smoke_rack
  {systems}says: It makes smoke.
- status: webbed
  {conditions}says: It does not move, and the web can be cleared.
- status: dazzled
  {disabling}says: It does nothing.
- action: burn_fuel
  {boosts}says: A Boost that burns.
  cost: quick
  do: |
    set self to self.init + 1 as set_down
- action: bind
  cost: quick
  do: |
    for each foe in units where it is not self:
      apply webbed to foe from self
      apply dazzled to foe from self
- about: what the pack adds
  examples:
    - it: can be lost with a structure
      given: |
        a at 15 as smoke_rack with weapons [carbine]
        b at 12 with side npc
      do: |
        answer "lose a system":
          wound a by 10
      dice: [3]
      expect: a lacks smoke_rack and a lacks weapon_lost
    - it: can be cleared
      given: |
        a at 15 with hp 4, repairs 2
        b at 20
        apply webbed to a
      do: |
        a uses stabilize: "repair", "clear a condition", condition webbed
      expect: a lacks webbed
    - it: holds its bearer where it is
      given: |
        a at 15
        top at 20
        apply webbed to a
      do: travel a by 2
      expect: a.init is 15
    - it: lets its bearer not react
      given: |
        a at 15 with weapons [carbine]
        b at 12
        apply dazzled to a
      do: |
        turn of b:
          expect can_react(b) and not can_react(a)
    - it: is one Boost in a turn, with any other
      given: |
        a at 15
        top at 30
      do: |
        turn of a:
          a uses burn_fuel
          a uses boost
      refused: no action twice in a turn
"""


@pytest.mark.parametrize("says_so", [True, False])
def test_what_a_pack_adds_is_a_system_or_a_condition_only_if_it_says_so(tmp_path: Path, says_so: bool) -> None:
    named = {
        "systems": "mech_systems",
        "conditions": "conditions, fetters",
        "disabling": "blackouts",
        "boosts": "boosts",
    }
    said = {name: f"families: [{families}]\n  " if says_so else "" for name, families in named.items()}
    things = THINGS.format_map(said)
    folder = write(tmp_path / "web", {"pack.yaml": head("web", lancer_initiative="any"), "things.yaml": things})
    loaded = load(str(folder))
    assert loaded.texts is not None
    assert [d.code for d in loaded.diagnostics if d.severity == "error"] == []
    outcomes = ExampleRunner(build(loaded), loaded.texts.examples).run()
    assert [outcome.example.id for outcome in outcomes if (outcome.message is None) is not says_so] == []
    assert len(outcomes) == 5
