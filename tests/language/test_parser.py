"""Texts of the rules language and the trees they give, written as s-expressions; the places of their parts."""

from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any

import pytest

from interpreter.language import parser, syntax
from interpreter.language.syntax import Node
from interpreter.source.diagnostics import Diagnostics
from interpreter.source.nodes import Mapping, Scalar
from interpreter.source.text import SourceFile, Span
from interpreter.source.yaml_tree import read_yaml

Parse = Callable[[Scalar, Diagnostics], Any]


def literal(text: str) -> Scalar:
    """The text as a `|` block of a YAML file."""
    lines = "".join(f"  {line}" if line.strip() else line for line in text.splitlines(keepends=True))
    return field(f"x: |\n{lines}")


def field(yaml: str) -> Scalar:
    """The value of `x` in a YAML file."""
    diagnostics = Diagnostics()
    root = read_yaml(SourceFile("f.yaml", yaml), diagnostics)
    assert isinstance(root, Mapping), list(diagnostics)
    value = root.get("x")
    assert isinstance(value, Scalar)
    return value


def tree(parse: Parse, text: Scalar | str) -> Any:
    """What the parser makes of a text without a mistake."""
    diagnostics = Diagnostics()
    found = parse(literal(text) if isinstance(text, str) else text, diagnostics)
    assert not list(diagnostics)
    assert found is not None
    return found


def shown(value: object) -> str:
    """A tree as an s-expression: names and numbers bare, the rest as `(kind part ...)` without what is not there."""
    match value:
        case tuple():
            return f"[{' '.join(map(shown, value))}]"
        case syntax.Name(name=name):
            return name
        case syntax.Number(value=number):
            return str(number)
        case syntax.Text(value=text):
            return repr(text)
        case Node():
            parts = [getattr(value, f.name) for f in fields(value) if not f.name.endswith("span")]
            there = [shown(part) for part in parts if part is not None and part not in ((), False, "")]
            return f"({' '.join([type(value).__name__.lower(), *there])})"
        case Span():
            return ""
        case _:
            return str(value)


def nodes(value: object) -> Iterator[Node]:
    """Every node of a tree, each before its parts."""
    if isinstance(value, tuple):
        for item in value:
            yield from nodes(item)
    elif isinstance(value, Node):
        yield value
        for f in fields(value):
            yield from nodes(getattr(value, f.name))


EXPRESSIONS = {
    # values
    "3": "3",
    "0.5": "1/2",
    "2.0": "2",
    '"a # b"': "'a # b'",
    "yes": "(yesno True)",
    "no": "(yesno)",
    "d20": "(dice 1 20)",
    "2d6 + 3": "(arith + (dice 2 6) 3)",
    "unit.init": "(attr unit init)",
    "a.b.c": "(attr (attr a b) c)",
    "[]": "(listof)",
    "[a, 2]": "(listof [a 2])",
    "f()": "(call f)",
    "f(a, 1 + 2)": "(call f [(arg a) (arg (arith + 1 2))])",
    "save(unit, target: 3)": "(call save [(arg unit) (arg target 3)])",
    "save(unit, against self)": "(call save [(arg unit) (arg against self)])",
    # what binds how
    "a + b * c": "(arith + a (arith * b c))",
    "(a + b) * c": "(arith * (arith + a b) c)",
    "a - b - c": "(arith - (arith - a b) c)",
    "a / b * c": "(arith * (arith / a b) c)",
    "-a + b": "(arith + (negate a) b)",
    "- -a.b": "(negate (negate (attr a b)))",
    "a or b and not c": "(or [a (and [b (not c)])])",
    "a and b and c": "(and [a b c])",
    "a or b or c": "(or [a b c])",
    "(a and b) and c": "(and [(and [a b]) c])",
    "a or b else c": "(else (or [a b]) c)",
    "a else b else c": "(else a (else b c))",
    "a + 1 < b": "(compare < (arith + a 1) b)",
    "not a is b": "(not (compare is a b))",
    # comparisons
    "a <= b": "(compare <= a b)",
    "a > b": "(compare > a b)",
    "a >= b": "(compare >= a b)",
    "a is b": "(compare is a b)",
    "a is not b": "(compare is not a b)",
    "a in [b, c]": "(compare in a (listof [b c]))",
    "a not in b": "(compare not in a b)",
    "a has b": "(compare has a b)",
    "a lacks b": "(compare lacks a b)",
    "(a in b) is not (c in d)": "(compare is not (compare in a b) (compare in c d))",
    # sets
    "units where it.hp < 5 and it is not self": (
        "(where units (and [(compare < (attr it hp) 5) (compare is not it self)]))"
    ),
    "count(units where a)": "(call count [(arg (where units a))])",
    "(units where a) else b": "(else (where units a) b)",
    "within 5 of self": "(within 5 self)",
    "within 5": "(within 5)",
    "u within a + 1 of b": "(within u (arith + a 1) b)",
    "units where within 5": "(where units (within 5))",
    "inits 3 to a + 1": "(inits 3 (arith + a 1))",
    "a in inits 3 to 5": "(compare in a (inits 3 5))",
    "every u in units satisfies u has a": "(quantifier every u units (compare has u a))",
    "some u in a satisfies every v in b satisfies v is u": (
        "(quantifier some u a (quantifier every v b (compare is v u)))"
    ),
    "some u in a satisfies b and c": "(quantifier some u a (and [b c]))",
    "c and (some u in a satisfies b) or d": "(or [(and [c (quantifier some u a b)]) d])",
    "c or not every u in a satisfies b or d": "(or [c (not (quantifier every u a (or [b d])))])",
    "most u in units by u.hp + 1": "(extreme most u units (arith + (attr u hp) 1))",
    "(least u in units by u.hp).init": "(attr (extreme least u units (attr u hp)) init)",
    "target is most u in units by u.hp": "(compare is target (extreme most u units (attr u hp)))",
    # words of the language that are names as well
    "turn.unit is unit and round > 1": "(and [(compare is (attr turn unit) unit) (compare > round 1)])",
    "up(a / 2) + first(b)": "(arith + (call up [(arg (arith / a 2))]) (call first [(arg b)]))",
    "a.where.from.not": "(attr (attr (attr a where) from) not)",
    "f(from: 3, where: 4)": "(call f [(arg from 3) (arg where 4)])",
    "used + order + next + times + init": "(arith + (arith + (arith + (arith + used order) next) times) init)",
}


@pytest.mark.parametrize(("text", "expected"), EXPRESSIONS.items(), ids=EXPRESSIONS)
def test_expressions(text: str, expected: str) -> None:
    assert shown(tree(parser.parse_expression, text)) == expected


STATEMENTS = {
    "let a = units where b": "(let a (where units b))",
    "a = 3": "(assign a = 3)",
    "target.hp -= 2": "(assign (attr target hp) -= 2)",
    "a.b += c": "(assign (attr a b) += c)",
    "stop": "(stop)",
    'stop "too far"': "(stop too far)",
    "return a else b": "(return (else a b))",
    # verbs
    "recover": "(verb recover)",
    "swap a": "(verb swap a)",
    "lose (a) by 3": "(verb lose a [(prep by 3)])",
    "lose unit by -3 as damage": "(verb lose unit [(prep by (negate 3)) (prep as damage)])",
    "also harm source by down(a / 2) as shared": (
        "(verb harm True source [(prep by (call down [(arg (arith / a 2))])) (prep as shared)])"
    ),
    "grant turn to a with [2, b]": "(verb grant turn [(prep to a) (prep with (listof [2 b]))])",
    "hit a with tool for b": "(verb hit a [(prep with tool) (prep for b)])",
    "go toward a against b on c from d at e": (
        "(verb go [(prep toward a) (prep against b) (prep on c) (prep from d) (prep at e)])"
    ),
    "go at 3": "(verb go [(prep at 3)])",
    "put a at b with c = 1, d = units where e as f": (
        "(verb put a [(prep at b) (prep as f)] [(with c 1) (with d (where units e))])"
    ),
    "pull a to b + 1 of c as d": "(verb pull a [(prep to (arith + b 1)) (prep of c) (prep as d)])",
    "put a with b with c = 1": "(verb put a [(prep with b)] [(with c 1)])",
    # durations
    "put a to b until end of b's next turn": "(verb put a [(prep to b)] (until [(turnending end b True)]))",
    "put a until start of turn.unit's turn": "(verb put a (until [(turnending start (attr turn unit))]))",
    "put a until 2 of b's turns or used or c ends": (
        "(verb put a (until [(turnsending 2 b) (usedending) (thingending c)]))"
    ),
    "put a until end of round or start of scene while b": (
        "(verb put a (until [(roundending end round) (roundending start scene)] b))"
    ),
    "put a while b in c": "(verb put a (until (compare in b c)))",
    "end a.b as c": "(verb end (attr a b) [(prep as c)])",
    "put until used": "(verb put (until [(usedending)]))",
    # blocks
    "if a: stop": "(if [[a [(stop)]]])",
    "if a:\n  stop\nelif b: go\nelif c:\n  run\nelse:\n  walk": (
        "(if [[a [(stop)]] [b [(verb go)]] [c [(verb run)]]] [(verb walk)])"
    ),
    "for each a: go": "(foreach a [(verb go)])",
    "for each a in units where b:\n  go": "(foreach a (where units b) [(verb go)])",
    "repeat a + 1 times: go": "(repeat (arith + a 1) [(verb go)])",
    'may a.b "label": go': "(may (attr a b) label [(verb go)])",
    'may a "label":\n  go\nelse: run': "(may a label [(verb go)] [(verb run)])",
    'either by a:\n  "one": go\n  "two" if b:\n    run': (
        "(either a [(option one [(verb go)]) (option two b [(verb run)])])"
    ),
    "in any order by a:\n  go\n  run": "(anyorder a [(verb go) (verb run)])",
    "together:\n  go\n  run": "(together [(verb go) (verb run)])",
    "at end of a's turn or b ends:\n  go": "(later [(turnending end a) (thingending b)] [(verb go)])",
    # choices
    "choose a from b: go": "(choose one a b [(verb go)])",
    "choose 2 a from b: go": "(choose exactly 2 a b [(verb go)])",
    "choose exactly n + 1 a from b: go": "(choose exactly (arith + n 1) a b [(verb go)])",
    "choose up to 3 a from b: go": "(choose up to 3 a b [(verb go)])",
    "choose some a from b: go": "(choose some a b [(verb go)])",
    "choose turn from b: go": "(choose one turn b [(verb go)])",
    "choose any a from units where b such that c by d unasked e:\n  go\nelse:\n  run": (
        "(choose any a (where units b) c d e [(verb go)] [(verb run)])"
    ),
}


@pytest.mark.parametrize(("text", "expected"), STATEMENTS.items(), ids=STATEMENTS)
def test_statements(text: str, expected: str) -> None:
    assert shown(tree(parser.parse_block, text)) == f"[{expected}]"


RULES = {
    "after hit: stop": "(rule after (eventpattern event hit) [(stop)])",
    "before hit of unit.host at cap where a else b once per turn:\n  stop": (
        "(rule before (eventpattern event hit (attr unit host)) cap (else a b) (onceper turn) [(stop)])"
    ),
    "first hit of a stopped: stop": "(rule first (eventpattern event hit a True) [(stop)])",
    "after return of a: stop": "(rule after (eventpattern event return a) [(stop)])",
    "after hit stopped: stop": "(rule after (eventpattern event hit True) [(stop)])",
    "after change of init stopped: stop": "(rule after (eventpattern change init True) [(stop)])",
    "before change of turn of a: stop": "(rule before (eventpattern change turn a) [(stop)])",
    "after start of turn of a: stop": "(rule after (eventpattern turn turn start a) [(stop)])",
    "after end of scene: stop": "(rule after (eventpattern scene scene end) [(stop)])",
    "after field of self ends: stop": "(rule after (eventpattern ends field self) [(stop)])",
    "before any event where a: stop": "(rule before (eventpattern any event) a [(stop)])",
    "after a once per round per unit per order: stop": (
        "(rule after (eventpattern event a) (onceper round [[unit ] [order ]]) [(stop)])"
    ),
    "define f() = a": "(define f a)",
    "define f(a: unit, b: list of number, c: number = 3) = a": (
        "(define f [(param a unit) (param b number True) (param c number 3)] a)"
    ),
    "define f(a: turn):\n  return a": "(define f [(param a turn)] [(return a)])",
}


@pytest.mark.parametrize(("text", "expected"), RULES.items(), ids=RULES)
def test_rules(text: str, expected: str) -> None:
    assert shown(tree(parser.parse_rules, text)) == f"[{expected}]"


SCRIPTS = {
    "self uses fire": "(uses self fire)",
    'a.b uses fire: targets [c], pull then harm then go, "x", no "y", cover turn.unit': (
        "(uses (attr a b) fire [(answer targets (listof [c])) (answer [pull harm go]) (answer x True)"
        " (answer y) (answer cover (attr turn unit))])"
    ),
    "turn of self": "(turnof self)",
    "turn of a:\n  a uses b": "(turnof a [(uses a b)])",
    "next round": "(nextround)",
    "expect a is 3": "(expect (compare is a 3))",
    'answer "x", b 3: go': "(answers [(answer x True) (answer b 3)] [(verb go)])",
    'refused "x": self uses a': "(refused x [(uses self a)])",
    "if a: self uses b": "(if [[a [(uses self b)]]])",
    "next.a = 1": "(assign (attr next a) = 1)",
}


@pytest.mark.parametrize(("text", "expected"), SCRIPTS.items(), ids=SCRIPTS)
def test_scripts(text: str, expected: str) -> None:
    assert shown(tree(parser.parse_script, text)) == f"[{expected}]"


GIVEN = {
    "a at 17": "(stands a 17)",
    "a at b.init - 3 as c, d with hp -1, e = 3": (
        "(stands a (arith - (attr b init) 3) [[c ] [d ]] [(with hp (negate 1)) (with e 3)])"
    ),
    "a at off with b [c]": "(stands a [(with b (listof [c]))])",
    "turn at 3": "(stands turn 3)",
    "inits 3 to 5 are a, b": "(terrain (inits 3 5) [[a ] [b ]])",
    "init 18 is a": "(terrain 18 [[a ]])",
    "put a to b at 3": "(verb put a [(prep to b) (prep at 3)])",
    "if a:\n  go at 3": "(if [[a [(verb go [(prep at 3)])]]])",
    "init.a = 3": "(assign (attr init a) = 3)",
}


@pytest.mark.parametrize(("text", "expected"), GIVEN.items(), ids=GIVEN)
def test_given(text: str, expected: str) -> None:
    assert shown(tree(parser.parse_given, text)) == f"[{expected}]"


def test_expectations_stand_one_a_line() -> None:
    found = tree(parser.parse_expect, "a is 3\n\nb has c  # so far\n  and d\nnot e\n")
    assert shown(found) == "[(compare is a 3) (and [(compare has b c) d]) (not e)]"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("end of self's next turn or used", "(until [(turnending end self True) (usedending)])"),
        ("a ends while b", "(until [(thingending a)] b)"),
        ("while a", "(until a)"),
        ("a.b of c's turns", "(until [(turnsending (attr a b) c)])"),
    ],
)
def test_endings(text: str, expected: str) -> None:
    assert shown(tree(parser.parse_until, text)) == expected


# --- lines ----------------------------------------------------------------------------------------------------------


def test_a_line_goes_on_with_certain_words_and_in_brackets() -> None:
    found = tree(
        parser.parse_rules,
        """
        before hit
            where a  # why
          or b

            and c
          once per turn:
            choose x from [
          one,
            two]
            such that d
              by e
             unasked f:
              stop
        """,
    )
    assert shown(found) == (
        "[(rule before (eventpattern event hit) (or [a (and [b c])]) (onceper turn)"
        " [(choose one x (listof [one two]) d e f [(stop)])])]"
    )


def test_comments_and_blank_lines_mean_nothing() -> None:
    found = tree(parser.parse_block, "# first\n\nif a:  # why\n\n      # deep\n  stop\n # less\n\n  go # on\n# last")
    assert shown(found) == "[(if [[a [(stop) (verb go)]]])]"


@pytest.mark.parametrize("text", ["\n", "# nothing\n"])
def test_nothing_is_no_statement(text: str) -> None:
    assert tree(parser.parse_block, text) == ()
    assert tree(parser.parse_rules, text) == ()
    assert tree(parser.parse_expect, text) == ()


def test_a_rule_may_follow_a_rule_in_any_way() -> None:
    found = tree(parser.parse_rules, "after a: stop\nafter b:\n  stop\n\n\n# c\ndefine c() = 1\nfirst d: stop")
    assert [type(part).__name__ for part in found] == ["Rule", "Rule", "Define", "Rule"]


# --- places ---------------------------------------------------------------------------------------------------------


def places(value: object) -> list[tuple[str, int, int]]:
    """Every node's text, line and column."""
    return [(node.span.text, node.span.line, node.span.column) for node in nodes(value)]


def test_places_in_a_block() -> None:
    text = field("x: |\n\n    if a.b:  # why\n      lose c by (1 + 2)\n")
    found = tree(parser.parse_block, text)
    assert places(found) == [
        ("if a.b:  # why\n      lose c by (1 + 2)", 3, 5),
        ("a.b", 3, 8),
        ("a", 3, 8),
        ("lose c by (1 + 2)", 4, 7),
        ("c", 4, 12),
        ("by (1 + 2)", 4, 14),
        ("1 + 2", 4, 18),
        ("1", 4, 18),
        ("2", 4, 22),
    ]


RULE = "before change of init at cap once per turn per unit:\n  let a = f(by b.c)\n"


def test_places_of_names() -> None:
    (rule,) = tree(parser.parse_rules, RULE)
    assert rule.event.name_span.text == "init"
    assert rule.stage_span.text == "cap"
    assert [span.text for _, span in rule.once.per] == ["unit"]
    (let,) = rule.body
    assert let.name_span.text == "a"
    assert let.value.name_span.text == "f"
    assert let.value.args[0].span.text == "by b.c"
    assert let.value.args[0].value.name_span.text == "c"


@pytest.mark.parametrize(
    ("yaml", "expected"),
    [
        ("x: a + b", [("a + b", 1, 4), ("a", 1, 4), ("b", 1, 8)]),
        ("x:   'a + b'", [("a + b", 1, 7), ("a", 1, 7), ("b", 1, 11)]),
        ('x: "a\\x20+ b"', [("a\\x20+ b", 1, 5), ("a", 1, 5), ("b", 1, 12)]),
        ("x: a\n  + b", [("a\n  + b", 1, 4), ("a", 1, 4), ("b", 2, 5)]),
        ("x: >\n  a\n  +\n  b\n", [("a\n  +\n  b", 2, 3), ("a", 2, 3), ("b", 4, 3)]),
        ("x: |2\n    a + b\n", [("a + b", 2, 5), ("a", 2, 5), ("b", 2, 9)]),
    ],
)
def test_places_in_every_style_of_yaml(yaml: str, expected: list[tuple[str, int, int]]) -> None:
    assert places(tree(parser.parse_expression, field(yaml))) == expected


def test_every_node_has_a_place_of_its_own() -> None:
    (found,) = tree(parser.parse_block, "choose 2 a from units where b by c:\n  stop\nelse:\n  go\n")
    assert found.count.span.text == "2"
    assert found.source.span.text == "units where b"
    assert found.otherwise[0].span.text == "go"
    assert found.span.end_line == 5
