"""The life of an event: announced, amended, committed, answered. Every change of a fight goes through here."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from interpreter.library.program import RuleCode
from interpreter.track.endless import WATCHED_DEPTH, outgrown, watch
from interpreter.track.events import Event, Stopped
from interpreter.track.fight import STEPS_PER_ACTION, Fight
from interpreter.track.state import MANY, Holder, Listeners, Standing


def happen(f: Fight, event: Event, commit: Callable[[Fight, Any], None]) -> bool:
    """Let an event happen: `first` rules act, `before` rules amend or stop it, `commit` does it, `after` rules answer.

    False if it was stopped. What it sets off has happened when this returns, except inside `together`.
    """
    log = f.log
    log.append(event)
    number = event.id = len(log)
    parent = event.parent = f.parent
    event.actor = f.actor
    event.round = f.round
    event.turn = f.turn
    depth = f.depth = f.depth + 1
    if depth > WATCHED_DEPTH:
        watch(f, event)
    elif not number & 1023 and f.over_budget():
        raise outgrown(f, event)
    listeners = f.listeners[event.kind]
    f.parent = event
    if listeners.first and event.stopped is None:
        _answer(f, event, listeners.first)
        listeners = f.listeners[event.kind]
        event.renew(f)
    companions = None
    if listeners.before and event.stopped is None:
        if listeners.amending is not None and f.watch is None:
            listeners.amending(f, event)
        else:
            _amend(f, event, listeners.before)
        if f.companions:
            companions = _companions_of(f, event)
    if event.stopped is None:
        if f.recorded is None:
            commit(f, event)
        else:
            _commit_recorded(f, event, commit)
        if companions is not None and event.stopped is None:
            for companion in companions:
                companion()
        # What ends answers its own end, though it stands no longer; what has only begun answers from now on.
        if not listeners.ends:
            listeners = f.listeners[event.kind]
        acting = _willing_after(f, event, listeners) if listeners.answers else None
    else:
        acting = willing(f, event, listeners.stopped) if listeners.stopped else None
        if f.recorded is not None:
            f.recorded.append((event, commit))
    if acting:
        if f.held is not None:
            f.held.append((event, acting))
        else:
            _let_act(f, event, acting, len(f.log))
    if event.acted is not None:
        f.acting.difference_update(event.acted)
    f.parent = parent
    f.depth = depth - 1
    return event.stopped is None


def _commit_recorded(f: Fight, event: Event, commit: Callable[[Fight, Any], None]) -> None:
    """Commit an event that is to be committed again later, and note when that begins and when it is over."""
    assert f.recorded is not None
    f.recorded.append((event, commit))
    commit(f, event)
    f.recorded.append((event, None))


def objection(f: Fight, event: Event) -> Stopped | None:
    """What would stop an event if it were to happen now; None where nothing would. Nothing is left of the asking."""
    listeners = f.listeners[event.kind]
    if not listeners.before:
        return None

    def try_out() -> None:
        event.id, event.parent, event.actor, event.round, event.turn = 0, f.parent, f.actor, f.round, f.turn
        f.parent = event
        _amend(f, event, listeners.before)

    only_try(f, try_out)
    return event.stopped


def only_try(f: Fight, do: Callable[[], object]) -> None:
    """Do something and take it back, with the answers that were given. Raises `Refused` where it cannot be done."""

    def try_out() -> None:
        do()
        raise _TakenBack

    mark = f.choices.mark()
    try:
        with suppress(_TakenBack):
            f.whole(try_out)
    finally:
        f.choices.back(mark)


class _TakenBack(Exception):
    """What was only tried out is taken back."""


def _companions_of(f: Fight, event: Event) -> list[Callable[[], None]]:
    """What rules have added to an event that is amended; it is the event's own from here on."""
    found = [companion for to, companion in f.companions if to is event]
    f.companions = tuple([added for added in f.companions if added[0] is not event])
    return found


def _amend(f: Fight, event: Event, standings: tuple[Standing, ...]) -> None:
    """Apply `before` rules one by one, each once."""
    used: list[Holder] = []
    marks: list[Mark] = []
    for standing in standings:
        rule, holder, test = standing.rule, standing.holder, standing.test
        if holder is not None and not holder.stands:
            continue
        if test is not None and not test(f, event, holder):
            if f.watch is not None:
                f.watch(event, standing, False)
            continue
        mark = None
        if rule.once_scope is not None:
            mark = _once(f, event, rule, holder)
            if mark is None:
                continue
        if f.watch is not None:
            f.watch(event, standing, True)
        rule.body(f, event, holder)
        if holder is not None and holder.until_used:
            used.append(holder)
        if event.stopped is not None:
            # What others did to it has come to nothing, and so has not been done this once.
            if mark is not None and event.kind == "action":
                marks.append(mark)
            for memory, key in marks:
                _forget(f, memory, key)
            break
        if mark is not None:
            marks.append(mark)
    if used:
        _use_up(f, event, used)


def _use_up(f: Fight, event: Event, used: list[Holder]) -> None:
    """What lasted until it was used has amended an event: it is over with it, unless another stopped the event.

    Nothing is used up by stopping an action: that has not happened.
    """
    for holder in used:
        if event.stopped is None:
            f.silence(holder)
            f.companions = (*f.companions, (event, lambda holder=holder: _end_used(f, holder)))  # type: ignore[misc]
        elif event.stopped[2] is holder and event.kind != "action":
            _end_used(f, holder)


def _end_used(f: Fight, holder: Holder) -> None:
    from interpreter.track.lasting import end

    end(f, None, holder, "it was used")


def _answer(f: Fight, event: Event, standings: tuple[Standing, ...]) -> None:
    """Let rules act: those whose condition holds now, each looked at again right before it acts."""
    acting = willing(f, event, standings)
    if acting:
        _let_act(f, event, acting, len(f.log))


def _willing_after(f: Fight, event: Event, listeners: Listeners) -> list[Standing]:
    """The rules that come after an event and whose condition holds now; the ruleset's own are looked at together.

    What its commit has stopped has not happened after all.
    """
    if event.stopped is not None:
        return willing(f, event, listeners.stopped)
    if listeners.willing is None or f.watch is not None:
        return willing(f, event, listeners.after)
    acting: list[Standing] = listeners.willing(f, event, listeners.after)
    return acting + willing(f, event, listeners.held) if listeners.held else acting


def willing(f: Fight, event: Event, standings: tuple[Standing, ...]) -> list[Standing]:
    """The rules whose condition holds now."""
    if len(standings) > MANY:
        f.steps += len(standings)
        if f.steps > STEPS_PER_ACTION:
            raise outgrown(f, event)
    willing: list[Standing] = []
    for standing in standings:
        test = standing.test
        if test is None or test(f, event, standing.holder):
            willing.append(standing)
        elif f.watch is not None:
            f.watch(event, standing, False)
    return willing


def _let_act(f: Fight, event: Event, acting: list[Standing], looked_at: int) -> None:
    """Let rules act; `looked_at` is how long the log was when their conditions were last looked at."""
    stopped = event.stopped
    for standing in acting:
        rule, holder = standing.rule, standing.holder
        if holder is not None and not holder.stands and not _is_end_of(event, holder):
            continue
        # Nothing can have changed since the first look where nothing has happened.
        if len(f.log) != looked_at and standing.test is not None and not standing.test(f, event, holder):
            continue
        if standing in f.acting:
            continue
        if rule.once_scope is not None and _once(f, event, rule, holder) is None:
            continue
        if event.acted is None:
            event.acted = set()
        event.acted.add(standing)
        f.acting.add(standing)
        if f.watch is not None:
            f.watch(event, standing, True)
        if holder is None or not holder.until_used:
            _act(f, event, rule, holder)
        else:
            f.silence(holder)
            _act(f, event, rule, holder)
            _end_used(f, holder)
        if event.stopped is not stopped:
            # A rule that comes first has stopped it: there is nothing left to come before.
            return


def _act(f: Fight, event: Event, rule: RuleCode, holder: Holder | None) -> None:
    actor = f.actor
    f.actor = _actor(f, event, holder)
    rule.body(f, event, holder)
    f.actor = actor


def _actor(f: Fight, event: Event, holder: Holder | None) -> Any:
    """Who acts when a rule does: its holder's source or owner, the bearer of an entry, else the event's actor."""
    if holder is None:
        return event.actor
    who = holder.source or holder.owner or holder.bearer
    return f.units.get(who) if who is not None else None


def _is_end_of(event: Any, holder: Holder) -> bool:
    return event.kind[:5] == "ends:" and event.holder is holder


# Where it is remembered that a rule has acted, and as what: a movement's own memory, or one of the fight.
Mark = tuple[set[Any] | dict[Any, bool], Any]


def _once(f: Fight, event: Any, rule: RuleCode, holder: Holder | None) -> Mark | None:
    """Let a rule that acts once per something act, which is remembered; None where it has acted."""
    key: Any = (rule, 0 if holder is None else holder.serial)
    if rule.once_key is not None:
        key = (*key, rule.once_key(f, event, holder))
    if rule.once_scope == "movement":
        movement = event.movement if event.kind == "step" else event
        if movement.memory is None:
            movement.memory = set()
        if key in movement.memory:
            return None
        movement.memory.add(key)
        return movement.memory, key
    memory = f.memory[rule.once_scope or "scene"]
    if key in memory:
        return None
    f.put_key(memory, key, True)
    return memory, key


def _forget(f: Fight, memory: set[Any] | dict[Any, bool], key: Any) -> None:
    if isinstance(memory, dict):
        f.drop_key(memory, key)
    else:
        memory.discard(key)


def open_together(f: Fight) -> bool:
    """From here on things happen together: they are answered when `close_together` gets what this gives."""
    if f.held is not None:
        return False
    f.held = []
    return True


def close_together(f: Fight, opened: bool) -> None:
    """Let all that happened together be answered, in the order in which it happened."""
    if not opened:
        return
    held, f.held = f.held or [], None
    parent, acting, actor = f.parent, f.acting, f.actor
    for event, answering in held:
        f.parent, f.acting, f.actor = event, acting | _acted_above(event, parent), event.actor
        _let_act(f, event, answering, -1)
    f.parent, f.acting, f.actor = parent, acting, actor


def _acted_above(event: Event | None, top: Event | None) -> set[Any]:
    """What acted on an event, and on those it follows from, up to one that is not yet over."""
    found: set[Any] = set()
    while event is not None and event is not top:
        found |= event.acted or set()
        event = event.parent
    return found
