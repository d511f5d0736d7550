"""Turns that are taken at the same time: each is worked out on the state as it was, and all then take effect.

What a unit does is done, its events are kept, and the fight is taken back to where it was; when all have chosen, the
events of each are committed in a fixed order, without being amended again, and only then answered. Dice that fell and
choices that were made stand. What takes units from the fight comes last, so that nobody is stopped by another.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.track import acting, events
from interpreter.track.fight import Fight
from interpreter.track.happen import close_together, open_together, willing
from interpreter.track.state import Deadline, Promise

Commit = Callable[[Any, Any], None]


class WorkedOut:
    """What a unit does in a turn that others have at the same time: its events, and what it keeps for later."""

    __slots__ = ("commits", "deadlines", "memory")

    def __init__(self) -> None:
        self.commits: list[tuple[Any, Commit]] = []
        self.deadlines: list[Deadline] = []
        self.memory: list[tuple[str, Any]] = []


def work_out(f: Fight, so_far: WorkedOut, do: Callable[[], None]) -> None:
    """Do something after what the same unit did before, note what came of it, and take it back.

    Must be called inside of something whole.
    """
    marks = len(f.undo), len(f.log)
    deadlines = list(f.deadlines)
    memory = {scope: set(kept) for scope, kept in f.memory.items()}
    f.recorded, f.held = [], []
    try:
        for event, commit in so_far.commits:
            _commit(f, event, commit)
        mark = len(f.log)
        do()
        made = {id(event) for event in f.log[mark:]}
        so_far.commits += _own([pair for pair in f.recorded if id(pair[0]) in made])
    finally:
        f.recorded = f.held = None
    so_far.deadlines += [due for due in f.deadlines if due not in deadlines and isinstance(due.target, Promise)]
    for scope, kept in f.memory.items():
        so_far.memory += [(scope, key) for key in kept if key not in memory[scope]]
    reached = f.serial
    f.undo_to(*marks)
    # No serial is given twice, unless all of it is taken back.
    f.put(f, "serial", reached)


def commit_all(f: Fight, found: list[WorkedOut]) -> None:
    """Let all that was worked out take effect, in this order; then it is answered, as it happened.

    Must be called inside of something whole.
    """
    commits = [pair for one in found for pair in one.commits]
    leaving = [pair for pair in commits if pair[0].kind == "leave"]
    opened = open_together(f)
    for event, commit in [pair for pair in commits if pair[0].kind != "leave"] + leaving:
        _again(f, event, commit)
    for one in found:
        f.put_list(f.deadlines, [*f.deadlines, *one.deadlines])
        for scope, key in one.memory:
            f.put_key(f.memory[scope], key, True)
    close_together(f, opened)


def _own(recorded: list[tuple[Any, Commit | None]]) -> list[tuple[Any, Commit]]:
    """What must be committed by itself; what the commit of another does, will be done by that one again."""
    found: list[tuple[Any, Commit]] = []
    inside = 0
    for event, commit in recorded:
        if commit is None:
            inside -= _does_itself(event)
        else:
            if not inside:
                found.append((event, commit))
            inside += event.stopped is None and _does_itself(event)
    return found


def _does_itself(event: events.Event) -> bool:
    """Whether committing an event does all that it leads to; of others, each event led to is committed by itself."""
    if event.kind == "change:score":
        return True
    return event.kind not in _LEADS_ON and not isinstance(event, (events.Change, events.Declared))


def _again(f: Fight, event: Any, commit: Commit) -> None:
    """Let an event happen that was amended already; who answers it is asked now, and answers later."""
    if event.kind[:5] == "ends:" and not event.holder.stands:
        return
    f.log.append(event)
    event.id = len(f.log)
    event.acted = None
    parent, actor, f.parent, f.actor = f.parent, f.actor, event, event.actor
    _commit(f, event, commit)
    listeners = f.listeners[event.kind]
    answering = listeners.after if event.stopped is None else listeners.stopped
    assert f.held is not None
    if answering:
        f.held.append((event, willing(f, event, answering)))
    f.parent, f.actor = parent, actor


def _commit(f: Fight, event: Any, commit: Commit) -> None:
    """Do what an event itself does: what it led to has events of its own."""
    if event.stopped is not None or isinstance(event, events.Declared):
        return
    if isinstance(event, events.Step):
        _step(f, event)
    elif isinstance(event, events.Change):
        _change(f, event, commit)
    elif event.kind == "action":
        acting.pay(f, event.unit, event.other)
    elif event.kind == "return":
        f.put(event.unit, "init", event.value)
    elif event.kind != "apply" or event.holder.kind.again != "keep" or event.name not in event.unit.standing:
        commit(f, event)


def _step(f: Fight, step: events.Step) -> None:
    """Who is pushed while it goes, goes on from there."""
    unit = step.unit
    if unit.init is not None:
        movement = step.movement
        f.put(unit, "init", unit.init + step.here - step.here_before if movement.relative else step.here)


def _change(f: Fight, event: events.Change, commit: Commit) -> None:
    """Numbers change by what was worked out, so that two changes of one number both count."""
    if event.name == "init" and event.manner is not None and event.manner.touches != "nothing":
        return
    now, destination = event.value_now(), event.destination
    if now is None:
        return
    if _is_number(now) and _is_number(destination) and (event.name != "init" or event.relative):
        destination += now - event.origin
    event.origin, event.destination = now, destination
    commit(f, event)


def _is_number(value: Any) -> bool:
    return not isinstance(value, (bool, str)) and hasattr(value, "numerator")


# Events that lead to others, each of which is committed by itself; `return` sets off the step that lands.
_LEADS_ON = frozenset(("action", "return", "step"))
