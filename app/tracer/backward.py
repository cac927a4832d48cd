"""Turns runs of the autograd engine into events: start, each node with its gradients, unpacked saved tensors, accumulation, end.

All of Python's ways to the engine (``backward``, ``grad``, checkpoint, a backward inside a hook) pass through one method,
``Variable._execution_engine.run_backward``; an object in its place lends it ears. Hooks are put on the nodes for the time of one run and
come off in any case.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch import _C, Tensor
from torch.autograd.graph import Node

from app.tracer.film import Film
from app.tracer.forward import Forward
from app.tracer.hidden import Hidden
from app.tracer.kinds import flatten, is_tensor
from app.tracer.lines import Lines
from app.tracer.nodes import Nodes
from app.tracer.opaque import is_opaque
from app.tracer.raises import Raises
from app.tracer.saved import Entry, Saves, saved_tensors
from app.tracer.tensors import Tensors, weak_reference
from app.tracer.values import Values

STALE_WORDS = "has been modified by an inplace operation"


class Engine:
    """Stands in for ``Variable._execution_engine``."""

    def __init__(self, real: Any, backward: Backward) -> None:
        self._real = real
        self._backward = backward

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    def run_backward(self, *args: Any, **kwargs: Any) -> Any:
        """Run the engine and record it."""
        return self._backward.run(self._real.run_backward, args, kwargs)


class Backward:
    """Watches the engine for one run of a snippet."""

    def __init__(
        self,
        film: Film,
        lines: Lines,
        tensors: Tensors,
        nodes: Nodes,
        saves: Saves,
        values: Values,
        forward: Forward,
        raises: Raises,
        hidden: Hidden,
    ) -> None:
        self._film = film
        self._lines = lines
        self._tensors = tensors
        self._nodes = nodes
        self._saves = saves
        self._values = values
        self._forward = forward
        self._raises = raises
        self._hidden = hidden
        self._runs: list[EngineRun] = []

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Listen to the engine."""
        variable: Any = torch.autograd.Variable
        real = variable._execution_engine
        variable._execution_engine = Engine(real, self)
        try:
            yield
        finally:
            variable._execution_engine = real

    def run(self, engine: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Run the engine between a start and an end event."""
        if not self._film.open or is_opaque():
            return engine(*args, **kwargs)
        trace = sys.gettrace()
        sys.settrace(None)
        run = EngineRun(
            self._film, self._lines, self._tensors, self._nodes, self._saves, self._values, self._forward, self._raises, self._hidden
        )
        try:
            run.begin(args, kwargs)
            try:
                sys.settrace(trace)
                result = engine(*args, **kwargs)
            finally:
                sys.settrace(None)
        except BaseException as error:
            run.end(error)
            raise
        else:
            run.end(None)
            return result
        finally:
            run.unhook()
            sys.settrace(trace)


class EngineRun:
    """One run of the engine."""

    def __init__(
        self,
        film: Film,
        lines: Lines,
        tensors: Tensors,
        nodes: Nodes,
        saves: Saves,
        values: Values,
        forward: Forward,
        raises: Raises,
        hidden: Hidden,
    ) -> None:
        self._film = film
        self._lines = lines
        self._tensors = tensors
        self._nodes = nodes
        self._saves = saves
        self._values = values
        self._forward = forward
        self._raises = raises
        self._hidden = hidden
        self._line: int | None = None
        self._handles: list[Any] = []
        self._keep = False
        self._create = False
        self._current: list[tuple[str, list[Any]]] = []
        """Running nodes, innermost last, with what flowed in: as values, since a gradient that is held is cloned instead of moved."""
        self._failing: Entry | None = None
        self._done: list[str] = []
        self._seen: dict[int, Any] = {}

    def begin(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Record the start and put a pair of hooks on every node that may run."""
        self._guarded(self._begin, args, kwargs)

    def _guarded(self, call: Any, *arguments: Any) -> None:
        if not self._film.open:
            return
        try:
            with _C.DisableTorchFunction():
                call(*arguments)
        except (RecursionError, MemoryError):
            return
        except Exception as error:
            self._film.blame(error)

    def _begin(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self._line = self._lines.line()
        named = dict(zip(("tensors", "grad_tensors", "keep_graph", "create_graph", "inputs"), args, strict=False)) | kwargs
        self._keep = bool(named.get("keep_graph"))
        self._create = bool(named.get("create_graph"))
        roots: list[Tensor] = []
        flatten(named.get("tensors", ()), roots)
        fns = [node for root in roots if (node := root.grad_fn) is not None]
        fns += [edge[0] for edge in named.get("tensors", ()) if type(edge) is not torch.Tensor and isinstance(edge, tuple)]
        leaves = [torch.autograd.graph.get_gradient_edge(root).node for root in roots if root.is_leaf and root.requires_grad]
        for root in roots:
            self._tensors.meet(root, self._line)
        for node in self._nodes.discover([*fns, *leaves]):
            self._nodes.record(node, self._line, None, None)
            self._saves.look(node, self._line, roots)
        self._film.add(
            "backward_start",
            self._line,
            roots=[self._tensors.meet(root, self._line).id for root in roots],
            call="backward" if named.get("accumulate_grad") else "grad",
            retain_graph=self._keep,
            create_graph=self._create,
        )
        self._hook([*fns, *leaves])

    def _hook(self, stack: list[Node]) -> None:
        seen: set[Node] = set()
        while stack:
            node = stack.pop()
            if node in seen:
                continue
            seen.add(node)
            identity = self._nodes.get(node)
            if identity is None:
                continue
            before, after = self._hooks(node, identity)
            self._handles += (node.register_prehook(before), node.register_hook(after))
            stack.extend([following for following, _ in node.next_functions if following is not None])

    def _hooks(self, node: Node, identity: str) -> tuple[Any, Any]:
        # The hooks must not hold the node that holds them; they find its saved tensors again through the engine.
        shape = self._nodes.shape_of(node)
        variable = getattr(node, "variable", None) if shape.kind == "accumulate_grad" else None
        leaf = self._tensors.meet(variable, None).id if variable is not None else None

        def before(grads: tuple[Any, ...]) -> None:
            self._quietly(self._node_begins, identity, grads)

        def after(grad_inputs: tuple[Any, ...], grad_outputs: tuple[Any, ...]) -> None:
            self._quietly(self._node_ends, identity, leaf, grad_inputs, grad_outputs)

        return before, after

    def _quietly(self, call: Any, *arguments: Any) -> None:
        trace = sys.gettrace()
        sys.settrace(None)
        try:
            self._guarded(call, *arguments)
        finally:
            sys.settrace(trace)

    def _node_begins(self, identity: str, grads: tuple[Any, ...]) -> None:
        self._current.append((identity, [self._value(grad) for grad in grads]))
        node = _C._current_autograd_node()
        entries = self._saves.of(identity)
        if not entries or node is None:
            return
        custom = self._nodes.shape_of(node).kind == "custom"
        now = dict(saved_tensors(node, self._nodes.shape_of(node).saved))
        self._failing = next((e for e in entries if e.attribute in now and now[e.attribute]._version != e.version), None)
        if custom and self._failing is not None:
            return  # whether it asks for them, only its own code knows
        for entry in entries:
            tensor = now.get(entry.attribute)
            if tensor is None:
                continue
            if entry is self._failing:
                return
            self._film.add("unpack", self._line, saved=entry.id, saved_version=entry.version, current_version=tensor._version, ok=True)

    def _node_ends(self, identity: str, leaf: str | None, grad_inputs: tuple[Any, ...], grad_outputs: tuple[Any, ...]) -> None:
        self._failing = None
        if self._current and self._current[-1][0] == identity:
            self._current.pop()
        if self._create:
            self._discover(grad_inputs)
        self._film.add(
            "node",
            self._line,
            node=identity,
            grad_outputs=[self._value(grad) for grad in grad_outputs],
            grad_inputs=[self._value(grad) for grad in grad_inputs],
        )
        if leaf is not None:
            self._accumulated(leaf)
        self._done.append(identity)

    def _discover(self, grads: tuple[Any, ...]) -> None:
        tensors = [grad for grad in grads if is_tensor(grad)]
        self._forward.look(tensors, self._line)

    def _accumulated(self, leaf: str) -> None:
        tensor = self._tensors.by_id(leaf)
        grad = tensor.grad if tensor is not None else None
        stale: list[str] = []
        if grad is not None:
            known = self._tensors.meet(grad, self._line)
            stale = self._saves.moved(known.counter, grad._version)
        self._film.add("accumulate", self._line, tensor=leaf, grad=self._value(grad), stale=stale)

    def _value(self, grad: Any) -> Any:
        if not is_tensor(grad):
            return None
        # A gradient that flows from node to node is one tensor: it is looked at once.
        key = (grad._cdata, 0 if grad.is_inference() else grad._version)
        value = self._seen.get(key[0])
        if value is None or value[0] != key:
            value = self._seen[key[0]] = (key, self._values.of(grad), weak_reference(grad))
        return value[1]

    def end(self, error: BaseException | None) -> None:
        """Record how the engine came back."""
        self._guarded(self._end, error)

    def _end(self, error: BaseException | None) -> None:
        self._seen.clear()
        if error is not None:
            self._raised(error)
        if not self._keep:
            freed = [node for node in dict.fromkeys(self._done) if self._saves.free(node)]
            if freed:
                self._film.add("free", self._line, nodes=freed)
        if error is None:
            self._film.add("backward_end", self._line)

    def _raised(self, error: BaseException) -> None:
        node = self._current[-1][0] if self._current else None
        failing = self._failing or self._hidden.failed
        self._hidden.failed = None
        if failing is not None and failing.node != node:
            failing = None
        if failing is not None and STALE_WORDS in str(error):
            current = _current_version(str(error))
            self._film.add("unpack", self._line, saved=failing.id, saved_version=failing.version, current_version=current, ok=False)
        else:
            failing = None
        if node is not None:
            self._film.add("node", self._line, node=node, grad_outputs=self._current[-1][1], grad_inputs=[])
        self._raises.record(error, self._line, node, failing.id if failing else None)

    def unhook(self) -> None:
        """Take every hook off."""
        for handle in self._handles:
            handle.remove()
        self._handles.clear()
        self._current.clear()


def _current_version(message: str) -> int:
    return int(message.split(" is at version ")[1].split(";")[0])
