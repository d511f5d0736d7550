"""Actions: what a unit can do, what it costs, and that it happens whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from interpreter.library.program import ActionKind, Kind
from interpreter.track.events import Declared, Simple, Stopped
from interpreter.track.fight import Fight
from interpreter.track.happen import happen, objection, only_try
from interpreter.track.lasting import settle
from interpreter.track.refusals import Absent, Endless, Reason, Refused, Unanswered
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


class Prevented:
    """What an action comes to that what came before it has put an end to: it was begun, and has not happened."""


PREVENTED = Prevented()


def take(f: Fight, unit: Unit, name: str) -> Prevented | None:
    """Let a unit take an action, inside of something whole. Gives `PREVENTED` where what came first put an end to it.

    Raises `Refused` where it could not be begun, or not be done to its end: then none of it has happened.
    """
    action = find_action(f, unit, name)
    before, f.actor = f.actor, unit
    _may_act(f, unit, action)
    event = Taking(unit, action)
    if f.listeners["action"].first:
        event = _take_after_what_comes_first(f, event)
    else:
        happen(f, event, _take)
    if event.stopped is not None and not event.has_come_first:
        _refuse(action, event.stopped)
    f.actor = before
    settle(f)
    return None if event.stopped is None else PREVENTED


def _refuse(action: ActionKind, stopped: Stopped | None) -> None:
    if stopped is not None:
        raise Refused(Reason.of(stopped[0] or f"`{action.name}` was stopped"), stopped[1])


def _take_after_what_comes_first(f: Fight, event: Taking) -> Taking:
    """Let an action happen that rules may come before. Gives it as it went.

    What comes before an action is no part of it: a reaction has been seen, its dice have fallen, it was paid for.
    So it stands where it is the reason why the action cannot be done any more, as it does before any other event; the
    action is not paid, and its unit may do something else. What could not be done anyway is refused, and nobody has
    reacted to it; so is what can be answered otherwise.
    """
    unit, action = event.unit, event.other
    _refuse(action, objection(f, Taking(unit, action)))
    mark = f.choices.mark()
    try:
        f.whole(lambda: happen(f, event, _take))
    except Refused as refused:
        f.choices.back(mark)
        of_answer = getattr(refused.reason, "choice", False)
        if isinstance(refused, Endless) or of_answer or not event.has_come_first or not _could_be_done(f, event):
            raise
        event = Taking(unit, action)
        event.spoiled = refused.reason, refused.site or action.site, None
        happen(f, event, _take)
    return event


def _could_be_done(f: Fight, event: Taking) -> bool:
    """Whether an action could be done to its end if nothing came before it, as far as is answered; it is only tried."""
    alone = Taking(event.unit, event.other)

    def take_it_alone() -> None:
        f.put_key(f.listeners, "action", f.listeners["action"].without_first())
        happen(f, alone, _take)

    try:
        only_try(f, take_it_alone)
    except Unanswered:
        return True
    except Refused:
        return False
    return alone.stopped is None


class Taking(Simple):
    """An action that is taken.

    `has_come_first` says whether something was done before it, as a reaction to it, and `spoiled` what will stop it
    then, where that is known already.
    """

    __slots__ = ("has_come_first", "spoiled")

    def __init__(self, unit: Unit, action: ActionKind) -> None:
        self.kind = "action"
        self.site = action.site
        self.unit = unit
        self.stopped = self.acted = self.memory = self.value = None
        self.name = action.name
        self.other = action
        self.has_come_first = False
        self.spoiled: Stopped | None = None

    def renew(self, f: Fight) -> None:
        self.has_come_first = any(self._is_deed(event) for event in f.log[self.id :])
        self.stopped = self.stopped or self.spoiled
        if self.has_come_first and self.stopped is None:
            try:
                _may_act(f, self.unit, self.other)
            except Refused as refused:
                self.stopped = (refused.reason, refused.site or self.other.site, None)

    def _is_deed(self, event: Any) -> bool:
        """Whether something has been done; what is only said, or is used up by a mere ban, is nothing done."""
        if event.stopped is not None or (event.kind == "note" and event.name == "says"):
            return False
        return not (self.stopped is not None and event.kind[:5] == "ends:" and event.holder is self.stopped[2])


def needs_own_turn(f: Fight, unit: Unit, name: str) -> bool:
    """Whether a unit can use an action in its own turn alone. Raises `Refused` where it has no such action."""
    return find_action(f, unit, name).when == "own turn"


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
        return objection(f, Taking(unit, action)) is None
    except Refused:
        return False


def _take(f: Fight, event: Simple) -> None:
    unit, action = event.unit, event.other
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
