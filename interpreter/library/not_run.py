"""What no example can show, listed in a rulebook with reasons: lines that cannot be run, changes without effect."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.library import reading
from interpreter.library.content import Content, shown_path
from interpreter.source.diagnostics import Diagnostics, nearest, suggestion
from interpreter.source.nodes import Mapping, Scalar
from interpreter.source.text import Span, read_source


@dataclass(frozen=True, slots=True)
class NotRun:
    """A line that no example can run, or one way (`branch`) that a condition on it cannot go; `file` is its shown path.

    Or one change of the line, in the place of `branch`, that no example can notice.
    """

    file: str
    line: str
    branch: str
    why: str
    span: Span


def not_run(content: Content) -> Iterator[NotRun]:
    """The lines that the rulebook of a ruleset lists as not run."""
    return _listed(content, "not_run", "branch")


def not_noticed(content: Content) -> Iterator[NotRun]:
    """The changes that the rulebook of a ruleset lists as not noticed."""
    return _listed(content, "not_noticed", "change")


def _listed(content: Content, key: str, part: str) -> Iterator[NotRun]:
    for node in reading.items(content.rulebook, key) if content.rulebook is not None else ():
        if isinstance(node, Mapping):
            file, line = reading.text(node, "file"), reading.text(node, "line")
            shown = shown_path(content.folder / file, content.folder)
            yield NotRun(shown, line.strip(), reading.text(node, part), reading.text(node, "why"), node.span)


def check_not_run(content: Content, diagnostics: Diagnostics) -> None:
    """What is listed as not run, or not noticed, must stand in the content."""
    for key in ("not_run", "not_noticed"):
        for node in reading.items(content.rulebook, key) if content.rulebook is not None else ():
            file = reading.scalar(node, "file") if isinstance(node, Mapping) else None
            line = reading.scalar(node, "line") if isinstance(node, Mapping) else None
            if file is not None and line is not None:
                _check(content, file, line, diagnostics)


def _check(content: Content, file: Scalar, line: Scalar, diagnostics: Diagnostics) -> None:
    path = content.folder / file.text
    if shown_path(path, content.folder) not in content.files:
        inside = [_inside(content, shown) for shown in content.files]
        message, help = f"the ruleset has no file `{file.text}`", suggestion(file.text, inside, "file")
        diagnostics.error("unknown-name", message, file.span, phase="resolve", help=help)
        return
    lines = [written.strip() for written in read_source(path).text.splitlines()]
    if line.text.strip() not in lines:
        near = nearest(line.text.strip(), lines)
        help = "write the line as it stands there" if near is None else f"did you mean `{near}`?"
        message = f"`{file.text}` has no such line"
        diagnostics.error("unknown-name", message, line.span, phase="resolve", help=help)


def _inside(content: Content, shown: str) -> str:
    """A file's path as it is seen from the ruleset's folder."""
    return shown.removeprefix(shown_path(content.folder / "ruleset.yaml", content.folder).removesuffix("ruleset.yaml"))
