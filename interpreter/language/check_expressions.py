"""Checking expressions: every name is known, every type fits, and what may be absent is met.

`type_of` gives the type of an expression and notes what the compiler needs; after an error it gives `unknown`, which
fits everywhere, so that one mistake is reported once.
"""

from __future__ import annotations

from collections.abc import Callable

from interpreter.language import syntax as s
from interpreter.language import types as t
from interpreter.language.scope import Binding, Checked, Scope
from interpreter.language.types import Type, common, fits, list_of
from interpreter.language.words import NAMES, PROPERTIES, Property
from interpreter.source.diagnostics import nearest, suggestion
from interpreter.source.text import Span

ABSENT_HELP = "say what counts where it is absent: `{path} else ...`, or ask for it in the condition"


def type_of(c: Checked, node: s.Expr, scope: Scope, expected: Type | None = None, lenient: bool = False) -> Type:
    """The type of an expression. `lenient` where an absent value is met: in conditions, and left of `else`."""
    found = _CHECKS[type(node)](c, node, scope, expected, lenient)
    c.types[node] = found
    return found


def want(c: Checked, node: s.Expr, scope: Scope, wanted: Type, what: str, lenient: bool = False) -> Type:
    """The type of an expression that must be of a certain type; `what` says what it is for."""
    found = type_of(c, node, scope, wanted, lenient)
    if not fits(found, wanted):
        c.error("wrong-type", f"{what} must be {wanted}, not {found}", node.span, _type_help(found, wanted))
        return wanted
    return found


def _type_help(found: Type, wanted: Type) -> str | None:
    if found.kind == "unit" and wanted.kind == "number":
        return "if its Init is meant, write `.init` after it"
    if found.kind == "dice" and wanted.kind in ("number", "roll"):
        return "roll it: `roll(...)`"
    if found.kind == "number" and wanted.kind == "dice":
        return "write dice such as `2d6`"
    if found.kind == "list" and found.item is not None and fits(found.item, wanted):
        return "one of the list is wanted: `first(...)`, or go through it with `for each`"
    return None


def condition(c: Checked, node: s.Expr, scope: Scope) -> frozenset[str]:
    """Check a condition; gives the paths that are known not to be absent where it holds."""
    want(c, node, scope, t.YES_NO, "a condition", lenient=True)
    return _paths(node)


def _paths(node: s.Expr) -> frozenset[str]:
    """The paths that a condition reads in every case: those that an `or` or a quantifier may skip do not count."""
    path = path_of(node)
    if path is not None:
        found = {path}
        while "." in path:
            path = path.rpartition(".")[0]
            found.add(path)
        return frozenset(found)
    parts: list[s.Expr] = []
    if isinstance(node, s.And):
        parts = list(node.parts)
    elif isinstance(node, (s.Compare, s.Arith)):
        parts = [node.left, node.right]
    elif isinstance(node, (s.Not, s.Negate)):
        parts = [node.of]
    elif isinstance(node, s.Within):
        parts = [part for part in (node.who, node.distance, node.of) if part is not None]
    elif isinstance(node, s.Call):
        parts = [arg.value for arg in node.args]
    elif isinstance(node, s.Attr):
        parts = [node.of]
    return frozenset().union(*[_paths(part) for part in parts])


def path_of(node: s.Expr) -> str | None:
    """`source.init` as text, for a chain of names; None for anything else."""
    if isinstance(node, s.Name):
        return node.name
    if isinstance(node, s.Attr):
        of = path_of(node.of)
        return None if of is None else f"{of}.{node.name}"
    return None


def _absent(c: Checked, node: s.Expr, shown: str, scope: Scope, lenient: bool) -> None:
    c.maybe.add(node)
    if not lenient and shown not in scope.present:
        c.error("may-be-absent", f"`{shown}` may be absent here", node.span, ABSENT_HELP.format(path=shown))


# --- names and what stands after a dot ----------------------------------------------------------------------


def _name(c: Checked, node: s.Name, scope: Scope, expected: Type | None, lenient: bool) -> Type:
    binding = scope.find(node.name) or _global(node.name) or _word(c, node, scope, expected)
    c.bindings[node] = binding
    if binding.maybe:
        _absent(c, node, node.name, scope, lenient)
    return binding.type


def _global(name: str) -> Binding | None:
    found = NAMES.get(name)
    return None if found is None else Binding("global", name, found.type, found.maybe)


def _word(c: Checked, node: s.Name, scope: Scope, expected: Type | None) -> Binding:
    """A name that is no variable: a manner, a word of a set, or an item."""
    name, vocabulary = node.name, c.vocabulary
    if expected is not None and expected.kind == "list" and expected.item is not None:
        expected = expected.item
    wanted = expected.kind if expected is not None else None
    if wanted == "manner":
        if name in vocabulary.manners:
            c.note_read("manner", name)
            return Binding("manner", name, t.MANNER)
        return _unknown(c, node, sorted(vocabulary.manners), "manner")
    if wanted == "word" and expected is not None and expected.of is not None:
        members = vocabulary.words.get(expected.of, ())
        if name in members:
            c.note_read(expected.of, name)
            return Binding("word", name, expected)
        if not vocabulary.sets_of(name) or expected.of != "status":
            return _unknown(c, node, members, expected.of.replace("_", " "))
    if name in vocabulary.items and wanted in ("item", None, "unknown"):
        c.note_read("item", name)
        return Binding("item", name, Type("item", vocabulary.items[name]))
    sets = vocabulary.sets_of(name)
    if sets:
        for of in sets:
            c.note_read(of, name)
        return Binding("word", name, Type("word", sets[0] if len(sets) == 1 else None))
    if name in vocabulary.manners:
        c.note_read("manner", name)
        return Binding("manner", name, t.MANNER)
    known = [*scope.known(), *NAMES, *vocabulary.all_words(), *vocabulary.items, *vocabulary.manners]
    return _unknown(c, node, known, "name")


def _unknown(c: Checked, node: s.Name, known: list[str] | tuple[str, ...], what: str) -> Binding:
    c.error(
        "unknown-name",
        f"`{node.name}` is not a {what} known here" if what != "name" else f"unknown name `{node.name}`",
        node.span,
        suggestion(node.name, known, what) if what != "name" or nearest(node.name, known) else _name_help(node.name, c),
        phase="resolve",
    )
    return Binding("none", node.name, t.UNKNOWN)


def _name_help(name: str, c: Checked) -> str:
    if name in c.vocabulary.attributes or name in c.vocabulary.counters:
        return f"it is a property of units: write whose, as in `unit.{name}`"
    if name in c.vocabulary.options:
        return f"it is an option: write `options.{name}`"
    return "declare it in the ruleset, or give it a value with `let` before"


def properties_of(c: Checked, of: Type) -> dict[str, Property]:
    """What may stand after a dot, for a value of some type."""
    found = dict(PROPERTIES.get(of.kind, {}))
    vocabulary = c.vocabulary
    if of.kind == "unit":
        for name, type_ in vocabulary.attributes.items():
            found[name] = Property(name, type_, "an attribute of the ruleset")
        for name, type_ in vocabulary.counters.items():
            found[name] = Property(name, type_, "a counter of the ruleset", settable=True)
    elif of.kind == "manner":
        for flag in vocabulary.flags:
            found[flag] = Property(flag, t.YES_NO, "a flag of the ruleset's manners")
    elif of.kind == "movement":
        for field in vocabulary.change_fields.values():
            found[field.name] = Property(field.name, field.type, "a field of changes")
    elif of.kind == "item" and of.of is not None:
        for field in vocabulary.records.get(of.of, {}).values():
            found[field.name] = Property(field.name, field.type, "a field of the record")
    elif of.kind in ("status", "marker"):
        tables = vocabulary.statuses if of.kind == "status" else vocabulary.markers
        for name, fields in tables.items():
            if of.of in (None, name):
                for field in fields.values():
                    found[field.name] = Property(field.name, field.type, "a field", settable=True)
    return found


def _attr(c: Checked, node: s.Attr, scope: Scope, expected: Type | None, lenient: bool) -> Type:
    if isinstance(node.of, s.Name) and node.of.name == "options" and scope.find("options") is None:
        return _option(c, node)
    of = type_of(c, node.of, scope, None, lenient)
    if of.kind == "unknown":
        return t.UNKNOWN
    spread = of.kind == "list" and of.item is not None and of.item.kind != "unknown"
    thing = of.item if spread and of.item is not None else of
    found = properties_of(c, thing).get(node.name)
    if found is None:
        known = properties_of(c, thing)
        c.error(
            "unknown-property",
            f"{thing} has no `{node.name}`",
            node.name_span,
            suggestion(node.name, sorted(known), "property") if known else None,
            phase="resolve",
        )
        return t.UNKNOWN
    c.note_read("property", node.name)
    c.attrs[node] = thing.kind
    if spread:
        c.attrs[node] = "each " + thing.kind
        return list_of(found.type)
    # A unit's Init counts as there: a unit that is off the track stops the action with a reason of its own.
    if found.maybe and found.name != "init":
        _absent(c, node, path_of(node) or f"....{node.name}", scope, lenient)
    return found.type


def _option(c: Checked, node: s.Attr) -> Type:
    c.attrs[node] = "option"
    c.note_read("option", node.name)
    found = c.vocabulary.options.get(node.name)
    if found is None:
        help = suggestion(node.name, sorted(c.vocabulary.options), "option")
        c.error("unknown-name", f"there is no option `{node.name}`", node.name_span, help, phase="resolve")
        return t.UNKNOWN
    return found


# --- literals, arithmetic, comparison -----------------------------------------------------------------------


def _literal(type_: Type) -> Callable[..., Type]:
    return lambda c, node, scope, expected, lenient: type_


def _dice(c: Checked, node: s.Dice, scope: Scope, expected: Type | None, lenient: bool) -> Type:
    return t.DICE if expected is not None and expected.kind == "dice" else t.NUMBER


def _list(c: Checked, node: s.ListOf, scope: Scope, expected: Type | None, lenient: bool) -> Type:
    item = expected.item if expected is not None and expected.kind == "list" else None
    found: Type = t.UNKNOWN
    for part in node.items:
        type_ = type_of(c, part, scope, item, lenient)
        both = type_ if found.kind == "unknown" else common(found, type_)
        if both is None:
            c.error("wrong-type", f"a list of {t.plural(found)} cannot hold {type_}", part.span)
            return t.EMPTY
        found = both
    if found.kind == "unknown" and item is not None:
        found = item
    return list_of(found)


def _negate(c: Checked, node: s.Negate, scope: Scope, expected: Type | None, lenient: bool) -> Type:
    want(c, node.of, scope, t.NUMBER, "what stands after `-`", lenient)
    return t.NUMBER


def _arith(c: Checked, node: s.Arith, scope: Scope, expected: Type | None, lenient: bool) -> Type:
    if expected is not None and expected.kind == "dice" and node.op in "+-":
        for side in (node.left, node.right):
            type_of(c, side, scope, t.DICE if isinstance(side, (s.Dice, s.Arith)) else None, lenient)
        return t.DICE
    for side in (node.left, node.right):
        found = type_of(c, side, scope, t.NUMBER, lenient)
        if found.kind == "list" and node.op in "+-":
            return _arith_lists(c, node, scope, found, lenient)
        if not fits(found, t.NUMBER):
            help = _type_help(found, t.NUMBER)
            c.error("wrong-type", f"`{node.op}` works on numbers, and this is {found}", side.span, help)
    if node.op == "/" and isinstance(node.right, s.Number) and node.right.value == 0:
        c.error("division-by-zero", "nothing can be divided by 0", node.right.span)
    return t.NUMBER


def _arith_lists(c: Checked, node: s.Arith, scope: Scope, list_type: Type, lenient: bool) -> Type:
    """`a + b` and `a - b` of lists: joined, and without."""
    for side in (node.left, node.right):
        want(c, side, scope, list_type, f"beside `{node.op}` both sides", lenient)
    c.maybe.discard(node)
    c.read.setdefault("list arithmetic", set()).add(str(node.span.start))
    return list_type


def _compare(c: Checked, node: s.Compare, scope: Scope, expected: Type | None, lenient: bool) -> Type:
    if node.op in ("has", "lacks"):
        return _has(c, node, scope, lenient)
    if node.op in ("in", "not in"):
        return _in(c, node, scope, lenient)
    if node.op in ("<", "<=", ">", ">="):
        for side in (node.left, node.right):
            found = type_of(c, side, scope, t.NUMBER, lenient)
            if not fits(found, t.NUMBER):
                help = _type_help(found, t.NUMBER)
                c.error("wrong-type", f"`{node.op}` compares numbers, and this is {found}", side.span, help)
        return t.YES_NO
    left, right = _both(c, node.left, node.right, scope, lenient)
    if common(left, right) is None:
        c.error("never-equal", f"{left} can never be {right}", node.span, _equal_help(left, right))
    return t.YES_NO


def _equal_help(left: Type, right: Type) -> str | None:
    if {left.kind, right.kind} == {"unit", "number"}:
        return "if the unit's Init is meant, write `.init` after it"
    if left.kind == "list" or right.kind == "list":
        return "ask whether something is in a list with `in`"
    return None


def _both(c: Checked, left: s.Expr, right: s.Expr, scope: Scope, lenient: bool) -> tuple[Type, Type]:
    """The types of two sides that are compared: a bare word is looked up as the other side's kind of word."""
    if isinstance(left, s.Name) and scope.find(left.name) is None and _global(left.name) is None:
        second = type_of(c, right, scope, None, lenient)
        return type_of(c, left, scope, second, lenient), second
    first = type_of(c, left, scope, None, lenient)
    return first, type_of(c, right, scope, first, lenient)


def _in(c: Checked, node: s.Compare, scope: Scope, lenient: bool) -> Type:
    if isinstance(node.left, s.Name) and scope.find(node.left.name) is None and _global(node.left.name) is None:
        right = type_of(c, node.right, scope, None, lenient)
        left = type_of(c, node.left, scope, right.item, lenient)
    else:
        left = type_of(c, node.left, scope, None, lenient)
        right = type_of(c, node.right, scope, list_of(left), lenient)
    if right.kind == "unknown":
        return t.YES_NO
    if right.kind != "list":
        c.error("wrong-type", f"`{node.op}` wants a list on its right, not {right}", node.right.span)
    elif right.item is not None and common(left, right.item) is None:
        c.error("never-equal", f"{left} can never be in {right}", node.span, _equal_help(left, right.item))
    return t.YES_NO


def _has(c: Checked, node: s.Compare, scope: Scope, lenient: bool) -> Type:
    """`unit has STATUS or ENTRY`, `init has PROPERTY`, `marker has PROPERTY`."""
    left = type_of(c, node.left, scope, None, lenient)
    sets = {"unit": ("status", "entry", "unit_kind"), "number": ("property",), "marker": ("property",)}.get(left.kind)
    if left.kind == "unknown":
        sets = ("status", "entry", "unit_kind", "property")
    if sets is None:
        c.error("wrong-type", f"`{node.op}` asks a unit, an Init or a marker, and this is {left}", node.left.span)
        return t.YES_NO
    if isinstance(node.right, s.Name) and scope.find(node.right.name) is None:
        name = node.right.name
        for of in sets:
            if name in c.vocabulary.words.get(of, ()):
                c.note_read(of, name)
                c.compares[node] = of
                c.bindings[node.right] = Binding("word", name, Type("word", of))
                return t.YES_NO
        known = [word for of in sets for word in c.vocabulary.words.get(of, ())]
        what = " or ".join(of.replace("_", " ") for of in sets)
        help = suggestion(name, known, what)
        c.error("unknown-name", f"`{name}` is no {what}", node.right.span, help, phase="resolve")
        c.compares[node] = sets[0]
        c.bindings[node.right] = Binding("none", name, t.UNKNOWN)
        return t.YES_NO
    found = want(c, node.right, scope, Type("word"), f"what `{node.op}` asks for", lenient)
    c.compares[node] = found.of if found.of in sets else sets[0]
    return t.YES_NO


def _not(c: Checked, node: s.Not, scope: Scope, expected: Type | None, lenient: bool) -> Type:
    want(c, node.of, scope, t.YES_NO, "what stands after `not`", lenient)
    return t.YES_NO


def _and(c: Checked, node: s.And, scope: Scope, expected: Type | None, lenient: bool) -> Type:
    inner = scope
    for part in node.parts:
        want(c, part, inner, t.YES_NO, "each side of `and`", lenient)
        inner = inner.knowing(_paths(part)) if lenient else inner
    return t.YES_NO


def _or(c: Checked, node: s.Or, scope: Scope, expected: Type | None, lenient: bool) -> Type:
    for part in node.parts:
        want(c, part, scope, t.YES_NO, "each side of `or`", lenient)
    return t.YES_NO


def _else(c: Checked, node: s.Else, scope: Scope, expected: Type | None, lenient: bool) -> Type:
    before = set(c.maybe)
    value = type_of(c, node.value, scope, expected, True)
    if c.maybe == before and "unknown" not in value.kind and not _reads_init(node.value):
        c.warning("never-absent", "this is never absent, so its `else` counts for nothing", node.value.span)
    other = type_of(c, node.other, scope, expected or value, lenient)
    both = common(value, other)
    if both is None:
        c.error("wrong-type", f"beside `else` stand {value} and {other}; both must be alike", node.span)
        return t.UNKNOWN
    return both


def _reads_init(node: s.Expr) -> bool:
    path = path_of(node)
    if path is not None:
        return path.endswith(".init")
    if isinstance(node, (s.Arith, s.Compare)):
        return _reads_init(node.left) or _reads_init(node.right)
    if isinstance(node, s.Call):
        return any(_reads_init(arg.value) for arg in node.args)
    return isinstance(node, s.Attr) and node.name == "init"


# --- sets ---------------------------------------------------------------------------------------------------


def _within(c: Checked, node: s.Within, scope: Scope, expected: Type | None, lenient: bool) -> Type:
    for part, what, default in ((node.who, "what is asked", "it"), (node.of, "what stands after `of`", "self")):
        if part is not None:
            found = type_of(c, part, scope, t.UNIT, lenient)
            if found.kind not in ("unit", "number", "unknown"):
                c.error("wrong-type", f"{what} must be a unit or an Init, not {found}", part.span)
        elif scope.find(default) is None:
            c.error("unknown-name", f"there is no `{default}` here, so say it before or after `within`", node.span)
    want(c, node.distance, scope, t.NUMBER, "a distance", lenient)
    return t.YES_NO


def _inits(c: Checked, node: s.Inits, scope: Scope, expected: Type | None, lenient: bool) -> Type:
    want(c, node.first, scope, t.NUMBER, "the first Init", lenient)
    want(c, node.last, scope, t.NUMBER, "the last Init", lenient)
    return list_of(t.NUMBER)


def item_type(c: Checked, node: s.Expr, scope: Scope, what: str, lenient: bool, expected: Type | None = None) -> Type:
    """What a set is of; an error where it is no set."""
    found = type_of(c, node, scope, expected, lenient)
    if found.kind == "unknown":
        return t.UNKNOWN
    if found.kind != "list" or found.item is None:
        c.error("wrong-type", f"{what} must be a list, not {found}", node.span)
        return t.UNKNOWN
    return found.item


def bind_local(c: Checked, scope: Scope, name: str, type_: Type, span: Span, maybe: bool = False) -> None:
    """Bind a local name; a name that means something already is an error."""
    older = scope.find(name)
    if older is not None and name != "it":
        c.error("name-taken", f"`{name}` has a meaning here already", span, "take another name")
    elif name in NAMES:
        c.error("name-taken", f"`{name}` is a word of the language", span, "take another name")
    scope.bind(Binding("local", name, type_, maybe, settable=True, span=span))


def _where(c: Checked, node: s.Where, scope: Scope, expected: Type | None, lenient: bool) -> Type:
    item = item_type(c, node.source, scope, "what stands before `where`", lenient, expected)
    inner = Scope(scope)
    inner.bind(Binding("local", "it", item))
    condition(c, node.condition, inner)
    return list_of(item)


def _quantifier(c: Checked, node: s.Quantifier, scope: Scope, expected: Type | None, lenient: bool) -> Type:
    item = item_type(c, node.source, scope, f"what stands after `{node.kind} {node.name} in`", lenient)
    inner = Scope(scope)
    bind_local(c, inner, node.name, item, node.name_span)
    want(c, node.condition, inner, t.YES_NO, "what stands after `satisfies`", lenient)
    return t.YES_NO


def _extreme(c: Checked, node: s.Extreme, scope: Scope, expected: Type | None, lenient: bool) -> Type:
    item = item_type(c, node.source, scope, f"what stands after `{node.kind} {node.name} in`", lenient)
    inner = Scope(scope)
    bind_local(c, inner, node.name, item, node.name_span)
    want(c, node.by, inner, t.NUMBER, "what stands after `by`", True)
    _absent(c, node, f"{node.kind} {node.name} ...", scope, lenient)
    return item


def _call(c: Checked, node: s.Call, scope: Scope, expected: Type | None, lenient: bool) -> Type:
    from interpreter.language.check_calls import type_of_call

    return type_of_call(c, node, scope, lenient)


_CHECKS: dict[type, Callable[..., Type]] = {
    s.Number: _literal(t.NUMBER),
    s.Text: _literal(t.TEXT),
    s.YesNo: _literal(t.YES_NO),
    s.Dice: _dice,
    s.Name: _name,
    s.Attr: _attr,
    s.Call: _call,
    s.ListOf: _list,
    s.Negate: _negate,
    s.Arith: _arith,
    s.Compare: _compare,
    s.Not: _not,
    s.And: _and,
    s.Or: _or,
    s.Else: _else,
    s.Within: _within,
    s.Inits: _inits,
    s.Where: _where,
    s.Quantifier: _quantifier,
    s.Extreme: _extreme,
}
