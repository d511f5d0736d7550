"""What the commands make of a path: into a zip, to a file of several of one name, to a scenario by its name."""

import json
import shutil
from pathlib import Path

import pytest

from interpreter.commands.main import main
from tests.commands.checking import change
from tests.packing import LADLE, pack, quay, write, zipped_pack

Captured = pytest.CaptureFixture[str]

SCENARIO = """\
scenario: load
ruleset: quay
units:
  a: {side: cranes, at: 3, policy: "self uses heave"}
rounds: 2
"""


@pytest.fixture
def around(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The ruleset, and one pack as a folder and under another name as a zip; nothing is cached."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TURNWRIGHT_CACHE", "off")
    quay(tmp_path)
    write(pack(tmp_path, "ladle", LADLE), {"scenarios/load.yaml": SCENARIO})
    zipped_pack(tmp_path / "spoon.zip", ("scenarios/load.yaml", SCENARIO))
    return tmp_path


def refused(capsys: Captured, *arguments: str) -> str:
    """What is said where a command cannot do what it was asked for."""
    assert main(arguments) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.count("\n") == 1
    return output.err.removeprefix("turnwright: ").removesuffix("\n")


# --- into a zip -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [
        ["check"],
        ["test"],
        ["coverage"],
        ["mutate"],
        ["run"],
        ["why", "--event", "1"],
        ["compendium", "--ruleset"],
        ["words", "--for"],
    ],
)
@pytest.mark.parametrize("place", ["spoon.zip", "ladle"])
def test_where_nothing_is(around: Path, capsys: Captured, command: list[str], place: str) -> None:
    """A zip as a folder."""
    said = refused(capsys, *command, f"{place}/thinks.yaml")
    assert said == f"there is no `thinks.yaml` in `{place}`; did you mean `things.yaml`?"
    said = refused(capsys, *command, f"{place}/scenarios/x.yaml")
    assert said == f"there is no `x.yaml` in `{place}/scenarios`; expected `load.yaml`"


def test_a_folder_in_a_zip(around: Path, capsys: Captured) -> None:
    assert main(["check", "spoon.zip/scenarios"]) == 0
    assert main(["run", "spoon.zip/scenarios"]) == 0
    assert "\n--- round 2 ---\n" in capsys.readouterr().out
    assert refused(capsys, "check", "spoon.zip/scen") == (
        "there is no `scen` in `spoon.zip`; expected one of `pack.yaml`, `scenarios`, `things.yaml`"
    )


# --- a scenario by its name -------------------------------------------------------------------------------------------


def played(capsys: Captured, *arguments: str) -> str:
    """The first line of a fight: which one it is."""
    assert main(["run", *arguments]) == 0
    return capsys.readouterr().out.partition("\n")[0]


@pytest.mark.parametrize("place", ["spoon.zip", "ladle"])
def test_a_scenario_is_asked_for_by_its_name(around: Path, capsys: Captured, place: str) -> None:
    whose = place.removesuffix(".zip")
    assert played(capsys, place) == played(capsys, f"{place}/load") == f"load: {whose}"
    assert main(["why", f"{place}/load", "--event", "1"]) == 0
    capsys.readouterr()
    assert refused(capsys, "run", f"{place}/lode") == f"`{place}` has no scenario `lode`; expected `load`"


def test_a_scenario_of_the_folder_one_stands_in(
    around: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It goes before one that ships and has the same name."""
    assert refused(capsys, "run", "load").startswith("there is no file and nothing shipped called `load`")
    monkeypatch.chdir(around / "ladle" / "scenarios")
    assert played(capsys, "load") == "load: ladle"
    assert refused(capsys, "run", "laod") == "`ladle` has no scenario `laod`; did you mean `load`?"
    assert played(capsys, "duel") == played(capsys, "lancer_initiative/duel") == "duel: lancer_initiative"
    write(around / "ladle", {"scenarios/duel.yaml": SCENARIO.replace("load", "duel")})
    assert played(capsys, "duel") == "duel: ladle"
    assert played(capsys, "lancer_initiative/duel") == "duel: lancer_initiative"


def test_one_of_several_scenarios(around: Path, capsys: Captured) -> None:
    write(around / "ladle", {"scenarios/again.yaml": SCENARIO.replace("load", "again")})
    assert refused(capsys, "run", "ladle") == (
        "`ladle` has several scenarios, `again`, `load`: name one, as in `ladle/again`"
    )
    assert played(capsys, "ladle/again") == "again: ladle"
    assert played(capsys, "ladle/scenarios/again.yaml") == "again: ladle"


# --- a line of a file -------------------------------------------------------------------------------------------------


def test_a_line_is_looked_for_in_what_was_asked_for(around: Path, capsys: Captured) -> None:
    """The ruleset has a file of that name too, and a line there that could be changed."""
    short = LADLE.replace("  says: Takes a crate more.\n", "").partition("      examples")[0]
    write(around / "ladle", {"things.yaml": short})

    def files(at: str) -> set[str]:
        # The pack has no examples, so nothing is noticed.
        assert main(["mutate", "ladle", "--at", at, "--format", "json"]) == 1
        return {found["file"] for found in json.loads(capsys.readouterr().out)["unnoticed"]}

    assert files("things.yaml:6") == files("ladle/things.yaml:6") == {"ladle/things.yaml"}
    assert files("quay/things.yaml:6") == {"quay/things.yaml"}
    assert files("ruleset.yaml:18") == {"quay/ruleset.yaml"}, "it is in no other"


def test_a_line_of_one_of_several_files(around: Path, capsys: Captured) -> None:
    for status in ("wet", "dry"):
        write(around / "ladle", {f"{status}/more.yaml": f"- status: {status}\n  offered: yes\n"})
    assert refused(capsys, "mutate", "ladle", "--at", "more.yaml:2") == (
        "`--at more.yaml:2` could be `ladle/dry/more.yaml` or `ladle/wet/more.yaml`: write which"
    )
    said = refused(capsys, "mutate", "ladle", "--at", "dry/more.yaml:2")
    assert said == "there is nothing to change at `dry/more.yaml:2`"


# --- a scenario outside of its pack -----------------------------------------------------------------------------------


@pytest.mark.parametrize("cache", ["off", "kept"])
@pytest.mark.parametrize("base", ["quay", "causeway"])
@pytest.mark.parametrize("is_zip", [False, True])
def test_what_happened_in_a_pack_is_tested_beside_it(
    around: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch, base: str, is_zip: bool, cache: str
) -> None:
    """The record names the pack: its ruleset, which lies beside it or ships, does not know what is in it."""
    monkeypatch.setenv("TURNWRIGHT_CACHE", cache if cache == "off" else str(around / "cache"))
    side, cost, manner = {"quay": ("cranes", "free", "roll"), "causeway": ("gulls", "trick", "move")}[base]
    things = f"- entry: ladle\n  actions:\n    scoop: {{cost: {cost}, do: shift self by 1 as {manner}}}\n"
    fight = f"""\
scenario: load
ruleset: {base}
units:
  a: {{side: {side}, at: 3, entries: [ladle], policy: self uses scoop}}
rounds: 2
"""
    where = "pail.zip" if is_zip else "pail"
    write(pack(around, "pail", things, **{base: "any"}), {"scenarios/load.yaml": fight})
    if is_zip:
        shutil.make_archive("pail", "zip", around / "pail")
        shutil.rmtree(around / "pail")
    assert main(["run", where, "--record", "tide.yaml"]) == 0
    assert "recorded 2 turns in `tide.yaml`; `turnwright test tide.yaml` tests them" in capsys.readouterr().err
    for _ in "ab":
        assert main(["check", "tide.yaml"]) == 0
    assert main(["test", "tide.yaml"]) == 0
    assert capsys.readouterr().out == "nothing to report\n" * 2 + "1 example: 1 passed, 0 failed\n"
    assert played(capsys, "tide.yaml") == "tide: pail"
    change(around / "tide.yaml", "entries: [ladle]", "entries: [ladel]")
    assert main(["check", "tide.yaml"]) == 1
    assert "did you mean `ladle`?" in capsys.readouterr().out
    write(around, {"elsewhere/x.txt": ""})
    beside = "beside the zip `" if is_zip else "into the folder of its pack, `"
    told = refused(capsys, "run", where, "--record", "elsewhere/tide.yaml")
    assert f"it would not be tested there: write it {beside}" in told


def test_a_scenario_of_a_pack_names_it_or_its_ruleset(around: Path, capsys: Captured) -> None:
    write(around, {"ladle/scenarios/load.yaml": SCENARIO.replace("quay", "ladle")})
    assert main(["check", "ladle"]) == 0
    capsys.readouterr()
    write(around, {"far.yaml": SCENARIO.replace("quay", "spoo")})
    assert "beside it is no folder and no zip `spoo`" in refused(capsys, "run", "far.yaml")
    write(around, {"far.yaml": SCENARIO.replace("quay", "spoon").replace("load", "far")})
    assert played(capsys, "far.yaml") == "far: spoon"
    pack(around, "spoon", LADLE)
    assert "there are both a folder and a zip `spoon`: take one" in refused(capsys, "run", "far.yaml")


# --- which rule did it ------------------------------------------------------------------------------------------------


def test_a_rule_is_called_by_what_it_comes_from(around: Path, capsys: Captured) -> None:
    """One rule stands in the ruleset, and one in the pack over it."""
    own = "rules: |\n  after change of init where manner is roll:\n    unit.crates += 1\n"
    pack(around, "ladle", LADLE, own)
    setup = "setup: |\n  apply greased to a\n"
    write(around / "ladle", {"scenarios/load.yaml": SCENARIO + setup})
    assert main(["run", "ladle"]) == 0
    lines = capsys.readouterr().out.splitlines()
    for name, file in (("quay", "quay/ruleset.yaml"), ("ladle", "ladle/pack.yaml")):
        number = next(line.split()[0] for line in lines if f"[{file}:" in line)
        assert main(["why", "ladle", "--event", number]) == 0
        assert f"by `{name}: after change of init" in capsys.readouterr().out
