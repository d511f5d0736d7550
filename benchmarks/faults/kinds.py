"""The kinds of mistake, by name: what puts them in, and what share of them is to be caught."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from benchmarks.faults import conditions, ids, lasting, names, rules, values, yaml_kinds
from benchmarks.faults.fault import Fault
from benchmarks.faults.shelf import Shelf

Maker = Callable[[Shelf, Random], Iterator[Fault]]


@dataclass(frozen=True)
class Kind:
    """What puts in mistakes of a kind, one for each place that there is for it; `goal` is the least to be caught."""

    name: str
    make: Maker
    goal: float


def _kinds() -> Iterator[Kind]:
    yield Kind("misspelt-key", yaml_kinds.misspelt_keys, 0.995)
    yield Kind("misplaced-key", yaml_kinds.misplaced_keys, 0.98)
    yield Kind("wrong-shape", yaml_kinds.wrong_shapes, 0.95)
    for name, make in names.NAMES.items():
        yield Kind(name, make, 0.995)
    yield Kind("misspelt-keyword", names.misspelt_words, 0.995)
    yield Kind("wrong-type", values.wrong_types, 0.95)
    yield Kind("missing-argument", values.missing_arguments, 0.95)
    yield Kind("unit-for-init", values.units_for_inits, 0.95)
    yield Kind("dangling-id", ids.dangling_ids, 0.95)
    yield Kind("wrong-duration", lasting.wrong_durations, 0.95)
    yield Kind("settled-condition", conditions.settled_conditions, 0.95)
    yield Kind("idle-rule", rules.idle_rules, 0.95)
    yield Kind("never-applied", rules.never_applied, 0.95)
    yield Kind("endless-reactions", rules.endless_reactions, 0.95)


KINDS = {kind.name: kind for kind in _kinds()}
