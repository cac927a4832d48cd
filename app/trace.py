"""A traced run, as the JSON document that tracer, server and page agree on.

The models state, they do not compute: no method here decides anything, and nothing is imported from ``app``. OpenAPI,
the TypeScript types (``static/src/schema.gen.ts``) and the reference page are generated from this file.

    Run ── events[] ──┬─ op ──▶ tensors t1, nodes n1, saved s1, writes
                      ├─ backward_start, node, unpack, accumulate, free, backward_end
                      └─ line, bind, output, warning, raise

Ids carry a letter (``t`` tensor, ``n`` node, ``s`` saved tensor, ``m`` storage, ``c`` version counter) and count from 1. ``line`` is
the 1-based line of the snippet: the innermost snippet line on the stack when the thing happened. ``event`` is an index into
``events``. Edges are entries of ``next_functions``; they point the way gradients flow.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

SCHEMA_VERSION = 1

TensorId = Annotated[str, StringConstraints(pattern=r"^t[1-9][0-9]{0,8}$")]
NodeId = Annotated[str, StringConstraints(pattern=r"^n[1-9][0-9]{0,8}$")]
SavedId = Annotated[str, StringConstraints(pattern=r"^s[1-9][0-9]{0,8}$")]
StorageId = Annotated[str, StringConstraints(pattern=r"^m[1-9][0-9]{0,8}$")]
CounterId = Annotated[str, StringConstraints(pattern=r"^c[1-9][0-9]{0,8}$")]
EventIndex = Annotated[int, Field(ge=0)]
Line = Annotated[int, Field(ge=1)]
FiniteFloat = Annotated[float, Field(allow_inf_nan=False)]
Scalar = int | FiniteFloat | Literal["NaN", "Infinity", "-Infinity"]
Param = str | int | FiniteFloat | bool | None


class Frozen(BaseModel):
    """Base of every model: immutable, closed, documented from its docstrings."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        hide_input_in_errors=True,
        use_attribute_docstrings=True,
        json_schema_serialization_defaults_required=True,
    )


class RunRequest(Frozen):
    """The body of ``POST /api/runs``."""

    code: str
    """The Python snippet, at most 64 KiB of UTF-8."""


class Value(Frozen):
    """What a tensor held at one moment: a corner of its elements and a summary of all of them."""

    shape: tuple[int, ...]
    preview_shape: tuple[int, ...]
    """Extent of the leading corner that ``preview`` covers: every dimension at most that of ``shape``, 64 elements in all."""
    preview: tuple[Scalar, ...]
    """Elements of that corner, row-major. Booleans are 0 and 1; of complex numbers the real parts."""
    imaginary: tuple[Scalar, ...] | None = None
    """Imaginary parts of the same elements, for complex dtypes."""
    min: Scalar | None = None
    """Least finite element; null when empty, complex, or too large to reduce."""
    max: Scalar | None = None
    mean: Scalar | None = None
    nan: int = 0
    """Number of NaN elements."""
    inf: int = 0
    """Number of infinite elements, of either sign."""


class Region(Frozen):
    """Bytes of a storage, half open."""

    start: int
    end: int


class Tensor(Frozen):
    """A tensor the program held, as it was when first seen."""

    id: TensorId
    names: tuple[str, ...] = ()
    """Every name the snippet ever bound to it, in order; attribute paths such as ``model.0.weight`` included."""
    shape: tuple[int, ...]
    dtype: str
    """Without the ``torch.`` prefix: ``float32``."""
    device: str
    requires_grad: bool
    is_leaf: bool
    storage: StorageId | None
    """Tensors that share memory share it; null where a tensor has no storage of its own kind (sparse)."""
    counter: CounterId | None
    """Version counter; null for inference tensors, which have none."""
    version: int | None
    """The counter when first seen."""
    base: TensorId | None = None
    """The tensor it is a view of."""
    region: Region | None = None
    """Bytes of the storage that its elements span, when first seen."""
    alive: bool | None = None
    """Whether the program still held it when it ended; null where nobody looked."""
    line: Line | None
    event: EventIndex
    """The event that made it or first met it."""
    value: Value | None


class Edge(Frozen):
    """One entry of ``next_functions``; its identity is (node, position), so parallel edges stay apart."""

    node: NodeId | None
    output_nr: int


class Node(Frozen):
    """A backward node (``grad_fn``)."""

    id: NodeId
    name: str
    """``MulBackward0``."""
    kind: Literal["function", "accumulate_grad", "custom"]
    next_functions: tuple[Edge, ...]
    line: Line | None
    event: EventIndex
    variable: TensorId | None = None
    """The leaf whose ``.grad`` an AccumulateGrad fills."""
    op: EventIndex | None = None
    """The op event that made it."""
    module: str | None = None
    """Path of the ``nn.Module`` whose forward made it, such as ``encoder.layers.0``."""
    metadata: dict[str, Param] = {}
    """Saved attributes that are not tensors: exponents, dims, sizes (as text)."""


class Saved(Frozen):
    """A tensor that a node saved for backward."""

    id: SavedId
    node: NodeId | None
    """Null where the node that saved it cannot be told."""
    attribute: str
    """``self``, ``other``, ``result``; ``saved_tensors[0]`` for a custom Function."""
    tensor: TensorId
    saved_version: int
    event: EventIndex
    line: Line | None


class Write(Frozen):
    """An event wrote into a tensor's memory or moved its counter."""

    tensor: TensorId
    counter: CounterId | None
    version_before: int | None
    version_after: int | None
    via: Literal["in_place", "data", "foreign"]
    """``in_place`` moved the tensor's counter; ``data`` wrote through ``.data``; ``foreign`` through numpy, a raw storage, dlpack."""
    region: Region | None
    op: str | None = None
    """The operator that wrote, where it is not the op itself: ``aten::renorm_`` inside ``embedding``."""
    value: Value | None = None
    """What the tensor held afterwards."""


class State(Frozen):
    """What an event changed about a tensor besides its data. All fields hold as of this event."""

    tensor: TensorId
    grad_fn: NodeId | None
    output_nr: int
    requires_grad: bool
    is_leaf: bool
    retains_grad: bool = False
    shape: tuple[int, ...]
    storage: StorageId | None
    counter: CounterId | None


class _Event(Frozen):
    index: EventIndex
    line: Line | None


class LineEvent(_Event):
    """Execution reached a line of the snippet."""

    kind: Literal["line"] = "line"
    function: str
    """``<module>`` at the top level."""
    depth: int
    """Number of snippet frames below this one on the stack."""


class OpEvent(_Event):
    """One call of a PyTorch operation."""

    kind: Literal["op"] = "op"
    name: str
    """What the user called: ``matmul``, ``add_``, ``__setitem__``, or ``MyFunction.apply``."""
    inputs: tuple[TensorId, ...]
    outputs: tuple[TensorId, ...]
    nodes: tuple[NodeId, ...] = ()
    """Nodes that it added to the graph."""
    saves: tuple[SavedId, ...] = ()
    writes: tuple[Write, ...] = ()
    stale: tuple[SavedId, ...] = ()
    """Saved tensors that this event has just made stale: the frame at which the version check is known to fail."""
    states: tuple[State, ...] = ()
    """Tensors whose grad_fn, flags, shape or storage this event set: its outputs, and for an edit also base and views."""
    function: str = "<module>"
    """The snippet's function that was running."""
    module: str | None = None
    """Path of the ``nn.Module`` whose forward was running."""
    within: tuple[str, ...] = ()
    """Library calls that enclosed this one, outermost first: ``multi_head_attention_forward``."""
    iteration: int = 1
    """How many times this line had begun in this call of its function, from 1."""


class BindEvent(_Event):
    """A name of the snippet now refers to a tensor."""

    kind: Literal["bind"] = "bind"
    name: str
    tensor: TensorId


class OutputEvent(_Event):
    """The snippet printed."""

    kind: Literal["output"] = "output"
    stream: Literal["stdout", "stderr"]
    text: str


class WarningEvent(_Event):
    """A Python warning was shown."""

    kind: Literal["warning"] = "warning"
    category: str
    text: str
    tensor: TensorId | None = None
    """The tensor it is about: the one whose ``.grad`` was read."""


class BackwardStartEvent(_Event):
    """The engine was asked for gradients."""

    kind: Literal["backward_start"] = "backward_start"
    roots: tuple[TensorId, ...]
    call: str
    """``backward`` or ``grad``."""
    retain_graph: bool
    create_graph: bool


class NodeEvent(_Event):
    """A backward node ran. ``grad_inputs`` is empty when it raised instead."""

    kind: Literal["node"] = "node"
    node: NodeId
    grad_outputs: tuple[Value | None, ...]
    """Gradients with respect to the outputs of the forward op: what flows in."""
    grad_inputs: tuple[Value | None, ...]
    """Gradients with respect to its inputs, one per entry of ``next_functions``: what flows out."""


class UnpackEvent(_Event):
    """A node asked for a tensor that it had saved; the version check happened here."""

    kind: Literal["unpack"] = "unpack"
    saved: SavedId
    saved_version: int
    current_version: int
    ok: bool


class AccumulateEvent(_Event):
    """A gradient was stored in, or added to, ``.grad``."""

    kind: Literal["accumulate"] = "accumulate"
    tensor: TensorId
    grad: Value | None
    stale: tuple[SavedId, ...] = ()
    """Saved tensors that this addition has just made stale: ``.grad`` itself had been saved."""


class FreeEvent(_Event):
    """Nodes gave up their saved tensors."""

    kind: Literal["free"] = "free"
    nodes: tuple[NodeId, ...]


class BackwardEndEvent(_Event):
    """The engine came back."""

    kind: Literal["backward_end"] = "backward_end"


class RaiseEvent(_Event):
    """An exception left the snippet, or was raised inside it by PyTorch."""

    kind: Literal["raise"] = "raise"
    exception_type: str
    message: str
    node: NodeId | None = None
    saved: SavedId | None = None
    op: str | None = None
    """The PyTorch call that raised: ``add_``, ``__setitem__``, ``backward``."""
    inputs: tuple[TensorId, ...] = ()
    """Its tensor arguments, in order."""


Event = Annotated[
    LineEvent
    | OpEvent
    | BindEvent
    | OutputEvent
    | WarningEvent
    | BackwardStartEvent
    | NodeEvent
    | UnpackEvent
    | AccumulateEvent
    | FreeEvent
    | BackwardEndEvent
    | RaiseEvent,
    Field(discriminator="kind"),
]

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
    event: EventIndex | None = None
    hint: str | None = None
    """English sentence on what the sandbox has to do with it, or what to do now."""
    hint_kind: str | None = None
    """Catalogue key of that hint: ``network``, ``subprocess``, ``compile`` …"""
    params: dict[str, Param] = {}
    """Values for wording ``kind`` in another language: the limit and what was used."""


class Outcome(Frozen):
    """How the run ended."""

    status: Literal["completed", "raised", "stopped"]
    failure: Failure | None = None


class Truncated(Frozen):
    """The film stops before the program did: from ``event`` on nothing was recorded."""

    kind: Literal["events", "bytes", "time", "fault"]
    """``fault``: the tracer itself failed, and left the program alone from there on."""
    limit: int
    event: EventIndex


class Gradient(Frozen):
    """A leaf's ``.grad`` (or a retained one) when the program ended."""

    tensor: TensorId
    name: str | None
    value: Value | None
    expected: Value | None = None
    """What it would have been had no saved tensor been overwritten; null where that was not computed."""
    differs: bool = False


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


class Engine(Frozen):
    """The versions that made this run; a stored run is keyed by them."""

    gradreel: str
    torch: str
    python: str


class Recording(Frozen):
    """The sandboxed child's answer: what the tracer saw. Hostile until validated."""

    torch: str
    python: str
    outcome: Outcome
    events: tuple[Event, ...] = ()
    tensors: tuple[Tensor, ...] = ()
    nodes: tuple[Node, ...] = ()
    saved: tuple[Saved, ...] = ()
    gradients: tuple[Gradient, ...] = ()
    truncated: Truncated | None = None
    residue: dict[str, str] = {}
    """Digest of every tensor, and every ``.grad``, that a name of the snippet reaches at the end: for comparing two runs of it."""


class Twin(Frozen):
    """The answer of a child that ran the same snippet untraced: for comparing, never shown. Hostile until validated."""

    outcome: Outcome
    residue: dict[str, str] = {}
    gradients: dict[str, Value] = {}
    """Where saved tensors were kept unharmed: the value of each ``.grad``, by the name that reaches its tensor."""


class Run(Frozen):
    """Everything about one run of one snippet."""

    schema_version: Literal[1] = 1
    id: str
    """Of the snippet: the same code always has the same id."""
    code: str
    engine: Engine
    outcome: Outcome
    stdout: str
    """First 64 KiB of what the snippet wrote to standard output."""
    elapsed_ms: FiniteFloat
    """From handing the code to the sandboxed process to its answer, in milliseconds."""
    events: tuple[Event, ...] = ()
    tensors: tuple[Tensor, ...] = ()
    nodes: tuple[Node, ...] = ()
    saved: tuple[Saved, ...] = ()
    diagnoses: tuple[Diagnosis, ...] = ()
    gradients: tuple[Gradient, ...] = ()
    truncated: Truncated | None = None
    fidelity: Literal["equal", "different", "unchecked"] = "unchecked"
