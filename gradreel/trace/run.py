"""A whole run, how it ended, and what two sides of the wire say of it to each other."""

from __future__ import annotations

from typing import Literal

from gradreel.trace.base import CellIndex, EventIndex, FileIndex, FiniteFloat, Frozen, Line, Param, TensorId
from gradreel.trace.diagnosis import Diagnosis
from gradreel.trace.events import Event
from gradreel.trace.graph import Node, Saved, Tensor, Value

SCHEMA_VERSION = 2
"""Version of the schema that this code writes; films of version 1 are read as well (``gradreel.film.load``)."""

StopKind = Literal[
    "wall_time",
    "cpu_time",
    "memory",
    "output_limit",
    "trace_too_large",
    "forbidden_call",
    "crash",
    "exit",
    "no_result",
    "result_invalid",
    "internal",
]


class Failure(Frozen):
    """Why the snippet did not complete. ``message`` is Python's own for ``python_error``, else it states the limit and its unit."""

    kind: StopKind | Literal["python_error"]
    message: str
    exception_type: str | None = None
    line: Line | None = None
    file: FileIndex = 0
    event: EventIndex | None = None
    hint: str | None = None
    """English sentence on what the sandbox has to do with it, or what to do now."""
    hint_kind: str | None = None
    """Catalogue key of that hint: ``network``, ``subprocess``, ``compile`` …"""
    params: dict[str, Param] = {}
    """Values for wording ``kind`` in another language: the limit and what was used."""


class Outcome(Frozen):
    """How the run ended. A program with cells completed if every cell of code did; else this is how the first other one ended,
    or what stopped the program."""

    status: Literal["completed", "raised", "stopped"]
    failure: Failure | None = None
    exited: bool = False
    """Whether it ended itself, with ``sys.exit()``: what stands below was not to be run."""


class Truncated(Frozen):
    """The film stops before the program did: from ``event`` on nothing was recorded."""

    kind: Literal["events", "bytes", "steps", "fault"]
    """``steps``: so many backward passes were to be recorded.
    ``fault``: the tracer itself failed, and left the program alone from there on."""
    limit: int
    event: EventIndex


class Gap(Frozen):
    """The film leaves out most of its middle, since all of it was more than the limits allow. Before ``event`` and from ``resumes`` on it
    is complete. What is between was kept because something later depends on it: what saved or set what the program still holds, edits of
    saved tensors that some node still keeps, exceptions."""

    event: EventIndex
    """The first event after the first part."""
    resumes: EventIndex
    """The first event of the last part."""
    left_out: int
    """How many events are not in the film."""


class NotShown(Frozen):
    """Something that ran exactly as under plain PyTorch, but that the film does not show, or only from outside."""

    kind: Literal[
        "thread",
        "transform",
        "transform_edit",
        "jit",
        "compiled",
        "forward_ad",
        "fused",
        "saved_hooks",
        "subclass",
        "unseen",
        "settrace",
        "hook",
        "old_torch",
        "derivatives",
    ]
    """``thread``: what a thread of the snippet's own did. ``transform``: ops inside ``torch.func`` (``vmap``, ``grad``, ``jvp``).
    ``transform_edit``: those of them that edit in place, by their names.
    ``jit``: ops while ``torch.jit.trace`` records. ``compiled``: ops inside ``torch.compile``. ``forward_ad``: tangents.
    ``fused``: the steps of a module that ran as one fused kernel. ``saved_hooks``: what nodes saved while the snippet's or a library's
    own saved-tensor hooks held it, and whether that went stale. ``subclass``: what a tensor subclass does by itself inside an op.
    ``unseen``: nodes of the graph that no op in the film made. ``settrace``: lines and names, once the snippet set a trace function.
    ``hook``: what a gradient hook that is no Python function, such as ``print``, was given.
    ``old_torch``: what a node saved, where this PyTorch has no way to ask it. ``derivatives``: why tensors were saved, since there is no
    table of derivatives for this PyTorch."""
    what: str
    """Its name, where it has one: the thread's function, the transform, the module's class, the node, the version."""
    line: Line | None
    file: FileIndex = 0
    count: int
    """Number of threads, ops, modules, nodes or hooks."""


class Gradient(Frozen):
    """A leaf's ``.grad`` (or a retained one) when the program ended."""

    tensor: TensorId
    name: str | None
    value: Value | None
    expected: Value | None = None
    """What it would have been had no saved tensor been overwritten; null where that was not computed."""
    differs: bool = False


class Cell(Frozen):
    """One cell of a program in percent format: what stands between two lines that begin with ``# %%``.

    Code before the first of these lines is a cell too. The cells of a program follow each other, and lines are lines of the whole text.
    """

    index: CellIndex | None
    """Of a cell of code, as notebooks number them; null for a cell of text."""
    title: str | None = None
    """What follows ``# %%`` on its line."""
    kind: Literal["code", "text"]
    """``text``: begins with ``# %% [markdown]``; its lines are comments, and are not run."""
    file: FileIndex = 0
    line: Line
    """Its first line: the one with ``# %%``, where it has one."""
    end_line: Line
    status: Literal["completed", "raised", "stopped", "skipped"]
    """``raised``: an exception ended this cell, and the next one ran. ``stopped``: the program was stopped in it; what follows is
    ``skipped``. Of text: ``completed``."""
    failure: Failure | None = None
    """Why it did not complete; null for a cell that was skipped."""
    events: tuple[EventIndex, EventIndex] | None = None
    """The first and the last one in it; null where nothing was recorded in it."""
    echo: str | None = None
    """``repr`` of the value of its last expression, where that is not None and does not end in ``;``."""
    gradients: tuple[Gradient, ...] = ()
    """As they were at the end of the cell."""


class RunRequest(Frozen):
    """The body of ``POST /api/runs``."""

    code: str
    """The Python snippet, at most 64 KiB of UTF-8."""


class Engine(Frozen):
    """The versions that made this run; a stored run is keyed by them."""

    gradreel: str
    torch: str
    python: str


class SourceFile(Frozen):
    """A file that the trace's lines point into."""

    path: str
    name: str | None = None
    """What sentences call it, where there are several: the end of ``path`` that no other one has; null means ``path``."""
    text: str | None = None
    """Its text; null for the snippet, whose text is the run's ``code``, and "" for a file in which the film shows no event."""


class Loop(Frozen):
    """A ``for`` or ``while`` of a function that ran."""

    file: FileIndex = 0
    line: Line
    """Where its keyword is."""
    last: Line
    """The last line of its body."""


class Trace(Frozen):
    """What a tracer saw: the part that a recording and a run have in common."""

    outcome: Outcome
    files: tuple[SourceFile, ...] = (SourceFile(path="snippet.py"),)
    """Number 0 is the snippet or the main script."""
    events: tuple[Event, ...] = ()
    tensors: tuple[Tensor, ...] = ()
    nodes: tuple[Node, ...] = ()
    saved: tuple[Saved, ...] = ()
    gradients: tuple[Gradient, ...] = ()
    truncated: Truncated | None = None
    gap: Gap | None = None
    """Null for a film that is complete as far as it goes."""
    not_shown: tuple[NotShown, ...] = ()
    """What ran out of sight, in the order in which it began."""
    loops: tuple[Loop, ...] | None = None
    """In the order of the files and lines. The loops around an event are the innermost ones around its line, as many as it has
    ``rounds``. Null in films whose engine did not state loops; reading such a film works them out."""
    cells: tuple[Cell, ...] = ()
    """Of a program in percent format, in order; empty for a program without cells."""


class Recording(Trace):
    """The sandboxed child's answer: what the tracer saw. Hostile until validated."""

    torch: str
    python: str
    fingerprint: dict[str, str] | None = None
    """Digest of every tensor, and every ``.grad``, that a name of the snippet reaches at the end: for comparing two runs of it. Null
    where it could not be computed."""
    cell_fingerprints: tuple[dict[str, str], ...] = ()
    """The same of every ``.grad`` at the end of each cell of code."""


class NotedTensor(Frozen):
    """A tensor of a control run: equal digests are equal tensors; others may still be the same up to rounding."""

    digest: str
    value: Value | None = None


class EnginePass(Frozen):
    """One pass of the autograd engine in a control run."""

    roots: tuple[NotedTensor | None, ...]
    gradients: tuple[NotedTensor | None, ...] | None = None
    """Of every leaf in the graph as it then is, or what the call returned; null where the pass raised."""
    exact: bool = True
    """Whether gradients are what the program means them to be: not after an edit that was refused and carried out all the same."""
    stale: bool = False
    """Whether a version check failed in it."""
    saved: str | None = None
    """Digest of what it is computed from: all that nodes had saved when it began, as it was when it was saved, the gradients that it
    was given and those that leaves had. Null where nobody looked."""


class EndedCell(Frozen):
    """How one cell of code ended in a control run."""

    status: Literal["completed", "raised", "stopped", "skipped"]
    failure: Failure | None = None
    echo: str | None = None
    fingerprint: dict[str, str] = {}
    """Digest of every ``.grad`` that a name reaches at its end."""
    gradients: dict[str, Value] = {}
    """Of a reference run: their values."""


class ControlRun(Frozen):
    """The answer of a child that ran the same snippet untraced: for comparing, never shown. Hostile until validated."""

    outcome: Outcome
    fingerprint: dict[str, str] | None = None
    gradients: dict[str, Value] = {}
    """Of a reference run, in which saved tensors are copies: the value of each ``.grad``, by the name that reaches its tensor."""
    passes: tuple[EnginePass, ...] = ()
    """Of a run that a fix is judged by: the first backward passes."""
    pass_count: int = 0
    exact: bool = True
    """Whether the gradients at the end are, see ``EnginePass``."""
    values: dict[str, Value] = {}
    """Of a run that a fix is judged by: every tensor and ``.grad`` that a name of the module reaches, as it was in the end."""
    cells: tuple[EndedCell, ...] = ()
    """Those of code, in order."""
    cloned_bytes: int | None = None
    """Of a run inside ``allow_mutation_on_saved_tensors()``: bytes of all copies that it made."""


class Run(Trace):
    """Everything about one run of one snippet."""

    schema_version: Literal[1, 2] = 2
    """1: made before ``effects``, ``aliases``, calls and hooks were recorded; what such a film lacks is unknown, not absent."""
    id: str
    """Of the snippet: the same code always has the same id."""
    code: str
    engine: Engine
    stdout: str
    """First 64 KiB of what the snippet wrote to standard output."""
    elapsed_ms: FiniteFloat
    """From handing the code to the sandboxed process to its answer, in milliseconds."""
    diagnoses: tuple[Diagnosis, ...] = ()
    """The most important first, at most 50."""
    more_diagnoses: int = 0
    """How many further ones were found and left out."""
    fidelity: Literal["equal", "different", "unchecked"] = "unchecked"
