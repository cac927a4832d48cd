"""Diagnoses a backward pass on a root with no path to anything that requires grad: where the path was cut, and by what."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, partial

from gradreel.diagnose.finding import Finding, line_at, worded
from gradreel.diagnose.fixes.fix import fix
from gradreel.diagnose.fixes.names import in_place_update
from gradreel.diagnose.fixes.paths import allow_unused, create_graph, enable_grad, keep_path, reparameterize, stack
from gradreel.diagnose.kinds.unreached_parameters import copied_later
from gradreel.diagnose.lookup import explain
from gradreel.diagnose.lookup.flow import Cut, Flow, Need
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.raises import Raised
from gradreel.diagnose.lookup.source import dotted
from gradreel.diagnose.lookup.switches import told_off
from gradreel.diagnose.lookup.wording import what, what_all
from gradreel.trace import BackwardStartEvent, Diagnosis, Fix, Param

RANK = 60
evidence = explain.cut_path

NO_ROOT = re.compile(r"element (\d{1,6}) of tensors does not require grad and does not have a grad_fn")
NO_INPUT = "One of the differentiated Tensors does not require grad"
UNUSED = re.compile(
    r"(?:The differentiated Tensor at index (\d{1,6})|One of the differentiated Tensors) appears to not have been used in the graph"
)
MAX_FOLLOWED = 10
"""Backward passes of which it is found out where the path was cut, which takes time with the trace."""


@dataclass(frozen=True)
class NoPath:
    """A backward pass that had nowhere to go, and why."""

    flow: Flow
    inner: Flow
    """With the cuts inside library functions, which are looked at where the program itself made none."""
    raised: Raised
    case: str
    """``root``, ``input`` or ``unused``."""
    position: int | None
    """Which of its roots or, where the root is not what has no path, of its inputs; None where PyTorch does not say."""

    @property
    def history(self) -> History:
        return self.flow.history

    @cached_property
    def start(self) -> BackwardStartEvent | None:
        """The call of the engine that raised."""
        call = self.history.backwards.last_begun(self.raised.event.index)
        return call.start if call and call.start.line == self.raised.event.line else None

    @cached_property
    def root(self) -> str | None:
        roots = self.start.roots if self.start else self.raised.event.inputs
        position = self.position or 0 if self.case == "root" else 0
        return roots[position] if position < len(roots) else None

    @cached_property
    def wanted(self) -> str | None:
        """What the gradient was asked for; of several, the first that has none."""
        if self.case == "root" or self.start is None:
            return None
        inputs, event = self.start.inputs, self.raised.event.index
        if self.position is not None and self.position < len(inputs):
            return inputs[self.position]
        if self.case == "input":
            return next((given for given in inputs if not self.history.requires_grad(given, event)), None)
        reached = set(self.history.walk(self.start.roots, self.start.index - 1, set()))
        return next((given for given in inputs if not reached & self.history.nodes_of(given, event)), None)

    @property
    def about(self) -> str | None:
        """The tensor that has no path."""
        return self.wanted if self.case == "input" else self.root

    @cached_property
    def cut(self) -> Cut | None:
        """The last cut on the way to the root, from what the gradient was asked for."""
        if self.root is None or self.case == "input":
            return None
        need = Need(self.root, self.raised.event.index)
        return self.flow.last_cut_before(need, self.wanted) or self.inner.last_cut_before(need, self.wanted)

    @cached_property
    def call(self) -> BackwardStartEvent | None:
        """The call that gave the root its values and kept no graph of how, where nothing else cut it off."""
        if self.root is None or self.case == "input" or self.cut is not None:
            return None
        return self.flow.gradient_call(self.root, self.raised.event.index)


def find(history: History) -> Iterator[Finding]:
    """One finding for each line whose backward pass had nowhere to go; only of some are the ways followed."""
    flow, inner = Flow(history), Flow(history, inner=True)
    followed = ending = 0
    for raised in history.raises:
        if (matched := _matched(raised.event.message)) is None:
            continue
        if followed < MAX_FOLLOWED or (not raised.caught and ending < MAX_FOLLOWED):
            followed += 1
            ending += not raised.caught
            yield _finding(NoPath(flow, inner, raised, *matched))
        else:
            yield Finding("no_grad_path", "error", raised.event.index, None, tuple, raised=True)


def _matched(message: str) -> tuple[str, int | None] | None:
    """Why there was no path, and for which of the roots, or of the inputs."""
    if match := NO_ROOT.match(message):
        return "root", int(match[1])
    if message.startswith(NO_INPUT):
        return "input", None
    match = UNUSED.match(message)
    return ("unused", int(match[1]) if match[1] else None) if match else None


def _finding(path: NoPath) -> Finding:
    where = path.cut.op.index if path.cut else path.call.index if path.call else path.raised.event.index
    ends = not path.raised.caught
    return Finding("no_grad_path", "error", where, partial(_diagnosis, path), partial(_fixes, path), raised=True, ends=ends)


def _diagnosis(path: NoPath) -> Diagnosis:
    history, event = path.history, path.raised.event
    where = path.cut.op if path.cut else path.call
    params: dict[str, Param] = {
        "case": path.case,
        "call": path.start.call if path.start else "backward",
        **what(history, path.about, event.index),
        **_other(what(history, path.wanted, event.index), "wanted"),
        "line": event.line,
        **_cut_params(path),
        "rounds": path.raised.count,
        "caught": path.raised.caught,
    }
    return worded(
        "no_grad_path",
        "error",
        params,
        raised=True,
        event=where.index if where else event.index,
        raise_event=event.index,
        tensor=path.about,
        name=history.names.of(path.about, event.index) if path.about else None,
        **line_at("", event),
        **line_at("raise", event),
        **line_at("cut", where),
    )


def _cut_params(path: NoPath) -> dict[str, Param]:
    history, cut, call = path.history, path.cut, path.call
    if cut is not None:
        others = _other(what_all(history, cut.tensors, cut.op.index - 1, cut.op.index), "other")
        off = told_off(history, cut.op) if cut.how == "no_grad" else {}
        return {"cut": cut.how, "cut_line": cut.op.line, "code": history.code_at(cut.op), "op": cut.op.name, **others, **off}
    nothing: dict[str, Param] = {"other_how": "tensor", "other": ""}
    if call is not None:
        return {"cut": "grad", "cut_line": call.line, "code": history.code_at(call), "op": "grad", **nothing}
    return {"cut": _uncut(path), "cut_line": None, "code": "", "op": "", **nothing}


def _uncut(path: NoPath) -> str:
    """``none`` or ``unused``: nothing on the way has a gradient, or leads to what was asked for; ``unknown`` where the film does not show
    why there is no path, ``left_out`` where that may lie in its gap."""
    if path.history.recording.gap is not None:
        return "left_out"
    if path.case == "unused":
        return "unused" if path.wanted else "unknown"
    known = path.root is not None and not path.flow.has_gradient_before(Need(path.root, path.raised.event.index))
    return "none" if known else "unknown"


def _other(named: dict[str, Param], prefix: str) -> dict[str, Param]:
    return {f"{prefix}_how": named["how"], prefix: named["name"]}


def _fixes(path: NoPath) -> Iterator[Fix | None]:
    history, source, cut, call = path.history, path.history.source, path.cut, path.call
    if cut is not None:
        yield stack(source, cut.op.line, lambda name: history.names.bound(name, cut.op.index) is not None) if cut.how == "tensor" else None
        yield keep_path(source, cut.op.line, cut.how) if not copied_later(path.history, cut) else None
        yield reparameterize(source, cut.op.line, cut.op.name) if cut.how == "no_grad" else None
        if cut.how == "no_grad" and (updated := _updated(path, cut)) is not None:
            yield in_place_update(source, cut.op.line, updated)
            return  # with gradients on, the name would mean a tensor that is no leaf
        yield enable_grad(source, cut.op.line) if cut.how == "no_grad" else None
    elif call is not None:
        yield create_graph(source, call.line)
    elif path.case == "unused" and path.wanted is not None and history.requires_grad(path.wanted, path.raised.event.index):
        yield allow_unused(source, path.raised.event.line)
    else:
        yield fix("require_grad")


def _updated(path: NoPath, cut: Cut) -> str | None:
    """The name that a statement under no_grad gave the updated values, where it meant a leaf that requires grad before."""
    history = path.history
    stmt = history.source.statement(cut.op.line)
    name = dotted(stmt.targets[0]) if isinstance(stmt, ast.Assign) and len(stmt.targets) == 1 else None
    bound = history.names.bound(name, cut.op.index) if name is not None else None
    return name if bound is not None and history.is_parameter(bound, cut.op.index) else None
