"""Where the characters of a scalar stand in the file, in every style."""

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from interpreter.source.diagnostics import Diagnostics
from interpreter.source.text import SourceFile
from interpreter.source.yaml_tree import Mapping, Scalar, read_yaml


def value_of(file_text: str, key: str = "k") -> Scalar:
    """The scalar under a key at the top of a file."""
    found = Diagnostics()
    node = read_yaml(SourceFile("f.yaml", file_text), found)
    assert [str(d) for d in found] == []
    assert isinstance(node, Mapping)
    scalar = node.get(key)
    assert isinstance(scalar, Scalar)
    return scalar


def place_of(scalar: Scalar, part: str) -> str:
    """The line:column to line:column of the first occurrence of a part of the text."""
    at = scalar.text.index(part)
    span = scalar.span_of(at, at + len(part))
    return f"{span.line}:{span.column}-{span.end_line}:{span.end_column}"


def end_of(scalar: Scalar) -> str:
    span = scalar.span_of(len(scalar.text), len(scalar.text))
    assert span.start == span.end
    return f"{span.line}:{span.column}"


# file, text, {part: place}, place of the end; all counted by hand
EXAMPLES = [
    ("k: one two\n", "one two", {"one": "1:4-1:7", "two": "1:8-1:11"}, "1:11"),
    ("k:   one  # c\n", "one", {"one": "1:6-1:9"}, "1:9"),
    ("k: one\n   two\n\n  three\n", "one two\nthree", {"two": "2:4-2:7", "three": "4:3-4:8", " ": "1:7-2:1"}, "4:8"),
    ("k: 日本 two\n", "日本 two", {"two": "1:7-1:10"}, "1:10"),
    ("k: 'it''s so'\n", "it's so", {"'": "1:7-1:9", "s so": "1:9-1:13"}, "1:13"),
    ("k: 'one\n\n  two'\n", "one\ntwo", {"two": "3:3-3:6", "\n": "2:1-3:1"}, "3:6"),
    ('k: "a\\tb\\u00e9c"\n', "a\tbéc", {"a": "1:5-1:6", "\t": "1:6-1:8", "é": "1:9-1:15", "c": "1:15-1:16"}, "1:16"),
    ('k: "one \\\n   two"\n', "one two", {"one ": "1:5-1:9", "two": "2:4-2:7"}, "2:7"),
    ('k: "one  \n   two"\n', "one two", {"two": "2:4-2:7", " ": "1:10-2:1"}, "2:7"),
    ("k: |\n  one\n    two\nz: 1\n", "one\n  two\n", {"one": "2:3-2:6", "two": "3:5-3:8", "\n": "2:6-3:1"}, "3:8"),
    ("k: |-  # c\n  one\n\n  two\n\n\nz: 1\n", "one\n\ntwo", {"two": "4:3-4:6"}, "4:6"),
    ("k: |+\n  one\n\n\nz: 1\n", "one\n\n\n", {"one": "2:3-2:6", "\n\n": "2:6-4:1"}, "2:6"),
    ("k: |2\n    one\n  two\n", "  one\ntwo\n", {"  one": "2:3-2:8", "two": "3:3-3:6"}, "3:6"),
    ("k: |\n\n\n  one", "\n\none", {"one": "4:3-4:6"}, "4:6"),
    ("k: |\nz: 1\n", "", {}, "1:5"),
    ("k: |-2 # c\n\n\nz: 1\n", "", {}, "1:7"),
    ("k: >\n  one\n  two\n\n  three\n", "one two\nthree\n", {"two": "3:3-3:6", "three": "5:3-5:8"}, "5:8"),
    ("k: >\n  one\n   two\n  three\n", "one\n two\nthree\n", {" two": "3:3-3:7", "three": "4:3-4:8"}, "4:8"),
]


@pytest.mark.parametrize(("file_text", "text", "places", "end"), EXAMPLES)
def test_parts_have_their_places(file_text: str, text: str, places: dict[str, str], end: str) -> None:
    scalar = value_of(file_text)
    assert scalar.text == text
    assert {part: place_of(scalar, part) for part in places} == places
    assert end_of(scalar) == end


def test_an_empty_range_is_an_empty_span_at_its_character() -> None:
    scalar = value_of("k: |\n  one\n  two\n")
    span = scalar.span_of(5, 5)
    assert (span.line, span.column, span.start == span.end) == (3, 4, True)


def test_a_range_outside_of_the_text_is_cut() -> None:
    scalar = value_of("k: one\n")
    assert scalar.span_of(-5, 99).text == "one"
    assert scalar.span_of(50, 99) == scalar.span_of(3, 3)
    assert scalar.span_of(2, 1) == scalar.span_of(2, 2)


def test_an_empty_value_has_its_place_behind_the_colon() -> None:
    assert end_of(value_of("a: 1\nk:\nz: 1\n")) == "2:3"
    assert end_of(value_of("k: ''\n")) == "1:5"


def test_an_error_in_folded_text_is_on_its_own_line() -> None:
    scalar = value_of("a: 1\nk: >-\n    roll 2d6\n    and add staus\n    to it\n")
    assert place_of(scalar, "staus") == "4:13-4:18"


def check(scalar: Scalar) -> None:
    """Every character's span shows that character, and what lies between two spans shows nothing."""
    text = scalar.file.text
    before = scalar.start
    for at, character in enumerate(scalar.text):
        span = scalar.span_of(at, at + 1)
        assert shows(scalar, span.text, character), (scalar, at, span.text)
        between = text[before : span.start]
        if at:
            assert not between.replace("\\\n", "").strip(" \t\n"), (scalar, at, between)
        assert span.start >= before
        before = span.end
    whole = scalar.span_of(0, len(scalar.text))
    assert scalar.start <= whole.start <= whole.end


def shows(scalar: Scalar, written: str, character: str) -> bool:
    if written == character:
        return True
    if character == " " and written == "\n":
        return scalar.style != "literal"
    if scalar.style == "single":
        return (written, character) == ("''", "'")
    return scalar.style == "double" and written[0] == "\\" and yaml.safe_load(f'"{written}"') == character


LETTERS = st.text(st.sampled_from("ab  \n\n'\"\\#:-é日\U0001f600\t"), max_size=40)


@given(LETTERS, st.sampled_from(["'", '"', "|", ">", None]), st.integers(10, 40))
def test_every_character_is_found_in_what_yaml_writes(text: str, style: str | None, width: int) -> None:
    data = {"a": [1], "k": text, "z": 2}
    file_text = yaml.safe_dump(data, default_style=style, width=width, allow_unicode=True)
    # The writer puts tags and quotes on what is no text; this test is not about those.
    file_text = file_text.replace("!!int ", "")
    scalar = value_of(file_text)
    assert scalar.text == text
    check(scalar)


INDENTED = st.lists(st.text(st.sampled_from("ab  #:\t'é"), max_size=8), max_size=6)


@given(
    INDENTED,
    st.sampled_from("|>"),
    st.sampled_from(["", "-", "+"]),
    st.integers(1, 5),
    st.booleans(),
    st.sampled_from(["", "\n", "\n\n\n", "\nz: 1\n", "\n\n# c\n\nz: 1\n"]),
)
def test_every_character_of_a_block_is_found(
    lines: list[str], mark: str, chomping: str, indent: int, stated: bool, end: str
) -> None:
    body = "\n".join(" " * indent + line if line.strip() else "" for line in lines)
    starts_blank = any(line.strip() for line in lines) and next(x for x in lines if x.strip())[0] in " \t"
    header = f"{mark}{indent if stated or starts_blank else ''}{chomping}"
    scalar = value_of(f"a: 1\nk: {header}\n{body}{end}")
    if mark == "|":
        assert scalar.text.rstrip("\n") == "\n".join(x if x.strip() else "" for x in lines).rstrip("\n")
    check(scalar)
    shown = scalar.text.rstrip("\n")
    if shown:
        last = scalar.span_of(len(shown) - 1, len(shown))
        assert scalar.span_of(len(scalar.text), len(scalar.text)).start == last.end


FLOW = st.text(st.sampled_from("ab  \n\n\té"), min_size=1, max_size=20)
ESCAPES = {"plain": ["a"], "single": ["''"], "double": [r"\t", r"\x41", r"\U0001F600", "\\\n"]}


@given(FLOW, st.sampled_from(sorted(ESCAPES)), st.data())
def test_every_character_of_folded_lines_is_found(inner: str, style: str, data: st.DataObject) -> None:
    escape = data.draw(st.sampled_from(ESCAPES[style]))
    body = inner.replace("a", escape).replace("\n", "\n ")
    if style == "plain":
        body = f"x{body}x".replace("\t", " ")
    quote = {"plain": "", "single": "'", "double": '"'}[style]
    check(value_of(f"k: {quote}{body}{quote}\n"))
