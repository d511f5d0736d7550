"""Content checked with all that it imports: vocabularies each by itself, then what imports them."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.library.checking import ContentChecker
from interpreter.library.content import Content
from interpreter.library.imports import Import
from interpreter.library.meeting import check_needs
from interpreter.library.merging import merged
from interpreter.library.naming import told_once
from interpreter.library.needs import check_needed, needed_functions, stand_in
from interpreter.library.unused import check_locals, check_unused
from interpreter.source.diagnostics import Diagnostics


def check_vocabulary(
    content: Content, imports: Sequence[Import], diagnostics: Diagnostics, *, broken: bool
) -> ContentChecker:
    """Check a vocabulary by itself: what it uses is declared by it, imported by it or among what it needs."""
    whole = merged(content, [stand_in(content, imports, diagnostics), *imports], diagnostics)
    found = Diagnostics()
    checker = ContentChecker(whole, found, needed_functions(content, imports))
    checker.check()
    if not broken:
        check_needs(checker, imports, diagnostics)
    if not broken and not found.has_errors:
        check_locals(checker)
        check_needed(content, found)
    _keep(whole, found, diagnostics, broken=broken)
    return checker


def check_joined(checker: ContentChecker, imports: Sequence[Import], diagnostics: Diagnostics, *, broken: bool) -> None:
    """Take over what a checker has found in a ruleset with its imports; `broken` where a file could not be used.

    What is wrong inside of an import has been said already, or comes of what is wrong with the import.
    """
    if not broken:
        check_needs(checker, imports, diagnostics)
    if not diagnostics.has_errors:
        check_unused(checker)
    _keep(checker.content, checker.diagnostics, diagnostics, broken=broken)


def _keep(content: Content, found: Diagnostics, diagnostics: Diagnostics, *, broken: bool = False) -> None:
    joined = not diagnostics.has_errors
    for diagnostic in told_once(found):
        mine = diagnostic.span.file.path not in content.imported
        # Where a file is broken, names that it would have declared are no mistake of their own.
        if (mine or (joined and diagnostic.severity == "error")) and not (broken and diagnostic.phase == "resolve"):
            diagnostics.add(diagnostic)
