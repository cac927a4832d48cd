"""Turns one operation that has just ended into its op event: tensors it met, nodes it made, what these saved, what it wrote."""

from __future__ import annotations

import types
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

from torch import Tensor
from torch.autograd.graph import Node

from gradreel.tracer.graph.copy_slices import CopySlicesSaves, is_copy_slices
from gradreel.tracer.graph.effects import effects_of
from gradreel.tracer.graph.nodes import ACCUMULATE, Found, Nodes
from gradreel.tracer.graph.origins import Origins
from gradreel.tracer.graph.saved import Saves
from gradreel.tracer.journal import Journal
from gradreel.tracer.program.modules import Modules
from gradreel.tracer.program.stepping import Place
from gradreel.tracer.tensors.external_writes import ExternalWrites
from gradreel.tracer.tensors.flags import grad_fn_of, is_leaf, retains_grad
from gradreel.tracer.tensors.identity import Known, Tensors, shape_of
from gradreel.tracer.tensors.writes import Begun, Edits, Writes
from gradreel.tracer.torch_features import CAN_MAKE_SAVED

State = dict[str, Any]
Asked = list[tuple[Tensor, Node | None]]
"""Tensors whose autograd side is looked at, each with its node."""


class Ops:
    """Records the operations of one run."""

    def __init__(
        self,
        journal: Journal,
        modules: Modules,
        tensors: Tensors,
        nodes: Nodes,
        saves: Saves,
        writes: Writes,
        hidden: CopySlicesSaves,
        external_writes: ExternalWrites,
        code_of: Callable[[types.FrameType], str | None],
    ) -> None:
        """``code_of``: what wrote, of the line that a frame is at."""
        self._journal = journal
        self._modules = modules
        self._tensors = tensors
        self._nodes = nodes
        self._saves = saves
        self._writes = writes
        self._hidden = hidden
        self._external_writes = external_writes
        external_writes.graph_of = self.after_unrecorded
        self._code_of = code_of
        self._no_edits = Edits()
        self._rebased: dict[str | None, set[str]] = {}
        """Counter of what was edited inside a graph → the tensors under it whose node has been asked for since."""
        self.origins = Origins()
        self.recorded = 0

    def before(self, begun: Begun) -> None:
        """Take note of what only shows before an op runs."""
        op = begun.call.op
        if op.detaches:
            begun.detached = begun.watched[0].requires_grad
        begun.uncounted = op.in_place and not op.metadata_edit and -1 in begun.before
        self._writes.before(begun)

    def record(self, begun: Begun, place: Place, outputs: list[Tensor], within: list[str]) -> int:
        """Record one operation, which ran inside the library functions ``within``."""
        call, watched, line = begun.call, begun.watched, place.line
        module = self._modules.innermost()
        index = self._journal.next_index()
        given, inputs, untold = self._inputs(watched, line)
        touched = self._found_late(untold, outputs, line) if untold else []
        known = self._tensors.known
        for tensor in outputs:  # plain loops: a comprehension is a call, and this runs for every op
            if tensor._cdata not in known:
                touched.append(tensor)
        edits = self._no_edits
        if begun.moved or begun.uncounted or call.special:
            edits = self._writes.after(begun)
            touched = self._touched_specially(begun, edits, touched, outputs)
        edited = edits.tensors
        asked, roots = _with_nodes(touched)
        found = self._nodes.discover(roots, line, index, module) if roots else []
        results, made = [], []
        spoiled = False
        for tensor in outputs:
            result = self._tensors.meet(tensor, line, call.attribute == "data", call.unfilled)
            spoiled |= result.non_finite
            results.append(result)
            made.append(result.id)
            if (result.op is None or call.applied) and result.id not in inputs:
                result.op = index
        saves = self.look(found, line, outputs + edited, begun.kept, bool(edited)) if found else []
        self.recorded += 1
        # What is empty is left out: the contract knows the defaults, and long recordings are made of small ops.
        event: dict[str, Any] = {
            "kind": "op",
            "index": None,
            "line": line,
            "name": call.name,
            "inputs": inputs,
            "outputs": made,
            "function": place.function,
            "iteration": place.iteration,
        }
        if found:
            event["nodes"] = [mark.id for _, mark in found]
        if saves:
            event["saves"] = saves
        if edits.writes or spoiled:
            code = self._code_of(place.frame) if edits.writes and place.frame is not None else None
            _put_writes(event, edits, self._origin(begun, given, outputs, edits), code)
        if effects := effects_of(begun, given, outputs, results, edited, within):
            event["effects"] = effects
        if edited or edits.writes:
            self._put_consequences(event, edited, line)
        if asked:
            event["states"] = self._states(asked, call.exchanges_storage and (bool(edited) or call.setter))
        _put_place(event, place, module)
        if within and (distinct := _distinct(tuple(within), call.name)):
            event["within"] = distinct
        self._journal.put(event)
        if self._external_writes.watching:  # memory that is lent may lie in a further storage, which the op has written without knowing
            self._external_writes.check(line, told=watched + outputs)
        return index

    def _put_consequences(self, event: dict[str, Any], edited: list[Tensor], line: int | None) -> None:
        """State which saves an edit has made stale, and which were cloned before it."""
        if edited and (stale := self._stale(edited, line)):
            event["stale"] = stale
        if event.get("writes") and (copied := self._saves.copied.cloned()):
            event["copied"] = copied

    def after_unrecorded(self, edited: Tensor, line: int | None) -> dict[str, Any]:
        """Return the nodes, saves and states that a write has brought which no op of the record made: ``z.real = x`` writes a view of z.

        What was a leaf may have become the result of a CopySlices.
        """
        touched = list(moved_by(edited, "__setitem__"))
        self._rebase(touched)
        asked, roots = _with_nodes(touched)
        found = self._nodes.discover(roots, line, self._journal.next_index(), None) if roots else []
        fields: dict[str, Any] = {"states": self._states(asked, False)}
        if found:
            fields["nodes"] = [mark.id for _, mark in found]
        if saves := self.look(found, line, touched, [], True):
            fields["saves"] = saves
        return fields

    def _origin(self, begun: Begun, given: list[Known], outputs: list[Tensor], edits: Edits) -> dict[str, Any] | None:
        """Return the origin of NaN or infinities that an op has made; remember which of the tensors that it wrote have any."""
        written = [(known, tensor, known.non_finite) for known, tensor, _ in edits.valued]
        for (known, _, _), write in zip(written, edits.writes, strict=True):
            value = write["value"]
            found = write.get("non_finite")
            known.non_finite = bool(found) if found is not None or value is not None else known.non_finite
            if not known.non_finite:
                known.unfilled = False
        fresh = [tensor for tensor in outputs if all(tensor is not other for other in begun.watched)]
        results = [tensor for tensor in fresh if (made := self._tensors.get(tensor)) is not None and made.non_finite]
        results += [tensor for known, tensor, _ in written if known.non_finite]
        if not results:
            return None
        kept = {known.id for known, _, _ in written}
        read = [("input", known.id, tensor) for known, tensor in zip(given, begun.watched, strict=True) if known.id not in kept]
        unfilled = [(known.id, tensor) for known, tensor in zip(given, begun.watched, strict=True) if known.unfilled]
        if unfilled:
            return self.origins.of_unfilled(unfilled, results)
        fills_all = begun.call.op.fills and not begun.call.op.fills_part
        if not fills_all and any(was for _, _, was in written):  # what it has written over was not finite before it
            return None
        overwritten = bool(begun.arguments) and any(begun.arguments[0] is tensor for _, tensor, _ in written)
        return self.origins.of_op(begun.call.name, begun.call.applied, results, read, (begun.arguments, begun.named, overwritten))

    def _touched_specially(self, begun: Begun, edits: Edits, touched: list[Tensor], outputs: list[Tensor]) -> list[Tensor]:
        """Return what to look at anew where an op edited something, or is no ordinary op at all."""
        call = begun.call
        if edits.tensors:
            touched = touched + [tensor for edited in edits.tensors for tensor in moved_by(edited, call.name)]
            self._rebase(touched)
        if call.setter or call.op.sets_flags:
            touched = begun.watched[:1] + touched
        if call.applied:
            touched = outputs + edits.tensors  # met inside its forward, before autograd knew of them
        return touched

    def _rebase(self, touched: list[Tensor]) -> None:
        """An edit inside a graph: the other views of the same memory get their nodes anew when they are next asked for."""
        for tensor in touched:
            if tensor.requires_grad and not is_leaf(tensor) and (known := self._tensors.get(tensor)) is not None:
                self._rebased[known.counter] = {known.id, *(other.id for each in touched if (other := self._tensors.get(each)) is not None)}

    def _inputs(self, watched: list[Tensor], line: int | None) -> tuple[list[Known], list[str], list[Tensor]]:
        """Return an op's inputs, their ids, and those whose autograd side has not been recorded, or not as it is now."""
        given, ids, untold = [], [], []
        met = self._tensors.known
        for tensor in watched:
            known = met.get(tensor._cdata) or self._tensors.meet(tensor, line)
            given.append(known)
            ids.append(known.id)
            if not known.told or (self._rebased and known.id not in self._rebased.get(known.counter, (known.id,))):
                untold.append(tensor)
        return given, ids, untold

    def _found_late(self, untold: list[Tensor], outputs: list[Tensor], line: int | None) -> list[Tensor]:
        """Return those of an op's inputs whose node has not been recorded yet; record the nodes that were made out of sight.

        The node of a view whose base was edited has been made anew, if this op asked for it (see NOTE [Views are asked late]): it is
        one of the op's own.
        """
        late = []
        asked = any(output.requires_grad for output in outputs)
        for tensor in untold:
            known = self._tensors.meet(tensor, line)
            if not known.told:
                self._external_writes.watch_lent(tensor, line)
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
                found = self._nodes.discover([node], line, None, None)
                self.look(found, line, [tensor], [], True, late=True)
                for _ in (mark for _, mark in found if mark.shape.kind != ACCUMULATE):
                    self._journal.coverage.add("unseen", type(node).__name__, line)
        return late

    def _stale(self, edited: list[Tensor], line: int | None) -> list[str]:
        """Return the saved tensors that edits have made stale, those included that the very same op has saved before it wrote."""
        counters = [(self._tensors.meet(tensor, line).counter, tensor._version) for tensor in edited]
        if preserved := self._tensors.preserved:
            counters = [(counter, version) for counter, version in counters if counter not in preserved]
        return [entry for counter, version in counters for entry in self._saves.moved(counter, version)]

    def discover(self, tensors: list[Tensor], line: int | None) -> Found:
        """Find and record the nodes that these tensors have brought into the graph."""
        roots = [node for tensor in tensors if tensor.requires_grad and (node := grad_fn_of(tensor)) is not None]
        return self._nodes.discover(roots, line, None, None)

    def look(
        self, found: Found, line: int | None, outputs: list[Tensor], kept: Sequence[Any], doubtful: bool, late: bool = False
    ) -> list[str]:
        """Record what new nodes have saved."""
        saves: list[str] = []
        for node, mark in found:
            if mark.shape.saved:
                saves += self._saves.look(node, mark, line, outputs, doubtful, late)
            if kept and is_copy_slices(node):
                saves += self._hidden.record(kept, mark.id, line, outputs)
                kept = ()
            elif not CAN_MAKE_SAVED and is_copy_slices(node):
                self._journal.coverage.add("old_torch", type(node).__name__, line)
        return saves

    def _states(self, asked: Asked, moved: bool) -> list[State]:
        """Describe the autograd side of tensors as it is now; ``moved``: they may have another storage than before."""
        states: dict[str, State] = {}
        for tensor, node in asked:
            known = self._tensors.moved_storage(tensor) if moved else self._tensors.meet(tensor, None)
            known.told = True
            needs = tensor.requires_grad
            state = states[known.id] = {
                "tensor": known.id,
                "grad_fn": self._nodes.get(node) if node is not None else None,
                "output_nr": tensor.output_nr,
                "requires_grad": needs,
                "is_leaf": not needs or (node is None and is_leaf(tensor)),
                "shape": shape_of(tensor),
                "storage": known.storage.id if known.storage is not None else None,
                "counter": known.counter,
            }
            if node is not None and retains_grad(tensor):
                state["retains_grad"] = True
        return list(states.values())


def _with_nodes(tensors: list[Tensor]) -> tuple[Asked, list[Node]]:
    """Return tensors with the node of each, and the nodes."""
    asked: Asked = []
    nodes: list[Node] = []
    for tensor in tensors:
        node = grad_fn_of(tensor) if tensor.requires_grad else None
        asked.append((tensor, node))
        if node is not None:
            nodes.append(node)
    return asked, nodes


def moved_by(edited: Tensor, name: str) -> tuple[Tensor, ...]:
    """Return the tensors whose grad_fn an edit has set.

    NOTE [Views are asked late]: the grad_fn of a view is made anew when it is next asked for, and asking early changes what the
    program does next (a view that was not asked is still taken for a leaf). The edited view itself has been asked by the edit, but
    ``v[i] = x`` edits a view of ``v``, and asks only that.
    """
    if edited._base is None:
        return (edited,)
    return (edited._base,) if name in ("__setitem__", "fill_diagonal_") else (edited, edited._base)


def _put_writes(event: dict[str, Any], edits: Edits, origin: dict[str, Any] | None, code: str | None) -> None:
    """State what an op wrote, which part of its line did, and where it made NaN or infinities."""
    if edits.writes:
        event["writes"] = edits.writes
    if code is not None:
        event["code"] = code
    if edits.aliases:
        event["aliases"] = edits.aliases
    if origin is not None:
        event["origin"] = origin


def _put_place(event: dict[str, Any], place: Place, module: str | None) -> None:
    """State in which module, call and rounds of loops an op happened, where it was in any."""
    if module:
        event["module"] = module
    if place.call is not None:
        event["call"] = place.call
    if place.rounds:
        event["rounds"] = place.rounds


@lru_cache(maxsize=4096)
def _distinct(within: tuple[str, ...], name: str) -> tuple[str, ...]:
    """Drop repetitions: ``Tensor.backward`` calls ``torch.autograd.backward``, ``F.relu`` calls ``torch.relu``."""
    if len(within) == 1:
        return () if within[0] == name else within
    names = tuple(one for one, following in pairwise((*within, name)) if one != following)
    return names[-8:]
