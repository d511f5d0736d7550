"""Chains of reactions that certainly never end.

A rule acts neither twice on an event nor on what comes of it, so rules that stand there already set each other off only
so often. But each new status and marker brings a rule of its own: one that answers its own beginning by bringing
another of its kind, by itself or round about, goes on for ever. Only what is certain is told: no chain in which a rule
asks for anything more, chooses, or acts once. All others are found when they are played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from interpreter.language import syntax as s
from interpreter.language.words import VERBS
from interpreter.library import reading
from interpreter.library.content import Content
from interpreter.library.texts import RuleText
from interpreter.source.diagnostics import Diagnostics
from interpreter.source.text import Span

# The verbs by which something comes to be, and how rules that answer them call what it is.
_BEGINNINGS = {"apply": "status", "place": "marker"}

Thing = tuple[str, str]


def check_endless(content: Content, rules: Sequence[RuleText], diagnostics: Diagnostics) -> None:
    """Warn of statuses and markers that bring each other without end, each circle of them once."""
    brings: dict[Thing, dict[Thing, Span]] = {}
    for rule in rules:
        own = (rule.holder.what, rule.holder.name)
        if _answers_its_beginning(rule):
            for thing, span in _brought(rule.node.body):
                if _comes_anew(content, thing):
                    brings.setdefault(own, {}).setdefault(thing, span)
    done: set[Thing] = set()
    for start in brings:
        _follow(brings, [start], done, diagnostics)


def _answers_its_beginning(rule: RuleText) -> bool:
    """Whether a rule certainly answers that what holds it has come to be, and nothing keeps it from acting."""
    node, what = rule.node, rule.holder.what
    verb = next((verb for verb, kind in _BEGINNINGS.items() if kind == what), None)
    if node.when != "after" or node.event.stopped or node.once is not None or rule.shape.key != verb:
        return False
    of = node.event.of
    if of is not None and not (isinstance(of, s.Name) and of.name == "bearer"):
        return False
    parts = node.condition.parts if isinstance(node.condition, s.And) else (node.condition,)
    return all(part is None or _names(part, what, rule.holder.name) for part in parts)


def _names(condition: s.Expr, what: str, name: str) -> bool:
    """Whether a condition is no more than that it is this status or this marker."""
    if not isinstance(condition, s.Compare) or condition.op != "is":
        return False
    sides = {side.name for side in (condition.left, condition.right) if isinstance(side, s.Name)}
    return sides == {what, name}


def _brought(body: s.Block) -> Iterator[tuple[Thing, Span]]:
    """What a block certainly brings about, whatever there is."""
    for statement in body:
        if isinstance(statement, (s.Together, s.AnyOrder)):
            yield from _brought(statement.body)
        elif isinstance(statement, s.Verb) and statement.name in _BEGINNINGS and isinstance(statement.subject, s.Name):
            yield (_BEGINNINGS[statement.name], statement.subject.name), statement.span
        elif not isinstance(statement, (s.Let, s.Assign)) and not _is_harmless(statement):
            # What is asked or decided before may keep the rest from happening.
            return


def _is_harmless(statement: s.Stmt) -> bool:
    """Whether what comes after a statement happens as well: it is a verb of the language that leaves units there."""
    return isinstance(statement, s.Verb) and statement.name in VERBS and statement.name != "dismiss"


def _comes_anew(content: Content, thing: Thing) -> bool:
    """Whether another one comes to be where there is one already."""
    kind, name = thing
    piece = content.pieces[kind].get(name)
    return piece is not None and reading.text(piece.node, "again", "stack") != "keep"


def _follow(
    brings: dict[Thing, dict[Thing, Span]], chain: list[Thing], done: set[Thing], diagnostics: Diagnostics
) -> None:
    for thing, span in brings.get(chain[-1], {}).items():
        if thing in chain:
            names = [name for _, name in [*chain[chain.index(thing) :], thing]]
            shown = " -> ".join(f"`{name}`" for name in names)
            message = f"once there is a `{thing[1]}`, this goes on without end: {shown}"
            help = "let one of these rules ask for something that comes to an end, or write `again: keep`"
            diagnostics.warning("endless", message, span, phase="check", help=help)
        elif thing not in done:
            _follow(brings, [*chain, thing], done, diagnostics)
    done.add(chain[-1])
