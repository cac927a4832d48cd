"""Tells of parameters of a module that ran to which no backward pass leads, and that no cut keeps from it.

self.extra = nn.Linear(8, 8)      never called
out, aux = net(x); loss = f(out)  what the loss does not depend on

Where the gradient is cut on the way, ``unreached_parameters`` and ``cut_gradient`` tell of the cut. A warning where nothing of its own
module got a gradient; a note where no step would have moved them, and of what a method uses under a condition that did not hold, experts
and heads that were not chosen, and what only an optimizer has.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from gradreel.diagnose.finding import Finding, Severity, worded
from gradreel.diagnose.fixes.gradients import find_unused
from gradreel.diagnose.lookup import explain
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.modules import Modules, owner, root
from gradreel.diagnose.lookup.raises import ends_program
from gradreel.diagnose.lookup.steps import Steps
from gradreel.trace import Diagnosis, Fix, OpEvent, Param, RaiseEvent

RANK = 250
evidence = explain.leaf_of_step
MAX_NAMES = 8

REDUCTION = "Expected to have finished reduction in the prior iteration"
"""What DistributedDataParallel says where parameters got no gradient."""
OUT_OF_SIGHT = frozenset({"thread", "transform", "jit", "compiled", "forward_ad", "fused", "unseen", "subclass", "saved_hooks"})
"""What may lead to parameters without the film showing it."""


def find(history: History) -> Iterator[Finding]:
    """One finding for each module whose parameters no backward pass leads to."""
    recording = history.recording
    raised = next((event for event in history.raise_events if event.message.startswith(REDUCTION)), None)
    hidden = any(each.kind in OUT_OF_SIGHT for each in recording.not_shown)
    if hidden or not history.backwards.calls or recording.gap is not None or recording.truncated is not None:
        return
    if recording.outcome.status != "completed" and raised is None:
        return
    modules = Modules(history)
    reached = _reached(history)
    learning = {root(name) for leaf, name in modules.parameters.items() if leaf in reached}
    unused = [leaf for leaf, name in modules.parameters.items() if leaf not in reached and root(name) in learning]
    explained = _explained(history) if unused else set()
    found: dict[str, list[str]] = {}
    for leaf in unused:
        if leaf not in explained and _takes_part(history, modules, leaf):
            found.setdefault(owner(modules.parameters[leaf]), []).append(leaf)
    trains = bool(found) and bool(Steps(history).updates)
    for leaves in _by_place(modules, found, reached):
        severity = _severity(history, modules, leaves, reached, raised) if trains or raised is not None else "note"
        event = raised.index if raised is not None else history.backwards.calls[-1].start.index
        diagnosis = partial(_diagnosis, history, modules, leaves, severity, raised)
        ends = raised is not None and ends_program(recording, raised)
        fixes = partial(_fixes, history, raised)
        yield Finding("unused_parameter", severity, event, diagnosis, fixes, raised is not None, ends)


def _reached(history: History) -> set[str]:
    """The leaves that a backward pass led to, whether it was asked for their gradients or not."""
    states = (history.state(each, call.start.index) for call in history.backwards.calls for each in call.start.roots)
    given = {event.tensor for event in history.events if event.kind == "accumulate"}
    return given | _behind(history, [state.grad_fn for state in states if state is not None and state.grad_fn is not None])


def _behind(history: History, todo: list[str]) -> set[str]:
    """The leaves that nodes lead to."""
    found: set[str] = set()
    seen: set[str] = set()
    while todo:
        node = history.nodes.get(todo.pop())
        if node is None or node.id in seen:
            continue
        seen.add(node.id)
        if node.variable is not None:
            found.add(node.variable)
        todo.extend(edge.node for edge in node.next_functions if edge.node)
    return found


def _explained(history: History) -> set[str]:
    """The leaves behind anything that was cut and that an op has read since: takes time with the graph.

    What nothing reads explains nothing: the constructor of DistributedDataParallel detaches every parameter.
    """
    cutting = [op for op in history.ops if any(each in history.readers for each in op.outputs)]
    cuts = [(tensor, op.index) for op in cutting for tensor in op.effects.cuts]
    todo = [node for tensor, event in cuts for node in history.nodes_of(tensor, event)]
    return {tensor for tensor, _ in cuts} | _behind(history, todo)


def _takes_part(history: History, modules: Modules, leaf: str) -> bool:
    """Whether it belongs to a module that ran with gradients; what ran without any was to get none."""
    if _readers(history, leaf):
        return bool(history.nodes_of(leaf, len(history.events)))
    return modules.ran_around(modules.parameters[leaf]) is not None


def _readers(history: History, leaf: str) -> list[OpEvent]:
    """The ops that read a leaf, but for those that cut it off."""
    return [op for op in history.readers.get(leaf, ()) if leaf not in op.effects.cuts]


def _by_place(modules: Modules, found: dict[str, list[str]], reached: set[str]) -> Iterator[list[str]]:
    """What is unused inside of one unused module is told once, and so are all that were not chosen of one container."""
    merged: dict[str, list[str]] = {}
    for path, leaves in found.items():
        outer = next((other for other in found if other != path and path.startswith(f"{other}.")), path)
        merged.setdefault(_choice(modules, outer, reached) or outer, []).extend(leaves)
    yield from merged.values()


def _severity(history: History, modules: Modules, leaves: list[str], reached: set[str], raised: RaiseEvent | None) -> Severity:
    if raised is not None:
        return "warning"
    names = modules.parameters
    if not any(_readers(history, leaf) for leaf in leaves) and _could_be_used(history, modules, names[leaves[0]]):
        return "note"
    path = owner(names[leaves[0]])
    if any(names[leaf].startswith(f"{path}.") for leaf in reached if leaf in names):
        return "note"
    return "note" if _choice(modules, path, reached) else "warning"


def _choice(modules: Modules, path: str, reached: set[str]) -> str | None:
    """The container that is never called itself, and others of which got gradients: of experts, heads, tasks."""
    container = owner(path)
    while container and container not in modules.ran:
        if any(name.startswith(f"{container}.") for leaf, name in modules.parameters.items() if leaf in reached):
            return container
        container = owner(container)
    return None


def _could_be_used(history: History, modules: Modules, name: str) -> bool:
    """Whether a method but the constructor names the parameter, or the module that did not run: under a condition, it would be used."""
    path = name if owner(name) in modules.ran else owner(name)
    last = path.rpartition(".")[2]
    attribute = owner(path).rpartition(".")[2] if last.isdigit() else last
    methods = (node for node in history.source.nodes if isinstance(node, ast.FunctionDef) and not node.name.startswith("__"))
    read = (node for method in methods for node in ast.walk(method) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load))
    return any(node.attr == attribute and isinstance(node.value, ast.Name) and node.value.id == "self" for node in read)


def _fixes(history: History, raised: RaiseEvent | None) -> Iterator[Fix | None]:
    if raised is not None:
        yield find_unused(history.source)


def _diagnosis(history: History, modules: Modules, leaves: list[str], severity: Severity, raised: RaiseEvent | None) -> Diagnosis:
    names = [modules.parameters[leaf] for leaf in leaves]
    reader = next((op for leaf in leaves for op in _readers(history, leaf)), None)
    backward = history.backwards.calls[-1].start
    params: dict[str, Param] = {
        "name": names[0],
        "more": len(names) - 1,
        "case": "used" if reader is not None else "not_now" if _could_be_used(history, modules, names[0]) else "never",
        "module": owner(names[0]),
        "around": (around := modules.ran_around(names[0]) or ""),
        "own": around == owner(names[0]),
        "used_line": reader.line if reader is not None else None,
        "backward_line": backward.line,
        "reduction": raised is not None,
    }
    line = reader.line if reader is not None else history.tensors[leaves[0]].line
    return worded(
        "unused_parameter",
        severity,
        params,
        raised=raised is not None,
        event=raised.index if raised is not None else backward.index,
        raise_event=raised.index if raised is not None else None,
        raise_line=raised.line if raised is not None else None,
        line=line,
        tensor=leaves[0],
        name=names[0],
        names=tuple(names[:MAX_NAMES]),
    )
