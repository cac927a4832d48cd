"""Turns calls of PyTorch's API into op events.

The mode sees every call that the program, or the Python part of a library function, makes. A Python library function is entered
again with the mode on, so that its inner ops are recorded, each ``within`` it; of a call without inner ops the whole is recorded.
"""

from __future__ import annotations

import sys
import types
from typing import Any

from torch import _C, Tensor
from torch.autograd.graph import Node
from torch.overrides import TorchFunctionMode

from app.tracer.calls import Call, Calls
from app.tracer.film import Film
from app.tracer.flags import grad_fn_of, is_leaf, retains_grad
from app.tracer.foreign import Foreign
from app.tracer.guard import guarded
from app.tracer.hidden import Hidden, is_copy_slices
from app.tracer.kinds import flatten, has_own_ops
from app.tracer.lines import Lines, Place
from app.tracer.modules import Modules
from app.tracer.nodes import Nodes
from app.tracer.opaque import is_opaque
from app.tracer.raises import Raises
from app.tracer.reenter import unpatched
from app.tracer.saved import Saves
from app.tracer.tensors import Tensors, shape_of
from app.tracer.writes import Begun, Writes, versions


class Forward(TorchFunctionMode):
    """The function mode of one run."""

    def __init__(
        self,
        film: Film,
        lines: Lines,
        modules: Modules,
        tensors: Tensors,
        nodes: Nodes,
        saves: Saves,
        writes: Writes,
        raises: Raises,
        hidden: Hidden,
        foreign: Foreign,
    ) -> None:
        super().__init__()
        self._film = film
        self._lines = lines
        self._modules = modules
        self._tensors = tensors
        self._nodes = nodes
        self._saves = saves
        self._writes = writes
        self._raises = raises
        self._hidden = hidden
        self._foreign = foreign
        self._calls = Calls()
        self.asked: str | None = None
        """The tensor whose ``.grad`` is being read."""
        self._applied: list[Begun] = []
        self._within: list[str] = []
        self._open: list[Any] = []
        self._recorded = 0
        self._rebased: dict[str | None, set[str]] = {}
        """Counter of what was edited inside a graph → the tensors under it whose node has been asked for since."""

    def __torch_function__(self, func: Any, kinds: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None) -> Any:
        """Run ``func`` and record it."""
        kwargs = kwargs or {}
        if not self._film.open:
            return func(*args, **kwargs)
        trace = sys.gettrace()
        sys.settrace(None)  # first of all: every Python call under a trace function costs more than what it does here
        if is_opaque():
            self._note_opaque(func)
            sys.settrace(trace)
            return func(*args, **kwargs)
        try:
            if type(func) is types.FunctionType:
                func = unpatched(func, sys._getframe(1))
            call = self._calls.of(func)
            if call.silent or (call.body is None and call.name == ""):
                return func(*args, **kwargs)
            if kinds:
                self._note_subclasses(kinds)
            if call.body is not None and not (self._open and self._open[-1] is func):
                return self._enter(call, func, args, kwargs, trace)
            return self._leaf(call, func, args, kwargs)
        finally:
            sys.settrace(trace)

    def _enter(self, call: Call, func: Any, args: Any, kwargs: Any, trace: Any) -> Any:
        """Run a Python function with the mode on; record the whole only if nothing inside it was recorded."""
        assert call.body is not None
        begun = self._begin(call, args, kwargs)
        recorded = self._recorded
        self._open.append(func)
        self._within.append(call.name)
        try:
            _C._push_on_torch_function_stack(self)
            try:
                sys.settrace(trace)
                result = call.body(*args, **kwargs)
            finally:
                sys.settrace(None)
                _C._pop_torch_function_stack()
        except BaseException as error:
            self._raised(error, begun)
            raise
        finally:
            self._within.pop()
            self._open.pop()
        if recorded == self._recorded and not call.engine:
            self._record(begun, result)
        return result

    def _leaf(self, call: Call, func: Any, args: Any, kwargs: Any) -> Any:
        begun = self._begin(call, args, kwargs)
        if call.attribute == "grad" and begun.watched and (known := self._tensors.get(begun.watched[0])) is not None:
            self.asked = known.id
        try:
            if call.edits and self._hidden.wanted(begun.watched):
                with self._hidden.watching(call.name, begun.watched[0]) as begun.kept:
                    result = func(*args, **kwargs)
            else:
                result = func(*args, **kwargs)
        except BaseException as error:
            self._raised(error, begun)
            raise
        finally:
            self.asked = None
        self._record(begun, result)
        return result

    def begin_apply(self, name: str, arguments: Any) -> None:
        """A custom Function begins, or a module that takes its fast path: neither passes through the function mode."""
        watched: list[Tensor] = []
        flatten(arguments, watched)
        self._applied.append(Begun(Call(name, applied=True), (), watched, versions(watched)))
        self._within.append(name)

    def step_aside(self) -> bool:
        """Take this mode off for a while, where it is the innermost; tell whether it was."""
        depth = _C._len_torch_function_stack()
        if not depth or _C._get_function_stack_at(depth - 1) is not self:
            return False
        _C._pop_torch_function_stack()
        return True

    def step_back(self) -> None:
        """Put it on again."""
        _C._push_on_torch_function_stack(self)

    def end_apply(self, result: Any) -> None:
        """It has ended; with None where it raised."""
        begun = self._applied.pop()
        self._within.pop()
        if result is not None:
            self._write_down(begun, result)

    def _begin(self, call: Call, args: Any, kwargs: Any) -> Begun:
        watched: list[Tensor] = []
        with _C.DisableTorchFunction():
            flatten(args, watched)
            if kwargs:
                flatten(kwargs, watched)
            if self._foreign.watching:
                guarded(self._film, self._foreign.check, self._lines.line())
            return Begun(call, args, watched, versions(watched))

    def _raised(self, error: BaseException, begun: Begun) -> None:
        if self._film.open and not self._within and isinstance(error, Exception):
            guarded(self._film, self._write_raise, error, begun)

    def _write_raise(self, error: BaseException, begun: Begun) -> None:
        line = self._lines.line()
        inputs = tuple(self._tensors.meet(tensor, line).id for tensor in begun.watched)
        self._raises.record(error, line, op=begun.call.name, inputs=inputs)

    def _record(self, begun: Begun, result: Any) -> None:
        if self._film.open:
            guarded(self._film, self._write_down, begun, result)

    def _write_down(self, begun: Begun, result: Any) -> None:
        call = begun.call
        outputs: list[Tensor] = []
        flatten(result, outputs)
        begun.moved = begun.before != versions(begun.watched)
        if call.attribute == "grad" and not call.setter:
            return  # a look at a tensor that is there already
        if call.hands_out:
            self._handed_out(call, begun.watched + outputs)
        if call.setter or call.reads or self._has_happened(begun, outputs):
            self.op(begun, self._lines.place(), outputs)

    def _note_opaque(self, func: Any) -> None:
        call = self._calls.of(func)
        if not (call.silent or call.engine or call.name.startswith("_")):
            self._film.unshown.add_opaque(self._lines.line())

    def _handed_out(self, call: Call, tensors: list[Tensor]) -> None:
        if call.name == "_make_dual":
            self._film.unshown.add("forward_ad", "make_dual", self._lines.line())
            return
        for tensor in tensors:
            self._foreign.watch(tensor, call.name, self._lines.line())

    def _note_subclasses(self, kinds: Any) -> None:
        for kind in kinds:
            if has_own_ops(kind):
                self._film.unshown.add("subclass", kind.__name__, self._lines.line())

    def _has_happened(self, begun: Begun, outputs: list[Tensor]) -> bool:
        if begun.moved:
            return True
        if not self._within:
            return bool(outputs)
        # Inside a library function what hands back its own arguments is not worth telling.
        given = {id(tensor) for tensor in begun.watched}
        return not given.issuperset(map(id, outputs))

    def op(self, begun: Begun, place: Place, outputs: list[Tensor]) -> int:
        """Record one operation that has just ended."""
        call, watched, line = begun.call, begun.watched, place.line
        module = self._modules.innermost()
        index = self._film.next_index()
        inputs, untold = self._inputs(watched, line)
        late = self._found_late(untold, outputs, line) if untold else []
        fresh = [tensor for tensor in outputs if self._tensors.get(tensor) is None]
        edits = self._writes.after(begun)
        touched = late + fresh
        if edits.tensors:
            touched += [tensor for edited in edits.tensors for tensor in moved_by(edited, call.name)]
            self._rebase(touched)
        if call.setter:
            touched = watched[:1] + touched
        if call.applied:
            touched = outputs + edits.tensors  # met inside its forward, before autograd knew of them
        found, nodes = self.discover(touched, line, index, module)
        results = [self._tensors.meet(tensor, line, call.attribute == "data").id for tensor in outputs]
        saves = self.look(found, nodes, line, outputs + edits.tensors, begun.kept, bool(edits.tensors)) if found else []
        self._recorded += 1
        if self._foreign.watching:
            self._foreign.check(line, told=watched + outputs)
        # What is empty is left out: the contract knows the defaults, and long films are made of small ops.
        event: dict[str, Any] = {
            "kind": "op",
            "index": None,
            "line": line,
            "name": call.name,
            "inputs": inputs,
            "outputs": results,
            "function": place.function,
            "iteration": place.iteration,
        }
        if nodes:
            event["nodes"] = nodes
        if saves:
            event["saves"] = saves
        if edits.writes:
            event["writes"] = edits.writes
        if edits.tensors and (stale := self._stale(edits.tensors, line)):
            event["stale"] = stale
        if touched:
            event["states"] = self.states(touched, bool(edits.tensors) or call.setter)
        if module:
            event["module"] = module
        if self._within and (within := _distinct(self._within, call.name)):
            event["within"] = within
        return self._film.put(event)

    def _rebase(self, touched: list[Tensor]) -> None:
        """An edit inside a graph: the other views of the same memory get their nodes anew when they are next asked for."""
        for tensor in touched:
            if tensor.requires_grad and not is_leaf(tensor) and (known := self._tensors.get(tensor)) is not None:
                self._rebased[known.counter] = {known.id, *(other.id for each in touched if (other := self._tensors.get(each)) is not None)}

    def _inputs(self, watched: list[Tensor], line: int | None) -> tuple[list[str], list[Tensor]]:
        """Return the ids of an op's inputs, and those inputs whose autograd side the film has not told, or not as it is now."""
        ids, untold = [], []
        for tensor in watched:
            known = self._tensors.meet(tensor, line)
            ids.append(known.id)
            if not known.told or (self._rebased and known.id not in self._rebased.get(known.counter, (known.id,))):
                untold.append(tensor)
        return ids, untold

    def _found_late(self, untold: list[Tensor], outputs: list[Tensor], line: int | None) -> list[Tensor]:
        """Return those of an op's inputs whose node the film does not know yet; record the nodes that were made out of sight.

        The node of a view whose base was edited has been made anew, if this op asked for it (see NOTE [Views are asked late]): it is
        one of the op's own.
        """
        late = []
        asked = any(output.requires_grad for output in outputs)
        for tensor in untold:
            known = self._tensors.meet(tensor, line)
            if not known.told:
                self._foreign.watch_lent(tensor, line)
            known.told = True
            if not tensor.requires_grad or (tensor._base is not None and not asked):
                continue
            if known.counter in self._rebased:
                self._rebased[known.counter].add(known.id)
            node = grad_fn_of(tensor)
            if node is None or self._nodes.get(node) is not None:
                continue
            late.append(tensor)
            if tensor._base is None:
                found, nodes = self._nodes.discover([node], line, None, None)
                self.look(found, nodes, line, [tensor], [], True)
                for _ in (one for one in found if self._nodes.shape_of(one).kind != "accumulate_grad"):
                    self._film.unshown.add("unseen", type(node).__name__, line)
        return late

    def _stale(self, edited: list[Tensor], line: int | None) -> list[str]:
        """Return the saved tensors that edits have made stale, those included that the very same op has saved before it wrote."""
        counters = [(self._tensors.meet(tensor, line).counter, tensor._version) for tensor in edited]
        return [entry for counter, version in counters for entry in self._saves.moved(counter, version)]

    def discover(
        self, tensors: list[Tensor], line: int | None, op: int | None = None, module: str | None = None
    ) -> tuple[list[Node], list[str]]:
        """Find and record the nodes that these tensors have brought into the graph."""
        roots = [node for tensor in tensors if tensor.requires_grad and (node := grad_fn_of(tensor)) is not None]
        return self._nodes.discover(roots, line, op, module) if roots else ([], [])

    def look(
        self, found: list[Node], nodes: list[str], line: int | None, outputs: list[Tensor], kept: list[Any], doubtful: bool
    ) -> list[str]:
        """Record what new nodes have saved."""
        saves: list[str] = []
        for node, identity in zip(found, nodes, strict=True):
            saves += self._saves.look(node, identity, line, outputs, doubtful)
            if kept and is_copy_slices(node):
                saves += self._hidden.record(kept, identity, line, outputs)
                kept = []
        return saves

    def states(self, tensors: list[Tensor], edited: bool) -> list[dict[str, Any]]:
        """Describe the autograd side of tensors as it is now; an edit may have given them another storage."""
        states: dict[str, dict[str, Any]] = {}
        for tensor in tensors:
            known = self._tensors.moved_storage(tensor) if edited else self._tensors.meet(tensor, None)
            known.told = True
            node = grad_fn_of(tensor) if tensor.requires_grad else None
            state = states[known.id] = {
                "tensor": known.id,
                "grad_fn": self._nodes.get(node) if node is not None else None,
                "output_nr": tensor.output_nr,
                "requires_grad": tensor.requires_grad,
                "is_leaf": is_leaf(tensor),
                "shape": shape_of(tensor),
                "storage": known.storage.id if known.storage is not None else None,
                "counter": known.counter,
            }
            if node is not None and retains_grad(tensor):
                state["retains_grad"] = True
        return list(states.values())


def moved_by(edited: Tensor, name: str) -> tuple[Tensor, ...]:
    """Return the tensors whose grad_fn an edit has set.

    NOTE [Views are asked late]: the grad_fn of a view is made anew when it is next asked for, and asking early changes what the
    program does next (a view that was not asked is still taken for a leaf). The edited view itself has been asked by the edit, but
    ``v[i] = x`` edits a view of ``v``, and asks only that.
    """
    if edited._base is None:
        return (edited,)
    return (edited._base,) if name in ("__setitem__", "fill_diagonal_") else (edited, edited._base)


def _distinct(within: list[str], name: str) -> list[str]:
    """Drop repetitions: ``Tensor.backward`` calls ``torch.autograd.backward``, ``F.relu`` calls ``torch.relu``."""
    names = [one for one, following in zip(within, [*within[1:], name], strict=False) if one != following]
    return names[-8:]
