"""Arguments of the command line, and one line about those that cannot be: what was meant, and where help is."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from typing import Any, NoReturn

from interpreter.commands.misuse import Misuse

_OPTION = re.compile(r"--[a-z][a-z-]*")
_NEEDED = "the following arguments are required: "
_ABOUT = re.compile(r"argument (?:[A-Z]+/)?(\S+): (.*)", re.DOTALL)


class Arguments(argparse.ArgumentParser):
    """A parser whose complaints are one line each, as those of all else here."""

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            from interpreter.source.diagnostics import nearest, quoted

            what = (action.metavar or action.dest) if not action.option_strings else action.option_strings[-1]
            # All of them, however many: who asks for one that there is not wants to know.
            known = sorted(map(str, action.choices))
            near = nearest(str(value), known)
            help = f"did you mean `{near}`?" if near else f"expected one of {', '.join(map(quoted, known))}"
            raise argparse.ArgumentError(None, f"`{value}` is no {what}; {help}")

    def error(self, message: str) -> NoReturn:
        """Raises Misuse with what is wrong."""
        if message.startswith(_NEEDED):
            message = f"`{self.prog}` needs {message.removeprefix(_NEEDED).replace(', ', ' and ')}"
        about = _ABOUT.fullmatch(message)
        if about is not None:
            told = about[2].replace("expected one argument", "a value must stand behind it")
            told = re.sub(r"not allowed with argument (\S+)", r"it does not go with `\1`", told)
            message = f"`{about[1]}`: {told}"
        raise Misuse(f"{message} (`{self.prog} --help` says more)")


def read(parser: Arguments, commands: dict[str, Arguments], given: Sequence[str] | None) -> argparse.Namespace:
    """The arguments that were given. Raises Misuse for one that is not known, or cannot be."""
    from interpreter.source.diagnostics import nearest

    found, unknown = parser.parse_known_args(given)
    if not unknown:
        return found
    asked = commands.get(found.command or "", parser)
    more = f"(`{asked.prog} --help` says more)"
    option = next((one.partition("=")[0] for one in unknown if one.startswith("-")), None)
    if option is None:
        raise Misuse(f"`{unknown[0]}` is one too many for `{asked.prog}` {more}")
    near = nearest(option, _OPTION.findall(asked.format_usage()))
    meant = "" if near is None else f"; did you mean `{near}`?"
    raise Misuse(f"`{asked.prog}` knows no `{option}`{meant} {more}")
