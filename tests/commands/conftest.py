"""A small ruleset in a folder of its own, for the commands to work on."""

import sys
from pathlib import Path

import pytest

from tests.packing import LADLE, pack, quay

RULESET = """\
ruleset: pond
title: Frogs
sides: [green, brown]
attributes:
  legs: {type: number, default: 3}
counters:
  flies: {start: 0, offered: yes}
manners:
  hop: {touches: each}
options:
  greedy: {default: no, says: Whether a frog takes two flies.}
  pace: {one_of: [slow, fast], default: slow, says: How far a leap goes.}
costs:
  free: {when: any time}
initiative: d20
round:
  - {stage: turns, count: unit.init, order: descending, ties: [unit.legs descending, choice]}
rules: |
  before change of init where manner is hop and options.pace is slow:
    amount = min(amount, 2)
  after step where here is 9:
    unit.flies += 1
"""

ACTIONS = """\
- action: leap
  cost: free
  do: |
    shift self by self.legs as hop
    if options.greedy:
      self.flies += d4
  examples:
    - it: is short while the pace is slow
      given: |
        a at 4
      do: |
        a uses leap
      expect: |
        a.init is 6
    - it: is as long as its legs where the pace is fast
      options: {pace: fast}
      given: |
        a at 4
      do: |
        a uses leap
      expect: |
        a.init is 7
"""

SCENARIO = """\
scenario: race
ruleset: pond
units:
  ada:
    side: green
    at: 6
    policy: |
      self uses leap
  bob:
    side: brown
    at: 7
    values: {legs: 1}
    policy: |
      self uses leap
rounds: 2
"""


@pytest.fixture
def pond(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the ruleset; the current folder is the one around it, and nothing is cached."""
    folder = tmp_path / "pond"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "ruleset.yaml").write_text(RULESET)
    (folder / "actions.yaml").write_text(ACTIONS)
    (folder / "scenarios" / "race.yaml").write_text(SCENARIO)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TURNWRIGHT_CACHE", "off")
    return folder


@pytest.fixture
def around(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that one stands in, with the ruleset and a pack; nothing is cached."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TURNWRIGHT_CACHE", "off")
    monkeypatch.setattr(sys, "setrecursionlimit", lambda limit: None)
    quay(tmp_path)
    pack(tmp_path, "ladle", LADLE)
    return tmp_path
