"""Dice: the fixed formula, streams that do not disturb each other, forced lists, limits."""

from hashlib import blake2b
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.track.dice import DiceRefused, ForcedDice, SeededDice
from interpreter.track.fight import Fight
from interpreter.track.refusals import Refused
from tests.tiny import Table, play_examples, tiny


def face(seed: int, unit: str, purpose: str, number: int, sides: int) -> int:
    """The face of the die with a number (from 0) in a stream, by the formula as it is written down."""
    digest = blake2b(f"{seed}/{unit}:{purpose}/{number // 16}".encode(), digest_size=64).digest()
    at = 4 * (number % 16)
    word = int.from_bytes(digest[at : at + 4], "big")
    return 1 + word * sides // 2**32


@given(seed=st.integers(-(10**20), 10**20), sides=st.sampled_from([1, 2, 6, 20, 100, 1000]), count=st.integers(1, 40))
def test_the_formula(seed: int, sides: int, count: int) -> None:
    faces = SeededDice(seed).faces(("ünit", "its purpose"), count, sides)
    assert faces == tuple(face(seed, "ünit", "its purpose", number, sides) for number in range(count))


def test_the_formula_is_fixed_for_good() -> None:
    """These numbers never change: saved fights depend on them. (The first word of each block, worked out apart.)"""
    assert blake2b(b"7/a:strike/0", digest_size=64).hexdigest()[:8] == FIRST
    assert SeededDice(7).faces(("a", "strike"), 1, 20) == (1 + int(FIRST, 16) * 20 // 2**32,)


FIRST = "66458590"


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 20)), max_size=12))
def test_streams_do_not_disturb_each_other(rolls: list[tuple[str, int]]) -> None:
    """However rolls are mixed, each stream shows what it shows alone."""
    mixed = SeededDice(3)
    shown: dict[str, list[int]] = {"a": [], "b": [], "c": []}
    for unit, count in rolls:
        shown[unit] += mixed.faces((unit, "it"), count, 6)
    for unit, faces in shown.items():
        assert faces == [face(3, unit, "it", number, 6) for number in range(len(faces))]


@given(st.lists(st.integers(1, 20), min_size=1, max_size=8), st.data())
def test_what_is_taken_back_falls_again(counts: list[int], data: st.DataObject) -> None:
    dice = SeededDice(5)
    for count in counts:
        dice.faces(("a", "it"), count, 6)
    back = data.draw(st.integers(0, sum(counts)))
    dice.back(("a", "it"), back)
    first = sum(counts) - back
    assert dice.faces(("a", "it"), 3, 6) == tuple(face(5, "a", "it", number, 6) for number in range(first, first + 3))


@pytest.mark.parametrize("sides", [2, 6, 20])
def test_every_face_falls(sides: int) -> None:
    faces = SeededDice(1).faces(("a", "it"), 1000, sides)
    assert set(faces) == set(range(1, sides + 1))


# --- forced dice ----------------------------------------------------------------------------------------------------


def test_forced_dice_fall_in_order_whoever_rolls() -> None:
    dice = ForcedDice([4, 2, 5])
    assert dice.faces(("a", "x"), 1, 6) == (4,)
    assert dice.faces(("b", "y"), 2, 6) == (2, 5)


def test_forced_dice_that_run_out_say_who_rolled() -> None:
    dice = ForcedDice([4])
    with pytest.raises(DiceRefused, match="1 was given, and strike of `a` rolls 2d6 after that"):
        dice.faces(("a", "strike"), 2, 6)
    assert dice.faces(("a", "strike"), 1, 6) == (4,)


@pytest.mark.parametrize("shown", [0, 7, -1])
def test_a_forced_face_that_the_die_lacks(shown: int) -> None:
    with pytest.raises(DiceRefused, match=f"shows {shown}, but a d6 has the faces 1 to 6"):
        ForcedDice([shown]).faces(("a", "x"), 1, 6)


# --- limits ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def fight(tmp_path: Path) -> Fight:
    content = """
    - action: storm
      cost: free
      do: |
        repeat 21 times:
          self.hp += roll(1000d6)
    """
    return Table(tiny(tmp_path, content, ruleset='counters: {hp: {start: "0"}}'), a=5).f


@pytest.mark.parametrize("count", [-1, 1001, 1.5])
def test_how_many_dice_may_fall(fight: Fight, count: int) -> None:
    with pytest.raises(Refused, match=f"from 0 to 1000, not {count}"):
        fight.throw(None, "it", count, 6)


def test_no_dice_at_all_show_nothing(fight: Fight) -> None:
    assert fight.throw(None, "it", 0, 6) == ()
    assert fight.rolled == []


def test_one_action_rolls_so_many_dice_and_no_more(fight: Fight) -> None:
    """20 000 dice fit; the 21st thousand does not."""
    fight.dice = SeededDice(1)
    from interpreter.track.acting import act

    with pytest.raises(Refused, match="more than 20000 dice"):
        act(fight, fight.units["a"], "storm")
    assert fight.rolled == []
    assert fight.dice.faces(("a", "storm"), 1, 6) == (face(1, "a", "storm", 0, 6),)


def test_a_marker_lies_where_dice_say(tmp_path: Path) -> None:
    play_examples(
        tmp_path,
        """
        - marker: flag
        - about: flags
          examples:
            - it: lies on a sum of dice, and each Init counts once
              given: |
                a at 3
              do: |
                place flag at roll(2d6)
                place flag at [roll(d6), roll(d6), 2]
                expect first(lying(flag)).cells is [7] and last(lying(flag)).cells is [5, 2]
                refused "an Init is a whole number, not 1.5":
                  place flag at a.init / 2
              dice: [3, 4, 5, 5]
              expect: |
                count(lying(flag)) is 2
        """,
    )
