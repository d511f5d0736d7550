"""Odd content: `check` never raises, and what it finds nothing wrong with compiles and runs, or is refused."""

import random
import re
from pathlib import Path

import pytest

from interpreter.language.readable_words import NAMES
from interpreter.language.words import FUNCTIONS, VERBS
from interpreter.table.examples import ExampleRunner
from interpreter.table.loading import build, load

HERE = Path(__file__).parent
PART = re.compile(r"[A-Za-z_]+|\d*d\d+|[\d.]+|\"[^\"]*\"|[-+*/<>=]+")
OTHERS = [*VERBS, *FUNCTIONS, *NAMES, "0", "-1", "0.5", "d6", "yes", "[]", "self", "it", "source", "bearer", "cells"]


def files(*kinds: str) -> dict[str, str]:
    found = sorted(file for kind in kinds for file in (HERE / kind).glob("*.yaml"))
    return {file.name: file.read_text(encoding="utf-8") for file in found}


TINY = files("tiny")
RIGHT = files("ok", "run")
WORDS = sorted({word for text in [*TINY.values(), *RIGHT.values()] for word in PART.findall(text)} | set(OTHERS))


def slipped(text: str, chance: random.Random) -> str:
    """A text with a word replaced, left out or doubled, or a line moved."""
    parts = list(PART.finditer(text))
    part = chance.choice(parts)
    kind = chance.randrange(4)
    if kind == 0:
        return text[: part.start()] + text[part.end() :]
    if kind == 1:
        lines = text.splitlines(keepends=True)
        lines.insert(chance.randrange(len(lines)), lines.pop(chance.randrange(len(lines))))
        return "".join(lines)
    return text[: part.start()] + chance.choice(WORDS) + text[part.end() :]


@pytest.mark.parametrize("seed", range(60))
def test_nothing_raises(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    name = chance.choice(sorted(RIGHT))
    content = {**TINY, name: RIGHT[name]}
    spoilt = chance.choice([name, name, *TINY])
    for _ in range(chance.choice([1, 1, 2])):
        content[spoilt] = slipped(content[spoilt], chance)
    for file, text in content.items():
        (tmp_path / file).write_text(text, encoding="utf-8")
    loaded = load(str(tmp_path))
    if loaded.texts is not None and not loaded.diagnostics.has_errors:
        ExampleRunner(build(loaded), loaded.texts.examples).run()
