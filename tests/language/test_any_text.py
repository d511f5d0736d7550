"""Any text gives a tree, all parts of which have their places, or mistakes with theirs; nothing else ever happens."""

import json
from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.language import parser
from interpreter.language.syntax import Node
from interpreter.source.diagnostics import Diagnostics
from interpreter.source.nodes import Mapping, Scalar
from interpreter.source.text import SourceFile, Span
from interpreter.source.yaml_tree import read_yaml

Parse = Callable[[Scalar, Diagnostics], Any]

PARSERS: list[Parse] = [
    parser.parse_rules,
    parser.parse_block,
    parser.parse_script,
    parser.parse_given,
    parser.parse_expression,
    parser.parse_expect,
    parser.parse_until,
]
# Texts that are near to what is right, from which slips are made.
SOUND = [
    'before change of init of bearer where a.b < 3 and not c at d once per turn per unit:\n  stop "e"\n',
    "after start of turn of a:\n  choose up to 2 b from units where b such that d by a unasked []:\n    go b by 3\n",
    "define f(a: unit, b: list of number = [1, 2.5]) = most u in a by u.b else (units where within 5 of self)\n",
    "if a:\n  put b to c until end of b's next turn or used while d\nelif e: stop\nelse:\n  f.g += 2d6\n",
    'may a "b":\n  together:\n    c\nelse:\n  either by d:\n    "e" if f: g\n    "h":\n      i\n',
    "for each a in b:\n  at end of a's turn or c ends:\n    in any order by d:\n      e f with g = 1, h = 2 as i\n",
    'a at 3 as b, c with d 4, e = 5\ninits 1 to 3 are f\nturn of g:\n  g uses h: i [j], k then l, no "m"\nnext round\n',
    "every a in b satisfies c not in inits 1 to -3 or f(d, to e, g: 4)",
    "2 of a's turns or start of scene or b ends while c",
]
WORDS = sorted(
    {word for text in SOUND for word in text.split()} | {"(", ")", ":", "=", "'", '"', "==", "1.", "\t", "é"}
)

slips = st.tuples(st.sampled_from(["drop", "double", "put", "break"]), st.integers(0, 60), st.sampled_from(WORDS))


def slipped(text: str, changes: list[tuple[str, int, str]]) -> str:
    """The text after some slips: a word left out, written twice, another one put in, a line broken off."""
    for kind, place, word in changes:
        pieces = text.split(" ")
        place %= len(pieces)
        new = {"drop": [], "double": [pieces[place]] * 2, "put": [pieces[place], word], "break": [pieces[place], "\n"]}
        text = " ".join([*pieces[:place], *new[kind], *pieces[place + 1 :]])
    return text


def quoted(text: str) -> Scalar:
    """The text in double quotes in a YAML file, where it may hold anything."""
    diagnostics = Diagnostics()
    root = read_yaml(SourceFile("f.yaml", f"x: {json.dumps(text)}"), diagnostics)
    assert isinstance(root, Mapping), list(diagnostics)
    value = root.get("x")
    assert isinstance(value, Scalar)
    return value


def spans(value: object, parent: Span) -> Iterator[tuple[Span, Span]]:
    """The span of every part of a tree, each with the span of what it is a part of."""
    if isinstance(value, Span):
        yield value, parent
    elif isinstance(value, tuple):
        for item in value:
            yield from spans(item, parent)
    elif isinstance(value, Node):
        yield value.span, parent
        for f in fields(value):
            if f.name != "span":
                yield from spans(getattr(value, f.name), value.span)


def check(parse: Parse, text: Scalar) -> None:
    diagnostics = Diagnostics()
    tree = parse(text, diagnostics)
    assert (tree is None) == bool(len(diagnostics))
    for found in diagnostics:
        assert text.start <= found.span.start <= found.span.end <= text.end
        internal = {"_NL", "_INDENT", "_DEDENT", "$END", "NAME", "COLON", "ANON"}
        assert not {name for name in internal if name not in text.text} & set(found.message.split("`"))
        assert "something else" not in found.message
    for span, parent in spans(tree, text.span):
        assert parent.start <= span.start < span.end <= parent.end
        assert span.text == span.text.strip()


@pytest.mark.parametrize("parse", PARSERS)
@given(text=st.text(st.characters(codec="utf-8", max_codepoint=0xFFFF), max_size=60))
@settings(max_examples=60)
def test_any_characters(parse: Parse, text: str) -> None:
    check(parse, quoted(text))


@pytest.mark.parametrize("parse", PARSERS)
@given(words=st.lists(st.sampled_from([*WORDS, "\n", "\n  "]), max_size=20))
@settings(max_examples=150)
def test_any_words(parse: Parse, words: list[str]) -> None:
    check(parse, quoted(" ".join(words)))


@pytest.mark.parametrize("parse", PARSERS)
@given(text=st.sampled_from(SOUND), changes=st.lists(slips, max_size=3))
@settings(max_examples=150)
def test_any_slips(parse: Parse, text: str, changes: list[tuple[str, int, str]]) -> None:
    check(parse, quoted(slipped(text, changes)))


@given(text=st.sampled_from(SOUND), changes=st.lists(slips, max_size=3))
@settings(max_examples=50)
def test_the_same_text_gives_the_same_words(text: str, changes: list[tuple[str, int, str]]) -> None:
    scalar = quoted(slipped(text, changes))
    first, second = Diagnostics(), Diagnostics()
    for parse in PARSERS:
        parse(scalar, first)
        parse(scalar, second)
    assert list(map(str, first)) == list(map(str, second))
