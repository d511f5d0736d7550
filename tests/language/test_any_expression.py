"""Whatever is written in the language is checked without a fault of the checker's own, sense or none."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from interpreter.language import parser
from interpreter.language import types as t
from interpreter.language.check_statements import check_block
from interpreter.language.check_types import condition
from interpreter.language.scope import Binding, Checked, Scope
from interpreter.library.examples import check_given
from interpreter.source.diagnostics import Diagnostics
from interpreter.table.loading import load
from tests.language.test_any_text import quoted
from tests.tiny import tiny

ATOMS = ["0", "1", "1.5", "2d6", '"x"', "yes", "red", "walk", "mark", "self", "units", "[]", "nobody", "hp", "swift"]
OPERATORS = ["+", "-", "*", "/", "<", ">=", "is", "is not", "and", "or", "in", "has", "lacks", "else"]
FUNCTIONS = ["count", "first", "max", "up", "roll", "highest", "double"]

EXPRESSIONS = st.recursive(
    st.sampled_from(ATOMS),
    lambda inner: st.one_of(
        st.builds("({} {} {})".format, inner, st.sampled_from(OPERATORS), inner),
        st.builds("({} {})".format, st.sampled_from(["-", "not"]), inner),
        st.builds(
            "{}({})".format, st.sampled_from(["count", "first", "max", "up", "roll", "highest", "double"]), inner
        ),
        st.builds("({}).{}".format, inner, st.sampled_from(["init", "hp", "side", "kind", "swift", "nothing"])),
        st.builds("({} where {})".format, inner, inner),
        st.builds("(some u in {} satisfies {})".format, inner, inner),
        st.builds("(most u in {} by {})".format, inner, inner),
        st.builds("[{}, {}]".format, inner, inner),
    ),
    max_leaves=8,
)
STATEMENTS = [
    "let a = {}",
    "self.hp += {}",
    "set self to {} as walk",
    "shift {} by 1 as walk",
    "apply mark to {}",
    "if {}:\n  say {}",
    "for each u in {}:\n  end u",
    "repeat {} times:\n  say 1",
    "choose one from {} by {}:\n  say one",
    "give {}",
]


@cache
def checked() -> Checked:
    """What is known of a tiny ruleset."""
    ruleset = 'counters: {hp: {start: "3"}}\nattributes: {swift: {type: number, default: 1}}\nrules: |\n'
    with TemporaryDirectory() as folder:
        tiny(Path(folder), "- status: mark\n", ruleset=ruleset + "  define double(n: number) = n * 2\n")
        loaded = load(folder)
    assert loaded.checker is not None
    return loaded.checker.checked


def scope(inside: str) -> Scope:
    found = Scope(inside=inside)
    found.bind(Binding("unit", "self", t.UNIT))
    return found


@given(EXPRESSIONS)
def test_any_condition(text: str) -> None:
    c = checked()
    c.diagnostics = Diagnostics()
    tree = parser.parse_expression(quoted(text), c.diagnostics)
    if tree is not None:
        condition(c, tree, scope("value"))
    assert all(found.message for found in c.diagnostics)


@given(st.sampled_from(STATEMENTS), EXPRESSIONS, EXPRESSIONS)
def test_any_statement(form: str, one: str, other: str) -> None:
    c = checked()
    c.diagnostics = Diagnostics()
    block = parser.parse_block(quoted(form.format(one, other)), c.diagnostics)
    if block is not None:
        check_block(c, block, scope("action"))
    assert all(found.message for found in c.diagnostics)


@given(EXPRESSIONS, EXPRESSIONS)
def test_any_unit_of_an_example(one: str, other: str) -> None:
    c = checked()
    c.diagnostics = Diagnostics()
    block = parser.parse_given(quoted(f"a at {one} with swift {other}, side {one}\nb at 3\n"), c.diagnostics)
    if block is not None:
        check_given(c, block, Scope(inside="script"))
    assert all(found.message for found in c.diagnostics)
