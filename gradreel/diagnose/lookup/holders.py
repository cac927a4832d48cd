"""Finds what holds on to the graphs of a growing loop: a name that each round gives a longer graph, or a container that it puts one into.

total = total + loss      log["loss"] = log["loss"] + loss      self.h = cell(x, self.h)      a name, by how far its graph goes back
losses.append(loss)       history[step] = loss                                                a container, by what is put into it
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gradreel.diagnose.lookup.growth import Growth
from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.source import bare_call, dotted
from gradreel.trace import LineEvent, OpEvent

ADDS = frozenset({"append", "appendleft", "insert", "extend", "add"})
MAX_PLACES = 400
"""Executed statements of a round that are looked at."""


@dataclass(frozen=True)
class Holder:
    """What holds on, and by which statement."""

    name: str
    line: int
    event: int
    """At which the statement of the last round began."""
    tensor: str | None
    """What it was given then."""
    put: tuple[ast.expr, ...]
    """The expressions that carry the graph."""


def holders(history: History, growth: Growth) -> list[Holder]:
    """What takes hold of the graph of the last round whose lines are told, in the order of the statements; containers before names."""
    last = _last_told(history, growth)
    if last is None:
        return []
    before = max(number for number in growth.wasted if number < last)
    search = _Search(history, growth, growth.wasted[last], growth.wasted[before])
    ran = search.statements(growth.starts[last], growth.until(last))
    found = [each for stmt, begun, ended in ran for each in (*search.containers(stmt, begun, ended), *search.names(stmt, begun, ended))]
    return list({(each.name, each.line): each for each in found}.values())


def _last_told(history: History, growth: Growth) -> int | None:
    """The last round of which as many lines are told as of any: of a line that ran very often the film tells the first times only."""
    first = min(growth.wasted)
    told = {
        number: sum(isinstance(event, LineEvent) for event in history.events[growth.starts[number] : growth.until(number) + 1])
        for number in growth.wasted
        if number > first and number in growth.starts and (number + 1 in growth.starts or number == max(growth.wasted))
    }
    return max(told, key=lambda number: (told[number], number), default=None)


@dataclass(frozen=True)
class _Search:
    history: History
    growth: Growth
    last: frozenset[str]
    before: frozenset[str]
    """Nodes of the last round, and of the one before."""

    def statements(self, begun: int, ended: int) -> list[tuple[ast.stmt, int, int]]:
        """The simple statements that a round ran, each with its first and last event, in calls inside it as well."""
        events = self.history.events
        lines = [event for event in events[begun : ended + 1] if isinstance(event, LineEvent)][:MAX_PLACES]
        found = []
        for position, event in enumerate(lines):
            stmt = self.history.source.statement(event.line)
            if stmt is not None and not hasattr(stmt, "body"):
                after = (later.index for later in lines[position + 1 :] if later.depth <= event.depth)
                found.append((stmt, event.index, next(after, ended + 1) - 1))
        return found

    def containers(self, stmt: ast.stmt, begun: int, ended: int) -> Iterator[Holder]:
        """What a statement puts something of this round's graph into."""
        name, values = _put(self.history, stmt)
        if name is None or self._is_made_in_round(name, begun):
            return
        carrying = [(value, tensor) for value in values if (tensor := self._carried_by(value, stmt, begun, ended))]
        if carrying:
            yield Holder(name, stmt.lineno, begun, carrying[-1][1], tuple(value for value, _ in carrying))

    def names(self, stmt: ast.stmt, begun: int, ended: int) -> Iterator[Holder]:
        """The name that a statement gives something whose graph goes back to the round before, and that the round had read."""
        if not isinstance(stmt, ast.Assign | ast.AugAssign):
            return
        targets = stmt.targets if isinstance(stmt, ast.Assign) else [stmt.target]
        for target in targets:
            name = self.history.source.called(target)
            tensor = self._given(name, begun, ended) if name else None
            if name is None or tensor is None or not self._is_read(name, target, stmt):
                continue
            behind = self._behind(self._grad_fn(tensor, ended))
            if behind & self.last and behind & self.before:
                yield Holder(name, stmt.lineno, begun, tensor, tuple(_added(self.history, stmt, name)))

    def _given(self, name: str, begun: int, ended: int) -> str | None:
        """What a statement gave a name; the film tells of a name when the next line begins, and not again of what is edited in place."""
        bound = self.history.names.bound(name, ended)
        if bound in {each.tensor for op in self._ops(begun, ended) for each in op.writes}:
            return bound
        binds = [bind for bind in self.history.names.binds(name) if begun <= bind.index <= ended + 2]
        made = {tensor for op in self._ops(begun, ended) for tensor in op.outputs}
        return next((bind.tensor for bind in binds if bind.tensor in made or bind.index <= ended), None)

    def _is_read(self, name: str, target: ast.expr, stmt: ast.stmt) -> bool:
        """Whether what was there goes into what is given: said by the statement, or by the rest of the loop."""
        if isinstance(stmt, ast.AugAssign) or "." in name or "[" in name:
            return True
        if any(node is not target and dotted(node) == name for node in ast.walk(stmt)):
            return True
        around = self.history.source.loop_at(stmt.lineno) or self.history.source.function_at(stmt.lineno)
        reads = [node for node in (ast.walk(around) if around is not None else ()) if isinstance(node, ast.Name) and node.id == name]
        return any(isinstance(node.ctx, ast.Load) and node.lineno <= stmt.lineno for node in reads)

    def _is_made_in_round(self, name: str, begun: int) -> bool:
        """Whether a container is a new one in each round."""
        root = name.partition("[")[0]
        first = self.growth.starts[max(number for number, start in self.growth.starts.items() if start <= begun)]
        return any(
            isinstance(stmt, ast.Assign | ast.AnnAssign)
            and any(dotted(target) == root for target in (stmt.targets if isinstance(stmt, ast.Assign) else [stmt.target]))
            for stmt, _, _ in self.statements(first, begun - 1)
        )

    def _carried_by(self, value: ast.expr, stmt: ast.stmt, begun: int, ended: int) -> str | None:
        """The tensor with a graph of this round that an expression gives."""
        name = self.history.source.called(value) if isinstance(value, ast.Name | ast.Attribute | ast.Subscript) else None
        if name is not None and (bound := self.history.names.bound(name, begun)) is not None:
            given: Iterable[str] = [bound]
        elif isinstance(value, ast.Constant):
            return None
        else:
            last = stmt.end_lineno or stmt.lineno
            own = [op for op in self._ops(begun, ended) if op.line is not None and stmt.lineno <= op.line <= last]
            given = own[-1].outputs if own else ()
        return next((each for each in given if self._behind(self._grad_fn(each, ended)) & self.last), None)

    def _ops(self, begun: int, ended: int) -> list[OpEvent]:
        return [event for event in self.history.events[begun : ended + 1] if isinstance(event, OpEvent)]

    def _grad_fn(self, tensor: str, event: int) -> str | None:
        state = self.history.state(tensor, event)
        return state.grad_fn if state else None

    def _behind(self, node: str | None) -> set[str]:
        """A node, and all that it hands gradients to."""
        known = self.history.nodes
        todo = [node] if node in known else []
        seen = set(todo)
        while todo:
            fresh = {edge.node for edge in known[todo.pop() or ""].next_functions if edge.node in known} - seen
            seen |= fresh
            todo.extend(fresh)
        return {each for each in seen if each is not None}


def _put(history: History, stmt: ast.stmt) -> tuple[str | None, list[ast.expr]]:
    """The container that a statement puts something into, and what."""
    call = bare_call(stmt)
    if call is not None and isinstance(call.func, ast.Attribute) and call.func.attr in ADDS:
        values = [*call.args, *(each.value for each in call.keywords)]
        return history.source.called(call.func.value) or _text(history, call.func.value), [part for each in values for part in _parts(each)]
    if isinstance(stmt, ast.Assign) and len(stmt.targets) == 1 and isinstance(stmt.targets[0], ast.Subscript):
        target = stmt.targets[0]
        is_constant = isinstance(target.slice, ast.Constant)
        name = dotted(target.value)
        if name is not None and not is_constant and history.names.bound(name, len(history.events)) is None:
            return name, _parts(stmt.value)
    if isinstance(stmt, ast.AugAssign) and isinstance(stmt.value, ast.List):
        return history.source.called(stmt.target), _parts(stmt.value)
    return None, []


def _text(history: History, node: ast.expr) -> str | None:
    return history.source.segment(node) if isinstance(node, ast.Subscript | ast.Attribute) else None


def _parts(value: ast.expr) -> list[ast.expr]:
    if isinstance(value, ast.Tuple | ast.List):
        return [part for each in value.elts for part in _parts(each)]
    if isinstance(value, ast.Dict):
        return [part for each in value.values for part in _parts(each)]
    return [value]


def _added(history: History, stmt: ast.Assign | ast.AugAssign, name: str) -> Iterator[ast.expr]:
    """What a statement adds to a name: the other operands of a sum, else all that it gives it."""
    value = stmt.value
    if isinstance(stmt, ast.Assign):
        operands = list(_operands(value))
        others = [each for each in operands if history.source.called(each) != name]
        if 0 < len(others) < len(operands):
            yield from others
            return
    yield value


def _operands(value: ast.expr) -> Iterator[ast.expr]:
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add | ast.Sub):
        yield from _operands(value.left)
        yield from _operands(value.right)
    else:
        yield value
