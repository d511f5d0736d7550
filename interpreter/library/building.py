"""Building the program of a ruleset: every checked text compiled, every declaration made a record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from interpreter.language import compile_rules as compiling
from interpreter.language import syntax as s
from interpreter.language.compile_groups import compile_amending, compile_willing
from interpreter.language.module import Module
from interpreter.language.probes import Probes
from interpreter.library import reading
from interpreter.library.content import Piece
from interpreter.library.program import (
    ActionKind,
    Budget,
    EventKind,
    Item,
    Kind,
    Manner,
    Modifier,
    PolicyAnswer,
    Program,
    Relation,
    RuleCode,
    Site,
    Stage,
    UnitKind,
    nothing,
)
from interpreter.library.secrecy import secrets_of
from interpreter.library.texts import ActionText, AnswerText, RuleText, Texts
from interpreter.library.values import Values, dice_term, zero
from interpreter.source.diagnostics import Diagnostics
from interpreter.source.nodes import Mapping as MappingNode
from interpreter.source.nodes import Node


class Builder:
    """Compiles the texts of a ruleset into a program; `runtime` is what compiled functions may call.

    Where texts are kept `apart`, none is written out in the code of another.
    """

    def __init__(
        self, texts: Texts, runtime: Mapping[str, Any], probes: Probes | None = None, *, apart: bool = False
    ) -> None:
        self.texts = texts
        self.vocabulary = texts.checked.vocabulary
        self.node = texts.content.ruleset.node
        self.values = Values(self.vocabulary, Diagnostics())
        self.namespace: dict[str, Any] = dict(runtime)
        modified = frozenset(name for _, name, _, _ in texts.modifiers)
        self.module = Module(texts.checked, modified, Site, probes)
        self._apart = apart or probes is not None
        if apart:
            self.module.short = {define.name: False for define in texts.defines}
        self._later: list[Callable[[], None]] = []
        self._own: list[tuple[RuleCode, compiling.CompiledRule]] = []
        unit_class = runtime["unit_class"]
        attributes, counters = list(self.vocabulary.attributes), list(self.vocabulary.counters)
        self.program = Program(texts.content.name, unit_class(attributes, counters))

    def build(self) -> Program:
        """The program; its functions are compiled in one go."""
        program = self.program
        program.files = frozenset(self.texts.content.files)
        program.sides = self.vocabulary.words["side"]
        program.modified = self.module.modified
        program.secrets = secrets_of(self.texts)
        checked = self.texts.checked
        asking = {word.name for word, _ in checked.calls.values()} | {use.word.name for use in checked.verbs.values()}
        program.asks_how_far = not asking.isdisjoint(("count_now", "move_turn", "give_turn"))
        self._plain_things()
        self._kinds()
        self._values()
        self._bodies()
        for order, rule in enumerate(self.texts.rules):
            self._rule(rule, order)
        for action in self.texts.actions:
            self._action(action)
        for name, (body, span) in self.texts.policies.items():
            self._policy(name, compiling.compile_script(self.module, name, body, span, "s"))
        for name, answers in self.texts.answering.items():
            self._answers(name, answers)
        self.define()
        if not self._apart:
            self._groups()
        return program

    def define(self) -> None:
        """Run what has been compiled, and let records take up their functions."""
        self.module.run(self.namespace)
        for take_up in self._later:
            take_up()
        self._later.clear()
        program = self.program
        program.slots = [("a_" + name, name, default) for name, default in program.attributes.items()]
        program.slots += [("c_" + name, name, 0) for name in program.budgets]

    def function(self, name: str) -> Any:
        return self.namespace[name]

    # --- plain things ---------------------------------------------------------------------------------------

    def _plain_things(self) -> None:
        program, node, vocabulary = self.program, self.node, self.vocabulary
        for key, value in reading.mapping(node, "manners"):
            assert isinstance(value, MappingNode)
            touches = reading.text(value, "touches", "nothing")
            manner = Manner(key.text, touches, vocabulary.manners[key.text])
            program.manners[key.text] = self.namespace["M_" + key.text] = manner
        for key, value in reading.mapping(node, "relations"):
            assert isinstance(value, MappingNode)
            carries = reading.scalar(value, "value")
            program.relations[key.text] = Relation(
                key.text,
                reading.yes_no(value, "symmetric", True),
                reading.yes_no(value, "transitive"),
                None if carries is None else carries.text,
            )
        for key, value in reading.mapping(node, "options"):
            assert isinstance(value, MappingNode)
            default = value.get("default")
            setting = None if default is None else reading.value_of(default)
            is_dice = vocabulary.options[key.text].kind == "dice"
            program.options[key.text] = dice_term(str(setting)) if is_dice else setting
        program.change_fields = {name: field.default for name, field in vocabulary.change_fields.items()}
        program.quiet = frozenset(
            key.text
            for key, value in reading.mapping(node, "counters")
            if isinstance(value, MappingNode) and reading.yes_no(value, "quiet")
        )
        stages = reading.names(node, "change_stages")
        program.change_stages = stages or program.change_stages
        self._items_and_units()

    def _items_and_units(self) -> None:
        program, vocabulary, pieces = self.program, self.vocabulary, self.texts.content.pieces
        items: dict[str, Item] = {}
        for piece in pieces["item"].values():
            record = reading.text(piece.node, "of")
            fields = vocabulary.records.get(record, {})
            values = {name: field.default for name, field in fields.items()}
            for name, value in reading.mapping(piece.node, "has"):
                if name.text in fields:
                    values[name.text] = self.values.value(value, fields[name.text].type, "")
            items[piece.name] = self.namespace["I_" + piece.name] = Item(piece.name, record, values)
        program.items = items
        for item in items.values():
            fields = vocabulary.records.get(item.record, {})
            item.values = {name: self.with_items(value, fields[name].type) for name, value in item.values.items()}
        for called, family in vocabulary.families.items():
            members = tuple(items[one] if family.of.kind == "item" else one for one in family.members)
            self.namespace["F_" + called], self.namespace["FS_" + called] = members, frozenset(members)
        for key, value in reading.mapping(self.node, "attributes"):
            assert isinstance(value, MappingNode)
            type_ = vocabulary.attributes[key.text]
            default = value.get("default")
            found = zero(type_) if default is None else self.values.value(default, type_, "")
            program.attributes[key.text] = self.with_items(found, type_)
            program.stacking[key.text] = reading.text(value, "stacks", "all")
        for piece in pieces["unit"].values():
            program.unit_kinds[piece.name] = UnitKind(
                piece.name, self.unit_values(piece.node), reading.names(piece.node, "entries")
            )

    def unit_values(self, node: MappingNode) -> dict[str, Any]:
        """The attributes and counters that a mapping gives a unit."""
        known = {**self.vocabulary.attributes, **self.vocabulary.counters}
        return {
            name.text: self.with_items(self.values.value(value, known[name.text], ""), known[name.text])
            for name, value in reading.mapping(node, "values")
            if name.text in known
        }

    def with_items(self, value: Any, type_: Any) -> Any:
        """Names of items and manners made what they name."""
        if type_.kind == "item":
            return self.program.items.get(value)
        if type_.kind == "manner":
            return self.program.manners.get(value)
        if type_.kind == "list" and type_.item is not None and isinstance(value, list):
            return [self.with_items(one, type_.item) for one in value]
        return value

    # --- kinds of holders -----------------------------------------------------------------------------------

    def _kinds(self) -> None:
        pieces, program = self.texts.content.pieces, self.program
        fields = {
            "status": self.vocabulary.statuses,
            "marker": self.vocabulary.markers,
            "entry": self.vocabulary.entries,
        }
        tables = {"status": program.statuses, "marker": program.markers, "entry": program.entries}
        for what, prefix in (("status", "T_"), ("marker", "K_"), ("entry", "N_")):
            for piece in pieces[what].values():
                kind = self._kind(what, piece)
                kind.fields = {
                    name: _kept(self.with_items(field.default, field.type))
                    for name, field in fields[what][piece.name].items()
                }
                tables[what][piece.name] = self.namespace[prefix + piece.name] = kind

    def _kind(self, what: str, piece: Piece) -> Kind:
        return Kind(
            piece.name,
            what,
            gives=frozenset(reading.names(piece.node, "gives")),
            again=reading.text(piece.node, "again", "stack"),
            ends_with=frozenset(reading.names(piece.node, "ends_with")),
            excludes=tuple(reading.names(piece.node, "excludes")),
        )

    def kind_of(self, what: str, name: str) -> Kind:
        program = self.program
        return {"status": program.statuses, "marker": program.markers, "entry": program.entries}[what][name]

    # --- values ---------------------------------------------------------------------------------------------

    def _values(self) -> None:
        program, texts, module = self.program, self.texts, self.module
        for key, tree in texts.values.items():
            name = self._value(tree, key[-1], ["s"], "s")
            site = module.site_value(tree.span, key[-1])
            self._later.append(lambda key=key, name=name, site=site: self._take_value(key, name, site))  # type: ignore[misc]
        for holder, attribute, op, tree in texts.modifiers:
            name = self._value(tree, holder.name, ["h"], None)
            site = module.site_value(tree.span, holder.name)
            kind = self.kind_of(holder.what, holder.name)
            self._later.append(
                lambda kind=kind, a=attribute, op=op, n=name, site=site: kind.modifiers.append(  # type: ignore[misc]
                    Modifier(a, op, self.function(n), site)
                )
            )
        for name, _ in [(key.text, value) for key, value in reading.mapping(self.node, "counters")]:
            program.counters[name] = lambda f, unit: 0
        for stage in texts.stages:
            self._stage(stage)

    def _value(self, tree: Any, rule: str, params: list[str], self_name: str | None) -> str:
        make = compiling.compile_value
        return self.texts.made(tree, lambda tree: (make(self.module, tree, rule, params, self_name),))[0]

    def _test(self, tree: Any, rule: str) -> str:
        return self.texts.made(tree, lambda tree: (compiling.compile_test(self.module, tree, rule, "s"),))[0]

    def _take_value(self, key: tuple[str, ...], name: str, site: Site) -> None:
        function = self.function(name)
        if key[0] == "initiative":
            self.program.initiative = function
        elif key[0] == "counters":
            self.program.counters[key[1]] = function
        elif key[0] == "budgets":
            node = {name.text: value for name, value in reading.mapping(self.node, "budgets")}[key[1]]
            assert isinstance(node, MappingNode)
            budget = Budget(key[1], reading.text(node, "each", "turn"), function, site)
            tree = self.texts.values[key]
            if isinstance(tree, s.Number) and isinstance(tree.value, int) and not self._apart:
                budget.always = tree.value
            self.program.budgets[key[1]] = budget
            self.program.filled.setdefault(budget.each, []).append(budget)

    def _stage(self, stage: Any) -> None:
        module = self.module
        count, turns, within, group, cuts_in_by = (
            None if tree is None else self._value(tree, stage.name, ["s"], "s")
            for tree in (stage.count, stage.turns, stage.within, stage.group, stage.cuts_in_by)
        )
        together, cuts_in = (
            None if tree is None else self._test(tree, stage.name) for tree in (stage.together, stage.cuts_in)
        )
        site = module.site_value((stage.turns or stage.count).span, stage.name)
        ties = [(self._value(tie.value, stage.name, ["s"], "s"), tie.descending) for tie in stage.ties]
        assert count is not None

        def take_up() -> None:
            parts = [(self.function(name), -1 if descending else 1) for name, descending in ties]

            def rank(f: Any, unit: Any) -> tuple[Any, ...]:
                return tuple([sign * part(f, unit) for part, sign in parts])

            self.program.stages.append(
                Stage(
                    stage.name,
                    self.function(count),
                    self.function(turns) if turns is not None else lambda f, unit: 1,
                    site,
                    stage.descending,
                    stage.back_to_back,
                    rank if parts else None,
                    None if within is None else self.function(within),
                    stage.listed,
                    stage.choice,
                    None if group is None else self.function(group),
                    stage.groups,
                    stage.first_may_wait,
                    None if together is None else self.function(together),
                    stage.steps,
                    None if cuts_in is None else self.function(cuts_in),
                    None if cuts_in_by is None else self.function(cuts_in_by),
                )
            )

        self._later.append(take_up)

    # --- bodies, rules, actions -----------------------------------------------------------------------------

    def _bodies(self) -> None:
        for define in self.texts.defines:
            self.texts.made(define, lambda define: (compiling.compile_define(self.module, define),))
        for form in self.vocabulary.events.values():
            self.namespace["L_" + form.name] = self.namespace["event_class"](form.name, list(form.fields))
            compiling.compile_event_maker(self.module, form)
            kind = EventKind(
                form.name,
                form.stages or self.program.change_stages,
                tuple(form.fields),
                form.subject,
            )
            kind.text = self._says(form.name)
            self.program.events[form.name] = self.namespace["E_" + form.name] = kind
        for key, (form, body, span) in self.texts.bodies.items():
            compile_body = compiling.compile_event_body if key.startswith("event ") else compiling.compile_verb_body
            (name,) = self.texts.made(
                body,
                lambda body, make=compile_body, form=form, span=span: (make(self.module, form, body, span),),  # type: ignore[misc]
            )
            if key.startswith("event "):
                kind = self.program.events[form.name]
                self._later.append(lambda kind=kind, name=name: setattr(kind, "body", self.function(name)))  # type: ignore[misc]
        for name, form in self.vocabulary.verbs.items():
            if f"verb {name}" not in self.texts.bodies and form.span is not None:
                compiling.compile_verb_body(self.module, form, (), form.span)

    def _says(self, event: str) -> str | None:
        for key, value in reading.mapping(self.node, "events"):
            if key.text == event and isinstance(value, MappingNode):
                return reading.text(value, "text") or None
        return None

    def _rule(self, rule: RuleText, order: int) -> None:
        made = compiling.compile_rule(self.module, rule.node, rule.holder, rule.shape)
        self.texts.made(rule.node, lambda node: self._names(made, node, rule))
        site = self.module.site_value(rule.node.span, made.name)

        def take_up() -> None:
            code = RuleCode(
                made.name,
                site,
                made.when,
                made.event,
                made.stage,
                order,
                self.function(made.test) if made.test else None,
                self.function(made.body),
                made.once_scope,
                self.function(made.once_key) if made.once_key else None,
                lambda: self._conditions(rule),
                carries=rule.carries,
            )
            if rule.holder.what == "ruleset":
                self.program.rules.append(code)
                self._own.append((code, made))
            else:
                self.kind_of(rule.holder.what, rule.holder.name).rules.append(code)

        self._later.append(take_up)

    def _names(self, made: compiling.CompiledRule, node: Any, rule: RuleText) -> tuple[str, ...]:
        """The functions of a rule, or of another in its place."""
        if node is not rule.node:
            made = compiling.compile_rule(self.module, node, rule.holder, rule.shape)
        return tuple(name for name in (made.test, made.body, made.once_key) if name)

    def _groups(self) -> None:
        """Compile how the ruleset's own rules look at each kind of event together."""
        groups: dict[tuple[str, str], list[tuple[RuleCode, compiling.CompiledRule]]] = {}
        for code, made in self._own:
            groups.setdefault((code.when, code.event), []).append((code, made))
        for (when, event), rules in groups.items():
            rules.sort(key=lambda rule: (rule[0].stage, rule[0].order))
            own = [made for _, made in rules]
            if (when, "*") in groups:
                continue
            if when == "before" and all(rule.once_scope is None for rule in own):
                self._group(self.program.amending, event, compile_amending(self.module, own))
            elif when == "after":
                self._group(self.program.willing, event, compile_willing(self.module, own))
        self.define()

    def _group(self, groups: dict[str, Any], event: str, function: str) -> None:
        self._later.append(lambda: groups.__setitem__(event, self.function(function)))

    def _conditions(self, rule: RuleText) -> list[tuple[Site, str, Any]]:
        """The parts of a rule's condition as functions of their own, compiled when somebody asks why not."""
        parts = compiling.trace_functions(self.module, rule.node, rule.holder, rule.shape)
        self.define()
        found: list[tuple[Site, str, Any]] = []
        for name, part in parts:
            span = part.span
            written = " ".join(span.file.text[span.start : span.end].split())
            if part is rule.node.event.of:
                written = f"it is about `{written}`"
            site = self.module.site_value(span, compiling.rule_name(rule.node, rule.holder))
            found.append((site, written, self.function(name)))
        return found

    def _action(self, action: ActionText) -> None:
        node, holder = action.node, action.holder
        module, name = self.module, action.name
        (body,) = self.texts.made(
            action.body, lambda body: (compiling.compile_action(module, holder, name, body, action.span),)
        )
        needs = [
            (
                self.texts.made(tree, lambda tree: (compiling.compile_requirement(module, holder, name, tree),))[0],
                reason,
            )
            for tree, reason in action.requires
        ]
        cost = reading.text(node, "cost")
        price, when = self._price(cost)
        full_name = action.name if holder is None else f"{holder.name}.{action.name}"
        kind = ActionKind(
            action.name,
            self.module.site_value(action.span, full_name),
            cost,
            price,
            reading.text(node, "when") or when,
            [],
            nothing,
            "" if holder is None else holder.name,
        )

        def take_up() -> None:
            kind.body = self.function(body)
            kind.requires = [(self.function(name), reason) for name, reason in needs]

        self._later.append(take_up)
        if holder is None:
            self.program.actions[action.name] = kind
        else:
            self.kind_of(holder.what, holder.name).actions[action.name] = kind

    def _price(self, cost: str) -> tuple[dict[str, int], str]:
        for key, value in reading.mapping(self.node, "costs"):
            if key.text == cost and isinstance(value, MappingNode):
                pays = {budget.text: _number(amount) for budget, amount in reading.mapping(value, "pays")}
                return pays, reading.text(value, "when", "own turn")
        return {}, "own turn"

    def _answers(self, name: str, texts: list[AnswerText]) -> None:
        answers = self.program.answering[name] = []
        for text in texts:
            is_test = text.what != "choice"
            function = compiling.compile_answer(self.module, text.tree, name, is_test=is_test)
            self._later.append(partial(self._take_answer, answers, text, function, name))

    def _take_answer(self, answers: list[PolicyAnswer], text: AnswerText, function: str, name: str) -> None:
        site = self.module.site_value(text.tree.span, name)
        answers.append(PolicyAnswer(text.what, text.words, self.function(function), site))

    def _policy(self, name: str, function: str) -> None:
        self._later.append(lambda: self.program.policies.__setitem__(name, self.function(function)))


def _number(node: Node) -> int:
    found: int = reading.value_of(node)
    return found


def _kept(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
