"""What is said of a token that cannot stand where it stands, in the words of those who write rules.

Each function below knows one kind of mistake and gives nothing where it is another; the first that knows speaks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from interpreter.language.mistake import EDGES, VALUES, Mistake
from interpreter.language.tokens import SyntaxProblem, Token
from interpreter.language.words import VERBS, form_of
from interpreter.source.diagnostics import nearest, quoted

_RULES = ("before", "after", "first", "define")
_STATEMENTS = ("let", "stop", "return", "if", "for", "repeat", "may", "either", "together", "choose", "also")
_BLOCKS = ("if", "elif", "else", "for", "repeat", "may", "either", "together", "choose")
_COMPARISONS = frozenset(("<", "<=", ">", ">=", "is", "has", "lacks", "in", "not", "within"))
_PREPOSITIONS = ("to", "from", "by", "as", "on", "against", "toward", "for", "at", "with")
_RULES_ELSEWHERE = {
    **dict.fromkeys(("when", "whenever", "on", "upon", "at"), "after"),
    "instead": "before",
    **dict.fromkeys(("function", "def"), "define"),
}
_MOMENTS = ("turn", "round", "stage", "scene")
_OTHER_WORDS = {"elseif": "elif", "elsif": "elif", "foreach": "for each", "otherwise": "else", "when": "if"}
_ENDINGS = "`end of unit's next turn`, `end of round`, `2 of unit's turns`, `used`, `self ends`"

# The clauses of a rule's first line and of a `choose`, in their order.
_CLAUSES = (("at", "where", "once"), ("from", "such", "by", "unasked"))

# The words and marks that are worth naming when one of them is missing; the others, when none of the first is.
_TELLING: tuple[tuple[str, ...], ...] = (
    (
        *(":", ")", "]", "of", "'s", "each", "from", "in", "satisfies", "times", "that", "per", "order", "any"),
        *(
            "by",
            "to",
            "turn",
            "turns",
            "round",
            "stage",
            "scene",
            "event",
            "is",
            "are",
            "then",
            "STRING",
            "while",
            "ends",
        ),
        *("start", "end", ",", "as", "with"),
    ),
    ("=", "+=", "-=", "uses", "(", "before", "after", "first", "define", "or", "and"),
)
_ALSO_NAMES = frozenset(
    ("turn", "turns", "round", "scene", "stage", "step", "event", "are", "times", "order", "ends", "first")
)
_SHOWN = {"STRING": "a text in double quotes", "NUMBER": "a number", "NAME": "a name", "_NL": "the end of the line"}


def unexpected(mistake: Mistake) -> SyntaxProblem:
    """The problem of a token that cannot stand where it stands."""
    for knows in _KINDS:
        problem = knows(mistake)
        if problem is not None:
            return problem
    return _general(mistake)


# --- lines and blocks -----------------------------------------------------------------------------------------


def _indented(m: Mistake) -> SyntaxProblem | None:
    if m.token.type != "_INDENT":
        return None
    place = m.tokens[m.index + 1]
    message = "this line stands further in than the one above it, which opens no block"
    return SyntaxProblem("indentation", message, place.start, place.end, "let it begin right under the line above")


def _missing_block(m: Mistake) -> SyntaxProblem | None:
    if "_INDENT" not in m.kinds or m.before is None or m.before.type != "_NL":
        return None
    colon = m.tokens[m.index - 2]
    message = "nothing follows this `:`"
    help_text = "write what it is for on the lines below, two spaces further in"
    return SyntaxProblem("missing-block", message, colon.start, colon.end, help_text)


def _stray_branch(m: Mistake) -> SyntaxProblem | None:
    if m.line or m.token.text not in ("else", "elif"):
        return None
    opener = "`if`" if m.token.text == "elif" else "`if`, `may` or `choose`"
    message = f"`{m.token.text}` follows no {opener}"
    return m.problem("stray-branch", message, f"let it begin right under the {opener} that it belongs to")


def _outside_of_rules(m: Mistake) -> SyntaxProblem | None:
    if m.line or m.start != "rules" or not m.could_be("before", "define"):
        return None
    near = _RULES_ELSEWHERE.get(m.token.text) or (nearest(m.token.text, _RULES) if not m.index else None)
    if m.index and near is None and not m.opens_block:
        help_text = "let it stand two spaces further in than the line that begins the rule"
        return m.problem("outside-of-rules", "this line belongs to no rule", help_text)
    help_text = f"did you mean `{near}`?" if near else "statements stand in the block of a rule"
    message = "expected a rule; it begins with `before`, `after`, `first` or `define`"
    return m.problem("outside-of-rules", message, help_text)


def _no_moment(m: Mistake) -> SyntaxProblem | None:
    """`after turn end`, `before turn`: the moments of a turn, a round, a stage and the scene."""
    if m.token.text not in _MOMENTS or m.before is None or m.before.text not in ("after", "before", "first"):
        return None
    after = m.tokens[m.index + 1].text if m.index + 1 < len(m.tokens) else ""
    moment = "start" if after.startswith(("start", "begin")) else "end"
    message = f"expected `start of` or `end of` before `{m.token.text}`"
    return m.problem("syntax", message, f"write `{m.before.text} {moment} of {m.token.text}`")


def _surplus_line(m: Mistake) -> SyntaxProblem | None:
    if m.line or not m.index or m.start not in ("expression", "until"):
        return None
    what = "one value" if m.start == "expression" else "one set of endings"
    message = f"this field holds {what}, and that ended on the line above"
    return m.problem("surplus-line", message, "a line goes on from the one above when it begins with `and` or `or`")


# What begins something elsewhere, and how that is written here.
_HABITS = {
    "while": "write `repeat 3 times:`, or `for each u in units:`",
    "/": "a comment begins with `#`",
    "when": "what happens by itself stands in `rules:`, as `after ...:` or `before ...:`; else write `if`",
}


def _no_statement(m: Mistake) -> SyntaxProblem | None:
    if m.statement or not m.could_be("let", "NAME") or m.ends:
        return None
    word = quoted(m.token.text)
    if m.token.text in _RULES:
        message = f"a rule cannot stand inside of a block, and {word} begins one"
        return m.problem("syntax", message, "rules stand in `rules:`, with nothing before them on the line")
    help_text = "a statement begins with a verb, with a name and `=`, or with a word such as `if` or `choose`"
    return m.problem("syntax", f"{word} begins no statement", _HABITS.get(m.token.text, help_text))


def _no_option(m: Mistake) -> SyntaxProblem | None:
    if m.line or m.ends or not m.could_be("STRING") or m.could_be("NAME"):
        return None
    message = f"expected an option, found {quoted(m.token.text)}"
    return m.problem("syntax", message, 'an option is a label in double quotes with its block: `"label":`')


# --- words and marks of other languages -----------------------------------------------------------------------


def _else_if(m: Mistake) -> SyntaxProblem | None:
    if m.token.text != "if" or m.before is None or m.before.text != "else":
        return None
    return m.problem("else-if", "`else if` is one word here", "write `elif`")


def _then(m: Mistake) -> SyntaxProblem | None:
    if m.token.text != "then" or m.head not in ("if", "elif"):
        return None
    return m.problem("surplus-then", f"`{m.head}` takes no `then`", "end the condition with `:`")


def _equals(m: Mistake) -> SyntaxProblem | None:
    mark = m.token.text
    if mark not in ("=", "+=", "-=") or not m.could_be("is"):
        return None
    if m.brackets and m.line[m.brackets[-1]].text == "(" and m.brackets[-1]:
        message = "an argument is not given with `=`"
        return m.problem("equals-sign", message, f"write {quoted(f'{m.line[-1].text}: ...')}; to compare, write `is`")
    given = any(token.text in ("=", "+=", "-=") for token in m.statement)
    if not given and m.start not in ("expression", "expect") and m.statement and m.statement[0].type == "NAME":
        message = f"only a name or a field can stand before `{mark}`, as in `unit.init {mark} 3`"
        return m.problem("equals-sign", message)
    return m.problem("equals-sign", f"`{mark}` does not compare", "write `is`")


def _chained(m: Mistake) -> SyntaxProblem | None:
    if m.token.text not in _COMPARISONS or not m.could_be("and") or m.could_be("has"):
        return None
    message = f"a second comparison cannot follow with {quoted(m.token.text)}"
    help_text = "join two comparisons with `and`, or put one of them in parentheses"
    return m.problem("chained-comparison", message, help_text)


def _query(m: Mistake) -> SyntaxProblem | None:
    if m.token.text != "where" or not (m.could_be("and") or m.could_be(".")):
        return None
    if m.head in _RULES and not m.brackets:
        return m.problem("second-where", "a rule has one `where`", "join its conditions with `and`")
    message = "`where` makes a set, and here no set is wanted"
    return m.problem(
        "query-place", message, "put the query in parentheses: `count(units where ...)`, `(units where ...)`"
    )


def _possessive(m: Mistake) -> SyntaxProblem | None:
    if m.token.text == "'s" and m.could_be(".", "ends") and _in_endings(m):
        message = f"expected `start of` or `end of` before {quoted(m.line[-1].text)}"
        return m.problem("bad-ending", message, f"endings are {_ENDINGS}")
    if m.token.text == "'s":
        message = "`'s` can stand only before `turn` and `turns`, in what says when something ends"
        return m.problem("possessive", message, "write a dot: `unit.init`")
    if m.before is not None and m.before.text == "'s":
        return m.problem("possessive", f"expected `turn`, `next turn` or `turns` after `'s`{m.found}")
    return None


def _verb_call(m: Mistake) -> SyntaxProblem | None:
    """`shift(unit, 3)`: the parenthesis belongs to the verb's object."""
    line = m.statement
    if m.start in ("expression", "expect", "until"):
        return None
    if m.token.text not in (",", ":", ")") or len(line) < 2 or line[0].type != "NAME" or line[1].text != "(":
        return None
    message = f"{quoted(line[0].text)} stands here as a verb, and a verb takes no parentheses"
    return m.problem("verb-parentheses", message, "write `shift unit by 3`; a function's result can be kept with `let`")


def _missing_type(m: Mistake) -> SyntaxProblem | None:
    if m.head != "define" or m.token.text not in (",", ")", "=") or m.before is None or m.before.type != "NAME":
        return None
    if not m.could_be(":") or not m.brackets:
        return None
    name = m.before.text
    message = f"expected the type of {quoted(name)}"
    return m.problem("missing-type", message, f"write {quoted(f'{name}: number')} or another type")


def _reserved(m: Mistake) -> SyntaxProblem | None:
    if not m.is_word or not m.could_be("NAME") or not m.goes_on_with("NAME"):
        return None
    if m.wants_value and m.token.text in _STATEMENTS:
        return None
    word = m.token.text
    message = f"`{word}` is a word of the language and cannot be a name"
    return m.problem("reserved-word", message, f"choose another name, such as `{word}_` or `the_{word}`")


# --- what a statement lacks or has too much of -----------------------------------------------------------------


def _surplus_colon(m: Mistake) -> SyntaxProblem | None:
    if m.token.text != ":" or not m.could_be("_NL"):
        return None
    word = _OTHER_WORDS.get(m.head) or nearest(m.head, _BLOCKS)
    if m.head in _STATEMENTS or word is None:
        return m.problem("surplus-colon", "this statement has no block, so it takes no `:`", "delete the `:`")
    return m.problem("surplus-colon", f"{quoted(m.head)} opens no block", f"did you mean `{word}`?")


def _statement_as_value(m: Mistake) -> SyntaxProblem | None:
    if not m.wants_value or m.token.text not in _STATEMENTS or m.could_be("let"):
        return None
    message = f"expected a value{_after(m)}, but `{m.token.text}` begins a statement"
    help_text = None if m.start in ("rules", "block", "script", "given") else "this field holds no statements"
    return m.problem("statement-as-value", message, help_text)


def _clause_order(m: Mistake) -> SyntaxProblem | None:
    word = m.token.text
    for clauses in _CLAUSES:
        if word in clauses and m.head in (*_RULES, "choose") and (m.head == "choose") == ("from" in clauses):
            later = [token.text for token in m.statement if token.text in clauses[clauses.index(word) + 1 :]]
            if later and m.could_be(":"):
                return m.problem(
                    "clause-order", f"`{word}` stands before `{later[0]}`", f"the order is {_order(clauses)}"
                )
    return None


def _order(clauses: Iterable[str]) -> str:
    return ", ".join(f"`{word} that`" if word == "such" else f"`{word}`" for word in clauses)


def _surplus(m: Mistake) -> SyntaxProblem | None:
    """The statement could have ended here, and goes on with something else."""
    if m.ends or not m.could_be("_NL") or m.before is None:
        return None
    if m.could_be("to", "by", "as") and m.statement[0].type in ("NAME", "ALSO"):
        return _no_preposition(m, m.before)
    word, before = quoted(m.token.text), quoted(m.before.text)
    if _in_endings(m):
        return m.problem("bad-ending", f"{word} cannot follow {before}", f"endings are {_ENDINGS}")
    help_text = None
    if m.head == "stop":
        help_text = "a reason stands in double quotes"
    elif m.could_be(","):
        help_text = "put a comma between two of them"
    elif m.before.type == "NAME" and m.could_be("(") and (m.token.type in VALUES or m.is_word):
        help_text = f"what a function is given stands in parentheses: {quoted(f'{m.before.text}(...)')}"
    return m.problem("syntax", f"expected {_expected(m, 'a value')} after {before}{m.found}", help_text)


def _no_preposition(m: Mistake, before: Token) -> SyntaxProblem:
    """A verb's object or one of its parts is followed by something that begins no other part."""
    word = quoted(m.token.text)
    if m.token.type != "NAME":
        help_text = "a verb goes on with a preposition and a value, as in `by 3`"
        return m.problem("syntax", f"{word} cannot follow {quoted(before.text)}", help_text)
    message = f"{quoted(before.text)} is followed by {word}, which is no preposition"
    near = nearest(m.token.text, _PREPOSITIONS)
    if m.start == "script" and len(m.statement) == 2 and nearest(before.text, ["uses"]):
        message, near = f"{quoted(before.text)} is not what an action is used with", "uses"
    help_text = f"did you mean `{near}`?" if near else _how_written(m)
    return m.problem("unknown-preposition", message, help_text)


def _how_written(m: Mistake) -> str:
    """How the verb of a statement is written, which only the ruleset knows where the verb is its own."""
    verb = next(token.text for token in m.statement if token.type == "NAME")
    if verb in VERBS:
        return f"it is written `{form_of(verb, VERBS[verb].slots)}`"
    found = f"expected one of {_listed(_PREPOSITIONS)}"
    # In a script a line that begins with a unit looks alike.
    return found if len(m.statement) < 3 else f"{found}; `turnwright words {verb}` shows what `{verb}` takes"


def _no_ending(m: Mistake) -> SyntaxProblem | None:
    if not _in_endings(m) or (m.could_be(":") and m.ends):
        return None
    message = f"expected {_expected(m, 'an ending')}{_after(m)}{m.found}"
    if m.start == "until" and m.token.text == "until":
        return m.problem("bad-ending", message, "the field is the `until`: begin with what comes after the word")
    return m.problem("bad-ending", message, f"endings are {_ENDINGS}")


def _missing_value(m: Mistake) -> SyntaxProblem | None:
    if not m.wants_value:
        return None
    if m.start == "expression" and m.before is None and m.token.text != "+":
        return m.problem("missing-value", f"expected a value{m.found}")
    help_text = "it is written `end THING`, with a status, a marker or a movement" if m.head == "end" else None
    if m.token.text == "+":
        help_text = "a number above 0 has no sign: leave the `+` out"
    return m.problem("missing-value", f"expected a value{_after(m)}{m.found}", help_text)


def _missing_colon(m: Mistake) -> SyntaxProblem | None:
    if not m.could_be(":") or m.brackets or (m.could_be("_NL") and m.ends):
        return None
    code = "missing-colon" if m.ends or m.goes_on_with("_NL") else "syntax"
    return m.problem(code, f"expected `:`{_after(m, _part(m))}{m.found}")


def _general(m: Mistake) -> SyntaxProblem:
    return m.problem("syntax", f"expected {_expected(m, 'a value')}{_after(m)}{m.found}")


_KINDS: tuple[Callable[[Mistake], SyntaxProblem | None], ...] = (
    _indented,
    _missing_block,
    _stray_branch,
    _outside_of_rules,
    _no_moment,
    _surplus_line,
    _no_statement,
    _no_option,
    _else_if,
    _then,
    _equals,
    _chained,
    _query,
    _possessive,
    _verb_call,
    _missing_type,
    _reserved,
    _clause_order,
    _surplus_colon,
    _statement_as_value,
    _surplus,
    _no_ending,
    _missing_value,
    _missing_colon,
)


# --- wording ---------------------------------------------------------------------------------------------------


def _after(m: Mistake, what: str | None = None) -> str:
    """` after ...`: what stands before the place of the mistake."""
    if m.before is None or m.before.type in EDGES:
        return ""
    return f" after {what or quoted(m.before.text)}"


def _part(m: Mistake) -> str | None:
    """The part of a block's first line that ends before the mistake."""
    words = {token.text for token in m.statement}
    if m.head in ("before", "after", "first"):
        return "the condition" if "where" in words and "once" not in words else None
    return {"if": "the condition", "elif": "the condition"}.get(m.head)


def _in_endings(m: Mistake) -> bool:
    words = [token.text for token in m.statement]
    if "while" in words or m.brackets:
        return False
    return "until" in words or m.start == "until" or m.head == "at"


def _expected(m: Mistake, value: str) -> str:
    """What could stand here; `value` is said for a value."""
    if m.wants_value:
        return value
    passed = _ALSO_NAMES if m.could_be("NAME") else _COMPARISONS if m.could_be("has") else frozenset[str]()
    passed |= {":"} if m.brackets and m.head != "define" else set()
    words = ["NAME"] if m.could_be("NAME") else []
    for telling in _TELLING:
        words += [word for word in telling if word not in passed and m.could_be(word)]
        words = words[:4] + ["_NL"] * m.could_be("_NL")
        if words:
            break
    return _listed(words) if words else "something else"


def _listed(words: Iterable[str]) -> str:
    shown = [_SHOWN.get(word, f"`{word}`") for word in words]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} or {shown[-1]}"
