"""Whole commands: `check` cold and with a warm cache, and what `--version` takes over bare Python."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from statistics import median
from time import perf_counter

from interpreter.library.content import shipped_rulesets
from interpreter.table.loading import load

RUNS = 7


def seconds(*command: str, cache: str) -> float:
    """The median time of a command of Python's."""
    environment = {**os.environ, "TURNWRIGHT_CACHE": cache}
    taken: list[float] = []
    for _ in range(RUNS):
        start = perf_counter()
        subprocess.run([sys.executable, *command], env=environment, capture_output=True, check=False)
        taken.append(perf_counter() - start)
    return median(taken)


def main() -> None:
    """Print the times, each beside what it may be."""
    rulesets = shipped_rulesets()
    loaded = [load(name).texts for name in rulesets]
    snippets = sum(texts.snippets for texts in loaded if texts is not None)
    bare = seconds("-c", "pass", cache="off")
    version = seconds("-m", "interpreter", "--version", cache="off")
    print(f"--version: {(version - bare) * 1000:.0f} ms over bare Python (at most 100)")
    check = ("-m", "interpreter", "check", *rulesets)
    cold = seconds(*check, cache="off")
    print(f"check, cold: {cold:.2f} s for {snippets} snippets (at most {0.5 + snippets * 0.00025:.2f})")
    with tempfile.TemporaryDirectory() as folder:
        seconds(*check, cache=folder)
        print(f"check, warm: {seconds(*check, cache=folder):.2f} s (at most 0.30)")


if __name__ == "__main__":
    main()
