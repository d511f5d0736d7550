"""How things are written in other languages and in plain English, and how the same is written here.

A text that does not parse where one of these stands is helped with what was most likely meant.
"""

from __future__ import annotations

from itertools import takewhile
from typing import NamedTuple

from interpreter.language.mistake import EDGES, Mistake
from interpreter.language.tokens import Token

RULES = ("before", "after", "first")
_ARTICLES = "a an the each every any one"


class Habit(NamedTuple):
    """One habit: the token that cannot stand where it stands, what stands around it, and the help.

    `token`, `before` (right before it), `prior` (before that), `behind` (right behind it) and `head` (the beginning of
    the statement) are words and marks with blanks between, or kinds of token in capitals; empty, they are anything.
    `could_be` is what could stand there, where that tells.
    """

    help: str
    token: str = ""
    before: str = ""
    prior: str = ""
    behind: str = ""
    head: str = ""
    could_be: str = ""


_WHOLE_RULES = " ".join(RULES)
_TO_BE_MORE = (("greater more bigger higher larger above", ">"), ("less fewer smaller lower below", "<"))

# The first that fits speaks.
_HABITS = (
    # counting
    Habit("write `{path} += 1`", "+", behind="+", could_be="+="),
    Habit("write `{path} -= 1`", "-", behind="-", could_be="-="),
    Habit("to add to it, write `{path} += ...`", "+", could_be="+="),
    Habit("to take from it, write `{path} -= ...`", "-", could_be="-="),
    Habit("write `{path} = {path} {token} ...`", "* /", could_be="+="),
    Habit("write `{before}.{behind}`: a fraction has a point", ",", before="NUMBER", behind="NUMBER"),
    # loops and choices
    Habit("write `for each {token}`", "NAME", before="for", could_be="each"),
    Habit("write `in` before the list", "of from", head="for", could_be="in"),
    Habit("write `repeat {before} times:`", ":", before="NUMBER", head="repeat", could_be="times"),
    Habit("write how often, as in `repeat 3 times:`", "while until", before="repeat"),
    Habit("write `from` before the list", "in of", head="choose", could_be="from"),
    Habit('put the label in double quotes: `may {before} "{rest}":`', "NAME", head="may", could_be="STRING"),
    Habit('write `may` first: `may {before} "...":`', "may", before="NAME"),
    # keeping and changing values
    Habit("write `let {before} = ...`", "=", head="var const local int number string def", prior="NAME"),
    Habit("leave `set` out: `{value} = ...`", "=", head="set"),
    Habit("write `let {before} = ...`", ":", head="let", behind="=", could_be="="),
    Habit("to change it, write `{path} = ...`", "is", could_be="+="),
    # what holds
    Habit("write `lacks {behind}`", "not", before="has have"),
    Habit("write `has {token}`", "NAME", before="a an", prior="is"),
    Habit("write `lacks {token}`", "NAME", before="a an", prior="not"),
    Habit("write `lacks` in place of `does not have`", "does do", behind="not"),
    Habit("write `is`", "equals equal"),
    Habit("write `is`", "to", before="equal equals", prior="is"),
    *(Habit(f"write `{sign}` in place of `is {{before}} than`", "than", words) for words, sign in _TO_BE_MORE),
    Habit("write `>=`", "at", before="is", behind="least"),
    Habit("write `<=`", "at", before="is", behind="most"),
    Habit("write two comparisons, as in `a >= 1 and a <= 3`", "between"),
    Habit("say on both sides what is compared, as in `a > 1 and a < 3`", "< <= > >= is", before="and or"),
    Habit("leave `{token}` out: a distance is a number of Inits", "NAME init", before="NUMBER", prior="within"),
    # rules
    Habit("the condition of a rule follows `where`", "if when while and given", head=_WHOLE_RULES, could_be="where"),
    Habit("write `where not (...)`", "unless except", head=_WHOLE_RULES, could_be="where"),
    Habit("leave the `,` out", ",", head=_WHOLE_RULES, could_be="where"),
    Habit("write `once per {behind}`", _ARTICLES + " in this", before="once", could_be="per"),
    Habit("write `once per {token}`", "turn round stage scene", before="once", could_be="per"),
    Habit(
        "write `{before} start of {behind}` or `{before} end of {behind}`",
        _ARTICLES,
        before=_WHOLE_RULES,
        behind="turn round stage scene",
    ),
    Habit("leave `{token}` out", _ARTICLES, before=_WHOLE_RULES),
    Habit(
        "the event comes first, then whose it is, as in `{prior} EVENT of {before}`",
        "NAME is has",
        before="NAME",
        prior=_WHOLE_RULES,
        could_be="of",
    ),
    # how long something lasts
    Habit("write `until {before} of {whom}'s turns`", "turns turn", "NUMBER", "for until"),
    Habit("write `until end of {token}`", "round scene", "NUMBER", "for until"),
    Habit("rounds are not counted: write `until {before} of {whom}'s turns`", "rounds", "NUMBER", "for"),
    # units that are given
    Habit("a unit is given as `{before} at 10`", "NUMBER :", before="NAME", head="{before}"),
)


def habit_help(m: Mistake) -> str | None:
    """How the thing is written that was most likely meant; None where it is no habit that is known."""
    around = _Around(m)
    for habit in _HABITS:
        if habit.head == "{before}":
            if m.start != "given" or len(m.statement) != 1:
                continue
        elif habit.head and not _fits(habit.head, around.head):
            continue
        fits = all(
            not words or _fits(words, token)
            for words, token in (
                (habit.token, m.token),
                (habit.before, m.before),
                (habit.prior, around.prior),
                (habit.behind, around.behind),
            )
        )
        if fits and (not habit.could_be or m.could_be(habit.could_be)):
            return habit.help.format_map(around.shown())
    return None


def _fits(words: str, token: Token | None) -> bool:
    return token is not None and (token.text in words.split() or token.type in words.split())


class _Around:
    """The tokens around a mistake."""

    def __init__(self, m: Mistake) -> None:
        self.m = m
        self.head = m.statement[0] if m.statement else None
        self.prior = m.line[-2] if len(m.line) > 1 else None
        self.behind = m.tokens[m.index + 1] if m.index + 1 < len(m.tokens) else None

    def shown(self) -> dict[str, str]:
        """What the help texts repeat of them."""
        m, line = self.m, self.m.statement
        rest = [token.text for token in m.tokens[m.index :]]
        end = next((i for i, token in enumerate(m.tokens[m.index :]) if token.text == ":" or token.type in EDGES), None)
        to = next((i + 1 for i, token in enumerate(line) if token.text == "to"), len(line))
        whom = "".join(token.text for token in takewhile(lambda token: token.type in ("NAME", "DOT"), line[to:]))
        return {
            "token": m.token.text,
            "before": "" if m.before is None else m.before.text,
            "prior": "" if self.prior is None else self.prior.text,
            "behind": "" if self.behind is None else self.behind.text,
            "path": "".join(token.text for token in line),
            "value": "".join(token.text for token in line[1:]),
            "rest": " ".join(rest[:end]),
            "whom": whom or "unit",
        }
