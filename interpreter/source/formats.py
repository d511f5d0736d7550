"""Findings in sentences for screen readers and logs, and as commands that GitHub shows beside a change."""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.source.diagnostics import Diagnostic, Diagnostics
from interpreter.source.render import totals
from interpreter.source.text import Span


def render_plain(diagnostics: Iterable[Diagnostic]) -> str:
    """Each finding in sentences on a line of its own, last how many there are; empty when there are none."""
    found = Diagnostics(diagnostics).sorted()
    lines = [in_sentences(diagnostic) for diagnostic in found]
    return "\n".join([*lines, f"{totals(found)}."]) + "\n" if found else ""


def in_sentences(diagnostic: Diagnostic) -> str:
    """A finding in one sentence, or in two where there is help."""
    where = f"{diagnostic.span.file.path}, {_place(diagnostic.span)}"
    labels = "; ".join(f"{label.text}: {_seen_from(label.span, diagnostic.span)}" for label in diagnostic.labels)
    beside = f" ({labels})" if labels else ""
    first = f"{diagnostic.severity.capitalize()} {diagnostic.code} in {where}: {diagnostic.message}{beside}"
    return " ".join(map(_ended, [first, *([_begun(diagnostic.help)] if diagnostic.help else [])]))


def _place(span: Span) -> str:
    return f"line {span.line}, column {span.column}"


def _seen_from(span: Span, other: Span) -> str:
    return _place(span) if span.file == other.file else f"{span.file.path}, {_place(span)}"


def _begun(text: str) -> str:
    return text[0].upper() + text[1:]


def _ended(text: str) -> str:
    return text if text[-1] in ".?!" else f"{text}."


def render_github(diagnostics: Iterable[Diagnostic]) -> str:
    """Each finding as a workflow command, by which GitHub shows it at its line; empty when there are none."""
    return "".join(_command(diagnostic) + "\n" for diagnostic in Diagnostics(diagnostics).sorted())


def _command(diagnostic: Diagnostic) -> str:
    span = diagnostic.span
    properties = [("file", span.file.path), ("line", span.line), ("endLine", span.end_line)]
    # Columns are taken only where they are of one line.
    if span.line == span.end_line:
        properties += [("col", span.column), ("endColumn", span.end_column)]
    properties.append(("title", diagnostic.code))
    said = ",".join(f"{name}={_property(str(value))}" for name, value in properties)
    help = f"\nhelp: {diagnostic.help}" if diagnostic.help else ""
    return f"::{diagnostic.severity} {said}::{_data(diagnostic.message + help)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
