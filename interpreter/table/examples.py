"""Examples: a few units, a script, forced dice, and what must hold afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from interpreter.language.compile_rules import compile_answers, compile_expectations, compile_script, compile_setup
from interpreter.library.building import Builder
from interpreter.library.program import Site
from interpreter.library.texts import ExampleText
from interpreter.source.text import Span
from interpreter.table.scripts import Failed, Script, answered, begin_round, prevented_since
from interpreter.track.dice import Dice, ForcedDice, PartlyForced
from interpreter.track.fight import STOPPING, Fight
from interpreter.track.lasting import settle
from interpreter.track.refusals import Refused

# The functions of an example, in the order in which they are called: what is given, what is answered first, and so on.
Names = tuple[str | None, str | None, str | None, str | None]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How an example went; `message` is None where it passed.

    `site` is where it came about, perhaps in a rule; `line` that of the example in which it did, where it is one.
    """

    example: ExampleText
    message: str | None
    site: Site | None
    fight: Fight
    line: int | None = None

    @property
    def place(self) -> tuple[str, int]:
        """The file of the example, and the line that failed, else where it begins."""
        span = self.example.span
        return span.file.path, self.line or span.line

    @property
    def came_about_at(self) -> Site | None:
        """Where it came about, where that is elsewhere."""
        site = self.site
        return None if site is None or (site.file, site.line) == self.place else site


class ExampleRunner:
    """Runs examples of one ruleset."""

    def __init__(self, builder: Builder, examples: list[ExampleText]) -> None:
        self.builder = builder
        self.examples = examples
        self._names = [self._compile(example) for example in examples]
        builder.define()

    def _compile(self, example: ExampleText) -> Names:
        module, span = self.builder.module, example.span
        return (
            compile_setup(module, example.id, example.given, span) if example.given else None,
            compile_answers(module, example.id, example.opening),
            compile_script(module, example.id, example.do, span) if example.do else None,
            compile_expectations(module, example.id, example.expect) if example.expect else None,
        )

    def run(self) -> list[Outcome]:
        """Run all, in their order."""
        return list(self.outcomes())

    def outcomes(self) -> Iterator[Outcome]:
        """Run one after another, each when it is asked for."""
        return map(self.outcome, range(len(self.examples)))

    def outcome(self, number: int) -> Outcome:
        """Run the example of a number, from 0."""
        return self._run(self.examples[number], self._names[number])

    def _run(self, example: ExampleText, names: Names) -> Outcome:
        given, opening, do, expect = (None if name is None else self.builder.function(name) for name in names)
        # What a ruleset rolls as it begins a round is nothing that its imports could know of.
        content, path = self.builder.texts.content, example.span.file.path
        is_imported = path in content.imported and path not in content.extended
        dice = (PartlyForced if is_imported else ForcedDice)(list(example.dice or ()))
        f = Fight(self.builder.program, dice, Script())
        f.options.update(example.options)

        def fight() -> None:
            refusal = None
            if given is not None:
                refusal = _refusal(f, lambda f: f.whole(lambda: _set_up(f, given)))
            if refusal is not None and do is not None:
                raise refusal
            if refusal is None:
                with answered(f, example.id, example.opening, opening):
                    begin_round(f)
                refusal = _refusal(f, do)
            if refusal is not None:
                _expect_refusal(example, refusal)
            elif example.refused is not None:
                prevented = prevented_since(f, 0)
                raise Failed(f'nothing was refused, though "{example.refused}" was expected{prevented}', None)
            if expect is not None:
                expect(f)

        return judged(example, f, dice, fight)


def _set_up(f: Fight, given: Callable[[Fight], None]) -> None:
    given(f)
    settle(f)


def judged(example: ExampleText, f: Fight, dice: Dice, fight: Callable[[], None]) -> Outcome:
    """How an example goes whose fight is fought by calling `fight`; all dice that it gives must fall."""
    whole = example.node.span
    try:
        fight()
        if isinstance(dice, ForcedDice) and dice.at < len(dice.given):
            left = len(dice.given) - dice.at
            raise Failed(f"{left} of the forced dice {'was' if left == 1 else 'were'} never rolled", None)
    except Failed as failed:
        return Outcome(example, failed.message, failed.site, f, line_within(whole, failed, failed.site))
    except Refused as refused:
        site = refused.site or f.place_of(refused)
        return Outcome(example, f"it was refused: {refused.reason}", site, f, line_within(whole, refused, site))
    except STOPPING as problem:
        refusal = f.refusal(problem)
        line = line_within(whole, problem, refusal.site)
        return Outcome(example, f"it was refused: {refusal.reason}", refusal.site, f, line)
    return Outcome(example, None, None, f)


def line_within(whole: Span, problem: BaseException, site: Site | None) -> int | None:
    """The line of an example or a scenario in which something went wrong, perhaps by a rule that stands elsewhere.

    None where it is none of its lines.
    """
    lines, file = range(whole.line, whole.end_line + 1), whole.file.path
    if site is not None and site.file == file and site.line in lines:
        return site.line
    found, trace = None, problem.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file and trace.tb_lineno in lines:
            found = trace.tb_lineno
        trace = trace.tb_next
    return found


def _refusal(f: Fight, do: object) -> Refused | None:
    if do is None:
        return None
    assert callable(do)
    try:
        do(f)
    except Refused as refused:
        return refused
    except STOPPING as problem:
        return f.refusal(problem).with_traceback(problem.__traceback__)
    return None


def _expect_refusal(example: ExampleText, refusal: Refused) -> None:
    if example.refused is None:
        raise refusal
    if example.refused not in refusal.reason:
        message = f"it was refused, but because: {refusal.reason}"
        raise Failed(message, refusal.site).with_traceback(refusal.__traceback__)
