"""Whole rules and actions, as long and as tangled as rules of tables get."""

import json
from collections.abc import Iterator
from typing import Any, ClassVar

import pytest
from lark import Lark, Tree
from lark.lexer import Lexer, LexerState
from lark.lexer import Token as LarkToken

from interpreter.language import parser, tables
from interpreter.language.lexer import RulesLexer
from interpreter.language.syntax import Block, Choose, Define, If, Later, Rule, Stmt, Verb
from interpreter.source.diagnostics import Diagnostics
from interpreter.source.nodes import Scalar
from interpreter.source.shipped import shipped
from interpreter.source.text import SourceFile

RULES = """\
# a price is paid before the reach is measured
after strike where landed and not blocked:
  drain target by dealt as wear
  raise unit by dealt as spoils            # all that came of this strike

after change of init where destination <= 0:
  set unit to start_value(unit) as reroll

# on a trap
after step where not movement.wary and here is cell once per movement:
  drain unit by 3 as wear
  remove self

# whoever is tied to the one that moves
after change of init where manner.shared:
  together:
    for each other in linked(unit, tied):
      if other not in changed:
        shift other by amount as carried

before wear of bearer where distance(bearer, source) <= 1 and manner is not handed_on:
  let whole = amount
  amount = up(whole / 2)
  also wear source by down(whole / 2) as handed_on

before strike where ranged and kind in [steel, fire] and (actor.init in cells) is not (target.init in cells):
  stop "the field catches it"

after strike stopped where stopped_by is self:
  caught += 1

after field of self ends:
  for each u in units where it.init in cells:
    if test(u, bonus: min(caught, 6)):
      drain u by roll(caught, d6) as steel

before any event where has_actor and (actor in inside) is not (subject in inside):
  stop "nothing crosses the dome"

define swallow(u: unit):
  if d6 <= 3:
    take_off u                             # its turn stays where it was
    at end of u's next turn or self ends:
      choose i from free_inits() by u unasked u.last_init:
        set u to i as placed

first declare of unit where unit is not bearer and waiting(bearer):
  may bearer "cut in":
    insert_turn bearer at now
"""

ACTION = """\
choose spent from multiples(3, 0, self.init + 3) by self unasked 0:
  if spent > 0:
    drain self by spent as price
  let pool = units where reaches(self, it, tool) and it is not self
  choose some targets from pool
      such that (targets is pool or every i in inits_of(pool) satisfies some t in targets satisfies i in around(t))
      and (every t in targets satisfies t has hidden or every u in targets satisfies u lacks hidden)
      and (count(targets) is 1 or every v in targets satisfies v lacks aloft)
      by self:
    strike targets with tool for spent
  else:
    stop "no set of targets is right"
if some m in markers satisfies m.triggers and m.init in path:
  may self "go around":
    travel self by most n in numbers(0, 5) by n as move with wary = yes, spaces = n until used
grant host.turn to self with [2, quick]
apply guarded to self with 1d6 until start of self's next turn or end of round while round < 3
"""


def parsed(parse: Any, text: str) -> Any:
    diagnostics = Diagnostics()
    result = parse(Scalar(SourceFile("f", f"|\n{text}"), 0, len(text) + 2, text, "literal"), diagnostics)
    assert not list(diagnostics)
    return result


def test_rules() -> None:
    parts: tuple[Rule | Define, ...] = parsed(parser.parse_rules, RULES)
    assert [part.event.kind if isinstance(part, Rule) else part.name for part in parts] == [
        *("event", "change", "event", "change", "event", "event", "event", "ends", "any", "swallow", "event"),
    ]
    define = parts[9]
    assert isinstance(define, Define)
    (branch,) = define.body
    assert isinstance(branch, If)
    later = branch.branches[0][1][1]
    assert isinstance(later, Later)
    assert [type(ending).__name__ for ending in later.endings] == ["TurnEnding", "ThingEnding"]


def test_an_action() -> None:
    statements: Block = parsed(parser.parse_block, ACTION)
    assert [type(statement).__name__ for statement in statements] == ["Choose", "If", "Verb", "Verb"]
    outer = statements[0]
    assert isinstance(outer, Choose)
    inner: Stmt = outer.body[2]
    assert isinstance(inner, Choose)
    assert (inner.pick, inner.name, len(inner.otherwise or ())) == ("some", "targets", 1)
    last = statements[3]
    assert isinstance(last, Verb)
    assert last.until is not None
    assert len(last.until.endings) == 2


class LarkLexer(Lexer):
    """The tokens of the lexer, as Lark wants them."""

    __future_interface__: ClassVar[int] = 2

    def __init__(self, conf: object) -> None:
        self.lexer = RulesLexer(tables.tables()["types"])

    def lex(self, lexer_state: LexerState, parser_state: object) -> Iterator[LarkToken]:
        for token in self.lexer.tokens(str(lexer_state.text.text)):
            yield LarkToken(token.type, token.text, start_pos=token.start, end_pos=token.end)


def test_the_kept_tables_are_those_of_the_grammar() -> None:
    """After a change of the grammar: `python -m interpreter.language.tables`."""
    grammar = (shipped("grammar") / "rules.lark").read_text(encoding="utf-8")
    kept = json.loads((shipped("grammar") / tables.KEPT).read_text(encoding="utf-8"))
    assert kept == tables.made(grammar)


@pytest.mark.parametrize(("start", "text"), [("rules", RULES), ("block", ACTION)])
def test_larks_own_parser_reads_the_same(start: str, text: str) -> None:
    """The grammar has no conflict, and stands on its own with the lexer."""
    grammar = (shipped("grammar") / "rules.lark").read_text(encoding="utf-8")
    lark = Lark(grammar, parser="lalr", lexer=LarkLexer, start=["rules", "block"], strict=True)
    assert isinstance(lark.parse(text, start=start), Tree)
