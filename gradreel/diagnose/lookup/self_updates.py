"""Finds edits that give weights their own values: a copy of each onto itself, or a loop over pairs in which both are the same tensor."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from gradreel.diagnose.lookup.history import History
from gradreel.diagnose.lookup.memory import same_as
from gradreel.diagnose.lookup.source import Source
from gradreel.trace import BindEvent, OpEvent

MAX_LINES = 8
"""That are told."""


@dataclass(frozen=True)
class SelfUpdate:
    """An op that updates a weight from itself."""

    op: OpEvent
    tensor: str
    case: Literal["copy", "pair"]
    names: tuple[str, str] = ("", "")
    """What the loop calls the two."""


def self_updates(history: History, copies: Callable[[OpEvent], bool]) -> list[SelfUpdate]:
    """The first of each line of the main file; ``copies`` says of an op whether its line says that it copies. Takes time with the trace.

    A line that copies other values as well is none: it loads a state of which some parts have stayed what they were.
    """
    found: dict[int, SelfUpdate] = {}
    loading: set[int] = set()
    pairs = _Pairs(history)
    for event in history.events:
        if isinstance(event, BindEvent):
            pairs.bind(event)
        elif isinstance(event, OpEvent) and event.writes and event.line is not None:
            copied = _copy(history, event) if copies(event) else None
            if copied is None and event.effects.fills:
                loading.add(event.line)
            update = copied or pairs.update(event)
            if update is not None:
                found.setdefault(event.line, update)
    told = [update for line, update in found.items() if update.case == "pair" or line not in loading]
    return told[:MAX_LINES]


def _copy(history: History, op: OpEvent) -> SelfUpdate | None:
    reads = op.effects.reads
    for tensor in op.effects.fills if reads else ():
        whole = _whole(history, tensor)
        if _is_weight(history, whole, op.index) and any(_whole(history, read) == whole for read in reads or ()):
            return SelfUpdate(op, whole, "copy")
    return None


class _Pairs:
    """What the names of each loop over pairs refer to now."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._loops = list(_loops_over_pairs(history.source))
        self._current: dict[str, str | None] = {name: None for loop, names in self._loops for name in names}

    def bind(self, event: BindEvent) -> None:
        if event.name in self._current:
            self._current[event.name] = _whole(self._history, event.tensor)

    def update(self, op: OpEvent) -> SelfUpdate | None:
        """The update that an op makes, if two names of a loop around it refer to what it writes, and its statement reads both."""
        for loop, names in self._loops:
            if not loop.body[0].lineno <= (op.line or 0) <= (loop.end_lineno or 0):
                continue
            stmt = self._history.source.statement(op.line)
            if isinstance(stmt, ast.Assign) and isinstance(stmt.value, ast.Name):
                continue  # ``p.data = kept`` puts something back, and mixes nothing
            read = _names_in(stmt)
            for write in op.writes:
                whole = _whole(self._history, write.tensor)
                same = [name for name in names if name in read and self._current[name] == whole]
                if len(same) > 1 and _is_weight(self._history, whole, op.index):
                    return SelfUpdate(op, whole, "pair", (same[0], same[1]))
        return None


def _loops_over_pairs(source: Source) -> Iterator[tuple[ast.For, tuple[str, ...]]]:
    for node in source.nodes:
        if isinstance(node, ast.For) and isinstance(node.target, ast.Tuple):
            names = tuple(dict.fromkeys(each.id for each in ast.walk(node.target) if isinstance(each, ast.Name)))
            if len(names) > 1:
                yield node, names


def _names_in(stmt: ast.stmt | None) -> set[str]:
    return {node.id for node in ast.walk(stmt) if isinstance(node, ast.Name)} if stmt else set()


def _whole(history: History, tensor: str) -> str:
    """The tensor that has the same elements and was there first: of ``p.data`` and ``p.detach()`` the parameter."""
    for each in same_as(history, tensor):
        tensor = each
    return tensor


def _is_weight(history: History, tensor: str, event: int) -> bool:
    """Whether it is a parameter, or part of a module or another object: what is only a tensor may well be filled from itself."""
    known = history.tensors.get(tensor)
    return history.is_parameter(tensor, event) or (known is not None and known.is_leaf and any("." in name for name in known.names))
