"""Mutants: what is changed, which of it the examples notice, and that all is as it was afterwards."""

from pathlib import Path
from textwrap import dedent, indent

import pytest

from interpreter.analysis.mutants import Mutant
from interpreter.analysis.mutating import (
    EXCUSED,
    NOT_RUN,
    NOTICED,
    REFUSED,
    UNNOTICED,
    Study,
    Trial,
    drawn,
    either,
    excused,
    mutants_in,
)
from interpreter.table.loading import Loaded, load
from tests.tiny import tiny

RULESET = """
counters:
  hp: {start: "9"}
  luck: {start: "0", offered: yes}
verbs:
  lose: {form: lose who by amount, fields: {who: unit, amount: number}, do: who.hp -= amount, offered: yes}
  gain: {form: gain who by amount, fields: {who: unit, amount: number}, do: who.hp += amount, offered: yes}
"""
GIVEN = """
  examples:
    - it: does so
      given: |
        a at 3{as_}
        b at 4
      do: |
        a uses deed
      expect: |
{expect}
"""


def loaded(folder: Path, do: str, expect: str, *, more: str = "", ruleset: str = RULESET, as_: str = "") -> Loaded:
    """A tiny ruleset with one action, whose text begins on line 4 of content.yaml, and one example of it."""
    example = GIVEN.format(as_=as_, expect=indent(dedent(expect).strip("\n"), " " * 8))
    content = f"- action: deed\n  cost: free\n  do: |\n{indent(dedent(do).strip(chr(10)), '    ')}\n{example}{more}"
    tiny(folder, content, ruleset=ruleset)
    return load(str(folder))


def of_content(found: Loaded) -> list[Mutant]:
    return mutants_in(found, lambda span: span.file.path.endswith("content.yaml"))


def changes(found: Loaded) -> list[str]:
    return [f"{mutant.span.line}: {mutant.change}" for mutant in of_content(found)]


def fates(found: Loaded) -> dict[str, str]:
    trial = Trial(found)
    return {f"{one.span.line}: {one.change}": trial.try_out(one).how for one in of_content(found)}


def test_each_kind_of_change(tmp_path: Path) -> None:
    do = """
        let n = 3 + self.luck
        if n >= 0.5 and self is not most u in units by -u.init:
          apply hurt to self until end of self's next turn
        choose foe from units where it.init > 1 and within 7 of self by self unasked least u in units by u.hp:
          lose foe by roll(2d6)
          self.luck += n
          at start of foe's turn or end of round:
            self.luck = 1
          if not (foe in units or foe has hurt or no):
            stop
        """
    found = loaded(tmp_path, do, "round is 1", more="- status: hurt\n")
    assert changes(found) == [
        "4: 3 -> 4",
        "5: n >= 0.5 -> nothing",
        "5: >= -> >",
        "5: 0.5 -> 1",
        "5: and -> or",
        "5: self is not most u in units by -u.init -> nothing",
        "5: is not -> is",
        "5: most -> least",
        "5: u -> self",
        "6: apply hurt to self until end of self's next turn -> nothing",
        "6: end of self's next turn -> end of round",
        "6: end of self's next turn -> start of self's next turn",
        "7: it.init > 1 -> nothing",
        "7: it -> self",
        "7: > -> >=",
        "7: 1 -> 2",
        "7: and -> or",
        "7: within 7 of self -> nothing",
        "7: 7 -> 8",
        "7: self -> it",
        "7: least -> most",
        "7: u -> self",
        "8: lose -> gain",
        "8: lose foe by roll(2d6) -> nothing",
        "8: foe -> self",
        "8: 2d6 -> 3d6",
        "9: self -> foe",
        "9: self.luck += n -> nothing",
        "9: += -> -=",
        "10: start of foe's turn -> end of foe's turn",
        "10: start of foe's turn -> end of round",
        "10: foe -> self",
        "10: end of round -> end of scene",
        "11: self -> foe",
        "11: self.luck = 1 -> nothing",
        "11: 1 -> 2",
        "12: not (foe in units or foe has hurt or no) -> foe in units or foe has hurt or no",
        "12: foe in units -> nothing",
        "12: foe -> self",
        "12: in -> not in",
        "12: or -> and",
        "12: foe has hurt -> nothing",
        "12: foe -> self",
        "12: has -> lacks",
        "12: no -> nothing",
        "13: stop -> nothing",
    ]


def test_what_an_example_notices_and_what_not(tmp_path: Path) -> None:
    """A foe with 9 is down to 6 and no lower than 5: whether the line is at 5 or 6, and in whose favor, nobody sees."""
    do = """
        for each foe in units where it is not self:
          foe.hp -= 3
          if foe.hp > 5:
            gain self by 0
        """
    assert fates(loaded(tmp_path, do, "b.hp is 6\na.hp is 9")) == {
        "4: is not -> is": NOTICED,
        "4: it -> self": NOTICED,
        "4: self -> it": NOTICED,
        "5: foe -> self": NOTICED,
        "5: -= -> +=": NOTICED,
        "5: foe.hp -= 3 -> nothing": NOTICED,
        "5: 3 -> 4": NOTICED,
        "6: foe -> self": UNNOTICED,
        "6: > -> >=": UNNOTICED,
        "6: 5 -> 6": UNNOTICED,
        "7: gain self by 0 -> nothing": UNNOTICED,
        "7: gain -> lose": UNNOTICED,
        "7: self -> foe": UNNOTICED,
        "7: 0 -> 1": NOTICED,
    }


def test_numbers_in_every_sort_of_text_are_changed_where_they_run(tmp_path: Path) -> None:
    """Of a rule and its condition, functions, verbs and events, a modifier, a requirement, counters, and the round."""
    ruleset = """
        attributes: {weight: {type: number, default: 1}}
        counters: {hp: {start: 9}, luck: {start: 0}}
        events:
          bless: {form: bless who, fields: {who: unit}, do: who.luck += 3}
        verbs:
          lose: {form: lose who by amount, fields: {who: unit, amount: number}, do: who.hp -= amount + 4}
        rules: |
          define short(n: number) = n + 5
          define long(n: number, more: number = 70):
            return short(n) + more + 6
          after bless where who.luck is 3 once per round:
            who.luck += 8
            lose who by long(15)
        """
    content = """
        - status: heavy
          modifies:
            weight: {add: 20}
        - action: deed
          cost: own
          requires: [{that: self.weight > 0, else: it weighs nothing}]
          do: |
            apply heavy to self
            bless self
          examples:
            - it: does all of it
              given: |
                a at 3
                b at 4
              do: |
                expect up_next() is b and turns_left(b) is 2 and counts_left(a) is [14, 14]
                a uses deed
              expect: |
                a.luck is 11 and a.hp is -91 and a.weight is 21
        """
    tiny(
        tmp_path,
        content,
        ruleset=ruleset,
        round="round: [{stage: only, turns: 2, count: unit.init + 11, order: descending}]",
    )
    found = load(str(tmp_path))
    trial = Trial(found)
    assert trial.passing == [True]
    numbers = [one for one in mutants_in(found, lambda span: True) if one.kind == "number"]
    how = {f"{one.kind} {one.change}": trial.try_out(one).how for one in numbers if one.span.text != "0"}
    assert "number 70 -> 71" not in how, "the default of a parameter is worked out where the function is called"
    # Nobody rolls for initiative in an example.
    assert {change for change, fate in how.items() if fate != NOTICED} == {"number 1 -> 2"}
    assert {f"number {n} -> {n + 1}" for n in (2, 3, 4, 5, 6, 8, 9, 11, 15, 20)} < how.keys()


def test_what_is_endless_is_noticed(tmp_path: Path) -> None:
    """Whoever comes to 5 goes on to 6; to whoever does not come to 5, it would never end."""
    more = (
        "- entry: growth\n  rules: |\n    after change of luck of self where destination is 5:\n      self.luck += 1\n"
    )
    found = loaded(tmp_path, "self.luck = 5", "a.luck is 6", more=more, as_=" as growth")
    assert [how for change, how in fates(found).items() if change.endswith("is -> is not")] == [NOTICED]


def test_what_the_checker_refuses_is_told_apart(tmp_path: Path) -> None:
    """That whom the status comes from is there must be asked before it is hurt."""
    more = """\
- status: lent
  rules: |
    after change of luck of bearer where source.hp > 1:
      source.hp = 1
"""
    how = fates(loaded(tmp_path, "apply lent to self\nself.luck = 3", "a.hp is 1", more=more))
    assert [change for change, fate in how.items() if fate == REFUSED] == ["18: source -> unit"]


def test_a_line_that_nothing_runs_and_one_that_is_written_on(tmp_path: Path) -> None:
    do = """
        if self.init is 3
            and self.luck is 0:
          self.luck = 1
        else:
          self.luck = 7
        """
    how = fates(loaded(tmp_path, do, "a.luck is 1"))
    assert {change: fate for change, fate in how.items() if fate != NOTICED} == {
        "4: self.init is 3 -> nothing": UNNOTICED,
        "5: and -> or": UNNOTICED,
        "5: self.luck is 0 -> nothing": UNNOTICED,
        "8: self.luck = 7 -> nothing": NOT_RUN,
        "8: 7 -> 8": NOT_RUN,
    }


def conditions(found: Loaded) -> dict[str, str]:
    trial = Trial(found)
    return {one.change: trial.try_out(one).how for one in of_content(found) if one.kind == "condition"}


def test_whether_all_parts_of_a_condition_are_needed(tmp_path: Path) -> None:
    """Of a and b only b is at 4, and only b is late: to ask for one of these is as good as to ask for both."""
    do = """
        for each foe in units where it.init is 4 and it.luck is 0:
          foe.hp -= 3
        """
    units = "b.hp is 6 and a.hp is 9"
    assert conditions(loaded(tmp_path, "self.luck = 1\n" + dedent(do).strip("\n"), units)) == {
        "it.init is 4 -> nothing": UNNOTICED,
        "and -> or": UNNOTICED,
        "it.luck is 0 -> nothing": UNNOTICED,
    }
    assert conditions(loaded(tmp_path, do, units)) == {
        "it.init is 4 -> nothing": NOTICED,
        "and -> or": NOTICED,
        "it.luck is 0 -> nothing": UNNOTICED,
    }


def test_whether_one_part_of_a_condition_is_enough(tmp_path: Path) -> None:
    """That somebody is at 4 is enough, and is shown to be."""
    do = """
        for each foe in units where not (it.init is 4 or it.luck is 7):
          foe.hp -= 3
        """
    assert conditions(loaded(tmp_path, do, "b.hp is 9 and a.hp is 6")) == {
        "not (it.init is 4 or it.luck is 7) -> it.init is 4 or it.luck is 7": NOTICED,
        "it.init is 4 -> nothing": NOTICED,
        "or -> and": NOTICED,
        "it.luck is 7 -> nothing": UNNOTICED,
    }


def test_a_fault_of_the_program_is_no_failing_example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = loaded(tmp_path, "self.luck = 2", "a.luck is 2")
    trial = Trial(found)

    def faulty(number: int) -> object:
        raise AttributeError(f"a fault in example {number}")

    monkeypatch.setattr(trial.running, "outcome", faulty)
    with pytest.raises(AttributeError, match="a fault in example 0"):
        trial.try_out(of_content(found)[0])


def test_no_unit_is_put_for_itself(tmp_path: Path) -> None:
    """The subject of a rule has two names there; so has what its condition says is the same."""
    more = dedent(
        """\
        - status: hurt
          rules: |
            after change of init of bearer:
              unit.luck += 1
            after cut_in where other is bearer:
              other.luck += 1
        """
    )
    found = loaded(tmp_path, "apply hurt to self", "a has hurt", more=more)
    changed = [change for change in changes(found) if "unit ->" in change or "other ->" in change]
    assert changed == ["19: other -> unit", "20: other -> unit"]


# --- excuses, several rulesets, drawing -----------------------------------------------------------------------


def study(found: Loaded) -> Study:
    trial = Trial(found)
    assert found.content is not None
    return excused(Study([trial.try_out(one) for one in of_content(found)]), found.content)


def test_what_makes_no_difference_is_excused_by_the_rulebook(tmp_path: Path) -> None:
    (tmp_path / "rulebook.yaml").write_text(
        dedent(
            """\
            rulebook: tiny
            statements: [{id: A1, says: Something.}]
            not_noticed:
            - {file: content.yaml, line: "if self.luck > 0:", change: "> -> >=", why: With none nothing is lost.}
            - {file: content.yaml, line: "self.hp -= self.luck", change: "-= -> +=", why: It is not so.}
            """
        )
    )
    do = """
        self.luck = 2
        if self.luck > 0:
          self.hp -= self.luck
        """
    found = study(loaded(tmp_path, do, "a.hp is 7"))
    assert [(one.mutant.change, one.said) for one in found.those(EXCUSED)] == [
        ("> -> >=", "With none nothing is lost.")
    ]
    assert [one.branch for one in found.idle] == ["-= -> +="]
    assert [one.mutant.change for one in found.those(UNNOTICED)] == ["0 -> 1"]
    assert (len(found.fates), found.percent) == (6, 80)


def test_one_ruleset_is_enough_to_notice(tmp_path: Path) -> None:
    one, other = (tmp_path / name for name in ("one", "other"))
    one.mkdir()
    other.mkdir()
    do = "self.luck = 2\nself.hp -= 3"
    studies = [study(loaded(folder, do, expect)) for folder, expect in ((one, "a.luck is 2"), (other, "a.hp is 6"))]
    assert [len(found.those(UNNOTICED)) for found in studies] == [3, 2]
    as_one = [
        Study([type(fate)(_moved(fate.mutant, studies[0], at), fate.how) for at, fate in enumerate(found.fates)])
        for found in studies
    ]
    assert either(as_one).those(UNNOTICED) == []


def _moved(mutant: Mutant, to: Study, at: int) -> Mutant:
    """The mutant of the same place in another folder."""
    assert to.fates[at].mutant.change == mutant.change
    return to.fates[at].mutant


def test_drawing_is_bound_to_its_seed(tmp_path: Path) -> None:
    found = of_content(loaded(tmp_path, "\n".join(["self.luck += 1"] * 9), "a.luck is 9"))
    draws = [[one.key for one in drawn(found, 5, seed)] for seed in (1, 1, 2, 3)]
    assert draws[0] == draws[1]
    assert len({str(draw) for draw in draws}) > 1
    assert all(draw == sorted(draw) and len(draw) == 5 for draw in draws)
    assert drawn(found, 1000, 1) == found


@pytest.mark.parametrize("name", ["causeway", "attack_phases"])
def test_what_ships_passes_again_after_all_its_mutants(name: str) -> None:
    found = load(name)
    trial = Trial(found)
    for one in mutants_in(found, lambda span: True):
        trial.try_out(one)
    assert [outcome.message for outcome in trial.running.outcomes() if outcome.message is not None] == []
