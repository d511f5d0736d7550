"""Runs the tables that Lark makes of a grammar, and builds the tree while it reads.

Lark's own loop knows no offsets and passes every operand through a dozen levels of precedence, one call a level. This
one keeps where each part begins, so that a node's span is exact, and remembers where such a passage ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from interpreter.language.tokens import Token

MAX_DEPTH = 120
"""How deep the tree may become."""


class Unexpected(Exception):
    """The token at `index` cannot stand behind those before it."""

    def __init__(self, index: int) -> None:
        super().__init__(index)
        self.index = index


class TooDeep(Exception):
    """The tree would become deeper than `MAX_DEPTH`; `start` and `end` are where."""

    def __init__(self, start: int, end: int) -> None:
        super().__init__(start, end)
        self.start = start
        self.end = end


@dataclass(frozen=True, slots=True, eq=False)
class _Reduction:
    """What becomes of the last `size` values: the method `action`, or one of them, or a list that is spread out.

    `kept` are the indices of the values that are handed on; -1 stands for an optional part that is missing. Where
    a reduction `passes`, a single value only changes its name; where it `keeps_all`, it hands on the values as they
    are.
    """

    name: str
    size: int
    kept: tuple[int, ...]
    action: Callable[..., Any] | None
    spread: frozenset[int]
    repeats: bool
    passes: bool
    keeps_all: bool


class Table:
    """The tables of a grammar, as `tables` makes them; `builder` is the class whose methods make the nodes."""

    def __init__(self, data: Mapping[str, Any], builder: type) -> None:
        self._start_states: dict[str, int] = data["start_states"]
        self._end_states: dict[str, int] = data["end_states"]
        self._passages: dict[tuple[int, int, str], int] = {}
        rules = [_reduction(rule, builder) for rule in data["rules"]]
        self._steps: list[dict[str, int | _Reduction]] = [
            {**row[0], **{name: rules[rule] for name, rule in row[1].items()}} for row in data["states"]
        ]
        self._behind: list[dict[str, int]] = [row[2] for row in data["states"]]

    def parse(self, start: str, tokens: list[Token], builder: Any) -> Any:
        """What the start symbol's method makes of the tokens, the last of which is `$END`.

        Each method is given `builder.span(start, end)` of what its rule has read, and the parts.
        """
        steps, behind, passages, span = self._steps, self._behind, self._passages, builder.span
        end_state = self._end_states[start]
        stack, begins, depths, end = [self._start_states[start]], list[int](), list[int](), 0
        values: list[Any] = []
        for token in tokens:
            kind = token[0]
            while True:
                step = steps[stack[-1]].get(kind)
                if isinstance(step, int):
                    stack.append(step)
                    values.append(token)
                    begins.append(token[2])
                    depths.append(0)
                    end = token[3]
                    break
                if step is None:
                    raise Unexpected(next(i for i, other in enumerate(tokens) if other is token))
                if step.passes:
                    key = (stack[-2], stack[-1], kind)
                    stack[-1] = passages.get(key) or self._passage(key)
                    continue
                size = step.size
                if size == 1:
                    children, begin, depth = [values.pop()], begins[-1], depths[-1]
                elif size:
                    children, begin, depth = values[-size:], begins[-size], max(depths[-size:])
                    del values[-size:], stack[1 - size :], begins[1 - size :], depths[1 - size :]
                else:
                    children, begin, depth = [], token[2], 0
                    stack.append(-1)
                    begins.append(begin)
                    depths.append(0)
                if step.action is None:
                    value = _repeated(step, children) if step.repeats else children[step.kept[0]]
                elif depth < MAX_DEPTH:
                    depth += 1
                    kept = children if step.keeps_all else _kept(step, children)
                    value = step.action(builder, span(begin, end), *kept)
                else:
                    raise TooDeep(begin, end)
                # What is read stands where its first part stood.
                stack[-1] = behind[stack[-2]][step.name]
                values.append(value)
                depths[-1] = depth
                if stack[-1] == end_state and kind == "$END":
                    return value
        raise AssertionError("the tokens do not end with $END")

    def following(self, start: str, kinds: Iterable[str]) -> frozenset[str]:
        """The kinds of token that can follow tokens of those kinds; none where those cannot follow each other."""
        stack = [self._start_states[start]]
        for kind in kinds:
            if not self._take(stack, kind):
                return frozenset()
        return frozenset(kind for kind in self._steps[stack[-1]] if self._take(stack.copy(), kind))

    def _take(self, stack: list[int], kind: str) -> bool:
        """Go on from the states of a stack with a token of that kind; whether it can stand there."""
        while isinstance(step := self._steps[stack[-1]].get(kind), _Reduction):
            if step.size:
                del stack[-step.size :]
            stack.append(self._behind[stack[-1]][step.name])
            if kind == "$END" and len(stack) == 2 and stack[-1] in self._end_states.values():
                return True
        if step is None:
            return False
        stack.append(step)
        return True

    def _passage(self, key: tuple[int, int, str]) -> int:
        """The state behind all the rules that only rename the value between two states, before a token."""
        before, state, kind = key
        while isinstance(step := self._steps[state].get(kind), _Reduction) and step.passes:
            state = self._behind[before][step.name]
        self._passages[key] = state
        return state


def _reduction(rule: Mapping[str, Any], builder: type) -> _Reduction:
    name, repeats, kept, spread = rule["name"], rule["repeats"], tuple(rule["kept"]), frozenset(rule["spread"])
    action = None if repeats else getattr(builder, rule["alias"] or name, None)
    if action is None and not repeats and len(kept) != 1:
        raise TypeError(f"{builder.__name__} has no method for {rule['alias'] or name}")
    size = rule["size"]
    passes = size == 1 and action is None and not repeats
    keeps_all = not spread and kept == tuple(range(size))
    return _Reduction(name, size, kept, action, spread, repeats, passes, keeps_all)


def _repeated(step: _Reduction, children: list[Any]) -> list[Any]:
    """The values of a repeated part so far."""
    if step.kept[0] in step.spread:
        so_far: list[Any] = children[step.kept[0]]
        so_far.extend(children[i] for i in step.kept[1:])
        return so_far
    return [children[i] for i in step.kept]


def _kept(step: _Reduction, children: list[Any]) -> list[Any]:
    """The values that the method is given; a repeated part's are given one by one."""
    children.append(None)  # what -1 stands for
    if not step.spread:
        return [children[i] for i in step.kept]
    given: list[Any] = []
    for i in step.kept:
        if i in step.spread:
            given.extend(children[i])
        else:
            given.append(children[i])
    return given
