"""What is written as in other languages or in plain English: the help says how it is written here."""

import pytest

from tests.language.test_syntax_errors import found, place

# Kind of field, text (`|` is a line end), line, column, the help.
HABITS = [
    # counting
    ("block", "a.b++", 1, 4, "write `a.b += 1`"),
    ("block", "a.b--", 1, 4, "write `a.b -= 1`"),
    ("block", "a.b + 2", 1, 5, "to add to it, write `a.b += ...`"),
    ("block", "a.b - 2", 1, 5, "to take from it, write `a.b -= ...`"),
    ("block", "a.b *= 2", 1, 5, "write `a.b = a.b * ...`"),
    ("block", "a += 1,5", 1, 7, "write `1.5`: a fraction has a point"),
    ("given", "a at 1,5", 1, 7, "write `1.5`: a fraction has a point"),
    # loops and choices
    ("block", "for u in units:|  stop", 1, 5, "write `for each u`"),
    ("block", "for each u of units:|  stop", 1, 12, "write `in` before the list"),
    ("block", "repeat 3:|  stop", 1, 9, "write `repeat 3 times:`"),
    ("block", "repeat while a < 3:|  stop", 1, 8, "write how often, as in `repeat 3 times:`"),
    ("block", "choose u in units:|  stop", 1, 10, "write `from` before the list"),
    ("block", "may a shake it:|  stop", 1, 7, 'put the label in double quotes: `may a "shake it":`'),
    ("block", 'a may "shake":|  stop', 1, 3, 'write `may` first: `may a "...":`'),
    # keeping and changing values
    ("block", "var x = 3", 1, 7, "write `let x = ...`"),
    ("block", "set a.b = 3", 1, 9, "leave `set` out: `a.b = ...`"),
    ("block", "let x := 3", 1, 7, "write `let x = ...`"),
    ("block", "a.b is 3", 1, 5, "to change it, write `a.b = ...`"),
    # what holds
    ("expect", "a has not b", 1, 7, "write `lacks b`"),
    ("expect", "a is a thug", 1, 8, "write `has thug`"),
    ("expect", "a is not an imp", 1, 13, "write `lacks imp`"),
    ("expect", "a does not have b", 1, 3, "write `lacks` in place of `does not have`"),
    ("expect", "a doesn't have b", 1, 3, "write `lacks`"),
    ("expect", "a isn't b", 1, 3, "write `is not`"),
    ("expect", "a equals 3", 1, 3, "write `is`"),
    ("expect", "a is equal to 3", 1, 12, "write `is`"),
    ("expect", "a is greater than 3", 1, 14, "write `>` in place of `is greater than`"),
    ("expect", "a is less than 3", 1, 11, "write `<` in place of `is less than`"),
    ("expect", "a is at least 3", 1, 6, "write `>=`"),
    ("expect", "a is at most 3", 1, 6, "write `<=`"),
    ("expect", "a between 1 and 3", 1, 3, "write two comparisons, as in `a >= 1 and a <= 3`"),
    ("expect", "a > 1 and < 3", 1, 11, "say on both sides what is compared, as in `a > 1 and a < 3`"),
    ("expect", "a within 2 units of b", 1, 12, "leave `units` out: a distance is a number of Inits"),
    # rules
    ("rules", "after a of b if c:|  stop", 1, 14, "the condition of a rule follows `where`"),
    ("rules", "after a when c:|  stop", 1, 9, "the condition of a rule follows `where`"),
    ("rules", "after a and c:|  stop", 1, 9, "the condition of a rule follows `where`"),
    ("rules", "after a unless c:|  stop", 1, 9, "write `where not (...)`"),
    ("rules", "after a, where c:|  stop", 1, 8, "leave the `,` out"),
    ("rules", "after a once a round:|  stop", 1, 14, "write `once per round`"),
    ("rules", "after a once each turn:|  stop", 1, 14, "write `once per turn`"),
    ("rules", "after a once turn:|  stop", 1, 14, "write `once per turn`"),
    ("rules", "after each turn of a:|  stop", 1, 7, "write `after start of turn` or `after end of turn`"),
    ("rules", "after a bites:|  stop", 1, 9, "the event comes first, then whose it is, as in `after EVENT of a`"),
    ("rules", "at end of turn of a:|  stop", 1, 1, "did you mean `after`?"),
    ("rules", "instead of a:|  stop", 1, 1, "did you mean `before`?"),
    # how long something lasts
    ("block", "apply a to b.c for 2 turns", 1, 22, "write `until 2 of b.c's turns`"),
    ("block", "apply a to b until 2 turns", 1, 22, "write `until 2 of b's turns`"),
    ("block", "apply a to b for 1 round", 1, 20, "write `until end of round`"),
    ("block", "apply a to b for 3 rounds", 1, 20, "rounds are not counted: write `until 3 of b's turns`"),
    # units that are given
    ("given", "a: 3", 1, 2, "a unit is given as `a at 10`"),
    # what cannot be seen
    ("expect", "a \u200bis b", 1, 3, "delete it: put the cursor behind it and delete backwards"),
]


@pytest.mark.parametrize(("kind", "text", "line", "column", "help_text"), HABITS, ids=[case[1] for case in HABITS])
def test_a_habit_is_told_how_it_is_written_here(kind: str, text: str, line: int, column: int, help_text: str) -> None:
    (problem,) = found(kind, text.replace("|", "\n"))
    assert (*place(problem), problem.help) == (line, column, help_text), problem


def test_what_cannot_be_seen_is_named_by_its_number() -> None:
    (problem,) = found("expect", "a\u200bb is 3")
    assert problem.message == "a character stands here that cannot be seen (it is U+200B)"


def test_a_word_that_is_misspelt_goes_before_a_habit() -> None:
    (problem,) = found("rules", "after a whre b:\n  stop")
    assert problem.help == "did you mean `where`?"


def test_a_line_is_no_misspelt_word_that_would_not_go_on_either() -> None:
    (problem,) = found("expect", "a is 3\nann has in")
    assert (problem.code, *place(problem)) == ("reserved-word", 2, 9)
