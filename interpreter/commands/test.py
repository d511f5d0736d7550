"""`turnwright test`: run the examples of content."""

from __future__ import annotations

import json
import sys
from itertools import chain
from pathlib import Path
from typing import Any

from interpreter.commands.output import Output, rendered
from interpreter.commands.sound import found_importers, sound
from interpreter.library.content import each_folder, find_folder, is_vocabulary, shown_path
from interpreter.source.diagnostics import counted
from interpreter.source.formats import in_sentences
from interpreter.source.render import to_json
from interpreter.source.text import Span
from interpreter.table.changed import Changed, try_changes
from interpreter.table.examples import ExampleRunner, Outcome
from interpreter.table.failures import failure
from interpreter.table.held import hold
from interpreter.table.telling import sentence


def test(paths: list[str], output: Output) -> int:
    """Run the examples of what the paths lead to; 1 if one fails, or there is none.

    Those of a vocabulary are run in each ruleset that imports it; of what a pack extends, with the pack over it.
    """
    outcomes: list[Outcome] = []
    changed = Changed()
    asked = list(chain.from_iterable(map(each_folder, paths)))
    done: set[Path] = set()
    for path in sorted(asked, key=lambda path: is_vocabulary(find_folder(path))):
        folder = find_folder(path)
        rulesets = [path]
        if is_vocabulary(folder):
            rulesets = [str(ruleset) for ruleset in found_importers(path) if ruleset not in done]
        for ruleset in rulesets:
            found = _run(ruleset, path, output, changed)
            if found is None:
                return 1
            outcomes += found
        if Path(path).resolve() == folder or not Path(path).exists():
            done.add(folder.resolve())
    outcomes += changed.held + changed.failed
    failed = [outcome for outcome in outcomes if outcome.message is not None]
    if output.format == "json":
        print(json.dumps(_record(outcomes, failed, changed), ensure_ascii=False, indent=2))
    elif output.format == "text":
        _tell(outcomes, failed)
        for finding in changed.idle:
            print(f"{finding.span.file.path}:{finding.span.line}: {finding.message}\n  {finding.help}\n")
    elif output.format == "plain":
        for finding in [*map(failure, failed), *changed.idle]:
            print(in_sentences(finding))
    else:
        shown = rendered([*map(failure, failed), *changed.idle], output)
        if shown:
            print(shown)
    if output.is_read:
        _count(outcomes, failed, changed)
    return 1 if failed or changed.idle or not outcomes else 0


def _run(ruleset: str, path: str, output: Output, changed: Changed) -> list[Outcome] | None:
    """Run the examples of a ruleset that a path leads to: all, or those in one file or folder, or else its scenarios.

    Of a whole pack, those of what it extends are run as well; how they went is added to `changed`.
    """
    ready = sound(ruleset, output)
    if ready is None:
        return None
    loaded, builder = ready
    assert loaded.texts is not None
    examples = loaded.texts.examples
    given = Path(path).resolve()
    folder = find_folder(path)
    if not given.exists() and not given.is_relative_to(folder):
        given = folder
    if loaded.pack is not None and given == folder:
        changed.add(try_changes(loaded, builder))
    scenarios = list(loaded.scenarios.values())
    if given != find_folder(ruleset):
        inside = shown_path(given, folder)

        def meant(span: Span) -> bool:
            return span.file.path == inside or span.file.path.startswith(inside + "/")

        examples = [example for example in examples if meant(example.span)]
        scenarios = [scenario for scenario in scenarios if meant(scenario.piece.node.span)]
    # Where nothing is expected anywhere, it is something that the scenarios come to their ends.
    tested = [scenario for scenario in scenarios if scenario.expect] or ([] if examples else scenarios)
    return [*ExampleRunner(builder, examples).run(), *(hold(builder, scenario) for scenario in tested)]


def _record(outcomes: list[Outcome], failed: list[Outcome], changed: Changed) -> dict[str, Any]:
    def record(outcome: Outcome) -> dict[str, Any]:
        file, line = outcome.place
        ruleset = outcome.fight.program.name
        return {"id": outcome.example.id, "ruleset": ruleset, "file": file, "line": line, "message": outcome.message}

    return {
        "version": 1,
        "examples": len(outcomes),
        "passed": len(outcomes) - len(failed),
        "failed": [record(outcome) for outcome in failed],
        "changed": [record(outcome) for outcome in changed.meant],
        "not_changed": to_json(changed.idle)["diagnostics"],
    }


def _tell(outcomes: list[Outcome], failed: list[Outcome]) -> None:
    several = len({outcome.fight.program.name for outcome in outcomes}) > 1
    for outcome in failed:
        file, line = outcome.place
        within = f" (in {outcome.fight.program.name})" if several else ""
        print(f"{file}:{line}: {outcome.example.id}{within}")
        print(f"  {outcome.message}")
        if outcome.came_about_at is not None:
            print(f"  at {outcome.came_about_at}")
        for event in outcome.fight.log[-12:]:
            if event.kind not in ("step", "start:round"):
                print(f"    {sentence(event)}" + (f"   [{event.site}]" if event.site else ""))
        print()


def _count(outcomes: list[Outcome], failed: list[Outcome], changed: Changed) -> None:
    if not outcomes:
        print("no examples were found", file=sys.stderr)
    else:
        meant = f"; {len(changed.meant)} changed, as is said" if changed.meant else ""
        print(f"{counted(len(outcomes), 'example')}: {len(outcomes) - len(failed)} passed, {len(failed)} failed{meant}")
        for outcome in outcomes:
            example = outcome.example
            if not (outcome.message or example.expect or example.do or example.refused):
                print(f"{example.id} expects nothing: it was only played to its end")
