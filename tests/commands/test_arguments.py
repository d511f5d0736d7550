"""Arguments that cannot be: one line each, with what was meant, and the status of a command that was misused."""

from pathlib import Path

import pytest

from interpreter.commands.main import main

Captured = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("chekc pond", "`chekc` is no COMMAND; did you mean `check`? (`turnwright --help`"),
        ("help", "`help` is no COMMAND; expected one of `check`, `compendium`, "),
        ("--vesion", "`turnwright` knows no `--vesion`; did you mean `--version`? (`turnwright --help`"),
        ("check", "`turnwright check` needs PATH (`turnwright check --help` says more)"),
        ("new", "`turnwright new` needs KIND and NAME"),
        ("why duel", "`turnwright why` needs --event"),
        ("check pond --format jsn", "`jsn` is no --format; did you mean `json`?"),
        ("test pond --fromat json", "`turnwright test` knows no `--fromat`; did you mean `--format`?"),
        ("check pond --fromat=json", "`turnwright check` knows no `--fromat`; did you mean `--format`?"),
        ("check pond --zzz", "`turnwright check` knows no `--zzz` ("),
        ("run pond duel", "`duel` is one too many for `turnwright run` ("),
        ("run pond --seed x", "`--seed`: `x` is no whole number of at most 40 digits"),
        ("run pond --set", "`--set`: a value must stand behind it"),
        ("run pond --view green --as a", "`--as`: it does not go with `--view`"),
        ("mutate pond --at-least 200", "`--at-least`: `200` is none of 0 to 100"),
        ("new pak x", "`pak` is no KIND; did you mean `pack`?"),
        ("check pond/actoins.yaml", "there is no `actoins.yaml` in `pond`; did you mean `actions.yaml`?"),
        ("check pnd", "there is no file and nothing shipped called `pnd`; the rulesets that ship are `"),
        ("check ''", "an empty text leads nowhere"),
        ("test pond ''", "an empty text leads nowhere"),
        ("run ''", "an empty text leads nowhere"),
    ],
)
def test_one_line_says_what_was_meant(pond: Path, capsys: Captured, line: str, said: str) -> None:
    assert main(["" if one == "''" else one for one in line.split(" ")]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith(f"turnwright: {said}")
    assert output.err.count("\n") == 1


def test_several_names_are_one_look(pond: Path, capsys: Captured) -> None:
    """What is named twice is checked once."""
    actions = pond / "actions.yaml"
    actions.write_text(actions.read_text().replace("self.legs as", "self.legz as"))
    assert main(["check", "pond", "causeway", "pond/actions.yaml"]) == 1
    assert capsys.readouterr().out.endswith("\n\n1 error\n")
