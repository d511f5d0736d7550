"""`turnwright mutate`: which small changes of the rules no example notices."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from interpreter.analysis.mutants import KINDS, Mutant
from interpreter.analysis.mutating import (
    EXCUSED,
    NOT_RUN,
    NOTICED,
    REFUSED,
    UNNOTICED,
    Fate,
    Study,
    Trial,
    drawn,
    either,
    excused,
    mutants_in,
)
from interpreter.commands.misuse import Misuse
from interpreter.commands.output import Output
from interpreter.commands.sound import checked, found_importers
from interpreter.library.content import each_folder, find_folder, is_vocabulary, shown_path
from interpreter.library.filenames import typed
from interpreter.library.hints import hint
from interpreter.source.diagnostics import counted
from interpreter.source.text import Span
from interpreter.table.loading import Loaded

Wanted = Callable[[Span], bool]


def mutate(path: str, format: str, at: str | None, at_least: int | None, most: int | None, seed: int) -> int:
    """Try the mutants of what a path leads to; 1 if examples do not notice enough of them.

    Enough are all, or as many of a hundred as `at_least` says.
    """
    studies: dict[str, Study] = {}
    for one in each_folder(path):
        study = _studied(one, Output(format), at, most, seed)
        if study is None:
            return 1
        studies[Path(one).name] = study
    if at is not None and not any(study.fates for study in studies.values()):
        raise Misuse(f"there is nothing to change at `{at}`")
    if format == "json":
        records = {name: _record(study) for name, study in studies.items()}
        told = {"parts": records} if len(records) > 1 else next(iter(records.values()))
        print(json.dumps({"version": 1, **told}, ensure_ascii=False, indent=2))
    else:
        for name, study in studies.items():
            print("\n".join([name] * (len(studies) > 1) + list(_text(study))))
    return int(not all(_is_enough(study, at_least) for study in studies.values()))


def _is_enough(study: Study, at_least: int | None) -> bool:
    if at_least is None:
        return not study.those(UNNOTICED, NOT_RUN) and not study.idle
    return study.percent >= at_least


def _studied(path: str, output: Output, at: str | None, most: int | None, seed: int) -> Study | None:
    """How the mutants of a ruleset, a pack or a vocabulary fare; None after errors of content have been shown.

    Those of a vocabulary must be noticed in one of the rulesets that import it.
    """
    folder, given = find_folder(path), Path(path).resolve()
    part = given if given.exists() and given.is_relative_to(folder) else folder
    rulesets = [str(ruleset) for ruleset in found_importers(path)] if is_vocabulary(folder) else [path]
    studies: list[Study] = []
    for ruleset in rulesets:
        loaded = checked(ruleset, output)
        if loaded is None:
            return None
        within = _within(shown_path(part, folder))
        mutants = mutants_in(loaded, within if at is None else _at(loaded, at, folder))
        mutants = [mutant for mutant in mutants if at is None or _on_line(mutant, at)]
        if most is not None:
            mutants = drawn(mutants, most, seed)
        study = Study(list(_tried(loaded, mutants, ruleset)))
        assert loaded.content is not None
        studies.append(excused(study, loaded.content))
    return studies[0] if len(studies) == 1 else either(studies)


def _within(shown: str) -> Wanted:
    return lambda span: span.file.path == shown or span.file.path.startswith(f"{shown}/")


def _at(loaded: Loaded, at: str, folder: Path) -> Wanted:
    """What stands in the file of `FILE:LINE`, looked for in a folder first, and then in what is imported or extended.

    Raises Misuse where there is no such place, or it could be in several.
    """
    file, _, line = at.rpartition(":")
    if not file or not line.isdecimal():
        raise Misuse(f"`--at {at}` names no line: write `--at FILE:LINE`")
    assert loaded.content is not None
    known = sorted({*loaded.content.files, *loaded.content.imported})
    given = Path(file).resolve()
    here = [one for one in known if one == file or Path(one).resolve() == given]
    own = [one for one in known if one.startswith(shown_path(folder, folder) + "/")]
    called = [one for one in own if one == shown_path(folder / file, folder)]
    meant = here or called or _ending(own, file) or _ending(known, file)
    if not meant:
        raise Misuse(f"there is no file `{file}` in `{loaded.content.name}`{hint(file, known, 'file')}")
    if len(meant) > 1:
        raise Misuse(f"`--at {at}` could be {' or '.join(f'`{one}`' for one in meant)}: write which")
    return lambda span: span.file.path == meant[0]


def _ending(known: list[str], file: str) -> list[str]:
    return [one for one in known if one.endswith(f"/{file}")]


def _on_line(mutant: Mutant, at: str) -> bool:
    return mutant.span.line == int(at.rpartition(":")[2])


def _tried(loaded: Loaded, mutants: list[Mutant], path: str) -> Iterator[Fate]:
    """Try mutants of what a path leads to, and tell how far it has come."""
    if not mutants:
        return
    trial = Trial(loaded)
    failing = trial.passing.count(False)
    if failing:
        notice = "notices" if failing == 1 else "notice"
        many = counted(failing, "example")
        print(
            f"{many} failed as it is, and {notice} nothing; `turnwright test {typed(path)}` says why", file=sys.stderr
        )
    for number, mutant in enumerate(mutants, 1):
        yield trial.try_out(mutant)
        if number == len(mutants) or number % max(1, len(mutants) // 10) == 0:
            print(f"{number} of {len(mutants)} tried", file=sys.stderr, flush=True)


# --- for programs ---------------------------------------------------------------------------------------------


def _record(study: Study) -> dict[str, Any]:
    return {
        "mutants": len(study.fates),
        "noticed": len(study.those(NOTICED)),
        "refused": len(study.those(REFUSED)),
        "percent": study.percent,
        "unnoticed": [{**_place(fate), "run": fate.how != NOT_RUN} for fate in study.those(UNNOTICED, NOT_RUN)],
        "excused": [{**_place(fate), "why": fate.said} for fate in study.those(EXCUSED)],
    }


def _place(fate: Fate) -> dict[str, Any]:
    span, mutant = fate.mutant.span, fate.mutant
    where = {"file": span.file.path, "line": span.line, "column": span.column}
    return {**where, "kind": mutant.kind, "change": mutant.change, "text": fate.line}


# --- for people -----------------------------------------------------------------------------------------------


def _text(study: Study) -> Iterator[str]:
    for how, title in (
        (UNNOTICED, "changes that no example notices:"),
        (NOT_RUN, "changes on lines that no example runs:"),
    ):
        if study.those(how):
            yield title
            yield from _lines(study.those(how))
            yield ""
    if study.those(EXCUSED):
        yield "changes that make no difference, with a reason:"
        for fate in study.those(EXCUSED):
            yield from _lines([fate])
            yield f"      {fate.said}"
        yield ""
    for excuse in study.idle:
        where = f"{excuse.span.file.path}:{excuse.span.line}"
        yield f"{where}: `{excuse.branch}` makes no difference, it says here; but an example notices it"
    yield from _summary(study)


def _lines(fates: list[Fate]) -> Iterator[str]:
    last = None
    for fate in fates:
        span = fate.mutant.span
        here = span.file.path, span.line
        if here != last:
            yield f"  {span.file.path}:{span.line}: {fate.line}"
        yield f"    {span.column}: {fate.mutant.change}"
        last = here


def _summary(study: Study) -> Iterator[str]:
    if not study.fates:
        yield "there is nothing to change"
        return
    many = len(study.fates) - len(study.those(EXCUSED))
    refused = len(study.those(REFUSED))
    yield (
        f"{counted(many, 'change')}: {len(study.those(NOTICED))} noticed by examples, {refused} refused by `check`, "
        f"{len(study.those(UNNOTICED, NOT_RUN))} not noticed ({study.percent} % noticed)"
    )
    for kind in KINDS:
        mine = [fate for fate in study.fates if fate.mutant.kind == kind and fate.how != EXCUSED]
        if mine:
            yield f"  {kind}: {sum(fate.is_noticed for fate in mine)} of {len(mine)}"
