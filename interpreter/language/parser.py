"""The parser: the text of one YAML field to its tree, or to diagnostics that say what is wrong with it."""

from __future__ import annotations

import re
from functools import cache, partial
from itertools import chain
from typing import Any, NamedTuple

from interpreter.language.lalr import Table, TooDeep, Unexpected
from interpreter.language.lexer import MAX_TEXT, RulesLexer
from interpreter.language.misspelt_words import misspelt_word
from interpreter.language.mistake import Mistake
from interpreter.language.syntax import Block, Define, Expr, Rule, Until
from interpreter.language.syntax_errors import unexpected
from interpreter.language.syntax_habits import habit_help
from interpreter.language.tables import tables
from interpreter.language.tokens import SyntaxProblem, Token
from interpreter.language.tree import Builder, Place
from interpreter.source.diagnostics import Diagnostics
from interpreter.source.nodes import Scalar
from interpreter.source.text import Span


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


def keywords() -> list[str]:
    """The words that are part of the language itself, in alphabetical order."""
    return sorted(word for word in _machine().lexer.types if word.isidentifier())


class _Machine(NamedTuple):
    lexer: RulesLexer
    table: Table


@cache
def _machine() -> _Machine:
    """The lexer and the tables, made once of the grammar."""
    data = tables()
    return _Machine(RulesLexer(data["types"]), Table(data, Builder))


# Where a rule or define begins: there the parser starts afresh, so that each is told its own mistake.
_TOP_LEVEL = re.compile(r"^(?:before|after|first|define)\b", re.MULTILINE)


def _parts(start: str, text: str) -> list[tuple[int, int]]:
    """The parts of a text that are read on their own: of rules each one, of the rest all."""
    cuts = [found.start() for found in _TOP_LEVEL.finditer(text)] if start == "rules" else []
    if not cuts or text[: cuts[0]].strip():
        cuts.insert(0, 0)
    return list(zip(cuts, [*cuts[1:], len(text)], strict=True))


def _parse(start: str, text: Scalar, diagnostics: Diagnostics) -> Any:
    """What the start symbol makes of the text; None after an error."""
    if start in text.trees:
        return text.trees[start]
    problems: list[SyntaxProblem] = []
    found: list[Any] = []
    if len(text.text) > MAX_TEXT:
        problems.append(_too_long(text.text))
    else:
        place = _places(text)
        for begin, end in _parts(start, text.text):
            try:
                found.append(_tree(start, text.text, begin, end, place))
            except SyntaxProblem as mistake:
                problems.append(mistake)
    for problem in problems:
        span = text.span_of(problem.start, problem.end)
        help_text = _FOLDED if _is_folded(text, problem.start) else problem.help_text
        diagnostics.error(problem.code, problem.message, span, phase="parse", help=help_text)
    if problems:
        return None
    text.trees[start] = tree = tuple(chain.from_iterable(found)) if start == "rules" else found[0]
    return tree


_FOLDED = "all lines are read as one here: write `|` behind the key, with each line on a line of its own below it"


def _is_folded(text: Scalar, at: int) -> bool:
    """Whether what stands at an offset begins a line in the file, and none in the text that is read."""
    before = len(text.text[:at].rstrip(" "))
    if not before or "\n" in text.text[before - 1 : at]:
        return False
    return text.span_of(before - 1, before).line != text.span_of(at, at).line


def _tree(start: str, text: str, begin: int, end: int, place: Place) -> Any:
    """What the start symbol makes of a part of the text; raises SyntaxProblem."""
    lexer, table = _machine()
    tokens = lexer.tokens(text, begin, end)
    last = tokens[-1].end if tokens else begin
    tokens.append(Token("$END", "", last, last))
    builder = Builder(place)
    try:
        tree = table.parse(start, tokens, builder)
    except Unexpected as found:
        following = partial(table.following, start)
        raise _meant(Mistake(start, tokens, found.index, following)) from None
    except TooDeep as found:
        raise _too_deep(found.start, found.end) from None
    if builder.script_only and start != "script":
        raise _script_only(*builder.script_only[0])
    return tree


def _meant(mistake: Mistake) -> SyntaxProblem:
    """What is said of a mistake: a word that is misspelt, or what is written so elsewhere, goes before the rest."""
    problem = unexpected(mistake)
    if (problem.help_text or "").startswith("did you mean"):
        return problem
    misspelt = misspelt_word(mistake.tokens, mistake.index, mistake.following, _machine().lexer.types)
    if misspelt is None:
        problem.help_text = habit_help(mistake) or problem.help_text
    return misspelt or problem


def _too_long(text: str) -> SyntaxProblem:
    message = f"this text has {len(text):,} characters; at most {MAX_TEXT:,} are read"
    return SyntaxProblem("too-long", message, MAX_TEXT, len(text), "share it out among several entries")


def _too_deep(start: int, end: int) -> SyntaxProblem:
    message = "too much is joined together here"
    return SyntaxProblem("too-deep", message, start, end, "give a part of it a name with `let`")


def _script_only(word: str, start: int, end: int) -> SyntaxProblem:
    message = f"`{word}` can stand only in the `do:` of an example, a scenario or a policy"
    return SyntaxProblem("script-only", message, start, end)


def _places(text: Scalar) -> Place:
    """A quick `span_of`."""
    file = text.file
    starts, ends = text.ranges()
    starts.append(ends[-1] if ends else text.end)
    ends.insert(0, 0)

    def place(start: int, end: int) -> Span:
        return Span(file, starts[start], ends[end] if end > start else starts[start])

    return place
