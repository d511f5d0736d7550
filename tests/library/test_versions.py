"""Versions, and which of them fit."""

import pytest

from interpreter.library.versions import fits, version_of


@pytest.mark.parametrize(
    ("written", "version"), [("1", (1, 0, 0)), ("1.10", (1, 10, 0)), ("1.1", (1, 1, 0)), ("0.2.13\n", (0, 2, 13))]
)
def test_a_version_is_numbers_and_no_fraction(written: str, version: tuple[int, int, int]) -> None:
    assert version_of(written) == version


@pytest.mark.parametrize(
    ("version", "versions", "is_fit"),
    [
        ("1.2", "any", True),
        ("1.2", ">=1.2", True),
        ("1.2", ">1.2", False),
        ("1.2.1", ">1.2", True),
        ("1.2", "<=1.2", True),
        ("1.2", "<1.2", False),
        ("1.2.0", "=1.2", True),
        ("1.2.1", "=1.2", False),
        ("1.10", ">=1.9", True),
        ("1.10", "<1.9", False),
        ("2", ">=1.0 <2", False),
        ("1.99.99", ">=1.0 <2", True),
        ("0.9", ">=1.0 <2", False),
        ("1.5", "> 1 < 2 >= 1.5 <= 1.5", True),
    ],
)
def test_all_comparisons_must_hold(version: str, versions: str, is_fit: bool) -> None:
    assert fits(version_of(version), versions) is is_fit
