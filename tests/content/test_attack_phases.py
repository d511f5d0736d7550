"""Fights that are counted down in phases: where the phases lie, and that each is had once, missed, or delayed."""

from collections import Counter
from itertools import pairwise

import pytest

from interpreter.analysis.mutating import Study, Trial, mutants_in
from interpreter.table.loading import load
from interpreter.track.fight import Fight
from interpreter.track.state import Unit
from tests.content.fights import play_of

SEEDS = range(1, 101)


def attacks_of(unit: Unit) -> int:
    found: int = unit.a_attacks  # type: ignore[attr-defined]
    return found


def assert_even(unit: Unit, counts: list[int]) -> None:
    """Phases begin on the initiative and lie one step apart; only a low roll leaves attacks without one."""
    assert unit.init is not None
    attacks = attacks_of(unit)
    phases = [count for count in counts if count > 0]
    assert phases[0] == unit.init
    assert len(phases) == min(attacks, unit.init)
    steps = {one - other for one, other in pairwise(phases)}
    assert steps <= {max(1, unit.init // attacks)} or steps == {-(-unit.init // attacks)}


def assert_once(f: Fight) -> None:
    """At the end of a round every turn has come: it was had, or it was missed, or its unit had left."""
    started = Counter(event.unit.id for event in f.log if event.kind == "start:turn" and event.round == f.round)
    delayed = Counter(
        event.unit.id
        for event in f.log
        if event.kind == "note" and event.round == f.round and "delays its turn" in event.name  # type: ignore[attr-defined]
    )
    had = Counter(turn.unit for turn in f.order if not turn.empty and not turn.skipped)
    assert {turn.state for turn in f.order} == {"done"}
    assert started == had + delayed


@pytest.mark.parametrize("scenario", ["crossfire", "last_volley"])
def test_phases_are_even_and_each_comes_once(scenario: str) -> None:
    for seed in SEEDS:
        play = play_of("attack_phases", scenario, seed)
        f = play.fight
        for moment in play.run():
            if moment == "round":
                for unit in f.on_track():
                    counts = sorted((turn.count for turn in f.order if turn.unit == unit.id), reverse=True)
                    assert_even(unit, counts)
                    assert scenario == "crossfire" or len(counts) == attacks_of(unit)
            elif moment == "end" and not play.over and f.turn is None:
                assert_once(f)


def test_its_examples_notice_nine_of_ten_small_changes() -> None:
    found = load("attack_phases")
    trial = Trial(found)
    mutants = mutants_in(found, lambda span: span.file.path.startswith("content/attack_phases/"))
    assert len(mutants) > 100
    assert Study([trial.try_out(mutant) for mutant in mutants]).percent >= 90
