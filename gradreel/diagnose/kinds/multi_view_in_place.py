"""Diagnoses a refused in-place edit of one of several views that one call returned."""

from __future__ import annotations

from collections.abc import Iterator

from gradreel.diagnose.fixes.edits import edit_a_clone, out_of_place
from gradreel.diagnose.kinds.refused import given, refusal, written
from gradreel.diagnose.lookup.history import History
from gradreel.trace import Diagnosis, Param, RaiseEvent

REFUSED = "This view is the output of a function that returns multiple views"


def find(history: History) -> Iterator[Diagnosis]:
    """One diagnosis for each refusal."""
    for raised in history.raises:
        if REFUSED in raised.message:
            yield _diagnosis(history, raised)


def _diagnosis(history: History, raised: RaiseEvent) -> Diagnosis:
    tensor = _edited(history, raised)
    maker = history.maker.get(tensor) if tensor else None
    name = (history.names.of(tensor, raised.index) if tensor else None) or written(history, raised.line)
    params: dict[str, Param] = {"made": maker is not None, "op": maker.name if maker else "", "made_line": maker.line if maker else None}
    fixes = out_of_place(history.source, raised.line), edit_a_clone(history.source, raised.line)
    return refusal(history, "multi_view_in_place", raised, tensor, name, params, *fixes)


def _edited(history: History, raised: RaiseEvent) -> str | None:
    """The first of the call's inputs that came in a bundle."""
    inputs = given(history, raised)
    bundled = [tensor for tensor in inputs if tensor in history.maker and len(history.maker[tensor].outputs) > 1]
    return next(iter([*bundled, *inputs]), None)
