"""Compiling verb statements: a call of what the track does, or of what the ruleset says a verb does."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from interpreter.language import emit
from interpreter.language import syntax as s
from interpreter.language.compile_expressions import default_code, expression, storable
from interpreter.language.module import Context
from interpreter.language.scope import VerbUse
from interpreter.language.vocabulary import Form

F = emit.name("f")


def compile_verb(x: Context, node: s.Verb) -> list[ast.stmt]:
    """Python for a verb statement; with `also` it waits until the event is committed."""
    use = x.checked.verbs[node]
    made = _form_call(x, node, use, use.word) if isinstance(use.word, Form) else _CORE[use.word.name](x, node, use)
    if not node.also:
        return [emit.do(made)]
    return [emit.do(emit.call("also", F, *_kept_thunk(x, made)))]


def _kept_thunk(x: Context, made: ast.expr) -> list[ast.expr]:
    """A call for later, with the values that its local names have now."""
    names = sorted({node.id for node in ast.walk(made) if isinstance(node, ast.Name) and node.id[:2] == "v_"})
    arguments = emit.parameters(*names)
    arguments.defaults = [emit.name(name) for name in names]
    return [ast.Lambda(arguments, made)]


def _form_call(x: Context, node: s.Verb, use: VerbUse, form: Form) -> ast.expr:
    values: list[ast.expr] = []
    for field in form.fields.values():
        given = use.slots.get(field.name) or use.fields.get(field.name)
        values.append(expression(x, given) if given is not None else default_code(field.type, field.default))
    if form.is_event:
        return emit.call("perform", F, emit.call("make_" + form.name, x.site(node.span), *values))
    return emit.call("verb_" + form.name, F, *values)


# --- the verbs of the core ----------------------------------------------------------------------------------


def _slot(x: Context, use: VerbUse, name: str) -> ast.expr:
    value = use.slots.get(name)
    return emit.const(None) if value is None else expression(x, value)


def _change(function: str, amount: str) -> Callable[[Context, s.Verb, VerbUse], ast.expr]:
    def code(x: Context, node: s.Verb, use: VerbUse) -> ast.expr:
        args = [_slot(x, use, "unit"), _slot(x, use, amount), _slot(x, use, "manner")]
        if use.fields:
            args.append(emit.table({name: expression(x, value) for name, value in use.fields.items()}))
        return emit.call(function, F, x.site(node.span), *args)

    return code


def _fields(x: Context, use: VerbUse) -> ast.expr:
    if not use.fields:
        return emit.const(None)
    return emit.table(
        {name: storable(x.checked.types[value], expression(x, value)) for name, value in use.fields.items()}
    )


def _actor_unless(x: Context, use: VerbUse, name: str) -> ast.expr:
    value = use.slots.get(name)
    return emit.attr(F, "actor") if value is None else expression(x, value)


def _kind(use: VerbUse, slot: str, prefix: str, x: Context) -> ast.expr:
    value = use.slots[slot]
    if isinstance(value, s.Name) and x.checked.bindings[value].kind == "word":
        return emit.name(prefix + value.name)
    table = {"T_": "statuses", "K_": "markers"}[prefix]
    return emit.item(emit.attr(emit.attr(F, "program"), table), expression(x, value))


def _apply(x: Context, node: s.Verb, use: VerbUse) -> ast.expr:
    kind = _kind(use, "status", "T_", x)
    unit, source = _slot(x, use, "unit"), _actor_unless(x, use, "source")
    return emit.call("apply", F, x.site(node.span), kind, unit, source, _fields(x, use), lasts_code(x, node.until))


def _place(x: Context, node: s.Verb, use: VerbUse) -> ast.expr:
    kind = _kind(use, "marker", "K_", x)
    cells, owner = _slot(x, use, "cells"), _actor_unless(x, use, "owner")
    return emit.call("place", F, x.site(node.span), kind, cells, owner, _fields(x, use), lasts_code(x, node.until))


def _end(x: Context, node: s.Verb, use: VerbUse) -> ast.expr:
    thing = use.slots["thing"]
    function = "end_movement" if x.checked.types[thing].kind == "movement" else "end"
    return emit.call(function, F, x.site(node.span), expression(x, thing))


def _plain(function: str, *slots: str) -> Callable[[Context, s.Verb, VerbUse], ast.expr]:
    def code(x: Context, node: s.Verb, use: VerbUse) -> ast.expr:
        return emit.call(function, F, x.site(node.span), *[_slot(x, use, slot) for slot in slots])

    return code


def _create(x: Context, node: s.Verb, use: VerbUse) -> ast.expr:
    made = [_slot(x, use, name) for name in ("kind", "init", "manner")]
    return emit.call("create", F, x.site(node.span), *made, _actor_unless(x, use, "owner"))


_CORE: dict[str, Callable[[Context, s.Verb, VerbUse], ast.expr]] = {
    "shift": _change("shift", "amount"),
    "set": _change("set_init", "init"),
    "apply": _apply,
    "remove": _plain("remove", "status", "unit"),
    "revoke": _plain("revoke", "entry", "unit"),
    "end": _end,
    "place": _place,
    "lay": _plain("lay", "thing", "cells"),
    "create": _create,
    "take_off": _plain("take_off", "unit"),
    "bring_back": _plain("bring_back", "unit", "init", "manner"),
    "dismiss": _plain("leave_for_good", "unit"),
    "link": _plain("link", "unit", "other", "relation", "value"),
    "unlink": _plain("unlink", "unit", "other", "relation"),
    "continue_round": _plain("continue_round", "count"),
    "delay_turn": _plain("delay_turn", "count"),
    "skip_turn": _plain("skip_turn", "unit"),
    "give_turn": _plain("give_turn", "unit", "count", "stage"),
    "move_turn": _plain("move_turn", "unit", "count", "stage"),
    "hold_turn": _plain("hold_turn"),
    "queue_turn": _plain("queue_turn", "unit"),
    "drop_turns": _plain("drop_turns", "unit"),
    "cut_in": _plain("cut_in", "unit"),
    "open": _plain("open_objective", "name", "score"),
    "say": _plain("say", "text"),
}


# --- how long something lasts -------------------------------------------------------------------------------


def lasts_code(x: Context, until: s.Until | None) -> ast.expr:
    """Python for how long something lasts; None for what lasts until it is ended."""
    if until is None:
        return emit.const(None)
    still = emit.const(None)
    if until.condition is not None:
        kept = [*x.ambient, *["v_" + binding.name for binding in x.checked.captured[until]]]
        if x.self_name is not None and x.self_name not in kept:
            kept.append(x.self_name)
        made = expression(x, until.condition)
        still = emit.bound_thunk(made, kept)
    span = until.span
    shown = " ".join(span.file.text[span.start : span.end].split())
    return emit.call("Lasts", endings_code(x, until.endings), still, emit.const(shown))


def endings_code(x: Context, endings: Sequence[s.Ending]) -> ast.expr:
    """Python for endings: tuples of edge, anchor and count."""
    return emit.tupled([_ending(x, ending) for ending in endings])


def _ending(x: Context, ending: s.Ending) -> ast.expr:
    if isinstance(ending, s.TurnEnding):
        return emit.tupled([emit.const(ending.edge), expression(x, ending.of), emit.const(int(ending.next))])
    if isinstance(ending, s.TurnsEnding):
        return emit.tupled([emit.const("turns"), expression(x, ending.of), expression(x, ending.count)])
    if isinstance(ending, s.RoundEnding):
        return emit.tupled([emit.const(ending.edge), emit.const(ending.what), emit.const(1)])
    if isinstance(ending, s.ThingEnding):
        return emit.tupled([emit.const("ends"), expression(x, ending.of), emit.const(1)])
    return emit.tupled([emit.const("used"), emit.const("used"), emit.const(1)])
