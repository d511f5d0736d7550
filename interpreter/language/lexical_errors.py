"""What is said of characters that make no word, number, text or mark of the language."""

from __future__ import annotations

import re
from fractions import Fraction

from interpreter.language.tokens import SyntaxProblem
from interpreter.source.diagnostics import quoted

MAX_DIGITS = 12
"""The most digits of a number."""

MAX_DICE = 1_000
"""The most dice of a term, and the most sides of a die."""

# What other languages, and typewriters of other tastes, write for it.
_INSTEAD = {
    "==": "is",
    "!=": "is not",
    "<>": "is not",
    "≠": "is not",
    "&&": "and",
    "&": "and",
    "||": "or",
    "|": "or",
    "!": "not",
    "=<": "<=",
    "≤": "<=",
    "=>": ">=",
    "≥": ">=",
    "\u2212": "-",  # the signs that word processors make of a minus
    "\u2013": "-",
    "\u2014": "-",
    "\u00d7": "*",
    "·": "*",
    "÷": "/",
}
_REASONS = {
    "\t": ("tab", "a tab stands here", "use spaces"),
    "\u00a0": ("syntax", "this blank is not a common one (it is U+00A0)", "write a space in its place"),
    "%": ("unknown-operator", "there is no `%`", None),
    "^": ("unknown-operator", "there is no `^`", "multiply"),
    "**": ("unknown-operator", "there is no `**`", "multiply"),
    ";": ("syntax", "`;` means nothing here", "write one statement a line"),
    "{": ("syntax", "`{` means nothing here", "what belongs together stands further in, below a line with `:`"),
    "}": ("syntax", "`}` means nothing here", "what belongs together stands further in, below a line with `:`"),
}
# Characters that nobody sees, and that come along when a text is copied.
_UNSEEN = frozenset("\u00ad\u200b\u200c\u200d\u2060\ufeff")
# What is shortened with `'t`, and what is written for it.
_SHORTENED = {"isn": "is not", "aren": "is not", "hasn": "lacks", "doesn": "lacks", "don": "lacks", "haven": "lacks"}
_QUOTES = "'\u2018\u2019“”„«»`\u00b4"
_LETTERS = re.compile(r"[^\W\d]\w*")
_SHORTENED_DICE = re.compile(r"([0-9]*)[dw]")
_BIG_DICE = re.compile(r"([0-9]*)[dD]([0-9]+)")


def unreadable(text: str, start: int, end: int) -> SyntaxProblem:
    """The problem of the characters `start` to `end` of a text."""
    written = text[start:end]
    if written in _INSTEAD:
        good = _INSTEAD[written]
        return SyntaxProblem("wrong-operator", f"there is no {quoted(written)}", start, end, f"write `{good}`")
    if written in _REASONS:
        code, message, help_text = _REASONS[written]
        return SyntaxProblem(code, message, start, end, help_text)
    if written[0].isdecimal() or written[0] == ".":
        return _number(written, start, end)
    if written == '"':
        return _open_text(text, start)
    if written in _QUOTES:
        return _quote(text, start)
    if _BIG_DICE.fullmatch(written):
        return _dice(written, start, end)
    letters = _LETTERS.match(text, start)
    if letters is not None:
        return _letters(letters[0], start)
    if written in _UNSEEN:
        message = f"a character stands here that cannot be seen (it is U+{ord(written):04X})"
        return SyntaxProblem("syntax", message, start, end, "delete it: put the cursor behind it and delete backwards")
    return SyntaxProblem("syntax", f"{quoted(written)} means nothing here", start, end)


def _open_text(text: str, start: int) -> SyntaxProblem:
    line_end = text.find("\n", start)
    end = len(text) if line_end < 0 else line_end
    message = "the text that begins here is not closed on its line"
    return SyntaxProblem("unclosed-text", message, start, end, 'add `"` where it ends')


def _quote(text: str, start: int) -> SyntaxProblem:
    written = text[start]
    if written in "'\u2019" and start and text[start - 1].isalnum():
        word = re.findall(r"[a-z]*$", text[:start])[0]
        if word in _SHORTENED:
            message = f"nothing is shortened here, as in {quoted(text[start - len(word) : start + 2])}"
            return SyntaxProblem("syntax", message, start - len(word), start + 2, f"write `{_SHORTENED[word]}`")
        message = f"only `'s` can follow a name, not {quoted(written)}"
        return SyntaxProblem("syntax", message, start, start + 1, "write `unit's turn`, or `unit.init` for a field")
    message = f'texts stand in `"`, not in {quoted(written)}'
    return SyntaxProblem("wrong-quotes", message, start, start + 1, 'write `"text"`')


def _letters(written: str, start: int) -> SyntaxProblem:
    end = start + len(written)
    if not written.isascii():
        message = f"{quoted(written)} is no name: names are made of the letters a to z, digits and `_`"
        return SyntaxProblem("bad-name", message, start, end)
    message = f"{quoted(written)} is no name: names are written in small letters"
    small = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", written).lower()
    return SyntaxProblem("bad-name", message, start, end, f"write {quoted(small)}")


def _number(written: str, start: int, end: int) -> SyntaxProblem:
    dice = _BIG_DICE.fullmatch(written)
    if dice is not None:
        return _dice(written, start, end)
    if _SHORTENED_DICE.fullmatch(written):
        message = f"the number of sides is missing in {quoted(written)}"
        return SyntaxProblem("bad-dice", message, start, end, f"write {quoted(f'{written[:-1]}d6')}")
    if not re.fullmatch(r"[0-9]*\.?[0-9]*", written):
        message = f"{quoted(written)} is neither a number nor dice"
        return SyntaxProblem("bad-number", message, start, end)
    if sum(character.isdecimal() for character in written) > MAX_DIGITS:
        message = f"a number has at most {MAX_DIGITS} digits"
        return SyntaxProblem("bad-number", message, start, end)
    message = f"{quoted(written)} is not how a number is written"
    whole, _, rest = written.partition(".")
    good = f"{int(whole or 0)}.{rest}" if rest else str(Fraction(whole))
    return SyntaxProblem("bad-number", message, start, end, f"write {quoted(good)}")


def _dice(written: str, start: int, end: int) -> SyntaxProblem:
    if "D" in written:
        message = f"{quoted(written)} is written with a small `d`"
        return SyntaxProblem("bad-dice", message, start, end, f"write {quoted(written.lower())}")
    message = f"{quoted(written)} cannot be thrown"
    help_text = f"write 1 to {MAX_DICE} dice of 1 to {MAX_DICE} sides each, as in `2d6`"
    return SyntaxProblem("bad-dice", message, start, end, help_text)
