"""Collecting findings, and the words around them."""

import itertools

import pytest

from interpreter.source.diagnostics import Diagnostics, Label, listed, nearest, quoted, suggestion
from interpreter.source.text import SourceFile, Span

FILE = SourceFile("f.yaml", "abcdefgh\n")
OTHER = SourceFile("a.yaml", "abcdefgh\n")


def test_order_and_number_do_not_depend_on_collecting() -> None:
    places = [(FILE, 3, 4, "b"), (FILE, 3, 4, "a"), (FILE, 0, 2, "z"), (FILE, 0, 1, "z"), (OTHER, 7, 8, "z")]
    seen = set()
    for order in itertools.permutations([*places, places[0]]):
        found = Diagnostics()
        for file, start, end, code in order:
            found.error(code, "m", Span(file, start, end), phase="read")
        seen.add(tuple((d.span.file.path, d.span.start, d.span.end, d.code) for d in found.sorted()))
    assert seen == {
        (
            ("a.yaml", 7, 8, "z"),
            ("f.yaml", 0, 1, "z"),
            ("f.yaml", 0, 2, "z"),
            ("f.yaml", 3, 4, "a"),
            ("f.yaml", 3, 4, "b"),
        )
    }


def test_a_warning_is_no_error() -> None:
    found = Diagnostics()
    found.warning("w", "m", Span(FILE, 0, 1), phase="check")
    assert not found.has_errors
    found.error("e", "m", Span(FILE, 0, 1), phase="check", labels=[Label(Span(FILE, 2, 3), "here")], path=["a", 0])
    assert found.has_errors
    more = Diagnostics()
    more.extend(found)
    assert [str(d) for d in more] == ["f.yaml:1:1: error[e]: m", "f.yaml:1:1: warning[w]: m"]


@pytest.mark.parametrize(
    ("word", "near"),
    [
        ("sped", "speed"),  # one letter less
        ("speedd", "speed"),
        ("spede", "speed"),  # two letters exchanged count once
        ("Speed", "speed"),
        ("move-up", "move_up"),
        ("siez", "size"),
        ("sz", None),  # two slips, in two letters
        ("velocity", None),
        ("speed", None),  # is itself one of them: nothing to suggest
        ("", None),
        ("x", None),
    ],
)
def test_the_nearest_word(word: str, near: str | None) -> None:
    assert nearest(word, ["speed", "size", "move_up", "hp", "y"]) == near


def test_of_equally_near_words_the_first_is_taken() -> None:
    assert nearest("bat", ["hat", "cat", "rat"]) == "cat"
    assert nearest("bat", ["rat", "cat", "hat"]) == "cat"


def test_of_equally_near_words_the_likeliest_is_taken() -> None:
    assert nearest("walsl", ["wall", "walls"]) == "walls", "the same letters"
    assert nearest("hxt", ["cxt", "hat"]) == "hat", "it begins alike"
    assert nearest("hats", ["hat", "cats"]) == "hat", "it begins alike"
    assert nearest("goalz", ["goal", "goals"]) == "goals", "it is as long"
    assert nearest("ph", ["hp", "pr"]) == "hp", "two letters exchanged"
    assert nearest("pq", ["hp", "pr"]) is None
    assert nearest("bat", ["cat", "rat"], likely=["rat"]) == "rat"
    assert nearest("bat", ["cat"], likely=["bats"]) == "bats"
    assert nearest("spede", ["spade"], likely=["sped_up"]) == "spade", "it is nearer"


def test_a_suggestion_names_what_there_is() -> None:
    assert suggestion("sped", ["speed", "size"], "attribute") == "did you mean `speed`?"
    assert suggestion("zzz", ["b", "a"], "attribute") == "expected one of `a`, `b`"
    assert suggestion("zzz", ["a"], "attribute") == "expected `a`"
    assert suggestion("zzz", [], "attribute") == "there is no attribute to choose from"
    assert listed("jihgfedcba") == "`a`, `b`, `c`, `d`, `e`, `f`, `g`, `h` and 2 more"


def test_the_users_text_is_shown_on_one_line_and_shortened() -> None:
    assert quoted("a\tb\n\x1b[0m") == r"`a\tb\n\x1b[0m`"
    assert quoted("\u202eabc") == r"`\u202eabc`"
    assert quoted("日本 é") == "`日本 é`"
    assert quoted("a`b") == "`` a`b ``"
    assert quoted("x" * 60) == f"`{'x' * 60}`"
    assert quoted("x" * 10**6) == f"`{'x' * 59}…`"
