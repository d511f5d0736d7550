"""Checking the stages of a round: what their turns are counted by, and how ties are broken."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from interpreter.language import parser
from interpreter.language import syntax as s
from interpreter.language import types as t
from interpreter.language.check_constants import check_whole
from interpreter.language.check_purity import check_pure
from interpreter.language.check_types import condition, type_help, type_of, want
from interpreter.language.limits import MOST_TURNS
from interpreter.language.scope import Scope
from interpreter.language.types import Type, fits
from interpreter.library import reading
from interpreter.library.texts import StageText, TieText
from interpreter.source.nodes import Mapping, Scalar

if TYPE_CHECKING:
    from interpreter.library.checking import ContentChecker

# How else people say it.
_ELSEWHERE = {
    "ascending": ("asc", "low", "lowest", "smallest", "up"),
    "descending": ("desc", "down", "high", "highest", "largest"),
}
DIRECTIONS = ("ascending", "descending", "first")


def check_stage(checker: ContentChecker, node: Mapping, unit: Scope) -> None:
    """Check one stage of the round; `unit` is the scope in which `unit` is known."""
    c = checker.checked
    count = checker.parsed(parser.parse_expression, node.get("count"))
    turns = checker.parsed(parser.parse_expression, node.get("turns"))
    if count is None:
        return
    listed = _is_listed(checker, count, unit)
    check_pure(c, count, "a count")
    if turns is not None:
        checker.texts.part(turns, partial(want, c, scope=unit, wanted=t.NUMBER, what="how many turns"))
        check_whole(c, turns, "how many turns", 0, MOST_TURNS)
        if listed:
            message = "the count is a list: a unit has one turn at each of its numbers"
            c.error("wrong-form", message, turns.span, "leave `turns` out, or give one number as the count")
    within = _value(checker, node, "within", unit, t.UNIT, "in whose turn it passes")
    ties = [tie for item in reading.scalars(node, "ties") if (tie := _tie(checker, item, unit)) is not None]
    groups = reading.text(node, "groups", "choice")
    steps = _steps(checker, node)
    checker.texts.stages.append(
        StageText(
            reading.text(node, "stage"),
            count,
            turns,
            reading.text(node, "order", "descending") == "descending",
            reading.yes_no(node, "back_to_back"),
            tuple(tie for tie in ties if tie.value is not None),
            any(tie.value is None for tie in ties),
            within,
            listed,
            _group(checker, node, unit, groups),
            groups,
            reading.yes_no(node, "first_may_wait"),
            _condition(checker, node, "together", Scope(inside="value")),
            steps,
            _condition(checker, node, "cuts_in", unit),
            _cuts_in_by(checker, node, unit),
        )
    )


def _group(checker: ContentChecker, node: Mapping, unit: Scope, groups: str) -> s.Expr | None:
    """What those share who act apart from others: a number where the groups go up or down by it."""
    c = checker.checked
    tree: s.Expr | None = checker.parsed(parser.parse_expression, node.get("group"))
    if tree is not None and groups != "choice":
        what = "by which groups are ordered"
        checker.texts.part(tree, partial(want, c, scope=unit, wanted=t.NUMBER, what=what, lenient=True))
    elif tree is not None:
        found = checker.texts.part(tree, partial(type_of, c, scope=unit, lenient=True))
        if found.kind not in ("number", "unit", "word", "text", "unknown"):
            message = f"a group is told by a number, a unit or a word, not by {found}"
            c.error("wrong-type", message, tree.span)
    if tree is not None:
        check_pure(c, tree, "what makes a group")
    elif (given := node.get("groups")) is not None:
        message = "`groups` orders what `group` makes, and there is no `group` here"
        c.error("wrong-form", message, given.span, "say under `group` who belongs together")
    return tree


def _steps(checker: ContentChecker, node: Mapping) -> tuple[str, ...]:
    names = reading.names(node, "steps")
    given = node.get("steps")
    if given is not None and node.get("together") is not None:
        message = "turns at the same time have no steps, for nobody can cut in on them"
        checker.checked.error("wrong-form", message, given.span, "leave out `steps`, or `together`")
    return names


def _condition(checker: ContentChecker, node: Mapping, key: str, scope: Scope) -> s.Expr | None:
    tree: s.Expr | None = checker.parsed(parser.parse_expression, node.get(key))
    if isinstance(tree, s.YesNo):
        type_of(checker.checked, tree, scope)
    elif tree is not None:
        checker.texts.part(tree, partial(condition, checker.checked, scope=scope))
        check_pure(checker.checked, tree, f"`{key}`")
    return tree


def _value(checker: ContentChecker, node: Mapping, key: str, scope: Scope, wanted: Type, what: str) -> s.Expr | None:
    """What a key of a stage says of a unit, if it says anything; `what` says what it is for."""
    c = checker.checked
    tree: s.Expr | None = checker.parsed(parser.parse_expression, node.get(key))
    if tree is not None:
        checker.texts.part(tree, partial(want, c, scope=scope, wanted=wanted, what=what, lenient=True))
        check_pure(c, tree, what)
    return tree


def _cuts_in_by(checker: ContentChecker, node: Mapping, unit: Scope) -> s.Expr | None:
    tree = _value(checker, node, "cuts_in_by", unit, t.NUMBER, "who cuts in first")
    if tree is not None and node.get("cuts_in") is None:
        message = "nobody can cut in here: there is no `cuts_in`"
        checker.checked.error("wrong-form", message, tree.span, "say who can")
    return tree


def _is_listed(checker: ContentChecker, count: s.Expr, unit: Scope) -> bool:
    """Whether a count is a list of numbers; it must be that or a number."""
    c = checker.checked
    found = checker.texts.part(count, partial(type_of, c, scope=unit, lenient=True))
    listed: bool = found.kind == "list"
    if not fits(found, t.list_of(t.NUMBER) if listed else t.NUMBER):
        message = f"a count must be number or list of numbers, not {found}"
        c.error("wrong-type", message, count.span, type_help(count, found, t.NUMBER))
    return listed


def _tie(checker: ContentChecker, node: Scalar, unit: Scope) -> TieText | None:
    """`unit.size ascending`, `unit.side is pc first`, or `choice`."""
    written = node.text.rstrip()
    if written == "choice":
        return TieText(None, False)
    value, _, direction = written.rpartition(" ")
    if direction not in DIRECTIONS or not value:
        help = "write `... ascending`, `... descending`, `... first` or `choice`"
        meant = next((known for known, words in _ELSEWHERE.items() if direction.lower() in words), None)
        help = f"did you mean `{value} {meant}`?" if meant and value else help
        message = f"`{written}` does not say how the tie is broken"
        checker.diagnostics.error("wrong-form", message, node.span, phase="resolve", help=help)
        return None
    tree = checker.parsed(parser.parse_expression, node.beginning(len(value)))
    if tree is None:
        return None
    wanted = t.YES_NO if direction == "first" else t.NUMBER
    what = "what breaks the tie"
    checker.texts.part(tree, partial(want, checker.checked, scope=unit, wanted=wanted, what=what, lenient=True))
    check_pure(checker.checked, tree, "what breaks a tie")
    return TieText(tree, direction != "ascending")
