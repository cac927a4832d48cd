"""Warns of parameters that get gradients while no optimizer that steps has them, though it has others of their module.

opt = SGD(net.parameters()); net.fc = nn.Linear(8, 2)     the new layer is in no optimizer
opt = SGD([*net.body.parameters()])                       what comes behind the body is forgotten

Whoever trains only what comes last, or chooses by a condition, means it: that is a note. So is another module of its own.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from gradreel.diagnose.finding import Finding, Severity, worded
from gradreel.diagnose.fixes.gradients import optimize_too, optimizer_after, whole_module
from gradreel.diagnose.lookup import explain
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.modules import Modules, root
from gradreel.diagnose.lookup.optimized import constructions, never_stepped
from gradreel.diagnose.lookup.source import last_name
from gradreel.diagnose.lookup.steps import Steps
from gradreel.trace import Diagnosis, Fix, LineEvent, Param

RANK = 245
evidence = explain.leaf_of_step
MAX_NAMES = 8


def find(history: History) -> Iterator[Finding]:
    """One finding for each module that an optimizer has some parameters of, or none."""
    steps = Steps(history)
    if not history.backwards.calls or history.recording.outcome.status != "completed" or history.recording.truncated is not None:
        return
    last = max((update.op.index for update in steps.updates if update.call is not None), default=-1)
    modules = Modules(history)
    updated = {update.leaf for update in steps.updates}
    buffers = _buffers(history)
    missing: dict[tuple[str, bool], list[str]] = {}
    for leaf, name in modules.parameters.items() if last >= 0 else ():
        given = steps.gave.get(leaf)
        if given and given[0].index < last and leaf not in updated and not never_stepped(history).updates(history, leaf):
            missing.setdefault((root(name), name.rpartition(".")[2] in buffers), []).append(leaf)
    for (module, is_buffer), leaves in missing.items():
        alone = (each for each in modules.parameters.items() if root(each[1]) == module and each[0] not in steps.stepped | updated)
        if any(_is_copied_into(history, steps, leaf, name) for leaf, name in alone):
            continue
        had = [leaf for leaf, name in modules.parameters.items() if root(name) == module and leaf in steps.stepped]
        severity: Severity = "note" if is_buffer else _severity(history, leaves, had)
        event = steps.gave[leaves[0]][0].index
        diagnosis = partial(_diagnosis, history, modules, leaves, had, severity, event)
        fixes = partial(_fixes, history, module, leaves, had) if not is_buffer else tuple
        yield Finding("not_optimized", severity, event, diagnosis, fixes)


def _buffers(history: History) -> set[str]:
    """The names under which the program registers buffers: ``parameters()`` leaves them out, whether they require grad or not."""
    calls = (node for node in history.source.nodes if isinstance(node, ast.Call) and last_name(node.func) == "register_buffer")
    names = ([*call.args[:1], *(each.value for each in call.keywords if each.arg == "name")] for call in calls)
    return {each.value for given in names for each in given if isinstance(each, ast.Constant) and isinstance(each.value, str)}


def _is_copied_into(history: History, steps: Steps, leaf: str, name: str) -> bool:
    """Whether the program gives a parameter values of other tensors once it has been used: a target network, an average of weights."""
    used = _first_read(history, leaf)
    if len({bind.tensor for bind in history.names.binds(name)} & steps.gave.keys()) > 1:
        return True
    storage = history.tensors[leaf].storage
    for op in history.ops:
        if op.index > used >= 0 and any(_lies_in(history, write.tensor, leaf, storage) for write in op.writes):
            read = op.inputs if op.effects.reads is None else op.effects.reads
            if any(not _lies_in(history, given, leaf, storage) for given in (*read, *op.inputs)):
                return True
    return False


def _lies_in(history: History, tensor: str, leaf: str, storage: str | None) -> bool:
    return tensor == leaf or (storage is not None and history.tensors[tensor].storage == storage)


def _severity(history: History, leaves: list[str], had: list[str]) -> Severity:
    if not had:
        return "note"
    made = constructions(history)
    if any(_is_younger(history, leaf, made) for leaf in leaves):
        return "warning"
    if any(_chooses(history, stmt) for stmt in made):
        return "note"
    first = min(_first_read(history, leaf) for leaf in had)
    return "warning" if any(_first_read(history, leaf) >= first for leaf in leaves) else "note"


def _is_younger(history: History, leaf: str, made: list[ast.Assign]) -> bool:
    """Whether a parameter was made after every optimizer."""
    lines = {stmt.lineno for stmt in made}
    made_at = [event.index for event in history.events if isinstance(event, LineEvent) and event.line in lines]
    return bool(made_at) and history.tensors[leaf].event > max(made_at)


def _chooses(history: History, stmt: ast.Assign) -> bool:
    """Whether an optimizer is given what fulfils a condition."""
    inside = [*ast.walk(stmt.value)]
    names = {node.id for node in inside if isinstance(node, ast.Name)}
    assigned = (each for each in history.source.statements if isinstance(each, ast.Assign))
    given = [each.value for each in assigned if any(isinstance(target, ast.Name) and target.id in names for target in each.targets)]
    nodes = [*inside, *(node for value in given for node in ast.walk(value))]
    if any(isinstance(node, ast.comprehension) and node.ifs for node in nodes):
        return True
    return any(isinstance(node, ast.Name) and node.id == "filter" for node in nodes)


def _first_read(history: History, leaf: str) -> int:
    return next((op.index for op in history.readers.get(leaf, ())), -1)


def _diagnosis(history: History, modules: Modules, leaves: list[str], had: list[str], severity: Severity, event: int) -> Diagnosis:
    names = [modules.parameters[leaf] for leaf in leaves]
    made = constructions(history)
    line = made[0].lineno if len(made) == 1 else None
    params: dict[str, Param] = {
        "name": names[0],
        "more": len(names) - 1,
        "line": line or history.events[event].line,
        "code": history.source.line(line),
        "backward_line": history.events[event].line,
        "one": line is not None,
        "younger": _is_younger(history, leaves[0], made),
        "others": bool(had),
        "module": root(names[0]),
        "buffer": names[0].rpartition(".")[2] in _buffers(history),
    }
    return worded(
        "not_optimized",
        severity,
        params,
        raised=False,
        event=event,
        line=line or history.events[event].line,
        tensor=leaves[0],
        name=names[0],
        names=tuple(names[:MAX_NAMES]),
    )


def _fixes(history: History, module: str, leaves: list[str], had: list[str]) -> Iterator[Fix | None]:
    made = constructions(history)
    if len(made) != 1:
        return
    line = made[0].lineno
    if not had:
        yield optimize_too(history.source, line, module)
    elif _is_younger(history, leaves[-1], made):
        yield optimizer_after(history.source, line, history.tensors[leaves[-1]].line)
    else:
        yield whole_module(history.source, line, module)
