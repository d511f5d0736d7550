"""The tables of the grammar: made by Lark, and kept beside the grammar so that nobody has to wait for them.

`python -m interpreter.language.tables` writes them anew. Tables that do not belong to the grammar as it stands are
passed over, and Lark makes new ones.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from interpreter.source.shipped import shipped

if TYPE_CHECKING:
    from lark import Lark
    from lark.grammar import Rule

STARTS = ("rules", "block", "script", "given", "expression", "expect", "until")
KEPT = "rules.tables.json"


def tables() -> dict[str, Any]:
    """The tables of the shipped grammar."""
    folder = shipped("grammar")
    grammar = (folder / "rules.lark").read_text(encoding="utf-8")
    try:
        kept: dict[str, Any] = json.loads((folder / KEPT).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        kept = {}
    return kept if kept.get("grammar") == key_of(grammar) else made(grammar)


def key_of(grammar: str) -> str:
    """What tables are known by: the text of their grammar."""
    return blake2b(grammar.encode(), digest_size=16).hexdigest()


def made(grammar: str) -> dict[str, Any]:
    """The tables that Lark makes of a grammar, as plain data; the grammar may hold no conflict."""
    from lark.lexer import PatternStr

    lark = _lark(grammar)
    confs = {start: lark.parse_interactive("", start=start).parser_state.parse_conf for start in STARTS}
    literals = (terminal for terminal in lark.terminals if isinstance(terminal.pattern, PatternStr))
    rules: dict[Rule, int] = {}
    states = next(iter(confs.values())).states
    order = _in_order(states, [confs[start].start_state for start in STARTS])
    number = {state: at for at, state in enumerate(order)}
    rows = [_row(states[state], rules, number) for state in order]
    return {
        "grammar": key_of(grammar),
        "types": {terminal.pattern.value: terminal.name for terminal in sorted(literals, key=lambda t: t.name)},
        "start_states": {start: number[conf.start_state] for start, conf in confs.items()},
        "end_states": {start: number[conf.end_state] for start, conf in confs.items()},
        "rules": [_rule(rule) for rule in rules],
        "states": rows,
    }


def _lark(grammar: str) -> Lark:
    from lark import Lark
    from lark.lexer import Lexer

    class NoLexer(Lexer):
        """Lark makes the tables alone; the tokens come from elsewhere."""

        __future_interface__ = 2

        def __init__(self, conf: Any) -> None:
            pass

        def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Any]:
            return iter(())

    return Lark(grammar, parser="lalr", lexer=NoLexer, start=list(STARTS), strict=True)


def _in_order(states: Any, first: list[Any]) -> list[Any]:
    """The states in an order that depends on the grammar alone: as they are reached, names in order."""
    from lark.parsers.lalr_analysis import Shift

    order = list(dict.fromkeys(first))
    known = set(order)
    for state in order:
        for name in sorted(states[state]):
            action, target = states[state][name]
            if action is Shift and target not in known:
                known.add(target)
                order.append(target)
    return order


def _row(row: Any, rules: dict[Rule, int], number: dict[Any, int]) -> list[dict[str, int]]:
    """A state: where each terminal leads, which rule each reduces by, and where each rule's name leads behind it."""
    from lark.parsers.lalr_analysis import Shift

    shifts: dict[str, int] = {}
    reductions: dict[str, int] = {}
    behind: dict[str, int] = {}
    for name in sorted(row):
        action, target = row[name]
        if action is not Shift:
            reductions[name] = rules.setdefault(target, len(rules))
        elif name.isupper():
            shifts[name] = number[target]
        else:
            behind[name] = number[target]
    return [shifts, reductions, behind]


def _rule(rule: Rule) -> dict[str, Any]:
    """A rule: its name, how many parts it reads, and which of them its node is given (-1: a part left out)."""
    from lark.grammar import Terminal

    name = str(rule.origin.name)
    missing = _missing(rule)
    kept: list[int] = []
    spread: list[int] = []
    for i, symbol in enumerate(rule.expansion):
        kept += [-1] * missing[i]
        if isinstance(symbol, Terminal) and symbol.filter_out and not rule.options.keep_all_tokens:
            continue
        kept.append(i)
        if not symbol.is_term and symbol.name.startswith("__"):
            spread.append(i)
    kept += [-1] * missing[-1]
    return {
        "name": name,
        "alias": rule.alias,
        "size": len(rule.expansion),
        "kept": kept,
        "spread": spread,
        "repeats": name.startswith("__"),
    }


def _missing(rule: Rule) -> list[int]:
    """How many optional parts are left out before each symbol of the rule, and after the last one."""
    marks = "".join("1" if missing else "0" for missing in rule.options.empty_indices)
    return [len(run) for run in marks.split("0")] if marks else [0] * (len(rule.expansion) + 1)


def main() -> None:
    """Write the tables of the grammar beside it."""
    folder = shipped("grammar")
    found = made((folder / "rules.lark").read_text(encoding="utf-8"))
    (folder / KEPT).write_text(json.dumps(found, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
