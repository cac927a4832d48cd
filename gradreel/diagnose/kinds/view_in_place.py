"""Diagnoses a refused in-place edit of a view that autograd cannot follow.

It came from a custom Function or a full backward hook, or was made under ``no_grad`` or in inference mode.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gradreel.diagnose.finding import Finding
from gradreel.diagnose.fixes.edits import edit_a_clone, inplace_off, out_of_place, under_no_grad
from gradreel.diagnose.lookup import explain
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.raises import Raised
from gradreel.diagnose.refused import given, refusal, refused_edit, written
from gradreel.trace import Diagnosis, Fix, Param, RaiseEvent

RANK = 80
evidence = explain.refused_edit

CASES = {
    "was created in no_grad mode and is being modified inplace": "no_grad",
    "was created in inference mode and is being modified inplace": "inference",
    "of BackwardHookFunction is a view and is being modified inplace": "hook",
    "This view was created inside a custom Function": "function",
}
MAX_SEARCHED_CHARS = 1000


def find(history: History) -> Iterator[Finding]:
    """One finding for each line that was refused."""
    for raised in history.raises:
        if (case := _case(raised.event)) is not None:
            diagnosis, fixes = partial(_diagnosis, history, raised, case), partial(_fixes, history, raised.event, case)
            yield refusal("view_in_place", raised, diagnosis, fixes)


def _case(event: RaiseEvent) -> str | None:
    """What made the view."""
    text = event.message[:MAX_SEARCHED_CHARS]
    return next((case for words, case in CASES.items() if words in text), None)


def _diagnosis(history: History, raised: Raised, case: str) -> Diagnosis:
    event = raised.event
    tensor = next(iter(given(history, event)), None)
    made = history.tensors.get(tensor or "")
    name = (history.names.of(tensor, event.index) if tensor else None) or written(history, event)
    line = made.line if made and made.line != event.line else None
    params: dict[str, Param] = {"case": case, "dated": line is not None, "made_line": line, "op": event.op or ""}
    return refused_edit(history, "view_in_place", raised, tensor, name, params)


def _fixes(history: History, event: RaiseEvent, case: str) -> Iterator[Fix | None]:
    yield inplace_off(history.source, event.line)
    yield out_of_place(history.source, event.line)
    yield edit_a_clone(history.source, event.line)
    if case == "no_grad":
        yield under_no_grad(history.source, event.line)
