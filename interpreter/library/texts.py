"""The texts of a ruleset, parsed and checked, each with what it belongs to."""

from __future__ import annotations

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


@dataclass(slots=True)
class ExampleText:
    """An example beside the thing it shows; `id` names it, `of` is what it stands beside."""

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


@dataclass(slots=True)
class Texts:
    """All texts of a ruleset, checked, for the builder."""

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
    cutting_in: dict[str, s.Expr] = field(default_factory=dict)
    examples: list[ExampleText] = field(default_factory=list)
    snippets: int = 0
