"""The choice port: everything that asks goes through `ask`, ties and orders included."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from typing import Any, Protocol

from interpreter.library.program import Site
from interpreter.track.refusals import Absent, Reason, Refused, Unanswered

NOTHING = object()
# The kinds of choice whose answer is a set.
MANY = frozenset(("any", "some", "exactly", "up to"))
SEARCH_LIMIT = 20_000
# How long a decimal number may be, to be read easily.
MOST_CHARACTERS = 12


# Names that are known where something is asked, with what gives their values; it raises `Absent` where there is none.
Known = Mapping[str, Callable[[], Any]]


class Request:
    """A question: `kind` is one, any, some, exactly, up to, order, may or either; `options` what there is.

    `known` is what who is asked is told of the place; `answered_at` is where the answer stands, if it is of a policy.
    """

    __slots__ = ("answered_at", "asker", "count", "kind", "known", "name", "options", "site")

    def __init__(
        self,
        site: Site | None,
        asker: Any,
        name: str,
        kind: str,
        options: Sequence[Any],
        count: int = 0,
        known: Known | None = None,
    ) -> None:
        self.site = site
        self.asker = asker
        self.name = name
        self.kind = kind
        self.options = options
        self.count = count
        self.known = known
        self.answered_at: Site | None = None


class Choices(Protocol):
    """Who answers; `NOTHING` leaves it to the declared default.

    `back` forgets what has been answered since a `mark`: it was only asked to see what would come of it.
    """

    def answer(self, request: Request) -> Any: ...

    def mark(self) -> Any: ...

    def back(self, mark: Any) -> None: ...


class Unasked:
    """Nobody answers: every choice takes its default."""

    def answer(self, request: Request) -> Any:
        return NOTHING

    def mark(self) -> None:
        pass

    def back(self, mark: Any) -> None:
        pass


def ask(f: Any, request: Request, default: Callable[[], Any] | None, legal: Callable[[Any], bool] | None) -> Any:
    """The answer to a question, checked against the options; the default where nobody answers.

    Raises `Refused` for an answer that is no option, `Unanswered` where there is neither answer nor default.
    """
    answer = f.choices.answer(request)
    given = answer is not NOTHING
    if not given:
        if default is None:
            shown = ", ".join(f"`{show(option)}`" for option in request.options[:8])
            more = f" and {len(request.options) - 8} more" if len(request.options) > 8 else ""
            said = (
                f"nobody answers the choice of `{request.name}`, and it has no `unasked` default; "
                f"possible: {shown}{more}"
            )
            raise Unanswered(Reason.of(said, request.asker, choice=True), request.site)
        answer = default()
    if request.kind != "one" or answer not in request.options or (legal is not None and not legal(answer)):
        problem = _problem(request, answer, legal)
        if problem is not None:
            raise Refused(
                Reason.of(f"{_given(request, answer, given)}, but {problem}", request.asker, choice=True),
                request.answered_at or request.site,
            )
    f.asked.append((f.parent, request, answer, given))
    return answer


def _given(request: Request, answer: Any, given: bool) -> str:
    if not given:
        return f"the default of `{request.name}` is `{show(answer)}`"
    by = "" if request.answered_at is None else f" by the policy of `{request.asker}` ({request.answered_at})"
    return f"`{show(answer)}` was answered{by}"


def _problem(request: Request, answer: Any, legal: Callable[[Any], bool] | None) -> str | None:
    kind = request.kind
    if kind in MANY:
        problem = _problem_of_set(request, answer)
        if problem is not None:
            return problem
    elif kind == "order":
        if sorted(answer) != list(range(len(request.options))):
            return f"the order must name each of {', '.join(f'`{o}`' for o in request.options)} once"
    elif answer not in request.options:
        return f"`{request.name}` must be one of {_listed(request.options)}"
    if legal is not None and not legal(answer):
        return f"that is not a legal choice of `{request.name}`"
    return None


def _problem_of_set(request: Request, answer: Any) -> str | None:
    if not isinstance(answer, list):
        return f"`{request.name}` wants a list"
    for item in answer:
        if item not in request.options:
            return f"`{show(item)}` is not one that `{request.name}` may choose"
    if len({id(item) if not isinstance(item, (str, int)) else item for item in answer}) < len(answer):
        return f"`{request.name}` may choose each only once"
    return _wrong_count(request.kind, request.count, len(answer))


def _wrong_count(kind: str, wanted: int, found: int) -> str | None:
    if kind == "some" and not found:
        return "at least one must be chosen"
    if kind == "exactly" and found != wanted:
        return f"exactly {wanted} must be chosen, not {found}"
    if kind == "up to" and found > wanted:
        return f"at most {wanted} may be chosen, not {found}"
    return None


def _listed(options: Sequence[Any]) -> str:
    if not options:
        return "nothing at all: there is no option"
    if len(options) > 8 and all(isinstance(option, int) for option in options):
        return f"the numbers from `{min(options)}` to `{max(options)}`"
    return ", ".join(f"`{show(option)}`" for option in options[:12])


def some_legal(request: Request, legal: Callable[[Any], bool] | None) -> bool:
    """Whether any answer is possible. A condition on the whole set is searched within a budget.

    Raises `Refused` where the budget does not suffice.
    """
    options, kind, count = request.options, request.kind, request.count
    if kind == "one":
        return any(legal is None or legal(option) for option in options)
    sizes = {
        "any": range(len(options) + 1),
        "some": range(1, len(options) + 1),
        "exactly": range(count, min(count, len(options)) + 1),
        "up to": range(min(count, len(options)) + 1),
    }[kind]
    if legal is None:
        return len(sizes) > 0
    tried = 0
    for size in sizes:
        for picked in combinations(options, size):
            tried += 1
            if tried > SEARCH_LIMIT:
                raise Refused(
                    f"too many ways to choose `{request.name}`: narrow the set it is chosen from", request.site
                )
            if legal(list(picked)):
                return True
    return False


def choose(
    f: Any,
    request: Request,
    default: Callable[[], Any] | None,
    such_that: Callable[[Any], bool] | None,
) -> Any:
    """What is chosen, or `NOTHING` where no choice is possible (then the `else` of the statement runs).

    Whether any is possible is only looked into where what was answered is not.
    """
    legal = None if such_that is None else _holding(such_that)
    try:
        return ask(f, request, default, legal)
    except (Refused, Absent):
        if some_legal(request, legal):
            raise
    return NOTHING


def _holding(test: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """A test that fails where something in it is absent."""

    def legal(answer: Any) -> bool:
        try:
            return test(answer)
        except Absent:
            return False

    return legal


def _fraction(value: Fraction) -> str:
    """As a decimal number where it is one with few digits, else as a division."""
    text = format(Decimal(value.numerator) / value.denominator, "f")
    if len(text) > MOST_CHARACTERS or Fraction(text) != value:
        return f"{value.numerator} / {value.denominator}"
    return text


def show(value: Any) -> str:
    """A value as its user would write it."""
    if value is True:
        return "yes"
    if value is False:
        return "no"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(show(item) for item in value) + "]"
    if value is None:
        return "nothing"
    if isinstance(value, Fraction):
        return _fraction(value)
    return str(getattr(value, "id", None) or getattr(value, "name", None) or value)
