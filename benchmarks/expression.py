"""One expression, `max(a, b) + 3d6`: compiled from the rules language, and written by hand over the same dice."""

from __future__ import annotations

from typing import Any

from benchmarks.measure import side_by_side
from interpreter.language import parser
from interpreter.language import types as t
from interpreter.language.check_types import type_of
from interpreter.language.compile_rules import compile_value
from interpreter.language.module import Module
from interpreter.language.scope import Binding, Checked, Scope
from interpreter.language.vocabulary import Vocabulary
from interpreter.library.program import Program, Site
from interpreter.source.diagnostics import Diagnostics
from interpreter.source.nodes import Scalar
from interpreter.source.text import SourceFile
from interpreter.track.dice import SeededDice
from interpreter.track.fight import Fight
from interpreter.track.runtime import runtime
from interpreter.track.state import unit_class

TEXT = "max(a, b) + 3d6"
TIMES = 5_000


def compiled(text: str) -> Any:
    """The expression as a function of the fight and two numbers."""
    source = Scalar(SourceFile("expression", text), 0, len(text), text, "plain")
    diagnostics = Diagnostics()
    tree = parser.parse_expression(source, diagnostics)
    assert tree is not None, diagnostics.sorted()
    checked = Checked(Vocabulary("none"), diagnostics)
    scope = Scope(inside="value")
    for name in ("a", "b"):
        scope.bind(Binding("param", name, t.NUMBER))
    type_of(checked, tree, scope)
    module = Module(checked, frozenset(), Site)
    name = compile_value(module, tree, "expression", ["v_a", "v_b"])
    namespace = runtime()
    module.run(namespace)
    return namespace[name]


def by_hand(dice: SeededDice, trace: list[Any], a: int, b: int) -> int:
    """The same, as somebody would write it in Python: with the same dice, and a trace of what fell."""
    faces = dice.faces(("", "expression"), 3, 6)
    trace.append(("expression", 6, faces))
    return max(a, b) + sum(faces)


def main() -> float:
    """The ratio: how many times as long the compiled expression takes."""
    ours = compiled(TEXT)
    program = Program("none", unit_class([], []))

    def run_ours() -> None:
        fight = Fight(program, SeededDice(1))
        for number in range(TIMES):
            ours(fight, number, 10)

    def run_by_hand() -> None:
        dice = SeededDice(1)
        trace: list[Any] = []
        for number in range(TIMES):
            by_hand(dice, trace, number, 10)

    mine, theirs = side_by_side(run_ours, run_by_hand)
    print(
        f"expression `{TEXT}`: {mine / TIMES * 1e6:.2f} us, by hand {theirs / TIMES * 1e6:.2f} us: {mine / theirs:.2f}x"
    )
    return mine / theirs


if __name__ == "__main__":
    main()
