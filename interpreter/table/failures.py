"""An example that failed, as a finding like any other."""

from __future__ import annotations

from interpreter.source.diagnostics import Diagnostic
from interpreter.source.text import Span
from interpreter.table.examples import Outcome


def failure(outcome: Outcome) -> Diagnostic:
    """The finding of an example that failed: where it did in its own file, else where it begins."""
    example = outcome.example
    span = example.span
    if outcome.site is not None and outcome.site.file == span.file.path:
        line = span.file.line_text(outcome.site.line)
        start = span.file.line_start(outcome.site.line) + len(line) - len(line.lstrip())
        span = Span(span.file, start, start + len(line.strip()))
    message = f"the example `{example.id}` is not as it says: {outcome.message}"
    help = None if outcome.site is None or outcome.site.line == span.line else f"it came about at {outcome.site}"
    return Diagnostic("failed-example", "error", "run", message, span, help=help)
