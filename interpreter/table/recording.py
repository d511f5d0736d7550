"""A fight that was played, written as a scenario that says all that was done, and what came of it.

It is a scenario and no example: what a setup leaves behind (rolled Inits, what ends with somebody's turn, what is
done later, what was done once) cannot be said of units that are merely there, and is tested by setting up again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from textwrap import fill
from typing import Any

from interpreter.language.lexer import MAX_TEXT
from interpreter.library import reading
from interpreter.library.building import Builder
from interpreter.library.content import ZIP, Piece, shown_path
from interpreter.library.lone import folder_for
from interpreter.source.diagnostics import Diagnostics
from interpreter.source.nodes import Mapping as MappingNode
from interpreter.source.nodes import Node, Scalar
from interpreter.source.nodes import Sequence as SequenceNode
from interpreter.source.schema import load_schema, validate
from interpreter.source.text import MAX_BYTES, SourceFile
from interpreter.source.yaml_tree import read_yaml
from interpreter.table.held import hold
from interpreter.table.loading import Loaded
from interpreter.table.play import Play
from interpreter.table.scenes import check_scenario
from interpreter.table.tape import NotWritten, Round, Said, Seen, Taken, Used, holder_text, value_text
from interpreter.table.telling import sentence
from interpreter.track.fight import Fight
from interpreter.track.functions import everyone, w_linked
from interpreter.track.order import turns_left
from interpreter.track.state import Unit

WIDTH = 110
# How long the conditions of a line may be together.
EASILY_READ = 90
TOO_LONG = "# What came of each turn is left out: the round would be too long to be read."
NOBODY: frozenset[str] = frozenset()
_NAME = re.compile(r"[a-z][a-z0-9_]*")


def name_for(file: Path, loaded: Loaded) -> str:
    """What the scenario in a file is called that is to be written: as the file is.

    Raises `NotWritten` where nothing could test it there.
    """
    content, name = loaded.pack or loaded.content, file.stem
    assert content is not None
    if file.suffix != ".yaml" or not _NAME.fullmatch(name):
        raise NotWritten("the scenario is named as its file: small letters, digits and `_`, as in `one_evening.yaml`")
    folder = folder_for(file, content.name)
    if folder is None or folder.resolve() != content.folder.resolve():
        where = f"beside the zip `{content.folder}`"
        if content.folder.suffix != ZIP:
            where = f"into the folder of its {content.ruleset.kind}, `{content.folder}`, or beside it"
        raise NotWritten(f"it would not be tested there: write it {where}")
    older = loaded.scenarios.get(name)
    if older is not None and older.piece.node.file.path != shown_path(file.resolve(), content.folder):
        raise NotWritten(f"there is a scenario `{name}` already, in `{older.piece.node.file.path}`: call it otherwise")
    return name


def ruleset_for(file: Path, loaded: Loaded) -> str:
    """What a scenario in a file names as its ruleset so that it is tested there: outside of a pack, the pack."""
    ruleset, pack = loaded.content, loaded.pack
    assert ruleset is not None
    if pack is None or loaded.base is None:
        return ruleset.name
    return loaded.base.ruleset.name if file.resolve().is_relative_to(pack.folder.resolve()) else pack.name


def written(play: Play, name: str, played: str, ruleset: str = "") -> str:
    """A fight that was played to its end, as the text of a scenario; `played` is the command that played it.

    It names a ruleset, or where that is empty the same as what was played.

    Raises `NotWritten` where what somebody did cannot be said in a scenario.
    """
    if play.tape.problem is not None:
        raise NotWritten(play.tape.problem)
    lines = [f"# Recorded by `{played}`.", *_beginning(play, name, ruleset)]
    lines.append("do:")
    for played_round in play.tape.rounds:
        lines += ["- |", *_indented(_fitting(played_round))]
    lines += _list("dice", _dice(play))
    lines += ["expect: |", *_indented(_expected(play))]
    return "\n".join(lines) + "\n"


# --- how it begins --------------------------------------------------------------------------------------------


def _beginning(play: Play, name: str, ruleset: str) -> Iterator[str]:
    """The scenario as it is written, without policies, and with the options that the fight was played by."""
    text, f = play.scenario.text, play.fight
    node = text.piece.node
    yield f"scenario: {name}"
    yield f"says: What happened once in `{text.name}`."
    yield f"ruleset: {ruleset or reading.text(node, 'ruleset')}"
    options = {key: value for key, value in f.options.items() if value != f.program.options[key]}
    if options:
        yield "options: {" + ", ".join(f"{key}: {value_text(f, value)}" for key, value in options.items()) + "}"
    yield "units:"
    for id, unit in reading.mapping(node, "units"):
        assert isinstance(unit, MappingNode)
        yield f"  {id.text}:"
        yield from (
            f"    {key.text}: {_flow(value)}"
            for key, value in unit.items
            if key.text not in ("plays", "policy", "answers")
        )
    if reading.mapping(node, "track"):
        yield "track:"
        yield from (f"  {_flow(cells)}: {_flow(value)}" for cells, value in reading.mapping(node, "track"))
    if (setup := reading.scalar(node, "setup")) is not None:
        yield "setup: |"
        yield from _indented(setup.text.rstrip("\n").split("\n"))
    if reading.mapping(node, "objectives"):
        yield "objectives:"
        yield from (f"  {id.text}: {_flow(goal)}" for id, goal in reading.mapping(node, "objectives"))
    yield f"rounds: {play.scenario.rounds}"
    if (ends := reading.scalar(node, "ends_when")) is not None:
        yield f"ends_when: {_flow(ends)}"


def _flow(node: Node) -> str:
    """A value on one line, as it is written where that goes."""
    if isinstance(node, MappingNode):
        return "{" + ", ".join(f"{_flow(key)}: {_flow(value)}" for key, value in node.items) + "}"
    if isinstance(node, SequenceNode):
        return "[" + ", ".join(map(_flow, node.items)) + "]"
    if "\n" not in node.span.text and not (node.style == "plain" and set(node.text) & set(",[]{}")):
        return node.span.text
    return json.dumps(" ".join(node.text.split()), ensure_ascii=False)


def _indented(lines: Iterable[str]) -> list[str]:
    return [f"  {line}".rstrip() for line in lines]


def _list(key: str, values: list[int]) -> list[str]:
    text = f"{key}: [{', '.join(map(str, values))}]"
    return fill(text, WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False).split("\n")


# --- what was done --------------------------------------------------------------------------------------------


def _fitting(done: Round) -> list[str]:
    """A round as lines, without what came of each turn where it would not be read for its length."""
    lines = _round(done)
    if len("\n".join(lines)) > MAX_TEXT:
        _forget(done.turns)
        lines = [TOO_LONG, *_round(done)]
    return lines or ["# nobody has a turn"]


def _forget(done: list[Any]) -> None:
    """Take out what was seen to come of turns, and of what was done in them."""
    done[:] = [one for one in done if not isinstance(one, Seen)]
    for one in done:
        if isinstance(one, Taken):
            _forget(one.done)


def _round(done: Round) -> list[str]:
    """A round as lines, with what was answered as it began, and as it ended."""
    opening, closing = (_worth_saying(asked, NOBODY)[0] for asked in (done.opening, done.closing))
    return [
        *([f"answer {', '.join(opening)}"] if opening else ()),
        *(line for one in done.turns for line in (_seen(one) if isinstance(one, Seen) else _turn(one, NOBODY))),
        *([f"answer {', '.join(closing)}"] if closing else ()),
    ]


def _turn(taken: Taken, around: frozenset[str]) -> Iterator[str]:
    """A turn with what was done in it, as lines, and with what was answered in it outside of actions around it."""
    only = taken.done[0] if taken.done and all(isinstance(done, Seen) for done in taken.done[1:]) else None
    if taken.cuts_in and isinstance(only, Taken) and only.units == taken.units:
        # One who cuts in and begins at once need not say so before.
        yield from _turn(replace(only, asked=taken.asked + only.asked), around)
        yield from (line for done in taken.done if isinstance(done, Seen) for line in _seen(done))
        return
    answers, around = _worth_saying(taken.asked, around)
    lines = _done(taken, around)
    yield from [f"answer {', '.join(answers)}:", *_indented(lines)] if answers else lines


def _done(taken: Taken, around: frozenset[str]) -> Iterator[str]:
    single = len(taken.units) == 1 and not taken.cuts_in
    who = taken.units[0] if single else f"[{', '.join(taken.units)}]"
    yield f"turn of {who}" + (":" if taken.done else "")
    for done in taken.done:
        if done is None:
            yield "  next step"
        elif isinstance(done, Used):
            yield "  " + _used(done, around)
        elif isinstance(done, Seen):
            yield from _indented(_seen(done))
        else:
            yield from _indented(_turn(done, around))


def _used(used: Used, around: frozenset[str]) -> str:
    answers = _worth_saying(used.asked, around)[0]
    return f"{used.who} uses {used.action}" + (f": {', '.join(answers)}" if answers else "")


def _seen(seen: Seen) -> Iterator[str]:
    """What came of something, in as few lines as are still read easily."""
    line = ""
    for condition in seen.conditions:
        if line and len(line) + len(condition) > EASILY_READ:
            yield f"expect {line}"
            line = ""
        line = f"{line} and {condition}" if line else condition
    yield f"expect {line}"


def _worth_saying(asked: Sequence[Said], around: frozenset[str]) -> tuple[list[str], frozenset[str]]:
    """What must be answered for it to go that way again, and what is then answered here and around it.

    What nobody answered is said only where what is answered to others would be taken for it. Raises `NotWritten` for
    what cannot be said.
    """
    around |= {said.says for said in asked if said.given}
    needed = [said for said in asked if said.given or said.is_answered_by(around)]
    for said in needed:
        if said.problem:
            raise NotWritten(said.problem)
    same: dict[str, list[str]] = {}
    for said in needed:
        if said.question:
            same.setdefault(said.question, []).append(said.text)
    # Of several answers to a question the last one counts for all that follow.
    repeated = {texts[0] for texts in same.values() if len(texts) > 1 and len(set(texts)) == 1}
    texts = [said.text for said in needed if said.text]
    return [text for at, text in enumerate(texts) if text not in repeated or text not in texts[:at]], around


def _dice(play: Play) -> list[int]:
    aside = {id(roll) for roll in play.tape.aside}
    return [face for roll in play.fight.rolled if id(roll) not in aside for face in roll[3]]


# --- what came of it ------------------------------------------------------------------------------------------


def _expected(play: Play) -> Iterator[str]:
    """How the fight stands in the end, as conditions: all of it that numbers and names can say."""
    f = play.fight
    there = everyone(f)
    yield f"round is {f.round}"
    yield f"everyone is {value_text(f, there)}"
    yield f"units is {value_text(f, f.on_track())}"
    yield f"units.init is {value_text(f, [unit.init for unit in f.on_track()])}"
    for counter in f.program.counters:
        yield f"everyone.{counter} is {value_text(f, [getattr(unit, 'c_' + counter) for unit in there])}"
    if not any(turns_left(f, unit) for unit in there):
        yield "(everyone where turns_left(it) > 0) is []"
    for status in _came(f, "apply"):
        yield f"(everyone where count(statuses(it, {status})) > 0) is {value_text(f, _bearing(there, status, 1))}"
        for unit in _bearing(there, status, 2):
            yield f"count(statuses({unit}, {status})) is {len(unit.standing[status])}"
    for marker in _came(f, "place"):
        lying = f.markers(marker)
        yield f"count(lying({marker})) is {len(lying)}"
        yield from (f"{holder_text(f, one)}.cells is {value_text(f, list(one.cells))}" for one in lying)
    for id, _, _ in play.scenario.objectives:
        goal = f.objectives[id]
        yield (
            f"{id}.score is {value_text(f, goal.c_score)}"
            if goal.attained_by is None
            else f"{id}.attained_by is {goal.attained_by}"
        )
    for relation, links in f.links.items():
        linked = {unit.id: w_linked(f, unit, relation) for unit in there} if links else {}
        yield from (
            f"linked({unit}, {relation}) is {value_text(f, others)}" for unit, others in linked.items() if others
        )


def _bearing(units: list[Unit], status: str, least: int) -> list[Unit]:
    return [unit for unit in units if len(unit.standing.get(status, ())) >= least]


def _came(f: Fight, kind: str) -> list[str]:
    """The names of the statuses or markers that came to be in the fight, or would have, in the order in which they
    first did.
    """
    return list(dict.fromkeys(event.name for event in f.log if event.kind == kind))  # type: ignore[attr-defined]


# --- whether it goes that way again ---------------------------------------------------------------------------


def rehearse(play: Play, builder: Builder, loaded: Loaded, text: str, shown: str) -> None:
    """Read what was written, and play it, as testing it would.

    Raises `NotWritten` where it cannot be read, fails, or does not lead to the same events.
    """
    source, found, checker = SourceFile(shown, text), Diagnostics(), loaded.checker
    assert checker is not None
    if len(text.encode()) > MAX_BYTES:
        raise NotWritten("what happened does not fit into one file of content: play fewer rounds")
    node = read_yaml(source, found)
    if isinstance(node, MappingNode):
        validate(node, load_schema("scenario"), found)
        name = node.get("scenario")
        assert isinstance(name, Scalar)
        before = len(checker.diagnostics)
        scenario = check_scenario(checker, Piece("scenario", name.text, node, name))
        errors = [*found, *list(checker.diagnostics)[before:]]
    else:
        errors = list(found)
    for problem in errors:
        if problem.severity == "error":
            raise NotWritten(f"`{_line(text, problem.span.line)}` is not understood: {problem.message}")
    outcome = hold(builder, scenario)
    if outcome.message is not None:
        where = "" if outcome.line is None else f" at `{_line(text, outcome.line)}`"
        raise NotWritten(f"what was written does not go that way again{where}: {outcome.message}")
    for first, again in zip(_told(play.fight), _told(outcome.fight), strict=False):
        if first != again:
            raise NotWritten(f"what was written does not go that way again: `{first}` becomes `{again}`")


def _line(text: str, line: int) -> str:
    return text.split("\n")[line - 1].strip()


def _told(f: Fight) -> Iterator[str]:
    return (f"{event.round}: {sentence(event)}" for event in f.log if event.kind != "refused")
