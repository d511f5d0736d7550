"""What scenarios say, checked: their units, terrain, objectives, and what their units do in their turns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from interpreter.language import parser
from interpreter.language import syntax as s
from interpreter.language import types as t
from interpreter.language.check_answers import check_answers, split_answers
from interpreter.language.check_statements import check_block
from interpreter.language.check_types import condition
from interpreter.language.limits import LONGEST_LIST
from interpreter.language.readable_words import NAMES
from interpreter.language.scope import Binding, Scope
from interpreter.library import reading
from interpreter.library.checking import ContentChecker
from interpreter.library.content import Piece
from interpreter.library.examples import check_given
from interpreter.source.diagnostics import counted, suggestion
from interpreter.source.nodes import Mapping, Node, Scalar, Sequence
from interpreter.source.text import Span


@dataclass(slots=True)
class UnitText:
    """A unit of a scenario as it is written. `plays` names its policy, `answers` those by which it answers."""

    id: str
    node: Mapping
    plays: str | None = None
    answers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundText:
    """What a scenario says of a round: what is answered as it begins, what is done, and what is answered as it ends."""

    opening: s.Answers | None
    done: s.Block
    closing: s.Answers | None
    span: Span


@dataclass(slots=True)
class ScenarioText:
    """A scenario, checked."""

    name: str
    piece: Piece
    units: list[UnitText] = field(default_factory=list)
    setup: s.Block = ()
    setup_span: Span | None = None
    ends_when: s.Expr | None = None
    options: dict[str, Any] = field(default_factory=dict)
    do: tuple[RoundText, ...] = ()
    expect: tuple[s.Expr, ...] = ()

    @property
    def dice(self) -> list[int] | None:
        """The faces that fall, where they are given."""
        listed = self.piece.node.get("dice")
        return None if listed is None else list(reading.value_of(listed))


def check_scenarios(checker: ContentChecker) -> dict[str, ScenarioText]:
    """Check the scenarios of a ruleset."""
    found = {name: check_scenario(checker, piece) for name, piece in checker.content.scenarios.items()}
    checker.check_answered()
    return found


def check_scenario(checker: ContentChecker, piece: Piece) -> ScenarioText:
    """Check one scenario of a ruleset whose other texts are checked."""
    text = ScenarioText(piece.name, piece)
    scope = Scope(inside="script")
    for id, _ in reading.mapping(piece.node, "units"):
        scope.bind(Binding("named", id.text, t.UNIT, span=id.span))
    for id, _ in reading.mapping(piece.node, "objectives"):
        if scope.find(id.text) is None:
            scope.bind(Binding("goal", id.text, t.OBJECTIVE, span=id.span))
    for id, node in reading.mapping(piece.node, "units"):
        if isinstance(node, Mapping):
            text.units.append(_check_unit(checker, piece, id, node, scope))
    _check_sides(checker, piece)
    _check_ids(checker, piece)
    _check_track(checker, piece)
    setup = piece.node.get("setup")
    block = checker.parsed(parser.parse_given, setup)
    if block is not None and setup is not None:
        check_given(checker.checked, block, Scope(scope))
        text.setup, text.setup_span = block, setup.span
    tree = checker.parsed(parser.parse_expression, piece.node.get("ends_when"))
    if tree is not None:
        condition(checker.checked, tree, scope)
        text.ends_when = tree
    text.options = checker.options(piece.node)
    checker.checked.uses.showing = True
    text.do = tuple(_check_round(checker, node, scope) for node in reading.scalars(piece.node, "do"))
    _check_count(checker, piece)
    _check_policies(checker, piece)
    if not text.do:
        _check_played(checker, piece)
    expect = checker.parsed(parser.parse_expect, piece.node.get("expect")) or ()
    for tree in expect:
        condition(checker.checked, tree, scope)
    text.expect = tuple(expect)
    checker.checked.uses.showing = False
    return text


def _check_count(checker: ContentChecker, piece: Piece) -> None:
    """What is done has no more rounds than the fight."""
    blocks, rounds = reading.scalars(piece.node, "do"), whole(piece.node, "rounds")
    if rounds is not None and len(blocks) > rounds:
        message = f"the fight ends after {counted(rounds, 'round')}, so nothing is done in round {rounds + 1}"
        help = f"take the block out, or write `rounds: {len(blocks)}`"
        checker.diagnostics.error("beyond-rounds", message, blocks[rounds].span, phase="check", help=help)


def _check_policies(checker: ContentChecker, piece: Piece) -> None:
    """Where a scenario says what is done, no policy plays."""
    for id, node in reading.mapping(piece.node, "units") if piece.node.get("do") is not None else ():
        for key in node.items if isinstance(node, Mapping) else ():
            if key[0].text in ("plays", "policy", "answers"):
                message, help = f"`{id.text}` plays by no policy here: `do` says what is done", "take one of them out"
                checker.diagnostics.error("idle-policy", message, key[0].span, phase="check", help=help)


def _check_played(checker: ContentChecker, piece: Piece) -> None:
    """Where policies play, one who has none and answers nothing does nothing, which may be forgotten."""
    units = [(id, node) for id, node in reading.mapping(piece.node, "units") if isinstance(node, Mapping)]
    idle = [id for id, node in units if not any(node.get(key) is not None for key in ("plays", "policy", "answers"))]
    for id in idle if any(node.get("plays") or node.get("policy") for _, node in units) else ():
        message = f"nobody plays `{id.text}`: its turns pass unused"
        help = "say under `plays` by which policy it is played, or under `policy` what it does"
        checker.diagnostics.warning("idle-unit", message, id.span, phase="check", help=help)


def _check_round(checker: ContentChecker, node: Scalar, scope: Scope) -> RoundText:
    inner = Scope(scope, inside="round")
    opening, done, closing = split_answers(checker.parsed(parser.parse_script, node) or (), ends=True)
    if opening is not None:
        check_answers(checker.checked, opening.answers, inner)
    check_block(checker.checked, done, inner)
    if closing is not None:
        check_answers(checker.checked, closing.answers, inner)
    return RoundText(opening, done, closing, node.span)


def _check_unit(checker: ContentChecker, piece: Piece, id: Scalar, node: Mapping, scope: Scope) -> UnitText:
    checker.unit_values(node)
    checker.entry_names(node)
    kinds = checker.checked.vocabulary.words["unit_kind"]
    for kind in reading.scalars(node, "as"):
        if kind.text not in kinds:
            _unknown(checker, kind, kinds, "kind of unit")
    plays = reading.scalar(node, "plays")
    policies = checker.content.pieces["policy"]
    if plays is not None and plays.text not in policies:
        _unknown(checker, plays, tuple(policies), "policy")
    own: Node | None = node.get("policy")
    name = None if plays is None else plays.text
    if own is not None:
        name = f"{piece.name}.{id.text}"
        checker.policy(name, own, scope)
    alone = f"{piece.name}.{id.text}"
    checker.answers(alone, node, scope)
    return UnitText(id.text, node, name, tuple(dict.fromkeys(filter(None, (alone, name)))))


def _check_sides(checker: ContentChecker, piece: Piece) -> None:
    sides = checker.checked.vocabulary.words["side"]
    for section in ("units", "objectives"):
        for _, node in reading.mapping(piece.node, section):
            side = reading.scalar(node, "side") if isinstance(node, Mapping) else None
            if side is not None and side.text not in sides:
                _unknown(checker, side, sides, "side")


def _check_ids(checker: ContentChecker, piece: Piece) -> None:
    """Units and objectives go by names of their own, which mean nothing else."""
    older: dict[str, Scalar] = {}
    for section in ("units", "objectives"):
        for id, _ in reading.mapping(piece.node, section):
            message = f"`{id.text}` means something in the rules already" if id.text in NAMES else ""
            if older.setdefault(id.text, id) is not id:
                message = f"there is a unit `{id.text}` too"
            if message:
                help = "take another name"
                checker.diagnostics.error("name-taken", message, id.span, phase="resolve", help=help)


def _check_track(checker: ContentChecker, piece: Piece) -> None:
    known = checker.checked.vocabulary.words["property"]
    for cells, properties in reading.mapping(piece.node, "track"):
        first, _, last = cells.text.partition(" to ")
        if last and int(first) > int(last):
            message, help = f"from {first} up to {last} there is no Init", f"write `{last} to {first}`"
            checker.diagnostics.error("empty-range", message, cells.span, phase="resolve", help=help)
        elif last and int(last) - int(first) >= LONGEST_LIST:
            message, help = f"`{cells.text}` names more than {LONGEST_LIST:,} Inits", "name the part that is played on"
            checker.diagnostics.error("long-range", message, cells.span, phase="resolve", help=help)
        for word in properties.items if isinstance(properties, Sequence) else ():
            if isinstance(word, Scalar) and word.text not in known:
                _unknown(checker, word, known, "property of Inits")


def _unknown(checker: ContentChecker, node: Scalar, known: tuple[str, ...], what: str) -> None:
    help = suggestion(node.text, known, what)
    checker.diagnostics.error(
        "unknown-name", f"there is no {what} `{node.text}`", node.span, phase="resolve", help=help
    )


def whole(node: Mapping, key: str) -> int | None:
    """The whole number under a key, if there is one."""
    found = reading.scalar(node, key)
    return None if found is None else int(reading.value_of(found))


def side_of(node: Mapping) -> str | None:
    return reading.text(node, "side") or None
