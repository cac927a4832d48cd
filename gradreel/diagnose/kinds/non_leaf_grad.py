"""Diagnoses a read of ``.grad`` on a non-leaf that does not retain it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gradreel.diagnose.fixes.fix import first_of_each_kind
from gradreel.diagnose.fixes.names import keep_leaf_name, retain_grad
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.source import dotted, own_nodes
from gradreel.locale import word
from gradreel.trace import Diagnosis, Param, RaiseEvent, WarningEvent

WARNED = "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed"


def find(history: History) -> Iterator[Diagnosis]:
    """One diagnosis for each line that reads such a gradient."""
    told: set[tuple[int | None, str | None]] = set()
    for event in history.events:
        text = event.text if isinstance(event, WarningEvent) else event.message if isinstance(event, RaiseEvent) else ""
        if isinstance(event, WarningEvent | RaiseEvent) and text.startswith(WARNED):
            tensor, name = _read(history, event)
            if (event.line, tensor or name) not in told:
                told.add((event.line, tensor or name))
                yield _diagnosis(history, event, tensor, name)


def _diagnosis(history: History, event: WarningEvent | RaiseEvent, tensor: str | None, name: str | None) -> Diagnosis:
    leaf_line = _leaf_line(history, tensor, name, event.index)
    made = history.tensors[tensor].line if tensor in history.tensors else None
    params: dict[str, Param] = {
        "named": name is not None,
        "name": name or "",
        "line": event.line,
        "was_leaf": leaf_line is not None,
        "leaf_line": leaf_line,
        "dated": made is not None,
        "made_line": made,
        "code": history.source.line(made),
    }
    return Diagnosis(
        kind="non_leaf_grad",
        severity="warning",
        raised=isinstance(event, RaiseEvent),
        event=event.index,
        line=event.line,
        raise_line=event.line if isinstance(event, RaiseEvent) else None,
        tensor=tensor,
        name=name,
        params=params,
        message=word("diagnosis-non_leaf_grad", params),
        fixes=tuple(
            first_of_each_kind(
                keep_leaf_name(history.source, made, event.line, name) if leaf_line is not None else None,
                retain_grad(history.source, made, name),
            )
        ),
    )


def _read(history: History, event: WarningEvent | RaiseEvent) -> tuple[str | None, str | None]:
    """The tensor whose ``.grad`` the line read, and what the line calls it. Where warnings are errors, the read raises."""
    about = event.tensor if isinstance(event, WarningEvent) else next(iter(event.inputs), None)
    stmt = history.source.statement(event.line)
    read = [node.value for node in own_nodes(stmt) if isinstance(node, ast.Attribute) and node.attr == "grad"] if stmt else []
    for name in filter(None, map(dotted, read)):
        tensor = history.names.bound(name, event.index)
        if tensor and (tensor == about or about is None) and not history.is_leaf(tensor, event.index):
            return tensor, name
    return about, history.names.of(about, event.index) if about else None


def _leaf_line(history: History, tensor: str | None, name: str | None, event: int) -> int | None:
    """Where the name last meant a leaf that requires grad, before it moved on."""
    for bind in reversed(history.names.binds(name or "")):
        if bind.tensor != tensor and bind.index < event and history.is_parameter(bind.tensor, bind.index):
            return bind.line
    return None
