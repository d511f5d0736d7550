"""The part of the table of words that says how what the grammar reads is written, for those who look it up.

Words in CAPITALS stand for something, `[ ]` for what may be left out, `...` for a block.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sentence:
    """A way to say something: the words that it is looked up by, how it is written, and what it does.

    `start` is where in the grammar it stands: `rules`, `block`, `script`, `given`, `until` or `expression`.
    """

    words: tuple[str, ...]
    forms: tuple[str, ...]
    doc: str
    start: str = "block"


_CHOSEN = "from LIST [such that CONDITION] [by UNIT] [unasked VALUE]: ... [else: ...]"
_ASKED = "[of UNIT] [at STAGE] [where CONDITION] [once per SCOPE]: ..."

RULES = (
    Sentence(("first",), (f"first EVENT {_ASKED}",), "act before an event, which then is looked at again", "rules"),
    Sentence(("before",), (f"before EVENT {_ASKED}",), "change an event, stop it or add to it", "rules"),
    Sentence(
        ("after", "stopped"),
        (f"after EVENT {_ASKED}", "after EVENT [of UNIT] stopped [where CONDITION] [once per SCOPE]: ..."),
        "answer an event that has happened, or that was stopped",
        "rules",
    ),
    Sentence(
        ("define",),
        ("define NAME(NAME: TYPE) = VALUE", "define NAME(NAME: list of TYPE, NAME: TYPE = VALUE): ..."),
        "a function; one with a block gives back what follows its `return`",
        "rules",
    ),
)

STATEMENTS = (
    Sentence(("let",), ("let NAME = VALUE",), "give a value a name, to the end of the block"),
    Sentence(
        ("=", "+=", "-="),
        ("NAME = VALUE", "NAME += VALUE", "NAME -= VALUE"),
        "give a name, a counter, a field or a value of an event a new value",
    ),
    Sentence(
        ("if", "elif", "else"), ("if CONDITION: ... [elif CONDITION: ...] [else: ...]",), "do one of several things"
    ),
    Sentence(("for", "each"), ("for each NAME in LIST: ...",), "do it for each"),
    Sentence(("repeat", "times"), ("repeat N times: ...",), "do it several times"),
    Sentence(
        ("stop",),
        ("stop", 'stop "REASON"'),
        "in a `before` or `first` rule: stop the event; in an action, verb or event: refuse it",
    ),
    Sentence(("return",), ("return VALUE",), "in a function with a block: give back the value"),
    Sentence(
        ("choose", "any", "some", "exactly", "up", "such", "unasked"),
        (
            f"choose NAME {_CHOSEN}",
            f"choose any NAME {_CHOSEN}",
            f"choose some NAME {_CHOSEN}",
            f"choose 2 NAME {_CHOSEN}",
            f"choose exactly N NAME {_CHOSEN}",
            f"choose up to N NAME {_CHOSEN}",
        ),
        "ask for one of a list, or for any number, one or more, so many, at most so many of it",
    ),
    Sentence(("may",), ('may UNIT "LABEL": ... [else: ...]',), "ask for yes or no"),
    Sentence(
        ("either",), ('either by UNIT: "LABEL": ..., "LABEL" if CONDITION: ...',), "ask for one of several things"
    ),
    Sentence(("in", "any", "order"), ("in any order by UNIT: ...",), "ask for the order of several things"),
    Sentence(("together",), ("together: ...",), "let all of it happen before anything of it is answered"),
    Sentence(
        ("at",),
        ("at start of UNIT's [next] turn: ...", "at end of UNIT's [next] turn: ...", "at end of round: ..."),
        "do it later",
    ),
    Sentence(("also",), ("also VERB UNIT",), "in a `before` rule: let a verb happen with the event"),
)

ENDINGS = (
    Sentence(
        ("until", "next"),
        ("until start of UNIT's [next] turn", "until end of UNIT's [next] turn", "until N of UNIT's turns"),
        "how long it lasts: up to an edge of a turn, or for so many turns",
        "until",
    ),
    Sentence(("until",), ("until end of round", "until end of scene"), "up to the end of the round or scene", "until"),
    Sentence(("until", "ends"), ("until NAME ends",), "as long as a status or a marker", "until"),
    Sentence(("until", "used"), ("until used",), "until it has acted once", "until"),
    Sentence(("while",), ("while CONDITION",), "as long as a condition holds; it may follow any `until`", "until"),
    Sentence(("until", "or"), ("until end of round or end of UNIT's turn",), "up to the first of several", "until"),
)

SCRIPTS = (
    Sentence(("uses",), ("UNIT uses ACTION", "UNIT uses ACTION: ANSWERS"), "take an action, with answers", "script"),
    Sentence(("turn",), ("turn of UNIT", "turn of UNIT: ..."), "take a turn, with what is done in it", "script"),
    Sentence(("next",), ("next round", "next step"), "go on to the next round, or within a turn", "script"),
    Sentence(("expect",), ("expect CONDITION",), "fail unless it holds", "script"),
    Sentence(("refused",), ('refused "REASON": ...',), "fail unless it is refused for that reason", "script"),
    Sentence(
        ("answer",),
        ("answer ANSWERS: ...", "answer ANSWERS"),
        "answer what is asked while it happens, or as a round begins or ends",
        "script",
    ),
    Sentence(
        ("at", "as", "with"),
        ("NAME at N", "NAME at N as KIND", "NAME at N as KIND with NAME VALUE"),
        "let a unit stand on an Init",
        "given",
    ),
    Sentence(("are",), ("inits N to M are PROPERTY", "init N is PROPERTY"), "give Inits properties", "given"),
)

VALUES = (
    Sentence(("+", "-", "*", "/"), ("A + B", "A - B", "A * B", "A / B"), "reckon with numbers", "expression"),
    Sentence(
        ("is", "<", "<=", ">", ">="),
        ("A is B", "A is not B", "A < B", "A <= B", "A > B", "A >= B"),
        "compare two values",
        "expression",
    ),
    Sentence(("in",), ("A in LIST", "A not in LIST"), "whether it is in a list", "expression"),
    Sentence(
        ("has", "lacks"),
        ("UNIT has NAME", "UNIT lacks NAME"),
        "whether a unit has a status or an entry or is of a kind, whether an Init or a marker has a property",
        "expression",
    ),
    Sentence(
        ("and", "or", "not"),
        ("CONDITION and CONDITION", "CONDITION or CONDITION", "not CONDITION"),
        "both, one of both, or not",
        "expression",
    ),
    Sentence(("else",), ("VALUE else VALUE",), "the second where the first is absent", "expression"),
    Sentence(("where", "it"), ("LIST where CONDITION",), "those of a list for which it holds", "expression"),
    Sentence(
        ("every", "some", "satisfies"),
        ("every NAME in LIST satisfies CONDITION", "some NAME in LIST satisfies CONDITION"),
        "whether it holds for all, or for one at least",
        "expression",
    ),
    Sentence(
        ("most", "least"),
        ("most NAME in LIST by VALUE", "least NAME in LIST by VALUE"),
        "the one of a list with the highest number, or the lowest",
        "expression",
    ),
    Sentence(
        ("within",),
        ("UNIT within N of UNIT", "LIST where within N of UNIT"),
        "whether they are at most so many Inits apart",
        "expression",
    ),
    Sentence(("inits",), ("inits N to M",), "the Inits from one to another", "expression"),
    Sentence(("d6",), ("d6", "2d6"), "dice, which roll where they stand", "expression"),
    Sentence(("yes", "no"), ("yes", "no"), "what is so or not", "expression"),
)

SENTENCES = (*RULES, *STATEMENTS, *ENDINGS, *SCRIPTS, *VALUES)
