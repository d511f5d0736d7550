"""The roll with which a fight begins, which no example makes, since its units stand where they are put."""

from pathlib import Path

import pytest

from interpreter.commands.main import main

FIGHT = Path(__file__).with_name("first_roll.yaml")


def test_the_first_roll_decides_where_units_stand(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", str(FIGHT)]) == 0
    assert "1 passed" in capsys.readouterr().out


def test_another_face_puts_them_elsewhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "first_roll.yaml"
    other.write_text(FIGHT.read_text("utf-8").replace("dice: [10, 3", "dice: [11, 3"), "utf-8")
    assert main(["test", str(other)]) == 1
    assert "expected `a.init is 14`, but `a.init` is `15`" in capsys.readouterr().out
