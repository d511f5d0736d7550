"""`turnwright coverage`: which rules of a rulebook are carried out and shown, and which lines no example runs.

Of a vocabulary, what counts is which of its lines some ruleset that imports it runs; of a pack, which of its own lines
its own examples run.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from interpreter.analysis.coverage import Coverage, Found, Missed, Statement, measure, together
from interpreter.commands.output import Output
from interpreter.commands.sound import checked, found_importers
from interpreter.library.content import each_folder, find_folder, is_vocabulary, shown_path
from interpreter.library.filenames import typed
from interpreter.source.diagnostics import counted


def coverage(path: str, format: str) -> int:
    """Measure what a path leads to; 1 if a statement that is not open is not carried out or not shown."""
    asked = each_folder(path)
    measured: dict[str, Coverage] = {}
    for one in asked:
        found = _measured(one, format)
        if found is None:
            return 1
        measured[Path(one).name] = found
    if format == "json" and len(asked) > 1:
        records = {name: _record(found) for name, found in measured.items()}
        print(json.dumps({"version": 1, "parts": records}, ensure_ascii=False, indent=2))
    elif format == "json":
        print(json.dumps(_record(*measured.values()), ensure_ascii=False, indent=2))
    else:
        heads = [f"{name}\n" if len(asked) > 1 else "" for name in measured]
        told = ["\n".join(_text(found, one)) for found, one in zip(measured.values(), asked, strict=True)]
        print("\n\n".join(head + text for head, text in zip(heads, told, strict=True)))
    return int(any(found.has_problems for found in measured.values()))


def _measured(path: str, format: str) -> Coverage | None:
    """What is covered of a ruleset, a vocabulary or a pack; None after errors of content have been shown."""
    folder = find_folder(path)
    if not is_vocabulary(folder):
        loaded = checked(path, Output(format))
        if loaded is None or loaded.pack is None:
            return None if loaded is None else measure(loaded)
        return measure(loaded).within(shown_path(folder, folder) + "/")
    inside = shown_path(folder / "vocabulary.yaml", folder).removesuffix("vocabulary.yaml")
    parts: list[Coverage] = []
    for ruleset in found_importers(path):
        loaded = checked(str(ruleset), Output(format))
        if loaded is None:
            return None
        parts.append(measure(loaded).within(inside))
    return together(parts)


# --- for programs ---------------------------------------------------------------------------------------------


def _record(found: Coverage) -> dict[str, Any]:
    lines, branches = found.counts(ways=False), found.counts(ways=True)
    return {
        "version": 1,
        "statements": {id: _statement(statement) for id, statement in found.statements.items()},
        "lines": {"run": lines[0], "all": lines[1]},
        "branches": {"run": branches[0], "all": branches[1]},
        "missed_lines": [_missed(missed) for missed in found.missed if not missed.place.way],
        "missed_branches": [_missed(missed) for missed in found.missed if missed.place.way],
        "not_run": [{**_missed(missed), "why": why} for missed, why in found.excused],
        "failed_examples": [outcome.example.id for outcome in found.failed],
    }


def _statement(statement: Statement) -> dict[str, Any]:
    return {
        "carried_out_by": [_place(found) for found in statement.carried_out_by],
        "shown_by": [_place(found) for found in statement.shown_by],
        "open": statement.open,
    }


def _place(found: Found) -> dict[str, Any]:
    return {"name": found.name, "file": found.file, "line": found.line}


def _missed(missed: Missed) -> dict[str, Any]:
    at = missed.place
    where: dict[str, Any] = {"file": at.file, "line": at.line}
    if at.way:
        where["branch"] = at.way
    return {**where, "text": missed.text}


# --- for people -----------------------------------------------------------------------------------------------


def _text(found: Coverage, path: str) -> Iterator[str]:
    for statement in found.statements.values():
        yield from _told(statement)
    for title, ways in (("lines", False), ("branches", True)):
        missed = [missed for missed in found.missed if bool(missed.place.way) == ways]
        if missed:
            yield f"\n{title} that no example runs:"
            yield from (_line(one) for one in missed)
    if found.excused:
        yield "\nnot run, with a reason:"
        yield from (f"{_line(missed)}\n      {why}" for missed, why in found.excused)
    for excuse in found.idle:
        where = f"`{excuse.line}`" + (f" ({excuse.branch})" if excuse.branch else "")
        yield f"\n{excuse.span.file.path}:{excuse.span.line}: {where} is not run, it says here; but an example runs it"
    yield ""
    yield from _summary(found)
    if found.failed:
        show = "shows" if len(found.failed) == 1 else "show"
        why = f"`turnwright test {typed(path)}` says why"
        yield f"{counted(len(found.failed), 'example')} failed, and {show} nothing; {why}"


def _told(statement: Statement) -> Iterator[str]:
    mark = f"open: {statement.open}" if statement.open is not None else statement.lacks.upper()
    yield f"{statement.id}  {mark}".rstrip()
    for label, places in (("carried out by", statement.carried_out_by), ("shown by", statement.shown_by)):
        for place in _together(places):
            yield f"    {label:<14}  {place}"


def _together(places: Iterable[Found]) -> Iterator[str]:
    """Places of the same thing, or of examples beside the same thing, in one line."""
    lines: dict[tuple[str, str], list[int]] = {}
    for found in places:
        lines.setdefault((found.file, found.name.partition(":")[0]), []).append(found.line)
    for (file, name), numbers in lines.items():
        yield f"{file}:{', '.join(map(str, sorted(set(numbers))))}  ({name})"


def _line(missed: Missed) -> str:
    at = missed.place
    return f"  {at.file}:{at.line}: {f'{at.way}: ' if at.way else ''}{missed.text}"


def _summary(found: Coverage) -> Iterator[str]:
    statements = found.statements.values()
    if statements:
        lacking = [statement for statement in statements if statement.lacks]
        open = sum(statement.open is not None for statement in statements)
        yield f"statements: {len(statements) - len(lacking) - open} carried out and shown, {open} open"
        for lacks in ("not carried out and not shown", "not carried out", "not shown"):
            ids = [statement.id for statement in lacking if statement.lacks == lacks]
            if ids:
                yield f"  {lacks}: {len(ids)} ({' '.join(ids)})"
    elif found.whole:
        yield "the ruleset has no rulebook"
    for title, ways in (("lines", False), ("branches", True)):
        run, all = found.counts(ways=ways)
        yield f"{title}: {run} of {all} run"
