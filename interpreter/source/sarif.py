"""Findings in SARIF 2.1.0, which code scanners and editors exchange."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from interpreter import __version__
from interpreter.source.diagnostics import Diagnostic, Diagnostics
from interpreter.source.explanations import Explanation, explanations
from interpreter.source.text import Span

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LINK = re.compile(r"\[(?=[^\[\]]*\]\()")


def to_sarif(diagnostics: Iterable[Diagnostic]) -> dict[str, Any]:
    """The findings as a log of one run; its rules are the codes that occur, with what they mean as help."""
    found = Diagnostics(diagnostics).sorted()
    codes = sorted({diagnostic.code for diagnostic in found})
    known = explanations()
    driver = {
        "name": "turnwright",
        "version": __version__,
        "semanticVersion": __version__,
        "rules": [_rule(known[code]) for code in codes],
    }
    results = [_result(diagnostic, codes.index(diagnostic.code)) for diagnostic in found]
    # Columns count characters, as they do in Python; unless that is said, they would be UTF-16 code units.
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(one: Explanation) -> dict[str, Any]:
    return {
        "id": one.code,
        "shortDescription": {"text": f"{one.summary[:1].upper()}{one.summary[1:]}."},
        "fullDescription": {"text": one.means},
        "help": {"text": f"{one.means}\n\n{one.mend}"},
        "defaultConfiguration": {"level": one.severity},
    }


def _result(diagnostic: Diagnostic, rule: int) -> dict[str, Any]:
    help = f"\n{diagnostic.help}" if diagnostic.help else ""
    result: dict[str, Any] = {
        "ruleId": diagnostic.code,
        "ruleIndex": rule,
        "level": diagnostic.severity,
        "message": {"text": _literal(diagnostic.message + help)},
        "locations": [_location(diagnostic.span)],
    }
    if diagnostic.labels:
        result["relatedLocations"] = [
            {"id": number, **_location(label.span), "message": {"text": _literal(label.text)}}
            for number, label in enumerate(diagnostic.labels, 1)
        ]
    return result


def _literal(text: str) -> str:
    """A message that means what it says: braces would be places for arguments, `[text](1)` a link to a location."""
    return _LINK.sub(r"\\[", text.replace("{", "{{").replace("}", "}}"))


def _location(span: Span) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(span.file.path)}}
    # Of a file that could not be read no line is known.
    if span.file.text:
        physical["region"] = {
            "startLine": span.line,
            "startColumn": span.column,
            "endLine": span.end_line,
            "endColumn": span.end_column,
        }
    return {"physicalLocation": physical}


def _uri(path: str) -> str:
    if PurePath(path).is_absolute():
        return "file://" + quote(path if path.startswith("/") else f"/{path}", safe="/:")
    return quote(path)
