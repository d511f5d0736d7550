"""Findings in sentences, as commands for GitHub, and as SARIF."""

import re
from typing import Any

import pytest
from jsonschema import Draft7Validator

from interpreter.source.diagnostics import Diagnostic, Diagnostics, Label
from interpreter.source.explanations import explanations
from interpreter.source.formats import in_sentences, render_github, render_plain
from interpreter.source.sarif import to_sarif
from interpreter.source.text import SourceFile, Span

FILE = SourceFile("a b.yaml", "one: 1\ntwo: 日本\ud83d\ude00 x\n".encode("utf-16", "surrogatepass").decode("utf-16"))


def finding(message: str = "it is wrong", start: int = 12, end: int = 14, **more: Any) -> Diagnostic:
    return Diagnostic("unknown-name", "error", "read", message, Span(more.pop("file", FILE), start, end), **more)


# --- in sentences ---------------------------------------------------------------------------------------------


def test_a_finding_is_one_sentence_and_its_help_another() -> None:
    assert in_sentences(finding(help="did you mean `two`?")) == (
        "Error unknown-name in a b.yaml, line 2, column 6: it is wrong. Did you mean `two`?"
    )
    assert in_sentences(finding()) == "Error unknown-name in a b.yaml, line 2, column 6: it is wrong."
    assert in_sentences(finding(help="write `.init`")).endswith("it is wrong. Write `.init`.")


def test_other_places_are_told_in_the_sentence() -> None:
    other = SourceFile("b.yaml", "x\n")
    labels = (Label(Span(FILE, 0, 3), "first here"), Label(Span(other, 0, 1), "or here"))
    assert in_sentences(finding(labels=labels)) == (
        "Error unknown-name in a b.yaml, line 2, column 6: it is wrong (first here: line 1, column 1; or here: b.yaml,"
        " line 1, column 1)."
    )


def test_sentences_end_with_how_many_there_are_and_are_words_alone() -> None:
    found = Diagnostics([finding(), finding("so is this")])
    found.warning("never", "it never is", Span(FILE, 0, 3), phase="check", help="leave it out")
    text = render_plain(found)
    assert text.splitlines()[0].startswith("Warning never in a b.yaml, line 1")
    assert text.splitlines()[-1] == "2 errors, 1 warning."
    assert not re.search(r"[\^|\x1b\u2500-\u257f]|--", text)
    assert render_plain(Diagnostics()) == ""


# --- for GitHub -----------------------------------------------------------------------------------------------


def test_a_command_escapes_what_would_end_its_parts() -> None:
    file = SourceFile("100%, a:b.yaml", "x: 1\ny: 2\n")
    one = finding("50% of `a: b`,\r\nreally", 0, 1, file=file, help="write `::`")
    assert render_github([one]) == (
        "::error file=100%25%2C a%3Ab.yaml,line=1,endLine=1,col=1,endColumn=2,title=unknown-name"
        "::50%25 of `a: b`,%0D%0Areally%0Ahelp: write `::`\n"
    )


def test_a_command_over_several_lines_has_no_columns() -> None:
    (line,) = render_github([finding(start=2, end=9)]).splitlines()
    assert line == "::error file=a b.yaml,line=1,endLine=2,title=unknown-name::it is wrong"


def test_a_warning_is_a_command_of_its_own() -> None:
    found = Diagnostics()
    found.warning("never", "it never is", Span(FILE, 0, 3), phase="check")
    assert render_github(found) == (
        "::warning file=a b.yaml,line=1,endLine=1,col=1,endColumn=4,title=never::it never is\n"
    )
    assert render_github(Diagnostics()) == ""


# --- SARIF ----------------------------------------------------------------------------------------------------

TEXT = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string", "minLength": 1}}}
COUNT = {"type": "integer", "minimum": 1}
REGION = {
    "type": "object",
    "required": ["startLine", "startColumn", "endLine", "endColumn"],
    "properties": dict.fromkeys(("startLine", "startColumn", "endLine", "endColumn"), COUNT),
    "additionalProperties": False,
}
LOCATION = {
    "type": "object",
    "required": ["physicalLocation"],
    "properties": {
        "id": {"type": "integer", "minimum": -1},
        "message": TEXT,
        "physicalLocation": {
            "type": "object",
            "required": ["artifactLocation"],
            "properties": {
                "artifactLocation": {
                    "type": "object",
                    "required": ["uri"],
                    "properties": {"uri": {"type": "string", "pattern": "^(file:///)?[A-Za-z0-9._~/%:-]+$"}},
                    "additionalProperties": False,
                },
                "region": REGION,
            },
            "additionalProperties": False,
        },
    },
    "additionalProperties": False,
}
LEVEL = {"enum": ["none", "note", "warning", "error"]}
RULE = {
    "type": "object",
    "required": ["id", "shortDescription", "fullDescription", "help"],
    "properties": {
        "id": {"type": "string"},
        "shortDescription": TEXT,
        "fullDescription": TEXT,
        "help": TEXT,
        "defaultConfiguration": {"type": "object", "properties": {"level": LEVEL}, "additionalProperties": False},
    },
    "additionalProperties": False,
}
RESULT = {
    "type": "object",
    "required": ["message", "ruleId", "ruleIndex", "level", "locations"],
    "properties": {
        "ruleId": {"type": "string"},
        "ruleIndex": {"type": "integer", "minimum": 0},
        "level": LEVEL,
        "message": TEXT,
        "locations": {"type": "array", "minItems": 1, "items": LOCATION},
        "relatedLocations": {"type": "array", "uniqueItems": True, "items": LOCATION},
    },
    "additionalProperties": False,
}
# What the official schema asks of the parts that are written, and nothing that it does not know.
LOG = {
    "type": "object",
    "required": ["version", "runs"],
    "properties": {
        "$schema": {"type": "string", "pattern": "^https://.*/sarif-schema-2.1.0.json$"},
        "version": {"const": "2.1.0"},
        "runs": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": ["tool", "results"],
                "properties": {
                    "tool": {
                        "type": "object",
                        "required": ["driver"],
                        "properties": {
                            "driver": {
                                "type": "object",
                                "required": ["name"],
                                "properties": {
                                    "name": {"type": "string"},
                                    "version": {"type": "string"},
                                    "semanticVersion": {"type": "string"},
                                    "rules": {"type": "array", "uniqueItems": True, "items": RULE},
                                },
                                "additionalProperties": False,
                            }
                        },
                        "additionalProperties": False,
                    },
                    "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                    "results": {"type": "array", "items": RESULT},
                },
                "additionalProperties": False,
            },
        },
    },
    "additionalProperties": False,
}


def run_of(found: list[Diagnostic]) -> dict[str, Any]:
    log = to_sarif(found)
    Draft7Validator(LOG).validate(log)
    (run,) = log["runs"]
    assert isinstance(run, dict)
    return run


def test_columns_count_characters_and_that_is_said() -> None:
    run = run_of([finding(start=15, end=16)])
    assert run["columnKind"] == "unicodeCodePoints"
    # Behind two wide characters and one that UTF-16 writes as two.
    region = run["results"][0]["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 2, "startColumn": 9, "endLine": 2, "endColumn": 10}


def test_rules_are_the_codes_that_occur_with_their_explanations() -> None:
    found = Diagnostics([finding(), finding("so is this")])
    found.warning("never", "it never is", Span(FILE, 0, 3), phase="check", help="leave it out")
    run = run_of(list(found))
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["never", "unknown-name"]
    assert rules[1]["help"]["text"].startswith(explanations()["unknown-name"].means)
    assert [(r["ruleId"], r["level"], rules[r["ruleIndex"]]["id"]) for r in run["results"]] == [
        ("never", "warning", "never"),
        ("unknown-name", "error", "unknown-name"),
        ("unknown-name", "error", "unknown-name"),
    ]


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("a b/100%.yaml", "a%20b/100%25.yaml"),
        ("é#?.yaml", "%C3%A9%23%3F.yaml"),
        ("a:b.yaml", "a%3Ab.yaml"),
        ("/x y/z.yaml", "file:///x%20y/z.yaml"),
    ],
)
def test_paths_are_written_as_uris(path: str, uri: str) -> None:
    run = run_of([finding(file=SourceFile(path, "x: 1\n"), start=0, end=1)])
    assert run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri


def test_a_file_that_could_not_be_read_has_no_region() -> None:
    run = run_of([finding(file=SourceFile("x.yaml", ""), start=0, end=0)])
    assert "region" not in run["results"][0]["locations"][0]["physicalLocation"]


def test_a_message_is_taken_as_it_stands() -> None:
    run = run_of([finding("`{x}` and [y](1)", labels=(Label(Span(FILE, 0, 3), "a {"), Label(Span(FILE, 0, 3), "a {")))])
    (result,) = run["results"]
    assert result["message"]["text"] == r"`{{x}}` and \[y](1)"
    assert [place["message"]["text"] for place in result["relatedLocations"]] == ["a {{", "a {{"]


def test_nothing_found_is_a_run_without_results() -> None:
    run = run_of([])
    assert run["results"] == []
    assert run["tool"]["driver"]["rules"] == []
