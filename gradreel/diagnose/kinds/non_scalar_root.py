"""Diagnoses a backward pass that cannot tell what gradient to begin with: a root of several elements, or a gradient of another shape."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from math import prod

from gradreel.diagnose.finding import Finding
from gradreel.diagnose.fixes.fix import fix
from gradreel.diagnose.fixes.roots import ones_as_gradient, reduced
from gradreel.diagnose.lookup import explain
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.raises import Raised
from gradreel.diagnose.refused import refusal, refused_call
from gradreel.trace import Diagnosis, Fix, Param, RaiseEvent

RANK = 70
evidence = explain.refused_call

NOT_SCALAR = "grad can be implicitly created only for scalar outputs"
OTHER_SHAPE = re.compile(r"Mismatch in shape: grad_output\[(\d{1,6})\] has a shape of torch\.Size\((\[[\d, ]*\])\)")


def find(history: History) -> Iterator[Finding]:
    """One finding for each line that began such a pass."""
    for raised in history.raises:
        message = raised.event.message
        if message.startswith(NOT_SCALAR) or OTHER_SHAPE.match(message):
            yield refusal("non_scalar_root", raised, partial(_diagnosis, history, raised), partial(_fixes, history, raised.event))


def _diagnosis(history: History, raised: Raised) -> Diagnosis:
    event = raised.event
    root, other = _root(history, event), OTHER_SHAPE.match(event.message)
    shape = history.tensors[root].shape if root else ()
    params: dict[str, Param] = {
        "case": "shape" if other else "elements",
        "count": prod(shape) if root else None,
        "given": other[2] if other else "",
    }
    return refused_call(history, "non_scalar_root", raised, root, params)


def _root(history: History, event: RaiseEvent) -> str | None:
    """The first of what the call was given that has more than one element; with a gradient of the wrong shape, the one it was for."""
    other = OTHER_SHAPE.match(event.message)
    known = [tensor for tensor in event.inputs if tensor in history.tensors]
    if other:
        return known[int(other[1])] if int(other[1]) < len(known) else None
    return next((tensor for tensor in known if prod(history.tensors[tensor].shape) != 1), None)


def _fixes(history: History, event: RaiseEvent) -> Iterator[Fix | None]:
    source, root = history.source, _root(history, event)
    name = history.names.of(root, event.index) if root else None
    if OTHER_SHAPE.match(event.message):
        yield fix("gradient_shape", None, line=event.line, shape=str(list(history.tensors[root].shape)) if root else "")
        return
    yield from reduced(source, event.line, is_loss=name is not None and "loss" in name.lower())
    yield ones_as_gradient(source, event.line)
