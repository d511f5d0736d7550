"""What checking has found before, kept between runs: keyed by all that it depends on, in the user's own cache folder.

A cache is only ever a copy of what checking would find; one that cannot be read or written is no cache at all. Nothing
is taken from the folder of the content itself.
"""

from __future__ import annotations

import json
import os
import sys
from hashlib import blake2b
from pathlib import Path
from typing import Any

import interpreter
from interpreter.source.diagnostics import Diagnostic, Diagnostics, Label
from interpreter.source.explanations import FOLDER as CODES
from interpreter.source.shipped import shipped
from interpreter.source.text import SourceFile, SourceProblem, Span, read_bytes, read_source

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


def key_of(files: list[tuple[str, Path]], passed_over: list[str]) -> str | None:
    """A key of content: of its files with the names they are shown by, the names of files that are not read, the
    grammar, the schemas, the explanations and the interpreter. None where a file cannot be read.
    """
    digest = blake2b(digest_size=20)
    package = Path(interpreter.__file__).parent
    own = [*package.rglob("*.py"), *CODES.glob("*.yaml"), *shipped("grammar").iterdir(), *shipped("schemas").iterdir()]
    digest.update(f"{interpreter.__version__} {sys.version}".encode())
    digest.update(json.dumps(passed_over).encode())
    parts = [(path.name, path.read_bytes()) for path in sorted(own)]
    try:
        parts += [(shown, read_bytes(path, shown)) for shown, path in files]
    except SourceProblem:
        return None
    for shown, data in parts:
        digest.update(f"\0{shown}\0{len(data)}\0".encode())
        digest.update(data)
    return digest.hexdigest()


def recall(key: str, files: list[tuple[str, Path]]) -> Diagnostics | None:
    """The findings kept under a key; None where there are none, or they cannot be read."""
    place = folder()
    if place is None:
        return None
    try:
        kept = json.loads((place / f"{key}.json").read_text(encoding="utf-8"))
        paths = dict(files)
        sources: dict[str, SourceFile] = {}
        return Diagnostics([_restored(entry, paths, sources) for entry in kept])
    except (OSError, ValueError, KeyError, TypeError, SourceProblem):
        return None


def remember(key: str, found: Diagnostics) -> None:
    """Keep findings under a key, if they can be kept."""
    place = folder()
    if place is None:
        return
    try:
        place.mkdir(parents=True, exist_ok=True)
        new = place / f"{key}.{os.getpid()}.new"
        new.write_text(json.dumps([_kept(diagnostic) for diagnostic in found.sorted()]), encoding="utf-8")
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


def _restored(kept: dict[str, Any], paths: dict[str, Path], sources: dict[str, SourceFile]) -> Diagnostic:
    def span(parts: list[Any]) -> Span:
        shown, start, end = parts
        if shown not in sources:
            sources[shown] = read_source(paths[shown], shown)
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
