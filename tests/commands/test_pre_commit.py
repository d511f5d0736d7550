"""What other repositories run before each commit."""

from pathlib import Path

import pytest
import yaml

from interpreter.commands.main import main

HOOKS = yaml.safe_load((Path(__file__).parents[2] / ".pre-commit-hooks.yaml").read_text("utf-8"))


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_a_hook_runs_a_command_on_the_rulesets_of_a_repository(pond: Path, hook: dict[str, object]) -> None:
    command, *arguments = str(hook["entry"]).split()
    assert command == "turnwright"
    assert isinstance(hook["args"], list)
    assert main([*arguments, *hook["args"]]) == 0
    actions = pond / "actions.yaml"
    actions.write_text(actions.read_text().replace("self.legs as", "self.legz as"))
    assert main([*arguments, *hook["args"]]) == 1


def test_the_hooks_are_those_that_are_promised() -> None:
    assert [hook["id"] for hook in HOOKS] == ["turnwright-check", "turnwright-test"]
    assert all(hook["language"] == "python" and hook["pass_filenames"] is False for hook in HOOKS)
