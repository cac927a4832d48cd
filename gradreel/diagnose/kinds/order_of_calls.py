"""Warns where the calls around a step stand in an order in which one of them does nothing, or something else than is meant.

backward() … zero_grad() … step()            cleared     the step has nothing to use
backward() … step() … clip_grad_norm_()      clipped     what is clipped has been used
scheduler.step() … optimizer.step()          scheduled   the first learning rate is skipped
scale(loss).backward() … clip_grad_norm_()   scaled      what is clipped is larger than the gradient, by the scale
scaler.update() … scaler.step(opt)           updated     the scaler raises: no step has looked for infinities
scale(loss).backward() … opt.step()          unscaled    the same: the step was taken past the scaler
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from gradreel.diagnose.finding import Finding, Severity, worded
from gradreel.diagnose.fixes.gradients import (
    clear_before_backward,
    clip_before_step,
    schedule_after_step,
    step_by_scaler,
    unscale_before_clip,
    update_after_step,
)
from gradreel.diagnose.lookup import explain
from gradreel.diagnose.lookup.call_order import called, cleared_before_steps, gradscaler, receiver, stepped_line
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.raises import ends_program
from gradreel.diagnose.lookup.steps import Steps, Touch
from gradreel.trace import CallEvent, Diagnosis, Fix, Line, LineEvent, Param, RaiseEvent, WarningEvent

RANK = 235
evidence = explain.leaf_of_step

CLIPS = ("clip_grad_norm_", "clip_grad_value_", "clip_grads_with_norm_")
"""Functions of the library that make gradients smaller."""
SCHEDULED_FIRST = "Detected call of `lr_scheduler.step()` before `optimizer.step()`."
"""What PyTorch warns of."""
SKIPS_STEPS = ("GradScaler(", "isfinite(", "isnan(", "isinf(")
"""What a program says that may skip a step, which PyTorch's warning does not know."""
NO_STEP = "No inf checks were recorded prior to update."
"""What ``GradScaler.update()`` raises where ``GradScaler.step()`` has not been called since."""
SCALES, UNSCALES = "GradScaler.scale", "GradScaler.unscale_"
MEASURES = "inf"
"""A limit that changes nothing: the norm is read."""


@dataclass(frozen=True)
class Misplaced:
    """A statement that stands in the wrong place."""

    case: str
    event: int
    line: Line | None
    step_line: Line | None
    backward_line: Line | None = None
    leaf: str | None = None
    severity: Severity = "warning"
    raised: RaiseEvent | None = None


def find(history: History) -> Iterator[Finding]:
    """One finding for each line that is misplaced."""
    steps = Steps(history)
    for each in (*_cleared(history, steps), *_clipped(history, steps), *_scheduled(history, steps), *_updated(history)):
        diagnosis, fixes = partial(_diagnosis, history, each), partial(_fixes, history, each)
        ends = each.raised is not None and ends_program(history.recording, each.raised)
        yield Finding("order_of_calls", each.severity, each.event, diagnosis, fixes, each.raised is not None, ends)


def _cleared(history: History, steps: Steps) -> Iterator[Misplaced]:
    for found in cleared_before_steps(history, steps):
        yield Misplaced("cleared", found.event, found.line, found.step_line, found.backward_line, found.leaf)


def _clipped(history: History, steps: Steps) -> Iterator[Misplaced]:
    touches: dict[int | None, list[Touch]] = {}
    for touch in steps.touches:
        if touch.call.name in CLIPS and not _measures(history, touch.op.line):
            touches.setdefault(touch.op.line, []).append(touch)
    for line, found in touches.items():
        first = found[0]
        if all(touch.used for touch in found) and not any(update.mixed for update in steps.updates):
            before = [update.op.line for update in steps.updates if update.op.index < first.op.index and update.leaf == first.leaf]
            yield Misplaced("clipped", first.op.index, line, before[-1] if before else None, first.pass_line, first.leaf)
        elif all(_is_scaled(history, touch) for touch in found):
            yield Misplaced("scaled", first.op.index, line, stepped_line(history, first.op.index), first.pass_line, first.leaf)


def _measures(history: History, line: Line | None) -> bool:
    stmt = history.source.statement(line)
    return stmt is not None and MEASURES in history.source.segment(stmt)


def _is_scaled(history: History, touch: Touch) -> bool:
    """Whether a gradient is that of a loss that was scaled, and nobody has divided it since."""
    call = history.backwards.at(touch.begun)
    makers = [maker for root in (call.start.roots if call else ()) if (maker := history.maker.get(root))]
    scaled = any(isinstance(each, CallEvent) and each.name == SCALES for op in makers for each in history.outermost_first(op))
    between = history.events[touch.begun : touch.op.index]
    return scaled and not any(isinstance(event, CallEvent) and event.name == UNSCALES for event in between)


def _scheduled(history: History, steps: Steps) -> Iterator[Misplaced]:
    for event in history.events:
        if isinstance(event, WarningEvent) and event.text.startswith(SCHEDULED_FIRST):
            skips = any(text in history.source.code for text in SKIPS_STEPS)
            step_line = stepped_line(history, event.index)
            if step_line is not None:
                leaf = next((update.leaf for update in steps.updates if update.op.line == step_line), None)
                yield Misplaced("scheduled", event.index, event.line, step_line, None, leaf, "note" if skips else "warning")
            return


def _updated(history: History) -> Iterator[Misplaced]:
    """The scaler's update before its step, or after a step that was not taken by it."""
    raised = next((event for event in history.raise_events if event.message == NO_STEP), None)
    update = called(history.source.statement(raised.line), "update") if raised is not None else None
    if raised is None or (scaler := receiver(update)) is None:
        return
    lines = dict.fromkeys(event.line for event in history.events[: raised.index] if isinstance(event, LineEvent))
    stepped = [line for line in lines if (call := called(history.source.statement(line), "step")) and receiver(call) != scaler]
    later = [stmt for stmt in history.source.statements if receiver(called(stmt, "step")) == scaler]
    if later:
        yield Misplaced("updated", raised.index, raised.line, later[0].lineno, severity="error", raised=raised)
    elif stepped:
        yield Misplaced("unscaled", raised.index, stepped[-1], raised.line, severity="error", raised=raised)


def _diagnosis(history: History, each: Misplaced) -> Diagnosis:
    name = history.names.of(each.leaf, each.event) if each.leaf else None
    params: dict[str, Param] = {
        "case": each.case,
        "line": each.line,
        "code": history.source.line(each.line),
        "step_line": each.step_line,
        "backward_line": each.backward_line,
        "name": name or "",
        "named": name is not None,
    }
    return worded(
        "order_of_calls",
        each.severity,
        params,
        raised=each.raised is not None,
        event=each.event,
        raise_event=each.raised.index if each.raised is not None else None,
        raise_line=each.raised.line if each.raised is not None else None,
        line=each.line,
        tensor=each.leaf,
        name=name,
        names=(name,) if name else (),
    )


def _fixes(history: History, each: Misplaced) -> Iterator[Fix | None]:
    source = history.source
    if each.case == "cleared":
        yield clear_before_backward(history, each.line, each.step_line, each.backward_line)
    elif each.case == "clipped":
        yield clip_before_step(source, each.line, each.step_line)
    elif each.case == "updated":
        yield update_after_step(source, each.line, each.step_line)
    elif each.case == "unscaled":
        yield step_by_scaler(source, each.line, receiver(called(source.statement(each.step_line), "update")))
    elif each.case == "scheduled":
        yield schedule_after_step(source, each.line)
    else:
        yield unscale_before_clip(source, each.line, *gradscaler(history, each.step_line))
