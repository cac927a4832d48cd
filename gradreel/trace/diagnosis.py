"""What went, or will go, wrong: with the lines that explain it, and the ways out."""

from __future__ import annotations

from typing import Literal

from gradreel.trace.base import EventIndex, FileIndex, Frozen, Line, NodeId, Param, SavedId, TensorId


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


DiagnosisKind = Literal[
    "version_mismatch",
    "silent_overwrite",
    "leaf_in_place",
    "multi_view_in_place",
    "inference_tensor_saved",
    "graph_freed",
    "no_grad_path",
    "cut_gradient",
    "non_leaf_grad",
    "shared_storage_edit",
    "device_unavailable",
    "non_scalar_root",
    "view_in_place",
    "inference_edit",
    "custom_gradients",
    "out_argument",
    "non_leaf_optimized",
    "non_leaf_flag",
    "non_leaf_copied",
    "integer_requires_grad",
    "numpy_requires_grad",
    "leaf_root",
    "shared_weights",
    "workers_unavailable",
]


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
    node: NodeId | None = None
    saved: SavedId | None = None
    others: tuple[SavedId, ...] = ()
    """Further saved tensors that the same edit made stale."""
    tensor: TensorId | None = None
    name: str | None = None
    saved_version: int | None = None
    current_version: int | None = None
    params: dict[str, Param] = {}
    message: str
    fixes: tuple[Fix, ...] = ()
