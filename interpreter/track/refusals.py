"""What can stop an action: each leaves the fight as it was before."""

from __future__ import annotations

from typing import Any

from interpreter.library.program import Site


class Absent(Exception):
    """A value was asked for that is not there: the place of a unit off the track, the least of an empty set."""

    def __init__(self, what: str = "a value that is needed is absent") -> None:
        super().__init__(what)
        self.what = what


class Reason(str):
    """A reason of which it is known what it tells: a `choice` of a unit, a `number` of one by its name, or nothing.

    `whose` is the unit, where there is one.
    """

    whose: Any
    number: str | None
    choice: bool

    @classmethod
    def of(cls, text: str, whose: Any = None, number: str | None = None, *, choice: bool = False) -> Reason:
        made = cls(text)
        made.whose, made.number, made.choice = whose, number, choice
        return made


class Refused(Exception):
    """The content, the script or a limit says no. `site` is where, if it is known; `reason` a sentence."""

    def __init__(self, reason: str, site: Site | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.site = site


class Endless(Refused):
    """A chain of reactions that returns to where it was, or outgrew its budget; `cycle` names its rules."""

    def __init__(self, reason: str, site: Site | None, cycle: list[Site]) -> None:
        super().__init__(reason, site)
        self.cycle = cycle


class Unanswered(Refused):
    """A choice that nobody answers and that has no declared default."""
