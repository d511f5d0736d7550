"""Starts of content: drafts that fit the ruleset that they are for, each tried before anybody sees it.

What fits is found by trying: an attribute whose change shows, a cost that can be paid, a policy that does something. So
a draft is silent under `check`, and its examples pass, in a ruleset that nobody here has heard of.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from string import Template
from textwrap import wrap

from interpreter.library import reading
from interpreter.library.content import ContentProblem, find_folder, read_content, shown_path
from interpreter.library.extending import bases_for, places_of
from interpreter.library.filenames import is_portable
from interpreter.library.versions import version_of
from interpreter.source.diagnostics import MAX_NAMED, Diagnostic, Diagnostics, suggestion
from interpreter.source.nodes import Mapping
from interpreter.table.examples import ExampleRunner
from interpreter.table.loading import Loaded, build, load_folder
from interpreter.table.play import Play
from interpreter.table.scenario import compile_scenario
from interpreter.track.dice import SeededDice
from interpreter.track.refusals import Refused

Files = dict[Path, str]

# How many of each are tried; how many dice at most a ruleset may roll by itself in an example, and what they show:
# where one face is rolled again, or gives no turn, another will do.
MOST_TRIED = 3
MOST_DICE = 4
FACES = ("3", "5", "1")
WIDTH = 110
UNPLAYABLE = -1_000_000

_FOLDER = Path(__file__).parent / "drafts"
_NAME = re.compile(r"[a-z][a-z0-9_]{0,59}")
_QUOTED = re.compile(r"`[^`]*`")
# Stands for a space at which no line may end.
_JOINT = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class Try:
    """One way to fill in a template; its name is still to come."""

    template: str
    words: dict[str, str]

    def text(self, name: str) -> str:
        return filled(self.template, name, self.words)


def check_name(name: str) -> None:
    """Raises ContentProblem where a name could not stand in the rules."""
    if not _NAME.fullmatch(name):
        raise ContentProblem(
            f"`{name}` cannot be a name: write small letters, digits and `_`, at most 60, beginning with a letter"
        )
    if not is_portable(name):
        raise ContentProblem(f"`{name}` cannot be the name of a file on some computers: take another name")


def filled(template: str, name: str, words: dict[str, str]) -> str:
    """A template with its words filled in."""
    title = name.replace("_", " ").capitalize()
    text = (_FOLDER / f"{template}.yaml").read_text(encoding="utf-8")
    lines = Template(text).substitute({"name": name, "title": title, **words}).rstrip().splitlines()
    return "".join(f"{line}\n" for line in _wrapped(lines))


def _wrapped(lines: list[str]) -> Iterator[str]:
    """Lines where a comment that has become too long is set anew, to its end; what is in backticks stays whole."""
    waiting = list(lines)
    while waiting:
        line = waiting.pop(0)
        mark = line[: len(line) - len(line.lstrip())] + "# "
        if not line.startswith(mark) or len(line) <= WIDTH:
            yield line
            continue
        said = [line]
        while waiting and waiting[0].startswith(mark):
            said.append(waiting.pop(0))
        text = " ".join(one.removeprefix(mark) for one in said)
        whole = _QUOTED.sub(lambda found: found[0].replace(" ", _JOINT), text)
        for part in wrap(whole, WIDTH, initial_indent=mark, subsequent_indent=mark, break_on_hyphens=False):
            yield part.replace(_JOINT, " ")


# --- whole folders ----------------------------------------------------------------------------------------------------


def draft_ruleset(name: str, folder: Path) -> Files:
    """A ruleset in a folder of its own."""
    files = {
        folder / "ruleset.yaml": filled("ruleset", name, {}),
        folder / "actions.yaml": filled("actions", name, {}),
        folder / "scenarios" / "first.yaml": filled("first", name, {}),
    }
    verify("ruleset", name, folder, files)
    return files


def draft_vocabulary(name: str, folder: Path) -> Files:
    """A vocabulary in a folder of its own. Its examples need a ruleset that imports it."""
    files = {folder / f"{file}.yaml": filled(template, name, {}) for file, template in VOCABULARY.items()}
    verify("vocabulary", name, folder, files)
    return files


VOCABULARY = {"vocabulary": "vocabulary", "things": "vocabulary_things"}


def draft_pack(name: str, folder: Path, base: str) -> Files:
    """A pack in a folder of its own, with an entry, for a ruleset or another pack."""
    places = places_of(base, folder)
    if len(places) != 1:
        raise ContentProblem(_no_base(base, folder, places))
    content = read_content(places[0], Diagnostics())
    version = "" if content is None else reading.text(content.ruleset.node, "version")
    versions = f">={version} <{version_of(version)[0] + 1}" if version else "any"
    head = {folder / "pack.yaml": filled("pack", name, {"ruleset": base, "versions": versions})}
    loaded = load_folder(folder, encoded(head))
    if loaded.texts is None or loaded.diagnostics.has_errors:
        raise ContentProblem(reason(f"`{name}` cannot be made for `{base}`", loaded.diagnostics))
    entry = f"{name}_entry"
    files = head | {folder / "things.yaml": _start_of_entry(loaded, folder, entry, head).text(entry)}
    verify("pack", name, folder, files)
    return files


def _no_base(base: str, folder: Path, places: list[Path]) -> str:
    if places:
        return f"`{base}` is both a folder and a zip in `{folder.parent}`: take one of the two away"
    help = suggestion(base, bases_for(folder), "ruleset or pack")
    return f"there is no ruleset and no pack `{base}` in `{folder.parent}`, and none ships: {help}"


# --- one thing in a folder --------------------------------------------------------------------------------------------


def draft_entry(loaded: Loaded, root: Path, file: Path, name: str) -> Files:
    """An entry for a ruleset or a pack that is sound; `root` is its folder."""
    return made_of("entry", loaded, root, file, name, _start_of_entry(loaded, root, name, {}))


def draft_status(loaded: Loaded, root: Path, file: Path, name: str) -> Files:
    """A status for a ruleset or a pack that is sound."""
    words = words_of(loaded)
    tries = [
        Try("status", words | {"attribute": attribute, "dice": dice})
        for attribute in attributes_of(loaded)
        for dice in dice_lines()
    ]
    tries += [Try("status_plain", words | {"dice": dice}) for dice in dice_lines()]
    return made_of("status", loaded, root, file, name, first_fitting(root, tries, {}, "status", words["ruleset"]))


def made_of(kind: str, loaded: Loaded, root: Path, file: Path, name: str, start: Try) -> Files:
    """The file of a thing, from a try that fits. Raises ContentProblem where the name cannot be."""
    assert loaded.content is not None
    older = loaded.content.pieces[kind].get(name)
    if older is not None:
        raise ContentProblem(f"there is {_a(kind)} `{name}` already, at {older.name_node.span}")
    files = {file: start.text(name)}
    verify(kind, name, root, files)
    return files


def happenings(loaded: Loaded, scenario: str) -> int:
    """How many kinds of event there are in a scenario, less how often an action is refused in it; `UNPLAYABLE` where it
    cannot be played.
    """
    builder = build(loaded)
    play = Play(builder, compile_scenario(builder, loaded.scenarios[scenario]), SeededDice(1))
    try:
        for _ in play.run():
            pass
    except Refused:
        return UNPLAYABLE
    told = [event.kind for event in play.fight.log]
    return len({*told} - {"refused"}) - told.count("refused")


# --- what fits --------------------------------------------------------------------------------------------------------


def _start_of_entry(loaded: Loaded, root: Path, name: str, drafts: Files) -> Try:
    """The start of an entry that changes an attribute and has an action, as far as both are there."""
    words = words_of(loaded) | {"action": f"use_{name}"}
    gifts = [
        Try("entry_gift", words | {"attribute": attribute, "gift_dice": dice})
        for attribute in attributes_of(loaded)
        for dice in dice_lines()
    ]
    actions = [
        Try("entry_action", words | {"cost": cost, "dice": dice} | act)
        for act in acts(loaded)
        for cost in loaded_words(loaded, "cost")[:MOST_TRIED]
        for dice in dice_lines()
    ]
    left = fitting(root, [*gifts, *actions], drafts)
    gift = next((one for one in left if one in gifts), None)
    action = next((one for one in left if one in actions), None)
    if gift is not None and action is not None:
        return Try("entry", gift.words | action.words)
    found = gift or action
    if found is None:
        raise ContentProblem(f"no start of an entry fits `{words['ruleset']}`: it has no attribute and no cost to use")
    return found


def first_fitting(root: Path, tries: list[Try], drafts: Files, kind: str, ruleset: str) -> Try:
    """The first of some tries that fits. Raises ContentProblem where none does."""
    found = fitting(root, tries, drafts)
    if not found:
        raise ContentProblem(f"no start of {_a(kind)} fits `{ruleset}`")
    return found[0]


def fitting(root: Path, tries: list[Try], drafts: Files) -> list[Try]:
    """Those about which nothing is said, and whose examples pass: all are tried at once, as things of one file."""
    file = root / "try.yaml"
    left = {f"try_{number}": one for number, one in enumerate(tries)}
    while left:
        text = "\n".join(one.text(name) for name, one in left.items())
        loaded = load_folder(root, encoded(drafts | {file: text}))
        if loaded.texts is None or loaded.content is None:
            return []
        shown = shown_path(file, root)
        nodes = {piece.name: piece.node for pieces in loaded.content.pieces.values() for piece in pieces.values()}
        wrong = {
            name
            for name in left
            for found in loaded.diagnostics
            if found.span.file.path == shown and _in(found, nodes[name])
        }
        if not wrong:
            break
        left = {name: one for name, one in left.items() if name not in wrong}
    if not left or loaded.diagnostics.has_errors or loaded.texts is None:
        return []
    outcomes = ExampleRunner(build(loaded), [one for one in loaded.texts.examples if one.of in left]).run()
    failed = {outcome.example.of for outcome in outcomes if outcome.message is not None}
    return [one for name, one in left.items() if name not in failed]


def _in(found: Diagnostic, node: Mapping) -> bool:
    return node.start <= found.span.start < node.end


def words_of(loaded: Loaded) -> dict[str, str]:
    """What every template may say of a ruleset."""
    assert loaded.content is not None
    ruleset = loaded.content.name if loaded.base is None else loaded.base.ruleset.name
    assert loaded.texts is not None
    attributes = list(loaded.texts.checked.vocabulary.attributes)
    return {"ruleset": ruleset, "attributes": named(attributes), "costs": named(loaded_words(loaded, "cost"))}


def loaded_words(loaded: Loaded, of: str) -> list[str]:
    """The words of a set, such as the costs."""
    assert loaded.texts is not None
    return list(loaded.texts.checked.vocabulary.words[of])


def attributes_of(loaded: Loaded) -> list[str]:
    """Attributes that can be more or less by one."""
    assert loaded.texts is not None
    vocabulary = loaded.texts.checked.vocabulary
    numbers = [name for name, type_ in vocabulary.attributes.items() if type_.kind == "number"]
    return [name for name in numbers if name not in vocabulary.one_of][:MOST_TRIED]


def acts(loaded: Loaded) -> Iterator[dict[str, str]]:
    """What an action could do in any game, with the number of `a` that tells of it, and what that is after it."""
    for manner in manners_of(loaded):
        yield {"act": f"shift self by 1 as {manner}", "watched": "a.init", "outcome": "earlier + 1"}
    for counter in counters_of(loaded):
        yield {"act": f"self.{counter} += 1", "watched": f"a.{counter}", "outcome": "earlier + 1"}
    yield {"act": 'say "nothing happens yet"', "watched": "a.init", "outcome": "earlier"}


def manners_of(loaded: Loaded) -> list[str]:
    """Manners that touch where they lead."""
    assert loaded.content is not None
    manners = reading.mapping(loaded.content.ruleset.node, "manners")
    touching = [
        key.text for key, value in manners if isinstance(value, Mapping) and reading.text(value, "touches") != "nothing"
    ]
    return touching[:MOST_TRIED]


def counters_of(loaded: Loaded) -> list[str]:
    """Counters that could go up by one."""
    assert loaded.content is not None
    return [key.text for key, _ in reading.mapping(loaded.content.ruleset.node, "counters")[:MOST_TRIED]]


def dice_lines() -> list[str]:
    """Nothing, or a line with dice for what a ruleset rolls by itself."""
    said = "      # What the ruleset rolls by itself.\n      dice: [{}]\n"
    rolls = [face * count for count in range(1, MOST_DICE + 1) for face in FACES]
    return ["", *(said.format(", ".join(roll)) for roll in rolls)]


def named(names: Iterable[str]) -> str:
    """Names for a comment: at most so many, or `none`."""
    found = list(names)
    shown = ", ".join(f"`{name}`" for name in found[:MAX_NAMED])
    return f"{shown} and {len(found) - MAX_NAMED} more" if len(found) > MAX_NAMED else shown or "none"


def _a(kind: str) -> str:
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"


# --- trying it --------------------------------------------------------------------------------------------------------


def verify(kind: str, name: str, root: Path, files: Files) -> None:
    """What is made is silent and holds; else the name is at fault, for all else has been tried."""
    loaded = load_folder(root, encoded(files))
    shown = {shown_path(file, root) for file in files}
    found = [one for one in loaded.diagnostics if one.span.file.path in shown or one.severity == "error"]
    failed: list[str] = []
    if not found and loaded.texts is not None:
        examples = [example for example in loaded.texts.examples if example.span.file.path in shown]
        outcomes = ExampleRunner(build(loaded), examples).run()
        failed = [outcome.message for outcome in outcomes if outcome.message is not None]
        plays = [text.name for text in loaded.scenarios.values() if text.piece.node.file.path in shown]
        failed += [f"`{play}` cannot be played" for play in plays if happenings(loaded, play) == UNPLAYABLE]
    if found or failed:
        why = found[0].message if found else failed[0]
        raise ContentProblem(f"`{name}` cannot be the name of {_a(kind)} here: {why}")


def reason(what: str, found: Diagnostics) -> str:
    error = next(iter(found), None)
    return what if error is None else f"{what}: {error.message}"


def encoded(files: Files) -> dict[Path, bytes]:
    return {file: text.encode() for file, text in files.items()}


def root_of(folder: Path, base: str | None) -> Path:
    """The folder of the content that a folder belongs to. Raises ContentProblem where that is not for `base`."""
    root = find_folder(str(folder))
    content = read_content(root, Diagnostics(), schemas=False)
    if base is None or content is None or content.name == base:
        return root
    loaded = load_folder(root)
    below = [] if loaded.base is None else [one.content.name for one in loaded.base.found]
    if base not in below:
        raise ContentProblem(
            f"`{folder}` belongs to the {content.ruleset.kind} `{content.name}`, which is not for `{base}`"
        )
    return root
