"""From a path to a ruleset that runs: read, checked, compiled once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.library import cache
from interpreter.library.content import Content, Listings, find_folder, is_pack, list_files, listing_of, read_content
from interpreter.library.imports import imported_files, read_imports
from interpreter.library.lone import lone_scenario
from interpreter.source.diagnostics import Diagnostic, Diagnostics

if TYPE_CHECKING:
    from interpreter.language.probes import Probes
    from interpreter.library.building import Builder
    from interpreter.library.checking import ContentChecker
    from interpreter.library.extending import Base
    from interpreter.library.layering import Inherited
    from interpreter.library.texts import Texts
    from interpreter.table.scenes import ScenarioText


@dataclass(slots=True)
class Loaded:
    """A ruleset, vocabulary or pack as far as it could be brought; `imports` are the names of all that it asks for.

    `content` has what is imported or extended. `checker` and `texts` are None where its files cannot be used, `texts`
    of a vocabulary too. `pack` has what a pack alone holds, `base` what it extends, and `inherited` the examples of
    that.
    """

    content: Content | None
    diagnostics: Diagnostics
    checker: ContentChecker | None = None
    texts: Texts | None = None
    scenarios: dict[str, ScenarioText] = field(default_factory=dict)
    imports: list[str] = field(default_factory=list)
    pack: Content | None = None
    base: Base | None = None
    inherited: Inherited | None = None


def load(path: str) -> Loaded:
    """Read and check the ruleset, vocabulary or pack that a path leads to, with what it imports or extends.

    Raises ContentProblem where the path leads to none.
    """
    return load_folder(find_folder(path), lone_scenario(path))


def load_folder(folder: Path, drafts: Mapping[Path, bytes] | None = None, listed: Listings | None = None) -> Loaded:
    """Read and check what a folder of content holds; `drafts` are files that are not there, as if they were.

    What has been `listed` is not read again, and what is read now joins it.
    """
    from interpreter.library.allowing import allow
    from interpreter.library.checking import ContentChecker
    from interpreter.library.merging import merged
    from interpreter.library.whole import check_joined, check_vocabulary
    from interpreter.table.scenes import check_scenarios

    diagnostics = Diagnostics()
    listed = {} if listed is None else listed
    if drafts:
        listed[folder] = list_files(folder, drafts)
    content = read_content(folder, diagnostics, listed=listed)
    loaded = Loaded(content, diagnostics)
    if content is None:
        return loaded
    if content.is_pack:
        return _load_pack(content, diagnostics, listed)
    imports = read_imports(content, diagnostics, listed=listed)
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


def _load_pack(pack: Content, diagnostics: Diagnostics, listed: Listings) -> Loaded:
    from interpreter.library.allowing import allow
    from interpreter.library.checking import ContentChecker
    from interpreter.library.extending import read_base
    from interpreter.library.layering import check_layered, layered
    from interpreter.table.scenes import check_scenarios

    broken = diagnostics.has_errors
    loaded = Loaded(pack, diagnostics, pack=pack)
    loaded.base = base = read_base(pack, diagnostics, listed)
    if base is None:
        return loaded
    loaded.content = layered(base, pack, diagnostics)
    loaded.checker = checker = ContentChecker(loaded.content, Diagnostics())
    loaded.texts = checker.check()
    loaded.scenarios = check_scenarios(checker)
    loaded.inherited = check_layered(checker, loaded.texts, base, pack, diagnostics, broken=broken)
    loaded.diagnostics = allow([pack], checker.rule_texts, diagnostics)
    return loaded


def without_pack(base: Base, errors: Sequence[Diagnostic]) -> Builder:
    """What a pack extends, compiled without the pack, and without the examples that have errors there."""
    from interpreter.library.checking import ContentChecker
    from interpreter.library.layering import is_inside, layered

    checker = ContentChecker(layered(base, None, Diagnostics()), Diagnostics())
    texts = checker.check()
    texts.examples = [one for one in texts.examples if not any(is_inside(error, one.node) for error in errors)]
    return build(Loaded(checker.content, Diagnostics(), checker, texts))


def findings(path: str) -> Diagnostics:
    """What checking the content that a path leads to finds, from the cache where nothing has changed.

    Each file is read once: what is kept in the cache is kept for the bytes that were checked. Raises ContentProblem
    where the path leads to none.
    """
    if cache.folder() is None:
        return load(path).diagnostics
    folder = find_folder(path)
    if is_pack(folder):
        return _pack_findings(folder, lone_scenario(path))
    listed = {folder: list_files(folder, lone_scenario(path))}
    files = listed[folder].sources(folder)
    # What cannot be read may be readable the next time, though no file changes.
    if files is None:
        return load_folder(folder, listed=listed).diagnostics
    key = cache.key_of(files, listed[folder].names_passed_over(folder))
    kept = cache.recall(key)
    if kept is not None:
        # What a ruleset asks for stands in its own files, so the key answers for the names of its imports.
        imported = imported_files(kept.imports, folder, listed)
        if imported is not None and cache.seal_of(*imported) == kept.seal:
            found = cache.restored(kept, files | imported[0])
            if found is not None:
                return found
    loaded = load_folder(folder, listed=listed)
    imported = imported_files(loaded.imports, folder, listed)
    if imported is not None:
        cache.remember(key, loaded.diagnostics, loaded.imports, cache.seal_of(*imported))
    return loaded.diagnostics


def _pack_findings(folder: Path, lone: Mapping[Path, bytes]) -> Diagnostics:
    """The findings of a pack: its key is made of all that is read for it, wherever that lies."""
    from interpreter.library.extending import folders_under

    listed: Listings = {folder: list_files(folder, lone)}
    folders = folders_under(folder, listed) or ()
    files: dict[str, bytes] = {}
    passed_over: list[str] = []
    for one in folders:
        held = listing_of(one, listed).sources(one)
        if held is None:
            return load_folder(folder, listed=listed).diagnostics
        files |= held
        passed_over += listed[one].names_passed_over(one)
    if not folders:
        return load_folder(folder, listed=listed).diagnostics
    key = cache.key_of(files, passed_over)
    kept = cache.recall(key)
    found = None if kept is None else cache.restored(kept, files)
    if found is None:
        found = load_folder(folder, listed=listed).diagnostics
        cache.remember(key, found, [], "")
    return found


def build(loaded: Loaded, probes: Probes | None = None, *, apart: bool = False) -> Builder:
    """Compile a ruleset that was checked without errors; with probes, it notes which of its lines are run.

    Where texts are kept `apart`, none is written out in the code of another.
    """
    from interpreter.library.building import Builder
    from interpreter.table.scripts import scripting
    from interpreter.track.runtime import runtime

    assert loaded.texts is not None
    builder = Builder(loaded.texts, runtime() | scripting(), probes, apart=apart)
    builder.build()
    return builder
