"""The rules of the architecture, each a function from source files to the places that break it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence

from tests.architecture.sources import Module, Sources, imports_of, own_imports_of

Directions = Mapping[str, Sequence[str]]
"""For each room (a package, or a module with imports of its own kind, by its dotted name) the rooms that it may import from."""


def room_of(name: str, rooms: Directions) -> str | None:
    """The innermost room that holds a module. A top-level package as a room holds the modules directly in it, not its folders."""
    beside = name.rpartition(".")[0]
    holding = [room for room in rooms if room in (name, beside) or ("." in room and name.startswith(f"{room}."))]
    return max(holding, key=len, default=None)


def wrong_directions(sources: Sources, rooms: Directions) -> list[str]:
    """Imports that the table does not allow, and modules that are in no room of it."""
    found = []
    for name in sources:
        room = room_of(name, rooms)
        if room is None:
            found.append(f"{name} is in no room of the table")
            continue
        targets = {target: room_of(target, rooms) for target in sorted(own_imports_of(name, sources))}
        wrong = {target: other for target, other in targets.items() if other and other != room and other not in rooms[room]}
        found += [f"{name} imports {target}: {room} may not import from {other}" for target, other in wrong.items()]
    return found


def missing_rooms(sources: Sources, rooms: Directions) -> list[str]:
    """Rooms of the table that hold no module, or that are allowed somewhere and defined nowhere."""
    held = {room_of(name, rooms) for name in sources}
    allowed = {other for others in rooms.values() for other in others}
    return sorted((set(rooms) - held) | (allowed - set(rooms)))


def misplaced_imports(sources: Sources, only: Directions) -> list[str]:
    """Imports of a package (``torch``) outside of the rooms that may import it."""
    found = []
    for name in sources:
        roots = {target.partition(".")[0] for target in imports_of(name, sources)}
        misplaced = [package for package in sorted(roots & set(only)) if not _is_in(name, only[package])]
        found += [f"{name} imports {package}, which only {', '.join(only[package])} may" for package in misplaced]
    return found


def _is_in(name: str, rooms: Sequence[str]) -> bool:
    return any(name == room or name.startswith(f"{room}.") for room in rooms)


def file_circles(sources: Sources) -> list[list[str]]:
    """Groups of modules that import each other, directly or by way of others of the group."""
    return knots({name: own_imports_of(name, sources) for name in sources})


def folder_circles(sources: Sources) -> list[list[str]]:
    """Groups of folders that import each other. A module beside sub-folders (``app/errors.py``) counts as a folder of its own."""
    graph: dict[str, set[str]] = {}
    for name in sources:
        folder = _folder_of(name, sources)
        targets = {_folder_of(target, sources) for target in own_imports_of(name, sources)}
        graph.setdefault(folder, set()).update(targets - {folder})
    return knots(graph)


def _folder_of(name: str, sources: Sources) -> str:
    if sources[name].is_package:
        return name
    package = name.rpartition(".")[0]
    has_folders = any(module.is_package and other.rpartition(".")[0] == package for other, module in sources.items())
    return name if has_folders else package


def knots(graph: Mapping[str, frozenset[str] | set[str]]) -> list[list[str]]:
    """The groups of two and more points of which each can be reached from each other one."""
    reach = {point: _reachable(point, graph) for point in graph}
    groups = {tuple(sorted({point, *(other for other in reach[point] if point in reach.get(other, ()))})) for point in graph}
    return sorted(list(group) for group in groups if len(group) > 1)


def _reachable(start: str, graph: Mapping[str, frozenset[str] | set[str]]) -> set[str]:
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        for target in graph.get(waiting.pop(), ()):
            if target not in seen:
                seen.add(target)
                waiting.append(target)
    return seen


def long_functions(sources: Sources, max_lines: int) -> list[str]:
    """Functions with more lines than that, from ``def`` to the last one."""
    found = []
    for name, module in sources.items():
        for node in ast.walk(module.tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > max_lines:
                    found.append(f"{name}:{node.lineno} {node.name} has {lines} lines")
    return found


def long_files(sources: Sources, max_lines: int) -> list[str]:
    """Files with more lines than that."""
    counted = {module.path: len(module.text.splitlines()) for module in sources.values()}
    return [f"{path} has {lines} lines" for path, lines in counted.items() if lines > max_lines]


def op_name_literals(sources: Sources, op_names: frozenset[str]) -> list[str]:
    """Places that decide something by the name of an op, which only the trace may: a comparison with a name, a list of such names."""
    return sorted({f"{name} {op}" for name, module in sources.items() for op in _op_names_in(module, op_names)})


def _op_names_in(module: Module, op_names: frozenset[str]) -> Iterator[str]:
    for node in ast.walk(module.tree):
        words = _compared(node) or _listed(node, op_names) or _matched(node, op_names)
        yield from (word for word in words if word in op_names)


def _compared(node: ast.AST) -> list[str]:
    """The strings in ``op.name == "detach"``, ``name in ("add", "sub")``, ``name.startswith("add")`` and ``match name``."""
    if isinstance(node, ast.Compare) and any(map(_is_name, [node.left, *node.comparators])):
        return _strings([node.left, *node.comparators])
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and _is_name(node.func.value):
        return _strings(node.args)
    if isinstance(node, ast.Match) and _is_name(node.subject):
        return _strings([each.value for case in node.cases for each in ast.walk(case.pattern) if isinstance(each, ast.MatchValue)])
    return []


def _listed(node: ast.AST, op_names: frozenset[str]) -> list[str]:
    """The strings of a list, set, tuple or keys of a table of which more than half are names of ops."""
    if isinstance(node, ast.List | ast.Set | ast.Tuple):
        items: list[ast.expr] = node.elts
    elif isinstance(node, ast.Dict):
        items = [key for key in node.keys if key is not None]
    else:
        return []
    words = _strings(items)
    return words if len(words) == len(items) and 2 * sum(word in op_names for word in words) > len(words) else []


def _matched(node: ast.AST, op_names: frozenset[str]) -> list[str]:
    """The words of a pattern (``"add|sub"``) or of a text that is split, of which more than half are names of ops."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr not in ("compile", "match", "split"):
        return []
    words = [word for text in _strings([node.func.value, *node.args]) for word in re.findall(r"\w+", text)]
    return words if len(words) > 1 and 2 * sum(word in op_names for word in words) > len(words) else []


def _strings(nodes: Sequence[ast.expr]) -> list[str]:
    inner = [item for node in nodes for item in (node.elts if isinstance(node, ast.List | ast.Set | ast.Tuple) else [node])]
    return [node.value for node in inner if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def _is_name(node: ast.expr) -> bool:
    """``op.name``, ``name``, ``op_name``"""
    if isinstance(node, ast.Attribute):
        return node.attr == "name"
    return isinstance(node, ast.Name) and node.id in ("name", "op_name")
