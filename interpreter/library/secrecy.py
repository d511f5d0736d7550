"""What a ruleset hides, and from whom."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from interpreter.language import syntax as s
from interpreter.language import types as t
from interpreter.language.check_constants import walk
from interpreter.language.scope import Checked
from interpreter.language.vocabulary import Vocabulary
from interpreter.language.words import FunctionWord
from interpreter.library import reading
from interpreter.library.content import Content
from interpreter.library.program import KNOWN_TO, Secrets
from interpreter.library.texts import Texts
from interpreter.source.diagnostics import Diagnostics
from interpreter.source.nodes import Mapping, Node
from interpreter.source.text import Span

EVERYONE = KNOWN_TO[0]


def check_secrets(content: Content, vocabulary: Vocabulary, diagnostics: Diagnostics) -> None:
    """Report what is hidden where nothing is shown, or where nobody is named whose it is."""
    node = content.ruleset.node
    for section, what in (("records", "the fields of records"), ("verbs", "what verbs are given")):
        for _, declared in reading.mapping(node, section):
            fields = declared.get("fields") if section == "verbs" and isinstance(declared, Mapping) else declared
            for _, span in _hidden(fields):
                message = f"a log does not tell {what}, so there is nothing to hide"
                diagnostics.error("hides-nothing", message, span, phase="resolve", help="leave `shown_to` out")
    for key, declared in reading.mapping(node, "events"):
        form = vocabulary.events.get(key.text)
        if form is None or form.subject is not None or not isinstance(declared, Mapping):
            continue
        for name, span in _hidden(declared.get("fields")):
            message = f"`{key.text}` is about no unit, so that nobody's side or unit could know its `{name}`"
            help = "let a unit stand right after the name in the form"
            diagnostics.error("hides-nothing", message, span, phase="resolve", help=help)


def _hidden(fields: Node | None) -> Iterator[tuple[str, Span]]:
    """The names of fields that are not shown to everyone, each with the place where that is said."""
    for key, value in fields.items if isinstance(fields, Mapping) else ():
        shown = reading.scalar(value, "shown_to") if isinstance(value, Mapping) else None
        if shown is not None and shown.text != EVERYONE:
            yield key.text, shown.span


def check_knows(checked: Checked, content: Content, played: s.Expr | s.Block, diagnostics: Diagnostics) -> None:
    """Warn of numbers that a policy asks of others, and that only those know."""
    secret = _own(content.ruleset.node)
    for node in played if isinstance(played, tuple) else [played]:
        for part in walk(node) if secret else ():
            if not isinstance(part, s.Attr) or part.name not in secret or part.of not in checked.types:
                continue
            of = checked.types[part.of]
            if t.UNIT in (of, of.item) and not (isinstance(part.of, s.Name) and part.of.name == "self"):
                message = f"a unit does not know the `{part.name}` of others, so it cannot play by that"
                help = "let it ask for what it may know; `shown_to` says who knows a number"
                diagnostics.warning("not-known", message, part.span, phase="check", help=help)


def _own(ruleset: Mapping) -> set[str]:
    """The numbers of units that are shown to each unit alone."""
    sections = [_levels(ruleset.get(section)) for section in ("attributes", "counters", "budgets")]
    found = {name for levels in sections for name, shown in levels.items() if shown == KNOWN_TO[-1]}
    init = reading.text(ruleset, "init_shown_to", EVERYONE) == KNOWN_TO[-1]
    return found | ({"init", "last_init"} if init else set())


def secrets_of(texts: Texts) -> Secrets:
    """What a checked ruleset hides."""
    node, pieces = texts.content.ruleset.node, texts.content.pieces
    numbers: dict[str, str] = {}
    for section in ("attributes", "counters", "budgets"):
        numbers |= _levels(node.get(section))
    events = {
        key.text: _levels(value.get("fields"))
        for key, value in reading.mapping(node, "events")
        if isinstance(value, Mapping)
    }
    kinds = {
        (what, piece.name): _levels(piece.node.get("fields"))
        for what in ("status", "marker", "entry")
        for piece in pieces[what].values()
    }
    found = Secrets(
        reading.text(node, "init_shown_to", EVERYONE),
        numbers,
        {name: levels for name, levels in events.items() if levels},
        {name: levels for name, levels in kinds.items() if levels},
        _levels(node.get("change_fields")),
    )
    asked = [level for stage in texts.stages for level in _asked_for(texts.checked, stage.count, found)]
    return replace(found, counts=max(asked, key=KNOWN_TO.index, default=EVERYONE))


def _levels(declared: Node | None) -> dict[str, str]:
    """Who knows each of the things declared in a mapping, those left out that everyone knows."""
    items = declared.items if isinstance(declared, Mapping) else ()
    found = {key.text: reading.text(value, "shown_to", EVERYONE) for key, value in items if isinstance(value, Mapping)}
    return {name: shown for name, shown in found.items() if shown != EVERYONE}


def _asked_for(checked: Checked, count: s.Node, secrets: Secrets) -> Iterator[str]:
    """Who knows each of the things that a count asks for, in functions of the ruleset too.

    What compares places asks for Inits: `within`, and the functions of the language that are given units.
    """
    fields = [levels for (_, _), levels in secrets.kinds.items()]
    asked: list[s.Node] = [count]
    for node in asked:
        for part in walk(node):
            if isinstance(part, s.Within):
                yield secrets.init
            elif isinstance(part, s.Attr):
                yield secrets.of_unit(part.name)
                yield from (levels[part.name] for levels in fields if part.name in levels)
            elif isinstance(part, s.Call):
                called = checked.calls[part][0]
                if isinstance(called, FunctionWord):
                    yield secrets.init if any(t.UNIT in (type_, type_.item) for _, type_ in called.params) else EVERYONE
                elif isinstance(called, s.Define) and called not in asked:
                    asked.append(called)
