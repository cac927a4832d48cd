"""Diagnoses a custom Function whose backward returned too many or too few gradients, or one of the wrong shape."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from gradreel.diagnose.finding import Finding, line_at, worded
from gradreel.diagnose.fixes.fix import fix
from gradreel.diagnose.lookup import explain
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.raises import Raised
from gradreel.diagnose.refused import refusal, told
from gradreel.trace import Diagnosis, Fix, Param

RANK = 100
evidence = explain.failing_node

COUNT = re.compile(r"[Ff]unction (\w{1,200})Backward returned an incorrect number of gradients \(expected (\d{1,9}), got (\d{1,9})\)")
SHAPE = re.compile(
    r"[Ff]unction (\w{1,200})Backward returned an invalid gradient at index (\d{1,9})"
    r" - got (\[[\d, ]*\]) but expected shape compatible with (\[[\d, ]*\])"
)


def find(history: History) -> Iterator[Finding]:
    """One finding for each line whose pass met such a Function."""
    for raised in history.raises:
        count, shape = COUNT.match(raised.event.message), SHAPE.match(raised.event.message)
        if count or (shape and _is_custom(history, raised)):
            yield refusal("custom_gradients", raised, partial(_diagnosis, history, raised), partial(_fixes, raised))


def _is_custom(history: History, raised: Raised) -> bool:
    """Whether it was a Function of the program: PyTorch's own return what they should."""
    node = history.nodes.get(raised.event.node or "")
    return node is None or node.kind == "custom"


def _diagnosis(history: History, raised: Raised) -> Diagnosis:
    event = raised.event
    node = history.nodes.get(event.node or "")
    params: dict[str, Param] = {**told(history, raised), **_params(raised), "made_line": node.line if node else None}
    return worded(
        "custom_gradients",
        "error",
        params,
        raised=True,
        event=event.index,
        raise_event=event.index,
        node=event.node,
        **line_at("", event),
        **line_at("saved", node),
        **line_at("raise", event),
    )


def _params(raised: Raised) -> dict[str, Param]:
    if count := COUNT.match(raised.event.message):
        return {"case": "count", "function": count[1], "position": 0, "expected": int(count[2]), "got": int(count[3])}
    shape = SHAPE.match(raised.event.message)
    assert shape is not None
    return {"case": "shape", "function": shape[1], "position": int(shape[2]) + 1, "expected": shape[4], "got": shape[3]}


def _fixes(raised: Raised) -> Iterator[Fix | None]:
    yield fix("return_gradients", None, **{name: value for name, value in _params(raised).items() if name != "position"})
