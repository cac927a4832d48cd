"""Diagnoses a backward pass on a root with no path to anything that requires grad: where the path was cut, and by what."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gradreel.diagnose.fixes.fix import first_of_each_kind, fix
from gradreel.diagnose.fixes.paths import create_graph, enable_grad, keep_path, stack
from gradreel.diagnose.lookup.flow import FROM_NUMBERS, Cut, Flow
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.naming import what, what_all
from gradreel.locale import word
from gradreel.trace import BackwardStartEvent, Diagnosis, Param, RaiseEvent

NO_ROOT = re.compile(r"element (\d+) of tensors does not require grad and does not have a grad_fn")
NO_INPUT = "One of the differentiated Tensors does not require grad"
UNUSED = re.compile(
    r"(The differentiated Tensor at index \d+|One of the differentiated Tensors) appears to not have been used in the graph"
)


def find(history: History) -> Iterator[Diagnosis]:
    """One diagnosis for each backward pass that had nowhere to go."""
    for raised in history.raises:
        if match := NO_ROOT.match(raised.message):
            yield _diagnosis(history, raised, "root", int(match[1]))
        elif raised.message.startswith(NO_INPUT):
            yield _diagnosis(history, raised, "input", 0)
        elif UNUSED.match(raised.message):
            yield _diagnosis(history, raised, "unused", 0)


def _diagnosis(history: History, raised: RaiseEvent, case: str, position: int) -> Diagnosis:
    roots = _roots(history, raised)
    root = roots[position] if position < len(roots) else None
    flow = Flow(history)
    cut = next(flow.cuts_before(root, raised.index), None) if root and case != "input" else None
    call = flow.gradient_call(root, raised.index) if root and case != "input" and cut is None else None
    params: dict[str, Param] = {
        "case": case,
        **what(history, root, raised.index),
        "line": raised.line,
        **_cut_params(history, cut),
        **({"cut": "grad", "cut_line": call.line, "code": history.source.line(call.line), "op": "grad"} if call else {}),
    }
    return Diagnosis(
        kind="no_grad_path",
        severity="error",
        raised=True,
        event=cut.op.index if cut else call.index if call else raised.index,
        line=raised.line,
        raise_line=raised.line,
        cut_line=cut.op.line if cut else call.line if call else None,
        tensor=root,
        name=history.names.of(root, raised.index) if root else None,
        params=params,
        message=word("diagnosis-no_grad_path", params),
        fixes=tuple(
            first_of_each_kind(
                stack(history.source, cut.op.line if cut and cut.how == "tensor" else None),
                keep_path(history.source, cut.op.line, cut.how) if cut and not _copied_later(history, cut) else None,
                enable_grad(history.source, cut.op.line) if cut and cut.how == "no_grad" else None,
                create_graph(history.source, call.line) if call else None,
                fix("require_grad") if cut is None and call is None else None,
            )
        ),
    )


def _copied_later(history: History, cut: Cut) -> bool:
    """Whether the numbers went into a new leaf, which would cut the path again."""
    return cut.how == "item" and any(op.index > cut.op.index and op.name in FROM_NUMBERS for op in history.ops)


def _cut_params(history: History, cut: Cut | None) -> dict[str, Param]:
    if cut is None:
        return {"cut": "none", "cut_line": None, "code": "", "op": "", "other_how": "tensor", "other": ""}
    named = what_all(history, cut.tensors, cut.op.index - 1, cut.op.index)
    return {
        "cut": cut.how,
        "cut_line": cut.op.line,
        "code": history.source.line(cut.op.line),
        "op": cut.op.name,
        "other_how": named["how"],
        "other": named["name"],
    }


def _roots(history: History, raised: RaiseEvent) -> tuple[str, ...]:
    starts = [event for event in history.events[: raised.index] if isinstance(event, BackwardStartEvent)]
    return starts[-1].roots if starts and starts[-1].line == raised.line else raised.inputs
