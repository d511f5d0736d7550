"""`python -m interpreter` is the `turnwright` command."""

import sys

from interpreter.commands.main import process

sys.exit(process())
