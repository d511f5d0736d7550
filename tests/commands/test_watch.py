"""`--watch`: again after every change, driven by hand in place of waiting."""

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from interpreter.commands import watch as watching
from interpreter.commands.main import main

Captured = pytest.CaptureFixture[str]
Step = Callable[[], object]


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """What happens each time when it is waited; after the last of them Ctrl-C is pressed."""

    def meanwhile(*steps: Step) -> None:
        left = iter(steps)

        def rest(seconds: float) -> None:
            step = next(left, None)
            if step is None:
                raise KeyboardInterrupt
            step()

        monkeypatch.setattr(watching.time, "sleep", rest)

    return meanwhile


def heads(text: str) -> Iterable[str]:
    return [line for line in text.splitlines() if line.startswith("== ")]


def write(file: Path, old: str, new: str) -> Step:
    return lambda: file.write_text(file.read_text().replace(old, new))


def test_check_runs_again_after_each_change(pond: Path, capsys: Captured, meanwhile: Callable[..., None]) -> None:
    actions = pond / "actions.yaml"
    meanwhile(
        lambda: None,
        write(actions, "self.legs as", "self.legzz as"),
        lambda: None,
        write(actions, "self.legzz as", "self.legs as"),
    )
    assert main(["check", "pond", "--watch"]) == 0
    output = capsys.readouterr()
    assert heads(output.out) == [
        "== turnwright check pond: again after every change; Ctrl-C stops it ==",
        "== turnwright check pond: `actions.yaml` changed ==",
        "== turnwright check pond: `actions.yaml` changed ==",
    ]
    first, second, third = (part.partition(" ==\n")[2] for part in output.out.split("\n== ")[0:3])
    assert first == "nothing to report"
    assert "a unit has no `legzz`" in second
    assert third == "nothing to report\n"
    assert output.err == ""


def test_test_runs_again_though_another_file_of_the_ruleset_changed(
    pond: Path, capsys: Captured, meanwhile: Callable[..., None]
) -> None:
    meanwhile(write(pond / "ruleset.yaml", "min(amount, 2)", "min(amount, 10 - 9)"))
    assert main(["test", "pond/actions.yaml", "--watch"]) == 0
    text = capsys.readouterr().out
    assert "2 examples: 2 passed, 0 failed" in text
    assert "expected `a.init is 6`, but `a.init` is `5`" in text


def test_files_that_come_and_go_are_changes_and_others_are_none(
    pond: Path, capsys: Captured, meanwhile: Callable[..., None]
) -> None:
    more = pond / "more.yaml"
    meanwhile(
        lambda: more.write_text("- entry: reed\n"),
        more.unlink,
        lambda: (pond / "notes.txt").write_text("later"),
        lambda: (pond / ".swap.yaml").write_text("x"),
    )
    assert main(["check", "pond", "--watch"]) == 0
    assert len(heads(capsys.readouterr().out)) == 3


def test_many_changes_at_once_are_counted(pond: Path, capsys: Captured, meanwhile: Callable[..., None]) -> None:
    meanwhile(lambda: [(pond / f"more{n}.yaml").write_text(f"- entry: reed{n}\n") for n in range(5)])
    assert main(["check", "pond", "--watch"]) == 0
    assert heads(capsys.readouterr().out)[1] == (
        "== turnwright check pond: `more0.yaml`, `more1.yaml`, `more2.yaml` and 2 more changed =="
    )


def test_a_ruleset_that_is_gone_for_a_while_is_waited_for(
    pond: Path, capsys: Captured, meanwhile: Callable[..., None]
) -> None:
    away = pond.with_name("away")
    meanwhile(lambda: pond.rename(away), lambda: away.rename(pond))
    assert main(["check", "pond", "--watch"]) == 0
    output = capsys.readouterr()
    assert len(heads(output.out)) == 3
    assert output.out.endswith("nothing to report\n")
    assert output.err.startswith("turnwright: there is no file and nothing shipped called `pond`")


def test_a_path_that_leads_nowhere_is_not_waited_for(pond: Path, capsys: Captured) -> None:
    assert main(["check", "pont", "--watch"]) == 2


def test_a_change_while_it_runs_is_seen(pond: Path, capsys: Captured) -> None:
    runs: list[int] = []

    def run() -> int:
        runs.append(1)
        if len(runs) == 1:
            (pond / "more.yaml").write_text("- entry: reed\n")
        return 0

    waits = iter([None])

    def wait() -> None:
        if next(waits, "end") == "end":
            raise KeyboardInterrupt

    assert watching.watch("x", ["pond"], run, wait) == 0
    assert len(runs) == 2


@pytest.mark.parametrize("format", ["json", "github", "sarif"])
def test_programs_do_not_watch(pond: Path, capsys: Captured, format: str) -> None:
    assert main(["check", "pond", "--watch", "--format", format]) == 2
    assert "`--watch` is for people" in capsys.readouterr().err
