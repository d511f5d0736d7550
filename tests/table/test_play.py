"""Whole fights: the same input gives the same bytes, whatever the hash seed; scenes end; policies go on (fault 22)."""

import json
import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from interpreter.library.building import Builder
from interpreter.source.render import render_text
from interpreter.table.loading import build, load
from interpreter.table.play import Play
from interpreter.table.scenario import compile_scenario
from interpreter.table.telling import Teller, draw_track
from interpreter.track.dice import SeededDice
from interpreter.track.refusals import Refused
from tests.tiny import ROUND, RULESET

ROOT = Path(__file__).parents[2]
RULES = """
properties: [steep, wet]
attributes: {might: {type: number, default: 2}}
counters: {hp: {start: "10"}}
relations: {bound: {symmetric: yes, transitive: yes}}
events:
  hit:
    form: hit target by amount
    fields: {target: unit, amount: number}
    do: |
      target.hp -= amount
rules: |
  after change of hp where destination <= 0 and unit.on_track:
    dismiss unit
  after hit:
    for each other in linked(target, bound):
      shift other by -1 as walk
"""
CONTENT = """
- status: dazed
  modifies: {might: {add: "-1"}}
- status: brave
- marker: fire
  gives: [steep, wet]
  rules: |
    after step where here in cells:
      hit unit by 1
- action: strike
  cost: heavy
  do: |
    choose target from units where it.side is not self.side by self unasked first(units where it.side is not self.side):
      let shown = roll(d6)
      if shown > 3:
        hit target by shown + self.might
      apply dazed to target until end of self's next turn
- action: stroll
  cost: free
  do: shift self by roll(2d6) - 7 as walk
- policy: brawl
  do: |
    self uses stroll
    self uses strike
    self uses strike
"""
SCENARIO = """
scenario: brawl
ruleset: tiny
rounds: 4
units:
  anna: {side: red, at: 12, plays: brawl}
  bert: {side: red, plays: brawl}
  carl: {side: blue, at: 12, plays: brawl}
  dora: {side: blue, at: 9, plays: brawl}
track: {"10 to 11": [steep, wet]}
objectives: {hill: {score: 5}}
setup: |
  place fire at [8, 10, 13] by anna
  link anna to bert as bound
  apply brave to anna until end of scene
ends_when: count(units where it.side is blue) is 0
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("brawl")
    rolled = RULESET.replace('initiative: "1"', "initiative: d20")
    (made / "ruleset.yaml").write_text("\n".join([rolled, RULES, ROUND]))
    (made / "content.yaml").write_text(CONTENT)
    (made / "brawl.yaml").write_text(dedent(SCENARIO))
    return made


@pytest.fixture(scope="module")
def builder(folder: Path) -> Builder:
    loaded = load(str(folder))
    assert not loaded.diagnostics.has_errors, render_text(loaded.diagnostics)
    return build(loaded)


def played(folder: Path, seed: int) -> Play:
    loaded = load(str(folder))
    builder = build(loaded)
    return Play(builder, compile_scenario(builder, loaded.scenarios["brawl"]), SeededDice(seed))


def log_of(play: Play) -> list[dict[str, object]]:
    teller = Teller(play.fight)
    return [teller.record(event) for _ in play.run() for event in teller.new_events()]


def test_the_same_fight_has_the_same_bytes_whatever_the_hash_seed(folder: Path) -> None:
    runs = [
        subprocess.Popen(
            [
                sys.executable,
                "-m",
                "interpreter",
                "run",
                str(folder / "brawl.yaml"),
                "--seed",
                "11",
                "--format",
                "json",
            ],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for hash_seed in range(5)
    ]
    results = [run.communicate() for run in runs]
    assert [error for _, error in results] == [b""] * 5
    assert len({output for output, _ in results}) == 1
    lines = [json.loads(line) for line in results[0][0].splitlines()]
    assert len(lines) > 100
    assert lines[-1]["event"] == "result"


def test_another_seed_is_another_fight(folder: Path) -> None:
    assert log_of(played(folder, 1)) == log_of(played(folder, 1))
    assert log_of(played(folder, 1)) != log_of(played(folder, 2))


@pytest.mark.parametrize("seed", range(4))
def test_the_log_is_numbered_and_begins_and_ends_the_scene(folder: Path, seed: int) -> None:
    log = log_of(played(folder, seed))
    assert [record["id"] for record in log] == list(range(1, len(log) + 1))
    names = [record["event"] for record in log]
    assert names.count("start of scene") == names.count("end of scene") == 1
    assert names.index("start of scene") < names.index("start of round")
    # What was given until then ends, unless who had it has left before.
    left = any(record["event"] == "leave" and record["unit"] == "anna" for record in log)
    assert names[names.index("end of scene") + 1 :] == ([] if left else ["ends"])


@pytest.mark.parametrize("seed", range(4))
def test_every_turn_of_the_log_is_somebodys_and_once(folder: Path, seed: int) -> None:
    """One turn has no place in this ruleset for a second: nobody starts two in a round."""
    log = log_of(played(folder, seed))
    started = [(record["round"], record["unit"]) for record in log if record["event"] == "start of turn"]
    assert len(started) == len(set(started))
    assert {unit for round, unit in started if round == 1} <= {"anna", "bert", "carl", "dora"}


def test_an_action_that_is_refused_is_told_and_the_policy_goes_on(folder: Path) -> None:
    """A strike costs both deeds, so the second one of each turn is refused; every turn that starts also ends."""
    log = log_of(played(folder, 3))
    refused = [str(record["other"]) for record in log if record["event"] == "refused"]
    assert refused
    allowed = ("costs 2 `deeds`", "has left the fight", "nothing to choose from")
    assert all(any(one in reason for one in allowed) for reason in refused)
    assert any(allowed[0] in reason for reason in refused)
    names = [record["event"] for record in log]
    assert names.count("start of turn") == names.count("end of turn") > 8


def test_the_track_is_drawn_with_neighbours_that_are_alike_in_one_line(folder: Path) -> None:
    """Anna is on 12, the fire on 8, 10 and 13; 10 and 11 are steep and wet, and now 3 to 6 too."""
    play = played(folder, 1)
    next(iter(play.run()))
    fight = play.fight
    fight.cells.update(dict.fromkeys(range(3, 7), frozenset({"wet"})))
    for unit in list(fight.units.values())[1:]:
        fight.put(unit, "init", None)
    assert [line.strip() for line in draw_track(fight)] == [
        "13 | [fire]",
        "12 | anna (red) *brave",
        "11 | ~steep ~wet",
        "10 | [fire]  ~steep ~wet",
        "8 | [fire]",
        "6 to 3 | ~wet",
    ]


def test_an_initiative_that_is_no_whole_number_is_refused(folder: Path, tmp_path: Path) -> None:
    for file in folder.iterdir():
        (tmp_path / file.name).write_text(file.read_text().replace("initiative: d20", "initiative: 15 / 2"))
    with pytest.raises(Refused, match=r"initiative must be a whole number, not 7\.5"):
        next(iter(played(tmp_path, 1).run()))


def test_looking_at_a_fight_does_not_change_it(folder: Path) -> None:
    """Whether and when the log is told makes no difference to what it tells."""
    late = played(folder, 5)
    for _ in late.run():
        pass
    teller = Teller(late.fight)
    assert [teller.record(event) for event in teller.new_events()] == log_of(played(folder, 5))


def test_nobody_enters_in_turns_at_the_same_time_and_the_fight_goes_on(
    tmp_path: Path,
) -> None:
    together = ROUND.replace("order: descending", "order: descending, together: yes")
    (tmp_path / "ruleset.yaml").write_text("\n".join([RULESET, together]))
    (tmp_path / "content.yaml").write_text(
        dedent("""
        - unit: newcomer
        - action: call
          cost: own
          do: create newcomer at 3 as jump
        - action: go
          cost: own
          do: shift self by 3 as walk
        - policy: calls
          do: |
            self uses call
            self uses go
        """)
    )
    units = "{a: {side: red, at: 5, plays: calls}, b: {side: red, at: 5, plays: calls}}"
    (tmp_path / "brawl.yaml").write_text(f"scenario: brawl\nruleset: tiny\nrounds: 1\nunits: {units}\n")
    play = played(tmp_path, 1)
    refused = [(record["unit"], record["other"]) for record in log_of(play) if record["event"] == "refused"]
    why = "nobody can enter a fight in turns that are taken at the same time"
    assert refused == [("a", why), ("b", why)]
    assert {unit.id: unit.init for unit in play.fight.units.values()} == {"a": 8, "b": 8}
