"""From a path to a ruleset that runs: read, checked, compiled once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.library import cache
from interpreter.library.content import Content, find_ruleset, list_files, read_content, shown_path
from interpreter.source.diagnostics import Diagnostics

if TYPE_CHECKING:
    from interpreter.language.probes import Probes
    from interpreter.library.building import Builder
    from interpreter.library.checking import ContentChecker
    from interpreter.library.texts import Texts
    from interpreter.table.scenario import ScenarioText


@dataclass(slots=True)
class Loaded:
    """A ruleset as far as it could be brought: `checker` and `texts` are None where its files cannot be used."""

    content: Content | None
    diagnostics: Diagnostics
    checker: ContentChecker | None = None
    texts: Texts | None = None
    scenarios: dict[str, ScenarioText] = field(default_factory=dict)


def load(path: str) -> Loaded:
    """Read and check the ruleset that a path leads to. Raises ContentProblem where it leads to none."""
    from interpreter.library.allowing import allow
    from interpreter.library.checking import ContentChecker
    from interpreter.library.unused import check_unused
    from interpreter.table.scenario import check_scenarios

    diagnostics = Diagnostics()
    content = read_content(find_ruleset(path), diagnostics)
    loaded = Loaded(content, diagnostics)
    if content is None:
        return loaded
    broken = any(d.severity == "error" and d.phase in ("read", "schema") for d in diagnostics)
    found = Diagnostics()
    loaded.checker = ContentChecker(content, found)
    loaded.texts = loaded.checker.check()
    loaded.scenarios = check_scenarios(loaded.checker)
    if not broken:
        check_unused(loaded.checker)
    for diagnostic in found:
        # Where a file is broken, names that it would have declared are no mistake of their own.
        if not (broken and diagnostic.phase == "resolve"):
            diagnostics.add(diagnostic)
    loaded.diagnostics = allow(content, loaded.checker.rule_texts, diagnostics)
    return loaded


def findings(path: str) -> Diagnostics:
    """What checking the ruleset that a path leads to finds, from the cache where nothing has changed.

    Raises ContentProblem where the path leads to none.
    """
    folder = find_ruleset(path)
    listing = list_files(folder)
    files = [(shown_path(file, folder), file) for file in listing.files]
    key = cache.key_of(files, [shown_path(file, folder) for file in listing.passed_over])
    # What cannot be read may be readable the next time, though no file changes.
    if key is None or listing.closed:
        return load(path).diagnostics
    found = cache.recall(key, files)
    if found is None:
        found = load(path).diagnostics
        cache.remember(key, found)
    return found


def build(loaded: Loaded, probes: Probes | None = None) -> Builder:
    """Compile a ruleset that was checked without errors; with probes, it notes which of its lines are run."""
    from interpreter.library.building import Builder
    from interpreter.table.scripts import scripting
    from interpreter.track.runtime import runtime

    assert loaded.texts is not None
    builder = Builder(loaded.texts, runtime() | scripting(), probes)
    builder.build()
    return builder
