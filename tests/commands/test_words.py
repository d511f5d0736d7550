"""`turnwright words`: the words that rules may use, one of them or all, as text, as markdown and as JSON."""

import json
from pathlib import Path

import pytest

from interpreter.analysis.glossary import words_of
from interpreter.commands.main import main
from interpreter.language.readable_words import EVENTS, NAMES
from interpreter.language.words import FUNCTIONS, VERBS
from interpreter.library.merging import MAPPINGS
from interpreter.library.reading import mapping
from interpreter.table.loading import load

Captured = pytest.CaptureFixture[str]

WORDS = """\
families:
  leaps: {of: action, says: What takes a frog further., offered: yes}
words:
  mood: [calm, cross]
records:
  fly:
    taste: {type: mood, default: calm, says: How it tastes.}
events:
  splash:
    says: Water flies.
    form: splash target by amount
    stages: [wet, dry]
    fields:
      target: unit
      amount: {type: number, default: 2, says: How much.}
      mood: {type: mood, default: calm}
    gives: amount
"""
RULES = """\
  define damp(who: unit, much = 1) = who.flies > much
  before splash at dry where damp(target, 0):
    amount = 0
"""


@pytest.fixture
def wet(pond: Path) -> Path:
    """The ruleset of frogs with an event, a function and a set of words of its own."""
    file = pond / "ruleset.yaml"
    text = file.read_text().replace("rules: |\n", f"{WORDS}rules: |\n{RULES}")
    file.write_text(text.replace("much = 1", "much: number = 1"))
    return pond


def shown(capsys: Captured, *arguments: str, code: int = 0) -> str:
    assert main(["words", *arguments]) == code
    return capsys.readouterr().out


def test_an_event_of_a_ruleset_is_a_verb_too_and_has_one_page(wet: Path, capsys: Captured) -> None:
    assert shown(capsys, "splash", "--for", "pond") == (
        "splash: event and verb\n"
        "  after splash\n"
        "  after splash at wet\n"
        "  after splash at dry\n"
        "  splash TARGET [by AMOUNT] [with FIELD = VALUE, ...]\n"
        "  Water flies. Gives a number.\n"
        "    target: a unit\n"
        "    amount: a number, 2 if not given: How much.\n"
        "    mood: a word for mood, calm if not given\n"
        f"  pond/ruleset.yaml:{line_of(wet, '  splash:')}:3\n"
    )


def line_of(folder: Path, text: str) -> int:
    return (folder / "ruleset.yaml").read_text().splitlines().index(text) + 1


def test_a_function_of_a_ruleset(wet: Path, capsys: Captured) -> None:
    place = f"pond/ruleset.yaml:{line_of(wet, RULES.splitlines()[0].replace('much = 1', 'much: number = 1'))}:10"
    assert shown(capsys, "damp", "--for", "pond") == (
        f"damp: function\n  damp(who, [much])\n  Gives yes or no.\n    who: a unit\n    much: a number\n  {place}\n"
    )


def test_a_word_names_the_set_that_it_belongs_to(wet: Path, capsys: Captured) -> None:
    assert shown(capsys, "cross", "--for", "pond") == "cross: a word for mood, one of 2\n  All of them: calm, cross.\n"
    assert shown(capsys, "cost", "--for", "pond") == "cost: set of words\n    free\n"


def test_a_thing_is_told_of_by_the_compendium(pond: Path, capsys: Captured) -> None:
    assert shown(capsys, "leap", "--for", "pond") == (
        "leap: a word for action, one of 1\n  `turnwright compendium leap --ruleset pond` says more.\n"
    )
    assert main(["compendium", "leap", "--ruleset", "pond"]) == 0


def test_a_hint_goes_without_the_folder_one_stands_in(
    pond: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(pond)
    assert "  `turnwright compendium leap` says more.\n" in shown(capsys, "leap")
    assert main(["compendium", "leap"]) == 0


def test_a_field_or_a_parameter_is_told_with_whose_it_is(wet: Path, capsys: Captured) -> None:
    assert shown(capsys, "much", "--for", "pond") == "much: part of 1 word\n  damp: function\n    A number.\n"
    amounts = shown(capsys, "amount", "--for", "pond")
    assert amounts.startswith("amount: part of ")
    assert "\n  splash: event and verb\n    A number, 2 if not given: How much.\n" in amounts
    assert "\n  shift: verb\n    A number.\n" in amounts
    assert ":init" not in amounts


def test_items_and_kinds_of_units(wet: Path, capsys: Captured) -> None:
    things = ["- {item: midge, of: fly, says: Small., has: {taste: cross}}"]
    things += ["- {item: gnat, of: fly, has: {}}", "- {unit: newt, says: Slow.}"]
    (wet / "more.yaml").write_text("\n".join(things) + "\n")
    assert (
        shown(capsys, "midge", "--for", "pond")
        == "midge: a word for fly, one of 2\n  Small.\n  All of them: midge, gnat.\n"
    )
    assert shown(capsys, "newt", "--for", "pond") == (
        "newt: a word for unit kind, one of 1\n  Slow.\n  `turnwright compendium newt --ruleset pond` says more.\n"
    )


def test_what_can_be_read_of_a_unit_and_of_a_record(wet: Path, capsys: Captured) -> None:
    of_unit = shown(capsys, "unit", "--for", "pond")
    assert [line for line in of_unit.splitlines() if "UNIT." in line][-2:] == ["  UNIT.legs", "  UNIT.flies"]
    assert "FLY.taste\n  How it tastes. A word for mood.\n" in shown(capsys, "fly", "--for", "pond")
    assert "options.pace\n  How far a leap goes. One of its settings.\n    slow\n    fast\n" in shown(
        capsys, "pace", "--for", "pond"
    )


def test_the_content_in_whose_folder_one_stands(wet: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(wet)
    assert shown(capsys, "splash").startswith("splash: event and verb\n")


def test_elsewhere_the_words_are_those_of_the_core(pond: Path, capsys: Captured) -> None:
    found = json.loads(shown(capsys, "--format", "json"))
    names: dict[str, list[str]] = {}
    for word in found["words"]:
        names.setdefault(word["section"], []).append(word["name"])
        assert word["place"] == ""
    assert (found["version"], found["ruleset"]) == (1, "")
    assert names["events"] == list(EVENTS)
    assert (names["verbs"], names["functions"], names["names"]) == (list(VERBS), list(FUNCTIONS), list(NAMES))
    assert main(["words", "splash"]) == 2
    assert "no word `splash` in the core; `--for RULESET` adds those of a ruleset" in capsys.readouterr().err


def test_a_sentence_is_found_by_the_words_in_it(pond: Path, capsys: Captured) -> None:
    for word in ("every", "satisfies"):
        assert shown(capsys, word) == (
            "every: sentence\n"
            "  every NAME in LIST satisfies CONDITION\n"
            "  some NAME in LIST satisfies CONDITION\n"
            "  Whether it holds for all, or for one at least.\n"
        )
    assert shown(capsys, "first").count(": sentence\n") == 1
    assert "\nfirst: function\n" in shown(capsys, "first")


def test_a_section_and_all_sections(wet: Path, capsys: Captured) -> None:
    functions = shown(capsys, "functions", "--for", "pond")
    assert functions.startswith("Functions. What can be worked out or asked.\n  max(a, b, ...)\n      The highest")
    assert functions.endswith("  damp(who, [much])\n      Gives yes or no.\n")
    heads = [line.split(".")[0] for line in shown(capsys, "--for", "pond").splitlines() if line[:1].isupper()]
    assert heads == ["Sentences", "Events", "Verbs", "Functions", "Names", "Values", "Words"]


def test_a_family_and_who_is_in_it(wet: Path, capsys: Captured) -> None:
    file = wet / "actions.yaml"
    file.write_text(file.read_text().replace("- action: leap\n", "- action: leap\n  families: [leaps]\n"))
    assert shown(capsys, "leaps", "--for", "pond") == (
        "leaps: name\n"
        "  leaps\n"
        "  What takes a frog further. A list of words.\n"
        "    leap\n"
        f"  pond/ruleset.yaml:{line_of(wet, WORDS.splitlines()[1])}:3\n"
    )


def test_markdown(wet: Path, capsys: Captured) -> None:
    text = shown(capsys, "--for", "pond", "--format", "markdown")
    assert "## Verbs\n\nWhat rules, actions and policies can do.\n\n- **`shift UNIT by AMOUNT as MANNER" in text
    assert "\n- **`mood`**\n  - `calm`\n  - `cross`\n" in text
    assert "\n- **`splash TARGET [by AMOUNT] [with FIELD = VALUE, ...]`**: Water flies. Gives a number.\n" in text


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("splahs", "there is no word `splahs` in `pond`; did you mean `splash`?"),
        ("zzz", "there is no word `zzz` in `pond`; `turnwright words --for pond` lists all"),
        ("against", "`against` is part of the language itself: docs/language.md says how it is used"),
    ],
)
def test_what_is_no_word(wet: Path, capsys: Captured, word: str, message: str) -> None:
    assert main(["words", word, "--for", "pond"]) == 2
    assert capsys.readouterr().err == f"turnwright: {message}\n"


def test_a_ruleset_with_errors_has_no_words(pond: Path, capsys: Captured) -> None:
    (pond / "actions.yaml").write_text("- action: leap\n  cost: fre\n  do: |\n    say 'x'\n")
    assert main(["words", "--for", "pond"]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "there is no cost `fre`" in captured.err


def test_the_compendium_sends_on_to_the_words(wet: Path, capsys: Captured) -> None:
    assert main(["compendium", "splash", "--ruleset", "pond"]) == 2
    assert capsys.readouterr().err == (
        "turnwright: `splash` is no entry, status, marker, action or kind of unit:"
        " `turnwright words splash --for pond` says what it is\n"
    )
    assert main(["words", "splash", "--for", "pond"]) == 0


def test_whatever_the_compendium_sends_on_is_a_word(capsys: Captured) -> None:
    loaded = load("lancer_initiative")
    assert loaded.content is not None
    declared = [key.text for section in MAPPINGS for key, _ in mapping(loaded.content.ruleset.node, section)]
    assert loaded.texts is not None
    words = words_of(loaded.texts)
    assert [name for name in declared if not any(word.means(name) for word in words)] == []


def test_the_compendium_of_the_folder_in_which_one_stands(
    pond: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(pond)
    assert main(["compendium"]) == 0
    assert capsys.readouterr().out == "Frogs\n\nActions\n  Leap (leap)\n"
