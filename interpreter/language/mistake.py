"""A token that cannot stand where it stands, and the questions that are asked of what stands around it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from interpreter.language.tokens import SyntaxProblem, Token
from interpreter.source.diagnostics import quoted

Following = Callable[[Iterable[str]], frozenset[str]]

EDGES = frozenset(("_NL", "_INDENT", "_DEDENT", "$END"))
VALUES = frozenset(("NAME", "NUMBER", "DICE", "STRING"))
_TERMINALS = {
    ":": "COLON",
    "(": "LPAR",
    ")": "RPAR",
    "[": "LSQB",
    "]": "RSQB",
    ",": "COMMA",
    ".": "DOT",
    "=": "EQUAL",
    "+=": "PLUS_EQUAL",
    "-=": "MINUS_EQUAL",
    "'s": "POSSESSIVE",
}


class Mistake:
    """A token that cannot stand where it stands, and what stands around it."""

    def __init__(self, start: str, tokens: list[Token], index: int, following: Following) -> None:
        self.start = start
        self.tokens = tokens
        self.index = index
        self.following = following
        self.token = tokens[index]
        self.before = tokens[index - 1] if index else None
        self.kinds = following(token.type for token in tokens[:index])
        """The kinds of token that could stand here."""

    @cached_property
    def line(self) -> list[Token]:
        """The tokens of the line before this one."""
        first = self.index
        while first and self.tokens[first - 1].type not in EDGES:
            first -= 1
        return self.tokens[first : self.index]

    @cached_property
    def statement(self) -> list[Token]:
        """The tokens of the statement before this one: of the line those behind the last `:` that opens a block."""
        first, depth = 0, 0
        for i, token in enumerate(self.line):
            depth += (token.text in "([") - (token.text in ")]") if token.type not in VALUES else 0
            if token.type == "COLON" and not depth:
                first = i + 1
        return self.line[first:]

    @cached_property
    def brackets(self) -> list[int]:
        """The places in the line of the brackets that are open."""
        places: list[int] = []
        for i, token in enumerate(self.line):
            if token.type in ("LPAR", "LSQB"):
                places.append(i)
            elif token.type in ("RPAR", "RSQB"):
                places.pop()
        return places

    @property
    def head(self) -> str:
        """The word that begins the statement."""
        return self.statement[0].text if self.statement else ""

    @property
    def ends(self) -> bool:
        """Whether it is the line's end that comes too early."""
        return self.token.type in EDGES

    @property
    def is_word(self) -> bool:
        """Whether the token is a word of the language."""
        return self.token.text.isalpha() and self.token.type not in VALUES

    def could_be(self, *words: str) -> bool:
        """Whether each of these words, marks or kinds of token could stand here."""
        return all(_TERMINALS.get(word, word.upper()) in self.kinds for word in words)

    @property
    def wants_value(self) -> bool:
        return self.could_be("NAME", "NUMBER", "STRING", "(")

    def goes_on_with(self, kind: str) -> bool:
        """Whether the text could go on behind a token of that kind in place of this one."""
        kinds = [token.type for token in self.tokens[: self.index]]
        return self.tokens[self.index + 1].type in self.following([*kinds, kind])

    @property
    def opens_block(self) -> bool:
        """Whether the line that the token stands in goes on to a `:` at its end."""
        end = next(at for at in range(self.index, len(self.tokens)) if self.tokens[at].type in ("_NL", "$END"))
        return self.tokens[end - 1].text == ":"

    @property
    def found(self) -> str:
        """The end of a message that says what was expected: what stands there instead."""
        return "" if self.ends else f", found {quoted(self.token.text)}"

    def problem(self, code: str, message: str, help_text: str | None = None) -> SyntaxProblem:
        """The problem at the token."""
        return SyntaxProblem(code, message, self.token.start, self.token.end, help_text)
