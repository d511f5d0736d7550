"""Names that cannot be meant: words of the language, and names that mean something already."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from interpreter.language import parser
from interpreter.language import syntax as s
from interpreter.language.readable_words import EVENTS, NAMES
from interpreter.language.words import VERBS
from interpreter.library.content import Content
from interpreter.library.reading import items, mapping, scalars
from interpreter.source.diagnostics import Diagnostic, Diagnostics
from interpreter.source.nodes import Mapping, Scalar
from interpreter.source.text import SourceFile

UNIT_HAS = ("init", "side", "last_init", "used", "on_track", "entries")
# What things that hold rules bring by themselves.
BROUGHT = ("self", "it", "unit", "bearer", "source", "owner", "cells")
TAKE = "take another name"
HOLDERS = ("status", "marker", "entry")


def check_names(content: Content, diagnostics: Diagnostics) -> None:
    """Report what is declared under a name by which the rules could not speak of it."""
    _Names(content, diagnostics).check()


def told_once(found: Diagnostics) -> Iterator[Diagnostic]:
    """The findings without those where something is only used that has a word of the language for a name."""
    unfit = {one.span.text for one in found if _is_unfit(one)}
    return (one for one in found if _is_unfit(one) or one.span.text not in unfit)


def _is_unfit(one: Diagnostic) -> bool:
    return one.code == "reserved-word" and one.phase == "resolve"


class _Names:
    def __init__(self, content: Content, diagnostics: Diagnostics) -> None:
        self.content = content
        self.node = content.ruleset.node
        self.diagnostics = diagnostics

    def check(self) -> None:
        for name in self._words():
            if not self._is_reserved(name, _is_name) and name.text in (*NAMES, *BROUGHT):
                self._error("name-taken", f"`{name.text}` means something in the rules already", name, TAKE)
        for name in self._fields():
            if not self._is_reserved(name, _is_name) and name.text in NAMES:
                self._error("name-taken", f"`{name.text}` means something in the rules already", name, TAKE)
        self._statements()
        self._properties_of_units()
        self._holders()
        self._families()
        self._stages()

    def _error(self, code: str, message: str, name: Scalar, help: str) -> None:
        self.diagnostics.error(code, message, name.span, phase="resolve", help=help)

    def _ordered(self, first: Scalar, second: Scalar) -> tuple[Scalar, Scalar]:
        """Two that cannot both be there, the one at fault last: what is imported, or stands above, was there before."""
        if first.file.path == second.file.path and first.start > second.start:
            return second, first
        if second.file.path in self.content.imported and first.file.path not in self.content.imported:
            return second, first
        return first, second

    def _is_reserved(self, name: Scalar, fits: Callable[[str], bool]) -> bool:
        if fits(name.text):
            return False
        help = f"take another name, such as `{name.text}_`"
        self._error("reserved-word", f"`{name.text}` is a word of the language and cannot be a name", name, help)
        return True

    def _words(self) -> Iterator[Scalar]:
        """The names that stand in the rules as they are."""
        node, pieces = self.node, self.content.pieces
        for section in ("sides", "properties"):
            yield from scalars(node, section)
        for section in ("manners", "costs", "relations", "words", "records", "families"):
            yield from (key for key, _ in mapping(node, section))
        words = node.get("words")
        for key, _ in mapping(node, "words"):
            assert isinstance(words, Mapping)
            yield from scalars(words, key.text)
        for _, option in mapping(node, "options"):
            yield from scalars(option, "one_of") if isinstance(option, Mapping) else ()
        for kind in (*HOLDERS, "action", "item", "unit"):
            yield from (piece.name_node for piece in pieces[kind].values())
        for kind in HOLDERS:
            for piece in pieces[kind].values():
                yield from (key for key, _ in mapping(piece.node, "actions"))

    def _fields(self) -> Iterator[Scalar]:
        yield from (key for key, _ in mapping(self.node, "change_fields"))
        for section in ("events", "verbs"):
            for _, form in mapping(self.node, section):
                yield from (key for key, _ in mapping(form, "fields")) if isinstance(form, Mapping) else ()
        for kind in HOLDERS:
            for piece in self.content.pieces[kind].values():
                yield from (key for key, _ in mapping(piece.node, "fields"))

    def _statements(self) -> None:
        """Verbs and events."""
        events = {key.text for key, _ in mapping(self.node, "events")}
        for section in ("events", "verbs"):
            for name, _ in mapping(self.node, section):
                if self._is_reserved(name, _is_verb):
                    continue
                if name.text in VERBS:
                    self._error("name-taken", f"`{name.text}` is a verb of the language", name, TAKE)
                elif section == "events" and name.text in EVENTS:
                    self._error("name-taken", f"`{name.text}` is an event of the language", name, TAKE)
                elif section == "verbs" and name.text in events:
                    self._error("name-taken", f"`{name.text}` is declared as an event too", name, "rename one of them")

    def _properties_of_units(self) -> None:
        places: dict[str, Scalar] = {}
        for section in ("attributes", "counters", "budgets"):
            for name, _ in mapping(self.node, section):
                older = places.setdefault(name.text, name)
                if older is not name:
                    first, second = self._ordered(older, name)
                    help = f"the first is at {first.span}; {TAKE}"
                    self._error("duplicate-name", f"units have a second `{name.text}`", second, help)
                if name.text in UNIT_HAS:
                    self._error("name-taken", f"every unit has `{name.text}` already", name, TAKE)

    def _holders(self) -> None:
        """What holds rules: its fields beside what it brings, its actions, and its name among the others."""
        pieces = self.content.pieces
        asked: dict[str, Scalar] = {}
        for kind in ("status", "entry", "unit"):
            for piece in pieces[kind].values():
                older = asked.setdefault(piece.name, piece.name_node)
                if older is not piece.name_node:
                    first, second = self._ordered(older, piece.name_node)
                    message = f"`has {piece.name}` would ask for two things"
                    self._error("duplicate-name", message, second, f"the first is at {first.span}; {TAKE}")
        for piece in pieces["marker"].values():
            if piece.name in pieces["status"]:
                first, second = self._ordered(pieces["status"][piece.name].name_node, piece.name_node)
                message = f"a status and a marker are called `{piece.name}`"
                self._error("duplicate-name", message, second, f"the other is at {first.span}; {TAKE}")
        for kind in HOLDERS:
            for piece in pieces[kind].values():
                for name, _ in mapping(piece.node, "fields"):
                    if name.text in BROUGHT:
                        message = f"`{name.text}` means something in the rules of `{piece.name}` already"
                        self._error("name-taken", message, name, TAKE)
                for name, _ in mapping(piece.node, "actions"):
                    if name.text in pieces["action"]:
                        message = f"every unit has an action `{name.text}`, so this one could not be told apart"
                        self._error("name-taken", message, name, TAKE)

    def _families(self) -> None:
        """Families, each called as nothing else is that stands in the rules by its bare name."""
        families = {key.text: key for key, _ in mapping(self.node, "families")}
        for name in self._words():
            family = families.get(name.text)
            if family is not None and family.span != name.span:
                del families[name.text]
                first, second = self._ordered(name, family)
                message = f"a family and something else are called `{name.text}`, so that the rules could mean either"
                self._error("duplicate-name", message, second, f"the other is at {first.span}; rename one of them")

    def _stages(self) -> None:
        """Stages of the round, each under a name of its own."""
        names: dict[str, Scalar] = {}
        for stage in items(self.node, "round"):
            name = stage.get("stage") if isinstance(stage, Mapping) else None
            if isinstance(name, Scalar):
                older = names.setdefault(name.text, name)
                if older is not name:
                    message = f"the round has a second stage `{name.text}`"
                    self._error("duplicate-name", message, name, f"the first is at {older.span}; {TAKE}")


def _text(text: str) -> Scalar:
    return Scalar(SourceFile("", text), 0, len(text), text, "plain")


@cache
def _is_name(name: str) -> bool:
    """Whether a text can stand in the rules as a name."""
    tree = parser.parse_expression(_text(name), Diagnostics())
    return isinstance(tree, s.Name) and tree.name == name


@cache
def _is_verb(name: str) -> bool:
    """Whether a text can begin a statement as its verb."""
    tree = parser.parse_block(_text(f"{name} it"), Diagnostics())
    return tree is not None and len(tree) == 1 and isinstance(tree[0], s.Verb)
