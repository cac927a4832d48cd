"""A traced run, as the JSON document that tracer, server and page agree on.

The models state, they do not compute: no method here decides anything, and nothing else of ours is imported. OpenAPI,
the TypeScript types (``static/src/schema.gen.ts``) and the reference page are generated from these files.

    Run ── events[] ──┬─ op ──▶ tensors t1, nodes n1, saved s1, writes
                      ├─ backward_start, node, unpack, accumulate, free, backward_end
                      └─ line, bind, call, return, hook, output, warning, raise

Ids carry a letter (``t`` tensor, ``n`` node, ``s`` saved tensor, ``m`` storage, ``c`` version counter, ``k`` call) and count from 1.
``line`` is the 1-based line of ``files[file]``, the snippet unless it says otherwise: the innermost line of the program's own on the
stack when the thing happened. ``event`` is an index into ``events``. Edges are entries of ``next_functions``; they point the way
gradients flow.
"""

from __future__ import annotations

from gradreel.trace.base import (
    CallId,
    CounterId,
    EventIndex,
    FileIndex,
    FiniteFloat,
    Frozen,
    IdOf,
    Line,
    NodeId,
    OwnId,
    Param,
    SavedId,
    Scalar,
    StorageId,
    TensorId,
)
from gradreel.trace.diagnosis import Diagnosis, DiagnosisKind, Edit, Fix
from gradreel.trace.events import (
    AccumulateEvent,
    BackwardEndEvent,
    BackwardStartEvent,
    BindEvent,
    CallEvent,
    Event,
    FreeEvent,
    HookEvent,
    LineEvent,
    NodeEvent,
    OpEvent,
    OutputEvent,
    RaiseEvent,
    ReturnEvent,
    UnpackEvent,
    WarningEvent,
)
from gradreel.trace.graph import Alias, Edge, Effects, Node, Region, Saved, State, Tensor, Value, Write
from gradreel.trace.run import (
    SCHEMA_VERSION,
    ControlRun,
    Engine,
    EnginePass,
    Failure,
    Gap,
    Gradient,
    NotedTensor,
    NotShown,
    Outcome,
    Recording,
    Run,
    RunRequest,
    SourceFile,
    StopKind,
    Trace,
    Truncated,
)

__all__ = [
    "SCHEMA_VERSION",
    "AccumulateEvent",
    "Alias",
    "BackwardEndEvent",
    "BackwardStartEvent",
    "BindEvent",
    "CallEvent",
    "CallId",
    "ControlRun",
    "CounterId",
    "Diagnosis",
    "DiagnosisKind",
    "Edge",
    "Edit",
    "Effects",
    "Engine",
    "EnginePass",
    "Event",
    "EventIndex",
    "Failure",
    "FileIndex",
    "FiniteFloat",
    "Fix",
    "FreeEvent",
    "Frozen",
    "Gap",
    "Gradient",
    "HookEvent",
    "IdOf",
    "Line",
    "LineEvent",
    "Node",
    "NodeEvent",
    "NodeId",
    "NotShown",
    "NotedTensor",
    "OpEvent",
    "Outcome",
    "OutputEvent",
    "OwnId",
    "Param",
    "RaiseEvent",
    "Recording",
    "Region",
    "ReturnEvent",
    "Run",
    "RunRequest",
    "Saved",
    "SavedId",
    "Scalar",
    "SourceFile",
    "State",
    "StopKind",
    "StorageId",
    "Tensor",
    "TensorId",
    "Trace",
    "Truncated",
    "UnpackEvent",
    "Value",
    "WarningEvent",
    "Write",
]
