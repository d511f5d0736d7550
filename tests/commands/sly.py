"""A small ruleset in which much is hidden. Every number that is, is 300 or more; every number that is not, is less."""

from pathlib import Path

RULESET = """\
ruleset: sly
title: Sly
sides: [red, blue]
attributes:
  pace: {type: number, default: 2, shown_to: unit}
counters:
  purse: {start: 0, shown_to: unit}
  plan: {start: 0, shown_to: side}
  wounds: {start: 0, offered: yes}
manners:
  creep: {touches: each}
  drop: {touches: nothing}
change_fields:
  haste: {type: number, default: 0, shown_to: unit, offered: yes}
budgets:
  nerve: {each: round, amount: 400 + unit.pace, shown_to: unit}
costs:
  bold: {pays: {nerve: 250}}
  free: {}
events:
  wager:
    form: wager who by stake
    fields:
      who: unit
      stake: {type: number, shown_to: unit}
      gain: {type: number, default: 0, shown_to: unit}
    text: "{who} wagers {stake} and gets {gain}"
    gives: gain
    do: |
      gain = stake + d6
initiative: 1000 + 100 * d20
init_shown_to: unit
rules: |
  define quickness(u: unit) = 1000 + 100 * d20 + u.pace
  first start of round:
    for each u in units:
      set u to quickness(u) as drop
round:
  - {stage: turns, count: unit.init, order: descending, ties: [choice]}
"""
CONTENT = """\
- status: slow
- status: shaken
  fields: {depth: {type: number, shown_to: unit, offered: yes}}
- unit: decoy
- action: bet
  cost: bold
  do: |
    choose stake from numbers(1, 900) by self:
      self.purse += wager(self, by stake)
- action: sneak
  cost: free
  do: |
    shift self by self.pace as creep with haste = self.purse
- action: wait
  cost: free
  do: |
    delay_turn to self.init - self.pace - 900
- action: plan
  cost: free
  do: |
    choose aim from numbers(501, 600) by self:
      self.plan += aim
    apply slow to self until self.purse of self's turns
    apply shaken to self with depth = 450 until 2 of self's turns
    for each s in statuses(self, shaken):
      s.depth += self.purse
- action: split
  cost: free
  requires:
    - {that: self.plan < 300, else: it has had 1 plan already}
  do: |
    create decoy at self.init as drop by self
    give_turn to self at self.init
    skip_turn self
- action: boast
  cost: free
  do: |
    choose how from numbers(1, 9) by self:
      self.wounds += how + d4
- policy: slyly
  do: |
    self uses boast: how 7
    self uses sneak
    self uses bet: stake 901
    self uses bet: stake self.purse - 10
    self uses bet: stake self.purse - 10
    self uses split
    self uses plan: aim 555
    self uses wait
"""
SCENARIO = """\
scenario: night
title: Night
ruleset: sly
units:
  ann: {{side: red, at: {at}, values: {{purse: {purse}, pace: {pace}}}, plays: slyly}}
  bob: {{side: blue, at: 1400, values: {{purse: 666, pace: 4}}, plays: slyly}}
  cat: {{side: red, values: {{purse: 888, pace: 3}}, plays: slyly}}
rounds: 1
"""


def write(folder: Path, **ann: int) -> None:
    """The ruleset and its scenario, in a folder; `ann` are the hidden numbers of one unit."""
    hidden = {"purse": 777, "pace": 5, "at": 1500, **ann}
    scenarios = folder / "sly" / "scenarios"
    scenarios.mkdir(parents=True, exist_ok=True)
    (folder / "sly" / "ruleset.yaml").write_text(RULESET)
    (folder / "sly" / "content.yaml").write_text(CONTENT)
    (scenarios / "night.yaml").write_text(SCENARIO.format(**hidden))
