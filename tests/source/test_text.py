"""Files as text: what is read, how it is counted, and what is refused."""

import os
from pathlib import Path

import pytest

from interpreter.source.diagnostics import Diagnostic
from interpreter.source.text import MAX_BYTES, MAX_LINE, SourceFile, SourceProblem, Span, read_source


def written(tmp_path: Path, data: bytes) -> Path:
    path = tmp_path / "a.yaml"
    path.write_bytes(data)
    return path


def refused(path: Path) -> Diagnostic:
    with pytest.raises(SourceProblem) as caught:
        read_source(path, "a.yaml")
    return caught.value.diagnostic


def test_positions_count_characters_from_one() -> None:
    file = SourceFile("f", "ab\n\n日本x\n")
    assert [file.position(i) for i in range(9)] == [
        *[(1, 1), (1, 2), (1, 3)],
        (2, 1),
        *[(3, 1), (3, 2), (3, 3), (3, 4)],
        (4, 1),
    ]
    assert file.position(-1) == (1, 1)
    assert file.position(99) == (4, 1)


def test_lines_have_no_line_end() -> None:
    file = SourceFile("f", "ab\n\n日本x\n")
    assert [file.line_text(n) for n in range(6)] == ["", "ab", "", "日本x", "", ""]
    assert [file.line_start(n) for n in (1, 2, 3, 4)] == [0, 3, 4, 8]


def test_a_span_says_where_it_is() -> None:
    file = SourceFile("dir/f.yaml", "ab\ncde\n")
    span = Span(file, 4, 6)
    assert str(span) == "dir/f.yaml:2:2"
    assert (span.line, span.column, span.end_line, span.end_column) == (2, 2, 2, 4)
    assert span.text == "de"


def test_spans_join_to_the_smallest_that_holds_both() -> None:
    file = SourceFile("f", "abcdef")
    assert Span.join(Span(file, 4, 5), Span(file, 1, 2)) == Span(file, 1, 5)
    assert Span.join(Span(file, 0, 6), Span(file, 1, 2)) == Span(file, 0, 6)
    with pytest.raises(ValueError, match="two files"):
        Span.join(Span(file, 0, 1), Span(SourceFile("g", "abc"), 0, 1))


@pytest.mark.parametrize("data", [b"a: 1\nb: 2\n", b"\xef\xbb\xbfa: 1\nb: 2\n", b"a: 1\r\nb: 2\r\n", b"a: 1\rb: 2\r"])
def test_bom_and_line_ends_do_not_show(tmp_path: Path, data: bytes) -> None:
    assert read_source(written(tmp_path, data)).text == "a: 1\nb: 2\n"


def test_the_shown_path_is_the_one_given_or_the_path_itself(tmp_path: Path) -> None:
    path = written(tmp_path, b"a: 1\n")
    assert read_source(path).path == path.as_posix()
    assert read_source(path, "pack/a.yaml").path == "pack/a.yaml"


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    found = refused(tmp_path / "none.yaml")
    assert (found.code, found.severity, found.phase) == ("no-such-file", "error", "read")
    assert str(found.span) == "a.yaml:1:1"


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert refused(tmp_path).code == "not-a-file"


def test_a_device_is_not_waited_for() -> None:
    assert refused(Path(os.devnull)).code == "not-a-file"


def test_a_path_that_cannot_be_one_is_refused() -> None:
    assert refused(Path("a\0b")).code == "unreadable-file"


def test_an_unreadable_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some users may read everything, so the system's refusal is played."""
    path = written(tmp_path, b"a: 1\n")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    assert refused(path).code == "unreadable-file"


def test_size_has_a_limit(tmp_path: Path) -> None:
    lines = b"# comment\n" * (MAX_BYTES // 10)
    fitting = lines + b"#" * (MAX_BYTES - len(lines))
    assert len(read_source(written(tmp_path, fitting)).text) == MAX_BYTES
    assert refused(written(tmp_path, fitting + b"#")).code == "file-too-large"


@pytest.mark.parametrize(("encoding", "named"), [("utf-16", "UTF-16"), ("utf-16-be", "UTF-16"), ("utf-32", "UTF-32")])
def test_other_encodings_are_named(tmp_path: Path, encoding: str, named: str) -> None:
    mark = "\ufeff" if encoding == "utf-16-be" else ""
    found = refused(written(tmp_path, f"{mark}a: 1\n".encode(encoding)))
    assert found.code == "wrong-encoding"
    assert named in found.message


def test_utf16_without_a_mark_is_guessed_at(tmp_path: Path) -> None:
    found = refused(written(tmp_path, "a: 1\n".encode("utf-16-le")))
    assert found.code == "control-character"
    assert "UTF-16" in (found.help or "")


def test_a_byte_that_is_not_utf8_has_its_line_and_column(tmp_path: Path) -> None:
    found = refused(written(tmp_path, "a: 日\r\nb: x".encode() + b"\xe9y\r\n"))
    assert found.code == "wrong-encoding"
    assert found.message == "byte 0xE9 on line 2 is not UTF-8"
    assert str(found.span) == "a.yaml:2:5"


@pytest.mark.parametrize(
    ("character", "name"),
    [("\0", "U+0000"), ("\x1b", "U+001B"), ("\x85", "U+0085"), ("\u2028", "U+2028"), ("\u202e", "U+202E")],
)
def test_control_characters_are_refused(tmp_path: Path, character: str, name: str) -> None:
    found = refused(written(tmp_path, f"a: 1\nb: x{character}\n".encode()))
    assert found.code == "control-character"
    assert name in found.message
    assert str(found.span) == "a.yaml:2:5"


def test_a_second_bom_is_no_bom(tmp_path: Path) -> None:
    assert refused(written(tmp_path, b"\xef\xbb\xbf\xef\xbb\xbfa: 1\n")).code == "control-character"


def test_lines_have_a_limit(tmp_path: Path) -> None:
    long = b"a: 1\n" + b"x" * MAX_LINE
    assert read_source(written(tmp_path, long + b"\n")).text.endswith("x\n")
    found = refused(written(tmp_path, long + b"yz\n"))
    assert found.code == "line-too-long"
    assert str(found.span) == f"a.yaml:2:{MAX_LINE + 1}"
    assert found.span.text == "yz"
