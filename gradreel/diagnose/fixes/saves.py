"""Fixes for the statement that saves: let backward keep a tensor of its own, whatever is edited later.

y = x.exp()        ─▶  y = x.exp().clone()            what is saved is the result
z = y * w          ─▶  z = y.clone() * w              what is saved is given to the op
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from gradreel.diagnose.fixes.edits import reads
from gradreel.diagnose.fixes.fix import fix
from gradreel.diagnose.fixes.rewrite import Patch, patched
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.lines import end_of_line
from gradreel.diagnose.lookup.source import bare_edit, last_name, shows_edit
from gradreel.trace import Fix, Saved

POSTFIX = (ast.Name, ast.Call, ast.Attribute, ast.Subscript)
"""Expressions to which a method call can be added as they stand."""
MAX_SAVES = 12


def clone_what_is_saved(history: History, saves: list[Saved]) -> Fix | None:
    """Clone everything that these saves keep; None where one of them cannot be given a clone, since the others would not do."""
    if not saves or len(saves) > MAX_SAVES:
        return None
    patches: dict[Patch, None] = {}
    first: tuple[str | None, bool] | None = None
    for saved in saves:
        found = next(((name, made, kind) for name, made, kind in _candidates(history, saved) if made), None)
        if found is None:
            return None
        name, made, is_result = found
        first = first or (name, is_result)
        patches.update(dict.fromkeys(made))
    rewrite = patched(history.source, patches)
    if rewrite is None or first is None or first[0] is None:
        return None
    lines = sorted({saved.line for saved in saves if saved.line is not None})
    if len(lines) > 1:
        return fix("save_clones", rewrite, name=first[0], line=lines[0], lines=", ".join(map(str, lines)))
    return fix("clone_result" if first[1] else "save_a_clone", rewrite, name=first[0], line=saves[0].line)


def _candidates(history: History, saved: Saved) -> Iterator[tuple[str, list[Patch], bool]]:
    """By name of the saved tensor: the patches, and whether they clone a result."""
    op = history.op_at(saved.event)
    if _edited_inside(history, saved):
        return
    if op is not None and saved.tensor in op.outputs:
        yield from _of_result(history, saved)
        return
    stmt = history.source.statement(saved.line)
    if stmt is None or hasattr(stmt, "body"):
        return
    edited = history.source.called(history.source.edited(stmt))
    for tensor in filter(None, (saved.tensor, history.tensors[saved.tensor].base)):
        for name in history.names.at(tensor, saved.event):
            if name == edited and (isinstance(stmt, ast.AugAssign) or bare_edit(stmt)):
                continue  # the edit itself would go to the clone
            ends = [history.source.span(node)[1] for node in reads(history.source, stmt, name)]
            yield name, [(end, end, ".clone()") for end in ends], False


def _edited_inside(history: History, saved: Saved) -> bool:
    """Whether the edit came while the line that saves was still running, out of sight: of a hook, or of a module inside ``net(x)``.

    A clone of what the line is given or gives would come too early or too late.
    """
    counter = history.tensors[saved.tensor].counter
    edit = history.first_write_beyond(counter, saved.saved_version, saved.event)
    if edit is None or (edit.op.line == saved.line and shows_edit(history.source.statement(saved.line))):
        return False
    return edit.op.index < end_of_line(history, saved.line, saved.event)


def _of_result(history: History, saved: Saved) -> Iterator[tuple[str, list[Patch], bool]]:
    stmt = history.source.statement(saved.line)
    if not isinstance(stmt, ast.Assign | ast.Return) or stmt.value is None:
        return
    name = _assigned(history, stmt, saved) if isinstance(stmt, ast.Assign) else _returned(history, saved)
    if name is None:
        return
    value = _before_edits(history, stmt.value, saved)
    start, end = history.source.span(value)
    if isinstance(value, POSTFIX):
        yield name, [(end, end, ".clone()")], True
    elif not isinstance(stmt.value, ast.Tuple):
        yield name, [(start, start, "("), (end, end, ").clone()")], True


def _before_edits(history: History, value: ast.expr, saved: Saved) -> ast.expr:
    """What the op that saved gave, in ``x.relu().mul_(2)`` the part before the edit: a clone of the whole would come too late."""
    op = history.op_at(saved.event)
    if op is None or not isinstance(value, ast.Call) or last_name(value.func) == op.name:
        return value
    calls = [node for node in ast.walk(value) if isinstance(node, ast.Call) and last_name(node.func) == op.name]
    return calls[0] if len(calls) == 1 else value


def _assigned(history: History, stmt: ast.Assign, saved: Saved) -> str | None:
    """The name that the statement gave to the saved tensor."""
    target = history.source.called(stmt.targets[0]) if len(stmt.targets) == 1 else None
    if target is None or isinstance(stmt.targets[0], ast.Subscript):
        return None
    binds = history.names.binds(target)
    return target if any(bind.tensor == saved.tensor and bind.index > saved.event for bind in binds) else None


def _returned(history: History, saved: Saved) -> str | None:
    """What the returned tensor is called later, if it is the saved one."""
    beginning = history.statement_of(saved.event)
    last = [op for op in history.ops if history.statement_of(op.index) == beginning][-1:]
    if not last or saved.tensor not in last[0].outputs:
        return None
    return history.names.of(saved.tensor, len(history.events))


def unique(saves: Iterable[Saved]) -> list[Saved]:
    """Saves of the same tensor in the same line, once."""
    return list({(saved.line, saved.tensor, saved.attribute): saved for saved in saves}.values())
