"""Comments that allow a warning: where they stand, what they reach, and what is said of them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter.library import cache
from interpreter.library.allowing import OWN, allow
from interpreter.source.diagnostics import Diagnostic, Diagnostics
from interpreter.source.explanations import base_ruleset, explanations
from interpreter.table.loading import findings, load

Told = list[tuple[str, int]]


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Told]:
    """The codes of what is said about a file in the ruleset of the explanations, with their lines."""
    monkeypatch.chdir(tmp_path)
    for name, text in base_ruleset().items():
        Path(name).write_text(text, "utf-8")

    def told(text: str) -> Told:
        Path("example.yaml").write_text(text, "utf-8")
        found = load(".").diagnostics
        assert {diagnostic.span.file.path for diagnostic in found} <= {"example.yaml"}
        return [(diagnostic.code, diagnostic.span.line) for diagnostic in found]

    return told


ACTION = """\
- action: rest
  cost: step
  do: |
    if self.strength < 4:
      say "weak"
"""


def test_the_warning_is_there_without_a_comment(told: Callable[[str], Told]) -> None:
    assert told(ACTION) == [("always", 4)]


def test_on_its_line_and_on_the_line_before_in_rules(told: Callable[[str], Told]) -> None:
    assert told(ACTION.replace("< 4:", "< 4:  # allow always: there may be giants")) == []
    assert told(ACTION.replace("    if", "    # allow always: there may be giants\n    if")) == []
    assert told(ACTION.replace("    if", "# a note\n    # allow always: there may be giants\n    if", 1)) != []


def test_on_its_line_and_on_the_line_before_in_yaml(told: Callable[[str], Told]) -> None:
    assert told("- status: winded  # allow unused: to come\n") == []
    assert told("# allow unused: to come\n- status: winded\n") == []
    assert told("- status: winded\n# allow unused: to come\n") == [("unused", 1), ("nothing-to-allow", 2)]
    assert told("# allow unused: to come\n\n- status: winded\n") == [("nothing-to-allow", 1), ("unused", 3)]


def test_the_first_line_of_a_block_holds_a_comment_of_yaml(told: Callable[[str], Told]) -> None:
    assert told(ACTION.replace("do: |", "do: |  # allow always: there may be giants")) == [
        ("nothing-to-allow", 3),
        ("always", 4),
    ]


def test_several_codes_of_one_line(told: Callable[[str], Told]) -> None:
    line = "    let load = (self.speed else 1)\n"
    text = "- action: rest\n  cost: step\n  do: |\n" + line
    assert told(text) == [("unused-name", 4), ("never-absent", 4)]
    beside = f"{line.rstrip()}  # allow unused-name: to come\n"
    assert told(text.replace(line, beside)) == [("never-absent", 4)]
    assert told(text.replace(line, f"    # allow never-absent: to be sure\n{beside}")) == []
    both = "    # allow unused-name: to come\n    # allow never-absent: to be sure\n"
    assert told(text.replace(line, both + line)) == []


def test_all_warnings_with_the_code_on_the_line_are_allowed_and_no_others(told: Callable[[str], Told]) -> None:
    both, other = "[{status: winded}, {status: dizzy},", "{status: tired}]\n"
    assert told(f"{both}\n{other}") == [("unused", 1), ("unused", 1), ("unused", 2)]
    assert told(f"{both}  # allow unused: to come\n{other}") == [("unused", 2)]


def test_a_hash_in_a_text_is_no_comment(told: Callable[[str], Told]) -> None:
    for says in (
        '"# allow unused: x"',
        "'# allow unused: x'",
        "|\n    # allow unused: x",
        ">\n    a\n    # allow unused: x",
    ):
        assert told(f"- status: winded\n  says: {says}\n") == [("unused", 1)]
        assert told(f"- entry: lantern\n  says: {says}\n") == []
    assert told(ACTION.replace('"weak"', '"weak # allow always: x"').replace("4", "3")) == []
    noted = '"weak"  # weak # allow always: x'
    assert told(ACTION.replace('"weak"', noted).replace("4", "3")) == [("nothing-to-allow", 5)]


def test_a_comment_behind_a_text_block_is_one_of_yaml(told: Callable[[str], Told]) -> None:
    assert told("- entry: lantern\n  says: |\n    light\n# allow unused: to come\n- status: winded\n") == []


def test_a_sentence_that_begins_with_allow_is_none(told: Callable[[str], Told]) -> None:
    assert told("- entry: lantern  # allow two of them at a table\n") == []
    assert told("- entry: lantern  # allowed: once\n") == []
    assert told("- entry: lantern  # allow never-absent two\n") == [("missing-reason", 1), ("nothing-to-allow", 1)]


# --- what cannot be allowed -----------------------------------------------------------------------------------


def test_an_error_stays_whatever_a_comment_says(told: Callable[[str], Told]) -> None:
    text = ACTION.replace("cost: step", "cost: stepp  # allow unknown-name: it is to come")
    assert told(text) == [("unknown-name", 2), ("cannot-allow", 2), ("always", 4)]


def test_an_error_stays_though_its_code_is_known_as_a_warning(told: Callable[[str], Told]) -> None:
    assert told("- status: winded  # allow unused: to come\n") == []
    content = load(".").content
    assert content is not None
    span = content.pieces["status"]["winded"].name_node.span
    error = Diagnostic("unused", "error", "check", "so it is", span)
    assert error in list(allow([content], [], Diagnostics([error])))


def test_what_is_said_of_comments_cannot_be_allowed(told: Callable[[str], Told]) -> None:
    text = "# allow nothing-to-allow: it is fine\n- entry: lantern  # allow unused: to come\n"
    assert told(text) == [("cannot-allow", 1), ("nothing-to-allow", 2)]
    assert {code: explanations()[code].severity for code in OWN} == dict.fromkeys(OWN, "warning")


def test_a_comment_without_a_reason_asks_for_one(told: Callable[[str], Told]) -> None:
    for comment in ("# allow unused", "# allow unused:", "#allow unused:  "):
        assert told(f"- status: winded  {comment}\n") == [("missing-reason", 1)]


def test_a_code_is_allowed_once(told: Callable[[str], Told]) -> None:
    text = "# allow unused: to come\n- status: winded  # allow unused: so it is\n"
    assert told(text) == [("nothing-to-allow", 2)]


def test_where_something_is_wrong_no_comment_is_called_idle(told: Callable[[str], Told]) -> None:
    text = "- status: winded  # allow unused: to come\n- entry: lantern\n  gives: [helt]\n"
    assert [code for code, _ in told(text)] == ["does-nothing", "unknown-name"]
    broken = "- status: winded  # allow unused: to come\n- entry: lantern\n  say: x\n"
    assert told(broken) == [("unknown-key", 3)]


def test_many_comments_are_read_quickly(told: Callable[[str], Told]) -> None:
    text = "# allow unused: to come\n" * 2000 + "- status: winded\n"
    found = told(text)
    assert len(found) == 1999
    assert {code for code, _ in found} == {"nothing-to-allow"}


# --- the cache ------------------------------------------------------------------------------------------------


def test_what_is_allowed_is_kept_and_forgotten_with_the_comment(
    told: Callable[[str], Told], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / ".cache"))

    def codes(text: str) -> list[str]:
        Path("example.yaml").write_text(text, "utf-8")
        return [diagnostic.code for diagnostic in findings(".")]

    plain, allowed = "- status: winded\n", "- status: winded  # allow unused: to come\n"
    for _ in range(2):
        assert codes(plain) == ["unused"]
        assert codes(allowed) == []
        assert codes(allowed.replace(": to come", "")) == ["missing-reason"]


def test_what_is_known_of_codes_is_part_of_what_the_cache_depends_on(
    told: Callable[[str], Told], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told("- status: winded\n")
    files = {"example.yaml": Path("example.yaml").read_bytes()}
    before = cache.key_of(files, [])
    (tmp_path / "codes").mkdir()
    monkeypatch.setattr(cache, "CODES", tmp_path / "codes")
    assert cache.key_of(files, []) != before


@pytest.mark.parametrize("comment", ["# Allow unused: to come", "#allow unused : to come"])
def test_it_may_begin_as_a_sentence_does(told: Callable[[str], Told], comment: str) -> None:
    assert told(f"- status: winded  {comment}\n") == []


@pytest.mark.parametrize("comment", ["- to come", ", never: to come", "(why)"])
def test_a_reason_that_stands_behind_something_else_than_a_colon(told: Callable[[str], Told], comment: str) -> None:
    assert told(f"- status: winded  # allow unused {comment}\n") == [("missing-reason", 1)]


def test_a_sentence_is_none(told: Callable[[str], Told]) -> None:
    assert told("- status: winded  # allow never more than one\n") == [("unused", 1)]
