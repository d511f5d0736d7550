"""Which scenario a path means: a file's, one of a folder by its name, or the only one that there is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.commands.misuse import Misuse
from interpreter.commands.sound import content_here
from interpreter.library.content import (
    ContentProblem,
    find_folder,
    find_ruleset,
    read_content,
    shipped_scenarios,
    shown_path,
    zip_of,
)
from interpreter.library.filenames import typed
from interpreter.library.hints import hint
from interpreter.library.inside import files_in
from interpreter.source.diagnostics import Diagnostics, listed, nearest

if TYPE_CHECKING:
    from interpreter.table.loading import Loaded

_NAME = re.compile(r"[a-z][a-z0-9_]*")


def place_of(path: str) -> tuple[str, str | None]:
    """The path of the content that a scenario is in, and its name where that is how it is asked for.

    A name alone is that of a scenario of the folder one stands in, or of one that ships; `FOLDER/NAME` is that of any
    other. Raises ContentProblem where there is none.
    """
    given = Path(path)
    if _is_there(given) or not _NAME.fullmatch(given.name):
        return path, None
    if given.name == path:
        return _named(path)
    try:
        find_folder(str(given.parent))
    except ContentProblem:
        # What is said of the whole path is nearer to what was meant.
        return path, None
    return str(given.parent), given.name


def _is_there(path: Path) -> bool:
    zipped = zip_of(path)
    if zipped is None:
        return path.exists()
    try:
        files_in(path, zipped)
    except ContentProblem:
        return False
    return True


def _named(name: str) -> tuple[str, str | None]:
    here = content_here()
    content = None if here is None else read_content(Path(here), Diagnostics(), schemas=False)
    if here is None or content is None:
        return name, None
    if name in content.scenarios:
        return here, name
    near = nearest(name, content.scenarios)
    if near is not None and name not in shipped_scenarios():
        raise ContentProblem(f"`{content.name}` has no scenario `{name}`; did you mean `{near}`?")
    return name, None


def scenario_in(loaded: Loaded, path: str, name: str | None) -> str:
    """The scenario that is meant in content that was loaded: the one with a name, a file's, or the only one."""
    known = list(loaded.scenarios)
    if name is None and path in known:
        return path
    if not known:
        raise ContentProblem(f"`{path}` has no scenario")
    if name is not None:
        if name not in known:
            raise ContentProblem(f"`{path}` has no scenario `{name}`{hint(name, known, 'scenario')}")
        return name
    inside = _inside(loaded, path)
    if not inside:
        raise Misuse(f"`{path}` holds no scenario: it begins with `scenario: NAME`")
    if len(inside) == 1:
        return inside[0]
    example = typed(f"{path.rstrip('/')}/{inside[0]}")
    raise Misuse(f"`{path}` has several scenarios, {listed(inside)}: name one, as in `{example}`")


def _inside(loaded: Loaded, path: str) -> list[str]:
    """The scenarios in a file or a folder that lies in content; of the name of what ships, all."""
    given = Path(path).resolve()
    if not Path(path).exists() and zip_of(given) is None:
        return list(loaded.scenarios)
    shown = shown_path(given, find_ruleset(path))
    files = {name: text.piece.node.file.path for name, text in loaded.scenarios.items()}
    whole = given == find_ruleset(path).resolve() or given.is_dir()
    return [name for name, file in files.items() if whole or file == shown or file.startswith(f"{shown}/")]
