"""YAML files as nodes: what values are, where they stand, and what is never followed."""

from fractions import Fraction
from itertools import pairwise

import pytest

from interpreter.source import yaml_tree
from interpreter.source.diagnostics import Diagnostic, Diagnostics
from interpreter.source.text import SourceFile
from interpreter.source.yaml_tree import (
    MAX_DEPTH,
    MAX_NODES,
    Mapping,
    Node,
    Scalar,
    Sequence,
    as_yes_no,
    find,
    find_key,
    plain,
    read_yaml,
)


def read(text: str) -> Node:
    found = Diagnostics()
    node = read_yaml(SourceFile("f.yaml", text), found)
    assert [str(d) for d in found] == []
    assert node is not None
    return node


def refused(text: str) -> list[Diagnostic]:
    found = Diagnostics()
    assert read_yaml(SourceFile("f.yaml", text), found) is None
    assert found.has_errors
    return found.sorted()


def places(found: list[Diagnostic]) -> list[tuple[str, str]]:
    return [(d.code, str(d.span).removeprefix("f.yaml:")) for d in found]


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("true", True),
        ("false", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("0", 0),
        ("-12", -12),
        ("+3", 3),
        ("1.10", Fraction(11, 10)),
        ("0.1", Fraction(1, 10)),
        ("-0.5", Fraction(-1, 2)),
        ("2.0", 2),
        *[(text, text) for text in ["yes", "no", "on", "off", "y", "n", "True", "NULL", "Yes"]],
        *[(text, text) for text in ["1:30", "012", "0x1F", "0o7", "1e3", "1_000", ".5", "5.", "1.2.3", "-", "+"]],
        *[(text, text) for text in ["2001-01-01", ".inf", ".nan", "=", "٣", "1" * 4900]],
        ("'1'", "1"),
        ('"true"', "true"),
        ("''", ""),
        ("|\n  1", "1\n"),
        (">\n  true", "true\n"),
    ],
)
def test_only_what_can_be_nothing_else_is_more_than_text(written: str, value: object) -> None:
    node = read(f"[{written}]" if not written.startswith(("|", ">")) and written else f"- {written}\n")
    assert isinstance(node, Sequence)
    scalar = node.items[0]
    assert isinstance(scalar, Scalar)
    assert scalar.value == value
    assert type(scalar.value) is type(value)


def test_keys_are_text_as_written() -> None:
    node = read("on: 1\nyes: 2\nno: 3\n1:30: 4\n012: 5\n'1': 6\n")
    assert isinstance(node, Mapping)
    assert node.names() == ["on", "yes", "no", "1:30", "012", "1"]


@pytest.mark.parametrize(
    ("written", "answer"),
    [
        *[("true", True), ("yes", True), ("false", False), ("no", False)],
        *[(text, None) for text in ["Yes", "on", "1", "'yes'", '"true"', "[yes]", "~"]],
    ],
)
def test_yes_and_no_where_an_answer_belongs(written: str, answer: bool | None) -> None:
    assert as_yes_no(find(read(f"a: {written}\n"), ("a",))) is answer


def test_nodes_lead_to_their_places() -> None:
    node = read("a: 1\nlist:\n  - x: [p, {q: 'r'}]\n    y:\n\n# end\n")
    assert isinstance(node, Mapping)
    assert plain(node) == {"a": 1, "list": [{"x": ["p", {"q": "r"}], "y": None}]}
    inner = find(node, ("list", 0, "x", 1, "q"))
    assert str(inner.span) == "f.yaml:3:16"
    assert inner.span.text == "'r'"
    assert find(node, ("list", 0, "x")).span.text == "[p, {q: 'r'}]"
    assert find(node, ("list", 0)).span.text == "x: [p, {q: 'r'}]\n    y:"
    assert find(node, ("list",)).span.text == "- x: [p, {q: 'r'}]\n    y:"
    assert str(find(node, ("list", 0, "y")).span) == "f.yaml:4:7"
    assert str(find_key(node, ("list", 0, "y")).span) == "f.yaml:4:5"
    assert node.get("b") is None
    assert node.key("b") is None
    assert str((node.key("list") or node).span) == "f.yaml:2:1"


@pytest.mark.parametrize("path", [("b",), (0,), ("list", 1), ("list", -1), ("list", "x"), ("a", "x")])
def test_a_path_that_leads_nowhere_is_an_error(path: tuple[str | int, ...]) -> None:
    with pytest.raises(KeyError):
        find(read("a: 1\nlist: [1]\n"), path)
    with pytest.raises(KeyError):
        find_key(read("a: 1\nlist: [1]\n"), path)


def test_a_block_ends_with_its_last_line() -> None:
    node = read("a: |\n  one\n  two\n\n\nb: >-\n  three\n")
    assert find(node, ("a",)).span.text == "|\n  one\n  two"
    assert find(node, ("b",)).span.text == ">-\n  three"


def test_windows_files_read_like_others() -> None:
    text = "a: |\n  x\n  y\nb: 1\n"
    assert plain(read(text)) == {"a": "x\ny\n", "b": 1}


def test_a_duplicate_key_is_reported_with_the_first_one() -> None:
    found = Diagnostics()
    node = read_yaml(SourceFile("f.yaml", "a: 1\nb: {c: 1, 'c': 2}\na: 3\n"), found)
    assert places(found.sorted()) == [("duplicate-key", "2:11"), ("duplicate-key", "3:1")]
    assert [[str(label.span) for label in d.labels] for d in found] == [["f.yaml:2:5"], ["f.yaml:1:1"]]
    assert node is not None
    assert plain(node) == {"a": 1, "b": {"c": 1}}


def test_keys_that_are_no_text_are_refused_by_name() -> None:
    found = Diagnostics()
    assert read_yaml(SourceFile("f.yaml", "1: a\ntrue: b\n0.5: c\n~: d\n"), found) is not None
    assert [d.code for d in found] == ["non-text-key"] * 4
    assert [d.fix for d in found] == ['"1"', '"true"', '"0.5"', '"~"']
    assert places(refused("[a]: b\n")) == [("complex-key", "1:1")]
    assert places(refused("{a: 1}: b\n")) == [("complex-key", "1:1")]
    assert places(refused("? |\n  a\n: b\n")) == [("complex-key", "1:3")]


def test_anchors_aliases_merges_and_tags_are_never_followed() -> None:
    assert places(refused("a: &x 1\nb: *x\n")) == [("anchor-not-allowed", "1:4")]
    assert places(refused("b: *x\n")) == [("alias-not-allowed", "1:4")]
    assert places(refused("a:\n  <<: {b: 1}\n")) == [("merge-not-allowed", "2:3")]
    assert places(refused("a: !!python/object/apply:os.system [x]\n")) == [("tag-not-allowed", "1:4")]
    assert places(refused("a: !!str 1\n")) == [("tag-not-allowed", "1:4")]
    both = refused("a: &x !y\n  b: 1\n")
    assert places(both) == [("anchor-not-allowed", "1:4"), ("tag-not-allowed", "1:7")]
    assert [d.span.text for d in both] == ["&x", "!y"]
    assert plain(read("a: '<<'\n'<<': 'a & b'\n")) == {"a": "<<", "<<": "a & b"}


def test_an_alias_bomb_is_never_expanded_and_reported_briefly() -> None:
    bomb = "a: &a [x, x]\n" + "".join(f"{b}: &{b} [*{a}, *{a}, *{a}]\n" for a, b in pairwise("abcdefghi"))
    found = refused(bomb)
    assert [d.code for d in found] == ["anchor-not-allowed"] * 9
    assert max(len(d.message) for d in found) < 200
    assert len(refused("".join(f"- *x{i}\n" for i in range(5000)))) == 20


def test_one_document_only() -> None:
    assert plain(read("---\na: 1\n...\n")) == {"a": 1}
    assert places(refused("a: 1\n---\nb: 2\n")) == [("several-documents", "2:1")]
    assert places(refused("%YAML 1.2\n---\na: 1\n")) == [("directive-not-allowed", "1:1")]


@pytest.mark.parametrize("text", ["", "\n\n", "# only this\n", "---\n", "---\n...\n"])
def test_an_empty_file_is_not_an_empty_list(text: str) -> None:
    assert [d.code for d in refused(text)] == ["empty-file"]


def test_depth_has_a_limit() -> None:
    assert plain(read("[" * MAX_DEPTH + "]" * MAX_DEPTH)) is not None
    assert places(refused("[" * 41 + "]" * 41)) == [("too-deep", "1:41")]
    assert [d.code for d in refused("[" * 5000)] == ["too-deep"]
    assert [d.code for d in refused("".join(" " * n + "a:\n" for n in range(2000)))] == ["too-deep"]
    assert [d.code for d in refused("- " * 2000)] == ["too-deep"]


def test_the_number_of_values_has_a_limit() -> None:
    line = "[" + "1," * 1000 + "],\n"
    assert [d.code for d in refused("[" + line * (MAX_NODES // 1000) + "]")] == ["too-many-values"]


def test_control_characters_are_refused_in_texts_from_elsewhere_too() -> None:
    assert places(refused("a: x\u2028y\n")) == [("control-character", "1:5")]


@pytest.mark.parametrize("text", ["a:\n\tb: 1\n", "a: 1\n\tb: 2\n", "a:\n  - x\n\t- y\n", "a: [1,\n\t2]\n", "\ta: 1\n"])
def test_tabs_do_not_indent(text: str) -> None:
    found = refused(text)
    assert [d.code for d in found] == ["tab-indentation"]
    assert found[0].span.text == "\t"


def test_tabs_elsewhere_are_left_alone() -> None:
    text = "a: 1\t# c\nb: |\n  x\n  \ty\nc: 'p\n\tq'\nd: x\ty\n"
    assert plain(read(text)) == {"a": 1, "b": "x\n\ty\n", "c": "p q", "d": "x\ty"}


def test_a_list_item_is_not_swallowed_by_the_text_above() -> None:
    assert places(refused("- a\n - b\n")) == [("wrong-indentation", "2:2")]
    assert plain(read("- a\n  b - c\n")) == ["a b - c"]


def test_both_parsers_read_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    import yaml

    text = "a: 1\nb: [x, 'y', {z: }]\nc:\n  - |\n    t\n  - >-\n    u\n    v\n  -\nd: p\n  q\n"

    def trace(node: Node) -> object:
        if isinstance(node, Scalar):
            return node.text, node.style, node.start, node.end
        if isinstance(node, Mapping):
            return node.start, node.end, [(trace(key), trace(value)) for key, value in node.items]
        return node.start, node.end, [trace(item) for item in node.items]

    first = trace(read(text))
    monkeypatch.setattr(yaml_tree, "_event_source", lambda text: yaml.SafeLoader(text).get_event)
    assert trace(read(text)) == first
