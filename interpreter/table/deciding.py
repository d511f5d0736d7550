"""Which answers are about a question, and what they say to it: those of scripts, and those of policies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.library.program import PolicyAnswer
from interpreter.track.choices import MANY, NOTHING, Request
from interpreter.track.fight import Fight
from interpreter.track.refusals import Absent


def is_about(request: Request, what: str, words: Sequence[str]) -> bool:
    """Whether an answer is about a question: a label or an order by its words, else a choice by its name."""
    if what == "order":
        return request.kind == "order" and sorted(words) == sorted(request.options)
    if what == "label" and request.kind == "either":
        return words[0] in request.options
    kinds_fit = request.kind == "may" if what == "label" else request.kind not in ("may", "either", "order")
    return kinds_fit and bool(request.name == words[0])


def as_chosen(request: Request, found: Any) -> Any:
    """What answers a choice: a list where several are chosen, also where one is said."""
    return [found] if request.kind in MANY and not isinstance(found, list) else found


def as_order(request: Request, words: Sequence[str]) -> list[int]:
    """The things of an order by their numbers."""
    return [request.options.index(word) for word in words]


def answer_of(f: Fight, request: Request, answer: PolicyAnswer) -> Any:
    """What an answer of a policy says to a question; `NOTHING` where it is about another, or its value is absent.

    A `may` is answered with no where its condition does not hold; one of several things, and an order, not at all.
    """
    if not is_about(request, answer.what, answer.words):
        return NOTHING
    try:
        found = answer.find(f, request.asker, request)
    except Absent:
        return NOTHING
    if request.kind == "may":
        return found
    if request.kind == "either":
        return answer.words[0] if found else NOTHING
    if request.kind == "order":
        return as_order(request, answer.words) if found else NOTHING
    return as_chosen(request, found)
