"""Who looks at a fight, and what may be known of it: the game master all, a side or a unit what is shown to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from interpreter.library.program import KNOWN_TO, Secrets
from interpreter.track.events import Change, Declared, Event, Simple, Step
from interpreter.track.refusals import Reason
from interpreter.track.state import Holder, Objective, Unit

EVERYONE, SIDE, _ = KNOWN_TO
# Numbers in a reason, but for those of names and of places in files.
_NUMBERS = re.compile(r"(?<![\w:])-?\d[\d,./]*(?<![,./])")


class Hidden:
    """What stands in place of a value that is hidden: `?` for people."""

    id = "?"


HIDDEN = Hidden()


class View:
    """One who looks: a `side`, a `unit` (its id; then `side` is its side), or, with neither, the game master.

    `veiled` holds the ids of events of which something is hidden, or of what they led to.
    """

    def __init__(self, secrets: Secrets, side: str | None = None, unit: str | None = None) -> None:
        self.secrets = secrets
        self.side = side
        self.unit = unit
        self.all = side is None
        self.veiled: set[int] = set()

    def knows(self, shown_to: str, owner: Unit | None) -> bool:
        """Whether a value of a unit is known that is shown to everyone, to its side, or to itself."""
        if self.all or shown_to == EVERYONE:
            return True
        if owner is None:
            return False
        return owner.side == self.side if shown_to == SIDE else owner.id == self.unit

    # --- units ------------------------------------------------------------------------------------------------

    def init(self, unit: Unit) -> Any:
        """The Init of a unit, or `HIDDEN`. That it is off the track (None) everyone knows."""
        return unit.init if unit.init is None or self.knows(self.secrets.init, unit) else HIDDEN

    def counter(self, unit: Unit, name: str) -> Any:
        """A counter of a unit, or `HIDDEN`."""
        return getattr(unit, "c_" + name) if self.knows(self.secrets.of_unit(name), unit) else HIDDEN

    # --- events -----------------------------------------------------------------------------------------------

    def number(self, event: Event, value: Any) -> Any:
        """The number that an event is about (from where to where, at what count), or `HIDDEN`."""
        return value if self.knows(self._shown_to(event), event.unit) else HIDDEN

    def field(self, event: Event, name: str, value: Any) -> Any:
        """The value of a field that a ruleset declares for an event or for changes, or `HIDDEN`."""
        return value if self.knows(self._field_shown_to(event, name), event.unit) else HIDDEN

    def hides(self, event: Event) -> bool:
        """Whether something of an event is hidden."""
        return not self.all and any(not self.knows(level, event.unit) for level in self._levels(event))

    def tells(self, event: Event) -> bool:
        """Whether an event is told at all. How many Inits were touched would tell how far a hidden one was moved."""
        return not (isinstance(event, Step) and self.hides(event))

    def told(self, event: Event | None) -> Event | None:
        """The nearest event that is told: this one, or one that led to it."""
        while event is not None and not self.tells(event):
            event = event.parent
        return event

    def take_up(self, event: Event) -> None:
        """Note what of an event is hidden; all events are taken up, each after those that led to it."""
        above: Event | None = event if self.hides(event) else None
        while above is not None and above.id not in self.veiled:
            self.veiled.add(above.id)
            above = above.parent

    def _levels(self, event: Event) -> Iterator[str]:
        yield self._shown_to(event)
        if isinstance(event, Declared):
            yield from self.secrets.events.get(event.decl.name, {}).values()
        elif isinstance(event, Change):
            yield from (self._field_shown_to(event, name) for name in event.extra)

    def _shown_to(self, event: Event) -> str:
        secrets = self.secrets
        if isinstance(event, Step):
            return secrets.init
        if isinstance(event, Simple) and event.value is not None and not isinstance(event.value, str):
            return {"return": secrets.init, "note": secrets.counts}.get(event.kind, EVERYONE)
        if not isinstance(event, Change) or isinstance(event.thing, Objective):
            return EVERYONE
        if isinstance(event.thing, Holder):
            kind = event.thing.kind
            return secrets.kinds.get((kind.what, kind.name), {}).get(event.name, EVERYONE)
        return secrets.of_unit(event.name)

    def _field_shown_to(self, event: Event, name: str) -> str:
        if isinstance(event, Declared):
            return self.secrets.events.get(event.decl.name, {}).get(name, EVERYONE)
        return self.secrets.changes.get(name, EVERYONE)

    # --- dice, choices, reasons -------------------------------------------------------------------------------

    def sees_dice(self, event: Event, roller: str) -> bool:
        """Whether dice are known that fell during an event. From dice a hidden number may have been made."""
        return event.id not in self.veiled or (self.unit is not None and roller == self.unit)

    def sees_choice(self, event: Event, asker: Any) -> bool:
        """Whether a choice is known that was made during an event: a unit's to itself, and to its side as dice are."""
        if self.all or self._is_own(asker):
            return True
        return self.unit is None and isinstance(asker, Unit) and asker.side == self.side and event.id not in self.veiled

    def _is_own(self, unit: Any) -> bool:
        return isinstance(unit, Unit) and unit.id == self.unit

    def reason(self, reason: str) -> Any:
        """A reason for which something was refused, or `HIDDEN`; numbers in it that may be hidden become `?`."""
        if self.all:
            return reason
        if isinstance(reason, Reason):
            if reason.choice:
                return reason if self._is_own(reason.whose) else HIDDEN
            if reason.number is None or self.knows(self.secrets.of_unit(reason.number), reason.whose):
                return reason
        return _NUMBERS.sub("?", reason) if self.secrets.any() else reason

    def count_of_turns(self, count: Any, written: bool) -> Any:
        """For how many turns something lasts, or `HIDDEN` where that is not `written` but worked out."""
        return count if written or self.all or not self.secrets.any() else HIDDEN


GAME_MASTER = View(Secrets())
