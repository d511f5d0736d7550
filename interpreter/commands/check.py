"""`turnwright check`: what is wrong with content, and where."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

from interpreter.commands.output import Output, rendered
from interpreter.library.content import each_folder, find_folder, shown_path
from interpreter.source.diagnostics import Diagnostics
from interpreter.table.loading import findings


def check(paths: list[str], output: Output) -> int:
    """Check the rulesets, vocabularies and packs that the paths lead to; 1 if an error was found."""
    found = findings_in(paths)
    shown = rendered(found, output) or ("nothing to report" if output.is_read else "")
    if shown:
        print(shown)
    return int(found.has_errors)


def findings_in(paths: list[str]) -> Diagnostics:
    """What is found in what some paths lead to, each folder checked once; of a file, only what is in it."""
    found = Diagnostics()
    wanted: dict[Path, tuple[str, list[Path]]] = {}
    for path in chain.from_iterable(map(each_folder, paths)):
        folder = find_folder(path)
        given = Path(path).resolve()
        is_there = given.exists() or given.is_relative_to(folder)
        wanted.setdefault(folder, (path, []))[1].append(given if is_there else folder)
    for folder, (path, parts) in wanted.items():
        for diagnostic in findings(path):
            if any(_within(diagnostic.span.file.path, part, folder) for part in parts):
                found.add(diagnostic)
    return found


def _within(shown: str, part: Path, folder: Path) -> bool:
    if part == folder or folder.is_relative_to(part):
        return True
    inside = shown_path(part, folder)
    return shown == inside or shown.startswith(inside + "/")
