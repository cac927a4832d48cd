"""Diagnoses saved tensors whose data changed without their version counter moving.

The tracer states what each gradient would have been had no saved tensor been overwritten. An overwrite is an error where a gradient
that the saved tensor leads to differs from that; else it is a note.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from gradreel.diagnose.fixes.edits import edit_after_backward, save_a_clone
from gradreel.diagnose.fixes.fix import first_of_each_kind
from gradreel.diagnose.fixes.names import alias_of, clone_alias, detach_not_data, shares
from gradreel.diagnose.lookup.history import History, OpWrite
from gradreel.diagnose.lookup.memory import moved, reaches, through, written
from gradreel.diagnose.lookup.naming import operator, what
from gradreel.locale import word
from gradreel.trace import Diagnosis, Fix, Gradient, Line, Param, Saved

LISTED = 50


@dataclass(frozen=True)
class Overwritten:
    """A saved tensor, the first write that changed it unseen, and what came of it."""

    saved: Saved
    edit: OpWrite
    outcome: str
    """``wrong``, ``unchanged``, ``unknown`` (nobody computed what it should have been) or ``unused``."""
    gradient: Gradient | None = None


def find(history: History) -> Iterator[Diagnosis]:
    """One diagnosis for each node and tensor, wrong gradients first; harmless ones once for each pair of lines."""
    found = sorted(_overwritten(history), key=lambda each: (each.outcome != "wrong", each.edit.op.index, each.saved.event))
    told: set[tuple[object, ...]] = set()
    for each in found:
        saved = each.saved
        key = (saved.node, saved.tensor) if each.outcome == "wrong" else (saved.line, each.edit.op.line)
        if key not in told and len(told) < LISTED:
            told.add(key)
            yield _diagnosis(history, each)


def _overwritten(history: History) -> Iterator[Overwritten]:
    # A write that another counter saw (of ``w``, where ``w.data`` was saved) went around this one as well.
    writes, wrong = written(history), _Wrong(history)
    for saved in history.recording.saved:
        tensor = history.tensors.get(saved.tensor)
        if tensor is None or tensor.storage not in writes:
            continue
        for made in writes[tensor.storage]:
            late = made.op.index > saved.event and not history.freed_by(saved.node, made.op.index)
            if late and not moved(made, tensor.counter) and reaches(made, tensor):
                yield _outcome(history, saved, made, wrong)
                break


def _outcome(history: History, saved: Saved, made: OpWrite, wrong: _Wrong) -> Overwritten:
    used = any(unpack.ok and unpack.index > made.op.index for unpack in history.unpacks.get(saved.id, ()))
    if not used:
        return Overwritten(saved, made, "unused")
    if gradient := wrong.reached_from(saved.node):
        return Overwritten(saved, made, "wrong", gradient)
    computed = any(gradient.expected is not None for gradient in history.recording.gradients)
    return Overwritten(saved, made, "unchanged" if computed else "unknown")


@dataclass(frozen=True)
class _Wrong:
    """Which nodes lead to a gradient that is not what it should have been."""

    history: History

    def reached_from(self, node: str | None) -> Gradient | None:
        return self._leading.get(node or "")

    @cached_property
    def _leading(self) -> dict[str, Gradient]:
        before: dict[str, list[str]] = defaultdict(list)
        for node in self.history.recording.nodes:
            for edge in node.next_functions:
                before[edge.node or ""].append(node.id)
        leading: dict[str, Gradient] = {}
        for gradient in self.history.recording.gradients:
            todo = list(self._targets(gradient)) if gradient.differs else []
            while todo:
                node_id = todo.pop()
                if node_id not in leading:
                    leading[node_id] = gradient
                    todo.extend(before[node_id])
        return leading

    def _targets(self, gradient: Gradient) -> Iterator[str]:
        yield from (node.id for node in self.history.recording.nodes if node.variable == gradient.tensor)
        state = self.history.state(gradient.tensor, len(self.history.events))
        if state and state.grad_fn:
            yield state.grad_fn


def _diagnosis(history: History, each: Overwritten) -> Diagnosis:
    saved, edit = each.saved, each.edit
    params = _params(history, each)
    return Diagnosis(
        kind="silent_overwrite",
        severity="error" if each.outcome == "wrong" else "note",
        raised=False,
        event=edit.op.index,
        line=edit.op.line,
        saved_line=saved.line,
        edit_line=edit.op.line,
        node=saved.node,
        saved=saved.id,
        tensor=saved.tensor,
        name=str(params["name"]) if params["how"] in ("name", "view") else None,
        saved_version=saved.saved_version,
        current_version=saved.saved_version,
        params=params,
        message=word("diagnosis-silent_overwrite", params),
        fixes=tuple(_fixes(history, each)),
    )


def _params(history: History, each: Overwritten) -> dict[str, Param]:
    saved, edit = each.saved, each.edit
    node = history.nodes.get(saved.node or "")
    named = what(history, saved.tensor, edit.op.index, saved.event)
    _, other = through(history, edit)
    gradient = each.gradient
    return {
        "outcome": each.outcome,
        **named,
        "node": node.name if node else "autograd",
        "saved_line": saved.line,
        "edit_line": edit.op.line,
        "code": history.source.line(edit.op.line),
        "op": operator(edit),
        "via": edit.write.via,
        "through": "other" if other and other != named["name"] else "same",
        "other": other or "",
        "version": saved.saved_version,
        "gradient": f"{gradient.name}.grad" if gradient and gradient.name else ".grad",
    }


def _used_at(history: History, each: Overwritten) -> Line | None:
    """The line of the backward pass that computed with the new values."""
    return next((unpack.line for unpack in history.unpacks[each.saved.id] if unpack.index > each.edit.op.index), None)


def _is_weight(history: History, tensor: str, event: int) -> bool:
    base = history.tensors[tensor].base
    return history.is_parameter(tensor, event) or (base is not None and history.is_parameter(base, event))


def _fixes(history: History, each: Overwritten) -> Iterator[Fix]:
    source, saved, line = history.source, each.saved, each.edit.op.line
    via = each.edit.write.via
    alias_line, alias = alias_of(source, line)
    name = history.names.of(saved.tensor, saved.event, each.edit.op.index)
    if via == "in_place" or (via == "foreign" and not shares(source, alias_line)):
        alias_line, alias = history.tensors[saved.tensor].line, name  # the saved tensor is the one that took another's memory
    apart = saved.attribute == "result" or alias != name or shares(source, alias_line)
    return first_of_each_kind(
        clone_alias(source, alias_line, alias) if apart else None,
        save_a_clone(source, saved.line, name) if saved.attribute != "result" else None,
        detach_not_data(source, alias_line or line) if via != "foreign" else None,
        edit_after_backward(source, line, _used_at(history, each)) if _is_weight(history, saved.tensor, each.edit.op.index) else None,
    )
