"""A recorded fight says what came of each action and turn: it fails when a rule that it went through is another."""

from pathlib import Path

import pytest

from tests.table.recorded import Brawl, put, section


@pytest.fixture
def slam(tmp_path: Path) -> Brawl:
    """`t` slams `jo` in each round, for 4 wounds, which then leaves with the second one; `kit` looks on."""
    made = Brawl(tmp_path)
    made.ruleset = """
        attributes: {strength: {type: number, default: 2}}
        counters: {wounds: {start: 0}}
        events:
          blow:
            form: blow who for force
            fields: {who: unit, force: number}
            do: |
              who.wounds += force
              if who.wounds > 9:
                dismiss who
        """
    made.content = """
        - status: dazed
        - entry: iron_fist
          modifies: {strength: {add: 2}}
        - marker: dent
        - action: slam
          cost: own
          do: |
            choose target from units where it is not self by self:
              apply dazed to target until end of scene
              place dent at target.init
              blow target for self.strength + 1
        - action: mend
          cost: own
          do: |
            for each hole in lying(dent):
              end hole
        - policy: slams
          do: |
            self uses slam: target least u in (units where it is not self) by u.init
        - policy: mends
          do: |
            self uses mend
        """
    made.scenario = """
        scenario: brawl
        ruleset: tiny
        units:
          t: {side: red, at: 5, entries: [iron_fist], plays: slams}
          kit: {side: blue, at: 4, plays: mends}
          jo: {side: blue, at: 3}
        rounds: 3
        ends_when: count(units) < 3
        """
    return made


def test_each_action_is_followed_by_what_came_of_it(slam: Brawl) -> None:
    """Strength 2 and 2 make 5 wounds a slam. After the second jo is gone, with its status, and its wounds are 10."""
    assert section(slam.recorded(), "do:", "dice:") == (
        "- |\n"
        "  expect units.init is [5, 4, 3]\n"
        "  turn of t:\n"
        "    t uses slam: target jo\n"
        "    expect jo.wounds is 5 and jo has dazed and count(lying(dent)) is 1\n"
        "  turn of kit:\n"
        "    kit uses mend\n"
        "    expect count(lying(dent)) is 0\n"
        "  turn of jo\n"
        "- |\n"
        "  turn of t:\n"
        "    t uses slam: target jo\n"
        "    expect jo not in everyone and jo.wounds is 10 and count(lying(dent)) is 1\n"
    )
    assert slam.outcome() is None


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("{add: 2}", "{add: 1}", "expected `jo.wounds is 5`, but `jo.wounds` is `4`"),
        ("{add: 2}", "{add: 7}", "expected `jo.wounds is 5`, but `jo.wounds` is `10`"),
        ("apply dazed to target", "apply dazed to self", "expected `jo has dazed`, and it does not hold"),
        ("end hole", 'say "later"', "expected `count(lying(dent)) is 0`, but `count(lying(dent))` is `1`"),
    ],
)
def test_a_rule_is_missed_though_who_it_struck_has_left(slam: Brawl, old: str, new: str, said: str) -> None:
    """Nothing of this is to be seen in the end."""
    ended = slam.recorded().partition("expect: |")[2]
    assert "everyone.wounds is [0, 0]" in ended
    assert "(everyone where count(statuses(it, dazed)) > 0) is []" in ended
    put(slam, "content", old, new)
    assert slam.outcome() == said


def test_what_ends_with_a_turn_is_seen_after_it(slam: Brawl) -> None:
    put(slam, "content", "until end of scene", "until end of target's turn")
    put(slam, "scenario", "rounds: 3", "rounds: 1")
    assert "  turn of jo\n  expect jo lacks dazed\n" in slam.recorded()
    put(slam, "content", "until end of target's turn", "until end of scene")
    assert slam.outcome() == "expected `jo lacks dazed`, and it does not hold"


def test_what_begins_a_round_is_seen_before_its_turns(slam: Brawl) -> None:
    slam.ruleset += """
        rules: |
          after start of round where round is 2:
            for each u in units:
              u.wounds += 1
        """
    assert "- |\n  expect t.wounds is 1 and kit.wounds is 1 and jo.wounds is 6\n  turn of t:\n" in slam.recorded()


def test_who_leaves_the_track_for_a_while_is_not_among_the_units(slam: Brawl) -> None:
    put(slam, "ruleset", "dismiss who", "take_off who")
    assert "expect jo not in units and jo.wounds is 10" in slam.recorded()
    assert slam.outcome() is None


def test_several_of_a_status_are_counted(slam: Brawl) -> None:
    put(slam, "content", "- status: dazed", "- status: dazed\n          again: stack")
    put(slam, "content", "self.strength + 1", "1")
    text = slam.recorded()
    assert "expect jo.wounds is 1 and jo has dazed and " in text
    assert "expect jo.wounds is 2 and count(statuses(jo, dazed)) is 2 and " in text


def test_a_round_that_would_be_too_long_goes_without(slam: Brawl) -> None:
    """Each of 300 units has a turn, which takes less than 20,000 characters to say, but not with what comes of it."""
    units = "\n".join(f"          u{number}: {{side: red, at: 5, plays: shoves}}" for number in range(300))
    slam.content += """
        - action: shove_and_push_and_jostle
          cost: own
          do: |
            self.wounds += 1
        - policy: shoves
          do: |
            self uses shove_and_push_and_jostle
        """
    slam.scenario = f"""
        scenario: brawl
        ruleset: tiny
        units:
{units}
        rounds: 1
        """
    text = slam.recorded()
    assert "  # What came of each turn is left out: the round would be too long to be read.\n  turn of u0:\n" in text
    assert "  expect " not in text
    assert slam.outcome() is None
