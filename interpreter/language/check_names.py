"""Checking names, and what stands after a dot."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.language import syntax as s
from interpreter.language import types as t
from interpreter.language.check_calls import written_call
from interpreter.language.check_types import absent, path_of, type_of
from interpreter.language.readable_words import EVENTS, NAMES, PROPERTIES, Property
from interpreter.language.scope import Binding, Checked, Scope
from interpreter.language.types import Type, fits, list_of
from interpreter.language.vocabulary import Field, Vocabulary
from interpreter.language.words import FUNCTIONS
from interpreter.source.diagnostics import nearest, suggestion


def check_name(c: Checked, node: s.Name, scope: Scope, expected: Type | None, lenient: bool) -> Type:
    binding = scope.find(node.name) or global_name(node.name) or _created(c, node, scope)
    binding = binding or _word(c, node, scope, expected)
    c.bindings[node] = binding
    if c.instead is not None:
        known = [found for name in scope.known() if (found := scope.find(name)) is not None]
        c.instead[node] = [other for other in known if other.type == binding.type and other.name != binding.name]
    c.uses.read.add((binding.name, binding.span))
    if binding.field is not None:
        c.uses.note("field", binding.field.span)
    if binding.maybe:
        absent(c, node, node.name, scope, lenient)
    return binding.type


def global_name(name: str) -> Binding | None:
    found = NAMES.get(name)
    return None if found is None else Binding("global", name, found.type, found.maybe)


def _created(c: Checked, node: s.Name, scope: Scope) -> Binding | None:
    """A unit that is made in the fight of a script: it goes by its kind and a number, as in `wolf_1`."""
    kind, _, number = node.name.rpartition("_")
    if not (number.isdecimal() and number[0] != "0" and scope.within("script")) or _meanings(c, node.name):
        return None
    return Binding("created", node.name, t.UNIT) if kind in c.vocabulary.words.get("unit_kind", ()) else None


def _word(c: Checked, node: s.Name, scope: Scope, expected: Type | None) -> Binding:
    """A name that is no variable: a manner, a word of a set, an item, a family; where it is several, what is wanted."""
    if expected is not None and expected.kind == "list" and expected.item is not None:
        expected = expected.item
    found = _meanings(c, node.name)
    if len(found) == 1 and found[0].kind == "family":
        return _noted(c, node, found[0])
    fitting = [binding for binding in found if expected is None or fits(binding.type, expected)]
    if fitting and (len(fitting) == 1 or fitting[0].kind != "word"):
        return _noted(c, node, fitting[0])
    if fitting:
        for binding in fitting:
            _noted(c, node, binding)
        return Binding("word", node.name, Type("word"))
    # What has a value of that kind here may be meant as well, and whatever the text itself has named is likely.
    likely = scope.known()
    if expected is not None and expected.kind != "unknown":
        likely = [name for name in likely if (bound := scope.find(name)) is not None and fits(bound.type, expected)]
    if expected is not None and expected.kind == "manner":
        return _unknown(c, node, sorted(c.vocabulary.manners), "manner", likely, expected, scope)
    if expected is not None and expected.kind == "word" and expected.of is not None:
        return _unknown(
            c, node, c.vocabulary.words.get(expected.of, ()), shown_set(expected.of), likely, expected, scope
        )
    if found:
        return _noted(c, node, found[0])
    vocabulary = c.vocabulary
    known = [*scope.known(), *NAMES, *vocabulary.all_words(), *vocabulary.items, *vocabulary.manners]
    known += [*vocabulary.families, "yes", "no"]
    if vocabulary.options:
        known.append("options")
    return _unknown(c, node, known, "name", likely, expected, scope)


def _meanings(c: Checked, name: str) -> list[Binding]:
    """What a name may mean that is declared by the ruleset: an item first, then words, then a manner."""
    vocabulary = c.vocabulary
    found: list[Binding] = []
    if name in vocabulary.items:
        found.append(Binding("item", name, Type("item", vocabulary.items[name])))
    found += [Binding("word", name, Type("word", of)) for of in vocabulary.sets_of(name)]
    if name in vocabulary.manners:
        found.append(Binding("manner", name, t.MANNER))
    if name in vocabulary.families:
        found.append(Binding("family", name, list_of(vocabulary.families[name].of)))
    return found


def _noted(c: Checked, node: s.Name, binding: Binding) -> Binding:
    c.uses.mention(binding.type.of or "" if binding.kind == "word" else binding.kind, node)
    return binding


def shown_set(of: str) -> str:
    """What a word of a set is called: a relation, a kind of unit, a setting."""
    if of.startswith(t.SETTING):
        return "setting"
    return {"unit_kind": "kind of unit", "property": "property of Inits"}.get(of, of.replace("_", " "))


def _unknown(
    c: Checked,
    node: s.Name,
    known: Sequence[str],
    what: str,
    likely: Sequence[str],
    expected: Type | None,
    scope: Scope,
) -> Binding:
    help = _meant(c, node.name, scope, expected)
    near = nearest(node.name, known, likely) if help is None else None
    if near is not None:
        help = f"did you mean `{near}`?"
    elif help is None:
        help = suggestion(node.name, known, what) if what != "name" else _name_help(node.name, c, scope, expected)
    message = (
        f"`{node.name}` is not {'an' if what[0] in 'aeiou' else 'a'} {what} known here"
        if what != "name"
        else f"unknown name `{node.name}`"
    )
    c.error("unknown-name", message, node.span, help, phase="resolve")
    return Binding("none", node.name, t.UNKNOWN)


def _meant(c: Checked, name: str, scope: Scope, expected: Type | None) -> str | None:
    """Help for a name that is spelled as something that is known here, though not by its bare name."""
    whose = written_whose(c, name, scope, expected)
    if whose is not None:
        return whose
    define = c.vocabulary.functions.get(name)
    if define is not None:
        return f"it is a function: write `{written_call(name, [param.name for param in define.params])}`"
    if name in FUNCTIONS:
        return f"it is a function: write `{name}({'...' if FUNCTIONS[name].params else ''})`"
    return None


def written_whose(c: Checked, name: str, scope: Scope, expected: Type | None) -> str | None:
    """Help for the name of a property that stands without whose it is."""
    holders: list[str] = []
    for holder in [*_USUAL, *(each for each in scope.known() if each not in _USUAL)]:
        bound = scope.find(holder)
        found = properties_of(c, bound.type).get(name) if bound is not None else None
        if found is not None and (expected is None or expected.kind == "unknown" or fits(found.type, expected)):
            holders.append(f"`{holder}.{name}`")
    if not holders:
        return None
    if len(holders) == 1:
        return f"write {holders[0]}"
    return f"write whose, as in {' or '.join(holders[:2])}"


# The names that come first where several have a property.
_USUAL = ("it", "self", "unit", "bearer")


# What people write from habit, and what it is here.
_HABITS = {"true": "yes", "false": "no", "me": "self", "this": "self"}
# What only the rules of some things know.
_HOLDERS = {"bearer": "a status", "source": "a status", "owner": "a marker", "cells": "a marker"}


def _name_help(name: str, c: Checked, scope: Scope, expected: Type | None) -> str:
    if name.lower() in _HABITS:
        return f"write `{_HABITS[name.lower()]}`"
    if name in _HOLDERS:
        return _holder_help(name, scope)
    if name in c.vocabulary.attributes or name in c.vocabulary.counters:
        return f"it is a property of units: write whose, as in `unit.{name}`"
    if name in c.vocabulary.options:
        return f"it is an option: write `options.{name}`"
    if name in c.quantified:
        return f"`{name}` is known only right after `satisfies` or `by`: put all that asks for it in parentheses there"
    bring = [of for of, event in EVENTS.items() if any(field.name == name for field in event.fields)]
    bring += [of for of, form in c.vocabulary.events.items() if name in form.fields]
    if bring:
        shown = " or ".join(f"`{_SHOWN_EVENTS.get(of, of)}`" for of in bring)
        return f"only rules that answer {shown} know it"
    if name == "self" and not scope.within("script"):
        about = "write `unit`" if scope.find("unit") is not None else "in a rule, `unit` is whom the event is about"
        return f"nobody has what stands here, so there is no `self`: {about}"
    if expected == t.TEXT:
        return f'put text in quotes: `"{name}"`'
    if scope.within("script"):
        return f"a unit is there once it is given, as in `{name} at 3`; a word is declared in the ruleset"
    return "declare it in the ruleset, or give it a value with `let` before"


def _holder_help(name: str, scope: Scope) -> str:
    own = {"self": "who has the thing", "bearer": "who has the status", "owner": "whose the marker is"}
    for other, meaning in own.items():
        found = scope.find(other)
        if name not in ("source", "cells") and found is not None and found.type.kind == "unit":
            return f"`{name}` is known in the rules of {_HOLDERS[name]}; here `{other}` is {meaning}"
    return f"only the rules of {_HOLDERS[name]} know it"


_SHOWN_EVENTS = {"change:init": "change of init", "change": "change of ..."}


def properties_of(c: Checked, of: Type) -> dict[str, Property]:
    """What may stand after a dot, for a value of some type."""
    found = c.properties.get(of)
    if found is None:
        found = c.properties[of] = _properties_of(c.vocabulary, of)
    return found


def _properties_of(vocabulary: Vocabulary, of: Type) -> dict[str, Property]:
    found = dict(PROPERTIES.get(of.kind, {}))
    if of.kind == "unit":
        for name, type_ in vocabulary.attributes.items():
            found[name] = Property(name, type_, "an attribute of the ruleset")
        for name, type_ in vocabulary.counters.items():
            found[name] = Property(name, type_, "a counter of the ruleset", settable=True)
    elif of.kind == "manner":
        for flag in vocabulary.flags:
            found[flag] = Property(flag, t.YES_NO, "a flag of the ruleset's manners")
    elif of.kind == "movement":
        for field in vocabulary.change_fields.values():
            found[field.name] = Property(field.name, field.type, "a field of changes")
    elif of.kind == "item" and of.of is not None:
        for field in vocabulary.records.get(of.of, {}).values():
            found[field.name] = Property(field.name, field.type, "a field of the record")
    elif of.kind in ("status", "marker"):
        tables = vocabulary.statuses if of.kind == "status" else vocabulary.markers
        for name, fields in tables.items():
            if of.of in (None, name):
                for field in fields.values():
                    found[field.name] = Property(field.name, field.type, "a field", settable=True)
    return found


def check_attr(c: Checked, node: s.Attr, scope: Scope, expected: Type | None, lenient: bool) -> Type:
    if isinstance(node.of, s.Name) and node.of.name == "options" and scope.find("options") is None:
        return _option(c, node)
    of = type_of(c, node.of, scope, None, lenient)
    if of.kind == "unknown":
        return t.UNKNOWN
    spread = of.kind == "list" and of.item is not None and of.item.kind != "unknown"
    thing = of.item if spread and of.item is not None else of
    found = properties_of(c, thing).get(node.name)
    if found is None:
        known = properties_of(c, thing)
        c.error(
            "unknown-property",
            f"{thing} has no `{node.name}`",
            node.name_span,
            _property_help(node, known),
            phase="resolve",
        )
        return t.UNKNOWN
    _note_property(c, thing, node.name)
    c.attrs[node] = thing.kind
    if spread:
        c.attrs[node] = "each " + thing.kind
        return list_of(found.type)
    # A unit's Init counts as there: a unit that is off the track stops the action with a reason of its own.
    if found.maybe and found.name != "init":
        absent(c, node, path_of(node) or f"....{node.name}", scope, lenient)
    return found.type


def _property_help(node: s.Attr, known: dict[str, Property]) -> str | None:
    if node.name in FUNCTIONS and nearest(node.name, sorted(known)) is None:
        return f"it is a function: write `{node.name}({path_of(node.of) or '...'})`"
    return suggestion(node.name, sorted(known), "property") if known else None


def _note_property(c: Checked, of: Type, name: str) -> None:
    """Note that a property is read: an attribute, a counter, a flag, or a field wherever it may be declared."""
    vocabulary, uses = c.vocabulary, c.uses
    uses.note(of.kind, name)
    tables: dict[str, dict[str, dict[str, Field]]] = {
        "item": vocabulary.records,
        "status": vocabulary.statuses,
        "marker": vocabulary.markers,
        "movement": {"": vocabulary.change_fields},
    }
    for declared, fields in tables.get(of.kind, {}).items():
        if name in fields and of.of in (None, declared):
            uses.note("field", fields[name].span)


def _option(c: Checked, node: s.Attr) -> Type:
    c.attrs[node] = "option"
    c.uses.note("option", node.name)
    found = c.vocabulary.options.get(node.name)
    if found is None:
        help = suggestion(node.name, sorted(c.vocabulary.options), "option")
        c.error("unknown-name", f"there is no option `{node.name}`", node.name_span, help, phase="resolve")
        return t.UNKNOWN
    return found
