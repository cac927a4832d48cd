"""Records a program: watches it while it runs, and returns what was seen as a Recording.

``record`` runs a program that is given as text; ``recording`` is for whoever runs it in another way.

    record ── Recorder ──┬─ Stepping       trace function: lines, names, calls                program/
                         ├─ FunctionMode   function mode: ops, and through them
                         │                 tensors, writes and previews                       hooks/, tensors/
                         │                 nodes and what they save                           graph/
                         ├─ Backward       the engine: nodes with gradients, accumulation     graph/
                         └─ Output         stdout, stderr, warnings                           program/

Each of them adds events to one Journal, which encodes them at once and stops when its limits are reached; the program runs on. Tensors,
nodes and saved tensors have tables of their own. Whatever the tracer does inside the program goes through ``safety/guard.py``: an error
of the tracer's ends the recording, never the program. Everything that is installed is a context manager, and nothing of it is left when
``record`` returns.
"""

from __future__ import annotations

import platform
import sys
import time
import types
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from typing import Any, NamedTuple

import orjson
import torch

from gradreel.cells import CellText
from gradreel.tracer.cell_records import RecordedCells
from gradreel.tracer.ending import End, FirstRun, RandomState, begun_at, is_worth_it, is_worth_watching, silent
from gradreel.tracer.files import Files
from gradreel.tracer.graph.backward import Backward
from gradreel.tracer.graph.copy_slices import CopySlicesSaves
from gradreel.tracer.graph.engine_run import Parts
from gradreel.tracer.graph.gradients import gradients
from gradreel.tracer.graph.kept import Kept
from gradreel.tracer.graph.nodes import Nodes
from gradreel.tracer.graph.op_events import Ops
from gradreel.tracer.graph.room import Room
from gradreel.tracer.graph.saved import Saves
from gradreel.tracer.hooks.function_mode import LIBRARY, OP, FunctionMode
from gradreel.tracer.hooks.gradient_hooks import GradientHooks
from gradreel.tracer.hooks.library_frames import LibraryFrames
from gradreel.tracer.hooks.mode_left import left_without_a_trace
from gradreel.tracer.journal import JSON_OPTIONS, Journal
from gradreel.tracer.limits import TracerLimits
from gradreel.tracer.listeners import NOBODY, Listeners
from gradreel.tracer.program.bindings import Bindings
from gradreel.tracer.program.call_tree import CallTree
from gradreel.tracer.program.cells import code_cells, run_cells
from gradreel.tracer.program.custom_functions import apply_in_python
from gradreel.tracer.program.modules import Modules
from gradreel.tracer.program.monitoring import InFrames, Monitor
from gradreel.tracer.program.outcome import outcome_of
from gradreel.tracer.program.output import Output
from gradreel.tracer.program.raises import Raises
from gradreel.tracer.program.run import run_program
from gradreel.tracer.program.source import is_snippet, main_module, snippet_files
from gradreel.tracer.program.stepping import Stepping
from gradreel.tracer.program.threads import Threads
from gradreel.tracer.safety.repair import repaired
from gradreel.tracer.safety.timer import TimeOver
from gradreel.tracer.tensors.aliases import Aliases
from gradreel.tracer.tensors.external_writes import UNSEEN, ExternalWrites
from gradreel.tracer.tensors.identity import Tensors
from gradreel.tracer.tensors.tensor_set import set_heard
from gradreel.tracer.tensors.values import Values
from gradreel.tracer.tensors.writes import Writes

AtEnd = Callable[[types.ModuleType], dict[str, Any]]
"""Looks at the program's module when it has ended, and returns further fields of the document."""


def record(
    code: str,
    limits: TracerLimits,
    at_end: AtEnd | None = None,
    hand_in: Callable[[bytes], None] | None = None,
    at_cell: AtEnd | None = None,
) -> bytes:
    """Run a program, cell by cell where it has cells, and return the Recording, as a line of JSON.

    NOTE [Hand in] ``hand_in`` gets the same while the program's tensors are still there. A process that is done then need not wait for
    a graph of a million nodes to be torn down.
    """
    if cells := code_cells(code):
        return _recorded_cells(code, cells, limits, at_end, hand_in, at_cell)
    numbers = RandomState()
    with recording(limits, snippet_files()) as recorder, main_module(code) as module:
        late = None if hand_in is None else lambda over: hand_in(recorder.document(over, {}))
        with recorder.threads.counted():
            error = run_program(code, module, limits.soft_time_s, recorder.installed(), late)
        more = _tried(at_end, module)
        # While the names and, after an exception, the frames still hold the tensors.
        document = recorder.document(error, more)
        first = recorder.first_run(error)
        again = first is not None and is_worth_it(first, error, limits)
        unexplained = recorder.unexplained()
        end = recorder.end_of(error)
        if hand_in is not None and not again and not unexplained:
            hand_in(document)
    if again or unexplained:
        del error, module, recorder  # and with them all that the first run holds
        numbers.restore()
        if again and first is not None:
            document = _recorded_end(code, limits, first, more) or document
        else:
            document = _recorded_watching(code, limits, unexplained, end, at_end) or document
        if hand_in is not None:
            hand_in(document)
    return document


def _recorded_cells(
    code: str,
    cells: list[CellText],
    limits: TracerLimits,
    at_end: AtEnd | None,
    hand_in: Callable[[bytes], None] | None,
    at_cell: AtEnd | None,
) -> bytes:
    """Run a program cell by cell and return the Recording; again where a check failed for no recorded write, see NOTE [Unseen writes]."""
    numbers = RandomState()
    first = _run_of_cells(code, cells, limits, at_end, at_cell, hand_in, ())
    if not first.unexplained:
        return first.document
    numbers.restore()
    with silent():
        second = _run_of_cells(code, cells, replace(limits, again_s=None), at_end, at_cell, None, first.unexplained)
    alike = second.ends == first.ends and not set(second.failed) >= set(first.unexplained)
    document = second.document if alike else first.document
    if hand_in is not None:
        hand_in(document)
    return document


class _CellsRun(NamedTuple):
    """One run of a program with cells."""

    document: bytes
    ends: list[End]
    """How each of its cells ended."""
    failed: list[str]
    """Ids of saved tensors that failed the check for no recorded write."""
    unexplained: list[str]
    """The same where another run is to find out why."""


def _run_of_cells(
    code: str,
    cells: list[CellText],
    limits: TracerLimits,
    at_end: AtEnd | None,
    at_cell: AtEnd | None,
    hand_in: Callable[[bytes], None] | None,
    watched: Sequence[str],
) -> _CellsRun:
    """Nothing watches while echoes are made, and what cells left is looked at. What is to be run again is not handed in."""
    ends: list[End] = []
    with recording(limits, snippet_files()) as recorder, main_module(code) as module:
        recorded = recorder.cells()
        recorder.watch_saved(watched)

        def ended(cell: CellText, error: BaseException | None, echo: str | None) -> None:
            ends.append(recorder.end_of(error))
            recorded.end(cell, error, echo, _tried(at_cell, module))

        def late(over: TimeOver) -> None:
            recorded.end(cells[len(ends)], over, None, {})
            assert hand_in is not None
            hand_in(recorder.document_of(recorded.notes.outcome(over), recorded.fields(code, recorder.room.numbering())))

        with recorder.threads.counted():
            waits = late if hand_in is not None else None
            stop = run_cells(cells, module, limits.soft_time_s, nullcontext(), ended, recorder.installed, waits)
        more = _tried(at_end, module) | recorded.fields(code, recorder.room.numbering())
        document = recorder.document_of(recorded.notes.outcome(stop), more)
        run = _CellsRun(document, ends, recorder.saves.unexplained, recorder.unexplained())
        if hand_in is not None and not run.unexplained:
            hand_in(document)
    return run


def _recorded_end(code: str, limits: TracerLimits, first: FirstRun, more: dict[str, Any]) -> bytes | None:
    """Run a program again and return a Recording of its end; None where it ended otherwise. See ``ending.py``."""
    with silent(), recording(replace(limits, recording_s=None), snippet_files()) as recorder, main_module(code) as module:
        with recorder.threads.counted():
            around = begun_at(first.start(limits), is_snippet, recorder.installed)
            error = run_program(code, module, (limits.again_s or 0) - first.total_s, around)
        if recorder.journal.closed_s is not None or recorder.end_of(error) != first.end:
            return None
        gap = {"event": 0, "resumes": 0, "left_out": first.events_before(limits)}
        return recorder.document(error, more if recorder.room.numbering() else {"gap": gap, **more})


def _recorded_watching(code: str, limits: TracerLimits, unexplained: list[str], end: End, at_end: AtEnd | None) -> bytes | None:
    """Run a program again and return a Recording with the writes that nothing had explained; None where it found none, or ended otherwise.

    NOTE [Unseen writes] A version check failed in the first run, and no recorded write had moved the counter: ``y.real = x`` passes
    through no function mode, nor does what ``torch.func`` transforms do. The second run records the same saved tensors under the same
    ids, and compares the counter of each that failed whenever a line begins or an op runs. No other run pays for that.
    """
    with silent(), recording(limits, snippet_files()) as recorder, main_module(code) as module:
        recorder.watch_saved(unexplained)
        with recorder.threads.counted():
            error = run_program(code, module, limits.soft_time_s, recorder.installed())
        if recorder.end_of(error) != end or set(recorder.saves.unexplained) >= set(unexplained):
            return None
        more = _tried(at_end, module)
        return recorder.document(error, more)


@contextmanager
def recording(limits: TracerLimits, files: Files, listeners: Listeners = NOBODY) -> Iterator[Recorder]:
    """Make a recorder of what the code in ``files`` does, and give up whatever it holds when that is over."""
    recorder = Recorder(limits, files, listeners)
    try:
        yield recorder
    finally:
        recorder.close()


class Recorder:
    """The parts of one recording, put together. Each is given what it needs when it is made; below it stands what it uses."""

    def __init__(self, limits: TracerLimits, files: Files, listeners: Listeners = NOBODY) -> None:
        self._limits = limits
        self.files = files
        self.journal = journal = Journal(limits)
        self.raises = Raises(journal)
        self.threads = Threads(journal.coverage, files)
        # What there is: tensors, modules, calls, nodes and what they save.
        self.values = Values(limits.values, limits.checked)
        self.tensors = Tensors(journal, self.values)
        self.nodes = Nodes(journal, self.tensors)
        kept = Kept(self.nodes, self.tensors.is_held)
        journal.state_kept_with(kept)
        self.saves = Saves(journal, self.tensors, self.nodes, kept)
        self.room = Room(journal, self.tensors, self.nodes, self.saves, kept)
        traced: InFrames | Monitor = Monitor(OP, LIBRARY) if sys.version_info >= (3, 12) else InFrames()
        modules, calls = Modules(), CallTree(journal, files, traced)
        # What changes it without an op, and where the program is.
        aliases = Aliases(self.tensors, self.values)
        self.external_writes = ExternalWrites(journal, self.tensors, self.values, aliases, calls.current)
        self.external_writes.stale = self.saves.moved
        bindings = Bindings(journal, self.tensors, modules, calls, self.external_writes)
        self.stepping = Stepping(journal, files, traced, bindings, calls, self.external_writes)
        # What happens: ops, and runs of the engine.
        hidden = CopySlicesSaves(journal, self.stepping, self.saves)
        writes = Writes(self.tensors, self.values, aliases)
        ops = Ops(journal, modules, self.tensors, self.nodes, self.saves, writes, hidden, self.external_writes, self.stepping.written_code)
        self.mode = FunctionMode(journal, self.stepping, self.tensors, ops, self.raises, hidden, self.external_writes, listeners)
        self.backward = Backward(
            Parts(
                journal,
                limits,
                self.stepping,
                self.tensors,
                self.nodes,
                self.saves,
                kept,
                self.values,
                ops,
                self.raises,
                hidden,
                aliases,
                self.external_writes,
                listeners,
            )
        )
        self.output = Output(journal, self.stepping, lambda: self.mode.grad_read)
        # Library functions and hooks, whose frames the trace function reports.
        LibraryFrames(journal, self.stepping, self.mode, calls, modules, self.tensors, self.threads, self.external_writes)
        hooks = GradientHooks(journal, self.stepping, self.tensors, self.nodes, self.values, self.backward.accumulated)
        journal.forget_at_steps(self.stepping.begin_step, hooks.begin_step)

    @contextmanager
    def installed(self, caller: types.FrameType | None = None) -> Iterator[None]:
        """Watch the program; ``caller``: see ``Stepping.installed``."""
        with (
            self.output.installed(),
            self.backward.installed(),
            self.mode,
            left_without_a_trace(),
            set_heard(self.mode),
            apply_in_python(),
            self.stepping.installed(caller),
        ):
            yield

    def first_run(self, error: BaseException | None) -> FirstRun | None:
        """Say how far a program was recorded whose recording stopped for want of room or time; None where it did not."""
        journal, stepping = self.journal, self.stepping
        if journal.closed_s is None or journal.fault is not None:
            return None
        recorded_s, total_s = journal.closed_s - journal.begun_s, time.monotonic() - journal.begun_s
        count = (stepping.lines, stepping.recorded_lines, journal.left_out + len(journal.events()), journal.size())
        return FirstRun(*count, recorded_s, total_s, self.end_of(error))

    def unexplained(self) -> list[str]:
        """Return the ids of saved tensors that failed the check for no recorded write, where another run is to find out why; else none."""
        journal = self.journal
        whole = journal.closed_s is None and journal.fault is None and self.room.numbering() is None
        if not self.saves.unexplained or not whole or not is_worth_watching(time.monotonic() - journal.begun_s, self._limits):
            return []
        return self.saves.unexplained

    def watch_saved(self, ids: Sequence[str]) -> None:
        """Find the writes to saved tensors that are to come, by their ids, that nothing records."""
        self.saves.watch(ids, lambda tensor, line: self.external_writes.watch(tensor, UNSEEN, line))

    def end_of(self, error: BaseException | None) -> End:
        """Return what two runs of a program that end alike have in common."""
        return type(error).__name__, self.files.line_in(error.__traceback__) if error is not None else None

    def document(self, error: BaseException | None, more: dict[str, Any], alone: bool = True) -> bytes:
        """Return the Recording of a program that ended with ``error``; ``more`` are further fields of it; ``alone``: see ``outcome_of``."""
        return self.document_of(self._outcome_of(error, alone, None if alone else self.stepping.line()), more)

    def _outcome_of(self, error: BaseException | None, alone: bool = True, line: int | None = None) -> dict[str, Any]:
        return outcome_of(error, self.raises, self._limits.soft_time_s, self.files, alone, line)

    def cells(self, alone: bool = True) -> RecordedCells:
        """Return what is to be told of the cells of a program in percent format; ``alone``: see ``outcome_of``."""
        return RecordedCells(self.journal, self._limits, lambda error: self._outcome_of(error, alone), self.gradients)

    def document_of(self, outcome: dict[str, Any], more: dict[str, Any]) -> bytes:
        """Return the Recording of a program that ended like this."""
        document = self._assembled(outcome, self.gradients(), more)
        return document if self.journal.fault is None else repaired(document) + b"\n"

    def gradients(self) -> list[dict[str, Any]]:
        """Return the gradients as they are now; none where that fails."""
        try:
            return gradients(self.tensors, self.values)
        except Exception as error:
            self.journal.blame(error)
            return []

    def _assembled(self, outcome: dict[str, Any], grads: list[dict[str, Any]], more: dict[str, Any]) -> bytes:
        tables = {
            "events": self.journal.events(),
            "tensors": self.tensors.texts(),
            "nodes": self.nodes.texts(),
            "saved": self.saves.texts(),
        }
        truncated, gap = self.journal.truncated, None
        if (numbering := self.room.numbering()) is not None:
            tables, gap = self.room.numbered(numbering, tables), numbering.gap()
            truncated = truncated and {**truncated, "event": numbering.place(truncated["event"])}
            if (failure := outcome["failure"]) is not None and failure.get("event") is not None:
                outcome = {**outcome, "failure": {**failure, "event": numbering.place(failure["event"])}}
        # Put together once: each further copy of megabytes costs as much as encoding them.
        pieces = [b'{"outcome":', orjson.dumps(outcome)]
        for name, texts in tables.items():
            pieces += (b',"', name.encode(), b'":[')
            pieces += texts
            if texts:
                pieces[-1] = pieces[-1][:-1]
            pieces.append(b"]")
        last = {
            "gradients": grads,
            "truncated": truncated,
            "gap": gap,
            "not_shown": self.journal.coverage.records(),
            "loops": self.stepping.loops.records(),
            "torch": torch.__version__,
            "python": platform.python_version(),
            **more,
        }
        pieces += (b",", orjson.dumps(last, option=JSON_OPTIONS).removeprefix(b"{"), b"\n")
        return b"".join(pieces)

    def close(self) -> None:
        """Give up every weak reference on the program's tensors."""
        self.external_writes.close()
        self.tensors.close()


def _tried(at_end: AtEnd | None, module: types.ModuleType) -> dict[str, Any]:
    """What is looked at in the end is no part of the recording: where that fails, it is left out."""
    try:
        return at_end(module) if at_end is not None else {}
    except Exception:
        return {}
