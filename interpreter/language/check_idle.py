"""Rules that can never act: what is certain where they look, and what nothing ever stops or changes."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.language import syntax as s
from interpreter.language.check_conditions import Sure
from interpreter.language.check_constants import key_of, shown, walk
from interpreter.language.scope import Checked

HELP = "let it answer something else, or take it out"

# The events of the core that only statements bring about: the verbs that do, and what is so where none does.
_MAKERS: dict[str, tuple[tuple[str, ...], str]] = {
    "change:init": (("shift", "set"), "nothing ever changes an Init"),
    "step": (("shift", "set", "create", "bring_back"), "nothing ever touches an Init"),
    "apply": (("apply",), "nothing ever applies a status"),
    "place": (("place",), "nothing ever places a marker"),
    "leave": (("take_off", "dismiss"), "nobody ever leaves the track"),
    "link": (("link",), "nothing ever links units"),
    "unlink": (("unlink",), "nothing ever parts units"),
    "cut_in": (("cut_in",), "nobody ever cuts in"),
    "attained": ((), "nothing ever lowers the score of an objective"),
    "action": ((), "there is no action"),
}


def certain(c: Checked, rule: s.Rule, holder: tuple[str, str], subject: str) -> Sure:
    """What is certain wherever a rule looks: whom its event is about, and that what holds the rule is there.

    `holder` is what holds it with its name; `subject` is how the event calls whom it is about.
    """
    sure = {}
    of = rule.event.of
    named = None if of is None else key_of(c, of)
    about = {"unit", subject} if named is not None else set()
    for name in about - {named, ""}:
        one, other = sorted((name, named or ""))
        sure[f"{one} is {other}"] = True, f"the rule is `of {named}`"
    what, thing = holder
    # When it ends, it is there no longer.
    if what in ("status", "entry") and rule.event.kind != "ends" and _is_one(c, thing):
        who = "bearer" if what == "status" else "self"
        for name in {who, *(about if named == who else ())}:
            sure[f"{name} has {thing}"] = True, f"it is a rule of `{thing}`"
    return sure


def _is_one(c: Checked, name: str) -> bool:
    """Whether `has` can only ask for one thing by this name."""
    return sum(name in c.vocabulary.words.get(of, ()) for of in ("status", "entry", "unit_kind")) == 1


def note_rule(c: Checked, rule: s.Rule, key: str) -> None:
    """Note what a rule stops, and what it waits for."""
    if rule.event.stopped:
        c.awaited.append((f"stop {key}", rule.event))
    elif rule.event.kind == "change" and rule.event.name != "init":
        c.awaited.append((f"change {rule.event.name}", rule.event))
    elif key in _MAKERS:
        c.awaited.append((f"happen {key}", rule.event))
    stops = rule.when != "after" and any(isinstance(part, s.Stop) for part in _inside(rule))
    if stops:
        c.brought.add(f"stop {key}")
    form = c.vocabulary.events.get(rule.event.name) if rule.event.kind == "event" else None
    if rule.when == "before" and form is not None and form.stages and not (stops and rule.stage is None):
        c.uses.note("stage", (form.name, rule.stage or form.stages[0]))


def _inside(rule: s.Rule) -> Iterator[s.Node]:
    for statement in rule.body:
        yield from walk(statement)


def stops_actions(rule: s.Rule, key: str) -> bool:
    """Whether a rule stops an action whenever it acts: then nothing has happened, and the rule has not acted.

    What a `first` rule does before it stops the action has happened.
    """
    stops = [isinstance(part, s.Stop) for part in rule.body]
    return key == "action" and (
        (rule.when == "before" and any(stops)) or (rule.when == "first" and stops[:1] == [True])
    )


def note_use(c: Checked, rule: s.Rule, key: str, what: str, name: str) -> None:
    """Note that a rule of a status or marker can use it up: one that acts while it lasts, and has acted then."""
    if not stops_actions(rule, key) and not (key == f"ends:{name}" and _is_of_itself(rule.condition)):
        c.brought.add(f"use {what} {name}")


def _is_of_itself(condition: s.Expr | None) -> bool:
    """Whether a rule asks for its own end: `ended is self`."""
    parts = condition.parts if isinstance(condition, s.And) else (condition,)
    return any(
        isinstance(part, s.Compare)
        and part.op == "is"
        and {side.name for side in (part.left, part.right) if isinstance(side, s.Name)} == {"ended", "self"}
        for part in parts
    )


def note_made(c: Checked, verb: str) -> None:
    """Note that a statement makes something happen; what examples do is no part of the rules."""
    if not c.uses.showing:
        c.brought.add(f"verb {verb}")


def check_used_up(c: Checked) -> None:
    """Warn of what lasts until it is used and never is."""
    for use, span in c.until_used:
        if use not in c.brought:
            _, what, name = use.split(" ", 2)
            message = f"no rule of the {what} `{name}` can use it up: each stops an action, or acts once it has ended"
            help = "an action that is stopped has not happened; say otherwise when it ends"
            c.warning("not-used-up", message, span, help)


def check_idle(c: Checked, elsewhere: frozenset[str]) -> None:
    """Warn of rules that wait for what nothing brings about; what others will add may bring it about.

    `elsewhere` has what is there for other content, which will bring it about: `happen EVENT`, `change NAME`.
    """
    for what, event in () if c.is_open else c.awaited:
        kind, _, key = what.partition(" ")
        reason = ""
        if what in elsewhere:
            continue
        # The language itself stops what befalls a unit that is off the track.
        if kind == "stop" and (key == "step" or key.startswith("event:")) and not {what, "stop *"} & c.brought:
            reason = f"nothing ever stops `{event.name}`"
        elif kind == "change" and what not in c.brought:
            reason = f"nothing ever changes `{key}`"
        elif kind == "happen" and not _may_happen(c, key):
            reason = _MAKERS[key][1]
        if reason:
            c.warning("never", f"{reason}, so that this rule never acts", event.span, HELP)


def _may_happen(c: Checked, key: str) -> bool:
    """Whether anything brings about an event of the core."""
    v = c.vocabulary
    if key == "action":
        return bool(v.words.get("action"))
    if key == "attained":
        return "change score" in c.brought
    if key == "cut_in" and v.cut_in:
        return True
    if key == "step" and set(v.touches.values()) <= {"nothing"}:
        return False
    return any(f"verb {verb}" in c.brought for verb in _MAKERS[key][0])


def lasting(c: Checked, thing: s.Expr | None, unit: s.Expr | None) -> Sure:
    """What is certain while something lasts on a unit: that the unit has it."""
    key = None if unit is None else key_of(c, unit)
    if not isinstance(thing, s.Name) or key is None:
        return {}
    assert unit is not None
    return {f"{key} has {thing.name}": (True, f"it is asked only while `{shown(unit)}` has it")}
