"""Turns one run of the autograd engine into events.

One hook, the same for all, is put on every node that can be reached: it comes when a node has run, while its saved tensors are still
there. Of a node that raises instead no hook comes: then the engine's own plan, asked for once, says which was next.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from sys import gettrace, settrace
from typing import Any

import torch
from torch import _C, Tensor
from torch.autograd.graph import Node

from gradreel.tracer.graph.checkpoints import checkpointed
from gradreel.tracer.graph.copy_slices import DETACHED, CopySlicesSaves
from gradreel.tracer.graph.flat import flat_of
from gradreel.tracer.graph.kept import Kept
from gradreel.tracer.graph.node_hooks import NodeHooks
from gradreel.tracer.graph.nodes import ACCUMULATE, Mark, Nodes, node_of
from gradreel.tracer.graph.op_events import Ops
from gradreel.tracer.graph.origins import Read
from gradreel.tracer.graph.saved import STALE, Entry, Saves, saved_tensors, saved_versions
from gradreel.tracer.journal import Journal
from gradreel.tracer.limits import TracerLimits
from gradreel.tracer.listeners import Listeners
from gradreel.tracer.program.raises import Raises
from gradreel.tracer.program.stepping import Stepping
from gradreel.tracer.safety.guard import guarded
from gradreel.tracer.tensors.addresses import weak_reference
from gradreel.tracer.tensors.aliases import Aliases
from gradreel.tracer.tensors.counters import version_of
from gradreel.tracer.tensors.external_writes import ExternalWrites
from gradreel.tracer.tensors.identity import Tensors
from gradreel.tracer.tensors.kinds import flatten, is_tensor
from gradreel.tracer.tensors.values import SMALL, Values

_internals: Any = _C  # whose stubs do not know all of it
_running_node = _internals._current_autograd_node
ANOMALY = "returned nan values in its"
"""How anomaly mode words what its check finds."""
CHECKPOINT = "checkpoint"
"""The attribute of what no attribute of a node keeps, but ``checkpoint`` for the part of the graph that the node is in."""
Look = tuple[dict[str, Any] | None, bool | None]
"""A gradient's Value, and whether it has NaN or infinities; None where that was not looked at, or where the Value counts none."""
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
    kept: Kept
    values: Values
    ops: Ops
    raises: Raises
    hidden: CopySlicesSaves
    aliases: Aliases
    external_writes: ExternalWrites
    listeners: Listeners


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
        self.spoiled = False
        self._done: dict[str, None] = {}
        self._freed: list[str] = []
        self._plan: list[Node] = []
        self._grads: dict[int, int] = {}
        """Address of a leaf → that of the ``.grad`` it had when the run began, where it had one."""
        self._incoming: dict[int, list[Any]] = {}
        """Address of a leaf with hooks that run after accumulation → the values that its AccumulateGrad was given."""
        self._told: set[str] = set()
        """Nodes whose events have been recorded, since such a hook was about to run."""
        self._asked: list[tuple[str, str | None] | None] = []
        """Of each tensor that gradients are asked for by ``grad``: its id and that of the node at which they arrive."""
        self._seen: dict[int, Any] = {}
        """Address of a gradient → its version, what was seen of it, and what keeps the address from being used again."""

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
        first = [node for root in roots if root.requires_grad and (node := node_of(root)) is not None]
        first += [edge[0] for edge in named.get("tensors", ()) if isinstance(edge, tuple)]
        ids = [self._parts.tensors.meet(root, self._line).id for root in roots]
        for node, mark in self._nodes.discover(first, self._line, None, None):
            self._saves.look(node, mark, self._line, roots, doubtful=True, late=True)
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
            kept_by_graph_alone=self._parts.kept.by_graph_alone(),
            **more,
        )
        for node in first:
            self._handles.append(node.register_prehook(self._ask_for_plan))
        self._hook(first)

    def _asked_for(self, what: Any) -> tuple[str, str | None] | None:
        """Return the ids of a tensor and of its node; None for an edge of the graph, of which there is no tensor."""
        if not is_tensor(what):
            return None
        node = node_of(what) if what.requires_grad else None
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
                        self._note_gradient(node)
                    for following, _ in node.next_functions:
                        if following not in seen:
                            stack.append(following)

    def _note_gradient(self, node: Any) -> None:
        leaf = node.variable
        if (grad := leaf.grad) is not None:
            self._grads[leaf._cdata] = grad._cdata
        if leaf._post_accumulate_grad_hooks:
            self._handles.append(node.register_prehook(partial(self._note_incoming, leaf._cdata)))

    def _note_incoming(self, leaf: int, grads: tuple[Any, ...]) -> None:
        if self._journal.open:
            self._incoming[leaf] = guarded(self._journal, self._looks_at, grads) or [(None, None)] * len(grads)

    def _looks_at(self, grads: tuple[Any, ...]) -> list[Look]:
        """Return of each gradient its Value, and whether it has NaN or infinities."""
        if not (self._values.shown or self._values.checked):
            return [(None, None)] * len(grads)
        return [(None, None) if grad is None else self._look(grad) for grad in grads]

    def accumulated(self, node: Node) -> None:
        """A hook is about to run after a gradient was accumulated: record that first. The engine tells of the node only after the hook."""
        mark, leaf = self._nodes.mark_of(node), getattr(node, "variable", None)
        if mark is None or leaf is None or mark.id in self._told:
            return
        self._told.add(mark.id)
        given = self._incoming.pop(leaf._cdata, [(None, None)])
        event: dict[str, Any] = {"kind": "node", "index": None, "line": self._line, "node": mark.id}
        event["grad_outputs"], event["grad_inputs"] = [value for value, _ in given], []
        _state(event, "outputs_non_finite", [found for _, found in given])
        self._journal.put(event)
        self._accumulated(node)

    def _ask_for_plan(self, _grads: Any) -> None:
        if not self._plan:
            try:  # the engine tells its plan only while it may not spread over threads
                with torch.autograd.set_multithreading_enabled(False):
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
        if identity in self._told:
            self._told.discard(identity)
            self._done[identity] = None
            return
        kept = self._saves.has(identity)
        if kept:
            self._unpacked(node, mark)
        if self._create:
            self._discover(grad_inputs)
        event: dict[str, Any] = {"kind": "node", "index": None, "line": self._line, "node": identity}
        given, results = self._looks_at(grad_outputs), self._looks_at(grad_inputs)
        event["grad_outputs"], event["grad_inputs"] = [value for value, _ in given], [value for value, _ in results]
        _state(event, "outputs_non_finite", [found for _, found in given])
        _state(event, "inputs_non_finite", [found for _, found in results])
        if any(found for _, found in results) and (origin := self._origin(node, mark, grad_inputs, grad_outputs)) is not None:
            event["origin"] = origin
        saved = partial(saved_tensors, node, mark.shape.saved)
        if (flat := flat_of(mark.shape.name, grad_inputs, results, grad_outputs, saved)) is not None:
            event["flat"] = flat
        if kept and not self._keep:
            self._saves.free(identity)
            self._freed.append(identity)  # right after this hook the engine lets go of them, and their memory may be used again
        self._journal.put(event)
        if mark.shape.kind == ACCUMULATE:
            self._accumulated(node)
        self._done[identity] = None

    def _origin(self, node: Node, mark: Mark, results: tuple[Any, ...], given: tuple[Any, ...]) -> dict[str, Any] | None:
        """Return the origin of NaN or infinities that a node has made."""
        read: list[Read] = [("gradient", None, grad) for grad in given if grad is not None and is_tensor(grad)]
        if self._saves.has(mark.id):
            ids = {entry[2]: entry[0] for entry in self._saves.of(mark.id)}
            read += [("saved", ids.get(name), tensor) for name, tensor in saved_tensors(node, mark.shape.saved)]
        return self._parts.ops.origins.of_node(mark.shape.name, mark.shape.kind == "custom", results, read)

    def _unpacked(self, node: Node, mark: Mark) -> Entry | None:
        """Record which saved tensors a node has unpacked; return the first whose check fails, where there is one."""
        entries = self._saves.of(mark.id)
        if not entries:
            return None
        now = saved_versions(node, mark.shape.saved)
        journal = self._journal
        for entry in entries:
            identity, _, attribute, counter, version = entry
            current = now.get(attribute)
            if current is None or counter is None:
                continue
            if identity in self._saves.copied:
                current = version  # what is compared is the number of a clone; PyTorch checks none
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
        event: dict[str, Any] = {"kind": "accumulate", "index": None, "line": self._line, "tensor": known.id}
        event["grad"], found = self._look(grad)
        if found is not None:
            event["non_finite"] = found
            self.spoiled |= found
        before = self._grads.get(leaf._cdata)
        event["added"] = before is not None and (grad is None or self._create)
        if grad is not None:
            in_place = grad._cdata == before or self._parts.tensors.get(grad) is not None
            event["added"] |= in_place
            of_grad = self._parts.tensors.meet(grad, self._line)
            event["counter"], event["version"] = of_grad.counter, grad._version if of_grad.counter is not None else None
            if stale := self._saves.moved(of_grad.counter, grad._version):
                event["stale"] = stale
            if in_place:
                event["aliases"] = self._parts.aliases.of_gradient(of_grad, grad, event["grad"])
        self._journal.put(event)
        if grad is not None and self._parts.external_writes.watching:
            self._parts.external_writes.check(self._line, told=[grad])

    def _look(self, grad: Any) -> Look:
        """Return the Value of a gradient, and whether it has NaN or infinities."""
        if type(grad) is not Tensor and not is_tensor(grad):
            return None, None
        # A gradient that flows from node to node is one tensor: it is looked at once.
        address = grad._cdata
        seen = self._seen.get(address)
        if seen is not None and seen[0] == version_of(grad):
            look: Look = seen[1]
            return look
        values = self._values
        value = values.of_zeros(grad) if values.full and grad.numel() > SMALL else values.of(grad)
        look = value, values.non_finite(grad, value)
        if look != (None, None):
            self._seen[address] = (version_of(grad), look, weak_reference(grad))
        return look

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
            alone = self._parts.kept.by_graph_alone()
            self._journal.add("backward_end", self._line, kept_by_graph_alone=alone, **({"results": results} if results else {}))

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
        if ANOMALY in str(error) and self._done:
            node, identity = None, next(reversed(self._done))  # the check comes when a node has run
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
                if (tensor := self._saves.failed(failing)) is not None:
                    self._parts.external_writes.found_late(tensor, failing.counter, (failing.version, current))
                self._journal.add("unpack", line, saved=failing.id, saved_version=failing.version, current_version=current, ok=False)
            self._journal.add("node", self._line, node=identity, grad_outputs=[], grad_inputs=[])
        self._parts.hidden.failed = None
        about_saved = failing is not None and (STALE.search(str(error)) is not None or str(error).startswith(DETACHED))
        self._parts.raises.record(error, line, self._raised_before, identity, failing.id if failing is not None and about_saved else None)

    def _kept_by_checkpoint(self, error: BaseException, node: str, version: int) -> Entry | None:
        """Record the input of a checkpoint whose check failed when the part of a node was to run again; no node shows that it is kept."""
        tensor = checkpointed(error)
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


def _state(event: dict[str, Any], name: str, found: list[bool | None]) -> None:
    """State of each gradient whether it has NaN or infinities, where that is known of any."""
    if any(each is not None for each in found):
        event[name] = found
