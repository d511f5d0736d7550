"""A clock that knows only the turns of one unit: when what lasts until some turn of that unit's ends.

It shares nothing with the interpreter. It is told what passes, in words, and answers when a duration is over.
"""

from dataclasses import dataclass, field

# How long something lasts: the edge that ends it, and which of those to come it is; in the unit's own open turn the
# end of that turn counts only for what does not say `next`.
KINDS: dict[str, tuple[str, int, bool]] = {
    "start of turn": ("start", 1, False),
    "start of next turn": ("start", 1, True),
    "end of turn": ("end", 1, False),
    "end of next turn": ("end", 1, True),
    "1 of turns": ("end", 1, True),
    "2 of turns": ("end", 2, True),
    "end of round": ("round", 1, False),
    "end of scene": ("scene", 1, False),
}


@dataclass
class Clock:
    """One duration, tied to one unit, that begins when `begin` is called."""

    kind: str
    open_turn: str | None = None
    left: int = 0
    over: str | None = None
    passed_since_leaving: bool = True
    gone: bool = False
    begun: bool = False
    within: str | None = None
    late: set[str] = field(default_factory=set)

    def begin(self) -> None:
        edge, count, says_next = KINDS[self.kind]
        self.begun, self.left, self.within = True, count, self.open_turn
        if edge == "end" and says_next and self.open_turn is not None:
            self.left += 1

    def _pass(self, edge: str, moment: str) -> None:
        if self.begun and self.over is None and KINDS[self.kind][0] == edge:
            self.left -= 1
            if self.left == 0:
                self.over = moment

    def turn_starts(self, turn: str, moment: str) -> None:
        """A turn starts, or starts once more after it was put off; what began in it does not take that for another."""
        if not (turn == self.within and turn in self.late):
            self._pass("start", moment)
        self.open_turn = turn
        self.passed_since_leaving = True

    def turn_put_off(self, turn: str) -> None:
        self.late.add(turn)
        self.open_turn = None

    def turn_ends(self, moment: str) -> None:
        self._pass("end", moment)
        self.open_turn = None

    def leaves(self) -> None:
        self.gone, self.passed_since_leaving = True, False

    def round_ends(self, moment: str) -> None:
        """Who has left and had no turn since, has its next turn now."""
        self._pass("round", moment)
        if self.gone and not self.passed_since_leaving:
            self._pass("start", moment)
            self._pass("end", moment)
        if self.gone:
            self.passed_since_leaving = False

    def scene_ends(self, moment: str) -> None:
        self._pass("scene", moment)
