"""Putting mistakes in by the thousand, checking each by itself, and counting what was said of them."""

from __future__ import annotations

import multiprocessing
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from random import Random

from benchmarks.faults.fault import Fault, changed, lines_of
from benchmarks.faults.kinds import KINDS, Kind
from benchmarks.faults.shelf import Kept, Shelf, settle
from interpreter.source.diagnostics import Diagnostic

_QUOTED = re.compile(r"`([^`]*)`")
# Mistakes that one process looks at in one go.
_BATCH = 25


@dataclass(frozen=True)
class Outcome:
    """What was said of a mistake: whether anything, on its line, and there with a word that is right.

    `others` are findings on other lines; `told` are the first findings as people read them.
    """

    fault: Fault
    caught: bool
    on_line: bool
    suggested: bool
    others: int
    told: tuple[str, ...]

    @property
    def is_right(self) -> bool:
        """Whether all was said as it should be."""
        return self.caught and self.on_line and (self.suggested or not self.fault.right)


_SHELVES: dict[str, Shelf] = {}
_KEPT = Kept()


def shelf_of(folder: Path) -> Shelf:
    """A folder of content, read once in each process."""
    if folder.name not in _SHELVES:
        _SHELVES[folder.name] = Shelf(folder, _KEPT)
    return _SHELVES[folder.name]


def draw(folders: Sequence[Path], kinds: Sequence[Kind], count: int, seed: int) -> list[tuple[Path, Fault]]:
    """About `count` mistakes of each kind, from all folders; the same seed draws the same ones.

    A large folder gives more than a small one, but not in proportion: else the small ones would hardly count.
    """
    drawn: list[tuple[Path, Fault]] = []
    for kind in kinds:
        found = {}
        for folder in folders:
            random = Random(f"{seed} {kind.name} {folder.name}")
            made = list(kind.make(shelf_of(folder), random))
            random.shuffle(made)
            found[folder] = made
        for folder, share in _shares({folder: len(made) for folder, made in found.items()}, count).items():
            drawn += [(folder, fault) for fault in found[folder][:share]]
    return drawn


def _shares(sizes: dict[Path, int], count: int) -> dict[Path, int]:
    """How many to take of each, in proportion to the roots of their sizes; what small ones lack large ones give."""
    shares = dict.fromkeys(sizes, 0)
    for _ in range(len(sizes)):
        open_ = [folder for folder in sizes if shares[folder] < sizes[folder]]
        left = count - sum(shares.values())
        total = sum(sqrt(sizes[folder]) for folder in open_)
        if left <= 0 or not open_:
            break
        for folder in open_:
            more = max(1, round(left * sqrt(sizes[folder]) / total))
            shares[folder] = min(sizes[folder], shares[folder] + more)
    return shares


def look(folder: Path, fault: Fault) -> Outcome:
    """Put a mistake in, check the folder, and see what is said."""
    shelf = shelf_of(folder)
    texts = {file: node.file.text for file, node in shelf.files.items()}
    new = changed(texts, fault.edits)
    found = shelf.check(new)
    lines = lines_of(fault, texts | new)
    here = [one for one in found if (one.span.file.path, one.span.line) in lines]
    suggested = any(_names(one, word) for one in here for word in fault.right)
    told = tuple(f"{one} => {one.help}" for one in (here or found)[:2])
    return Outcome(fault, bool(found), bool(here), suggested, len(found) - len(here), told)


def _names(found: Diagnostic, word: str) -> bool:
    """Whether the help of a finding has a word in backticks, by itself or in an example of how it is written."""
    word_alone = re.compile(rf"(?<![\w]){re.escape(word)}(?!\w)" if word[:1].isalnum() else re.escape(word))
    return any(word_alone.search(quoted) for quoted in _QUOTED.findall(found.help or ""))


def _look_at(batch: tuple[Path, list[Fault]]) -> list[Outcome]:
    folder, faults = batch
    return [look(folder, fault) for fault in faults]


def measure(folders: Sequence[Path], kinds: Sequence[Kind], count: int, seed: int) -> list[Outcome]:
    """What is said of mistakes, each put in by itself; in the order of the kinds."""
    drawn = draw(folders, kinds, count, seed)
    batches = list(_batches(drawn))
    # Children have at once what their parent has read.
    how = "fork" if "fork" in multiprocessing.get_all_start_methods() else None
    settle()
    with multiprocessing.get_context(how).Pool(os.cpu_count() or 1) as pool:
        looked_at = pool.map(_look_at, batches, chunksize=1)
    order = {kind.name: at for at, kind in enumerate(kinds)}
    outcomes = [outcome for batch in looked_at for outcome in batch]
    return sorted(outcomes, key=lambda one: order[one.fault.kind])


def _batches(drawn: list[tuple[Path, Fault]]) -> Iterator[tuple[Path, list[Fault]]]:
    by_folder: dict[Path, list[Fault]] = {}
    for folder, fault in drawn:
        by_folder.setdefault(folder, []).append(fault)
    for folder, faults in sorted(by_folder.items(), key=lambda one: -len(one[1])):
        for at in range(0, len(faults), _BATCH):
            yield folder, faults[at : at + _BATCH]


@dataclass
class Tally:
    """How many mistakes of a kind there were, and how many of them were caught and told of rightly."""

    kind: Kind
    number: int = 0
    caught: int = 0
    on_line: int = 0
    suggested: int = 0
    suggestions: int = 0
    alone: int = 0

    def add(self, outcome: Outcome) -> None:
        self.number += 1
        self.caught += outcome.caught
        self.on_line += outcome.on_line
        self.suggestions += bool(outcome.fault.right)
        self.suggested += outcome.suggested
        self.alone += outcome.on_line and not outcome.others


def tallied(outcomes: Sequence[Outcome]) -> list[Tally]:
    """The counts of each kind."""
    found: dict[str, Tally] = {}
    for outcome in outcomes:
        kind = outcome.fault.kind
        found.setdefault(kind, Tally(KINDS[kind])).add(outcome)
    return list(found.values())
