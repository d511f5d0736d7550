"""`turnwright compendium`: a list, a page as text and as markdown, and what it says to a wrong name."""

from pathlib import Path

import pytest

from interpreter.commands.main import main

Captured = pytest.CaptureFixture[str]

LAMP = """\
- entry: lamp
  title: The Lamp
  lcp: pond_lamp
  of: The Bank
  says: Lures flies.
  actions:
    shine:
      cost: free
      do: |
        choose frog from units where it is not self by self:
          frog.flies += 2
  examples:
  - it: lures two
    given: |
      a at 4 as lamp
      b at 9
    do: |
      a uses shine: frog b
    expect: |
      b.flies is 2
- entry: reed
  title: A Reed
- marker: lily
  offered: yes
  says: Floats.
"""


@pytest.fixture
def lit(pond: Path) -> Path:
    (pond / "lamp.yaml").write_text(LAMP)
    return pond


def shown(capsys: Captured, *arguments: str, code: int = 0) -> str:
    assert main(["compendium", *arguments]) == code
    return capsys.readouterr().out


def test_the_list_goes_by_maker_and_then_by_kind(lit: Path, capsys: Captured) -> None:
    assert (
        shown(capsys, "--ruleset", "pond")
        == """\
Frogs

The Bank
  The Lamp (lamp): Lures flies.

Entries
  A Reed (reed):

Markers
  Lily (lily): Floats.

Actions
  Leap (leap):
""".replace("):\n", ")\n")
    )


def test_the_list_as_markdown(lit: Path, capsys: Captured) -> None:
    text = shown(capsys, "--ruleset", "pond", "--format", "markdown")
    assert text.startswith("# Frogs\n\n## The Bank\n\n- **The Lamp** (`lamp`): Lures flies.\n")


def test_a_page(lit: Path, capsys: Captured) -> None:
    text = shown(capsys, "lamp", "--ruleset", "pond")
    assert text.startswith("The Lamp\nEntry; The Bank; published as pond_lamp\n\nLures flies.\n\nShine\n")
    assert "  Costs: free (pays nothing).\n" in text
    assert "  When: at any time, in the turns of others too.\n" in text
    assert "  Aimed at: one of the units on the track for which it is not the user.\n" in text
    assert "    - The frog's flies go up by 2.\n" in text
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("  |")]
    assert rows == [
        ["Given", "What is done", "Dice", "Outcome"],
        ["it lures two"],
        ["A stands at 4 as The Lamp.", "A uses shine (frog: b).", "", "B's flies are 2."],
        ["B stands at 9.", "", "", ""],
    ]


def test_a_page_as_markdown(lit: Path, capsys: Captured) -> None:
    text = shown(capsys, "lamp", "--ruleset", "pond", "--format", "markdown")
    assert text.startswith("# The Lamp\n\nEntry · The Bank · published as pond_lamp\n\nLures flies.\n\n## Shine\n")
    assert "| Example | Given | What is done | Dice | Outcome |\n| --- | --- | --- | --- | --- |\n" in text
    given, done = "A stands at 4 as The Lamp.<br>B stands at 9.", "A uses shine (frog: b)."
    assert f"| it lures two | {given} | {done} | none | B's flies are 2. |\n" in text


def test_what_ships_is_found_without_naming_its_ruleset(capsys: Captured) -> None:
    assert shown(capsys, "move").startswith("Move\nAction\n")
    assert "\nActions\n" in shown(capsys)


def test_a_name_that_is_not_there(lit: Path, capsys: Captured) -> None:
    assert main(["compendium", "lampp", "--ruleset", "pond"]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    what = "turnwright: there is no entry, status, marker, action or kind of unit"
    assert output.err == f"{what} `lampp` in `pond`; did you mean `lamp`?\n"
    assert main(["compendium", "qqqqq", "--ruleset", "pond"]) == 2
    assert capsys.readouterr().err == f"{what} `qqqqq` in `pond`; expected one of `lamp`, `leap`, `lily`, `reed`\n"
    assert main(["compendium", "qqqqq"]) == 2
    said = f"{what} `qqqqq` in what ships; `turnwright compendium` lists all (`--ruleset FOLDER` looks elsewhere)\n"
    assert capsys.readouterr().err == said


def test_a_kind_of_unit(lit: Path, capsys: Captured) -> None:
    more = "  stand_in: yes\n  values: {legs: 4}\n  entries: [lamp, reed]\n"
    (lit / "newt.yaml").write_text(f"- unit: newt\n  title: The Newt\n  says: Slow.\n{more}")
    assert (
        shown(capsys, "newt", "--ruleset", "pond")
        == """\
The Newt
Kind of unit

Slow.

  Legs: 4.
  Has: The Lamp and A Reed.
  - Its numbers stand in for published ones.
"""
    )
    assert "- **Legs:** 4.\n" in shown(capsys, "The Newt", "--ruleset", "pond", "--format", "markdown")
    assert "\nKinds of units\n  The Newt (newt): Slow.\n" in shown(capsys, "--ruleset", "pond")


def test_a_folder_or_a_ruleset_by_its_name_is_listed(lit: Path, capsys: Captured) -> None:
    assert shown(capsys, "pond") == shown(capsys, "--ruleset", "pond")
    assert shown(capsys, "causeway") == shown(capsys, "--ruleset", "causeway")


def test_a_ruleset_that_is_not_there(pond: Path, capsys: Captured) -> None:
    assert main(["compendium", "lamp", "--ruleset", "pont"]) == 2
    assert capsys.readouterr().err.startswith("turnwright: there is no file and nothing shipped called `pont`")


def test_broken_content(lit: Path, capsys: Captured) -> None:
    (lit / "lamp.yaml").write_text(LAMP.replace("flies += 2", "flys += 2"))
    assert main(["compendium", "lamp", "--ruleset", "pond"]) == 1
    output = capsys.readouterr()
    assert output.out == ""
    assert "`flys`" in output.err
    (lit / "ruleset.yaml").write_text("a: [")
    assert main(["compendium", "lamp", "--ruleset", "pond"]) == 2
    assert "`pond` cannot be read; `turnwright check pond` says why" in capsys.readouterr().err
