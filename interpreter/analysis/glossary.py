"""The words that rules may use: those of the core, and those that a ruleset declares, each with what it means."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.language import syntax as s
from interpreter.language.check_calls import param_type
from interpreter.language.readable_words import EVENTS, NAMES, PROPERTIES, Property
from interpreter.language.sentences import SENTENCES
from interpreter.language.types import Type, list_of
from interpreter.language.vocabulary import Field, Form, Vocabulary
from interpreter.language.words import FUNCTIONS, VERBS, FunctionWord, VerbWord, form_of
from interpreter.library import reading
from interpreter.library.families import families_in
from interpreter.library.texts import Texts
from interpreter.source.nodes import Mapping, Node, Scalar

# The sections of the glossary in their order: what one of their words is called, and what it is for.
SECTIONS = {
    "sentences": ("sentence", "How rules, actions, examples, durations and values are written."),
    "events": ("event", "What rules can answer, with `first`, `before` or `after`."),
    "verbs": ("verb", "What rules, actions and policies can do."),
    "functions": ("function", "What can be worked out or asked."),
    "names": ("name", "What can be read anywhere."),
    "values": ("value", "What can be read of a unit, a status, a marker and so on, after a dot."),
    "words": ("set of words", "Words that stand for themselves, by what they are words for."),
}

# What the fields that a verb may be given with `with` are called, by whose they are.
_FIELDS_OF = {"change": "the fields of changes", "status": "the fields of the status", "marker": "those of the marker"}

# The sets of words that the core knows, and the section of a ruleset's file where each word of theirs is declared.
_DECLARED_IN = {"cost": "costs", "relation": "relations", "manner": "manners"}


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a word: a field, a parameter or a word of a set; what it holds, and what that means."""

    name: str
    type: str
    says: str


@dataclass(frozen=True, slots=True)
class Word:
    """A word that rules may use.

    `written` are the ways to write it, `gives` what it is or gives; `place` is where it is declared, empty for a word
    of the core; `others` are more words by which it is found.
    """

    section: str
    name: str
    written: tuple[str, ...]
    gives: str
    says: str
    parts: tuple[Part, ...] = ()
    place: str = ""
    others: tuple[str, ...] = ()

    @property
    def page(self) -> tuple[str, str]:
        """The same for those that are told of together: an event of a ruleset and its verb."""
        return self.name, self.place or self.section

    @property
    def called(self) -> str:
        return SECTIONS[self.section][0]

    def means(self, name: str) -> bool:
        """Whether somebody who asks for a name may mean this: by its own name, by whose it is, or by a word in it."""
        owners = [written.partition(".")[0].lower() for written in self.written if "." in written]
        return name in (self.name, *self.others, *self.written, *owners) or name in self.members

    @property
    def members(self) -> tuple[str, ...]:
        """The words of a set."""
        return tuple(part.name for part in self.parts) if self.section == "words" else ()


def core_words() -> list[Word]:
    """The words of the core, section by section."""
    found = [
        *(Word("sentences", one.words[0], one.forms, "", one.doc, others=one.words) for one in SENTENCES),
        *(Word("events", e.name, e.written, "", e.doc, tuple(map(_property, e.fields))) for e in EVENTS.values()),
        *map(_verb, VERBS.values()),
        *map(_function, FUNCTIONS.values()),
        *(Word("names", one.name, (one.name,), _type(one.type, one.maybe), one.doc) for one in NAMES.values()),
    ]
    for kind, properties in PROPERTIES.items():
        for one in properties.values():
            written = (f"{kind.upper()}.{one.name}",)
            found.append(Word("values", one.name, written, _type(one.type, one.maybe), one.doc))
    return found


def words_of(texts: Texts) -> list[Word]:
    """The words of the core and those of a checked ruleset, section by section, those of the core first."""
    found = [*core_words(), *_Declared(texts).words()]
    return [word for section in SECTIONS for word in found if word.section == section]


def _property(one: Property) -> Part:
    return Part(one.name, _type(one.type, one.maybe), one.doc + ("; a rule `before` may change it" * one.settable))


def _type(type_: Type, maybe: bool = False) -> str:
    shown = "anything" if type_.kind == "unknown" else str(type_)
    return f"{shown}, or absent" if maybe else shown


def _verb(verb: VerbWord) -> Word:
    more = f" [with FIELD = VALUE, ...]{' [until ...]' * verb.lasts}" if verb.fields else ""
    says = f"{verb.doc}; `with` gives {_FIELDS_OF[verb.fields]}" if verb.fields else verb.doc
    parts = tuple(Part(slot.name, _type(slot.type), "") for slot in verb.slots)
    return Word("verbs", verb.name, (form_of(verb.name, verb.slots) + more,), "", says, parts)


def _function(function: FunctionWord) -> Word:
    parts = tuple(Part(name, _type(type_), "") for name, type_ in function.params)
    result = _type(function.result, function.maybe)
    return Word("functions", function.name, (function.written,), result, function.doc, parts)


class _Declared:
    """What a ruleset declares, with what its file says of each."""

    def __init__(self, texts: Texts) -> None:
        self.checked = texts.checked
        self.vocabulary: Vocabulary = texts.checked.vocabulary
        self.content = texts.content
        self.node = texts.content.ruleset.node
        self.pieces = texts.content.pieces

    def words(self) -> Iterator[Word]:
        for section, forms in (("events", self.vocabulary.events), ("verbs", self.vocabulary.verbs)):
            for key, node in reading.mapping(self.node, section):
                yield from self._performed(section, forms[key.text], key, node)
        for define in self.vocabulary.functions.values():
            yield self._define(define)
        for key, _ in families_in(self.content):
            family = self.vocabulary.families[key.text]
            parts = tuple(Part(member, "", "") for member in family.members)
            gives = _type(list_of(family.of))
            yield Word("names", key.text, (key.text,), gives, family.says, parts, str(key.span))
        yield from self._values()
        yield from self._sets()

    def _performed(self, section: str, form: Form, key: Scalar, node: Node) -> Iterator[Word]:
        """An event, which is a verb too, or a verb."""
        later = [name for name in form.fields if name not in {slot.name for slot in form.slots}]
        written = form_of(form.name, form.slots) + (" [with FIELD = VALUE, ...]" if later else "")
        said = _under(node.get("fields")) if isinstance(node, Mapping) else {}
        parts = tuple(_field(one, said.get(one.name)) for one in form.fields.values())
        gives = "" if form.gives is None else _type(form.fields[form.gives].type)
        word = Word("verbs", form.name, (written,), gives, _says(node), parts, str(key.span))
        if section == "events":
            stages = tuple(f"{form.name} at {stage}" for stage in form.stages)
            yield Word("events", form.name, (form.name, *stages), "", _says(node), parts, str(key.span))
        yield word

    def _define(self, define: s.Define) -> Word:
        names = [f"[{param.name}]" if param.default is not None else param.name for param in define.params]
        parts = tuple(Part(param.name, _type(param_type(self.checked, param)), "") for param in define.params)
        result = self.checked.results.get(define.name)
        written = (f"{define.name}({', '.join(names)})",)
        gives = "" if result is None else _type(result)
        return Word("functions", define.name, written, gives, "", parts, str(define.name_span))

    def _values(self) -> Iterator[Word]:
        for section, types in (
            ("attributes", self.vocabulary.attributes),
            ("counters", self.vocabulary.counters),
            ("budgets", self.vocabulary.counters),
        ):
            for key, node in reading.mapping(self.node, section):
                type_ = types[key.text]
                yield Word("values", key.text, (f"UNIT.{key.text}",), _type(type_), _says(node), (), str(key.span))
        for key, node in reading.mapping(self.node, "records"):
            yield from self._fields(key.text.upper(), self.vocabulary.records[key.text], node)
        for key, node in reading.mapping(self.node, "change_fields"):
            field = self.vocabulary.change_fields[key.text]
            says = "; ".join(filter(None, ["a field of every change", _says(node)]))
            yield Word("values", key.text, (key.text,), _type(field.type), says, (), str(key.span))
        for what, table in (
            ("status", self.vocabulary.statuses),
            ("marker", self.vocabulary.markers),
            ("entry", self.vocabulary.entries),
        ):
            for piece in self.pieces[what].values():
                yield from self._fields(piece.name, table[piece.name], piece.node.get("fields"))
        for key, node in reading.mapping(self.node, "options"):
            type_ = self.vocabulary.options[key.text]
            written = (f"options.{key.text}",)
            yield Word("values", key.text, written, _type(type_), _says(node), _settings(node), str(key.span))

    def _fields(self, owner: str, fields: dict[str, Field], node: Node | None) -> Iterator[Word]:
        said = _under(node)
        for one in fields.values():
            written, place = (f"{owner}.{one.name}",), "" if one.span is None else str(one.span)
            yield Word("values", one.name, written, _type(one.type), _says(said.get(one.name)), (), place)

    def _sets(self) -> Iterator[Word]:
        """The sets of words, the manners among them, and the items of each record."""
        sets = {**self.vocabulary.words, "manner": tuple(self.vocabulary.manners)}
        for record in self.vocabulary.records:
            sets[record] = tuple(item for item, of in self.vocabulary.items.items() if of == record)
        for name, members in sets.items():
            if members and " " not in name:
                said = {key.text: _says(node) for key, node in reading.mapping(self.node, _DECLARED_IN.get(name, ""))}
                kind = "item" if name in self.vocabulary.records else "unit" if name == "unit_kind" else name
                said |= {piece.name: _says(piece.node) for piece in self.pieces.get(kind, {}).values()}
                parts = tuple(Part(member, "", said.get(member, "")) for member in members)
                yield Word("words", name, (), "", "", parts)


def _settings(node: Node) -> tuple[Part, ...]:
    return tuple(Part(name, "", "") for name in reading.names(node, "one_of")) if isinstance(node, Mapping) else ()


def _field(one: Field, declared: Node | None) -> Part:
    """A field of an event or a verb, with what it is where it is not given."""
    default = reading.scalar(declared, "default") if isinstance(declared, Mapping) else None
    return Part(
        one.name, _type(one.type) + ("" if default is None else f", {default.text} if not given"), _says(declared)
    )


def _under(node: Node | None) -> dict[str, Node]:
    """What stands under each key."""
    return {key.text: value for key, value in node.items} if isinstance(node, Mapping) else {}


def _says(node: Node | None) -> str:
    return reading.text(node, "says") if isinstance(node, Mapping) else ""
