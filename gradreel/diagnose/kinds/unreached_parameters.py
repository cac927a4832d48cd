"""Warns where parameters that an optimizer updates never get a gradient, since the program goes on from a copy of what they gave.

h = torch.tensor(h.data, requires_grad=True)     a new leaf in the middle of a network
loss = torch.tensor(losses, requires_grad=True)  a new leaf for the loss
a = policy(s).sample()                           a draw without a gradient, that the loss depends on

``detach()`` and ``no_grad`` say that a part is to be left out: those stay a note (``cut_gradient``), but for a new leaf.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from gradreel.diagnose.finding import Finding, line_at, worded
from gradreel.diagnose.fixes.paths import copies_numbers, is_new_leaf, keep_path, makes_leaf, no_new_leaf, reparameterize
from gradreel.diagnose.lookup import explain
from gradreel.diagnose.lookup.flow import Cut, Flow, Need
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.optimized import Optimized, optimized
from gradreel.diagnose.lookup.source import own_nodes
from gradreel.diagnose.lookup.wording import what_cut
from gradreel.trace import AccumulateEvent, BackwardStartEvent, Diagnosis, Fix, Param

RANK = 230
evidence = explain.cut_path

GIVEN_BY_HAND = ".grad ="
"""What a program says that sets gradients itself."""


@dataclass(frozen=True)
class Unreached:
    """A cut, the value that depends on it, and the parameters behind it that never get a gradient."""

    cut: Cut
    need: Need
    parameters: tuple[str, ...]


def find(history: History) -> Iterator[Finding]:
    """One finding for each line that cut parameters off."""
    for each in unreached(history):
        diagnosis, fixes = partial(_diagnosis, history, each), partial(_fixes, history, each.cut)
        yield Finding("unreached_parameters", "warning", each.cut.op.index, diagnosis, fixes)


def unreached(history: History) -> list[Unreached]:
    """Every line that cut parameters off, with what it did first."""
    starts = [call.start for call in history.backwards.calls]
    updated = optimized(history) if starts else Optimized(frozenset(), frozenset())
    if not (updated.modules or updated.names) or GIVEN_BY_HAND in history.source.code:
        return []
    needs = [Need(root, start.index) for start in starts for root in start.roots if _learns(history, root, start)]
    reached = reached_leaves(history, starts)
    needs += _new_leaves(history, reached, updated)
    found: dict[int | None, Unreached] = {}
    taken: set[str] = set()
    for cut, need in Flow(history, inner=True).cuts_before(needs) if needs else ():
        if cut.op.line in found or not _is_unwitting(history, cut):
            continue
        behind = leaves_behind(history, cut) - reached - taken
        parameters = tuple(sorted((each for each in behind if updated.updates(history, each)), key=lambda each: int(each[1:])))
        if parameters:
            taken.update(parameters)
            found[cut.op.line] = Unreached(cut, need, parameters)
    return list(found.values())


def _learns(history: History, root: str, start: BackwardStartEvent) -> bool:
    """Whether a root has a graph; one that is a leaf itself is told otherwise (``leaf_root``)."""
    return history.requires_grad(root, start.index) and not history.is_leaf(root, start.index)


def _new_leaves(history: History, reached: set[str], updated: Optimized) -> list[Need]:
    """What leaves that got a gradient were made of, where the program neither reads that gradient nor updates the leaf.

    Of one that no op made, ``Variable(h.data, requires_grad=True)``, it is what was cut on the line that shows it first.
    """
    cut_in = {(op.line, history.tensors[each].shape): each for op in history.ops if op.effects.cuts for each in op.outputs}
    found: list[Need] = []
    for tensor in (history.tensors[each] for each in sorted(reached)):
        read = any(f"{name}.grad" in history.source.code for name in tensor.names)
        if read or updated.updates(history, tensor.id):
            continue
        made = tensor.id if tensor.op is not None else cut_in.get((tensor.line, tensor.shape))
        if made is not None and history.tensors[made].event <= tensor.event:
            found.append(Need(made, tensor.event + 1))
    return found


def reached_leaves(history: History, starts: list[BackwardStartEvent]) -> set[str]:
    """What ever got a gradient, or was asked for one."""
    given = {event.tensor for event in history.events if isinstance(event, AccumulateEvent)}
    return given.union(*(start.inputs for start in starts))


def _is_unwitting(history: History, cut: Cut) -> bool:
    """Whether the line of a cut does not say that it leaves the gradient out."""
    if cut.how == "data" or cut.how == "tensor" or cut.how == "item":  # values are taken out, and nothing is said of a gradient
        return not cut.op.within
    stmt = history.source.statement(cut.op.line)
    if stmt is None:
        return False
    if cut.how == "no_grad":
        return any(getattr(node, "attr", "") == "sample" for node in own_nodes(stmt))
    return cut.how == "detach" and is_new_leaf(history.source, cut.op.line)


def leaves_behind(history: History, cut: Cut) -> set[str]:
    """The leaves that what was cut was computed from."""
    todo = [node for tensor in cut.tensors for node in history.nodes_of(tensor, cut.op.index)]
    leaves = {tensor for tensor in cut.tensors if history.is_parameter(tensor, cut.op.index)}
    seen: set[str] = set()
    while todo:
        node = history.nodes.get(todo.pop())
        if node is None or node.id in seen:
            continue
        seen.add(node.id)
        if node.variable is not None:
            leaves.add(node.variable)
        todo.extend(edge.node for edge in node.next_functions if edge.node)
    return leaves


def _diagnosis(history: History, each: Unreached) -> Diagnosis:
    cut = each.cut
    first = history.names.of(each.parameters[0], cut.op.index)
    params: dict[str, Param] = {
        "name": first or "",
        "named": first is not None,
        "more": len(each.parameters) - 1,
        "backward_line": history.events[each.need.event].line,
        **what_cut(history, cut),
    }
    return worded(
        "unreached_parameters",
        "warning",
        params,
        raised=False,
        event=cut.op.index,
        tensor=each.parameters[0],
        name=first,
        **line_at("", cut.op),
        **line_at("cut", cut.op),
    )


def _fixes(history: History, cut: Cut) -> Iterator[Fix | None]:
    source, line = history.source, cut.op.line
    yield no_new_leaf(source, line, lambda name: history.names.bound(name, cut.op.index) is not None)
    stmt = source.statement(line)
    if cut.how == "no_grad":
        yield reparameterize(source, line, "")
    elif stmt is not None and not makes_leaf(stmt) and not copied_later(history, cut):
        yield keep_path(source, line, cut.how)


def copied_later(history: History, cut: Cut) -> bool:
    """Whether the numbers went into a new leaf, which would cut the path again."""
    return cut.how == "item" and any(op.index > cut.op.index and copies_numbers(op.name) for op in history.ops)
