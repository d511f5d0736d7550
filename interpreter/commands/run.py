"""`turnwright run`: play a scenario and tell it, as it happens."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.commands.misuse import Misuse
from interpreter.commands.output import Output
from interpreter.commands.plain import in_sentences, result_in_sentences, track_in_sentences
from interpreter.commands.record import Recording
from interpreter.commands.scenarios import place_of, scenario_in
from interpreter.commands.sound import settings, sound
from interpreter.library.filenames import typed
from interpreter.library.hints import hint
from interpreter.library.program import Site
from interpreter.source.diagnostics import counted
from interpreter.table.examples import line_within
from interpreter.table.play import Play, result
from interpreter.table.scenario import Scenario, compile_scenario
from interpreter.table.scripts import Failed
from interpreter.table.tape import Tape
from interpreter.table.telling import Teller, draw_track, sentence
from interpreter.table.views import View
from interpreter.track.choices import show
from interpreter.track.dice import Dice, ForcedDice, SeededDice
from interpreter.track.refusals import Refused

if TYPE_CHECKING:
    from interpreter.library.building import Builder
    from interpreter.table.loading import Loaded
    from interpreter.track.events import Event


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of a fight: its dice and options, who looks, and the file that it is recorded in."""

    format: str = "text"
    seed: int | None = None
    options: Sequence[str] = ()
    side: str | None = None
    unit: str | None = None
    record: str | None = None
    force: bool = False


def run(path: str, asked: Asked) -> int:
    """Play a scenario to its end, as a side or a unit sees it; 1 if its content has errors, a rule cannot be carried
    out, or the fight cannot be recorded as it was asked for.
    """
    ready = prepared(path, asked.format)
    if ready is None:
        return 1
    loaded, builder, scenario = ready
    recording = _recording(asked, loaded, builder, scenario)
    tape = None if recording is None else Tape()
    play = Play(builder, scenario, dice_of(scenario, asked.seed), settings(loaded, asked.options), tape)
    tell = {"json": _tell_json, "plain": _tell_plain}.get(asked.format, _tell_text)
    view = _view(builder, scenario, asked.side, asked.unit)
    teller = Teller(play.fight, view)
    try:
        for done in play.run():
            tell(play, teller, done)
        if asked.format == "json":
            print(json.dumps(result(play.fight, view), ensure_ascii=False))
        elif asked.format == "plain":
            print("\n".join(result_in_sentences(play, view)))
        else:
            _tell_result(play, view)
        if scenario.expect is not None:
            scenario.expect(play.fight)
    except Refused as refused:
        site = refused.site or play.fight.place_of(refused)
        line = line_within(scenario.text.piece.node.span, refused, site) if scenario.scripts else None
        message = f"the fight cannot go on: {show(view.reason(refused.reason))}"
        return _broken_off(message, site, recording, _command_at(scenario, line))
    except Failed as failed:
        return _broken_off(f"the fight is not as it says: {show(view.reason(failed.message))}", failed.site, recording)
    return 0 if recording is None else recording.take(play, _command(path, play, asked))


def _recording(asked: Asked, loaded: Loaded, builder: Builder, scenario: Scenario) -> Recording | None:
    """What is to be recorded. Raises Misuse where that cannot be."""
    if asked.record is None:
        if asked.force:
            raise Misuse("`--force` goes with `--record`")
        return None
    if asked.side is not None or asked.unit is not None:
        raise Misuse("`--record` writes all that happens, and so does not go with `--view` and `--as`")
    return Recording(Path(asked.record), loaded, builder, scenario, force=asked.force)


def _command(path: str, play: Play, asked: Asked) -> str:
    """The command that plays the fight again; nobody else has what a whole path leads to."""
    scenario = f"{play.fight.program.name}/{play.scenario.text.name}" if Path(path).is_absolute() else typed(path)
    seed = () if asked.seed is None else ("--seed", str(asked.seed))
    return " ".join(["turnwright run", scenario, *seed, *(f"--set {setting}" for setting in asked.options)])


def _command_at(scenario: Scenario, line: int | None) -> str | None:
    """The place in a scenario of what it says is done."""
    return None if line is None else f"{scenario.text.piece.node.file.path}:{line}"


def _broken_off(message: str, site: Site | None, recording: Recording | None, command: str | None = None) -> int:
    """Say why a fight ends before its time: first the place of what was to be done, then that of the rule."""
    sys.stdout.flush()
    places = dict.fromkeys(str(place) for place in (command, site) if place is not None)
    where = f" [{', by '.join(places)}]" if places else ""
    nothing = "" if recording is None else "; nothing is recorded"
    print(f"turnwright: {message}{where}{nothing}", file=sys.stderr)
    return 1


def dice_of(scenario: Scenario, seed: int | None) -> Dice:
    """The dice of a fight: those that its scenario gives, else those of a seed. Raises Misuse where both are given."""
    given = scenario.text.dice
    if given is None:
        return SeededDice(1 if seed is None else seed)
    if seed is not None:
        raise Misuse(f"`{scenario.text.name}` says which faces its dice show: it has no seed")
    return ForcedDice(given)


def _view(builder: Builder, scenario: Scenario, side: str | None, unit: str | None) -> View:
    """Who looks. Raises Misuse for a side or a unit that there is not."""
    sides, units = builder.program.sides, {member.id: member.side for member in scenario.members}
    if side is not None and side not in sides:
        raise Misuse(f"there is no side `{side}`{hint(side, sides, 'side')}")
    if unit is not None and unit not in units:
        raise Misuse(f"`{scenario.text.name}` has no unit `{unit}`{hint(unit, units, 'unit')}")
    return View(builder.program.secrets, side if unit is None else units[unit], unit)


def prepared(path: str, format: str = "text") -> tuple[Loaded, Builder, Scenario] | None:
    """A scenario ready to be played; None after the errors of its content have been shown."""
    content, asked = place_of(path)
    ready = sound(content, Output(format))
    if ready is None:
        return None
    loaded, builder = ready
    name = scenario_in(loaded, content, asked)
    return loaded, builder, compile_scenario(builder, loaded.scenarios[name])


def _tell_json(play: Play, teller: Teller, done: str) -> None:
    for event in teller.new_events():
        print(json.dumps(teller.record(event), ensure_ascii=False))


def _tell_plain(play: Play, teller: Teller, done: str) -> None:
    events = list(teller.new_events())
    if done == "setup":
        seen = teller.view.unit or teller.view.side
        print(f"{play.scenario.text.name}, by {play.fight.program.name}{f', as {seen} sees it' if seen else ''}.")
    for event in events:
        if _is_told(play, teller, event):
            print(in_sentences(teller, event))
    if done == "round":
        print("\n".join([f"Round {play.fight.round}:", *track_in_sentences(play.fight, teller.view)]))


def _tell_text(play: Play, teller: Teller, done: str) -> None:
    events = list(teller.new_events())
    if done == "setup":
        seen = teller.view.unit or teller.view.side
        print(f"{play.scenario.text.name}: {play.fight.program.name}{f', as {seen} sees it' if seen else ''}\n")
    for event in events:
        if _is_told(play, teller, event):
            print(line(teller, event))
    if done == "round":
        print("\n" + "\n".join([f"--- round {play.fight.round} ---", *draw_track(play.fight, teller.view)]) + "\n")


def _is_told(play: Play, teller: Teller, event: Event) -> bool:
    """Steps are told by the movement that they belong to; the ends of turns and quiet counters go without saying.

    Not so where one of them was stopped, or where dice fell or somebody chose: that would be told nowhere else.
    """
    if event.stopped is not None or teller.dice(event) or any(choice["asked"] for choice in teller.choices(event)):
        return True
    if event.kind.startswith("change:") and event.kind.removeprefix("change:") in play.fight.program.quiet:
        return False
    return event.kind not in ("step", "start:round", "end:round", "end:turn")


def line(teller: Teller, event: Event) -> str:
    """An event as a line: indented under what led to it, with its dice, its choices and the rule that did it."""
    depth, above = 0, event.parent
    while above is not None:
        depth += above.kind != "step"
        above = above.parent
    told = "  " * depth + sentence(event, teller.view)
    for dice in teller.dice(event):
        told += f"  {{{_who(event, dice['unit'])}{len(dice['faces'])}d{dice['sides']}: {_faces(dice['faces'])}}}"
    for choice in teller.choices(event):
        if choice["asked"]:
            answer = choice["answer"]
            shown = ", ".join(map(show, answer)) if isinstance(answer, list) else show(answer)
            told += f"  <{_who(event, choice['by'])}{choice['name']}: {shown}>"
    if event.site is not None:
        told += f"  [{event.site}]"
    return f"{teller.number(event):>5}  {told}"


def _who(event: Event, unit: str | None) -> str:
    """Who rolled or chose, where the event does not tell."""
    named = [known.id for known in (event.unit, event.actor) if known is not None]
    return "" if unit is None or unit in named else f"{unit} "


def _faces(faces: list[int]) -> str:
    return " ".join(map(str, faces))


def _tell_result(play: Play, view: View) -> None:
    f = play.fight
    print(f"\n--- after {counted(f.round, 'round')} ---")
    print("\n".join(draw_track(f, view)))
    for goal in f.objectives.values():
        state = f"attained by {goal.attained_by}" if goal.attained_by else f"{goal.c_score} left"
        print(f"objective {goal.id}: {state}")
