"""What fits where, and what two values have in common."""

import pytest

from interpreter.language.types import DICE, EMPTY, NUMBER, ROLL, STATUS, TEXT, UNIT, UNKNOWN, Type, common, fits, word
from interpreter.language.types import list_of as many


@pytest.mark.parametrize(
    ("found", "wanted"),
    [
        (ROLL, NUMBER),
        (UNKNOWN, UNIT),
        (UNIT, UNKNOWN),
        (EMPTY, many(UNIT)),
        (many(ROLL), many(NUMBER)),
        (word("shade"), word(None)),
        (Type("status", "asleep"), STATUS),
    ],
)
def test_it_fits(found: Type, wanted: Type) -> None:
    assert fits(found, wanted)


@pytest.mark.parametrize(
    ("found", "wanted"),
    [
        (NUMBER, ROLL),
        (DICE, NUMBER),
        (UNIT, NUMBER),
        (UNIT, many(UNIT)),
        (many(UNIT), UNIT),
        (many(UNIT), many(NUMBER)),
        (word("shade"), word("taste")),
        (word(None), word("shade")),
        (STATUS, Type("status", "asleep")),
        (TEXT, word("shade")),
    ],
)
def test_it_does_not_fit(found: Type, wanted: Type) -> None:
    assert not fits(found, wanted)


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        (ROLL, NUMBER, NUMBER),
        (word("shade"), word("taste"), word(None)),
        (Type("status", "asleep"), Type("status", "awake"), STATUS),
        (EMPTY, many(UNIT), many(UNIT)),
        (UNIT, NUMBER, None),
    ],
)
def test_what_two_have_in_common(one: Type, other: Type, both: Type | None) -> None:
    assert common(one, other) == both
    assert common(other, one) == both


@pytest.mark.parametrize(
    ("type_", "shown"),
    [
        (many(UNIT), "a list of units"),
        (many(STATUS), "a list of statuses"),
        (EMPTY, "a list"),
        (word("shade_of_blue"), "a word for shade of blue"),
        (word("option slow/fast"), "one of its settings"),
        (Type("item", "hat"), "a hat"),
        (Type("yes_no"), "yes or no"),
    ],
)
def test_how_a_type_is_called(type_: Type, shown: str) -> None:
    assert str(type_) == shown
