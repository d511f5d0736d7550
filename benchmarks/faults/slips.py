"""Misspellings: what a hand does to a word."""

from __future__ import annotations

from random import Random

# The letters that lie beside each letter of a keyboard.
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_BESIDE = {
    letter: "".join(row[j] for row in _ROWS for j in range(max(0, i - 1), i + 2) if j < len(row) and row[j] != letter)
    for base in _ROWS
    for i, letter in enumerate(base)
}


def dropped(word: str, random: Random) -> str:
    at = random.randrange(len(word))
    return word[:at] + word[at + 1 :]


def doubled(word: str, random: Random) -> str:
    at = random.randrange(len(word))
    return word[:at] + word[at] + word[at:]


def swapped(word: str, random: Random) -> str:
    at = random.randrange(len(word) - 1)
    return word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def struck(word: str, random: Random) -> str:
    """A letter beside the one that was meant."""
    at = random.randrange(len(word))
    return word[:at] + random.choice(_BESIDE.get(word[at], "x")) + word[at + 1 :]


def joined(word: str, random: Random) -> str:
    """Without one of its `_`."""
    at = [i for i, letter in enumerate(word) if letter == "_"]
    return word if not at else (lambda i: word[:i] + word[i + 1 :])(random.choice(at))


def numbered(word: str, random: Random) -> str:
    """One for several, or several for one."""
    return word[:-1] if word.endswith("s") else word + "s"


SLIPS = (dropped, doubled, swapped, struck, joined, numbered)


def misspelt(word: str, random: Random) -> str | None:
    """The word with one slip in it, or with two if it is long; None where the slip left no other word to read."""
    slips = [random.choice(SLIPS)]
    if len(word) > 8 and random.random() < 0.25:
        slips.append(random.choice(SLIPS))
    found = word
    for slip in slips:
        if len(found) < 2:
            return None
        found = slip(found, random)
    is_name = found.replace("_", "a").isalnum() and found[0].isalpha() and found.islower()
    return found if found != word and len(found) > 1 and is_name else None
