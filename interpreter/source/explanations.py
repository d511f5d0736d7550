"""What each code of a finding means: in words, with an example that gives it and one that does not.

The words lie in `codes/`, a file for each group of codes. Their examples are content of the ruleset in `codes/base/`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from interpreter.source.diagnostics import Diagnostics, Severity
from interpreter.source.nodes import plain
from interpreter.source.text import read_source
from interpreter.source.yaml_tree import read_yaml

FOLDER = Path(__file__).parent / "codes"


@dataclass(frozen=True, slots=True)
class Explanation:
    """One code. `summary` is a part of a sentence, `means` and `mend` are whole ones.

    Line `at` of `bad` gives the code, and `good` is silent; both are a file called `file` in the base ruleset's folder.
    Where no file can show it, `situation` says when it is given, and there is no example.
    """

    code: str
    group: str
    severity: Severity
    summary: str
    means: str
    mend: str
    file: str = ""
    bad: str = ""
    at: int = 0
    good: str = ""
    situation: str = ""


@cache
def explanations() -> dict[str, Explanation]:
    """The explanation of each code, in the order in which they are told."""
    found: dict[str, Explanation] = {}
    for file in sorted(FOLDER.glob("*.yaml"), key=lambda file: int(file.name.partition("-")[0])):
        group = _data(file)
        for entry in group["codes"]:
            found[entry["code"]] = _explanation(group["title"], entry)
    return found


def base_ruleset() -> dict[str, str]:
    """The files of the ruleset that the examples belong to, by their names."""
    return {file.name: read_source(file).text for file in sorted((FOLDER / "base").glob("*.yaml"))}


def _data(file: Path) -> Any:
    diagnostics = Diagnostics()
    node = read_yaml(read_source(file), diagnostics)
    assert node is not None, [str(diagnostic) for diagnostic in diagnostics]
    return plain(node)


def _explanation(group: str, entry: dict[str, Any]) -> Explanation:
    bad = entry.get("bad", "")
    usual = "ruleset.yaml" if bad.startswith("ruleset:") else "example.yaml"
    return Explanation(
        entry["code"],
        group,
        entry.get("severity", "error"),
        entry["is"],
        entry["means"].strip(),
        entry["mend"].strip(),
        entry.get("file", usual) if bad else "",
        bad,
        entry.get("at", 0),
        entry.get("good", ""),
        entry.get("situation", ""),
    )
