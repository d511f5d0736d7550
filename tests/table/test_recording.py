"""Fights written down as scenarios: they pass as they are, and no longer once a rule is another."""

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from interpreter.library.content import shipped_rulesets
from interpreter.table.loading import load
from interpreter.table.tape import NotWritten
from tests.table.recorded import Brawl, put, record, section, what_is_done

SEEDS = range(1, 9)


@pytest.mark.parametrize("name", shipped_rulesets())
def test_every_fight_of_what_ships_can_be_recorded(name: str) -> None:
    """Those that are played by policies; one that says what is done is written already, with dice of its own."""
    loaded = load(name)
    for scenario, text in loaded.scenarios.items():
        for seed in () if text.do else SEEDS:
            assert "turn of" in record(loaded, scenario, seed)


# --- fights of tiny rulesets ----------------------------------------------------------------------------------


@pytest.fixture
def brawl(tmp_path: Path) -> Brawl:
    made = Brawl(tmp_path)
    made.ruleset = """
        counters: {hp: {start: "9"}}
        rules: |
          after change of hp where destination < 4:
            apply hurt to unit until end of unit's next turn
        """
    made.content = """
        - status: hurt
        - action: hit
          cost: own
          do: |
            choose target from units where it is not self by self:
              may self "hard":
                target.hp -= d6
              target.hp -= d4
        - action: rest
          cost: own
          requires: [{that: self.hp < 9, else: there is no need}]
          do: |
            self.hp += 1
        - policy: hits
          do: |
            self uses rest
            if d6 > 0:
              self uses hit: target least u in (units where it is not self) by u.hp, "hard"
        """
    made.scenario = """
        scenario: brawl
        ruleset: tiny
        units:
          a: {side: red, at: 5, plays: hits}
          b: {side: blue, at: 4, plays: hits}
        rounds: 2
        """
    return made


def test_what_is_written(brawl: Brawl) -> None:
    """What was refused is left out, and so are dice that the policies rolled for themselves: two a hit remain."""
    text = brawl.recorded()
    assert section(what_is_done(text), "do:", "dice:") == dedent(
        """\
        - |
          turn of a:
            a uses hit: target b, "hard"
          turn of b:
            b uses rest
            b uses hit: target a, "hard"
        - |
          turn of a:
            a uses rest
            a uses hit: target b, "hard"
          turn of b:
            b uses rest
            b uses hit: target a, "hard"
        """
    )
    assert len(section(text.replace("dice:", "dice:\n"), "dice:", "\nexpect").split(",")) == 8
    assert "everyone is [a, b]" in text
    assert "plays" not in text
    assert brawl.outcome() is None


CHANGES: list[tuple[str, Callable[[Brawl], None], str]] = [
    ("less is healed", lambda b: put(b, "content", "self.hp += 1", "self.hp += 2"), "expected `b.hp is "),
    ("hits hurt sooner", lambda b: put(b, "ruleset", "destination < 4", "destination < 10"), "hurt"),
    ("one die more falls", lambda b: put(b, "content", "target.hp -= d4", "target.hp -= 2d4"), "expected `b.hp is "),
    ("one die less falls", lambda b: put(b, "content", "target.hp -= d4", "target.hp -= 2"), "expected `a.hp is "),
    ("nothing is healed", lambda b: put(b, "content", "self.hp < 9", "self.hp < 0"), "there is no need"),
    ("the order is another", lambda b: put(b, "round", "descending", "ascending"), "the turn of `b` comes next"),
    ("there is one more turn", lambda b: put(b, "round", "count:", "turns: 2, count:"), "the turn of `a` comes next"),
]


@pytest.mark.parametrize(
    ("change", "said"), [(change, said) for _, change, said in CHANGES], ids=[c[0] for c in CHANGES]
)
def test_a_changed_rule_makes_it_fail(brawl: Brawl, change: Callable[[Brawl], None], said: str) -> None:
    brawl.recorded()
    change(brawl)
    message = brawl.outcome()
    assert message is not None
    assert said in message


def test_initiative_is_rolled_again_and_a_setup_done_again(brawl: Brawl) -> None:
    """What ends with a turn, what is done later and what is done once begin anew: all came of the setup."""
    brawl.scenario = """
        scenario: brawl
        ruleset: tiny
        units:
          a: {side: red, plays: hits, values: {hp: 20}}
          b:
            side: blue   # the other one
            at: 4
            policy: |
              self uses hit: target a
        track:
          "3": [dim]
          5 to 7: [dim, wet]
        setup: |
          # as it was the day before
          apply hurt to a until end of b's next turn
          a.hp -= d4
        objectives:
          gate: {score: 3, side: red, says: "Open it, soon."}
        rounds: 3
        ends_when: a.hp < 9 and
          b.hp < 9
        """
    brawl.ruleset = """
        properties: [dim, wet]
        counters: {hp: {start: "9"}}
        rules: |
          after start of round once per scene:
            for each u in units where it.init has wet or it.init has dim or it.init > 0:
              u.hp += 1
          after change of hp where destination < 4:
            apply hurt to unit until end of unit's next turn
        """
    text = brawl.recorded()
    assert "  a:\n    side: red\n    values: {hp: 20}\n" in text
    assert "setup: |\n  # as it was the day before\n  apply hurt" in text
    assert 'ends_when: "a.hp < 9 and b.hp < 9"' in text
    assert "gate.score is 3" in text
    assert brawl.outcome() is None
    put(brawl, "ruleset", "u.hp += 1", "u.hp += 2")
    assert "expected `a.hp is 17`, but `a.hp` is `18`" in (brawl.outcome() or "")
    put(brawl, "ruleset", "u.hp += 2", "u.hp += 1")
    again = brawl.folder / "again.yaml"
    again.write_text(again.read_text().replace("a.hp < 9 and", "a.hp < 99 or"))
    assert brawl.outcome() == "it was refused: the fight is over: what its `ends_when` says holds"


def test_units_that_are_made_and_what_is_chosen_of_all_kinds(brawl: Brawl) -> None:
    head, tail = "foes [wisp_1, wisp_2], tool rake, hue dark", '"hum", shift then say'
    brawl.ruleset = """
        words: {hue: [pale, dark]}
        records: {tool: {reach: {type: number, default: 1}}}
        attributes: {tools: {type: list of tool}}
        counters: {hp: {start: "9"}}
        """
    brawl.content = """
        - unit: wisp
        - marker: pit
          fields: {hue: {type: hue, default: pale}}
        - status: cold
        - item: rake
          of: tool
          has: {reach: 3}
        - action: call
          cost: own
          do: |
            create wisp at self.init - 1 as jump by self
            create wisp at self.init - 2 as jump by self
        - action: choose_all
          cost: own
          do: |
            choose some foes from units where it is not self by self:
              for each foe in foes:
                apply cold to foe until end of scene
                apply cold to foe until end of scene
            choose tool from self.tools by self:
              self.hp += tool.reach
            choose hue from [pale, dark] by self:
              place pit at [1, 2] with hue = hue
              place pit at 3
            choose hole from markers where 3 in it.cells by self:
              lay hole at 4
            choose chill from statuses(wisp_or(self), cold) by self:
              end chill
            either by self:
              "sing":
                self.hp += 2
              "hum":
                self.hp += 1
            in any order by self:
              say "one"
              shift self by 1 as walk
        - policy: calls
          do: |
            if round is 1:
              self uses call
            else:
              self uses choose_all: HEAD, hole last(lying(pit)), chill last(statuses(wisp_2, cold)), TAIL
        """.replace("HEAD", head).replace("TAIL", tail)
    brawl.ruleset += """
        rules: |
          define wisp_or(who: unit) = last(units where it is not who) else who
        """
    brawl.scenario = """
        scenario: brawl
        ruleset: tiny
        units:
          a: {side: red, at: 5, plays: calls, values: {tools: [rake]}}
        rounds: 2
        """
    text = brawl.recorded()
    turns = "turn of wisp_1\n  turn of wisp_2\n"
    chosen = f"{head}, hole first(rest(lying(pit))), chill first(rest(statuses(wisp_2, cold))), {tail}"
    assert section(what_is_done(text), "do:", "expect:") == (
        f"- |\n  turn of a:\n    a uses call\n  {turns}"
        f"- |\n  turn of a:\n    a uses choose_all: {chosen}\n  {turns}dice: []\n"
    )
    assert "expect wisp_1.hp" not in text
    ended = text.partition("expect: |")[2]
    assert "count(statuses(wisp_1, cold)) is 2" not in ended, "the scene is over"
    assert "first(lying(pit)).cells is [1, 2]\n  first(rest(lying(pit))).cells is [4]" in text
    assert brawl.outcome() is None


CUTTING_IN = """
    round:
      - stage: only
        count: unit.init
        order: ascending
        steps: [aim, loose]
        cuts_in: unit.init > turn.unit.init
        cuts_in_by: unit.init
    """


def test_several_cut_in_and_one_wants_to_no_longer(brawl: Brawl) -> None:
    """Three say at the second step of `a` that they cut in; `d` is stopped, `c` hits, and `b` wants to no longer."""
    brawl.round = CUTTING_IN
    brawl.ruleset = """
        counters: {hp: {start: "10"}}
        rules: |
          before cut_in where unit.init is 4:
            stop "it is too slow"
          after cut_in:
            unit.hp += 10
        """
    brawl.content = """
        - action: hit
          cost: free
          do: |
            choose target from units by self:
              target.hp -= 1
        - policy: hits
          do: |
            if turn.step is loose:
              self uses hit: target least u in (units where it is not self) by u.init
          answers:
            cut in: turn.step is loose and turn.unit.hp > 9 and turn.unit.init is 1
        """
    units = ", ".join(f"{id}: {{side: red, at: {at}, plays: hits}}" for at, id in enumerate("abcd", 1))
    brawl.scenario = f"""
        scenario: brawl
        ruleset: tiny
        units: {{{units}}}
        rounds: 1
        """
    text = brawl.recorded()
    assert section(what_is_done(text), "- |", "dice:").startswith(
        "  turn of a:\n    next step\n    turn of [b, c, d]:\n      turn of c:\n        next step\n"
        "        c uses hit: target a\n    a uses hit: target b\n  turn of b:\n    next step\n"
    )
    assert brawl.outcome() is None
    put(brawl, "round", "cuts_in_by: unit.init", "cuts_in_by: 0 - unit.init")
    assert brawl.outcome() == "it was refused: of those who cut in, `b` comes first, not `c`"


def test_one_who_may_not_cut_in_after_all_is_written_too(brawl: Brawl) -> None:
    brawl.round = CUTTING_IN
    brawl.ruleset = """
        counters: {hp: {start: "10"}}
        rules: |
          before cut_in:
            stop "no"
          after cut_in stopped:
            unit.hp -= 1
        """
    brawl.content = """
        - policy: waits
          do: |
            if round > 9:
              say "never"
          answers:
            cut in: yes
        """
    brawl.scenario = """
        scenario: brawl
        ruleset: tiny
        units: {a: {side: red, at: 1, plays: waits}, b: {side: red, at: 2, plays: waits}}
        rounds: 1
        """
    assert (
        "  turn of a:\n    turn of [b]\n    next step\n    turn of [b]\n  turn of b:\n    next step\n"
        in what_is_done(brawl.recorded())
    )
    assert brawl.outcome() is None


def test_a_turn_that_an_action_begins_inside_of_the_open_one(brawl: Brawl) -> None:
    brawl.content = """
        - action: urge
          cost: own
          do: |
            choose friend from units where it is not self by self:
              cut_in friend
              self.hp += 1
        - action: wave
          cost: own
          do: |
            self.hp += 2
        - policy: urges
          do: |
            self uses urge: friend least u in units by u.init
            self uses wave
        - policy: waves
          do: |
            self uses wave
        """
    brawl.ruleset = 'counters: {hp: {start: "9"}}'
    brawl.scenario = """
        scenario: brawl
        ruleset: tiny
        units: {a: {side: red, at: 5, plays: urges}, b: {side: red, at: 4, plays: waves}}
        rounds: 1
        """
    text = brawl.recorded()
    assert section(text, "- |", "dice:") == (
        "  expect units.init is [5, 4]\n"
        "  turn of a:\n    a uses urge: friend b\n    expect a.hp is 10\n"
        "    turn of b:\n      b uses wave\n      expect b.hp is 11\n"
        "    a uses wave\n    expect a.hp is 12\n"
    )
    assert brawl.outcome() is None


def test_turns_at_the_same_time(brawl: Brawl) -> None:
    brawl.round = "round: [{stage: only, count: unit.init, order: descending, together: yes}]"
    brawl.scenario = brawl.scenario.replace("at: 5", "at: 4")
    text = brawl.recorded()
    assert "turn of [a, b]:\n    a uses hit: target b" in text
    assert brawl.outcome() is None
    put(brawl, "round", "together: yes", "together: 1 > 2")
    assert "the turn of `a` comes next in round 1, not that of `a` and `b`" in (brawl.outcome() or "")


@pytest.mark.parametrize(
    ("policy", "place"),
    [("self.hp -= 1", 1), ("apply hurt to self", 1), ('say "hm"', 1), ("self uses hit: target b\n  self.hp -= 1", 2)],
)
def test_what_a_policy_does_other_than_by_actions_is_not_written(brawl: Brawl, policy: str, place: int) -> None:
    brawl.scenario = f"""
scenario: brawl
ruleset: tiny
units:
  a:
    side: red
    at: 5
    policy: |
      {policy.replace(chr(10), chr(10) + "    ")}
  b: {{side: blue, at: 4}}
rounds: 1
"""
    with pytest.raises(
        NotWritten, match=rf"the policy of `a` does something at .*brawl.yaml:{8 + place} that is no action"
    ):
        brawl.recorded()


def test_who_has_left_still_has_the_turn_that_time_sees(brawl: Brawl) -> None:
    """What lasts until the end of the next turn of who leaves ends when that turn would have come."""
    brawl.ruleset = 'counters: {hp: {start: "9"}}'
    brawl.content = """
        - status: haunted
        - action: haunt
          cost: own
          do: |
            choose target from units where it is not self by self:
              apply haunted to self until end of target's next turn
              dismiss target
        - action: check
          cost: own
          do: |
            if self has haunted:
              self.hp -= 1
        - policy: haunts
          do: |
            self uses haunt: target most u in (units where it is not self) by u.init
        - policy: checks
          do: |
            self uses check
        """
    brawl.scenario = """
        scenario: brawl
        ruleset: tiny
        units: {a: {side: red, at: 5, plays: haunts}, b: {side: red, at: 4}, c: {side: red, at: 3, plays: checks}}
        rounds: 2
        """
    assert "  turn of b\n  turn of c:\n    c uses check\n- |\n" in what_is_done(brawl.recorded())
    assert brawl.outcome() is None
