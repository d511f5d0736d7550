"""What a message about an unknown name ends with: what was meant, or what there is where that is little."""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.source.diagnostics import MAX_NAMED, nearest, suggestion


def hint(word: str, known: Iterable[str], what: str, more: str = "") -> str:
    """The end of a message: the nearest name, or the names where they are few; of many, only how to see `more` of them.

    >>> hint("lmap", ["lamp", "lily"], "entry")
    '; did you mean `lamp`?'
    >>> hint("reed", map(str, range(99)), "entry", "`turnwright compendium` lists all")
    '; `turnwright compendium` lists all'
    """
    names = set(known)
    if len(names) > MAX_NAMED and nearest(word, names) is None:
        return f"; {more}" if more else ""
    return f"; {suggestion(word, names, what)}"
