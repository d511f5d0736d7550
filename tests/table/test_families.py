"""Families: the list of those that say they are in one, whoever declares it and them."""

from pathlib import Path
from textwrap import dedent

import pytest

from interpreter.table.examples import ExampleRunner
from interpreter.table.loading import build, load
from tests.packing import LADLE, head, write
from tests.tiny import play_examples

RULESET = """\
records:
  tool: {reach: {type: number, default: 1, offered: yes}}
families:
  burdens: {of: status}
  hazards: {of: marker}
  gear: {of: entry}
  dances: {of: action}
  long_ones: {of: tool}
  beasts: {of: unit_kind}
  strays: {of: unit_kind, offered: yes}
attributes:
  tool: {type: tool, default: stick}
counters:
  heard: {start: "0"}
  lost: {start: "0"}
rules: |
  after action where action in dances:
    unit.heard += 1
  after end of turn where unit.tool in long_ones and unit.tool not in [stick]:
    for each one in burdens:
      remove one from unit
    choose gone from gear where unit has it by unit unasked first(gear):
      revoke gone from unit
      unit.lost += 1
  after apply where status in burdens and every one in beasts satisfies unit lacks one:
    remove status from unit
"""
THINGS = """
- status: wet
  families: [burdens]
- status: sore
- status: cold
  families: [burdens]
- marker: pit
  families: [hazards]
- marker: flag
- item: stick
  of: tool
  has: {}
- item: pike
  of: tool
  families: [long_ones]
  has: {reach: 3}
- unit: wolf
  families: [beasts]
- unit: child
- entry: rope
  families: [gear]
  actions:
    swing:
      families: [dances]
      cost: free
      do: say "up"
    hang:
      cost: free
      do: say "down"
- entry: talent
- entry: belt
  families: [gear]
- action: jig
  families: [dances]
  cost: free
  do: say "left, right"
"""


def test_a_family_is_the_list_of_all_that_say_they_are_in_it_in_their_order(tmp_path: Path) -> None:
    """Of actions those that every unit has come first."""
    examples = """
        - about: families
          examples:
            - it: has each of a kind
              given: a at 5
              expect: |
                burdens is [wet, cold] and count(burdens) is 2 and last(burdens) is cold
                hazards is [pit] and gear is [rope, belt] and dances is [jig, swing]
                long_ones is [pike] and beasts is [wolf] and strays is []
                burdens + [sore] is [wet, cold, sore] and burdens - [wet] is [cold]
                (burdens where it is not wet) is [cold]
                sore not in burdens and cold in burdens and pike in long_ones and stick not in long_ones
    """
    play_examples(tmp_path, THINGS + dedent(examples), ruleset=RULESET)


def test_rules_ask_for_a_family_and_go_through_it(tmp_path: Path) -> None:
    examples = """
        - about: families
          examples:
            - it: knows a dance from another action
              given: a at 5 as rope
              do: |
                a uses swing
                a uses hang
                a uses jig
              expect: a.heard is 2
            - it: takes off each burden, and what its bearer chooses of its gear
              given: |
                a at 5 as wolf, talent, rope, belt with tool pike
                b at 4 as wolf, talent, belt
                apply wet to a
                apply sore to a
                apply cold to b
              do: |
                answer gone belt:
                  turn of a
                turn of b
              expect: |
                a lacks wet and a has sore and b has cold
                a.entries is [talent, rope] and a.lost is 1
                b.entries is [talent, belt] and b.lost is 0
            - it: leaves nothing on who is no beast
              given: |
                a at 5 as child
                b at 5 as wolf
              do: |
                apply wet to a
                apply wet to b
                apply sore to a
              expect: a lacks wet and b has wet and a has sore
    """
    play_examples(tmp_path, THINGS + dedent(examples), ruleset=RULESET)


def test_a_list_made_of_a_family_leaves_the_family_as_it_was(tmp_path: Path) -> None:
    examples = """
        - action: add_up
          cost: free
          do: |
            let all = burdens
            all = all + [sore]
            self.heard = count(all)
            self.lost = count(burdens)
        - about: families
          examples:
            - it: stays
              given: a at 5
              do: a uses add_up
              expect: a.heard is 3 and a.lost is 2
    """
    play_examples(tmp_path, THINGS + dedent(examples), ruleset=RULESET)


# --- from several folders ---------------------------------------------------------------------------------------------

HARBOR = {
    "harbor/ruleset.yaml": """\
ruleset: harbor
title: Harbor
version: 1.0
sides: [cranes, gulls]
imports: [weather]
families:
  cargo: {of: entry, says: What can fall into the water.}
  birds: {of: unit_kind, offered: yes}
manners:
  roll: {touches: each, offered: yes}
costs:
  free: {when: any time, offered: yes}
initiative: d20
round:
  - {stage: all, count: unit.init, order: descending, ties: [choice]}
rules: |
  after start of turn where some one in storms satisfies unit has one:
    for each one in unit.entries where it in cargo:
      revoke one from unit
""",
    "harbor/things.yaml": """\
- entry: crate
  families: [cargo]
- entry: hook
- status: hail
  families: [storms]
  offered: yes
- about: cargo
  examples:
    - it: is lost in a storm
      given: |
        a at 4 as crate, hook
        apply hail to a
      do: turn of a
      expect: a.entries is [hook]
""",
    "weather/vocabulary.yaml": """\
vocabulary: weather
says: Weather.
needs:
  families: {cargo: entry}
families:
  storms: {of: status, says: What shakes everything.}
rules: |
  define laden(who: unit) = some one in cargo satisfies who has one
""",
    "weather/things.yaml": """\
- status: gale
  families: [storms]
  offered: yes
  rules: |
    before change of init of bearer where laden(bearer):
      stop "too heavy in a gale"
- entry: sail
  families: [cargo]
""",
}


@pytest.fixture
def around(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ruleset and the vocabulary that it imports, side by side in the current folder."""
    monkeypatch.chdir(tmp_path)
    return write(tmp_path, HARBOR)


def found_in(path: str) -> list[str]:
    return [f"{d.span.file.path}:{d.span.line} {d.code}: {d.message}" for d in load(path).diagnostics]


def played(path: str) -> list[str]:
    """What is wrong with something, and else which of its own examples fail."""
    loaded = load(path)
    found = [str(diagnostic) for diagnostic in loaded.diagnostics]
    if found or loaded.texts is None:
        return found
    outcomes = ExampleRunner(build(loaded), loaded.texts.examples).run()
    assert outcomes, "nothing was played"
    return [f"{outcome.example.id}: {outcome.message}" for outcome in outcomes if outcome.message is not None]


def members(path: str, name: str) -> tuple[str, ...]:
    loaded = load(path)
    assert loaded.texts is not None
    return loaded.texts.checked.vocabulary.families[name].members


def test_imports_bring_their_families_and_add_to_those_that_they_need(around: Path) -> None:
    assert found_in("weather") == played("harbor") == []
    assert members("harbor", "storms") == ("gale", "hail")
    assert members("harbor", "cargo") == ("sail", "crate")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("cargo: {of: entry", "freight: {of: entry", "and nothing declares it"),
        ("cargo: {of: entry", "cargo: {of: status", "and here that is a family of `status`"),
    ],
)
def test_a_family_that_is_needed_must_be_there(around: Path, old: str, new: str, said: str) -> None:
    head_of_it = around / "harbor" / "ruleset.yaml"
    head_of_it.write_text(head_of_it.read_text().replace(old, new))
    (found,) = [one for one in found_in("harbor") if " missing-word: " in one]
    assert found.startswith("harbor/ruleset.yaml:5 missing-word: `weather` needs the family `cargo: entry`, and ")
    assert found.endswith(said)


def test_two_that_declare_one_family_clash(around: Path) -> None:
    head_of_it = around / "harbor" / "ruleset.yaml"
    head_of_it.write_text(head_of_it.read_text().replace("  birds: {of: unit_kind", "  storms: {of: status"))
    (clash,) = found_in("harbor")
    assert clash.startswith("harbor/ruleset.yaml:8 name-clash: `weather` declares the family `storms` too")


def pack(around: Path, things: str, more: str = "") -> str:
    write(around / "gusts", {"pack.yaml": head("gusts", more, harbor="any"), "things.yaml": things})
    return "gusts"


SQUALL = """\
- entry: barrel
  families: [cargo]
- unit: gull
  families: [birds]
- status: squall
  families: [storms, whirls]
  offered: yes
- about: a squall
  examples:
    - it: takes a barrel, as any storm takes any cargo
      given: |
        a at 4 as barrel, hook, crate
        b at 3 as barrel
        apply squall to a
      do: |
        turn of a
        turn of b
      expect: |
        a.entries is [hook] and b.entries is [barrel]
        storms is [gale, hail, squall] and birds is [gull]
"""


def test_what_a_pack_adds_is_in_the_families_of_what_it_extends_and_in_its_own(around: Path) -> None:
    more = 'families:\n  whirls: {of: status}\nrules: |\n  after apply where status in whirls:\n    say "round"\n'
    assert played(pack(around, SQUALL, more)) == []
    assert members("gusts", "whirls") == ("squall",)
    assert members("gusts", "cargo") == ("sail", "crate", "barrel")
    assert members("harbor", "cargo") == ("sail", "crate")


def test_a_family_of_a_pack_that_nothing_asks_for_or_nothing_is_in_is_told(around: Path) -> None:
    asked = 'rules: |\n  after apply where status in whirls:\n    say "round"\n'
    plain = SQUALL.replace(", whirls", "")
    empty = found_in(pack(around, plain, "families:\n  whirls: {of: status}\n" + asked))
    assert empty == ["gusts/pack.yaml:7 empty-family: nothing says that it is in the family `whirls`"]
    unread = found_in(pack(around, SQUALL, "families:\n  whirls: {of: status}\n"))
    assert unread == ["gusts/pack.yaml:7 unused: nothing asks for the family `whirls`"]


@pytest.mark.parametrize(("families", "cargo"), [("", ("sail",)), ("  families: [cargo]\n", ("sail", "crate"))])
def test_what_takes_the_place_of_something_is_where_it_says_itself(
    around: Path, families: str, cargo: tuple[str, ...]
) -> None:
    pack(around, f"- entry: crate\n  replaces: crate\n{families}" + LADLE)
    assert members("gusts", "cargo") == cargo
