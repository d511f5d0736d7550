"""`turnwright words`: the words that rules may use, all of them or one, as text, as markdown or for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from textwrap import wrap
from typing import Any

from interpreter.analysis.glossary import SECTIONS, Part, Word, core_words, words_of
from interpreter.commands.misuse import Misuse
from interpreter.commands.sound import checked, content_here
from interpreter.language.parser import keywords
from interpreter.library.filenames import typed
from interpreter.library.hints import hint
from interpreter.source.diagnostics import counted

GUIDE = "docs/language.md"
WIDTH = 110
# What has a page in the compendium, which says more of it.
WITH_PAGES = ("entry", "status", "marker", "action", "unit_kind")


def words(name: str | None, format: str, ruleset: str | None) -> int:
    """Show a word, or a section, or all words of the core and of a ruleset; 1 if that has errors.

    Raises Misuse for a word that there is not.
    """
    path = ruleset if ruleset is not None else content_here()
    found, of = core_words(), ""
    if path is not None:
        loaded = checked(path)
        if loaded is None:
            return 1
        assert loaded.texts is not None
        assert loaded.content is not None
        found, of = words_of(loaded.texts), loaded.content.name
    chosen = found if name is None else [word for word in found if word.means(name)]
    whole = name is None or not chosen
    is_part = False
    if not chosen:
        chosen = [word for word in found if word.section == name]
    if not chosen:
        chosen = [word for word in found if any(part.name == name for part in word.parts)]
        is_part = bool(chosen)
    more = "" if ruleset is None else typed(ruleset)
    if not chosen:
        assert name is not None
        raise Misuse(_unknown(name, found, of, more))
    if format == "json":
        print(
            json.dumps({"version": 1, "ruleset": of, "words": list(map(_record, chosen))}, ensure_ascii=False, indent=2)
        )
    elif format == "markdown":
        print("\n".join(_markdown(chosen)).rstrip())
    elif is_part:
        print("\n".join(_of_parts(chosen, str(name))))
    elif whole:
        print("\n".join(_list(chosen)).strip())
    else:
        print("\n\n".join(_pages(chosen, str(name), f" --ruleset {more}" if more else "")))
    return 0


def _unknown(name: str, found: Sequence[Word], of: str, ruleset: str) -> str:
    if name in keywords():
        return f"`{name}` is part of the language itself: {GUIDE} says how it is used"
    whose = f"in `{of}`" if of else "in the core; `--for RULESET` adds those of a ruleset"
    known = dict.fromkeys([*SECTIONS, *(word.name for word in found), *(p.name for w in found for p in w.parts)])
    command = f"turnwright words --for {ruleset}" if ruleset else "turnwright words"
    return f"there is no word `{name}` {whose}{hint(name, known, 'word', f'`{command}` lists all')}"


def _record(word: Word) -> dict[str, Any]:
    return {
        "section": word.section,
        "name": word.name,
        "written": list(word.written),
        "gives": word.gives,
        "says": word.says,
        "parts": [{"name": part.name, "type": part.type, "says": part.says} for part in word.parts],
        "place": word.place,
    }


def _told(word: Word) -> str:
    """What a word means, and what it is or gives, in sentences."""
    gives = f"gives {word.gives}" if word.gives and word.section in ("verbs", "functions") else word.gives
    return " ".join(_sentence(part) for part in (word.says, gives) if part)


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "." * (text[-1] not in ".!?")


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)


# --- as text ----------------------------------------------------------------------------------------------------


def _list(chosen: Sequence[Word]) -> Iterator[str]:
    for section, members in groupby(chosen, key=lambda word: word.section):
        yield f"\n{section.capitalize()}. {SECTIONS[section][1]}"
        for word in members:
            for line in word.written if section == "sentences" else [_listed(word.written) or word.name]:
                yield from _wrapped(line, 2)
            yield from _wrapped(_told(word) or _listed(word.members), 6)


def _of_parts(chosen: Sequence[Word], asked: str) -> Iterator[str]:
    """What has no page of its own: a field or a parameter of events, verbs and functions, with whose it is."""
    owners: dict[tuple[str, str], list[Word]] = {}
    for word in chosen:
        owners.setdefault(word.page, []).append(word)
    yield f"{asked}: part of {counted(len(owners), 'word')}"
    for found in owners.values():
        # An event of the core goes by how it is written.
        called = found[0].written[0] if found[0].section == "events" else found[0].name
        yield f"  {called}: {' and '.join(word.called for word in found)}"
        part = next(part for part in found[0].parts if part.name == asked)
        yield from _wrapped(_sentence(": ".join(filter(None, [part.type, part.says])) or part.name), 4)


def _pages(chosen: Sequence[Word], asked: str, ruleset: str) -> Iterator[str]:
    """A page for each word; an event of a ruleset and its verb share one."""
    for _, members in groupby(chosen, key=lambda word: word.page):
        found = list(members)
        yield "\n".join(_of_set(found[0], asked, ruleset) if found[0].section == "words" else _page(found))


def _page(found: Sequence[Word]) -> Iterator[str]:
    last = found[-1]
    yield f"{last.name}: {' and '.join(word.called for word in found)}"
    for word in found:
        for written in word.written:
            yield from _wrapped(f"after {written}" if word.section == "events" else written, 2)
    yield from _wrapped(_told(last), 2)
    for part in last.parts:
        yield from _wrapped(_part(part), 4)
    if last.place:
        yield f"  {last.place}"


def _of_set(word: Word, asked: str, ruleset: str) -> Iterator[str]:
    """A set of words, or the one of them that was asked for; `ruleset` makes the compendium look where this does."""
    if asked == word.name:
        yield f"{word.name}: {word.called}"
        for part in word.parts:
            yield from _wrapped(_part(part), 4)
        return
    yield f"{asked}: a word for {word.name.replace('_', ' ')}, one of {len(word.members)}"
    yield from _wrapped(next(part.says for part in word.parts if part.name == asked), 2)
    if word.name in WITH_PAGES:
        yield f"  `turnwright compendium {asked}{ruleset}` says more."
    else:
        yield from _wrapped(f"All of them: {_listed(word.members)}.", 2)


def _part(part: Part) -> str:
    return ": ".join([part.name, *filter(None, [part.type, part.says])])


def _wrapped(text: str, indent: int) -> list[str]:
    return wrap(text, WIDTH, initial_indent=" " * indent, subsequent_indent=" " * (indent + 4))


# --- as markdown ------------------------------------------------------------------------------------------------


def _markdown(chosen: Sequence[Word]) -> Iterator[str]:
    for section, members in groupby(chosen, key=lambda word: word.section):
        yield f"## {section.capitalize()}\n\n{SECTIONS[section][1]}\n"
        for word in members:
            written = _listed(f"`{form}`" for form in word.written or (word.name,))
            yield f"- **{written}**" + (f": {_told(word)}" if _told(word) else "")
            yield from (f"  - {_part(replace(part, name=f'`{part.name}`'))}" for part in word.parts)
        yield ""
