"""What the YAML parser could not read, said in our own words: what stands there, and how to mend it.

The parser's sentences only serve to tell the faults apart; both of PyYAML's parsers, whose wordings differ,
are known.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from interpreter.source.diagnostics import Diagnostic, Label, quoted
from interpreter.source.nodes import Scalar
from interpreter.source.text import SourceFile, Span


@dataclass(frozen=True, slots=True)
class Fault:
    """Where a parser stopped: at offset `at`, while reading what began at `since`.

    `words` are the parser's own; `last` is the last scalar before, `opened` where the innermost open bracket
    stands.
    """

    file: SourceFile
    words: str
    at: int
    since: int | None
    last: Scalar | None
    opened: int | None

    @property
    def character(self) -> str:
        """The character at which the parser stopped; empty at the end of the file."""
        return self.file.text[self.at : self.at + 1]

    @property
    def line_before(self) -> str:
        """What stands on the line before that character."""
        text = self.file.text
        return text[text.rfind("\n", 0, self.at) + 1 : self.at]

    @property
    def line_rest(self) -> str:
        """What stands on the line from that character on, without blanks at its end."""
        return self.file.text[self.at :].partition("\n")[0].rstrip()

    @property
    def starts_line(self) -> bool:
        """Whether only blanks stand before that character on its line."""
        return not self.line_before.strip()

    def error(
        self,
        code: str,
        message: str,
        help_text: str,
        *,
        start: int | None = None,
        length: int = 1,
        label: tuple[int, str] | None = None,
    ) -> Diagnostic:
        """The finding: at `start` (default: `at`), with a second place where one is given."""
        start = self.at if start is None else start
        end = min(start + length, len(self.file.text))
        labels = () if label is None else (Label(Span(self.file, label[0], label[0] + 1), label[1]),)
        span = Span(self.file, start, max(start, end))
        return Diagnostic(code, "error", "read", message, span, labels=labels, help=help_text)


def describe(fault: Fault) -> Diagnostic:
    """The finding that a fault is told to the user as."""
    odd = _odd_blank(fault) or _unspaced(fault)
    if odd is not None:
        return odd
    if fault.character == "\t" or "\t" in fault.line_before[: _indent(fault.line_before)]:
        return tab(fault.file, fault.at - len(fault.line_before) + max(fault.line_before.find("\t"), 0))
    for words, teller in _TELLERS:
        if words in fault.words:
            return teller(fault)
    return _unreadable(fault)


def tab(file: SourceFile, at: int) -> Diagnostic:
    """A tab where only spaces may stand; `at` is an offset on or before it, on its line."""
    at = max(file.text.find("\t", at), at)
    help_text = "indent with spaces (an editor can be set to write spaces for tabs)"
    message = "a tab stands where YAML wants spaces"
    return Diagnostic("tab-indentation", "error", "read", message, Span(file, at, at + 1), help=help_text)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))


def _unclosed_quote(fault: Fault) -> Diagnostic:
    start = fault.at if fault.since is None else fault.since
    message = "this quote is never closed"
    return fault.error("unclosed-quote", message, "write the same quote at the end of the text", start=start)


_ESCAPE = re.compile(r"\\(?:x[0-9a-fA-F]{0,2}|u[0-9a-fA-F]{0,4}|U[0-9a-fA-F]{0,8}|.)")


def _bad_escape(fault: Fault) -> Diagnostic:
    text = fault.file.text
    start = text.rfind("\\", fault.since or 0, fault.at + 1)
    escape = _ESCAPE.match(text, start)
    if escape is None:
        return _unreadable(fault)
    message = f"{quoted(escape[0])} is not an escape that double-quoted text knows"
    help_text = "write `\\\\` for a backslash, or use single quotes, which know no escapes"
    return fault.error("bad-escape", message, help_text, start=start, length=len(escape[0]))


def _bad_block(fault: Fault) -> Diagnostic:
    start = fault.at if fault.since is None else fault.since
    mark = fault.file.text[start : start + 1]
    message = f"after `{mark}` nothing more may stand on the line"
    help_text = f"begin the text on the next line, indented; to begin a value with `{mark}`, put it in quotes"
    return fault.error("bad-block", message, help_text, length=max(len(fault.line_rest), 1))


def _needs_quotes(fault: Fault) -> Diagnostic:
    start = fault.at if fault.since is None else fault.since
    character = fault.file.text[start : start + 1]
    if fault.since is not None and fault.at == start and not character:
        return _unreadable(fault)
    message = f"text cannot begin with {quoted(character)} unless it is quoted"
    return fault.error("needs-quotes", message, "put the text in quotes", start=start)


def _tag(fault: Fault) -> Diagnostic:
    start = fault.at if fault.since is None else fault.since
    help_text = "delete it; text that begins with `!` must stand in quotes"
    return fault.error("tag-not-allowed", "tags are not used here", help_text, start=start)


def directive(file: SourceFile, at: int) -> Diagnostic:
    """A line such as `%YAML 1.2` at the head of a file."""
    span = Span(file, at, at + 1)
    message = "lines that begin with `%` are not used here"
    return Diagnostic("directive-not-allowed", "error", "read", message, span, help="delete the line")


def _directive(fault: Fault) -> Diagnostic:
    return directive(fault.file, fault.at if fault.since is None else fault.since)


_QUOTE_OR_BLOCK = "put the text in quotes, or begin it with `|` and go on, indented, on the next line"


def _stray_colon(fault: Fault) -> Diagnostic:
    last = fault.last
    if last is not None and last.style in ("single", "double") and last.end == fault.at:
        return _long_key(fault)
    if last is not None and not re.search(r":(\s|$)", fault.line_before):
        return _deeper_line(fault, last)
    message = "a second `:` on this line: text that holds one must be quoted"
    unmarked = _unmarked(fault)
    return fault.error("stray-colon", message, f"put the text in quotes; {unmarked}" if unmarked else _QUOTE_OR_BLOCK)


def _colon_at_end(fault: Fault) -> Diagnostic:
    message = "inside brackets no value can end with `:`"
    label = None if fault.opened is None else (fault.opened, "opened here")
    return fault.error("stray-colon", message, "put the text in quotes, or write a space after the colon", label=label)


def _long_key(fault: Fault) -> Diagnostic:
    start = fault.at if fault.last is None else fault.last.start
    length = fault.at - start
    message = "a key must be text on one line"
    return fault.error("complex-key", message, "write the key on one line", start=start, length=length)


def _deeper_line(fault: Fault, last: Scalar) -> Diagnostic:
    """A plain value that went on over a line that was meant as a key."""
    before = Fault(fault.file, "", last.start, None, None, None)
    if before.starts_line:
        return _keyless(before)
    start = fault.at - len(fault.line_before.lstrip())
    message = "this key is indented deeper than the line above, which already has a value"
    help_text = "indent it like the keys it belongs to, or quote text that goes on over several lines"
    length, label = fault.at - start, (last.start, "the value begins here")
    return fault.error("wrong-indentation", message, help_text, start=start, length=length, label=label)


_ODD_BLANK = re.compile(r"(?:[ -]*|[ -]*\w+:)(?P<blank>[\u00a0\u2000-\u200a\u202f\u3000])")


def _odd_blank(fault: Fault) -> Diagnostic | None:
    """A blank that looks like a space and is none, where a space is what gives a line its meaning."""
    text = fault.file.text
    for at in (fault.at, fault.since, None if fault.last is None else fault.last.start):
        found = None if at is None else _ODD_BLANK.match(text, text.rfind("\n", 0, at) + 1)
        if found is not None:
            message = f"this blank is not a common one (it is U+{ord(found['blank']):04X})"
            code = "wrong-indentation" if ":" not in found[0] else "missing-colon"
            return fault.error(code, message, "write a space in its place", start=found.start("blank"))
    return None


_UNSPACED = re.compile(r" *(?P<mark>-)[a-z_]\w*:(?:\s|$)")


def _unspaced(fault: Fault) -> Diagnostic | None:
    """A `-` that is meant to begin an item, with nothing behind it that would make it one."""
    text = fault.file.text
    for at in (fault.at, fault.since, None if fault.last is None else fault.last.start):
        found = None if at is None else _UNSPACED.match(text, text.rfind("\n", 0, at) + 1)
        if found is not None:
            return unspaced(fault.file, found.start("mark"))
    return None


def unspaced(file: SourceFile, at: int) -> Diagnostic:
    """A `-` at an offset, right behind which a key begins."""
    message = "an item of a list begins with `- `, and here there is no space behind the `-`"
    help_text = "put a space behind the `-`"
    return Diagnostic(
        "mixed-list-and-mapping", "error", "read", message, Span(file, at, at + 1), help=help_text, fix="- "
    )


def _unmarked(fault: Fault) -> str | None:
    """Help where a line stands under a key that nothing follows, and so is perhaps meant as text."""
    *above, line = fault.file.text[: fault.at].split("\n")
    depth = _indent(line)
    for earlier in reversed(above):
        if earlier.strip() and _indent(earlier) < depth:
            key = re.fullmatch(r"(?:[ -]*)(\w+):\s*", earlier)
            return f"if what stands under `{key[1]}` is text, such as rules, write `{key[1]}: |`" if key else None
    return None


def _missing_colon(fault: Fault) -> Diagnostic:
    start = fault.at if fault.since is None else fault.since
    return _keyless(Fault(fault.file, "", start, None, None, None))


def _keyless(fault: Fault) -> Diagnostic:
    """A line among keys that has no colon; `at` is where it begins."""
    words = fault.line_rest
    message = f"{quoted(words)} has no `:` after it"
    unmarked = _unmarked(fault) or "indent a line that belongs to the text above"
    help_text = f"write a key as `key: value`; {unmarked}"
    if ":" in words:
        message = f"{quoted(words)} has no space after its `:`"
        help_text = "write a space after the colon"
    return fault.error("missing-colon", message, help_text, length=len(words))


def _complex_key(fault: Fault) -> Diagnostic:
    help_text = "write the key as `key: value`; text that begins with `?` must stand in quotes"
    return fault.error("complex-key", "`?` begins a key that is no plain text", help_text)


def _misplaced_list(fault: Fault) -> Diagnostic:
    message = "a list cannot begin on the line of its key"
    help_text = "begin it on the next line, or write `[one, two]`; put text that begins with `- ` in quotes"
    return fault.error("misplaced-list", message, help_text)


def _unexpected(fault: Fault) -> Diagnostic:
    """Something stands where a block goes on with a key or an item, or ends."""
    if not fault.starts_line:
        return _behind_value(fault)
    if fault.character == ":":
        return fault.error("missing-key-name", "there is no key before this `:`", "write the key before it")
    in_list = "block collection" in fault.words
    last = fault.last
    if last is not None and last.style in ("literal", "folded") and not _lines_between(fault, last):
        message = "this line is indented less than the first line of the text above"
        help_text = "indent every line of the text at least as far as its first line"
        label = (last.start, "the text begins here")
        return fault.error("wrong-indentation", message, help_text, length=len(fault.line_rest), label=label)
    item = bool(re.match(r"-(\s|$)", fault.line_rest))
    if item != in_list and _same_column(fault):
        return _mixed(fault, in_list)
    message = "this line does not line up with any of the lines above that it could belong to"
    help_text = "indent it like the keys or list items it belongs to"
    return fault.error(
        "wrong-indentation", message, help_text, length=len(fault.line_rest), label=_beginning(fault, in_list)
    )


def _beginning(fault: Fault, in_list: bool) -> tuple[int, str] | None:
    what = "list" if in_list else "mapping"
    return None if fault.since is None else (fault.since, f"this {what} begins here")


def _lines_between(fault: Fault, last: Scalar) -> bool:
    return bool(fault.file.text[last.end : fault.at].strip())


def _same_column(fault: Fault) -> bool:
    return fault.since is not None and fault.file.position(fault.since)[1] == fault.file.position(fault.at)[1]


def _mixed(fault: Fault, in_list: bool) -> Diagnostic:
    if in_list:
        message = "a key stands among the items of a list"
        help_text = "begin the line with `- `, or indent it like the key it belongs to"
    else:
        message = "a list item stands among the keys of a mapping"
        help_text = "give the list a key of its own, and write its items under it"
    return fault.error(
        "mixed-list-and-mapping",
        message,
        help_text,
        length=len(fault.line_rest),
        label=_beginning(fault, in_list),
    )


_KEY_LINE = re.compile(r"\n *(?:- +)*\w+:(?:\s|$)")


def _behind_value(fault: Fault) -> Diagnostic:
    """Something stands behind a value that was already complete."""
    before = fault.line_before.rstrip()[-1:]
    last = fault.last
    words, label = fault.line_rest, None
    if before in ("'", '"') and last is not None and _KEY_LINE.search(fault.file.text, last.start, last.end):
        # It went on to the beginning of the next text in quotes.
        message = "this quote is not closed where its text ends"
        label = (fault.at, "it goes on to the quote before this")
        help_text = "write the same quote at the end of the text"
        return fault.error("unclosed-quote", message, help_text, start=last.start, label=label)
    if before in ("'", '"'):
        message = f"{quoted(words)} stands behind the closing quote"
        help_text = "quote the whole text; inside single quotes write `''`, inside double quotes `\\\"`"
        if last is not None:
            label = (last.start, "the quoted text begins here")
    elif before in ("]", "}"):
        message = f"{quoted(words)} stands behind the closing `{before}`"
        help_text = f"delete it, or put the whole value in quotes if `{before}` is part of a text"
    else:
        return _unreadable(fault)
    return fault.error("text-after-value", message, help_text, length=len(words), label=label)


def _after_end(fault: Fault) -> Diagnostic:
    if not fault.starts_line:
        return _behind_value(fault)
    message = f"{quoted(fault.line_rest)} stands where the file should end"
    help_text = "indent it like the first line of the file if it belongs to it, or delete it"
    return fault.error("text-after-end", message, help_text, length=len(fault.line_rest))


def _in_brackets(fault: Fault) -> Diagnostic:
    opened = fault.since if fault.since is not None else fault.opened
    if opened is None:
        return _unreadable(fault)
    bracket = fault.file.text[opened : opened + 1]
    closing = {"[": "]", "{": "}"}.get(bracket, "")
    if not fault.character:
        message = f"this `{bracket}` is never closed"
        return fault.error("unclosed-bracket", message, f"write `{closing}` behind its last value", start=opened)
    label = (opened, "opened here")
    if fault.character == ":":
        if fault.file.position(opened)[0] != fault.file.position(fault.at)[0]:
            message = f"this `:` cannot stand here; the `{bracket}` before it is still open"
            help_text = f"close it with `{closing}`, or write `,` between its values"
            return fault.error("unclosed-bracket", message, help_text, label=label)
        message = "a second `:` in one value: text that holds one must be quoted"
        return fault.error("stray-colon", message, "put the text in quotes", label=label)
    message = f"expected `,` or `{closing}`, found {quoted(fault.line_rest)}"
    help_text = f"write `,` between values and `{closing}` at the end; put text that holds brackets in quotes"
    return fault.error("missing-comma", message, help_text, label=label)


def _no_value(fault: Fault) -> Diagnostic:
    if fault.opened is not None and not fault.character:
        return _in_brackets(Fault(fault.file, fault.words, fault.at, fault.opened, fault.last, fault.opened))
    found = f"found {quoted(fault.line_rest)}" if fault.line_rest else "found the end of the line"
    return fault.error("missing-value", f"expected a value, {found}", "write a value, or put the text in quotes")


def _too_deep(fault: Fault) -> Diagnostic:
    return fault.error("too-deep", "values are nested too deep", "write it with fewer levels")


def _unreadable(fault: Fault) -> Diagnostic:
    rest = fault.line_rest
    found = f"{quoted(rest)} cannot stand here" if rest else "the file ends too early, or a line is not complete"
    help_text = "check quotes, brackets, colons and the indentation here and in the line above"
    return fault.error("unreadable-yaml", found, help_text, length=max(len(rest), 1))


# In the order of asking: the earlier ones are part of sentences that hold the later ones.
_TELLERS: tuple[tuple[str, Callable[[Fault], Diagnostic]], ...] = (
    ("nesting depth", _too_deep),
    ("directive", _directive),
    ("found unexpected end of stream", _unclosed_quote),
    ("found unexpected document", _unclosed_quote),
    ("quoted scalar", _bad_escape),
    ("block scalar", _bad_block),
    ("an anchor", _needs_quotes),
    ("an alias", _needs_quotes),
    ("cannot start any token", _needs_quotes),
    ("mapping values are not allowed", _stray_colon),
    ("found unexpected ':'", _colon_at_end),
    ("mapping keys are not allowed", _complex_key),
    ("sequence entries are not allowed", _misplaced_list),
    ("simple key", _missing_colon),
    ("<document start>", _after_end),
    ("',' or", _in_brackets),
    ("node content", _no_value),
    ("parsing a block mapping", _unexpected),
    ("parsing a block collection", _unexpected),
    ("tag", _tag),
)
