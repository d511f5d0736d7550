"""Starts of what others use: actions, markers, units, items and policies, each found by trying what fits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from interpreter.language.types import Type
from interpreter.language.vocabulary import Field
from interpreter.library import reading
from interpreter.library.content import ContentProblem
from interpreter.source.nodes import Mapping, Node
from interpreter.table.drafting import (
    MOST_TRIED,
    Files,
    Try,
    acts,
    attributes_of,
    counters_of,
    dice_lines,
    encoded,
    first_fitting,
    fitting,
    happenings,
    loaded_words,
    made_of,
    manners_of,
    named,
    words_of,
)
from interpreter.table.loading import Loaded, load_folder

# How many actions are tried by a policy.
MOST_ACTIONS = 12
# What a new kind of unit may have in place of what is usual.
VALUES = ("4", "2", "1")


def draft_action(loaded: Loaded, root: Path, file: Path, name: str) -> Files:
    """An action that every unit has, for a ruleset or a pack that is sound."""
    words = words_of(loaded)
    tries = [
        Try("action", words | {"cost": cost, "dice": dice} | act)
        for act in acts(loaded)
        for cost in loaded_words(loaded, "cost")[:MOST_TRIED]
        for dice in dice_lines()
    ]
    return made_of("action", loaded, root, file, name, first_fitting(root, tries, {}, "action", words["ruleset"]))


def draft_marker(loaded: Loaded, root: Path, file: Path, name: str) -> Files:
    """A marker that does something to who touches it, if anything can be touched."""
    words = words_of(loaded)
    effects = [{"effect": f"unit.{counter} += 1", "watched": f"a.{counter}"} for counter in counters_of(loaded)]
    effects.append({"effect": 'say "nothing happens yet"', "watched": "a.init"})
    tries = [
        Try("marker", words | effect | {"manner": manner, "dice": dice})
        for effect in effects
        for manner in manners_of(loaded)
        for dice in dice_lines()
    ]
    tries += [Try("marker_plain", words | {"dice": dice}) for dice in dice_lines()]
    return made_of("marker", loaded, root, file, name, first_fitting(root, tries, {}, "marker", words["ruleset"]))


def draft_unit(loaded: Loaded, root: Path, file: Path, name: str) -> Files:
    """A kind of unit that has a number otherwise than others, with an example that shows it."""
    assert loaded.content is not None
    entries = list(loaded.content.pieces["entry"])
    words = words_of(loaded)
    words["entries"] = f"The entries in `{words['ruleset']}` are {named(entries)}."
    usual = {key.text: node for key, node in reading.mapping(loaded.content.ruleset.node, "attributes")}
    tries = [
        Try("unit", words | {"attribute": attribute, "value": value, "dice": dice})
        for attribute in attributes_of(loaded)
        for value in VALUES
        if not _is_usual(usual[attribute], value)
        for dice in dice_lines()
    ]
    return made_of("unit", loaded, root, file, name, first_fitting(root, tries, {}, "unit", words["ruleset"]))


def _is_usual(attribute: Node, value: str) -> bool:
    """Whether an attribute is so without anything being said."""
    return isinstance(attribute, Mapping) and reading.text(attribute, "default") == value


# --- items ------------------------------------------------------------------------------------------------------------


def draft_item(loaded: Loaded, root: Path, file: Path, name: str) -> Files:
    """An item of a record that the ruleset declares, with an example of who has it, if units can have such."""
    assert loaded.texts is not None
    words, records = words_of(loaded), loaded.texts.checked.vocabulary.records
    if not records:
        raise ContentProblem(
            f"`{words['ruleset']}` has no `records`, which say what items there are and which fields they have"
        )
    # Tried one by one, since the example of an item stands beside it.
    for one in _items(loaded, records, words):
        if fitting(root, [one], {}):
            return made_of("item", loaded, root, file, name, one)
    raise ContentProblem(f"no start of an item fits `{words['ruleset']}`")


def _items(loaded: Loaded, records: dict[str, dict[str, Field]], words: dict[str, str]) -> Iterator[Try]:
    for record, fields in list(records.items())[:MOST_TRIED]:
        needed = [one for one in fields.values() if one.default is None] or list(fields.values())[:1]
        has = ", ".join(f"{one.name}: {_value(loaded, one.type)}" for one in needed)
        told = words | {"records": named(records), "record": record, "fields": named(fields), "has": has}
        for attribute, (before, after) in _kept(loaded, record):
            kept = told | {"attribute": attribute, "before": before, "after": after}
            for dice in dice_lines():
                yield Try("item_had", kept | {"dice": dice})
        yield Try("item", told)


def _kept(loaded: Loaded, record: str) -> list[tuple[str, tuple[str, str]]]:
    """Attributes that hold items of a record, each with what stands around the item."""
    assert loaded.texts is not None
    attributes = loaded.texts.checked.vocabulary.attributes
    single = [(name, ("", "")) for name, type_ in attributes.items() if (type_.kind, type_.of) == ("item", record)]
    lists = [(name, type_.item) for name, type_ in attributes.items() if type_.kind == "list"]
    several = [(name, ("[", "]")) for name, item in lists if item and (item.kind, item.of) == ("item", record)]
    return [*single, *several][:MOST_TRIED]


def _value(loaded: Loaded, type_: Type) -> str:
    """A value of a type, as plain as can be."""
    if type_.kind == "word":
        return next(iter(loaded_words(loaded, type_.of or "")), "none")
    return {"number": "1", "yes_no": "no", "dice": "1d6", "list": "[]"}.get(type_.kind, "none")


# --- policies ---------------------------------------------------------------------------------------------------------


def draft_policy(loaded: Loaded, root: Path, file: Path, name: str) -> Files:
    """A policy that uses the action with which most happens in a fight."""
    assert loaded.content is not None
    words, actions = words_of(loaded), list(loaded.content.pieces["action"])
    words |= {"actions": named(actions)}
    uses = [f"if can(self, {action}):\n      self uses {action}" for action in actions[:MOST_ACTIONS]]
    tries = [Try("policy", words | {"use": use}) for use in (*uses, 'say "it waits"')]
    names = [f"try_{number}" for number in range(len(tries))]
    sides = reading.names(loaded.content.ruleset.node, "sides")
    fights = {
        root / f"{one}_fight.yaml": f"scenario: {one}_fight\nruleset: {words['ruleset']}\nrounds: 2\nunits:\n"
        f"  a: {{side: {sides[0]}, at: 5, plays: {one}}}\n  b: {{side: {sides[-1]}, at: 3, plays: {one}}}\n"
        for one in names
    }
    drafts = {root / f"{one}.yaml": made.text(one) for one, made in zip(names, tries, strict=True)}
    tried = load_folder(root, encoded(drafts | fights))
    if tried.texts is None or tried.diagnostics.has_errors:
        raise ContentProblem(f"no start of a policy fits `{words['ruleset']}`")
    liveliness = [happenings(tried, f"{one}_fight") for one in names]
    return made_of("policy", loaded, root, file, name, tries[liveliness.index(max(liveliness))])
