"""What can stop an action: each leaves the fight as it was before."""

from __future__ import annotations

from interpreter.library.program import Site


class Absent(Exception):
    """A value was asked for that is not there: the place of a unit off the track, the least of an empty set."""

    def __init__(self, what: str = "a value that is needed is absent") -> None:
        super().__init__(what)
        self.what = what


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
