"""Some pages are followed to the letter: every file is written, every command run, every output compared.

A comment before each fence says what is done with it:

- `file: NAME`: the whole file. `add: NAME`: what is added at its end.
- `keys: NAME`: keys of the file; those that are there already are replaced.
- `more: NAME`: lines added to the file's last key. `swap: NAME LINE`: the line that says that, replaced.
- `console: EXIT`: commands that end so. `mistake: NAME OLD -> NEW`: the same after a mistake, which is then mended.
- `prints`: what the commands before it have printed; a last line `...` stands for the rest.

Where a page says `away: NAME`, that folder is taken away.
"""

import re
import shutil
import zipfile
from pathlib import Path

import pytest

from interpreter.commands.main import main

DOCS = Path(__file__).parents[2] / "docs"
# Each page with the folder that its files stand in.
PAGES = {"writing-a-ruleset.md": "popcorn", "packs.md": "."}
STEP = re.compile(r"<!-- (\w+)(?:: ([^\n]+?))? -->\n\n(?:```\w+\n(.*?)```\n)?", re.DOTALL)


@pytest.mark.parametrize("page", PAGES)
def test_every_fence_is_a_step(page: str) -> None:
    doc = (DOCS / page).read_text(encoding="utf-8")
    steps = STEP.findall(doc)
    assert doc.count("```") == 2 * sum(bool(text) for _, _, text in steps)
    assert [kind for kind, _, text in steps if not text] == ["away"] * doc.count("<!-- away: ")


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
        if arguments[:2] == ["-m", "zipfile"]:
            zipfile.main(arguments[2:])
            continue
        assert program == "turnwright"
        assert main(arguments) == exit, line
    found = capsys.readouterr()
    return found.out + found.err


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_who_follows_it_gets_what_it_says(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], bless: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / PAGES[page]
    doc = (DOCS / page).read_text(encoding="utf-8")
    out = ""
    for step in STEP.finditer(doc):
        kind, detail, text = step[1], step[2] or "", step[3] or ""
        name, _, rest = detail.partition(" ")
        file = folder / name
        if kind == "file":
            write(file, text)
        elif kind in ("add", "more"):
            write(file, file.read_text("utf-8") + "\n" + text)
        elif kind == "keys":
            write(file, keys(file.read_text("utf-8"), text))
        elif kind == "swap":
            (line,) = re.findall(rf"^ *(?:- )?{re.escape(rest)}\n", file.read_text("utf-8"), re.MULTILINE)
            write(file, file.read_text("utf-8").replace(line, text))
        elif kind == "away":
            shutil.rmtree(file)
        elif kind == "mistake":
            right, (old, new) = file.read_text("utf-8"), rest.split(" -> ")
            write(file, right.replace(old, new))
            out = printed(text, 1, capsys)
            write(file, right)
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
        (DOCS / page).write_text(doc, "utf-8")
