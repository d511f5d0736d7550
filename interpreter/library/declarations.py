"""What a ruleset and its entries declare, gathered into the vocabulary that texts are checked against."""

from __future__ import annotations

from interpreter.language.check_calls import TYPE_NAMES, declared_type, type_suggestion
from interpreter.language.types import SETTING, Type, list_of
from interpreter.language.vocabulary import Field, Vocabulary
from interpreter.language.words import CORE_WORDS
from interpreter.library.content import Content
from interpreter.library.families import declare_families
from interpreter.library.forms import Forms
from interpreter.library.naming import check_names
from interpreter.library.reading import items, mapping, names, scalar, scalars, text, value_of
from interpreter.library.secrecy import check_secrets
from interpreter.library.values import Values, dice_term, zero
from interpreter.source.diagnostics import Diagnostics, suggestion
from interpreter.source.nodes import Mapping, Node, Scalar
from interpreter.source.text import Span

# What yes and no are called elsewhere.
_YES_NO_ELSEWHERE = {"true": "yes", "on": "yes", "false": "no", "off": "no"}


class Declarer:
    """Builds a vocabulary from content; mistakes in declarations go to diagnostics."""

    def __init__(self, content: Content, diagnostics: Diagnostics, known: Vocabulary | None = None) -> None:
        self.content = content
        self.diagnostics = diagnostics
        self.vocabulary = known or Vocabulary(content.name)
        self.values = Values(self.vocabulary, diagnostics)

    def declare(self) -> Vocabulary:
        """Everything that is declared, in an order in which types are known before they are used."""
        node = self.content.ruleset.node
        self._words(node)
        vocabulary = self.vocabulary
        vocabulary.flags = names(node, "manner_flags")
        for key, value in mapping(node, "manners"):
            vocabulary.manners[key.text] = self._manner(value)
            vocabulary.touches[key.text] = text(value, "touches") if isinstance(value, Mapping) else ""
        self._records(node)
        declare_families(self.content, vocabulary, self.diagnostics)
        for key, value in mapping(node, "attributes"):
            self._attribute(key, value)
        for key, _ in [*mapping(node, "counters"), *mapping(node, "budgets")]:
            vocabulary.counters[key.text] = Type("number")
        vocabulary.change_fields = self.fields(node, "change_fields")
        for key, value in mapping(node, "options"):
            vocabulary.options[key.text] = self._option(value)
        for what, table in (
            ("status", vocabulary.statuses),
            ("marker", vocabulary.markers),
            ("entry", vocabulary.entries),
        ):
            for piece in self.content.pieces[what].values():
                table[piece.name] = self.fields(piece.node, "fields", given=what != "entry")
                for key, _ in mapping(piece.node, "fields") if what == "entry" else ():
                    field = table[piece.name][key.text]
                    if field.default is None:
                        self._needs_default(key, field.type)
                if piece.node.get("rules") is None:
                    vocabulary.ruleless |= {piece.name}
                vocabulary.modified |= {name.text for name, _ in mapping(piece.node, "modifies")}
        forms = Forms(self.diagnostics)
        for key, value in mapping(node, "events"):
            assert isinstance(value, Mapping)
            vocabulary.events[key.text] = forms.form(key, value, self.fields(value, "fields"), is_event=True)
        for key, value in mapping(node, "verbs"):
            assert isinstance(value, Mapping)
            vocabulary.verbs[key.text] = forms.form(key, value, self.fields(value, "fields"), is_event=False)
        check_names(self.content, self.diagnostics)
        check_secrets(self.content, vocabulary, self.diagnostics)
        return vocabulary

    def _words(self, node: Mapping) -> None:
        pieces = self.content.pieces
        words: dict[str, tuple[str, ...]] = dict(CORE_WORDS)
        words["side"] = names(node, "sides")
        words["property"] = names(node, "properties")
        words["cost"] = tuple(key.text for key, _ in mapping(node, "costs"))
        words["relation"] = tuple(key.text for key, _ in mapping(node, "relations"))
        words["status"] = tuple(pieces["status"])
        words["marker"] = tuple(pieces["marker"])
        words["entry"] = tuple(pieces["entry"])
        stages = [stage for stage in items(node, "round") if isinstance(stage, Mapping)]
        words["stage"] = tuple(dict.fromkeys([text(stage, "stage") for stage in stages]))
        words["step"] = tuple(dict.fromkeys([name for stage in stages for name in names(stage, "steps")]))
        self.vocabulary.cut_in = any(stage.get("cuts_in") is not None for stage in stages)
        self.vocabulary.together = any(stage.get("together") is not None for stage in stages)
        words["unit_kind"] = tuple(pieces["unit"])
        words["action"] = tuple(dict.fromkeys(self.action_names()))
        for key, _ in mapping(node, "words"):
            if key.text in words:
                self._error("name-taken", f"`{key.text}` is a set of words of the language", key.span, "rename it")
            words[key.text] = tuple(item.text for item in scalars_of(node, key.text))
        self.vocabulary.words = words

    def action_names(self) -> list[str]:
        """The names of all actions, common ones first."""
        found = list(self.content.pieces["action"])
        for what in ("status", "marker", "entry"):
            for piece in self.content.pieces[what].values():
                found += [key.text for key, _ in mapping(piece.node, "actions")]
        return found

    def _records(self, node: Mapping) -> None:
        records = self.vocabulary.records
        records.update({key.text: {} for key, _ in mapping(node, "records")})
        for piece in self.content.pieces["item"].values():
            record = scalar(piece.node, "of")
            if record is not None and record.text in records:
                self.vocabulary.items[piece.name] = record.text
            elif record is not None:
                help = suggestion(record.text, records, "record")
                self._error("unknown-name", f"there is no record `{record.text}`", record.span, help)
        for key, value in mapping(node, "records"):
            if isinstance(value, Mapping):
                records[key.text] = {name.text: self.field(name, field, given=False) for name, field in value.items}

    def fields(self, node: Mapping, key: str, *, given: bool = True) -> dict[str, Field]:
        """The typed fields under a key; `given` where they are given when the thing comes to be."""
        return {name.text: self.field(name, value, given=given) for name, value in mapping(node, key)}

    def field(self, name: Scalar, node: Node, *, given: bool = True) -> Field:
        """One field: a type, or a mapping with a type and a default."""
        written = node if isinstance(node, Scalar) else scalar(node, "type") if isinstance(node, Mapping) else None
        type_ = self.type("" if written is None else written.text, name.span if written is None else written.span)
        default = node.get("default") if isinstance(node, Mapping) else None
        value = None if given else zero(type_)
        if default is not None:
            value = self.values.value(default, type_, f"the default of `{name.text}`")
        return Field(name.text, type_, value, name.span)

    def _needs_default(self, name: Scalar, type_: Type) -> None:
        """Where nobody gives a value, there must be one that counts; a unit may be absent."""
        if zero(type_) is None and type_.kind not in ("unit", "unknown"):
            help = "add `default: ...`"
            self._error(
                "missing-default", f"`{name.text}` is {type_}, and nobody gives it one at first", name.span, help
            )

    def type(self, written: str, span: Span) -> Type:
        """The type that a text names; an unknown one is reported."""
        many = written.startswith("list of ")
        name = written.removeprefix("list of ").strip()
        found = declared_type(None, self.vocabulary, name)
        if found is None:
            known = [*TYPE_NAMES, *self.vocabulary.words, *self.vocabulary.records]
            self._error("unknown-name", f"`{name}` is no type", span, type_suggestion(name, known))
            return Type("unknown")
        return list_of(found) if many else found

    def _attribute(self, key: Scalar, node: Node) -> None:
        assert isinstance(node, Mapping)
        kind = scalar(node, "type")
        type_ = self.type("number", key.span) if kind is None else self.type(kind.text, kind.span)
        self.vocabulary.attributes[key.text] = type_
        what = f"a value of `{key.text}`"
        allowed = tuple(self.values.value(value, type_, what) for value in items(node, "one_of"))
        if allowed:
            self.vocabulary.one_of[key.text] = allowed
        default = node.get("default")
        if default is None:
            if ("attributes", key.text) not in self.content.needed:
                self._needs_default(key, type_)
        else:
            self.values.unit_value(default, key.text, type_, f"the default of `{key.text}`")

    def _manner(self, node: Node) -> frozenset[str]:
        assert isinstance(node, Mapping)
        found = scalars(node, "flags")
        for flag in found:
            if flag.text not in self.vocabulary.flags:
                help = suggestion(flag.text, self.vocabulary.flags, "flag")
                self._error("unknown-name", f"`{flag.text}` is no flag of manners", flag.span, help)
        return frozenset(flag.text for flag in found)

    def _option(self, node: Node) -> Type:
        assert isinstance(node, Mapping)
        choices = names(node, "one_of")
        default = node.get("default")
        value = None if default is None else value_of(default)
        dice = dice_term(value) if isinstance(value, str) else None
        if choices:
            type_ = Type("word", self._option_set(choices))
        elif dice is not None and dice.terms:
            type_ = Type("dice")
        else:
            meant = _YES_NO_ELSEWHERE.get(value.lower()) if isinstance(value, str) else None
            type_ = Type("yes_no") if isinstance(value, bool) or meant else Type("number")
        if default is not None and isinstance(value, str) and not choices and type_.kind != "dice":
            help = "write yes, no, a number or dice such as `2d6`, or list the settings under `one_of`"
            help = f"write `{meant}`" if meant else help
            self._error("wrong-type", f"`{value}` is none of the settings, for there are none", default.span, help)
            # What was meant is not known, so whatever is done with it may be right.
            type_ = type_ if meant else Type("unknown")
        elif default is not None:
            self.values.value(default, type_, "the default")
        return type_

    def _option_set(self, choices: tuple[str, ...]) -> str:
        name = SETTING + "/".join(choices)
        self.vocabulary.words.setdefault(name, choices)
        return name

    def _error(self, code: str, message: str, span: Span, help: str | None) -> None:
        self.diagnostics.error(code, message, span, phase="resolve", help=help)


def scalars_of(node: Mapping, name: str) -> list[Scalar]:
    words = node.get("words")
    return scalars(words, name) if isinstance(words, Mapping) else []
