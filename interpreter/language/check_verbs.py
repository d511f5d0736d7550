"""Checking verb statements: the form of the verb, its slots and fields, and how long something lasts."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.language import syntax as s
from interpreter.language import types as t
from interpreter.language.check_conditions import Sure
from interpreter.language.check_constants import check_whole
from interpreter.language.check_idle import lasting, note_made
from interpreter.language.check_purity import check_pure
from interpreter.language.check_types import condition, type_of, want
from interpreter.language.limits import LONGEST_MOVEMENT
from interpreter.language.scope import Checked, Scope, VerbUse
from interpreter.language.types import Type, fits, list_of
from interpreter.language.vocabulary import Field, Form
from interpreter.language.words import FUNCTIONS, VERBS, Slot, VerbWord, form_of
from interpreter.source.diagnostics import suggestion

# What other languages have verbs for, and how the same is written here.
_TELLS = "write `say`, with the text in double quotes"
_ADDS, _TAKES = "write `+=`, as in `unit.init += 1`", "write `-=`, as in `unit.init -= 1`"
_ELSEWHERE = {
    **dict.fromkeys(("print", "echo", "log", "write", "show", "message"), _TELLS),
    **dict.fromkeys(("increase", "increment", "add", "raise", "gain"), _ADDS),
    **dict.fromkeys(("decrease", "decrement", "subtract", "reduce", "lower"), _TAKES),
    **dict.fromkeys(("give", "inflict"), "write `apply STATUS to UNIT`"),
}


def check_verb(c: Checked, node: s.Verb, scope: Scope) -> None:
    """Check one verb statement, and note how it was understood."""
    verb = VERBS.get(node.name) or c.vocabulary.verbs.get(node.name) or c.vocabulary.events.get(node.name)
    if verb is None:
        help = suggestion(node.name, [*c.vocabulary.verb_names(), *_beginning(scope)], "verb")
        if node.name in c.vocabulary.functions:
            help = f"`{node.name}` is a function: use its value, as in `let x = {node.name}(...)`"
        elif node.name in FUNCTIONS:
            given = "..." if FUNCTIONS[node.name].params else ""
            help = f"it is a function: use its value, as in `let x = {node.name}({given})`"
        elif node.name in _ELSEWHERE:
            help = _ELSEWHERE[node.name]
        c.error("unknown-name", f"there is no verb `{node.name}`", node.name_span, help, phase="resolve")
        return
    _check_place(c, node, scope)
    if isinstance(verb, VerbWord):
        note_made(c, verb.name)
    else:
        c.calls_to(("event " if verb.is_event else "verb ") + verb.name, node.name_span)
        c.uses.note("event" if verb.is_event else "verb", verb.name)
    use = VerbUse(verb, {}, {})
    c.verbs[node] = use
    _fill_slots(c, node, verb.slots, use, scope)
    _check_fields(c, node, verb, use, scope)
    if isinstance(verb, VerbWord):
        _check_core(c, node, verb, use, scope)
    if node.until is not None:
        if not isinstance(verb, VerbWord) or not verb.lasts:
            message = f"`{node.name}` is done at once, so it has no `until` or `while`"
            c.error("does-not-last", message, node.until.span, "only `apply` and `place` last")
        check_until(c, node.until, scope, lasting(c, use.slots.get("status"), use.slots.get("unit")))
        c.captured[node.until] = scope.locals()


def _beginning(scope: Scope) -> tuple[str, ...]:
    """The words of the language that may have been meant by a verb: those that begin a statement of one line."""
    if scope.inside == "define":
        return ("let", "return")
    return ("let", "stop", "expect", "next") if scope.inside in ("script", "turn") else ("let", "stop")


def _check_place(c: Checked, node: s.Verb, scope: Scope) -> None:
    before = scope.inside == "rule before"
    if node.also and not before:
        message = "`also` adds a companion to an event that is being amended, so it stands only in a `before` rule"
        c.error("also-outside", message, node.span, "leave `also` out")
    elif before and not node.also:
        message = "a `before` rule amends the event and never acts"
        help = f"write `also {node.name} ...` to let it happen together with the event, or use an `after` rule"
        c.error("acts-too-early", message, node.span, help)
    elif scope.inside == "define":
        message = "a function only computes a value, and cannot act"
        c.error("acts-in-function", message, node.span, "make it a verb of the ruleset")


def _fill_slots(c: Checked, node: s.Verb, slots: Sequence[Slot], use: VerbUse, scope: Scope) -> None:
    given: list[tuple[str | None, s.Expr, s.Node]] = []
    if node.subject is not None:
        given.append((None, node.subject, node.subject))
    given += [(prep.word, prep.value, prep) for prep in node.preps]
    by_prep = {slot.prep: slot for slot in slots}
    shown = form_of(node.name, slots)
    before = len(c.diagnostics)
    for prep, value, at in given:
        slot = by_prep.get(prep)
        if slot is None:
            what = "nothing stands right after" if prep is None else f"`{prep}` has no place with"
            c.error("wrong-form", f"{what} `{node.name}`", at.span, f"it is written `{shown}`", phase="resolve")
            type_of(c, value, scope, None, lenient=True)
        elif slot.name in use.slots:
            c.error("wrong-form", f"`{prep}` stands here twice", at.span, f"it is written `{shown}`", phase="resolve")
        else:
            use.slots[slot.name] = value
            _check_slot(c, node, slot, value, scope)
    if len(c.diagnostics) > before:
        # What stands in a wrong place is most often what seems to lack.
        return
    for slot in slots:
        if slot.required and slot.name not in use.slots:
            lacks = f"`{slot.prep}`" if slot.prep is not None else f"the {slot.name.replace('_', ' ')}"
            message = f"`{node.name}` lacks {lacks}"
            c.error("wrong-form", message, node.name_span, f"it is written `{shown}`", phase="resolve")


def _check_slot(c: Checked, node: s.Verb, slot: Slot, value: s.Expr, scope: Scope) -> None:
    what = f"what stands after `{slot.prep}`" if slot.prep is not None else f"what stands after `{node.name}`"
    if slot.name == "cells" and slot.type.kind == "unknown":
        found = type_of(c, value, scope)
        if not fits(found, t.NUMBER) and not fits(found, list_of(t.NUMBER)):
            c.error("wrong-type", f"{what} must be an Init or a list of Inits, not {found}", value.span)
    else:
        want(c, value, scope, slot.type, what)


def _check_fields(c: Checked, node: s.Verb, verb: VerbWord | Form, use: VerbUse, scope: Scope) -> None:
    known = _fields_of(c, verb, use)
    for given in node.fields:
        field = known.get(given.name)
        if field is None:
            help = suggestion(given.name, sorted(known), "field") if known else "it has no fields"
            message = f"`{node.name}` has no field `{given.name}`"
            c.error("unknown-name", message, given.name_span, help, phase="resolve")
            type_of(c, given.value, scope)
            continue
        if given.name in use.fields or given.name in use.slots:
            c.error("wrong-form", f"`{given.name}` is given twice", given.span, "leave one out", phase="resolve")
        use.fields[given.name] = given.value
        want(c, given.value, scope, field.type, f"`{given.name}`")
    in_form = {slot.name for slot in verb.slots if slot.required}
    for field in known.values():
        if field.default is None and field.name not in {*use.fields, *use.slots, *in_form}:
            message = f"`{node.name}` lacks a value for `{field.name}`"
            c.error("wrong-form", message, node.name_span, f"add `with {field.name} = ...`", phase="resolve")


def _fields_of(c: Checked, verb: VerbWord | Form, use: VerbUse) -> dict[str, Field]:
    if isinstance(verb, Form):
        return verb.fields
    if verb.fields == "change":
        return c.vocabulary.change_fields
    if verb.fields in ("status", "marker"):
        value = use.slots.get(verb.fields)
        tables = c.vocabulary.statuses if verb.fields == "status" else c.vocabulary.markers
        if isinstance(value, s.Name):
            return tables.get(value.name, {})
    return {}


def _check_core(c: Checked, node: s.Verb, verb: VerbWord, use: VerbUse, scope: Scope) -> None:
    """What single core verbs ask beyond their form."""
    thing = use.slots.get("thing")
    if verb.name == "end" and thing is not None:
        found = c.types.get(thing, t.UNKNOWN)
        if found.kind not in ("status", "marker", "movement", "unknown"):
            help = "a status is taken off a unit with `remove STATUS from UNIT`" if found.kind == "word" else None
            c.error("wrong-type", f"only a status, a marker or a movement can end, not {found}", thing.span, help)
    for name in ("init", "cells"):
        number = use.slots.get(name)
        if number is not None:
            check_whole(c, number, "an Init")
    amount, manner = use.slots.get("amount"), use.slots.get("manner")
    if amount is not None:
        goes = isinstance(manner, s.Name) and c.vocabulary.touches.get(manner.name) == "each"
        bounds = (-LONGEST_MOVEMENT, LONGEST_MOVEMENT) if goes else ()
        check_whole(c, amount, "how far an Init changes", *bounds)
    if verb.lasts and node.until is not None:
        _check_used(c, node, use)
    if verb.name in ("remove", "unlink"):
        c.uses.asking |= set(use.slots.values())


def _check_used(c: Checked, node: s.Verb, use: VerbUse) -> None:
    """`until used` is for what has rules that can act."""
    thing = use.slots.get("status") or use.slots.get("marker")
    assert node.until is not None
    for ending in node.until.endings:
        if isinstance(ending, s.UsedEnding) and isinstance(thing, s.Name) and thing.name in c.vocabulary.ruleless:
            message = f"`{thing.name}` has no rules, so it is never used"
            c.warning("never", message, ending.span, "say otherwise when it ends, or give it a rule")
        elif isinstance(ending, s.UsedEnding) and isinstance(thing, s.Name):
            c.until_used.append((f"use {'status' if 'status' in use.slots else 'marker'} {thing.name}", ending.span))


# --- how long something lasts -------------------------------------------------------------------------------


def check_until(c: Checked, node: s.Until, scope: Scope, sure: Sure) -> None:
    """Check how long something lasts; `sure` is what is certain while it does."""
    check_endings(c, node.endings, scope)
    if node.condition is not None:
        # It is looked at when other things have happened.
        condition(c, node.condition, scope.forgetting(), sure=sure)
        check_pure(c, node.condition, "what lasts `while` something holds")


def check_endings(c: Checked, endings: Sequence[s.Ending], scope: Scope) -> None:
    for ending in endings:
        if isinstance(ending, s.TurnEnding):
            want(c, ending.of, scope, t.UNIT, "whose turn it is")
        elif isinstance(ending, s.TurnsEnding):
            want(c, ending.of, scope, t.UNIT, "whose turns these are")
            want(c, ending.count, scope, t.NUMBER, "how many turns")
            check_whole(c, ending.count, "how many turns", 1)
        elif isinstance(ending, s.ThingEnding):
            found = type_of(c, ending.of, scope, None, lenient=True)
            if found.kind not in ("status", "marker", "unknown"):
                message = f"only a status or a marker ends, not {found}"
                c.error("wrong-type", message, ending.of.span, _ends_help(found))


def _ends_help(found: Type) -> str | None:
    return (
        "say whether the start or the end of a turn is meant: `until end of ...'s next turn`"
        if found.kind == ("unit")
        else None
    )
