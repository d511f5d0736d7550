"""Syntax errors in the words of those who write rules."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.language.tokens import SyntaxProblem, Token
from interpreter.source.diagnostics import quoted


def unreadable(text: str, start: int, end: int) -> SyntaxProblem:
    """The problem of characters that make no word, number or mark."""
    return SyntaxProblem("syntax", f"{quoted(text[start:end])} means nothing here", start, end)


def unexpected(tokens: list[Token], token: Token, accepts: Callable[[str], bool]) -> SyntaxProblem:
    """The problem of a token that cannot stand where it stands; `accepts` says which kinds could."""
    return SyntaxProblem("syntax", f"{quoted(token.text)} cannot stand here", token.start, token.end)
