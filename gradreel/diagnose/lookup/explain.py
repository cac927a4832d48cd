"""What explains a diagnosis: the ids of tensors, nodes, saved tensors and ops that a picture of it is made of, the most important first.

    t3   a tensor        n5   a node        s2   a saved tensor        e12   the op, or the edit, of event 12

The functions below are for diagnoses that are explained alike; each kind names its own as ``evidence``. They follow from what the
diagnosis and the trace state, for new diagnoses and for those of stored films; what the trace lacks is left out. A picture shows
those that it draws, as many as it has room for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from gradreel.diagnose.lookup.history import History
from gradreel.trace import BackwardStartEvent, Diagnosis, OpEvent, RaiseEvent

Ids = Iterator[str | None]
Evidence = Callable[[History, Diagnosis], Iterable[str | None]]

MAX_EVIDENCE = 32
MAX_GIVEN = 3
MAX_OPERANDS = 2
MAX_LEAVES = 2
MAX_OUTPUTS = 2
MAX_ALIASES = 64
"""From a tensor back to the named one whose memory it shows."""


def evidence_of(evidence: Evidence, history: History, diagnosis: Diagnosis) -> tuple[str, ...]:
    """The ids that a kind gives, each once; those that the trace does not have are left out."""
    known = (each for each in evidence(history, diagnosis) if each is not None and _is_known(history, each))
    return tuple(islice(dict.fromkeys(known), MAX_EVIDENCE))


def edit_after_save(history: History, diagnosis: Diagnosis) -> Ids:
    """A tensor was saved and then edited: it, the node, the edit, the op that saved it, the root, what was made of what, the leaves."""
    saved = history.saved.get(diagnosis.saved or "")
    node = diagnosis.node or (saved.node if saved else None)
    yield from (saved.tensor if saved else None, diagnosis.tensor, node, diagnosis.saved, _edit(diagnosis))
    yield _at(saved.event if saved else None)
    yield from roots(history, _pass_of(history, diagnosis))
    for tensor in (saved.tensor if saved else None, diagnosis.tensor):
        yield from origin(history, tensor)
    yield from leaves(history, node)


def refused_edit(history: History, diagnosis: Diagnosis) -> Ids:
    """PyTorch refused an edit: the tensor, what it is a view of and was made from, other results of the same op, and who reads it."""
    tensor = diagnosis.tensor
    known = history.tensors.get(tensor or "")
    yield from (tensor, _edit(diagnosis), known.base if known else None)
    yield from origin(history, tensor)
    maker = history.maker.get(tensor or "")
    yield from maker.outputs[:MAX_OUTPUTS] if maker else ()
    yield from _given(history, diagnosis)
    for reader in islice(history.readers.get(tensor or "", ()), 1):
        yield from _op(reader)
    yield grad_fn(history, tensor, _raised_at(history, diagnosis))


def refused_call(history: History, diagnosis: Diagnosis) -> Ids:
    """PyTorch refused a call: the tensor, how it was made, what else the call was given, and the leaves that it depends on."""
    tensor = diagnosis.tensor
    node = grad_fn(history, tensor, _raised_at(history, diagnosis))
    yield from (tensor, node)
    yield from origin(history, tensor)
    for each in _given(history, diagnosis):
        yield each
        yield from origin(history, each)
    yield from leaves(history, node)


def freed_graph(history: History, diagnosis: Diagnosis) -> Ids:
    """A graph was freed: the node, the roots of the pass that freed it and of the one that failed, its op and what it had saved."""
    node = history.nodes.get(diagnosis.node or "")
    yield node.id if node else None
    ran = history.ran.get(node.id) if node else None
    yield from roots(history, None if ran is None else _pass_at(history, ran))
    yield from roots(history, _pass_of(history, diagnosis))
    yield from _op(history.op_at(node.op)) if node and node.op is not None else ()
    for saved in islice(history.saves_of.get(node.id, ()), 2) if node else ():
        yield saved.tensor
        yield from origin(history, saved.tensor)
    yield from leaves(history, node.id if node else None)


def cut_path(history: History, diagnosis: Diagnosis) -> Ids:
    """A path was cut: the op that cut, what went in and came out, the root, and the leaves that are no longer reached."""
    cut = _cut_op(history, diagnosis)
    start = _pass_of(history, diagnosis)
    yield from _op(cut)
    yield diagnosis.tensor
    yield from cut.outputs[:MAX_OUTPUTS] if cut else ()
    yield from roots(history, start)
    yield from origin(history, diagnosis.tensor)
    nodes = (grad_fn(history, given, cut.index) for given in (cut.inputs if cut else ())) if cut else iter(())
    before = next((node for node in nodes if node is not None), None)
    behind = list(leaves(history, before))
    yield from (before, *behind)
    for leaf in behind:
        yield history.nodes[leaf or ""].variable
    yield from start.inputs if start and start.call == "grad" else ()


def shared_memory(history: History, diagnosis: Diagnosis) -> Ids:
    """Memory was edited behind another name: both tensors, the op that made one share with the other, and who reads what changed."""
    edit = diagnosis.edit_event if diagnosis.edit_event is not None else diagnosis.event
    op = history.op_at(edit) if edit is not None else None
    yield from (diagnosis.tensor, _at(edit))
    for write in op.writes[:MAX_OUTPUTS] if op else ():
        yield write.tensor
        yield from origin(history, write.tensor)
    yield from origin(history, diagnosis.tensor)
    for reader in islice(history.readers.get(diagnosis.tensor or "", ()), 2):
        yield from _op(reader)
        yield from (*reader.nodes[-1:], *reader.outputs)
    yield from roots(history, _pass_at(history, len(history.events)))


def grad_of_result(history: History, diagnosis: Diagnosis) -> Ids:
    """A result was asked for ``.grad``: it, its grad_fn, the pass that did not fill it, and the leaves that it did."""
    event = _raised_at(history, diagnosis)
    node = grad_fn(history, diagnosis.tensor, event)
    yield from (diagnosis.tensor, node)
    yield from origin(history, diagnosis.tensor)
    yield from roots(history, _pass_at(history, event))
    yield from leaves(history, node)


def failing_node(history: History, diagnosis: Diagnosis) -> Ids:
    """A node's backward returned what it should not: the node, its op, the root, and the leaves behind it."""
    node = history.nodes.get(diagnosis.node or "")
    op = history.op_at(node.op) if node and node.op is not None else None
    yield node.id if node else None
    yield from _op(op)
    yield from op.outputs if op else ()
    yield from roots(history, _pass_of(history, diagnosis))
    yield from leaves(history, node.id if node else None)


def leaf_of_step(history: History, diagnosis: Diagnosis) -> Ids:
    """Something is wrong between backward and step: the leaf, what steps or edits, and the pass that gave the gradient."""
    event = diagnosis.event if diagnosis.event is not None else len(history.events)
    op = history.op_at(event)
    yield diagnosis.tensor
    yield _at(event if op is not None else None)
    yield from history.nodes_of(diagnosis.tensor, event) if diagnosis.tensor else ()
    yield from roots(history, _pass_at(history, event))
    for reader in islice(history.readers.get(diagnosis.tensor or "", ()), 1):
        yield from _op(reader)


def origin(history: History, tensor: str | None) -> Ids:
    """The tensor that one is a view of, and the op that made it with the first of what went in; of an alias, those of what it shows."""
    known = history.tensors.get(tensor or "")
    if known is None:
        return
    yield known.base
    maker = history.maker.get(known.id) or history.maker.get(_named_owner(history, known.id) or "")
    yield from _op(maker)


def roots(history: History, start: BackwardStartEvent | None) -> Ids:
    """The tensors on which a backward pass was called, and their grad_fn."""
    for root in start.roots if start else ():
        yield from (root, grad_fn(history, root, start.index if start else 0))


def leaves(history: History, node: str | None) -> Ids:
    """The AccumulateGrad nodes that a gradient comes to first through a node; each shows the name of its leaf. Linear in the graph."""
    yield from islice(_accumulating_behind(history, node), MAX_LEAVES)


def grad_fn(history: History, tensor: str | None, event: int) -> str | None:
    """The node that a tensor hung on once an event was over."""
    state = history.state(tensor, event) if tensor else None
    return state.grad_fn if state else None


def _accumulating_behind(history: History, node: str | None) -> Iterator[str]:
    todo = [node] if node in history.nodes else []
    seen = set(todo)
    for each in todo:  # grows while it is read, so that nearer nodes come first
        if history.nodes[each or ""].kind == "accumulate_grad":
            yield each or ""
        following = (edge.node for edge in history.nodes[each or ""].next_functions)
        new = [node for node in dict.fromkeys(following) if node in history.nodes and node not in seen]
        seen.update(new)
        todo.extend(new)


def _named_owner(history: History, tensor: str) -> str | None:
    """The named tensor whose memory an unnamed one shows: by the ops that made views, else the first of its storage."""
    current: str | None = tensor
    for _ in range(MAX_ALIASES):
        known = history.tensors.get(current or "")
        if known is None:
            break
        if known.names:
            return known.id
        current = history.shown_by.get(known.id)
    return history.owner.get(history.tensors[tensor].storage or "")


def _op(op: OpEvent | None) -> Ids:
    """An op and the first of what went in."""
    if op is not None:
        yield from (_at(op.index), *op.inputs[:MAX_OPERANDS])


def _at(event: int | None) -> str | None:
    return None if event is None else f"e{event}"


def _edit(diagnosis: Diagnosis) -> str | None:
    return _at(diagnosis.edit_event if diagnosis.edit_event is not None else diagnosis.event)


def _pass_at(history: History, event: int) -> BackwardStartEvent | None:
    """The call of the engine that is under way at an event; at none the last one before it."""
    call = history.backwards.last_begun(event + 1)
    return call.start if call else None


def _pass_of(history: History, diagnosis: Diagnosis) -> BackwardStartEvent | None:
    """The pass that raised; where none did, the last one."""
    raised = _raise_of(history, diagnosis)
    return _pass_at(history, len(history.events) if raised is None else raised)


def _raise_of(history: History, diagnosis: Diagnosis) -> int | None:
    """The event at which it was raised; films of schema version 1 state its line only."""
    if diagnosis.raise_event is not None or not diagnosis.raised:
        return diagnosis.raise_event
    return next((event.index for event in reversed(history.raise_events) if event.line == diagnosis.raise_line), None)


def _raised_at(history: History, diagnosis: Diagnosis) -> int:
    """The event that raised, else the one to look at."""
    found = (_raise_of(history, diagnosis), diagnosis.event)
    return next((event for event in found if event is not None), len(history.events))


def _given(history: History, diagnosis: Diagnosis) -> tuple[str, ...]:
    """What the call was given that raised."""
    at = _raise_of(history, diagnosis)
    event = history.events[at] if at is not None and at < len(history.events) else None
    return event.inputs[:MAX_GIVEN] if isinstance(event, RaiseEvent) else ()


def _cut_op(history: History, diagnosis: Diagnosis) -> OpEvent | None:
    """The op at which the path ends; where the event is another, the first on its line that reads something with a grad_fn."""
    line, file = diagnosis.cut_line, diagnosis.cut_file
    own = history.op_at(diagnosis.event) if diagnosis.event is not None else None
    if line is None or own is not None:
        return own if line is not None else None
    there = (op for op in history.ops if op.line == line and op.file == file)
    return next((op for op in there if any(grad_fn(history, given, op.index) for given in op.inputs)), None)


def _is_known(history: History, each: str) -> bool:
    if each.startswith("e"):
        return history.op_at(int(each.removeprefix("e"))) is not None
    return each in history.tensors or each in history.nodes or each in history.saved
