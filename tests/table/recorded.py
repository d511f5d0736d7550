"""Fights of tiny rulesets that are recorded, and tested again when a rule has become another."""

from pathlib import Path
from textwrap import dedent

from interpreter.source.render import render_text
from interpreter.table.held import hold
from interpreter.table.loading import Loaded, build, load
from interpreter.table.play import Play
from interpreter.table.recording import rehearse, written
from interpreter.table.scenario import compile_scenario
from interpreter.table.tape import Tape
from interpreter.track.dice import SeededDice
from tests.tiny import ROUND, RULESET


def record(loaded: Loaded, scenario: str, seed: int = 1) -> str:
    """What is written of a fight, after it has been read again and played again to the same events."""
    builder = build(loaded)
    play = Play(builder, compile_scenario(builder, loaded.scenarios[scenario]), SeededDice(seed), tape=Tape())
    for _ in play.run():
        pass
    text = written(play, "again", "turnwright run")
    rehearse(play, builder, loaded, text, "again.yaml")
    return text


class Brawl:
    """A tiny ruleset in a folder, with a scenario `brawl`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ruleset, self.round, self.content, self.scenario = "", ROUND, "", ""

    def loaded(self) -> Loaded:
        texts = {
            "ruleset.yaml": "\n".join([RULESET, dedent(self.ruleset), dedent(self.round)]),
            "content.yaml": dedent(self.content),
            "brawl.yaml": dedent(self.scenario),
        }
        for name, text in texts.items():
            (self.folder / name).write_text(text)
        loaded = load(str(self.folder))
        assert not loaded.diagnostics.has_errors, render_text(loaded.diagnostics)
        return loaded

    def recorded(self) -> str:
        text = record(self.loaded(), "brawl")
        (self.folder / "again.yaml").write_text(text)
        return text

    def outcome(self) -> str | None:
        """Why the recorded fight fails as the ruleset now is; None where it passes."""
        loaded = self.loaded()
        return hold(build(loaded), loaded.scenarios["again"]).message


def section(text: str, begin: str, end: str) -> str:
    return text.partition(f"{begin}\n")[2].partition(f"{end}")[0]


def what_is_done(text: str) -> str:
    """A recorded fight without what comes of its turns."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.lstrip().startswith("expect "))


def put(brawl: Brawl, part: str, old: str, new: str) -> None:
    """Put other words in the place of some in a part of the ruleset."""
    text = getattr(brawl, part)
    assert old in text
    setattr(brawl, part, text.replace(old, new))
