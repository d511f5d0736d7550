"""A compiled ruleset: plain records of functions and declared properties, which the track runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

# Compiled functions take the fight first; a rule's also take the event and the holder.
Test = Callable[[Any, Any, Any], bool]
Body = Callable[[Any, Any, Any], None]

# Who knows a number besides the game master: each of these are fewer than those before.
KNOWN_TO = ("everyone", "side", "unit")


def nothing(f: Any, event: Any) -> None:
    """What an event or an action does that has no effect of its own."""


class DiceTerm:
    """Dice not yet rolled, as data: `terms` of (count, sides), negative counts taken off, and a bonus."""

    __slots__ = ("bonus", "terms")

    def __init__(self, terms: tuple[tuple[int, int], ...], bonus: int = 0) -> None:
        self.terms = terms
        self.bonus = bonus

    def __str__(self) -> str:
        text = "".join(f"{'-' if count < 0 else '+'}{abs(count)}d{sides}" for count, sides in self.terms)
        if self.bonus or not text:
            text += f"{'-' if self.bonus < 0 else '+'}{abs(self.bonus)}"
        return text.removeprefix("+")


@dataclass(frozen=True, slots=True)
class Site:
    """Where something stands in the content, and in which rule."""

    file: str
    line: int
    column: int
    rule: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True, eq=False)
class Manner:
    """A word for how an Init changes; `touches` is `each`, `landing` or `nothing`."""

    name: str
    touches: str
    flags: frozenset[str]


@dataclass(slots=True, eq=False)
class RuleCode:
    """A compiled rule.

    `when` is `first`, `before`, `after` or `stopped`; `event` the key of what it answers (`change:init`, `step`,
    `event:NAME`, `ends:NAME`, ...); `stage` its place among the amending stages; `once` gives its memory scope and
    key; `conditions` the parts of its condition, each with its text and place, for explaining why it did not act.
    """

    name: str
    site: Site
    when: str
    event: str
    stage: int
    order: int
    test: Test | None
    body: Body
    once_scope: str | None = None
    once_key: Callable[[Any, Any, Any], Any] | None = None
    conditions: Callable[[], list[tuple[Site, str, Test]]] = list
    carries: tuple[str, ...] = ()


@dataclass(slots=True, eq=False)
class EventKind:
    """An event declared by content: its fields in order, and what it does when it is committed."""

    name: str
    stages: tuple[str, ...]
    fields: tuple[str, ...]
    subject: str | None = None
    body: Callable[[Any, Any], None] = nothing
    text: str | None = None


@dataclass(slots=True, eq=False)
class Modifier:
    """Changes an attribute while its holder stands; `op` is `set`, `add` or `cap`."""

    attribute: str
    op: str
    value: Callable[[Any, Any], Any]
    site: Site


@dataclass(slots=True, eq=False)
class Kind:
    """A status, a marker or an entry: its fields with defaults, its rules, what it changes and gives.

    `again` says what a second copy does: `stack` (stands beside the first), `refresh` (replaces it) or `keep`
    (the first stays, the second is nothing). `ends_with` is whose leaving for good ends it: `bearer`, `source`,
    `owner` or nothing. An entry `excludes` others: no unit has both.
    """

    name: str
    what: str
    fields: dict[str, Any] = field(default_factory=dict)
    rules: list[RuleCode] = field(default_factory=list)
    modifiers: list[Modifier] = field(default_factory=list)
    gives: frozenset[str] = frozenset()
    again: str = "stack"
    ends_with: frozenset[str] = frozenset()
    excludes: tuple[str, ...] = ()
    actions: dict[str, ActionKind] = field(default_factory=dict)
    turns: bool = False


@dataclass(slots=True, eq=False)
class ActionKind:
    """Something a unit can do: its cost in budgets, what it requires, and what it does."""

    name: str
    site: Site
    cost: str
    price: dict[str, int]
    when: str
    requires: list[tuple[Test, str]]
    body: Callable[[Any, Any], None]
    owner: str = ""


@dataclass(slots=True, eq=False)
class Budget:
    """A counter that is set anew at the start of the unit's own turn, of any turn, or of the round.

    `always` is the amount where it is the same for every unit.
    """

    name: str
    each: str
    amount: Callable[[Any, Any], Any]
    site: Site
    always: int | None = None


@dataclass(slots=True, eq=False)
class Stage:
    """One stage of a round: who takes part, at what count, in what order.

    `within` gives the unit in whose turns a unit's own pass, where there is one. Where a stage is `listed`, its count
    gives a list: a unit has one turn at each of these numbers, and there they stay.

    `group` gives what those who act apart from others share, and `groups` the order of these groups: ascending,
    descending or choice. Where `first_may_wait`, who is first in a group may act last in it. `together` tells whether
    those that nothing tells apart act at the same time; else, with `choice`, that is asked. A turn has `steps`; before
    each of them those for whom `cuts_in` holds may cut in, who has the highest `cuts_in_by` first.
    """

    name: str
    count: Callable[[Any, Any], Any]
    turns: Callable[[Any, Any], Any]
    site: Site
    descending: bool = True
    back_to_back: bool = False
    ties: Callable[[Any, Any], tuple[Any, ...]] | None = None
    within: Callable[[Any, Any], Any] | None = None
    listed: bool = False
    choice: bool = False
    group: Callable[[Any, Any], Any] | None = None
    groups: str = "choice"
    first_may_wait: bool = False
    together: Callable[[Any, Any], bool] | None = None
    steps: tuple[str, ...] = ()
    cuts_in: Callable[[Any, Any], bool] | None = None
    cuts_in_by: Callable[[Any, Any], Any] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class PolicyAnswer:
    """What a policy answers to a question: `what` it is (choice, label or order), and its words.

    `find` gives the value of a choice, else whether the answer is given; it takes the fight, the unit that is asked and
    the question.
    """

    what: str
    words: tuple[str, ...]
    find: Callable[[Any, Any, Any], Any]
    site: Site


@dataclass(frozen=True, slots=True)
class Secrets:
    """Who knows which numbers: `everyone` where nothing is said here, else the `side` of a unit or the `unit` alone.

    `init` is of Inits, `numbers` of the attributes, counters and budgets of units, `counts` of the numbers at which
    turns come. The rest is of fields: of `events` by event, of `kinds` by what holds them and its name (both those of
    statuses, markers and entries), and of `changes` of Init.
    """

    init: str = KNOWN_TO[0]
    numbers: dict[str, str] = field(default_factory=dict)
    events: dict[str, dict[str, str]] = field(default_factory=dict)
    kinds: dict[tuple[str, str], dict[str, str]] = field(default_factory=dict)
    changes: dict[str, str] = field(default_factory=dict)
    counts: str = KNOWN_TO[0]

    def of_unit(self, name: str) -> str:
        """Who knows the Init, an attribute, a counter or a budget of a unit."""
        return self.init if name in ("init", "last_init") else self.numbers.get(name, KNOWN_TO[0])

    def any(self) -> bool:
        """Whether anything is hidden from anybody."""
        fields = self.numbers or self.events or self.kinds or self.changes
        return self.init != KNOWN_TO[0] or bool(fields)


@dataclass(slots=True, eq=False)
class Program:
    """A whole compiled ruleset."""

    name: str
    unit_class: type
    attributes: dict[str, Any] = field(default_factory=dict)
    counters: dict[str, Callable[[Any, Any], Any]] = field(default_factory=dict)
    stacking: dict[str, str] = field(default_factory=dict)
    manners: dict[str, Manner] = field(default_factory=dict)
    events: dict[str, EventKind] = field(default_factory=dict)
    change_fields: dict[str, Any] = field(default_factory=dict)
    change_stages: tuple[str, ...] = ("change", "cap", "stop")
    statuses: dict[str, Kind] = field(default_factory=dict)
    markers: dict[str, Kind] = field(default_factory=dict)
    entries: dict[str, Kind] = field(default_factory=dict)
    items: dict[str, Item] = field(default_factory=dict)
    actions: dict[str, ActionKind] = field(default_factory=dict)
    relations: dict[str, Relation] = field(default_factory=dict)
    budgets: dict[str, Budget] = field(default_factory=dict)
    filled: dict[str, list[Budget]] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)
    rules: list[RuleCode] = field(default_factory=list)
    stages: list[Stage] = field(default_factory=list)
    modified: frozenset[str] = frozenset()
    initiative: Callable[[Any, Any], Any] | None = None
    unit_kinds: dict[str, UnitKind] = field(default_factory=dict)
    files: frozenset[str] = frozenset()
    # By kind of event: how all own rules that come before it amend it, and which of those after it are willing.
    amending: dict[str, Callable[[Any, Any], None]] = field(default_factory=dict)
    willing: dict[str, Callable[[Any, Any, Any], list[Any]]] = field(default_factory=dict)
    listeners: dict[str, Any] = field(default_factory=dict)
    quiet: frozenset[str] = frozenset()
    secrets: Secrets = field(default_factory=Secrets)
    # What a unit starts with, before its counters do: the slot, the name and the default of each.
    slots: list[tuple[str, str, Any]] = field(default_factory=list)
    sides: tuple[str, ...] = ()
    policies: dict[str, Any] = field(default_factory=dict)
    # Whether anything asks how far the round has come.
    asks_how_far: bool = False
    # What units answer that play by a policy.
    answering: dict[str, list[PolicyAnswer]] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class Item:
    """A thing with fields that no fight changes: a weapon, say."""

    name: str
    record: str
    values: dict[str, Any]


@dataclass(slots=True, eq=False)
class UnitKind:
    """What a unit may be made of: values of attributes and counters, and entries."""

    name: str
    values: dict[str, Any]
    entries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Relation:
    """A named link between units. `value` is the name of the number it carries, if it carries one."""

    name: str
    symmetric: bool
    transitive: bool
    value: str | None = None
