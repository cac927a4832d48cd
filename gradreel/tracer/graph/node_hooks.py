"""Puts one hook on many nodes, and takes it off them again.

``Node.register_hook`` keeps the hooks of a node in a table that ``Function._register_hook`` makes, and returns a handle. Handles cost more
than all else about a hook: here the tables are made directly, and remembered instead.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import RLock
from typing import Any

from torch.autograd import Function
from torch.autograd.graph import Node

Hook = Callable[[Any, Any], None]
OWN = -1
"""In place of the number of a handle; those count from 0."""
_NAME = "_register_hook"
_REPLACED = RLock()
"""Held while the function is replaced, which all threads call."""


class NodeHooks:
    """One hook, and the nodes that it is on."""

    def __init__(self, hook: Hook) -> None:
        self._hook = hook
        self._tables: list[OrderedDict[int, Hook]] = []
        self._handles: list[Any] = []
        """Of nodes that had hooks already."""

    @contextmanager
    def adding(self) -> Iterator[Callable[[Node], None]]:
        """Give what puts the hook on a node."""
        with _REPLACED:
            yield from self._adding()

    def _adding(self) -> Iterator[Callable[[Node], None]]:
        own, tables, handles = self._hook, self._tables, self._handles
        function: Any = Function
        before, real = vars(function).get(_NAME), getattr(function, _NAME)

        def register(table: Any, hook: Hook) -> tuple[Any, Any]:
            if hook is not own or table is not None:  # another thread's, or one more of a node that has some
                made: tuple[Any, Any] = real(table, hook)
                return made
            table = OrderedDict()
            table[OWN] = hook
            tables.append(table)
            return table, None

        def add(node: Node) -> None:
            if (handle := node.register_hook(own)) is not None:
                handles.append(handle)

        setattr(function, _NAME, staticmethod(register))
        try:
            yield add
        finally:
            if before is None:
                delattr(function, _NAME)
            else:
                setattr(function, _NAME, before)

    def remove(self) -> None:
        """Take the hook off every node."""
        for table in self._tables:
            table.pop(OWN, None)
        for handle in self._handles:
            handle.remove()
        self._tables.clear()
        self._handles.clear()
