"""YAML that cannot be read: each fault by its code, exact place and what stands there, whichever parser finds it."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.source import yaml_tree
from interpreter.source.diagnostics import Diagnostic, Diagnostics
from interpreter.source.text import SourceFile
from interpreter.source.yaml_tree import read_yaml

# text, code, line:column, the text underlined, line:column of the label
FAULTS = [
    ("do: if x: y\n", "stray-colon", "1:9", ":", None),
    ("a: {b: c: d}\n", "stray-colon", "1:9", ":", "1:4"),
    ("a: 1\n  b: 2\n", "wrong-indentation", "2:3", "b", "1:4"),
    ("a:\n  b: 1\n   c: 2\n", "wrong-indentation", "3:4", "c", "2:6"),
    ("a:\n    b: 1\n  c: 2\n", "wrong-indentation", "3:3", "c: 2", "1:1"),
    ("- a: 1\n b: 2\n", "wrong-indentation", "2:2", "b: 2", "1:1"),
    ("a: |\n    x\n  y\nb: 1\n", "wrong-indentation", "3:3", "y", "1:4"),
    ("a: 1\n- b\n", "mixed-list-and-mapping", "2:1", "- b", "1:1"),
    ("- a\nb: 1\n", "mixed-list-and-mapping", "2:1", "b: 1", "1:1"),
    ("a: - b\n", "misplaced-list", "1:4", "-", None),
    ("a: 1\nfoo\nb: 2\n", "missing-colon", "2:1", "foo", None),
    ("a: 1\nb:2\nc: 3\n", "missing-colon", "2:1", "b:2", None),
    ("- a:\u00a0foo\n  b: hi\n", "missing-colon", "1:5", "\u00a0", None),
    ("- a: 1\n\u00a0 c: 2\n", "wrong-indentation", "2:1", "\u00a0", None),
    ("foo\nbar: 1\n", "missing-colon", "1:1", "foo", None),
    (": v\n", "missing-key-name", "1:1", ":", None),
    ('"a\n b": 1\n', "complex-key", "1:1", '"a\n b"', None),
    ("a: 'abc\nb: 1\n", "unclosed-quote", "1:4", "'", None),
    ('a: "x\n---\ny"\n', "unclosed-quote", "1:4", '"', None),
    ('a: "foo\nb: "bar"\n', "unclosed-quote", "1:4", '"', "2:5"),
    ('- a: "foo\n- b: "bar"\n', "unclosed-quote", "1:6", '"', "2:7"),
    ('a: "foo\n  bar" b\n', "text-after-value", "2:8", "b", "1:4"),
    ("-a: 1\n", "mixed-list-and-mapping", "1:1", "-", None),
    ("-a: 1\n b: 2\n", "mixed-list-and-mapping", "1:1", "-", None),
    ("- a: 1\n-b: 2\n", "mixed-list-and-mapping", "2:1", "-", None),
    ("- a: |\n    x\n-b: 2\n", "mixed-list-and-mapping", "3:1", "-", None),
    ("- a: 1\n  b: 2\n  a: 3\n  b: 4\n", "duplicate-key", "3:3", "a", "1:3"),
    ("- a: 1\n  b: 2\n  b: 3\n", "duplicate-key", "3:3", "b", "2:3"),
    ("a: 'it's'\n", "text-after-value", "1:8", "s'", "1:4"),
    ("a: [1] 2\n", "text-after-value", "1:8", "2", None),
    ("a: [1, 2\n", "unclosed-bracket", "1:4", "[", None),
    ("a: {b: 1, c\n", "unclosed-bracket", "1:4", "{", None),
    ("a: [\n", "unclosed-bracket", "1:4", "[", None),
    ("a: [1, 2\nb: 3\n", "unclosed-bracket", "2:2", ":", "1:4"),
    ("a: ['b' c\n]\n", "missing-comma", "1:9", "c", "1:4"),
    ("[,]\n", "missing-value", "1:2", ",", None),
    ("a: ]\n", "missing-value", "1:4", "]", None),
    ("a: @x\n", "needs-quotes", "1:4", "@", None),
    ("a: `x`\n", "needs-quotes", "1:4", "`", None),
    ("a: %x\n", "needs-quotes", "1:4", "%", None),
    ("a: **x**\n", "needs-quotes", "1:4", "*", None),
    ("a: & x\n", "needs-quotes", "1:4", "&", None),
    ('a: "\\d6"\n', "bad-escape", "1:5", "\\d", None),
    ('a: "b \\x4Z"\n', "bad-escape", "1:7", "\\x4", None),
    ("a: | foo\n  bar\n", "bad-block", "1:6", "foo", None),
    ("a: > 5\n", "bad-block", "1:6", "5", None),
    ("a: |0\n  x\n", "bad-block", "1:5", "0", None),
    ("%FOO x\n---\na: 1\n", "directive-not-allowed", "1:1", "%", None),
    ("  a: 1\nb: 2\n", "text-after-end", "2:1", "b: 2", None),
    ("[a]\nb: 2\n", "text-after-end", "2:1", "b: 2", None),
    ("a:\n\tb: 1\n", "tab-indentation", "2:1", "\t", None),
    ("a: |\n\tx\n", "tab-indentation", "2:1", "\t", None),
    ("- a: 1\n\u00a0\u00a0b: 2\n", "wrong-indentation", "2:1", "\u00a0", None),
    ("a:\n  b: 1\n \u2003c: 2\n", "wrong-indentation", "3:2", "\u2003", None),
    ("a: !<x 1\n", "tag-not-allowed", "1:4", "!", None),
]

# What the parsers say in words that are not ours.
FOREIGN = re.compile(
    r"while (scanning|parsing)|expected <|found character|could not find|simple key|block end|flow|token|node"
    r"|scalar|stream|collection|indicator|anchor|context"
)


def read(text: str) -> list[Diagnostic]:
    found = Diagnostics()
    node = read_yaml(SourceFile("f.yaml", text), found)
    assert node is not None or found.has_errors
    return found.sorted()


@pytest.fixture(params=["fast", "portable"])
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Either of PyYAML's two parsers: an installation may lack the fast one."""
    import yaml

    if request.param == "portable":
        monkeypatch.setattr(yaml_tree, "_event_source", lambda text: yaml.SafeLoader(text).get_event)


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize(("text", "code", "place", "marked", "label"), FAULTS)
def test_a_fault_has_its_code_and_place(text: str, code: str, place: str, marked: str, label: str | None) -> None:
    found = read(text)
    assert [(d.code, str(d.span), d.span.text) for d in found] == [(code, f"f.yaml:{place}", marked)]
    assert [str(each.span) for each in found[0].labels] == ([f"f.yaml:{label}"] if label else [])
    assert found[0].help
    assert not FOREIGN.search(found[0].message + found[0].help)


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize("line", ["define f(who: unit):", "choose a: b: c", "go on"])
def test_lines_that_lack_the_mark_of_a_block_are_told_so(line: str) -> None:
    """What stands behind the key is none of the reader's business; that nothing does, is."""
    [beside] = read(f"- do:\n    a: 1\n    {line}\n")
    assert beside.help is not None
    assert beside.help.endswith("; if what stands under `do` is text, such as rules, write `do: |`")


def test_a_swallowed_colon_says_what_to_do() -> None:
    [found] = read("rules: after hit: stop\n")
    assert found.message == "a second `:` on this line: text that holds one must be quoted"
    assert found.help == "put the text in quotes, or begin it with `|` and go on, indented, on the next line"


PIECES = ["a", "b: ", "- ", "\n", "\n  ", "\n    ", "'", '"', "[", "]", "{", "}", ",", ":", "?", "|\n  ", "> ", "&a "]
PIECES += [
    "*a",
    "!t ",
    " #c",
    "%",
    "@",
    "\t",
    "0.5",
    "<<: ",
    "---\n",
    "...\n",
    "\\",
    "é",
    "日",
    "  ",
    "|",
    "!<",
    "\\x4",
]


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_nothing_crashes_the_reader_and_nothing_is_silent(text: str) -> None:
    for found in read(text):
        assert 0 <= found.span.start <= found.span.end <= len(text)
        assert not FOREIGN.search(re.sub("`.*`", "", found.message))
        assert found.message[:1] in ("`", found.message[:1].lower())
