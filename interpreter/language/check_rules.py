"""Checking rules: what event they answer, the names it brings, their condition, memory and body."""

from __future__ import annotations

from dataclasses import dataclass, replace

from interpreter.language import syntax as s
from interpreter.language import types as t
from interpreter.language.check_constants import walk
from interpreter.language.check_idle import certain, note_rule, note_use, stops_actions
from interpreter.language.check_purity import check_pure
from interpreter.language.check_statements import check_block
from interpreter.language.check_types import condition, init_help, type_of
from interpreter.language.readable_words import EVENTS, EventWord
from interpreter.language.scope import Binding, Checked, Scope
from interpreter.language.types import Type
from interpreter.language.vocabulary import Field, Form
from interpreter.language.words import AMENDING_STAGES, ONCE_SCOPES
from interpreter.source.diagnostics import suggestion
from interpreter.source.text import Span

# What starts and ends with time.
PASSING = ("turn", "stage", "round", "scene")


@dataclass(frozen=True, slots=True)
class HolderKind:
    """What holds a rule: `what` is ruleset, status, marker or entry; `name` its name; its fields by name."""

    what: str
    name: str
    fields: dict[str, Field]


@dataclass(frozen=True, slots=True)
class EventShape:
    """An event as a rule sees it: its key, the names it brings, its stages, and its subject's name."""

    key: str
    bindings: tuple[Binding, ...]
    stages: tuple[str, ...]
    subject: str


def holder_scope(holder: HolderKind, inside: str) -> Scope:
    """The names that a holder brings: `self`, `bearer`, `source`, `owner`, `cells`, and its fields."""
    scope = Scope(inside=inside)
    if holder.what == "entry":
        scope.bind(Binding("unit", "self", t.UNIT))
    elif holder.what == "status":
        scope.bind(Binding("holder", "self", Type("status", holder.name)))
        scope.bind(Binding("bearer", "bearer", t.UNIT))
        scope.bind(Binding("source", "source", t.UNIT, maybe=True))
    elif holder.what == "marker":
        scope.bind(Binding("holder", "self", Type("marker", holder.name)))
        scope.bind(Binding("owner", "owner", t.UNIT, maybe=True))
        scope.bind(Binding("cells", "cells", t.list_of(t.NUMBER)))
    for field in holder.fields.values():
        absent = holder.what == "entry" and field.default is None
        scope.bind(Binding("field", field.name, field.type, maybe=absent, settable=True, field=field))
    return scope


def check_rule(c: Checked, rule: s.Rule, holder: HolderKind) -> EventShape | None:
    """Check a rule; gives the event it answers, or None where that is unknown."""
    inside = f"rule {rule.when}"
    outer = holder_scope(holder, inside)
    shape = event_shape(c, rule.event)
    if shape is None:
        return None
    scope = Scope(outer)
    for binding in shape.bindings:
        if outer.find(binding.name) is None or binding.name == "unit":
            scope.bind(binding)
    if rule.when != "after" and rule.event.stopped:
        c.error("wrong-event", "only an `after` rule answers what was stopped", rule.event.span)
    if rule.event.of is not None:
        _check_subject(c, rule.event.of, shape, outer)
    c.here = ""
    c.begun = rule.event.kind in ("turn", "stage", "round")
    known: frozenset[str] = frozenset()
    if rule.condition is not None:
        sure = certain(c, rule, (holder.what, holder.name), shape.subject)
        known = condition(c, rule.condition, scope, sure=sure)
        check_pure(c, rule.condition, "the condition of a rule")
    _check_stage(c, rule, shape)
    inner = scope.knowing(known, rule.condition)
    _check_once(c, rule, inner, shape)
    check_block(c, rule.body, inner)
    c.begun = False
    note_rule(c, rule, shape.key)
    note_use(c, rule, shape.key, holder.what, holder.name)
    if rule.when != "after" and rule.event.kind in PASSING:
        _check_passes(c, rule)
    return shape


def _check_passes(c: Checked, rule: s.Rule) -> None:
    """Time passes whatever rules say."""
    for statement in rule.body:
        for node in walk(statement):
            if isinstance(node, s.Stop):
                message = f"a {rule.event.kind} {rule.event.edge}s whatever rules say, and cannot be stopped"
                c.error("cannot-stop", message, node.span, "stop what is done in it, with `before action`")


def _check_subject(c: Checked, of: s.Expr, shape: EventShape, scope: Scope) -> None:
    found = type_of(c, of, scope, t.UNIT, lenient=True)
    if found.kind not in ("unit", "unknown"):
        message = f"`of` names the unit that it is about, and this is {found}"
        help = init_help(of, t.UNIT)
        if found.kind in ("status", "marker"):
            message = f"`of` names the unit that it is about, and this is the {found.kind} itself"
            help = f"whose the {found.kind} is, is `{'bearer' if found.kind == 'status' else 'owner'}`"
        c.error("wrong-type", message, of.span, help)
    elif not shape.subject:
        c.error("wrong-event", "this event is about no unit", of.span, "leave `of ...` out")


def _check_stage(c: Checked, rule: s.Rule, shape: EventShape) -> None:
    if rule.stage is None:
        return
    span = rule.stage_span or rule.span
    if rule.when != "before":
        c.error("wrong-stage", "only a `before` rule has a stage", span, f"leave `at {rule.stage}` out")
    elif rule.stage not in shape.stages:
        help = suggestion(rule.stage, shape.stages, "stage")
        c.error("unknown-name", f"this event has no stage `{rule.stage}`", span, help, phase="resolve")


def _check_once(c: Checked, rule: s.Rule, scope: Scope, shape: EventShape) -> None:
    if rule.once is None:
        return
    if rule.once.scope not in ONCE_SCOPES:
        help = suggestion(rule.once.scope, ONCE_SCOPES, "scope")
        c.error("unknown-name", f"`once per {rule.once.scope}` is unknown", rule.once.span, help, phase="resolve")
    elif rule.once.scope == "movement" and shape.key not in ("step", "change:init"):
        message = "`once per movement` is for rules that answer a change of Init or a step"
        c.error("wrong-event", message, rule.once.span)
    elif stops_actions(rule, shape.key):
        message = "this rule stops an action, which then has not happened: it is never used up, and stops the next too"
        help = f"leave `once per {rule.once.scope}` out, or stop an event that the action brings about"
        c.warning("not-used-up", message, rule.once.span, help)
    for name, span in rule.once.per:
        _check_once_per(c, rule, scope, name, span)


COUNTED = ("unit", "status", "marker", "item", "manner", "word", "number", "text", "yes_no")


def _check_once_per(c: Checked, rule: s.Rule, scope: Scope, name: str, span: Span) -> None:
    """What a rule acts once for, must be there and be a single thing."""
    binding = scope.find(name)
    if binding is None:
        help = suggestion(name, scope.known(), "name")
        c.error("unknown-name", f"`per {name}`: there is no `{name}` here", span, help, phase="resolve")
        return
    c.once_bindings[(rule, name)] = binding
    if binding.field is not None:
        c.uses.note("field", binding.field.span)
    if binding.type.kind not in (*COUNTED, "unknown"):
        c.error("wrong-type", f"`per {name}` is {binding.type}, and such things cannot be told apart", span)
    elif binding.maybe and not scope.has(name):
        help = f"ask for it in the condition: `{name} is {name}`"
        c.error("may-be-absent", f"`{name}` may be absent here", span, help)


# --- the events ---------------------------------------------------------------------------------------------


def event_shape(c: Checked, pattern: s.EventPattern) -> EventShape | None:
    """What an event pattern means; None after an error."""
    vocabulary = c.vocabulary
    if pattern.kind == "change":
        return _change_shape(c, pattern)
    if pattern.kind in PASSING:
        return _core_shape(EVENTS[pattern.kind], f"{pattern.edge}:{pattern.kind}")
    if pattern.kind == "any":
        return _core_shape(EVENTS["any"], "*")
    if pattern.kind == "ends":
        return _ends_shape(c, pattern)
    form = vocabulary.events.get(pattern.name)
    if form is not None:
        return _declared_shape(form)
    if pattern.name in EVENTS and pattern.name not in ("change", *PASSING, "any", "ends"):
        return _core_shape(EVENTS[pattern.name], pattern.name)
    known = [*vocabulary.events, *(name for name in EVENTS if ":" not in name)]
    help = suggestion(pattern.name, sorted(known), "event")
    if pattern.name in vocabulary.verbs:
        help = f"`{pattern.name}` is a verb; rules answer events: declare it under `events`"
    c.error("unknown-name", f"there is no event `{pattern.name}`", pattern.name_span, help, phase="resolve")
    return None


def _core_shape(event: EventWord, key: str) -> EventShape:
    bindings = tuple(Binding("event", field.name, field.type, field.maybe, field.settable) for field in event.fields)
    return EventShape(key, bindings, AMENDING_STAGES, event.subject)


def _change_shape(c: Checked, pattern: s.EventPattern) -> EventShape | None:
    name, vocabulary = pattern.name, c.vocabulary
    if name == "init":
        shape = _core_shape(EVENTS["change:init"], "change:init")
        extra = tuple(
            Binding("extra", field.name, field.type, settable=True, field=field)
            for field in vocabulary.change_fields.values()
        )
        return EventShape(shape.key, shape.bindings + extra, shape.stages, shape.subject)
    fields = {
        field
        for table in (vocabulary.statuses, vocabulary.markers, vocabulary.entries)
        for holder in table.values()
        for field in holder
    }
    if name in vocabulary.counters or name in fields or name == "score":
        c.uses.note("unit", name)
        for table in (vocabulary.statuses, vocabulary.markers, vocabulary.entries):
            for holder in table.values():
                c.uses.note("field", holder[name].span if name in holder else None)
        return _core_shape(EVENTS["change"], f"change:{name}")
    known = sorted({*vocabulary.counters, *fields, "init", "score"})
    message = f"`{name}` does not change, as far as is known"
    help = suggestion(name, known, "counter")
    if name in vocabulary.attributes:
        help = "an attribute is computed when read; declare it under `counters` if it changes"
    c.error("unknown-name", message, pattern.name_span, help, phase="resolve")
    return None


def _ends_shape(c: Checked, pattern: s.EventPattern) -> EventShape | None:
    vocabulary = c.vocabulary
    for what, names in (("status", vocabulary.statuses), ("marker", vocabulary.markers)):
        if pattern.name in names:
            shape = _core_shape(EVENTS["ends"], f"ends:{pattern.name}")
            kind = Type(what, pattern.name)
            brought = (replace(name, type=kind) if name.name == "ended" else name for name in shape.bindings)
            return replace(shape, bindings=tuple(brought))
    known = sorted({*vocabulary.statuses, *vocabulary.markers})
    message = f"there is no status and no marker `{pattern.name}`"
    help = suggestion(pattern.name, known, "status or marker")
    c.error("unknown-name", message, pattern.name_span, help, phase="resolve")
    return None


def _declared_shape(form: Form) -> EventShape:
    bindings = tuple(
        Binding("declared", field.name, field.type, settable=True, field=field) for field in form.fields.values()
    )
    if form.subject is not None and "unit" not in form.fields and form.fields[form.subject].type.kind == "unit":
        bindings += (Binding("event", "unit", t.UNIT),)
    stages = form.stages or AMENDING_STAGES
    return EventShape(f"event:{form.name}", bindings, stages, form.subject or "")


def check_calls_end(c: Checked, spans: dict[str, Span]) -> None:
    """Report verbs, events and functions that call themselves, directly or round about."""
    done: set[str] = set()
    for start in sorted(c.edges):
        _walk(c, start, [], done, spans)


def _walk(c: Checked, name: str, chain: list[str], done: set[str], spans: dict[str, Span]) -> None:
    if name in chain:
        cycle = [*chain[chain.index(name) :], name]
        shown = " -> ".join(f"`{part.split(' ', 1)[1]}`" for part in cycle)
        span = c.edges[cycle[-2]][name]
        if not all(part.startswith("function ") for part in cycle):
            c.error("recursion", f"this would go on without end: {shown}", span, "let one of them not call the other")
        return
    if name in done:
        return
    for callee in sorted(c.edges.get(name, ())):
        _walk(c, callee, [*chain, name], done, spans)
    done.add(name)
