"""A fight: its state, its two ports, its log, and the undo that makes every action whole or nothing."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from interpreter.library.program import Kind, Program, Site
from interpreter.track.choices import Choices, Unasked, show
from interpreter.track.dice import Dice, DiceRefused, SeededDice
from interpreter.track.events import Event
from interpreter.track.refusals import Absent, Refused
from interpreter.track.state import Deadline, Holder, Listeners, Objective, Standing, Turn, Unit

CORE_EVENTS = (
    *("step", "apply", "place", "action", "leave", "return", "link", "unlink", "attained", "note", "refused", "cut_in"),
    *("start:turn", "end:turn", "start:stage", "end:stage", "start:round", "end:round", "start:scene", "end:scene"),
)
# What one action may spend; a fight that needs more is endless, and says so.
EVENTS_PER_ACTION = 20_000
DICE_PER_ACTION = 20_000
# Python's frames are no limit: a chain may be as deep as an action may be long, at some ten frames an event.
DEEPEST = 12 * EVENTS_PER_ACTION
STEPS_PER_ACTION = 1_000_000
# What one of them counts for among the steps of the script that lets it happen, which has as many in a turn.
STEPS_OF_ACTION = 20

# What stops content where it runs, besides a refusal.
STOPPING = (DiceRefused, Absent, RecursionError, ZeroDivisionError)


class Fight:
    """One fight of a compiled ruleset.

    `units` keeps everybody who ever took part, in order; `cells` the properties of Inits; `memory` what was done
    once per turn, round or scene; `log` the events in the order of their ids. `turn` is the open turn, `interrupted`
    those that it was begun in, outermost first. `stage` is the number of the stage that the round is in, `group` the
    key of the group whose members have their turns, and `reached` the stage and the count of the last turn that came
    by its count. Nothing outside this room writes to any of it.
    """

    # Slots, since what happens in a fight looks at little else.
    __slots__ = (
        *("program", "dice", "choices", "options", "listeners", "watch", "forget"),
        *("units", "holders", "laid", "cells", "links", "objectives", "deadlines", "whiles", "memory", "serial"),
        *("order", "turn", "riding", "last_turn", "interrupted", "round", "stage", "group", "reached", "place"),
        *("log", "rolled", "asked", "undo", "parent", "actor", "acting", "depth", "held", "recorded", "companions"),
        *("checkpoints", "steps", "_open", "_spent_from", "_dice_left"),
    )

    def __init__(self, program: Program, dice: Dice | None = None, choices: Choices | None = None) -> None:
        self.program = program
        self.dice: Dice = dice or SeededDice(1)
        self.choices: Choices = choices or Unasked()
        self.options: dict[str, Any] = dict(program.options)
        self.units: dict[str, Unit] = {}
        self.holders: dict[int, Holder] = {}
        self.laid: tuple[Holder, ...] = ()
        self.cells: dict[int, frozenset[str]] = {}
        self.links: dict[str, dict[tuple[str, str], Any]] = {name: {} for name in program.relations}
        self.objectives: dict[str, Objective] = {}
        self.order: list[Turn] = []
        self.turn: Turn | None = None
        self.riding: tuple[Turn, ...] = ()
        self.last_turn: Turn | None = None
        self.interrupted: tuple[tuple[Turn, tuple[Turn, ...], dict[Any, bool]], ...] = ()
        self.round = 0
        self.stage: int | None = None
        self.group: Any = None
        self.reached: tuple[int, Any] | None = None
        self.place: Any = None
        self.deadlines: list[Deadline] = []
        self.whiles: list[tuple[Holder, Callable[[Any], bool]]] = []
        self.memory: dict[str, dict[Any, bool]] = {"turn": {}, "round": {}, "scene": {}}
        self.serial = 0
        self.log: list[Event] = []
        self.rolled: list[tuple[Any, tuple[str, str], int, tuple[int, ...]]] = []
        self.asked: list[tuple[Any, Any, Any, bool]] = []
        self.undo: list[tuple[Any, ...]] = []
        self.parent: Event | None = None
        self.actor: Unit | None = None
        self.acting: set[Any] = set()
        self.depth = 0
        self.held: list[Any] | None = None
        self.recorded: list[tuple[Event, Callable[[Any, Any], None] | None]] | None = None
        self.companions: tuple[tuple[Event | None, Callable[[], None]], ...] = ()
        self.checkpoints: list[Any] = []
        self.watch: Any = None
        self.forget: Callable[[], Any] | None = None
        self._open = 0
        self.steps = 0
        self._spent_from = 0
        self._dice_left = DICE_PER_ACTION
        self.listeners = dict(_listeners(program))

    # --- state: every write goes through here, so that it can be taken back ---------------------------------

    def put(self, thing: Any, slot: str, value: Any) -> None:
        """Write a slot of a thing of the fight."""
        old = getattr(thing, slot)
        if old is not value:
            self.undo.append((setattr, thing, slot, old))
            setattr(thing, slot, value)

    def put_key(self, table: dict[Any, Any], key: Any, value: Any) -> None:
        """Write a key of a dict of the fight."""
        if key in table:
            self.undo.append((table.__setitem__, key, table[key]))
        else:
            self.undo.append((table.pop, key))
        table[key] = value

    def drop_key(self, table: dict[Any, Any], key: Any) -> None:
        """Remove a key of a dict of the fight; taken back, the dict has its old order."""
        old = dict(table)
        self.undo.append((_refill, table, old))
        del table[key]

    def put_list(self, items: list[Any], new: list[Any]) -> None:
        """Replace what a list of the fight holds."""
        self.undo.append((items.__setitem__, slice(None), list(items)))
        items[:] = new

    def next_serial(self) -> int:
        self.undo.append((setattr, self, "serial", self.serial))
        self.serial += 1
        return self.serial

    # --- whole or nothing -----------------------------------------------------------------------------------

    def whole(self, do: Callable[[], Any]) -> Any:
        """Do something wholly, or leave everything as it was: state, memory, serials, dice and log.

        Raises `Refused` after having taken everything back.
        """
        outermost = not self._open
        outside = self.steps, self.turn
        marks = len(self.undo), len(self.log), len(self.rolled), len(self.asked), len(self.held or ())
        saved = self.parent, self.actor, self.depth, self.held, self.companions, set(self.acting)
        if outermost:
            self._spent_from, self._dice_left, self.steps = marks[1], DICE_PER_ACTION, 0
            if sys.getrecursionlimit() < DEEPEST:
                # Reactions to reactions are Python calls in Python calls; how deep they may go is counted elsewhere.
                sys.setrecursionlimit(DEEPEST)
        self._open += 1
        try:
            result = do()
        except STOPPING as problem:
            self._back(marks, saved)
            raise self.refusal(problem) from None
        except Refused as problem:
            self._back(marks, saved)
            if problem.site is None:
                problem.site = self.place_of(problem)
            raise
        except BaseException:
            self._back(marks, saved)
            raise
        finally:
            self._open -= 1
            if outermost:
                # A script has steps of its own, and anew in each turn.
                self.steps = outside[0] + STEPS_OF_ACTION if self.turn is outside[1] else 0
        if outermost:
            self.undo.clear()
        return result

    def _back(self, marks: tuple[int, int, int, int, int], saved: tuple[Any, ...]) -> None:
        self.undo_to(marks[0], marks[1])
        for _, stream, _, faces in reversed(self.rolled[marks[2] :]):
            self.dice.back(stream, len(faces))
        del self.rolled[marks[2] :]
        del self.asked[marks[3] :]
        self.parent, self.actor, self.depth, self.held, self.companions, self.acting = saved
        if self.held is not None:
            del self.held[marks[4] :]

    def undo_to(self, changes: int, events: int) -> None:
        """Take the state and the log back to where so many changes and events had been made; dice and choices stand."""
        while len(self.undo) > changes:
            act, *args = self.undo.pop()
            act(*args)
        del self.log[events:]
        if self.forget is not None:
            self.forget()

    def refusal(self, problem: BaseException) -> Refused:
        """What stopped something, as a refusal with its place."""
        return Refused(_reason(problem), self.place_of(problem))

    def place_of(self, problem: BaseException) -> Site | None:
        """The line of content in which something went wrong: the innermost of its own that was running."""
        found: Site | None = None
        trace = problem.__traceback__
        while trace is not None:
            code = trace.tb_frame.f_code
            if code.co_filename in self.program.files:
                found = Site(code.co_filename, trace.tb_lineno, 1, code.co_name)
            trace = trace.tb_next
        return found

    def spend(self, steps: int, site: Site | None = None) -> None:
        """Count steps of a loop or a search, at a place. Raises `Refused` where it takes more than it may."""
        self.steps += steps
        if self.steps > STEPS_PER_ACTION:
            where = "in one action" if self._open else "outside of actions in one turn"
            raise Refused(f"this takes more than {STEPS_PER_ACTION:,} steps {where}", site)

    def events_of_action(self) -> int:
        """How many events the action that is under way has made."""
        return len(self.log) - self._spent_from

    def over_budget(self) -> bool:
        return self.events_of_action() > EVENTS_PER_ACTION

    # --- rules that stand -----------------------------------------------------------------------------------

    def begin(self, holder: Holder) -> None:
        """Let a holder's rules answer from now on."""
        self.put_key(self.holders, holder.serial, holder)
        if holder.kind.what == "marker":
            self.put(self, "laid", (*self.laid, holder))
        for rule in holder.kind.rules:
            standing = Standing(rule, holder)
            for key in _keys(self.listeners, rule.event):
                self.put_key(self.listeners, key, self.listeners[key].with_rule(standing))

    def silence(self, holder: Holder) -> None:
        """Let a holder's rules answer nothing more than its own end."""
        for event in dict.fromkeys(rule.event for rule in holder.kind.rules):
            for key in _keys(self.listeners, event):
                if key != "ends:" + holder.name:
                    self.put_key(self.listeners, key, self.listeners[key].without(holder))

    def cease(self, holder: Holder) -> None:
        """Let a holder's rules answer no longer."""
        self.drop_key(self.holders, holder.serial)
        if holder.kind.what == "marker":
            self.put(self, "laid", tuple([marker for marker in self.laid if marker is not holder]))
        self.put(holder, "stands", False)
        for event in dict.fromkeys(rule.event for rule in holder.kind.rules):
            for key in _keys(self.listeners, event):
                self.put_key(self.listeners, key, self.listeners[key].without(holder))

    # --- dice -----------------------------------------------------------------------------------------------

    def throw(self, who: Unit | None, purpose: str, count: int, sides: int) -> tuple[int, ...]:
        """Roll `count` dice for a unit and a purpose; each face is kept in the trace.

        Raises `Refused` for a count that is no whole number from 0 to 1000, or past the action's budget.
        """
        if count.__class__ is not int or not 0 <= count <= 1000:
            raise Refused(f"the number of dice must be a whole number from 0 to 1000, not {show(count)}")
        if count == 0:
            return ()
        if count > self._dice_left:
            raise Refused(f"more than {DICE_PER_ACTION} dice were rolled in one action")
        stream = ("" if who is None else who.id, purpose)
        faces = self.dice.faces(stream, count, sides)
        self._dice_left -= count
        self.rolled.append((self.parent, stream, sides, faces))
        return faces

    def roll(self, who: Unit | None, purpose: str, count: int, sides: int) -> int:
        """The sum of dice."""
        faces = self.throw(who, purpose, count, sides)
        return faces[0] if count == 1 else sum(faces)

    # --- looking --------------------------------------------------------------------------------------------

    def on_track(self) -> list[Unit]:
        """The units that are on the track, in the order in which they came to the fight."""
        return [unit for unit in self.units.values() if unit.init is not None]

    def markers(self, name: str | None = None) -> list[Holder]:
        """The markers that lie somewhere, oldest first."""
        return [marker for marker in self.laid if name is None or marker.kind.name == name]

    def cell_has(self, cell: int, word: str) -> bool:
        """Whether an Init has a property, of its own or from a marker on it."""
        if self.cells and word in self.cells.get(cell, ()):
            return True
        for marker in self.laid:  # noqa: SIM110 - asked for every Init on every way
            if cell in marker.cells and word in marker.kind.gives:
                return True
        return False

    def own_turn(self) -> Turn | None:
        """The turn that is open: of several at the same time that of who acts; None where none is.

        While the start or the end of one of these is answered, it is that one.
        """
        if not self.riding:
            return self.turn if self.turn is not None and self.turn.state == "open" else None
        open_ones = [turn for turn in (self.turn, *self.riding) if turn is not None and turn.state == "open"]
        event = self.parent
        while event is not None and event.kind not in ("start:turn", "end:turn"):
            event = event.parent
        whose = self.actor if event is None else event.unit
        mine = (turn for turn in open_ones if turn.beside and whose is not None and turn.unit == whose.id)
        return next(mine, self.turn if self.turn in open_ones else None)

    def open_turns(self) -> list[Turn]:
        """The turns that are open, or were when others cut in on them, innermost first, with those that ride along."""
        found = [] if self.turn is None else [self.turn, *self.riding]
        for turn, riding, _ in reversed(self.interrupted):
            found += [turn, *riding]
        return [turn for turn in found if turn.state == "open"]


def _keys(listeners: dict[str, Listeners], event: str) -> list[str]:
    """The kinds of event that a rule answers: one, or all."""
    return list(listeners) if event == "*" else [event]


def _listeners(program: Program) -> dict[str, Listeners]:
    """What answers each kind of event by the ruleset itself: worked out for its first fight, and kept."""
    if not program.listeners:
        found = {key: Listeners(key.startswith("ends:")) for key in _event_kinds(program)}
        for rule in program.rules:
            standing = Standing(rule, None)
            for key in _keys(found, rule.event):
                found[key] = found[key].with_rule(standing)
        for key, listeners in found.items():
            listeners.looked_at(program.amending.get(key), program.willing.get(key))
        program.listeners.update(found)
    return program.listeners


def _event_kinds(program: Program) -> list[str]:
    keys = [*CORE_EVENTS, "change:init", "change:score"]
    keys += [f"change:{name}" for name in [*program.counters, *program.budgets]]
    keys += [f"event:{name}" for name in program.events]
    kinds: list[Kind] = [*program.statuses.values(), *program.markers.values(), *program.entries.values()]
    for kind in kinds:
        keys += [f"change:{name}" for name in kind.fields] + [f"ends:{kind.name}"]
    return keys


def _reason(problem: BaseException) -> str:
    if isinstance(problem, Absent):
        return problem.what
    if isinstance(problem, ZeroDivisionError):
        return "nothing can be divided by 0"
    if isinstance(problem, RecursionError):
        return "rules and functions call each other too deeply"
    return str(problem)


def _refill(table: dict[Any, Any], old: dict[Any, Any]) -> None:
    table.clear()
    table.update(old)
