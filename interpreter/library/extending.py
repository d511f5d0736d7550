"""What a pack builds on: the ruleset and the packs that it extends, found, read, and put in their order.

A name leads to what lies beside the pack that is loaded, a folder or a zip that is called so, or else to a ruleset that
ships. So a name means the same to all that is loaded together, and no command needs to be told where to look.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from interpreter.library.content import (
    ZIP,
    Content,
    Listings,
    head_of,
    is_vocabulary,
    listing_of,
    read_content,
    shipped_rulesets,
    shown_path,
)
from interpreter.library.filenames import typed
from interpreter.library.imports import reached, read_imports
from interpreter.library.merging import merged
from interpreter.library.reading import mapping, text
from interpreter.library.versions import ANY, fits, version_of
from interpreter.source.diagnostics import Diagnostics, suggestion
from interpreter.source.nodes import Mapping, Scalar
from interpreter.source.shipped import shipped
from interpreter.source.text import SourceProblem, read_source

MOST_EXTENDED = 20
MOST_LOOKED_INTO = 100

_NAME = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Extended:
    """One ruleset or pack that is built on. `under` names what it builds on itself, with all below that.

    `asked` is where the pack that is loaded asks for it, or for what leads to it.
    """

    content: Content
    asked: Scalar
    under: frozenset[str]


@dataclass(slots=True)
class Base:
    """All that a pack builds on: the ruleset first, then the packs, each behind those that it builds on itself."""

    found: list[Extended] = field(default_factory=list)

    @property
    def ruleset(self) -> Content:
        return self.found[0].content


def read_base(pack: Content, diagnostics: Diagnostics, listed: Listings | None = None) -> Base | None:
    """Read what a pack extends. What is wrong goes to diagnostics; None where the pack cannot be used for it.

    What has been `listed` is not read again, and what is read now joins it.
    """
    reader = _Reader(pack, diagnostics, {} if listed is None else listed)
    before = len(diagnostics)
    under = reader.read(pack, (), None, diagnostics)
    found = list(reader.found.values())
    if len(diagnostics) > before or under is None:
        return None
    found.sort(key=lambda one: one.content.is_pack)
    return Base(found)


Way = tuple[tuple[str, Scalar], ...]


class _Reader:
    def __init__(self, pack: Content, diagnostics: Diagnostics, listed: Listings) -> None:
        self.root = pack
        self.listed = listed
        self.diagnostics = diagnostics
        self.found: dict[str, Extended] = {}
        self.names: set[str] = set()

    def read(self, pack: Content, way: Way, asked: Scalar | None, diagnostics: Diagnostics) -> frozenset[str] | None:
        """The names of all that a pack extends; `way` leads to it. None where something cannot be used."""
        under: set[str] = set()
        is_sound = True
        for name, versions in mapping(pack.ruleset.node, "extends"):
            step = (*way, (pack.name, name))
            if any(name.text == member for member, _ in step):
                self._cycle(name, step, diagnostics)
                is_sound = False
                continue
            one = self._one(name, step, asked or name, diagnostics)
            if one is None or not self._version_fits(one.content, name, versions, diagnostics):
                is_sound = False
            else:
                under |= {name.text, *one.under}
        rulesets = [self.found[name] for name in sorted(under) if not self.found[name].content.is_pack]
        if is_sound and len(rulesets) > 1:
            named = " and ".join(f"`{one.content.name}`" for one in rulesets)
            key = pack.ruleset.node.key("extends")
            message, help = f"this pack builds on two rulesets, {named}", "a pack is for one ruleset: make two packs"
            diagnostics.error(
                "several-rulesets", message, (key or pack.ruleset.name_node).span, phase="read", help=help
            )
            is_sound = False
        return frozenset(under) if is_sound else None

    def _one(self, name: Scalar, way: Way, asked: Scalar, diagnostics: Diagnostics) -> Extended | None:
        if name.text in self.names:
            return self.found.get(name.text)
        if len(self.names) >= MOST_EXTENDED:
            message = f"with `{name.text}` more than {MOST_EXTENDED} packs and rulesets are built on"
            _error(diagnostics, "too-many-extended", message, name, "put some packs together")
            return None
        self.names.add(name.text)
        places = places_of(name.text, self.root.folder)
        if len(places) != 1:
            self._not_one(name, places, diagnostics)
            return None
        own = Diagnostics()
        content = read_content(places[0], own, listed=self.listed)
        if content is not None and content.name != name.text:
            what = content.ruleset.kind
            message = f"what is called `{places[0].name}` here is the {what} `{content.name}`"
            _error(diagnostics, "unknown-extended", message, name, f"call it `{content.name}` as well, or extend that")
            return None
        under: frozenset[str] | None = frozenset()
        if content is not None and content.is_pack:
            under = self.read(content, way, asked, own)
        elif content is not None:
            content = merged(content, read_imports(content, own, listed=self.listed).found, own)
        if content is None or under is None or own.has_errors:
            self._broken(name, places[0], diagnostics)
            return None
        self.found[name.text] = Extended(content, asked, under)
        return self.found[name.text]

    def _broken(self, name: Scalar, place: Path, diagnostics: Diagnostics) -> None:
        """Said once for each that is asked for; where a circle has been found, that is why."""
        if not any(found.code == "extends-cycle" for found in self.diagnostics):
            broken(name, shown_path(place, place), diagnostics)

    def _not_one(self, name: Scalar, places: list[Path], diagnostics: Diagnostics) -> None:
        if places:
            shown = " and ".join(f"`{shown_path(place, place)}`" for place in places)
            message, help = f"`{name.text}` is found twice: {shown}", "take one of them away"
            _error(diagnostics, "found-twice", message, name, help)
            return
        message = f"there is no ruleset and no pack `{name.text}`"
        help = suggestion(name.text, bases_for(self.root.folder), "ruleset or pack")
        around = self.root.folder.parent
        other = self._called_otherwise(name.text)
        if other is not None:
            right = f"{name.text}{other.suffix if other.suffix == ZIP else ''}"
            help = f"`{shown_path(other, other)}` holds it: call that `{right}`, for a name leads to what is called so"
        if _NAME.fullmatch(name.text) and any(is_vocabulary(at / name.text) for at in (around, shipped("content"))):
            message = f"`{name.text}` is a vocabulary, and only rulesets and packs can be extended"
            help = "extend a ruleset that imports it"
        _error(diagnostics, "unknown-extended", message, name, help)

    def _called_otherwise(self, name: str) -> Path | None:
        """What lies beside the pack and is what a name means, but for what its folder or zip is called."""
        for place in sorted(self.root.folder.parent.glob("*"))[:MOST_LOOKED_INTO]:
            if _is_base(place) and place != self.root.folder:
                head = _head(place, self.listed)
                if head is not None and name in (text(head, "ruleset"), text(head, "pack")):
                    return place
        return None

    def _cycle(self, name: Scalar, way: Way, diagnostics: Diagnostics) -> None:
        """A circle is told to the pack that is loaded where it is in it; else that cannot use who is in it."""
        members = [member for member, _ in way]
        circle = members[members.index(name.text) :]
        if circle[0] != self.root.name:
            _error(diagnostics, "extends-cycle", f"`{name.text}` extends itself", name, "")
            return
        if len(circle) == 1 and len(mapping(self.root.ruleset.node, "extends")) == 1:
            message = f"this pack is called as what it extends, `{name.text}`"
            help = "take another name for the pack; its folder, or its zip, is called the same"
            _error(self.diagnostics, "extends-cycle", message, self.root.ruleset.name_node, help)
            return
        message = f"`{name.text}` extends itself: {' -> '.join([*circle, name.text])}"
        _error(self.diagnostics, "extends-cycle", message, way[0][1], "take one of these out of `extends`")

    def _version_fits(self, content: Content, name: Scalar, versions: object, diagnostics: Diagnostics) -> bool:
        wanted = versions.text.strip() if isinstance(versions, Scalar) else ANY
        written = text(content.ruleset.node, "version")
        called = f"the {content.ruleset.kind} `{content.name}`"
        if wanted == ANY or (written and fits(version_of(written), wanted)):
            return True
        message = f"{called} is version {written.strip()}, and that is not `{wanted}`"
        help = "get a version that fits, or say here that this one does, once you have tried it"
        if not written:
            message = f"{called} has no version, so nobody knows whether `{wanted}` fits"
            help = f"write `version: 1.0` in its `{content.ruleset.kind}.yaml`, or `any` here"
        at = versions if isinstance(versions, Scalar) else name
        _error(diagnostics, "wrong-version", message, at, help)
        return False


def broken(asked: Scalar, shown: str, diagnostics: Diagnostics) -> None:
    """Report that what is asked for cannot be built on; what is wrong with it is said where it stands, not again."""
    message = f"`{asked.text}` cannot be extended: it has errors of its own"
    help = f"mend these first; `turnwright check {typed(shown)}` shows them"
    _error(diagnostics, "broken-extended", message, asked, help)


def _error(diagnostics: Diagnostics, code: str, message: str, at: Scalar, help: str) -> None:
    diagnostics.error(code, message, at.span, phase="read", help=help)


# --- where it is found ------------------------------------------------------------------------------------------------


def places_of(name: str, home: Path) -> list[Path]:
    """What a name leads to from a pack: beside it, and only where nothing is there, what ships."""
    if not _NAME.fullmatch(name):
        return []
    around = home.parent
    beside = [place for place in (around / name, around / f"{name}{ZIP}") if _is_base(place) and place != home]
    ship = shipped("content") / name
    return beside or ([ship] if _is_base(ship) else [])


def _is_base(place: Path) -> bool:
    if place.suffix == ZIP:
        return place.is_file()
    return head_of(place) is not None and not is_vocabulary(place)


def bases_for(home: Path) -> list[str]:
    """The names of what a pack in a place can extend."""
    around = home.parent
    beside = [place for place in sorted(around.glob("*")) if _NAME.fullmatch(place.stem) and _is_base(place)]
    return sorted({*(place.stem for place in beside if place != home), *shipped_rulesets()})


def folders_under(home: Path, listed: Listings | None = None) -> list[Path] | None:
    """All that a pack is read with: itself, what it extends, what that imports. None where something is not found.

    What has been `listed` is not read again, and what is read now joins it.
    """
    listed = {} if listed is None else listed
    found, waiting = [home], [home]
    while waiting:
        for name in _names_in(waiting.pop(), listed):
            places = places_of(name, home)
            if len(places) != 1 or len(found) > MOST_EXTENDED:
                return None
            if places[0] not in found:
                found.append(places[0])
                waiting.append(places[0])
    imported = [vocabulary for place in found if not _is_pack_head(place) for vocabulary in reached(place)]
    return [*found, *imported]


def _is_pack_head(place: Path) -> bool:
    head = head_of(place)
    return head is None or head.stem == "pack"


def _names_in(place: Path, listed: Listings) -> Iterator[str]:
    """What the head of a pack extends; nothing where it cannot be read, or is none of a pack."""
    head = _head(place, listed) if _is_pack_head(place) else None
    if head is not None:
        yield from (name.text for name, _ in mapping(head, "extends"))


def _head(place: Path, listed: Listings) -> Mapping | None:
    """What the head of a ruleset or pack holds; None where it cannot be read."""
    from interpreter.source.yaml_tree import read_yaml

    head = head_of(place) or place / "pack.yaml"
    listing = listing_of(place, listed)
    if listing.problems or head not in listing.files:
        return None
    try:
        node = read_yaml(read_source(listing.read(head, shown_path(head, place)), head.name), Diagnostics())
    except SourceProblem:
        return None
    return node if isinstance(node, Mapping) else None
