"""Diagnoses a backward pass that begins and ends at one leaf: a metric whose ``requires_grad`` was set, so that nothing else learns.

metric = (out.argmax(1) == y).float().mean()      the path ends at argmax
metric.requires_grad = True                       backward() runs, and gives the metric itself a gradient of 1
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gradreel.diagnose.finding import Finding, line_at, worded
from gradreel.diagnose.fixes.fix import fix
from gradreel.diagnose.fixes.paths import keep_path, makes_leaf, no_new_leaf
from gradreel.diagnose.kinds.unreached_parameters import copied_later
from gradreel.diagnose.lookup import explain
from gradreel.diagnose.lookup.flow import Cut, Flow, Need
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.wording import what, what_cut
from gradreel.trace import BackwardStartEvent, Diagnosis, Fix, Param

RANK = 220
evidence = explain.cut_path

MAX_FOLLOWED = 10
"""Backward passes of which it is found out where the path was cut, which takes time with the trace."""


def find(history: History) -> Iterator[Finding]:
    """One finding for each line whose pass began at a leaf that was computed from something with a gradient."""
    flow = Flow(history)
    passes: dict[int | None, list[tuple[BackwardStartEvent, str]]] = {}
    for call in history.backwards.calls:
        for root in call.start.roots if call.start.call == "backward" else ():
            if history.is_parameter(root, call.start.index) and root in history.maker:
                passes.setdefault(call.start.line, []).append((call.start, root))
    for begun in list(passes.values())[:MAX_FOLLOWED]:
        start, root = begun[0]
        cut = flow.last_cut_before(Need(root, start.index))
        if cut is not None:
            diagnosis = partial(_diagnosis, history, start, root, cut, len(begun))
            yield Finding("leaf_root", "warning", start.index, diagnosis, partial(_fixes, history, cut))


def _diagnosis(history: History, start: BackwardStartEvent, root: str, cut: Cut, rounds: int) -> Diagnosis:
    params: dict[str, Param] = {
        **what(history, root, start.index),
        "line": start.line,
        **what_cut(history, cut),
        "rounds": rounds,
    }
    return worded(
        "leaf_root",
        "warning",
        params,
        raised=False,
        event=start.index,
        tensor=root,
        name=history.names.of(root, start.index),
        **line_at("", start),
        **line_at("cut", cut.op),
    )


def _fixes(history: History, cut: Cut) -> Iterator[Fix | None]:
    event = cut.op.index
    yield no_new_leaf(history.source, cut.op.line, lambda name: history.names.bound(name, event) is not None)
    stmt = history.source.statement(cut.op.line)
    if (stmt is None or not makes_leaf(stmt)) and not copied_later(history, cut):  # what is copied into a new leaf has lost its path there
        yield keep_path(history.source, cut.op.line, cut.how)
    yield fix("differentiable_loss", None, line=cut.op.line)
