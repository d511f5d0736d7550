"""What scripts do to a fight: who uses what with which answers, whose turn it is, and what is expected."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from interpreter.language import syntax as s
from interpreter.library.program import Site
from interpreter.table.deciding import as_chosen, as_order, is_about
from interpreter.table.tape import Said
from interpreter.track import acting, order, turns
from interpreter.track.choices import NOTHING, Request, show
from interpreter.track.dice import PartlyForced
from interpreter.track.entering import add_unit
from interpreter.track.events import Simple
from interpreter.track.fight import Fight
from interpreter.track.happen import happen
from interpreter.track.lasting import settle
from interpreter.track.refusals import Absent, Endless, Refused
from interpreter.track.simultaneous import WorkedOut, commit_all, work_out
from interpreter.track.state import Turn, Unit

# An answer as compiled scripts give it: its kind (value, order or label), its name, and its value.
Answer = tuple[str, Any, Any]


class Failed(Exception):
    """An example does not show what it says."""

    def __init__(self, message: str, site: Site | None) -> None:
        super().__init__(message)
        self.message = message
        self.site = site


class Playing(Protocol):
    """A fight of which a script is part: it plays the turns that an action begins, and says which turns come next.

    Where it is taped, it wants to know what is asked, and what is answered (`NOTHING` where nobody does). `decide` is
    what the policy of who is asked says to a question: `NOTHING` where it says nothing to it.
    """

    @property
    def is_taped(self) -> bool: ...

    def play_inside(self) -> None: ...

    def decide(self, request: Request) -> Any: ...

    def said(self, request: Request, answer: Any) -> Said: ...

    def taken(self, who: Unit, action: str, answers: list[Said], since: int) -> None: ...

    def coming(self, site: Site, units: list[Unit]) -> list[Turn]: ...


class Script:
    """Answers choices from what a script says, in frames: an action's own answers first, then those around it.

    A `lenient` script is a policy's: an action that is refused is told in the log, and the policy goes on. `playing`
    is the fight that is played, where it is; without it a script is that of an example, which takes turns as it likes.
    Where policies are `answering`, who uses an action answers by what stands with it, then by its own policy; whoever
    else is asked does so by its own policy first.
    """

    def __init__(self, *, lenient: bool = False, playing: Playing | None = None, answering: bool = False) -> None:
        self.lenient = lenient
        self.playing = playing
        # The fight, where its policies answer, or what is asked is written down.
        self.policies = playing if answering else None
        # Who has said that it cuts in and has not begun, and whether somebody of them has.
        self.cutting_in: list[Unit] = []
        self.cut_in = False
        # What has been asked in a fight that is taped, in its order, and what was answered.
        self.answered: list[Said] = []
        # How many `turn of` blocks are open, and what is worked out of turns that are taken at the same time.
        self.turns = 0
        self.apart: dict[str, WorkedOut] | None = None
        # Answers, which of them were used, and who uses the action that they belong to.
        self.frames: list[tuple[list[Answer], set[int], Unit | None]] = []
        # All names and labels that the frames answer.
        self.named: frozenset[str] = frozenset()
        # Of how many frames an answer may be left over: an action in them was prevented before it asked for any.
        self.excused = 0

    def answer(self, request: Request) -> Any:
        """The answer for a question: of several, the first that was not used, else the last."""
        if self.policies is None:
            # What every fight without such policies goes through, for every question.
            if request.name not in self.named and request.kind not in ("either", "order"):
                return NOTHING
            return self._found(request)
        answer = self._decided(self.policies, request)
        if self.policies.is_taped:
            self.answered.append(self.policies.said(request, answer))
        return answer

    def _decided(self, playing: Playing, request: Request) -> Any:
        acts = any(who is request.asker for _, _, who in self.frames)
        answer = self._found(request) if acts else playing.decide(request)
        if answer is NOTHING:
            answer = playing.decide(request) if acts else self._found(request)
        # A no of a policy is what nobody need say.
        return NOTHING if answer is False and request.answered_at is not None else answer

    def _found(self, request: Request) -> Any:
        """What the frames say to a question."""
        if request.name not in self.named and request.kind not in ("either", "order"):
            return NOTHING
        for answers, used, _ in reversed(self.frames):
            found = self._find(request, answers, used)
            if found is not None:
                used.add(found)
                return self._value(request, answers[found])
        return NOTHING

    def mark(self) -> tuple[list[set[int]], int]:
        return [set(used) for _, used, _ in self.frames], len(self.answered)

    def back(self, mark: tuple[list[set[int]], int]) -> None:
        for (_, used, _), before in zip(self.frames, mark[0], strict=True):
            used.intersection_update(before)
        del self.answered[mark[1] :]

    def _find(self, request: Request, answers: list[Answer], used: set[int]) -> int | None:
        """The answer for a question: of several, the first that was not used, else the last."""
        last: int | None = None
        for at, answer in enumerate(answers):
            kind, name, value = answer
            if is_about(request, kind, value if kind == "order" else (name,)):
                if at not in used:
                    return at
                last = at
        return last

    def _value(self, request: Request, answer: Answer) -> Any:
        kind, name, value = answer
        if kind == "label":
            return value if request.kind == "may" else name
        if kind == "order":
            return as_order(request, value)
        return as_chosen(request, value())

    def open(self, answers: list[Answer], who: Unit | None = None) -> None:
        self.frames.append((answers, set(), who))
        if answers:
            self.named = self.named.union([name for _, name, _ in answers])

    def close(self, site: Site | None) -> None:
        """End a frame. Raises `Refused` where it holds an answer that nothing asked for.

        A policy may answer what is only asked at times.
        """
        answers, used, _ = self.frames.pop()
        if self.lenient:
            return
        if len(self.frames) < self.excused:
            self.excused = len(self.frames)
            return
        for at, (_, name, value) in enumerate(answers):
            if at not in used:
                shown = name or " then ".join(value)
                raise Refused(f"nothing asked for the answer `{shown}`", site)


def script_settle(f: Fight) -> None:
    """A statement of a script is over: what lasts only while something holds is looked at, as after an action."""
    if f.held is None:
        settle(f)


def script_uses(f: Fight, site: Site, who: Unit, action: str, answers: list[Answer]) -> None:
    """Let a unit take an action with answers. With no turn open, its turn is opened first, if the action needs it."""
    if f.turn is None and f.round and acting.needs_own_turn(f, who, action):
        _open(f, site, who)
    script = f.choices
    assert isinstance(script, Script)
    depth, since, heard = len(f.interrupted), len(f.log), len(script.answered)
    playing = script.playing if script.lenient else None
    try:
        if script.apart is not None and who.id in script.apart:
            _use_apart(f, site, who, action, answers, script.apart[who.id])
        else:
            script_answers(f, site, answers, lambda: acting.take(f, who, action), who)
        if playing is not None:
            playing.taken(who, action, script.answered[heard:], since)
            del script.answered[heard:]
            while len(f.interrupted) > depth:
                playing.play_inside()
    except Endless:
        raise
    except Refused as refused:
        if not script.lenient:
            raise
        del script.answered[heard:]
        reason = refused.reason
        f.whole(lambda: happen(f, Simple("refused", site, who, action, reason), lambda _f, _e: None))


def _use_apart(f: Fight, site: Site, who: Unit, action: str, answers: list[Answer], so_far: WorkedOut) -> None:
    """Let a unit take an action as things were when the turns began, after what it did itself."""
    take = lambda: acting.take(f, who, action)  # noqa: E731
    f.whole(lambda: work_out(f, so_far, lambda: script_answers(f, site, answers, take, who)))


def script_answers(
    f: Fight, site: Site, answers: list[Answer], body: Callable[[], object], who: Unit | None = None
) -> None:
    """Do something with answers for what it asks, where it is an action of somebody: those of who acts."""
    script = f.choices
    assert isinstance(script, Script)

    def do() -> None:
        depth, named = len(script.frames), script.named
        script.open(answers, who)
        try:
            if body() is acting.PREVENTED:
                # It has asked for nothing, or not for all that it would.
                script.excused = len(script.frames)
            script.close(site)
        finally:
            del script.frames[depth:]
            script.named, script.excused = named, min(script.excused, depth)

    try:
        f.whole(do)
    except Refused as refused:
        if refused.site is None:
            refused.site = site
        raise


@contextmanager
def answered(
    f: Fight, rule: str, text: s.Answers | None, answers: Callable[[Fight], list[Answer]] | None
) -> Iterator[None]:
    """Meanwhile what is asked is answered as a script says without a block; all of that must be asked for."""
    script = f.choices
    if text is None or answers is None:
        yield
        return
    assert isinstance(script, Script)
    named = script.named
    script.open(answers(f))
    yield
    script.close(Site(text.span.file.path, text.span.line, text.span.column, rule))
    script.named = named


def script_turn(f: Fight, site: Site, who: Any, body: Callable[[], None]) -> None:
    """A turn of a unit, with what is done in it, or of several at the same time.

    A turn that was open ends first; inside the block of another turn it cuts in on that one.
    """
    script = f.choices
    assert isinstance(script, Script)
    if script.apart is not None:
        raise Refused("nobody can cut in on turns that are taken at the same time", site)
    if isinstance(who, list):
        if script.turns:
            _all_cut_in(f, site, script, who, body)
        else:
            close_turns(f)
            _turns_together(f, site, script, who, body)
        return
    if script.turns:
        _cut_in(f, site, script, who)
    else:
        close_turns(f)
        _open(f, site, who)
    depth = len(f.interrupted)
    script.turns += 1
    coming, script.cutting_in = script.cutting_in, []
    try:
        body()
    finally:
        script.turns -= 1
        script.cutting_in = coming
    while f.turn is not None and len(f.interrupted) >= depth:
        f.whole(lambda: turns.end_turn(f))


def close_turns(f: Fight) -> None:
    """End the turn that is open, with those that it was begun in."""
    while f.turn is not None:
        f.whole(lambda: turns.end_turn(f))


def _all_cut_in(f: Fight, site: Site, script: Script, units: list[Unit], body: Callable[[], None]) -> None:
    """Let several units say that they cut in on the open turn; then those of them do whose turns are in the block."""
    for unit in units:
        _check_cut_in(f, site, unit)
    coming = [unit for unit in units if f.whole(lambda unit=unit: turns.announce_cut_in(f, unit, site))]  # type: ignore[misc]
    outer, script.cutting_in, script.cut_in = (script.cutting_in, script.cut_in), coming, False
    try:
        body()
    finally:
        script.cutting_in, script.cut_in = outer


def _check_cut_in(f: Fight, site: Site, who: Unit) -> None:
    if not turns.may_cut_in(f, who):
        raise Refused(f"`{who}` may not cut in here on the turn of `{f.turn and f.turn.unit}`", site)


def _cut_in(f: Fight, site: Site, script: Script, who: Unit) -> None:
    """Let a unit cut in on the open turn, if it may. One that has done so already goes on with its turn."""
    if f.interrupted and f.turn is not None and f.turn.unit == who.id:
        return
    _check_cut_in(f, site, who)
    if who in script.cutting_in:
        able = [unit for unit in script.cutting_in if turns.may_cut_in(f, unit)]
        first = turns.first_to_cut_in(f, able)
        if first is not who and not script.cut_in:
            raise Refused(f"of those who cut in, `{first}` comes first, not `{who}`", site)
        script.cutting_in, script.cut_in = [unit for unit in script.cutting_in if unit is not who], True
        f.whole(lambda: turns.begin_inside(f, who))
    elif not f.whole(lambda: turns.cut_in(f, site, who)):
        raise Refused(f"`{who}` does not come to cut in: a rule stopped it", site)


def _turns_together(f: Fight, site: Site, script: Script, units: list[Unit], body: Callable[[], None]) -> None:
    """Turns at the same time: what each does is worked out apart, and takes effect when all have done theirs."""
    twice = next((unit for at, unit in enumerate(units) if unit in units[:at]), None)
    if twice is not None:
        raise Refused(f"`{twice}` is named twice, and has one turn at a time", site)
    taken = _next_of(f, site, script, units)
    if len(taken) < 2:
        raise Refused("several units are wanted whose turns come at the same time", site)

    def all_of_it() -> None:
        turns.begin_turn(f, taken[0], taken[1:])
        script.apart = {unit.id: WorkedOut() for unit in units}
        try:
            body()
            commit_all(f, list(script.apart.values()))
        finally:
            script.apart = None

    f.whole(all_of_it)
    f.whole(lambda: turns.end_turn(f))


def _next_of(f: Fight, site: Site, script: Script, units: list[Unit]) -> list[Turn]:
    """The turns that units take if they take one now. In a fight that is played these must be the ones that come."""
    if script.playing is not None:
        return script.playing.coming(site, units)
    return [_takeable(f, site, unit) for unit in units]


def _takeable(f: Fight, site: Site, who: Unit) -> Turn:
    """The turn that a unit takes if it takes one: the next that it still has, else the one it holds."""
    waiting = next((turn for turn in order.waiting_of(f, who) if turn.within is None), None)
    found = waiting or order.held_by(f, who)
    if found is None:
        mend = "it has left the fight" if who.gone else "write `next round` before"
        raise Refused(f"`{who}` has no turn left in round {f.round}; {mend}", site)
    return found


def _open(f: Fight, site: Site, who: Unit) -> None:
    script = f.choices
    assert isinstance(script, Script)
    (opened,) = _next_of(f, site, script, [who])
    for turn in order.skipped_before(f, opened) if script.playing is None else ():
        _pass(f, turn)
    f.whole(lambda: turns.begin_turn(f, opened))


def script_next_step(f: Fight, site: Site) -> None:
    """Let the open turn come to its next step."""
    if not f.whole(lambda: turns.next_step(f)):
        raise Refused("the open turn has no step left" if f.own_turn() is not None else "no turn is open", site)


def script_next_round(f: Fight, site: Site) -> None:
    """Let the turns that remain pass, end the round and start the next."""
    close_turns(f)
    while True:
        turn = f.whole(lambda: order.up_next(f))
        if turn is None:
            break
        _pass(f, turn)
    f.whole(lambda: turns.end_round(f))
    begin_round(f, site)


def begin_round(f: Fight, site: Site | None = None) -> None:
    """Begin a round; what the ruleset rolls then falls as it likes in an example that is written for several."""
    dice = f.dice
    if isinstance(dice, PartlyForced):
        dice.at_will = True
    try:
        f.whole(lambda: turns.begin_round(f, site))
    finally:
        if isinstance(dice, PartlyForced):
            dice.at_will = False


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
            found = show(value())
            if found != name:
                shown.append(f"`{name}` is `{found}`")
        except Absent:
            shown.append(f"`{name}` is absent")
    raise Failed(f"expected `{text}`" + (f", but {' and '.join(shown)}" if shown else ", and it does not hold"), site)


def script_refused(f: Fight, site: Site, reason: str, body: Callable[[], None]) -> None:
    """Fail unless something is refused for a reason that contains the words given."""
    since = len(f.log)
    try:
        f.whole(body)
    except Refused as refused:
        if reason not in refused.reason:
            raise Failed(f"it was refused, but because: {refused.reason}", site) from None
        return
    raise Failed(f'it was not refused, though "{reason}" was expected{prevented_since(f, since)}', site)


def prevented_since(f: Fight, since: int) -> str:
    """What is to be said of the last action that was prevented since the log was so long; nothing where none was."""
    stopped = [event for event in f.log[since:] if event.kind == "action" and event.stopped is not None]
    if not stopped:
        return ""
    event: Any = stopped[-1]
    reason = f": {event.stopped[0]}" if event.stopped[0] else ""
    return f"; what came first has prevented that `{event.unit}` uses `{event.name}`{reason}"


def script_stands(
    f: Fight, site: Site, name: str, init: int | None, kinds: tuple[str, ...], values: dict[str, Any]
) -> None:
    """Let a unit stand on the track; its side is the first that the ruleset names, unless it is given."""
    given = dict(values)
    side = given.pop("side", f.program.sides[0])
    unit = add_unit(f, name, side, kinds, given)
    unit.init = unit.last_init = init


def script_unit(f: Fight, id: str) -> Unit:
    """A unit that was made in the fight. Raises `Absent` where it was not."""
    found = f.units.get(id)
    if found is None:
        raise Absent(f"there is no unit `{id}`")
    return found


def script_terrain(f: Fight, cells: Any, words: tuple[str, ...]) -> None:
    """Give Inits properties."""
    for cell in cells if isinstance(cells, list) else [cells]:
        f.cells[cell] = f.cells.get(cell, frozenset()) | frozenset(words)


def scripting() -> dict[str, Any]:
    """What compiled scripts may call beside the functions of the track."""
    return {name: value for name, value in globals().items() if name.startswith("script_")}
