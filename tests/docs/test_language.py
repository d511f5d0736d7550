"""Every snippet of docs/language.md is run: the reader sees nothing that the program would not take.

A comment before each fence says what the snippet is, and for some kinds a detail behind a colon:

- `ruleset`: keys of the running ruleset's ruleset.yaml; what stands under a key that is there already is added to it.
- `item` (detail: the file): items of the running ruleset. `file` (detail: its name): a whole file of it, or beside it.
- `alone`: a whole ruleset.yaml of a ruleset of its own; with a detail, another file of it.
- `given`: what an example is given; the first one is what `values` and `script` are given.
- `values`: one expression a line, and behind `#` its value: `2d6   # 7 from 3 4`, or `absent`.
- `script` (detail: the dice): what an example does. `statements`: what an action does to `other`.
- `rules` (detail: `of` what holds them), `lasts` (one duration a line).
- `wrong` (detail: one of these, or `vocabulary`, to import): it must be refused; the next fence, `says`, holds the
  message.
- `console`: commands, run beside the running ruleset's folder. `folder`: the files in that folder.
- `prints` (detail: a command, run beside the folder of the `alone` ruleset before it): what it prints.

The running ruleset must be free of errors after each of its snippets, and of warnings in the end.
"""

import itertools
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from interpreter.commands.main import main
from interpreter.source.diagnostics import Diagnostic
from interpreter.table.examples import ExampleRunner, Outcome
from interpreter.table.loading import build, load

DOC = Path(__file__).parents[2] / "docs" / "language.md"
KINDS = {
    "ruleset": "yaml",
    "item": "yaml",
    "file": "yaml",
    "alone": "yaml",
    "given": "rules",
    "values": "rules",
    "script": "rules",
    "statements": "rules",
    "rules": "rules",
    "lasts": "rules",
    "wrong": "",
    "says": "text",
    "console": "console",
    "prints": "text",
    "folder": "text",
}
COMMENT = re.compile(r"<!-- (\w+)(?:: (.+))? -->")
Files = dict[str, str]


@dataclass(frozen=True)
class Snippet:
    """A fenced block with the comment before it."""

    line: int
    kind: str
    detail: str
    language: str
    text: str


def read(doc: str) -> Iterator[Snippet]:
    """The snippets of a document. Fails for a fence without a comment, or with one of no known kind."""
    before, opened, text = "", None, ""
    for number, line in enumerate(doc.splitlines(keepends=True), 1):
        if opened is None and line.startswith("```"):
            found = COMMENT.fullmatch(before)
            assert found, f"line {number}: the fence has no comment that says what it is"
            kind, detail = found[1], found[2] or ""
            language = line.strip("`\n")
            assert kind in KINDS, f"line {number}: `{kind}` is no kind of snippet"
            assert KINDS[kind] in ("", language), f"line {number}: `{kind}` is not written in `{language}`"
            opened, text = (number, kind, detail, language), ""
        elif opened is not None and line.rstrip() == "```":
            yield Snippet(*opened, text)
            opened = None
        elif opened is not None:
            text += line
        before = line.strip() or before
    assert opened is None, "the last fence is not closed"


SNIPPETS = list(read(DOC.read_text(encoding="utf-8")))


def of_kind(*kinds: str) -> Any:
    """A test for each snippet of some kinds."""
    chosen = [pytest.param(s, id=f"line{s.line}") for s in SNIPPETS if s.kind in kinds]
    return pytest.mark.parametrize("snippet", chosen)


# --- the running ruleset --------------------------------------------------------------------------------------


def grown(last: Snippet | None = None) -> Files:
    """The files of the running ruleset, as they are after a snippet or at the end."""
    keys: dict[str, str] = {}
    files: Files = {}
    for snippet in SNIPPETS:
        if snippet.kind == "ruleset":
            for part in re.split(r"^(?=\S)", snippet.text, flags=re.MULTILINE)[1:]:
                head, _, body = part.partition("\n")
                keys[head] = keys.get(head, "") + body
        elif snippet.kind == "item":
            files[snippet.detail] = files.get(snippet.detail, "") + snippet.text + "\n"
        elif snippet.kind == "file":
            files[snippet.detail] = snippet.text
        if snippet is last:
            break
    ordered = sorted(keys, key=lambda head: head.startswith("rules:"))
    return {"ruleset.yaml": "".join(f"{head}\n{keys[head]}" for head in ordered), **files}


def write(folder: Path, files: Files) -> Path:
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


def said(finding: Diagnostic) -> str:
    help = "" if finding.help is None else f"\nhelp: {finding.help}"
    return f"{finding.severity}[{finding.code}]: {finding.message}{help}"


def shown(findings: list[Diagnostic]) -> str:
    return "\n".join(f"{finding.span}: {said(finding)}" for finding in findings)


def run(folder: Path, allowed: tuple[str, ...] = ()) -> list[Outcome]:
    """Load a ruleset that must be silent, but for some warnings, and run its examples."""
    loaded = load(str(folder))
    assert loaded.texts is not None
    found = [finding for finding in loaded.diagnostics if finding.code not in allowed]
    assert not found, shown(found)
    return ExampleRunner(build(loaded), loaded.texts.examples).run()


def failures(outcomes: list[Outcome]) -> list[str]:
    return [f"{o.example.id}: {o.message} [{o.site}]" for o in outcomes if o.message is not None]


@of_kind("ruleset", "item", "file")
def test_the_ruleset_grows_without_errors(snippet: Snippet, tmp_path: Path) -> None:
    found = load(str(write(tmp_path / "rooftops", grown(snippet)))).diagnostics
    assert not found.has_errors, shown(list(found))


def test_the_whole_ruleset(tmp_path: Path) -> None:
    outcomes = run(write(tmp_path / "rooftops", grown()))
    assert not failures(outcomes)
    assert len(outcomes) >= 30


def alone(last: Snippet | None = None) -> list[Files]:
    """The files of each ruleset that stands alone, as far as they stand before a snippet."""
    folders: list[Files] = []
    for snippet in SNIPPETS:
        if snippet is last:
            break
        if snippet.kind == "alone" and not snippet.detail:
            folders.append({"ruleset.yaml": snippet.text})
        elif snippet.kind == "alone":
            folders[-1][snippet.detail] = snippet.text
    return folders


def test_the_rulesets_that_stand_alone(tmp_path: Path) -> None:
    folders = alone()
    assert len(folders) >= 2
    for number, files in enumerate(folders):
        outcomes = run(write(tmp_path / str(number), files))
        assert outcomes
        assert not failures(outcomes)


# --- parts ----------------------------------------------------------------------------------------------------


def indented(text: str, by: int) -> str:
    return textwrap.indent(text, " " * by)


@cache
def given() -> str:
    return next(snippet.text for snippet in SNIPPETS if snippet.kind == "given")


def example(title: str, **parts: str) -> str:
    """An example as YAML; a part of several lines stands in a block."""
    made = f"    - it: {title}\n"
    for key, text in parts.items():
        made += f"      {key}: [{text}]\n" if key == "dice" else f"      {key}: |\n{indented(text, 8)}\n"
    return made


def about(examples: str) -> str:
    return f"- about: the snippet\n  examples:\n{examples}"


def values(text: str) -> str:
    """An example for each line: the expression must have the value that stands behind `#`."""
    made = ""
    for number, line in enumerate(text.splitlines(), 1):
        code, _, result = line.partition("#")
        result, _, dice = result.strip().partition(" from ")
        condition = {
            "yes": code,
            "no": f"not ({code})",
            "absent": f"({code}) is ({code})",
            "": f"({code}) is 0",
        }.get(result, f"({code}) is {result}")
        title = f"line {number} is absent" if result == "absent" else f"line {number}"
        made += example(title, given=given(), expect=condition, **({"dice": dice.replace(" ", ", ")} if dice else {}))
    return about(made)


def statements(text: str) -> str:
    body = "for each other in units where it is not self:\n" + indented(text, 2)
    return f"- action: snippet\n  cost: free\n  do: |\n{indented(body, 4)}"


def part(kind: str, detail: str, text: str, alone: bool = True) -> tuple[str, str]:
    """The file that a part of the rules belongs to, and what it adds to that."""
    if kind == "rules" and not detail:
        return "ruleset.yaml", indented(text, 2)
    if kind == "rules":
        return "snippet.yaml", f"- {detail.removeprefix('of ')}: snippet\n  rules: |\n{indented(text, 4)}"
    if kind == "given":
        return "snippet.yaml", about(example("given", given=text, expect="round is 1"))
    if kind == "script":
        dice = {"dice": detail.removeprefix("dice ")} if detail else {}
        assert not alone or "expect" in text or "refused" in text, "a script must expect something"
        return "snippet.yaml", about(example("script", given=given(), do=text, **dice))
    if kind == "lasts":
        return "snippet.yaml", statements("".join(f"apply tripped to other {line}\n" for line in text.splitlines()))
    return "snippet.yaml", {"values": values, "statements": statements, "item": str}[kind](text)


def with_part(folder: Path, kind: str, detail: str, text: str, alone: bool = True) -> Path:
    """The whole running ruleset, with a part added to it."""
    files = grown()
    if kind == "vocabulary":
        files["../snippet/vocabulary.yaml"] = text
        assert files["ruleset.yaml"].count("\nimports: [") == 1
        files["ruleset.yaml"] = files["ruleset.yaml"].replace("\nimports: [", "\nimports: [snippet, ")
        return write(folder / "rooftops", files)
    name, added = part(kind, detail, text, alone)
    assert name != "ruleset.yaml" or list(re.findall(r"^\w+", files[name], re.MULTILINE))[-1] == "rules"
    files[name] = files.get(name, "") + added
    return write(folder / "rooftops", files)


@of_kind("given", "values", "script", "statements", "rules", "lasts")
def test_parts(snippet: Snippet, tmp_path: Path) -> None:
    # What is shown one at a time need not be used; and `2 + 3 is 5` always holds.
    allowed = ("unused", "unused-name", *(("always", "never") if snippet.kind == "values" else ()))
    outcomes = run(with_part(tmp_path, snippet.kind, snippet.detail, snippet.text), allowed)
    own = [outcome for outcome in outcomes if outcome.example.of == "the snippet"]
    assert own or snippet.kind in ("statements", "rules", "lasts")
    for outcome in own:
        if outcome.example.id.endswith("absent"):
            assert "is absent" in (outcome.message or ""), f"{outcome.example.id}: {outcome.message}"
        else:
            assert not failures([outcome])


@of_kind("wrong")
def test_what_is_wrong_is_said(snippet: Snippet, tmp_path: Path, bless: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    kind, _, detail = snippet.detail.partition(" ")
    found = load(str(with_part(tmp_path, kind, detail, snippet.text, alone=False))).diagnostics
    errors = "".join(said(finding) + "\n" for finding in found if finding.severity == "error")
    message = SNIPPETS[SNIPPETS.index(snippet) + 1]
    assert message.kind == "says", "the message does not follow"
    if bless:
        start = f"{snippet.text}```\n\n<!-- says -->\n\n```text\n"
        doc = DOC.read_text(encoding="utf-8")
        assert doc.count(start + message.text) == 1
        DOC.write_text(doc.replace(start + message.text, start + errors), "utf-8")
    else:
        assert errors == message.text, "look, then pytest --bless"
    assert errors.count("error[") == 1


def test_messages_follow_what_is_wrong() -> None:
    for before, snippet in itertools.pairwise(SNIPPETS):
        assert snippet.kind != "says" or before.kind == "wrong"


# --- files and commands ---------------------------------------------------------------------------------------


@of_kind("folder")
def test_the_folder(snippet: Snippet) -> None:
    """The drawing names every file of the running ruleset, and no other."""
    folders: list[str] = []
    drawn: set[str] = set()
    for line in snippet.text.splitlines()[1:]:
        name = line.split()[0]
        depth = (len(line) - len(line.lstrip())) // 4 - 1
        folders[depth:] = [name] if name.endswith("/") else []
        if not name.endswith("/"):
            drawn.add("".join(folders) + name)
    assert drawn == {name for name in grown() if not name.startswith("../")}


@of_kind("console")
def test_commands(snippet: Snippet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "rooftops", grown())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for line in snippet.text.splitlines():
        program, *arguments = line.partition("#")[0].split()
        assert program == "turnwright"
        assert main(arguments) == 0, line


@of_kind("prints")
def test_what_commands_print(
    snippet: Snippet,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    bless: bool,
) -> None:
    files = alone(snippet)[-1]
    name = files["ruleset.yaml"].split()[1]
    write(tmp_path / name, files)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    program, *arguments = snippet.detail.split()
    assert program == "turnwright"
    assert main(arguments) == 0
    printed = capsys.readouterr().out
    if bless:
        start = f"<!-- prints: {snippet.detail} -->\n\n```text\n"
        doc = DOC.read_text(encoding="utf-8")
        assert doc.count(start + snippet.text) == 1
        DOC.write_text(doc.replace(start + snippet.text, start + printed), "utf-8")
    else:
        assert snippet.text == printed, "look, then pytest --bless"


def test_a_snippet_needs_a_comment() -> None:
    with pytest.raises(AssertionError, match="line 3: the fence has no comment"):
        list(read("text\n\n```yaml\na: 1\n```\n"))
    with pytest.raises(AssertionError, match="`shown` is no kind"):
        list(read("<!-- shown -->\n\n```yaml\na: 1\n```\n"))
    with pytest.raises(AssertionError, match="`item` is not written in `rules`"):
        list(read("<!-- item -->\n\n```rules\nstop\n```\n"))
