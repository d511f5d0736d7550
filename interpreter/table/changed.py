"""What a pack makes of the examples of what it extends: which no longer hold, and whether that is meant.

Such an example is a promise of the ruleset, on which others may have built. So a pack that breaks one has to say so,
with the reason, under `changes`; and what it says there has to be so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from interpreter.library.building import Builder
from interpreter.library.layering import changes_of, errors_without
from interpreter.source.diagnostics import Diagnostic
from interpreter.source.text import Span
from interpreter.table.examples import ExampleRunner, Outcome
from interpreter.table.loading import Loaded, without_pack
from interpreter.table.scripts import Script
from interpreter.track.dice import SeededDice
from interpreter.track.fight import Fight


@dataclass(slots=True)
class Changed:
    """How the examples of what a pack extends went with it.

    `held` passed, `meant` failed as the pack says, and `failed` although it says nothing. `idle` are findings about
    what it says and is not so.
    """

    held: list[Outcome] = field(default_factory=list)
    meant: list[Outcome] = field(default_factory=list)
    failed: list[Outcome] = field(default_factory=list)
    idle: list[Diagnostic] = field(default_factory=list)

    def add(self, other: Changed) -> None:
        """Take over those of another pack."""
        self.held += other.held
        self.meant += other.meant
        self.failed += other.failed
        self.idle += other.idle


def try_changes(loaded: Loaded, builder: Builder) -> Changed:
    """Run the examples of what a checked pack extends. One that fails without the pack too is none of its own."""
    assert loaded.pack is not None
    assert loaded.inherited is not None
    changed = Changed()
    outcomes = [*ExampleRunner(builder, loaded.inherited.examples).run(), *_senseless(loaded, builder)]
    failed = [outcome for outcome in outcomes if outcome.message is not None]
    changed.held = [outcome for outcome in outcomes if outcome.message is None]
    older = _failing_without(loaded, {outcome.example.span for outcome in failed})
    failed = [outcome for outcome in failed if outcome.example.span not in older]
    meant = {name.text: name.span for name, _ in changes_of(loaded.pack)}
    for outcome in failed:
        names = (outcome.example.id, outcome.example.of)
        if any(name in meant for name in names):
            changed.meant.append(outcome)
        else:
            only = f"only with the pack `{loaded.pack.name}`, whose `changes` do not name it"
            message = f"{outcome.message} ({only})"
            changed.failed.append(replace(outcome, message=message))
    so = {name for outcome in failed for name in (outcome.example.id, outcome.example.of)}
    changed.idle = [_idle(name, span) for name, span in meant.items() if name not in so]
    return changed


def _senseless(loaded: Loaded, builder: Builder) -> Iterator[Outcome]:
    """Examples that cannot even be read any more, as if they had been run."""
    assert loaded.inherited is not None
    for example, error in loaded.inherited.senseless:
        message = f"it has no sense any more: {error.message}, at {error.span}"
        yield Outcome(example, message, None, Fight(builder.program, SeededDice(1), Script()))


def _failing_without(loaded: Loaded, spans: set[Span]) -> set[Span]:
    """Which of some examples fail without the pack as well."""
    if not spans:
        return set()
    assert loaded.base is not None
    errors = errors_without(loaded.base)
    builder = without_pack(loaded.base, errors)
    texts = [example for example in builder.texts.examples if example.span in spans]
    failed = {outcome.example.span for outcome in ExampleRunner(builder, texts).run() if outcome.message is not None}
    return failed | spans - {example.span for example in texts}


def _idle(name: str, span: Span) -> Diagnostic:
    message = f"`{name}` is said to change, and it holds with this pack as it did without"
    return Diagnostic("not-changed", "error", "run", message, span, help="take it out of `changes`")
