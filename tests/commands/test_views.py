"""`turnwright run --view` and `--as`: a side and a unit are shown what they may know, and nothing else."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from interpreter.commands.main import main
from tests.commands import sly

Captured = pytest.CaptureFixture[str]
Record = dict[str, Any]
GAME_MASTER: tuple[str, ...] = ()
VIEWS = [("--view", "red"), ("--view", "blue"), ("--as", "ann"), ("--as", "bob"), ("--as", "cat")]
EVERY_VIEW = pytest.mark.parametrize("view", VIEWS, ids=" ".join)


@pytest.fixture
def night(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TURNWRIGHT_CACHE", "off")
    sly.write(tmp_path)
    return tmp_path


def text(capsys: Captured, *arguments: str) -> str:
    assert main(["run", "sly", *arguments]) == 0
    return capsys.readouterr().out


def records(capsys: Captured, *arguments: str) -> list[Record]:
    return [json.loads(line) for line in text(capsys, "--format", "json", *arguments).splitlines()]


def large(said: str) -> set[int]:
    """The numbers that can only be hidden ones."""
    return {int(number) for number in re.findall(r"\d+", said) if int(number) >= 300}


def unit_of(view: tuple[str, ...]) -> str | None:
    return view[1] if view[:1] == ("--as",) else None


def side_of(view: tuple[str, ...]) -> str:
    return {"ann": "red", "cat": "red", "bob": "blue"}.get(view[1], view[1])


def known(whole: list[Record], view: tuple[str, ...]) -> set[int]:
    """The hidden numbers that one who looks knows: those of its own, and what its side has planned."""
    *events, result = whole
    side = [unit for unit in ("ann", "bob", "cat") if side_of((unit, unit)) == side_of(view)]
    mine = [event for event in events if event.get("unit") == unit_of(view) and unit_of(view)]
    mine += [event for event in events if event["event"] == "plan" and event["unit"] in side]
    mine += [result["units"].get(unit_of(view), {})]
    mine += [{"plan": result["units"][unit]["counters"]["plan"]} for unit in side]
    return large(json.dumps(mine))


# --- nothing that is hidden appears ---------------------------------------------------------------------------


@EVERY_VIEW
def test_no_hidden_number_stands_anywhere(night: Path, capsys: Captured, view: tuple[str, ...]) -> None:
    mine = known(records(capsys), view)
    for form in ("text", "plain", "json"):
        assert large(text(capsys, "--format", form, *view)) - mine == set()
    assert len(mine) >= (2 if unit_of(view) is None else 10)


@EVERY_VIEW
def test_ones_own_is_there(night: Path, capsys: Captured, view: tuple[str, ...]) -> None:
    """All that is known by the rules is told, but for numbers in reasons and durations, which may be made of others."""
    whole = [record for record in records(capsys) if record["event"] != "refused" and "until" not in record]
    seen = records(capsys, *view)
    assert known(whole, view) <= large(json.dumps(seen))
    assert [(e["event"], e.get("unit")) for e in seen] == [
        (e["event"], e.get("unit")) for e in records(capsys) if e["event"] != "step" or e["unit"] == unit_of(view)
    ]


def test_the_game_master_sees_all(night: Path, capsys: Captured) -> None:
    whole = text(capsys, "--format", "json")
    assert "hidden" not in whole
    assert {777, 666, 888, 767, 770, 450, 555} <= large(whole)
    seen = text(capsys)
    assert "?" not in seen
    assert "ann wagers 767 and gets 770  {1d6: 3}" in seen
    assert "`bet` costs 250 `nerve`, and `bob` has 154 left" in seen
    assert "ann delays its turn to 305" in seen
    assert "until 1547 of ann's turns" in seen


def test_what_stands_in_place_of_it(night: Path, capsys: Captured) -> None:
    bob = [record for record in records(capsys, "--view", "red") if record.get("unit") == "bob"]
    told = {record["event"]: record for record in reversed(bob)}
    assert (told["return"]["value"], told["note"]["value"]) == ("hidden", "hidden")
    assert (told["init"]["from"], told["init"]["to"]) == ("hidden", "hidden")
    assert (told["purse"]["from"], told["depth"]["to"], told["plan"]["to"]) == ("hidden", "hidden", "hidden")
    assert told["wager"]["fields"] == {"who": "bob", "stake": "hidden", "gain": "hidden"}
    assert (told["wounds"]["from"], told["wounds"]["to"]) == (0, 11)
    creep = next(record for record in bob if record.get("manner") == "creep")
    assert creep["haste"] == "hidden"
    seen = text(capsys, "--view", "red")
    assert "bob ? -> ? (creep)" in seen
    assert "bob wagers ? and gets ?  [" in seen
    assert "bob plan ? -> ?" in seen
    assert "cat plan 0 -> 555" in seen
    assert "bob has slow until ? of bob's turns" in seen
    assert "bob has shaken until 2 of bob's turns" in seen
    assert "bob delays its turn to ?" in seen
    assert "bob may not use bet: `bet` costs ? `nerve`, and `bob` has ? left" in seen
    assert "bob may not use bet: ?  [" in seen
    assert "bob may not use split: it has had 1 plan already" in seen


def test_who_may_know_a_reason(night: Path, capsys: Captured) -> None:
    seen = text(capsys, "--as", "bob")
    assert "`bet` costs 250 `nerve`, and `bob` has 154 left" in seen
    assert "bob may not use bet: `901` was answered, but `stake` must be one of the numbers" in seen
    assert "ann may not use bet: `bet` costs ? `nerve`, and `ann` has ? left" in seen


# --- the track and the result ---------------------------------------------------------------------------------


def test_units_somewhere_on_the_track_share_a_line(night: Path, capsys: Captured) -> None:
    """By their Inits it is bob, cat, ann; they came as ann, bob, cat."""
    track = re.compile(r"--- round 1 ---\n(.*?)\n\n", re.DOTALL)

    def drawn(*view: str) -> str:
        found = track.search(text(capsys, *view))
        assert found
        return found[1]

    assert drawn() == " 1804 | bob (blue)\n 1803 | cat (red)\n 1205 | ann (red)"
    assert drawn("--view", "red") == "    ? | ann (red)  bob (blue)  cat (red)"
    assert drawn("--as", "cat") == " 1803 | cat (red)\n    ? | ann (red)  bob (blue)"


def test_the_result(night: Path, capsys: Captured) -> None:
    units = records(capsys, "--as", "cat")[-1]["units"]
    assert units["ann"] == {
        "init": "hidden",
        "statuses": ["shaken", "slow"],
        "counters": {"purse": "hidden", "plan": 1110, "wounds": 20},
    }
    assert units["bob"]["counters"]["plan"] == "hidden"
    assert (units["cat"]["init"], units["cat"]["counters"]["purse"]) == (1809, 1768)


# --- dice and choices -----------------------------------------------------------------------------------------


def dice(told: list[Record]) -> list[tuple[str, str]]:
    return [(die["unit"], die["for"]) for record in told for die in record.get("dice", ())]


def choices(told: list[Record]) -> list[tuple[str, str]]:
    return [(choice["by"], choice["name"]) for record in told for choice in record.get("choices", ())]


@EVERY_VIEW
def test_dice_of_which_hidden_numbers_are_made(night: Path, capsys: Captured, view: tuple[str, ...]) -> None:
    """What is rolled for a boast everyone sees; all else becomes an Init or the gain of a wager."""
    whole = dice(records(capsys))
    assert {what for _, what in whole} == {"boast", "quickness", "wager", "initiative"}
    seen = dice(records(capsys, *view))
    assert seen == [(who, what) for who, what in whole if what == "boast" or who == unit_of(view)]


@EVERY_VIEW
def test_choices_are_known_to_who_makes_them(night: Path, capsys: Captured, view: tuple[str, ...]) -> None:
    """A side knows what its units choose, unless a number that it does not know may come of that."""
    whole = choices(records(capsys))
    assert {what for _, what in whole} == {"how", "stake", "aim"}
    seen = choices(records(capsys, *view))
    if unit_of(view):
        assert seen == [(who, what) for who, what in whole if who == unit_of(view)]
    else:
        assert seen == [(who, what) for who, what in whole if what == "how" and side_of((who, who)) == side_of(view)]


# --- movements of which nobody knows where --------------------------------------------------------------------

MAZE = """\
ruleset: maze
title: Maze
sides: [red, blue]
counters:
  wounds: {start: 0, offered: yes}
manners:
  creep: {touches: each}
  leap: {touches: landing}
initiative: 1
init_shown_to: side
rules: |
  before step where ahead is 9 and manner is creep:
    stop "a wall"
  after step where here is 7:
    unit.wounds += d6
round:
  - {stage: turns, count: unit.init, order: descending}
"""
MOVES = """\
- action: sneak
  cost: free
  do: |
    shift self by 5 as creep
    set self to 3 as leap
"""


def maze(folder: Path, at: int) -> None:
    (folder / "sly").mkdir(exist_ok=True)
    (folder / "sly" / "ruleset.yaml").write_text(MAZE + "costs:\n  free: {}\n")
    (folder / "sly" / "actions.yaml").write_text(MOVES)
    (folder / "sly" / "scene.yaml").write_text(
        "scenario: scene\ntitle: Scene\nruleset: maze\nrounds: 1\nunits:\n"
        f"  ann: {{side: red, at: {at}, policy: self uses sneak}}\n  bob: {{side: blue, at: 1}}\n"
    )


@pytest.fixture
def scene(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TURNWRIGHT_CACHE", "off")
    maze(tmp_path, 6)
    return tmp_path


def test_a_way_is_told_to_those_who_know_the_init(scene: Path, capsys: Captured) -> None:
    """From 6 over 7, where it is hurt, to 8, before the wall."""
    for view in (GAME_MASTER, ("--view", "red"), ("--as", "ann")):
        told = records(capsys, *view)
        steps = [(e["from"], e["to"], e.get("stopped")) for e in told if e["event"] == "step"]
        assert steps == [(6, 7, None), (7, 8, None), (8, 9, "a wall"), (8, 3, None)]
        creep = next(e for e in told if e["event"] == "init")
        assert (creep["from"], creep["to"], creep["cut_short"]) == (6, 8, True)
        wounds = next(e for e in told if e["event"] == "wounds")
        assert told[wounds["parent"] - 1]["event"] == "step"
        assert dice(told) == [("ann", "maze")]


def test_a_hidden_way_is_not_told(scene: Path, capsys: Captured) -> None:
    """Neither how long it was, nor what cut it short; what it led to hangs on the movement."""
    for view in (("--view", "blue"), ("--as", "bob")):
        told = records(capsys, *view)
        assert [e["id"] for e in told[:-1]] == list(range(1, len(told)))
        assert not [e for e in told if e["event"] == "step" or "cut_short" in e]
        wounds = next(e for e in told if e["event"] == "wounds")
        assert told[wounds["parent"] - 1]["event"] == "init"
        assert dice(told) == []
        seen = text(capsys, *view)
        assert "wall" not in seen
        assert "cut short" not in seen
        assert "ann wounds 0 -> " in seen


def test_ways_of_any_length_look_alike(scene: Path, capsys: Captured) -> None:
    seen: dict[tuple[str, ...], set[str]] = {}
    for at in (2, 4, 5, 6):
        maze(scene, at)
        for view in (GAME_MASTER, ("--view", "blue"), ("--as", "bob")):
            for form in ("text", "json"):
                seen.setdefault((*view, form), set()).add(text(capsys, "--format", form, *view))
    assert [len(outputs) for outputs in seen.values()] == [4, 4, 1, 1, 1, 1]


# --- what differs only in what is hidden looks the same -------------------------------------------------------


def way(told: list[Record]) -> str:
    """How a fight goes: what happens to whom, in order; how far somebody moves is left out."""
    return json.dumps([(e["event"], e.get("unit"), e.get("name")) for e in told if e["event"] != "step"])


def everything(capsys: Captured, seed: int, *views: tuple[str, ...]) -> list[str]:
    """A fight as all of these see it, in all forms."""
    forms = ("text", "plain", "json")
    return [text(capsys, "--seed", str(seed), "--format", form, *view) for view in views for form in forms]


def test_the_numbers_of_somebody_else_change_nothing(night: Path, capsys: Captured) -> None:
    """Ann's purse, pace and Init, and what she makes of them: neither bob nor cat nor a side sees a trace."""
    others = [view for view in VIEWS if view != ("--as", "ann")]
    alike = 0
    for seed in range(1, 9):
        sly.write(night)
        before, seen = records(capsys, "--seed", str(seed)), everything(capsys, seed, *others)
        hers = text(capsys, "--seed", str(seed), "--as", "ann")
        sly.write(night, purse=400 + 50 * seed, pace=5 + seed, at=300 + 111 * seed)
        assert text(capsys, "--seed", str(seed), "--as", "ann") != hers
        if way(records(capsys, "--seed", str(seed))) == way(before):
            assert everything(capsys, seed, *others) == seen
            alike += 1
    assert alike >= 6


def test_hidden_dice_change_nothing(night: Path, capsys: Captured) -> None:
    """Where Inits and gains are rolled otherwise, and units come to act in the same order, a side sees the same.

    But for the dice of boasts, and what they do, which everyone sees.
    """
    content = night / "sly" / "content.yaml"
    content.write_text(content.read_text().replace("self.wounds += how + d4", "self.wounds += how"))
    fights: dict[str, list[tuple[str, list[str]]]] = {}
    for seed in range(1, 19):
        whole = text(capsys, "--seed", str(seed), "--format", "json")
        told = [json.loads(line) for line in whole.splitlines()]
        fights.setdefault(way(told), []).append((whole, everything(capsys, seed, *VIEWS[:2])))
    several = [fight for fight in fights.values() if len(fight) > 1]
    assert len(several) >= 2
    for fight in several:
        assert len({whole for whole, _ in fight}) == len(fight)
        assert len({"".join(seen) for _, seen in fight}) == 1


# --- who looks ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--view", "rad"], "there is no side `rad`; did you mean `red`?"),
        (["--view", "ann"], "there is no side `ann`; expected one of `blue`, `red`"),
        (["--as", "anne"], "`night` has no unit `anne`; did you mean `ann`?"),
        (["--as", ""], "`night` has no unit ``; expected one of `ann`, `bob`, `cat`"),
    ],
)
def test_who_looks_must_be_there(night: Path, capsys: Captured, arguments: list[str], said: str) -> None:
    assert main(["run", "sly", *arguments]) == 2
    output = capsys.readouterr()
    assert (output.out, output.err) == ("", f"turnwright: {said}\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--view", "red", "--as", "ann"], "`--as`: it does not go with `--view`"),
        (["--vie", "red"], "--vie"),
    ],
)
def test_who_looks_is_one_and_written_in_full(night: Path, capsys: Captured, arguments: list[str], said: str) -> None:
    assert main(["run", "sly", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_why_a_fight_cannot_go_on(night: Path, capsys: Captured) -> None:
    """The message goes to who looks, too."""
    content = night / "sly" / "ruleset.yaml"
    content.write_text(content.read_text().replace("initiative: 1000 + 100 * d20", "initiative: 1000.5"))
    assert main(["run", "sly"]) == 1
    assert "must be a whole number, not 1000.5" in capsys.readouterr().err
    assert main(["run", "sly", "--as", "bob"]) == 1
    assert "must be a whole number, not ?: round it" in capsys.readouterr().err


def test_where_nothing_is_hidden_all_is_seen_but_choices(pond: Path, capsys: Captured) -> None:
    def told(*view: str) -> str:
        assert main(["run", "pond/scenarios/race.yaml", "--set", "greedy=yes", "--format", "json", *view]) == 0
        return capsys.readouterr().out

    assert "dice" in told()
    assert told() == told("--view", "green") == told("--as", "bob")
