"""Where the files that come with the interpreter lie."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

Kind = Literal["grammar", "schemas", "content"]

_PACKAGE = Path(__file__).resolve().parent.parent


def shipped(kind: Kind) -> Path:
    """The folder of the grammar, the schemas or the content: the installed package's own, else the checkout's.

    Raises FileNotFoundError where there is neither.
    """
    for folder in (_PACKAGE / "shipped" / kind, _PACKAGE.parent / kind):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"the installation is not complete: its {kind} are missing")
