"""Lines and branches: each statement that can go two ways, in a tiny ruleset, with the ways that its examples take."""

from pathlib import Path

import pytest

from interpreter.analysis.coverage import Coverage, measure
from interpreter.language.probes import Probes
from interpreter.table.loading import build, load
from tests.tiny import tiny

RULES = """
words:
  mood: [calm, wild]
attributes:
  luck: {type: number, default: 2}
counters:
  joy: {start: 0, offered: yes}
rules: |
  define twice(n: number) = n * 2
  define grade(n: number):
    if n > 5:
      return 3
    elif n > 2:
      return 2
    return 1
"""
EXAMPLE = """
  examples:
  - it: does so
    given: |
      a at 3
    do: |
      a uses deed{answers}
    expect: |
      round is 1
"""


def covered(folder: Path, do: str, answers: str = "", *, more: str = "", ruleset: str = RULES) -> list[str]:
    """What one example of one action misses, as `line: way` of content.yaml; the action's text begins on line 4."""
    lines = "".join(f"    {line}\n" for line in do.strip("\n").splitlines())
    example = EXAMPLE.format(answers=f": {answers}" if answers else "")
    found = measure_tiny(folder, f"- action: deed\n  cost: free\n  do: |\n{lines}{more}{example}", ruleset)
    assert not found.failed, [outcome.message for outcome in found.failed]
    return missed(found, "content.yaml")


def measure_tiny(folder: Path, content: str, ruleset: str = "") -> Coverage:
    tiny(folder, content, ruleset=ruleset)
    return measure(load(str(folder)))


def missed(found: Coverage, file: str) -> list[str]:
    places = [one.place for one in found.missed if Path(one.place.file).name == file]
    return [f"{place.line}: {place.way}".removesuffix(": ") for place in places]


def test_what_is_run_is_not_missed(tmp_path: Path) -> None:
    assert covered(tmp_path, "self.joy += 1\nlet n = 3\nrepeat n times:\n  self.joy += n") == []


def test_a_block_that_is_not_entered(tmp_path: Path) -> None:
    assert covered(tmp_path, "for each u in units where it.luck > 9:\n  u.joy += 1") == ["5"]


def test_if(tmp_path: Path) -> None:
    do = """
if self.init > 5:
  self.joy += 1
elif self.init > 2:
  self.joy += 2
else:
  self.joy += 3
"""
    assert covered(tmp_path, do) == ["4: holds", "5", "6: does not hold", "9"]


def test_an_absent_condition_does_not_hold(tmp_path: Path) -> None:
    do = "if (first(units where it.luck > 9)).joy > 0:\n  self.joy += 1"
    assert covered(tmp_path, do) == ["4: holds", "5"]


@pytest.mark.parametrize(
    ("answers", "expected"),
    [('"sing"', ["4: no", "7"]), ('no "sing"', ["4: yes", "5"]), ("", ["4: yes", "5"])],
)
def test_may(tmp_path: Path, answers: str, expected: list[str]) -> None:
    do = 'may self "sing":\n  self.joy += 1\nelse:\n  self.joy += 2'
    assert covered(tmp_path, do, answers) == expected


def test_either(tmp_path: Path) -> None:
    """The second is chosen, and offered; the third is not offered."""
    do = """
either by self:
  "one":
    self.joy += 1
  "two" if self.init > 2:
    self.joy += 2
  "three" if self.init > 3:
    self.joy += 3
"""
    expected = ['5: "one"', "6", "7: does not hold", '9: "three"', "9: holds", "10"]
    assert covered(tmp_path, do, '"two"') == expected


def test_choose(tmp_path: Path) -> None:
    """Without `else` there are no two ways: where there is nothing to choose, the action is refused."""
    assert covered(tmp_path, "choose n from [1, 2] by self:\n  self.joy += n", "n 1") == []


@pytest.mark.parametrize(
    ("least", "answers", "expected"),
    [
        (1, "u a", ["4: there is nothing to choose from", "7"]),
        (9, "", ["4: there is something to choose from", "5"]),
    ],
)
def test_choose_or_else(tmp_path: Path, least: int, answers: str, expected: list[str]) -> None:
    do = f"choose u from units where it.luck > {least} by self:\n  u.joy += 1\nelse:\n  self.joy += 2"
    assert covered(tmp_path, do, answers) == expected


def test_order_and_what_comes_later(tmp_path: Path) -> None:
    """The round does not end, so what is to be done then is not; the statement that says so is."""
    do = 'in any order by self:\n  self.joy += 1\n  say "well"\nat end of round:\n  self.joy += 2'
    assert covered(tmp_path, do) == ["8"]


def test_what_an_action_requires(tmp_path: Path) -> None:
    more = "  requires:\n  - {that: self.luck > 1, else: out of luck}\n"
    assert covered(tmp_path, "self.joy += 1", more=more) == ["6: does not hold"]


def test_functions_where_they_stand(tmp_path: Path) -> None:
    """Of 3 the grade is 2; that `twice` is written out where it is called changes nothing of where it stands."""
    tiny_lines = measure_tiny(
        tmp_path,
        "- action: deed\n  cost: free\n  do: |\n    self.joy += twice(1) + grade(3)\n" + EXAMPLE.format(answers=""),
        RULES,
    )
    text = (tmp_path / "ruleset.yaml").read_text().splitlines()
    wanted = {text.index(f"  {line}") + 1 for line in ("    return 3", "  return 1")}
    first, second = text.index("    if n > 5:") + 1, text.index("    elif n > 2:") + 1
    lines = {one.place.line for one in tiny_lines.missed if one.place.file.endswith("ruleset.yaml")}
    assert wanted <= lines
    ways = {(one.place.line, one.place.way) for one in tiny_lines.missed if one.place.way}
    assert ways == {(first, "holds"), (second, "does not hold")}
    assert text.index("  define twice(n: number) = n * 2") + 1 not in lines


def test_a_function_that_nothing_calls(tmp_path: Path) -> None:
    found = measure_tiny(
        tmp_path, "- action: deed\n  cost: free\n  do: |\n    self.joy += 1\n" + EXAMPLE.format(answers=""), RULES
    )
    text = (tmp_path / "ruleset.yaml").read_text().splitlines()
    assert text.index("  define twice(n: number) = n * 2") + 1 in {one.place.line for one in found.missed}


STATUS = """\
- status: merry
  modifies:
    luck: {add: 1}
  rules: |
    after change of joy of bearer where bearer.joy > 5:
      say "hey"
"""


@pytest.mark.parametrize(
    ("do", "expected"),
    [
        ("apply merry to self\nself.joy += 9", ["3", "5: does not hold"]),
        ("apply merry to self\nself.joy += 1", ["3", "5: holds", "6"]),
        ("apply merry to self\nself.joy += self.luck", ["5: holds", "6"]),
        ("self.joy += 9", ["3", "5: does not hold", "5: holds", "6"]),
    ],
)
def test_rules_and_modifiers(tmp_path: Path, do: str, expected: list[str]) -> None:
    lines = "".join(f"    {line}\n" for line in do.splitlines())
    action = f"- action: deed\n  cost: free\n  do: |\n{lines}{EXAMPLE.format(answers='')}"
    assert missed(measure_tiny(tmp_path, STATUS + action, RULES), "content.yaml") == expected


def test_a_rule_whose_condition_is_absent_does_not_hold(tmp_path: Path) -> None:
    action = "- action: deed\n  cost: free\n  do: |\n    apply merry to self\n    self.joy += 9\n"
    absent = STATUS.replace("bearer.joy > 5", "(first(units where it.luck > 99)).joy > 5")
    found = measure_tiny(tmp_path, absent + action + EXAMPLE.format(answers=""), RULES)
    assert missed(found, "content.yaml") == ["5: holds", "6"]


def test_a_requirement_that_is_absent_does_not_hold(tmp_path: Path) -> None:
    """The example is refused, which it expects: the requirement is looked at, and the deed is not done."""
    action = """\
- action: deed
  cost: free
  requires:
  - {that: (first(units where it.luck > 99)).joy > 5, else: alone}
  do: |
    self.joy += 1
"""
    example = EXAMPLE.format(answers="").replace("    expect: |\n      round is 1\n", "    refused: alone\n")
    assert missed(measure_tiny(tmp_path, action + example, RULES), "content.yaml") == ["4: holds", "6"]


def test_scripts_and_policies_are_not_counted(tmp_path: Path) -> None:
    policy = "- policy: idle\n  offered: yes\n  do: |\n    if self.joy > 3:\n      self uses deed\n"
    action = "- action: deed\n  cost: free\n  do: |\n    self.joy += 1\n" + EXAMPLE.format(answers="")
    assert missed(measure_tiny(tmp_path, action + policy, RULES), "content.yaml") == []


def test_examples_of_an_entry_s_action_are_run_too(tmp_path: Path) -> None:
    content = """\
- entry: lute
  actions:
    play:
      cost: free
      do: |
        self.joy += 1
      examples:
      - it: gladdens
        given: |
          a at 3 as lute
        do: |
          a uses play
        expect: |
          a.joy is 1
"""
    assert missed(measure_tiny(tmp_path, content, RULES), "content.yaml") == []


def test_code_without_probes_is_as_it_always_is(tmp_path: Path) -> None:
    """Normal play pays nothing: there is no probe in its code."""
    tiny(tmp_path, STATUS, ruleset=RULES)
    loaded = load(str(tmp_path))
    without, with_probes = build(loaded), build(loaded, Probes())
    assert {"reached", "decided"} & without.namespace.keys() == set()
    assert {"reached", "decided"} <= with_probes.namespace.keys()
    assert with_probes.namespace["d_grade"].__code__.co_code != without.namespace["d_grade"].__code__.co_code
    assert with_probes.namespace["d_grade"](None, 3) == without.namespace["d_grade"](None, 3) == 2
