"""Everything that compiled functions may call, by the names the compiler uses. There is nothing else in their reach."""

from __future__ import annotations

from typing import Any

from interpreter.track import (
    acting,
    choices,
    entering,
    events,
    functions,
    happen,
    lasting,
    moving,
    refusals,
    reordering,
    state,
    turns,
)

_PLAIN = ("abs", "all", "any", "len", "list", "max", "min", "tuple")


def runtime() -> dict[str, Any]:
    """A fresh namespace for the functions of one ruleset."""
    import builtins

    found: dict[str, Any] = {"__builtins__": {name: getattr(builtins, name) for name in _PLAIN}}
    found["new_event"] = object.__new__
    found.update({name: value for name, value in vars(functions).items() if _is_own(name, value)})
    for module, names in _CALLED.items():
        found.update({name: getattr(module, name) for name in names})
    return found


def _is_own(name: str, value: Any) -> bool:
    """Whether a name is a function of that module, not one that it imports or keeps to itself."""
    return not name.startswith("_") and getattr(value, "__module__", None) == functions.__name__


_CALLED: dict[Any, tuple[str, ...]] = {
    acting: ("perform", "perform_here"),
    choices: ("NOTHING", "Request", "choose"),
    entering: ("create", "say"),
    events: ("event_class",),
    happen: ("close_together", "open_together"),
    lasting: (
        "Lasts",
        "apply",
        "bring_back",
        "end",
        "lay",
        "leave_for_good",
        "link",
        "open_objective",
        "place",
        "promise",
        "remove",
        "revoke",
        "take_off",
        "unlink",
    ),
    moving: ("assign", "end_movement", "set_init", "shift"),
    refusals: ("Absent", "Refused"),
    state: ("unit_class",),
    reordering: (
        "continue_round",
        "delay_turn",
        "drop_turns",
        "give_turn",
        "hold_turn",
        "move_turn",
        "queue_turn",
        "skip_turn",
    ),
    turns: ("cut_in",),
}
