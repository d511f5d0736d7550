"""docs/writing-a-ruleset.md is followed to the letter: every file is written, every command run, every output compared.

A comment before each fence says what is done with it:

- `file: NAME`: the whole file. `add: NAME`: what is added at its end.
- `keys: NAME`: keys of the file; those that are there already are replaced.
- `more: NAME`: lines added to the file's last key. `swap: NAME LINE`: the line that says that, replaced.
- `console: EXIT`: commands that end so. `mistake: NAME OLD -> NEW`: the same after a mistake, which is then mended.
- `prints`: what the commands before it have printed; a last line `...` stands for the rest.
"""

import re
from pathlib import Path

import pytest

from interpreter.commands.main import main

DOC = Path(__file__).parents[2] / "docs" / "writing-a-ruleset.md"
STEP = re.compile(r"<!-- (\w+)(?:: ([^\n]+?))? -->\n\n```\w+\n(.*?)```\n", re.DOTALL)


def test_every_fence_is_a_step() -> None:
    doc = DOC.read_text(encoding="utf-8")
    assert doc.count("```") == 2 * len(STEP.findall(doc))


def keys(old: str, new: str) -> str:
    """A file with some of its top-level keys replaced or added."""
    found: dict[str, str] = {}
    for part in re.split(r"^(?=\w)", old + "\n" + new, flags=re.MULTILINE)[1:]:
        found[part.partition(":")[0]] = part.rstrip("\n") + "\n"
    return "\n".join(found.values())


def printed(commands: str, exit: int, capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    for line in commands.splitlines():
        program, *arguments = line.split()
        assert program == "turnwright"
        assert main(arguments) == exit, line
    found = capsys.readouterr()
    return found.out + found.err


def test_who_follows_it_gets_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], bless: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "popcorn"
    doc = DOC.read_text(encoding="utf-8")
    out = ""
    for step in STEP.finditer(doc):
        kind, detail, text = step[1], step[2] or "", step[3]
        name, _, rest = detail.partition(" ")
        file = folder / name
        if kind == "file":
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
        elif kind in ("add", "more"):
            file.write_text(file.read_text("utf-8") + "\n" + text, "utf-8")
        elif kind == "keys":
            file.write_text(keys(file.read_text("utf-8"), text), "utf-8")
        elif kind == "swap":
            whole = file.read_text("utf-8")
            assert whole.count(f"    - {rest}\n") == 1
            file.write_text(whole.replace(f"    - {rest}\n", text), "utf-8")
        elif kind == "mistake":
            right, (old, new) = file.read_text("utf-8"), rest.split(" -> ")
            file.write_text(right.replace(old, new), "utf-8")
            out = printed(text, 1, capsys)
            file.write_text(right, "utf-8")
        elif kind == "console":
            out = printed(text, int(detail), capsys)
        elif text.endswith("\n...\n"):
            assert out.startswith(text.removesuffix("...\n"))
        elif bless:
            fence = "<!-- prints -->\n\n```text\n"
            doc = doc.replace(step[0], fence + out + "```\n", 1) if text != out else doc
        else:
            assert text == out, "look, then pytest --bless"
    if bless:
        DOC.write_text(doc, "utf-8")
