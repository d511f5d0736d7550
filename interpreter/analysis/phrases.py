"""Values and conditions of the rules language in plain words: each kind of expression has its phrase.

A value becomes a phrase that can stand in a sentence ("the bearer's Init"), a condition becomes a clause ("the bearer
is on the track"). Functions of the ruleset are told by their names in quotes, and what these mean is told apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from interpreter.language import syntax as s
from interpreter.language.scope import Binding, Checked
from interpreter.language.vocabulary import Form
from interpreter.language.words import FunctionWord


@dataclass(slots=True)
class Speech:
    """How things are called where a text stands: `own` is what `self` is, `titles` what content calls its things.

    `terms` gathers the functions, verbs and events of the ruleset that were spoken of, in their order, and `families`
    the families; `given` are the values of a function's parameters while its meaning is told for these.
    """

    checked: Checked
    titles: dict[tuple[str, str], str] = field(default_factory=dict)
    own: str = "the user"
    terms: dict[str, s.Define | Form] = field(default_factory=dict)
    given: dict[str, str] = field(default_factory=dict)
    families: dict[str, None] = field(default_factory=dict)


def spaced(name: str) -> str:
    """A name as words: `loose_tiles` becomes "loose tiles"."""
    return name.replace("_", " ")


def quoted(text: str) -> str:
    """A text in quotes; what stands in it as code is made words."""
    return f"“{spaced(text.replace('`', ''))}”"


def listed(parts: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    if len(parts) < 2:
        return parts[0] if parts else "none"
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def of(owner: str, what: str) -> str:
    """What belongs to somebody: "its speed", "the bearer's speed", or "the speed of" where that is long."""
    if owner == "it":
        return f"its {what}"
    if len(owner.split()) > 3 or owner.endswith(("s", "”")):
        return f"the {what} of {owner}"
    return f"{owner}'s {what}"


def plural(owned: str) -> bool:
    """Whether several are meant, as far as the noun tells: "the user's coins", "the counts of the turns"."""
    noun = re.split(" (?:of|that|from|on) ", owned)[0]
    return noun.endswith("s") and not noun.endswith(("ss", "us", "'s"))


# --- values and conditions ------------------------------------------------------------------------------------


def phrase(x: Speech, node: s.Expr) -> str:
    """The value of an expression."""
    if _is_condition(x, node) and not isinstance(node, (s.YesNo, s.Else, s.Name, s.Attr)):
        return f"whether {clause(x, node)}"
    return _EXPRESSIONS[type(node)](x, node)


def clause(x: Speech, node: s.Expr, *, holds: bool = True) -> str:
    """A condition as a clause, or what it is when it does not hold."""
    if isinstance(node, s.Not):
        return clause(x, node.of, holds=not holds)
    if isinstance(node, s.YesNo):
        return "this holds" if node.value is holds else "this does not hold"
    told = _CLAUSES.get(type(node))
    if told is not None:
        return told(x, node, holds)
    made = _EXPRESSIONS[type(node)](x, node)
    return f"{made} {'holds' if holds else 'does not hold'}"


def _is_condition(x: Speech, node: s.Expr) -> bool:
    found = x.checked.types.get(node)
    return isinstance(node, (s.Not, s.And, s.Or, s.Compare, s.Within, s.Quantifier)) or (
        found is not None and found.kind == "yes_no"
    )


def number(value: int | Fraction) -> str:
    return str(value) if isinstance(value, int) else f"{float(value):g}"


# --- names ----------------------------------------------------------------------------------------------------

_BOUND = {
    "bearer": "the bearer",
    "source": "its source",
    "owner": "its owner",
    "cells": "its Inits",
}
GLOBALS = {
    "units": "the units on the track",
    "everyone": "all who take part",
    "markers": "all markers",
    "objectives": "the objectives",
    "round": "the number of the round",
    "stage": "the stage of the round",
    "turn": "the open turn",
    "actor": "whoever acts",
}
_OF_EVENTS = {
    "here": "the Init touched",
    "ahead": "the Init ahead",
    "behind": "the Init before it",
    "origin": "the value before",
    "destination": "the value after",
    "path": "the path",
    "steps": "the number of steps",
}


def _name(x: Speech, node: s.Name) -> str:
    binding = x.checked.bindings.get(node)
    return spaced(node.name) if binding is None else bound(x, binding)


def bound(x: Speech, binding: Binding) -> str:
    """What a name stands for."""
    name = binding.name
    if binding.kind == "param" and name in x.given:
        return x.given[name]
    if binding.kind in _BOUND:
        return _BOUND[binding.kind]
    if binding.kind == "global":
        return GLOBALS[name]
    if binding.kind == "holder":
        return f"this {binding.type.kind}"
    if binding.kind == "unit":
        return x.own if name == "self" else "the unit"
    if binding.kind == "word":
        return word(x, binding.type.of or "", name)
    if binding.kind == "family":
        x.families[name] = None
        return f"the {spaced(name)}"
    if binding.kind == "goal":
        return f"the objective {spaced(name)}"
    if binding.kind in ("manner", "item", "named", "param") or name == "it" or len(name) == 1:
        return spaced(name)
    if binding.kind == "event":
        return _OF_EVENTS.get(name, f"the {spaced(name)}")
    return f"the {spaced(name)}"


def word(x: Speech, of_set: str, name: str) -> str:
    """A word of a set, as content calls it; the names of things are written large."""
    found = x.titles.get((of_set, name))
    if found is not None:
        return found
    return spaced(name).capitalize() if of_set in ("status", "marker", "action", "entry") else spaced(name)


# --- what stands after a dot ----------------------------------------------------------------------------------

_PROPERTIES = {
    ("unit", "init"): "Init",
    ("unit", "last_init"): "last Init on the track",
    ("unit", "used"): "actions of this turn",
    ("marker", "cells"): "Inits",
    ("movement", "steps"): "number of steps",
}
_STATES = {("unit", "on_track"): "on the track"}


def _attr(x: Speech, node: s.Attr) -> str:
    kind = x.checked.attrs.get(node, "")
    if kind == "option":
        return f"the option {quoted(node.name)}"
    each = kind.removeprefix("each ")
    what = _PROPERTIES.get((each, node.name), spaced(node.name))
    owner = phrase(x, node.of)
    return f"the {what} of each of {owner}" if kind.startswith("each ") else of(owner, what)


def _attr_clause(x: Speech, node: s.Attr, holds: bool) -> str:
    kind = x.checked.attrs.get(node, "")
    is_it = "is" if holds else "is not"
    if kind == "option":
        return f"the option {quoted(node.name)} {is_it} on"
    owner = phrase(x, node.of)
    if kind == "manner" or (kind, node.name) in _STATES:
        return f"{owner} {is_it} {_STATES.get((kind, node.name), spaced(node.name))}"
    return f"{quoted(node.name)} {'holds' if holds else 'does not hold'} for {owner}"


def _name_clause(x: Speech, node: s.Name, holds: bool) -> str:
    if node.name == "cut_short":
        return f"the movement was {'' if holds else 'not '}cut short"
    return f"{quoted(node.name)} {'holds' if holds else 'does not hold'}"


# --- operators ------------------------------------------------------------------------------------------------

_SUMS = {"+": "plus", "-": "minus", "*": "times", "/": "divided by"}
_OF_LISTS = {"+": "together with", "-": "without"}
_OPPOSITE = {
    "<": ">=",
    "<=": ">",
    ">": "<=",
    ">=": "<",
    "is": "is not",
    "is not": "is",
    "in": "not in",
    "not in": "in",
    "has": "lacks",
    "lacks": "has",
}
_COMPARED = {
    "<": "is less than",
    "<=": "is at most",
    ">": "is more than",
    ">=": "is at least",
    "is": "is",
    "is not": "is not",
    "in": "is among",
    "not in": "is not among",
}


def _arith(x: Speech, node: s.Arith) -> str:
    left, right = _part(x, node.left), _part(x, node.right)
    found = x.checked.types.get(node)
    if found is not None and found.kind == "list" and node.op in _OF_LISTS:
        return f"{left} {_OF_LISTS[node.op]} {right}"
    if node.op == "/" and right == "2":
        return f"half of {left}"
    return f"{left} {_SUMS[node.op]} {right}"


def _part(x: Speech, node: s.Expr) -> str:
    told = phrase(x, node)
    return f"({told})" if isinstance(node, (s.Arith, s.Else, s.Where)) else told


def _compare(x: Speech, node: s.Compare, holds: bool) -> str:
    op = node.op if holds else _OPPOSITE[node.op]
    left = phrase(x, node.left)
    if op in ("has", "lacks"):
        return f"{left} {_had(x, node, op == 'has')}"
    if op in ("in", "not in") and isinstance(node.right, s.ListOf):
        op, right = {"in": "is"}.get(op, "is not"), [phrase(x, one) for one in node.right.items]
        return f"{left} {_agreeing(left, op)} {listed(right, 'or')}"
    if op in ("is", "is not") and isinstance(node.right, s.YesNo):
        return clause(x, node.left, holds=node.right.value is (op == "is"))
    if op in ("is", "is not") and _is_condition(x, node.left):
        return f"{left} {op} the same as {phrase(x, node.right)}"
    return f"{left} {_agreeing(left, op)} {phrase(x, node.right)}"


def _agreeing(left: str, op: str) -> str:
    """How a comparison is said of one, or of several."""
    return _COMPARED[op].replace("is", "are", 1) if plural(left) else _COMPARED[op]


def _had(x: Speech, node: s.Compare, has: bool) -> str:
    what = phrase(x, node.right)
    of_set = x.checked.compares.get(node, "")
    if of_set == "unit_kind":
        return f"is {'' if has else 'not '}of the kind {what}"
    if of_set == "property":
        what = f"the property {quoted(what)}"
    return f"has {what}" if has else f"does not have {what}"


def _both(x: Speech, node: s.And, holds: bool) -> str:
    if not holds:
        return _joined(x, node.parts, "or", holds)
    return _joined(x, node.parts, "and", holds)


def _one(x: Speech, node: s.Or, holds: bool) -> str:
    return _joined(x, node.parts, "or" if holds else "and", holds)


def _joined(x: Speech, parts: Sequence[s.Expr], last: str, holds: bool) -> str:
    told = [
        f"({clause(x, part, holds=holds)})" if isinstance(part, (s.And, s.Or)) else clause(x, part, holds=holds)
        for part in parts
    ]
    return (", or " if last == "or" else " and ").join(told)


def _within(x: Speech, node: s.Within, holds: bool) -> str:
    who = "it" if node.who is None else phrase(x, node.who)
    other = x.own if node.of is None else phrase(x, node.of)
    return f"{who} is {'' if holds else 'not '}within {phrase(x, node.distance)} of {other}"


def _where(x: Speech, node: s.Where) -> str:
    return _such(phrase(x, node.source), clause(x, node.condition))


def _such(source: str, condition: str) -> str:
    """Those of a set for which something holds; of such a set in turn, for which something more holds."""
    return f"{source}{', and' if ' for which ' in source else ''} for which {condition}"


def _quantifier(x: Speech, node: s.Quantifier, holds: bool) -> str:
    some = (node.kind == "some") is holds
    which = "some" if some else "each"
    inner = clause(x, node.condition, holds=holds)
    name = spaced(node.name) if node.name != "it" else "one"
    return f"for {which} {name} of {phrase(x, node.source)} it is so that {inner}"


def _extreme(x: Speech, node: s.Extreme) -> str:
    most = "highest" if node.kind == "most" else "lowest"
    return f"the {spaced(node.name)} of {phrase(x, node.source)} for which {phrase(x, node.by)} is {most}"


# --- calls ----------------------------------------------------------------------------------------------------

FUNCTION_PHRASES: dict[str, Callable[[list[str]], str]] = {
    "max": lambda a: f"the higher of {listed(a)}",
    "min": lambda a: f"the lower of {listed(a)}",
    "highest": lambda a: f"the highest of {a[0]}",
    "lowest": lambda a: f"the lowest of {a[0]}",
    "sum": lambda a: f"the sum of {a[0]}",
    "count": lambda a: f"the number of {a[0]}",
    "first": lambda a: f"the first of {a[0]}",
    "last": lambda a: f"the last of {a[0]}",
    "rest": lambda a: f"all but the first of {a[0]}",
    "up": lambda a: f"{a[0]} (rounded up)",
    "down": lambda a: f"{a[0]} (rounded down)",
    "abs": lambda a: f"{a[0]} (without its sign)",
    "numbers": lambda a: f"the numbers from {a[0]} to {a[1]}",
    "multiples": lambda a: f"the multiples of {a[0]} from {a[1]} to {a[2]}",
    "roll": lambda a: f"a roll of {a[0]}" + (f" ({a[1]} times)" if len(a) > 1 else ""),
    "roll_better": lambda a: f"{FUNCTION_PHRASES['roll'](a)} (each die twice, the better one kept)",
    "faces": lambda a: f"the faces of {a[0]}",
    "linked": lambda a: f"all who are linked with {a[0]} as {a[1]}",
    "link_value": lambda a: f"the number on the link from {a[0]} to {a[1]} as {a[2]}",
    "statuses": lambda a: f"the copies of {a[1]} on {a[0]}",
    "lying": lambda a: f"the markers {a[0]}",
    "turns_left": lambda a: f"the number of turns that {a[0]} has left in the round",
    "counts_left": lambda a: f"the counts of the turns that {a[0]} still has",
    "holds_turn": lambda a: f"{a[0]} holds a turn",
    "count_now": lambda a: "the count that the round has come to",
    "chained": lambda a: f"{a[0]} and all of {a[2]} that are linked with it as {a[1]}, over others of them too",
    "up_next": lambda a: "whoever has the next turn",
    "can": lambda a: f"{a[0]} could use {a[1]} now",
}


def _call(x: Speech, node: s.Call) -> str:
    meant, args = x.checked.calls[node]
    if isinstance(meant, Form):
        given = dict(zip(meant.fields, args, strict=True))
        return f"what comes of “{formed(x, meant, {name: arg for name, arg in given.items() if arg is not None})}”"
    told = [phrase(x, arg) for arg in args if arg is not None]
    if isinstance(meant, FunctionWord):
        return FUNCTION_PHRASES[meant.name](told)
    x.terms[meant.name] = meant
    return f"{quoted(meant.name)} of {listed(told)}" if told else quoted(meant.name)


def meant(x: Speech, node: s.Expr) -> str:
    """A value; where it is that of a function of the ruleset, what this comes to."""
    if isinstance(node, s.Where):
        return _such(meant(x, node.source), clause(x, node.condition))
    word_, args = x.checked.calls.get(node, (None, [])) if isinstance(node, s.Call) else (None, [])
    if not isinstance(word_, s.Define) or word_.value is None:
        return phrase(x, node)
    told = zip(word_.params, [arg or param.default for arg, param in zip(args, word_.params, strict=True)], strict=True)
    outer, x.given = x.given, {param.name: phrase(x, arg) for param, arg in told if arg is not None}
    made = meant(x, word_.value)
    x.given = outer
    return made


def _call_clause(x: Speech, node: s.Call, holds: bool) -> str:
    meant, args = x.checked.calls[node]
    told = _call(x, node)
    if isinstance(meant, FunctionWord):
        return told if holds else f"it is not so that {told}"
    if isinstance(meant, Form):
        return f"{told} is {'yes' if holds else 'no'}"
    given = [phrase(x, arg) for arg in args if arg is not None]
    return f"{quoted(meant.name)} {'holds' if holds else 'does not hold'}" + (f" for {listed(given)}" if given else "")


def formed(x: Speech, form: Form, given: dict[str, s.Expr]) -> str:
    """A verb or an event of the ruleset with its values, in the words of its form."""
    x.terms[form.name] = form
    told = spaced(form.name)
    slots = [slot for slot in form.slots if slot.name in given]
    for slot in slots:
        told += f" {slot.prep}" if slot.prep else ""
        told += f" {phrase(x, given[slot.name])}"
    return told + with_fields(x, {name: given[name] for name in given if name not in {slot.name for slot in slots}})


def with_fields(x: Speech, fields: dict[str, s.Expr]) -> str:
    """Values that are given by their names."""
    if not fields:
        return ""
    return ", with " + listed([f"{spaced(name)} {phrase(x, value)}" for name, value in fields.items()])


def _else(x: Speech, node: s.Else) -> str:
    return f"{phrase(x, node.value)}, or, where there is none, {phrase(x, node.other)}"


_EXPRESSIONS: dict[type, Callable[[Speech, Any], str]] = {
    s.Number: lambda x, node: number(node.value),
    s.Text: lambda x, node: quoted(node.value),
    s.YesNo: lambda x, node: "yes" if node.value else "no",
    s.Dice: lambda x, node: f"{node.count if node.count > 1 else 1}d{node.sides}",
    s.Name: _name,
    s.Attr: _attr,
    s.Call: _call,
    s.ListOf: lambda x, node: listed([phrase(x, item) for item in node.items]),
    s.Negate: lambda x, node: f"minus {_part(x, node.of)}",
    s.Arith: _arith,
    s.Compare: lambda x, node: _compare(x, node, True),
    s.Not: lambda x, node: clause(x, node),
    s.And: lambda x, node: _both(x, node, True),
    s.Or: lambda x, node: _one(x, node, True),
    s.Else: _else,
    s.Within: lambda x, node: _within(x, node, True),
    s.Inits: lambda x, node: f"the Inits {phrase(x, node.first)} to {phrase(x, node.last)}",
    s.Where: _where,
    s.Quantifier: lambda x, node: _quantifier(x, node, True),
    s.Extreme: _extreme,
}
_CLAUSES: dict[type, Callable[[Speech, Any, bool], str]] = {
    s.Name: _name_clause,
    s.Attr: _attr_clause,
    s.Call: _call_clause,
    s.Compare: _compare,
    s.And: _both,
    s.Or: _one,
    s.Within: _within,
    s.Quantifier: _quantifier,
}


# --- when something ends --------------------------------------------------------------------------------------


def until(x: Speech, node: s.Until) -> str:
    """How long something lasts: "until the end of the round", "while ..."."""
    parts = []
    if node.endings:
        parts.append("until " + listed([ending(x, one) for one in node.endings], "or"))
    if node.condition is not None:
        parts.append("while " + clause(x, node.condition))
    return ", ".join(parts)


def ending(x: Speech, node: s.Ending) -> str:
    return _ENDINGS[type(node)](x, node)


_ENDINGS: dict[type, Callable[[Speech, Any], str]] = {
    s.TurnEnding: lambda x, node: f"the {node.edge} of " + of(phrase(x, node.of), "next turn" if node.next else "turn"),
    s.RoundEnding: lambda x, node: f"the {node.edge} of the {node.what}",
    s.TurnsEnding: lambda x, node: f"{phrase(x, node.count)} of the turns of {phrase(x, node.of)} have passed",
    s.ThingEnding: lambda x, node: f"{phrase(x, node.of)} ends",
    s.UsedEnding: lambda x, node: "it is used",
}
