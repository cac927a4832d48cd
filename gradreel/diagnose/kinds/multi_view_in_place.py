"""Diagnoses a refused in-place edit of one of several views that one call returned."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from gradreel.diagnose.finding import Finding
from gradreel.diagnose.fixes.aliases import is_of_loop
from gradreel.diagnose.fixes.edits import edit_a_clone, out_of_place
from gradreel.diagnose.fixes.views import single_views
from gradreel.diagnose.kinds.refused import given, refusal, refused_edit, written
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.raises import Raised
from gradreel.trace import Diagnosis, Fix, Param, RaiseEvent

REFUSED = "This view is the output of a function that returns multiple views"
MAX_SEARCHED_CHARS = 1000


def find(history: History) -> Iterator[Finding]:
    """One finding for each line that was refused."""
    for raised in history.raises:
        if REFUSED in raised.event.message[:MAX_SEARCHED_CHARS]:
            yield refusal("multi_view_in_place", raised, partial(_diagnosis, history, raised), partial(_fixes, history, raised.event))


def _diagnosis(history: History, raised: Raised) -> Diagnosis:
    event = raised.event
    tensor = _edited(history, event)
    maker = history.maker.get(tensor) if tensor else None
    name = (history.names.of(tensor, event.index) if tensor else None) or written(history, event)
    params: dict[str, Param] = {"made": maker is not None, "op": maker.name if maker else "", "made_line": maker.line if maker else None}
    return refused_edit(history, "multi_view_in_place", raised, tensor, name, params)


def _fixes(history: History, event: RaiseEvent) -> Iterator[Fix | None]:
    source, tensor = history.source, _edited(history, event)
    yield single_views(history, history.maker.get(tensor) if tensor else None)
    name = written(history, event)
    if name and tensor and not is_of_loop(source, event.line, name) and not _base_is_read_later(history, event, tensor):
        yield out_of_place(source, event.line)
        yield edit_a_clone(source, event.line)


def _base_is_read_later(history: History, event: RaiseEvent, tensor: str) -> bool:
    """Whether the text reads what was split after the line of the edit, so that a copy of the part would leave the edit out."""
    base = history.tensors[tensor].base
    names = {name.partition(".")[0].partition("[")[0] for name in history.names.at(base, event.index)} if base else set()
    read = (node for node in history.source.nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in names)
    return any(node.lineno > (event.line or 0) for node in read)


def _edited(history: History, event: RaiseEvent) -> str | None:
    """The first of the call's inputs that was returned together with others."""
    inputs = given(history, event)
    bundled = [tensor for tensor in inputs if tensor in history.maker and len(history.maker[tensor].outputs) > 1]
    return next(iter([*bundled, *inputs]), None)
