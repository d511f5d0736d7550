"""Checking the stages of a round: what their turns are counted by, and how ties are broken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.language import parser
from interpreter.language import syntax as s
from interpreter.language import types as t
from interpreter.language.check_constants import check_whole
from interpreter.language.check_purity import check_pure
from interpreter.language.check_types import type_help, type_of, want
from interpreter.language.scope import Scope
from interpreter.language.types import fits
from interpreter.library import reading
from interpreter.library.program import MOST_TURNS
from interpreter.library.texts import StageText, TieText
from interpreter.source.nodes import Mapping, Scalar

if TYPE_CHECKING:
    from interpreter.library.checking import ContentChecker

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
        want(c, turns, unit, t.NUMBER, "how many turns")
        check_whole(c, turns, "how many turns", 0, MOST_TURNS)
        if listed:
            message = "the count is a list: a unit has one turn at each of its numbers"
            c.error("wrong-form", message, turns.span, "leave `turns` out, or give one number as the count")
    within = checker.parsed(parser.parse_expression, node.get("within"))
    if within is not None:
        want(c, within, unit, t.UNIT, "in whose turn it passes", lenient=True)
        check_pure(c, within, "in whose turn it passes")
    ties = [tie for item in reading.scalars(node, "ties") if (tie := _tie(checker, item, unit)) is not None]
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
        )
    )


def _is_listed(checker: ContentChecker, count: s.Expr, unit: Scope) -> bool:
    """Whether a count is a list of numbers; it must be that or a number."""
    c = checker.checked
    found = type_of(c, count, unit, lenient=True)
    listed = found.kind == "list"
    if not fits(found, t.list_of(t.NUMBER) if listed else t.NUMBER):
        message = f"a count must be number or list of numbers, not {found}"
        c.error("wrong-type", message, count.span, type_help(found, t.NUMBER))
    return listed


def _tie(checker: ContentChecker, node: Scalar, unit: Scope) -> TieText | None:
    """`unit.size ascending`, `unit.side is pc first`, or `choice`."""
    written = node.text.rstrip()
    if written == "choice":
        return TieText(None, False)
    value, _, direction = written.rpartition(" ")
    if direction not in DIRECTIONS or not value:
        help = "write `... ascending`, `... descending`, `... first` or `choice`"
        message = f"`{written}` does not say how the tie is broken"
        checker.diagnostics.error("wrong-form", message, node.span, phase="resolve", help=help)
        return None
    tree = checker.parsed(parser.parse_expression, node.beginning(len(value)))
    if tree is None:
        return None
    wanted = t.YES_NO if direction == "first" else t.NUMBER
    want(checker.checked, tree, unit, wanted, "what breaks the tie", lenient=True)
    check_pure(checker.checked, tree, "what breaks a tie")
    return TieText(tree, direction != "ascending")
