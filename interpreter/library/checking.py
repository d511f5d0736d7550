"""Checking a whole ruleset: every text in it is parsed and checked, and kept with what it belongs to."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from interpreter.language import parser
from interpreter.language import syntax as s
from interpreter.language import types as t
from interpreter.language.check_answers import check_answered
from interpreter.language.check_calls import result_of
from interpreter.language.check_constants import check_allowed, number
from interpreter.language.check_idle import check_used_up
from interpreter.language.check_modifiers import check_cycles
from interpreter.language.check_names import shown_set
from interpreter.language.check_policies import check_answer, find_question
from interpreter.language.check_purity import check_pure
from interpreter.language.check_rules import HolderKind, check_calls_end, check_rule, holder_scope
from interpreter.language.check_statements import CHANGES_HELP, check_block
from interpreter.language.check_types import condition, want
from interpreter.language.scope import Binding, Checked, Scope
from interpreter.language.types import Type
from interpreter.language.vocabulary import Form
from interpreter.language.words import FUNCTIONS
from interpreter.library import reading
from interpreter.library.carriers import check_carriers
from interpreter.library.content import Content, Piece
from interpreter.library.declarations import Declarer
from interpreter.library.endless import check_endless
from interpreter.library.examples import check_examples
from interpreter.library.not_run import check_not_run
from interpreter.library.secrecy import check_knows
from interpreter.library.stages import check_stage
from interpreter.library.starts import check_starts
from interpreter.library.texts import ActionText, AnswerText, RuleText, Texts
from interpreter.library.values import LIVE
from interpreter.source.diagnostics import Diagnostics, suggestion
from interpreter.source.nodes import Mapping, Node, Scalar
from interpreter.source.text import Span

# The names that a text may define which could not be read, whatever is wrong with it.
_DEFINED = re.compile(r"^\w+ +(\w+) *\(", re.MULTILINE)

# What the schemas know and the track does not carry out.
NOT_CARRIED_OUT = {("marker", "modifies"), ("marker", "actions"), ("status", "gives"), ("entry", "gives")}


class ContentChecker:
    """Parses and checks the texts of a ruleset, in a fixed order.

    `lent` are functions that somebody else will define, each with the type of what it gives.
    """

    def __init__(
        self, content: Content, diagnostics: Diagnostics, lent: Sequence[tuple[s.Define, Scalar | None]] = ()
    ) -> None:
        self.content = content
        self.lent = lent
        self.diagnostics = diagnostics
        declarer = Declarer(content, diagnostics)
        self.declarer = declarer
        self.values = declarer.values
        self.checked = Checked(declarer.declare(), diagnostics)
        self.checked.is_open = content.is_vocabulary
        self.texts = Texts(content, self.checked)
        self.spans: dict[str, Span] = {}
        self.rule_texts: list[Scalar] = []

    def check(self) -> Texts:
        rules = self._parse_rules()
        self._lend()
        self._ruleset()
        for define in self.texts.defines:
            self.texts.part(define, self._result)
        self._bodies()
        self._rules(rules)
        for holder, piece in self._holders():
            self._gives(holder, piece)
            self._excludes(piece)
            self._modifiers(holder, piece)
            for key, node in reading.mapping(piece.node, "actions"):
                self._action(key.text, holder, node)
        check_starts(self)
        check_cycles(self.checked, [(attribute, tree) for _, attribute, _, tree in self.texts.modifiers])
        for piece in self.content.pieces["action"].values():
            self._action(piece.name, None, piece.node)
        self._items()
        for piece in self.content.pieces["policy"].values():
            self._policy(piece)
        self.checked.uses.showing = True
        check_examples(self)
        self.checked.uses.showing = False
        self.check_answered()
        check_calls_end(self.checked, self.spans)
        if not self.diagnostics.has_errors:
            # What is wrong may be what would use it up.
            check_used_up(self.checked)
            check_endless(self.content, self.texts.rules, self.diagnostics)
        check_not_run(self.content, self.diagnostics)
        check_carriers(self.content, self.diagnostics)
        return self.texts

    def check_answered(self) -> None:
        """Report answers of scripts to what nothing asks.

        Nothing is said where a text could not be read, or somebody else declares what would ask.
        """
        unread = any(found.phase == "parse" for found in self.diagnostics)
        elsewhere = self.content.is_vocabulary and {"events", "verbs"} & {section for section, _ in self.content.needed}
        check_answered(self.checked, unread or bool(elsewhere))

    # --- parsing --------------------------------------------------------------------------------------------

    def parsed(self, parse: Callable[[Scalar, Diagnostics], Any], node: Node | None) -> Any:
        """A text parsed, or None; counted as a snippet."""
        if not isinstance(node, Scalar):
            return None
        self.texts.snippets += 1
        self.rule_texts.append(node)
        return parse(node, self.diagnostics)

    def _holders(self) -> list[tuple[HolderKind, Piece]]:
        tables = (
            ("status", self.checked.vocabulary.statuses),
            ("marker", self.checked.vocabulary.markers),
            ("entry", self.checked.vocabulary.entries),
        )
        return [
            (HolderKind(what, piece.name, table.get(piece.name, {})), piece)
            for what, table in tables
            for piece in self.content.pieces[what].values()
        ]

    def _parse_rules(self) -> list[tuple[s.Rule, HolderKind, tuple[str, ...]]]:
        """Parse every rules text first: functions must be known before anything calls them."""
        found: list[tuple[s.Rule, HolderKind, tuple[str, ...]]] = []
        own = HolderKind("ruleset", self.content.name, {})
        for kind, piece in [(own, self.content.ruleset), *self._holders()]:
            for text, carries in reading.texts(piece.node, "rules"):
                # A rule is called by what it comes from, which of several that were put together may be any.
                head = self.content.heads.get(text.span.file.path, kind.name)
                holder = HolderKind("ruleset", head, {}) if kind is own else kind
                nodes = self.parsed(parser.parse_rules, text)
                if nodes is None:
                    # What it would have defined is no mistake where it is called.
                    self.checked.lost |= set(_DEFINED.findall(text.text))
                for node in nodes or ():
                    if isinstance(node, s.Define):
                        self._define(node, holder)
                    else:
                        found.append((node, holder, carries or reading.names(piece.node, "carries")))
        return found

    def _define(self, node: s.Define, holder: HolderKind) -> None:
        functions = self.checked.vocabulary.functions
        if holder.what != "ruleset":
            message = f"`{node.name}` is defined inside `{holder.name}`, where nobody else finds it"
            self._error("misplaced-define", message, node.name_span, "move it to `rules` of the ruleset")
        if node.name in FUNCTIONS or node.name in self.checked.vocabulary.events:
            what = "a function of the language" if node.name in FUNCTIONS else "an event"
            self._error("name-taken", f"`{node.name}` is {what}", node.name_span, "take another name")
        if node.name in self.checked.vocabulary.families:
            self._error("name-taken", f"`{node.name}` is a family", node.name_span, "take another name")
        if node.name in functions:
            help = f"the first is at {functions[node.name].name_span}; take another name"
            self._error("duplicate-name", f"there is a second function `{node.name}`", node.name_span, help)
            return
        functions[node.name] = node
        self.texts.defines.append(node)

    def _result(self, define: s.Define) -> None:
        """Check a function, though one of its name was checked before."""
        results = self.checked.results
        older = results.get(define.name) if self.checked.vocabulary.functions.get(define.name) is not define else None
        if older is not None:
            del results[define.name]
        result_of(self.checked, define, None)
        if older is not None:
            results[define.name] = older

    def _lend(self) -> None:
        functions = self.checked.vocabulary.functions
        for define, gives in self.lent:
            if functions.setdefault(define.name, define) is define:
                type_ = t.UNKNOWN if gives is None else self.declarer.type(gives.text, gives.span)
                self.checked.results[define.name] = type_

    # --- the ruleset ----------------------------------------------------------------------------------------

    def _ruleset(self) -> None:
        node = self.content.ruleset.node
        unit = Scope(inside="value")
        unit.bind(Binding("unit", "unit", t.UNIT))
        self._value(("initiative",), node.get("initiative"), unit, t.NUMBER, "initiative")
        for section, key in (("budgets", "amount"), ("counters", "start")):
            for name, value in reading.mapping(node, section):
                if isinstance(value, Mapping):
                    self._value((section, name.text), value.get(key), unit, t.NUMBER, f"`{key}` of `{name.text}`")
        for name, value in reading.mapping(node, "costs"):
            self._cost(name, value)
        for stage in reading.items(node, "round"):
            if isinstance(stage, Mapping):
                check_stage(self, stage, unit)

    def _value(self, key: tuple[str, ...], node: Node | None, scope: Scope, wanted: Type, what: str) -> None:
        tree = self.parsed(parser.parse_expression, node)
        if tree is not None:
            self.texts.part(tree, lambda tree: want(self.checked, tree, scope, wanted, what, lenient=key[0] == "count"))
            self.texts.values[key] = tree

    def _cost(self, name: Scalar, node: Node) -> None:
        if not isinstance(node, Mapping):
            return
        budgets = [key.text for key, _ in reading.mapping(self.content.ruleset.node, "budgets")]
        for budget, _ in reading.mapping(node, "pays"):
            if budget.text not in budgets:
                help = suggestion(budget.text, budgets, "budget")
                self._error("unknown-name", f"there is no budget `{budget.text}`", budget.span, help)

    def _bodies(self) -> None:
        vocabulary = self.checked.vocabulary
        node = self.content.ruleset.node
        for section, forms in (("events", vocabulary.events), ("verbs", vocabulary.verbs)):
            for key, value in reading.mapping(node, section):
                if isinstance(value, Mapping):
                    self._body(forms[key.text], value)

    def _body(self, form: Form, node: Mapping) -> None:
        body = self.parsed(parser.parse_block, node.get("do"))
        if body is None:
            return
        scope = Scope(inside="event" if form.is_event else "verb")
        kind = "declared" if form.is_event else "param"
        for known in form.fields.values():
            scope.bind(Binding(kind, known.name, known.type, settable=True, field=known))
        key = ("event " if form.is_event else "verb ") + form.name
        self.checked.here = key
        if form.span is not None:
            self.spans[key] = form.span
        self.texts.part(body, lambda body: check_block(self.checked, body, scope))
        self.checked.here = ""
        do = node.get("do")
        assert do is not None
        self.texts.bodies[key] = (form, body, do.span)

    # --- what holds rules -----------------------------------------------------------------------------------

    def _rules(self, rules: Sequence[tuple[s.Rule, HolderKind, tuple[str, ...]]]) -> None:
        known = self.content.statements()
        for node, holder, carries in rules:
            shape = self.texts.part(node, partial(check_rule, self.checked, holder=holder))
            if shape is not None:
                self.texts.rules.append(RuleText(node, holder, shape, carries))
        for pieces in [*self.content.pieces.values(), {"": self.content.ruleset}]:
            for piece in pieces.values():
                self._statements(piece.node, known)
        for piece in self.content.abouts:
            self._statements(piece.node, known)

    def _statements(self, node: Node, known: list[str]) -> None:
        """Every id under `carries` and `shows` must stand in the rulebook."""
        if not isinstance(node, Mapping):
            return
        for key in ("carries", "shows"):
            for id in reading.scalars(node, key):
                if id.text not in known:
                    message, help = (
                        f"the rulebook has no statement `{id.text}`",
                        suggestion(id.text, known, "statement"),
                    )
                    if self.content.is_vocabulary:
                        message = f"a vocabulary has no rulebook, so nothing in it can name `{id.text}`"
                        help = "take it out; the rulebook of a ruleset can say what it imports for a statement"
                    self._error("unknown-statement", message, id.span, help)
        parts = [part for key in ("rules", "examples", "round") for part in reading.items(node, key)]
        parts += [part for key in ("actions", "events", "verbs", "manners") for _, part in reading.mapping(node, key)]
        for part in parts:
            self._statements(part, known)

    def _gives(self, holder: HolderKind, piece: Piece) -> None:
        """What comes with a thing; and what a thing of its kind cannot do."""
        of = "property" if holder.what == "marker" else "status"
        known = self.checked.vocabulary.words[of]
        for name in reading.scalars(piece.node, "gives"):
            if name.text not in known:
                help = suggestion(name.text, known, shown_set(of))
                self._error("unknown-name", f"there is no {shown_set(of)} `{name.text}`", name.span, help)
        for key, _ in piece.node.items:
            if (holder.what, key.text) in NOT_CARRIED_OUT:
                message = f"`{key.text}` of {_a(holder.what)} does nothing yet"
                self._error("does-nothing", message, key.span, "say it with `rules`")

    def _excludes(self, piece: Piece) -> None:
        """What an entry excludes must be there; and no kind of unit may have both."""
        known = self.checked.vocabulary.words["entry"]
        for name in reading.scalars(piece.node, "excludes"):
            if name.text not in known:
                help = suggestion(name.text, known, "entry")
                self._error("unknown-name", f"there is no entry `{name.text}`", name.span, help)
            for unit in self.content.pieces["unit"].values():
                had = {entry.text: entry for entry in reading.scalars(unit.node, "entries")}
                if name.text in had and piece.name in had:
                    message = f"no unit can have both `{piece.name}` and `{name.text}`"
                    self._error("excluded", message, had[name.text].span, f"`{piece.name}` says so at {name.span}")

    def _modifiers(self, holder: HolderKind, piece: Piece) -> None:
        attributes = self.checked.vocabulary.attributes
        for name, ops in reading.mapping(piece.node, "modifies"):
            wanted = attributes.get(name.text)
            if wanted is None:
                help = suggestion(name.text, attributes, "attribute")
                if name.text in self.checked.vocabulary.counters:
                    help = "it is a counter, which rules and actions count up and down"
                self._error("unknown-name", f"units have no attribute `{name.text}`", name.span, help)
                continue
            for op, value in ops.items if isinstance(ops, Mapping) else ():
                if op.text != "set" and wanted.kind not in ("number", "unknown"):
                    message = f"`{op.text}` works on numbers, and `{name.text}` is {wanted}"
                    self._error("wrong-type", message, op.span, "use `set`")
                    continue
                tree = self.parsed(parser.parse_expression, value)
                if tree is not None:
                    scope, what = holder_scope(holder, "value"), f"`{op.text}`"
                    self.texts.part(tree, partial(want, self.checked, scope=scope, wanted=wanted, what=what))
                    check_pure(self.checked, tree, "an attribute")
                    if op.text == "set":
                        check_allowed(self.checked, name.text, tree)
                    elif op.text == "add" and number(self.checked, tree) == 0:
                        message = f"this leaves `{name.text}` as it is"
                        self.checked.warning("changes-nothing", message, value.span, CHANGES_HELP)
                    self.texts.modifiers.append((holder, name.text, op.text, tree))

    def _action(self, name: str, holder: HolderKind | None, node: Node) -> None:
        if not isinstance(node, Mapping):
            return
        cost = reading.scalar(node, "cost")
        costs = self.checked.vocabulary.words["cost"]
        if cost is not None and cost.text not in costs:
            self._error(
                "unknown-name", f"there is no cost `{cost.text}`", cost.span, suggestion(cost.text, costs, "cost")
            )
        scope = Scope(inside="action")
        scope.bind(Binding("unit", "self", t.UNIT))
        if holder is not None and holder.what == "entry":
            for field in holder.fields.values():
                absent = field.default is None
                scope.bind(Binding("field", field.name, field.type, maybe=absent, settable=True, field=field))
        requires: list[tuple[s.Expr, str]] = []
        for part in reading.items(node, "requires"):
            if isinstance(part, Mapping):
                tree = self.parsed(parser.parse_expression, part.get("that"))
                if tree is not None:
                    self.texts.part(tree, partial(condition, self.checked, scope=scope))
                    check_pure(self.checked, tree, "a requirement")
                    requires.append((tree, reading.text(part, "else")))
        do = node.get("do")
        body = self.parsed(parser.parse_block, do)
        if body is None or do is None:
            return
        self.checked.action = name
        self.texts.part(body, partial(check_block, self.checked, scope=scope))
        self.checked.action = ""
        self.texts.actions.append(ActionText(name, holder, node, body, do.span, tuple(requires)))

    def _items(self) -> None:
        vocabulary = self.checked.vocabulary
        for piece in self.content.pieces["item"].values():
            fields = vocabulary.records.get(reading.text(piece.node, "of"), {})
            for name, value in reading.mapping(piece.node, "has"):
                wanted = fields.get(name.text)
                if wanted is None:
                    help = suggestion(name.text, fields, "field")
                    self._error("unknown-name", f"`{piece.name}` has no field `{name.text}`", name.span, help)
                else:
                    self.values.value(value, wanted.type, f"`{name.text}`")
            has = {key.text for key, _ in reading.mapping(piece.node, "has")}
            for field in fields.values():
                if field.default is None and field.name not in has and field.type.kind not in LIVE:
                    message = f"`{piece.name}` has no `{field.name}`, and that has no default"
                    self._error("missing-value", message, piece.name_node.span, f"add `{field.name}: ...`")
        for piece in self.content.pieces["unit"].values():
            self.unit_values(piece.node)
            self.entry_names(piece.node)

    def unit_values(self, node: Mapping) -> None:
        """Check the attributes and counters that a unit or a kind of unit is given."""
        vocabulary = self.checked.vocabulary
        known = {**vocabulary.attributes, **vocabulary.counters}
        for name, value in reading.mapping(node, "values"):
            wanted = known.get(name.text)
            if wanted is None:
                help = suggestion(name.text, sorted(known), "attribute or counter")
                self._error("unknown-name", f"units have no `{name.text}`", name.span, help)
            else:
                self.values.unit_value(value, name.text, wanted, f"`{name.text}`")

    def entry_names(self, node: Mapping, key: str = "entries") -> None:
        entries = self.checked.vocabulary.words["entry"]
        for name in reading.scalars(node, key):
            if name.text not in entries:
                help = suggestion(name.text, entries, "entry")
                self._error("unknown-name", f"there is no entry `{name.text}`", name.span, help)

    # --- policies and examples ------------------------------------------------------------------------------

    def _policy(self, piece: Piece) -> None:
        scope = Scope(inside="script")
        self.policy(piece.name, piece.node.get("do"), scope)
        self.answers(piece.name, piece.node, scope)

    def policy(self, name: str, node: Node | None, scope: Scope) -> None:
        """Check what a unit does in its turn; `self` is that unit."""
        body = self.parsed(parser.parse_script, node)
        if body is None or node is None:
            return
        inner = Scope(scope, inside="policy")
        inner.bind(Binding("unit", "self", t.UNIT))
        check_block(self.checked, body, inner)
        check_knows(self.checked, self.content, body, self.diagnostics)
        self.texts.policies[name] = (body, node.span)

    def answers(self, name: str, node: Mapping, scope: Scope) -> None:
        """Check what a unit answers when it is asked."""
        for key, value in reading.mapping(node, "answers"):
            tree = self.parsed(parser.parse_expression, value)
            question = find_question(self.checked, key.text, key.span, quoted=key.style != "plain")
            if tree is not None and question is not None:
                check_answer(self.checked, question, tree, scope)
                check_knows(self.checked, self.content, tree, self.diagnostics)
                self.texts.answering.setdefault(name, []).append(AnswerText(question.what, question.words, tree))

    def options(self, node: Mapping) -> dict[str, Any]:
        """The options that an example or a scenario sets."""
        known = self.checked.vocabulary.options
        found: dict[str, Any] = {}
        for name, value in reading.mapping(node, "options"):
            wanted = known.get(name.text)
            if wanted is None:
                help = suggestion(name.text, known, "option")
                self._error("unknown-name", f"there is no option `{name.text}`", name.span, help)
            else:
                found[name.text] = self.values.value(value, wanted, f"`{name.text}`")
        return found

    def _error(self, code: str, message: str, span: Span, help: str | None) -> None:
        self.diagnostics.error(code, message, span, phase="resolve", help=help)


def _a(what: str) -> str:
    return f"an {what}" if what[0] in "aeiou" else f"a {what}"
