"""Changes of Init, counters and fields. A manner that touches each Init goes Init by Init; others arrive at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.language.limits import LONGEST_MOVEMENT
from interpreter.library.program import Manner, Site
from interpreter.track.choices import show
from interpreter.track.counts import keep_counts
from interpreter.track.events import Change, Event, Simple, Step
from interpreter.track.fight import Fight
from interpreter.track.happen import happen
from interpreter.track.refusals import Refused
from interpreter.track.state import Holder, Objective, Unit


def shift(f: Fight, site: Site, unit: Any, amount: Any, manner: Manner, extra: dict[str, Any] | None = None) -> Change:
    """Change a unit's (or a marker's) Init by an amount; the change may end elsewhere, or be stopped."""
    origin = _place_of(unit)
    return _change_init(f, site, unit, origin, origin + whole_init(amount, site), manner, extra, False)


def set_init(f: Fight, site: Site, unit: Any, to: Any, manner: Manner, extra: dict[str, Any] | None = None) -> Change:
    """Set a unit (or marker) to an Init; whatever movement it was in has ended."""
    return _change_init(f, site, unit, _place_of(unit), whole_init(to, site), manner, extra, True)


def _place_of(unit: Any) -> int:
    """Where a unit is, or was before it left the track."""
    place: int | None = unit.last_init if unit.init is None else unit.init
    return 0 if place is None else place


def whole_init(number: Any, site: Site) -> int:
    """A number as an Init. Raises `Refused` where it is not whole."""
    if not isinstance(number, int):
        raise Refused(f"an Init is a whole number, not {show(number)}", site)
    return int(number)


def _change_init(
    f: Fight, site: Site, unit: Any, origin: int, to: int, manner: Manner, extra: dict[str, Any] | None, replaces: bool
) -> Change:
    change = Change("change:init", site, unit, unit, "init", origin, to)
    if unit.init is None:
        change.destination = change.origin
        change.stop(f"`{unit}` is off the track")
    change.manner = manner
    change.relative = not replaces
    if extra is not None:
        change.extra = extra
    if manner.touches == "each" and not replaces:
        happen(f, change, _travel)
    elif manner.touches == "nothing":
        happen(f, change, _arrive_replacing if replaces else _arrive)
    elif manner.touches == "each":
        happen(f, change, _travel_replacing)
    else:
        happen(f, change, _land)
    return change


def _arrive(f: Fight, change: Change) -> None:
    change.steps = change.destination - change.origin
    if change.steps:
        f.put(change.thing, "init", change.destination)


def _arrive_replacing(f: Fight, change: Change) -> None:
    _end_movements(f, change)
    _arrive(f, change)


def _travel_replacing(f: Fight, change: Change) -> None:
    _end_movements(f, change)
    _travel(f, change)


def _land(f: Fight, change: Change) -> None:
    _end_movements(f, change)
    unit = change.thing
    step = Step(change.site, unit, change.origin, change.destination, change)
    change.cut_short = not happen(f, step, _make_step)
    if change.cut_short:
        change.destination = change.origin
    else:
        change.steps = step.here - change.origin


def come_onto_track(f: Fight, event: Simple) -> None:
    """Let a unit come onto the track, from nowhere, in the manner that the event names."""
    land_from_nowhere(f, event, _make_step)


def land_from_nowhere(f: Fight, event: Simple, arrive: Callable[[Fight, Step], None]) -> None:
    """Let a unit come to an Init where it was on none; `arrive` sets it there.

    Unless its manner touches nothing that is a landing as any other. Where a rule stops it, the unit does not come.
    """
    unit, to, manner = event.unit, event.value, f.program.manners[event.name]
    landing = Change("change:init", event.site, unit, unit, "init", to, to)
    landing.manner = manner
    # It is told as the return that it is: it is no event of its own.
    landing.id, landing.parent, landing.actor, landing.round, landing.turn = event.id, event, f.actor, f.round, f.turn
    step = Step(event.site, unit, None, to, landing)
    if manner.touches == "nothing":
        arrive(f, step)
    elif not happen(f, step, arrive):
        event.stopped = step.stopped


def _end_movements(f: Fight, change: Change) -> None:
    """An Init that is replaced ends the movement that its unit was in."""
    _end_movements_of(change.unit, change.parent)


def _end_movements_of(unit: Unit, above: Event | None) -> None:
    while above is not None:
        if isinstance(above, Change) and above.name == "init" and above.unit is unit:
            above.ended = True
        above = above.parent


def _travel(f: Fight, change: Change) -> None:
    """Go Init by Init, on from wherever what is set off on the way leaves the unit."""
    unit = change.thing
    whole = change.destination - change.origin
    direction = 1 if whole > 0 else -1
    left = abs(whole)
    if left > LONGEST_MOVEMENT:
        raise Refused(f"a movement of {left} Inits is longer than {LONGEST_MOVEMENT}", change.site)
    path: list[int] = []
    change.path = path
    while left and not change.ended and unit.init is not None:
        step = Step(change.site, unit, unit.init, unit.init + direction, change)
        if not happen(f, step, _make_step):
            break
        path.append(step.here)
        change.steps += direction
        left -= 1
    change.cut_short = left > 0
    if change.cut_short:
        change.destination = path[-1] if path else change.origin


def _make_step(f: Fight, step: Step) -> None:
    f.put(step.unit, "init", step.here)


def end_movement(f: Fight, site: Site, movement: Any) -> None:
    """Let a movement end where it is."""
    movement.ended = True


def assign(f: Fight, site: Site, thing: Any, name: str, value: Any, relative: bool = False) -> Change:
    """Give a counter of a unit, a field of a holder or the score of an objective a new value.

    A `relative` one is by an amount, from whatever it is when rules that come first have acted.
    """
    if isinstance(thing, Holder):
        unit: Any = f.units.get(thing.bearer or thing.owner or "")
        change = Change(f"change:{name}", site, unit, thing, name, thing.values[name], value)
        change.relative = relative
        happen(f, change, _assign_field)
    else:
        change = Change(f"change:{name}", site, thing, thing, name, getattr(thing, "c_" + name), value)
        change.relative = relative
        if isinstance(thing, Objective) and thing.attained_by is not None:
            change.stop(f"`{thing.id}` is attained already")
        happen(f, change, _assign_counter)
    return change


def _assign_counter(f: Fight, change: Change) -> None:
    thing = change.thing
    if isinstance(thing, Objective):
        lower_objective(f, change)
    elif change.destination != change.origin:
        f.put(thing, "c_" + change.name, change.destination)


def _assign_field(f: Fight, change: Change) -> None:
    f.put_key(change.thing.values, change.name, change.destination)


def lower_objective(f: Fight, change: Change) -> None:
    """Set an objective's score, never below 0; at 0 it is attained, once, by the side of who acts."""
    from interpreter.track.lasting import announce_attained

    objective = change.thing
    change.destination = max(0, change.destination)
    f.put(objective, "c_score", change.destination)
    if change.destination == 0:
        announce_attained(f, change)


def off_track(f: Fight, unit: Unit) -> None:
    """Take a unit's place from it, and end the movement it is in; its last Init is remembered."""
    _end_movements_of(unit, f.parent)
    keep_counts(f, unit)
    f.put(unit, "last_init", unit.init)
    f.put(unit, "init", None)
