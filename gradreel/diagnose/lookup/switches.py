"""Finds the line that switched gradients off for an op: a block around it or around a call that led to it, a decorator, or a bare call.

with torch.no_grad():      @torch.inference_mode()      torch.set_grad_enabled(False)
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.source import bare_call, last_name
from gradreel.trace import LineEvent, OpEvent, Param

BLOCKS = frozenset({"no_grad", "inference_mode", "set_grad_enabled"})
BARE = frozenset({"set_grad_enabled", "_set_grad_enabled"})


def switched_off_at(history: History, op: OpEvent) -> int | None:
    """The line, of the main file, that last switched gradients off for an op; None where the program does not show one."""
    if op.file:
        return None
    chain = [each for each in history.outermost_first(op) if not each.file and each.line is not None]
    around = next((line for each in reversed(chain) if (line := _around(history, each.line or 0)) is not None), None)
    bare = _bare(history, op)
    if around is None or bare is None:
        return around if bare is None else bare[1]
    entered = max(
        (event.index for event in history.events[: op.index] if isinstance(event, LineEvent) and event.line == around), default=-1
    )
    return bare[1] if bare[0] > entered else around


def told_off(history: History, op: OpEvent) -> dict[str, Param]:
    """What sentences say of it: whether a line is known, which, and its text."""
    line = switched_off_at(history, op)
    return {"off": line is not None, "off_line": line, "off_code": history.source.line(line)}


def _around(history: History, line: int) -> int | None:
    """The innermost block that a line stands in and that switches gradients off, or such a decorator of its function."""
    source = history.source
    function = source.function_at(line)
    first = function.lineno if function is not None else 0
    blocks = [node for node in source.nodes if isinstance(node, ast.With) and first <= node.lineno and _covers(node, line)]
    for block in sorted(blocks, key=lambda node: -node.lineno):
        if any(_switches_off(item.context_expr) for item in block.items):
            return block.lineno
    decorators = function.decorator_list if function is not None else []
    return next((each.lineno for each in decorators if _switches_off(each)), None)


def _covers(block: ast.With, line: int) -> bool:
    return block.body[0].lineno <= line <= (block.end_lineno or block.lineno)


def _switches_off(node: ast.expr) -> bool:
    name = last_name(node.func) if isinstance(node, ast.Call) else last_name(node)
    return name in BLOCKS and not _says_on(node)


def _says_on(node: ast.expr) -> bool:
    """Whether a call says that gradients are on, or that inference mode is off."""
    given = [*node.args, *(each.value for each in node.keywords)] if isinstance(node, ast.Call) else []
    on = not isinstance(node, ast.Call) or last_name(node.func) != "inference_mode"
    return bool(given) and isinstance(given[0], ast.Constant) and given[0].value is on


def _bare(history: History, op: OpEvent) -> tuple[int, int] | None:
    """The last bare call before an op that sets whether gradients are recorded, where it does not turn that on: event and line."""
    lines = dict(_bare_lines(history))
    ran = (event for event in reversed(history.events[: op.index] if lines else ()) if isinstance(event, LineEvent))
    last = next((event for event in ran if not event.file and event.line in lines), None)
    return None if last is None or last.line is None or lines[last.line] else (last.index, last.line)


def _bare_lines(history: History) -> Iterator[tuple[int, bool]]:
    for stmt in history.source.statements:
        call = bare_call(stmt)
        if call is not None and last_name(call.func) in BARE:
            yield stmt.lineno, _says_on(call)
