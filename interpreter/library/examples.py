"""Checking examples: what they set up, do and expect."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from interpreter.language import parser
from interpreter.language import syntax as s
from interpreter.language import types as t
from interpreter.language.check_answers import check_answers, split_answers
from interpreter.language.check_statements import check_statement
from interpreter.language.check_types import condition
from interpreter.language.readable_words import NAMES
from interpreter.language.scope import Binding, Checked, Scope
from interpreter.language.words import FUNCTIONS, VERBS, form_of
from interpreter.library import reading
from interpreter.library.content import Piece
from interpreter.library.texts import ExampleText
from interpreter.source.diagnostics import nearest
from interpreter.source.nodes import Mapping

if TYPE_CHECKING:
    from interpreter.library.checking import ContentChecker


def check_examples(checker: ContentChecker) -> None:
    """Check all examples of a ruleset: its own, and those that stand beside things and their actions."""
    content = checker.content
    pieces = [piece for table in content.pieces.values() for piece in table.values()]
    for piece in [content.ruleset, *pieces, *content.abouts]:
        titles: set[str] = set()
        actions = [node for _, node in reading.mapping(piece.node, "actions") if isinstance(node, Mapping)]
        for of in [piece.node, *actions]:
            carries = reading.names(of, "carries") or reading.names(piece.node, "carries")
            for node in reading.items(of, "examples"):
                if isinstance(node, Mapping):
                    _check_example(checker, piece, node, titles, carries)


def _check_example(
    checker: ContentChecker, piece: Piece, node: Mapping, titles: set[str], carries: tuple[str, ...]
) -> None:
    title = reading.scalar(node, "it")
    if title is None:
        return
    c, diagnostics = checker.checked, checker.diagnostics
    if title.text in titles:
        message, help = f"`{piece.name}` has two examples called this", "tell them apart in `it`"
        diagnostics.error("duplicate-name", message, title.span, phase="resolve", help=help)
    titles.add(title.text)
    given = checker.parsed(parser.parse_given, node.get("given"))
    do = checker.parsed(parser.parse_script, node.get("do"))
    opening, done, _ = split_answers(do or (), ends=False)
    expect = checker.parsed(parser.parse_expect, node.get("expect"))
    scope = Scope(inside="script")
    check_given(c, given or (), scope)
    # The names that a text makes are known to what comes after it; if it cannot be read, nothing is known of those.
    known = given is not None or node.get("given") is None
    # What the script gives names is its own: what is expected after it is a text of its own.
    inner = Scope(scope)
    if known and opening is not None:
        check_answers(c, opening.answers, inner)
    for statement in done if known else ():
        check_statement(c, statement, inner)
    known = known and (do is not None or node.get("do") is None)
    for tree in (expect or ()) if known else ():
        condition(c, tree, scope)
    known = known and (expect is not None or node.get("expect") is None)
    refused = reading.scalar(node, "refused")
    if known and not expect and refused is None and not _expects(done):
        message, help = "this example expects nothing", "say what must hold in `expect`, or which reason in `refused`"
        diagnostics.warning("shows-nothing", message, title.span, phase="check", help=help)
    dice = reading.items(node, "dice")
    checker.texts.examples.append(
        ExampleText(
            f"{piece.name}: {title.text}",
            piece.name,
            title.span,
            node,
            given or (),
            done,
            tuple(reading.value_of(die) for die in dice) if node.get("dice") is not None else None,
            expect or (),
            None if refused is None else refused.text,
            checker.options(node),
            reading.names(node, "shows") or carries,
            opening,
        )
    )


def check_given(c: Checked, given: s.Block, scope: Scope) -> None:
    """Check what an example sets up: its units are known by their ids from where they stand on."""
    for statement in given:
        if isinstance(statement, s.Stands):
            older = scope.find(statement.name)
            if older is not None:
                c.error(
                    "name-taken", f"there is a `{statement.name}` already", statement.name_span, "take another name"
                )
            elif statement.name in NAMES:
                message = f"`{statement.name}` means something in the rules already"
                c.error("name-taken", message, statement.name_span, "take another name")
            elif statement.name in c.vocabulary.verb_names():
                message = f"`{statement.name}` is a verb, and here it would be a unit"
                c.error("name-taken", message, statement.name_span, _written(c, statement.name))
            scope.bind(Binding("named", statement.name, t.UNIT, span=statement.name_span))
        elif isinstance(statement, s.Verb) and _is_unit(c, statement, scope):
            message = f"`{statement.name}` is no verb, and no unit is given in this way"
            c.error("wrong-form", message, statement.name_span, _given_help(statement), phase="resolve")
            scope.bind(Binding("named", statement.name, t.UNIT, span=statement.name_span))
            continue
        check_statement(c, statement, scope)


def _is_unit(c: Checked, statement: s.Verb, scope: Scope) -> bool:
    """Whether a line that reads as a verb is most likely a unit that is given in other words: `ann on 10 as wolf`."""
    name = statement.name
    if name in VERBS or name in c.vocabulary.verb_names() or scope.find(name) is not None:
        return False
    if name in FUNCTIONS or name in c.vocabulary.functions or nearest(name, c.vocabulary.verb_names()) is not None:
        return False
    placed = {prep.word for prep in statement.preps} <= {"on", "as", "at", "to", "with"}
    return placed and (statement.subject is None or isinstance(statement.subject, s.Number))


def _given_help(statement: s.Verb) -> str:
    """How a unit is given, with what is said of it in other words."""
    said = {prep.word: " ".join(prep.value.span.text.split()) for prep in statement.preps}
    numbers = [value for word, value in said.items() if word != "as" and value.isdecimal()]
    init = statement.subject.span.text if statement.subject is not None else numbers[0] if numbers else "10"
    kind = f" as {said['as']}" if "as" in said else ""
    return f"a unit is given with `at` and its Init: `{statement.name} at {init}{kind}`"


def _written(c: Checked, name: str) -> str:
    """How a verb is written, or that a unit must be called otherwise."""
    verb = VERBS.get(name) or c.vocabulary.verbs.get(name) or c.vocabulary.events[name]
    return f"the verb is written `{form_of(name, verb.slots)}`; a unit takes another name"


def _expects(block: Sequence[s.Stmt]) -> bool:
    for statement in block:
        if isinstance(statement, (s.Expect, s.Refused)):
            return True
        if isinstance(statement, (s.TurnOf, s.Answers, s.ForEach, s.Repeat)) and _expects(statement.body):
            return True
        if isinstance(statement, s.If) and any(_expects(body) for _, body in statement.branches):
            return True
    return False
