"""What the compiler gathers: the functions of each content file, the places they speak of, and the code at last."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from interpreter.language import emit
from interpreter.language.probes import HOLDS, Probes
from interpreter.language.scope import Checked
from interpreter.source.text import Span


class Module:
    """The Python functions of a ruleset, one module per content file so that tracebacks name the file.

    `sites` holds the places that events will name, by the constant that stands for each; `make_site` is given by the
    caller, since places belong to the track. With `probes` the code notes which of its lines are run.
    """

    def __init__(
        self,
        checked: Checked,
        modified: frozenset[str],
        make_site: Callable[[str, int, int, str], Any],
        probes: Probes | None = None,
    ) -> None:
        self.checked = checked
        self.modified = modified
        self.probes = probes
        self.constants: dict[str, Any] = {} if probes is None else probes.functions()
        self.short: dict[str, bool] = {}
        self._files: dict[str, list[ast.stmt]] = {}
        self._make_site = make_site
        self._sites: dict[tuple[Any, ...], str] = {}
        self._count = 0

    def fresh(self, stem: str) -> str:
        self._count += 1
        return f"{stem}_{self._count}"

    def site(self, span: Span, rule: str) -> ast.expr:
        """The constant for a place in the content."""
        key = (span.file.path, span.line, span.column, rule)
        name = self._sites.get(key)
        if name is None:
            name = self._sites[key] = self.fresh("S")
            self.constants[name] = self._make_site(*key)
        return emit.name(name)

    def site_value(self, span: Span, rule: str) -> Any:
        name = self.site(span, rule)
        assert isinstance(name, ast.Name)
        return self.constants[name.id]

    def guarded(self, value: ast.expr, otherwise: ast.expr, span: Span) -> ast.expr:
        """A value that may be absent, and what counts where it is: a call of a function made for it."""
        kept = sorted(emit.free_names(value) | emit.free_names(otherwise))
        tried = emit.absent_gives([emit.give_back(value)], [emit.give_back(otherwise)])
        name = self.add(self.fresh("g"), kept, [emit.placed(tried, span)], span)
        return emit.call(name, *[emit.name(one) for one in kept])

    def constant(self, value: ast.expr, span: Span) -> ast.expr:
        """A value that is the same each time: worked out once, when the code is defined."""
        name = self.fresh("C")
        self._files.setdefault(span.file.path, []).append(emit.placed(emit.assign(name, value), span))
        return emit.name(name)

    def add(self, name: str, params: list[str], body: list[ast.stmt], span: Span) -> str:
        """Add a function; its name."""
        self._files.setdefault(span.file.path, []).append(emit.placed(emit.function(name, params, body), span))
        return name

    def run(self, namespace: dict[str, Any]) -> None:
        """Compile all that was added, and define it in a namespace."""
        namespace.update(self.constants)
        for path in sorted(self._files):
            tree = ast.fix_missing_locations(ast.Module(self._files[path], []))
            exec(compile(tree, path, "exec"), namespace)  # noqa: S102 - built from our own nodes alone
        self._files.clear()


class Context:
    """Where code is being compiled: its module, whose dice fall, what they fall for, and what `self` is."""

    def __init__(self, module: Module, inside: str, rule: str, purpose: str) -> None:
        self.module = module
        self.checked = module.checked
        self.inside = inside
        self.rule = rule
        self.purpose = purpose
        self.event_key = ""
        self.roller_name: str | None = None
        self.self_name: str | None = None
        self.ambient: list[str] = []
        # What stands for the parameters of a function that is written out where it is called.
        self.given: dict[str, ast.expr] = {}
        self.has_holder = False
        self.has_self = False
        # What scripts of examples and policies do is no part of the rules that are watched.
        self.probes = None if inside in ("script", "setup") else module.probes

    def fresh(self, stem: str) -> str:
        return self.module.fresh(stem)

    def site(self, span: Span) -> ast.expr:
        return self.module.site(span, self.rule)

    def roller(self) -> ast.expr:
        """Who rolls: the first unit that a function is about, or who acts."""
        if self.roller_name is not None:
            return emit.name(self.roller_name)
        return emit.attr(emit.name("f"), "actor")

    def self_code(self) -> ast.expr:
        """`self`, where it is a unit."""
        if self.self_name is not None:
            return emit.name(self.self_name)
        return emit.item(emit.attr(emit.name("f"), "units"), emit.attr(emit.name("h"), "bearer"))

    # --- probes: nothing where the module has none ------------------------------------------------------------

    def line(self, span: Span) -> list[ast.stmt]:
        """What notes that a line is run."""
        return [] if self.probes is None else [emit.placed(emit.do(self.probes.line(span)), span)]

    def way(self, span: Span, way: str) -> list[ast.stmt]:
        """What notes that a choice went this way."""
        return [] if self.probes is None else [emit.placed(emit.do(self.probes.way(span, way)), span)]

    def valued(self, value: ast.expr, span: Span) -> ast.expr:
        """A value that stands on a line of its own: that the line is run is noted first."""
        return value if self.probes is None else ast.BoolOp(ast.Or(), [self.probes.line(span), value])

    def decided(self, test: ast.expr, span: Span, ways: tuple[str, str] = HOLDS) -> ast.expr:
        """A condition; which of two ways it goes is noted."""
        return test if self.probes is None else self.probes.decision(test, span, ways)
