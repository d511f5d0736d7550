"""Versions of rulesets and packs, and which of them fit.

A version is one to three whole numbers with dots between them; what is left out counts as 0. What fits is said by
comparisons alone (`>=1.0 <2`), which mean the same to everybody: no sign stands for a rule that one has to know.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from operator import eq, ge, gt, le, lt

Version = tuple[int, int, int]

ANY = "any"
_SIGNS: dict[str, Callable[[Version, Version], bool]] = {">=": ge, "<=": le, ">": gt, "<": lt, "=": eq}
_COMPARISON = re.compile(r"(>=|<=|>|<|=) ?([0-9.]+)")


def version_of(written: str) -> Version:
    """The version that a text names; its schema has found the text in order."""
    numbers = [int(number) for number in written.strip().split(".")]
    first, second, third = [*numbers, 0, 0][:3]
    return first, second, third


def fits(version: Version, versions: str) -> bool:
    """Whether a version is among those that a text names, such as `>=1.0 <2`."""
    return all(_SIGNS[sign](version, version_of(number)) for sign, number in _COMPARISON.findall(versions))
