"""What went, or will go, wrong: with the lines that explain it, and the ways out."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import StringConstraints

from gradreel.trace.base import CellIndex, EventIndex, FileIndex, Frozen, Line, NodeId, Param, SavedId, TensorId
from gradreel.trace.graph import Value


class Edit(Frozen):
    """A piece of a file that a fix replaces."""

    file: FileIndex = 0
    start: int
    """Offset of its first character in the file's text."""
    end: int
    """Offset after its last character."""
    text: str
    """What stands there instead."""


class Fix(Frozen):
    """One way out, worded by ``kind`` and ``params``."""

    key: str = ""
    """Names it within the run: the same fix of the same code has the same key. Empty in films of schema version 1."""
    kind: str
    message: str
    params: dict[str, Param] = {}
    code: str | None = None
    """The whole main file with the fix applied, where that could be done mechanically."""
    edits: tuple[Edit, ...] = ()
    """The same as edits, in the order of the text; empty where there is no ``code``."""


DiagnosisKind = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,63}$")]
"""The name of a file in ``gradreel.diagnose.kinds``. Kinds may be added: a reader shows one that it does not know by its message."""

EvidenceId = Annotated[str, StringConstraints(pattern=r"^(?:[tns][1-9][0-9]{0,8}|e[0-9]{1,9})$")]
"""``t3`` a tensor, ``n5`` a node, ``s2`` a saved tensor, ``e12`` the op of event 12 and what it edits."""


Cause = Literal[
    "zero_times_infinity",
    "root_of_zero",
    "log_of_zero",
    "division_by_zero",
    "zero_over_zero",
    "overflow",
    "outside_domain",
    "std_of_one_element",
    "mean_of_nothing",
    "all_masked",
    "infinity_minus_infinity",
    "infinity_over_infinity",
    "infinite_slope",
    "input_data",
    "uninitialized",
    "given_gradient",
    "custom_function",
    "sum_of_gradients",
    "other",
    "from_infinity",
    "not_shown",
    "dead_relu",
    "saturated",
    "one_choice",
    "clamped",
    "rounded",
    "masked",
    "underflow",
]
"""Why a number was not finite where it was made, or, from ``dead_relu`` on, why a gradient was made zero. ``zero_times_infinity``: the
slope of an element that was not chosen is infinite, as behind ``where``; ``given_gradient``: the program, or a hook of it, put it there;
``sum_of_gradients``: finite ones that arrive at one place. Not known why: ``other`` made it of finite numbers, ``from_infinity`` a NaN of
infinities; of ``not_shown`` the film does not tell what was read."""


class UncheckedGradient(Frozen):
    """A gradient of a pass in which a version check failed, as it would have been without the check."""

    tensor: TensorId | None
    """The leaf, or what ``autograd.grad`` was asked about; null where the film does not tell."""
    name: str | None
    """What the program calls that."""
    value: Value
    """Computed from what the saved tensors held by then."""
    expected: Value
    """Computed from what they held when they were saved: the right one."""
    differs: bool
    """Whether the two differ by more than rounding."""


class Diagnosis(Frozen):
    """What went, or will go, wrong: with the lines that explain it."""

    kind: DiagnosisKind
    severity: Literal["error", "warning", "note"]
    raised: bool
    event: EventIndex | None
    """The frame to look at: the edit, or the raise where there is no edit."""
    edit_event: EventIndex | None = None
    """The event that edited."""
    raise_event: EventIndex | None = None
    """The event that raised."""
    cell: CellIndex | None = None
    """The cell that raised, else the one with the edit or the event; null for a program without cells."""
    line: Line | None
    file: FileIndex = 0
    saved_line: Line | None = None
    saved_file: FileIndex = 0
    edit_line: Line | None = None
    edit_file: FileIndex = 0
    raise_line: Line | None = None
    raise_file: FileIndex = 0
    cut_line: Line | None = None
    cut_file: FileIndex = 0
    birth_line: Line | None = None
    """Where a NaN, an infinity or a zero was made that spoils a gradient."""
    birth_file: FileIndex = 0
    birth_event: EventIndex | None = None
    noticed_line: Line | None = None
    """Where that is first seen in a gradient, the loss or a parameter."""
    noticed_file: FileIndex = 0
    noticed_event: EventIndex | None = None
    phase: Literal["forward", "backward"] | None = None
    """Whether an op made it, or the backward of its node."""
    cause: Cause | None = None
    node: NodeId | None = None
    saved: SavedId | None = None
    others: tuple[SavedId, ...] = ()
    """Further saved tensors that the same edit made stale."""
    evidence: tuple[EvidenceId, ...] = ()
    """What explains it, the most important first; a picture shows as much of it as there is room for."""
    tensor: TensorId | None = None
    name: str | None = None
    names: tuple[str, ...] = ()
    """The leaves that it concerns, by the program's names."""
    saved_version: int | None = None
    current_version: int | None = None
    params: dict[str, Param] = {}
    message: str
    fixes: tuple[Fix, ...] = ()
    unchecked_pending: bool = False
    """Whether what the check prevented, below, can be found out by further runs of the program: of the service, ``POST /api/diagnoses``."""
    unchecked_gradients: tuple[UncheckedGradient, ...] = ()
    """Of a version check that failed: the gradients of that pass, had there been no check, those that differ first, at most 16. Where none
    differs, all gradients of the pass would have been right. Empty where nothing is claimed."""
    unchecked: dict[str, Param] = {}
    """What a sentence says of them: ``case`` (``right``, ``wrong``, ``other``), ``name``, the ``place`` in it,
    what it would have been ``unchecked`` and what was ``meant``; empty where nothing is claimed."""
