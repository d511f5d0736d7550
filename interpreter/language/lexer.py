"""The lexer: text to tokens, with indentation, comments and continued lines worked out on the way."""

from __future__ import annotations

import re

from interpreter.language.lexical_errors import MAX_DICE, MAX_DIGITS, unreadable
from interpreter.language.tokens import SyntaxProblem, Token

MAX_TEXT = 20_000
"""The longest text of one field, in characters."""

MAX_NESTING = 40
"""How deep brackets and blocks may stand inside of each other."""

CONTINUES = frozenset(("and", "or", "where", "such", "once", "by", "unasked"))
"""A line that begins with one of these goes on from the line before."""


# The blanks before a token belong to its match, so that a match is all that a token costs. Every character is
# matched by something: `stray` takes what nothing else wants.
_TOKEN = re.compile(
    r"""[ ]*+ (?:
      (?P<DICE>   [0-9]*+d[0-9]++ (?![\w.]) )
    | (?P<NAME>   [a-z_][a-z0-9_]*+ (?!\w) )
    | (?P<NUMBER> (?:0|[1-9][0-9]*+) (?:\.[0-9]++)? (?![\w.]) )
    | (?P<odd>    \.?[0-9][\w.]*+ )
    | (?P<STRING> "[^"\n]*+" )
    | (?P<wrong>  [!=]= | =[<>] | <> | && | \|\| | \*\* )
    | (?P<mark>   [<>+-]= | 's(?!\w) | [-+*/()\[\]:,.<>=] )
    | (?P<line>   (?:\#[^\n]*+)? (?:\n[ ]*+(?:\#[^\n]*+)?)++ )
    | (?P<end>    (?:\#[^\n]*+)? \Z )
    | (?P<stray>  [^\W\d]\w*+ | . )
    )""",
    re.VERBOSE,
)
_BLANK_LINES = re.compile(r"(?: *+(?:#[^\n]*+)?\n)*+( *)")
_BEFORE_COLON = re.compile(r" *:")
_BRACKETS = frozenset("()[]")
_CLOSING = {"(": ")", "[": "]"}


class RulesLexer:
    """Makes tokens of a text; `types` names the terminal of each keyword and mark."""

    def __init__(self, types: dict[str, str]) -> None:
        self.types = types

    def tokens(self, text: str, start: int = 0, end: int | None = None) -> list[Token]:
        """The tokens of a text or a part of it that begins a line; raises SyntaxProblem for what is none."""
        return _Reading(self.types, text, start, len(text) if end is None else end).read()


class _Reading:
    """One text being read: the tokens so far, the brackets that are open, and how far the blocks stand in."""

    __slots__ = ("brackets", "end", "indents", "start", "text", "tokens", "types")

    def __init__(self, types: dict[str, str], text: str, start: int, end: int) -> None:
        self.types = types
        self.text = text
        self.start = start
        self.end = end
        self.tokens: list[Token] = []
        self.brackets: list[tuple[str, int]] = []
        blank = _BLANK_LINES.match(text, start, end)
        assert blank is not None
        self.indents = [len(blank[1])]

    def read(self) -> list[Token]:
        types, text, tokens = self.types, self.text, self.tokens
        add = tokens.append
        for match in _TOKEN.finditer(text, self.start, self.end):
            kind = match.lastgroup
            assert kind is not None
            word, end = match[kind], match.end()
            start = end - len(word)
            if kind == "NAME":
                if word in types and not self._is_plain(end):
                    kind = types[word]
                add(Token(kind, word, start, end))
            elif kind == "mark":
                if word in _BRACKETS:
                    self._bracket(word, start)
                add(Token(types[word], word, start, end))
            elif kind == "line":
                self._line(end)
            elif kind == "end":
                break
            else:
                self._other(kind, word, start, end)
        self._finish()
        return tokens

    def _is_plain(self, end: int) -> bool:
        """Whether a keyword that ends here is a name: after a dot, and before the colon of an argument."""
        if self.tokens and self.tokens[-1].type == "DOT":
            return True
        return bool(self.brackets) and self._is_argument(end)

    def _is_argument(self, end: int) -> bool:
        """In the parentheses of a call, and not in those of a `define`, whose names are used as such."""
        return _BEFORE_COLON.match(self.text, end, self.end) is not None and self.tokens[0].type != "DEFINE"

    def _other(self, kind: str, text: str, start: int, end: int) -> None:
        if kind in ("wrong", "odd", "stray") or not self._within_limits(kind, text):
            raise unreadable(self.text, start, end)
        self.tokens.append(Token(kind, text, start, end))

    def _within_limits(self, kind: str, text: str) -> bool:
        if kind == "NUMBER":
            return len(text) <= MAX_DIGITS + ("." in text)
        if kind == "DICE":
            count, _, sides = text.partition("d")
            return all(len(n) <= 4 and 1 <= int(n) <= MAX_DICE for n in (count or "1", sides))
        return True

    def _bracket(self, mark: str, start: int) -> None:
        if mark in _CLOSING:
            self._deeper(start)
            self.brackets.append((mark, start))
            return
        if not self.brackets:
            message = f"this `{mark}` closes nothing"
            raise SyntaxProblem("unbalanced-bracket", message, start, start + 1, "delete it, or open it before")
        opening, _ = self.brackets.pop()
        if _CLOSING[opening] != mark:
            message = f"expected `{_CLOSING[opening]}` to close the `{opening}`, found `{mark}`"
            raise SyntaxProblem("unbalanced-bracket", message, start, start + 1)

    def _deeper(self, start: int) -> None:
        if len(self.brackets) + len(self.indents) > MAX_NESTING:
            message = f"brackets and blocks stand more than {MAX_NESTING} deep inside of each other"
            raise SyntaxProblem("too-deep", message, start, start + 1, "give a part of it a name with `let`")

    def _line(self, end: int) -> None:
        """A line has ended, and the next one that is not blank begins at `end`."""
        if self.brackets or not self.tokens or end == self.end:
            return
        next_word = _WORD.match(self.text, end, self.end)
        if next_word is not None and next_word[0] in CONTINUES:
            return
        self._indent(end, end - self.text.rfind("\n", self.start, end) - 1)

    def _indent(self, at: int, indent: int) -> None:
        self._add_empty("_NL")
        indents = self.indents
        if indent > indents[-1]:
            self._deeper(at)
            indents.append(indent)
            self._add_empty("_INDENT")
        while indent < indents[-1] and len(indents) > 1:
            indents.pop()
            self._add_empty("_DEDENT")
        if indent != indents[-1]:
            message = "this line stands in line with no line above it"
            help_text = "let it begin right under the line that it follows"
            raise SyntaxProblem("indentation", message, at, at + 1, help_text)

    def _add_empty(self, kind: str) -> None:
        place = self.tokens[-1].end
        self.tokens.append(Token(kind, "", place, place))

    def _finish(self) -> None:
        if self.brackets:
            mark, start = self.brackets[-1]
            message = f"this `{mark}` is never closed"
            raise SyntaxProblem("unbalanced-bracket", message, start, start + 1, f"add `{_CLOSING[mark]}`")
        if self.tokens:
            self._add_empty("_NL")
            for _ in self.indents[1:]:
                self._add_empty("_DEDENT")


_WORD = re.compile(r"[a-z]+\b", re.ASCII)
