"""The `turnwright` command: its arguments, and one clear line for whatever goes wrong outside of content."""

from __future__ import annotations

import argparse
import gc
import os
import re
import sys
from collections.abc import Sequence
from errno import ENOSPC
from typing import Any

from interpreter import __version__
from interpreter.commands.arguments import Arguments, read
from interpreter.commands.misuse import Misuse

FINE, PROBLEMS, MISUSE = 0, 1, 2
# What a shell gives for a program that wrote on after its reader, such as `head`, had gone: 128 and the signal's 13.
BROKEN_PIPE = 141
KINDS = ("pack", "ruleset", "vocabulary", "entry", "status", "action", "marker", "item", "unit", "policy", "scenario")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, or the process's; return its exit status.

    0 is fine, 1 says that problems were found, 2 that the command was misused, 141 that nobody read to the end.
    """
    sys.setrecursionlimit(20_000)
    # Trees of nodes and spans live to the end without cycles: searching them less often makes `check` 5 % quicker.
    gc.set_threshold(100_000, 10, 10)
    parser, commands = _parser()
    try:
        arguments = read(parser, commands, argv)
    except Misuse as misuse:
        return _say(str(misuse), MISUSE)
    if arguments.command is None:
        parser.print_help(sys.stderr)
        return MISUSE
    if sys.stdout is None:
        return _say("the output is closed: there is nowhere to write to", MISUSE)
    try:
        code = _run(arguments)
        sys.stdout.flush()
    except Misuse as misuse:
        return _say(str(misuse), MISUSE)
    except BrokenPipeError:
        _drop_output()
        return BROKEN_PIPE
    except OSError as problem:
        if problem.errno == ENOSPC:
            _drop_output()
        what = f"`{problem.filename}`: " if problem.filename else ""
        return _say(f"{what}{(problem.strerror or str(problem)).lower()}", MISUSE)
    except KeyboardInterrupt:
        return _say("stopped", PROBLEMS)
    return code


def process() -> int:
    """Run the command as a process of its own, which ends after it."""
    code = main()
    # All goes with the process: Python would look for cycles in it before, for a tenth of a second after a `check`.
    gc.freeze()
    return code


def _drop_output() -> None:
    """Forget what could not be written, so that Python does not fail on it once more when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _say(message: str, code: int) -> int:
    print(f"turnwright: {message}", file=sys.stderr)
    return code


def _run(arguments: argparse.Namespace) -> int:
    from interpreter.library.content import ContentProblem

    try:
        match arguments.command:
            case "check" | "test":
                return _look(arguments)
            case "run":
                from interpreter.commands.run import Asked, run

                named = ("format", "seed", "options", "side", "unit", "record", "force")
                return run(arguments.scenario, Asked(**{name: getattr(arguments, name) for name in named}))
            case "coverage":
                from interpreter.commands.coverage import coverage

                return coverage(arguments.path, arguments.format)
            case "mutate":
                from interpreter.commands.mutate import mutate

                wanted = (arguments.at, arguments.at_least, arguments.most, arguments.seed)
                return mutate(arguments.path, arguments.format, *wanted)
            case "compendium":
                from interpreter.commands.compendium import compendium

                return compendium(arguments.name, arguments.format, arguments.ruleset)
            case "words":
                from interpreter.commands.words import words

                return words(arguments.name, arguments.format, arguments.base)
            case "new":
                from interpreter.commands.new import new

                return new(arguments.kind, arguments.name, arguments.folder, arguments.base)
            case "explain":
                from interpreter.commands.explain import explain

                return explain(arguments.code, arguments.format)
            case _:
                from interpreter.commands.why import why

                return why(arguments.scenario, arguments.seed, arguments.event, arguments.options)
    except ContentProblem as problem:
        raise Misuse(str(problem)) from None


def _look(arguments: argparse.Namespace) -> int:
    """Check or test, once or after every change."""
    from interpreter.commands.output import Output

    output = Output(arguments.format, arguments.color)
    if arguments.command == "check":
        from interpreter.commands.check import check as look
    else:
        from interpreter.commands.test import test as look
    if not arguments.watch:
        return look(arguments.paths, output)
    if not output.is_read:
        raise Misuse("`--watch` is for people: it goes with `--format text` and `--format plain`")
    from interpreter.commands.watch import watch

    title = f"turnwright {arguments.command} {' '.join(arguments.paths)}"
    return watch(title, arguments.paths, lambda: look(arguments.paths, output))


def _parser() -> tuple[Arguments, dict[str, Arguments]]:
    """What is read of a command line, by all commands and by each."""
    parser = Arguments(
        prog="turnwright",
        allow_abbrev=False,
        description="Run, check and test the turn-order and track rules of tabletop games, written as content.",
    )
    parser.add_argument("--version", action="version", version=f"turnwright {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, help in (("check", "say what is wrong with content"), ("test", "run the examples of content")):
        command = commands.add_parser(name, allow_abbrev=False, help=help, description=f"{help.capitalize()}.")
        command.add_argument(
            "paths",
            nargs="+",
            metavar="PATH",
            help="a folder, a file, or the name of a ruleset that ships",
        )
        _findings(command)
    run = commands.add_parser(
        "run", allow_abbrev=False, help="play a scenario", description="Play a scenario, and tell what happens."
    )
    _scenario(run)
    run.add_argument(
        "--format",
        choices=("text", "plain", "json"),
        default="text",
        help="for people, in sentences to be read aloud, or for programs",
    )
    view = run.add_mutually_exclusive_group()
    view.add_argument("--view", dest="side", metavar="SIDE", help="show what a side may know (default: all)")
    view.add_argument("--as", dest="unit", metavar="UNIT", help="show what a unit may know (default: all)")
    run.add_argument("--record", metavar="FILE", help="write what happens into a new file, as a scenario that tests it")
    run.add_argument("--force", action="store_true", help="write over the file of `--record` if it is there")
    why = commands.add_parser(
        "why",
        allow_abbrev=False,
        help="say why something happened in a fight",
        description="Play a scenario again and say why one of its events happened, and which rules did not act.",
    )
    _scenario(why)
    why.add_argument("--event", type=_whole, required=True, metavar="ID", help="the number of the event in the log")
    coverage = commands.add_parser(
        "coverage",
        allow_abbrev=False,
        help="say which rules are carried out and shown",
        description="Say which statements of a rulebook are carried out and shown, and which lines no example runs.",
    )
    coverage.add_argument("path", metavar="PATH", help="a folder, or the name of a ruleset that ships")
    _format(coverage)
    _mutate(commands)
    compendium = commands.add_parser(
        "compendium",
        allow_abbrev=False,
        help="show entries, statuses, markers, actions and kinds of units as people read them",
        description="Show an entry, a status, a marker, an action or a kind of unit as people read it, or all of them.",
    )
    compendium.add_argument("name", nargs="?", metavar="NAME", help="what to show; without it, a list of all")
    compendium.add_argument("--format", choices=("text", "markdown"), default="text", help="as text, or as markdown")
    compendium.add_argument(
        "--ruleset",
        metavar="RULESET",
        help="a folder, or the name of a ruleset that ships (default: the first with it)",
    )
    words = commands.add_parser(
        "words",
        allow_abbrev=False,
        help="show the words that rules may use",
        description="Show the words that rules may use, or one of them: events, verbs, functions, names and values, of"
        " the core and of a ruleset.",
    )
    words.add_argument("name", nargs="?", metavar="WORD", help="a word, or `verbs` and so on; without it, all")
    words.add_argument(
        "--for", dest="base", metavar="RULESET", help="a folder, or the name of a ruleset (default: that of the folder)"
    )
    words.add_argument(
        "--format", choices=("text", "markdown", "json"), default="text", help="as text, as markdown, or for programs"
    )
    explain = commands.add_parser(
        "explain",
        allow_abbrev=False,
        help="say what the code of a finding means",
        description="Say what the code of a finding means and how to mend it, with examples, or list all codes.",
    )
    explain.add_argument("code", nargs="?", metavar="CODE", help="a code such as `unknown-name`; without it, a list")
    explain.add_argument(
        "--format", choices=("text", "json", "markdown"), default="text", help="as text, for programs, or as markdown"
    )
    new = commands.add_parser(
        "new",
        allow_abbrev=False,
        help="make a start of something: a pack, a ruleset, an entry, a scenario",
        description="Make a start of something, with comments, which checks and passes its examples.",
    )
    said = f"{', '.join(KINDS[:-1])} or {KINDS[-1]}"
    new.add_argument("kind", choices=KINDS, metavar="KIND", help=said)
    new.add_argument("name", metavar="NAME", help="what it is called: small letters, digits and `_`")
    new.add_argument("--in", dest="folder", metavar="FOLDER", help="the folder to make it in (default: this one)")
    new.add_argument(
        "--for", dest="base", metavar="RULESET", help="the ruleset or pack that it is for (default: that of the folder)"
    )
    return parser, dict(commands.choices)


def _mutate(commands: Any) -> None:
    mutate = commands.add_parser(
        "mutate",
        allow_abbrev=False,
        help="say which small changes of the rules no example notices",
        description="Change the rules in one place at a time, and say which changes no example notices.",
    )
    mutate.add_argument("path", metavar="PATH", help="a folder, a file, or the name of a shipped ruleset")
    mutate.add_argument("--at", metavar="FILE:LINE", help="only what stands on this line")
    mutate.add_argument("--at-least", type=_percent, metavar="N", help="be content if so many of a hundred are noticed")
    mutate.add_argument("--most", type=_from_one, metavar="N", help="try at most N, drawn by the seed")
    mutate.add_argument("--seed", type=_whole, default=1, metavar="N", help="the seed of `--most` (default: 1)")
    _format(mutate)


def _scenario(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "scenario",
        metavar="SCENARIO",
        help="a scenario's file, `FOLDER/NAME`, or the name of one that ships or is in the content one stands in",
    )
    command.add_argument("--seed", type=_whole, metavar="N", help="the seed of the dice (default: 1)")
    command.add_argument(
        "--set",
        dest="options",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help="set an option of the ruleset otherwise",
    )


def _whole(text: str) -> int:
    """A whole number as people write it: digits, with a `-` before them or not."""
    if not re.fullmatch(r"-?[0-9]{1,40}", text):
        raise argparse.ArgumentTypeError(f"`{text[:40]}` is no whole number of at most 40 digits")
    return int(text)


def _percent(text: str) -> int:
    if not 0 <= _whole(text) <= 100:
        raise argparse.ArgumentTypeError(f"`{text}` is none of 0 to 100")
    return int(text)


def _from_one(text: str) -> int:
    if _whole(text) < 1:
        raise argparse.ArgumentTypeError(f"`{text}` is less than 1")
    return int(text)


def _findings(command: argparse.ArgumentParser) -> None:
    from interpreter.commands.output import COLORS, FORMATS

    command.add_argument(
        "--format",
        choices=FORMATS,
        default="text",
        help="text for a terminal, plain for screen readers and logs, json for programs, github for annotations of a"
        " change, sarif for code scanners (default: text)",
    )
    command.add_argument(
        "--color", choices=COLORS, default="auto", help="when to write text in color (default: auto, in a terminal)"
    )
    command.add_argument("--watch", action="store_true", help="again whenever a file changes, until Ctrl-C")


def _format(command: argparse.ArgumentParser) -> None:
    command.add_argument("--format", choices=("text", "json"), default="text", help="for people, or for programs")
