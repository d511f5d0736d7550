"""The codes of findings as they stand in the interpreter's source, read from its syntax trees."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOMS = ("source", "language", "library", "track", "table", "analysis")
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass
class Codes:
    """Each code with the places that give it; and the places whose code cannot be read."""

    given: dict[str, list[str]] = field(default_factory=dict)
    unread: list[str] = field(default_factory=list)


def every_code(package: Path) -> Codes:
    """What stands in the place of a code, wherever something that takes one is called."""
    trees = {
        file: ast.parse(file.read_text("utf-8")) for room in ROOMS for file in sorted((package / room).rglob("*.py"))
    }
    public = {name: at for tree in trees.values() for name, at in _takers(tree) if not name.startswith("_")}
    codes = Codes()
    for file, tree in trees.items():
        takers = public | dict(_takers(tree))
        for function, call in _calls(tree):
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            written = _argument(call, takers[name]) if name in takers else None
            if written is None:
                continue
            place = f"{file.relative_to(package)}:{call.lineno}"
            found = list(_texts(written, function, tree))
            if None in found:
                codes.unread.append(f"{place}: {ast.unparse(written)}")
            for text in found:
                if text is not None:
                    codes.given.setdefault(text, []).append(place)
    return codes


def _takers(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Functions and classes that take a `code`, each with its place among what they are given."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            fields = [
                part.target.id
                for part in node.body
                if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
            ]
            for part in node.body:
                if isinstance(part, Function) and part.name == "__init__":
                    fields = _parameters(part)
            if "code" in fields and fields[0] == "code":
                yield node.name, 0
        elif isinstance(node, Function) and node.name != "__init__" and "code" in _parameters(node):
            yield node.name, _parameters(node).index("code")


def _parameters(function: Function) -> list[str]:
    names = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
    return names[1:] if names[:1] in (["self"], ["cls"]) else names


def _calls(tree: ast.Module) -> Iterator[tuple[Function | None, ast.Call]]:
    """Every call, with the innermost function that it stands in."""

    def inside(node: ast.AST, function: Function | None) -> Iterator[tuple[Function | None, ast.Call]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Call):
                yield function, child
            yield from inside(child, child if isinstance(child, Function) else function)

    return inside(tree, None)


def _argument(call: ast.Call, place: int) -> ast.expr | None:
    named = [keyword.value for keyword in call.keywords if keyword.arg == "code"]
    return named[0] if named else call.args[place] if place < len(call.args) else None


def _texts(written: ast.expr, function: Function | None, tree: ast.Module) -> Iterator[str | None]:
    """The codes that an expression can be; none for one that is handed on, None where it cannot be read."""
    if isinstance(written, ast.Constant) and isinstance(written.value, str):
        yield written.value
    elif isinstance(written, ast.IfExp):
        yield from _texts(written.body, function, tree)
        yield from _texts(written.orelse, function, tree)
    elif _is_handed_on(written):
        return
    elif isinstance(written, ast.Name) and written.id == "code" and function is not None:
        assigned = list(_assigned(function, tree))
        if not assigned and "code" not in _parameters(function) and not _is_inner(function, tree):
            yield None
        for value in assigned:
            yield from _texts(value, None, tree)
    else:
        yield None


def _is_handed_on(written: ast.expr) -> bool:
    """Whether it is the code of something that has one: `problem.code`, `kept["code"]`."""
    if isinstance(written, ast.Subscript):
        return isinstance(written.slice, ast.Constant) and written.slice.value == "code"
    return isinstance(written, ast.Attribute) and written.attr == "code"


def _is_inner(function: Function, tree: ast.Module) -> bool:
    """Whether a function stands in one that takes a code, and uses that one's."""
    outer = [node for node in ast.walk(tree) if isinstance(node, Function) and "code" in _parameters(node)]
    return any(node is function for one in outer for node in ast.walk(one))


def _assigned(function: Function, tree: ast.Module) -> Iterator[ast.expr]:
    """What a function gives the name `code`: straight, or as the first of what a table of its module holds."""
    for node in ast.walk(function):
        if not isinstance(node, ast.Assign):
            continue
        for target in node.targets:
            if isinstance(target, ast.Name) and target.id == "code":
                yield node.value
            elif isinstance(target, ast.Tuple) and getattr(target.elts[0], "id", "") == "code":
                yield from _firsts(node.value, tree)


def _firsts(value: ast.expr, tree: ast.Module) -> Iterator[ast.expr]:
    name = getattr(value.value, "id", "") if isinstance(value, ast.Subscript) else ""
    for node in tree.body:
        if (
            isinstance(node, ast.Assign)
            and isinstance(node.value, ast.Dict)
            and getattr(node.targets[0], "id", "") == name
        ):
            yield from (entry.elts[0] for entry in node.value.values if isinstance(entry, ast.Tuple))
