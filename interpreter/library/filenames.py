"""Names of files: which hold content, which are called almost so, and which mean something else on another system."""

from __future__ import annotations

import os
import re
from pathlib import Path

# A folder of content has one file that is called so; what it begins with is called the same.
HEADS = ("ruleset", "vocabulary", "pack")

_ALMOST = re.compile(r"\.ya?ml(\.txt)?$", re.IGNORECASE)
_BARE = re.compile(r"[\w./\\:+@%=,-]+")
_DEVICE = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE)


def is_almost_content(name: str) -> bool:
    """Whether a file is called almost as one of content, which ends in `.yaml`, but not quite."""
    return _ALMOST.search(name) is not None and not name.endswith(".yaml")


def as_content(name: str) -> str:
    """What a file that is called almost so should be called."""
    return _ALMOST.sub("", name) + ".yaml"


def is_portable(name: str) -> bool:
    """Whether one part of a path means a file of that name on every system."""
    return not _DEVICE.fullmatch(name) and not name.endswith((".", " "))


def almost_head(folder: Path) -> str:
    """How a message goes on where a file in a folder would be the head of its content if it were called rightly."""
    for name in sorted(file.name for file in folder.iterdir()) if folder.is_dir() else ():
        right = as_content(name).lower()
        if right.removesuffix(".yaml") in HEADS and right != name:
            return f"; call `{name}` there `{right}`"
    return ""


def typed(path: Path | str) -> str:
    """A path as it is typed on a command line, in quotes where it needs them."""
    return str(path) if _BARE.fullmatch(str(path)) else f'"{path}"'


def printable(path: Path) -> str:
    """A path with what is not UTF-8 in it escaped."""
    return os.fsencode(path.as_posix()).decode("utf-8", "backslashreplace")
