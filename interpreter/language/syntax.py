"""The syntax tree of the rules language: frozen nodes, each with the span of the text it stands for.

Statements, rules and functions are here; the nodes of values, in a file of their own, are called by this module's name.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.language.syntax_values import (
    And,
    Arg,
    Arith,
    Attr,
    Call,
    Compare,
    Dice,
    Else,
    Ending,
    Expr,
    Extreme,
    Inits,
    ListOf,
    Name,
    Negate,
    Node,
    Not,
    Number,
    Or,
    Quantifier,
    RoundEnding,
    Text,
    ThingEnding,
    TurnEnding,
    TurnsEnding,
    Until,
    UsedEnding,
    Where,
    Within,
    YesNo,
)
from interpreter.source.text import Span

__all__ = [
    "And",
    "Answer",
    "Answers",
    "AnyOrder",
    "Arg",
    "Arith",
    "Assign",
    "Attr",
    "Block",
    "Call",
    "Choose",
    "Compare",
    "Define",
    "Dice",
    "Either",
    "Else",
    "Ending",
    "EventPattern",
    "Expect",
    "Expr",
    "Extreme",
    "ForEach",
    "If",
    "Inits",
    "Later",
    "Let",
    "ListOf",
    "May",
    "Name",
    "Negate",
    "NextRound",
    "NextStep",
    "Node",
    "Not",
    "Number",
    "OncePer",
    "Option",
    "Or",
    "Param",
    "Prep",
    "Quantifier",
    "Refused",
    "Repeat",
    "Return",
    "RoundEnding",
    "Rule",
    "Stands",
    "Stmt",
    "Stop",
    "Terrain",
    "Text",
    "ThingEnding",
    "Together",
    "TurnEnding",
    "TurnOf",
    "TurnsEnding",
    "Until",
    "UsedEnding",
    "Uses",
    "Verb",
    "Where",
    "With",
    "Within",
    "YesNo",
]

# --- statements ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Stmt(Node):
    """Something that is done."""


Block = tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Let(Stmt):
    """`let x = ...`: a new local name."""

    name: str
    name_span: Span
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Assign(Stmt):
    """`target.hp -= 3`; `op` is `=`, `+=` or `-=`; `target` a Name or an Attr."""

    target: Expr
    op: str
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Stop(Stmt):
    """`stop` or `stop "reason"`."""

    reason: str | None


@dataclass(frozen=True, slots=True, eq=False)
class Return(Stmt):
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Prep(Node):
    """`by 3`: a preposition with its value."""

    word: str
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class With(Node):
    """`with avoiding = yes`: a field given by its name."""

    name: str
    name_span: Span
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Verb(Stmt):
    """`shift target by 3 as push until ...`; `also` marks a companion of the event being amended."""

    name: str
    name_span: Span
    also: bool
    subject: Expr | None
    preps: tuple[Prep, ...]
    fields: tuple[With, ...]
    until: Until | None


@dataclass(frozen=True, slots=True, eq=False)
class If(Stmt):
    """`if`, `elif` ...: pairs of condition and block, then the `else` block (empty if there is none)."""

    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block


@dataclass(frozen=True, slots=True, eq=False)
class ForEach(Stmt):
    """`for each t in targets:`; without `in` over the plural of the name (`for each target:` -> `targets`)."""

    name: str
    name_span: Span
    source: Expr | None
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class Repeat(Stmt):
    """`repeat 3 times:`."""

    times: Expr
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class May(Stmt):
    """`may unit "label":`, with an `else` block or none."""

    who: Expr
    label: str
    body: Block
    otherwise: Block


@dataclass(frozen=True, slots=True, eq=False)
class Option(Node):
    label: str
    condition: Expr | None
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class Either(Stmt):
    """`either by self:` with labelled options."""

    by: Expr
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True, eq=False)
class AnyOrder(Stmt):
    """`in any order by self:`; each statement of the body is named by its first word."""

    by: Expr
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class Together(Stmt):
    """`together:`: what happens inside is answered only when all of it has happened."""

    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class Later(Stmt):
    """`at end of u's next turn:`."""

    endings: tuple[Ending, ...]
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class Choose(Stmt):
    """`choose any targets from units where ... such that ... by self unasked ...:`.

    `pick` is `one` (the name is one of the set), or `any`, `some`, `exactly`, `up to` (the name is a set;
    `count` is given for the last two).
    """

    pick: str
    count: Expr | None
    name: str
    name_span: Span
    source: Expr
    such_that: Expr | None
    by: Expr | None
    unasked: Expr | None
    body: Block
    otherwise: Block | None


# --- what only examples, scenarios and policies say ---------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Answer(Node):
    """One answer of a script: `targets [a, b]`, `pull then harm`, `"label"`, `no "label"`.

    `name` is the choice's name and `value` its value; or `order` the words of an order; or `label` with `yes`.
    """

    name: str | None
    value: Expr | None
    order: tuple[str, ...]
    label: str | None
    yes: bool


@dataclass(frozen=True, slots=True, eq=False)
class Uses(Stmt):
    """`self uses fire: targets target, pull then harm`."""

    who: Expr
    action: str
    action_span: Span
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True, eq=False)
class TurnOf(Stmt):
    """`turn of self:` with what is done in it; `turn of self` alone is an empty turn."""

    who: Expr
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class NextRound(Stmt):
    """`next round`: the turns that remain pass empty, the round ends, the next one starts."""


@dataclass(frozen=True, slots=True, eq=False)
class NextStep(Stmt):
    """`next step`: the open turn comes to its next step."""


@dataclass(frozen=True, slots=True, eq=False)
class Expect(Stmt):
    """`expect target.init is 6`."""

    condition: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Answers(Stmt):
    """`answer "label", cover soft:`: answers for what the statements in its block ask outside of actions.

    Without a block it stands first or last, and answers what is asked before all else, or after it.
    """

    answers: tuple[Answer, ...]
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class Refused(Stmt):
    """`refused "part of the reason":` with one statement that must be refused with such a reason."""

    reason: str
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class Stands(Stmt):
    """`target at 17 as scout, veteran with hull 0, speed 5`: a unit of an example; `init` absent for `off`."""

    name: str
    name_span: Span
    init: Expr | None
    kinds: tuple[tuple[str, Span], ...]
    values: tuple[With, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Terrain(Stmt):
    """`inits 10 to 12 are difficult, dangerous` or `init 18 is difficult`."""

    cells: Expr
    words: tuple[tuple[str, Span], ...]


# --- rules --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class EventPattern(Node):
    """What a rule answers.

    `kind` is `change` (`name` is what changes), `event` (`name` is the event), `ends` (`name` is the status or
    marker), `turn`/`stage`/`round`/`scene` (`edge` is `start` or `end`), or `any`. `of` is the subject, if given.
    """

    kind: str
    name: str
    name_span: Span
    edge: str
    of: Expr | None
    stopped: bool


@dataclass(frozen=True, slots=True, eq=False)
class OncePer(Node):
    """`once per turn`, `once per round per unit`."""

    scope: str
    per: tuple[tuple[str, Span], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Rule(Node):
    """`before change of init of bearer at cap where ... once per turn:`; `when` is first, before or after."""

    when: str
    event: EventPattern
    stage: str | None
    stage_span: Span | None
    condition: Expr | None
    once: OncePer | None
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class Param(Node):
    """`who: unit`, `weapons: list of weapon`; `many` marks a list."""

    name: str
    type: str
    type_span: Span
    many: bool
    default: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Define(Node):
    """`define reach(who: unit) = ...` (`value`) or with a block (`body`)."""

    name: str
    name_span: Span
    params: tuple[Param, ...]
    value: Expr | None
    body: Block
