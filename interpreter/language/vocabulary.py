"""What a ruleset declares, as the checker needs to know it: names with types, and how its verbs are written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from interpreter.language.syntax import Define
from interpreter.language.types import Type
from interpreter.language.words import CORE_WORDS, FUNCTIONS, VERBS, Slot
from interpreter.source.text import Span


@dataclass(frozen=True, slots=True)
class Field:
    """A typed field with its default (None: it must be given)."""

    name: str
    type: Type
    default: Any
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Form:
    """How a verb or an event of the ruleset is written: its slots in order, and all its fields.

    `gives` names the field of an event that is its value where it is called like a function.
    """

    name: str
    slots: tuple[Slot, ...]
    fields: dict[str, Field]
    subject: str | None
    stages: tuple[str, ...] = ()
    is_event: bool = False
    gives: str | None = None
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Family:
    """Things of one kind that belong together because each says so: the type of one, and their names in order."""

    of: Type
    members: tuple[str, ...]
    says: str = ""


@dataclass(slots=True)
class Vocabulary:
    """All that a ruleset and its content declare, by name.

    `words` maps each set of words to its members, the core's own sets included: side, status, marker, entry, action,
    relation, cost, property, unit_kind. `items` maps an item's name to its record; `one_of` has the only values of an
    attribute; `modified` are the attributes that statuses and entries change; `ruleless` the statuses and markers that
    have no rules. `cut_in` says whether turns can be taken inside of others, `together` whether at the same time.
    """

    ruleset: str
    attributes: dict[str, Type] = field(default_factory=dict)
    one_of: dict[str, tuple[Any, ...]] = field(default_factory=dict)
    modified: frozenset[str] = frozenset()
    ruleless: frozenset[str] = frozenset()
    counters: dict[str, Type] = field(default_factory=dict)
    manners: dict[str, frozenset[str]] = field(default_factory=dict)
    touches: dict[str, str] = field(default_factory=dict)
    flags: tuple[str, ...] = ()
    change_fields: dict[str, Field] = field(default_factory=dict)
    words: dict[str, tuple[str, ...]] = field(default_factory=lambda: dict(CORE_WORDS))
    events: dict[str, Form] = field(default_factory=dict)
    verbs: dict[str, Form] = field(default_factory=dict)
    functions: dict[str, Define] = field(default_factory=dict)
    statuses: dict[str, dict[str, Field]] = field(default_factory=dict)
    markers: dict[str, dict[str, Field]] = field(default_factory=dict)
    entries: dict[str, dict[str, Field]] = field(default_factory=dict)
    records: dict[str, dict[str, Field]] = field(default_factory=dict)
    items: dict[str, str] = field(default_factory=dict)
    families: dict[str, Family] = field(default_factory=dict)
    options: dict[str, Type] = field(default_factory=dict)
    cut_in: bool = False
    together: bool = False

    def sets_of(self, word: str) -> list[str]:
        """The sets that a word belongs to."""
        return [name for name, members in self.words.items() if word in members]

    def all_words(self) -> Iterator[str]:
        for members in self.words.values():
            yield from members

    def verb_names(self) -> list[str]:
        return sorted({*VERBS, *self.verbs, *self.events})

    def function_names(self) -> list[str]:
        return sorted({*FUNCTIONS, *self.functions})
