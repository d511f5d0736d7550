"""All of a fight as text, so that two states can be compared to the last byte."""

from typing import Any

from interpreter.track.events import Event
from interpreter.track.fight import Fight
from interpreter.track.state import Holder, Standing, Unit

# What is no part of the fight itself: the ruleset, the ports, hooks, and budgets that each action sets anew.
_LEFT_OUT = {"program", "choices", "watch", "forget", "undo", "checkpoints", "steps", "_spent_from", "_dice_left"}


def dump(f: Fight) -> str:
    """State, memory, serials, log, dice with their positions, choices: every attribute there is, also new ones."""
    return "\n".join(f"{name} = {_whole(getattr(f, name))}" for name in sorted(_slots(Fight)) if name not in _LEFT_OUT)


def _whole(value: Any) -> str:
    """A thing with all that it holds; what it holds is only named."""
    if isinstance(value, dict):
        return "\n".join(f"  {_named(key)}: {_whole(one)}" for key, one in value.items())
    if isinstance(value, list):
        return "\n".join(f"  {_whole(one)}" for one in value)
    slots = [slot for kind in type(value).__mro__ for slot in _slots(kind)]
    if not slots:
        return _named(value)
    return f"{type(value).__name__}: " + ", ".join(f"{slot}={_named(getattr(value, slot, '-'))}" for slot in slots)


def _named(value: Any) -> str:
    if isinstance(value, Unit):
        return value.id
    if isinstance(value, Event):
        return f"event {value.id}"
    if isinstance(value, Holder):
        return f"{value.name} {value.serial}"
    if isinstance(value, Standing):
        return f"{value.rule.name} {_named(value.holder)}"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_named(key)}: {_named(one)}" for key, one in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_named, value)) + "]"
    if isinstance(value, (set, frozenset)):
        return "{" + ", ".join(sorted(map(_named, value))) + "}"
    if callable(value):
        return str(value.__qualname__)
    text = str(value)
    return type(value).__name__ if " at 0x" in text else text


def _slots(kind: type) -> tuple[str, ...]:
    slots = kind.__dict__.get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)
