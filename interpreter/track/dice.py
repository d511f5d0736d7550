"""The dice port: seeded streams, or forced results.

The formula, fixed for good: block `b` of the stream of unit `u` for purpose `p` under the seed `n` is the 64-byte
BLAKE2b digest of the UTF-8 text `n/u:p/b`; it holds sixteen 32-bit big-endian words; a word `w` shows the face
`1 + (w * sides >> 32)`. A stream is named by the unit that rolls and what it rolls for, so that another roll elsewhere
never shifts it.
"""

from __future__ import annotations

from hashlib import blake2b
from struct import Struct
from typing import Any, Protocol

_WORDS = Struct(">16I")

MOST_DICE = 1000


class DiceRefused(Exception):
    """The dice cannot be rolled: too many, too few left in a forced list, or a face that the die does not have."""


class Roll(int):
    """Dice that were rolled: a number, their sum with the bonus, that still knows each face."""

    faces: tuple[int, ...]

    @classmethod
    def of(cls, faces: tuple[int, ...], bonus: int = 0) -> Roll:
        made = cls(sum(faces) + bonus)
        made.faces = faces
        return made


class Dice(Protocol):
    """Where faces come from. `back` takes the last `count` faces of a stream back, as if never rolled."""

    def faces(self, stream: tuple[str, str], count: int, sides: int) -> tuple[int, ...]: ...

    def back(self, stream: tuple[str, str], count: int) -> None: ...


class SeededDice:
    """Endless streams from one seed (any whole number)."""

    __slots__ = ("_streams", "seed")

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._streams: dict[tuple[str, str], list[Any]] = {}

    def faces(self, stream: tuple[str, str], count: int, sides: int) -> tuple[int, ...]:
        found = self._streams.get(stream)
        if found is None:
            found = self._streams[stream] = [0, ()]
        at, words = found
        while at + count > len(words):
            words = found[1] = words + self._block(stream, len(words) // 16)
        found[0] = at + count
        if count == 1:
            return (1 + (words[at] * sides >> 32),)
        return tuple([1 + (word * sides >> 32) for word in words[at : at + count]])

    def back(self, stream: tuple[str, str], count: int) -> None:
        self._streams[stream][0] -= count

    def _block(self, stream: tuple[str, str], number: int) -> tuple[int, ...]:
        text = f"{self.seed}/{stream[0]}:{stream[1]}/{number}"
        return _WORDS.unpack(blake2b(text.encode(), digest_size=64).digest())


class ForcedDice:
    """Results given beforehand, used in the order in which dice fall, whoever rolls them."""

    __slots__ = ("at", "given")

    def __init__(self, given: list[int]) -> None:
        self.given = given
        self.at = 0

    def faces(self, stream: tuple[str, str], count: int, sides: int) -> tuple[int, ...]:
        found = tuple(self.given[self.at : self.at + count])
        if len(found) < count:
            what = f"{count}d{sides}" if count > 1 else f"d{sides}"
            rolled = f"{stream[1]} of `{stream[0]}`" if stream[0] else stream[1]
            if not self.given:
                raise DiceRefused(f"{rolled} rolls {what}, and no `dice` are given: list their faces, as they fall")
            given = "1 was" if len(self.given) == 1 else f"{len(self.given)} were"
            raise DiceRefused(f"the forced dice are used up: {given} given, and {rolled} rolls {what} after that")
        for face in found:
            if not 1 <= face <= sides:
                raise DiceRefused(f"a forced die shows {face}, but a d{sides} has the faces 1 to {sides}")
        self.at += count
        return found

    def back(self, stream: tuple[str, str], count: int) -> None:
        self.at -= count


class PartlyForced(ForcedDice):
    """Results given beforehand, but for what falls while it is `at_will`: that comes from a seed, as it likes."""

    __slots__ = ("_fell_at_will", "_seeded", "at_will")

    def __init__(self, given: list[int]) -> None:
        ForcedDice.__init__(self, given)
        self._seeded = SeededDice(1)
        self._fell_at_will: list[bool] = []
        self.at_will = False

    def faces(self, stream: tuple[str, str], count: int, sides: int) -> tuple[int, ...]:
        found = (
            self._seeded.faces(stream, count, sides) if self.at_will else ForcedDice.faces(self, stream, count, sides)
        )
        self._fell_at_will.append(self.at_will)
        return found

    def back(self, stream: tuple[str, str], count: int) -> None:
        if self._fell_at_will.pop():
            self._seeded.back(stream, count)
        else:
            ForcedDice.back(self, stream, count)
