"""`turnwright compendium`: the things of a ruleset as people read them, as text or as markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from textwrap import wrap

from interpreter.analysis.pages import KINDS, Page, Part, Row, find, page, pieces_of, title_of
from interpreter.analysis.plain_words import Line
from interpreter.commands.misuse import Misuse
from interpreter.commands.sound import checked, content_here
from interpreter.library import reading
from interpreter.library.content import (
    Content,
    ContentProblem,
    Piece,
    find_ruleset,
    is_pack,
    read_content,
    shipped_rulesets,
)
from interpreter.library.filenames import typed
from interpreter.library.hints import hint
from interpreter.library.imports import read_imports
from interpreter.library.merging import MAPPINGS, merged
from interpreter.source.diagnostics import Diagnostics
from interpreter.table.loading import load_folder

WIDTH = 110
HEADS = ("Given", "What is done", "Dice", "Outcome")
COLUMNS = (28, 34, 10, 29)
PLURALS = {
    "entry": "Entries",
    "status": "Statuses",
    "marker": "Markers",
    "action": "Actions",
    "unit": "Kinds of units",
}
CALLED = "entry, status, marker, action or kind of unit"


def compendium(name: str | None, format: str, ruleset: str | None) -> int:
    """Show the page of a thing, or a list of all, or of all in a folder; 1 if the content has errors."""
    markdown = format == "markdown"
    here = content_here()
    rulesets = [ruleset] if ruleset is not None else [here] if here is not None else shipped_rulesets()
    if name is None:
        print("\n\n".join("\n".join(_list(_read(path), markdown)) for path in rulesets))
        return 0
    known: list[str] = []
    declared: dict[str, str] = {}
    for path in rulesets:
        content = _read(path)
        if find(content, name) is None:
            known += [piece.name for piece in pieces_of(content)]
            for section in MAPPINGS:
                for key, _ in reading.mapping(content.ruleset.node, section):
                    declared.setdefault(key.text, path)
            for item in content.pieces["item"]:
                declared.setdefault(item, path)
            continue
        loaded = checked(path)
        if loaded is None or loaded.texts is None:
            return 1
        piece = find(loaded.texts.content, name)
        assert piece is not None
        made = page(loaded.texts, piece)
        print("\n".join(_markdown(made) if markdown else _text(made)))
        return 0
    if ruleset is None and (Path(name).exists() or name in rulesets):
        return compendium(None, format, name)
    raise Misuse(_unknown(name, known, declared.get(name), ruleset))


def _unknown(name: str, known: list[str], holder: str | None, ruleset: str | None) -> str:
    """What is said of a name that has no page; `holder` is the ruleset that declares it as something else."""
    here = content_here()
    if holder is not None:
        whose = "" if holder == here and ruleset is None else f" --for {typed(holder)}"
        return f"`{name}` is no {CALLED}: `turnwright words {name}{whose}` says what it is"
    if ruleset is not None:
        where, listing, elsewhere = f"in `{ruleset}`", f"turnwright compendium --ruleset {typed(ruleset)}", ""
    else:
        where = "in what ships" if here is None else f"in `{Path(here).name}`"
        listing, elsewhere = "turnwright compendium", " (`--ruleset FOLDER` looks elsewhere)"
    return f"there is no {CALLED} `{name}` {where}{hint(name, known, 'thing', f'`{listing}` lists all')}{elsewhere}"


def _read(path: str) -> Content:
    found = Diagnostics()
    folder = find_ruleset(path)
    if is_pack(folder):
        loaded = load_folder(folder)
        content = None if loaded.base is None else loaded.content
        if content is not None:
            return content
    else:
        content = read_content(folder, found, schemas=False)
    if content is None:
        raise ContentProblem(f"`{path}` cannot be read; `turnwright check {typed(path)}` says why")
    return merged(content, read_imports(content, found, schemas=False).found, found)


# --- the list -------------------------------------------------------------------------------------------------


def _list(content: Content, markdown: bool) -> Iterator[str]:
    title = reading.text(content.ruleset.node, "title") or content.name
    yield f"# {title}" if markdown else title
    # Of a pack, what it adds or replaces.
    foreign = content.imported if content.extended else ()
    own = [piece for piece in pieces_of(content) if piece.node.file.path not in foreign]
    for maker, pieces in groupby(sorted(own, key=_order), key=_maker):
        yield f"\n## {maker}\n" if markdown else f"\n{maker}"
        for piece in pieces:
            says = reading.text(piece.node, "says")
            told = f": {says}" if says else ""
            if markdown:
                yield f"- **{title_of(piece)}** (`{piece.name}`){told}"
            else:
                yield from _wrapped(f"{title_of(piece)} ({piece.name}){told}", "  ", "      ")


def _wrapped(text: str, first: str = "", rest: str = "", width: int = WIDTH) -> list[str]:
    return wrap(text, width, initial_indent=first, subsequent_indent=rest)


def _maker(piece: Piece) -> str:
    return reading.text(piece.node, "of") or PLURALS[piece.kind]


def _order(piece: Piece) -> tuple[bool, int, str, str]:
    """Entries of makers first, by maker; then what has none, by kind."""
    maker = reading.text(piece.node, "of")
    return not maker, 0 if maker else KINDS.index(piece.kind), maker, title_of(piece)


# --- a page as markdown ---------------------------------------------------------------------------------------


def _markdown(made: Page) -> Iterator[str]:
    yield f"# {made.title}\n"
    yield " · ".join([*_origin(made)]) + "\n"
    if made.says:
        yield f"{made.says}\n"
    for part in made.parts:
        if part.title:
            yield f"## {part.title}\n"
        for label, fact in part.facts:
            yield f"- **{label}:** {fact}."
        if part.facts:
            yield ""
        yield from _bullets(part.sentences)
    if made.rulebook:
        yield "## Rulebook\n"
        yield from (f"> {line}\n" for line in made.rulebook)
    if made.rows:
        yield "## Examples\n"
        yield _cells(["Example", *HEADS])
        yield _cells(["---"] * 5)
        for row in made.rows:
            cells = [_inline(row.given), _inline(row.done), row.dice or "none", _inline(row.outcome)]
            yield _cells([row.it, *cells])
        yield ""
    if made.terms:
        yield "## What the words mean\n"
        yield from _bullets(made.terms)


def _bullets(lines: Sequence[Line]) -> Iterator[str]:
    yield from (f"{'  ' * depth}- {text}" for depth, text in lines)
    if lines:
        yield ""


def _cells(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _inline(lines: Sequence[Line]) -> str:
    return "<br>".join("&nbsp;" * (2 * depth) + text for depth, text in lines)


def _origin(made: Page) -> Iterator[str]:
    yield "Kind of unit" if made.kind == "unit" else made.kind.capitalize()
    if made.maker:
        yield made.maker
    if made.published:
        yield f"published as {made.published}"


# --- a page as text -------------------------------------------------------------------------------------------


def _text(made: Page) -> Iterator[str]:
    yield made.title
    yield "; ".join(_origin(made))
    if made.says:
        yield ""
        yield from _wrapped(made.says)
    for part in made.parts:
        yield ""
        yield from _part(part)
    if made.rulebook:
        yield "\nRulebook"
        for line in made.rulebook:
            yield from _wrapped(line, "  ", "      ")
    if made.rows:
        yield "\nExamples"
        yield from _table(made.rows)
    if made.terms:
        yield "\nWhat the words mean"
        yield from _sentences(made.terms)


def _part(part: Part) -> Iterator[str]:
    if part.title:
        yield part.title
    for label, fact in part.facts:
        yield from _wrapped(f"{label}: {fact}.", "  ", "      ")
    yield from _sentences(part.sentences)


def _sentences(lines: Sequence[Line]) -> Iterator[str]:
    for depth, text in lines:
        indent = "  " * (depth + 1)
        yield from _wrapped(text, indent + "- ", indent + "  ")


def _table(rows: Sequence[Row]) -> Iterator[str]:
    rule = "  +" + "+".join("-" * (width + 2) for width in COLUMNS) + "+"
    yield rule
    yield _line(HEADS)
    for row in rows:
        yield rule
        inner = sum(COLUMNS) + 3 * len(COLUMNS) - 3
        yield from (f"  | {line:<{inner}} |" for line in wrap(row.it, inner))
        cells = [_cell(row.given, 0), _cell(row.done, 1), wrap(row.dice, COLUMNS[2]), _cell(row.outcome, 3)]
        for at in range(max(map(len, cells))):
            yield _line([cell[at] if at < len(cell) else "" for cell in cells])
    yield rule


def _line(cells: Sequence[str]) -> str:
    return "  | " + " | ".join(f"{cell:<{width}}" for cell, width in zip(cells, COLUMNS, strict=True)) + " |"


def _cell(lines: Sequence[Line], column: int) -> list[str]:
    found: list[str] = []
    for depth, text in lines:
        indent = "  " * min(depth, 4)
        found += _wrapped(text, indent, indent + "  ", COLUMNS[column])
    return found
