"""What is said of texts that do not parse: the code, the place, the words."""

from collections.abc import Callable
from typing import Any

import pytest

from interpreter.language import parser
from interpreter.source.diagnostics import Diagnostic, Diagnostics
from interpreter.source.nodes import Scalar
from interpreter.source.text import SourceFile

Parse = Callable[[Scalar, Diagnostics], Any]

PARSERS: dict[str, Parse] = {
    "rules": parser.parse_rules,
    "block": parser.parse_block,
    "script": parser.parse_script,
    "given": parser.parse_given,
    "expression": parser.parse_expression,
    "expect": parser.parse_expect,
    "until": parser.parse_until,
}


def found(kind: str, text: str) -> list[Diagnostic]:
    """What the parser says of a text; the text begins on the second line of its file."""
    diagnostics = Diagnostics()
    result = PARSERS[kind](Scalar(SourceFile("f", f"|\n{text}"), 0, len(text) + 2, text, "literal"), diagnostics)
    assert (result is None) == bool(len(diagnostics))
    return list(diagnostics)


def place(problem: Diagnostic) -> tuple[int, int]:
    """The line and the column in the text."""
    return problem.span.line - 1, problem.span.column


# Kind of field, text, code, line, column, part of the message, part of the help (empty: there is none).
# `|` is a line end.
CASES = [
    # colons and blocks
    ("rules", "after a|  stop", "missing-colon", 1, 8, "expected `:` after `a`", ""),
    ("rules", "after a where b|  stop", "missing-colon", 1, 16, "expected `:` after the condition", ""),
    ("rules", "after a:|  if b|    stop", "missing-colon", 2, 7, "expected `:` after the condition", ""),
    ("rules", "define f(a: unit)|  return 3", "missing-colon", 1, 18, "expected `:` after `)`", ""),
    ("block", "for each a in b  # all|  stop", "missing-colon", 1, 16, "expected `:` after `b`", ""),
    ("block", "together|  stop", "missing-colon", 1, 9, "expected `:` after `together`", ""),
    ("block", 'may a "x"|  stop', "missing-colon", 1, 10, 'expected `:` after `"x"`', ""),
    ("rules", "after a:|stop", "missing-block", 1, 8, "nothing follows this `:`", "further in"),
    ("block", "if a:|else:|  stop", "missing-block", 1, 5, "nothing follows this `:`", "further in"),
    ("block", "choose a from b:", "missing-block", 1, 16, "nothing follows this `:`", "further in"),
    ("block", "let a = 3:|  stop", "surplus-colon", 1, 10, "takes no `:`", "delete"),
    ("block", "elseif a:|  stop", "surplus-colon", 1, 9, "`elseif` opens no block", "`elif`"),
    ("block", "foreach a:|  stop", "surplus-colon", 1, 10, "`foreach` opens no block", "`for each`"),
    ("block", "choos a:|  stop", "surplus-colon", 1, 8, "`choos` opens no block", "`choose`"),
    ("block", "if a and:|  stop", "missing-value", 1, 9, "expected a value after `and`, found `:`", ""),
    ("block", "else:|  stop", "stray-branch", 1, 1, "`else` follows no `if`, `may` or `choose`", "right under"),
    ("block", "elif a:|  stop", "stray-branch", 1, 1, "`elif` follows no `if`", "right under"),
    ("block", "stop|  stop", "indentation", 2, 3, "further in than the one above", "right under"),
    ("block", "if a:|    stop|  stop", "indentation", 3, 3, "in line with no line above", "right under"),
    ("block", "if a:|  if b:|    stop|   stop", "indentation", 4, 4, "in line with no line above", "right under"),
    ("block", "either by a:|  stop", "syntax", 2, 3, "expected an option, found `stop`", "label"),
    # what stands in the wrong place
    ("rules", "befor a:|  stop", "outside-of-rules", 1, 1, "expected a rule", "did you mean `before`?"),
    ("rules", "stop", "outside-of-rules", 1, 1, "expected a rule", "in the block of a rule"),
    ("rules", "after a:|  stop|go b", "outside-of-rules", 3, 1, "belongs to no rule", "two spaces further in"),
    ("rules", "after a:|  stop|when b:|  go b", "outside-of-rules", 3, 1, "expected a rule", "did you mean `after`?"),
    ("rules", "on a:|  stop", "outside-of-rules", 1, 1, "expected a rule", "did you mean `after`?"),
    ("rules", "after a:|  stop|go b:|  c", "outside-of-rules", 3, 1, "expected a rule", "in the block of a rule"),
    ("rules", "after turn end:|  c", "syntax", 1, 7, "expected `start of` or `end of`", "write `after end of turn`"),
    ("rules", "before round starts:|  c", "syntax", 1, 8, "or `end of` before `round`", "`before start of round`"),
    ("block", "before a:|  stop", "syntax", 1, 1, "a rule cannot stand inside of a block", "`rules:`"),
    ("block", "5 + 3", "syntax", 1, 1, "`5` begins no statement", "a verb"),
    ("block", "if stop:|  stop", "statement-as-value", 1, 4, "`stop` begins a statement", ""),
    ("expression", "let a = 3", "statement-as-value", 1, 1, "`let` begins a statement", "no statements"),
    ("expression", "a|b", "surplus-line", 2, 1, "holds one value", "`and`"),
    ("expression", "# a", "missing-value", 1, 1, "expected a value", ""),
    ("block", "a uses b", "script-only", 1, 3, "`uses` can stand only in the `do:`", ""),
    ("rules", "after a:|  if b:|    next round", "script-only", 3, 5, "`next round` can stand only", ""),
    ("given", "turn of a", "script-only", 1, 1, "`turn of` can stand only", ""),
    # a word of the language misspelt
    ("block", "for eah a in b:|  c", "syntax", 1, 5, "`eah` cannot stand here", "did you mean `each`?"),
    ("block", "if a adn b:|  c", "syntax", 1, 6, "`adn` cannot stand here", "did you mean `and`?"),
    ("block", "if nott a has b:|  c", "syntax", 1, 4, "`nott` cannot stand here", "did you mean `not`?"),
    ("block", "lt a = 3", "syntax", 1, 1, "`lt` cannot stand here", "did you mean `let`?"),
    ("block", "als go a by 3", "syntax", 1, 1, "`als` cannot stand here", "did you mean `also`?"),
    ("block", "go a utnil end of a's turn", "syntax", 1, 6, "`utnil` cannot stand here", "did you mean `until`?"),
    ("block", "choose a from b|  whree c by d:|  e", "syntax", 2, 3, "`whree` cannot stand here", "`where`?"),
    ("rules", "after a:|  b|befoer c:|  d", "syntax", 3, 1, "`befoer` cannot stand here", "did you mean `before`?"),
    ("rules", "after a whre b:|  c", "syntax", 1, 9, "`whre` cannot stand here", "did you mean `where`?"),
    ("rules", "after start of tur:|  c", "syntax", 1, 16, "`tur` cannot stand here", "did you mean `turn`?"),
    ("script", "tunr of a:|  b", "syntax", 1, 1, "`tunr` cannot stand here", "did you mean `turn`?"),
    ("given", "a at 3 wiht b 3", "syntax", 1, 8, "`wiht` cannot stand here", "did you mean `with`?"),
    ("expression", "evey a in b satisfies c", "syntax", 1, 1, "`evey` cannot stand here", "`every`?"),
    # no word of the language lets the text go on there
    ("expression", "a oder b", "syntax", 1, 3, "after `a`, found `oder`", "in parentheses"),
    # other languages
    ("block", "if a:|  b|else if c:|  d", "else-if", 3, 6, "`else if` is one word here", "`elif`"),
    ("block", "if a then:|  b", "surplus-then", 1, 6, "`if` takes no `then`", "`:`"),
    ("block", "if a = 3:|  b", "equals-sign", 1, 6, "`=` does not compare", "write `is`"),
    ("expect", "a = 3", "equals-sign", 1, 3, "`=` does not compare", "write `is`"),
    ("block", "a = b = 3", "equals-sign", 1, 7, "`=` does not compare", "write `is`"),
    ("block", "a = max(b, c = 3)", "equals-sign", 1, 14, "an argument is not given with `=`", "`c: ...`"),
    ("block", "a (b) += 3", "equals-sign", 1, 7, "only a name or a field can stand before `+=`", ""),
    ("expression", "a == 3", "wrong-operator", 1, 3, "there is no `==`", "write `is`"),
    ("expression", "a != 3", "wrong-operator", 1, 3, "there is no `!=`", "write `is not`"),
    ("expression", "a <> 3", "wrong-operator", 1, 3, "there is no `<>`", "write `is not`"),
    ("expression", "a => 3", "wrong-operator", 1, 3, "there is no `=>`", "write `>=`"),
    ("expression", "a ≥ 3", "wrong-operator", 1, 3, "there is no `≥`", "write `>=`"),
    ("expression", "a && b", "wrong-operator", 1, 3, "there is no `&&`", "write `and`"),
    ("expression", "a || b".replace("|", "\\p"), "wrong-operator", 1, 3, "there is no", "write `or`"),
    ("expression", "!a", "wrong-operator", 1, 1, "there is no `!`", "write `not`"),
    ("expression", "a \u2013 b", "wrong-operator", 1, 3, "there is no `\u2013`", "write `-`"),
    ("expression", "a % b", "unknown-operator", 1, 3, "there is no `%`", ""),
    ("expression", "a ** b", "unknown-operator", 1, 3, "there is no `**`", "multiply"),
    ("block", "stop; stop", "syntax", 1, 5, "`;` means nothing here", "one statement a line"),
    ("block", "if a {", "syntax", 1, 6, "`{` means nothing here", "further in"),
    ("block", "  }", "syntax", 1, 3, "`}` means nothing here", "further in"),
    ("expression", "a ? b", "syntax", 1, 3, "`?` means nothing here", ""),
    ("block", "\tstop", "tab", 1, 1, "a tab stands here", "spaces"),
    ("expression", "a\u00a0+ b", "syntax", 1, 2, "U+00A0", "space"),
    ("expression", "a is 'b'", "wrong-quotes", 1, 6, "not in `'`", 'write `"text"`'),
    ("expression", "a is “b”", "wrong-quotes", 1, 6, "not in `“`", 'write `"text"`'),
    ("block", 'stop "a', "unclosed-text", 1, 6, "not closed", 'add `"`'),
    # brackets
    ("expression", "(a + b", "unbalanced-bracket", 1, 1, "this `(` is never closed", "add `)`"),
    ("block", "a = f(b|c = 3", "unbalanced-bracket", 1, 6, "this `(` is never closed", "add `)`"),
    ("expression", "a + b)", "unbalanced-bracket", 1, 6, "this `)` closes nothing", "delete it"),
    ("expression", "[a, b)", "unbalanced-bracket", 1, 6, "expected `]` to close the `[`", ""),
    ("expression", "f(a b)", "syntax", 1, 5, "expected `)` or `,` after `a`, found `b`", ""),
    ("expression", "[a b]", "syntax", 1, 4, "expected `]` or `,` after `a`, found `b`", ""),
    ("expression", "f(a,)", "missing-value", 1, 5, "expected a value after `,`, found `)`", ""),
    # values
    ("expression", "a +", "missing-value", 1, 4, "expected a value after `+`", ""),
    ("block", "a = 1 +  # one|b = 2", "missing-value", 1, 8, "expected a value after `+`", ""),
    ("expression", "a and and b", "missing-value", 1, 7, "expected a value after `and`, found `and`", ""),
    ("expression", "and a", "missing-value", 1, 1, "expected a value, found `and`", ""),
    ("expression", "+2", "missing-value", 1, 1, "expected a value, found `+`", "leave the `+` out"),
    ("expression", "max(+2, 3)", "missing-value", 1, 5, "expected a value after `(`", "leave the `+` out"),
    ("expression", "a or", "missing-value", 1, 5, "expected a value after `or`", ""),
    ("expression", "a is", "missing-value", 1, 5, "expected a value after `is`", ""),
    ("block", "return", "missing-value", 1, 7, "expected a value after `return`", ""),
    ("expression", "1 < a < 3", "chained-comparison", 1, 7, "a second comparison cannot follow with `<`", "`and`"),
    ("expression", "a is b is c", "chained-comparison", 1, 8, "cannot follow with `is`", "parentheses"),
    ("expression", "a in b not in c", "chained-comparison", 1, 8, "cannot follow with `not`", "parentheses"),
    ("expression", "a b", "syntax", 1, 3, "expected the end of the line after `a`, found `b`", "`a(...)`"),
    ("expression", "3 4", "syntax", 1, 3, "expected the end of the line after `3`, found `4`", ""),
    ("expression", "count units where a", "syntax", 1, 7, "found `units`", "parentheses: `count(...)`"),
    ("expression", "a.", "syntax", 1, 3, "expected a name after `.`", ""),
    ("expression", "every a units satisfies b", "syntax", 1, 9, "expected `in` after `a`, found `units`", ""),
    ("expression", "some a in b has c", "syntax", 1, 13, "expected `satisfies` after `b`, found `has`", ""),
    ("expression", "most a in b", "syntax", 1, 12, "expected `by` after `b`", ""),
    ("expression", "inits 3 5", "syntax", 1, 9, "expected `to` after `3`, found `5`", ""),
    ("block", "if units where a:|  stop", "query-place", 1, 10, "no set is wanted", "parentheses"),
    ("block", "go by f(a) where b", "query-place", 1, 12, "no set is wanted", "parentheses"),
    ("rules", "after a where b where c: stop", "second-where", 1, 17, "one `where`", "`and`"),
    # numbers and dice
    ("expression", "1.", "bad-number", 1, 1, "`1.` is not how a number is written", "write `1`"),
    ("expression", ".5", "bad-number", 1, 1, "`.5` is not how a number is written", "write `0.5`"),
    ("expression", "012", "bad-number", 1, 1, "`012` is not how a number is written", "write `12`"),
    ("expression", "1.2.3", "bad-number", 1, 1, "`1.2.3` is neither", ""),
    ("expression", "3x", "bad-number", 1, 1, "`3x` is neither a number nor dice", ""),
    ("expression", "1d6d6d6", "bad-number", 1, 1, "`1d6d6d6` is neither a number nor dice", ""),
    ("expression", "1234567890123", "bad-number", 1, 1, "at most 12 digits", ""),
    ("expression", "1d", "bad-dice", 1, 1, "the number of sides is missing in `1d`", "write `1d6`"),
    ("expression", "0d6", "bad-dice", 1, 1, "`0d6` cannot be thrown", "1 to 1000 dice"),
    ("expression", "d0", "bad-dice", 1, 1, "`d0` cannot be thrown", "1 to 1000 sides"),
    ("expression", "100000000d20", "bad-dice", 1, 1, "`100000000d20` cannot be thrown", "1 to 1000 dice"),
    ("expression", "d1001", "bad-dice", 1, 1, "`d1001` cannot be thrown", "1 to 1000 sides"),
    ("expression", "2D6", "bad-dice", 1, 1, "a small `d`", "write `2d6`"),
    # names
    ("block", "let from = 3", "reserved-word", 1, 5, "`from` is a word of the language", "another name"),
    ("block", "for each by in a:|  stop", "reserved-word", 1, 10, "`by` is a word of the language", "another name"),
    ("rules", "define f(to: unit) = 3", "reserved-word", 1, 10, "`to` is a word of the language", "another name"),
    ("expression", "start + 1", "reserved-word", 1, 1, "`start` is a word of the language", "another name"),
    ("expression", "hitPoints", "bad-name", 1, 1, "small letters", "write `hit_points`"),
    ("expression", "naïve", "bad-name", 1, 1, "`naïve` is no name", ""),
    ("block", "let = 3", "syntax", 1, 5, "expected a name after `let`, found `=`", ""),
    ("block", "let a 3", "syntax", 1, 7, "expected `=` after `a`, found `3`", ""),
    # verbs
    ("block", "go a wiht 3", "unknown-preposition", 1, 6, "`a` is followed by `wiht`", "did you mean `with`?"),
    ("block", "shift a by 3 hop", "unknown-preposition", 1, 14, "by `hop`", "`shift UNIT by AMOUNT as MANNER`"),
    ("block", "go a by 3 cold", "unknown-preposition", 1, 11, "by `cold`", "; `turnwright words go` shows"),
    ("block", "go a beyond 3", "unknown-preposition", 1, 6, "`a` is followed by `beyond`", "`toward`"),
    ("block", "go a by 3 3", "syntax", 1, 11, "`3` cannot follow `3`", "a preposition"),
    ("block", "go a by", "missing-value", 1, 8, "expected a value after `by`", ""),
    ("block", "go a by as b", "missing-value", 1, 9, "expected a value after `by`, found `as`", ""),
    ("block", "go(a, 3)", "verb-parentheses", 1, 5, "a verb takes no parentheses", "shift unit by 3"),
    ("block", "go a's b", "possessive", 1, 5, "only before `turn` and `turns`", "a dot"),
    ("block", "a.b", "syntax", 1, 4, "expected `=`, `+=`, `-=` or `uses` after `b`", ""),
    ("block", "go a with b = 1, c", "syntax", 1, 19, "expected `=` after `c`", ""),
    ("block", "stop because", "syntax", 1, 6, "found `because`", "double quotes"),
    ("block", "go a' b", "syntax", 1, 5, "only `'s` can follow a name", "`unit's turn`"),
    # choices and loops
    ("block", "choose a units: stop", "syntax", 1, 10, "expected `from` after `a`, found `units`", ""),
    ("block", "choose from a: stop", "syntax", 1, 8, "expected a name or `any` after `choose`, found `from`", ""),
    ("block", "choose up 3 a from b: stop", "syntax", 1, 11, "expected `from` or `to` after `up`, found `3`", ""),
    ("block", "choose a from b such c: stop", "syntax", 1, 22, "expected `that` after `such`, found `c`", ""),
    ("block", "choose a from b unasked c by d: stop", "clause-order", 1, 27, "`by` stands before `unasked`", "`from`"),
    ("rules", "after a once per turn where b: stop", "clause-order", 1, 23, "`where` stands before `once`", "`at`"),
    ("block", "for a in b: stop", "syntax", 1, 5, "expected `each` after `for`, found `a`", "`for each a`"),
    ("block", "for each in b: stop", "syntax", 1, 10, "expected a name after `each`, found `in`", ""),
    ("block", "repeat 3: stop", "syntax", 1, 9, "expected `times` after `3`, found `:`", "3 times:"),
    ("block", "may a: stop", "syntax", 1, 6, "expected a text in double quotes after `a`", ""),
    ("block", "in any order: stop", "syntax", 1, 13, "expected `by` after `order`, found `:`", ""),
    # rules
    ("rules", "after change a: stop", "syntax", 1, 14, "expected `of` after `change`, found `a`", ""),
    ("rules", "after a once turn: stop", "syntax", 1, 14, "expected `per` after `once`, found `turn`", "per turn"),
    ("rules", "define f(a) = 3", "missing-type", 1, 11, "expected the type of `a`", "`a: number`"),
    ("rules", "define f = 3", "syntax", 1, 10, "expected `(` after `f`, found `=`", ""),
    # endings
    ("block", "go a until", "bad-ending", 1, 11, "expected an ending after `until`", "`end of round`"),
    ("block", "go a until 2 turns", "bad-ending", 1, 14, "expected `of` or `ends` after `2`", "2 of unit's turns"),
    ("block", "go a until end a's turn", "bad-ending", 1, 16, "expected `of` after `end`, found `a`", "endings are"),
    ("block", "go a until end of turn", "bad-ending", 1, 23, "expected `'s` after `turn`", "endings are"),
    ("block", "go a until a's turn", "bad-ending", 1, 13, "`start of` or `end of` before `a`", "endings are"),
    ("block", "go a until end of a's", "possessive", 1, 22, "expected `turn`, `next turn` or `turns`", ""),
    ("block", "at end of turn: stop", "bad-ending", 1, 15, "expected `'s` after `turn`, found `:`", "endings are"),
    ("until", "until used", "bad-ending", 1, 1, "expected an ending, found `until`", "begin with"),
    ("until", "end of round and used", "bad-ending", 1, 14, "`and` cannot follow `round`", "endings are"),
    # examples
    ("given", "a at", "missing-value", 1, 5, "expected a value after `at`", ""),
    ("given", "a at 1 has b", "syntax", 1, 8, "expected `as`, `with` or the end of the line after `1`", ""),
    ("given", "a at 1 with b 0 c 5", "syntax", 1, 17, "expected `,` or the end of the line", "comma"),
    ("given", "init 18 a", "syntax", 1, 9, "expected `is` after `18`, found `a`", ""),
    ("given", "inits 1 to 3 is a", "syntax", 1, 14, "expected `are` after `3`, found `is`", ""),
    ("script", "a use b", "unknown-preposition", 1, 7, "`use` is not", "did you mean `uses`?"),
    ("script", "a uses b c d", "syntax", 1, 10, "expected `:` or the end of the line after `b`", ""),
    ("script", "turn a", "syntax", 1, 6, "expected `of` after `turn`, found `a`", ""),
    ("script", "answer: stop", "syntax", 1, 7, "a name or a text in double quotes after `answer`", ""),
]


@pytest.mark.parametrize(
    ("kind", "text", "code", "line", "column", "message", "help_text"),
    CASES,
    ids=[f"{case[0]}: {case[1]}" for case in CASES],
)
def test_a_mistake_is_named_where_it_stands(
    kind: str, text: str, code: str, line: int, column: int, message: str, help_text: str
) -> None:
    (problem,) = found(kind, text.replace("|", "\n").replace("\\p", "|"))
    assert (problem.code, *place(problem)) == (code, line, column), problem
    assert (problem.severity, problem.phase) == ("error", "parse")
    assert message in problem.message
    assert help_text in (problem.help or "")
    assert bool(help_text) == bool(problem.help), problem.help


@pytest.mark.parametrize(("kind", "code"), [("expression", "missing-value"), ("until", "bad-ending")])
def test_an_empty_field_lacks_something(kind: str, code: str) -> None:
    for text in ("", "\n", "   "):
        (problem,) = found(kind, text)
        assert (problem.code, problem.span.text.strip()) == (code, "")


def test_each_rule_is_told_its_own_mistake() -> None:
    text = """\
after a
  stop

after b: stop
before c:
  let d = (1 +
define e(f) = 3
before g where:
  stop
"""
    assert [(problem.code, *place(problem)) for problem in found("rules", text)] == [
        ("missing-colon", 1, 8),
        ("unbalanced-bracket", 6, 11),
        ("missing-type", 7, 11),
        ("missing-value", 8, 15),
    ]


def test_the_end_of_a_line_belongs_to_that_line() -> None:
    (problem,) = found("block", "a = 3 *   # times\n\nb = 2\n")
    assert (*place(problem), problem.span.text) == (1, 8, "")


LIMITS = {
    "long": ("a" * 20_001, "too-long"),
    "parentheses": ("(" * 41 + "a" + ")" * 41, "too-deep"),
    "open parentheses": ("(" * 19_000, "too-deep"),
    "calls": ("f(" * 41 + "a" + ")" * 41, "too-deep"),
    "signs": ("- " * 2_000 + "a", "too-deep"),
    "denials": ("not " * 2_000 + "a", "too-deep"),
    "sums": ("a" + " + a" * 4_000, "too-deep"),
    "fields": ("a" + ".a" * 9_000, "too-deep"),
    "fallbacks": ("a" + " else a" * 2_000, "too-deep"),
    "digits": ("9" * 19_000, "bad-number"),
    "dice": ("9" * 9_000 + "d" + "9" * 9_000, "bad-dice"),
    "letters": ("é" * 19_000, "bad-name"),
    "blanks": (" " * 19_000 + "!", "wrong-operator"),
}


@pytest.mark.parametrize(("text", "code"), LIMITS.values(), ids=LIMITS)
def test_what_has_no_measure_is_refused(text: str, code: str) -> None:
    (problem,) = found("expression", text)
    assert problem.code == code
    assert len(problem.message) < 200


def test_blocks_too_deep_are_refused() -> None:
    def nested(depth: int) -> str:
        return "".join(" " * i + "if a:\n" for i in range(depth)) + " " * depth + "stop\n"

    assert found("block", nested(38)) == []
    (problem,) = found("block", nested(41))
    assert problem.code == "too-deep"


@pytest.mark.parametrize("text", ["(" * 39 + "a" + ")" * 39, "a" + " + a" * 100, "a and " * 3_000 + "a"])
def test_what_has_measure_is_not_refused(text: str) -> None:
    assert found("expression", text) == []
