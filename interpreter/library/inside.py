"""Paths into a zip, which lead to a file or a folder in it as they would if it were unpacked."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from interpreter.library.content import ContentProblem, list_files
from interpreter.library.hints import hint


def files_in(path: Path, zipped: Path) -> list[Path]:
    """The files of content that a path into a zip leads to: one, or all in a folder; none where the zip is broken.

    Raises ContentProblem where it leads to nothing.
    """
    listing, asked = list_files(zipped), path.resolve()
    held = [*listing.files, *listing.passed_over]
    if asked != zipped and not listing.problems and not any(file.is_relative_to(asked) for file in held):
        around = asked.parent
        raise not_in(path, {file.relative_to(around).parts[0] for file in held if file.is_relative_to(around)})
    return [file for file in listing.files if file.is_relative_to(asked)]


def not_in(path: Path, beside: Iterable[str]) -> ContentProblem:
    """What is said of a path whose last part is not there, but others are `beside` it."""
    return ContentProblem(f"there is no `{path.name}` in `{path.parent}`{hint(path.name, beside, 'file or folder')}")
