"""Finds in a piece of code what may have caused an error that is not a failed version check, as far as its text tells."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gradreel.locale import Lang, clip, word
from gradreel.reading.edits import called, is_flag, name_in
from gradreel.reading.model import Suspect
from gradreel.reading.nodes import nodes_of
from gradreel.reading.program import Program

REFUSED = frozenset(("leaf_in_place", "multi_view_in_place", "view_in_place", "inference_edit", "out_argument"))
"""Kinds of edits that are refused where they are."""
CUTS = {
    "detach": "detach",
    "detach_": "detach",
    "item": "item",
    "tolist": "item",
    "numpy": "numpy",
    "from_numpy": "numpy",
    "tensor": "rebuilt",
    "as_tensor": "rebuilt",
    "argmax": "argmax",
    "argmin": "argmax",
    "round": "argmax",
    "multinomial": "argmax",
    "no_grad": "under-no-grad",
    "inference_mode": "under-no-grad",
    "set_grad_enabled": "under-no-grad",
    "requires_grad_": "frozen",
}
"""What is called → the reason why no gradient comes through."""
CALLS = {
    "non_scalar_root": ("backward", "root"),
    "inference_tensor_saved": ("inference_mode", "inference"),
    "non_leaf_copied": ("deepcopy", "copied"),
    "numpy_requires_grad": ("numpy", "to-numpy"),
}
MAX_FOUND = 20
Found = tuple[int, str]
"""A line, and the key of a reason."""


def suspects_in(program: Program, kind: str, raise_line: int | None, lang: Lang) -> Iterator[Suspect]:
    """Yield the lines of a program that may have caused an error of a kind, the likeliest first, each once."""
    seen: set[int] = set()
    for line, reason in _found(program, kind, raise_line):
        if line in seen or line > len(program.lines) or len(seen) >= MAX_FOUND:
            continue
        seen.add(line)
        yield Suspect(line=line, text=clip(program.lines[line - 1].strip()), reason=word(reason, {"node": ""}, lang))


def _found(program: Program, kind: str, raise_line: int | None) -> Iterator[Found]:
    if kind in REFUSED:
        yield from _refused(program, kind, raise_line)
    elif kind == "graph_freed":
        yield from _second_passes(program, raise_line)
    elif kind == "no_grad_path":
        yield from _cuts(program, raise_line)
    elif kind == "custom_gradients":
        functions = [node for node in nodes_of(program.tree) if isinstance(node, ast.FunctionDef)]
        yield from ((node.lineno, "reading-search-custom") for node in functions if _is_backward(node))
    elif kind in CALLS:
        name, reason = CALLS[kind]
        lines = [call.lineno for call in nodes_of(program.tree) if isinstance(call, ast.Call) and called(call) == name]
        yield from ((line, f"reading-search-{reason}") for line in _nearest(program, lines, raise_line))


def _refused(program: Program, kind: str, raise_line: int | None) -> Iterator[Found]:
    here = [edit for edit in program.edits if edit.line == raise_line]
    yield from ((edit.line, "reading-edit-refused") for edit in here)
    if here or kind != "leaf_in_place":
        return
    leaves = _leaves(program.tree)
    yield from ((edit.line, "reading-edit-of-leaf") for edit in program.edits if edit.target in leaves and not edit.no_grad)


def _leaves(tree: ast.Module) -> set[str]:
    """Names of tensors that are made to require grad."""
    found: set[str] = set()
    for node in nodes_of(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            made = is_flag(node.value, "requires_grad") or called(node.value) in ("Parameter", "requires_grad_")
            found |= {name for name in map(name_in, node.targets) if name and made}
        elif isinstance(node, ast.Call) and called(node) == "requires_grad_" and isinstance(node.func, ast.Attribute):
            found |= {name for name in (name_in(node.func.value),) if name}
    return found


def _second_passes(program: Program, raise_line: int | None) -> Iterator[Found]:
    """Other passes through the graph, and what a loop carries from one round into the next."""
    passes = [node.lineno for node in nodes_of(program.tree) if isinstance(node, ast.Call) and _is_pass(node)]
    others = [line for line in passes if line != raise_line]
    loops = program.loops_at(raise_line) if raise_line is not None else ()
    carried = [line for loop in loops[-1:] for line in _carried(program, loop)]
    yield from ((line, "reading-search-carried") for line in carried if not others)
    yield from ((line, "reading-search-second-backward") for line in _nearest(program, others, raise_line))
    yield from ((line, "reading-search-carried") for line in carried)
    if raise_line is not None and loops:
        yield raise_line, "reading-search-same-backward"


def _is_pass(call: ast.Call) -> bool:
    if is_flag(call, "retain_graph") or is_flag(call, "create_graph"):
        return False
    return called(call) == "backward" or (called(call) == "grad" and isinstance(call.func, ast.Attribute) and bool(call.args))


def _carried(program: Program, loop: int) -> list[int]:
    """The lines of a loop that bind a name which the next round reads before it binds it anew."""
    node = next((each for each in nodes_of(program.tree) if isinstance(each, ast.For | ast.While) and each.lineno == loop), None)
    if node is None:
        return []
    read: dict[str, int] = {}
    bound: dict[str, int] = {}
    for each in (inner for statement in node.body for inner in ast.walk(statement)):
        if isinstance(each, ast.Name | ast.Attribute) and (name := name_in(each)):
            place = bound if isinstance(each.ctx, ast.Store) else read
            place[name] = min(place.get(name, each.lineno), each.lineno)
        if isinstance(each, ast.AugAssign) and (name := name_in(each.target)):
            read[name] = min(read.get(name, each.lineno), each.lineno)
    before = {name for each in nodes_of(program.tree) if isinstance(each, ast.Assign) and each.lineno < loop for name in _targets(each)}
    return sorted(line for name, line in bound.items() if name in before and read.get(name, line + 1) <= line)


def _targets(node: ast.Assign) -> Iterator[str]:
    for target in node.targets:
        for each in target.elts if isinstance(target, ast.Tuple | ast.List) else [target]:
            if name := name_in(each):
                yield name


def _cuts(program: Program, raise_line: int | None) -> Iterator[Found]:
    reasons: dict[int, str] = {}
    for node in nodes_of(program.tree):
        if isinstance(node, ast.Call) and called(node) in CUTS:
            reasons.setdefault(node.lineno, f"reading-search-{CUTS[called(node)]}")
        elif isinstance(node, ast.Attribute) and node.attr == "data" and isinstance(node.ctx, ast.Load):
            reasons.setdefault(node.lineno, "reading-search-data")
        elif isinstance(node, ast.Assign) and _freezes(node):
            reasons.setdefault(node.lineno, "reading-search-frozen")
    yield from ((line, reasons[line]) for line in _nearest(program, list(reasons), raise_line))


def _freezes(node: ast.Assign) -> bool:
    off = isinstance(node.value, ast.Constant) and node.value.value is False
    return off and any(isinstance(target, ast.Attribute) and target.attr == "requires_grad" for target in node.targets)


def _is_backward(node: ast.FunctionDef) -> bool:
    return node.name == "backward" and bool(node.args.args) and node.args.args[0].arg == "ctx"


def _nearest(program: Program, lines: list[int], raise_line: int | None) -> list[int]:
    """The lines above the one that raised, the nearest first, those in its function before others, and then those below it."""
    if raise_line is None:
        return sorted(set(lines))
    function = program.function_at(raise_line)
    return sorted(set(lines), key=lambda line: (program.function_at(line) != function, line > raise_line, abs(line - raise_line)))
