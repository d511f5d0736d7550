"""The duel, played by the interpreter and by hand-written objects that know nothing but its rules.

Both roll the same dice from the same streams and must end in the same state; the hand-written fight keeps no log.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from benchmarks.measure import side_by_side
from interpreter.table.loading import build, load
from interpreter.table.play import Play
from interpreter.table.scenario import compile_scenario
from interpreter.track.dice import SeededDice

ROUNDS = 6
FIGHTS = 60


@dataclass
class Weapon:
    range: int = 10
    count: int = 1
    sides: int = 6
    bonus: int = 0
    armor_piercing: bool = False
    reliable: int = 0
    reach: str = "ranged"


@dataclass
class Mech:
    """A mech, with the states that the rules of moving and hitting ask for."""

    name: str
    side: str
    init: int
    agility: int = 0
    systems: int = 0
    size: float = 1
    grit: int = 0
    speed: int = 4
    evasion: int = 8
    armor: int = 0
    weapon: Weapon = field(default_factory=Weapon)
    statuses: set[str] = field(default_factory=set)
    moves: int = 0
    actions: int = 0
    acted: bool = False
    won: int = 0


class Duel:
    """The fight, as somebody would write it in Python for these rules alone."""

    def __init__(self, seed: int) -> None:
        self.dice = SeededDice(seed)
        self.mechs = [
            Mech("hound", "pc", 16, agility=3, grit=2, speed=6, evasion=10),
            Mech("boar", "npc", 12, grit=1, speed=4, evasion=8, armor=1),
        ]
        self.difficult: set[int] = set()

    def roll(self, mech: Mech, purpose: str, count: int, sides: int) -> tuple[int, ...]:
        return self.dice.faces((mech.name, purpose), count, sides)

    def play(self) -> list[int]:
        for _ in range(ROUNDS):
            for mech in self.mechs:
                mech.acted = False
            while waiting := [mech for mech in self.mechs if not mech.acted]:
                self.turn(min(waiting, key=self.rank))
        return [mech.init for mech in self.mechs]

    @staticmethod
    def rank(mech: Mech) -> tuple[float, ...]:
        return (-mech.init, mech.size, -mech.agility, -mech.systems, mech.side != "pc")

    def turn(self, mech: Mech) -> None:
        mech.moves, mech.actions = 1, 2
        if mech.init < max(other.init for other in self.mechs):
            self.move(mech)
        foes = [other for other in self.mechs if other.side != mech.side]
        if foes:
            self.skirmish(mech, min(foes, key=lambda foe: abs(foe.init - mech.init)))
        mech.acted = True

    def move(self, mech: Mech) -> None:
        if not mech.moves or mech.statuses & {"prone", "immobilized", "stunned"}:
            return
        mech.moves -= 1
        left = mech.speed
        while left > 0:
            ahead = mech.init + 1
            left -= 2 if ahead in self.difficult else 1
            if left >= 0:
                self.change_init(mech, 1)

    def skirmish(self, mech: Mech, target: Mech) -> None:
        if mech.actions < 1 or not self.reaches(mech, target, mech.weapon.range):
            return
        mech.actions -= 1
        outcome = self.attack(mech, target, mech.weapon)
        if outcome == "miss":
            if mech.weapon.reliable:
                self.harm(target, mech.weapon.reliable, mech.weapon)
            return
        weapon = mech.weapon
        if outcome == "critical":
            faces = self.roll(mech, "land", weapon.count * 2, weapon.sides)
            damage = sum(map(max, faces[: weapon.count], faces[weapon.count :])) + weapon.bonus
        else:
            damage = sum(self.roll(mech, "land", weapon.count, weapon.sides)) + weapon.bonus
        mech.won += self.harm(target, damage, weapon)
        if mech.won:
            won, mech.won = mech.won, 0
            self.change_init(mech, won)

    @staticmethod
    def reaches(mech: Mech, target: Mech, reach: int) -> bool:
        low = max(1, mech.init - max(1, int(mech.size)) + 1)
        low_target = max(1, target.init - max(1, int(target.size)) + 1)
        return max(0, low_target - mech.init, low - target.init) <= reach

    def attack(self, mech: Mech, target: Mech, weapon: Weapon) -> str:
        accuracy = 0
        if "prone" in target.statuses:
            accuracy += 1
        if "impaired" in mech.statuses:
            accuracy -= 1
        if weapon.reach == "ranged":
            if "hard_cover" in target.statuses:
                accuracy -= 2
            elif "soft_cover" in target.statuses:
                accuracy -= 1
            if "engaged" in mech.statuses:
                accuracy -= 1
        result = self.roll(mech, "attack", 1, 20)[0] + mech.grit
        if accuracy > 0:
            result += max(self.roll(mech, "edge", accuracy, 6))
        elif accuracy < 0:
            result -= max(self.roll(mech, "edge", -accuracy, 6))
        evasion = min(5, target.evasion) if "stunned" in target.statuses else target.evasion
        if result < evasion:
            return "miss"
        return "critical" if result >= 20 and mech.side == "pc" else "hit"

    def harm(self, target: Mech, damage: int, weapon: Weapon) -> int:
        if "exposed" in target.statuses:
            damage *= 2
        if not weapon.armor_piercing and "shredded" not in target.statuses:
            damage = max(0, damage - target.armor)
        if damage:
            self.change_init(target, -damage)
        return damage

    def change_init(self, mech: Mech, amount: int) -> None:
        mech.init += amount
        if mech.init <= 0:
            result = 0
            while result <= 0:
                result = self.roll(mech, "initiative_roll", 1, 20)[0] + max(mech.agility, mech.systems)
            mech.init = result


def main() -> float:
    """The ratio: fights per second of the interpreter over those of the hand-written duel."""
    loaded = load("lancer_initiative")
    builder = build(loaded)
    scenario = compile_scenario(builder, loaded.scenarios["duel"])

    def ours(seed: int) -> list[Any]:
        play = Play(builder, scenario, SeededDice(seed))
        for _ in play.run():
            pass
        return [unit.init for unit in play.fight.units.values()]

    for seed in range(1, 200):
        assert ours(seed) == Duel(seed).play(), f"the two end differently with the seed {seed}"
    mine, theirs = side_by_side(
        lambda: [ours(seed) for seed in range(1, FIGHTS)], lambda: [Duel(seed).play() for seed in range(1, FIGHTS)]
    )
    print(f"duel: {FIGHTS / mine:.0f} fights a second, by hand {FIGHTS / theirs:.0f}: {theirs / mine:.2f}x")
    return theirs / mine


if __name__ == "__main__":
    main()
