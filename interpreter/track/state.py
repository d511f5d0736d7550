"""The things of a fight. They hold ids, never each other, so that a state is cheap to copy and has a key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.library.program import Kind, RuleCode


class Unit:
    """Somebody on the track. A subclass for each ruleset adds a slot `a_NAME` per attribute, `c_NAME` per counter.

    `init` is None while the unit is off the track, `last_init` where it last was; `gone` says that it left for
    good. `standing` holds the serials of its statuses by name, `entries` the serial of each entry it has, `used`
    the names of the actions it took in its turn.
    """

    __slots__ = ("entries", "gone", "id", "init", "kinds", "last_init", "order", "side", "standing", "used")

    def __init__(self, id: str, side: str, order: int) -> None:
        self.id = id
        self.side = side
        self.order = order
        self.init: int | None = None
        self.last_init: int | None = None
        self.gone = False
        self.standing: dict[str, tuple[int, ...]] = {}
        self.entries: dict[str, int] = {}
        self.used: tuple[str, ...] = ()
        self.kinds: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return self.id


def unit_class(attributes: list[str], counters: list[str]) -> type[Unit]:
    """A class of units with a slot for each of the ruleset's attributes and counters."""
    slots = tuple(f"a_{name}" for name in attributes) + tuple(f"c_{name}" for name in counters)
    return type("Unit", (Unit,), {"__slots__": slots})


class Holder:
    """A status, a marker or an entry that stands: `serial` is its age, `values` its fields by name.

    A status has a bearer and perhaps a source; a marker an owner and the Inits it lies on; an entry its unit, which
    is its bearer. All are ids of units. `until_used` says that it ends when one of its rules has acted.
    """

    __slots__ = (
        "bearer",
        "cells",
        "init",
        "kind",
        "origin",
        "owner",
        "serial",
        "source",
        "stands",
        "until_used",
        "values",
    )

    def __init__(self, kind: Kind, serial: int) -> None:
        self.kind = kind
        self.serial = serial
        self.bearer: str | None = None
        self.source: str | None = None
        self.owner: str | None = None
        self.cells: tuple[int, ...] = ()
        self.init: int | None = None
        self.values: dict[str, Any] = {}
        self.stands = True
        self.until_used = False
        self.origin: Any = None

    @property
    def name(self) -> str:
        return self.kind.name

    def __repr__(self) -> str:
        return self.kind.name


class Standing:
    """A rule together with what holds it (None: the ruleset itself)."""

    __slots__ = ("holder", "key", "rule", "test")

    def __init__(self, rule: RuleCode, holder: Holder | None) -> None:
        self.rule = rule
        self.test = rule.test
        self.holder = holder
        self.key = (rule.stage, 0 if holder is None else holder.serial, rule.order)


# From this many on, rules that are looked at count as steps.
MANY = 64


class Listeners:
    """The rules that answer one kind of event, by when they do. It never changes: another takes its place.

    `ends` says that the event is the end of a status or a marker. `amending` stands for all of `before` while these
    are the ruleset's own; `willing` says which of the ruleset's own in `after` would act, and `held` are the others.
    `answers` says whether any come after it, be it stopped or not.
    """

    __slots__ = ("after", "amending", "answers", "before", "ends", "first", "held", "own", "stopped", "willing")

    first: tuple[Standing, ...]
    before: tuple[Standing, ...]
    after: tuple[Standing, ...]
    stopped: tuple[Standing, ...]
    held: tuple[Standing, ...]

    def __init__(self, ends: bool) -> None:
        self.ends = ends
        self.first = self.before = self.after = self.stopped = self.held = ()
        self.answers = False
        self.own: tuple[Any, Any] = (None, None)
        self.amending = self.willing = None

    def _changed(self, change: Callable[[str, tuple[Standing, ...]], tuple[Standing, ...]]) -> Listeners:
        new = Listeners(self.ends)
        for when in ("first", "before", "after", "stopped"):
            setattr(new, when, change(when, getattr(self, when)))
        return new.looked_at(*self.own)

    def without_first(self) -> Listeners:
        """These, without the rules that come first."""
        return self._changed(lambda when, standings: () if when == "first" else standings)

    def looked_at(self, amending: Any, willing: Any) -> Listeners:
        """These, where the ruleset's own are looked at together."""
        self.own = amending, willing
        self.held = tuple([rule for rule in self.after if rule.holder is not None])
        self.answers = bool(self.after or self.stopped)
        self.amending = amending if all(rule.holder is None for rule in self.before) else None
        self.willing = willing if len(self.after) <= MANY else None
        return self

    def with_rule(self, standing: Standing) -> Listeners:
        """These and one more, in the order in which they act."""
        mine = standing.rule.when
        return self._changed(
            lambda when, rules: tuple(sorted([*rules, standing], key=lambda s: s.key)) if when == mine else rules
        )

    def without(self, holder: Holder) -> Listeners:
        """These without the rules of a holder."""
        return self._changed(lambda when, rules: tuple([rule for rule in rules if rule.holder is not holder]))


class Objective:
    """A score to bring to 0; `attained_by` is the side that did."""

    __slots__ = ("attained_by", "c_score", "id", "side")

    def __init__(self, id: str, score: int, side: str | None) -> None:
        self.id = id
        self.c_score = score
        self.side = side
        self.attained_by: str | None = None

    def __repr__(self) -> str:
        return self.id


class Turn:
    """An entry in the round's order: `state` is waiting, open, done, or held, which is kept until its unit takes it.

    `count` is the last one it stood at, once its unit is off the track. An `empty` one began after its unit had left.
    One `within` another unit's turn, by its id, opens and ends with that and stands at no count of its own.
    A `fixed` one stays at its count; a `late` one comes after those that stand there, a `last` one after all of its
    group; a `skipped` one passes unused; `queued` ones come before all others, the lowest first. One `beside` another
    is taken at the same time. `group` is the key of those who act together, `step` how many steps it has left behind,
    and `taken` how many actions its unit had taken when the step began. `put_off` is how often it was delayed or held
    in this round.
    """

    __slots__ = (
        "beside",
        "count",
        "empty",
        "fixed",
        "group",
        "last",
        "late",
        "put_off",
        "queued",
        "serial",
        "skipped",
        "stage",
        "state",
        "step",
        "taken",
        "unit",
        "within",
    )

    def __init__(self, serial: int, unit: str, stage: int, count: Any) -> None:
        self.serial = serial
        self.unit = unit
        self.stage = stage
        self.count = count
        self.state = "waiting"
        self.empty = self.fixed = self.late = self.last = self.skipped = self.beside = False
        self.within: str | None = None
        self.group: Any = None
        self.queued: int | None = None
        self.step = 0
        self.taken = 0
        self.put_off = 0


class Deadline:
    """One way for a status, a marker or a promise to end.

    `edge` is `start` or `end`; `anchor` a unit's id, or `round` or `scene`; `left` how many such edges are to come.
    `within` is the serial of the anchor's own turn in which it was set, if it was.
    """

    __slots__ = ("anchor", "edge", "left", "target", "within")

    def __init__(
        self, target: Holder | Promise, edge: str, anchor: str | int, left: int, within: int | None = None
    ) -> None:
        self.target = target
        self.edge = edge
        self.anchor = anchor
        self.left = left
        self.within = within


class Promise:
    """Something to be done later: a compiled block and the values it needs."""

    __slots__ = ("actor", "body", "holder", "kept", "serial", "site", "stands")

    def __init__(self, serial: int, body: Any, kept: tuple[Any, ...], holder: Any, actor: Any, site: Any) -> None:
        self.serial = serial
        self.body = body
        self.kept = kept
        self.holder = holder
        self.actor = actor
        self.site = site
        self.stands = True
