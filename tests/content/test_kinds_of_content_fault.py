"""Kinds of fault of content that other tools have (1 to 10), each put into every ruleset that ships.

Kinds 11 to 22 are in test_time.py, test_turns_kept.py and test_kinds_of_fault.py.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from interpreter.analysis.mutating import Trial, drawn, mutants_in
from interpreter.commands.main import main
from interpreter.language import syntax as s
from interpreter.language.check_constants import walk
from interpreter.library.content import shipped_rulesets, shipped_vocabularies
from interpreter.source.diagnostics import Diagnostic, Diagnostics
from interpreter.source.nodes import Mapping, Node, Sequence
from interpreter.source.shipped import shipped
from interpreter.source.text import Span, read_source
from interpreter.source.yaml_tree import read_yaml
from interpreter.table.loading import Loaded, load

RULESETS = shipped_rulesets()
# How many places of a ruleset a mistake is put into, one after the other; they lie evenly spread.
PLACES = 3

Copy = Callable[[str], Path]


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    """Copies a ruleset that ships, beside all vocabularies."""

    def copied(name: str) -> Path:
        for each in (name, *shipped_vocabularies()):
            shutil.copytree(shipped("content") / each, tmp_path / each)
        return tmp_path / name

    return copied


def found_in(folder: Path) -> list[Diagnostic]:
    return list(load(str(folder)).diagnostics)


def spread(things: list[Any]) -> list[Any]:
    return things[:: max(1, len(things) // PLACES)][:PLACES]


def change(file: Path, at: int, old: str, new: str) -> str:
    """Put something else at an offset of a file; gives the text as it was."""
    text = file.read_text("utf-8")
    assert text[at : at + len(old)] == old
    file.write_text(text[:at] + new + text[at + len(old) :], "utf-8")
    return text


def path_of(span: Span, folder: Path) -> Path:
    """The file of a copied ruleset that a span of what ships leads to."""
    return folder / Path(span.file.path).relative_to(Path("content") / folder.name)


def plays_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A fight of a ruleset with an error is not begun, and its examples are not run."""
    scenario = sorted((folder / "scenarios").glob("*.yaml"))[0]
    capsys.readouterr()
    assert main(["run", str(scenario), "--format", "json"]) == 1
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all("event" not in line for line in told)
    assert main(["test", str(folder)]) == 1
    assert "passed" not in capsys.readouterr().out


# --- 1: a mistake in a filter never widens it -----------------------------------------------------------------------


def names_in_filters(loaded: Loaded) -> list[Span]:
    """Where a rule of the ruleset itself names something in its condition."""
    assert loaded.texts is not None
    own = [rule.node for rule in loaded.texts.rules if loaded.content.name in rule.node.span.file.path]
    parts = [part for node in own if node.condition is not None for part in walk(node.condition)]
    return [part.span for part in parts if isinstance(part, s.Name)]


@pytest.mark.parametrize("name", RULESETS)
def test_a_name_misspelt_in_a_filter_is_said_once_and_there_and_nothing_is_played(
    copy: Copy, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = copy(name)
    for span in spread(names_in_filters(load(name))):
        word = span.file.text[span.start : span.end]
        file = path_of(span, folder)
        before = change(file, span.start, word, word + "zq")
        (found,) = found_in(folder)
        line, column = span.file.position(span.start)
        assert (found.severity, found.span.line, found.span.column) == ("error", line, column), found
        assert f"`{word}zq`" in found.message
        assert f"did you mean `{word}`?" in (found.help or "")
        plays_nothing(folder, capsys)
        file.write_text(before, "utf-8")


# --- 2: a file that is broken is no empty list -----------------------------------------------------------------------


@pytest.mark.parametrize("name", RULESETS)
def test_a_broken_file_is_said_and_nothing_is_played(copy: Copy, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    folder = copy(name)
    for file in sorted(set(folder.rglob("*.yaml")) - {folder / "ruleset.yaml"})[:2]:
        text = file.read_text("utf-8")
        for broken in ("", "just words\n", "- {\n" + text, text + "\n\tx: y\n", text.replace(":", "", 1)):
            file.write_text(broken, "utf-8")
            found = [one for one in found_in(folder) if one.severity == "error"]
            assert [Path(one.span.file.path).name for one in found] == [file.name], broken[:20]
            plays_nothing(folder, capsys)
        file.write_text(text, "utf-8")


# --- 3: what `check` takes runs ---------------------------------------------------------------------------------------


class Bare(Trial):
    """A trial in which nothing that goes wrong inside is taken for an example that fails."""

    def _passes(self, number: int) -> bool:
        return self.running.outcome(number).message is None


@pytest.mark.parametrize("name", RULESETS)
def test_what_check_takes_is_carried_out_or_refused(name: str) -> None:
    loaded = load(name)
    trial = Bare(loaded)
    own = mutants_in(loaded, lambda span: loaded.content.name in span.file.path)
    fates = list(trial.try_all(drawn(own, 25, seed=5)))
    assert fates


# --- 4: scalars are what they look like -------------------------------------------------------------------------------


WORDS = """\
ruleset: words
title: 1.10
sides: [on, nay]
initiative: "1"
words: {time: [off, y, n, no]}
attributes:
  when: {type: text, default: 1:30, offered: yes}
  on: {type: time, default: off, offered: yes}
  mark: {type: number, default: 012, offered: yes}
round:
- {stage: all, count: unit.init, order: descending}
"""


def test_scalars_are_what_they_look_like(tmp_path: Path) -> None:
    folder = tmp_path / "words"
    folder.mkdir()
    (folder / "ruleset.yaml").write_text(WORDS, "utf-8")
    assert [(one.span.line, one.message) for one in found_in(folder)] == [(2, "expected text, found the number `1.10`")]
    change(folder / "ruleset.yaml", WORDS.index("1.10"), "1.10", '"1.10"')
    assert [(one.span.line, one.message) for one in found_in(folder)] == [
        (3, "`on` is a word of the language and cannot be a name"),
        (5, "`no` is a word of the language and cannot be a name"),
        (9, "the default of `mark` must be a number, not `012`"),
    ]


@pytest.mark.parametrize("name", RULESETS)
def test_of_two_equal_keys_none_wins(copy: Copy, name: str) -> None:
    folder = copy(name)
    file = folder / "ruleset.yaml"
    text = file.read_text("utf-8")
    file.write_text(text + "\nsides: [nobody]\n", "utf-8")
    (found,) = found_in(folder)
    assert (found.code, found.span.line) == ("duplicate-key", text.count("\n") + 2)


# --- 5: aliases -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RULESETS)
def test_aliases_do_not_multiply(copy: Copy, name: str) -> None:
    folder = copy(name)
    bomb = ["a: &a [x, x, x, x, x, x, x, x, x]"] + [
        f"{b}: &{b} [{', '.join(['*' + a] * 9)}]" for a, b in ["ab", "bc", "cd", "de", "ef", "fg", "gh"]
    ]
    (folder / "bomb.yaml").write_text("\n".join(bomb) + "\n", "utf-8")
    found = found_in(folder)
    assert [(Path(one.span.file.path).name, one.code, one.span.line) for one in found] == [
        ("bomb.yaml", "anchor-not-allowed", line) for line in range(1, 9)
    ]
    assert all(len(one.message + (one.help or "")) < 200 for one in found)


# --- 6: how a file is saved -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RULESETS)
def test_files_saved_with_a_mark_and_other_line_ends_are_the_same(copy: Copy, name: str) -> None:
    folder = copy(name)
    for file in folder.parent.rglob("*.yaml"):
        file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    there, here = load(name), load(str(folder))
    assert list(here.diagnostics) == list(there.diagnostics) == []
    assert here.texts is not None
    assert there.texts is not None
    assert [example.id for example in here.texts.examples] == [example.id for example in there.texts.examples]


@pytest.mark.parametrize(("encoding", "said"), [("utf-16", "UTF-16"), ("latin-1", "UTF-8")])
@pytest.mark.parametrize("name", RULESETS)
def test_a_file_in_another_encoding_is_told(copy: Copy, name: str, encoding: str, said: str) -> None:
    folder = copy(name)
    file = sorted(set(folder.glob("*.yaml")) - {folder / "ruleset.yaml"})[0]
    file.write_bytes((file.read_text("utf-8") + "# ä\n").encode(encoding, "replace"))
    (found,) = [one for one in found_in(folder) if one.severity == "error"]
    assert (found.code, Path(found.span.file.path).name) == ("wrong-encoding", file.name)
    assert said in found.message + (found.help or "")


# --- 7: where it is ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("style", ["plain", "single", "double", "folded", "literal"])
def test_a_word_is_found_in_every_style_of_text(copy: Copy, style: str) -> None:
    folder = copy("causeway")
    written = {
        "plain": "  do: shift\n\n    selfzq by 1\n    as move\n",
        "single": "  do: 'shift\n    selfzq by 1 as move'\n",
        "double": '  do: "\\x73hift \\\n    selfzq by 1 as move"\n',
        "folded": "  do: >-\n    shift\n    selfzq by 1\n    as move\n",
        "literal": "  do: |\n\n    # nothing\n    shift selfzq by 1 as move\n",
    }[style]
    file = folder / "more.yaml"
    file.write_text("- action: spring\n  says: x\n  cost: effort\n" + written, "utf-8")
    found = [one for one in found_in(folder) if "selfzq" in one.message]
    text = file.read_text("utf-8")
    assert [one.span.start for one in found] == [text.index("selfzq")]


# --- 8: once, and in order --------------------------------------------------------------------------------------------


def test_what_is_wrong_is_said_once_and_in_the_same_order(copy: Copy) -> None:
    folder = copy("causeway")
    spans = names_in_filters(load("causeway"))
    for span in sorted(spans, key=lambda span: (span.file.path, -span.start)):
        word = span.file.text[span.start : span.end]
        change(path_of(span, folder), span.start, word, word + "zq")
    said = set()
    for seed in "012":
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TURNWRIGHT_CACHE": "off"}
        command = [sys.executable, "-m", "interpreter", "check", str(folder), "--format", "json"]
        said.add(subprocess.run(command, env=environment, capture_output=True, text=True, check=False).stdout)
    (out,) = said
    found = json.loads(out)["diagnostics"]
    places = [(one["file"], one["start"]["line"], one["start"]["column"]) for one in found]
    assert len(places) == len(set(places)) == len(spans)
    assert places == sorted(places)


# --- 9: deep in a file ------------------------------------------------------------------------------------------------


def deep_keys(node: Node, depth: int = 0) -> Iterator[Span]:
    """Keys that stand at least two levels below the head of a file or of a thing in it, and that no one declares."""
    if isinstance(node, Mapping):
        for key, value in node.items:
            if depth >= 2 and key.text in ("says", "type", "default", "form", "that", "do", "given", "expect"):
                yield key.span
            yield from deep_keys(value, depth + 1)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from deep_keys(item, depth)


@pytest.mark.parametrize("name", RULESETS)
def test_a_key_misspelt_deep_in_a_file_is_told_by_its_name(copy: Copy, name: str) -> None:
    folder = copy(name)
    for file in spread(sorted(folder.rglob("*.yaml"))):
        node = read_yaml(read_source(file, str(file)), Diagnostics())
        assert node is not None
        for span in spread(list(deep_keys(node))):
            key = span.file.text[span.start : span.end]
            before = change(file, span.start, key, key + key[-1])
            found = [one for one in found_in(folder) if one.phase == "schema"]
            assert [(one.code, one.span.start) for one in found] == [("unknown-key", span.start)]
            assert f"`{key}{key[-1]}`" in found[0].message
            assert f"did you mean `{key}`?" in (found[0].help or "")
            file.write_text(before, "utf-8")


# --- 10: what is far too much -----------------------------------------------------------------------------------------

TOO_MUCH = [
    "100000000d20",
    "0d6",
    "d0",
    "1d6d6d6",
    "9" * 100,
    "(" * 5_000 + "1" + ")" * 5_000,
    "not " * 5_000 + "1",
    "1" + " + 1" * 200_000,
    "-" * 5_000 + "1",
    "x" * 1_000_000,
]


@pytest.mark.parametrize("text", TOO_MUCH, ids=[text[:12] for text in TOO_MUCH])
def test_what_is_far_too_much_is_one_finding(copy: Copy, text: str) -> None:
    folder = copy("causeway")
    (folder / "more.yaml").write_text(f"- action: spring\n  says: x\n  do: |\n    gain {text} to self\n", "utf-8")
    (found,) = [one for one in found_in(folder) if one.severity == "error"]
    assert Path(found.span.file.path).name == "more.yaml"
    assert len(found.message + (found.help or "")) < 400


# Rulesets may roll at the start of a round, whatever they roll.
ENDLESS = f"""\
- about: much
  examples:
    - it: is refused
      given: |
        a at 3
      do: |
        repeat 10000 times:
          repeat 10000 times:
            expect count(everyone) is 1
      dice: {[1, 2, 3, 4, 5, 6] * 9}
"""


@pytest.mark.parametrize("name", RULESETS)
def test_no_action_goes_on_without_end(copy: Copy, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    folder = copy(name)
    (folder / "examples.yaml").write_text(ENDLESS, "utf-8")
    assert [one.message for one in found_in(folder)] == []
    assert main(["test", str(folder / "examples.yaml")]) == 1
    assert "this takes more than" in capsys.readouterr().out
