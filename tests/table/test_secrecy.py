"""Who knows the counts at which turns come: whoever knows all that counts ask for."""

from fractions import Fraction
from pathlib import Path

import pytest

from interpreter.library.program import Secrets
from interpreter.table.views import HIDDEN, View
from interpreter.track.events import Simple
from interpreter.track.state import Unit
from tests.tiny import tiny

RULES = """\
attributes:
  speed: {type: number, default: 1}
  pace: {type: number, default: 1, shown_to: side}
counters:
  luck: {start: 0, shown_to: unit}
init_shown_to: side
rules: |
  define hurry(who: unit) = who.pace + 1
  define fate(who: unit) = hurry(who) + who.luck
"""
THINGS = """\
- status: primed
  fields: {fuse: {type: number, shown_to: unit, default: 3}}
"""


@pytest.mark.parametrize(
    ("count", "known_to"),
    [
        ("unit.speed", "everyone"),
        ("max(unit.speed, 3)", "everyone"),
        ("unit.init", "side"),
        ("unit.last_init else 0", "side"),
        ("unit.speed + unit.pace", "side"),
        ("unit.pace + unit.luck", "unit"),
        ("hurry(unit)", "side"),
        ("fate(unit)", "unit"),
        ("max(1, fate(unit))", "unit"),
        ("count(units where within 3 of unit)", "side"),
        ("count(counts_left(unit))", "side"),
        ("sum(statuses(unit, primed).fuse)", "unit"),
    ],
)
def test_who_knows_counts(tmp_path: Path, count: str, known_to: str) -> None:
    round = f'round:\n  - {{stage: turns, count: "{count}", order: descending}}\n'
    assert tiny(tmp_path, THINGS, ruleset=RULES, round=round).program.secrets.counts == known_to


def test_the_most_secret_stage_counts(tmp_path: Path) -> None:
    round = """\
    round:
      - {stage: quick, count: unit.speed, order: descending}
      - {stage: lucky, count: unit.luck, order: descending}
      - {stage: slow, count: unit.pace, order: descending}
    """
    assert tiny(tmp_path, THINGS, ruleset=RULES, round=round).program.secrets.counts == "unit"


def test_a_note_that_carries_a_word_tells_no_count() -> None:
    unit = Unit("ann", "red", 0)
    view = View(Secrets(counts="unit"), "red")
    for value, shown in ((7, HIDDEN), (Fraction(7, 2), HIDDEN), ("aiming", "aiming")):
        note = Simple("note", None, unit, "ann comes to")
        note.value = value
        assert view.number(note, value) == shown
