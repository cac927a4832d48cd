"""Fixes for two backward passes through one part of the graph: detach that part for the pass that is not meant for it.

Where a list hands the losses of an earlier pass to a later one, empty it instead.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from gradreel.diagnose.fixes.fix import fix
from gradreel.diagnose.fixes.inside_loop import compute_in_loop
from gradreel.diagnose.fixes.rewrite import inserted_after, patched
from gradreel.diagnose.lookup.backwards import Backward
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.source import dotted, own_nodes
from gradreel.trace import Fix, OpEvent, RaiseEvent

FIXED = ("old", "target", "ref", "prev", "fixed", "frozen", "baseline", "advantage")
"""What names say of values that are meant to stay."""
MAX_ELEMENTS = 256
"""Named elements of lists that are looked at."""


def detach_shared(history: History, event: RaiseEvent) -> Fix | None:
    """``critic_loss - value.detach()``: what an optimizer has stepped for in between belongs to the first pass, else to the second."""
    first, second = first_pass(history, event), history.backwards.at(event.index)
    if first is None or second is None:
        return None
    passes = _Passes(history, first, second)
    own = passes.second if passes.stepped & passes.leaves_behind(passes.shared) else passes.first
    if not passes.has_leaves(own - passes.shared):
        return None  # nothing would be left of that pass
    return next((found for op in passes.takers(own) for found in _detached(history, op, passes.shared)), None)


def detach_or_renew(history: History, event: RaiseEvent) -> Iterator[Fix | None]:
    """What was computed once, above a loop: in the loop where its parameters learn, detached where they do not or its name says so."""
    first, second = first_pass(history, event), history.backwards.at(event.index)
    passes = _Passes(history, first, second) if first is not None and second is not None else None
    detached = detach_shared(history, event)
    learns = passes is not None and bool(passes.stepped & passes.leaves_behind(passes.shared))
    meant_fixed = detached is not None and any(word in str(detached.params.get("name")).lower() for word in FIXED)
    if passes is not None and learns and not meant_fixed:
        renewed = compute_in_loop(history, passes.shared, event.line)
        yield renewed
        if renewed is not None:
            return  # detached, it would give its parameters no gradient for good
    yield detached


def used_up_list(history: History, event: RaiseEvent) -> str | None:
    """The list whose elements are all that leads the second pass to what the first one used up: ``losses``."""
    first, second = first_pass(history, event), history.backwards.at(event.index)
    if first is None or second is None:
        return None
    passes = _Passes(history, first, second)
    for name, elements in _elements(history, event.index).items():
        nodes = {node for tensor in elements for node in history.nodes_of(tensor, event.index)}
        old, new = nodes & passes.shared, nodes - passes.first
        if old and not (passes.reached(second, old) | passes.behind(new)) & passes.shared and _appends(history, name):
            return name
    return None


def empty_list(history: History, event: RaiseEvent, name: str) -> Fix:
    """``losses.clear()`` below the backward pass."""
    source = history.source
    stmt, around = source.calling(event.line, "backward"), source.function_at(event.line) or source.tree
    shown = around is not None and any(dotted(node) == name for node in ast.walk(around))
    rewrite = inserted_after(source, (stmt, f"{name}.clear()")) if stmt is not None and shown and not hasattr(stmt, "body") else None
    return fix("empty_list", rewrite, name=name, line=event.line)


def _elements(history: History, event: int) -> dict[str, list[str]]:
    """By list: its elements at an event."""
    found: dict[str, list[str]] = {}
    for name in islice((name for name in history.names.known if name.endswith("]")), MAX_ELEMENTS):
        owner = name.rpartition("[")[0]
        tensor = history.names.bound(name, event)
        if tensor is not None:
            found.setdefault(owner, []).append(tensor)
    return found


def _appends(history: History, name: str) -> bool:
    """Whether the program appends to what has this name."""
    calls = (node.func for node in history.source.nodes if isinstance(node, ast.Call))
    return any(isinstance(func, ast.Attribute) and func.attr == "append" and dotted(func.value) == name for func in calls)


def first_pass(history: History, event: RaiseEvent) -> Backward | None:
    """The pass that freed the node which an exception is about; of a node that nobody saw freed, the last one that ended."""
    freed = history.freed.get(event.node or "")
    return (history.backwards.at(freed.index) if freed else None) or history.backwards.last_ended(event.index)


@dataclass(frozen=True)
class _Passes:
    """Two passes, by the nodes that they go through."""

    history: History
    before: Backward
    failed: Backward

    @cached_property
    def first(self) -> set[str]:
        return self.reached(self.before)

    @cached_property
    def second(self) -> set[str]:
        return self.reached(self.failed)

    @cached_property
    def shared(self) -> set[str]:
        """Nodes of both, besides those of leaves: two passes may well have the same parameters."""
        return {node for node in self.first & self.second if self.history.nodes[node].variable is None}

    @cached_property
    def stepped(self) -> set[str]:
        """Parameters that were edited between the passes."""
        since, until = self.before.start.index, self.failed.start.index
        made = (made for made in self.history.writes if since < made.op.index < until)
        return {made.write.tensor for made in made if self.history.is_parameter(made.write.tensor, made.op.index)}

    def leaves_behind(self, nodes: Iterable[str]) -> set[str]:
        """Leaves that some nodes hand gradients to."""
        known = self.history.nodes
        edges = (known[edge.node] for node in nodes for edge in known[node].next_functions if edge.node in known)
        return {node.variable for node in edges if node.variable is not None}

    def has_leaves(self, nodes: set[str]) -> bool:
        return bool(self.leaves_behind(nodes))

    def takers(self, own: set[str]) -> Iterator[OpEvent]:
        """Ops of one pass alone whose nodes hand gradients to the part that both share."""
        alone = own - self.shared
        for op in self.history.ops:
            if any(edge.node in self.shared for node in op.nodes if node in alone for edge in self.history.nodes[node].next_functions):
                yield op

    def reached(self, call: Backward, without: Collection[str] = ()) -> set[str]:
        """The nodes that a pass comes to, not going on to any of those ``without``."""
        states = (self.history.state(root, call.start.index) for root in call.start.roots)
        return self.behind({state.grad_fn for state in states if state and state.grad_fn} - set(without), without)

    def behind(self, nodes: set[str], without: Collection[str] = ()) -> set[str]:
        """These nodes, and all that they hand gradients to."""
        known = self.history.nodes
        todo = [node for node in nodes if node in known]
        seen = set(todo)
        while todo:
            edges = known[todo.pop()].next_functions
            fresh = {edge.node for edge in edges if edge.node in known and edge.node not in without} - seen
            seen |= fresh
            todo.extend(fresh)
        return seen


def _detached(history: History, op: OpEvent, shared: set[str]) -> Iterator[Fix]:
    """``.detach()`` on the outermost statement that the op ran in and that names a tensor of the shared part."""
    for where in history.outermost_first(op):
        stmt = history.source.statement(where.line)
        named = [node for node in own_nodes(stmt) if isinstance(node, ast.Name | ast.Attribute)] if stmt else []
        taken = [node for node in named if isinstance(node.ctx, ast.Load) and _is_of(history, node, where.index, shared)]
        if taken:
            name = dotted(taken[0]) or ""
            ends = [history.source.span(node)[1] for node in taken if dotted(node) == name]
            if rewrite := patched(history.source, [(end, end, ".detach()") for end in ends]):
                yield fix("detach_shared", rewrite, name=name, line=where.line)
            return


def _is_of(history: History, node: ast.AST, event: int, shared: set[str]) -> bool:
    tensor = history.names.bound(dotted(node) or "", event)
    return tensor is not None and bool(history.nodes_of(tensor, event) & shared)
