"""Events as they are kept in the log. All have an actor or none, a subject, a parent and an id."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.library.program import EventKind, Manner, Site

# What stopped an event: the reason, where it stands, and the holder of the rule.
Stopped = tuple[str | None, Site, Any]


class Event:
    """Something that happens: `kind` is its key for the rules that answer it.

    `unit` is the subject, `site` where the content asked for it, `stopped` the (reason, site, holder) that stopped
    it. `acted` holds what acted on it, so that nothing acts twice on it or on what follows from it. The events that
    happen most set all of it themselves, which is quicker.
    """

    __slots__ = ("acted", "actor", "id", "kind", "memory", "parent", "round", "site", "stopped", "turn", "unit")

    # Set when it happens.
    id: int
    parent: Event | None
    actor: Any
    round: int
    turn: Any

    def __init__(self, kind: str, site: Site | None, unit: Any) -> None:
        self.kind = kind
        self.site = site
        self.unit = unit
        self.stopped: Stopped | None = None
        self.acted: set[Any] | None = None
        self.memory: set[Any] | None = None

    def said(self) -> tuple[Any, ...]:
        """What it says beside its kind: two events that say the same differ only in when they happen."""
        return (self.unit,)

    def stop(self, reason: str) -> None:
        """Let it not happen, as things stand; where content asked for it, that is told and nothing else is undone."""
        assert self.site is not None
        self.stopped = (reason, self.site, None)

    def renew(self, f: Any) -> None:
        """Take up what may have changed in the fight since it was announced: what came first has acted."""


class Change(Event):
    """A change of an Init, a counter or a field: from `origin` to `destination`.

    Of an Init it has a manner; if that touches each Init, `steps` were made along `path`, and `cut_short` says
    whether it ended before its destination; then the destination is where it did end. A `relative` one is by an
    amount, from wherever its unit then is. `extra` holds the fields that the ruleset declares for changes.
    """

    __slots__ = (
        "cut_short",
        "destination",
        "ended",
        "extra",
        "manner",
        "name",
        "origin",
        "path",
        "relative",
        "steps",
        "thing",
    )

    def __init__(
        self, kind: str, site: Site | None, unit: Any, thing: Any, name: str, origin: Any, destination: Any
    ) -> None:
        self.kind = kind
        self.site = site
        self.unit = unit
        self.stopped = self.acted = self.memory = None
        self.thing = thing
        self.name = name
        self.origin = origin
        self.destination = destination
        self.manner: Manner | None = None
        self.extra: dict[str, Any] = _NO_EXTRA
        self.steps = 0
        self.path: Sequence[int] = ()
        self.cut_short = False
        self.ended = False
        self.relative = False

    def renew(self, f: Any) -> None:
        now = self.value_now()
        if now is None:
            self.stop(f"`{self.thing}` is off the track")
        else:
            if self.relative:
                self.destination += now - self.origin
            self.origin = now

    def value_now(self) -> Any:
        """What it changes, as it is now."""
        if self.name == "init":
            return self.thing.init
        values = getattr(self.thing, "values", None)
        return getattr(self.thing, "c_" + self.name) if values is None else values[self.name]

    def said(self) -> tuple[Any, ...]:
        return self.thing, self.origin, self.destination, self.manner, *self.extra.items()

    @property
    def amount(self) -> Any:
        return self.destination - self.origin


_NO_EXTRA: dict[str, Any] = {}


class Step(Event):
    """One Init touched: from `here_before` to `here`, as part of `movement`; `ahead` is `here` before it is made.

    Who comes onto the track has been nowhere before, and `here_before` is None.
    """

    __slots__ = ("here", "here_before", "movement")

    def __init__(self, site: Site | None, unit: Any, before: int | None, here: int, movement: Change) -> None:
        self.kind = "step"
        self.site = site
        self.unit = unit
        self.stopped = self.acted = self.memory = None
        self.here_before = before
        self.here = here
        self.movement = movement

    def said(self) -> tuple[Any, ...]:
        return self.unit, self.here_before, self.here


class Lasting(Event):
    """A status, marker or entry that begins (`apply`, `place`) or ends (`ends:NAME`)."""

    __slots__ = ("holder", "name", "until", "why")

    def __init__(self, kind: str, site: Site | None, unit: Any, holder: Any, why: str = "") -> None:
        Event.__init__(self, kind, site, unit)
        self.holder = holder
        self.name = holder.kind.name
        self.why = why
        self.until: Any = None

    def said(self) -> tuple[Any, ...]:
        return self.unit, self.holder


class Simple(Event):
    """Any other event of the core: turns, rounds, actions, links, leaving. `name` and `other` as the kind has it."""

    __slots__ = ("name", "other", "value")

    def __init__(self, kind: str, site: Site | None, unit: Any, name: Any = None, other: Any = None) -> None:
        self.kind = kind
        self.site = site
        self.unit = unit
        self.stopped = self.acted = self.memory = None
        self.name = name
        self.other = other
        self.value: Any = None

    def said(self) -> tuple[Any, ...]:
        return self.unit, self.name, self.other, self.value


def note(site: Site | None, unit: Any, text: str, value: Any) -> Simple:
    """Something to be told that is about a unit or nobody: a text with a value behind it."""
    event = Simple("note", site, unit, text)
    event.value = value
    return event


class Declared(Event):
    """An event that content declares; a subclass for each has a slot `f_NAME` per field."""

    __slots__ = ("decl",)

    decl: EventKind

    def said(self) -> tuple[Any, ...]:
        return tuple(getattr(self, "f_" + name) for name in self.decl.fields)


def event_class(name: str, fields: list[str]) -> type[Declared]:
    """A class of events with a slot for each declared field."""
    return type("Declared", (Declared,), {"__slots__": tuple(f"f_{field}" for field in fields)})
