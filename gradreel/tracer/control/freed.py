"""Notes which nodes a pass would have freed, where graphs are kept: a later pass through them can then be refused as PyTorch does.

The note lies in the metadata of the node itself, which lives as long as the node.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from torch import _C

from gradreel.tracer.tensors.kinds import is_tensor

FREED = "Trying to backward through the graph a second time"
MAX_NODES = 20_000
"""Nodes of one graph that are looked at."""
_NOTE = "gradreel freed"
_SAVED = "_raw_saved_"
_OF_FUNCTION = "_raw_saved_tensors"


def note_freed(roots: Iterable[Any]) -> None:
    """Note of each node in the graph of ``roots`` that it has nothing saved any more."""
    for node in _nodes(roots):
        node.metadata[_NOTE] = True


def was_freed(roots: Iterable[Any]) -> bool:
    """Tell whether a pass from ``roots`` needs what would have been freed."""
    return any(_NOTE in node.metadata and _has_saved(node) for node in _nodes(roots))


def _has_saved(node: Any) -> bool:
    names = [name for name in dir(type(node)) if name.startswith(_SAVED)]
    return bool(node._raw_saved_tensors) if _OF_FUNCTION in names else bool(names)


def _nodes(roots: Iterable[Any]) -> Iterator[Any]:
    with _C.DisableTorchFunction():
        todo: list[Any] = [root.grad_fn for root in roots if is_tensor(root) and root.grad_fn is not None]
    seen: set[Any] = set()
    while todo and len(seen) < MAX_NODES:
        node = todo.pop()
        if node in seen:
            continue
        seen.add(node)
        yield node
        todo.extend(following for following, _ in node.next_functions if following is not None)
