"""Numbers in a text that ask for more than a fight carries out: what would be refused in play is said before it."""

from __future__ import annotations

from fractions import Fraction

from interpreter.language import syntax as s
from interpreter.language.check_constants import number, shown, written
from interpreter.language.limits import LARGEST, LONGEST_LIST
from interpreter.language.scope import Checked


def check_stretch(c: Checked, node: s.Expr, first: s.Expr, last: s.Expr, each: s.Expr | None = None) -> None:
    """Report a list of numbers from one to another that is too long; `each` is how far they stand apart."""
    least, most = number(c, first), number(c, last)
    apart = Fraction(1 if each is None else number(c, each) or 1)
    if least is not None and most is not None and (most - least) / apart >= LONGEST_LIST:
        message = f"`{shown(node)}` has more than {LONGEST_LIST:,} numbers"
        c.error("long-range", message, node.span, "name fewer of them")


def check_listed(c: Checked, node: s.Call) -> None:
    """Report a call of a function that would give too long a list."""
    values = [arg.value for arg in node.args]
    if node.name == "numbers":
        _check_upward(c, node, values[0], values[1])
    elif node.name == "multiples":
        each = number(c, values[0])
        if each is not None and each <= 0:
            c.error("wrong-number", f"multiples are of a number above 0, not of `{shown(values[0])}`", values[0].span)
        else:
            _check_upward(c, node, values[1], values[2], values[0])


def _check_upward(c: Checked, node: s.Call, first: s.Expr, last: s.Expr, each: s.Expr | None = None) -> None:
    least, most = number(c, first), number(c, last)
    if least is not None and most is not None and least > most:
        message = f"from {written(least)} up to {written(most)} there is no number"
        c.error("empty-range", message, node.span, "name the lower one first")
    check_stretch(c, node, first, last, each)


def check_worked_out(c: Checked, node: s.Arith) -> None:
    """Report what cannot be worked out, whatever happens: a product too large, a fraction too fine, what 0 divides."""
    one, other = number(c, node.left), number(c, node.right)
    if node.op == "/" and other == 0:
        c.error("division-by-zero", "nothing can be divided by 0", node.right.span)
        return
    if one is None or other is None:
        return
    if node.op == "*" and not -LARGEST <= one * other <= LARGEST:
        message = f"`{shown(node)}` is beyond {LARGEST:,}, the largest number that is worked out"
        c.error("wrong-number", message, node.span)
    elif node.op == "/" and (Fraction(one) / Fraction(other)).denominator > LARGEST:
        c.error("wrong-number", f"`{shown(node)}` is a finer fraction than is worked out", node.span)
