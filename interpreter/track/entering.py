"""How units come into a fight: what they are made of, their counters, entries and first turn."""

from __future__ import annotations

from typing import Any

from interpreter.library.program import Manner, Site
from interpreter.track.events import Simple, Step
from interpreter.track.fight import Fight
from interpreter.track.happen import happen
from interpreter.track.lasting import grant
from interpreter.track.moving import land_from_nowhere, whole_init
from interpreter.track.refusals import Absent, Refused
from interpreter.track.state import Unit
from interpreter.track.turns import give_turns, refresh

MOST_UNITS = 500


def add_unit(
    f: Fight, id: str, side: str, kinds: tuple[str, ...], values: dict[str, Any], entries: tuple[str, ...] = ()
) -> Unit:
    """Add a unit: defaults, then what its kinds say in their order, then its own values.

    Counters that nobody gives start at what the ruleset computes for them. Raises `Refused` for a taken id, and for
    entries that do not go together.
    """
    program = f.program
    if id in f.units:
        raise Refused(f"there is a unit `{id}` already")
    if len(f.units) >= MOST_UNITS:
        raise Refused(f"a fight holds at most {MOST_UNITS} units")
    unit: Unit = program.unit_class(id, side, len(f.units))
    # It takes part when it is complete: nothing that is asked of everybody meanwhile finds a counter that is not set.
    unit.gone = True
    given: dict[str, Any] = {}
    owned: list[str] = []
    for kind in kinds:
        unit_kind = program.unit_kinds.get(kind)
        if unit_kind is not None:
            given.update(unit_kind.values)
            owned += unit_kind.entries
        else:
            owned.append(kind)
    given.update(values)
    unit.kinds = tuple(kind for kind in kinds if kind in program.unit_kinds)
    for slot, name, default in program.slots:
        setattr(unit, slot, given.get(name, default))
    f.put_key(f.units, id, unit)
    owned = list(dict.fromkeys([*owned, *entries]))
    for entry in owned:
        for other in program.entries[entry].excludes:
            if other in owned:
                raise Refused(f"no unit can have both `{entry}` and `{other}`, and `{id}` would")
        grant(f, program.entries[entry], unit)
    for name, start in program.counters.items():
        setattr(unit, "c_" + name, given[name] if name in given else start(f, unit))
    unit.gone = False
    return unit


def create(f: Fight, site: Site, kind: str, init: Any, manner: Manner, owner: Unit | None) -> Unit:
    """Let a new unit of a kind enter the fight, on its owner's side, with a turn in this round.

    It comes to its Init from nowhere, and touches it as its manner says. One that rules do not let come has left.

    Raises `Refused` in turns that are taken at the same time: what is worked out there is taken back to a state that
    does not know the unit.
    """
    if f.recorded is not None:
        raise Refused("nobody can enter a fight in turns that are taken at the same time", site)
    number = 1 + sum(1 for unit in f.units.values() if unit.kinds[:1] == (kind,))
    side = owner.side if owner is not None else f.program.sides[0]
    unit = add_unit(f, f"{kind}_{number}", side, (kind,), {})
    event = Simple("return", site, unit, manner.name)
    event.value = whole_init(init, site)
    is_full = _fill_up(f, unit)

    def arrive(f: Fight, step: Step) -> None:
        f.put(unit, "init", step.here)
        if not is_full:
            _fill(f, unit)
        if f.round:
            give_turns(f, unit)

    if not happen(f, event, lambda f, event: land_from_nowhere(f, event, arrive)):
        _let_go(f, unit)
    return unit


def _fill_up(f: Fight, unit: Unit) -> bool:
    """Fill up the budgets of a unit before any rule looks at them; False where that needs the Init it is to have."""
    try:
        _fill(f, unit)
    except Absent:
        return False
    return True


def _fill(f: Fight, unit: Unit) -> None:
    for each in ("turn", "any turn", "round", "scene"):
        refresh(f, unit, each)


def _let_go(f: Fight, unit: Unit) -> None:
    """Who could not come takes no part in the fight, and neither do its entries."""
    f.put(unit, "gone", True)
    for serial in unit.entries.values():
        f.cease(f.holders[serial])


def say(f: Fight, site: Site, text: str) -> None:
    """Put a line into the log."""
    happen(f, Simple("note", site, f.actor, "says", text), lambda _f, _e: None)
