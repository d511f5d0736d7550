"""How verbs and events of a ruleset are written: their form, read from `push target by amount`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from interpreter.language.vocabulary import Field, Form
from interpreter.language.words import Slot
from interpreter.library.reading import names, scalar
from interpreter.source.diagnostics import Diagnostics, suggestion
from interpreter.source.nodes import Mapping, Scalar
from interpreter.source.text import Span

PREPOSITIONS = ("to", "from", "by", "as", "on", "against", "toward", "for", "at", "with")


class Forms:
    """Reads forms; mistakes in them go to diagnostics."""

    def __init__(self, diagnostics: Diagnostics) -> None:
        self.diagnostics = diagnostics

    def form(self, key: Scalar, node: Mapping, fields: dict[str, Field], *, is_event: bool) -> Form:
        """The form of a verb or an event with these fields."""
        written = scalar(node, "form")
        slots = [] if written is None else list(self._slots(key.text, written, fields))
        subject = slots[0].name if slots and slots[0].prep is None and slots[0].type.kind == "unit" else None
        gives = scalar(node, "gives")
        if gives is not None and gives.text not in fields:
            self._unknown(f"`{gives.text}` is no field of `{key.text}`", gives.text, fields, gives.span)
            gives = None
        self._check_text(key.text, scalar(node, "text"), fields)
        result = None if gives is None else gives.text
        return Form(key.text, tuple(slots), fields, subject, names(node, "stages"), is_event, result, key.span)

    def _slots(self, name: str, form: Scalar, fields: dict[str, Field]) -> Iterator[Slot]:
        parts = [(found[0], form.span_of(*found.span())) for found in re.finditer(r"\S+", form.text)]
        if parts[0][0] != name:
            self._error("wrong-form", f"the form must begin with `{name}`", parts[0][1], "the verb comes first")
        prep: str | None = None
        taken: set[str | None] = set()
        for at, (part, span) in enumerate(parts[1:], 1):
            if part in PREPOSITIONS and at + 1 < len(parts) and part not in fields:
                prep = part
                continue
            field = fields.get(part)
            if field is None:
                self._unknown(f"`{part}` in the form is no field of `{name}`", part, fields, span)
            elif prep in taken:
                before = f"`{prep}`" if prep is not None else f"`{name}`"
                message = f"a second value stands right after {before}, so the two could not be told apart"
                self._error("wrong-form", message, span, "put a word such as `by` or `with` before it")
            elif f"field {part}" in taken:
                self._error("wrong-form", f"`{part}` stands in the form twice", span, "leave one out")
            else:
                yield Slot(prep, part, field.type, required=field.default is None)
            taken |= {prep, f"field {part}"}
            prep = None

    def _check_text(self, name: str, text: Scalar | None, fields: dict[str, Field]) -> None:
        """Every `{name}` in what the log tells must be a field, or the actor."""
        for found in re.finditer(r"\{([^{}]*)\}|[{}]", "" if text is None else text.text):
            if text is None or found[1] in (*fields, "actor"):
                continue
            if found[1] is None:
                message = f"`{found[0]}` stands alone in the text of `{name}`"
                self._error("wrong-text", message, text.span_of(*found.span()), "write a field as `{name}`")
            else:
                message = f"`{found[0]}` is no field of `{name}`"
                self._unknown(message, found[1], [*fields, "actor"], text.span_of(*found.span()))

    def _unknown(self, message: str, word: str, known: dict[str, Field] | list[str], span: Span) -> None:
        self._error("unknown-name", message, span, suggestion(word, known, "field"))

    def _error(self, code: str, message: str, span: Span, help: str | None) -> None:
        self.diagnostics.error(code, message, span, phase="resolve", help=help)
