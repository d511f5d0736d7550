"""How much there may be of what a number in the content asks for: a mistyped one must not go on for ever."""

from __future__ import annotations

# How many rounds a fight may have.
MOST_ROUNDS = 1000

# How many turns a unit may have in one stage of a round, and how often one of them may be put off.
MOST_TURNS = 100

# How often a block may be repeated.
MOST_REPEATS = 10_000

# How many things a list may have.
LONGEST_LIST = 10_000

# How many Inits one movement may touch.
LONGEST_MOVEMENT = 10_000

# How large a product may be, and how fine a fraction.
LARGEST = 10**15
