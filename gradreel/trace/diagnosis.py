"""What went, or will go, wrong: with the lines that explain it, and the ways out."""

from __future__ import annotations

from typing import Literal

from gradreel.trace.base import EventIndex, Frozen, Line, NodeId, Param, SavedId, TensorId


class Fix(Frozen):
    """One way out, worded by ``kind`` and ``params``."""

    kind: str
    message: str
    params: dict[str, Param] = {}
    code: str | None = None
    """The whole snippet with the fix applied, where that could be done mechanically."""


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
]


class Diagnosis(Frozen):
    """What went, or will go, wrong: with the lines that explain it."""

    kind: DiagnosisKind
    severity: Literal["error", "warning", "note"]
    raised: bool
    event: EventIndex | None
    """The frame to look at: the edit, or the raise where there is no edit."""
    line: Line | None
    saved_line: Line | None = None
    edit_line: Line | None = None
    raise_line: Line | None = None
    cut_line: Line | None = None
    node: NodeId | None = None
    saved: SavedId | None = None
    tensor: TensorId | None = None
    name: str | None = None
    saved_version: int | None = None
    current_version: int | None = None
    params: dict[str, Param] = {}
    message: str
    fixes: tuple[Fix, ...] = ()
