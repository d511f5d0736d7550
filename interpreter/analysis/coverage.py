"""Coverage: which statements of a rulebook are carried out and shown, and what of the content no example runs.

Only the examples of the ruleset count, and of these only those that pass. Policies are left out: they play fights, and
examples have none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from interpreter.language.probes import Place, Probes
from interpreter.library import reading
from interpreter.library.carriers import imported_carriers
from interpreter.library.content import Content
from interpreter.library.not_run import NotRun, not_run
from interpreter.source.nodes import Mapping, Node
from interpreter.table.examples import ExampleRunner, Outcome
from interpreter.table.loading import Loaded, build


@dataclass(frozen=True, slots=True)
class Found:
    """Something that carries out a statement, or an example that shows it: what it is called, and where it stands."""

    name: str
    file: str
    line: int


@dataclass(slots=True)
class Statement:
    """A statement of the rulebook; `open` is the reason why it need not be carried out, if there is one."""

    id: str
    says: str
    open: str | None
    carried_out_by: list[Found] = field(default_factory=list)
    shown_by: list[Found] = field(default_factory=list)

    @property
    def lacks(self) -> str:
        """What it lacks, in words; empty where nothing is amiss."""
        if self.open is not None:
            return ""
        missing = [
            word for word, found in (("carried out", self.carried_out_by), ("shown", self.shown_by)) if not found
        ]
        return " and ".join(f"not {word}" for word in missing)


@dataclass(frozen=True, slots=True)
class Missed:
    """A line, or a branch on it, that no example runs; `text` is the line as it is written."""

    place: Place
    text: str


@dataclass(slots=True)
class Coverage:
    """What the examples of a ruleset run and show. What is `excused` is not counted; `idle` excuses excuse nothing.

    It is not `whole` where only the files of a vocabulary are looked at.
    """

    statements: dict[str, Statement]
    failed: list[Outcome]
    run: set[Place] = field(default_factory=set)
    missed: list[Missed] = field(default_factory=list)
    excused: list[tuple[Missed, str]] = field(default_factory=list)
    idle: list[NotRun] = field(default_factory=list)
    whole: bool = True

    def counts(self, *, ways: bool) -> tuple[int, int]:
        """How many lines (or ways that conditions and choices go) are run, of how many."""
        run = sum(bool(place.way) == ways for place in self.run)
        return run, run + sum(bool(missed.place.way) == ways for missed in self.missed)

    def within(self, folder: str) -> Coverage:
        """What is covered of the files in a folder, by the name it is shown by."""
        run = {place for place in self.run if place.file.startswith(folder)}
        missed = [missed for missed in self.missed if missed.place.file.startswith(folder)]
        failed = [outcome for outcome in self.failed if outcome.example.span.file.path.startswith(folder)]
        return Coverage({}, failed, run, missed, whole=False)

    @property
    def has_problems(self) -> bool:
        return bool(self.idle) or any(statement.lacks for statement in self.statements.values())


def together(parts: Sequence[Coverage]) -> Coverage:
    """What several measures of the same files cover: a line is run if one of them runs it."""
    run = set().union(*[part.run for part in parts])
    missed = {one.place: one for part in parts for one in part.missed if one.place not in run}
    failed = [outcome for part in parts for outcome in part.failed]
    return Coverage({}, failed, run, [missed[place] for place in sorted(missed)], whole=False)


def measure(loaded: Loaded) -> Coverage:
    """Run the examples of a ruleset that was checked without errors, and see what they show and run."""
    assert loaded.texts is not None
    content = loaded.texts.content
    statements = {statement.id: statement for statement in _statements(content)}
    for id, found in _carriers(content):
        if id in statements:
            statements[id].carried_out_by.append(found)
    coverage = Coverage(statements, [])
    probes = Probes()
    for outcome in ExampleRunner(build(loaded, probes), loaded.texts.examples).outcomes():
        seen = probes.take()
        if outcome.message is not None:
            coverage.failed.append(outcome)
            continue
        coverage.run |= seen
        example = outcome.example
        for id in example.shows:
            if id in statements:
                shown = Found(example.id, example.span.file.path, example.span.line)
                statements[id].shown_by.append(shown)
    _sort_missed(coverage, probes, list(not_run(content)))
    return coverage


# --- statements -----------------------------------------------------------------------------------------------


def _statements(content: Content) -> Iterator[Statement]:
    for node in reading.items(content.rulebook, "statements") if content.rulebook is not None else ():
        if isinstance(node, Mapping):
            open = reading.text(node, "open") or None
            yield Statement(reading.text(node, "id"), reading.text(node, "says"), open)


def _carriers(content: Content) -> Iterator[tuple[str, Found]]:
    """What names a statement under `carries`, with the statement; what only holds examples carries nothing out."""
    yield from _carried(content.ruleset.node, "ruleset")
    for kind, pieces in content.pieces.items():
        for piece in pieces.values():
            yield from _carried(piece.node, f"{kind} {piece.name}")
    for id, name, declared in imported_carriers(content):
        yield id, Found(name, declared.file.path, declared.span.line)


def _carried(node: Mapping, name: str) -> Iterator[tuple[str, Found]]:
    for id in reading.names(node, "carries"):
        yield id, Found(name, node.file.path, node.span.line)
    for part in reading.items(node, "rules"):
        if isinstance(part, Mapping):
            yield from _carried(part, "rules" if name == "ruleset" else f"rules of {name}")
    for part in reading.items(node, "round"):
        if isinstance(part, Mapping):
            yield from _carried(part, f"stage {reading.text(part, 'stage')}")
    for section in ("manners", "events", "verbs", "actions"):
        for key, value in reading.mapping(node, section):
            inner = f"{section[:-1]} {key.text}"
            yield from _carried_under(key.span.line, value, inner if name == "ruleset" else f"{inner} of {name}")


def _carried_under(line: int, node: Node, name: str) -> Iterator[tuple[str, Found]]:
    """What stands under a key is found on the line of the key."""
    for id in reading.names(node, "carries") if isinstance(node, Mapping) else ():
        yield id, Found(name, node.file.path, line)


# --- lines and branches ---------------------------------------------------------------------------------------


def _sort_missed(coverage: Coverage, probes: Probes, excuses: list[NotRun]) -> None:
    """Part what no example runs into what is missed and what is excused."""
    coverage.idle = list(excuses)
    for place in sorted(probes.places.keys() - coverage.run):
        missed = Missed(place, probes.places[place].file.line_text(place.line).strip())
        excuse = next((excuse for excuse in excuses if _fits(excuse, missed)), None)
        if excuse is None:
            coverage.missed.append(missed)
        else:
            coverage.excused.append((missed, excuse.why))
            if excuse in coverage.idle:
                coverage.idle.remove(excuse)


def _fits(excuse: NotRun, missed: Missed) -> bool:
    at = missed.place
    return (excuse.file, excuse.line) == (at.file, missed.text) and excuse.branch in ("", at.way)
