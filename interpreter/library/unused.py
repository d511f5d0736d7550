"""What a ruleset declares and nothing uses.

What a vocabulary declares is there for those who import it, and what an import needs is used by it. Entries, kinds of
units and common actions are there for players, and so never unused; other things may say `offered`. What only an
example uses counts as unused: an example shows what the rules do, and is no part of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from interpreter.language.check_idle import check_idle
from interpreter.language.scope import Uses
from interpreter.language.types import Type
from interpreter.language.vocabulary import Field, Vocabulary
from interpreter.library import reading
from interpreter.library.checking import ContentChecker
from interpreter.library.families import families_in
from interpreter.source.nodes import Mapping, Node, Scalar
from interpreter.source.text import Span

OFFERED = "use it, take it out, or write `offered: yes` if it is there for other content"
HELP = "use it, or take it out"
PLURALS = {"status": "statuses", "marker": "markers", "item": "items", "policy": "policies"}


def check_unused(checker: ContentChecker) -> None:
    """Warn of what nothing uses, and of rules that wait for what nothing brings about.

    Where anything is wrong nothing is said: what is wrong may be what would use it.
    """
    if not checker.diagnostics.has_errors:
        unused = _Unused(checker)
        unused.check()
        check_idle(checker.checked, frozenset(unused.elsewhere()))


def check_locals(checker: ContentChecker) -> None:
    """Warn of names that a text makes and does not read."""
    _Unused(checker).check_locals()


class _Unused:
    def __init__(self, checker: ContentChecker) -> None:
        self.content = checker.content
        self.node = checker.content.ruleset.node
        self.diagnostics = checker.diagnostics
        self.vocabulary: Vocabulary = checker.checked.vocabulary
        self.uses: Uses = checker.checked.uses
        self.named = checker.values.named
        self.members = frozenset(self._members())
        self.idle: set[Span] = set()

    def check(self) -> None:
        self._pieces()
        self._declared("manners", "nothing changes an Init as `{}`", lambda name: self._made("manner", name))
        self._families()
        self._declared("relations", "nothing links units as `{}`", lambda name: self._made("relation", name))
        self._declared("options", "nothing asks for the option `{}`", lambda name: ("option", name) in self.uses.used)
        self._declared("attributes", "nothing reads `{}` of units", self._is_read)
        self._declared("counters", "nothing reads `{}` of units", self._is_read)
        self._declared("budgets", "no cost pays with `{}`, and nothing reads it", self._is_spent)
        self._declared("costs", "no action has the cost `{}`", self._is_paid)
        self._declared("verbs", "nothing uses the verb `{}`", lambda name: ("verb", name) in self.uses.used)
        self._declared("events", "nothing makes `{}` happen", lambda name: ("event", name) in self.uses.used)
        self._stages()
        self._words()
        self._functions()
        self._fields()
        self.check_locals()

    def elsewhere(self) -> Iterator[str]:
        """What other content will bring about, as `offered` says: see `check_idle`."""
        for kind, event in (("status", "apply"), ("marker", "place")):
            if any(_offered(piece.node) for piece in self.content.pieces[kind].values()):
                yield f"happen {event}"
        for section, events in (("manners", ("change:init", "step")), ("relations", ("link", "unlink"))):
            if any(_offered(value) for _, value in reading.mapping(self.node, section)):
                yield from (f"happen {event}" for event in events)
        for section in ("counters", "budgets"):
            for key, value in reading.mapping(self.node, section):
                if _offered(value):
                    yield f"change {key.text}"

    def _warning(self, code: str, message: str, span: Span, help: str = HELP) -> None:
        self.diagnostics.warning(code, message, span, phase="check", help=help)

    def _is_needed(self, section: str, name: str) -> bool:
        return (section, name) in self.content.needed

    def _made(self, of: str, name: str) -> bool:
        return self.uses.made(of, name) or (of, name) in self.named or (of, name) in self.members

    def _members(self) -> Iterator[tuple[str, str]]:
        """What is named since a family that it is in is named, otherwise than to ask for it: set (or item) and name."""
        for name, family in self.vocabulary.families.items():
            if self.uses.made("family", name):
                of = "item" if family.of.kind == "item" else family.of.of or ""
                yield from ((of, member) for member in family.members)

    def _families(self) -> None:
        """Families that no rule asks for, or that nothing is in."""
        asked = self.uses.mentions
        self._declared("families", "nothing asks for the family `{}`", lambda name: ("family", name) in asked)
        for key, node in families_in(self.content):
            is_empty = not self.vocabulary.families[key.text].members
            if is_empty and key.span not in self.idle and not (_offered(node) or self._is_needed("families", key.text)):
                help = f"write `families: [{key.text}]` in what is in it, or `offered: yes` here if other content will"
                self._warning("empty-family", f"nothing says that it is in the family `{key.text}`", key.span, help)

    def _is_read(self, name: str) -> bool:
        return ("unit", name) in self.uses.used

    def _is_spent(self, name: str) -> bool:
        costs = [cost for _, cost in reading.mapping(self.node, "costs") if isinstance(cost, Mapping)]
        return self._is_read(name) or any(
            name == key.text for cost in costs for key, _ in reading.mapping(cost, "pays")
        )

    def _is_paid(self, name: str) -> bool:
        """Whether an action has a cost."""
        pieces = self.content.pieces
        nodes: list[Node] = [piece.node for piece in pieces["action"].values()]
        for kind in ("status", "marker", "entry"):
            nodes += [node for piece in pieces[kind].values() for _, node in reading.mapping(piece.node, "actions")]
        return any(isinstance(node, Mapping) and reading.text(node, "cost") == name for node in nodes)

    def _stages(self) -> None:
        """Stages of events that no rule names; in the first one rules amend that name none."""
        for key, event in reading.mapping(self.node, "events"):
            for stage in reading.scalars(event, "stages") if isinstance(event, Mapping) else ():
                is_used = ("stage", (key.text, stage.text)) in self.uses.used
                if not is_used and key.span not in self.idle and not _offered(event):
                    help = "use it, take it out, or write `offered: yes` in the event if rules of other content will"
                    self._warning("unused", f"no rule amends `{key.text}` at `{stage.text}`", stage.span, help)

    def _declared(self, section: str, message: str, is_used: Callable[[str], bool]) -> None:
        """Warn of what a section of the ruleset declares in vain."""
        for key, value in reading.mapping(self.node, section):
            if not is_used(key.text) and not _offered(value) and not self._is_needed(section, key.text):
                self.idle.add(key.span)
                self._warning("unused", message.format(key.text), key.span, OFFERED)

    def _pieces(self) -> None:
        pieces = self.content.pieces
        holders = [*pieces["status"].values(), *pieces["entry"].values()]
        given = {name for holder in holders for name in reading.names(holder.node, "gives")}
        played = {
            plays.text
            for scenario in self.content.scenarios.values()
            for _, unit in reading.mapping(scenario.node, "units")
            if isinstance(unit, Mapping) and (plays := reading.scalar(unit, "plays")) is not None
        }
        found: tuple[tuple[str, str, Callable[[str], bool]], ...] = (
            ("status", "nothing applies the status `{}`", lambda name: self._made("status", name) or name in given),
            ("marker", "nothing places the marker `{}`", lambda name: self._made("marker", name)),
            ("item", "nothing has the item `{}`", lambda name: self._made("item", name)),
            ("policy", "no unit plays by the policy `{}`", lambda name: name in played),
        )
        for kind, message, is_used in found:
            for piece in pieces[kind].values():
                # What takes the place of something is used by whatever used that, in files that are not looked at here.
                needed = self._is_needed(PLURALS[kind], piece.name) or piece.node.get("replaces") is not None
                if not is_used(piece.name) and not _offered(piece.node) and not needed:
                    self.idle.add(piece.name_node.span)
                    self._warning("unused", message.format(piece.name), piece.name_node.span, OFFERED)

    def _words(self) -> None:
        """Sets of words, properties of Inits and flags of manners."""
        mentioned = {of for of, _ in self.uses.mentions} | {of for of, _ in self.named} | self._types()
        for key, _ in reading.mapping(self.node, "words"):
            if key.text not in mentioned and not self._is_needed("words", key.text):
                self._warning("unused", f"nothing has a word for `{key.text}`, and nothing asks for one", key.span)
        for word in reading.scalars(self.node, "properties"):
            if ("property", word.text) not in self.uses.mentions and not self._is_needed("properties", word.text):
                self._warning("unused", f"nothing asks for the property `{word.text}`", word.span)
        for flag in reading.scalars(self.node, "manner_flags"):
            if ("manner", flag.text) not in self.uses.used and not self._is_needed("manner_flags", flag.text):
                self._warning("unused", f"nothing asks a manner for the flag `{flag.text}`", flag.span)

    def _types(self) -> set[str]:
        """The sets of words that something declared has its values from."""
        vocabulary = self.vocabulary
        types: list[Type] = [*vocabulary.attributes.values(), *(field.type for field in self._all_fields())]
        sets = {(type_.item or type_).of or "" for type_ in types}
        return sets | {param.type for define in vocabulary.functions.values() for param in define.params}

    def _functions(self) -> None:
        for name, define in self.vocabulary.functions.items():
            if ("function", name) not in self.uses.used and not self._is_needed("functions", name):
                self._warning("unused", f"nothing calls `{name}`", define.name_span)

    def _all_fields(self) -> Iterator[Field]:
        vocabulary = self.vocabulary
        yield from vocabulary.change_fields.values()
        for table in (vocabulary.statuses, vocabulary.markers, vocabulary.entries, vocabulary.records):
            for fields in table.values():
                yield from fields.values()
        for form in [*vocabulary.events.values(), *vocabulary.verbs.values()]:
            yield from form.fields.values()

    def _fields(self) -> None:
        """Fields that nothing reads. What the log tells of an event is read, and so is whom it is about."""
        told = {
            (key.text, field)
            for key, event in reading.mapping(self.node, "events")
            if isinstance(event, Mapping)
            for field in self.vocabulary.events[key.text].fields
            if "{" + field + "}" in reading.text(event, "text") or field == self.vocabulary.events[key.text].subject
        }
        for owner, fields, declared in self._owners():
            for key, value in declared:
                is_read = ("field", fields[key.text].span) in self.uses.used or (owner, key.text) in told
                if not is_read and not _offered(value):
                    self._warning("unused", f"nothing reads the field `{key.text}`", key.span, OFFERED)

    def _owners(self) -> Iterator[tuple[str, dict[str, Field], list[tuple[Scalar, Node]]]]:
        """What has fields and is used: its name if it is an event, its fields, and where they stand."""
        vocabulary = self.vocabulary
        yield "", vocabulary.change_fields, reading.mapping(self.node, "change_fields")
        for section, forms in (("events", vocabulary.events), ("verbs", vocabulary.verbs)):
            for key, value in reading.mapping(self.node, section):
                if isinstance(value, Mapping) and key.span not in self.idle:
                    owner = key.text if section == "events" else ""
                    yield owner, forms[key.text].fields, reading.mapping(value, "fields")
        for what, table in (
            ("status", vocabulary.statuses),
            ("marker", vocabulary.markers),
            ("entry", vocabulary.entries),
        ):
            for piece in self.content.pieces[what].values():
                if piece.name_node.span not in self.idle:
                    yield "", table[piece.name], reading.mapping(piece.node, "fields")
        for key, record in reading.mapping(self.node, "records"):
            if isinstance(record, Mapping):
                yield "", vocabulary.records[key.text], list(record.items)

    def check_locals(self) -> None:
        for binding in self.uses.locals:
            if binding.span is not None and (binding.name, binding.span) not in self.uses.read:
                self._warning("unused-name", f"nothing reads `{binding.name}`", binding.span)


def _offered(node: Node) -> bool:
    return isinstance(node, Mapping) and reading.yes_no(node, "offered")
