"""Makes the nodes: one short method for each way of writing something that the grammar names."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import chain

from interpreter.language import syntax as s
from interpreter.language.tokens import Token
from interpreter.source.text import Span

Place = Callable[[int, int], Span]
Named = tuple[str, Span]
Part = tuple[s.Prep | s.With, ...]


class Builder:
    """The nodes of one text. Each method gets the span of what was written, then its parts in their order."""

    def __init__(self, span: Place) -> None:
        self.span = span
        """The span of the characters from one offset to another."""
        self.script_only: list[tuple[str, int, int]] = []
        """The words that only scripts may hold, and their offsets."""

    def _named(self, token: Token) -> Named:
        return token.text, self.span(token.start, token.end)

    # --- where a text begins ---

    def rules(self, _: Span, *parts: s.Rule | s.Define) -> tuple[s.Rule | s.Define, ...]:
        return parts

    def block(self, _: Span, *statements: s.Stmt) -> s.Block:
        return statements

    script = given = suite = block

    def expression(self, _: Span, value: s.Expr) -> s.Expr:
        return value

    def expect(self, _: Span, *conditions: s.Expr) -> tuple[s.Expr, ...]:
        return conditions

    def until(self, span: Span, endings: tuple[s.Ending, ...], condition: s.Expr | None) -> s.Until:
        return s.Until(span, endings, condition)

    def until_while(self, span: Span, condition: s.Expr) -> s.Until:
        return s.Until(span, (), condition)

    # --- rules ---

    def rule(
        self,
        span: Span,
        when: Token,
        event: s.EventPattern,
        stage: Token | None,
        condition: s.Expr | None,
        once: s.OncePer | None,
        body: s.Block,
    ) -> s.Rule:
        name, place = self._named(stage) if stage else (None, None)
        return s.Rule(span, when.text, event, name, place, condition, once, body)

    def event_change(self, span: Span, what: Token, of: s.Expr | None, stopped: Token | None) -> s.EventPattern:
        return s.EventPattern(span, "change", *self._named(what), "", of, stopped is not None)

    def event_named(self, span: Span, name: Token, of: s.Expr | None, stopped: Token | None) -> s.EventPattern:
        return s.EventPattern(span, "event", *self._named(name), "", of, stopped is not None)

    def event_ends(self, span: Span, name: Token, of: s.Expr | None) -> s.EventPattern:
        return s.EventPattern(span, "ends", *self._named(name), "", of, False)

    def event_edge(self, span: Span, edge: Token, what: Token, of: s.Expr | None) -> s.EventPattern:
        return s.EventPattern(span, what.text, *self._named(what), edge.text, of, False)

    def event_any(self, span: Span, name: Token) -> s.EventPattern:
        return s.EventPattern(span, "any", *self._named(name), "", None, False)

    def once(self, span: Span, scope: Token, *per: Token) -> s.OncePer:
        return s.OncePer(span, scope.text, tuple(map(self._named, per)))

    def define_value(self, span: Span, name: Token, parameters: tuple[s.Param, ...] | None, value: s.Expr) -> s.Define:
        return s.Define(span, *self._named(name), parameters or (), value, ())

    def define_block(self, span: Span, name: Token, parameters: tuple[s.Param, ...] | None, body: s.Block) -> s.Define:
        return s.Define(span, *self._named(name), parameters or (), None, body)

    def parameters(self, _: Span, *parameters: s.Param) -> tuple[s.Param, ...]:
        return parameters

    def parameter(self, span: Span, name: Token, kind: tuple[str, Span, bool], default: s.Expr | None) -> s.Param:
        return s.Param(span, name.text, *kind, default)

    def type_one(self, span: Span, name: Token) -> tuple[str, Span, bool]:
        return name.text, span, False

    def type_list(self, span: Span, name: Token) -> tuple[str, Span, bool]:
        return name.text, span, True

    # --- statements ---

    def let(self, span: Span, name: Token, value: s.Expr) -> s.Let:
        return s.Let(span, *self._named(name), value)

    def assign(self, span: Span, target: s.Expr, op: Token, value: s.Expr) -> s.Assign:
        return s.Assign(span, target, op.text, value)

    def stop(self, span: Span, reason: Token | None) -> s.Stop:
        return s.Stop(span, reason and _unquoted(reason))

    def return_(self, span: Span, value: s.Expr) -> s.Return:
        return s.Return(span, value)

    def verb(
        self,
        span: Span,
        also: Token | None,
        name: Token,
        subject: s.Expr | None,
        parts: list[Part],
        until: s.Until | None,
    ) -> s.Verb:
        flat = list(chain.from_iterable(parts))
        preps = tuple(part for part in flat if isinstance(part, s.Prep))
        fields = tuple(part for part in flat if isinstance(part, s.With))
        return s.Verb(span, *self._named(name), also is not None, subject, preps, fields, until)

    def verb_alone(self, span: Span, also: Token | None, name: Token, until: s.Until | None) -> s.Verb:
        return self.verb(span, also, name, None, [], until)

    def verb_bare(
        self,
        span: Span,
        also: Token | None,
        name: Token,
        first: Part,
        parts: list[Part],
        until: s.Until | None,
    ) -> s.Verb:
        return self.verb(span, also, name, None, [first, *parts], until)

    def parts(self, _: Span, *parts: Part) -> list[Part]:
        return list(parts)

    def prep(self, span: Span, word: Token, value: s.Expr) -> Part:
        return (s.Prep(span, word.text, value),)

    def prep_of(self, _: Span, first: Part, second: Part) -> Part:
        return first + second

    def fields(self, _: Span, *fields: s.With) -> tuple[s.With, ...]:
        return fields

    values = fields

    def field(self, span: Span, name: Token, value: s.Expr) -> s.With:
        return s.With(span, *self._named(name), value)

    def if_(self, span: Span, condition: s.Expr, body: s.Block, *rest: tuple[s.Expr, s.Block] | s.Block | None) -> s.If:
        *branches, otherwise = rest
        return s.If(span, ((condition, body), *branches), otherwise or ())  # type: ignore[arg-type]

    def elif_(self, _: Span, condition: s.Expr, body: s.Block) -> tuple[s.Expr, s.Block]:
        return condition, body

    def for_each(self, span: Span, name: Token, source: s.Expr | None, body: s.Block) -> s.ForEach:
        return s.ForEach(span, *self._named(name), source, body)

    def repeat(self, span: Span, times: s.Expr, body: s.Block) -> s.Repeat:
        return s.Repeat(span, times, body)

    def may(self, span: Span, who: s.Expr, label: Token, body: s.Block, otherwise: s.Block | None) -> s.May:
        return s.May(span, who, _unquoted(label), body, otherwise or ())

    def either(self, span: Span, by: s.Expr, *options: s.Option) -> s.Either:
        return s.Either(span, by, options)

    def option(self, span: Span, label: Token, condition: s.Expr | None, body: s.Block) -> s.Option:
        return s.Option(span, _unquoted(label), condition, body)

    def any_order(self, span: Span, by: s.Expr, body: s.Block) -> s.AnyOrder:
        return s.AnyOrder(span, by, body)

    def together(self, span: Span, body: s.Block) -> s.Together:
        return s.Together(span, body)

    def later(self, span: Span, endings: tuple[s.Ending, ...], body: s.Block) -> s.Later:
        return s.Later(span, endings, body)

    def choose(
        self,
        span: Span,
        pick: tuple[str, s.Expr | None, Token],
        source: s.Expr,
        such_that: s.Expr | None,
        by: s.Expr | None,
        unasked: s.Expr | None,
        body: s.Block,
        otherwise: s.Block | None,
    ) -> s.Choose:
        kind, count, name = pick
        word, place = self._named(name)
        return s.Choose(span, kind, count, word, place, source, such_that, by, unasked, body, otherwise)

    def pick_one(self, _: Span, name: Token) -> tuple[str, s.Expr | None, Token]:
        return "one", None, name

    def pick_any(self, _: Span, name: Token) -> tuple[str, s.Expr | None, Token]:
        return "any", None, name

    def pick_some(self, _: Span, name: Token) -> tuple[str, s.Expr | None, Token]:
        return "some", None, name

    def pick_number(self, _: Span, count: Token, name: Token) -> tuple[str, s.Expr | None, Token]:
        return "exactly", self.number(self.span(count.start, count.end), count), name

    def pick_exactly(self, _: Span, count: s.Expr, name: Token) -> tuple[str, s.Expr | None, Token]:
        return "exactly", count, name

    def pick_up_to(self, _: Span, count: s.Expr, name: Token) -> tuple[str, s.Expr | None, Token]:
        return "up to", count, name

    # --- when something ends ---

    def endings(self, _: Span, *endings: s.Ending) -> tuple[s.Ending, ...]:
        return endings

    def turn_ending(self, span: Span, edge: Token, of: s.Expr, following: Token | None) -> s.TurnEnding:
        return s.TurnEnding(span, edge.text, of, following is not None)

    def round_ending(self, span: Span, edge: Token, what: Token) -> s.RoundEnding:
        return s.RoundEnding(span, edge.text, what.text)

    def turns_ending(self, span: Span, count: s.Expr, of: s.Expr) -> s.TurnsEnding:
        return s.TurnsEnding(span, count, of)

    def thing_ending(self, span: Span, of: s.Expr) -> s.ThingEnding:
        return s.ThingEnding(span, of)

    def used_ending(self, span: Span) -> s.UsedEnding:
        return s.UsedEnding(span)

    # --- examples and scenarios ---

    def _script_only(self, *words: Token) -> None:
        """Note that these words stand here; whether they may, the parser knows."""
        text = " ".join(word.text for word in words)
        self.script_only.append((text, words[0].start, words[-1].end))

    def uses(self, span: Span, who: s.Expr, word: Token, action: Token, answers: tuple[s.Answer, ...] | None) -> s.Uses:
        self._script_only(word)
        return s.Uses(span, who, *self._named(action), answers or ())

    def turn_of(self, span: Span, turn: Token, of: Token, who: s.Expr, body: s.Block = ()) -> s.TurnOf:
        self._script_only(turn, of)
        return s.TurnOf(span, who, body)

    def next_round(self, span: Span, following: Token, what: Token) -> s.NextRound:
        self._script_only(following, what)
        return s.NextRound(span)

    def next_step(self, span: Span, following: Token, what: Token) -> s.NextStep:
        self._script_only(following, what)
        return s.NextStep(span)

    def expect_(self, span: Span, word: Token, condition: s.Expr) -> s.Expect:
        self._script_only(word)
        return s.Expect(span, condition)

    def answers_for(self, span: Span, word: Token, answers: tuple[s.Answer, ...], body: s.Block = ()) -> s.Answers:
        self._script_only(word)
        return s.Answers(span, answers, body)

    def refused(self, span: Span, word: Token, reason: Token, body: s.Block) -> s.Refused:
        self._script_only(word)
        return s.Refused(span, _unquoted(reason), body)

    def answers(self, _: Span, *answers: s.Answer) -> tuple[s.Answer, ...]:
        return answers

    def answer_value(self, span: Span, name: Token, value: s.Expr) -> s.Answer:
        return s.Answer(span, name.text, value, (), None, False)

    def answer_order(self, span: Span, *words: Token) -> s.Answer:
        return s.Answer(span, None, None, tuple(word.text for word in words), None, False)

    def answer_yes(self, span: Span, label: Token) -> s.Answer:
        return s.Answer(span, None, None, (), _unquoted(label), True)

    def answer_no(self, span: Span, label: Token) -> s.Answer:
        return s.Answer(span, None, None, (), _unquoted(label), False)

    def stands(
        self,
        span: Span,
        name: Token,
        init: s.Expr,
        kinds: tuple[Named, ...] | None,
        values: tuple[s.With, ...] | None,
    ) -> s.Stands:
        off = isinstance(init, s.Name) and init.name == "off"
        return s.Stands(span, *self._named(name), None if off else init, kinds or (), values or ())

    def terrain(self, span: Span, cells: s.Expr, words: tuple[Named, ...]) -> s.Terrain:
        return s.Terrain(span, cells, words)

    def names(self, _: Span, *names: Token) -> tuple[Named, ...]:
        return tuple(map(self._named, names))

    # --- expressions ---

    def where(self, span: Span, source: s.Expr, condition: s.Expr) -> s.Where:
        return s.Where(span, source, condition)

    def else_(self, span: Span, value: s.Expr, other: s.Expr) -> s.Else:
        return s.Else(span, value, other)

    def or_(self, span: Span, *parts: s.Expr) -> s.Or:
        return s.Or(span, parts)

    def and_(self, span: Span, *parts: s.Expr) -> s.And:
        return s.And(span, parts)

    def not_(self, span: Span, of: s.Expr) -> s.Not:
        return s.Not(span, of)

    def compare(self, span: Span, left: s.Expr, op: str, right: s.Expr) -> s.Compare:
        return s.Compare(span, op, left, right)

    def relation(self, _: Span, *words: Token) -> str:
        return " ".join(word.text for word in words)

    def within(self, span: Span, who: s.Expr | None, distance: s.Expr, of: s.Expr | None) -> s.Within:
        return s.Within(span, who, distance, of)

    def within_of_it(self, span: Span, distance: s.Expr, of: s.Expr | None) -> s.Within:
        return s.Within(span, None, distance, of)

    def quantifier(self, span: Span, kind: Token, name: Token, source: s.Expr, condition: s.Expr) -> s.Quantifier:
        return s.Quantifier(span, kind.text, *self._named(name), source, condition)

    def range(self, span: Span, first: s.Expr, last: s.Expr) -> s.Inits:
        return s.Inits(span, first, last)

    def extreme(self, span: Span, kind: Token, name: Token, source: s.Expr, by: s.Expr) -> s.Extreme:
        return s.Extreme(span, kind.text, *self._named(name), source, by)

    def arith(self, span: Span, left: s.Expr, op: Token, right: s.Expr) -> s.Arith:
        return s.Arith(span, op.text, left, right)

    def negate(self, span: Span, of: s.Expr) -> s.Negate:
        return s.Negate(span, of)

    def attr(self, span: Span, of: s.Expr, name: Token) -> s.Attr:
        return s.Attr(span, of, *self._named(name))

    def number(self, span: Span, token: Token) -> s.Number:
        exact = Fraction(token.text) if "." in token.text else int(token.text)
        return s.Number(span, exact.numerator if exact.denominator == 1 else exact)

    def dice(self, span: Span, token: Token) -> s.Dice:
        count, _, sides = token.text.partition("d")
        return s.Dice(span, int(count or 1), int(sides))

    def text(self, span: Span, token: Token) -> s.Text:
        return s.Text(span, _unquoted(token))

    def yes(self, span: Span) -> s.YesNo:
        return s.YesNo(span, True)

    def no(self, span: Span) -> s.YesNo:
        return s.YesNo(span, False)

    def word(self, span: Span, token: Token) -> s.Name:
        return s.Name(span, token.text)

    def call(self, span: Span, name: Token, args: tuple[s.Arg, ...] | None) -> s.Call:
        return s.Call(span, *self._named(name), args or ())

    def list_of(self, span: Span, items: tuple[s.Expr, ...] | None) -> s.ListOf:
        return s.ListOf(span, items or ())

    def items(self, _: Span, *items: s.Expr) -> tuple[s.Expr, ...]:
        return items

    def arguments(self, _: Span, *args: s.Arg) -> tuple[s.Arg, ...]:
        return args

    def argument(self, span: Span, value: s.Expr) -> s.Arg:
        return s.Arg(span, None, value)

    def argument_named(self, span: Span, name: Token, value: s.Expr) -> s.Arg:
        return s.Arg(span, name.text, value)


def _unquoted(token: Token) -> str:
    return token.text[1:-1]
