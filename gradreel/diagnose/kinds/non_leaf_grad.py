"""Diagnoses a read of ``.grad`` on a non-leaf that does not retain it."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import partial
from typing import TypeGuard

from gradreel.diagnose.finding import Finding, line_at, worded
from gradreel.diagnose.fixes.names import in_place_update, keep_leaf_name, retain_grad, update_by_hand
from gradreel.diagnose.lookup import explain
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.raises import ends_program
from gradreel.diagnose.lookup.source import dotted, own_nodes
from gradreel.trace import BindEvent, Diagnosis, Event, Fix, Param, RaiseEvent, WarningEvent

RANK = 230
evidence = explain.grad_of_result

WARNED = "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed"
NONE, OF_NONE = "'NoneType'", ("AttributeError", "TypeError")
MAX_NAMES = 8
NEAR = 4
"""Events between such a read and the exception that it brings: a warning is printed as well."""
Read = WarningEvent | RaiseEvent


def find(history: History) -> Iterator[Finding]:
    """One finding for each line and name of such a read; where the tensor has none, for each line and tensor."""
    alike: dict[tuple[int | None, str | None], list[Read]] = defaultdict(list)
    for event in history.events:
        if _warns(event) or (isinstance(event, RaiseEvent) and _met_none(history, event)):
            about = _about(event)
            name = history.names.first(about, event.index) if about else None
            alike[event.line, name or about].append(event)
    for reads in alike.values():
        event = next((read for read in reads if _fell_over(history, read)), reads[0])
        error = event if isinstance(event, RaiseEvent) else _fell_over(history, event)
        ends = error is not None and ends_program(history.recording, error)
        diagnosis = partial(_diagnosis, history, event, error, len(reads))
        yield Finding("non_leaf_grad", "warning", event.index, diagnosis, partial(_fixes, history, event), error is not None, ends)


def _warns(event: Event) -> TypeGuard[Read]:
    """Where warnings are errors, the read raises."""
    text = event.text if isinstance(event, WarningEvent) else event.message if isinstance(event, RaiseEvent) else ""
    return text.startswith(WARNED)


def _met_none(history: History, event: RaiseEvent) -> bool:
    """Whether an exception came of a ``.grad`` that is None since the name means another tensor now: no warning tells of that."""
    if NONE not in event.message or event.exception_type not in OF_NONE:
        return False
    tensor, name = _read(history, event)
    return (
        tensor is not None and not history.requires_grad(tensor, event.index) and _leaf_bind(history, tensor, name, event.index) is not None
    )


def _fell_over(history: History, read: Read) -> RaiseEvent | None:
    """The exception that the None of a read brought at once, on the same line."""
    after = next((event for event in history.events[read.index + 1 : read.index + 1 + NEAR] if event.kind in ("raise", "line")), None)
    if not isinstance(after, RaiseEvent) or after.line != read.line or NONE not in after.message or after.exception_type not in OF_NONE:
        return None
    return after


def _about(event: Read) -> str | None:
    return event.tensor if isinstance(event, WarningEvent) else next(iter(event.inputs), None)


def _diagnosis(history: History, event: Read, error: RaiseEvent | None, rounds: int) -> Diagnosis:
    tensor, name = _read(history, event)
    leaf = _leaf_bind(history, tensor, name, event.index)
    known = history.tensors.get(tensor or "")
    moved = _bind_of(history, tensor, name, event.index) if leaf is not None else None
    made = moved.line if moved is not None else known.line if known else None
    several = _unkept(history, event) if leaf is None else []
    names = [each for each, _ in several]
    params: dict[str, Param] = {
        "named": bool(names) or name is not None,
        "name": ", ".join(names[:MAX_NAMES]) + (", …" if len(names) > MAX_NAMES else "") if len(names) > 1 else name or "",
        "several": len(names) > 1,
        "before": history.backwards.last_begun(event.index) is None,
        "line": event.line,
        "was_leaf": leaf is not None,
        "leaf_line": leaf.line if leaf else None,
        "requires": tensor is None or history.requires_grad(tensor, event.index),
        "dated": made is not None,
        "made_line": made,
        "code": history.source.line(made) if known else "",
        "rounds": rounds,
    }
    return worded(
        "non_leaf_grad",
        "warning",
        params,
        raised=error is not None,
        event=event.index,
        raise_event=error.index if error else None,
        tensor=tensor,
        name=name,
        names=tuple(names[:MAX_NAMES]) if len(names) > 1 else (),
        **line_at("", event),
        **(line_at("raise", error) if error else {}),
    )


def _fixes(history: History, event: Read) -> Iterator[Fix | None]:
    tensor, name = _read(history, event)
    known = history.tensors.get(tensor or "")
    made = known.line if known else None
    if _leaf_bind(history, tensor, name, event.index) is not None:
        if tensor is not None and not history.requires_grad(tensor, event.index):
            yield in_place_update(history.source, made, name)
            return
        yield update_by_hand(history.source, made, name)
        yield keep_leaf_name(history.source, made, event.line, name)
    if history.backwards.last_begun(event.index) is not None:  # before any pass a leaf has no gradient either
        several = [(history.tensors[each].line, name) for name, each in _unkept(history, event)]
        yield retain_grad(history.source, *(several if len(several) > 1 else [(made, name)]))


def _unkept(history: History, event: Read) -> list[tuple[str, str]]:
    """Every non-leaf whose ``.grad`` a line reads and that does not keep it, with its name: PyTorch warns of a line once.

    What the variable of a loop means in each round is called by its other name.
    """
    stmt = history.source.statement(event.line)
    nodes = [node for node in own_nodes(stmt) if isinstance(node, ast.Attribute) and node.attr == "grad"] if stmt else []
    read = [dotted(node.value) for node in sorted(nodes, key=lambda node: (node.lineno, node.col_offset))]
    found: dict[str, str] = {}
    loop = history.source.loop_at(event.line) if event.line is not None else None
    turns = {node.id for node in ast.walk(loop.target) if isinstance(node, ast.Name)} if isinstance(loop, ast.For) else set()
    for name in filter(None, read):
        bound = [history.names.bound(name, event.index)]
        if name in turns:
            bound = [bind.tensor for bind in history.names.binds(name)]
        for tensor in filter(None, bound):
            state = history.state(tensor, event.index)
            if state is not None and state.requires_grad and not state.is_leaf and not state.retains_grad:
                called = next((each for each in history.tensors[tensor].names if each not in turns), name) if name in turns else name
                found.setdefault(tensor, called)
    return [(name, tensor) for tensor, name in found.items()]


def _read(history: History, event: Read) -> tuple[str | None, str | None]:
    """The tensor whose ``.grad`` the line read, and what the line calls it."""
    about = _about(event)
    stmt = history.source.statement(event.line)
    read = [node.value for node in own_nodes(stmt) if isinstance(node, ast.Attribute) and node.attr == "grad"] if stmt else []
    for name in filter(None, map(dotted, read)):
        tensor = history.names.bound(name, event.index)
        if tensor and (tensor == about or about is None) and not history.is_parameter(tensor, event.index):
            return tensor, _name_that_moved(history, tensor, name, event.index)
    return about, history.names.of(about, event.index) if about else None


def _name_that_moved(history: History, tensor: str, name: str, event: int) -> str:
    """What the line calls the tensor, or what its caller does where that is the name that meant a leaf before."""
    outer = history.names.of(tensor, event)
    moved = outer is not None and _leaf_bind(history, tensor, name, event) is None and _leaf_bind(history, tensor, outer, event) is not None
    return outer if outer is not None and moved else name


def _leaf_bind(history: History, tensor: str | None, name: str | None, event: int) -> BindEvent | None:
    """Where the name last referred to a leaf that requires grad, before it moved on; the same name of another call is another."""
    moved = _bind_of(history, tensor, name, event)
    for bind in reversed(history.names.binds(name or "")):
        of_scope = moved is None or bind.call == moved.call
        if of_scope and bind.tensor != tensor and bind.index < event and history.is_parameter(bind.tensor, bind.index):
            return bind
    return None


def _bind_of(history: History, tensor: str | None, name: str | None, event: int) -> BindEvent | None:
    """Where the name came to mean the tensor."""
    return next((bind for bind in reversed(history.names.binds(name or "")) if bind.tensor == tensor and bind.index < event), None)
