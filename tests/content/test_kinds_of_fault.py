"""Kinds of fault that other tools have (15 to 22), each shown not to be one of any ruleset that ships.

They are examples of a vocabulary, which every ruleset is made to import; so they run by each ruleset's own rules.
Kinds 11, 12 and 16 are in test_time.py, 13 and 14 in test_turns_kept.py.
"""

import re
import shutil
from pathlib import Path

import pytest

from interpreter.library.content import shipped_rulesets
from interpreter.source.render import render_text
from interpreter.source.shipped import shipped
from interpreter.table.examples import ExampleRunner
from interpreter.table.loading import build, load

KINDS = Path(__file__).parent / "kinds_of_fault"


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All content, in which every ruleset imports the kinds of fault."""
    folder = tmp_path_factory.mktemp("content")
    shutil.copytree(shipped("content"), folder, dirs_exist_ok=True)
    shutil.copytree(KINDS, folder / KINDS.name)
    for name in shipped_rulesets():
        file = folder / name / "ruleset.yaml"
        text = file.read_text("utf-8")
        found = re.search(r"^imports: \[(.*)\]$", text, re.MULTILINE)
        if found is None:
            text += f"\nimports: [{KINDS.name}]\n"
        else:
            text = text.replace(found[0], f"imports: [{found[1]}, {KINDS.name}]")
        file.write_text(text, "utf-8")
    return folder


@pytest.mark.parametrize("name", shipped_rulesets())
def test_no_ruleset_has_a_fault_of_these_kinds(content: Path, name: str) -> None:
    loaded = load(str(content / name))
    assert not loaded.diagnostics.has_errors, render_text(loaded.diagnostics)
    assert loaded.texts is not None
    examples = [example for example in loaded.texts.examples if KINDS.name in example.span.file.path]
    assert len(examples) == 11
    outcomes = ExampleRunner(build(loaded), examples).run()
    assert [f"{o.example.id}: {o.message} ({o.site})" for o in outcomes if o.message is not None] == []
