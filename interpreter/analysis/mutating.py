"""Trying mutants: each takes the place of what it changes, in memory alone, and the examples are run until one fails.

Only examples that run the line are run. One text is checked and compiled anew for a mutant, and its functions get the
new code in place, so that whatever holds them runs the mutant; after it they get the old code back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from types import FunctionType
from typing import Any

from interpreter.analysis.mutants import Mutant, mutants_of
from interpreter.language.probes import Probes
from interpreter.library.building import Builder
from interpreter.library.content import Content
from interpreter.library.not_run import NotRun, not_noticed, not_run
from interpreter.source.diagnostics import Diagnostics
from interpreter.source.text import Span
from interpreter.table.examples import ExampleRunner
from interpreter.table.loading import Loaded, build

# How a mutant fared: an example failed, the checker refused it, all examples that run its line passed, none runs it;
# or the rulebook says that it makes no difference.
NOTICED, REFUSED, UNNOTICED, NOT_RUN, EXCUSED = "noticed", "refused", "unnoticed", "not run", "excused"


@dataclass(frozen=True, slots=True)
class Fate:
    """How a mutant fared; `said` is the first example that noticed it, or why it makes no difference."""

    mutant: Mutant
    how: str
    said: str | None = None

    @property
    def is_noticed(self) -> bool:
        return self.how in (NOTICED, REFUSED)

    @property
    def line(self) -> str:
        """The line that is changed, as it is written."""
        span = self.mutant.span
        return span.file.line_text(span.line).strip()


@dataclass(slots=True)
class Study:
    """How mutants fared, in their order; `idle` are changes that are said to make no difference, and do."""

    fates: list[Fate]
    idle: list[NotRun] = field(default_factory=list)

    def those(self, *how: str) -> list[Fate]:
        return [fate for fate in self.fates if fate.how in how]

    @property
    def percent(self) -> int:
        """How many of a hundred were noticed, rounded down; those that make no difference are left aside."""
        counted = len(self.fates) - len(self.those(EXCUSED))
        return 100 * len(self.those(NOTICED, REFUSED)) // counted if counted else 100


def excused(study: Study, content: Content) -> Study:
    """A study without what the rulebook says of what it found."""
    changes, lines = list(not_noticed(content)), [one for one in not_run(content) if not one.branch]
    used: set[int] = set()

    def judged(fate: Fate) -> Fate:
        if fate.is_noticed:
            return fate
        where = fate.mutant.span.file.path, fate.line
        found = next((one for one in changes if (one.file, one.line, one.branch) == (*where, fate.mutant.change)), None)
        if found is None and fate.how == NOT_RUN:
            found = next((one for one in lines if (one.file, one.line) == where), None)
        if found is None:
            return fate
        used.add(id(found))
        return Fate(fate.mutant, EXCUSED, found.why)

    fates = [judged(fate) for fate in study.fates]
    tried = {(fate.mutant.span.file.path, fate.line, fate.mutant.change) for fate in fates}
    there = [one for one in changes if (one.file, one.line, one.branch) in tried]
    return Study(fates, [one for one in there if id(one) not in used])


def either(studies: list[Study]) -> Study:
    """What several rulesets notice of the same mutants: each as the one that noticed it, or ran it, has it."""
    best: dict[tuple[Any, ...], Fate] = {}
    order = (NOTICED, REFUSED, EXCUSED, UNNOTICED, NOT_RUN)
    for fate in [fate for study in studies for fate in study.fates]:
        older = best.setdefault(fate.mutant.key, fate)
        if order.index(fate.how) < order.index(older.how):
            best[fate.mutant.key] = fate
    return Study([best[key] for key in sorted(best)])


def drawn(mutants: list[Mutant], most: int, seed: int) -> list[Mutant]:
    """At most so many of the mutants, drawn by a seed."""
    drawing = {mutant.key: blake2b(f"{seed}/{mutant.key}".encode(), digest_size=16).digest() for mutant in mutants}
    kept = sorted(mutants, key=lambda mutant: drawing[mutant.key])[:most]
    return sorted(kept, key=lambda mutant: mutant.key)


def mutants_in(loaded: Loaded, wanted: Callable[[Span], bool]) -> list[Mutant]:
    """The mutants of a ruleset that was checked without errors, of what stands where it is wanted, in their order."""
    assert loaded.texts is not None
    checked = loaded.texts.checked
    found: list[Mutant] = []
    for tree, part in loaded.texts.parts.items():
        if tree and wanted((tree[0] if isinstance(tree, tuple) else tree).span):
            checked.instead, diagnostics = {}, checked.diagnostics
            checked.diagnostics = Diagnostics()
            part.check(tree)
            found += mutants_of(checked, tree)
            checked.instead, checked.diagnostics = None, diagnostics
    return sorted({mutant.key: mutant for mutant in found}.values(), key=lambda mutant: mutant.key)


class Trial:
    """The examples of a ruleset, ready to be run on its mutants."""

    def __init__(self, loaded: Loaded) -> None:
        assert loaded.texts is not None
        self.texts = loaded.texts
        self.lines = self._run_lines(loaded)
        self.builder = _built(loaded)
        self.running = ExampleRunner(self.builder, self.texts.examples)
        self.passing = [outcome.message is None for outcome in self.running.outcomes()]

    def _run_lines(self, loaded: Loaded) -> dict[tuple[str, int], list[int]]:
        """For each line that can be run, the examples that run it, those first that run the fewest lines."""
        probes = Probes()
        running = ExampleRunner(_built(loaded, probes), self.texts.examples)
        seen = [probes.take() for _ in running.outcomes()]
        lines: dict[tuple[str, int], list[int]] = {(place.file, place.line): [] for place in probes.places}
        for number in sorted(range(len(seen)), key=lambda number: (len(seen[number]), number)):
            for line in sorted({(place.file, place.line) for place in seen[number]}):
                lines[line].append(number)
        return lines

    def try_all(self, mutants: list[Mutant]) -> Iterator[Fate]:
        """Try one mutant after the other."""
        return map(self.try_out, mutants)

    def try_out(self, mutant: Mutant) -> Fate:
        """How a mutant fares."""
        examples = [number for number in self._candidates(mutant) if self.passing[number]]
        if not examples:
            return Fate(mutant, NOT_RUN)
        checked, part = self.texts.checked, self.texts.parts[mutant.tree]
        diagnostics, checked.diagnostics = checked.diagnostics, Diagnostics()
        try:
            part.check(mutant.changed)
            if checked.diagnostics.has_errors:
                return Fate(mutant, REFUSED)
            with _InPlace(self.builder, part.names, lambda: part.make(mutant.changed)):  # type: ignore[misc]
                failing = next((one for one in examples if self.running.outcome(one).message is not None), None)
        finally:
            checked.diagnostics = diagnostics
        if failing is None:
            return Fate(mutant, UNNOTICED)
        return Fate(mutant, NOTICED, self.texts.examples[failing].id)

    def _candidates(self, mutant: Mutant) -> list[int]:
        places = ((span.file.path, span.line) for span in mutant.run_at)
        return next((self.lines[place] for place in places if place in self.lines), [])


def _built(loaded: Loaded, probes: Probes | None = None) -> Builder:
    return build(loaded, probes, apart=True)


class _InPlace:
    """Gives functions the code of others for a while."""

    def __init__(self, builder: Builder, names: tuple[str, ...], make: Callable[[], tuple[str, ...]]) -> None:
        namespace = builder.namespace
        self.functions: list[FunctionType] = [namespace[name] for name in names]
        self.codes = [function.__code__ for function in self.functions]
        before = set(namespace)
        builder.module.constants.clear()
        new = make()
        builder.define()
        for function, name in zip(self.functions, new, strict=True):
            function.__code__ = namespace[name].__code__
        for name, function in zip(names, self.functions, strict=True):
            namespace[name] = function
        self.namespace: dict[str, Any] = namespace
        self.added = [name for name in namespace if name not in before]

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        for function, code in zip(self.functions, self.codes, strict=True):
            function.__code__ = code
        for name in self.added:
            del self.namespace[name]
