"""What a run is made of: tensors, backward nodes, what they saved, and what wrote into it."""

from __future__ import annotations

from typing import Annotated, Literal

from gradreel.trace.base import (
    CounterId,
    EventIndex,
    FileIndex,
    Frozen,
    Line,
    NodeId,
    OwnId,
    Param,
    SavedId,
    Scalar,
    StorageId,
    TensorId,
)


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

    id: Annotated[TensorId, OwnId()]
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
    file: FileIndex = 0
    """Index into ``files`` that ``line`` belongs to."""
    event: EventIndex
    """The event that made it or first met it."""
    value: Value | None


class Edge(Frozen):
    """One entry of ``next_functions``; its identity is (node, position), so parallel edges stay apart."""

    node: NodeId | None
    output_nr: int


class Node(Frozen):
    """A backward node (``grad_fn``)."""

    id: Annotated[NodeId, OwnId()]
    name: str
    """``MulBackward0``."""
    kind: Literal["function", "accumulate_grad", "custom"]
    next_functions: tuple[Edge, ...]
    line: Line | None
    file: FileIndex = 0
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

    id: Annotated[SavedId, OwnId()]
    node: NodeId | None
    """Null where the node that saved it cannot be told."""
    attribute: str
    """``self``, ``other``, ``result``; ``saved_tensors[0]`` for a custom Function."""
    tensor: TensorId
    saved_version: int
    event: EventIndex
    line: Line | None
    file: FileIndex = 0
    bytes: int | None = None
    """Bytes of the storage that this save keeps for backward; 0 where a leaf that requires grad, or something that a node saved before and
    still keeps, lies in the same storage. Null for a tensor without a storage of its own kind, and in films of schema version 1."""


class Write(Frozen):
    """An event wrote into a tensor's memory or moved its counter."""

    tensor: TensorId
    counter: CounterId | None
    version_before: int | None
    version_after: int | None
    via: Literal["in_place", "data", "foreign"]
    """``in_place`` moved the tensor's counter; ``data`` wrote through ``.data``, or the program set the counter back;
    ``foreign`` through numpy, a raw storage, dlpack."""
    region: Region | None
    op: str | None = None
    """The operator that wrote, where it is not the op itself: ``aten::native_batch_norm`` inside ``batch_norm``."""
    value: Value | None = None
    """What the tensor held afterwards."""


class Effects(Frozen):
    """What an op does with the tensors it is given, from the tracer's table of op semantics. Tensors are among its inputs and outputs."""

    reads: tuple[TensorId, ...] | None = None
    """Inputs whose elements it reads; null: all of them."""
    fills: tuple[TensorId, ...] = ()
    """Tensors whose contents it replaces without reading them."""
    views: tuple[tuple[TensorId, TensorId], ...] = ()
    """Pairs (base, view): the output shows memory of the input."""
    same_elements: tuple[tuple[TensorId, TensorId], ...] = ()
    """Pairs (tensor, other): the other has the same elements of the same memory in the same order, as ``detach()`` and ``.data`` give."""
    hands_out: tuple[TensorId, ...] = ()
    """Tensors whose memory it lends to something that moves no version counter: numpy, dlpack, a raw storage."""
    cuts: tuple[TensorId, ...] = ()
    """Inputs on which the results depend without a path for gradients: ``detach()``, ``.item()``, ops under ``no_grad``. Of a custom
    Function whose results require no grad also what its forward used without being given it, such as the weights of a checkpointed
    block."""
    cut_by: Literal["detach", "data", "item", "tensor", "integer", "no_grad", "non_differentiable", "function"] | None = None
    """What cut them: ``detach()`` or ``detach_()``; ``.data``; values taken out as Python numbers or an array; a tensor built anew from
    values; a result of integers or booleans; a mode that records no graph; an op without a derivative; the forward of a custom Function,
    which was not given them. Null where ``cuts`` is empty."""
    out_of_place: str | None = None
    """For an op that edits in place: the op that gives the same result in a new tensor, as code calls it: ``mul`` for ``mul_``."""


class Alias(Frozen):
    """A live tensor whose memory an event wrote to through another tensor, with what it held afterwards."""

    tensor: TensorId
    value: Value | None
    """Null beyond the 16 that are recorded with values, and where values are not recorded."""


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
