"""YAML read safely: a small part of the language, into nodes that know their places.

Only data is read. Anchors, aliases, merge keys, tags and directives are refused by name and never followed,
so a file cannot grow in the reading, nor call anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from interpreter.source.diagnostics import Diagnostics, Label, quoted
from interpreter.source.nodes import (
    Mapping,
    Node,
    Scalar,
    ScalarValue,
    Sequence,
    Style,
    as_yes_no,
    find,
    find_key,
    plain,
)
from interpreter.source.text import SourceFile, Span, text_problem
from interpreter.source.yaml_faults import Fault, describe, directive, tab, unspaced

__all__ = [
    "MAX_DEPTH",
    "MAX_NODES",
    "Mapping",
    "Node",
    "Scalar",
    "ScalarValue",
    "Sequence",
    "Style",
    "as_yes_no",
    "find",
    "find_key",
    "plain",
    "read_yaml",
]

MAX_DEPTH = 40
"""How deep mappings and lists may be nested."""

MAX_NODES = 200_000
"""How many keys and values a file may hold."""

_MAX_REFUSALS = 20

_STYLES: Final[dict[str | None, Style]] = {
    None: "plain",
    "": "plain",
    "'": "single",
    '"': "double",
    "|": "literal",
    ">": "folded",
}

_TAB_INDENTATION = re.compile(r"^ *\t[ \t]*[^ \t\n#]", re.MULTILINE)
_SWALLOWED_ITEM = re.compile(r"\n[ \t]*(-)[ \t]")
_UNSPACED_KEY = re.compile(r"-[a-z_]\w*$")
_DIRECTIVE = re.compile(r"^%", re.MULTILINE)
_PROPERTY = re.compile(r"[&!][^\s,\[\]{}]*")


def read_yaml(source: SourceFile, diagnostics: Diagnostics) -> Node | None:
    """The one document of a file.

    None when the file cannot be used; then at least one error has been added. After a duplicate key or one
    that is not text the rest is still given, for what else there may be to say about it.
    """
    problem = text_problem(source)
    if problem is not None:
        diagnostics.add(problem)
        return None
    return _Reader(source, diagnostics).read()


def _event_source(text: str) -> Callable[[], Any]:
    """What gives the next event of PyYAML's parser; the one in C where there is one."""
    import yaml

    try:
        from yaml._yaml import CParser
    except ImportError:
        return yaml.SafeLoader(text).get_event
    next_event: Callable[[], Any] = CParser(text).get_event
    return next_event


class _Stop(Exception):
    """Reading on would lead nowhere; the error has been added."""


class _Open:
    """A mapping or list that is still being read."""

    __slots__ = ("begun_anew", "entries", "flow", "is_mapping", "items", "key", "keys", "start")

    def __init__(self, is_mapping: bool, start: int, flow: bool) -> None:
        self.is_mapping = is_mapping
        self.start = start
        self.flow = flow
        self.items: list[Node] = []
        self.entries: list[tuple[Scalar, Node]] = []
        self.keys: dict[str, Scalar] = {}
        self.key: Node | None = None
        self.begun_anew = False


class _Reader:
    """Builds the nodes from the parser's events."""

    def __init__(self, source: SourceFile, diagnostics: Diagnostics) -> None:
        self._file = source
        self._diagnostics = diagnostics
        self._stack: list[_Open] = []
        self._root: Node | None = None
        self._last: Scalar | None = None
        self._nodes = 0
        self._refusals = 0
        self._anchors: set[str] = set()

    def read(self) -> Node | None:
        import yaml

        try:
            self._compose(_event_source(self._file.text))
        except _Stop:
            return None
        except yaml.MarkedYAMLError as error:
            self._diagnostics.add(describe(self._fault(error)))
            return None
        except yaml.YAMLError:
            self._diagnostics.add(describe(Fault(self._file, "", 0, None, None, None)))
            return None
        root = self._root
        if root is None or (isinstance(root, Scalar) and root.style == "plain" and not root.text):
            message = "the file holds nothing"
            self._error("empty-file", message, 0, 0, "write its content, or delete the file")
            return None
        self._check_tabs(root)
        return None if self._refusals else root

    def _fault(self, error: Any) -> Fault:
        words = f"{error.context or ''} / {error.problem or ''}"
        at = error.problem_mark.index if error.problem_mark else 0
        since = error.context_mark.index if error.context_mark else None
        opened = [frame.start for frame in self._stack if frame.flow]
        return Fault(self._file, words, at, since, self._last, opened[-1] if opened else None)

    def _compose(self, next_event: Callable[[], Any]) -> None:
        """Read every event; the one that is met most comes first."""
        from yaml import events

        while True:
            event = next_event()
            kind = type(event)
            if kind is events.ScalarEvent:
                self._put(self._scalar(event))
            elif kind is events.MappingStartEvent or kind is events.SequenceStartEvent:
                self._open(event, kind is events.MappingStartEvent)
            elif kind is events.MappingEndEvent or kind is events.SequenceEndEvent:
                self._close(event)
            elif kind is events.AliasEvent:
                self._alias(event)
            elif kind is events.DocumentStartEvent:
                self._document(event)
            elif kind is events.StreamEndEvent:
                return

    def _document(self, event: Any) -> None:
        start = event.start_mark.index
        found = _DIRECTIVE.search(self._file.text, 0, start + 1) if event.explicit else None
        if found is not None:
            self._diagnostics.add(directive(self._file, found.start()))
            raise _Stop
        if self._root is not None:
            help_text = "keep one document in a file: delete the `---`, or make two files"
            self._error("several-documents", "a second document begins here", start, start + 3, help_text)
            raise _Stop

    def _scalar(self, event: Any) -> Scalar:
        if event.anchor is not None or event.tag is not None:
            self._refuse(event)
        start, end = event.start_mark.index, event.end_mark.index
        style = _STYLES[event.style]
        if style == "literal" or style == "folded":
            end = self._block_end(start, end)
        elif style == "plain" and start == end:
            start = end = self._behind_last(start)
        elif style == "plain" and event.start_mark.line != event.end_mark.line:
            self._check_swallowed(start, end)
        self._last = scalar = Scalar(self._file, start, end, event.value, style)
        return scalar

    def _block_end(self, start: int, end: int) -> int:
        """The parser's block goes on to the next key; ours ends with its last line that is not blank."""
        text = self._file.text
        last = start + len(text[start:end].rstrip("\n "))
        line_end = text.find("\n", last, end)
        return end if line_end < 0 else line_end

    def _behind_last(self, at: int) -> int:
        """Nothing stands right behind the mark before it, wherever the parser saw that nothing would come."""
        text = self._file.text
        while at > 0 and text[at - 1] in " \t\n":
            at -= 1
        return at

    def _check_swallowed(self, start: int, end: int) -> None:
        found = _SWALLOWED_ITEM.search(self._file.text, start, end)
        if found is None:
            return
        message = "this `-` is read as part of the text of the line above"
        help_text = "indent it like the list items it belongs to, or put the text in quotes"
        label = Label(Span(self._file, start, start + 1), "the text begins here")
        self._refused("wrong-indentation", message, found.start(1), found.end(1), help_text, label)

    def _open(self, event: Any, is_mapping: bool) -> None:
        if event.anchor is not None or event.tag is not None:
            self._refuse(event)
        start = event.start_mark.index
        if len(self._stack) == MAX_DEPTH:
            message = f"values are nested deeper than {MAX_DEPTH} levels"
            self._error("too-deep", message, start, start + 1, "write it with fewer levels")
            raise _Stop
        self._stack.append(_Open(is_mapping, start, bool(event.flow_style)))

    def _close(self, event: Any) -> None:
        frame = self._stack.pop()
        node: Node
        if frame.is_mapping:
            end = self._end(event, frame, frame.entries[-1][1].end if frame.entries else frame.start)
            node = Mapping(self._file, frame.start, end, tuple(frame.entries))
        else:
            end = self._end(event, frame, frame.items[-1].end if frame.items else frame.start)
            node = Sequence(self._file, frame.start, end, tuple(frame.items))
        self._put(node)

    def _end(self, event: Any, frame: _Open, last: int) -> int:
        # The parser lets a block go on to whatever follows it.
        end: int = event.end_mark.index if frame.flow else last
        return end

    def _put(self, node: Node) -> None:
        """Give a complete node to what it stands in."""
        self._nodes += 1
        if self._nodes > MAX_NODES:
            message = f"the file holds more than {MAX_NODES:,} keys and values"
            self._error("too-many-values", message, node.start, node.start, "split it into several files")
            raise _Stop
        if not self._stack:
            self._root = node
            return
        frame = self._stack[-1]
        if not frame.is_mapping:
            frame.items.append(node)
        elif frame.key is None:
            frame.key = node
        else:
            key, frame.key = frame.key, None
            self._enter(frame, key, node)

    def _enter(self, frame: _Open, key: Node, value: Node) -> None:
        if not isinstance(key, Scalar) or key.style == "literal" or key.style == "folded":
            help_text = "write a word or a quoted text before the `:`"
            self._refused("complex-key", "a key must be text on one line", key.start, key.end, help_text)
            return
        if frame.begun_anew:
            return
        first = frame.keys.get(key.text)
        if first is not None and self._begins_anew(frame, first, key):
            return
        if first is not None:
            label = Label(first.span, "first here")
            message = f"the key {quoted(key.text)} stands twice in this mapping"
            help_text = "keep one of the two, or give one another name"
            self._error("duplicate-key", message, key.start, key.end, help_text, label)
            return
        if key.style == "plain" and not isinstance(key.value, str):
            self._not_text(key)
        elif key.style == "plain" and _UNSPACED_KEY.match(key.text):
            self._refusals += 1
            self._diagnostics.add(unspaced(self._file, key.start))
        elif key.text == "<<" and key.style == "plain":
            help_text = "write the keys out in this mapping"
            self._refused("merge-not-allowed", "`<<` is not used here", key.start, key.end, help_text)
        frame.keys[key.text] = key
        frame.entries.append((key, value))

    def _begins_anew(self, frame: _Open, first: Scalar, key: Scalar) -> bool:
        """Whether a mapping in a list begins again with its first key, so that the mark of a new item is missing."""
        around = self._stack[-2] if len(self._stack) > 1 else None
        if frame.flow or around is None or around.is_mapping or first is not frame.entries[0][0]:
            return False
        label = Label(first.span, "it begins here")
        message = f"this item of the list begins with {quoted(key.text)} already"
        help_text = f"a new item begins with `- `: write `- {key.text}: ...`; or keep one of the two"
        self._error("duplicate-key", message, key.start, key.end, help_text, label)
        frame.begun_anew = True
        return True

    def _not_text(self, key: Scalar) -> None:
        found = f"found {quoted(key.text)}" if key.text else "found nothing"
        fix = f'"{key.text}"'
        help_text = f"put it in quotes: `{fix}`" if key.text else "write the key before the `:`"
        self._error("non-text-key", f"a key must be text, {found}", key.start, key.end, help_text, fix=fix)

    def _alias(self, event: Any) -> None:
        start, end = event.start_mark.index, event.end_mark.index
        if event.anchor not in self._anchors:
            message = f"{quoted(self._file.text[start:end])} refers to another value, which is not possible here"
            help_text = "write the value out; text that begins with `*` must stand in quotes"
            self._refused("alias-not-allowed", message, start, end, help_text)
        self._put(Scalar(self._file, start, end, "", "plain"))

    def _refuse(self, event: Any) -> None:
        """Report the anchor and the tag that stand before a value."""
        text, at = self._file.text, event.start_mark.index
        for _ in range(2):
            found = _PROPERTY.match(text, at)
            if found is None:
                return
            if found[0][0] == "&":
                self._anchors.add(found[0][1:])
                message = f"{quoted(found[0])} names a value to be used again, which is not possible here"
                help_text = "delete it, and write the value out where `*` refers to it"
                self._refused("anchor-not-allowed", message, *found.span(), help_text)
            else:
                help_text = "delete it; text that begins with `!` must stand in quotes"
                message = f"the tag {quoted(found[0])} is not used here"
                self._refused("tag-not-allowed", message, *found.span(), help_text)
            at = found.end()
            while text[at : at + 1] in (" ", "\t", "\n"):
                at += 1

    def _check_tabs(self, root: Node) -> None:
        """Report the first tab in an indentation, which the parser lets pass in some places."""
        if "\t" not in self._file.text:
            return
        texts = [s for s in _scalars(root) if s.style != "plain"]
        for found in _TAB_INDENTATION.finditer(self._file.text):
            while texts and texts[0].end <= found.start():
                texts.pop(0)
            if not (texts and texts[0].start < found.start()):
                self._refusals += 1
                self._diagnostics.add(tab(self._file, found.start()))
                return

    def _refused(
        self, code: str, message: str, start: int, end: int, help_text: str, label: Label | None = None
    ) -> None:
        """An error after which nothing here can be used, though there may be more to say about it."""
        self._refusals += 1
        self._error(code, message, start, end, help_text, label)
        if self._refusals == _MAX_REFUSALS:
            raise _Stop

    def _error(
        self,
        code: str,
        message: str,
        start: int,
        end: int,
        help_text: str,
        label: Label | None = None,
        fix: str | None = None,
    ) -> None:
        labels = () if label is None else (label,)
        span = Span(self._file, start, end)
        self._diagnostics.error(code, message, span, phase="read", help=help_text, labels=labels, fix=fix)


def _scalars(node: Node) -> Iterator[Scalar]:
    """Every key and value that is a scalar, in the order of the file."""
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Mapping):
        for key, value in node.items:
            yield key
            yield from _scalars(value)
    else:
        for item in node.items:
            yield from _scalars(item)
