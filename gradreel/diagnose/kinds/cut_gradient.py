"""Notes where part of a value that reached a backward pass lost its gradient."""

from __future__ import annotations

from collections.abc import Iterator

from gradreel.diagnose.fixes.fix import first_of_each_kind
from gradreel.diagnose.fixes.paths import keep_path
from gradreel.diagnose.lookup.flow import Cut, Flow
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.naming import what_all
from gradreel.locale import word
from gradreel.trace import Diagnosis, Param

NOTED = frozenset({"detach", "data", "item", "tensor", "no_grad"})
"""Indices and comparisons are everyday tools and lose nothing that had a slope."""
LISTED = 20


def find(history: History) -> Iterator[Diagnosis]:
    """One note for each line that cut a part of what some backward pass began from."""
    flow = Flow(history)
    told: set[tuple[int | None, str]] = set()
    for call in history.backwards:
        for root in call.start.roots:
            if not history.requires_grad(root, call.start.index):
                continue
            for cut in flow.cuts_before(root, call.start.index):
                key = (cut.op.line, cut.how)
                if cut.how in NOTED and key not in told and len(told) < LISTED and _in_sight(history, cut):
                    told.add(key)
                    yield _diagnosis(history, cut, root, call.start.index)


def _in_sight(history: History, cut: Cut) -> bool:
    """Whether the snippet itself cut, not a library that it called: a power iteration, a pruning mask."""
    if cut.how == "no_grad":
        return any(word in history.code for word in ("no_grad", "set_grad_enabled", "inference_mode"))
    stmt = history.source.statement(cut.op.line)
    return stmt is None or cut.how == "item" or cut.op.name in history.source.segment(stmt)


def _diagnosis(history: History, cut: Cut, root: str, start: int) -> Diagnosis:
    named = what_all(history, cut.tensors, cut.op.index - 1, cut.op.index)
    params: dict[str, Param] = {
        "cut": cut.how,
        "cut_line": cut.op.line,
        "code": history.source.line(cut.op.line),
        "op": cut.op.name,
        **named,
        "rooted": history.names.of(root, start) is not None,
        "root": history.names.of(root, start) or "",
        "backward_line": history.events[start].line,
    }
    return Diagnosis(
        kind="cut_gradient",
        severity="note",
        raised=False,
        event=cut.op.index,
        line=cut.op.line,
        cut_line=cut.op.line,
        tensor=cut.tensor,
        name=history.names.of(cut.tensor, cut.op.index),
        params=params,
        message=word("diagnosis-cut_gradient", params),
        fixes=tuple(first_of_each_kind(keep_path(history.source, cut.op.line, cut.how))),
    )
