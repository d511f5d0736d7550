"""Movements: each Init in turn, stopped, ended, gone on with; what lies on the way goes off once (fault 20)."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.library.building import Builder
from interpreter.track import lasting, moving
from interpreter.track.events import Change, Step
from tests.tiny import HERE, Table, play_examples, tiny

CONTENT = """
- action: up
  cost: free
  do: shift self by 5 as walk
- action: down
  cost: free
  do: shift self by -5 as walk
- action: jump
  cost: free
  do: shift self by 5 as jump
- action: fall
  cost: free
  do: shift self by 5 as fall
- action: walk_to
  cost: free
  do: set self to 15 as walk
- action: there_and_back
  cost: free
  do: |
    take_off self
    bring_back self to 15 as jump
- action: back_unseen
  cost: free
  do: |
    take_off self
    bring_back self to 15 as fall
- marker: zone
  rules: |
    after step where here in cells:
      unit.hits += 1
      unit.trail = unit.trail * 100 + here
- marker: wall
  rules: |
    before step where ahead in cells:
      stop
- marker: gust
  rules: |
    after step where here in cells and unit.on_track:
      shift unit by -3 as walk
- marker: trapdoor
  rules: |
    after step where here in cells and unit.on_track:
      set unit to 2 as fall
- marker: pit
  rules: |
    after step where here in cells and unit.on_track:
      take_off unit
- marker: portal
  rules: |
    after step where here in cells and unit.on_track:
      take_off unit
      bring_back unit to 30 as jump
- marker: bog
  rules: |
    after step where here in cells:
      end movement
- marker: toll
  rules: |
    after step where here in cells once per movement:
      unit.hits += 1
"""
COUNTERS = """
counters: {hits: {start: "0"}, trail: {start: "0"}, cut: {start: "0"}, gone: {start: "0"}, seen: {start: "0"}}
rules: |
  after change of init where cut_short:
    unit.cut += 1
  after change of init where manner is walk:
    unit.gone += steps
  after change of init where destination <= 0:
    unit.seen += 1
"""

EXAMPLES = """
- about: movement
  examples:
    - it: fires a zone once for each Init of it, in the order of the way
      given: |
        a at 10
        place zone at [12, 13, 20]
      do: a uses up
      expect: |
        a.hits is 2
        a.trail is 1213
    - it: fires a zone downward in the order of the way
      given: |
        a at 15
        place zone at [12, 13]
      do: a uses down
      expect: a.trail is 1312
    - it: does not fire a zone where it began
      given: |
        a at 10
        place zone at 10
      do: a uses up
      expect: a.hits is 0
    - it: fires a zone by landing in it, not by flying over it
      given: |
        a at 10
        place zone at [12, 15]
      do: a uses jump
      expect: a.trail is 15
    - it: fires no zone where the manner touches nothing
      given: |
        a at 10
        place zone at [12, 15]
      do: a uses fall
      expect: |
        a.init is 15
        a.hits is 0
    - it: fires a zone when a unit is set into it
      given: |
        a at 10
        place zone at 15
      do: a uses walk_to
      expect: a.trail is 15
    - it: fires a zone when a unit comes back into it
      given: |
        a at 10
        place zone at 15
      do: a uses there_and_back
      expect: a.trail is 15
    - it: fires no zone when it comes back in a manner that touches nothing
      given: |
        a at 10
        place zone at 15
      do: a uses back_unseen
      expect: |
        a.init is 15
        a.hits is 0
    - it: is stopped by a wall and cut short
      given: |
        a at 10
        place wall at 13
      do: a uses up
      expect: |
        a.init is 12
        a.cut is 1
        a.gone is 2
    - it: cannot land on a wall
      given: |
        a at 10
        place wall at 15
      do: a uses jump
      expect: |
        a.init is 10
        a.cut is 1
    - it: goes on from where it was pushed
      given: |
        a at 10
        place gust at 12
      do: a uses up
      # 11, 12, and 3 down to 9; 10, 11, 12, which is another step onto the gust, and 3 down to 9 again: 5 - 3 - 3.
      expect: |
        a.init is 9
        a.cut is 0
        a.gone is -1
    - it: has ended when its Init is replaced
      given: |
        a at 10
        place trapdoor at 12
      do: a uses up
      expect: |
        a.init is 2
        a.cut is 1
        a.gone is 2
    - it: has ended when the unit leaves the track
      given: |
        a at 10
        place pit at 12
      do: a uses up
      expect: |
        not a.on_track
        a.last_init is 12
        a.gone is 2
    - it: has ended though the unit comes back at once
      given: |
        a at 10
        place portal at 12
      do: a uses up
      expect: |
        a.init is 30
        a.cut is 1
    - it: ends where something lets it end
      given: |
        a at 10
        place bog at 12
      do: a uses up
      expect: |
        a.init is 12
        a.gone is 2
        a.cut is 1
    - it: answers once for a movement though it touches twice
      given: |
        a at 10
        place toll at [12, 13]
      do: |
        a uses up
        expect a.hits is 1
        a uses down
      expect: a.hits is 2
    - it: counts as having come to where it was cut short, not to where it was meant
      given: |
        a at 4
        place wall at 2
      do: a uses down
      expect: |
        a.init is 3
        a.seen is 0
    - it: counts as having come to where it ends
      given: |
        a at 4
      do: a uses down
      expect: |
        a.init is -1
        a.seen is 1
"""


def test_what_lies_on_the_way(tmp_path: Path) -> None:
    play_examples(tmp_path, CONTENT + EXAMPLES, ruleset=COUNTERS)


# --- properties -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def builder(tmp_path_factory: pytest.TempPathFactory) -> Builder:
    return tiny(tmp_path_factory.mktemp("moves"), CONTENT, ruleset=COUNTERS)


MARKERS = st.lists(st.tuples(st.sampled_from(["zone", "wall", "gust", "trapdoor", "pit", "bog"]), st.integers(-9, 9)))


@given(start=st.integers(-9, 9), by=st.integers(-12, 12), markers=MARKERS)
def test_a_movement_never_skips_an_init(builder: Builder, start: int, by: int, markers: list[tuple[str, int]]) -> None:
    """Each step leads from where the unit stands to the Init beside it, in the direction of the movement."""
    table = Table(builder, a=start)
    f = table.f
    for name, cell in markers:
        f.whole(lambda name=name, cell=cell: lasting.place(f, HERE, f.program.markers[name], cell, None, None, None))
    table.begin_round()
    f.whole(lambda: moving.shift(f, HERE, table["a"], by, f.program.manners["walk"]))
    at: int | None = start
    made: dict[int, list[int]] = {}
    for event in f.log:
        if isinstance(event, Step) and event.stopped is None and event.movement.manner.name == "walk":
            assert event.here_before == at
            assert event.here - event.here_before == (1 if event.movement.steps > 0 else -1)
            at = event.here
            made.setdefault(event.movement.id, []).append(event.here)
        elif isinstance(event, Change) and event.name == "init" and event.manner.name == "fall":
            at = event.destination
    if table["a"].init is not None:
        assert table["a"].init == at
    for event in f.log:
        if isinstance(event, Change) and event.manner is not None and event.manner.name == "walk":
            assert list(event.path) == made.get(event.id, [])
            assert abs(event.steps) == len(event.path)


@given(start=st.integers(-50, 50), by=st.integers(-60, 60))
def test_an_open_way_is_gone_to_its_end(builder: Builder, start: int, by: int) -> None:
    table = Table(builder, a=start)
    change = table.f.whole(lambda: moving.shift(table.f, HERE, table["a"], by, table.f.program.manners["walk"]))
    direction = 1 if by > 0 else -1
    assert list(change.path) == list(range(start + direction, start + by + direction, direction))
    assert (table["a"].init, change.steps, change.cut_short) == (start + by, by, False)
