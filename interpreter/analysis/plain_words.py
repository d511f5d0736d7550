"""Statements and rules in plain sentences: each kind of statement has its sentence, and what is inside it stands below.

A text becomes lines, each with how deep it stands below the first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from interpreter.analysis.phrases import (
    Speech,
    clause,
    ending,
    formed,
    listed,
    meant,
    of,
    phrase,
    plural,
    quoted,
    spaced,
    until,
    with_fields,
    word,
)
from interpreter.language import syntax as s
from interpreter.language.vocabulary import Form

Line = tuple[int, str]


def large(text: str) -> str:
    """A sentence's beginning."""
    return text[:1].upper() + text[1:]


def told(x: Speech, statements: Sequence[s.Stmt], depth: int = 0) -> list[Line]:
    """The sentences of a block."""
    return [line for statement in statements for line in _STATEMENTS[type(statement)](x, statement, depth)]


def _sentence(text: str, depth: int) -> list[Line]:
    return [(depth, large(text) + ("" if text.endswith((".", ":")) else "."))]


def _with_block(x: Speech, text: str, body: Sequence[s.Stmt], depth: int) -> list[Line]:
    return [*_sentence(text + ":", depth), *told(x, body, depth + 1)]


def _plain(say: Callable[[Speech, Any], str]) -> Callable[[Speech, Any, int], list[Line]]:
    return lambda x, node, depth: _sentence(say(x, node), depth)


def _block(say: Callable[[Speech, Any], str]) -> Callable[[Speech, Any, int], list[Line]]:
    return lambda x, node, depth: _with_block(x, say(x, node), node.body, depth)


# --- statements -----------------------------------------------------------------------------------------------


def _assign(x: Speech, node: s.Assign) -> str:
    what, value = _assigned(x, node.target), phrase(x, node.value)
    many = plural(what)
    if node.op == "=":
        return f"{what} {'become' if many else 'becomes'} {value}"
    return f"{what} {'go' if many else 'goes'} {'up' if node.op == '+=' else 'down'} by {value}"


def _assigned(x: Speech, target: s.Expr) -> str:
    if isinstance(target, s.Attr):
        return of(phrase(x, target.of), spaced(target.name))
    return phrase(x, target)


def _if(x: Speech, node: s.If, depth: int) -> list[Line]:
    lines: list[Line] = []
    for test, body in node.branches:
        word_ = "otherwise, if" if lines else "if"
        lines += _with_block(x, f"{word_} {clause(x, test)}", body, depth)
    return lines + (_with_block(x, "otherwise", node.otherwise, depth) if node.otherwise else [])


def _for_each(x: Speech, node: s.ForEach) -> str:
    assert node.source is not None
    return f"for each {spaced(node.name)} of {phrase(x, node.source)}"


def _may(x: Speech, node: s.May, depth: int) -> list[Line]:
    lines = _with_block(x, f"{phrase(x, node.who)} may choose {quoted(node.label)}; then", node.body, depth)
    return lines + (_with_block(x, "if not", node.otherwise, depth) if node.otherwise else [])


def _either(x: Speech, node: s.Either, depth: int) -> list[Line]:
    lines = _sentence(f"{phrase(x, node.by)} chooses one of these:", depth)
    for option in node.options:
        only = "" if option.condition is None else f" (only if {clause(x, option.condition)})"
        lines += [(depth + 1, f"{quoted(option.label)}{only}:"), *told(x, option.body, depth + 2)]
    return lines


_PICKS = {"one": "one", "any": "any number", "some": "one or more", "exactly": "exactly {}", "up to": "up to {}"}


def pick(x: Speech, node: s.Choose, *, in_full: bool = False) -> str:
    """What may be chosen: how many of what, and under which condition; in full, what a function comes to."""
    many = _PICKS[node.pick].format("" if node.count is None else phrase(x, node.count))
    such = "" if node.such_that is None else f", such that {clause(x, node.such_that)}"
    return f"{many} of {meant(x, node.source) if in_full else phrase(x, node.source)}{such}"


def _choose(x: Speech, node: s.Choose, depth: int) -> list[Line]:
    asker = x.own if node.by is None else phrase(x, node.by)
    default = "" if node.unasked is None else f" (unasked: {phrase(x, node.unasked)})"
    text = f"{asker} chooses the {spaced(node.name)}: {pick(x, node)}{default}"
    lines = _sentence(text, depth) if not node.body else _with_block(x, f"{text}. Then", node.body, depth)
    if node.otherwise:
        lines += _with_block(x, "where there is nothing to choose from", node.otherwise, depth)
    return lines


def _stop(x: Speech, node: s.Stop) -> str:
    return "it does not happen" + (f": {quoted(node.reason)}" if node.reason else "")


# --- verbs ----------------------------------------------------------------------------------------------------


def _verb(x: Speech, node: s.Verb) -> str:
    use = x.checked.verbs[node]
    if isinstance(use.word, Form):
        made = formed(x, use.word, {**use.slots, **use.fields})
    else:
        told_of = {name: phrase(x, value) for name, value in use.slots.items()}
        amount = use.slots.get("amount")
        if use.word.name == "shift" and amount is not None:
            told_of["amount"] = _gain(x, amount)
        made = VERB_SENTENCES[use.word.name](told_of) + with_fields(x, use.fields)
    lasts = "" if node.until is None else f" {until(x, node.until)}"
    return ("along with it, " if node.also else "") + made + lasts


def _gain(x: Speech, amount: s.Expr) -> str:
    if isinstance(amount, s.Negate):
        return f"goes down by {phrase(x, amount.of)}"
    if isinstance(amount, s.Arith) and isinstance(amount.left, s.Negate) and amount.op == "*":
        return f"goes down by {phrase(x, amount.left.of)} times {phrase(x, amount.right)}"
    return f"goes up by {phrase(x, amount)}"


def _maybe(before: str, slots: dict[str, str], name: str) -> str:
    return f" {before} {slots[name]}" if name in slots else ""


VERB_SENTENCES: dict[str, Callable[[dict[str, str]], str]] = {
    "shift": lambda v: f"{of(v['unit'], 'Init')} {v['amount']} ({v['manner']})",
    "set": lambda v: f"{of(v['unit'], 'Init')} becomes {v['init']} ({v['manner']})",
    "apply": lambda v: f"{v['unit']} has {v['status']}{_maybe('from', v, 'source')}",
    "remove": lambda v: f"{v['unit']} no longer has {v['status']}",
    "revoke": lambda v: f"{v['unit']} loses {v['entry']}",
    "end": lambda v: f"{v['thing']} ends",
    "place": lambda v: f"{v['marker']} is laid at {v['cells']}{_maybe('for', v, 'owner')}",
    "lay": lambda v: f"{v['thing']} now lies at {v['cells']}",
    "create": lambda v: f"a new {v['kind']} enters the fight at {v['init']}{_maybe('for', v, 'owner')}",
    "take_off": lambda v: f"{v['unit']} leaves the track",
    "bring_back": lambda v: f"{v['unit']} comes back onto the track at {v['init']} ({v['manner']})",
    "dismiss": lambda v: f"{v['unit']} leaves the fight for good",
    "link": lambda v: f"{v['unit']} and {v['other']} are linked as {v['relation']}{_maybe('at', v, 'value')}",
    "unlink": lambda v: f"{v['unit']} and {v['other']} are linked as {v['relation']} no longer",
    "continue_round": lambda v: f"the round goes on from {v['count']}",
    "delay_turn": lambda v: f"the open turn waits for {v['count']}",
    "skip_turn": lambda v: f"the next turn of {v['unit']} passes unused",
    "give_turn": lambda v: f"{v['unit']} has one more turn at {v['count']}{_maybe('in the stage', v, 'stage')}",
    "move_turn": lambda v: f"the turn of {v['unit']} comes at {v['count']}{_maybe('in the stage', v, 'stage')}",
    "hold_turn": lambda v: "the open turn is kept for later",
    "queue_turn": lambda v: f"{v['unit']} has the next turn",
    "drop_turns": lambda v: f"{v['unit']} loses the turns that it still has",
    "cut_in": lambda v: f"{v['unit']} takes its turn now, inside of the open one",
    "open": lambda v: f"the objective {v['name']} is opened at {v['score']}",
    "say": lambda v: f"the log says {v['text']}",
}


# --- scripts --------------------------------------------------------------------------------------------------


def _answer(x: Speech, answer: s.Answer) -> str:
    if answer.label is not None:
        return quoted(answer.label) if answer.yes else f"not {quoted(answer.label)}"
    if answer.order:
        return ", then ".join(map(spaced, answer.order))
    assert answer.name is not None
    assert answer.value is not None
    return f"{spaced(answer.name)}: {phrase(x, answer.value)}"


def _answered(x: Speech, answers: Sequence[s.Answer]) -> str:
    return f" ({'; '.join(_answer(x, answer) for answer in answers)})" if answers else ""


def _stands(x: Speech, node: s.Stands) -> str:
    at = "is off the track" if node.init is None else f"stands at {phrase(x, node.init)}"
    kinds = [
        x.titles.get(("entry", kind)) or x.titles.get(("unit_kind", kind)) or spaced(kind) for kind, _ in node.kinds
    ]
    values = {value.name: value.value for value in node.values}
    return f"{spaced(node.name)} {at}" + (f" as {listed(kinds)}" if kinds else "") + with_fields(x, values)


def _terrain(x: Speech, node: s.Terrain) -> str:
    cells = phrase(x, node.cells)
    which = cells if isinstance(node.cells, s.Inits) else f"Init {cells}"
    return f"{which} {'are' if isinstance(node.cells, s.Inits) else 'is'} {listed([spaced(w) for w, _ in node.words])}"


def _turn_of(x: Speech, node: s.TurnOf, depth: int) -> list[Line]:
    text = f"in the turn of {phrase(x, node.who)}"
    return _with_block(x, text, node.body, depth) if node.body else _sentence(text + ": nothing", depth)


def _expected(x: Speech, node: s.Expect) -> str:
    return f"now {clause(x, node.condition)}"


_STATEMENTS: dict[type, Callable[[Speech, Any, int], list[Line]]] = {
    s.Let: _plain(lambda x, node: f"let the {spaced(node.name)} be {phrase(x, node.value)}"),
    s.Assign: _plain(_assign),
    s.Stop: _plain(_stop),
    s.Return: _plain(lambda x, node: f"it comes to {phrase(x, node.value)}"),
    s.Verb: _plain(_verb),
    s.If: _if,
    s.ForEach: _block(_for_each),
    s.Repeat: _block(lambda x, node: f"{phrase(x, node.times)} times"),
    s.May: _may,
    s.Either: _either,
    s.AnyOrder: _block(lambda x, node: f"in the order that {phrase(x, node.by)} chooses"),
    s.Together: _block(lambda x, node: "all at once"),
    s.Later: _block(lambda x, node: "later, at " + listed([ending(x, one) for one in node.endings], "or")),
    s.Choose: _choose,
    s.Uses: _plain(lambda x, node: f"{phrase(x, node.who)} uses {spaced(node.action)}{_answered(x, node.answers)}"),
    s.TurnOf: _turn_of,
    s.NextRound: _plain(lambda x, node: "the next round begins"),
    s.NextStep: _plain(lambda x, node: "the turn comes to its next step"),
    s.Expect: _plain(_expected),
    s.Answers: _block(lambda x, node: f"answered{_answered(x, node.answers)}"),
    s.Refused: _block(lambda x, node: f"refused, since {quoted(node.reason)}"),
    s.Stands: _plain(_stands),
    s.Terrain: _plain(_terrain),
}


# --- rules ----------------------------------------------------------------------------------------------------

EVENT_CLAUSES: dict[str, Callable[[str | None], str]] = {
    "change:init": lambda who: f"{of(who or 'a unit', 'Init')} changes",
    "step": lambda who: f"{who or 'a unit'} touches an Init",
    "apply": lambda who: f"{who or 'a unit'} gets a status",
    "place": lambda who: f"a marker{f' of {who}' if who else ''} is laid",
    "action": lambda who: f"{who or 'a unit'} takes an action",
    "leave": lambda who: f"{who or 'a unit'} leaves the track",
    "return": lambda who: f"{who or 'a unit'} comes back onto the track",
    "cut_in": lambda who: f"{who or 'a unit'} cuts in on the turn of another",
    "link": lambda who: f"{who or 'a unit'} is linked with another",
    "unlink": lambda who: f"{who or 'a unit'} is linked with another no longer",
    "attained": lambda who: f"an objective comes to 0{f' through {who}' if who else ''}",
    "any": lambda who: f"anything happens{f' to {who}' if who else ''}",
}
_WHEN = {"first": "right before", "before": "when", "after": "after"}


def happening(x: Speech, node: s.EventPattern) -> str:
    """What a rule answers, as a clause."""
    who = None if node.of is None else phrase(x, node.of)
    if node.kind == "change" and node.name != "init":
        return f"{of(who or 'a unit', spaced(node.name))} changes"
    if node.kind == "turn":
        return f"{of(who, 'turn') if who else 'a turn'} {node.edge}s"
    if node.kind in ("stage", "round", "scene"):
        return f"the {node.kind} {node.edge}s"
    if node.kind == "ends":
        of_set = "status" if ("status", node.name) in x.titles else "marker"
        return f"{word(x, of_set, node.name)}{f' of {who}' if who else ''} ends"
    core = EVENT_CLAUSES.get({"change": "change:init", "any": "any"}.get(node.kind, node.name))
    if core is not None:
        return core(who)
    form = x.checked.vocabulary.events.get(node.name)
    if form is not None:
        x.terms[form.name] = form
    return f"{quoted(node.name)} happens{f' to {who}' if who else ''}"


def rule(x: Speech, node: s.Rule) -> list[Line]:
    """A rule: when it acts, and what it does."""
    what = happening(x, node.event)
    begins = f"{_WHEN[node.when]} {what}" if not node.event.stopped else f"after it was stopped that {what}"
    if node.when == "before":
        begins = f"as {what}"
    if node.stage is not None:
        begins += f" (at the stage {quoted(node.stage)})"
    if node.condition is not None:
        begins += f", if {clause(x, node.condition)}"
    if node.once is not None:
        begins += f", once per {' and per '.join([node.once.scope, *[spaced(name) for name, _ in node.once.per]])}"
    return _with_block(x, begins, node.body, 0)


def term(x: Speech, node: s.Define) -> list[Line]:
    """What a function of the ruleset means."""
    given = [spaced(param.name) for param in node.params]
    result = x.checked.results.get(node.name)
    is_clause = result is not None and result.kind == "yes_no"
    head = quoted(node.name) + (f" {'for' if is_clause else 'of'} {listed(given)}" if given else "")
    if node.value is None:
        return _with_block(x, head, node.body, 0)
    if is_clause:
        return _sentence(f"{head} holds where {clause(x, node.value)}", 0)
    return _sentence(f"{head} is {phrase(x, node.value)}", 0)


def lasting(x: Speech, statements: Sequence[s.Stmt]) -> Iterator[str]:
    """How long what a text brings about lasts."""
    for node in walk(statements):
        if isinstance(node, s.Verb) and node in x.checked.verbs:
            use = x.checked.verbs[node]
            what = use.slots.get("status") or use.slots.get("marker")
            if not isinstance(use.word, Form) and use.word.lasts and what is not None:
                yield f"{large(phrase(x, what))}: " + (
                    "until it is ended" if node.until is None else until(x, node.until)
                )


def walk(statements: Sequence[s.Stmt]) -> Iterator[s.Stmt]:
    """All statements of a text, those inside of others too."""
    for node in statements:
        yield node
        for slot in ("body", "otherwise"):
            yield from walk(getattr(node, slot, None) or ())
        if isinstance(node, s.If):
            for _, body in node.branches:
                yield from walk(body)
        elif isinstance(node, s.Either):
            for option in node.options:
                yield from walk(option.body)
