"""What checking has found before, kept between runs: keyed by all that it depends on, in the user's own cache folder.

A cache is only ever a copy of what checking would find; one that cannot be read or written is no cache at all. Nothing
is taken from the folder of the content itself.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import interpreter
from interpreter.source.diagnostics import Diagnostic, Diagnostics, Label
from interpreter.source.explanations import FOLDER as CODES
from interpreter.source.shipped import shipped
from interpreter.source.text import SourceFile, SourceProblem, Span, read_source

# Set to `off` to check anew each time, or to a folder to keep the cache there.
VARIABLE = "TURNWRIGHT_CACHE"


def folder() -> Path | None:
    """Where the cache is kept; None where there is none."""
    chosen = os.environ.get(VARIABLE)
    if chosen == "off":
        return None
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
    else:
        home = os.environ.get("HOME")
        base = os.environ.get("XDG_CACHE_HOME") or (home and f"{home}/.cache")
    return Path(base) / "turnwright" if base and Path(base).is_absolute() else None


def key_of(files: Mapping[str, bytes], passed_over: list[str]) -> str:
    """A key of content: of its files by the names they are shown by, the names of files that are not read, the
    grammar, the schemas, the explanations and the interpreter.
    """
    return _digest([(_own(CODES), b""), (seal_of(files, passed_over), b"")])


@cache
def _own(codes: Path) -> str:
    """A key of what checks: of the files that the program itself is made of, with the explanations in a folder."""
    package = Path(interpreter.__file__).parent
    own = [*package.rglob("*.py"), *codes.glob("*.yaml"), *shipped("grammar").iterdir(), *shipped("schemas").iterdir()]
    version = f"{interpreter.__version__} {sys.version}"
    return _digest([(version, b""), *((path.name, path.read_bytes()) for path in sorted(own))])


def seal_of(files: Mapping[str, bytes], passed_over: list[str]) -> str:
    """A key of nothing but files, and of the names of those that are not read."""
    return _digest([(json.dumps(passed_over), b""), *files.items()])


def _digest(parts: list[tuple[str, bytes]]) -> str:
    digest = blake2b(digest_size=20)
    for name, data in parts:
        digest.update(f"\0{name}\0{len(data)}\0".encode())
        digest.update(data)
    return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class Kept:
    """Findings as they are kept; `imports` names what was asked for, and `seal` is the key of what it was then."""

    imports: list[str]
    seal: str
    found: list[dict[str, Any]]


def recall(key: str) -> Kept | None:
    """What is kept under a key; None where there is nothing, or it cannot be read."""
    place = folder()
    if place is None:
        return None
    try:
        kept = json.loads((place / f"{key}.json").read_text(encoding="utf-8"))
        return Kept([str(name) for name in kept["imports"]], kept["seal"], kept["found"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def restored(kept: Kept, files: Mapping[str, bytes]) -> Diagnostics | None:
    """The findings that were kept, about these files; None where they cannot be read."""
    try:
        sources: dict[str, SourceFile] = {}
        return Diagnostics([_restored(entry, files, sources) for entry in kept.found])
    except (OSError, ValueError, KeyError, TypeError, SourceProblem):
        return None


def remember(key: str, found: Diagnostics, imports: list[str], seal: str) -> None:
    """Keep findings under a key, if they can be kept."""
    place = folder()
    if place is None:
        return
    try:
        place.mkdir(parents=True, exist_ok=True)
        new = place / f"{key}.{os.getpid()}.new"
        kept = {"imports": imports, "seal": seal, "found": [_kept(diagnostic) for diagnostic in found.sorted()]}
        new.write_text(json.dumps(kept), encoding="utf-8")
        new.replace(place / f"{key}.json")
    except OSError:
        return


def _kept(found: Diagnostic) -> dict[str, Any]:
    return {
        "code": found.code,
        "severity": found.severity,
        "phase": found.phase,
        "message": found.message,
        "span": _kept_span(found.span),
        "path": list(found.path),
        "labels": [[_kept_span(label.span), label.text] for label in found.labels],
        "help": found.help,
        "fix": found.fix,
    }


def _kept_span(span: Span) -> list[Any]:
    return [span.file.path, span.start, span.end]


def _restored(kept: dict[str, Any], files: Mapping[str, bytes], sources: dict[str, SourceFile]) -> Diagnostic:
    def span(parts: list[Any]) -> Span:
        shown, start, end = parts
        if shown not in sources:
            sources[shown] = read_source(files[shown], shown)
        return Span(sources[shown], start, end)

    return Diagnostic(
        kept["code"],
        kept["severity"],
        kept["phase"],
        kept["message"],
        span(kept["span"]),
        tuple(kept["path"]),
        tuple(Label(span(parts), text) for parts, text in kept["labels"]),
        kept["help"],
        kept["fix"],
    )
