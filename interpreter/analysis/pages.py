"""Pages of a compendium: what content declares about a thing, as a person reads it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from interpreter.analysis.phrases import Speech, clause, listed, phrase, quoted, spaced, word
from interpreter.analysis.plain_words import Line, large, lasting, pick, rule, term, told, walk
from interpreter.language import syntax as s
from interpreter.language.vocabulary import Form
from interpreter.library import reading
from interpreter.library.content import Content, Piece
from interpreter.library.texts import ActionText, ExampleText, Texts
from interpreter.source.nodes import Mapping, Node

# The kinds of thing that have a page, in the order in which a name is looked for.
KINDS = ("entry", "status", "marker", "action", "unit")


@dataclass(slots=True)
class Part:
    """A part of a page: facts, each with its name, and sentences, each with how deep it stands below the first."""

    title: str
    facts: list[tuple[str, str]] = field(default_factory=list)
    sentences: list[Line] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Row:
    """An example: what is given, what is done, the dice that fall, and what comes of it."""

    it: str
    given: list[Line]
    done: list[Line]
    dice: str
    outcome: list[Line]


@dataclass(slots=True)
class Page:
    """A thing on a page of its own."""

    kind: str
    title: str
    maker: str
    published: str
    says: str
    parts: list[Part] = field(default_factory=list)
    rulebook: list[str] = field(default_factory=list)
    terms: list[Line] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)


def pieces_of(content: Content) -> Iterator[Piece]:
    """All that has a page."""
    for kind in KINDS:
        yield from content.pieces[kind].values()


def title_of(piece: Piece) -> str:
    return reading.text(piece.node, "title") or spaced(piece.name).capitalize()


def find(content: Content, name: str) -> Piece | None:
    """The thing that a name means: its own name, its title, or the name of an action that it has."""
    pieces = list(pieces_of(content))
    for names in (_by_name, _by_title, _by_action):
        for piece in pieces:
            if name in names(piece):
                return piece
    return None


def _by_name(piece: Piece) -> list[str]:
    return [piece.name]


def _by_title(piece: Piece) -> list[str]:
    title = title_of(piece)
    return [title, title.lower()]


def _by_action(piece: Piece) -> list[str]:
    return [key.text for key, _ in reading.mapping(piece.node, "actions")]


def page(texts: Texts, piece: Piece) -> Page:
    """The page of a thing of a checked ruleset."""
    return _Writer(texts, piece).write()


class _Writer:
    def __init__(self, texts: Texts, piece: Piece) -> None:
        self.texts = texts
        self.content = texts.content
        self.piece = piece
        self.x = Speech(texts.checked, _titles(texts.content))

    def write(self) -> Page:
        node = self.piece.node
        made = Page(
            self.piece.kind,
            title_of(self.piece),
            reading.text(node, "of"),
            reading.text(node, "lcp"),
            reading.text(node, "says"),
        )
        made.parts = [part for part in self._parts() if part.facts or part.sentences]
        made.rulebook = list(self._rulebook())
        made.terms = self._terms()
        made.rows = [self._row(example) for example in self._examples()]
        return made

    def _parts(self) -> Iterator[Part]:
        if self.piece.kind == "unit":
            yield self._starts()
        elif self.piece.kind == "action":
            for action in self.texts.actions:
                if action.node is self.piece.node:
                    yield self._action(action, "What it does")
        else:
            yield self._lasts()
            for action in self.texts.actions:
                holder = action.holder
                if holder is not None and (holder.what, holder.name) == (self.piece.kind, self.piece.name):
                    yield self._action(action, spaced(action.name).capitalize())
            yield self._rules()

    def _starts(self) -> Part:
        """What a kind of unit comes with."""
        part, node = Part("", _families(self.piece.node)), self.piece.node
        for key, value in reading.mapping(node, "values"):
            part.facts.append((spaced(key.text).capitalize(), _started(reading.value_of(value))))
        entries = [self.x.titles.get(("entry", name), spaced(name)) for name in reading.names(node, "entries")]
        if entries:
            part.facts.append(("Has", listed(entries)))
        if reading.text(node, "stand_in") in ("yes", "true"):
            part.sentences.append((0, "Its numbers stand in for published ones."))
        return part

    # --- what holds while it is there -----------------------------------------------------------------------

    def _lasts(self) -> Part:
        """What a thing changes and gives as long as it stands, and when it ends."""
        part, node = Part(""), self.piece.node
        part.facts += _families(node)
        for holder, attribute, op, tree in self.texts.modifiers:
            if (holder.what, holder.name) == (self.piece.kind, self.piece.name):
                part.facts.append((spaced(attribute).capitalize(), _modified(self.x, op, tree)))
        gives = reading.names(node, "gives")
        if gives:
            part.facts.append(("Gives", listed([spaced(name) for name in gives])))
        excludes = reading.names(node, "excludes")
        if excludes:
            part.facts.append(("Not together with", listed([self.x.titles.get(("entry", e), e) for e in excludes])))
        fields = [key.text for key, _ in reading.mapping(node, "fields")]
        if fields:
            part.facts.append(("Remembers", listed([spaced(name) for name in fields])))
        again = _AGAIN.get(reading.text(node, "again"))
        if again:
            part.facts.append(("A second one", again))
        leavers = reading.names(node, "ends_with")
        if leavers:
            part.facts.append(("Ends", f"when its {listed(leavers, 'or')} leaves the fight for good"))
        return part

    def _rules(self) -> Part:
        part = Part("While it stands" if self.piece.kind != "entry" else "As long as a unit has it")
        for text in self.texts.rules:
            if (text.holder.what, text.holder.name) == (self.piece.kind, self.piece.name):
                part.sentences += rule(self.x, text.node)
                part.facts += [("How long it lasts", lasts) for lasts in lasting(self.x, text.node.body)]
        part.facts = list(dict.fromkeys(part.facts))
        return part

    # --- actions --------------------------------------------------------------------------------------------

    def _action(self, action: ActionText, title: str) -> Part:
        cost, when = self._cost(action.node)
        part = Part(title, [*_families(action.node), ("Costs", cost), ("When", when)])
        says = reading.text(action.node, "says")
        if says and action.node is not self.piece.node:
            part.facts.insert(0, ("In short", says.rstrip(".")))
        for tree, reason in action.requires:
            part.facts.append(("Requires", f"{clause(self.x, tree)} (otherwise: {quoted(reason)})"))
        part.facts += [("Aimed at", whom) for whom in self._aims(action.body, set())]
        part.facts += [("How long it lasts", lasts) for lasts in dict.fromkeys(lasting(self.x, action.body))]
        part.sentences = told(self.x, action.body)
        return part

    def _cost(self, node: Mapping) -> tuple[str, str]:
        name = reading.text(node, "cost")
        cost = {key.text: value for key, value in reading.mapping(self.content.ruleset.node, "costs")}.get(name)
        told_cost, when = spaced(name), ""
        if isinstance(cost, Mapping):
            says, when = reading.text(cost, "says"), reading.text(cost, "when")
            pays = [f"{spaced(key.text)}: {reading.value_of(n)}" for key, n in reading.mapping(cost, "pays")]
            told_cost = f"{says.rstrip('.') or told_cost} ({', '.join(pays) or 'pays nothing'})"
        when = reading.text(node, "when") or when or "own turn"
        return told_cost, "in one's own turn" if when == "own turn" else "at any time, in the turns of others too"

    def _aims(self, body: Sequence[s.Stmt], seen: set[str]) -> Iterator[str]:
        """Which units may be chosen, in a text and in the verbs that it uses."""
        for node in walk(body):
            if isinstance(node, s.Choose):
                of = self.texts.checked.types[node.source]
                if of.item is not None and of.item.kind == "unit":
                    yield pick(self.x, node, in_full=True)
            elif isinstance(node, s.Verb):
                form = self.texts.checked.verbs[node].word
                key = f"{'event' if isinstance(form, Form) and form.is_event else 'verb'} {form.name}"
                if isinstance(form, Form) and key not in seen and key in self.texts.bodies:
                    seen.add(key)
                    for found in self._aims(self.texts.bodies[key][1], seen):
                        yield found if found.endswith("”)") else f"{found} (see {quoted(form.name)})"

    # --- what the words mean --------------------------------------------------------------------------------

    def _terms(self) -> list[Line]:
        """What the functions, verbs and events mean that were spoken of, and those that these speak of in turn."""
        lines: list[Line] = []
        done = 0
        while done < len(self.x.terms):
            name, meant = list(self.x.terms.items())[done]
            done += 1
            if isinstance(meant, Form):
                lines += self._meaning(name, meant)
            else:
                lines += term(self.x, meant)
        return [*lines, *[self._family(name) for name in self.x.families]]

    def _family(self, name: str) -> Line:
        """What a family is, and who is in it."""
        family = self.texts.checked.vocabulary.families[name]
        members = listed([word(self.x, family.of.of or "", member) for member in family.members])
        says = f"{family.says.rstrip('.')}. " if family.says else ""
        return 0, f"{quoted(name)}: {says}In it: {members}."

    def _meaning(self, name: str, form: Form) -> list[Line]:
        """What a verb or an event does: what is said of it, else its sentences."""
        section = "events" if form.is_event else "verbs"
        declared: dict[str, Node] = {
            key.text: value for key, value in reading.mapping(self.content.ruleset.node, section)
        }
        node = declared.get(name)
        says = reading.text(node, "says") if isinstance(node, Mapping) else ""
        if says:
            return [(0, f"{large(quoted(name))}: {says}")]
        body = self.texts.bodies.get(f"{section[:-1]} {name}")
        return [(0, f"{quoted(name)}:"), *told(self.x, () if body is None else body[1], 1)]

    # --- rulebook and examples ------------------------------------------------------------------------------

    def _rulebook(self) -> Iterator[str]:
        rulebook = self.content.rulebook
        carried = _carried(self.piece.node)
        for node in reading.items(rulebook, "statements") if rulebook is not None else ():
            if isinstance(node, Mapping) and reading.text(node, "id") in carried:
                line = f"{reading.text(node, 'id')}: {reading.text(node, 'says')}"
                for key, label in (("act", "Activation"), ("ruling", "Ruling"), ("open", "Open")):
                    found = reading.text(node, key)
                    line += f" {label}: {found}" + ("" if found.endswith(".") else ".") if found else ""
                yield line

    def _examples(self) -> Iterator[ExampleText]:
        holders = [self.piece.node, *[node for _, node in reading.mapping(self.piece.node, "actions")]]
        own = [part for node in holders if isinstance(node, Mapping) for part in reading.items(node, "examples")]
        for example in self.texts.examples:
            if any(example.node is part for part in own):
                yield example

    def _row(self, example: ExampleText) -> Row:
        options = [f"the option {quoted(name)} is {_setting(value)}" for name, value in example.options.items()]
        given = [*[(0, large(option) + ".") for option in options], *told(self.x, example.given)]
        outcome = [(0, f"{large(clause(self.x, tree))}.") for tree in example.expect]
        if example.refused is not None:
            outcome.insert(0, (0, f"It is refused: {quoted(example.refused)}."))
        dice = ", ".join(map(str, example.dice or ()))
        return Row(f"it {reading.text(example.node, 'it')}", given, told(self.x, example.do), dice, outcome)


_AGAIN = {
    "stack": "stands beside the first",
    "refresh": "replaces the first",
    "keep": "changes nothing: the first stays",
}


def _titles(content: Content) -> dict[tuple[str, str], str]:
    """What things are called, by their set and name."""
    found = {(piece.kind, piece.name): title_of(piece) for piece in pieces_of(content)}
    for piece in content.pieces["unit"].values():
        found["unit_kind", piece.name] = reading.text(piece.node, "title") or spaced(piece.name)
    return found


def _started(value: object) -> str:
    if isinstance(value, list):
        return listed([_started(one) for one in value]) or "none"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else spaced(str(value))


def _modified(x: Speech, op: str, tree: s.Expr) -> str:
    if op == "add" and isinstance(tree, s.Negate):
        return f"{phrase(x, tree.of)} less"
    return {"set": "is {}", "add": "{} more", "cap": "at most {}"}[op].format(phrase(x, tree))


def _families(node: Mapping) -> list[tuple[str, str]]:
    """The families that a thing says it is in."""
    families = [f"the {spaced(name)}" for name in reading.names(node, "families")]
    return [("One of", listed(families))] if families else []


def _setting(value: object) -> str:
    return {True: "on", False: "off"}.get(value, str(value)) if isinstance(value, bool) else spaced(str(value))


def _carried(node: Mapping) -> set[str]:
    """The statements that a thing carries out, as a whole or in parts."""
    parts = [*reading.items(node, "rules"), *[part for _, part in reading.mapping(node, "actions")]]
    return set(reading.names(node, "carries")).union(
        *[reading.names(part, "carries") for part in parts if isinstance(part, Mapping)]
    )
