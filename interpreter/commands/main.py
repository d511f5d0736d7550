"""The `turnwright` command."""

import argparse
from collections.abc import Sequence

from interpreter import __version__


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, or the process's; return its exit status."""
    parser = argparse.ArgumentParser(prog="turnwright")
    parser.add_argument("--version", action="version", version=f"turnwright {__version__}")
    parser.parse_args(argv)
    parser.print_usage()
    return 2
