"""What the names in a piece of text mean, and what the checker has found out about its nodes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from interpreter.language.readable_words import Property
from interpreter.language.syntax import Answer, Attr, Call, Compare, Define, EventPattern, Expr, Name, Node, Verb
from interpreter.language.types import Type
from interpreter.language.vocabulary import Field, Form, Vocabulary
from interpreter.language.words import FunctionWord, VerbWord
from interpreter.source.diagnostics import Diagnostics, Phase
from interpreter.source.text import Span


@dataclass(frozen=True, slots=True)
class Binding:
    """What a name means. `kind` tells the compiler where its value is:

    local, param, event (a slot of the event), declared (a field of a content event), extra (a declared field of a
    change), field (of the holder), bearer, source, owner, cells, holder (`self` of a status or marker), unit (`self`
    of an entry or action), global, word, manner, item, family, named (a unit by its id), goal (an objective by its id),
    created (a unit by the id that it gets when it is made), possible and told (what an answer of a policy may ask of
    the question), or none after an error.
    """

    kind: str
    name: str
    type: Type
    maybe: bool = False
    settable: bool = False
    span: Span | None = None
    field: Field | None = None


# Stands for every path, among those that are known to be there: a condition that is wrong may have asked for any.
ANYTHING = "*"


class Scope:
    """The names that are known in a block; `present` holds the paths that are known not to be absent.

    `held` are the conditions under which a block stands, as long as nothing has happened in it that may change them.
    """

    __slots__ = ("held", "inside", "names", "outer", "present")

    def __init__(self, outer: Scope | None = None, inside: str | None = None) -> None:
        self.outer = outer
        self.names: dict[str, Binding] = {}
        self.present: frozenset[str] = outer.present if outer is not None else frozenset()
        self.held: tuple[Expr, ...] = outer.held if outer is not None else ()
        # what kind of text this is: rule before, rule after, rule first, action, verb, event, define, later,
        # script, given, policy, turn (of a script), round (of a scenario), value
        self.inside: str = inside or (outer.inside if outer is not None else "value")

    def find(self, name: str) -> Binding | None:
        scope: Scope | None = self
        while scope is not None:
            found = scope.names.get(name)
            if found is not None:
                return found
            scope = scope.outer
        return None

    def within(self, inside: str) -> bool:
        """Whether this scope or one around it is in a text of this kind."""
        return self.inside == inside or (self.outer is not None and self.outer.within(inside))

    def bind(self, binding: Binding) -> None:
        self.names[binding.name] = binding

    def known(self) -> list[str]:
        scope: Scope | None = self
        found: set[str] = set()
        while scope is not None:
            found |= scope.names.keys()
            scope = scope.outer
        return sorted(found)

    def has(self, path: str) -> bool:
        """Whether a path is known not to be absent."""
        return path in self.present or ANYTHING in self.present

    def knowing(self, paths: frozenset[str], condition: Expr | None = None) -> Scope:
        """A scope inside this one in which some paths are known to be there, and a condition to hold."""
        inner = Scope(self)
        inner.present = self.present | paths
        if condition is not None:
            inner.held = (*self.held, condition)
        return inner

    def forgetting(self) -> Scope:
        """A scope inside this one in which no condition is known to hold any longer."""
        inner = Scope(self)
        inner.held = ()
        return inner

    def all(self) -> dict[str, Binding]:
        """All names that are known here, with what they mean now."""
        found: dict[str, Binding] = {} if self.outer is None else self.outer.all()
        found.update(self.names)
        return found

    def locals(self) -> list[Binding]:
        """The local names of this scope and those around it, outermost first."""
        scope: Scope | None = self
        found: dict[str, Binding] = {}
        while scope is not None:
            for name, binding in scope.names.items():
                if binding.kind in ("local", "param") and name not in found:
                    found[name] = binding
            scope = scope.outer
        return list(reversed(found.values()))


@dataclass(frozen=True, slots=True)
class VerbUse:
    """A verb statement as it was understood: which verb, what stands in which slot, which fields are given."""

    word: VerbWord | Form
    slots: dict[str, Expr]
    fields: dict[str, Expr]


@dataclass(slots=True)
class Uses:
    """What is used of all that is declared. What only an example uses does not count: `showing` is set meanwhile.

    `mentions` has the places that name a word of a set (or a manner, or an item); those in `asking` only ask for it.
    """

    used: set[tuple[str, object]] = field(default_factory=set)
    mentions: dict[tuple[str, str], list[Node]] = field(default_factory=dict)
    asking: set[Node] = field(default_factory=set)
    locals: list[Binding] = field(default_factory=list)
    read: set[tuple[str, Span | None]] = field(default_factory=set)
    showing: bool = False

    def note(self, what: str, name: object) -> None:
        """Something declared is used: an option, a flag, a function, a field by its place."""
        if not self.showing:
            self.used.add((what, name))

    def mention(self, of: str, node: Name) -> None:
        if not self.showing:
            self.mentions.setdefault((of, node.name), []).append(node)

    def made(self, of: str, name: str) -> bool:
        """Whether a word is named otherwise than to ask for it."""
        return any(node not in self.asking for node in self.mentions.get((of, name), ()))


@dataclass(frozen=True, slots=True)
class Choosing:
    """What a choice is of: the type of what can be chosen, whether several are, and whether a unit is asked."""

    item: Type
    many: bool
    asks_unit: bool


@dataclass(frozen=True, slots=True)
class Asking:
    """A place where something is asked, and the names that are known there; `scripted` where no rule asks it.

    `action` is the action that asks it in what it does.
    """

    known: dict[str, Binding]
    scripted: bool
    of: Choosing | None = None
    action: str = ""


@dataclass(frozen=True, slots=True)
class Answering:
    """An answer of a script, and the actions in which it may be asked for; None where that may be anything."""

    answer: Answer
    actions: frozenset[str] | None


@dataclass(slots=True)
class Checked:
    """What the checker knows about the nodes of one ruleset, for the compiler.

    `asked` has the choices, labels and words of orders that anything asks for, each with the places where it is asked,
    and `askings` these places by their nodes; `answers` are those that scripts give and that are still to be compared
    with them, `questions` those that policies answer and that nothing has asked for yet; `told` has the names that
    answers of policies ask for at the places of each question; `lost` are the names that a text which cannot be read
    may define; `awaited` has what must be brought about for a rule to act, with its event, and `brought` what is: `stop
    KEY`, `change NAME`, `use KIND NAME`. `until_used` has what a use must end, as such a key, and where. `steady` says
    which functions give the same when asked twice, and `is_open` that others will add words, manners, rules and
    modifiers.
    """

    vocabulary: Vocabulary
    diagnostics: Diagnostics
    types: dict[Node, Type] = field(default_factory=dict)
    bindings: dict[Name, Binding] = field(default_factory=dict)
    attrs: dict[Attr, str] = field(default_factory=dict)
    compares: dict[Compare, str] = field(default_factory=dict)
    calls: dict[Call, tuple[FunctionWord | Define | Form, list[Expr | None]]] = field(default_factory=dict)
    performed: set[Node] = field(default_factory=set)
    properties: dict[Type, dict[str, Property]] = field(default_factory=dict)
    verbs: dict[Verb, VerbUse] = field(default_factory=dict)
    captured: dict[Node, list[Binding]] = field(default_factory=dict)
    results: dict[str, Type] = field(default_factory=dict)
    checking: list[str] = field(default_factory=list)
    edges: dict[str, dict[str, Span]] = field(default_factory=dict)
    maybe: set[Node] = field(default_factory=set)
    returns: list[Type] = field(default_factory=list)
    quantified: set[str] = field(default_factory=set)
    sound: set[Node] = field(default_factory=set)
    uses: Uses = field(default_factory=Uses)
    once_bindings: dict[tuple[Node, str], Binding] = field(default_factory=dict)
    here: str = ""
    # The action whose doing is being checked.
    action: str = ""
    # Whether what is being checked is done only when the first round has begun.
    begun: bool = False
    # The other names that could stand where a name stands, kept only where somebody asks for them.
    instead: dict[Name, list[Binding]] | None = None
    asked: dict[tuple[str, str], list[Asking]] = field(default_factory=dict)
    askings: dict[Node, Asking] = field(default_factory=dict)
    answers: list[Answering] = field(default_factory=list)
    questions: list[tuple[str, Span]] = field(default_factory=list)
    told: dict[tuple[str, str], set[str]] = field(default_factory=dict)
    lost: set[str] = field(default_factory=set)
    is_open: bool = False
    awaited: list[tuple[str, EventPattern]] = field(default_factory=list)
    brought: set[str] = field(default_factory=set)
    until_used: list[tuple[str, Span]] = field(default_factory=list)
    steady: dict[str, bool] = field(default_factory=dict)
    # What local names can be that nothing changes, by where they are made: a `check_ranges.Range` each.
    ranges: dict[Span, Any] = field(default_factory=dict)

    def error(self, code: str, message: str, span: Span, help: str | None = None, phase: Phase = "type") -> None:
        self.diagnostics.error(code, message, span, phase=phase, help=help)

    def warning(self, code: str, message: str, span: Span, help: str | None = None) -> None:
        self.diagnostics.warning(code, message, span, phase="check", help=help)

    def calls_to(self, name: str, span: Span) -> None:
        """Note that what is being checked calls a verb, an event or a function of the ruleset."""
        if self.here:
            self.edges.setdefault(self.here, {}).setdefault(name, span)
