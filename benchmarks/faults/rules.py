"""Rules that can never act, things that nothing brings about, and rules that set each other off without end."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from benchmarks.faults.fault import Edit, Fault, Maker
from benchmarks.faults.shelf import Place, Shelf
from interpreter.language import syntax as s
from interpreter.language.check_constants import walk
from interpreter.language.vocabulary import Field
from interpreter.library.content import Piece
from interpreter.library.reading import names
from interpreter.source.nodes import Mapping, Scalar
from interpreter.source.text import Span

# --- a rule that can never act ----------------------------------------------------------------------------------------


def idle_rules(shelf: Shelf, random: Random) -> Iterator[Fault]:
    """A rule that can never act.

    - it answers what was `stopped`, and nothing ever stops such a thing;
    - it is `of` a unit, and asks for another unit;
    - it answers a step of a manner that makes no steps;
    - a status asks that its bearer lacks it, or an entry that its unit does;
    - it answers a change of a field that nothing changes.
    """
    maker = Maker("idle-rule", shelf.name)
    stopped = _stopped(shelf)
    for place in shelf.places:
        if isinstance(place.node, s.Rule):
            ways = list(_never(shelf, place, place.node, stopped))
            if ways:
                span, text, what = random.choice(ways)
                yield maker.put(span, text, what, over=True)
    if not shelf.is_vocabulary:
        yield from _changes_of_fixed(maker, shelf)


def _stopped(shelf: Shelf) -> set[tuple[str, str]]:
    """The events, by kind and name, that a rule may stop."""
    found = set()
    for rule in shelf.whole:
        if isinstance(rule, s.Rule) and rule.when != "after":
            inner = [part for statement in rule.body for part in walk(statement)]
            if any(isinstance(part, s.Stop) for part in inner):
                found.add((rule.event.kind, rule.event.name))
    return found


def _never(shelf: Shelf, place: Place, rule: s.Rule, stopped: set[tuple[str, str]]) -> Iterator[tuple[Span, str, str]]:
    event = rule.event
    file = rule.span.file
    end = Span(file, event.span.end, event.span.end)
    what_of = (event.kind, event.name)
    may_stop = what_of in stopped or "any" in {kind for kind, _ in stopped} or shelf.is_vocabulary
    # What the language itself makes happen may also be stopped because a unit is off the track.
    is_told = event.name in shelf.checked.vocabulary.events or event.name == "step"
    if rule.when == "after" and not event.stopped and not may_stop and event.kind == "event" and is_told:
        yield end, " stopped", f"`{event.span.text} stopped`, which nothing stops"
    if isinstance(event.of, s.Name) and event.kind in ("change", "event", "turn"):
        yield _asking(rule, f"unit is not {event.of.name}", f"`{event.span.text}`")
    if event.kind == "event" and event.name == "step":
        still = [name for name, touches in shelf.checked.vocabulary.touches.items() if touches == "nothing"]
        for manner in still[:1]:
            yield _asking(rule, f"manner is {manner}", f"`{event.span.text}`")
    holder = _holder(shelf, place)
    if holder is not None and event.kind != "ends":
        who = "bearer" if holder.kind == "status" else "self"
        yield _asking(rule, f"{who} lacks {holder.name}", f"`{event.span.text}` of `{holder.name}`")


def _asking(rule: s.Rule, condition: str, what: str) -> tuple[Span, str, str]:
    """A condition more for a rule."""
    file = rule.span.file
    if rule.condition is not None:
        at = rule.condition.span.start
        while file.text[at - 1] == "(":
            at -= 1
        return Span(file, at, at), f"{condition} and ", f"{what} where {condition}"
    at = rule.stage_span.end if rule.stage_span is not None else rule.event.span.end
    return Span(file, at, at), f" where {condition}", f"{what} where {condition}"


def _holder(shelf: Shelf, place: Place) -> Piece | None:
    """The status or entry whose rules a text is."""
    return _holders(shelf).get((place.text.scalar.file.path, place.text.scalar.start))


def _holders(shelf: Shelf) -> dict[tuple[str, int], Piece]:
    found: dict[tuple[str, int], Piece] = {}
    for kind in ("status", "entry"):
        for piece in shelf.content.pieces[kind].values():
            rules = piece.node.get("rules")
            if isinstance(rules, Scalar):
                found[rules.file.path, rules.start] = piece
    return found


def _changes_of_fixed(maker: Maker, shelf: Shelf) -> Iterator[Fault]:
    """A rule about a change of a field that no rule or action changes."""
    changed = {
        part.target.name
        for root in shelf.whole
        for part in walk(root)
        if isinstance(part, s.Assign) and isinstance(part.target, (s.Name, s.Attr))
    }
    v = shelf.checked.vocabulary
    for kind, table in (("status", v.statuses), ("entry", v.entries)):
        for piece in shelf.content.pieces[kind].values():
            for name in table[piece.name]:
                if name in changed or name in v.counters or piece.node.file.path not in shelf.files:
                    continue
                edit = with_rule(piece, f'after change of {name}:\n  say "it has changed"')
                if edit is not None:
                    at = ((edit.file, edit.start + edit.text.index("after ")),)
                    what = f"`after change of {name}` in `{piece.name}`, where nothing changes it"
                    yield Fault(maker.kind, shelf.name, (edit,), at, what)


def with_rule(piece: Piece, rule: str) -> Edit | None:
    """The edit that gives a thing one more rule; None where its rules stand in several blocks."""
    rules = piece.node.get("rules")
    file = piece.node.file
    if isinstance(rules, Scalar) and rules.style == "literal":
        end = len(file.text[: rules.end].rstrip())
        lines = file.text[rules.start : end].split("\n")[1:]
        indent = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
        text = "".join(f"\n{' ' * indent}{line}" for line in rule.split("\n"))
        return Edit(file.path, end, end, text)
    if rules is not None:
        return None
    name = piece.name_node
    line = file.text.find("\n", name.end)
    if line < 0 or file.text[name.end : line].strip():
        return None
    column = piece.node.items[0][0].start - (file.text.rfind("\n", 0, name.start) + 1)
    lines = ["rules: |", *(f"  {part}" for part in rule.split("\n"))]
    return Edit(file.path, line, line, "".join(f"\n{' ' * column}{part}" for part in lines))


# --- what nothing brings about ----------------------------------------------------------------------------------------

_NEW = {
    "status": "- status: {}\n  says: Nobody ever has it.\n",
    "marker": "- marker: {}\n  says: It lies nowhere.\n",
    "policy": '- policy: {}\n  do: |\n    say "waits"\n',
}


def never_applied(shelf: Shelf, random: Random) -> Iterator[Fault]:
    """A status that nothing applies: a new one, or one whose only `apply` names another; markers and policies alike.

    No mistake in a vocabulary, which is there for others.
    """
    if shelf.is_vocabulary:
        return
    maker = Maker("never-applied", shelf.name)
    for number, (file, node) in enumerate(shelf.files.items()):
        if isinstance(node, (Mapping, Scalar)):
            continue
        kind = random.choice(sorted(_NEW))
        name = f"unheard_of_{number}"
        text = node.file.text
        put = ("" if text.endswith("\n") else "\n") + "\n" + _NEW[kind].format(name)
        edit = Edit(file, len(text), len(text), put)
        yield Fault(maker.kind, shelf.name, (edit,), ((file, len(text) + put.index(name)),), f"a new {kind} `{name}`")
    yield from _renamed(maker, shelf, random)


def _renamed(maker: Maker, shelf: Shelf, random: Random) -> Iterator[Fault]:
    c = shelf.checked
    plain = sorted(name for name, fields in c.vocabulary.statuses.items() if not fields)
    for piece in shelf.content.pieces["status"].values():
        makers = [node for node in c.uses.mentions.get(("status", piece.name), ()) if node not in c.uses.asking]
        others = [name for name in plain if name != piece.name]
        if len(makers) != 1 or not others or piece.node.get("offered") is not None or _is_given(shelf, piece.name):
            continue
        node, path = makers[0], piece.node.file.path
        verb = next((p.parent for p in shelf.places if p.node is node), None)
        if not isinstance(verb, s.Verb) or verb.name != "apply" or verb.fields or path not in shelf.files:
            continue
        other = random.choice(others)
        edit = Edit(node.span.file.path, node.span.start, node.span.end, other)
        at = piece.name_node.start
        if edit.file == path and edit.start < at:
            at += len(other) - (edit.end - edit.start)
        what = f"the only `apply {piece.name}` as `apply {other}`"
        yield Fault(maker.kind, shelf.name, (edit,), ((path, at),), what)


def _is_given(shelf: Shelf, name: str) -> bool:
    pieces = [*shelf.content.pieces["status"].values(), *shelf.content.pieces["entry"].values()]
    return any(name in names(piece.node, "gives") for piece in pieces)


# --- rules that set each other off without end ------------------------------------------------------------------------


def endless_reactions(shelf: Shelf, random: Random) -> Iterator[Fault]:
    """A status that applies itself when it is applied, or two that apply each other; markers alike.

    Each new one brings a rule of its own, so that this never ends; a rule that has acted does not act again on what
    comes of that, so that no other chain of rules goes on for ever. No mistake where the first one stays as it is.
    """
    maker = Maker("endless-reactions", shelf.name)
    for kind in ("status", "marker"):
        table = shelf.checked.vocabulary.statuses if kind == "status" else shelf.checked.vocabulary.markers
        pieces = [
            piece
            for piece in shelf.content.pieces[kind].values()
            if piece.node.file.path in shelf.files and _comes_anew(piece) and _needs_nothing(table[piece.name])
        ]
        for piece in pieces:
            other = random.choice(pieces)
            edits = [with_rule(piece, _reaction(kind, piece.name, other.name))]
            if other is not piece:
                edits.append(with_rule(other, _reaction(kind, other.name, piece.name)))
            if None in edits:
                continue
            what = f"`{piece.name}` brings `{other.name}`" + ("" if other is piece else ", and the other way round")
            made = [edit for edit in edits if edit is not None]
            yield Fault(maker.kind, shelf.name, tuple(made), tuple(_places(made)), what)


def _reaction(kind: str, name: str, other: str) -> str:
    if kind == "status":
        return f"after apply of bearer where status is {name}:\n  apply {other} to bearer"
    return f"after place where marker is {name}:\n  place {other} at cells"


def _comes_anew(piece: Piece) -> bool:
    again = piece.node.get("again")
    return again is None or (isinstance(again, Scalar) and again.text != "keep")


def _needs_nothing(fields: dict[str, Field]) -> bool:
    return all(field.default is not None for field in fields.values())


def _places(edits: list[Edit]) -> Iterator[tuple[str, int]]:
    """Where the lines of new rules stand once all of them are in."""
    for edit in edits:
        before = sum(len(one.text) for one in edits if one.file == edit.file and one.start < edit.start)
        start = edit.start + before
        yield from ((edit.file, start + i + 1) for i, letter in enumerate(edit.text) if letter == "\n")
