"""What those who play do in a fight, noted as it is played: turns, steps, who cuts in, and actions with their answers.

Rules and dice are left out: they follow again when the same is done on the same dice. What came of it is noted after
each action and turn, so that it can be seen whether the same comes of it again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from interpreter.library.program import DiceTerm
from interpreter.track.choices import NOTHING, Request, show
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


@dataclass(frozen=True, slots=True)
class Seen:
    """What has become of the fight since it was last looked at, as conditions that hold now."""

    conditions: tuple[str, ...]


@dataclass(slots=True)
class Taken:
    """The turn of a unit, or those of several: who `cuts_in` has only said so, and begins where its own turn stands.

    `done` holds actions, turns inside of this one, what came of them, and None for each next step; `asked` what was
    asked in it besides.
    """

    units: list[str]
    cuts_in: bool = False
    done: list[Used | Taken | Seen | None] = field(default_factory=list)
    asked: list[Said] = field(default_factory=list)


@dataclass(slots=True)
class Round:
    """The turns of a round, in the order in which they came, with what came of them, and what was asked as it began,
    and as it ended.
    """

    opening: list[Said]
    turns: list[Taken | Seen] = field(default_factory=list)
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
        # How the fight stood when it was last looked at.
        self._known: dict[str, str] = {}

    def begin(self, f: Fight, asked: list[Said]) -> None:
        """A fight begins; what is asked in it is added to a list, and what stands in that is of no action."""
        self._fight, self._asked = f, asked

    def set_up(self) -> None:
        """All is there with which the fight begins, as the scenario gives it."""
        assert self._fight is not None
        self._known = _standing(self._fight)

    def round(self) -> None:
        self.rounds.append(Round(self._take()))
        self._look(begins=len(self.rounds) == 1)

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
        self._look()

    def end(self) -> None:
        """The turn that began last has ended."""
        ended = self._open.pop()
        ended.asked += self._take()
        self._look()

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
        self._look()

    def _look(self, *, begins: bool = False) -> None:
        """Note what has changed since the last look; what is done at the same time takes effect later.

        Where the fight `begins`, note where all stand.
        """
        f = self._fight
        assert f is not None
        if f.held is not None:
            return
        known, self._known = self._known, _standing(f)
        found = _changed(f, known, self._known)
        if begins and f.on_track():
            inits = [unit.init for unit in f.on_track()]
            found = [f"units.init is {inits}", *(one for one in found if ".init is " not in one)]
        if found:
            (self._open[-1].done if self._open else self.rounds[-1].turns).append(Seen(tuple(found)))

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

    def set_up(self) -> None:
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

    def _look(self, *, begins: bool = False) -> None:
        pass

    def _begin(self, taken: Taken) -> None:
        pass


# --- how a fight stands ---------------------------------------------------------------------------------------


def _standing(f: Fight) -> dict[str, str]:
    """Conditions that hold, by what each is about: Inits, counters and statuses of all units, goals, and markers."""
    found: dict[str, str] = {}
    for unit in f.units.values():
        found[f"{unit}.init"] = (
            f"{unit}.init is {unit.init}"
            if unit.init is not None
            else f"{unit} not in {'everyone' if unit.gone else 'units'}"
        )
        for counter in f.program.counters:
            found[f"{unit}.{counter}"] = f"{unit}.{counter} is {value_text(f, getattr(unit, 'c_' + counter))}"
        for status, copies in unit.standing.items():
            listed = f"count(statuses({unit}, {status}))"
            found[listed] = f"{listed} is {len(copies)}"
            found[f"{unit} has {status}"] = found[listed] if len(copies) > 1 else f"{unit} has {status}"
    for goal in f.objectives.values():
        attained = goal.attained_by is not None
        found[f"{goal}.score"] = (
            f"{goal}.attained_by is {goal.attained_by}"
            if attained
            else f"{goal}.score is {value_text(f, goal.c_score)}"
        )
    for marker in dict.fromkeys(holder.name for holder in f.markers()):
        found[f"lying({marker})"] = f"count(lying({marker})) is {len(f.markers(marker))}"
    return found


def _changed(f: Fight, before: dict[str, str], now: dict[str, str]) -> list[str]:
    """What is to be expected of a fight in which some things are no longer as they were before."""
    found = [condition for about, condition in now.items() if _is_news(about, condition, before)]
    for unit in f.units.values():
        if not unit.gone:
            begin = f"{unit} has "
            lost = [about for about in before if about.startswith(begin) and about not in now]
            found += [f"{unit} lacks {about.removeprefix(begin)}" for about in lost]
    gone = [about for about in before if about.startswith("lying(") and about not in now]
    return [*dict.fromkeys(found), *(f"count({about}) is 0" for about in gone)]


def _is_news(about: str, condition: str, before: dict[str, str]) -> bool:
    """Whether a condition is worth an expectation: one copy of a status goes without saying where it begins, and of
    who comes into the fight, what it begins with.
    """
    if about in before:
        return before[about] != condition
    if about.startswith("count("):
        return not condition.endswith(" is 1")
    unit, _, number = about.partition(".")
    return number in ("", "init") or f"{unit}.init" in before


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
        return show(value)
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
