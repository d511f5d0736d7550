"""Starts of scenarios: four units that do something, like those in the scenarios that there are, or by a policy."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from interpreter.library import reading
from interpreter.library.content import ContentProblem, Piece
from interpreter.source.nodes import Mapping, Scalar
from interpreter.table.drafting import WIDTH, Files, Try, encoded, happenings, named, reason, verify, words_of
from interpreter.table.loading import Loaded, load_folder

# What a new unit takes over from one in a scenario that is there.
TAKEN = ("as", "entries", "values", "plays")


def draft_scenario(loaded: Loaded, root: Path, file: Path, name: str) -> Files:
    """A scenario for a ruleset or a pack that is sound, with units by which most happens and least is refused."""
    assert loaded.content is not None
    if name in loaded.scenarios:
        place = loaded.scenarios[name].piece.name_node.span
        raise ContentProblem(f"there is a scenario `{name}` already, at {place}")
    policies = list(loaded.content.pieces["policy"])
    said = f"`plays` names a policy: {named(policies)}." if policies else "`policy` would say what a unit does."
    names = reading.names(loaded.content.ruleset.node, "sides")
    words = {**words_of(loaded), "sides": named(names), "policies": said}
    sides = [names[0], names[1] if len(names) > 1 else names[0]]
    plain = [[f", plays: {policy}"] * 4 for policy in policies] + [[""] * 4]
    tries = [Try("scenario", words | _units(sides, four)) for four in [*_models(loaded, sides), *plain]]
    drafts = {file.parent / f"try_{number}.yaml": one.text(f"try_{number}") for number, one in enumerate(tries)}
    tried = load_folder(root, encoded(drafts))
    if tried.texts is None or tried.diagnostics.has_errors:
        raise ContentProblem(reason(f"no scenario fits `{words['ruleset']}`", tried.diagnostics))
    liveliness = [happenings(tried, f"try_{number}") for number in range(len(tries))]
    files = {file: tries[liveliness.index(max(liveliness))].text(name)}
    verify("scenario", name, root, files)
    return files


def _units(sides: list[str], four: list[str]) -> dict[str, str]:
    """The lines of four units, two of each side, each with what it has."""
    ids = ("a1", "a2", "b1", "b2")
    whose = [sides[0], sides[0], sides[1], sides[1]]
    lines = [f"  {id}: {{side: {side}{had}}}" for id, side, had in zip(ids, whose, four, strict=True)]
    return {"units": "\n".join(lines)}


def _models(loaded: Loaded, sides: list[str]) -> Iterator[list[str]]:
    """What the first two units of each side have in a scenario that is there; where it is one, both are like it."""
    assert loaded.content is not None
    below = [] if loaded.base is None else [one.content for one in loaded.base.found]
    for content in (loaded.content, *below):
        for scenario in content.scenarios.values():
            had = [[*_had(scenario, side)][:2] for side in sides]
            if all(had):
                yield [one for units in had for one in (units * 2)[:2]]


def _had(scenario: Piece, side: str) -> Iterator[str]:
    """What the units of a side have that play by a policy, as it goes on behind their side, where that is a line."""
    for _, unit in reading.mapping(scenario.node, "units"):
        if isinstance(unit, Mapping) and reading.text(unit, "side") == side and unit.get("plays") is not None:
            parts = [(key.text, node) for key, node in unit.items if key.text in TAKEN]
            told = {key: " ".join(node.file.text[node.start : node.end].split()) for key, node in parts}
            line = "".join(f", {key}: {told[key]}" for key in TAKEN if key in told)
            in_line = all(node.file.text[node.start] in "[{" or isinstance(node, Scalar) for _, node in parts)
            if in_line and "#" not in line and len(f"  a1: {{side: {side}{line}}}") <= WIDTH:
                yield line
