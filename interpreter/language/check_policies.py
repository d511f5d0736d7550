"""Checking what policies answer: something must ask a unit for it, and the answer must fit what is asked.

An answer is an expression that is looked at when its question comes. It knows `self`, who is asked; of a choice what is
`possible`; and the names that are known wherever the question is asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce

from interpreter.language import syntax as s
from interpreter.language import types as t
from interpreter.language.check_constants import walk
from interpreter.language.check_purity import check_pure
from interpreter.language.check_types import condition, type_of, want
from interpreter.language.scope import Asking, Binding, Checked, Scope
from interpreter.language.types import common, fits, list_of
from interpreter.language.words import CORE_CHOICES, CORE_LABELS, CUTS_IN
from interpreter.source.text import Span

# What can be told of the place where something is asked: what is not the same everywhere anyway.
_TOLD = frozenset(("local", "param", "event", "declared", "extra", "field", "bearer", "source", "owner", "cells"))


@dataclass(frozen=True, slots=True)
class Question:
    """What a key of a policy's answers is about: a choice, a label, or the words of an order.

    `asking` are the places where rules ask it; the core asks some itself.
    """

    what: str
    words: tuple[str, ...]
    asking: list[Asking]


def find_question(c: Checked, key: str, span: Span, *, quoted: bool) -> Question | None:
    """What a key is about, or None after an error. If a choice and a label are called alike, quotes mean the label."""
    choices, labels = _asking(c, "choice", key), _asking(c, "label", key)
    is_label = labels or key in CORE_LABELS or (key == CUTS_IN and c.vocabulary.cut_in)
    if is_label and (quoted or not choices):
        return Question("label", (key,), labels)
    if choices and all(asking.of is not None and asking.of.asks_unit for asking in choices):
        return Question("choice", (key,), choices)
    if choices or key in CORE_CHOICES:
        message = f"`{key}` is a question to the whole table and not to a unit, so no policy answers it"
        c.error("not-in-policy", message, span, "take it out; scripts can answer it")
        return None
    words = tuple(key.split(" then "))
    asking = _asking(c, "order", words[0])
    for word in words[1:]:
        asking = [one for one in asking if any(one is other for other in _asking(c, "order", word))]
    if len(words) > 1 and asking:
        return Question("order", words, asking)
    c.questions.append((key, span))
    return None


def _asking(c: Checked, what: str, name: str) -> list[Asking]:
    return [asking for asking in c.asked.get((what, name), ()) if not asking.scripted]


def check_answer(c: Checked, question: Question, tree: s.Expr, outer: Scope) -> None:
    """Check what is answered to a question: a value for a choice, else a condition."""
    scope = Scope(outer, inside="value")
    for binding in _known(question.asking).values():
        scope.bind(binding)
    scope.bind(Binding("unit", "self", t.UNIT))
    if question.what == "choice":
        _check_value(c, question, tree, scope)
    elif isinstance(tree, s.YesNo):
        type_of(c, tree, scope)
    else:
        condition(c, tree, scope)
    check_pure(c, tree, "an answer")
    for binding in [c.bindings[node] for node in walk(tree) if isinstance(node, s.Name) and node in c.bindings]:
        if binding.kind == "told":
            c.uses.read |= {(binding.name, asking.known[binding.name].span) for asking in question.asking}
            for word in question.words:
                c.told.setdefault((question.what, word), set()).add(binding.name)


def _known(asking: list[Asking]) -> dict[str, Binding]:
    """The names that mean something wherever a question is asked, and of the same type everywhere."""
    found: dict[str, Binding] = {}
    for name, first in asking[0].known.items() if asking else ():
        everywhere = [one.known[name] for one in asking if name in one.known]
        alike = all(binding.kind in _TOLD and binding.type == first.type for binding in everywhere)
        if alike and len(everywhere) == len(asking):
            found[name] = Binding("told", name, first.type, any(binding.maybe for binding in everywhere))
    return found


def _check_value(c: Checked, question: Question, tree: s.Expr, scope: Scope) -> None:
    offered = [asking.of for asking in question.asking if asking.of is not None]
    item = reduce(lambda found, one: common(found, one) or t.UNKNOWN, [one.item for one in offered])
    scope.bind(Binding("possible", "possible", list_of(item)))
    name = question.words[0]
    if not any(one.many for one in offered):
        want(c, tree, scope, item, f"the answer to `{name}`", lenient=True)
        return
    found = type_of(c, tree, scope, list_of(item), lenient=True)
    if not fits(found, list_of(item)) and not fits(found, item):
        c.error("wrong-type", f"the answer to `{name}` must be {list_of(item)}, not {found}", tree.span)
