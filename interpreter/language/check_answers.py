"""Checking the answers of scripts: something must ask for each of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from interpreter.language import syntax as s
from interpreter.language import types as t
from interpreter.language.check_constants import walk
from interpreter.language.check_types import type_of
from interpreter.language.scope import Answering, Asking, Checked, Choosing, Scope
from interpreter.language.words import CORE_CHOICES, CORE_LABELS
from interpreter.source.diagnostics import nearest, suggestion
from interpreter.source.text import Span

# Texts that ask nothing in the name of the rules.
SCRIPTS = ("script", "given", "policy", "turn", "round")


def note_asking(
    c: Checked, node: s.Stmt, scope: Scope, keys: Sequence[tuple[str, str]], of: Choosing | None = None
) -> None:
    """Note that a statement asks something: a choice, a label or the words of an order, with what is known there."""
    action = "" if scope.within("later") else c.action
    c.askings[node] = asking = Asking(scope.all(), scope.inside in SCRIPTS, of, action)
    for key in keys:
        c.asked.setdefault(key, []).append(asking)


def split_answers(block: s.Block, *, ends: bool) -> tuple[s.Answers | None, s.Block, s.Answers | None]:
    """What is answered before all else, what is done, and, where it `ends`, what is answered after it."""
    opening = closing = None
    if block and isinstance(block[0], s.Answers) and not block[0].body:
        opening, block = block[0], block[1:]
    if ends and block and isinstance(block[-1], s.Answers) and not block[-1].body:
        closing, block = block[-1], block[:-1]
    return opening, block, closing


def check_answers(c: Checked, answers: Sequence[s.Answer], scope: Scope, actions: frozenset[str] | None = None) -> None:
    """Check the values of answers, and keep the answers until all that asks is known.

    `actions` are those that are taken while they count, where it is known which.
    """
    for answer in answers:
        if answer.value is not None:
            type_of(c, answer.value, scope, None, lenient=True)
    c.answers += [Answering(answer, actions) for answer in answers]


def used_in(block: Sequence[s.Stmt]) -> frozenset[str] | None:
    """The actions that are taken in a block; None where time passes in it, in which anything may be."""
    parts = [part for statement in block for part in walk(statement)]
    if any(isinstance(part, (s.NextRound, s.NextStep, s.TurnOf)) for part in parts):
        return None
    return frozenset(part.action for part in parts if isinstance(part, s.Uses))


def check_answered(c: Checked, unknown: bool) -> None:
    """Report answers that nothing asks for; none where it is `unknown` what asks."""
    answers, c.answers = c.answers, []
    questions, c.questions = c.questions, []
    if unknown:
        return
    choices = {*CORE_CHOICES, *(name for what, name in c.asked if what == "choice")}
    labels = {*CORE_LABELS, *(name for what, name in c.asked if what == "label")}
    orders = {name for what, name in c.asked if what == "order"}
    for answering in answers:
        answer = answering.answer
        if answer.label is not None:
            if answer.label not in labels:
                _nothing_asks(c, answer, f'"{answer.label}"', _label_help(answer.label, labels, choices))
            else:
                _check_asked(c, answering, "label", answer.label, f'"{answer.label}"')
        elif answer.name is not None:
            if answer.name not in choices:
                _nothing_asks(c, answer, answer.name, _choice_help(answer.name, choices, labels))
            elif answer.value is not None and answer.name not in CORE_CHOICES:
                _check_kind(c, answer.name, answer.value)
                _check_asked(c, answering, "choice", answer.name, answer.name)
        else:
            for word, span in _words(answer):
                if word not in orders:
                    _nothing_asks(c, answer, word, suggestion(word, orders, "word"), span)
    for question, span in questions:
        help = suggestion(question, {*choices, *labels}, "question")
        c.error("unknown-name", f"nothing asks a unit for `{question}`", span, help, phase="resolve")


def _check_asked(c: Checked, answering: Answering, what: str, name: str, shown: str) -> None:
    """Report an answer to what only other actions ask than those that are taken while it counts."""
    asking = {asking.action for asking in c.asked.get((what, name), ())}
    actions = answering.actions
    if actions is None or not asking or "" in asking or asking & actions or name in (*CORE_CHOICES, *CORE_LABELS):
        return
    does = f"`{next(iter(actions))}` asks for nothing like it" if len(actions) == 1 else "no action here does"
    listed = " and ".join(f"`{action}`" for action in sorted(asking))
    message = f"nothing asks for `{shown}` here: {does}, and no rule"
    help = f"{listed} {'asks' if len(asking) == 1 else 'ask'} for it; take it out here, or answer what is asked"
    place = Span(answering.answer.span.file, answering.answer.span.start, answering.answer.span.start + len(shown))
    c.error("unknown-name", message, answering.answer.span if what == "label" else place, help, phase="resolve")


# What is written alike: a bare word may be any of these.
_ALIKE = {"manner": "word", "item": "word", "roll": "number", "dice": "number"}


def _check_kind(c: Checked, name: str, value: s.Expr) -> None:
    """Report an answer of a kind that nothing can be which any choice of its name is about."""
    found = c.types.get(value, t.UNKNOWN)
    given = found.item if found.kind == "list" and found.item is not None else found
    asked = {asking.of.item for asking in c.asked[("choice", name)] if asking.of is not None}
    kinds = {_ALIKE.get(type_.kind, type_.kind) for type_ in asked}
    if "unknown" not in {*kinds, given.kind} and _ALIKE.get(given.kind, given.kind) not in kinds:
        wanted = " or ".join(sorted(map(str, asked)))
        # It hangs on all that asks: where some of that cannot be read, it is no mistake of its own.
        c.error("wrong-type", f"the choice `{name}` is of {wanted}, not of {given}", value.span, phase="resolve")


def _nothing_asks(c: Checked, answer: s.Answer, shown: str, help: str, span: Span | None = None) -> None:
    place = span or Span(answer.span.file, answer.span.start, answer.span.start + len(shown))
    if answer.label is not None:
        place = answer.span
    c.error("unknown-name", f"nothing asks for `{shown}`", place, help, phase="resolve")


def _label_help(label: str, labels: set[str], choices: set[str]) -> str:
    if label in choices:
        return f"it is no label but a choice: write `{label}` without quotes, and what is chosen"
    near = nearest(label, labels)
    return f'did you mean `"{near}"`?' if near is not None else _expected({f'"{one}"' for one in labels}, "label")


def _choice_help(name: str, choices: set[str], labels: set[str]) -> str:
    if name in labels and nearest(name, choices) is None:
        return f'it is a label: write `"{name}"`, in quotes'
    return suggestion(name, choices, "choice")


def _expected(names: set[str], what: str) -> str:
    return suggestion("", names, what)


def _words(answer: s.Answer) -> Iterator[tuple[str, Span]]:
    """The words of an order, each in its place."""
    file, at = answer.span.file, answer.span.start
    for word in answer.order:
        start = file.text.index(word, at)
        at = start + len(word)
        yield word, Span(file, start, at)
