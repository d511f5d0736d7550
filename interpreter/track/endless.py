"""Chains of reactions that do not end: found by a return to a state they had, or by outgrowing their budget.

Deep chains are compared with a checkpoint above them; checkpoints lie ever further apart, so that a cycle of any length
is found soon and a long chain that does end costs little.
"""

from __future__ import annotations

from typing import Any

from interpreter.library.program import Site
from interpreter.track.events import Event
from interpreter.track.fight import Fight
from interpreter.track.refusals import Endless
from interpreter.track.state import Holder

# Chains this deep are watched.
WATCHED_DEPTH = 40
# How many rules an error names at most.
_SHOWN = 8


def watch(f: Fight, event: Event) -> None:
    """Look at one event of a deep chain. Raises `Endless` where the chain has been here before."""
    if f.over_budget():
        raise outgrown(f, event)
    passed = f.checkpoints
    while passed and passed[-1][0] >= f.depth:
        passed.pop()
    said = (event.kind, event.site, len(f.rolled), len(f.asked), *(_plain(value) for value in event.said()))
    state: Any = None
    if passed and passed[-1][2] == said and len(f.holders) == passed[-1][3]:
        state = state_key(f)
        if state == passed[-1][4]:
            raise _returned(event, passed[-1][1])
    if f.depth & (f.depth - 1) == 0:
        passed.append((f.depth, event, said, len(f.holders), state or state_key(f)))


def state_key(f: Fight) -> tuple[Any, ...]:
    """A key of the state that two equal states share: serial numbers, which only count up, are left out."""
    turn = f.turn
    return (
        tuple(
            (u.id, u.init, u.gone, u.used, *[getattr(u, slot) for slot in type(u).__slots__]) for u in f.units.values()
        ),
        tuple(_plain(holder) for holder in f.holders.values()),
        tuple((name, *pairs.items()) for name, pairs in f.links.items()),
        tuple((goal.id, goal.c_score, goal.attained_by) for goal in f.objectives.values()),
        tuple((scope, *kept) for scope, kept in f.memory.items()),
        tuple((waiting.edge, waiting.anchor, waiting.left) for waiting in f.deadlines),
        tuple((entry.unit, entry.stage, entry.state, entry.count, entry.skipped) for entry in f.order),
        (f.round, f.place, len(f.whiles), turn and turn.unit),
    )


def _plain(value: Any) -> Any:
    """A value in which two copies of a status count as the same."""
    if isinstance(value, Holder):
        return value.kind.name, value.bearer, value.source, value.owner, value.cells, value.init, *value.values.items()
    return value


def _returned(event: Event, above: Event) -> Endless:
    """The error for a chain that has come to where it was: with the rules between there and here."""
    found: list[Site] = []
    at: Event | None = event
    while at is not None and at is not above:
        if at.site is not None and at.site not in found:
            found.append(at.site)
        at = at.parent
    found.reverse()
    reason = f"a chain of reactions does not end: {_named(found)}, and so on; nothing of it has happened"
    return Endless(reason, event.site, found)


def outgrown(f: Fight, event: Event) -> Endless:
    """The error for an action that does not come to its end, with the rules that acted last."""
    found: list[Site] = []
    for late in reversed(f.log[-500:]):
        if late.site is not None and late.site not in found:
            found.append(late.site)
    found.reverse()
    made = f.events_of_action()
    reason = f"an action does not end: {made} events so far, the last by {_named(found)}; nothing of it has happened"
    return Endless(reason, event.site, found)


def _named(sites: list[Site]) -> str:
    return ", then ".join(f"`{site.rule}` ({site})" for site in sites[-_SHOWN:])
