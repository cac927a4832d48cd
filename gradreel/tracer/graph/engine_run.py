"""Turns one run of the autograd engine into events.

One hook, the same for all, is put on every node that can be reached: it comes when a node has run, while its saved tensors are still
there. Of a node that raises instead no hook comes: then the engine's own plan, asked for once, says which was next.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from sys import gettrace, settrace
from typing import Any

import torch
import torch.utils.checkpoint
from torch import _C, Tensor
from torch.autograd.graph import Node

from gradreel.tracer.graph.copy_slices import DETACHED, CopySlicesSaves
from gradreel.tracer.graph.node_hooks import NodeHooks
from gradreel.tracer.graph.nodes import ACCUMULATE, Mark, Nodes
from gradreel.tracer.graph.op_events import Ops
from gradreel.tracer.graph.saved import STALE, Entry, Saves, saved_tensors
from gradreel.tracer.journal import Journal
from gradreel.tracer.limits import TracerLimits
from gradreel.tracer.program.raises import Raises
from gradreel.tracer.program.stepping import Stepping
from gradreel.tracer.safety.guard import guarded
from gradreel.tracer.tensors.aliases import Aliases
from gradreel.tracer.tensors.external_writes import ExternalWrites
from gradreel.tracer.tensors.identity import Tensors, version_of, weak_reference
from gradreel.tracer.tensors.kinds import flatten, is_tensor
from gradreel.tracer.tensors.values import SMALL, Values

_internals: Any = _C  # whose stubs do not know all of it
_running_node = _internals._current_autograd_node
_SavedTensor: Any = _internals._autograd.SavedTensor
CHECKPOINT = "checkpoint"
"""The attribute of what no attribute of a node keeps, but ``checkpoint`` for the part of the graph that the node is in."""
_AccumulateGrad: Any = _internals._functions.AccumulateGrad


@dataclass(frozen=True)
class Parts:
    """What a run of the engine is recorded with."""

    journal: Journal
    limits: TracerLimits
    stepping: Stepping
    tensors: Tensors
    nodes: Nodes
    saves: Saves
    values: Values
    ops: Ops
    raises: Raises
    hidden: CopySlicesSaves
    aliases: Aliases
    external_writes: ExternalWrites
    on_failure: Callable[[Exception], None] | None = None
    """Called with what a run of the engine raised, when that has been recorded."""


class EngineRun:
    """One run of the engine."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._journal = parts.journal
        self._nodes = parts.nodes
        self._saves = parts.saves
        self._values = parts.values
        self._line: int | None = None
        self._hooks = NodeHooks(self._node_has_run)
        self._handles: list[Any] = []
        self._keep = False
        self._create = False
        self._raised_before = 0
        self._done: dict[str, None] = {}
        self._freed: list[str] = []
        self._plan: list[Node] = []
        self._grads: dict[int, int] = {}
        """Address of a leaf → that of the ``.grad`` it had when the run began, where it had one."""
        self._asked: list[tuple[str, str | None] | None] = []
        """Of each tensor that gradients are asked for by ``grad``: its id and that of the node at which they arrive."""
        self._seen: dict[int, Any] = {}
        """Address of a gradient → its version, its Value, and what keeps the address from being used again."""

    def begin(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Record the start and put the hook on every node that may run."""
        guarded(self._journal, self._begin, args, kwargs)

    def _begin(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self._line = self._parts.stepping.line()
        self._raised_before = self._parts.raises.count
        named = dict(zip(("tensors", "grad_tensors", "keep_graph", "create_graph", "inputs"), args, strict=False)) | kwargs
        self._keep = bool(named.get("keep_graph"))
        self._create = bool(named.get("create_graph"))
        roots: list[Tensor] = []
        flatten(named.get("tensors", ()), roots)
        first = [node for root in roots if root.requires_grad and (node := _node_of(root)) is not None]
        first += [edge[0] for edge in named.get("tensors", ()) if isinstance(edge, tuple)]
        ids = [self._parts.tensors.meet(root, self._line).id for root in roots]
        for node, mark in self._nodes.discover(first, self._line, None, None):
            self._saves.look(node, mark, self._line, roots, doubtful=True)
        wanted: list[Tensor] = []
        flatten(named.get("inputs", ()), wanted)
        more = {"inputs": [self._parts.tensors.meet(tensor, self._line).id for tensor in wanted]} if wanted else {}
        if not named.get("accumulate_grad"):
            self._asked = [self._asked_for(each) for each in named.get("inputs") or ()]
        self._journal.add(
            "backward_start",
            self._line,
            roots=ids,
            call="backward" if named.get("accumulate_grad") else "grad",
            retain_graph=self._keep,
            create_graph=self._create,
            **more,
        )
        for node in first:
            self._handles.append(node.register_prehook(self._ask_for_plan))
        self._hook(first)

    def _asked_for(self, what: Any) -> tuple[str, str | None] | None:
        """Return the ids of a tensor and of its node; None for an edge of the graph, of which there is no tensor."""
        if not is_tensor(what):
            return None
        node = _node_of(what) if what.requires_grad else None
        return self._parts.tensors.meet(what, self._line).id, self._nodes.get(node) if node is not None else None

    def _hook(self, stack: list[Any]) -> None:
        seen: set[Any] = {None}
        with self._hooks.adding() as add:
            while stack:
                node = stack.pop()
                if node not in seen:
                    seen.add(node)
                    add(node)
                    if type(node) is _AccumulateGrad:
                        self._note_gradient(node.variable)
                    for following, _ in node.next_functions:
                        if following not in seen:
                            stack.append(following)

    def _note_gradient(self, leaf: Tensor) -> None:
        if (grad := leaf.grad) is not None:
            self._grads[leaf._cdata] = grad._cdata

    def _ask_for_plan(self, _grads: Any) -> None:
        if not self._plan:
            try:
                self._plan = _internals._current_graph_task_execution_order()
            except RuntimeError:
                return

    def _node_has_run(self, grad_inputs: tuple[Any, ...], grad_outputs: tuple[Any, ...]) -> None:
        trace = gettrace()
        settrace(None)
        try:
            if self._journal.open:
                guarded(self._journal, self._record_node, _running_node(), grad_inputs, grad_outputs)
        finally:
            settrace(trace)

    def _record_node(self, node: Node, grad_inputs: tuple[Any, ...], grad_outputs: tuple[Any, ...]) -> None:
        mark = self._nodes.mark_of(node)
        if mark is None:
            return
        identity = mark.id
        kept = self._saves.has(identity)
        if kept:
            self._unpacked(node, mark)
        if self._create:
            self._discover(grad_inputs)
        event: dict[str, Any] = {"kind": "node", "index": None, "line": self._line, "node": identity}
        if self._values.shown:
            value = self._value
            event["grad_outputs"] = [None if grad is None else value(grad) for grad in grad_outputs]
            event["grad_inputs"] = [None if grad is None else value(grad) for grad in grad_inputs]
        else:
            event["grad_outputs"], event["grad_inputs"] = [None] * len(grad_outputs), [None] * len(grad_inputs)
        self._journal.put(event)
        if mark.shape.kind == ACCUMULATE:
            self._accumulated(node)
        self._done[identity] = None
        if kept and not self._keep:
            self._saves.free(identity)
            self._freed.append(identity)  # right after this hook the engine lets go of them, and their memory may be used again

    def _unpacked(self, node: Node, mark: Mark) -> Entry | None:
        """Record which saved tensors a node has unpacked; return the first whose check fails, where there is one."""
        entries = self._saves.of(mark.id)
        if not entries:
            return None
        now = dict(saved_tensors(node, mark.shape.saved))
        journal = self._journal
        for entry in entries:
            identity, _, attribute, counter, version = entry
            tensor = now.get(attribute)
            if tensor is None or counter is None:
                continue
            current = tensor._version
            if current != version:
                return Entry(*entry)
            journal.put(
                {
                    "kind": "unpack",
                    "index": None,
                    "line": self._line,
                    "saved": identity,
                    "saved_version": version,
                    "current_version": current,
                    "ok": True,
                }
            )
        return None

    def _discover(self, grads: tuple[Any, ...]) -> None:
        tensors = [grad for grad in grads if is_tensor(grad)]
        found = self._parts.ops.discover(tensors, self._line)
        for tensor in tensors:
            self._parts.tensors.meet(tensor, self._line)
        self._parts.ops.look(found, self._line, tensors, [], False)

    def _accumulated(self, node: Node) -> None:
        leaf: Tensor | None = getattr(node, "variable", None)
        if leaf is None:
            return
        known = self._parts.tensors.meet(leaf, self._line)
        grad = leaf.grad
        event: dict[str, Any] = {"kind": "accumulate", "index": None, "line": self._line, "tensor": known.id, "grad": self._value(grad)}
        before = self._grads.get(leaf._cdata)
        event["added"] = before is not None and (grad is None or self._create)
        if grad is not None:
            in_place = grad._cdata == before or self._parts.tensors.get(grad) is not None
            event["added"] |= in_place
            of_grad = self._parts.tensors.meet(grad, self._line)
            if stale := self._saves.moved(of_grad.counter, grad._version):
                event["stale"] = stale
            if in_place:
                event["aliases"] = self._parts.aliases.of_gradient(of_grad, grad, event["grad"])
        self._journal.put(event)
        if grad is not None and self._parts.external_writes.watching:
            self._parts.external_writes.check(self._line, told=[grad])

    def _value(self, grad: Any) -> Any:
        if type(grad) is not Tensor and not is_tensor(grad):
            return None
        # A gradient that flows from node to node is one tensor: it is looked at once.
        address = grad._cdata
        seen = self._seen.get(address)
        if seen is not None and seen[0] == version_of(grad):
            return seen[1]
        if self._values.full and grad.numel() > SMALL:
            return None
        value = self._values.of(grad)
        if value is not None:
            self._seen[address] = (version_of(grad), value, weak_reference(grad))
        return value

    def end(self, error: BaseException | None, result: Any = None) -> None:
        """Record how the engine came back."""
        if self._journal.open:
            guarded(self._journal, self._end, error, result)

    def _end(self, error: BaseException | None, result: Any) -> None:
        if error is not None:
            self._raised(error)
        if self._freed:
            self._journal.add("free", self._line, nodes=self._freed)
        if error is None:
            results = self._results(result)
            self._journal.add("backward_end", self._line, **({"results": results} if results else {}))

    def _results(self, result: Any) -> list[dict[str, Any]]:
        """What ``grad`` gives back, and of what."""
        given = zip(self._asked, result, strict=False) if isinstance(result, tuple) else ()
        return [
            {"tensor": self._parts.tensors.meet(grad, self._line).id, "of": asked[0], "node": asked[1]}
            for asked, grad in given
            if asked is not None and is_tensor(grad)
        ]

    def _raised(self, error: BaseException) -> None:
        node = next((node for node in self._plan if self._nodes.get(node) not in self._done), None)
        mark = self._nodes.mark_of(node) if node is not None else None
        identity = mark.id if mark is not None else None
        failing = None
        # The line of the program's own backward of a custom Function, where it raised there.
        line = self._parts.stepping.files.line_in(error.__traceback__) or self._line
        if node is not None and mark is not None:
            stale = STALE.search(str(error))
            custom = mark.shape.kind == "custom"
            # Whether a custom Function asked for what it saved, only its own code knows.
            failing = self._unpacked(node, mark) if stale is not None or not custom else None
            if failing is None and stale is not None and identity is not None:
                failing = self._kept_by_checkpoint(error, identity, int(stale[2]))
            if self._parts.hidden.failed is not None and self._parts.hidden.failed.node == identity:
                failing = self._parts.hidden.failed
            if failing is not None and stale is not None:
                current = int(stale[1])
                self._journal.add("unpack", line, saved=failing.id, saved_version=failing.version, current_version=current, ok=False)
            self._journal.add("node", self._line, node=identity, grad_outputs=[], grad_inputs=[])
        self._parts.hidden.failed = None
        about_saved = failing is not None and (STALE.search(str(error)) is not None or str(error).startswith(DETACHED))
        self._parts.raises.record(error, line, self._raised_before, identity, failing.id if failing is not None and about_saved else None)

    def _kept_by_checkpoint(self, error: BaseException, node: str, version: int) -> Entry | None:
        """Record the input of a checkpoint whose check failed when the part of a node was to run again; no node shows that it is kept."""
        tensor = next((tensor for frame in _frames(error) if (tensor := _checkpointed(frame)) is not None), None)
        if tensor is None:
            return None
        event, line = self._nodes.made(node)
        return self._saves.add(node, CHECKPOINT, tensor, line, [], version, event)

    def unhook(self) -> None:
        """Take every hook off."""
        self._hooks.remove()
        for handle in self._handles:
            handle.remove()
        self._handles.clear()
        self._plan.clear()
        self._seen.clear()


def _node_of(root: Tensor) -> Node | None:
    """Return the node that a run from this tensor begins with, or at which it ends.

    None where PyTorch will refuse to begin, and of what a transform of ``torch.func`` left behind: a view of that has no node.
    """
    try:
        return torch.autograd.graph.get_gradient_edge(root).node
    except (RuntimeError, AttributeError):
        return None


def _frames(error: BaseException) -> Iterator[types.FrameType]:
    traceback = error.__traceback__
    while traceback is not None:
        yield traceback.tb_frame
        traceback = traceback.tb_next


def _checkpointed(frame: types.FrameType) -> Tensor | None:
    """What ``checkpoint`` was unpacking in a frame: it keeps its inputs as saved tensors of no node."""
    if frame.f_globals.get("__name__") != torch.utils.checkpoint.__name__:
        return None
    given = frame.f_locals.get("arg")
    return given.data if isinstance(given, _SavedTensor) else None
