"""Whatever the parser can build, the checker checks and the compiler compiles: their tables name the same nodes."""

import pytest

from interpreter.language import check_expressions, check_statements, compile_expressions, compile_statements
from interpreter.language import syntax as s
from interpreter.language.check_types import CHECKS


def kinds_of(base: type) -> set[type]:
    """All node classes of one kind."""
    found = {kind for kind in vars(s).values() if isinstance(kind, type) and issubclass(kind, base)}
    assert len(found) > 10
    return found - {base}


@pytest.mark.parametrize(
    "table",
    [
        pytest.param(check_statements._CHECKS, id="checked"),
        pytest.param(compile_statements._STATEMENTS, id="compiled"),
    ],
)
def test_every_statement_is(table: dict[type, object]) -> None:
    assert set(table) == kinds_of(s.Stmt)


@pytest.mark.parametrize(
    "table",
    [
        pytest.param(CHECKS, id="checked"),
        pytest.param(compile_expressions._EXPRESSIONS, id="compiled"),
    ],
)
def test_every_expression_is(table: dict[type, object]) -> None:
    assert check_expressions.CHECKS is CHECKS
    assert set(table) == kinds_of(s.Expr)
