"""All of a fight as text, so that two states can be compared to the last byte."""

from typing import Any

from interpreter.track.fight import Fight

# What is no part of the fight itself: the ruleset, the ports, hooks, and budgets that each action sets anew.
_LEFT_OUT = {
    "program",
    "dice",
    "choices",
    "watch",
    "forget",
    "undo",
    "checkpoints",
    "steps",
    "_spent_from",
    "_dice_left",
}


def dump(f: Fight) -> str:
    """State, memory, serials, log, dice with their positions, choices: every attribute there is, also new ones."""
    lines = [f"{name} = {_shown(value, 0)}" for name, value in sorted(vars(f).items()) if name not in _LEFT_OUT]
    lines.append(f"dice = {_shown(f.dice, 0)}")
    return "\n".join(lines)


def _shown(value: Any, depth: int) -> str:
    if depth > 5:
        return type(value).__name__
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)}: {_shown(one, depth + 1)}" for key, one in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_shown(one, depth + 1) for one in value) + "]"
    if isinstance(value, (set, frozenset)):
        return "{" + ", ".join(sorted(map(_key, value))) + "}"
    slots = [slot for kind in reversed(type(value).__mro__) for slot in _slots(kind)]
    if not slots:
        return repr(value) if isinstance(value, (int, str, type(None))) else getattr(value, "__qualname__", str(value))
    parts = [f"{slot}={_shown(getattr(value, slot, '-'), depth + 1)}" for slot in slots if slot not in ("kind", "rule")]
    return f"{type(value).__name__}({', '.join(parts)})"


def _slots(kind: type) -> tuple[str, ...]:
    slots = kind.__dict__.get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)


def _key(value: Any) -> str:
    return ", ".join(map(_key, value)) if isinstance(value, tuple) else str(value)
