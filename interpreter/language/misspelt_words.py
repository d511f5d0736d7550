"""A word of the language misspelt: found where the text would go on if the word were the one that is near."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from interpreter.language.lexer import CONTINUES
from interpreter.language.tokens import SyntaxProblem, Token
from interpreter.language.words import VERBS
from interpreter.source.diagnostics import nearest, quoted

_EDGES = frozenset(("_NL", "_INDENT", "_DEDENT", "$END"))

Following = Callable[[Iterable[str]], frozenset[str]]


def misspelt_word(
    tokens: Sequence[Token], index: int, following: Following, terminals: Mapping[str, str]
) -> SyntaxProblem | None:
    """The problem where a token cannot stand because a word before it, or the token itself, is misspelt.

    `following` says which kinds of token can follow others; `terminals` has the kind of each word.
    """
    words = {word: kind for word, kind in terminals.items() if word.isalpha()}
    begin = _line_start(tokens, index)
    continuing = _misspelt_continuation(tokens, index, begin, following, words)
    if continuing is not None:
        return continuing
    kinds = [token.type for token in tokens]
    for at in range(index, begin - 1, -1):
        token = tokens[at]
        if token.type != "NAME" or token.text in VERBS:
            continue
        before = following(kinds[:at])
        # At the mistake itself what follows must fit; further back all up to the mistake.
        last = at + 1 if at == index else index
        fitting = [
            word
            for word, kind in words.items()
            if kind in before
            and nearest(token.text, [word]) is not None
            and kinds[last] in following([*kinds[:at], kind, *kinds[at + 1 : last]])
        ]
        near = nearest(token.text, fitting)
        if near is not None:
            return _problem(token, near)
    return None


def _line_start(tokens: Sequence[Token], index: int) -> int:
    first = index
    while first and tokens[first - 1].type not in _EDGES:
        first -= 1
    return first


def _misspelt_continuation(
    tokens: Sequence[Token], index: int, begin: int, following: Following, words: Mapping[str, str]
) -> SyntaxProblem | None:
    """A line that would go on from the line before, if its first word were one of those that do that."""
    at = index if tokens[index].type in _EDGES else begin
    while at < len(tokens) and tokens[at].type in _EDGES:
        at += 1
    if at >= len(tokens) or tokens[at].type != "NAME":
        return None
    last = at
    while last and tokens[last - 1].type in _EDGES:
        last -= 1
    near = nearest(tokens[at].text, CONTINUES)
    if near is None or last == at or not last:
        return None
    kinds = [token.type for token in tokens]
    # All up to the mistake must fit; where the word itself is the mistake, what follows it.
    end = max(index, at + 1)
    if words[near] not in following(kinds[:last]):
        return None
    if kinds[end] not in following([*kinds[:last], words[near], *kinds[at + 1 : end]]):
        return None
    return _problem(tokens[at], near)


def _problem(token: Token, near: str) -> SyntaxProblem:
    message, help_text = f"{quoted(token.text)} cannot stand here", f"did you mean `{near}`?"
    return SyntaxProblem("syntax", message, token.start, token.end, help_text)
