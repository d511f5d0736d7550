"""What lasts: statuses, markers, entries, links, promises; how they begin and how their time ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from interpreter.library.program import Kind, Manner, Site
from interpreter.track.choices import show
from interpreter.track.counts import keep_counts
from interpreter.track.events import Change, Event, Lasting, Simple
from interpreter.track.fight import Fight
from interpreter.track.happen import happen
from interpreter.track.moving import come_onto_track, off_track, whole_init
from interpreter.track.refusals import Absent, Refused
from interpreter.track.state import Deadline, Holder, Objective, Promise, Unit

# One way of ending, as compiled code gives it: (edge, unit or "round" or "scene" or a holder, how many).
# `how many` is 0 for "the turn that is open, else the next one", n for n turns of its own after this one. The edge is
# `start`, `end`, `turns` (of how many the last one's end counts), `ends` for a holder's end, or `used`.
EndingSpec = tuple[str, Any, int]


class Lasts:
    """How long something lasts: endings, of which the first counts, and a condition that must go on holding."""

    __slots__ = ("endings", "shown", "still")

    def __init__(
        self,
        endings: Sequence[EndingSpec] = (),
        still: Callable[[Any], bool] | None = None,
        shown: str = "",
    ) -> None:
        self.endings = endings
        self.still = still
        self.shown = shown


def apply(
    f: Fight,
    site: Site,
    kind: Kind,
    unit: Unit,
    source: Unit | None,
    values: dict[str, Any] | None,
    lasts: Lasts | None,
) -> Holder | None:
    """Give a unit a status; None if that was stopped, or the status says that the first copy stays."""
    if kind.again == "keep" and kind.name in unit.standing:
        return None
    holder = Holder(kind, f.next_serial())
    holder.bearer = unit.id
    holder.source = None if source is None else source.id
    event = _beginning(f, "apply", site, unit, holder, values, lasts)
    _stop_if_gone(event, unit)
    return holder if happen(f, event, _apply) else None


def _stop_if_gone(event: Event, *units: Unit) -> None:
    """Who has left, perhaps by what the same action did before, is touched by nothing more."""
    for unit in units:
        if unit.gone:
            event.stop(f"`{unit}` has left the fight")


def _beginning(
    f: Fight,
    what: str,
    site: Site | None,
    unit: Unit | None,
    holder: Holder,
    values: dict[str, Any] | None,
    lasts: Lasts | None,
) -> Lasting:
    holder.values = {**holder.kind.fields, **values} if values else dict(holder.kind.fields)
    holder.origin = site
    event = Lasting(what, site, unit, holder)
    event.until = lasts
    return event


def _apply(f: Fight, event: Lasting) -> None:
    holder, unit = event.holder, event.unit
    if holder.kind.again == "refresh":
        _end_all(f, event.site, unit, holder.name, "renewed")
    f.put_key(unit.standing, holder.name, (*unit.standing.get(holder.name, ()), holder.serial))
    f.begin(holder)
    _last(f, holder, event.until)


def remove(f: Fight, site: Site, name: str, unit: Unit) -> None:
    """Take every copy of a status off a unit."""
    _end_all(f, site, unit, name, "removed")


def _end_all(f: Fight, site: Site | None, unit: Unit, name: str, why: str) -> None:
    for serial in unit.standing.get(name, ()):
        holder = f.holders.get(serial)
        # What answers the end of one copy may have ended others.
        if holder is not None:
            end(f, site, holder, why)


def place(
    f: Fight,
    site: Site,
    kind: Kind,
    cells: Any,
    owner: Unit | None,
    values: dict[str, Any] | None,
    lasts: Lasts | None,
) -> Holder | None:
    """Lay a marker on an Init or on several; None if that was stopped, or the owner's first one stays."""
    if kind.again == "keep" and _same(f, kind, owner):
        return None
    holder = Holder(kind, f.next_serial())
    holder.cells = _inits(cells, site)
    if not holder.cells:
        raise Refused(f"`{kind.name}` must lie on an Init at least", site)
    holder.owner = None if owner is None else owner.id
    event = _beginning(f, "place", site, owner, holder, values, lasts)
    return holder if happen(f, event, _place) else None


def _inits(cells: Any, site: Site) -> tuple[int, ...]:
    """One Init or several, each once, in the order in which they were named."""
    named = cells if isinstance(cells, (list, tuple)) else (cells,)
    return tuple(dict.fromkeys([whole_init(cell, site) for cell in named]))


def _place(f: Fight, event: Lasting) -> None:
    holder = event.holder
    if holder.kind.again == "refresh":
        for older in _same(f, holder.kind, event.unit):
            end(f, event.site, older, "renewed")
    f.begin(holder)
    _last(f, holder, event.until)


def _same(f: Fight, kind: Kind, owner: Unit | None) -> list[Holder]:
    id = None if owner is None else owner.id
    return [marker for marker in f.markers(kind.name) if marker.owner == id]


def lay(f: Fight, site: Site, marker: Holder, cells: Any) -> None:
    """Let a marker lie on other Inits, or on none for the time being."""
    moved = _inits(cells, site)
    event = Lasting("note", site, f.units.get(marker.owner or ""), marker, "moved")
    happen(f, event, lambda f, _event: f.put(marker, "cells", moved))


def grant(f: Fight, kind: Kind, unit: Unit) -> Holder:
    """Give a unit an entry of its own, for the whole fight."""
    holder = Holder(kind, f.next_serial())
    holder.bearer = unit.id
    holder.values = dict(kind.fields)
    f.put_key(unit.entries, kind.name, holder.serial)
    f.begin(holder)
    return holder


def revoke(f: Fight, site: Site, name: str, unit: Unit) -> None:
    """Take an entry from a unit; nothing happens where it has none of that name."""
    holder = f.holders.get(unit.entries.get(name, -1))
    if holder is not None:
        end(f, site, holder, "revoked")


def end(f: Fight, site: Site | None, holder: Any, why: str = "") -> None:
    """End a status, a marker or an entry; its rules may answer that with what they last knew."""
    if isinstance(holder, Promise):
        f.put(holder, "stands", False)
        return
    if not holder.stands:
        return
    unit = f.units.get(holder.bearer or holder.owner or "")
    happen(f, Lasting(f"ends:{holder.name}", site or holder.origin, unit, holder, why), _end)


def _end(f: Fight, event: Lasting) -> None:
    holder: Holder = event.holder
    _take_off(f, holder)
    hanging = [d for d in f.deadlines if d.target is not holder and d.anchor == holder.serial]
    f.put_list(f.deadlines, [d for d in f.deadlines if d.target is not holder])
    if f.whiles:
        f.put_list(f.whiles, [w for w in f.whiles if w[0] is not holder])
    for deadline in hanging:
        fall_due(f, deadline, "with `" + holder.name + "`")


def _take_off(f: Fight, holder: Holder) -> None:
    if holder.kind.what == "entry" and holder.bearer is not None:
        f.drop_key(f.units[holder.bearer].entries, holder.name)
    elif holder.kind.what == "status" and holder.bearer is not None:
        unit = f.units[holder.bearer]
        rest = tuple(s for s in unit.standing[holder.name] if s != holder.serial)
        if rest:
            f.put_key(unit.standing, holder.name, rest)
        else:
            f.drop_key(unit.standing, holder.name)
    f.cease(holder)


# --- time ---------------------------------------------------------------------------------------------------


def _last(f: Fight, target: Holder | Promise, lasts: Lasts | None) -> None:
    if lasts is None:
        return
    new = [deadline(f, target, spec) for spec in lasts.endings if spec[0] != "used"]
    if len(new) < len(lasts.endings) and isinstance(target, Holder):
        f.put(target, "until_used", True)
    if new:
        f.put_list(f.deadlines, [*f.deadlines, *new])
    if lasts.still is not None:
        f.put_list(f.whiles, [*f.whiles, (target, lasts.still)])


def deadline(f: Fight, target: Holder | Promise, spec: EndingSpec) -> Deadline:
    """The deadline that an ending means, seen from now.

    Applied in the anchor's own turn, "next" is the turn after; otherwise the one to come. The end of "its turn"
    without "next" is the end of the open one. A turn whose end is passing is open no longer.
    """
    edge, anchor, count = spec
    if isinstance(anchor, Holder):
        return Deadline(target, "ends", anchor.serial, 1)
    if isinstance(anchor, str):
        return Deadline(target, edge, anchor, 1)
    if edge == "turns":
        if not isinstance(count, int) or count < 1:
            raise Refused(f"the number of turns must be a whole number from 1, not {show(count)}")
        edge = "end"
    unit: Unit = anchor
    own = next((turn.serial for turn in f.open_turns() if turn.unit == unit.id), None)
    left = max(1, count)
    if own is not None and edge == "end" and count > 0:
        left += 1
    return Deadline(target, edge, "unit:" + unit.id, left, own)


def promise(f: Fight, site: Site, specs: Sequence[EndingSpec], body: Any, kept: tuple[Any, ...], holder: Any) -> None:
    """Do something later, when the first of some endings comes."""
    made = Promise(f.next_serial(), body, kept, holder, None if f.actor is None else f.actor.id, site)
    f.put_list(f.deadlines, [*f.deadlines, *[deadline(f, made, spec) for spec in specs]])


def pass_edge(f: Fight, edge: str, anchor: str) -> None:
    """An edge of time has come: what waited for it counts down, and what it was the last for ends, oldest first."""
    due: list[Deadline] = []
    for waiting in f.deadlines:
        if waiting.anchor == anchor and waiting.edge == edge:
            if waiting.left <= 1:
                due.append(waiting)
            else:
                f.put(waiting, "left", waiting.left - 1)
    for waiting in due:
        if waiting in f.deadlines:
            fall_due(f, waiting, "its time is over")


def fall_due(f: Fight, waiting: Deadline, why: str) -> None:
    """End what a deadline is for, or keep its promise."""
    target = waiting.target
    if isinstance(target, Holder):
        end(f, None, target, why)
        return
    f.put_list(f.deadlines, [d for d in f.deadlines if d.target is not target])
    if target.stands:
        f.put(target, "stands", False)
        actor, f.actor = f.actor, f.units.get(target.actor or "")
        event = Simple("note", target.site, f.actor, "later")
        happen(f, event, lambda _f, e: target.body(_f, e, target.holder, *target.kept))
        f.actor = actor


def settle(f: Fight) -> None:
    """The outermost event has settled: end what lasts only while a condition holds that holds no longer."""
    changed = bool(f.whiles) and f.parent is None
    while changed:
        changed = False
        for holder, still in list(f.whiles):
            if holder.stands and not _holds(f, still):
                end(f, None, holder, "its condition no longer holds")
                changed = True


def _holds(f: Fight, still: Callable[[Any], bool]) -> bool:
    try:
        return still(f)
    except Absent:
        return False


# --- leaving, links, objectives -----------------------------------------------------------------------------


def take_off(f: Fight, site: Site, unit: Unit) -> bool:
    """Take a unit off the track for a while; its turn still comes at the count it had."""
    event = Simple("leave", site, unit, "off")
    if unit.init is None:
        event.stop(f"`{unit}` is off the track already")
    return happen(f, event, _leave)


def _leave(f: Fight, event: Simple) -> None:
    off_track(f, event.unit)


def bring_back(f: Fight, site: Site, unit: Unit, to: int, manner: Manner) -> bool:
    """Bring a unit back onto the track, to an Init, in a manner."""
    event = Simple("return", site, unit, manner.name)
    event.value = whole_init(to, site)
    if unit.init is not None:
        event.stop(f"`{unit}` is on the track already")
    _stop_if_gone(event, unit)
    return happen(f, event, come_onto_track)


def leave_for_good(f: Fight, site: Site, unit: Unit) -> bool:
    """Let a unit leave the fight: off the track for good, and what may not stand without it ends."""
    if unit.gone:
        return False
    return happen(f, Simple("leave", site, unit, "gone"), _gone)


def _gone(f: Fight, event: Simple) -> None:
    unit = event.unit
    if unit.init is not None:
        off_track(f, unit)
    else:
        keep_counts(f, unit)
    f.put(unit, "gone", True)
    for holder in list(f.holders.values()):
        what = holder.kind.ends_with
        if (
            (holder.bearer == unit.id and holder.kind.what == "status")
            or ("source" in what and holder.source == unit.id)
            or ("owner" in what and holder.owner == unit.id)
        ):
            end(f, event.site, holder, f"`{unit}` has left")
        elif holder.bearer == unit.id and holder.kind.what == "entry":
            f.cease(holder)
    for name in f.links:
        for pair in [pair for pair in f.links[name] if unit.id in pair]:
            f.drop_key(f.links[name], pair)


def link(f: Fight, site: Site, one: Unit, other: Unit, name: str, value: Any = None) -> bool:
    """Link two units by a relation."""
    if one is other:
        raise Refused(f"`{one}` cannot be linked to itself", site)
    event = Simple("link", site, one, name, other)
    event.value = value
    _stop_if_gone(event, one, other)
    return happen(f, event, _link)


def _link(f: Fight, event: Simple) -> None:
    f.put_key(f.links[event.name], pair(f, event.name, event.unit, event.other), event.value)


def unlink(f: Fight, site: Site, one: Unit, other: Unit, name: str) -> bool:
    """Part two units; nothing happens where they are not linked."""
    if pair(f, name, one, other) not in f.links[name]:
        return False
    return happen(f, Simple("unlink", site, one, name, other), _unlink)


def _unlink(f: Fight, event: Simple) -> None:
    f.drop_key(f.links[event.name], pair(f, event.name, event.unit, event.other))


def pair(f: Fight, name: str, one: Unit, other: Unit) -> tuple[str, str]:
    """The key of a link: in a symmetric relation the same from both sides."""
    if f.program.relations[name].symmetric and one.order > other.order:
        one, other = other, one
    return one.id, other.id


def open_objective(f: Fight, site: Site, name: str, score: int) -> None:
    """Open an objective, which is anybody's."""
    if name in f.objectives:
        raise Refused(f"there is an objective `{name}` already", site)
    if score.__class__ is not int or score < 1:
        raise Refused(f"an objective's score is a whole number above 0, not {show(score)}", site)
    event = Simple("note", site, f.actor, "opens", Objective(name, score, None))
    happen(f, event, lambda f, event: f.put_key(f.objectives, name, event.other))


def announce_attained(f: Fight, change: Change) -> None:
    """An objective has come to 0: it is attained for the side of who brought it there."""
    objective = change.thing
    side = f.actor.side if f.actor is not None else (objective.side or "nobody")
    f.put(objective, "attained_by", side)
    happen(f, Simple("attained", change.site, f.actor, objective.id, side), _nothing)


def _nothing(f: Fight, event: Any) -> None:
    """What is only said."""
