"""The duel's rules in plain Python objects, as somebody would write them for this one game.

It does what the content says about moving and attacking: avoiding, cover and its price, dangers and walls on the way,
who may move, overwatch, spending, the areas of weapons, accuracy and cover, bracing, damage step by step, trading,
rerolls, bonds, grapples and engagement, statuses with their turns, and a log of what happens, of dice and of choices.
It has no rules that can be changed, no undo, and no reasons.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.track.dice import SeededDice


@dataclass
class Weapon:
    name: str = "rifle"
    range: int = 10
    count: int = 1
    sides: int = 6
    bonus: int = 0
    kind: str = "kinetic"
    reach: str = "ranged"
    area: str = "single"
    armor_piercing: bool = False
    seeking: bool = False
    arcing: bool = False
    smart: bool = False
    loading: bool = False
    reliable: int = 0
    burn: int = 0
    knockback: int = 0


@dataclass
class Status:
    name: str
    ends_at: str = ""
    anchor: Mech | None = None
    source: Mech | None = None
    turns: int = 0
    weapon: Weapon | None = None


@dataclass
class Mech:
    name: str
    side: str
    init: int | None
    agility: int = 0
    systems: int = 0
    size: float = 1
    grit: int = 0
    speed: int = 4
    evasion: int = 8
    e_defense: int = 8
    armor: int = 0
    hp: int = 10
    overshield: int = 0
    weapons: list[Weapon] = field(default_factory=lambda: [Weapon()])
    statuses: list[Status] = field(default_factory=list)
    bound: set[str] = field(default_factory=set)
    towing: set[str] = field(default_factory=set)
    riding_on: set[str] = field(default_factory=set)
    carrying: set[str] = field(default_factory=set)
    sheltering: set[str] = field(default_factory=set)
    grappled: set[str] = field(default_factory=set)
    engaged: set[str] = field(default_factory=set)
    budgets: dict[str, int] = field(default_factory=dict)
    used: list[str] = field(default_factory=list)
    acted: bool = False
    won: int = 0

    def has(self, name: str) -> bool:
        return any(status.name == name for status in self.statuses)


@dataclass
class Zone:
    """Something that lies on Inits: a wall, a trap for one or for a side."""

    kind: str
    cells: set[int]
    side: str = ""
    prey: Mech | None = None
    blocks: bool = False


class Choices:
    """Who decides: a scripted answer by name, else the default; what was asked goes into the log."""

    def __init__(self, log: list[tuple[object, ...]]) -> None:
        self.answers: dict[str, object] = {}
        self.log = log

    def ask(self, mech: Mech, name: str, default: object) -> object:
        answer = self.answers.get(name, default)
        self.log.append(("choice", mech.name, name, answer))
        return answer


class Refusal(Exception):
    """An action that cannot be done."""


class Game:
    """The track and all who are on it."""

    def __init__(self, mechs: list[Mech], dice: SeededDice) -> None:
        self.mechs = mechs
        self.by_name = {mech.name: mech for mech in mechs}
        self.dice = dice
        self.cells: dict[int, set[str]] = {}
        self.mines: dict[int, int] = {}
        self.zones: list[Zone] = []
        self.turn: Mech | None = None
        self.log: list[tuple[object, ...]] = []
        self.choices = Choices(self.log)

    def play(self, rounds: int) -> list[int | None]:
        for number in range(rounds):
            self.log.append(("round", number))
            for mech in self.mechs:
                mech.acted = False
            while waiting := [mech for mech in self.mechs if not mech.acted]:
                self.take_turn(min(waiting, key=self.rank))
        return [mech.init for mech in self.mechs]

    @staticmethod
    def rank(mech: Mech) -> tuple[float, ...]:
        return (-(mech.init or 0), mech.size, -mech.agility, -mech.systems, mech.side != "pc")

    # --- turns ------------------------------------------------------------------------------------------------------

    def take_turn(self, mech: Mech) -> None:
        self.turn = mech
        self.pass_edge("start", mech)
        mech.budgets = {"moves": 1, "actions": 2}
        for other in self.mechs:
            other.budgets["reactions"] = 1
        mech.used = []
        self.log.append(("turn", mech.name))
        self.decide(mech)
        mech.acted = True
        self.pass_edge("end", mech)
        self.turn = None

    def pass_edge(self, edge: str, anchor: Mech) -> None:
        for mech in self.mechs:
            for status in list(mech.statuses):
                if status.ends_at == edge and status.anchor is anchor:
                    status.turns -= 1
                    if status.turns <= 0:
                        mech.statuses.remove(status)
                        self.log.append(("ends", mech.name, status.name))

    def decide(self, mech: Mech) -> None:
        if not self.is_highest(mech):
            self.act(mech, "move", "moves", 1)
        foes = [foe for foe in self.mechs if foe.side != mech.side and foe.init is not None]
        if foes:
            self.choices.answers = {"target": min(foes, key=lambda foe: abs(self.at(foe) - self.at(mech)))}
            self.act(mech, "skirmish", "actions", 1)
            self.choices.answers = {}

    def act(self, mech: Mech, name: str, budget: str, price: int) -> None:
        try:
            self.may_act(mech, name, budget, price)
            self.log.append(("action", mech.name, name))
            mech.budgets[budget] -= price
            mech.used.append(name)
            if name == "move":
                self.travel(mech, mech.speed)
            else:
                weapon = next(weapon for weapon in mech.weapons if self.loaded(mech, weapon))
                self.fire(mech, weapon)
        except Refusal as refusal:
            self.log.append(("refused", mech.name, name, str(refusal)))

    def may_act(self, mech: Mech, name: str, budget: str, price: int) -> None:
        if mech.init is None or self.turn is not mech or mech.budgets[budget] < price or name in mech.used:
            raise Refusal("not now")
        if mech.has("stunned"):
            raise Refusal("it is Stunned")
        if name in ("move", "boost"):
            if self.is_highest(mech):
                raise Refusal("the highest Init may not gain by movement")
            if mech.has("prone") or mech.has("immobilized"):
                raise Refusal("it cannot move")
        if name == "boost" and (mech.has("slowed") or mech.grappled):
            raise Refusal("it is Slowed, or in a grapple")
        if name == "skirmish" and mech.has("jammed"):
            raise Refusal("it is Jammed")

    @staticmethod
    def loaded(mech: Mech, weapon: Weapon) -> bool:
        return not any(
            status.name in ("unloaded", "weapon_lost") and status.weapon is weapon for status in mech.statuses
        )

    @staticmethod
    def at(mech: Mech) -> int:
        assert mech.init is not None
        return mech.init

    def on_track(self) -> list[Mech]:
        return [mech for mech in self.mechs if mech.init is not None]

    def is_highest(self, mech: Mech) -> bool:
        return all(self.at(other) <= self.at(mech) for other in self.on_track())

    def cell_has(self, cell: int, word: str) -> bool:
        return word in self.cells.get(cell, ()) or (word == "avoidable" and cell in self.mines)

    # --- moving -----------------------------------------------------------------------------------------------------

    def trigger_on(self, cell: int, mech: Mech) -> bool:
        if self.cell_has(cell, "avoidable"):
            return True
        return any(
            cell in zone.cells
            and ((zone.kind == "emblem" and zone.prey is mech) or (zone.kind == "hologram" and zone.side != mech.side))
            for zone in self.zones
        )

    def warned(self, mech: Mech, last: int) -> bool:
        ahead = range(self.at(mech) + 1, last + 1)
        return any(self.cell_has(i, "difficult") or self.trigger_on(i, mech) for i in ahead)

    def cut_off(self, mech: Mech, other: Mech) -> bool:
        """Whether a bubble or a wall lies between two."""
        for one, two in ((mech, other), (other, mech)):
            for status in one.statuses:
                if status.name == "in_bubble" and not any(
                    inner.name == "in_bubble" and inner.source is status.source for inner in two.statuses
                ):
                    return True
        low, high = sorted((self.at(mech), self.at(other)))
        for zone in self.zones:
            if zone.blocks and (
                (low in zone.cells) != (high in zone.cells) or any(i in zone.cells for i in range(low + 1, high))
            ):
                return True
        return False

    def cover_price(self, cell: int, cover: str) -> int:
        if cover == "none" or self.cell_has(cell, "hard_cover"):
            return 0
        if cover == "soft":
            return 0 if self.cell_has(cell, "soft_cover") else 1
        return 2

    def price(self, mech: Mech, gained: int, cover: str, evading: bool) -> int:
        here = self.at(mech)
        price = gained + self.cover_price(here + gained, cover)
        if gained == 0 and price > 0:
            return 1000
        if not evading:
            return price + sum(self.cell_has(i, "difficult") for i in range(here + 1, here + gained + 1))
        if not mech.has("disengaging") and self.warned(mech, here + gained):
            return price + 1
        return price

    def travel(self, mech: Mech, spaces: int) -> None:
        self.log.append(("travel", mech.name, spaces))
        if mech.has("prone") or mech.has("immobilized") or mech.has("stunned") or self.is_highest(mech):
            raise Refusal("it cannot move")
        self.watched_over(mech)
        if mech.init is None:
            return
        here = self.at(mech)
        evading = mech.has("disengaging")
        if not evading and self.warned(mech, here + spaces):
            evading = bool(self.choices.ask(mech, "avoid", False))
        cover = str(self.choices.ask(mech, "cover", "none"))
        fair = [n for n in range(spaces + 1) if self.price(mech, n, cover, evading) <= spaces]
        gained = self.choices.ask(mech, "gained", max(fair, default=0))
        if gained not in fair:
            raise Refusal("too far")
        assert isinstance(gained, int)
        bought = self.cover_price(here + gained, cover) > 0
        self.walk(mech, gained, evading)
        if cover != "none" and mech.init is not None and (bought or self.cover_price(self.at(mech), cover) == 0):
            mech.statuses.append(Status(f"{cover}_cover"))

    @staticmethod
    def free_to_move(mech: Mech) -> bool:
        return not any(mech.has(name) for name in ("prone", "immobilized", "stunned", "shut_down"))

    def can_react(self, mech: Mech) -> bool:
        if mech.budgets.get("reactions", 0) < 1 or mech.grappled:
            return False
        return not any(mech.has(name) for name in ("jammed", "stunned", "shut_down", "braced"))

    def watched_over(self, mech: Mech) -> None:
        """Overwatch: a hostile within whose threat a movement starts may attack first."""
        if mech.has("disengaging") or mech.has("hidden"):
            return
        for guard in self.on_track():
            if guard.side == mech.side or not self.can_react(guard) or guard.has("overwatched"):
                continue
            arms = [
                weapon
                for weapon in guard.weapons
                if self.loaded(guard, weapon)
                and self.reaches(guard, mech, weapon.range if weapon.reach == "melee" else 1)
                and not self.cut_off(guard, mech)
            ]
            if arms and self.choices.ask(guard, "overwatch", False):
                guard.budgets["reactions"] -= 1
                guard.statuses.append(Status("overwatched"))
                self.strike(guard, [mech], arms[0], 0, 0, wounds=False)

    def walk(self, mech: Mech, gained: int, evading: bool) -> None:
        origin, left, steps = self.at(mech), gained, 0
        while left > 0 and mech.init is not None:
            if not self.free_to_move(mech) or self.cell_has(mech.init + 1, "impassable"):
                break
            mech.init += 1
            left -= 1
            steps += 1
            here = mech.init
            self.log.append(("step", mech.name, here))
            if self.cell_has(here, "dangerous") and self.roll(mech, "check", 1, 20)[0] < 10:
                self.harm(mech, 5, "kinetic", piercing=False)
            if not evading and here in self.mines:
                self.harm(mech, self.mines.pop(here), "explosive", piercing=False)
        self.log.append(("init", mech.name, origin, mech.init, "move"))
        self.after_change(mech, origin, steps, shared=True)

    # --- attacking --------------------------------------------------------------------------------------------------

    def fire(self, mech: Mech, weapon: Weapon) -> None:
        if weapon.loading:
            mech.statuses.append(Status("unloaded", weapon=weapon))
        spent = self.choices.ask(mech, "spent", 0)
        if spent not in range(self.at(mech) + 3):
            raise Refusal("it cannot spend so much")
        assert isinstance(spent, int)
        threes = spent // 3
        if threes:
            self.change_init(mech, -3 * threes, "spending")
        accurate = self.choices.ask(mech, "accurate", threes)
        assert isinstance(accurate, int)
        wounds = threes > 0 and bool(self.choices.ask(mech, "hurt", False))
        if weapon.area != "single":
            raise Refusal("only single targets in a duel")
        pool = [foe for foe in self.on_track() if self.may_target(mech, foe) and self.reaches(mech, foe, weapon.range)]
        if not pool:
            raise Refusal("nobody is in range")
        target = self.choices.ask(mech, "target", pool[0])
        if target not in pool:
            raise Refusal("it is not in range")
        assert isinstance(target, Mech)
        self.strike(mech, [target], weapon, accurate, threes - accurate, wounds)

    @staticmethod
    def may_target(mech: Mech, foe: Mech) -> bool:
        return foe is not mech and not foe.has("hidden")

    def low(self, mech: Mech) -> int:
        return max(1, self.at(mech) - max(1, int(mech.size)) + 1)

    def reaches(self, mech: Mech, foe: Mech, reach: int) -> bool:
        return max(0, self.low(foe) - self.at(mech), self.low(mech) - self.at(foe)) <= reach

    def strike(self, mech: Mech, targets: list[Mech], weapon: Weapon, accuracy: int, dice: int, wounds: bool) -> None:
        missed, pierced, beaten = [], [], []
        for target in targets:
            outcome = self.attack(mech, target, weapon, accuracy)
            (missed if outcome == "miss" else pierced if outcome == "critical" else beaten).append(target)
        share = len(pierced) + len(beaten)
        self.land(mech, beaten, weapon, dice, wounds, share, better=False)
        self.land(mech, pierced, weapon, dice, wounds, share, better=True)
        if weapon.reliable:
            for target in missed:
                self.harm(target, weapon.reliable, weapon.kind, weapon.armor_piercing, wounds, of_attack=True)
        if mech.won:
            won, mech.won = mech.won, 0
            if mech.init is not None:
                self.change_init(mech, won, "trade")

    def attack(self, mech: Mech, target: Mech, weapon: Weapon, accuracy: int) -> str:
        if self.cut_off(mech, target):
            return "averted"
        difficulty = 0
        if target.has("prone"):
            accuracy += 1
        if target.has("lock_on"):
            accuracy += 1
        if mech.has("impaired"):
            difficulty += 1
        if weapon.reach == "ranged":
            if mech.engaged and not mech.has("disengaging"):
                difficulty += 1
            if not weapon.seeking:
                if target.has("hard_cover") or (self.sight_blocked(mech, target) and not weapon.arcing):
                    difficulty += 2
                elif target.has("soft_cover"):
                    difficulty += 1
        result = self.roll(mech, "attack", 1, 20)[0] + mech.grit + self.edge(mech, accuracy - difficulty)
        outcome = "miss"
        if result >= self.defense(target, weapon):
            outcome = "critical" if result >= 20 and mech.side == "pc" and weapon.reach != "tech" else "hit"
        self.log.append(("attack", mech.name, target.name, weapon.name, outcome))
        return outcome

    def sight_blocked(self, mech: Mech, target: Mech) -> bool:
        low, high = sorted((self.at(mech), self.at(target)))
        return any(self.cell_has(i, "blocks_sight") for i in range(low + 1, high))

    @staticmethod
    def defense(target: Mech, weapon: Weapon) -> int:
        if weapon.smart or weapon.reach == "tech":
            return target.e_defense
        return min(5, target.evasion) if target.has("stunned") else target.evasion

    def edge(self, mech: Mech, net: int) -> int:
        if net > 0:
            return max(self.roll(mech, "edge", net, 6))
        if net < 0:
            return -max(self.roll(mech, "edge", -net, 6))
        return 0

    def land(
        self, mech: Mech, targets: list[Mech], weapon: Weapon, dice: int, wounds: bool, share: int, *, better: bool
    ) -> None:
        if not targets:
            return
        damage = self.damage(mech, weapon.count, weapon.sides, better=better) + weapon.bonus
        bonus = self.damage(mech, dice, 6, better=better) if dice else 0
        if share > 1:
            bonus = -(-bonus // 2)
        for target in targets:
            dealt = self.harm(target, damage + bonus, weapon.kind, weapon.armor_piercing, wounds, of_attack=True)
            if weapon.burn:
                dealt += self.harm(target, weapon.burn, "burn", False, wounds, of_attack=True)
            if not wounds:
                mech.won += dealt
            if weapon.knockback and target.init is not None and self.choices.ask(mech, "knock back", False):
                self.change_init(target, weapon.knockback if self.at(target) > self.at(mech) else -weapon.knockback, "")

    def damage(self, mech: Mech, count: int, sides: int, *, better: bool) -> int:
        if not better:
            return sum(self.roll(mech, "land", count, sides))
        faces = self.roll(mech, "land", 2 * count, sides)
        return sum(map(max, faces[:count], faces[count:]))

    def harm(
        self, target: Mech, amount: int, kind: str, piercing: bool, wounds: bool = False, of_attack: bool = False
    ) -> int:
        shredded = target.has("shredded")
        resisted = target.has("resistant")
        if of_attack and self.can_react(target) and not target.has("has_braced"):
            resisted = resisted or bool(self.choices.ask(target, "brace", False))
        if kind != "burn" and target.has("exposed"):
            amount *= 2
        if kind != "burn" and not piercing and not shredded:
            amount = max(0, amount - target.armor)
        if resisted and not shredded:
            amount = -(-amount // 2)
        self.log.append(("harm", target.name, amount, kind))
        if wounds:
            shielded = min(amount, target.overshield)
            target.overshield -= shielded
            target.hp = max(0, target.hp - amount + shielded)
        elif amount > 0:
            self.change_init(target, -amount, "damage")
        return amount

    # --- the Init ---------------------------------------------------------------------------------------------------

    def change_init(self, mech: Mech, amount: int, manner: str) -> None:
        origin = self.at(mech)
        to = origin + amount
        span = range(origin + 1, to + 1) if amount > 0 else range(origin - 1, to - 1, -1)
        for cell in span:
            if self.cell_has(cell, "impassable"):
                to = cell - 1 if amount > 0 else cell + 1
                break
        mech.init = to
        self.log.append(("init", mech.name, origin, to, manner))
        self.after_change(mech, origin, to - origin, shared=True)

    def after_change(self, mech: Mech, origin: int, moved: int, *, shared: bool) -> None:
        if mech.init is not None and mech.init <= 0 and not mech.riding_on:
            self.reroll(mech)
        if shared and moved:
            partners = mech.bound | mech.towing | mech.riding_on | mech.carrying | mech.sheltering
            for name in sorted(partners):
                other = self.by_name[name]
                if other.init is not None:
                    other.init += moved
                    self.log.append(("init", name, other.init - moved, other.init, "carried"))
                    self.after_change(other, other.init - moved, moved, shared=False)
        if mech.init == origin:
            return
        mech.statuses = [status for status in mech.statuses if status.name not in ("soft_cover", "hard_cover")]
        for name in sorted(mech.engaged):
            other = self.by_name[name]
            if other.init != mech.init:
                mech.engaged.discard(name)
                other.engaged.discard(mech.name)
        company = [other for other in self.on_track() if other is not mech and other.init == mech.init]
        chosen = self.choices.ask(mech, "opponent", None) if company else None
        if isinstance(chosen, Mech):
            for name in [*sorted(chosen.engaged), chosen.name]:
                mech.engaged.add(name)
                self.by_name[name].engaged.add(mech.name)

    def reroll(self, mech: Mech) -> None:
        result = 0
        while result <= 0:
            result = self.roll(mech, "initiative_roll", 1, 20)[0] + max(mech.agility, mech.systems)
        self.log.append(("init", mech.name, mech.init, result, "reroll"))
        mech.init = result

    def roll(self, mech: Mech, purpose: str, count: int, sides: int) -> tuple[int, ...]:
        faces = self.dice.faces((mech.name, purpose), count, sides)
        self.log.append(("dice", mech.name, purpose, sides, faces))
        return faces


def duel(seed: int, rounds: int = 6) -> list[int | None]:
    """The duel: where both end."""
    hound = Mech("hound", "pc", 16, agility=3, grit=2, speed=6, evasion=10)
    boar = Mech("boar", "npc", 12, grit=1, speed=4, evasion=8, armor=1)
    return Game([hound, boar], SeededDice(seed)).play(rounds)
