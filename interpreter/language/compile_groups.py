"""Compiling how a ruleset's own rules look at a kind of event: all of them in one function, not one after the other.

Rules that statuses, markers and entries hold come and go, and are looked at one by one.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from interpreter.language import emit
from interpreter.language.compile_rules import CompiledRule
from interpreter.language.module import Module

E = emit.name("e")
NONE = emit.const(None)


def compile_amending(module: Module, rules: Sequence[CompiledRule]) -> str:
    """A function that lets rules, none of them with a `once`, amend an event; it takes the fight and the event."""
    body: list[ast.stmt] = []
    for rule in rules:
        acts = [
            emit.do(emit.call(rule.body, emit.name("f"), E, NONE)),
            emit.when(emit.negated(emit.is_none(emit.attr(E, "stopped"))), [emit.give_back(None)]),
        ]
        if rule.test is not None:
            holds = module.fresh("t")
            tried = emit.absent_gives(
                [emit.assign(holds, _holds(rule, rules[0]))], [emit.assign(holds, emit.const(False))]
            )
            body.append(emit.placed(tried, rule.node.span))
            acts = [emit.when(emit.name(holds), acts)]
        body += [emit.placed(statement, rule.node.span) for statement in acts]
    return module.add(module.fresh("amending"), ["f", "e"], body, rules[0].node.span)


def compile_willing(module: Module, rules: Sequence[CompiledRule]) -> str:
    """A function that gives the rules whose condition holds; it takes them too, as they stand."""
    body: list[ast.stmt] = [emit.assign("found", emit.listed([]))]
    for at, rule in enumerate(rules):
        standing = emit.item(emit.name("rules"), emit.const(at))
        found = emit.do(emit.call(emit.attr(emit.name("found"), "append"), standing))
        if rule.test is not None:
            found = emit.absent_gives([emit.when(_holds(rule, rules[0]), [found])], [ast.Pass()])
        body.append(emit.placed(found, rule.node.span))
    body.append(emit.give_back(emit.name("found")))
    return module.add(module.fresh("willing"), ["f", "e", "rules"], body, rules[0].node.span)


def _holds(rule: CompiledRule, first: CompiledRule) -> ast.expr:
    """A rule's condition: written out, or called where it stands in another file than the function does."""
    if rule.holds is not None and rule.node.span.file is first.node.span.file:
        return rule.holds
    assert rule.test is not None
    return emit.call(rule.test, emit.name("f"), E, NONE)
