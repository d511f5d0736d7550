"""What every command that runs content needs first: a ruleset without errors, compiled."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from interpreter.commands.misuse import Misuse
from interpreter.commands.output import Output, rendered
from interpreter.library.content import ContentProblem, find_folder, find_ruleset, folder_around, is_vocabulary
from interpreter.library.hints import hint
from interpreter.library.imports import importers
from interpreter.library.values import dice_term
from interpreter.table.loading import Loaded, build, load

if TYPE_CHECKING:
    from interpreter.library.building import Builder
    from interpreter.library.program import DiceTerm

TEXT = Output()


def sound(path: str, output: Output = TEXT) -> tuple[Loaded, Builder] | None:
    """The ruleset that a path leads to, compiled; None after its errors have been shown."""
    loaded = checked(path, output)
    return None if loaded is None else (loaded, build(loaded))


def content_here() -> str | None:
    """The ruleset or the pack in whose folder one stands."""
    folder = folder_around(Path.cwd())
    return None if folder is None or is_vocabulary(folder) else str(folder)


def checked(path: str, output: Output = TEXT) -> Loaded | None:
    """The ruleset that a path leads to; None after its errors have been shown. Raises ContentProblem if there is none.

    People read them beside the output; a program gets them in place of it, in one line of JSON as `check` has it.
    """
    find_ruleset(path)
    loaded = load(path)
    if not loaded.diagnostics.has_errors and loaded.texts is not None:
        return loaded
    errors = [diagnostic for diagnostic in loaded.diagnostics if diagnostic.severity == "error"]
    stream = sys.stderr if output.is_read else sys.stdout
    print(rendered(errors, output, stream, indent=None), file=stream)
    return None


def found_importers(path: str) -> list[Path]:
    """The rulesets that import the vocabulary that a path leads to. Raises ContentProblem where there is none."""
    found = importers(find_folder(path))
    if not found:
        raise ContentProblem(f"no ruleset imports `{path}`, neither beside it nor shipped, so no example can be run")
    return found


def settings(loaded: Loaded, given: Sequence[str]) -> dict[str, Any]:
    """Options from the command line. Raises Misuse for one that the ruleset does not have, or a wrong value."""
    assert loaded.texts is not None
    vocabulary = loaded.texts.checked.vocabulary
    found: dict[str, Any] = {}
    for setting in given:
        name, equals, value = setting.partition("=")
        if not equals:
            raise Misuse(f"`--set {setting}` sets nothing: write `--set OPTION=VALUE`")
        wanted = vocabulary.options.get(name)
        if wanted is None:
            raise Misuse(f"there is no option `{name}`{hint(name, vocabulary.options, 'option')}")
        if wanted.kind == "yes_no":
            choices: dict[str, Any] = {"yes": True, "no": False}
        elif wanted.kind == "word":
            choices = {word: word for word in vocabulary.words[wanted.of or ""]}
        else:
            found[name] = _dice(name, value) if wanted.kind == "dice" else _number(name, value)
            continue
        if value not in choices:
            raise Misuse(f"`{name}` cannot be `{value}`; it is one of {', '.join(f'`{c}`' for c in choices)}")
        found[name] = choices[value]
    return found


def _dice(name: str, value: str) -> DiceTerm:
    found = dice_term(value)
    if found is None:
        raise Misuse(f"`{name}` must be dice such as `2d6+1`, not `{value}`")
    return found


def _number(name: str, value: str) -> int:
    try:
        return int(value)
    except ValueError:
        raise Misuse(f"`{name}` must be a whole number, not `{value}`") from None
