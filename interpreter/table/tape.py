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
from interpreter.track.choices import NOTHING, Request
from interpreter.track.fight import Fight
from interpreter.track.state import Holder, Objective, Unit


class NotWritten(Exception):
    """Something of a fight cannot be written down; the message says what, and why."""


@dataclass(slots=True)
class Said:
    """A question, with its answer as scripts write it; `text` is empty where none is known, `problem` says why.

    It is `given` where somebody has answered.
    """

    request: Request
    given: bool
    text: str = ""
    problem: str = ""

    @property
    def question(self) -> str:
        """The same for all answers that are for the same; empty where that cannot be known."""
        request = self.request
        if request.kind == "either":
            return ""
        return " then ".join(sorted(request.options)) if request.kind == "order" else _key(request.kind, request.name)

    @property
    def says(self) -> str:
        """What the answer is known by to the questions that it answers."""
        return self.text if self.request.kind == "either" else self.question

    def is_answered_by(self, said: frozenset[str]) -> bool:
        """Whether it would be answered by answers that are known by these."""
        if self.request.kind == "either":
            return any(_key("either", option) in said for option in self.request.options)
        return self.question in said


def _key(kind: str, name: str) -> str:
    """A choice by its name, a label in its quotes."""
    return f'"{name}"' if kind in ("may", "either") else name


@dataclass(frozen=True, slots=True)
class Used:
    """An action that a unit took, with each question that it led to."""

    who: str
    action: str
    asked: tuple[Said, ...]


@dataclass(slots=True)
class Taken:
    """The turn of a unit, or those of several: who `cuts_in` has only said so, and begins where its own turn stands.

    `done` holds actions, turns inside of this one, and None for each next step; `asked` what was asked in it besides.
    """

    units: list[str]
    cuts_in: bool = False
    done: list[Used | Taken | None] = field(default_factory=list)
    asked: list[Said] = field(default_factory=list)


@dataclass(slots=True)
class Round:
    """The turns of a round, in the order in which they came, and what was asked as it began, and as it ended."""

    opening: list[Said]
    turns: list[Taken] = field(default_factory=list)
    closing: list[Said] = field(default_factory=list)


class Tape:
    """What is done in each round.

    `aside` are the dice that policies rolled for themselves; `problem` says what was done that cannot be written.
    """

    def __init__(self) -> None:
        self.rounds: list[Round] = []
        self.aside: list[Any] = []
        self.problem: str | None = None
        self._open: list[Taken] = []
        self._told: list[tuple[int, int]] = []
        self._policies = 0
        # What was asked outside of actions since a turn last began or ended.
        self._asked: list[Said] = []
        self._fight: Fight | None = None

    def begin(self, f: Fight, asked: list[Said]) -> None:
        """A fight begins; what is asked in it is added to a list, and what stands in that is of no action."""
        self._fight, self._asked = f, asked

    def round(self) -> None:
        self.rounds.append(Round(self._take()))

    def end_round(self) -> None:
        """The round has ended, or the fight has."""
        self.rounds[-1].closing = self._take()

    def turn(self, units: list[str]) -> None:
        self._begin(Taken(units))

    def cut_in(self, units: list[str]) -> None:
        """Several say that they cut in, or one; what they then do ends with `end`."""
        self._begin(Taken(units, cuts_in=True))

    def step(self) -> None:
        self._open[-1].done.append(None)

    def end(self) -> None:
        """The turn that began last has ended."""
        ended = self._open.pop()
        ended.asked += self._take()

    def said(self, f: Fight, request: Request, answer: Any) -> Said:
        """A question with its answer in words, at the time when it is given: what it names may not last."""
        said = Said(request, answer is not NOTHING)
        if answer is not NOTHING:
            _put_into_words(f, said, answer)
        return said

    def uses(self, f: Fight, who: Unit, action: str, asked: list[Said], since: int) -> None:
        """A unit has taken an action, which began when the log was as long as `since`."""
        self._told.append((since, len(f.log)))
        self._open[-1].done.append(Used(who.id, action, tuple(_complete(f, asked))))

    def _begin(self, taken: Taken) -> None:
        asked = self._take()
        if self._open:
            self._open[-1].asked += asked
            self._open[-1].done.append(taken)
        else:
            taken.asked = asked
            self.rounds[-1].turns.append(taken)
        self._open.append(taken)

    def _take(self) -> list[Said]:
        """What was asked outside of actions, and is now known."""
        assert self._fight is not None
        asked = _complete(self._fight, self._asked)
        self._asked.clear()
        return asked

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

    def begin(self, f: Fight, asked: list[Said]) -> None:
        pass

    def round(self) -> None:
        pass

    def end_round(self) -> None:
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


def _complete(f: Fight, asked: list[Said]) -> list[Said]:
    """Questions of which nobody has answered some: those get the answer that counted."""
    if any(not said.text and not said.problem for said in asked):
        counted = {id(request): answer for _, request, answer, _ in f.asked}
        for said in asked:
            if not said.text and id(said.request) in counted:
                _put_into_words(f, said, counted[id(said.request)])
    return list(asked)


def _put_into_words(f: Fight, said: Said, answer: Any) -> None:
    request = said.request
    try:
        if request.kind == "may":
            said.text = f'"{request.name}"' if answer else f'no "{request.name}"'
        elif request.kind == "either":
            said.text = f'"{answer}"'
        elif request.kind == "order":
            said.text = " then ".join(request.options[at] for at in answer)
        else:
            said.text = f"{request.name} {value_text(f, answer)}"
    except NotWritten as problem:
        said.problem = str(problem)


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
