"""`turnwright coverage`: statements, lines and branches of a small ruleset, counted by hand."""

import json
from pathlib import Path
from typing import Any

import pytest

from interpreter.commands.main import main
from tests.commands.checking import change

Captured = pytest.CaptureFixture[str]

RULEBOOK = """\
rulebook: pond
statements:
- {id: A1, says: The frog that is furthest ahead acts first.}
- {id: A2, says: A frog leaps as far as its legs are long.}
- {id: A3, says: On 9 there are flies.}
- {id: A4, says: Frogs croak., open: The source does not say how loud.}
"""


@pytest.fixture
def book(pond: Path) -> Path:
    """The pond with a rulebook: A1 is carried out alone, A2 is carried out and shown, A3 neither."""
    (pond / "rulebook.yaml").write_text(RULEBOOK)
    change(pond / "ruleset.yaml", "choice]}", "choice], carries: [A1]}")
    change(pond / "actions.yaml", "  cost: free\n", "  cost: free\n  carries: [A2]\n")
    return pond


def show_flies(pond: Path, said: str = "shows: [A3]", flies: int = 1) -> None:
    (pond / "flies.yaml").write_text(
        f"""\
- about: flies
  carries: [A3]
  examples:
  - it: gives a fly on 9
    {said}
    given: |
      a at 8 with legs 1
    do: |
      a uses leap
    expect: |
      a.flies is {flies}
"""
    )


def measured(capsys: Captured, code: int) -> dict[str, Any]:
    capsys.readouterr()
    assert main(["coverage", "pond", "--format", "json"]) == code
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_statements(book: Path, capsys: Captured) -> None:
    found = measured(capsys, 1)
    assert found["version"] == 1
    assert list(found["statements"]) == ["A1", "A2", "A3", "A4"]
    assert found["statements"]["A1"] == {
        "carried_out_by": [{"name": "stage turns", "file": "pond/ruleset.yaml", "line": 17}],
        "shown_by": [],
        "open": None,
    }
    assert found["statements"]["A2"] == {
        "carried_out_by": [{"name": "action leap", "file": "pond/actions.yaml", "line": 1}],
        "shown_by": [
            {"name": "leap: is short while the pace is slow", "file": "pond/actions.yaml", "line": 9},
            {"name": "leap: is as long as its legs where the pace is fast", "file": "pond/actions.yaml", "line": 16},
        ],
        "open": None,
    }
    assert found["statements"]["A3"] == {"carried_out_by": [], "shown_by": [], "open": None}
    assert found["statements"]["A4"]["open"] == "The source does not say how loud."


def test_lines_and_branches(book: Path, capsys: Captured) -> None:
    """Both examples leap over land where nothing lies, and none is greedy.

    Lines: `start: 0`, the initiative, the count with its tie; what the two rules do; three
    in the action. Not run are the initiative (everybody is set down), the count and the tie (of one frog there is no
    order), the fly on 9, and the greed.
    Branches: two rules, each of which holds or not, and whether it is greedy. No step is on 9, and nobody is greedy.
    """
    found = measured(capsys, 1)
    assert found["lines"] == {"run": 4, "all": 8}
    assert [(missed["file"], missed["line"]) for missed in found["missed_lines"]] == [
        ("pond/actions.yaml", 7),
        ("pond/ruleset.yaml", 15),
        ("pond/ruleset.yaml", 17),
        ("pond/ruleset.yaml", 22),
    ]
    assert found["branches"] == {"run": 4, "all": 6}
    assert found["missed_branches"] == [
        {"file": "pond/actions.yaml", "line": 6, "branch": "holds", "text": "if options.greedy:"},
        {"file": "pond/ruleset.yaml", "line": 21, "branch": "holds", "text": "after step where here is 9:"},
    ]


def test_what_an_example_shows_and_runs(book: Path, capsys: Captured) -> None:
    """One more example runs the rule of the ninth Init: one line and one branch more."""
    show_flies(book)
    found = measured(capsys, 1)
    assert [shown["name"] for shown in found["statements"]["A3"]["shown_by"]] == ["flies: gives a fly on 9"]
    assert found["statements"]["A3"]["carried_out_by"] == []
    assert found["lines"]["run"] == 5
    assert found["branches"]["run"] == 5


def test_an_example_shows_what_stands_beside_it_where_it_says_nothing(book: Path, capsys: Captured) -> None:
    show_flies(book, said="options: {pace: fast}")
    assert len(measured(capsys, 1)["statements"]["A3"]["shown_by"]) == 1


PASSES = """\
  - it: goes on after one that fails
    shows: [A2]
    given: |
      a at 4
    do: |
      a uses leap
    expect: |
      a.flies is 0
"""


def test_an_example_that_fails_shows_and_runs_nothing(book: Path, capsys: Captured) -> None:
    """Nor is what it ran laid to the one that comes after it."""
    show_flies(book, flies=2)
    with (book / "flies.yaml").open("a") as file:
        file.write(PASSES)
    found = measured(capsys, 1)
    assert found["statements"]["A3"]["shown_by"] == []
    assert found["lines"]["run"] == 4
    assert found["branches"]["run"] == 4
    assert found["failed_examples"] == ["flies: gives a fly on 9"]


def test_all_is_well(book: Path, capsys: Captured) -> None:
    """The rule of the flies names A3, and an example shows A1."""
    show_flies(book, said="shows: [A1, A3]")
    text = (book / "ruleset.yaml").read_text()
    head, _, rules = text.partition("rules: |\n")
    listed = "".join(f"    {line}" for line in rules.splitlines(keepends=True))
    (book / "ruleset.yaml").write_text(f"{head}rules:\n  - carries: [A3]\n    text: |\n{listed}")
    found = measured(capsys, 0)
    assert found["statements"]["A3"]["carried_out_by"] == [{"name": "rules", "file": "pond/ruleset.yaml", "line": 19}]
    assert main(["coverage", "pond"]) == 0
    assert "statements: 3 carried out and shown, 1 open\nlines: 5 of 8 run\n" in capsys.readouterr().out


def test_text(book: Path, capsys: Captured) -> None:
    assert main(["coverage", "pond"]) == 1
    text = capsys.readouterr().out
    assert "A1  NOT SHOWN\n    carried out by  pond/ruleset.yaml:17  (stage turns)\n" in text
    assert "A2\n    carried out by  pond/actions.yaml:1  (action leap)\n" in text
    assert "    shown by        pond/actions.yaml:9, 16  (leap)\nA3  NOT CARRIED OUT AND NOT SHOWN\n" in text
    assert "A4  open: The source does not say how loud.\n" in text
    assert "lines that no example runs:\n  pond/actions.yaml:7: self.flies += d4\n" in text
    assert "  pond/ruleset.yaml:21: holds: after step where here is 9:\n" in text
    summary = """\
statements: 1 carried out and shown, 1 open
  not carried out and not shown: 1 (A3)
  not shown: 1 (A1)
lines: 4 of 8 run
branches: 4 of 6 run
"""
    assert text.endswith(summary)


NOT_RUN = """\
not_run:
- {file: ruleset.yaml, line: "initiative: d20", why: Nobody rolls.}
- {file: actions.yaml, line: "if options.greedy:", branch: holds, why: Frogs are not.}
"""


def test_what_cannot_be_run_is_not_counted(book: Path, capsys: Captured) -> None:
    (book / "rulebook.yaml").write_text(RULEBOOK + NOT_RUN)
    found = measured(capsys, 1)
    assert found["lines"] == {"run": 4, "all": 7}
    assert found["branches"] == {"run": 4, "all": 5}
    assert found["not_run"] == [
        {
            "file": "pond/actions.yaml",
            "line": 6,
            "branch": "holds",
            "text": "if options.greedy:",
            "why": "Frogs are not.",
        },
        {"file": "pond/ruleset.yaml", "line": 15, "text": "initiative: d20", "why": "Nobody rolls."},
    ]


def test_what_is_run_after_all_is_a_problem(pond: Path, capsys: Captured) -> None:
    excuse = NOT_RUN.replace("branch: holds", "branch: does not hold")
    (pond / "rulebook.yaml").write_text("rulebook: pond\nstatements: [{id: A1, says: One., open: So far.}]\n" + excuse)
    assert main(["coverage", "pond"]) == 1
    said = "pond/rulebook.yaml:5: `if options.greedy:` (does not hold) is not run, it says here; but an example runs it"
    assert said in capsys.readouterr().out


def test_no_rulebook_is_no_problem(pond: Path, capsys: Captured) -> None:
    assert measured(capsys, 0)["statements"] == {}
    assert main(["coverage", "pond"]) == 0
    assert "the ruleset has no rulebook" in capsys.readouterr().out


def test_misuse_and_broken_content(pond: Path, capsys: Captured) -> None:
    assert main(["coverage", "pont"]) == 2
    assert capsys.readouterr().err.startswith("turnwright: there is no file and nothing shipped called `pont`")
    change(pond / "actions.yaml", "self.legs as", "self.legz as")
    assert main(["coverage", "pond"]) == 1
    output = capsys.readouterr()
    assert output.out == ""
    assert "`legz`" in output.err
