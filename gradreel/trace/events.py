"""What happened, in order of life: one model for each kind of event."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from gradreel.trace.base import CallId, CounterId, EventIndex, FileIndex, Frozen, Line, NodeId, OwnId, Round, SavedId, TensorId
from gradreel.trace.graph import Alias, Effects, Flat, Origin, State, Value, Write


class _Event(Frozen):
    index: EventIndex
    line: Line | None
    file: FileIndex = 0
    """Index into ``files`` that ``line`` belongs to."""
    kept: Annotated[int, Field(ge=0)] | None = None
    """Bytes of the distinct storages that live graphs keep for backward after this event, where that has changed since the event before;
    null where it has not. What the program's own saved-tensor hooks keep is not counted. Null in earlier films."""
    dropped: tuple[NodeId, ...] = ()
    """Nodes that still kept something and have died, with their graph, since the event before."""


class LineEvent(_Event):
    """Execution reached a line of the snippet."""

    kind: Literal["line"] = "line"
    function: str
    """``<module>`` at the top level."""
    depth: int
    """Number of snippet frames below this one on the stack."""
    call: CallId | None = None
    """The call that it belongs to; null at the top level and in films of schema version 1."""
    rounds: tuple[Round, ...] = ()
    """Of each loop around its line, in its function, the round that is running, outermost first; a header belongs to its own loop."""


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
    effects: Effects = Effects()
    aliases: tuple[Alias, ...] = ()
    """Other live tensors of the written storages whose values changed, with the values after the write."""
    stale: tuple[SavedId, ...] = ()
    """Saved tensors that this event has just made stale: the frame at which the version check is known to fail."""
    copied: tuple[SavedId, ...] = ()
    """Saved tensors that were cloned just before this event overwrote them: their nodes hold the clone from here on."""
    states: tuple[State, ...] = ()
    """Tensors whose grad_fn, flags, shape or storage this event set: its outputs, and for an edit also base and views."""
    function: str = "<module>"
    """The snippet's function that was running."""
    module: str | None = None
    """Path of the ``nn.Module`` whose forward was running."""
    within: tuple[str, ...] = ()
    """Library calls that enclosed this one, outermost first: ``multi_head_attention_forward``."""
    code: str | None = None
    """The call that wrote, where its line holds other calls or statements besides; null where the line says it, and in earlier films."""
    iteration: int = 1
    """How many times this line had begun in this call of its function, from 1."""
    origin: Origin | None = None
    """Where its results are not finite although what it read is."""
    call: CallId | None = None
    """The innermost call that it happened in; null at the top level and in films of schema version 1."""
    rounds: tuple[Round, ...] = ()
    """Of each loop around its line, in its function, the round that is running, outermost first; a header belongs to its own loop."""


class BindEvent(_Event):
    """A name of the snippet now refers to a tensor."""

    kind: Literal["bind"] = "bind"
    name: str
    tensor: TensorId
    call: CallId | None = None
    """The call whose scope the name belongs to; null for names of the module and in films of schema version 1."""
    fixed: bool = False
    """Whether a tuple holds the tensor, so that no other can be assigned to this name: ``args[0]`` of a hook."""


class CallEvent(_Event):
    """A function, module or library function was called; ``line`` is where. Events inside it name it as their ``call``."""

    kind: Literal["call"] = "call"
    call: Annotated[CallId, OwnId()]
    parent: CallId | None = None
    """The call that it happened in; null at the top level."""
    what: Literal["function", "module", "library"]
    """``function``: of the program itself; ``module``: the forward of an ``nn.Module``; ``library``: anything else, such as
    ``opt.step()``. Library calls are recorded when something recorded happens inside them."""
    name: str
    """Qualified name of the function, or class of the module."""
    module: str | None = None
    """Path of the ``nn.Module`` whose forward it is."""
    rounds: tuple[Round, ...] = ()
    """Of each loop around its line, in its function, the round that is running, outermost first; a header belongs to its own loop."""


class ReturnEvent(_Event):
    """A call ended, by returning or by an exception."""

    kind: Literal["return"] = "return"
    call: CallId


class HookEvent(_Event):
    """A hook of the program's own was run by the engine."""

    kind: Literal["hook"] = "hook"
    what: Literal["tensor", "node", "post_accumulate"]
    tensor: TensorId | None = None
    """The tensor it was registered on."""
    node: NodeId | None = None
    """The node it was registered on, or the grad_fn of that tensor."""
    given: Value | None = None
    """The gradient that it was called with."""
    returned: Value | None = None
    """The gradient that it put in its place; null where it returned none."""


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
    inputs: tuple[TensorId, ...] = ()
    """What gradients were asked for, of ``grad`` and ``backward(inputs=…)``; empty where of every leaf."""
    kept_by_graph_alone: Annotated[int, Field(ge=0)] | None = None
    """What graphs keep, without the storages in which a leaf that requires grad lies, or a tensor that the program still refers to: freeing
    the graph would not free those. Null in earlier films."""


class NodeEvent(_Event):
    """A backward node ran. ``grad_inputs`` is empty when it raised instead."""

    kind: Literal["node"] = "node"
    node: NodeId
    grad_outputs: tuple[Value | None, ...]
    """Gradients with respect to the outputs of the forward op: what flows in."""
    grad_inputs: tuple[Value | None, ...]
    """Gradients with respect to its inputs, one per entry of ``next_functions``: what flows out."""
    outputs_non_finite: tuple[bool | None, ...] = ()
    """Of each of ``grad_outputs`` whether any element is NaN or infinite; see ``Tensor.non_finite``. Empty where all are null."""
    inputs_non_finite: tuple[bool | None, ...] = ()
    """The same of ``grad_inputs``."""
    origin: Origin | None = None
    """Where what flows out is not finite although what flows in, and what it had saved, is."""
    flat: Flat | None = None
    """Why a gradient that flows out is zero everywhere although one that flows in is not; null where none is, or where nobody knows."""


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
    non_finite: bool | None = None
    """Whether any element of ``.grad`` is NaN or infinite; see ``Tensor.non_finite``."""
    added: bool | None = None
    """Whether it was added to a gradient that was there already; false for the first one, null in films of schema version 1."""
    counter: CounterId | None = None
    """The version counter of ``.grad`` afterwards, and where it stands: an addition in place moves it. Null in earlier films."""
    version: int | None = None
    aliases: tuple[Alias, ...] = ()
    """Other live tensors whose memory the addition changed."""
    stale: tuple[SavedId, ...] = ()
    """Saved tensors that this addition has just made stale: ``.grad`` itself had been saved."""


class FreeEvent(_Event):
    """Nodes gave up their saved tensors."""

    kind: Literal["free"] = "free"
    nodes: tuple[NodeId, ...]


class GradResult(Frozen):
    """A gradient that ``autograd.grad`` gave back as a tensor."""

    tensor: TensorId
    of: TensorId
    """The tensor with respect to which it is the gradient."""
    node: NodeId | None = None
    """The node at which it arrived: the ``grad_fn`` of that tensor, or the AccumulateGrad of a leaf."""


class BackwardEndEvent(_Event):
    """The engine came back."""

    kind: Literal["backward_end"] = "backward_end"
    results: tuple[GradResult, ...] = ()
    """What ``autograd.grad`` gave back; empty for ``backward``, and in films of schema version 1."""
    kept_by_graph_alone: Annotated[int, Field(ge=0)] | None = None
    """What graphs keep, without the storages in which a leaf that requires grad lies, or a tensor that the program still refers to: freeing
    the graph would not free those. Null in earlier films."""


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
    | CallEvent
    | ReturnEvent
    | HookEvent
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
