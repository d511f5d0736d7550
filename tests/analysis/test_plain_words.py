"""What content does, told in plain words: golden pages of a small inn, and every kind of node has its sentence."""

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from interpreter.analysis import phrases, plain_words
from interpreter.analysis.pages import find, page, pieces_of
from interpreter.commands.compendium import _markdown, _text
from interpreter.language import syntax as s
from interpreter.language.readable_words import EVENTS, NAMES
from interpreter.language.words import FUNCTIONS, VERBS
from interpreter.library.content import shipped_rulesets
from interpreter.library.texts import Texts
from interpreter.table.loading import load

HERE = Path(__file__).parent
Golden = Callable[[Path, str], None]


def kinds_of(base: type) -> set[type]:
    """All node classes of one kind."""
    nodes = [kind for kind in vars(s).values() if isinstance(kind, type) and issubclass(kind, base)]
    assert len(nodes) > 5
    return {kind for kind in nodes if kind is not base}


def test_every_statement_has_its_sentence() -> None:
    assert set(plain_words._STATEMENTS) == kinds_of(s.Stmt)


def test_every_expression_and_every_ending_has_its_phrase() -> None:
    assert set(phrases._EXPRESSIONS) == kinds_of(s.Expr)
    assert set(phrases._ENDINGS) == kinds_of(s.Ending)


def test_every_word_of_the_core_is_told() -> None:
    assert set(plain_words.VERB_SENTENCES) == set(VERBS)
    assert set(phrases.FUNCTION_PHRASES) == set(FUNCTIONS)
    assert set(phrases.GLOBALS) == set(NAMES)
    # Those that have a form of their own in the grammar are told by that form.
    own = {"change", "ends", "turn", "stage", "round", "scene"}
    assert set(plain_words.EVENT_CLAUSES) | own == set(EVENTS)


@pytest.mark.parametrize(
    ("owned", "several"),
    [
        ("the user's coins", True),
        ("the counts of the turns that the user still has", True),
        ("the markers on Inits 3 to 5", True),
        ("the number of coins", False),
        ("a roll of 2d6", False),
        ("the user's bonus", False),
        ("the copies of Dazed on the user", True),
        ("the first of the units", False),
    ],
)
def test_several_are_told_by_the_noun(owned: str, several: bool) -> None:
    assert phrases.plural(owned) == several


def texts_of(path: str) -> Texts:
    loaded = load(path)
    assert not loaded.diagnostics.has_errors
    assert loaded.texts is not None
    return loaded.texts


@pytest.fixture
def inn() -> Texts:
    return texts_of(str(HERE / "inn"))


@pytest.mark.parametrize("name", ["apron", "full", "crumbs", "pay_up"])
def test_pages_of_the_inn(inn: Texts, name: str, golden: Golden) -> None:
    piece = find(inn.content, name)
    assert piece is not None
    made = page(inn, piece)
    golden(HERE / "inn" / f"{name}.txt", "\n".join(_text(made)) + "\n")
    golden(HERE / "inn" / f"{name}.md", "\n".join(_markdown(made)) + "\n")


def test_a_thing_is_found_by_its_name_its_title_and_what_it_lets_do(inn: Texts) -> None:
    found = [find(inn.content, name) for name in ("apron", "The Apron", "the apron", "feed", "nothing")]
    assert [None if piece is None else piece.name for piece in found] == ["apron"] * 4 + [None]


@pytest.mark.parametrize(
    ("condition", "clause"),
    [
        ("self.coins < 3", "the user's coins are less than 3"),
        ("not self.coins < 3", "the user's coins are at least 3"),
        ("not (self.coins in [1, 2, 3])", "the user's coins are not 1, 2 or 3"),
        (
            "not (self.appetite <= 3 and self has full)",
            "the user's appetite is more than 3, or the user does not have Full",
        ),
        (
            "not (self.appetite <= 3 or self has full)",
            "the user's appetite is more than 3 and the user does not have Full",
        ),
        (
            "(self.coins is 1 or self.meals is 2) and round is 3",
            "(the user's coins are 1, or the user's meals are 2) and the number of the round is 3",
        ),
        ("some u in units satisfies u has full", "for some u of the units on the track it is so that u has Full"),
        (
            "not (some u in units satisfies u has full)",
            "for each u of the units on the track it is so that u does not have Full",
        ),
        (
            "not (every u in units satisfies u within 2 of self)",
            "for some u of the units on the track it is so that u is not within 2 of the user",
        ),
        ("options.late is no", "the option “late” is not on"),
        ("options.late is not no", "the option “late” is on"),
        ("not self.on_track", "the user is not on the track"),
        ("not rich(self)", "“rich” does not hold for the user"),
        ("self lacks full", "the user does not have Full"),
        ("not self lacks apron", "the user has The Apron"),
        ("not can(self, feed)", "it is not so that the user could use Feed now"),
        ("3 lacks sticky", "3 does not have the property “sticky”"),
    ],
)
def test_conditions(tmp_path: Path, condition: str, clause: str) -> None:
    shutil.copytree(HERE / "inn", tmp_path, dirs_exist_ok=True)
    action = f'- action: ask\n  cost: shout\n  requires:\n  - that: {condition}\n    else: no\n  do: |\n    say "ah"\n'
    (tmp_path / "ask.yaml").write_text(action)
    texts = texts_of(str(tmp_path))
    piece = find(texts.content, "ask")
    assert piece is not None
    (part,) = page(texts, piece).parts
    assert ("Requires", f"{clause} (otherwise: “no”)") in part.facts


def lines_of_pages(ruleset: str) -> Iterator[tuple[str, str]]:
    """Each line that is told of a thing, without what people wrote about it themselves."""
    texts = texts_of(ruleset)
    for piece in pieces_of(texts.content):
        made = page(texts, piece)
        for part in made.parts:
            yield from ((piece.name, fact) for label, fact in part.facts if label != "In short")
            yield from ((piece.name, text) for _, text in part.sentences)
        for row in made.rows:
            yield from ((piece.name, text) for _, text in [*row.given, *row.done, *row.outcome])
        yield from ((piece.name, text) for _, text in made.terms)


@pytest.mark.parametrize("ruleset", shipped_rulesets())
def test_what_ships_is_told_without_raw_code(ruleset: str) -> None:
    told = list(lines_of_pages(ruleset))
    assert len(told) > 30
    for name, line in told:
        for raw in ("v_", "satisfies", "==", "`", '"', "None", "<", ">", "[", "]", "()", "  ", ".."):
            assert raw not in line, f"{name}: {line}"
        assert not re.search("[a-z]_[a-z]", line), f"{name}: {line}"
        assert balanced(line, "“”"), f"{name}: {line}"
        assert balanced(line, "()"), f"{name}: {line}"


def balanced(line: str, pair: str) -> bool:
    depth = 0
    for sign in line:
        depth += (sign == pair[0]) - (sign == pair[1])
        if depth < 0:
            return False
    return depth == 0
