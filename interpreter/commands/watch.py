"""Running a command again whenever a file changes, until it is stopped with Ctrl-C."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from itertools import chain
from pathlib import Path

from interpreter.commands.misuse import Misuse
from interpreter.library.content import ContentProblem, each_folder, find_folder, is_pack
from interpreter.library.extending import folders_under
from interpreter.library.imports import reached

SECONDS = 0.5
SHOWN = 3

State = dict[Path, tuple[int, int, int]]


def rest() -> None:
    """Wait a moment before the files are looked at again."""
    time.sleep(SECONDS)


def watch(title: str, paths: list[str], run: Callable[[], int], wait: Callable[[], None] = rest) -> int:
    """Run now, and again after each change of a file of content below the paths; 0 when it is stopped.

    `wait` is called before each look at the files. Raises Misuse or ContentProblem where the first run does; later on
    a path may be gone for a while.
    """
    seen = state_of(paths)
    try:
        _head(f"{title}: again after every change; Ctrl-C stops it")
        run()
        while True:
            sys.stdout.flush()
            wait()
            now = state_of(paths)
            if now != seen:
                _head(f"{title}: {_difference(seen, now)}")
                seen = now
                _again(run)
    except KeyboardInterrupt:
        return 0


def _again(run: Callable[[], int]) -> None:
    try:
        run()
    except (Misuse, ContentProblem) as problem:
        print(f"turnwright: {problem}", file=sys.stderr)


def _head(text: str) -> None:
    print(f"== {text} ==")


def _difference(before: State, now: State) -> str:
    files = sorted(path for path in before.keys() | now.keys() if before.get(path) != now.get(path))
    named = ", ".join(f"`{path.name}`" for path in files[:SHOWN])
    return f"{named} and {len(files) - SHOWN} more changed" if len(files) > SHOWN else f"{named} changed"


def state_of(paths: list[str]) -> State:
    """What tells whether a file of content below the paths has changed: its size, its time, and which file it is."""
    found: State = {}
    for path in paths:
        roots = _roots(path)
        for zipped in filter(Path.is_file, roots):
            _note(zipped, found)
        for folder, folders, names in chain.from_iterable(map(os.walk, roots)):
            folders[:] = [name for name in folders if not name.startswith(".")]
            for file in [Path(folder, name) for name in names if not name.startswith(".")]:
                if file.suffix.lower() in (".yaml", ".yml"):
                    _note(file, found)
    return found


def _roots(path: str) -> list[Path]:
    """The folders of content that a path leads to, with what they import or extend: any file of these can make another
    wrong.
    """
    found = [Path(path).resolve()]
    for one in each_folder(path):
        try:
            folder = find_folder(one)
        except ContentProblem:
            continue
        under = folders_under(folder) if is_pack(folder) else reached(folder)
        found += [folder, *(under or ())]
    return found


def _note(file: Path, found: State) -> None:
    try:
        status = file.stat()
    except OSError:
        return
    found[file] = (status.st_size, status.st_mtime_ns, status.st_ino)
