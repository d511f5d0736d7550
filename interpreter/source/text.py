"""Source files as text, and spans of that text."""

from __future__ import annotations

import re
import stat
from bisect import bisect_right
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.source.diagnostics import Diagnostic

MAX_BYTES = 1 << 20
"""The largest file that is read, in bytes."""

MAX_LINE = 5_000
"""The longest line that is read, in characters."""

# Beside the control characters proper: separators that YAML counts as line ends and editors do not, marks
# that show text in another order than it is read in, and what can only come from a faulty decoder.
_REFUSED = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff]"
)

_UTF8_BOM = b"\xef\xbb\xbf"
_OTHER_BOMS = (  # the longer ones first: the mark of UTF-32 begins with that of UTF-16
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)


class SourceFile:
    """A text and the name it is shown under; offsets count the characters of `text`, from 0.

    `text` has its line ends as single line feeds. Two files are equal when path and text are.
    """

    __slots__ = ("_line_starts", "path", "text")

    path: str
    text: str
    _line_starts: list[int] | None

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self._line_starts = None

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, SourceFile) and self.path == other.path and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.path)

    def __repr__(self) -> str:
        return f"SourceFile({self.path!r}, {len(self.text)} characters)"

    def position(self, offset: int) -> tuple[int, int]:
        """The line and the column of an offset, both from 1; columns count characters.

        An offset outside of the text gives the nearest place inside.
        """
        offset = min(max(offset, 0), len(self.text))
        starts = self._starts()
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def line_text(self, line: int) -> str:
        """A line (from 1) without its line end; empty where there is no such line."""
        starts = self._starts()
        if not 1 <= line <= len(starts):
            return ""
        end = starts[line] - 1 if line < len(starts) else len(self.text)
        return self.text[starts[line - 1] : end]

    def line_start(self, line: int) -> int:
        """The offset at which a line (from 1) begins; the nearest line's where there is no such line."""
        starts = self._starts()
        return starts[min(max(line, 1), len(starts)) - 1]

    def _starts(self) -> list[int]:
        if self._line_starts is None:
            starts = [0]
            for line in self.text.split("\n"):
                starts.append(starts[-1] + len(line) + 1)
            starts.pop()
            self._line_starts = starts
        return self._line_starts


@dataclass(frozen=True, slots=True)
class Span:
    """The characters `start` (included) to `end` (not included) of a file; empty where both are equal."""

    file: SourceFile
    start: int
    end: int

    @property
    def line(self) -> int:
        """The line of the first character, from 1."""
        return self.file.position(self.start)[0]

    @property
    def column(self) -> int:
        """The column of the first character, from 1."""
        return self.file.position(self.start)[1]

    @property
    def end_line(self) -> int:
        """The line of the place right after the last character, from 1."""
        return self.file.position(self.end)[0]

    @property
    def end_column(self) -> int:
        """The column of the place right after the last character, from 1."""
        return self.file.position(self.end)[1]

    @property
    def text(self) -> str:
        """The characters themselves."""
        return self.file.text[self.start : self.end]

    def __str__(self) -> str:
        line, column = self.file.position(self.start)
        return f"{self.file.path}:{line}:{column}"

    @staticmethod
    def join(a: Span, b: Span) -> Span:
        """The smallest span that holds both; ValueError when they are of different files."""
        if a.file != b.file:
            raise ValueError(f"spans of two files: {a.file.path} and {b.file.path}")
        return Span(a.file, min(a.start, b.start), max(a.end, b.end))


class SourceProblem(Exception):
    """A file cannot be read; `diagnostic` says why."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(f"{diagnostic.span}: {diagnostic.message}")
        self.diagnostic = diagnostic


def read_source(path: str | Path | bytes, shown: str | None = None) -> SourceFile:
    """Read a UTF-8 file of at most `MAX_BYTES`; `shown` is the name that diagnostics give it (default: the
    path). What has been read already, out of a zip, is given as its bytes.

    A byte order mark is dropped and every line end becomes a line feed. Raises SourceProblem for a file that
    is not there, cannot be opened, is too large, is not UTF-8, or holds what `text_problem` refuses.
    """
    place = path if isinstance(path, bytes) else Path(path)
    name = shown if shown is not None else "" if isinstance(place, bytes) else place.as_posix()
    data = read_bytes(place, name)
    file = _decode(data, name)
    problem = text_problem(file)
    if problem is not None:
        raise SourceProblem(problem)
    return file


def text_problem(file: SourceFile) -> Diagnostic | None:
    """What keeps a decoded text from being read: a control character or a line over `MAX_LINE` characters."""
    found = _REFUSED.search(file.text)
    if found is not None:
        return _refused_character(file, found.start())
    if max(map(len, file.text.split("\n"))) > MAX_LINE:
        return _long_line(file)
    return None


def read_bytes(path: Path | bytes, name: str, most: int = MAX_BYTES) -> bytes:
    """The bytes of an ordinary file of at most `most` bytes. Raises SourceProblem for anything else."""
    if isinstance(path, bytes):
        return path
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise cannot_read(name, "not-a-file", "this is a folder, not a file", "name a file in it")
        # A pipe or a device would be waited for, or never end.
        if not stat.S_ISREG(mode):
            raise cannot_read(name, "not-a-file", "this is not an ordinary file", None)
        with path.open("rb") as stream:
            data = stream.read(most + 1)
    except FileNotFoundError:
        raise cannot_read(name, "no-such-file", "there is no such file", "check the path") from None
    except PermissionError:
        message = "permission to read the file is missing"
        raise cannot_read(name, "unreadable-file", message, "check who may read it") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "the path is not valid"
        message = f"the file cannot be read: {reason.lower()}"
        raise cannot_read(name, "unreadable-file", message, None) from None
    if len(data) > most:
        message = f"the file is larger than {most >> 20} MiB"
        raise cannot_read(name, "file-too-large", message, "split it into several files")
    return data


def cannot_read(name: str, code: str, message: str, help_text: str | None) -> SourceProblem:
    """The problem of a file or folder none of whose text is known; `name` is what it is shown as."""
    return _problem(SourceFile(name, ""), code, message, 0, 0, help_text)


def _problem(file: SourceFile, code: str, message: str, start: int, end: int, help_text: str | None) -> SourceProblem:
    return SourceProblem(_diagnostic(file, code, message, start, end, help_text))


def _diagnostic(file: SourceFile, code: str, message: str, start: int, end: int, help_text: str | None) -> Diagnostic:
    from interpreter.source.diagnostics import Diagnostic

    return Diagnostic(code, "error", "read", message, Span(file, start, end), help=help_text)


def _decode(data: bytes, name: str) -> SourceFile:
    for mark, encoding in _OTHER_BOMS:
        if data.startswith(mark):
            message = f"the file is in {encoding}, not in UTF-8"
            raise _problem(SourceFile(name, ""), "wrong-encoding", message, 0, 0, "save it as UTF-8")
    data = data.removeprefix(_UTF8_BOM)
    try:
        return SourceFile(name, _line_feeds(data.decode("utf-8")))
    except UnicodeDecodeError as error:
        raise _not_utf8(data, error.start, name) from None


def _not_utf8(data: bytes, at: int, name: str) -> SourceProblem:
    file = SourceFile(name, _line_feeds(data.decode("utf-8", "replace")))
    offset = len(_line_feeds(data[:at].decode("utf-8")))
    line = file.position(offset)[0]
    message = f"byte 0x{data[at]:02X} on line {line} is not UTF-8"
    help_text = "save the file as UTF-8 (it may be in Windows-1252 or Latin-1)"
    return _problem(file, "wrong-encoding", message, offset, offset + 1, help_text)


def _line_feeds(text: str) -> str:
    if "\r" not in text:
        return text
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _refused_character(file: SourceFile, at: int) -> Diagnostic:
    number = ord(file.text[at])
    message = f"the text holds the control character U+{number:04X}"
    help_text = "delete it"
    if number == 0:
        help_text = "delete it; where it stands after every letter, the file is in UTF-16: save it as UTF-8"
    return _diagnostic(file, "control-character", message, at, at + 1, help_text)


def _long_line(file: SourceFile) -> Diagnostic:
    start = 0
    for line in file.text.split("\n"):
        if len(line) > MAX_LINE:
            break
        start += len(line) + 1
    message = f"this line has {len(line):,} characters; at most {MAX_LINE:,} are read"
    help_text = "break the line, or write long text in a `|` or `>` block"
    return _diagnostic(file, "line-too-long", message, start + MAX_LINE, start + len(line), help_text)
