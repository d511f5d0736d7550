"""Findings as text and as data."""

from interpreter.source.diagnostics import Diagnostics, Label
from interpreter.source.render import render_text, to_json
from interpreter.source.text import SourceFile, Span


def one(text: str, start: int, end: int, **more: object) -> Diagnostics:
    found = Diagnostics()
    found.error("a-code", "a message", Span(SourceFile("f.yaml", text), start, end), phase="read", **more)  # type: ignore[arg-type]
    return found


def lines(found: Diagnostics, width: int | None = None) -> list[str]:
    return render_text(found, width=width).split("\n")


def test_a_finding_shows_its_line_and_its_help() -> None:
    assert render_text(one("a: 1\nsped: 2\n", 5, 9, help="did you mean `speed`?")) == (
        "f.yaml:2:1: error[a-code]: a message\n2 | sped: 2\n  | ^^^^\n  = help: did you mean `speed`?\n\n1 error\n"
    )


def test_nothing_found_is_nothing_said() -> None:
    assert render_text(Diagnostics()) == ""
    assert to_json(Diagnostics()) == {"version": 1, "diagnostics": []}


def test_wide_combining_and_tab_characters_are_underlined_where_they_are_seen() -> None:
    # Two cells for each of the two wide ones; none for the accent; the tab goes on to the eighth cell.
    text = "日本e\u0301\tx y\n"
    assert lines(one(text, 5, 6))[1:3] == ["1 | 日本e\u0301   x y", "  |         ^"]
    assert lines(one(text, 0, 2))[2] == "  | ^^^^"
    assert lines(one(text, 2, 4))[2] == "  |     ^"
    assert lines(one(text, 4, 5))[2] == "  |      ^^^"


def test_a_korean_syllable_is_two_cells_wide_however_it_is_written() -> None:
    for syllable in ("\ud55c", "\u1112\u1161\u11ab"):
        assert lines(one(f"{syllable} x\n", len(syllable) + 1, len(syllable) + 2))[2] == "  |    ^"


def test_a_place_without_characters_is_still_shown() -> None:
    assert lines(one("a:\n", 2, 2))[1:3] == ["1 | a:", "  |   ^"]
    assert lines(one("a: 1\n", 5, 5))[1:3] == ["2 |", "  | ^"]


def test_a_span_over_several_lines_is_underlined_on_its_first() -> None:
    assert lines(one("a: [1,\n  2]\n", 3, 11))[1:3] == ["1 | a: [1,", "  |    ^^^"]


def test_an_empty_file_has_no_line_to_show() -> None:
    assert render_text(one("", 0, 0)) == "f.yaml:1:1: error[a-code]: a message\n\n1 error\n"


def test_labels_stand_under_their_own_lines() -> None:
    file = SourceFile("f.yaml", "a: 1\n" * 10)
    other = SourceFile("g.yaml", "b: 2\n")
    found = Diagnostics()
    labels = [
        Label(Span(file, 48, 49), "the value"),
        Label(Span(file, 0, 1), "first here"),
        Label(Span(other, 3, 4), "or here"),
    ]
    found.warning("twice", "stands twice", Span(file, 45, 46), phase="check", labels=labels)
    assert render_text(found) == (
        "f.yaml:10:1: warning[twice]: stands twice\n"
        "10 | a: 1\n"
        "   | ^\n"
        "   |    - the value\n"
        " 1 | a: 1\n"
        "   | - first here\n"
        "   | in g.yaml:1:4\n"
        " 1 | b: 2\n"
        "   |    - or here\n"
        "\n"
        "1 warning\n"
    )


def test_a_long_line_is_shown_in_part() -> None:
    text = "a" * 300 + "HERE" + "b" * 300
    shown, strokes = lines(one(text, 300, 304), width=40)[1:3]
    assert shown == "1 | …" + "a" * 17 + "HERE" + "b" * 17 + "…"
    assert strokes == "  | " + " " * 18 + "^^^^"
    assert lines(one(text, 0, 4), width=40)[1:3] == ["1 | " + "a" * 38 + "…", "  | ^^^^"]
    assert lines(one(text, 600, 604), width=40)[1:3] == ["1 | …" + "b" * 38, "  | " + " " * 35 + "^^^^"]
    assert len(lines(one(text, 0, 604), width=40)[2]) == 4 + 38
    assert lines(one("a" * 40, 39, 40), width=40)[1] == "1 | " + "a" * 40


def test_wide_characters_are_not_cut_in_half() -> None:
    shown, strokes = lines(one("日" * 100, 50, 51), width=31)[1:3]
    assert shown.count("日") * 2 <= 29
    before = shown.removeprefix("1 | …").index("日")
    assert strokes.index("^") % 2 == 1 + before


def test_colors_change_nothing_but_colors() -> None:
    import re

    found = one("a: 1\n", 0, 1, help="x", labels=[Label(Span(SourceFile("f.yaml", "a: 1\n"), 3, 4), "y")])
    colored = render_text(found, color=True)
    assert "\x1b[31;1merror[a-code]\x1b[0m" in colored
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == render_text(found)


def test_no_control_character_reaches_the_terminal() -> None:
    assert "\x1b" not in render_text(one("a: \x1b[31m\u202e\n", 0, 1))


def test_totals_count_both_kinds() -> None:
    found = one("a: 1\n", 0, 1)
    file = SourceFile("f.yaml", "a: 1\n")
    found.error("b", "m", Span(file, 0, 1), phase="read")
    found.warning("c", "m", Span(file, 0, 1), phase="read")
    assert lines(found)[-2] == "2 errors, 1 warning"


def test_findings_as_data() -> None:
    found = one("a: 1\nsped: 2\n", 5, 9, help="h")
    found.warning("w", "n", Span(SourceFile("a.yaml", "x\n"), 0, 2), phase="check")
    assert to_json(found) == {
        "version": 1,
        "diagnostics": [
            {
                "code": "w",
                "severity": "warning",
                "message": "n",
                "file": "a.yaml",
                "start": {"line": 1, "column": 1},
                "end": {"line": 2, "column": 1},
                "help": None,
            },
            {
                "code": "a-code",
                "severity": "error",
                "message": "a message",
                "file": "f.yaml",
                "start": {"line": 2, "column": 1},
                "end": {"line": 2, "column": 5},
                "help": "h",
            },
        ],
    }


def test_many_findings_on_long_lines_are_all_rendered() -> None:
    file = SourceFile("f.yaml", ("x" * 4999 + "\n") * 200)
    found = Diagnostics()
    for line in range(200):
        found.error("a", "m", Span(file, line * 5000 + 2500, line * 5000 + 2501), phase="read")
    text = render_text(found)
    assert text.count("error[a]: m") == 200
    assert max(map(len, text.splitlines())) < 200
