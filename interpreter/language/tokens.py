"""What the lexer makes of a text, and what goes wrong with one."""

from __future__ import annotations

from typing import NamedTuple


class Token(NamedTuple):
    """A word or mark, or one of `_NL`, `_INDENT` and `_DEDENT`, which are empty; `start` and `end` are offsets."""

    type: str
    text: str
    start: int
    end: int


class SyntaxProblem(Exception):
    """What is wrong with a text; `start` and `end` are offsets in it."""

    def __init__(self, code: str, message: str, start: int, end: int, help_text: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.start = start
        self.end = end
        self.help_text = help_text
