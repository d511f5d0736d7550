"""`turnwright new`: a start of something, in files that are made whole or not at all, and never over others."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from interpreter.commands.misuse import Misuse
from interpreter.commands.sound import checked
from interpreter.library.content import (
    ZIP,
    ContentProblem,
    folder_around,
    head_of,
    is_vocabulary,
    read_content,
    shipped_rulesets,
    shipped_vocabularies,
    zip_of,
)
from interpreter.library.extending import places_of
from interpreter.library.filenames import typed
from interpreter.library.lone import folder_for
from interpreter.source.diagnostics import Diagnostics, suggestion
from interpreter.source.shipped import shipped
from interpreter.table.drafting import (
    Files,
    check_name,
    draft_entry,
    draft_pack,
    draft_ruleset,
    draft_status,
    draft_vocabulary,
    root_of,
)
from interpreter.table.drafting_scenarios import draft_scenario
from interpreter.table.drafting_things import draft_action, draft_item, draft_marker, draft_policy, draft_unit

THINGS = {
    "entry": draft_entry,
    "status": draft_status,
    "action": draft_action,
    "marker": draft_marker,
    "item": draft_item,
    "unit": draft_unit,
    "policy": draft_policy,
    "scenario": draft_scenario,
}


def new(kind: str, name: str, folder: str | None, base: str | None) -> int:
    """Make a start; 1 if the content that it is for has errors.

    Raises Misuse or ContentProblem where it cannot be made: then nothing is.
    """
    check_name(name)
    if kind in THINGS:
        return _thing(kind, name, folder, base)
    around = Path(folder or ".")
    if not around.is_dir():
        raise Misuse(f"there is no folder `{around}` to make `{name}` in")
    made = around / name
    if kind != "pack" and base is not None:
        raise Misuse(f"`--for` goes with what is for a ruleset; a new {kind} is for none")
    if kind == "pack" and base is None:
        raise Misuse("a pack is for a ruleset or for another pack: name it with `--for`")
    _check_free(made)
    _check_place(kind, name, around)
    if base is None:
        files = (draft_ruleset if kind == "ruleset" else draft_vocabulary)(name, made.resolve())
    else:
        files = draft_pack(name, made.resolve(), _base(base, made.resolve()))
    _make_folder(made, files)
    _tell(kind, made, files, made.resolve())
    return 0


def _check_place(kind: str, name: str, around: Path) -> None:
    """What has a folder of its own cannot lie in that of other content, nor be called as what ships."""
    outer = folder_around(around.resolve())
    if outer is not None:
        raise Misuse(
            f"a {kind} cannot lie in other content, and `{around}` belongs to `{outer.name}`: use `--in FOLDER`"
        )
    if name in (*shipped_rulesets(), *shipped_vocabularies()):
        raise Misuse(f"`{name}` ships with Turnwright, and packs beside yours would mean yours: take another name")


def _base(given: str, home: Path) -> str:
    """The name of what a pack is for, where it is given by its folder: that must lie where it will be looked for."""
    if places_of(given, home) or not Path(given).exists():
        return given
    place = Path(given).resolve()
    content = read_content(place, Diagnostics(), schemas=False)
    name = place.stem if content is None else content.name
    if place not in places_of(name, home):
        raise Misuse(f"`{given}` would not be found beside the new pack: use `--in {place.parent}`")
    return name


def _thing(kind: str, name: str, folder: str | None, base: str | None) -> int:
    given = folder or "."
    if folder is None and base is None and folder_around(Path.cwd()) is None:
        raise Misuse(
            f"here is no ruleset and no pack that `{name}` could be for: name one with `--for`, or a folder with `--in`"
        )
    if kind == "scenario" and base is not None and _lies_alone(Path(given), base):
        return _lone_scenario(name, Path(given), base)
    if folder is None and base is not None:
        given = _own_folder(kind, name, base)
        base = None if Path(base).exists() else base
    if zip_of(Path(given)) is not None:
        raise Misuse(f"`{given}` is zipped: nothing is written into a zip")
    if not Path(given).is_dir():
        raise Misuse(f"there is no folder `{given}` to make `{name}` in")
    root = root_of(Path(given), base)
    if is_vocabulary(root):
        raise Misuse(f"`{given}` belongs to a vocabulary: name a ruleset or a pack")
    inside = Path(given) / "scenarios" if kind == "scenario" and Path(given).resolve() == root else Path(given)
    made = inside / f"{name}.yaml"
    _check_free(made)
    loaded = checked(str(root))
    if loaded is None:
        return 1
    files = THINGS[kind](loaded, root, inside.resolve() / made.name, name)
    _make_file(made, *files.values())
    _tell(kind, made, files, root)
    return 0


def _lies_alone(folder: Path, base: str) -> bool:
    """Whether a scenario in a folder would lie in no content, and be one of a ruleset that ships."""
    if not folder.is_dir() or folder_around(folder.resolve()) is not None:
        return False
    return folder_for(folder / "x.yaml", base) == shipped("content") / base


def _lone_scenario(name: str, folder: Path, base: str) -> int:
    made = folder / f"{name}.yaml"
    _check_free(made)
    loaded = checked(base)
    if loaded is None:
        return 1
    files = draft_scenario(loaded, shipped("content") / base, made.resolve(), name)
    _make_file(made, *files.values())
    _tell("scenario", made, files, made.resolve())
    return 0


def _own_folder(kind: str, name: str, base: str) -> str:
    """The folder of a ruleset or a pack that is named alone."""
    if Path(base).is_dir():
        return base
    if zip_of(Path(base)) is not None or Path(f"{base}{ZIP}").is_file():
        raise Misuse(f"`{base}` is zipped: nothing is written into a zip")
    if base in shipped_rulesets():
        raise Misuse(
            f"`{base}` ships with Turnwright: make a pack for it (`turnwright new pack NAME --for {base}`), and then"
            f" `turnwright new {kind} {name} --in NAME`"
        )
    help = suggestion(
        base, [file.name for file in Path().glob("[!.]*/") if head_of(file) is not None], "folder of content"
    )
    raise ContentProblem(f"there is no folder `{base}`; {help}")


# --- writing it -------------------------------------------------------------------------------------------------------


def _check_free(made: Path) -> None:
    if made.exists() or made.is_symlink():
        raise Misuse(f"`{made}` is there already, and nothing is overwritten: take another name")


def _make_folder(made: Path, files: Files) -> None:
    """Write a folder beside its place first, so that it comes to be all at once."""
    beside = made.parent / f".{made.name}.{os.getpid()}.new"
    home = made.resolve()
    try:
        beside.mkdir()
        for file, text in files.items():
            place = beside / file.relative_to(home)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(text.encode())
        _check_free(made)
        beside.rename(made)
    except OSError as problem:
        raise _named(problem, made) from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _make_file(made: Path, text: str) -> None:
    """Write a file beside its place first; a link to it is made only where nothing is."""
    is_new = not made.parent.exists()
    beside = made.parent / f".{made.name}.{os.getpid()}.new"
    try:
        made.parent.mkdir(exist_ok=True)
        beside.write_bytes(text.encode())
        try:
            os.link(beside, made)
        except FileExistsError:
            _check_free(made)
            raise
        except OSError:  # a file system without such links
            _check_free(made)
            beside.rename(made)
    except OSError as problem:
        raise _named(problem, made) from None
    finally:
        beside.unlink(missing_ok=True)
        if is_new and made.parent.exists() and not made.exists():
            made.parent.rmdir()


def _named(problem: OSError, made: Path) -> OSError:
    """A problem by the name that was asked for, and not by that of the file that is written first."""
    return OSError(problem.errno, problem.strerror, str(made))


def _tell(kind: str, made: Path, files: Files, root: Path) -> None:
    here = Path.cwd()
    shown = root.relative_to(here) if root.is_relative_to(here) else root
    for file in files:
        print(f"made {made / file.relative_to(made.resolve())}" if file != made.resolve() else f"made {made}")
    then = f", `turnwright {f'run {typed(made)}' if kind == 'scenario' else f'test {typed(shown)}'}`"
    if kind == "vocabulary":
        then = f"; a ruleset beside it brings it in with `imports: [{made.name}]`"
    print(f"next: `turnwright check {typed(shown)}`{then}")
