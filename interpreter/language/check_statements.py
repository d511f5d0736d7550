"""Checking statements: what may stand where, and that names, types and answers fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.language import check_expressions as _checks  # noqa: F401 - fills the table of expressions
from interpreter.language import syntax as s
from interpreter.language import types as t
from interpreter.language.check_answers import SCRIPTS, check_answers, note_asking, used_in
from interpreter.language.check_calls import note_performed
from interpreter.language.check_constants import check_allowed, check_whole, is_steady, key_of, number, shown
from interpreter.language.check_names import properties_of, written_whose
from interpreter.language.check_purity import check_pure
from interpreter.language.check_ranges import note_range
from interpreter.language.check_sets import bind_local, item_type
from interpreter.language.check_types import check_said, condition, path_of, type_of, want
from interpreter.language.check_verbs import check_verb
from interpreter.language.limits import MOST_REPEATS
from interpreter.language.scope import Binding, Checked, Choosing, Scope
from interpreter.language.types import Type, common, fits, list_of
from interpreter.source.diagnostics import suggestion

AMENDING = "rule before"
CHANGES_HELP = "say by how much it changes, or take it out"


def check_block(c: Checked, block: Sequence[s.Stmt], scope: Scope) -> None:
    """Check statements in a scope of their own; what comes after one that always leaves is reported."""
    inner = Scope(scope)
    leaves = ""
    for statement in block:
        if leaves:
            c.warning("never-reached", f"nothing after `{leaves}` is ever done", statement.span)
            leaves = ""
        found = len(c.diagnostics)
        check_statement(c, statement, inner)
        if isinstance(statement, s.Let) and len(c.diagnostics) == found:
            note_range(c, block, statement)
        if not (isinstance(statement, s.Let) and is_steady(c, statement.value)):
            inner.held = ()
        if isinstance(statement, (s.Stop, s.Return)):
            leaves = "stop" if isinstance(statement, s.Stop) else "return"


def check_statement(c: Checked, node: s.Stmt, scope: Scope) -> None:
    _CHECKS[type(node)](c, node, scope)


def _let(c: Checked, node: s.Let, scope: Scope) -> None:
    note_performed(c, node.value, scope)
    found = type_of(c, node.value, scope, None, lenient=True)
    maybe = node.value in c.maybe
    if not maybe:
        # What may be absent deeper inside has no name to be met by, so it must be met here; `else` meets what it can.
        last = node.value
        while isinstance(last, s.Else):
            last = last.other
        strict = type_of(c, last, scope, None, lenient=False)
        found = found if isinstance(node.value, s.Else) else strict
    c.uses.locals.append(bind_local(c, scope, node.name, found, node.name_span, maybe))


def _assign(c: Checked, node: s.Assign, scope: Scope) -> None:
    wanted = _settable(c, node, scope)
    if node.op != "=" and wanted.kind not in ("number", "unknown"):
        c.error("wrong-type", f"`{node.op}` works on numbers, and this is {wanted}", node.target.span)
        wanted = t.UNKNOWN
    note_performed(c, node.value, scope)
    want(c, node.value, scope, wanted, f"the new value of `{path_of(node.target) or 'this'}`")
    key = key_of(c, node.target)
    if number(c, node.value) == 0 if node.op != "=" else key is not None and key == key_of(c, node.value):
        message = f"this leaves `{shown(node.target)}` as it is"
        c.warning("changes-nothing", message, node.span, CHANGES_HELP)


def _settable(c: Checked, node: s.Assign, scope: Scope) -> Type:
    target = node.target
    if isinstance(target, (s.Name, s.Attr)) and not c.uses.showing:
        c.brought.add(f"change {target.name}")
    if isinstance(target, s.Name):
        binding = scope.find(target.name)
        if binding is None:
            known = [name for name in scope.known() if _may_set(scope.find(name), scope)]
            help = written_whose(c, target.name, scope, None) or (
                suggestion(target.name, known, "name") if known else f"write `let {target.name} = ...`"
            )
            c.error("unknown-name", f"there is no `{target.name}` here to change", target.span, help, phase="resolve")
            return t.UNKNOWN
        c.bindings[target] = binding
        c.types[target] = binding.type
        if not binding.settable:
            c.error("not-settable", f"`{target.name}` cannot be changed here", target.span, _settable_help(binding))
        elif not _may_set(binding, scope):
            message = f"`{target.name}` of an event can only be changed before it happens"
            c.error("not-settable", message, target.span, "put it into a `before` rule")
        return binding.type
    if isinstance(target, s.Attr):
        of = type_of(c, target.of, scope)
        if of.kind == "unknown":
            return t.UNKNOWN
        found = properties_of(c, of).get(target.name)
        if found is None:
            known = sorted(properties_of(c, of))
            found_help = suggestion(target.name, known, "property") if known else None
            c.error("unknown-property", f"{of} has no `{target.name}`", target.name_span, found_help, phase="resolve")
            return t.UNKNOWN
        c.attrs[target] = of.kind
        c.types[target] = found.type
        if not found.settable:
            help = "an attribute is computed when read: let a status or entry modify it"
            if target.name == "init":
                help = "use `shift` or `set`, with a manner"
            c.error("not-settable", f"`{target.name}` of {of} cannot be changed like this", target.name_span, help)
        _may_act(c, node, scope, "a change")
        return found.type
    c.error("not-settable", "only a name or a property can be changed", target.span)
    return t.UNKNOWN


def _may_set(binding: Binding | None, scope: Scope) -> bool:
    """Whether a name can be given another value here: those of an event only before it happens."""
    if binding is None or not binding.settable:
        return False
    return binding.kind not in ("event", "extra", "declared") or scope.inside in (AMENDING, "event")


def _settable_help(binding: Binding) -> str | None:
    if binding.kind in ("word", "manner", "item"):
        return "it is a word of the ruleset"
    if binding.kind in ("bearer", "source", "owner", "unit", "holder"):
        return "who has it and whom it comes from is settled when it begins"
    return None


def _may_act(c: Checked, node: s.Stmt, scope: Scope, what: str) -> None:
    """Acting has no place where something is only computed or amended."""
    if scope.inside == AMENDING:
        message = f"a `before` rule amends the event and never acts, so {what} has no place in it"
        c.error("acts-too-early", message, node.span, "write `also` before a verb, or put it into an `after` rule")
    elif scope.inside == "define":
        message = f"a function only computes a value, so {what} has no place in it"
        c.error("acts-in-function", message, node.span, "make it a verb of the ruleset")


def _stop(c: Checked, node: s.Stop, scope: Scope) -> None:
    check_said(c, node.reason or "", node.span)
    if scope.inside in ("rule after", "define", "later"):
        message = "there is nothing left to stop here: it has happened already"
        help: str | None = "stop it in a `before` rule; to end a movement write `end movement`"
        if scope.inside == "define":
            message, help = "a function cannot stop anything", "give back a value, and stop where it is used"
        c.error("nothing-to-stop", message, node.span, help)


def _return(c: Checked, node: s.Return, scope: Scope) -> None:
    if scope.inside != "define":
        c.error("return-outside", "`return` stands only in a `define`", node.span)
        type_of(c, node.value, scope)
        return
    c.returns.append(type_of(c, node.value, scope))


def returned(c: Checked, define: s.Define) -> Type:
    """What a function with a block gives back: the common type of its returns."""
    if not always_leaves(define.body):
        message = f"`{define.name}` does not give back a value on every way through it"
        c.error("missing-return", message, define.name_span, "end it with `return ...`")
    result: Type = t.UNKNOWN
    for found in c.returns:
        both = common(result, found) if result.kind != "unknown" else found
        if both is None:
            message = f"`{define.name}` gives back now {result}, now {found}"
            c.error("wrong-type", message, define.name_span)
            return t.UNKNOWN
        result = both
    return result


def always_leaves(block: Sequence[s.Stmt]) -> bool:
    """Whether a block ends with a value, or stops, whatever happens in it."""
    return any(_leaves(statement) for statement in block)


def _leaves(statement: s.Stmt) -> bool:
    if isinstance(statement, s.If):
        return all(map(always_leaves, [statement.otherwise, *(body for _, body in statement.branches)]))
    if isinstance(statement, s.May):
        return always_leaves(statement.body) and always_leaves(statement.otherwise)
    if isinstance(statement, s.Either):
        return all(always_leaves(option.body) for option in statement.options)
    if isinstance(statement, s.Choose):
        # Without an `else`, it stops where there is nothing to choose from.
        return always_leaves(statement.body) and (statement.otherwise is None or always_leaves(statement.otherwise))
    return isinstance(statement, (s.Return, s.Stop))


def _if(c: Checked, node: s.If, scope: Scope) -> None:
    failed: list[s.Expr] = []
    for test, body in node.branches:
        note_performed(c, test, scope)
        known = condition(c, test, scope, failed)
        failed.append(test)
        check_block(c, body, scope.knowing(known, test))
    if node.otherwise:
        check_block(c, node.otherwise, scope)


def _for_each(c: Checked, node: s.ForEach, scope: Scope) -> None:
    inner = scope.forgetting()
    if node.source is None:
        plural = node.name + "s"
        c.error("syntax", f"say where `{node.name}` is from", node.span, f"`for each {node.name} in {plural}:`")
        item: Type = t.UNKNOWN
    else:
        item = item_type(c, node.source, scope, f"what stands after `for each {node.name} in`", False)
    bind_local(c, inner, node.name, item, node.name_span)
    check_block(c, node.body, inner)


def _repeat(c: Checked, node: s.Repeat, scope: Scope) -> None:
    want(c, node.times, scope, t.NUMBER, "how often to repeat")
    check_whole(c, node.times, "how often to repeat", 0, MOST_REPEATS)
    if number(c, node.times) == 0:
        c.warning("never", "what is repeated 0 times is never done", node.times.span, "say how often, or take it out")
    check_block(c, node.body, scope.forgetting())


def _may(c: Checked, node: s.May, scope: Scope) -> None:
    want(c, node.who, scope, t.UNIT, "who may choose")
    note_asking(c, node, scope, [("label", node.label)])
    check_block(c, node.body, scope)
    check_block(c, node.otherwise, scope)


def _either(c: Checked, node: s.Either, scope: Scope) -> None:
    want(c, node.by, scope, t.UNIT, "who chooses")
    note_asking(c, node, scope, [("label", option.label) for option in node.options])
    labels: set[str] = set()
    for option in node.options:
        if option.label in labels:
            c.error("duplicate-label", f'the option "{option.label}" stands here twice', option.span)
        labels.add(option.label)
        known: frozenset[str] = frozenset()
        if option.condition is not None:
            known = condition(c, option.condition, scope)
        check_block(c, option.body, scope.knowing(known))


def _any_order(c: Checked, node: s.AnyOrder, scope: Scope) -> None:
    want(c, node.by, scope, t.UNIT, "who chooses the order")
    named: set[str] = set()
    for statement in node.body:
        word = order_word(statement)
        if word in named:
            message = f"two things to be ordered begin with `{word}`, so an order could not name them"
            c.error("duplicate-label", message, statement.span, "give one of them a verb of its own")
        elif not word:
            message = "an order could not name this: only verbs and changes of a value have a name"
            c.error("nameless", message, statement.span, "make it a verb of the ruleset")
        named.add(word or "?")
    note_asking(c, node, scope, [("order", word) for word in sorted(named)])
    check_block(c, node.body, scope)


def order_word(statement: s.Stmt) -> str | None:
    """The word by which a script names a statement of `in any order`: its verb, or what it changes."""
    if isinstance(statement, s.Verb):
        return None if statement.name == "end" else statement.name
    if isinstance(statement, s.Assign) and isinstance(statement.target, (s.Name, s.Attr)):
        return statement.target.name
    return None


def _together(c: Checked, node: s.Together, scope: Scope) -> None:
    _may_act(c, node, scope, "`together`")
    check_block(c, node.body, scope)


def _later(c: Checked, node: s.Later, scope: Scope) -> None:
    from interpreter.language.check_verbs import check_endings

    _may_act(c, node, scope, "something for later")
    check_endings(c, node.endings, scope)
    c.captured[node] = scope.locals()
    check_block(c, node.body, Scope(scope.forgetting(), inside="later"))


def _choose(c: Checked, node: s.Choose, scope: Scope) -> None:
    item = item_type(c, node.source, scope, "what is chosen from", False)
    many = node.pick != "one"
    chosen = list_of(item) if many else item
    if node.count is not None:
        want(c, node.count, scope, t.NUMBER, "how many to choose")
        check_whole(c, node.count, "how many to choose", 0)
    inner = Scope(scope)
    bind_local(c, inner, node.name, chosen, node.name_span)
    who = scope.find("self")
    asks_unit = node.by is not None or (who is not None and who.type == t.UNIT)
    note_asking(c, node, scope, [("choice", node.name)], Choosing(item, many, asks_unit))
    if node.such_that is not None:
        condition(c, node.such_that, inner)
        check_pure(c, node.such_that, "the condition of a choice")
    if node.by is not None:
        want(c, node.by, scope, t.UNIT, "who chooses")
    elif scope.find("self") is None and scope.inside not in SCRIPTS:
        c.error("missing-asker", "nobody is named who chooses", node.name_span, "add `by` and a unit")
    if node.unasked is not None:
        want(c, node.unasked, scope, chosen, "the default of a choice", lenient=True)
    check_block(c, node.body, inner)
    if node.otherwise is not None:
        check_block(c, node.otherwise, scope)


# --- what only scripts say ----------------------------------------------------------------------------------


def _uses(c: Checked, node: s.Uses, scope: Scope) -> None:
    want(c, node.who, scope, t.UNIT, "who acts")
    actions = c.vocabulary.words.get("action", ())
    if node.action not in actions:
        help = suggestion(node.action, actions, "action")
        c.error("unknown-name", f"there is no action `{node.action}`", node.action_span, help, phase="resolve")
    check_answers(c, node.answers, scope, frozenset([node.action]))


def _answers(c: Checked, node: s.Answers, scope: Scope) -> None:
    if not node.body:
        message = "an `answer` without a block stands first in what an example or a round does, or last in a round"
        c.error("idle-answer", message, node.span, "write `:` after it, and what asks for it in a block below")
    check_answers(c, node.answers, scope, used_in(node.body) if node.body else None)
    check_block(c, node.body, scope)


def _not_in_turn(c: Checked, node: s.Stmt, scope: Scope, what: str) -> None:
    if scope.within("policy"):
        c.error(
            "not-in-policy", f"a policy says what a unit does in its turn, and {what} is no part of that", node.span
        )


def _moves_time(c: Checked, node: s.Stmt, scope: Scope, what: str) -> None:
    """Time moves on between turns only."""
    if scope.within("policy"):
        _not_in_turn(c, node, scope, what)
    elif scope.within("turn"):
        message = f"{what} has no place inside a `turn of`, which ends with its own block"
        c.error("inside-a-turn", message, node.span, "write it after that block")
    elif scope.within("later"):
        message = f"{what} has no place in what is done later"
        c.error("inside-a-turn", message, node.span, "write it after this block")


def _turn_of(c: Checked, node: s.TurnOf, scope: Scope) -> None:
    cuts_in = scope.within("turn") and not scope.within("later") and _cuts_in(c)
    if not cuts_in:
        _moves_time(c, node, scope, "`turn of`")
    found = type_of(c, node.who, scope, t.UNIT)
    if not fits(found, list_of(t.UNIT)):
        want(c, node.who, scope, t.UNIT, "whose turn it is")
    elif found.kind == "list" and not c.vocabulary.together and not cuts_in:
        message = "no stage of the round lets several have their turns at the same time"
        c.error(
            "not-together", message, node.who.span, "write one `turn of` after the other, or `together:` in the stage"
        )
    check_block(c, node.body, Scope(scope, inside="turn"))


def _cuts_in(c: Checked) -> bool:
    """Whether a turn can begin inside of another: a stage says who cuts in, or a statement lets somebody do so."""
    return c.vocabulary.cut_in or any(use.word.name == "cut_in" for use in c.verbs.values())


def _next_round(c: Checked, node: s.NextRound, scope: Scope) -> None:
    if scope.within("round") and not scope.within("turn"):
        message, help = "`do` of a scenario has a block for each round", "begin the next block of the list"
        c.error("round-by-block", message, node.span, help)
    else:
        _moves_time(c, node, scope, "`next round`")


def _next_step(c: Checked, node: s.NextStep, scope: Scope) -> None:
    _not_in_turn(c, node, scope, "`next step`")
    if not scope.within("policy") and not c.vocabulary.words.get("step"):
        c.error(
            "no-steps",
            "the turns of this ruleset have no steps",
            node.span,
            "a stage of the round names them under `steps`",
        )


def _expect(c: Checked, node: s.Expect, scope: Scope) -> None:
    _not_in_turn(c, node, scope, "`expect`")
    condition(c, node.condition, scope)


def _refused(c: Checked, node: s.Refused, scope: Scope) -> None:
    _not_in_turn(c, node, scope, "`refused`")
    if len(node.body) != 1:
        c.error("syntax", "`refused` is about one statement", node.span, "write one statement in its block")
    check_block(c, node.body, scope)


def _stands(c: Checked, node: s.Stands, scope: Scope) -> None:
    if node.init is not None:
        want(c, node.init, scope, t.NUMBER, "an Init")
        check_whole(c, node.init, "an Init")
    kinds = (*c.vocabulary.words.get("unit_kind", ()), *c.vocabulary.words.get("entry", ()))
    for kind, span in node.kinds:
        if kind not in kinds:
            help = suggestion(kind, kinds, "kind of unit or entry")
            c.error("unknown-name", f"`{kind}` is no kind of unit and no entry", span, help, phase="resolve")
    check_unit_values(c, node.values, scope)


def check_unit_values(c: Checked, values: Sequence[s.With], scope: Scope) -> None:
    """Check attributes and counters that are given to a unit."""
    known: dict[str, Type] = {**c.vocabulary.attributes, **c.vocabulary.counters, "side": Type("word", "side")}
    for value in values:
        wanted = known.get(value.name)
        if wanted is None:
            help = suggestion(value.name, sorted(known), "attribute or counter")
            message = f"units have no `{value.name}`"
            c.error("unknown-name", message, value.name_span, help, phase="resolve")
            type_of(c, value.value, scope)
        else:
            want(c, value.value, scope, wanted, f"`{value.name}`")
            check_allowed(c, value.name, value.value)


def _terrain(c: Checked, node: s.Terrain, scope: Scope) -> None:
    found = type_of(c, node.cells, scope)
    if not fits(found, t.NUMBER) and not fits(found, list_of(t.NUMBER)):
        c.error("wrong-type", f"an Init or several are wanted, not {found}", node.cells.span)
    properties = c.vocabulary.words.get("property", ())
    for word, span in node.words:
        if word not in properties:
            help = suggestion(word, properties, "property of Inits")
            c.error("unknown-name", f"`{word}` is no property of Inits", span, help, phase="resolve")


_CHECKS: dict[type, Callable[..., None]] = {
    s.Let: _let,
    s.Assign: _assign,
    s.Stop: _stop,
    s.Return: _return,
    s.Verb: check_verb,
    s.If: _if,
    s.ForEach: _for_each,
    s.Repeat: _repeat,
    s.May: _may,
    s.Either: _either,
    s.AnyOrder: _any_order,
    s.Together: _together,
    s.Later: _later,
    s.Choose: _choose,
    s.Uses: _uses,
    s.Answers: _answers,
    s.TurnOf: _turn_of,
    s.NextRound: _next_round,
    s.NextStep: _next_step,
    s.Expect: _expect,
    s.Refused: _refused,
    s.Stands: _stands,
    s.Terrain: _terrain,
}
