"""Scenarios that lie in no folder of content: the ruleset or pack that they name lies beside them, or ships."""

from __future__ import annotations

import re
from pathlib import Path

from interpreter.library.content import (
    ZIP,
    ContentProblem,
    folder_around,
    head_of,
    shipped_rulesets,
    shown_path,
    zip_of,
)
from interpreter.source.diagnostics import suggestion
from interpreter.source.shipped import shipped
from interpreter.source.text import SourceProblem, read_bytes, read_source

_SCENARIO = re.compile(r"^scenario:", re.MULTILINE)
_RULESET = re.compile(r"^ruleset: *([a-z][a-z0-9_]*) *(?:#.*)?$", re.MULTILINE)


def folder_for(file: Path, ruleset: str) -> Path | None:
    """The folder of content that a scenario belongs to: the one it lies in, else that of its ruleset or pack, beside it
    or shipped. Of a pack that is zipped, it is the zip.

    Raises ContentProblem where there are both a folder and a zip of that name.
    """
    around = folder_around(file.resolve().parent)
    if around is not None:
        return around
    beside = file.resolve().parent / ruleset
    zipped = zip_of(beside.with_name(f"{ruleset}{ZIP}"))
    if head_of(beside) is not None and zipped is not None:
        raise ContentProblem(f"beside `{file}` there are both a folder and a zip `{ruleset}`: take one of the two away")
    if zipped is not None or head_of(beside) is not None:
        return zipped or beside
    return shipped("content") / ruleset if ruleset in shipped_rulesets() else None


def folder_named(file: Path) -> Path | None:
    """The folder of the ruleset or pack that a scenario names which lies in none; None where the file is no scenario.

    Raises ContentProblem where there is no such ruleset or pack.
    """
    name = _ruleset_of(file) if file.is_file() else None
    folder = None if name is None else folder_for(file, name)
    if name is not None and folder is None:
        help = suggestion(name, shipped_rulesets(), "ruleset that ships")
        raise ContentProblem(
            f"`{file}` is a scenario of `{name}`, and lies in no ruleset; beside it is no folder and no zip `{name}`;"
            f" {help}"
        )
    return folder


def _ruleset_of(file: Path) -> str | None:
    """The ruleset that a file names if it is a scenario, told without reading it as YAML, which may be broken."""
    try:
        text = read_source(file).text
    except SourceProblem:
        return None
    found = _RULESET.search(text) if _SCENARIO.search(text) else None
    return None if found is None else found[1]


def lone_scenario(path: str) -> dict[Path, bytes]:
    """The file that a path leads to with what it holds, where it lies in no folder of content; else nothing."""
    file = Path(path).resolve()
    if not file.is_file() or zip_of(file) is not None or folder_around(file) is not None:
        return {}
    return {file: read_bytes(file, shown_path(file, file))}
