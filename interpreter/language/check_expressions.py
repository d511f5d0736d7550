"""The table of what checks each kind of expression."""

from __future__ import annotations

from interpreter.language import check_names as names
from interpreter.language import check_operators as operators
from interpreter.language import check_sets as sets
from interpreter.language import syntax as s
from interpreter.language import types as t
from interpreter.language.check_calls import check_call
from interpreter.language.check_types import CHECKS

CHECKS.update(
    {
        s.Number: operators.literal(t.NUMBER),
        s.Text: operators.check_text,
        s.YesNo: operators.literal(t.YES_NO),
        s.Dice: operators.check_dice,
        s.Name: names.check_name,
        s.Attr: names.check_attr,
        s.Call: check_call,
        s.ListOf: operators.check_list,
        s.Negate: operators.check_negate,
        s.Arith: operators.check_arith,
        s.Compare: operators.check_compare,
        s.Not: operators.check_not,
        s.And: operators.check_and,
        s.Or: operators.check_or,
        s.Else: operators.check_else,
        s.Within: sets.check_within,
        s.Inits: sets.check_inits,
        s.Where: sets.check_where,
        s.Quantifier: sets.check_quantifier,
        s.Extreme: sets.check_extreme,
    }
)
