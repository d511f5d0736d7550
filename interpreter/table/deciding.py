"""What policies say to questions, whoever's turn it is."""

from __future__ import annotations

from typing import Any

from interpreter.library.program import PolicyAnswer
from interpreter.track.choices import MANY, NOTHING, Request
from interpreter.track.fight import Fight
from interpreter.track.refusals import Absent


def answer_of(f: Fight, request: Request, answer: PolicyAnswer) -> Any:
    """What an answer of a policy says to a question; `NOTHING` where it is about another, or its value is absent.

    A `may` is answered with no where its condition does not hold; one of several things, and an order, not at all.
    """
    if not _is_about(request, answer):
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
        return [request.options.index(word) for word in answer.words] if found else NOTHING
    return [found] if request.kind in MANY and not isinstance(found, list) else found


def _is_about(request: Request, answer: PolicyAnswer) -> bool:
    if answer.what == "choice":
        return request.name == answer.words[0] and request.kind not in ("may", "either", "order")
    if answer.what == "order":
        return request.kind == "order" and sorted(answer.words) == sorted(request.options)
    word = answer.words[0]
    return word in request.options if request.kind == "either" else request.kind == "may" and request.name == word
