"""What those who play do in a fight, noted as it is played: turns, steps, who cuts in, and actions with their answers.

Rules, dice and what comes of it all are left out: they follow again when the same is done on the same dice.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from interpreter.library.program import DiceTerm
from interpreter.track.choices import Request
from interpreter.track.fight import Fight
from interpreter.track.state import Holder, Objective, Unit


class NotWritten(Exception):
    """Something of a fight cannot be written down; the message says what, and why."""


@dataclass(frozen=True, slots=True)
class Said:
    """An answer as scripts write it. `question` is the same for answers that are all for the same, if that is known."""

    text: str
    question: str


@dataclass(frozen=True, slots=True)
class Used:
    """An action that a unit took, with what was answered to each question that it led to."""

    who: str
    action: str
    answers: tuple[Said, ...]


@dataclass(slots=True)
class Taken:
    """The turn of a unit, or those of several: who `cuts_in` has only said so, and begins where its own turn stands.

    `done` holds actions, turns inside of this one, and None for each next step.
    """

    units: list[str]
    cuts_in: bool = False
    done: list[Used | Taken | None] = field(default_factory=list)


class Tape:
    """The turns of each round, in the order in which they came.

    `aside` are the dice that policies rolled for themselves; `problem` says what was done that cannot be written.
    """

    def __init__(self) -> None:
        self.rounds: list[list[Taken]] = []
        self.aside: list[Any] = []
        self.problem: str | None = None
        self._open: list[Taken] = []
        self._told: list[tuple[int, int]] = []
        self._policies = 0

    def round(self) -> None:
        self.rounds.append([])

    def turn(self, units: list[str]) -> None:
        self._begin(Taken(units))

    def cut_in(self, units: list[str]) -> None:
        """Several say that they cut in, or one; what they then do ends with `end`."""
        self._begin(Taken(units, cuts_in=True))

    def step(self) -> None:
        self._open[-1].done.append(None)

    def end(self) -> None:
        """The turn that began last ends."""
        self._open.pop()

    def said(self, f: Fight, request: Request, answer: Any) -> Said:
        """An answer in words, at the time when it is given: what it names may not last."""
        try:
            return _said(f, request, answer)
        except NotWritten as problem:
            self.problem = self.problem or str(problem)
            return Said("", "")

    def uses(self, f: Fight, who: Unit, action: str, answers: list[Said], since: int) -> None:
        """A unit has taken an action, which began when the log was as long as `since`."""
        self._told.append((since, len(f.log)))
        self._open[-1].done.append(Used(who.id, action, tuple(answers)))

    def _begin(self, taken: Taken) -> None:
        (self._open[-1].done if self._open else self.rounds[-1]).append(taken)
        self._open.append(taken)

    @contextmanager
    def policy(self, f: Fight, unit: Unit) -> Iterator[None]:
        """Watch what a policy does beside the actions that it lets its unit use."""
        rolled, logged = len(f.rolled), len(f.log)
        self._policies += 1
        yield
        self._policies -= 1
        self.aside += [roll for roll in f.rolled[rolled:] if roll[0] is None]
        for event in f.log[logged:]:
            own = event.parent is None and event.kind not in ("action", "refused")
            if own and event.site is not None and not any(a < event.id <= b for a, b in self._told):
                self.problem = self.problem or (
                    f"the policy of `{unit}` does something at {event.site.file}:{event.site.line} that is no action: "
                    "a recorded fight says what units use; make it an action"
                )
        if not self._policies:
            self._told.clear()


class Untaped(Tape):
    """What a fight that nobody records has for a tape: it takes nothing down, and is not asked to
    watch policies."""

    def round(self) -> None:
        pass

    def step(self) -> None:
        pass

    def end(self) -> None:
        pass

    def uses(self, f: Fight, who: Unit, action: str, answers: list[Said], since: int) -> None:
        pass

    def _begin(self, taken: Taken) -> None:
        pass


# --- in the words of scripts ----------------------------------------------------------------------------------


def _said(f: Fight, request: Request, answer: Any) -> Said:
    if request.kind == "may":
        return Said(f'"{request.name}"' if answer else f'no "{request.name}"', "")
    if request.kind == "either":
        return Said(f'"{answer}"', "")
    if request.kind == "order":
        words = [request.options[at] for at in answer]
        return Said(" then ".join(words), " then ".join(sorted(words)))
    return Said(f"{request.name} {value_text(f, answer)}", request.name)


def value_text(f: Fight, value: Any) -> str:
    """A value as the rules write it. Raises `NotWritten` for one that they have no words for."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return f"[{', '.join(value_text(f, item) for item in value)}]"
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, Fraction):
        return str(float(value)) if Fraction(str(float(value))) == value else f"{value.numerator} / {value.denominator}"
    if isinstance(value, (Unit, Objective)):
        return value.id
    if isinstance(value, DiceTerm):
        return str(value)
    if isinstance(value, Holder):
        return holder_text(f, value)
    name = value if isinstance(value, str) else getattr(value, "name", None)
    if not isinstance(name, str):
        raise NotWritten(f"the answer `{value}` cannot be written as a value of the rules")
    return name if name.isidentifier() and name.islower() else json.dumps(name, ensure_ascii=False)


def holder_text(f: Fight, holder: Holder) -> str:
    """One of the statuses of its name on its bearer, or of the markers of its name, told by its place among them."""
    if holder.kind.what == "marker":
        listed, among = f"lying({holder.name})", f.markers(holder.name)
    else:
        assert holder.bearer is not None
        standing = f.units[holder.bearer].standing.get(holder.name, ())
        listed, among = f"statuses({holder.bearer}, {holder.name})", [f.holders[serial] for serial in standing]
    if holder not in among:
        raise NotWritten(f"`{holder.name}` was chosen and is there no longer: nothing tells it from others like it")
    for _ in range(among.index(holder)):
        listed = f"rest({listed})"
    return f"first({listed})"
