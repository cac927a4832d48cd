"""Finds where values came from, and where the gradient was cut on the way.

An op feeds what it returns and what it writes. Numbers leave the tensors at ``.item()`` and come back in through the names that the
snippet gave them; that way is followed in the text: a name assigned from such a number, in any statement that uses the name.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.source import bare_call, own_nodes
from gradreel.trace import BackwardStartEvent, OpEvent

DETACHES = frozenset({"detach", "detach_"})
TO_NUMBERS = frozenset({"item", "tolist", "numpy", "__float__", "__int__", "__bool__", "__index__", "__complex__", "__array__"})
FROM_NUMBERS = frozenset({"tensor", "as_tensor", "new_tensor", "asarray", "Tensor", "FloatTensor", "from_numpy"})
FILLS = frozenset({"append", "extend", "insert", "appendleft", "add", "update"})
COUNTED = ("int", "uint", "bool")


@dataclass(frozen=True)
class Cut:
    """An op that was given something with a gradient, and gave back something without."""

    op: OpEvent
    how: str
    """``detach``, ``data``, ``item``, ``tensor``, ``integer`` or ``no_grad``."""
    tensors: tuple[str, ...]
    """What it was given, of what had a gradient."""

    @property
    def tensor(self) -> str:
        return self.tensors[0]


@dataclass(frozen=True)
class Flow:
    """Where the values of one history came from."""

    history: History

    def cut(self, op: OpEvent) -> Cut | None:
        """The cut that an op makes, if it makes one."""
        given = tuple(dict.fromkeys(tensor for tensor in op.inputs if self.history.requires_grad(tensor, op.index - 1)))
        kept = [tensor for tensor in op.outputs if self.history.requires_grad(tensor, op.index)]
        name = op.name.removesuffix(".__get__").rsplit(".", 1)[-1]
        if not given or op.within or (kept and name not in FROM_NUMBERS):
            return None
        if name in TO_NUMBERS:
            return Cut(op, "item", given)
        if not op.outputs:
            return None
        if name in DETACHES or name == "data":
            return Cut(op, "data" if name == "data" else "detach", given)
        if name in FROM_NUMBERS:
            return Cut(op, "tensor", given)
        return Cut(op, "integer" if self._counted(op) else "no_grad", given)

    def _counted(self, op: OpEvent) -> bool:
        return all(self.history.tensors[tensor].dtype.startswith(COUNTED) for tensor in op.outputs if tensor in self.history.tensors)

    def cuts_before(self, root: str, event: int) -> Iterator[Cut]:
        """The cuts on the ways that led to a tensor, as it was at an event; the last one first."""
        seen: set[int] = set()
        found: dict[int, Cut] = {}
        todo = [(root, event)]
        while todo:
            tensor, before = todo.pop()
            for op in self._setters.get(tensor, ()):
                if op.index >= before or op.index in seen:
                    continue
                seen.add(op.index)
                found.update({cut.op.index: cut for cut in self._cuts_at(op)})
                todo.extend((given, op.index) for given in op.inputs if not self.history.is_parameter(given, op.index))
                found.update({cut.op.index: cut for given in op.inputs if (cut := self._copied(given, op.index))})
        yield from (found[index] for index in sorted(found, reverse=True))

    def gradient_call(self, root: str, event: int) -> BackwardStartEvent | None:
        """The call of ``torch.autograd.grad`` that a tensor was computed from the result of, where it kept no graph of that."""
        calls = {
            call.start.line: call.start for call in self.history.backwards if call.start.call == "grad" and not call.start.create_graph
        }
        seen: set[str] = set()
        todo = [root] if calls else []
        while todo:
            tensor = todo.pop()
            if tensor in seen or tensor not in self.history.tensors:
                continue
            seen.add(tensor)
            known, setters = self.history.tensors[tensor], [op for op in self._setters.get(tensor, ()) if op.index < event]
            call = calls.get(known.line)
            if call is not None and not setters and known.event > call.index:
                return call
            todo.extend(given for op in setters for given in op.inputs)
        return None

    def _copied(self, tensor: str, event: int) -> Cut | None:
        """The cut that made a parameter, if ``torch.tensor`` copied it from something with a gradient.

        What else was written into a parameter, by an optimizer or an initialisation, is no dependence that got lost.
        """
        maker = self.history.maker.get(tensor) if self.history.is_parameter(tensor, event) else None
        cut = self.cut(maker) if maker is not None else None
        return cut if cut is not None and cut.how == "tensor" else None

    def _cuts_at(self, op: OpEvent) -> Iterator[Cut]:
        yield from self._numbers.get(op.index, ())
        if cut := self.cut(op):
            yield cut

    @cached_property
    def _setters(self) -> dict[str, list[OpEvent]]:
        setters: dict[str, list[OpEvent]] = defaultdict(list)
        for op in self.history.ops:
            # Of an input that it returns nothing for, an op may only tell how it stands.
            told = [state.tensor for state in op.states if not op.outputs or state.tensor not in op.inputs]
            written = [write.tensor for write in op.writes] + told
            for tensor in dict.fromkeys([*op.outputs, *written]):
                setters[tensor].append(op)
        return setters

    @cached_property
    def _numbers(self) -> dict[int, list[Cut]]:
        """For each op that used a number taken out of a tensor: the cut at which it was taken out."""
        fed: dict[int, list[Cut]] = defaultdict(list)
        cuts = [cut for op in self.history.ops if (cut := self._taken_out(op))]
        for cut in {cut.op.line: cut for cut in cuts}.values():
            lines = self._lines_using(cut)
            for op in self.history.ops:
                if op.index > cut.op.index and op.line in lines and op.outputs:
                    fed[op.index].append(cut)
        return fed

    def _taken_out(self, op: OpEvent) -> Cut | None:
        """The cut at which an op's numbers lost their gradient: its own, or for ``x.detach().numpy()`` the one just before."""
        if (cut := self.cut(op)) is not None:
            return cut if cut.how == "item" else None
        maker = self.history.maker.get(op.inputs[0]) if op.name in TO_NUMBERS and op.inputs else None
        return self.cut(maker) if maker is not None else None

    def _lines_using(self, cut: Cut) -> set[int]:
        source = self.history.source
        start = source.statement(cut.op.line)
        if not isinstance(start, ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Return | ast.Expr):
            return set()
        names = _stored(start)
        lines = _lines(start)
        for stmt in sorted(source.statements, key=lambda each: each.lineno):
            if stmt is not start and names & _loaded(stmt):
                lines |= _lines(stmt)
                names |= {name for name in _stored(stmt) if not self._is_tensor(name)}
        return lines

    def _is_tensor(self, name: str) -> bool:
        return self.history.names.bound(name, len(self.history.events)) is not None


def _lines(stmt: ast.stmt) -> set[int]:
    end = stmt.lineno if hasattr(stmt, "body") else stmt.end_lineno or stmt.lineno
    return set(range(stmt.lineno, end + 1))


def _stored(stmt: ast.stmt) -> set[str]:
    """Names that a statement gives something to, or puts something into: ``losses.append(loss.item())``, ``logs["loss"] = …``."""
    found = {node.id for node in own_nodes(stmt) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    filled: list[ast.expr] = [node.value for node in own_nodes(stmt) if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)]
    call = bare_call(stmt)
    if call is not None and isinstance(call.func, ast.Attribute) and call.func.attr in FILLS:
        filled.append(call.func.value)
    return found | {node.id for node in filled if isinstance(node, ast.Name)}


def _loaded(stmt: ast.stmt) -> set[str]:
    return {node.id for node in own_nodes(stmt) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
