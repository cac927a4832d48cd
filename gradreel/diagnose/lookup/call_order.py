"""Finds in which order a program cleared gradients, stepped and went backward, by the statements that ran.

``zero_grad()`` leaves no op behind where it drops gradients, so that the line that ran tells of it; what it dropped shows at the next
backward pass, which begins anew.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.optimized import Optimized, optimized
from gradreel.diagnose.lookup.source import bare_call, dotted
from gradreel.diagnose.lookup.steps import Steps
from gradreel.trace import AccumulateEvent, Line, LineEvent


@dataclass(frozen=True)
class Cleared:
    """A statement that clears gradients before the step that should use them."""

    event: int
    line: Line | None
    step_line: Line | None
    backward_line: Line | None
    leaf: str


@dataclass
class _Pending:
    """Gradients that were cleared before a step used them."""

    event: int
    line: Line | None
    leaves: dict[str, Line | None]


def called(stmt: ast.stmt | None, method: str) -> ast.Call | None:
    """The call of a method, where a statement is nothing else."""
    call = bare_call(stmt)
    return call if call is not None and isinstance(call.func, ast.Attribute) and call.func.attr == method else None


def receiver(call: ast.Call | None) -> str | None:
    """``opt`` of ``opt.step()``."""
    return dotted(call.func.value) if call is not None and isinstance(call.func, ast.Attribute) else None


def cleared_before_steps(history: History, steps: Steps) -> Iterator[Cleared]:
    """One for each step that never had anything to use, since what it should use had been cleared each time."""
    if not steps.gave or history.recording.gap is not None:
        return
    found = _Order(history, steps)
    for line, pending in found.scan().items():
        each = pending[0]
        leaf, backward_line = next(iter(each.leaves.items()))
        yield Cleared(each.event, each.line, line, backward_line, leaf)


class _Order:
    def __init__(self, history: History, steps: Steps) -> None:
        self.history = history
        self.written = {update.op.line for update in steps.updates if not self._zeroed(update.op.index, update.leaf, steps)}
        self._optimizers: dict[str, Optimized] = {}

    @staticmethod
    def _zeroed(event: int, leaf: str, steps: Steps) -> bool:
        """Whether the gradient that a step used had been filled with zeros since the last pass."""
        last = max((each.index for each in steps.gave[leaf] if each.index < event), default=-1)
        return any(index > last for index in steps.zeroed.get(leaf, ()) if index < event)

    def scan(self) -> dict[int | None, list[_Pending]]:
        """By line of a step: what was cleared before it, where that was so whenever it had something to use, and it wrote nothing."""
        source = self.history.source
        waiting: dict[str, Line | None] = {}
        pending: dict[str, _Pending] = {}
        useless: dict[int | None, list[_Pending]] = defaultdict(list)
        useful: set[int | None] = set()
        for event in self.history.events:
            if isinstance(event, AccumulateEvent):
                waiting[event.tensor] = event.line
                pending = {name: each for name, each in pending.items() if event.tensor not in each.leaves}
            elif isinstance(event, LineEvent) and (call := called(stmt := source.statement(event.line), "zero_grad")):
                name = receiver(call)
                if name is not None and stmt is not None and not self._is_conditional(stmt):
                    leaves = {leaf: line for leaf, line in waiting.items() if self._has(name, leaf)}
                    if leaves:
                        pending[name] = _Pending(event.index, event.line, leaves)
                        for leaf in leaves:
                            del waiting[leaf]
            elif isinstance(event, LineEvent) and (call := called(source.statement(event.line), "step")):
                for name in filter(None, (receiver(call), *map(dotted, call.args[:1]))):
                    if each := pending.pop(name, None):
                        useless[event.line].append(each)
                    elif any(self._has(name, leaf) for leaf in waiting):
                        useful.add(event.line)
                        for leaf in [leaf for leaf in waiting if self._has(name, leaf)]:
                            del waiting[leaf]
        return {line: each for line, each in useless.items() if line not in useful | self.written}

    def _has(self, optimizer: str, leaf: str) -> bool:
        if optimizer not in self._optimizers:
            self._optimizers[optimizer] = optimized(self.history, optimizer)
        return self._optimizers[optimizer].updates(self.history, leaf)

    def _is_conditional(self, stmt: ast.stmt) -> bool:
        """Whether a statement stands in a branch without a step: what is cleared there is cleared for a reason."""
        branches = [node for node in self.history.source.nodes if isinstance(node, ast.If | ast.Try)]
        around = [branch for branch in branches if branch.lineno <= stmt.lineno <= (branch.end_lineno or 0)]
        return any(not any(called(each, "step") for each in ast.walk(branch) if isinstance(each, ast.Expr)) for branch in around)


def stepped_line(history: History, event: int) -> Line | None:
    """The next line after an event that steps something else than the statement of that event does."""
    own = receiver(called(history.source.statement(history.events[event].line), "step"))
    for later in history.events[event + 1 :]:
        if isinstance(later, LineEvent) and (call := called(history.source.statement(later.line), "step")) and receiver(call) != own:
            return later.line
    return None


def gradscaler(history: History, step_line: Line | None) -> tuple[str | None, str | None]:
    """``scaler`` and ``opt`` of ``scaler.step(opt)``."""
    call = called(history.source.statement(step_line), "step")
    return receiver(call), dotted(call.args[0]) if call is not None and call.args else None
