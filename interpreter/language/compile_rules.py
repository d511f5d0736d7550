"""Compiling rules, functions, verbs, events, actions and values: each becomes Python functions of the fight."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from interpreter.language import emit
from interpreter.language import syntax as s
from interpreter.language.check_rules import EventShape, HolderKind
from interpreter.language.compile_expressions import expression
from interpreter.language.compile_statements import answers_code, block
from interpreter.language.module import Context, Module
from interpreter.language.vocabulary import Form


class CompiledRule:
    """The names of a rule's functions, and what the track needs to know beside them."""

    __slots__ = ("body", "event", "holds", "name", "node", "once_key", "once_scope", "stage", "test", "when")

    def __init__(self, name: str, node: s.Rule, shape: EventShape) -> None:
        self.name = name
        self.node = node
        self.event = shape.key
        self.when = "stopped" if node.event.stopped else node.when
        self.stage = _stage(node, shape)
        self.test: str | None = None
        # What the test asks, for where it is written out.
        self.holds: ast.expr | None = None
        self.body = ""
        self.once_scope = None if node.once is None else node.once.scope
        self.once_key: str | None = None


def _stage(node: s.Rule, shape: EventShape) -> int:
    """Where an amending rule stands: where it says, else among the changes, or last if it stops."""
    if node.when != "before":
        return 0
    if node.stage is not None:
        return shape.stages.index(node.stage) if node.stage in shape.stages else 0
    return len(shape.stages) if _stops(node.body) else 0


def _stops(statements: Sequence[s.Stmt]) -> bool:
    for statement in statements:
        if isinstance(statement, s.Stop):
            return True
        if isinstance(statement, s.If):
            if any(_stops(body) for _, body in statement.branches) or _stops(statement.otherwise):
                return True
        elif isinstance(statement, (s.May, s.ForEach, s.Repeat)) and _stops(statement.body):
            return True
    return False


def rule_name(node: s.Rule, holder: HolderKind) -> str:
    """What a rule is called in logs: its holder, and how it begins."""
    span = node.span
    begins = span.file.text[span.start : node.event.span.end]
    return f"{holder.name}: {' '.join(begins.split())}"


def compile_rule(module: Module, node: s.Rule, holder: HolderKind, shape: EventShape) -> CompiledRule:
    """Compile a rule; its functions take the fight, the event and the holder."""
    name = rule_name(node, holder)
    x = Context(module, f"rule {node.when}", name, holder.name)
    x.event_key, x.ambient, x.has_holder, x.has_self = shape.key, ["e", "h"], True, holder.what == "entry"
    made = CompiledRule(name, node, shape)
    parts = _conditions(x, node, shape)
    if parts:
        made.holds = emit.both([code for code, _ in parts])
        holds, lacking = x.decided(made.holds, node.event.span), x.decided(emit.const(False), node.event.span)
        tried = emit.absent_gives([emit.give_back(holds)], [emit.give_back(lacking)])
        made.test = module.add(x.fresh("r_test"), ["f", "e", "h"], [emit.placed(tried, node.span)], node.span)
    made.body = module.add(x.fresh("r_body"), ["f", "e", "h"], block(x, node.body), node.span)
    made.once_key = _once_key(x, node)
    return made


def _conditions(x: Context, node: s.Rule, shape: EventShape) -> list[tuple[ast.expr, s.Expr]]:
    """The parts of a rule's condition, its subject first."""
    parts: list[tuple[ast.expr, s.Expr]] = []
    if node.event.of is not None:
        subject = emit.attr(emit.name("e"), "unit")
        parts.append((emit.compared(expression(x, node.event.of), ast.Is(), subject), node.event.of))
    if node.condition is not None:
        conjuncts = node.condition.parts if isinstance(node.condition, s.And) else (node.condition,)
        parts += [(expression(x, part), part) for part in conjuncts]
    return parts


def trace_functions(module: Module, node: s.Rule, holder: HolderKind, shape: EventShape) -> list[tuple[str, s.Expr]]:
    """One function for each part of a rule's condition, for saying which of them failed."""
    x = Context(module, f"rule {node.when}", rule_name(node, holder), holder.name)
    x.event_key, x.ambient, x.has_holder, x.has_self = shape.key, ["e", "h"], True, holder.what == "entry"
    made: list[tuple[str, s.Expr]] = []
    for code, part in _conditions(x, node, shape):
        name = module.add(x.fresh("r_part"), ["f", "e", "h"], [emit.give_back(code)], part.span)
        made.append((name, part))
    return made


# What keeps things apart in what is remembered: that must outlast them.
_TOLD_BY = {"unit": "id", "status": "serial", "marker": "serial", "item": "name", "manner": "name"}


def _once_key(x: Context, node: s.Rule) -> str | None:
    if node.once is None or not node.once.per:
        return None
    parts: list[ast.expr] = []
    for name, span in node.once.per:
        named = s.Name(span, name)
        binding = x.checked.once_bindings[(node, name)]
        x.checked.bindings[named] = binding
        value = expression(x, named)
        told_by = _TOLD_BY.get(binding.type.kind)
        parts.append(value if told_by is None else emit.attr(value, told_by))
    body = emit.give_back(emit.tupled(parts))
    return x.module.add(x.fresh("r_once"), ["f", "e", "h"], [body], node.once.span)


def compile_define(module: Module, node: s.Define) -> str:
    """Compile a function of the ruleset."""
    x = Context(module, "define", node.name, node.name)
    _roll_for_first_unit(x, [(param.name, param.type) for param in node.params if not param.many])
    body = block(x, node.body)
    if node.value is not None:
        body = [emit.give_back(x.valued(expression(x, node.value), node.span))]
    params = ["f", *["v_" + param.name for param in node.params]]
    return module.add("d_" + node.name, params, body, node.span)


def _roll_for_first_unit(x: Context, params: Sequence[tuple[str, str]]) -> None:
    for name, type_ in params:
        if type_ == "unit":
            x.roller_name = "v_" + name
            return


def compile_verb_body(module: Module, form: Form, body: Sequence[s.Stmt], span: Any) -> str:
    """Compile what a verb of the ruleset does."""
    x = Context(module, "verb", form.name, form.name)
    _roll_for_first_unit(x, [(field.name, field.type.kind) for field in form.fields.values()])
    params = ["f", *["v_" + name for name in form.fields]]
    return module.add("verb_" + form.name, params, block(x, body), span)


def compile_event_maker(module: Module, form: Form) -> str:
    """Compile how an event of the ruleset is made of its place and the values of its fields, in order."""
    e = emit.name("e")
    parts: dict[str, ast.expr] = {
        "kind": emit.const("event:" + form.name),
        "site": emit.name("site"),
        "decl": emit.name("E_" + form.name),
        "unit": emit.const(None) if form.subject is None else emit.name("v_" + form.subject),
        **{slot: emit.const(None) for slot in ("stopped", "acted", "memory")},
        **{"f_" + name: emit.name("v_" + name) for name in form.fields},
    }
    body = [emit.assign("e", emit.call("new_event", emit.name("L_" + form.name)))]
    body += [emit.set_attr(e, slot, value) for slot, value in parts.items()]
    assert form.span is not None
    params = ["site", *["v_" + name for name in form.fields]]
    return module.add("make_" + form.name, params, [*body, emit.give_back(e)], form.span)


def compile_event_body(module: Module, form: Form, body: Sequence[s.Stmt], span: Any) -> str:
    """Compile what an event of the ruleset does when it is committed."""
    x = Context(module, "event", form.name, form.name)
    x.event_key, x.ambient = "event:" + form.name, ["e"]
    return module.add("ev_" + form.name, ["f", "e"], block(x, body), span)


def compile_action(module: Module, holder: HolderKind | None, name: str, body: Sequence[s.Stmt], span: Any) -> str:
    """Compile what an action does; it takes the fight and the unit that acts."""
    rule = name if holder is None else f"{holder.name}.{name}"
    x = Context(module, "action", rule, rule)
    x.self_name, x.roller_name, x.has_self = "s", "s", True
    made = [*_entry_holder(x, holder), *block(x, body)]
    return module.add(x.fresh("a_" + name), ["f", "s"], made, span)


def _entry_holder(x: Context, holder: HolderKind | None) -> list[ast.stmt]:
    """In an entry's action `h` is the entry that the unit has, for its fields."""
    if holder is None or holder.what != "entry" or not holder.fields:
        return []
    x.has_holder, x.ambient = True, ["h"]
    f = emit.name("f")
    serial = emit.item(emit.attr(emit.name("s"), "entries"), emit.const(holder.name))
    return [emit.assign("h", emit.item(emit.attr(f, "holders"), serial))]


def compile_requirement(module: Module, holder: HolderKind | None, name: str, node: s.Expr) -> str:
    """Compile a requirement of an action: a test of the fight and the unit."""
    x = Context(module, "action", name, name)
    x.self_name, x.has_self = "s", True
    first = _entry_holder(x, holder)
    holds, lacking = x.decided(expression(x, node), node.span), x.decided(emit.const(False), node.span)
    tried = emit.absent_gives([emit.give_back(holds)], [emit.give_back(lacking)])
    return module.add(x.fresh("a_needs"), ["f", "s", "_e"], [*first, emit.placed(tried, node.span)], node.span)


def compile_value(module: Module, node: s.Expr, rule: str, params: Sequence[str], self_name: str | None = None) -> str:
    """Compile an expression of the ruleset (a count, a tie, a modifier) as a function with the given parameters."""
    x = Context(module, "value", rule, rule)
    x.self_name = self_name
    if self_name is not None:
        x.roller_name = self_name
    x.ambient = [name for name in params if name == "h"]
    value = x.valued(expression(x, node), node.span)
    return module.add(x.fresh("x_value"), ["f", *params], [emit.give_back(value)], node.span)


def compile_test(module: Module, node: s.Expr, rule: str, self_name: str, *, counted: bool = True) -> str:
    """Compile a condition of the ruleset as a function of the fight and a unit; it fails where something is absent.

    What is not `counted` is nothing that examples should run.
    """
    x = Context(module, "value", rule, rule)
    x.self_name = x.roller_name = self_name
    x.has_self = True
    holds, lacking = expression(x, node), emit.const(False)
    if counted and not isinstance(node, s.YesNo):
        holds, lacking = x.decided(holds, node.span), x.decided(lacking, node.span)
    tried = emit.absent_gives([emit.give_back(holds)], [emit.give_back(lacking)])
    return module.add(x.fresh("x_test"), ["f", self_name], [emit.placed(tried, node.span)], node.span)


def compile_setup(module: Module, rule: str, body: Sequence[s.Stmt], span: Any) -> str:
    """Compile what there is before a fight begins; it takes the fight. All of it counts as one thing that is done."""
    return module.add(module.fresh("setup"), ["f"], block(Context(module, "setup", rule, rule), body), span)


def compile_answer(module: Module, node: s.Expr, rule: str, *, is_test: bool) -> str:
    """Compile what a policy answers: a function of the fight, the unit that is asked, and the question.

    A test fails where something in it is absent.
    """
    x = Context(module, "script", rule, rule)
    x.self_name = x.roller_name = "s"
    x.has_self = True
    given = [emit.give_back(expression(x, node))]
    body = [emit.placed(emit.absent_gives(given, [emit.give_back(emit.const(False))]), node.span)] if is_test else given
    return module.add(x.fresh("answer"), ["f", "s", "k"], body, node.span)


def compile_answers(module: Module, rule: str, node: s.Answers | None) -> str | None:
    """Compile answers of a script that stand without a block: a function of the fight; None where there are none."""
    if node is None:
        return None
    x = Context(module, "script", rule, rule)
    return module.add(x.fresh("answers"), ["f"], [emit.give_back(answers_code(x, node.answers))], node.span)


def compile_script(module: Module, rule: str, body: Sequence[s.Stmt], span: Any, self_name: str | None = None) -> str:
    """Compile a script; it takes the fight, and for a policy the unit whose turn it is."""
    x = Context(module, "script", rule, rule)
    x.self_name, x.has_self = self_name, self_name is not None
    params = ["f"] if self_name is None else ["f", self_name]
    return module.add(x.fresh("script"), params, block(x, body), span)


def compile_expectations(module: Module, rule: str, nodes: Sequence[s.Expr]) -> str:
    """Compile expectations: a script that checks each."""
    body: list[s.Stmt] = [s.Expect(node.span, node) for node in nodes]
    return compile_script(module, rule, body, nodes[0].span)
