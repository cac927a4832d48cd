"""Counts the memory that graphs keep for backward, and states it on the events that change it.

    a node saves a tensor      its storage is kept, once however many nodes save something in it
    the engine frees a node    what only that node kept is kept no more
    a node dies                the same: somebody dropped the graph; the next event says which nodes these were

What saved-tensor hooks of the program keep is not known, and not counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from gradreel.tracer.graph.nodes import Nodes
from gradreel.tracer.tensors.storages import Storage


class Kept:
    """What the graphs of one run keep."""

    def __init__(self, nodes: Nodes, is_held: Callable[[Storage], bool]) -> None:
        """``is_held``: whether a leaf, or the program itself, holds a tensor in a storage."""
        self._nodes = nodes
        self._is_held = is_held
        self.died = nodes.died
        self.changed = False
        """Whether the next event is to state something, apart from nodes that have died."""
        self._bytes = 0
        self._of_node: dict[str, tuple[Storage, ...]] = {}
        self._saves: dict[Storage, int] = {}
        """How many saves keep each storage."""
        self._sizes: dict[Storage, int] = {}
        """Its bytes when it was first kept."""
        self._dropped: list[str] = []

    def hold(self, node: str, storage: Storage | None) -> None:
        """A node has saved a tensor in a storage."""
        if storage is None:
            return
        self._of_node[node] = (*self._of_node.get(node, ()), storage)
        saves = self._saves.get(storage, 0)
        self._saves[storage] = saves + 1
        if not saves:
            self._sizes[storage] = storage.size
            self._bytes += storage.size
            self.changed = True

    def let_go(self, node: str) -> bool:
        """A node keeps nothing any more; return whether it kept anything."""
        storages = self._of_node.pop(node, ())
        for storage in storages:
            self._saves[storage] -= 1
            if not self._saves[storage]:
                del self._saves[storage]
                self._bytes -= self._sizes.pop(storage)
                self.changed = True
        return bool(storages)

    def state(self, event: dict[str, Any]) -> None:
        """State what is kept after an event that changed it, and which nodes were dropped."""
        if self.died:
            died, self.died[:] = list(self.died), []
            self._dropped += filter(self.let_go, died)
        if self.changed:
            event["kept"] = self._bytes
            self.changed = False
        if self._dropped:
            if dropped := list(filter(self._nodes.has_record, dict.fromkeys(self._dropped))):
                event["dropped"] = dropped
            self._dropped = []

    def state_again(self, nodes: Iterable[str]) -> None:
        """Events that said so are left out of the film: these nodes have kept something, and keep it no more."""
        self._dropped += nodes
        self.changed = True

    def by_graph_alone(self) -> int:
        """Return the bytes that nobody but graphs keeps. This looks at every storage that is kept."""
        return sum(size for storage, size in self._sizes.items() if not self._is_held(storage))
