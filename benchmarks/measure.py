"""Timing two things side by side, so that a machine that slows down slows both."""

from __future__ import annotations

import gc
from collections.abc import Callable
from statistics import median
from time import perf_counter


def side_by_side(ours: Callable[[], object], other: Callable[[], object], rounds: int = 15) -> tuple[float, float]:
    """The median seconds of each, run in turn."""
    mine: list[float] = []
    theirs: list[float] = []
    ours()
    other()
    for _ in range(rounds):
        gc.collect()
        gc.disable()
        for taken, run in ((mine, ours), (theirs, other)):
            start = perf_counter()
            run()
            taken.append(perf_counter() - start)
        gc.enable()
    return median(mine), median(theirs)
