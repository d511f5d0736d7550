"""What importing the room costs."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_heavy_libraries_are_loaded_only_when_they_are_needed() -> None:
    code = (
        "import sys, interpreter.source.schema, interpreter.source.yaml_tree, interpreter.source.render\n"
        "print([m for m in sys.modules if m.split('.')[0] in ('yaml', 'jsonschema', 'referencing')])"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
