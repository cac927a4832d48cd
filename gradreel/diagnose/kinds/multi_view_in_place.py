"""Diagnoses what autograd refuses of one of several views that one call returned: an edit of it, or its use after an edit of its base."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from gradreel.diagnose.finding import Finding
from gradreel.diagnose.fixes.aliases import is_of_loop
from gradreel.diagnose.fixes.edits import edit_a_clone, out_of_place
from gradreel.diagnose.fixes.views import clone_parts, single_views
from gradreel.diagnose.lookup import explain
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.raises import Raised
from gradreel.diagnose.lookup.source import bare_edit
from gradreel.diagnose.refused import given, refusal, refused_edit, written
from gradreel.trace import Diagnosis, Fix, OpEvent, Param, RaiseEvent

RANK = 30
evidence = explain.refused_edit

REFUSED = "This view is the output of a function that returns multiple views"
BASE_EDITED = "its base or another view of its base has been modified inplace"
MAX_SEARCHED_CHARS = 1000


def find(history: History) -> Iterator[Finding]:
    """One finding for each line that was refused."""
    for raised in history.raises:
        if REFUSED in raised.event.message[:MAX_SEARCHED_CHARS]:
            yield refusal("multi_view_in_place", raised, partial(_diagnosis, history, raised), partial(_fixes, history, raised.event))


def _diagnosis(history: History, raised: Raised) -> Diagnosis:
    event = raised.event
    tensor = _refused(history, event)
    maker = history.maker.get(tensor) if tensor else None
    edit = _edit_of_base(history, event, tensor) if tensor else None
    name = (history.names.of(tensor, event.index) if tensor else None) or written(history, event)
    params: dict[str, Param] = {
        "made": maker is not None,
        "op": maker.name if maker else "",
        "made_line": maker.line if maker else None,
        "base_edited": edit is not None,
        "edit_line": edit.line if edit else event.line,
        "edit_code": history.code_at(edit) if edit else "",
    }
    return refused_edit(history, "multi_view_in_place", raised, tensor, name, params, edit)


def _fixes(history: History, event: RaiseEvent) -> Iterator[Fix | None]:
    source, tensor = history.source, _refused(history, event)
    maker = history.maker.get(tensor) if tensor else None
    yield single_views(history, maker) or clone_parts(history, maker)
    name = written(history, event)
    if tensor and _edit_of_base(history, event, tensor):
        return
    if name and tensor and not is_of_loop(source, event.line, name) and not _base_is_read_later(history, event, tensor):
        yield out_of_place(source, *_edits_of_bundle(history, event, maker)) or out_of_place(source, event.line)
        yield edit_a_clone(source, event.line)


def _edits_of_bundle(history: History, event: RaiseEvent, maker: OpEvent | None) -> Iterator[int | None]:
    """The line that was refused, and those right below it that edit other views of its bundle: these would be refused next."""
    source = history.source
    stmt = source.statement(event.line)
    yield event.line
    if stmt is None or maker is None or hasattr(stmt, "body"):
        return
    block = source.block(stmt)
    for each in block[block.index(stmt) + 1 :]:
        name = source.called(source.edited(each))
        is_edit = source.in_one_cell(stmt, each) and (bare_edit(each) or isinstance(each, ast.AugAssign))
        if not is_edit or name is None or history.names.bound(name, event.index) not in maker.outputs:
            return
        yield each.lineno


def _base_is_read_later(history: History, event: RaiseEvent, tensor: str) -> bool:
    """Whether the text reads what was split after the line of the edit, so that a copy of the part would leave the edit out."""
    base = history.tensors[tensor].base
    names = {name.partition(".")[0].partition("[")[0] for name in history.names.at(base, event.index)} if base else set()
    read = (node for node in history.source.nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in names)
    return any(node.lineno > (event.line or 0) for node in read)


def _refused(history: History, event: RaiseEvent) -> str | None:
    """The view that was refused: the first of the call's inputs that came in a bundle and, where that is why, whose base was edited."""
    inputs = given(history, event)
    bundled = [tensor for tensor in inputs if _is_bundled(history, tensor)]
    edited = [tensor for tensor in bundled if _edit_of_base(history, event, tensor)]
    return next(iter([*edited, *bundled, *inputs]), None)


def _is_bundled(history: History, tensor: str) -> bool:
    """Whether a tensor is one of several views that one op returned."""
    maker = history.maker.get(tensor)
    return maker is not None and len(maker.outputs) > 1 and any(view == tensor for _, view in maker.effects.views)


def _edit_of_base(history: History, event: RaiseEvent, tensor: str) -> OpEvent | None:
    """The first edit of a view's memory since the view was made, where it is that which PyTorch refuses, and not an edit of the view."""
    known = history.tensors.get(tensor)
    if known is None or BASE_EDITED not in event.message[:MAX_SEARCHED_CHARS]:
        return None
    made = history.first_write_beyond(known.counter, known.version or 0, known.event)
    return made.op if made is not None and made.op.index < event.index else None
