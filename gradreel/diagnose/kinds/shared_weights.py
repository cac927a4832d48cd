"""Warns where two names lead to the same weights and the program treats one of them as a copy: a target network that is the network.

target = net                                             no copy is made
target.load_state_dict(net.state_dict())                 copy   each weight is copied onto itself
for t, p in zip(target.parameters(), …): t.mul_(…)       pair   each weight is mixed with itself
y = target(s).detach(); loss = f(net(s), y)              cut    the fixed side of the loss moves with every step of the optimizer
y = target(s); opt.step(); loss.backward()               stale  the step changes weights that the graph of y has saved
target.requires_grad_(False)                             frozen nothing is left to learn
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from gradreel.diagnose.finding import Finding, line_at, worded
from gradreel.diagnose.fixes.copies import SecondName, copies_values, deep_copy, read_names, second_names, slot
from gradreel.diagnose.lookup import explain
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.self_updates import SelfUpdate, self_updates
from gradreel.diagnose.moving_targets import MovingTarget, moving_targets
from gradreel.trace import Diagnosis, Fix, OpEvent, Param

RANK = 210
evidence = explain.shared_memory


def find(history: History) -> Iterator[Finding]:
    """One finding for each line."""
    names = second_names(history.source)
    told: set[SecondName] = set()
    for update in self_updates(history, lambda op: copies_values(history.source.statement(op.line))):
        second = _named_at(history, names, update.op)
        told.update({second} if second else ())
        yield _finding(history, update.op, _params_of_update(update), second, update.tensor)
    for target in moving_targets(history, [second for second in names if second not in told]):
        params: dict[str, Param] = {"case": target.case, "one": "", "other": "", "line": target.line, "other_line": _elsewhere(target)}
        yield _finding(history, target.op, params, target.second, target.tensor)


def _named_at(history: History, names: list[SecondName], op: OpEvent) -> SecondName | None:
    """The statement that gave the weights of an update their second name: of those that it reads the one that is nearest above."""
    stmt = history.source.statement(op.line)
    loop = history.source.loop_at(op.line)
    read = (read_names(stmt) if stmt else set()) | (read_names(loop.iter) if loop is not None and hasattr(loop, "iter") else set())
    found = [second for second in names if slot(second.name) in read]
    return max(found, key=lambda second: second.stmt.lineno, default=None)


def _params_of_update(update: SelfUpdate) -> dict[str, Param]:
    one, other = update.names
    return {"case": update.case, "one": one, "other": other, "line": update.op.line, "other_line": None}


def _finding(history: History, op: OpEvent, params: dict[str, Param], second: SecondName | None, tensor: str) -> Finding:
    diagnosis = partial(_diagnosis, history, op, params, second, tensor)
    return Finding("shared_weights", "warning", op.index, diagnosis, partial(_fixes, history, second))


def _diagnosis(history: History, op: OpEvent, params: dict[str, Param], second: SecondName | None, tensor: str) -> Diagnosis:
    name = history.names.of(tensor, op.index)
    line = second.stmt.lineno if second else None
    source = history.source
    return worded(
        "shared_weights",
        "warning",
        {
            **params,
            "code": source.line(params["line"]) if isinstance(params["line"], int) else history.code_at(op),
            "tensor": name or "",
            "named": name is not None,
            "second_line": line,
            "second_code": source.line(line),
            "second": second.name if second else "",
            "first": second.of if second else "",
        },
        raised=False,
        event=op.index,
        edit_event=op.index if op.writes else None,
        tensor=tensor,
        name=name,
        **_places(op, params),
    )


def _places(op: OpEvent, params: dict[str, Param]) -> dict[str, Any]:
    """An edit happened where it is; what was cut, where the module was called."""
    if params["case"] == "cut":
        return {"line": params["line"], "cut_line": params["line"]}
    return {**line_at("", op), **(line_at("edit", op) if op.writes else {})}


def _elsewhere(target: MovingTarget) -> int | None:
    return target.other_line if target.other_line != target.line else None


def _fixes(history: History, second: SecondName | None) -> Iterator[Fix | None]:
    yield deep_copy(history.source, second)
