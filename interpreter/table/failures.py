"""An example that failed, as a finding like any other."""

from __future__ import annotations

from interpreter.source.diagnostics import Diagnostic
from interpreter.source.text import Span
from interpreter.table.examples import Outcome


def failure(outcome: Outcome) -> Diagnostic:
    """The finding of an example that failed: where it did in its own file, else where it begins."""
    example, site = outcome.example, outcome.came_about_at
    span = example.span
    if outcome.line is not None:
        line = span.file.line_text(outcome.line)
        start = span.file.line_start(outcome.line) + len(line) - len(line.lstrip())
        span = Span(span.file, start, start + len(line.strip()))
    message = f"the example `{example.id}` is not as it says: {outcome.message}"
    help = None if site is None else f"it came about at {site}"
    return Diagnostic("failed-example", "error", "run", message, span, help=help)
