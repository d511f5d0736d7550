"""Time in every ruleset that ships: when each kind of duration ends, whatever becomes of the unit it is tied to.

The table was worked out by hand from the rules of time; a second witness is a clock that knows only turns. What lasts
is tied to the turns of `a`; `b` and `c` have theirs around it, and three rounds pass. Moments are called `a1+` and
`a1-` for the start and the end of a's first turn, `d+` and `d-` for those of a turn that was put off and comes later,
`x+` and `x-` for those of a turn more, `r1` for the end of the first round.
"""

import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from interpreter.library.building import Builder
from interpreter.library.content import shipped_rulesets
from interpreter.library.program import Site
from interpreter.source.shipped import shipped
from interpreter.table.loading import build, load
from interpreter.track import lasting, reordering, turns
from interpreter.track.dice import SeededDice
from interpreter.track.entering import add_unit
from interpreter.track.fight import Fight
from interpreter.track.state import Turn, Unit
from tests.content.clock import KINDS, Clock
from tests.content.fray import FirstOption

HERE = Site("test", 1, 1, "test")
WHEN = ("before", "in", "after")
SPECS: dict[str, tuple[str, int]] = {
    "start of turn": ("start", 0),
    "start of next turn": ("start", 1),
    "end of turn": ("end", 0),
    "end of next turn": ("end", 1),
    "1 of turns": ("turns", 1),
    "2 of turns": ("turns", 2),
}

# When it ends, in the order of KINDS, by what becomes of `a` and when it was applied: before the turn of `a` in the
# first round, in it, or after it.
ENDS = {
    ("nothing", "before"): "a1+ a1+ a1- a1- a1- a2- r1 scene",
    ("nothing", "in"): "a2+ a2+ a1- a2- a2- a3- r1 scene",
    ("nothing", "after"): "a2+ a2+ a2- a2- a2- a3- r1 scene",
    # Its turn begins, is put off, and comes after the one of `c`.
    ("delays", "before"): "a1+ a1+ d- d- d- a2- r1 scene",
    ("delays", "in"): "a2+ a2+ d- a2- a2- a3- r1 scene",
    ("delays", "after"): "d+ d+ d- d- d- a2- r1 scene",
    # Its place in the order changes as soon as that lasts.
    ("is re-ranked", "before"): "a1+ a1+ a1- a1- a1- a2- r1 scene",
    ("is re-ranked", "in"): "a2+ a2+ a1- a2- a2- a3- r1 scene",
    ("is re-ranked", "after"): "a2+ a2+ a2- a2- a2- a3- r1 scene",
    # It takes its turns inside of those of `b`.
    ("acts early", "before"): "a1+ a1+ a1- a1- a1- a2- r1 scene",
    ("acts early", "in"): "a2+ a2+ a1- a2- a2- a3- r1 scene",
    ("acts early", "after"): "a2+ a2+ a2- a2- a2- a3- r1 scene",
    # It has one more in the first round, after that of `c`.
    ("has two turns", "before"): "a1+ a1+ a1- a1- a1- x- r1 scene",
    ("has two turns", "in"): "x+ x+ a1- x- x- a2- r1 scene",
    ("has two turns", "after"): "x+ x+ x- x- x- a2- r1 scene",
    # Its turns pass within those of `b`.
    ("rides", "before"): "a1+ a1+ a1- a1- a1- a2- r1 scene",
    ("rides", "in"): "a2+ a2+ a1- a2- a2- a3- r1 scene",
    ("rides", "after"): "a2+ a2+ a2- a2- a2- a3- r1 scene",
    # It leaves the fight as soon as that lasts. A turn that it still had passes; else its turn has come with the round.
    ("leaves", "before"): "a1+ a1+ a1- a1- a1- r2 r1 scene",
    ("leaves", "in"): "r1 r1 a1- r1 r1 r2 r1 scene",
    ("leaves", "after"): "r1 r1 r1 r1 r1 r2 r1 scene",
}


@cache
def _builder(name: str, folder: Path) -> Builder:
    loaded = load(str(folder / name))
    assert not loaded.diagnostics.has_errors
    return build(loaded)


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Builder]:
    """The rulesets that ship, each with one status more."""
    folder = tmp_path_factory.mktemp("marked")
    shutil.copytree(shipped("content"), folder, dirs_exist_ok=True)
    for name in shipped_rulesets():
        (folder / name / "mark.yaml").write_text("- status: the_mark\n  offered: yes\n", "utf-8")
    return lambda name: _builder(name, folder)


class Fray:
    """Three units of a ruleset, moved on turn by turn; after each moment the clock is asked as well."""

    def __init__(self, builder: Builder, kind: str, becomes: str) -> None:
        self.f = f = Fight(builder.program, SeededDice(1), FirstOption())
        self.kind, self.becomes = kind, becomes
        self.clock = Clock(kind)
        self.ended: str | None = None
        self.mark: Any = None
        sides = builder.program.sides
        for at, id in enumerate("bac"):
            unit = add_unit(f, id, sides[at % 2], (), {})
            unit.init = unit.last_init = 9 - at
        if becomes == "rides":
            carry(f)

    def __getitem__(self, id: str) -> Unit:
        return self.f.units[id]

    def apply(self) -> None:
        endings = {
            "end of round": ("end", "round", 1),
            "end of scene": ("end", "scene", 1),
        }
        edge_count = SPECS.get(self.kind)
        spec = endings[self.kind] if edge_count is None else (edge_count[0], self["a"], edge_count[1])
        status = self.f.program.statuses["the_mark"]
        self.mark = self.f.whole(
            lambda: lasting.apply(self.f, HERE, status, self["b"], self["c"], None, lasting.Lasts([spec]))
        )
        self.clock.begin()

    def look(self, moment: str) -> None:
        """Note that it is over, at the moment when it is so for the first time."""
        if self.mark is not None and not self.mark.stands and self.ended is None:
            self.ended = moment

    # --- what happens ---------------------------------------------------------------------------------------------

    def begin_round(self) -> None:
        """A round in which each has one turn, whatever it has by the rules."""
        f = self.f
        f.whole(lambda: turns.begin_round(f))
        for unit in f.units.values():
            mine = [turn for turn in f.order if turn.unit == unit.id]
            if not unit.gone and not mine:
                f.whole(lambda unit=unit: reordering.give_turn(f, HERE, unit, 1))  # type: ignore[misc]
            for extra in mine[1:]:
                f.order.remove(extra)

    def waiting(self, id: str) -> Turn:
        return next(turn for turn in self.f.order if turn.unit == id and turn.state in ("waiting", "held"))

    def start(self, id: str, moment: str) -> None:
        turn = self.waiting(id)
        if id == "a":
            self.clock.turn_starts(str(turn.serial), moment)
        self.f.whole(lambda: turns.begin_turn(self.f, turn))
        self.look(moment)

    def end(self, id: str, moment: str) -> None:
        self.f.whole(lambda: turns.end_turn(self.f))
        if id == "a":
            self.clock.turn_ends(moment)
        self.look(moment)

    def put_off(self) -> None:
        turn = self.f.turn
        assert turn is not None
        self.f.whole(lambda: reordering.hold_turn(self.f, HERE))
        self.clock.turn_put_off(str(turn.serial))
        self.f.whole(lambda: turns.end_turn(self.f))

    def end_round(self, moment: str) -> None:
        self.f.whole(lambda: turns.end_round(self.f))
        self.clock.round_ends(moment)
        self.look(moment)

    def end_scene(self) -> None:
        self.f.whole(lambda: turns.end_scene(self.f))
        self.clock.scene_ends("scene")
        self.look("scene")

    def has_begun(self) -> None:
        """What becomes of `a` as soon as it lasts."""
        f = self.f
        if self.becomes == "leaves":
            f.whole(lambda: lasting.leave_for_good(f, HERE, self["a"]))
            self.clock.leaves()
        elif self.becomes == "is re-ranked":
            f.whole(lambda: f.put(self["a"], "init", 20))
            for turn in f.order:
                if turn.unit == "a" and turn.fixed:
                    turn.count = 20

    # --- the three rounds -----------------------------------------------------------------------------------------

    def play(self, when: str) -> None:
        for number in (1, 2, 3):
            self.begin_round()
            if number == 1 and when == "before":
                self.apply()
                self.has_begun()
            self.turns_of_b_and_a(number, when)
            self.start("c", "c")
            if number == 1 and when == "after":
                self.apply()
                self.has_begun()
            self.end("c", "c")
            if number == 1 and self.becomes in ("delays", "has two turns"):
                name = "d" if self.becomes == "delays" else "x"
                self.start("a", name + "+")
                self.end("a", name + "-")
            self.end_round(f"r{number}")
        self.end_scene()

    def turns_of_b_and_a(self, number: int, when: str) -> None:
        ridden = self.becomes == "rides"
        inside = self.becomes == "acts early" or ridden
        if ridden:
            self.clock.turn_starts(str(number), f"a{number}+")
        self.start("b", f"a{number}+" if ridden else "b")
        if not inside:
            self.end("b", "b")
        if not ridden and not self["a"].gone | (self.becomes == "leaves" and number > 1):
            self.turn_of_a(number, when)
        elif self.becomes == "leaves" and number == 1:
            self.start("a", "a1+")
            self.end("a", "a1-")
        elif ridden and number == 1 and when == "in":
            self.apply()
        if ridden:
            self.f.whole(lambda: turns.end_turn(self.f))
            self.clock.turn_ends(f"a{number}-")
            self.look(f"a{number}-")
        elif inside:
            self.end("b", "b")

    def turn_of_a(self, number: int, when: str) -> None:
        if self.becomes == "acts early":
            self.clock.turn_starts(str(number), f"a{number}+")
            self.f.whole(lambda: turns.begin_inside(self.f, self["a"]))
            self.look(f"a{number}+")
        else:
            self.start("a", f"a{number}+")
        if number == 1 and when == "in":
            self.apply()
            self.has_begun()
        if number == 1 and self.becomes == "delays":
            self.put_off()
            return
        if number == 1 and self.becomes == "has two turns":
            self.f.whole(lambda: reordering.give_turn(self.f, HERE, self["a"], 1))
        self.end("a", f"a{number}-")


def carry(f: Fight) -> None:
    """Let `a` ride in the turns of `b`, in the way of the one ruleset that knows riding."""
    status = f.program.statuses["symbiotic"]
    f.whole(lambda: lasting.apply(f, HERE, status, f.units["a"], f.units["a"], {"carrier": "b"}, None))


def cases() -> Iterator[Any]:
    for name in shipped_rulesets():
        for becomes, when in ENDS:
            if becomes != "rides" or name == "lancer_initiative":
                yield pytest.param(name, becomes, when, id=f"{name}-{becomes}-{when}")


@pytest.mark.parametrize(("name", "becomes", "when"), list(cases()))
def test_each_kind_of_duration_ends_when_it_should(
    marked: Callable[[str], Builder], name: str, becomes: str, when: str
) -> None:
    found, told = [], []
    for kind in KINDS:
        fray = Fray(marked(name), kind, becomes)
        fray.play(when)
        found.append(fray.ended)
        told.append(fray.clock.over)
    assert found == ENDS[becomes, when].split()
    assert told == found


def test_every_ruleset_is_there_and_one_knows_riding() -> None:
    assert len(shipped_rulesets()) >= 3
    assert "lancer_initiative" in shipped_rulesets()
