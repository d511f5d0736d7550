"""The sentences that are shown to those who look them up: each parses, and together they have every word."""

import re

import pytest

from interpreter.language import parser
from interpreter.language.sentences import SENTENCES, Sentence
from interpreter.source.diagnostics import Diagnostics
from interpreter.source.nodes import Scalar
from interpreter.source.text import SourceFile

PARSERS = {
    "rules": parser.parse_rules,
    "block": parser.parse_block,
    "script": parser.parse_script,
    "given": parser.parse_given,
    "until": parser.parse_until,
    "expression": parser.parse_expression,
}
# What the words in capitals stand for.
MEANT = {
    "EVENT": "change of init",
    "CONDITION": "a is b",
    "ANSWERS": 'target bo, "cheer", no "run", a then b',
    "LABEL": "go",
    "REASON": "no",
    "VERB": "harm",
    "LIST": "xs",
    "N": "2",
}
FORMS = [(one, form) for one in SENTENCES for form in one.forms]


def scalar(text: str) -> Scalar:
    return Scalar(SourceFile("f", f"|\n{text}"), 0, len(text) + 2, text, "literal")


def filled(one: Sentence, form: str) -> str:
    """A form with something for each word in capitals, its options kept, and a block for `...`."""
    text = re.sub(
        r"[A-Z]+", lambda found: MEANT.get(found[0], found[0].lower()), form.replace("[", "").replace("]", "")
    )
    # A block stands further in; what follows it begins a line of its own.
    lines = [part for part in re.split(r"(?<=\.\.\.),? ", text) if part]
    if one.words[0] == "either":
        lines = [lines[0].replace(': "', ':\n  "'), "  " + lines[1]]
    made = "\n".join(lines).replace(": ...", ": nudge it") + "\n"
    return made.removeprefix("until ") if one.start == "until" else made


@pytest.mark.parametrize(("one", "form"), FORMS, ids=[form for _, form in FORMS])
def test_every_form_parses(one: Sentence, form: str) -> None:
    diagnostics = Diagnostics()
    PARSERS[one.start](scalar(filled(one, form)), diagnostics)
    assert [found.message for found in diagnostics] == []


def test_every_word_of_the_grammar_stands_in_a_sentence() -> None:
    written = set(re.findall(r"[a-z]+", " ".join(form for _, form in FORMS)))
    # Prepositions of verbs stand in the forms of these; what is left is said where events are.
    elsewhere = {
        "against",
        "by",
        "change",
        "event",
        "for",
        "from",
        "on",
        "per",
        "scene",
        "stage",
        "step",
        "then",
        "to",
        "toward",
    }
    assert set(parser.keywords()) - written - elsewhere == set()


def test_a_sentence_is_found_by_words_that_stand_in_it() -> None:
    for one in SENTENCES:
        text = " ".join(one.forms)
        assert all(word in text for word in one.words if word != "it")
