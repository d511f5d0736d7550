"""`python -m benchmarks.faults`: how many mistakes of each kind the checker finds, on which line, with which help."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from time import perf_counter

from benchmarks.faults.kinds import KINDS
from benchmarks.faults.measure import Outcome, Tally, measure, tallied
from benchmarks.faults.shelf import shelves


def main(arguments: Sequence[str] | None = None) -> None:
    """Put mistakes in, and print what became of them."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.faults", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="draws other mistakes (1)")
    parser.add_argument(
        "--kinds", nargs="+", choices=list(KINDS), default=list(KINDS), metavar="KIND", help="only these"
    )
    parser.add_argument(
        "--count", type=int, default=120, help="how many of each kind, as far as there are places (120)"
    )
    parser.add_argument("--show", choices=list(KINDS), metavar="KIND", help="also each one that was not told rightly")
    given = parser.parse_args(arguments)
    kinds = [KINDS[given.show]] if given.show and given.kinds == list(KINDS) else [KINDS[name] for name in given.kinds]
    start = perf_counter()
    outcomes = measure(shelves(), kinds, given.count, given.seed)
    print(table(tallied(outcomes)))
    for outcome in outcomes:
        if outcome.fault.kind == given.show and not outcome.is_right:
            print(shown(outcome))
    print(f"\n{len(outcomes)} mistakes in {perf_counter() - start:.0f} s, seed {given.seed}")


def table(tallies: Sequence[Tally]) -> str:
    """The counts as a table that is Markdown as well."""
    rows = [
        "| Kind | Put in | Caught | On its line | Right help | Nothing else |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for tally in tallies:
        parts = [tally.kind.name, str(tally.number)]
        parts += [share(part, tally.number) for part in (tally.caught, tally.on_line)]
        parts += [share(tally.suggested, tally.suggestions), share(tally.alone, tally.number)]
        rows.append("| " + " | ".join(parts) + " |")
    return "\n".join(rows)


def share(part: int, whole: int) -> str:
    """A share in per cent, rounded down, so that 100 means all."""
    return f"{part * 1000 // whole / 10:g}%" if whole else ""


def shown(outcome: Outcome) -> str:
    """What was not told rightly of a mistake."""
    wrong = "not caught" if not outcome.caught else "other line" if not outcome.on_line else "other help"
    where = outcome.fault.edits[0].file
    return "\n    ".join([f"{wrong}: {where}: {outcome.fault.what}", *outcome.told])


if __name__ == "__main__":
    main()
