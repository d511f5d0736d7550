"""`turnwright explain`: what a code of a finding means, with examples, or a list of all codes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import groupby
from textwrap import wrap
from typing import Any

from interpreter.commands.misuse import Misuse
from interpreter.library.hints import hint
from interpreter.source.explanations import Explanation, base_ruleset, explanations

GUIDE = "docs/language.md"
WIDTH = 100
PAGE_WIDTH = 120
ALL = """
Everything that `turnwright` finds wrong with content has a code, such as `unknown-name`. This page explains them all;
`turnwright explain CODE` shows one of them. An *error* must be mended before anything runs; a *warning* is worth a
look.
""".strip()
BASE = f"""
The examples belong to this small part of Rooftops, the ruleset of [{GUIDE}](language.md). An example that begins with
`ruleset:` stands alone; every other one is a file beside these.
""".strip()


def explain(code: str | None, format: str) -> int:
    """Explain a code; without one, list all. Raises Misuse for a code that there is not."""
    known = explanations()
    if code is not None and code not in known:
        raise Misuse(f"no finding has the code `{code}`{hint(code, known, 'code', '`turnwright explain` lists all')}")
    chosen = list(known.values()) if code is None else [known[code]]
    if format == "json":
        print(json.dumps({"version": 1, "codes": [_record(one) for one in chosen]}, ensure_ascii=False, indent=2))
    elif format == "markdown":
        print("\n".join(_page(chosen) if code is None else _section(chosen[0])).rstrip())
    else:
        print("\n".join(_list(chosen) if code is None else _text(chosen[0])).rstrip())
    return 0


def _record(one: Explanation) -> dict[str, Any]:
    record: dict[str, Any] = {
        "code": one.code,
        "severity": one.severity,
        "summary": one.summary,
        "means": one.means,
        "mend": one.mend,
    }
    if one.situation:
        return {**record, "situation": one.situation}
    return {**record, "file": one.file, "bad": one.bad, "line": one.at, "good": one.good}


def _groups(chosen: Iterable[Explanation]) -> Iterator[tuple[str, list[Explanation]]]:
    for title, members in groupby(chosen, key=lambda one: one.group):
        yield title, sorted(members, key=lambda one: one.code)


# --- as text --------------------------------------------------------------------------------------------------


def _list(chosen: list[Explanation]) -> Iterator[str]:
    width = max(len(one.code) for one in chosen)
    for title, members in _groups(chosen):
        yield f"{title}\n"
        for one in members:
            mark = " (a warning)" if one.severity == "warning" else ""
            yield f"  {one.code:<{width}}  {one.summary}{mark}"
        yield ""
    yield "`turnwright explain CODE` says more of one."


def _text(one: Explanation) -> Iterator[str]:
    yield f"{one.severity}[{one.code}]: {one.summary}\n"
    yield from _wrapped(one.means)
    if one.situation:
        yield from ("", *_wrapped(f"It is given when {one.situation}."))
    else:
        yield f"\nLine {one.at} of this gives it:\n"
        yield from _numbered(one.bad, one.at)
    yield from ("", *_wrapped(f"How to mend it: {one.mend}"))
    if one.good:
        yield "\nThis is right:\n"
        yield from _numbered(one.good, 0)
        yield from ("", *_wrapped(f"The examples belong to a small part of Rooftops, the ruleset of {GUIDE}."))


def _wrapped(text: str, width: int = WIDTH) -> list[str]:
    """Lines of a text; a code is not parted at its hyphens."""
    return wrap(text, width, break_on_hyphens=False, break_long_words=False)


def _numbered(text: str, marked: int) -> Iterator[str]:
    lines = text.splitlines()
    digits = len(str(len(lines)))
    for number, line in enumerate(lines, 1):
        yield f"{'>' if number == marked else ' '} {number:>{digits}} | {line}".rstrip()


# --- as markdown ----------------------------------------------------------------------------------------------


def _page(chosen: list[Explanation]) -> Iterator[str]:
    yield "# Codes\n"
    yield from _paragraph(ALL)
    for title, _ in _groups(chosen):
        yield f"- [{title}](#{title.lower().replace(',', '').replace(' ', '-')})"
    yield "- [The ruleset of the examples](#the-ruleset-of-the-examples)\n"
    for title, members in _groups(chosen):
        yield f"## {title}\n"
        for one in members:
            yield from _section(one)
    yield "## The ruleset of the examples\n"
    yield from _paragraph(BASE)
    for name, text in base_ruleset().items():
        yield f"`{name}`:\n"
        yield from _fence(text)


def _section(one: Explanation) -> Iterator[str]:
    mark = " (a warning)" if one.severity == "warning" else ""
    yield f"### {one.code}\n"
    yield from _paragraph(f"*{one.summary[:1].upper()}{one.summary[1:]}*{mark}. {one.means}")
    if one.situation:
        yield from _paragraph(f"It is given when {one.situation}.")
    else:
        yield f"Line {one.at} of this gives it:\n"
        yield from _fence(one.bad)
    yield from _paragraph(f"**How to mend it:** {one.mend}")
    if one.good:
        yield from _fence(one.good)


def _paragraph(text: str) -> list[str]:
    return [*_wrapped(text, PAGE_WIDTH), ""]


def _fence(text: str) -> Iterator[str]:
    yield f"```yaml\n{text.rstrip()}\n```\n"
