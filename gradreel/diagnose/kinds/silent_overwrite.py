"""Diagnoses saved tensors whose data changed without their version counter moving.

The recording states what each gradient would have been had no saved tensor been overwritten. An overwrite is an error where a gradient
that the saved tensor leads to differs from that. Where nothing can be compared, as in a program of the user's own, which is run once, an
overwrite is a warning: the gradient may be wrong. Else it is a note, also where another run of the program had other numbers.

Where the tensor held, when backward read it, what it had held when it was saved, the write spoiled nothing; where nothing was compared
either, it is not told. Storages that were emptied are filled again for backward, as those of sharded parameters are: where the film does
not show what they held then, that is a note.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial

from gradreel.diagnose.finding import Finding, Severity, line_at, worded
from gradreel.diagnose.fixes.edits import edit_after_backward
from gradreel.diagnose.fixes.names import alias_of, clone_alias, detach_not_data, shares
from gradreel.diagnose.fixes.saves import clone_what_is_saved
from gradreel.diagnose.lookup import explain
from gradreel.diagnose.lookup.causes import Cause, causes
from gradreel.diagnose.lookup.history import History, OpWrite
from gradreel.diagnose.lookup.lives import died, ended_otherwise
from gradreel.diagnose.lookup.memory import Overwrites, through
from gradreel.diagnose.lookup.recomputed import Recomputations, Recomputed
from gradreel.diagnose.lookup.restored import Held, Restored
from gradreel.diagnose.lookup.source import last_name, own_nodes
from gradreel.diagnose.lookup.wording import name_in, operator, what_was_saved
from gradreel.trace import Diagnosis, Fix, Gradient, Line, Param, Saved

RANK = 190
evidence = explain.edit_after_save

UPDATES_STATISTICS = frozenset({"aten::native_batch_norm"})
"""Operators that save the statistics which they update, for a backward that reads them in evaluation mode only."""
COMPARE_GRADIENTS = frozenset({"gradcheck", "gradgradcheck"})


@dataclass(frozen=True)
class Overwritten:
    """A saved tensor, the first write that changed it unseen, and what came of it."""

    saved: Saved
    edit: OpWrite
    outcome: str
    """``wrong``, ``unchanged``, ``unknown`` (nobody computed what it should have been) or ``unused``."""
    gradient: Gradient | None = None
    severity: Severity = "note"


def find(history: History) -> Iterator[Finding]:
    """One finding for each statement that edits, wrong gradients first."""
    found = sorted(_overwritten(history), key=lambda each: (each.outcome != "wrong", each.edit.op.index, each.saved.event))
    quiet = ended_otherwise(history, any(each.severity != "note" for each in found))
    for cause in causes(history, found, lambda each: each.gradient and each.outcome):
        lead = cause.lead
        if quiet and lead.outcome == "unused":
            continue
        diagnosis = partial(_diagnosis, history, cause)
        yield Finding("silent_overwrite", lead.severity, lead.edit.op.index, diagnosis, partial(_fixes_of_cause, history, cause))
    yield from _recomputed(history)


def _recomputed(history: History) -> Iterator[Finding]:
    """One finding for each statement that edited what a checkpoint read again, where no node had saved it."""
    told: set[tuple[int | None, int]] = set()
    wrong = _Wrong(history)
    for each in Recomputations(history).find():
        cause = each.edit.op.line, each.edit.op.file
        if cause in told:
            continue
        told.add(cause)
        gradient = wrong.reached_from(each.node)
        outcome = "wrong" if gradient else "unchanged" if wrong.computed else "unknown"
        severity: Severity = (
            "error" if gradient else "warning" if outcome == "unknown" and history.recording.fingerprint is None else "note"
        )
        yield Finding(
            "silent_overwrite",
            severity,
            each.edit.op.index,
            partial(_diagnosis_of_recomputed, history, each, outcome, gradient, severity),
            partial(_fixes_of_recomputed, history, each),
        )


def _diagnosis_of_recomputed(history: History, each: Recomputed, outcome: str, gradient: Gradient | None, severity: Severity) -> Diagnosis:
    name = history.names.of(each.tensor, each.edit.op.index)
    params: dict[str, Param] = {
        "outcome": f"recomputed_{outcome}",
        "named": "yes" if name else "no",
        "name": name or "",
        "saved_line": each.call.line,
        "edit_line": each.edit.op.line,
        "line": each.again.line,
        "code": history.edit_code(each.edit.op),
        "op": each.first.name,
        "gradient": f"{gradient.name}.grad" if gradient and gradient.name else ".grad",
    }
    return worded(
        "silent_overwrite",
        severity,
        params,
        raised=False,
        event=each.edit.op.index,
        edit_event=each.edit.op.index,
        node=each.node,
        tensor=each.tensor,
        name=name,
        **line_at("", each.edit.op),
        **line_at("saved", each.call),
        **line_at("edit", each.edit.op),
    )


def _fixes_of_recomputed(history: History, each: Recomputed) -> Iterator[Fix | None]:
    backward = history.backwards.at(each.again.index)
    yield edit_after_backward(history.source, each.edit.op.line, backward.start.line if backward else None)


def _overwritten(history: History) -> Iterator[Overwritten]:
    # A write that another counter saw (of ``w``, where ``w.data`` was saved) went around this one as well.
    overwrites, restored, wrong, gone = Overwrites(history), Restored(history), _Wrong(history), died(history)
    cloned_at = {key: op.index for op in reversed(history.ops) for key in op.copied}
    own = {(made.op.index, made.write.tensor) for made in history.writes if made.write.op in UPDATES_STATISTICS}
    for saved in history.recording.saved:
        if (saved.event, saved.tensor) in own:
            continue
        made = overwrites.of(saved)
        if made is None or gone.get(saved.node or "", made.op.index + 1) <= made.op.index:
            continue  # nothing could ask for it any more
        if cloned_at.get(saved.id, made.op.index + 1) <= made.op.index:
            continue  # its node holds the clone
        if not history.freed_by(saved.node, made.op.index) and not _tries_values(history, made):
            held = restored.of(saved, made)
            if held != "same" or wrong.computed:
                yield _outcome(history, saved, made, wrong, held)


def _tries_values(history: History, made: OpWrite) -> bool:
    """Whether the line of a write calls what compares gradients with those of other values, which it writes and takes back."""
    stmt = history.source.statement(made.op.line)
    calls = [node for node in own_nodes(stmt) if isinstance(node, ast.Call)] if stmt is not None else []
    return any(last_name(call.func) in COMPARE_GRADIENTS for call in calls)


def _outcome(history: History, saved: Saved, made: OpWrite, wrong: _Wrong, held: Held) -> Overwritten:
    used = any(unpack.ok and unpack.index > made.op.index for unpack in history.unpacks.get(saved.id, ()))
    if not used:
        return Overwritten(saved, made, "unused")
    if held != "same" and (gradient := wrong.reached_from(saved.node)):
        return Overwritten(saved, made, "wrong", gradient, "error")
    if wrong.computed:
        return Overwritten(saved, made, "unchanged")
    is_users_own = history.recording.fingerprint is None
    return Overwritten(saved, made, "unknown", severity="warning" if is_users_own and held != "emptied" else "note")


@dataclass(frozen=True)
class _Wrong:
    """Which nodes lead to a gradient that is not what it should have been."""

    history: History

    def reached_from(self, node: str | None) -> Gradient | None:
        return self._leading.get(node or "")

    @cached_property
    def computed(self) -> bool:
        """Whether anybody computed what the gradients should have been."""
        return any(gradient.expected is not None for gradient in self.history.recording.gradients)

    @cached_property
    def _leading(self) -> dict[str, Gradient]:
        before: dict[str, list[str]] = defaultdict(list)
        for node in self.history.recording.nodes:
            for edge in node.next_functions:
                before[edge.node or ""].append(node.id)
        leading: dict[str, Gradient] = {}
        wrong: dict[str, Gradient] = {}
        for gradient in self.history.recording.gradients:
            if gradient.differs:
                wrong.setdefault(gradient.tensor, gradient)
        for gradient in wrong.values():
            todo = sorted(self.history.nodes_of(gradient.tensor, len(self.history.events)))
            while todo:
                node_id = todo.pop()
                if node_id not in leading:
                    leading[node_id] = gradient
                    todo.extend(before[node_id])
        return leading


def _diagnosis(history: History, cause: Cause[Overwritten]) -> Diagnosis:
    saved, edit = cause.lead.saved, cause.lead.edit
    params = _params(history, cause)
    return worded(
        "silent_overwrite",
        cause.lead.severity,
        params,
        raised=False,
        event=edit.op.index,
        edit_event=edit.op.index,
        node=saved.node,
        saved=saved.id,
        others=cause.others,
        tensor=saved.tensor,
        name=name_in(params),
        saved_version=saved.saved_version,
        current_version=saved.saved_version,
        **line_at("", edit.op),
        **line_at("saved", saved),
        **line_at("edit", edit.op),
    )


def _params(history: History, cause: Cause[Overwritten]) -> dict[str, Param]:
    saved, edit, gradient = cause.lead.saved, cause.lead.edit, cause.lead.gradient
    node = history.nodes.get(saved.node or "")
    named = what_was_saved(history, saved, edit)
    _, other = through(history, edit)
    return {
        "outcome": cause.lead.outcome,
        **named,
        "node": node.name if node else "autograd",
        "saved_line": saved.line,
        "edit_line": edit.op.line,
        "code": history.edit_code(edit.op),
        "op": operator(edit),
        "via": edit.write.via,
        "through": "other" if other and other != named["name"] else "same",
        "other": other or "",
        "version": saved.saved_version,
        "gradient": f"{gradient.name}.grad" if gradient and gradient.name else ".grad",
        "others": len(cause.others),
        "rounds": cause.rounds,
    }


def _used_at(history: History, each: Overwritten) -> Line | None:
    """The line of the backward pass that computed with the new values."""
    return next((unpack.line for unpack in history.unpacks[each.saved.id] if unpack.index > each.edit.op.index), None)


def _is_weight(history: History, tensor: str, event: int) -> bool:
    base = history.tensors[tensor].base
    return history.is_parameter(tensor, event) or (base is not None and history.is_parameter(base, event))


def _fixes_of_cause(history: History, cause: Cause[Overwritten]) -> Iterator[Fix | None]:
    for each in cause.unlike:
        yield from _fixes(history, each)


def _fixes(history: History, each: Overwritten) -> Iterator[Fix | None]:
    source, saved, line = history.source, each.saved, each.edit.op.line
    via = each.edit.write.via
    alias_line, alias = alias_of(source, line)
    name = history.names.of(saved.tensor, saved.event, each.edit.op.index)
    if via == "in_place" or (via == "foreign" and not shares(source, alias_line)):
        alias_line, alias = history.tensors[saved.tensor].line, name  # the saved tensor is the one that took another's memory
    bound = history.names.bound(alias, each.edit.op.index) if alias else None
    is_leaf = bound is not None and history.is_parameter(bound, each.edit.op.index)  # a clone of it would be none, and get no .grad
    if not is_leaf and (saved.attribute == "result" or alias != name or shares(source, alias_line)):
        yield clone_alias(source, alias_line, alias)
    yield clone_what_is_saved(history, [saved])
    if via != "foreign":
        yield detach_not_data(source, alias_line or line)
    if _is_weight(history, saved.tensor, each.edit.op.index):
        yield edit_after_backward(source, line, _used_at(history, each))
