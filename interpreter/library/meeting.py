"""Whether what is checked meets the needs of the vocabularies that it imports."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.language.check_calls import declared_type, quiet_type, result_of
from interpreter.language.types import Type, fits, list_of
from interpreter.language.vocabulary import Form
from interpreter.library.checking import ContentChecker
from interpreter.library.declarations import Declarer
from interpreter.library.forms import Forms
from interpreter.library.imports import Import
from interpreter.library.needs import FORMS, TYPED, Need, declared_in, needs_of
from interpreter.source.diagnostics import Diagnostics, counted
from interpreter.source.nodes import Mapping, Scalar
from interpreter.source.text import Span

# What units have of one name, in whichever of these it is declared.
OF_UNITS = ("attributes", "counters", "budgets")


def check_needs(checker: ContentChecker, imports: Sequence[Import], diagnostics: Diagnostics) -> None:
    """Report each needed word that is not declared, or otherwise than it is needed, where the import is asked for."""
    meeting = _Meeting(checker)
    for one in imports:
        for need in needs_of(one.content):
            problem = meeting.differs(need)
            if problem is not None:
                said, help = problem
                message = f"`{one.content.name}` needs the {need.called} `{need.written}`, and {said}"
                help = f"{help}; it is needed at {need.name.span}"
                diagnostics.error("missing-word", message, one.asked.span, phase="resolve", help=help)


class _Meeting:
    def __init__(self, checker: ContentChecker) -> None:
        self.checked = checker.checked
        self.vocabulary = checker.checked.vocabulary
        self.declared = {(section, name.text): name.span for section, name in declared_in(checker.content)}
        for name, define in self.vocabulary.functions.items():
            self.declared["functions", name] = define.name_span
        self.declarer = Declarer(checker.content, Diagnostics(), self.vocabulary)

    def differs(self, need: Need) -> tuple[str, str] | None:
        """What is amiss with a needed word, and how to mend it; None where it is there."""
        name = need.name.text
        place = self.declared.get((need.section, name))
        if place is None and need.section == "verbs":
            place = self.declared.get(("events", name))
        if place is None:
            return self._missing(need)
        found = self._misfit(need)
        return None if found is None else (f"here {found}", f"that is declared at {place}")

    def _missing(self, need: Need) -> tuple[str, str]:
        name = need.name.text
        others = OF_UNITS if need.section in OF_UNITS else FORMS if need.section in FORMS else ()
        for section in others:
            other: Span | None = self.declared.get((section, name))
            if other is not None:
                return f"here that is one of the {section}", f"it is declared at {other}"
        return "nothing declares it", need.declared_as

    def _misfit(self, need: Need) -> str | None:
        """How a word that is declared differs from what is needed."""
        name, vocabulary = need.name.text, self.vocabulary
        if need.section in TYPED and isinstance(need.node, Scalar):
            wanted = self._type(need.node.text)
            found = vocabulary.attributes.get(name)
            if need.section == "change_fields":
                found = vocabulary.change_fields[name].type
            return None if found is None or fits(found, wanted) else f"it is {found}"
        if need.section == "words":
            missing = [word.text for word in need.words if word.text not in vocabulary.words.get(name, ())]
            return "that set has no " + ", ".join(f"`{word}`" for word in missing) if missing else None
        if need.section == "families" and isinstance(need.node, Scalar):
            of = vocabulary.families[name].of
            return None if need.node.text == of.of else f"that is a family of `{of.of}`"
        if need.section in FORMS and isinstance(need.node, Mapping):
            found_form = vocabulary.events.get(name) or vocabulary.verbs[name]
            return self._other_form(self._form(need, need.node), found_form)
        return self._other_function(need) if need.section == "functions" else None

    def _type(self, written: str) -> Type:
        """A type by its name; one that is not there is a need of its own."""
        found = declared_type(None, self.vocabulary, written.removeprefix("list of ").strip()) or Type("unknown")
        return list_of(found) if written.startswith("list of ") else found

    def _form(self, need: Need, node: Mapping) -> Form:
        fields = self.declarer.fields(node, "fields")
        return Forms(Diagnostics()).form(need.name, node, fields, is_event=need.section == "events")

    def _other_form(self, wanted: Form, found: Form) -> str | None:
        for field in wanted.fields.values():
            other = found.fields.get(field.name)
            if other is None:
                return f"it has no field `{field.name}`"
            if not fits(other.type, field.type):
                return f"`{field.name}` of it is {other.type}"
            if field.default is not None and other.default is None:
                return f"`{field.name}` of it has no default"
        slots = {slot.name: slot.prep for slot in wanted.slots}
        for slot in found.slots:
            if slot.name in slots and slots.pop(slot.name) != slot.prep:
                before = f"`{slot.prep}`" if slot.prep else "the verb"
                return f"`{slot.name}` stands behind {before}"
            if slot.name not in wanted.fields and slot.required:
                return f"it asks for `{slot.name}` as well"
        if slots:
            return f"`{next(iter(slots))}` stands nowhere in its form"
        missing = [stage for stage in wanted.stages if stage not in found.stages]
        if missing:
            return f"it has no stage `{missing[0]}`"
        return f"it does not give `{wanted.gives}`" if wanted.gives not in (None, found.gives) else None

    def _other_function(self, need: Need) -> str | None:
        define = self.vocabulary.functions[need.name.text]
        wanted = [self._type(type_.text) for _, type_ in need.fields]
        found = [quiet_type(self.checked, param) for param in define.params]
        required = sum(param.default is None for param in define.params)
        if not required <= len(wanted) <= len(found):
            return f"it takes {counted(len(found), 'value')}"
        for param, one, other in zip(define.params, found, wanted, strict=False):
            if not fits(other, one):
                return f"`{param.name}` of it is {one}"
        result = result_of(self.checked, define, None)
        gives = Type("unknown") if need.gives is None else self._type(need.gives.text)
        return None if fits(result, gives) else f"it gives {result}"
