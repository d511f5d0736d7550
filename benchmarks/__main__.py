"""Run every measure: `python -m benchmarks`."""

from benchmarks import duel, expression, whole

expression.main()
duel.main()
whole.main()
