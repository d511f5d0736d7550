"""Playing a scenario: rounds, turns, and what each unit's policy does in its turn."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from interpreter.language.words import CUTS_IN
from interpreter.library.building import Builder
from interpreter.library.program import Site
from interpreter.table.deciding import answer_of
from interpreter.table.scenario import Member, Scenario
from interpreter.table.scripts import Script, answered, close_turns
from interpreter.table.tape import Said, Tape, Untaped
from interpreter.table.views import GAME_MASTER, View
from interpreter.track import order, turns
from interpreter.track.choices import NOTHING, Request, ask, show
from interpreter.track.dice import Dice
from interpreter.track.entering import add_unit
from interpreter.track.events import Simple
from interpreter.track.fight import Fight
from interpreter.track.happen import happen
from interpreter.track.lasting import settle
from interpreter.track.refusals import Absent, Refused
from interpreter.track.simultaneous import WorkedOut, commit_all, work_out
from interpreter.track.state import Objective, Turn, Unit

# Where a scenario says nothing of a round.
UNANSWERED = nullcontext()


class Play:
    """A fight of a scenario, played turn by turn: by what the scenario says under `do`, else by policies.

    With a `tape` it is noted what those who play do, so that it can be done again.
    """

    def __init__(
        self,
        builder: Builder,
        scenario: Scenario,
        dice: Dice,
        options: dict[str, Any] | None = None,
        tape: Tape | None = None,
    ) -> None:
        self.scenario = scenario
        self.tape = tape or Untaped()
        listens = not scenario.scripts and (self.is_taped or bool(scenario.answering))
        script = Script(lenient=not scenario.scripts, playing=self, answering=listens)
        self.fight = Fight(builder.program, dice, script)
        self.tape.begin(self.fight, script.answered)
        self.fight.options.update(scenario.text.options)
        self.fight.options.update(options or {})
        self.over = False

    def run(self) -> Iterator[str]:
        """Play to the end; gives what has just been done (setup, round, turn, end) each time something has.

        Raises `Refused` where a rule cannot be carried out, or what the scenario says cannot be done, and `Failed`
        where something is not as it expects.
        """
        f, scripts = self.fight, self.scenario.scripts
        rounds = len(scripts) or self.scenario.rounds
        for number in range(rounds):
            with self._answered(number, "opening"):
                if number == 0:
                    f.whole(self._set_up)
                    self.tape.set_up()
                    yield "setup"
                f.whole(lambda: turns.begin_round(f))
                self.tape.round()
            yield "round"
            if scripts:
                yield from self._follow()
            else:
                while not self.has_ended() and f.whole(self._begin_next):
                    self._take_turn()
                    yield "turn"
            left_open = self._is_left_open()
            goes_on = not self.over and not left_open
            with self._answered(number, "closing"):
                if goes_on:
                    f.whole(lambda: turns.end_round(f))
                    yield "end"
                if not left_open and (self.over or number == rounds - 1):
                    f.whole(lambda: turns.end_scene(f))
                    yield "end"
                self.tape.end_round()
            if not goes_on:
                break

    def _answered(self, number: int, when: str) -> AbstractContextManager[None]:
        """Meanwhile what is asked is answered as the scenario says of a round, for its `opening` or its `closing`."""
        if not self.scenario.scripts:
            return UNANSWERED
        script = self.scenario.scripts[number]
        return answered(self.fight, self.scenario.text.name, getattr(script.text, when), getattr(script, when))

    def _follow(self) -> Iterator[str]:
        """Do what the scenario says of the round that has begun."""
        f, scripts = self.fight, self.scenario.scripts
        scripts[f.round - 1].do(f)
        close_turns(f)
        self.has_ended()
        yield "turn"
        if f.round < len(scripts):
            span = scripts[f.round].text.span
            site = Site(span.file.path, span.line, span.column, self.scenario.text.name)
            if self._is_left_open():
                found = f.whole(lambda: order.next_turns(f))
                raise Refused(f"{_whose(found)} comes next in round {f.round}, not round {f.round + 1}", site)
            self._check_on(site)

    def _check_on(self, site: Site) -> None:
        if self.has_ended():
            raise Refused("the fight is over: what its `ends_when` says holds", site)

    def _is_left_open(self) -> bool:
        """Whether the scenario says no more, though turns are left: then the fight stands as it is."""
        f = self.fight
        return not self.over and bool(f.whole(lambda: order.next_turns(f)))

    def coming(self, site: Site, units: list[Unit]) -> list[Turn]:
        """The turns that come next, which must be those of these units. Raises `Refused` where they are not."""
        f = self.fight
        self._check_on(site)
        found = f.whole(lambda: order.next_turns(f))
        if [turn.unit for turn in found] != [unit.id for unit in units]:
            named = " and ".join(f"`{unit}`" for unit in units)
            raise Refused(f"{_whose(found)} comes next in round {f.round}, not that of {named}", site)
        return list(found)

    def _begin_next(self) -> bool:
        """Begin the next turn of the round, or those that come at the same time; whether there was one."""
        f = self.fight
        found = order.next_turns(f)
        if found:
            self.tape.turn([turn.unit for turn in found])
            turns.begin_turn(f, found[0], found[1:])
        return bool(found)

    def play_inside(self) -> None:
        """Play the turn that an action has begun inside of the open one."""
        assert self.fight.turn is not None
        self.tape.turn([self.fight.turn.unit])
        self._take_turn()

    @property
    def is_taped(self) -> bool:
        """Whether somebody records the fight."""
        return not isinstance(self.tape, Untaped)

    def decide(self, request: Request) -> Any:
        """What the policy of who is asked says to a question; `NOTHING` where it says nothing to it."""
        unit = request.asker
        for answer in self.scenario.answering.get(unit.id, ()) if isinstance(unit, Unit) else ():
            said = answer_of(self.fight, request, answer)
            if said is not NOTHING:
                request.answered_at = answer.site
                return said
        return NOTHING

    def said(self, request: Request, answer: Any) -> Said:
        """A question with the answer that a policy gives, as it can be written."""
        return self.tape.said(self.fight, request, answer)

    def taken(self, who: Unit, action: str, asked: list[Said], since: int) -> None:
        """Note that a unit has taken an action, which began when the log was as long as `since`."""
        self.tape.uses(self.fight, who, action, asked, since)

    def _take_turn(self) -> None:
        """Play the open turn, step by step, and end it; before each step others may cut in."""
        f = self.fight
        turn = f.turn
        assert turn is not None
        if any(other.beside for other in f.riding):
            self._take_together([turn, *[other for other in f.riding if other.beside]])
        else:
            while True:
                self._let_cut_in()
                self._play(f.units[turn.unit])
                for riding in f.riding:
                    self._play(f.units[riding.unit])
                if turn.state != "open" or not turns.has_more_steps(f) or not f.whole(lambda: turns.next_step(f)):
                    break
                self.tape.step()
        f.whole(lambda: turns.end_turn(f))
        self.tape.end()

    def _take_together(self, taken: list[Turn]) -> None:
        """Play turns at the same time: each as things were when they began; then all takes effect."""
        f = self.fight

        def all_of_it() -> None:
            found = [WorkedOut() for _ in taken]
            for turn, so_far in zip(taken, found, strict=True):
                work_out(f, so_far, lambda turn=turn: self._play(f.units[turn.unit]))  # type: ignore[misc]
            commit_all(f, found)

        f.whole(all_of_it)

    def _let_cut_in(self) -> None:
        """Ask who may cut in whether it wants to; those who do, have their turns, one after the other."""
        f = self.fight
        if f.turn is None or f.program.stages[f.turn.stage].cuts_in is None:
            return
        wanting = [unit for unit in f.units.values() if turns.may_cut_in(f, unit) and self._wants(unit)]
        coming = [unit for unit in wanting if f.whole(lambda unit=unit: turns.announce_cut_in(f, unit))]  # type: ignore[misc]
        if not wanting:
            return
        self.tape.cut_in([unit.id for unit in wanting])
        first = True
        while coming and f.turn is not None:
            unit = turns.first_to_cut_in(f, coming)
            coming.remove(unit)
            if turns.may_cut_in(f, unit) and (first or self._wants(unit)):
                self.tape.turn([unit.id])
                f.whole(lambda unit=unit: turns.begin_inside(f, unit))  # type: ignore[misc]
                self._take_turn()
                first = False
        self.tape.end()

    def _wants(self, unit: Unit) -> bool:
        """Whether a unit wants to cut in. That it does is written by its turn, and not as an answer."""
        f = self.fight
        request, mark = Request(None, unit, CUTS_IN, "may", [True, False]), f.choices.mark()
        wants: bool = f.whole(lambda: ask(f, request, lambda: False, None))
        f.choices.back(mark)
        return wants

    def _play(self, unit: Unit) -> None:
        policy = self.scenario.policies.get(unit.id)
        if policy is None or unit.init is None or not turns.has_turn(self.fight, unit):
            return
        if not self.is_taped:
            policy(self.fight, unit)
            return
        script, asked = self.fight.choices, self.fight.choices.mark()
        with self.tape.policy(self.fight, unit):
            policy(self.fight, unit)
        # What a policy asks itself is no part of what happens.
        script.back(asked)

    def has_ended(self) -> bool:
        """Whether the fight is over because `ends_when` holds, or has held before."""
        if self.scenario.ends_when is not None and not self.over:
            try:
                self.over = self.scenario.ends_when(self.fight)
            except Absent:
                self.over = False
        return self.over

    # --- setting up -----------------------------------------------------------------------------------------

    def _set_up(self) -> None:
        f, scenario = self.fight, self.scenario
        f.cells.update(scenario.cells)
        for id, score, side in scenario.objectives:
            f.put_key(f.objectives, id, Objective(id, score, side))
        for member in scenario.members:
            self._add(member)
        if scenario.setup is not None:
            scenario.setup(f)
        settle(f)

    def _add(self, member: Member) -> None:
        f = self.fight
        unit = add_unit(f, member.id, member.side, member.kinds, member.values, member.entries)
        f.actor = unit
        happen(f, Simple("return", None, unit, "enters"), lambda f, event: self._enter(unit, member.at, event))
        f.actor = None

    def _enter(self, unit: Unit, at: int | None, event: Simple) -> None:
        f = self.fight
        if at is None:
            initiative = f.program.initiative
            if initiative is None:
                raise Refused(f"`{unit}` has no Init, and the ruleset does not say how initiative is rolled")
            at = initiative(f, unit)
            if not isinstance(at, int):
                raise Refused(
                    f"initiative must be a whole number, not {show(at)}: round it with `up(...)` or `down(...)`"
                )
        event.value = at
        f.put(unit, "init", at)


def _whose(found: list[Turn]) -> str:
    if not found:
        return "no turn"
    return "the turn of " + " and ".join(f"`{turn.unit}`" for turn in found)


def result(f: Fight, view: View = GAME_MASTER) -> dict[str, Any]:
    """How a fight stands, as the last line of its log for programs, for who looks."""
    from interpreter.table.telling import plain

    counters = list(f.program.counters)
    return {
        "event": "result",
        "units": {
            unit.id: {
                "init": plain(view.init(unit)),
                "statuses": sorted(unit.standing),
                "counters": {name: plain(view.counter(unit, name)) for name in counters},
            }
            for unit in f.units.values()
        },
        "objectives": {
            goal.id: {"score": goal.c_score, "attained_by": goal.attained_by} for goal in f.objectives.values()
        },
        "rounds": f.round,
    }
