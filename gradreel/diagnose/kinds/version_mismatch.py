"""Diagnoses saved tensors whose version counter moved after they were saved: who saved, who edited, who raised or would raise.

    saved ──▶ edit that moved its counter ──▶ backward that asks for it
                     │                              ├─ raised                                   error
                     │                              ├─ begun, and failed before it came here     error
                     │                              └─ never begun, though it could be           error
                     └─ nothing asks for it any more                                             note

"Never begun" means that the program called no backward at all. One that did has shown what it goes backward through: what it left
stale besides (a validation loss that an optimizer step outlived) is a note.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from gradreel.diagnose.finding import Finding, line_at, worded
from gradreel.diagnose.fixes.aliases import is_detached, stands_alone
from gradreel.diagnose.fixes.edits import (
    edit_a_clone,
    edit_after_backward,
    inplace_off,
    out_of_place,
    save_a_clone,
    self_referring,
    step_after_backward,
)
from gradreel.diagnose.fixes.loops import another_steps, fresh_graph, stepped
from gradreel.diagnose.fixes.names import alias_of, clone_alias, clone_of_gradient
from gradreel.diagnose.fixes.order import forward_after_step, forward_again
from gradreel.diagnose.fixes.saves import clone_what_is_saved, unique
from gradreel.diagnose.kinds.non_scalar_root import NOT_SCALAR
from gradreel.diagnose.lookup import explain
from gradreel.diagnose.lookup.causes import Cause, causes
from gradreel.diagnose.lookup.history import History, OpWrite
from gradreel.diagnose.lookup.lives import ended_otherwise
from gradreel.diagnose.lookup.raises import ends_program
from gradreel.diagnose.lookup.reads import read_by
from gradreel.diagnose.lookup.source import Source, shows_edit
from gradreel.diagnose.lookup.wording import name_at, name_in, operator, what_was_saved
from gradreel.trace import AccumulateEvent, CallEvent, Diagnosis, Fix, OpEvent, Param, RaiseEvent, Saved, UnpackEvent, Write

RANK = 10
evidence = explain.edit_after_save

ENGINE = "AccumulateGrad"
ASSIGNED = ".__set__"
"""How the name of an op ends that is an assignment to an attribute: ``y.real = x``."""
UNSEEN = "unseen"
"""What a write is called that moved a counter and that nothing recorded, at the line where it was found."""
UNKNOWN = "unknown"
"""The same where it is only known that it came before the check that failed."""
CHECKPOINT = "checkpoint"
"""The attribute of an input that ``torch.utils.checkpoint`` keeps, and the name of the function."""
CHECK_FAILED = "modified by an inplace operation"
MAX_SEARCHED_CHARS = 1000


@dataclass(frozen=True)
class Stale:
    """A saved tensor that went stale, and what became of it."""

    saved: Saved
    edit: OpWrite
    raised: RaiseEvent | None
    fails: bool
    current: int

    @property
    def outcome(self) -> str:
        return "failed" if self.raised else "fails" if self.fails else "harmless"


def find(history: History) -> Iterator[Finding]:
    """One finding for each statement that edits, those whose saved tensors raised first."""
    stale = sorted(_stale(history), key=lambda each: (not each.raised, not each.fails, each.edit.op.index, each.saved.event))
    failing = [each for each in stale if each.fails]
    quiet = ended_otherwise(history, bool(failing))
    for cause in causes(history, stale, lambda each: each.fails or None, _cells(history, stale)):
        lead = cause.lead
        if quiet and not lead.fails:
            continue
        yield Finding(
            "version_mismatch",
            "error" if lead.fails else "note",
            lead.edit.op.index,
            partial(_diagnosis, history, cause),
            partial(_fixes_of_cause, history, cause, failing),
            raised=lead.raised is not None,
            ends=lead.raised is not None and ends_program(history.recording, lead.raised),
        )


def _cells(history: History, stale: list[Stale]) -> Callable[[Stale], int | None]:
    """The cell in which a saved tensor raised; of one that did not, the first in which another one did that the same edit made stale."""
    first: dict[int, int | None] = {}
    for each in sorted((each for each in stale if each.raised), key=lambda each: each.raised.index if each.raised else 0):
        first.setdefault(each.edit.op.index, history.cells.at(each.raised.index if each.raised else None))
    return lambda each: history.cells.at(each.raised.index) if each.raised else first.get(each.edit.op.index)


def _stale(history: History) -> Iterator[Stale]:
    raised = _raised(history)
    refused = {saved: events[-1] for saved, events in history.unpacks.items() if not events[-1].ok}
    edits = _edits(history)
    may_follow = not history.backwards.calls and not history.recording.outcome.exited
    live = set(history.walk(_roots_to_come(history), len(history.events), set())) if may_follow else set()
    otherwise = {event.saved for event in history.raise_events if event.saved and not _is_failed_check(event)}
    for key in sorted({*edits, *refused, *raised} - otherwise):
        saved, unpack = history.saved.get(key), refused.get(key)
        edit = edits.get(key) or (_edit_before(history, saved, unpack) if saved else None)
        if saved is None or edit is None or history.freed_by(saved.node, edit.op.index) or _used_up(history, saved, edit.op.index):
            continue
        saved = _where_checkpointed(history, saved)
        for error in raised.get(key) or (_raised_by(history, unpack) if unpack else None,):
            current = _version_found(history, saved, error, unpack) if unpack else history.last_version.get(*_counted(edit))
            fails = error is not None or history.failed_reach.latest_start(saved.node) > edit.op.index or saved.node in live
            yield Stale(saved, edit, error, fails, current)


def _roots_to_come(history: History) -> Iterable[str]:
    """What a backward pass may begin from where none has: what the one that was refused was given, else whatever is still there."""
    refused = [event.inputs for event in history.raise_events if event.message.startswith(NOT_SCALAR) and event.inputs]
    return refused[-1] if refused else history.alive()


def _counted(edit: OpWrite) -> tuple[str | None, int]:
    return edit.write.counter, edit.write.version_after or 0


def _version_found(history: History, saved: Saved, error: RaiseEvent | None, last: UnpackEvent) -> int:
    """The version that the check found which failed with an exception."""
    failed = (unpack for unpack in history.unpacks[saved.id] if not unpack.ok and error is not None and unpack.index <= error.index)
    return max(failed, key=lambda unpack: unpack.index, default=last).current_version


def _where_checkpointed(history: History, saved: Saved) -> Saved:
    """What a checkpoint keeps, with the line that called it."""
    op = history.op_at(saved.event) if saved.attribute == CHECKPOINT else None
    calls = (call for call in history.outermost_first(op) if isinstance(call, CallEvent) and call.name == CHECKPOINT) if op else ()
    return next((saved.model_copy(update={"line": call.line}) for call in calls), saved)


def _raised(history: History) -> dict[str, tuple[RaiseEvent, ...]]:
    """By saved tensor: the exception that it caused, where possible the one that ended the program; in each cell one."""
    found: dict[str, dict[int | None, RaiseEvent]] = defaultdict(dict)
    kept = {(saved.node, saved.attribute): saved.id for saved in reversed(history.recording.saved)}
    for event in history.raise_events:
        saved = (event.saved or kept.get(read_by(history, event) or ("", ""))) if _is_failed_check(event) else None
        cell = history.cells.at(event.index)
        if saved and (cell not in found[saved] or ends_program(history.recording, event)):
            found[saved][cell] = event
    return {saved: tuple(events.values()) for saved, events in found.items() if events}


def _raised_by(history: History, unpack: UnpackEvent) -> RaiseEvent | None:
    """The exception of a version check that failed, where the trace does not say which saved tensor it is about."""
    raised = history.raise_after(unpack.index)
    return raised if raised is not None and _is_failed_check(raised) else None


def _is_failed_check(event: RaiseEvent) -> bool:
    return CHECK_FAILED in event.message[:MAX_SEARCHED_CHARS]


def _edits(history: History) -> dict[str, OpWrite]:
    """By saved tensor: the write that made it stale, the first one where there are several."""
    found: dict[str, OpWrite] = {}
    for event in history.events:
        if isinstance(event, OpEvent) and event.stale and event.writes:
            by_counter = {write.counter: write for write in reversed(event.writes)}
            for key in event.stale:
                write = by_counter.get(_counter(history, key), event.writes[0])
                found.setdefault(key, OpWrite(event, write))
        elif isinstance(event, AccumulateEvent):
            stale = (history.saved[key] for key in event.stale if key in history.saved)
            found.update({saved.id: _as_op_write(event, saved, _counter(history, saved.id)) for saved in stale})
    return found


def _counter(history: History, key: str) -> str | None:
    saved = history.saved.get(key)
    tensor = history.tensors.get(saved.tensor) if saved else None
    return tensor.counter if tensor else None


def _as_op_write(event: AccumulateEvent, saved: Saved, counter: str | None) -> OpWrite:
    """A saved gradient that a later pass added to: no op of the program's, so it is told as one."""
    before, after = saved.saved_version, saved.saved_version + 1
    write = Write(tensor=saved.tensor, counter=counter, version_before=before, version_after=after, via="in_place", region=None, op=ENGINE)
    op = OpEvent(index=event.index, line=event.line, name=ENGINE, inputs=(), outputs=(), writes=(write,))
    return OpWrite(op, write)


def _used_up(history: History, saved: Saved, event: int) -> bool:
    """Whether a backward pass that keeps nothing was running at an event and had done with the saved tensor: an optimizer in a hook."""
    done = [unpack for unpack in history.unpacks.get(saved.id, ()) if unpack.ok and unpack.index < event]
    call = history.backwards.at(done[-1].index) if done else None
    return call is not None and not call.start.retain_graph and (call.end is None or call.end > event)


def _edit_before(history: History, saved: Saved, unpack: UnpackEvent | None) -> OpWrite | None:
    """The first write after the save that moved the saved tensor's counter, where the trace does not say which one made it stale."""
    tensor = history.tensors.get(saved.tensor)
    made = history.first_write_beyond(tensor.counter, saved.saved_version, saved.event) if tensor else None
    return made if made is None or unpack is None or made.op.index < unpack.index else None


def _diagnosis(history: History, cause: Cause[Stale]) -> Diagnosis:
    stale = cause.lead
    saved, edit = stale.saved, stale.edit
    params = _params(history, cause)
    return worded(
        "version_mismatch",
        "error" if stale.fails else "note",
        params,
        raised=stale.raised is not None,
        event=edit.op.index,
        edit_event=edit.op.index,
        raise_event=stale.raised.index if stale.raised else None,
        node=saved.node,
        saved=saved.id,
        others=cause.others,
        tensor=saved.tensor,
        name=name_in(params),
        saved_version=saved.saved_version,
        current_version=stale.current,
        **line_at("", edit.op if edit.op.line is not None else stale.raised),
        **line_at("saved", saved),
        **line_at("edit", edit.op),
        **line_at("raise", stale.raised),
    )


def _params(history: History, cause: Cause[Stale]) -> dict[str, Param]:
    stale = cause.lead
    saved, edit, raised = stale.saved, stale.edit, stale.raised
    node = history.nodes.get(saved.node or "")
    module = (node.module if node else None) or ""
    through = name_at(history, edit)
    named = what_was_saved(history, saved, edit)
    after = _after_statement(history, edit)
    later = _edited_again(history, edit, after, raised.index if raised else len(history.events))
    return {
        "outcome": stale.outcome,
        **named,
        "node": f"{CHECKPOINT}()" if saved.attribute == CHECKPOINT else node.name if node else "autograd",
        "in_module": "." in module,
        "module": module,
        "attribute": saved.attribute,
        "saved_line": saved.line,
        "edit_line": edit.op.line,
        "raise_line": raised.line if raised else None,
        "saved_version": saved.saved_version,
        "before": edit.write.version_before,
        "after": after,
        "current": stale.current,
        "again": len(later),
        "again_line": later[0].line if later else None,
        "code": history.edit_code(edit.op),
        "op": operator(edit),
        "hidden": _hidden(history, edit),
        "through": "other" if through and through != named["name"] else "same",
        "other": through or "",
        "others": len(cause.others),
        "rounds": max(cause.rounds, _executions(history, stale.edit, raised.index) if raised else 0),
        "caught": raised is not None and not ends_program(history.recording, raised),
    }


def _after_statement(history: History, edit: OpWrite) -> int | None:
    """The version that one execution of the edit's statement led to: of ``y.mul_(2).sub_(1)`` that after both."""
    execution = history.statement_of(edit.op.index)
    after = edit.write.version_after
    for made in history.writes_of(edit.write.counter, edit.op.index, len(history.events)):
        if history.statement_of(made.op.index) != execution or made.op.line != edit.op.line:
            break
        after = made.write.version_after
    return after


def _edited_again(history: History, edit: OpWrite, after: int | None, end: int) -> list[OpEvent]:
    """What moved the counter further, before the check found that, from other lines, each once; none where it is told how often one did."""
    if _executions(history, edit, end) > 1:
        return []
    made = history.writes_of(edit.write.counter, edit.op.index, end)
    further = (each for each in made if (each.write.version_after or 0) > (after or 0))
    by_line = {(each.op.line, each.op.file): each.op for each in reversed(list(further))}
    return [op for place, op in sorted(by_line.items(), key=lambda item: item[1].index) if place != (edit.op.line, edit.op.file)]


def _hidden(history: History, edit: OpWrite) -> Param:
    """Whether a line hides that it edits; where nothing recorded did, ``unseen`` on this line, or ``between`` the save and the check."""
    if edit.op.name in (UNSEEN, UNKNOWN):
        return "between" if edit.op.name == UNKNOWN else "unseen"
    shown = edit.op.name.endswith(ASSIGNED) or shows_edit(history.source.statement(edit.op.line))
    return edit.write.op is not None or not shown


def _executions(history: History, edit: OpWrite, end: int) -> int:
    """How often the statement moved the counter, from this edit on until that was found out."""
    again = (made.op for made in history.writes_of(edit.write.counter, edit.op.index, end) if made.op.line == edit.op.line)
    return len({history.statement_of(op.index) for op in again})


def _fixes_of_cause(history: History, cause: Cause[Stale], failing: list[Stale]) -> Iterator[Fix | None]:
    """For each execution that is not like another; one that fails for no other tensor needs no way out of its own."""
    done: set[str | None] = set()
    for each in cause.unlike:
        name = history.names.of(each.saved.tensor, each.edit.op.index)
        if each.fails and name not in done:
            done.add(name)
            yield from _fixes(history, each, failing)


def _fixes(history: History, stale: Stale, failing: list[Stale]) -> Iterator[Fix | None]:
    """``failing``: everything that fails in this run. A fix of one edit alone would leave the others."""
    source, line = history.source, stale.edit.op.line
    raise_line = stale.raised.line if stale.raised else None
    itself = line == stale.saved.line and self_referring(source, line)
    parameter = history.is_parameter(stale.edit.write.tensor, stale.edit.op.index)
    lines = {each.edit.op.line: each for each in [stale, *failing]}
    if stale.edit.op.name == UNKNOWN:
        yield clone_what_is_saved(history, unique(each.saved for each in [stale, *failing]))
        return
    if is_detached(history, stale.edit):
        yield clone_alias(source, *alias_of(source, line))
    elif not parameter and all(stands_alone(history, each.edit, _edited(source, each)) for each in lines.values()):
        yield out_of_place(source, *lines)
        yield edit_a_clone(source, line) if not itself and len(lines) == 1 else None
    later = step_after_backward(source, line, raise_line)
    if parameter and later is None:
        later = edit_after_backward(source, line, raise_line)
    anew = forward_after_step(history, stale.saved, line), forward_again(history, stale.saved, line, raise_line)
    # A step that waits for the second pass also takes its gradients: of another optimizer's loss that is not meant.
    yield from (*anew, later) if another_steps(source, line, raise_line) else (later, *anew)
    yield clone_of_gradient(source, stale.saved.line, history.names.of(stale.saved.tensor, stale.saved.event))
    if stale.raised and stepped(source, line, raise_line):
        yield fresh_graph(history, raise_line, stale.raised.index)
    yield inplace_off(source, line)
    saves = unique(each.saved for each in [stale, *failing])
    if not (parameter and later):  # weights are saved inside modules as well
        yield clone_what_is_saved(history, saves)
    yield save_a_clone(source, stale.saved.line, name) if itself and (name := _edited(source, stale)) else None


def _edited(source: Source, stale: Stale) -> str | None:
    """What the edit's line says it edits."""
    return source.called(source.edited(source.editing(stale.edit.op.line)))
