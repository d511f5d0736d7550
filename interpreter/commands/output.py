"""How findings are shown: in which format, where, and whether in color."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TextIO

from interpreter.source.diagnostics import Diagnostic
from interpreter.source.render import render_text, to_json

FORMATS = ("text", "plain", "json", "github", "sarif")
COLORS = ("auto", "always", "never")


@dataclass(frozen=True, slots=True)
class Output:
    """How a command shows what it finds: one of `FORMATS`, and one of `COLORS`."""

    format: str = "text"
    color: str = "auto"

    @property
    def is_read(self) -> bool:
        """Whether it is people who read it, or a program."""
        return self.format in ("text", "plain")

    def colors(self, stream: TextIO) -> bool:
        """Whether to write in color to a stream: by itself only to a terminal, and where `NO_COLOR` is not set."""
        if self.color == "auto":
            return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        return self.color == "always"


def rendered(found: Iterable[Diagnostic], output: Output, stream: TextIO | None = None, indent: int | None = 2) -> str:
    """Findings as they are shown, without a line end; empty where there are none to show."""
    if output.format == "json":
        return json.dumps(to_json(found), ensure_ascii=False, indent=indent)
    if output.format == "sarif":
        from interpreter.source.sarif import to_sarif

        return json.dumps(to_sarif(found), ensure_ascii=False, indent=2)
    if output.format == "text":
        return render_text(found, color=output.colors(stream or sys.stdout)).rstrip()
    from interpreter.source.formats import render_github, render_plain

    return (render_plain if output.format == "plain" else render_github)(found).rstrip()
