"""What scripts do to a fight: who uses what with which answers, whose turn it is, and what is expected."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.library.program import Site
from interpreter.track import acting, turns
from interpreter.track.choices import MANY, NOTHING, Request, show
from interpreter.track.entering import add_unit
from interpreter.track.events import Simple
from interpreter.track.fight import Fight
from interpreter.track.happen import happen
from interpreter.track.refusals import Absent, Endless, Refused
from interpreter.track.state import Turn, Unit

# An answer as compiled scripts give it: its kind (value, order or label), its name, and its value.
Answer = tuple[str, Any, Any]


class Failed(Exception):
    """An example does not show what it says."""

    def __init__(self, message: str, site: Site | None) -> None:
        super().__init__(message)
        self.message = message
        self.site = site


class Script:
    """Answers choices from what a script says, in frames: an action's own answers first, then those around it.

    A `lenient` script is a policy's: an action that is refused is told in the log, and the policy goes on.
    """

    def __init__(self, *, lenient: bool = False) -> None:
        self.lenient = lenient
        self.frames: list[tuple[list[Answer], set[int]]] = []

    def answer(self, request: Request) -> Any:
        """The answer for a question: of several, the first that was not used, else the last."""
        for answers, used in reversed(self.frames):
            last: int | None = None
            for at, answer in enumerate(answers):
                if _fits(request, answer):
                    last = at
                    if at not in used:
                        break
            if last is not None:
                used.add(last)
                return self._value(request, answers[last])
        return NOTHING

    def _value(self, request: Request, answer: Answer) -> Any:
        kind, name, value = answer
        if kind == "label":
            return value if request.kind == "may" else name
        if kind == "order":
            return [request.options.index(word) for word in value]
        found = value()
        return [found] if request.kind in MANY and not isinstance(found, list) else found

    def open(self, answers: list[Answer]) -> None:
        self.frames.append((answers, set()))

    def close(self, site: Site | None) -> None:
        """End a frame. Raises `Refused` where it holds an answer that nothing asked for.

        A policy may answer what is only asked at times.
        """
        answers, used = self.frames.pop()
        if self.lenient:
            return
        for at, (_, name, value) in enumerate(answers):
            if at not in used:
                shown = name or " then ".join(value)
                raise Refused(f"nothing asked for the answer `{shown}`", site)


def _fits(request: Request, answer: Answer) -> bool:
    kind, name, value = answer
    if kind == "value":
        return bool(request.name == name) and request.kind not in ("may", "either", "order")
    if kind == "order":
        return request.kind == "order" and sorted(value) == sorted(request.options)
    return (request.kind == "may" and request.name == name) or (request.kind == "either" and name in request.options)


def script_uses(f: Fight, site: Site, who: Unit, action: str, answers: list[Answer]) -> None:
    """Let a unit take an action with answers. With no turn open, its turn is opened first."""
    if f.turn is None and f.round:
        _open(f, site, who)
    try:
        script_answers(f, site, answers, lambda: acting.take(f, who, action))
    except Endless:
        raise
    except Refused as refused:
        if not (isinstance(f.choices, Script) and f.choices.lenient):
            raise
        reason = refused.reason
        f.whole(lambda: happen(f, Simple("refused", site, who, action, reason), lambda _f, _e: None))


def script_answers(f: Fight, site: Site, answers: list[Answer], body: Callable[[], None]) -> None:
    """Do something with answers for what it asks."""
    script = f.choices
    assert isinstance(script, Script)

    def do() -> None:
        depth = len(script.frames)
        script.open(answers)
        try:
            body()
            script.close(site)
        finally:
            del script.frames[depth:]

    try:
        f.whole(do)
    except Refused as refused:
        if refused.site is None:
            refused.site = site
        raise


def script_turn(f: Fight, site: Site, who: Unit, body: Callable[[], None]) -> None:
    """A turn of a unit, with what is done in it; a turn that was open ends first."""
    if f.turn is not None:
        f.whole(lambda: turns.end_turn(f))
    _open(f, site, who)
    body()
    f.whole(lambda: turns.end_turn(f))


def _open(f: Fight, site: Site, who: Unit) -> None:
    opened = next((turn for turn in turns.waiting_of(f, who) if turn.within is None), None)
    if opened is None:
        raise Refused(f"`{who}` has no turn left in round {f.round}; write `next round` before", site)
    for turn in turns.skipped_before(f, opened):
        _pass(f, turn)
    f.whole(lambda: turns.begin_turn(f, opened))


def script_next_round(f: Fight, site: Site) -> None:
    """Let the turns that remain pass, end the round and start the next."""
    if f.turn is not None:
        f.whole(lambda: turns.end_turn(f))
    while True:
        turn = f.whole(lambda: turns.up_next(f))
        if turn is None:
            break
        _pass(f, turn)
    f.whole(lambda: turns.end_round(f))
    f.whole(lambda: turns.begin_round(f))


def _pass(f: Fight, turn: Turn) -> None:
    """An empty turn."""
    f.whole(lambda: turns.begin_turn(f, turn))
    f.whole(lambda: turns.end_turn(f))


def script_expect(f: Fight, site: Site, holds: bool, text: str, sides: list[tuple[str, Callable[[], Any]]]) -> None:
    """Fail unless something holds, and say what its sides are."""
    if holds:
        return
    shown: list[str] = []
    for name, value in sides:
        try:
            shown.append(f"`{name}` is `{show(value())}`")
        except Absent:
            shown.append(f"`{name}` is absent")
    raise Failed(f"expected `{text}`" + (f", but {' and '.join(shown)}" if shown else ", and it does not hold"), site)


def script_refused(f: Fight, site: Site, reason: str, body: Callable[[], None]) -> None:
    """Fail unless something is refused for a reason that contains the words given."""
    try:
        f.whole(body)
    except Refused as refused:
        if reason not in refused.reason:
            raise Failed(f"it was refused, but because: {refused.reason}", site) from None
        return
    raise Failed(f'it was not refused, though "{reason}" was expected', site)


def script_stands(
    f: Fight, site: Site, name: str, init: int | None, kinds: tuple[str, ...], values: dict[str, Any]
) -> None:
    """Let a unit stand on the track; its side is the first that the ruleset names, unless it is given."""
    given = dict(values)
    side = given.pop("side", f.program.sides[0])
    unit = add_unit(f, name, side, kinds, given)
    unit.init = unit.last_init = init


def script_terrain(f: Fight, cells: Any, words: tuple[str, ...]) -> None:
    """Give Inits properties."""
    for cell in cells if isinstance(cells, list) else [cells]:
        f.cells[cell] = f.cells.get(cell, frozenset()) | frozenset(words)


def scripting() -> dict[str, Any]:
    """What compiled scripts may call beside the functions of the track."""
    return {name: value for name, value in globals().items() if name.startswith("script_")}
