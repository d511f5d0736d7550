"""Warnings that the content itself allows, with a reason: `# allow never: the pack that makes it hold is to come`.

The word is `allow`, since that is what its writer does: the warning is right, and is let pass. Only warnings can be
allowed. An error keeps a fight from running, and a comment that hid one would only move it to a worse place.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from interpreter.library.content import Content
from interpreter.source.diagnostics import Diagnostics, suggestion
from interpreter.source.nodes import Mapping, Node, Scalar
from interpreter.source.text import SourceFile, Span

# What is said of such comments: warnings, for a comment never keeps anything from running; but nothing allows them.
OWN = ("cannot-allow", "missing-reason", "nothing-to-allow", "unknown-code")

_COMMENT = re.compile(
    r"(?:^|(?<=[ \t]))#[ \t]*[aA]llow[ \t]+(?P<code>[\w-]+)[ \t]*(?P<colon>:?)[ \t]*(?P<reason>.*)", re.MULTILINE
)
_TEXT_OR_COMMENT = re.compile(r'"[^"\n]*"|#')


@dataclass(slots=True)
class _Allowance:
    """A comment that allows the warnings with a code that begin on a line."""

    named: Span
    reason: str
    line: int
    used: bool = False


def allow(contents: Iterable[Content], rules: Iterable[Scalar], found: Diagnostics) -> Diagnostics:
    """The findings without those that are allowed, and with what is wrong about the comments that allow them.

    `rules` are the texts that were read as rules: a `#` in them begins a comment, and in other texts it does not.
    """
    nodes = [node for content in contents for node in _nodes(content)]
    files = {node.file.path: node.file for node in nodes}
    files = {path: file for path, file in files.items() if "llow" in file.text and _COMMENT.search(file.text)}
    if not files:
        return found
    texts = {(text.file.path, text.start) for text in rules}
    told = Diagnostics()
    allowances: dict[tuple[str, str, int], _Allowance] = {}
    for path, file in files.items():
        blocks = {block.start: block for node in nodes if node.file.path == path for block in _blocks(node)}
        for one in _allowances(file, blocks, texts):
            if _is_usable(one, told) and allowances.setdefault((path, one.named.text, one.line), one) is not one:
                message = f"`{one.named.text}` is allowed twice on line {one.line}"
                _warn(told, "nothing-to-allow", message, one, "keep one of the two comments")
    for diagnostic in found:
        fitting = allowances.get((diagnostic.span.file.path, diagnostic.code, diagnostic.span.line))
        if fitting is None or diagnostic.severity == "error":
            told.add(diagnostic)
        else:
            fitting.used = True
    # Where there are errors, not everything is looked for that could be warned of.
    for one in allowances.values() if not found.has_errors else ():
        if not one.used:
            message = f"nothing on line {one.line} is found to be `{one.named.text}`"
            _warn(told, "nothing-to-allow", message, one, "take the comment out, or write it beside what it allows")
    return told


def _is_usable(one: _Allowance, told: Diagnostics) -> bool:
    """Whether a comment can allow something; what is wrong about it is reported."""
    from interpreter.source.explanations import explanations

    code, known = one.named.text, explanations()
    if code not in known:
        _warn(told, "unknown-code", f"no finding has the code `{code}`", one, suggestion(code, known, "code"))
    elif code in OWN:
        _warn(told, "cannot-allow", f"`{code}` is about such comments, and cannot be allowed", one, "mend the comment")
    elif known[code].severity == "error":
        message = f"`{code}` is an error, and only warnings can be allowed"
        _warn(told, "cannot-allow", message, one, f"mend it; `turnwright explain {code}` says how")
    else:
        if not one.reason:
            help = f"write it behind a colon: `# allow {code}: it is for a pack to come`"
            _warn(told, "missing-reason", f"why `{code}` is allowed is not said", one, help)
        return True
    return False


def _warn(told: Diagnostics, code: str, message: str, one: _Allowance, help: str) -> None:
    told.warning(code, message, one.named, phase="check", help=help)


# --- finding the comments -------------------------------------------------------------------------------------


def _nodes(content: Content) -> Iterator[Node]:
    """All that the files of a ruleset or a vocabulary hold."""
    yield content.ruleset.node
    if content.rulebook is not None:
        yield content.rulebook
    for pieces in [*content.pieces.values(), content.scenarios]:
        yield from (piece.node for piece in pieces.values())
    yield from (piece.node for piece in content.abouts)


def _blocks(node: Node) -> Iterator[Scalar]:
    """The texts in which a `#` may be no comment of YAML: those in quotes or in a block."""
    if isinstance(node, Scalar):
        if node.style != "plain":
            yield node
    elif isinstance(node, Mapping):
        for key, value in node.items:
            yield from _blocks(key)
            yield from _blocks(value)
    else:
        for item in node.items:
            yield from _blocks(item)


def _allowances(file: SourceFile, blocks: dict[int, Scalar], rules: set[tuple[str, int]]) -> list[_Allowance]:
    starts = sorted(blocks)
    made: list[_Allowance] = []
    below: dict[int, int] = {}
    # From the last one up: comments that stand alone, one below the other, are all about the line below them.
    for found in reversed(list(_COMMENT.finditer(file.text))):
        before = bisect_left(starts, found.start())
        around = blocks[starts[before - 1]] if before else None
        if not _is_meant(found) or not _is_comment(found.start(), file, around, rules):
            continue
        line = file.position(found.start())[0]
        if _stands_alone(found.start(), file):
            below[line] = below.get(line + 1, line + 1)
            line = below[line]
        reason = found["reason"].strip() if found["colon"] else ""
        made.append(_Allowance(Span(file, *found.span("code")), reason, line))
    return made[::-1]


def _is_meant(found: re.Match[str]) -> bool:
    """Whether it is no sentence that happens to begin with `allow`."""
    return (
        bool(found["colon"]) or not found["reason"] or "-" in found["code"] or found["reason"][0] in "-,;(\u2013\u2014"
    )


def _stands_alone(at: int, file: SourceFile) -> bool:
    line, column = file.position(at)
    return not file.line_text(line)[: column - 1].strip()


def _is_comment(at: int, file: SourceFile, around: Scalar | None, rules: set[tuple[str, int]]) -> bool:
    """Whether a `#` begins a comment, of YAML or of the rules; `around` is the last such text that begins before it."""
    if around is None or at >= around.end:
        return True
    if around.style not in ("literal", "folded"):
        return False
    line, column = file.position(at)
    if line == around.span.line:
        return True
    if (file.path, around.start) not in rules:
        return False
    marks = _TEXT_OR_COMMENT.finditer(file.line_text(line))
    first = next((mark.start() for mark in marks if mark[0] == "#"), column)
    return first < column
