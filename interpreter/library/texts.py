"""The texts of a ruleset, parsed and checked, each with what it belongs to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from interpreter.language import syntax as s
from interpreter.language.check_rules import EventShape, HolderKind
from interpreter.language.scope import Checked
from interpreter.language.vocabulary import Form
from interpreter.library.content import Content
from interpreter.source.nodes import Mapping
from interpreter.source.text import Span


@dataclass(frozen=True, slots=True)
class RuleText:
    node: s.Rule
    holder: HolderKind
    shape: EventShape
    carries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ActionText:
    name: str
    holder: HolderKind | None
    node: Mapping
    body: s.Block
    span: Span
    requires: tuple[tuple[s.Expr, str], ...]


@dataclass(frozen=True, slots=True)
class TieText:
    """One way to break a tie: a value with its direction, or the table's choice."""

    value: s.Expr | None
    descending: bool


@dataclass(frozen=True, slots=True)
class StageText:
    name: str
    count: s.Expr
    turns: s.Expr | None
    descending: bool
    back_to_back: bool
    ties: tuple[TieText, ...]
    choice: bool
    within: s.Expr | None
    listed: bool
    group: s.Expr | None
    groups: str
    first_may_wait: bool
    together: s.Expr | None
    steps: tuple[str, ...]
    cuts_in: s.Expr | None
    cuts_in_by: s.Expr | None


@dataclass(frozen=True, slots=True)
class AnswerText:
    """What a policy answers to a question: `what` it is (choice, label or order), its words, and the expression."""

    what: str
    words: tuple[str, ...]
    tree: s.Expr


@dataclass(slots=True)
class ExampleText:
    """An example beside the thing it shows; `id` names it, `of` is what it stands beside.

    `opening` is what is answered before all that it does.
    """

    id: str
    of: str
    span: Span
    node: Mapping
    given: s.Block
    do: s.Block
    dice: tuple[int, ...] | None
    expect: tuple[s.Expr, ...]
    refused: str | None
    options: dict[str, Any]
    shows: tuple[str, ...]
    opening: s.Answers | None = None


@dataclass(slots=True)
class Part:
    """A text of the rules as it was checked and compiled, so that another in its place can be checked and compiled too.

    `check` and `make` take a tree of the same kind; `make` gives the names of the functions that it is compiled to.
    """

    check: Callable[[Any], Any]
    make: Callable[[Any], tuple[str, ...]] | None = None
    names: tuple[str, ...] = ()


@dataclass(slots=True)
class Texts:
    """All texts of a ruleset, checked, for the builder. `parts` has the trees of those that are rules of the game."""

    content: Content
    checked: Checked
    rules: list[RuleText] = field(default_factory=list)
    defines: list[s.Define] = field(default_factory=list)
    bodies: dict[str, tuple[Form, s.Block, Span]] = field(default_factory=dict)
    actions: list[ActionText] = field(default_factory=list)
    values: dict[tuple[str, ...], s.Expr] = field(default_factory=dict)
    modifiers: list[tuple[HolderKind, str, str, s.Expr]] = field(default_factory=list)
    stages: list[StageText] = field(default_factory=list)
    policies: dict[str, tuple[s.Block, Span]] = field(default_factory=dict)
    answering: dict[str, list[AnswerText]] = field(default_factory=dict)
    examples: list[ExampleText] = field(default_factory=list)
    parts: dict[Any, Part] = field(default_factory=dict)
    snippets: int = 0

    def part(self, tree: Any, check: Callable[[Any], Any]) -> Any:
        """Check a tree, and keep how; gives what `check` gives."""
        self.parts[tree] = Part(check)
        return check(tree)

    def made(self, tree: Any, make: Callable[[Any], tuple[str, ...]]) -> tuple[str, ...]:
        """Compile a tree, and keep how; gives the names of its functions."""
        names = make(tree)
        if tree in self.parts:
            self.parts[tree].make, self.parts[tree].names = make, names
        return names
