"""The life of an event: announced, amended, committed, answered. Every change of a fight goes through here."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from interpreter.library.program import RuleCode, Site
from interpreter.track.events import Event
from interpreter.track.fight import EVENTS_PER_ACTION, Fight
from interpreter.track.refusals import Endless
from interpreter.track.state import Holder, Listeners, Standing

# Chains this deep are watched for a return to a state they had.
WATCHED_DEPTH = 40


def happen(f: Fight, event: Event, commit: Callable[[Fight, Any], None]) -> bool:
    """Let an event happen: `first` rules act, `before` rules amend or stop it, `commit` does it, `after` rules answer.

    False if it was stopped. What it sets off has happened when this returns, except inside `together`.
    """
    log = f.log
    log.append(event)
    event.id = len(log)
    parent = event.parent = f.parent
    event.actor = f.actor
    event.round = f.round
    event.turn = f.turn
    f.depth += 1
    if f.depth > WATCHED_DEPTH:
        _watch_for_cycle(f, event)
    elif event.id & 1023 == 0 and f.over_budget():
        raise _endless(event)
    listeners = f.listeners[event.kind]
    f.parent = event
    if listeners.first:
        _announce(f, event, listeners)
    companions = _amend(f, event, listeners) if listeners.before and event.stopped is None else None
    if event.stopped is None:
        # What ends answers its own end, though it stands no longer.
        answering = list(listeners.after) if event.kind[:5] == "ends:" else listeners.after
        commit(f, event)
        if companions:
            for companion in companions:
                companion()
    else:
        answering = listeners.stopped
    if answering:
        if f.held is not None:
            f.held.append((event, list(answering)))
        else:
            _answer(f, event, answering)
    f.parent = parent
    f.depth -= 1
    return event.stopped is None


def objection(f: Fight, event: Event) -> str | None:
    """Why rules would stop an event if it were to happen now; None where none would. Nothing is left of the asking."""
    listeners = f.listeners[event.kind]
    if not listeners.before:
        return None
    found: list[str | None] = [None]

    def try_out() -> None:
        event.parent, event.actor, event.round, event.turn = f.parent, f.actor, f.round, f.turn
        f.parent = event
        _amend(f, event, listeners)
        if event.stopped is not None:
            found[0] = event.stopped[0] or "it was stopped"
        raise _TakenBack

    with suppress(_TakenBack):
        f.whole(try_out)
    return found[0]


class _TakenBack(Exception):
    """What was only tried out is taken back."""


def _announce(f: Fight, event: Event, listeners: Listeners) -> None:
    _answer(f, event, listeners.first)


def _amend(f: Fight, event: Event, listeners: Listeners) -> list[Callable[[], None]] | None:
    """Apply the `before` rules, each once; gives the companions that they add."""
    companions: list[Callable[[], None]] = []
    f_companions, f.companions = f.companions, companions
    for standing in tuple(listeners.before):
        rule, holder = standing.rule, standing.holder
        if holder is not None and not holder.stands:
            continue
        if rule.test is not None and not rule.test(f, event, holder):
            if f.watch is not None:
                f.watch(event, standing, False)
            continue
        if rule.once_scope is not None and not _once(f, event, rule, holder):
            continue
        if f.watch is not None:
            f.watch(event, standing, True)
        rule.body(f, event, holder)
        if event.stopped is not None:
            break
    f.companions = f_companions
    return companions


def _answer(f: Fight, event: Event, standings: list[Standing]) -> None:
    """Let rules act: those whose condition holds now, each looked at again right before it acts."""
    acting: list[Standing] = []
    for standing in standings:
        test = standing.rule.test
        if test is None or test(f, event, standing.holder):
            acting.append(standing)
        elif f.watch is not None:
            f.watch(event, standing, False)
    if not acting:
        return
    for at, standing in enumerate(acting):
        rule, holder = standing.rule, standing.holder
        if holder is not None and not holder.stands and not _is_end_of(event, holder):
            continue
        if at and rule.test is not None and not rule.test(f, event, holder):
            continue
        identity: Any = standing if holder is not None else (standing, getattr(event.unit, "id", None))
        if _has_acted(event, identity):
            continue
        if rule.once_scope is not None and not _once(f, event, rule, holder):
            continue
        if event.acted is None:
            event.acted = set()
        event.acted.add(identity)
        if f.watch is not None:
            f.watch(event, standing, True)
        _act(f, event, rule, holder)


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


def _has_acted(event: Event | None, identity: Any) -> bool:
    while event is not None:
        if event.acted is not None and identity in event.acted:
            return True
        event = event.parent
    return False


def _once(f: Fight, event: Any, rule: RuleCode, holder: Holder | None) -> bool:
    """Whether a rule that acts once per something may act now; if so, that is remembered."""
    key: Any = (rule.order, rule.site, 0 if holder is None else holder.serial)
    if rule.once_key is not None:
        key = (*key, rule.once_key(f, event, holder))
    if rule.once_scope == "movement":
        movement = event.movement if event.kind == "step" else event
        if movement.memory is None:
            movement.memory = set()
        if key in movement.memory:
            return False
        movement.memory.add(key)
        return True
    memory = f.memory[rule.once_scope or "scene"]
    if key in memory:
        return False
    f.put_key(memory, key, True)
    return True


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
    for event, answering in held:
        parent, f.parent = f.parent, event
        _answer(f, event, answering)
        f.parent = parent


# --- chains that do not end ---------------------------------------------------------------------------------


def state_key(f: Fight) -> tuple[Any, ...]:
    """A key of the state that two equal states share: serial numbers, which only count up, are left out."""
    units = tuple(
        (u.id, u.init, u.gone, *[getattr(u, slot) for slot in type(u).__slots__], tuple(sorted(u.standing)))
        for u in f.units.values()
    )
    holders = tuple(
        (h.kind.name, h.bearer, h.source, h.owner, h.cells, tuple(h.values.items())) for h in f.holders.values()
    )
    return units, holders, tuple((o.id, o.c_score) for o in f.objectives.values())


def _watch_for_cycle(f: Fight, event: Any) -> None:
    if f.over_budget():
        raise _endless(event)
    chances = len(f.rolled), len(f.asked)
    key = (event.kind, event.site, chances, state_key(f))
    above = event.parent
    while above is not None:
        if above.memory is not None and key in above.memory and above.kind == event.kind:
            raise _endless(event, above)
        above = above.parent
    if event.memory is None:
        event.memory = set()
    event.memory.add(key)


def _endless(event: Event, above: Event | None = None) -> Endless:
    """The error for a chain that does not end, with the rules that it goes through."""
    chain: list[Site] = []
    at: Event | None = event
    while at is not None and at is not above and len(chain) < 200:
        if at.site is not None and at.site not in chain:
            chain.append(at.site)
        at = at.parent
    chain.reverse()
    named = ", then ".join(f"`{site.rule}` ({site})" for site in chain[-6:])
    reason = (
        f"a chain of reactions does not end: {named}, and so on; nothing of it has happened"
        if above is not None or event.parent is not None
        else f"more than {EVENTS_PER_ACTION} events in one action"
    )
    return Endless(reason, event.site, chain)
