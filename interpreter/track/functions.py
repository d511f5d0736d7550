"""What compiled expressions call: the functions of the core, and the small things that Python has no operator for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from interpreter.language.limits import LARGEST, LONGEST_LIST, MOST_REPEATS
from interpreter.library.program import DiceTerm, Site
from interpreter.track import order
from interpreter.track.acting import may_use
from interpreter.track.choices import Known, Request, ask, show
from interpreter.track.counts import count_of
from interpreter.track.dice import Roll
from interpreter.track.fight import STEPS_PER_ACTION, Fight
from interpreter.track.refusals import Absent, Refused
from interpreter.track.state import Holder, Objective, Turn, Unit

# --- absence ------------------------------------------------------------------------------------------------


def present(value: Any) -> Any:
    """A value, or `Absent` where there is none."""
    if value is None:
        raise Absent
    return value


def init_of(unit: Unit) -> int:
    init = unit.init
    if init is None:
        raise Absent(f"`{unit.id}` is off the track, and its Init is needed")
    return init


# --- units and what is stored -------------------------------------------------------------------------------


def unit_of(f: Fight, id: str | None) -> Unit:
    if id is None:
        raise Absent
    return f.units[id]


def units_of(f: Fight, ids: Iterable[str]) -> list[Unit]:
    return [f.units[id] for id in ids]


def ids_of(units: Iterable[Unit]) -> tuple[str, ...]:
    return tuple(unit.id for unit in units)


def source_of(f: Fight, event: Any) -> Unit:
    return unit_of(f, event.holder.source)


def everyone(f: Fight) -> list[Unit]:
    return [unit for unit in f.units.values() if not unit.gone]


def open_objectives(f: Fight) -> list[Objective]:
    return [objective for objective in f.objectives.values() if objective.attained_by is None]


def attribute(f: Fight, unit: Unit, name: str) -> Any:
    """An attribute with all that modifies it now: what sets it, then what adds, then what caps."""
    value = getattr(unit, "a_" + name)
    if not unit.standing and not unit.entries:
        return value
    adds: list[Any] = []
    caps: list[Any] = []
    for holder in _modifying(f, unit):
        for modifier in holder.kind.modifiers:
            if modifier.attribute == name:
                found = modifier.value(f, holder)
                if modifier.op == "set":
                    value = found
                elif modifier.op == "add":
                    adds.append(found)
                else:
                    caps.append(found)
    if adds:
        value += max(adds, key=abs) if f.program.stacking.get(name) == "best" else sum(adds)
    return min([value, *caps]) if caps else value


def _modifying(f: Fight, unit: Unit) -> list[Holder]:
    serials = [*unit.entries.values(), *(serial for serials in unit.standing.values() for serial in serials)]
    return [f.holders[serial] for serial in sorted(serials) if serial in f.holders]


def apart(one: Any, other: Any) -> Any:
    """How far two units or Inits are apart."""
    a = init_of(one) if isinstance(one, Unit) else one
    b = init_of(other) if isinstance(other, Unit) else other
    return abs(a - b)


# --- numbers and lists --------------------------------------------------------------------------------------


def divide(one: Any, other: Any) -> Any:
    """Exact division: a whole number where it comes out even, else a fraction."""
    if one.__class__ is int and other.__class__ is int and not one % other:
        return one // other
    result = Fraction(one) / Fraction(other)
    if result.denominator > LARGEST:
        raise Refused(f"a fraction with a denominator of more than {LARGEST} is too fine")
    return result.numerator if result.denominator == 1 else result


def multiply(one: Any, other: Any) -> Any:
    result = one * other
    if not -LARGEST <= result <= LARGEST:
        raise Refused(f"a number beyond {LARGEST} is too large")
    return result


def fraction(numerator: int, denominator: int) -> Fraction:
    return Fraction(numerator, denominator)


def joined(items: list[Any], *others: list[Any]) -> list[Any]:
    found = items[:]
    for more in others:
        if more:
            found += more
    if len(found) > LONGEST_LIST:
        raise Refused(f"a list of more than {LONGEST_LIST} is too long")
    return found


def without(items: list[Any], others: list[Any]) -> list[Any]:
    return [item for item in items if item not in others]


def over(f: Fight, items: list[Any]) -> list[Any]:
    """A list that is about to be gone through, its steps counted."""
    f.steps += len(items)
    if f.steps > STEPS_PER_ACTION:
        f.spend(0)
    return items


def over_units(f: Fight) -> list[Unit]:
    """The units on the track, about to be gone through."""
    found = [unit for unit in f.units.values() if unit.init is not None]
    f.steps += len(found)
    if f.steps > STEPS_PER_ACTION:
        f.spend(0)
    return found


def over_markers(f: Fight) -> tuple[Holder, ...]:
    """The markers that lie somewhere, about to be gone through."""
    f.steps += len(f.laid)
    if f.steps > STEPS_PER_ACTION:
        f.spend(0)
    return f.laid


def times(f: Fight, site: Site, count: Any) -> range:
    if not isinstance(count, int) or not 0 <= count <= MOST_REPEATS:
        raise Refused(f"how often to repeat must be a whole number from 0 to {MOST_REPEATS}, not {show(count)}", site)
    f.spend(count, site)
    return range(count)


def w_highest(numbers: Any) -> Any:
    found = numbers.faces if isinstance(numbers, Roll) else numbers
    if not found:
        raise Absent("the highest of nothing is asked for")
    return max(found)


def w_lowest(numbers: Any) -> Any:
    found = numbers.faces if isinstance(numbers, Roll) else numbers
    if not found:
        raise Absent("the lowest of nothing is asked for")
    return min(found)


def w_sum(numbers: Any) -> Any:
    return int(numbers) if isinstance(numbers, Roll) else sum(numbers)


def w_count(items: Any) -> int:
    return len(items.faces) if isinstance(items, Roll) else len(items)


def w_first(items: list[Any]) -> Any:
    if not items:
        raise Absent("the first of nothing is asked for")
    return items[0]


def w_last(items: list[Any]) -> Any:
    if not items:
        raise Absent("the last of nothing is asked for")
    return items[-1]


def w_rest(items: list[Any]) -> list[Any]:
    return items[1:]


def w_up(number: Any) -> int:
    return int(-(-number // 1))


def w_down(number: Any) -> int:
    return int(number // 1)


def w_abs(number: Any) -> Any:
    return abs(number)


def w_numbers(f: Fight, first: Any, last: Any) -> list[int]:
    return list(span(f, first, last))


def span(f: Fight, first: Any, last: Any) -> range:
    """The whole numbers from one to another, their steps counted."""
    if first.__class__ is not int:
        first = w_up(first)
    if last.__class__ is not int:
        last = w_down(last)
    if last > first:
        if last - first >= LONGEST_LIST:
            raise Refused(f"a list of more than {LONGEST_LIST} numbers is too long")
        f.steps += last - first
    return range(first, last + 1)


def cells_with(f: Fight, first: Any, last: Any, word: str) -> list[int]:
    """Those of a run of Inits that have a property."""
    run = span(f, first, last)
    return [cell for cell in run if f.cell_has(cell, word)] if f.cells or f.laid else []


def some_cell_has(f: Fight, first: Any, last: Any, word: str) -> bool:
    """Whether one of a run of Inits has a property."""
    run = span(f, first, last)
    return bool(f.cells or f.laid) and any(f.cell_has(cell, word) for cell in run)


def w_multiples(f: Fight, of: Any, first: Any, last: Any) -> list[Any]:
    if of <= 0:
        raise Refused(f"multiples are of a number above 0, not of {show(of)}")
    return [of * number for number in w_numbers(f, Fraction(first) / of, Fraction(last) / of)]


def most(items: Iterable[Any], by: Callable[[Any], Any]) -> Any:
    return _extreme(items, by, lambda new, best: bool(new > best))


def least(items: Iterable[Any], by: Callable[[Any], Any]) -> Any:
    return _extreme(items, by, lambda new, best: bool(new < best))


def _extreme(items: Iterable[Any], by: Callable[[Any], Any], better: Callable[[Any, Any], bool]) -> Any:
    found: Any = None
    best: Any = None
    for item in items:
        try:
            value = by(item)
        except Absent:
            continue
        if best is None or better(value, best):
            found, best = item, value
    return present(found)


# --- dice ---------------------------------------------------------------------------------------------------


def dice_of(count: int, sides: int) -> DiceTerm:
    return DiceTerm(((count, sides),))


def dice_sum(one: Any, other: Any, sign: int) -> DiceTerm:
    """Dice and numbers added up, still not rolled."""
    left = one if isinstance(one, DiceTerm) else DiceTerm((), one)
    right = other if isinstance(other, DiceTerm) else DiceTerm((), other)
    terms = tuple((count * sign, sides) for count, sides in right.terms)
    return DiceTerm(left.terms + terms, left.bonus + right.bonus * sign)


def w_roll(f: Fight, who: Unit | None, purpose: str, dice: DiceTerm, times: int = 1) -> Roll:
    return _rolled(f, who, purpose, dice, times, lambda faces: faces)


def w_roll_better(f: Fight, who: Unit | None, purpose: str, dice: DiceTerm, times: int = 1) -> Roll:
    def better(faces: tuple[int, ...]) -> tuple[int, ...]:
        half = len(faces) // 2
        return tuple(map(max, faces[:half], faces[half:]))

    return _rolled(f, who, purpose, dice, 2 * times, better)


def _rolled(
    f: Fight, who: Unit | None, purpose: str, dice: DiceTerm, times: int, keep: Callable[[Any], tuple[int, ...]]
) -> Roll:
    shown: list[int] = []
    for count, sides in dice.terms:
        faces = keep(f.throw(who, purpose, abs(count) * times, sides))
        shown += faces if count > 0 else [-face for face in faces]
    return Roll.of(tuple(shown), dice.bonus)


def w_faces(roll: Roll) -> list[int]:
    return list(roll.faces)


# --- what only a fight knows --------------------------------------------------------------------------------


def w_linked(f: Fight, unit: Unit, name: str) -> list[Unit]:
    """Who is linked with a unit, itself left out; over others too where the relation is transitive."""
    relation = f.program.relations[name]
    found = {unit.id}
    edge = [unit.id]
    while edge:
        here = edge.pop()
        for one, other in f.links[name]:
            next_one = other if one == here else one if other == here and relation.symmetric else None
            if next_one is not None and next_one not in found:
                found.add(next_one)
                if relation.transitive:
                    edge.append(next_one)
    return [other for other in f.units.values() if other.id in found and other is not unit]


def w_link_value(f: Fight, one: Unit, other: Unit, name: str) -> Any:
    from interpreter.track.lasting import pair

    return present(f.links[name].get(pair(f, name, one, other)))


def w_statuses(f: Fight, unit: Unit, name: str) -> list[Holder]:
    return [f.holders[serial] for serial in unit.standing.get(name, ())]


def w_lying(f: Fight, name: str) -> list[Holder]:
    return f.markers(name)


def open_turn(f: Fight) -> Turn:
    """The turn that is open, and that its unit can use: not one that passes unused, or was delayed."""
    turn = f.own_turn()
    if turn is None or turn.skipped:
        raise Absent("no turn is open")
    return turn


def turn_count(f: Fight, turn: Turn) -> Any:
    """The count that a turn stands at."""
    return present(count_of(f, turn))


def turn_stage(f: Fight, turn: Turn) -> str:
    return f.program.stages[turn.stage].name


def turn_step(f: Fight, turn: Turn) -> str:
    steps = f.program.stages[turn.stage].steps
    if not steps:
        raise Absent("the turn has no steps")
    return steps[turn.step]


def stage_now(f: Fight) -> str:
    """The stage that the round is in."""
    if f.stage is None:
        raise Absent("the round is in no stage yet")
    return f.program.stages[f.stage].name


def w_turns_left(f: Fight, unit: Unit) -> int:
    return order.turns_left(f, unit)


def w_counts_left(f: Fight, unit: Unit) -> list[Any]:
    return order.counts_left(f, unit)


def w_holds_turn(f: Fight, unit: Unit) -> bool:
    return order.held_by(f, unit) is not None


def w_count_now(f: Fight) -> Any:
    if f.reached is None or f.reached[0] != f.stage:
        raise Absent("no turn has come by its count yet")
    return f.reached[1]


def w_chained(f: Fight, unit: Unit, name: str, among: list[Unit]) -> list[Unit]:
    """The units of a set that are linked with one over others of the set, that one with them."""
    links = f.links[name]
    symmetric = f.program.relations[name].symmetric
    found, edge = [unit], [unit]
    while edge:
        here = edge.pop()
        f.spend(len(among))
        for other in among:
            linked = (here.id, other.id) in links or (symmetric and (other.id, here.id) in links)
            if linked and other not in found:
                found.append(other)
                edge.append(other)
    return [other for other in f.units.values() if other in found]


def w_up_next(f: Fight) -> Unit:
    turn = order.up_next(f, skipped=False)
    if turn is None:
        raise Absent("nobody has a turn left in this round")
    return f.units[turn.unit]


def w_can(f: Fight, unit: Unit, action: str) -> bool:
    return may_use(f, unit, action)


# --- asking -------------------------------------------------------------------------------------------------


def ask_may(f: Fight, site: Site, who: Unit, label: str, known: Known | None = None) -> bool:
    """Whether somebody does what it may; unasked it does not."""
    answer: bool = ask(f, Request(site, who, label, "may", [True, False], 0, known), lambda: False, None)
    return answer


def ask_either(f: Fight, site: Site, by: Unit, labels: list[str], known: Known | None = None) -> Any:
    """Which of several things somebody does; a single one needs no answer."""
    if not labels:
        raise Refused("there is nothing to choose from here", site)
    if len(labels) == 1:
        return labels[0]
    return ask(f, Request(site, by, "either", "either", labels, 0, known), None, None)


def ask_order(f: Fight, site: Site, by: Unit, words: list[str], known: Known | None = None) -> list[int]:
    """In which order somebody does things; unasked, as they stand."""
    request = Request(site, by, "order", "order", words, 0, known)
    answer: list[int] = ask(f, request, lambda: list(range(len(words))), None)
    return answer


def also(f: Fight, companion: Callable[[], Any]) -> None:
    """Add a companion to the event that is being amended."""
    f.companions = (*f.companions, (f.parent, companion))
