"""From a path to a ruleset that runs: read, checked, compiled once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.library import cache
from interpreter.library.content import Content, find_folder, list_files, read_content, shown_path
from interpreter.library.imports import imported_files, read_imports
from interpreter.source.diagnostics import Diagnostics

if TYPE_CHECKING:
    from interpreter.language.probes import Probes
    from interpreter.library.building import Builder
    from interpreter.library.checking import ContentChecker
    from interpreter.library.texts import Texts
    from interpreter.table.scenario import ScenarioText


@dataclass(slots=True)
class Loaded:
    """A ruleset or vocabulary as far as it could be brought; `imports` are the names of all that it asks for.

    `content` has what is imported. `checker` and `texts` are None where its files cannot be used, `texts` of a
    vocabulary too.
    """

    content: Content | None
    diagnostics: Diagnostics
    checker: ContentChecker | None = None
    texts: Texts | None = None
    scenarios: dict[str, ScenarioText] = field(default_factory=dict)
    imports: list[str] = field(default_factory=list)


def load(path: str) -> Loaded:
    """Read and check the ruleset or vocabulary that a path leads to, with what it imports.

    Raises ContentProblem where the path leads to none.
    """
    from interpreter.library.allowing import allow
    from interpreter.library.checking import ContentChecker
    from interpreter.library.merging import merged
    from interpreter.library.whole import check_joined, check_vocabulary
    from interpreter.table.scenario import check_scenarios

    diagnostics = Diagnostics()
    content = read_content(find_folder(path), diagnostics)
    loaded = Loaded(content, diagnostics)
    if content is None:
        return loaded
    imports = read_imports(content, diagnostics)
    loaded.imports = imports.names
    broken = any(d.severity == "error" and d.phase in ("read", "schema") for d in diagnostics)
    for one in imports.found:
        check_vocabulary(one.content, one.imports, diagnostics, broken=broken)
    parts = [*(one.content for one in imports.found), content]
    if content.is_vocabulary:
        loaded.checker = check_vocabulary(content, imports.found, diagnostics, broken=broken)
    else:
        loaded.content = content = merged(content, imports.found, diagnostics)
        loaded.checker = ContentChecker(content, Diagnostics())
        loaded.texts = loaded.checker.check()
        loaded.scenarios = check_scenarios(loaded.checker)
        check_joined(loaded.checker, imports.found, diagnostics, broken=broken)
    loaded.diagnostics = allow(parts, loaded.checker.rule_texts, diagnostics)
    return loaded


def findings(path: str) -> Diagnostics:
    """What checking the ruleset or vocabulary that a path leads to finds, from the cache where nothing has changed.

    Raises ContentProblem where the path leads to none.
    """
    folder = find_folder(path)
    listing = list_files(folder)
    files = [(shown_path(file, folder), file) for file in listing.files]
    key = cache.key_of(files, [shown_path(file, folder) for file in listing.passed_over])
    # What cannot be read may be readable the next time, though no file changes.
    if key is None or listing.closed:
        return load(path).diagnostics
    kept = cache.recall(key)
    if kept is not None:
        # What a ruleset asks for stands in its own files, so the key answers for the names of its imports.
        imported = imported_files(kept.imports, folder)
        if imported is not None and cache.seal_of(*imported) == kept.seal:
            found = cache.restored(kept, [*files, *imported[0]])
            if found is not None:
                return found
    loaded = load(path)
    imported = imported_files(loaded.imports, folder)
    seal = None if imported is None else cache.seal_of(*imported)
    if seal is not None:
        cache.remember(key, loaded.diagnostics, loaded.imports, seal)
    return loaded.diagnostics


def build(loaded: Loaded, probes: Probes | None = None) -> Builder:
    """Compile a ruleset that was checked without errors; with probes, it notes which of its lines are run."""
    from interpreter.library.building import Builder
    from interpreter.table.scripts import scripting
    from interpreter.track.runtime import runtime

    assert loaded.texts is not None
    builder = Builder(loaded.texts, runtime() | scripting(), probes)
    builder.build()
    return builder
