"""What a run is made of: tensors, backward nodes, what they saved, and what wrote into it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

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


Family = Literal[
    "logarithm",
    "root",
    "division",
    "power",
    "exponential",
    "product",
    "spread",
    "average",
    "normalized",
    "bounded",
    "given",
    "uninitialized",
    "custom",
    "other",
]
"""What kind of function made a NaN or an infinity. ``spread``: deviations and variances; ``normalized``: softmax; ``bounded``: defined, or
with a finite slope, only inside an interval, like ``acos``; ``given``: puts numbers into a tensor that the program says; ``custom``: a
Function of the program's own."""


Flat = Literal["relu", "saturation", "one_choice", "clamp", "rounding", "mask", "underflow"]
"""Why the backward of a function makes zeros of gradients. ``relu``: all that went in was negative or zero; ``saturation``: all of it lay
where the slope is zero in its dtype; ``one_choice``: a softmax of rows of one element; ``clamp``: all of it lay outside the limits;
``rounding``: a step function, flat everywhere; ``mask``: all of it was replaced, or multiplied by zeros; ``underflow``: the product is too
small for its dtype."""


Arithmetic = Literal[
    "zero_times_infinity",
    "infinity_minus_infinity",
    "infinity_over_infinity",
    "zero_over_zero",
    "division_by_zero",
    "log_of_zero",
    "root_of_zero",
    "overflow",
    "outside_domain",
    "infinite_slope",
    "std_of_one_element",
    "mean_of_nothing",
    "all_masked",
]
"""How a number stopped being finite, where the numbers that went in show it."""


class Element(Frozen):
    """One element of a tensor that was read."""

    what: Literal["input", "saved", "gradient"]
    """What read it: an op its input; a node what it had saved, or the gradient that flowed in."""
    tensor: TensorId | None = None
    """Of an input; a gradient has no id."""
    saved: SavedId | None = None
    index: tuple[int, ...]
    value: Scalar


class Origin(Frozen):
    """Where numbers stop being finite: an element of a result that is NaN or infinite, and what it was made of, which was not."""

    family: Family
    index: tuple[int, ...]
    """The position of the first such element in the result."""
    value: Scalar
    count: int
    """How many elements of that result are NaN or infinite."""
    from_infinite: bool = False
    """Whether a NaN was made of infinities that had been there."""
    arithmetic: Arithmetic | None = None
    """How it was made; null where the numbers that went in do not show it, and in films of earlier versions."""
    elements: tuple[Element, ...] = ()
    """The elements that went into it, as far as they can be told; at most 4."""


class Region(Frozen):
    """Bytes of a storage, half open."""

    start: int
    end: int


class Tensor(Frozen):
    """A tensor the program held, as it was when first seen."""

    id: Annotated[TensorId, OwnId()]
    names: tuple[str, ...] = ()
    """Every name the snippet ever bound to it, in order; attribute paths such as ``model.0.weight`` included."""
    called: tuple[tuple[EventIndex, str], ...] | None = None
    """What sentences call it, each name from an event on; empty: the first of ``names``, if any, from beginning to end. Null in films
    whose engine did not state it; reading such a film works it out."""
    shape: tuple[int, ...]
    dtype: str
    """Without the ``torch.`` prefix: ``float32``."""
    device: str
    requires_grad: bool
    is_leaf: bool
    storage: StorageId | None
    """Tensors that share memory share it; null where a tensor has none. Of a sparse tensor it is the
    one that its values share with another tensor, if any."""
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
    op: EventIndex | None = None
    """The op that made it: the first that returned it without having been given it; the call of a custom Function, not an op of its
    forward. Null for what was there before, or was made out of sight."""
    value: Value | None
    non_finite: bool | None = None
    """Whether any element is NaN or infinite. Null where ``value`` counts them and there are none; of a view, and of anything else that was
    not looked at, nothing is known from null."""


class Edge(Frozen):
    """One entry of ``next_functions``; its identity is (node, position), so parallel edges stay apart."""

    node: NodeId | None
    output_nr: int


class NeededFor(Frozen):
    """Why a tensor is kept: a gradient that reads it."""

    edge: Annotated[int, Field(ge=0)]
    """Position in ``next_functions`` of the node: where that gradient goes."""
    tensor: TensorId | None = None
    """The input that it is the gradient of; null where that was made out of sight."""
    goal: str
    """What to call that input: the program's name for it, or the op's own."""
    formula: str | None = None
    """Its key in the catalogue of formulas: ``MvBackward0.vec``; null where there is none: the gradient reads it, and how is not told."""
    text: str | None = None
    """That formula with the names: ``w2ᵀ·g``, where g is the gradient that comes in."""
    names: dict[str, str] = {}
    """What stands in it for each of the formula's own names."""
    summed: bool = False
    """Whether the op broadcast that input, so that its gradient is summed to its shape."""
    edges: Annotated[int, Field(ge=1)] = 1
    """How many edges of the node lead there: two for both factors of ``d * d``. What goes along them adds up."""
    together: tuple[str, ...] = ()
    """Where one formula computes several gradients at once, as that of a convolution: what all of them go to. Which of them reads the
    tensor is not told."""


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
    keeps_nothing: Literal["gradient", "numbers"] | None = None
    """Why no tensor has to be kept: what it passes on is computed from the gradient that comes in alone, or from that and numbers and
    shapes that it noted. Null where it keeps something, or where that is not known."""
    passes_on: tuple[NeededFor, ...] = ()
    """Of a node that keeps nothing: what goes along each of its edges, where there is a formula for it."""


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
    storage_bytes: int | None = None
    """Bytes of its whole storage as ``Event.kept`` counts them, where that is not ``bytes``: 0 for a Python number that the op made into a
    tensor, which is not counted."""
    needed_for: tuple[NeededFor, ...] = ()
    """The gradients that read it, by PyTorch's derivative formulas; empty where they are not known."""
    copied_by_edits: bool = False
    """Whether it was saved under ``torch.autograd.graph.allow_mutation_on_saved_tensors()``: what is about to overwrite it clones it first
    (``OpEvent.copied``), and no version check is made of it."""
    why: Literal["gradients", "inside", "author", "unknown"] | None = None
    """Why it is kept: ``needed_for`` says; the function inside a CopySlices keeps it; the author of a custom Function had it kept, and
    nobody else knows what for; or that is not known of this node in this version of PyTorch. Null in films that do not say it."""


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
    non_finite: bool | None = None
    """Whether any element was NaN or infinite then; see ``Tensor.non_finite``."""
    metadata_only: bool = False
    """It changed shape or strides and no element: ``t_()``. False in earlier films."""


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
