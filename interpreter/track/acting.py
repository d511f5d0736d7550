"""Actions: what a unit can do, what it costs, and that it happens whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.library.program import ActionKind, Kind
from interpreter.track.events import Declared, Simple
from interpreter.track.fight import Fight
from interpreter.track.happen import happen, objection
from interpreter.track.lasting import settle
from interpreter.track.refusals import Absent, Reason, Refused
from interpreter.track.state import Unit
from interpreter.track.turns import has_turn


def _kinds_of(f: Fight, unit: Unit) -> Iterator[Kind]:
    """The kinds of a unit's entries and statuses, each once."""
    for serial in unit.entries.values():
        yield f.holders[serial].kind
    for serials in unit.standing.values():
        yield f.holders[serials[0]].kind


def find_action(f: Fight, unit: Unit, name: str) -> ActionKind:
    """The action a unit has by a name. Raises `Refused` where it has none."""
    if unit.gone:
        raise Refused(f"`{unit}` has left the fight")
    if not unit.entries and not unit.standing and name in f.program.actions:
        return f.program.actions[name]
    sources = [f.program.actions, *(kind.actions for kind in _kinds_of(f, unit) if kind.actions)]
    found = [actions[name] for actions in sources if name in actions]
    if not found:
        raise Refused(f"`{unit}` has no action `{name}`")
    if len(found) > 1:
        owners = " and ".join(f"`{action.owner}`" for action in found)
        raise Refused(f"`{unit}` has `{name}` from {owners}; name them differently")
    return found[0]


def act(f: Fight, unit: Unit, name: str) -> None:
    """Let a unit take an action, wholly. Raises `Refused` with the reason, and then nothing has happened."""
    f.whole(lambda: take(f, unit, name))


def take(f: Fight, unit: Unit, name: str) -> None:
    """Let a unit take an action, inside of something whole."""
    action = find_action(f, unit, name)
    before, f.actor = f.actor, unit
    _may_act(f, unit, action)
    event = _taking(unit, action)
    if not happen(f, event, _take):
        assert event.stopped is not None
        reason, site, _ = event.stopped
        raise Refused(Reason.of(reason or f"`{action.name}` was stopped"), site)
    f.actor = before
    settle(f)


def needs_own_turn(f: Fight, unit: Unit, name: str) -> bool:
    """Whether a unit can use an action in its own turn alone. Raises `Refused` where it has no such action."""
    return find_action(f, unit, name).when == "own turn"


def _taking(unit: Unit, action: ActionKind) -> Simple:
    return Simple("action", action.site, unit, action.name, action)


def _may_act(f: Fight, unit: Unit, action: ActionKind) -> None:
    if unit.init is None:
        raise Refused(f"`{unit}` is off the track and cannot act", action.site)
    if action.when == "own turn" and not has_turn(f, unit):
        raise Refused(
            f"`{action.name}` can only be used in one's own turn, and it is not the turn of `{unit}`", action.site
        )
    short = what_is_short(f, unit, action)
    if short:
        raise Refused(short, action.site)
    _check(f, unit, action)


def what_is_short(f: Fight, unit: Unit, action: ActionKind) -> str | None:
    """Which budget does not suffice, as a sentence; None if all do."""
    for budget, price in action.price.items():
        left = getattr(unit, "c_" + budget)
        if left < price:
            said = f"`{action.name}` costs {price} `{budget}`, and `{unit}` has {left} left"
            return Reason.of(said, unit, budget)
    return None


def _check(f: Fight, unit: Unit, action: ActionKind) -> None:
    for test, reason in action.requires:
        try:
            fine = test(f, unit, None)
        except Absent:
            fine = False
        if not fine:
            raise Refused(Reason.of(reason), action.site)


def may_use(f: Fight, unit: Unit, name: str) -> bool:
    """Whether a unit has an action, can pay for it, meets what it requires, and no rule would stop it now."""
    try:
        action = find_action(f, unit, name)
        _may_act(f, unit, action)
        return objection(f, _taking(unit, action)) is None
    except Refused:
        return False


def _take(f: Fight, event: Simple) -> None:
    unit, action = event.unit, event.other
    if f.listeners["action"].first:
        # Who came first may have changed what it needs.
        _may_act(f, unit, action)
    pay(f, unit, action)
    action.body(f, unit)


def pay(f: Fight, unit: Unit, action: ActionKind) -> None:
    """Take what an action costs from a unit, and note that the unit took it."""
    for budget, price in action.price.items():
        f.put(unit, "c_" + budget, getattr(unit, "c_" + budget) - price)
    f.put(unit, "used", (*unit.used, action.name))


def perform(f: Fight, event: Declared) -> Declared:
    """Let an event that content declares happen."""
    happen(f, event, event.decl.body)
    return event


def perform_here(f: Fight, event: Declared) -> Declared:
    """An event that happens in the middle of an expression: what is absent in it stops the action as a whole."""
    try:
        happen(f, event, event.decl.body)
        return event
    except Absent as problem:
        raise Refused(problem.what, event.site) from None
