"""The parser: the text of one YAML field to its tree, or to diagnostics that say what is wrong with it."""

from __future__ import annotations

from functools import cache, partial
from typing import Any, NamedTuple

from lark import Lark

from interpreter.language.lalr import Place, Table, TooDeep, Unexpected
from interpreter.language.lexer import RulesLexer
from interpreter.language.syntax import Block, Define, Expr, Rule, Until
from interpreter.language.syntax_errors import unexpected
from interpreter.language.tokens import SyntaxProblem, Token
from interpreter.language.tree import Builder
from interpreter.source.diagnostics import Diagnostics
from interpreter.source.nodes import Scalar
from interpreter.source.shipped import shipped
from interpreter.source.text import Span

_STARTS = ("rules", "block", "script", "given", "expression", "expect", "until")


def parse_rules(text: Scalar, diagnostics: Diagnostics) -> tuple[Rule | Define, ...] | None:
    """The rules and defines of a `rules:` field; None after an error."""
    result: tuple[Rule | Define, ...] | None = _parse("rules", text, diagnostics)
    return result


def parse_block(text: Scalar, diagnostics: Diagnostics) -> Block | None:
    """The statements of a `do:` field; None after an error."""
    result: Block | None = _parse("block", text, diagnostics)
    return result


def parse_script(text: Scalar, diagnostics: Diagnostics) -> Block | None:
    """The statements of an example's, a scenario's or a policy's `do:` field; None after an error."""
    result: Block | None = _parse("script", text, diagnostics)
    return result


def parse_given(text: Scalar, diagnostics: Diagnostics) -> Block | None:
    """The units, the terrain and the statements of a `given:` field; None after an error."""
    result: Block | None = _parse("given", text, diagnostics)
    return result


def parse_expression(text: Scalar, diagnostics: Diagnostics) -> Expr | None:
    """The one value, condition or query that a field holds; None after an error."""
    result: Expr | None = _parse("expression", text, diagnostics)
    return result


def parse_expect(text: Scalar, diagnostics: Diagnostics) -> tuple[Expr, ...] | None:
    """The conditions of an `expect:` field, one a line; None after an error."""
    result: tuple[Expr, ...] | None = _parse("expect", text, diagnostics)
    return result


def parse_until(text: Scalar, diagnostics: Diagnostics) -> Until | None:
    """What an `until:` field says about the end of something; None after an error."""
    result: Until | None = _parse("until", text, diagnostics)
    return result


class _Machine(NamedTuple):
    lexer: RulesLexer
    table: Table


@cache
def _machine() -> _Machine:
    """The lexer and the tables, made once of the grammar."""
    grammar = (shipped("grammar") / "rules.lark").read_text(encoding="utf-8")
    lark = Lark(grammar, parser="lalr", lexer=RulesLexer, start=list(_STARTS))
    return _Machine(RulesLexer(lark.lexer_conf), Table(lark, _STARTS, Builder))


def _parse(start: str, text: Scalar, diagnostics: Diagnostics) -> Any:
    try:
        return _tree(start, text.text, 0, len(text.text), _places(text))
    except SyntaxProblem as problem:
        span = text.span_of(problem.start, problem.end)
        diagnostics.error(problem.code, problem.message, span, phase="parse", help=problem.help_text)
        return None


def _tree(start: str, text: str, begin: int, end: int, place: Place) -> Any:
    machine = _machine()
    tokens = machine.lexer.tokens(text, begin, end)
    last = tokens[-1].end if tokens else begin
    tokens.append(Token("$END", "", last, last))
    try:
        return machine.table.parse(start, tokens, Builder(place), place)
    except Unexpected as found:
        raise unexpected(tokens, found.token, partial(machine.table.accepts, found.stack)) from None
    except TooDeep as found:
        message = "this is nested too deep"
        help_text = "give a part of it a name with `let`"
        raise SyntaxProblem("too-deep", message, found.start, found.end, help_text) from None


def _places(text: Scalar) -> Place:
    """A quick `span_of`: it looks a line up once, and the characters of most lines stand side by side."""
    file = text.file
    starts: list[int] = []
    ends: list[int] = [0]
    offset = 0
    for line in text.text.splitlines(keepends=True):
        span, size = text.span_of(offset, offset + len(line)), len(line)
        if span.end - span.start == size:
            starts += range(span.start, span.end)
            ends += range(span.start + 1, span.end + 1)
        else:
            for i in range(offset, offset + size):
                one = text.span_of(i, i + 1)
                starts.append(one.start)
                ends.append(one.end)
        offset += size
    starts.append(ends[-1])

    def place(start: int, end: int) -> Span:
        return Span(file, starts[start], ends[end] if end > start else starts[start])

    return place
