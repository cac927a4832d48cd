"""What happened, in order of life: one model for each kind of event."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from gradreel.trace.base import EventIndex, Frozen, Line, NodeId, SavedId, TensorId
from gradreel.trace.graph import State, Value, Write


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
