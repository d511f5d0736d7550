"""`turnwright run --record`: a fight that was played, written into a file as a scenario that tests it."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter.commands.misuse import Misuse
from interpreter.library.content import ContentProblem, shown_path
from interpreter.library.filenames import typed
from interpreter.source.diagnostics import counted
from interpreter.table.recording import name_for, rehearse, ruleset_for, written
from interpreter.table.tape import NotWritten, Taken

if TYPE_CHECKING:
    from interpreter.library.building import Builder
    from interpreter.table.loading import Loaded
    from interpreter.table.play import Play
    from interpreter.table.scenario import Scenario


class Recording:
    """What is to be recorded of a fight, and where. Raises Misuse where that cannot be, before anything is played."""

    def __init__(self, file: Path, loaded: Loaded, builder: Builder, scenario: Scenario, *, force: bool) -> None:
        self.file = file
        self.loaded = loaded
        self.builder = builder
        self.force = force
        if scenario.scripts:
            raise Misuse(f"`{scenario.text.name}` says itself what is done in it: there is nothing to record")
        if not file.parent.is_dir():
            raise Misuse(f"there is no folder `{file.parent}` to write `{file.name}` into")
        if file.is_dir():
            raise Misuse(f"`{file}` is a folder: name the file to write")
        if file.exists() and not force:
            raise Misuse(f"`{file}` is there already; `--force` writes over it")
        try:
            self.name = name_for(file, loaded)
        except (ContentProblem, NotWritten) as problem:
            raise Misuse(f"`{file}` cannot be recorded into: {problem}") from None

    def take(self, play: Play, command: str) -> int:
        """Write a fight that was played by a command; 1 after it has been said why it cannot be written."""
        content = self.loaded.pack or self.loaded.content
        assert content is not None
        sys.stdout.flush()
        try:
            text = written(play, self.name, command, ruleset_for(self.file, self.loaded))
            rehearse(play, self.builder, self.loaded, text, shown_path(self.file.resolve(), content.folder))
        except NotWritten as problem:
            print(f"turnwright: the fight is not recorded: {problem}", file=sys.stderr)
            return 1
        self._write(text)
        turns = sum(isinstance(one, Taken) for done in play.tape.rounds for one in done.turns)
        print(
            f"recorded {counted(turns, 'turn')} in `{self.file}`; `turnwright test {typed(self.file)}` tests them",
            file=sys.stderr,
        )
        return 0

    def _write(self, text: str) -> None:
        """Write the whole file, or none of it."""
        beside = self.file.with_name(f".{self.file.name}.{os.getpid()}")
        try:
            beside.write_text(text, encoding="utf-8", newline="\n")
            beside.replace(self.file)
        except OSError as problem:
            raise OSError(problem.errno, problem.strerror, str(self.file)) from None
        finally:
            beside.unlink(missing_ok=True)
