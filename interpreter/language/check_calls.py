"""Checking calls of functions: those of the core, and those that a ruleset defines."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.language import syntax as s
from interpreter.language import types as t
from interpreter.language.check_limits import check_listed
from interpreter.language.check_types import absent, type_of, want
from interpreter.language.scope import Binding, Checked, Scope
from interpreter.language.types import Type, fits, list_of
from interpreter.language.vocabulary import Form, Vocabulary
from interpreter.language.words import FUNCTIONS, FunctionWord
from interpreter.source.diagnostics import suggestion

TYPE_NAMES = ("number", "yes_no", "text", "unit", "status", "marker", "roll", "dice", "manner", "init", "movement")


# What types are called elsewhere.
_TYPES_ELSEWHERE = {"integer": "number", "int": "number", "float": "number", "decimal": "number", "real": "number"}
_TYPES_ELSEWHERE |= {"bool": "yes_no", "boolean": "yes_no", "flag": "yes_no", "string": "text", "str": "text"}


def type_suggestion(name: str, known: Sequence[str]) -> str:
    """Help for a type that there is not."""
    meant = _TYPES_ELSEWHERE.get(name.lower())
    return f"write `{meant}`" if meant is not None else suggestion(name, sorted(known), "type")


def declared_type(c: Checked | None, vocabulary: Vocabulary, name: str) -> Type | None:
    """The type that a name in a declaration stands for: a core type, a set of words, a record; None if unknown."""
    if name == "init":
        return t.NUMBER
    if name in TYPE_NAMES:
        return Type(name)
    if name in vocabulary.words:
        return Type("word", name)
    if name in vocabulary.records:
        return Type("item", name)
    return None


def check_call(c: Checked, node: s.Call, scope: Scope, expected: Type | None, lenient: bool) -> Type:
    core = FUNCTIONS.get(node.name)
    if core is not None:
        return _core_call(c, node, core, scope, lenient)
    define = c.vocabulary.functions.get(node.name)
    if define is not None:
        return _defined_call(c, node, define, scope, lenient)
    event = c.vocabulary.events.get(node.name)
    if event is not None and event.gives is not None:
        return _event_call(c, node, event, event.fields[event.gives].type, scope)
    if node.name in c.lost:
        for arg in node.args:
            type_of(c, arg.value, scope, None, lenient)
        return t.UNKNOWN
    known = [*c.vocabulary.function_names(), *(name for name, form in c.vocabulary.events.items() if form.gives)]
    help = suggestion(node.name, known, "function")
    if node.name in (*c.vocabulary.events, *c.vocabulary.verbs):
        help = f"`{node.name}` is a verb, and stands on a line of its own without parentheses"
        if event is not None:
            help += "; an event that says what it `gives` can be called"
    c.error("unknown-name", f"there is no function `{node.name}`", node.name_span, help, phase="resolve")
    for arg in node.args:
        type_of(c, arg.value, scope, None, lenient)
    return t.UNKNOWN


def _core_call(c: Checked, node: s.Call, core: FunctionWord, scope: Scope, lenient: bool) -> Type:
    args: list[s.Expr | None] = [arg.value for arg in node.args]
    least = len(core.params) - core.optional
    if len(args) < least or (len(args) > len(core.params) and not core.rest):
        names = ", ".join(name for name, _ in core.params)
        count = f"{least}" if least == len(core.params) else f"{least} to {len(core.params)}"
        count += " or more" if core.rest else ""
        message = f"`{core.name}` takes {count} ({names}), and {len(args)} stand here"
        c.error("wrong-arguments", message, node.span, f"`{core.name}({names})` is {core.doc}")
        return core.result
    types: list[Type] = []
    for at, arg in enumerate(node.args):
        name, wanted = core.params[min(at, len(core.params) - 1)]
        if arg.name is not None and arg.name != name:
            message = f"`{core.name}` has no argument `{arg.name}` in this place"
            c.error("wrong-arguments", message, arg.span, f"write the values in order: `{name}` comes here")
        types.append(_core_argument(c, core, arg.value, wanted, scope, lenient))
    c.calls[node] = (core, args)
    check_listed(c, node)
    if core.name in ("statuses", "lying", "linked", "link_value"):
        c.uses.asking |= {arg.value for arg in node.args}
    result = _core_result(c, node, core, types)
    if core.maybe and not (types and types[0].kind == "roll"):
        absent(c, node, f"{core.name}(...)", scope, lenient)
    return result


def _core_argument(c: Checked, core: FunctionWord, value: s.Expr, wanted: Type, scope: Scope, lenient: bool) -> Type:
    what = f"the argument of `{core.name}`" if len(core.params) == 1 else f"this argument of `{core.name}`"
    if wanted.kind == "list":
        found = type_of(c, value, scope, wanted, lenient)
        if found.kind == "roll" and core.name in ("highest", "lowest", "sum", "count"):
            return found
        if not fits(found, wanted):
            c.error("wrong-type", f"{what} must be {wanted}, not {found}", value.span)
        return found
    return want(c, value, scope, wanted, what, lenient)


def _core_result(c: Checked, node: s.Call, core: FunctionWord, types: list[Type]) -> Type:
    if core.name in ("first", "last"):
        return (types[0].item or t.UNKNOWN) if types and types[0].kind == "list" else t.UNKNOWN
    if core.name == "rest":
        return types[0] if types else core.result
    if core.name in ("statuses", "lying") and node.args:
        named = node.args[-1].value
        word = c.bindings.get(named) if isinstance(named, s.Name) else None
        of = word.name if word is not None and word.kind == "word" else None
        return list_of(Type("status" if core.name == "statuses" else "marker", of))
    return core.result


def param_type(c: Checked, param: s.Param) -> Type:
    """The type of a parameter; an unknown type name is reported once, where it stands."""
    found = declared_type(c, c.vocabulary, param.type)
    if found is None:
        known = [*TYPE_NAMES, *c.vocabulary.words, *c.vocabulary.records]
        help = type_suggestion(param.type, known)
        c.error("unknown-name", f"`{param.type}` is no type", param.type_span, help, phase="resolve")
        return t.UNKNOWN
    return list_of(found) if param.many else found


def _defined_call(c: Checked, node: s.Call, define: s.Define, scope: Scope, lenient: bool) -> Type:
    result = result_of(c, define, node)
    c.calls_to(f"function {define.name}", node.name_span)
    if c.here != f"function {define.name}":
        c.uses.note("function", define.name)
    slots: list[s.Expr | None] = [None] * len(define.params)
    names = [param.name for param in define.params]
    fine = True
    for at, arg in enumerate(node.args):
        place = at
        if arg.name is not None:
            if arg.name not in names:
                help = suggestion(arg.name, names, "argument")
                message = f"`{define.name}` has no argument `{arg.name}`"
                c.error("wrong-arguments", message, arg.span, help, phase="resolve")
                fine = False
                continue
            place = names.index(arg.name)
        if place >= len(slots) or slots[place] is not None:
            takes = ", ".join(names)
            message = f"`{define.name}` takes {len(names)} ({takes}), and this is one too many"
            c.error("wrong-arguments", message, arg.span)
            return result
        slots[place] = arg.value
        want(c, arg.value, scope, quiet_type(c, define.params[place]), f"`{names[place]}` of `{define.name}`", lenient)
    missing = [p.name for p, value in zip(define.params, slots, strict=True) if value is None and p.default is None]
    if missing and fine:
        listed = ", ".join(f"`{name}`" for name in missing)
        help = f"it is written `{written_call(define.name, [param.name for param in define.params])}`"
        c.error("wrong-arguments", f"`{define.name}` also needs {listed}", node.span, help)
    c.calls[node] = (define, slots)
    return result


# Where an event may be called: only where things happen, never where something is merely asked or computed.
_ACTING = ("action", "verb", "event", "rule after", "rule first", "later", "script", "policy", "turn", "round")


def note_performed(c: Checked, node: s.Expr, scope: Scope) -> None:
    """Note the calls in a statement's expression that are made exactly when it is reached, so may be events."""
    if scope.inside not in _ACTING:
        return
    if isinstance(node, s.Call):
        c.performed.add(node)
    elif isinstance(node, (s.Not, s.Negate)):
        note_performed(c, node.of, scope)
    elif isinstance(node, (s.And, s.Or)):
        for part in node.parts:
            note_performed(c, part, scope)
    elif isinstance(node, (s.Compare, s.Arith)):
        note_performed(c, node.left, scope)
        note_performed(c, node.right, scope)


def _event_call(c: Checked, node: s.Call, event: Form, result: Type, scope: Scope) -> Type:
    """An event called like a function: it happens, and its value is the field that it gives."""
    if node not in c.performed:
        message = f"`{event.name}` makes something happen, and here something is only asked"
        help = "write `let x = ...` before it, in what a rule or an action does"
        c.error("acts-in-function", message, node.name_span, help)
    c.calls_to(f"event {event.name}", node.name_span)
    c.uses.note("event", event.name)
    if event.gives is not None:
        c.uses.note("field", event.fields[event.gives].span)
    names = list(event.fields)
    preps = {slot.prep: slot.name for slot in event.slots if slot.prep is not None}
    given: dict[str, s.Expr] = {}
    for at, arg in enumerate(node.args):
        name = preps.get(arg.name, arg.name) if arg.name is not None else "".join(names[at : at + 1])
        if name not in names or name in given:
            shown = f"no argument `{arg.name}`" if arg.name is not None else f"{len(names)} arguments at most"
            help = suggestion(arg.name or "", names, "argument")
            c.error("wrong-arguments", f"`{event.name}` has {shown} here", arg.span, help, phase="resolve")
            continue
        given[name] = arg.value
        want(c, arg.value, scope, event.fields[name].type, f"`{name}` of `{event.name}`")
    missing = [f"`{name}`" for name, field in event.fields.items() if field.default is None and name not in given]
    if missing:
        help = f"it is written `{written_call(event.name, names)}`"
        c.error("wrong-arguments", f"`{event.name}` also needs {', '.join(missing)}", node.span, help)
    c.calls[node] = (event, [given.get(name) for name in names])
    return result


def written_call(name: str, arguments: Sequence[str]) -> str:
    """How a call is written: `reach(who, over)`."""
    return f"{name}({', '.join(arguments)})"


def quiet_type(c: Checked, param: s.Param) -> Type:
    """The type of a parameter, for its users: a mistake in it is reported where it is declared."""
    found = declared_type(c, c.vocabulary, param.type) or t.UNKNOWN
    return list_of(found) if param.many else found


def result_of(c: Checked, define: s.Define, caller: s.Call | None) -> Type:
    """What a function of the ruleset gives back; it is checked now if it was not yet."""
    from interpreter.language.check_statements import check_block, returned

    if define.name in c.results:
        return c.results[define.name]
    if define.name in c.checking:
        if caller is not None:
            round_about = " -> ".join([*c.checking[c.checking.index(define.name) :], define.name])
            message = f"`{define.name}` calls itself: {round_about}"
            c.error("recursion", message, caller.name_span, "use `repeat` or `for each`", phase="resolve")
        return t.UNKNOWN
    c.checking.append(define.name)
    here, c.here = c.here, f"function {define.name}"
    scope = Scope(inside="define")
    for param in define.params:
        type_ = param_type(c, param)
        if param.default is not None:
            want(c, param.default, Scope(), type_, f"the default of `{param.name}`")
        binding = Binding("param", param.name, type_, settable=True, span=param.span)
        scope.bind(binding)
        # For a unit dice may fall though nothing reads it.
        if type_.kind != "unit":
            c.uses.locals.append(binding)
    if define.value is not None:
        result = type_of(c, define.value, scope)
    else:
        returns, c.returns = c.returns, []
        check_block(c, define.body, scope)
        result = returned(c, define)
        c.returns = returns
    c.here = here
    c.checking.pop()
    c.results[define.name] = result
    return result
