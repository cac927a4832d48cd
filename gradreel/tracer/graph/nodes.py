"""Gives every backward node a number, and turns new parts of the graph into Node records.

A node carries its number itself: a Mark in ``node.metadata``, the dict that PyTorch keeps with the C++ node. So a node is
recognised however often its Python wrapper is made anew, in whatever thread, and the Mark dies exactly when the node does.
"""

from __future__ import annotations

import math
import weakref
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import orjson
import torch
from torch import Tensor
from torch.autograd.graph import Node

from gradreel.tracer.files import line_of
from gradreel.tracer.journal import Journal
from gradreel.tracer.safety.tracebacks import hide_own_frames
from gradreel.tracer.tensors.identity import Tensors
from gradreel.tracer.tensors.kinds import has_base

MARK = "gradreel"
ANOMALY = "traceback_"
"""Under this name anomaly mode keeps the stack of the call that made a node, which it prints where the node fails."""
ACCUMULATE = "accumulate_grad"
COPY_SLICES = "CopySlices"
METADATA_ENTRIES = 12
METADATA_CHARACTERS = 120


@dataclass(frozen=True)
class Shape:
    """What every node of one type has: learned once per type."""

    name: str
    kind: str
    saved: tuple[tuple[str, str], ...]
    """Attributes that hold saved tensors, and what these are called, in the order in which the node unpacks them."""
    scalars: tuple[tuple[str, str], ...]
    """Other attributes, and what these are called."""
    keeps: bool
    """Whether tensors may be saved in it, be it out of sight."""


class Mark:
    """The number of a node, tied to the node's life; what its type has, and the leaf that an AccumulateGrad belongs to."""

    __slots__ = ("__weakref__", "died", "id", "leaf", "shape")

    def __init__(self, identity: str, shape: Shape, leaf: str | None, died: Callable[[str], None]) -> None:
        """``died`` is told the number when the node dies, in whatever thread that is."""
        self.id = identity
        self.shape = shape
        self.leaf = leaf
        self.died = died

    def __del__(self) -> None:
        if self.shape.keeps:
            self.died(self.id)

    def __repr__(self) -> str:
        return self.id

    def __deepcopy__(self, memo: object) -> Mark:
        return self


Found = list[tuple[Node, Mark]]
Following = list[dict[str, Any]]
"""The edges of a node, as they are recorded: the number of the node that each leads to, and of its output."""


class Nodes:
    """The nodes of one run, in the order in which they were found."""

    def __init__(self, journal: Journal, tensors: Tensors) -> None:
        self._journal = journal
        self._tensors = tensors
        self._shapes: dict[type, Shape] = {}
        self._texts: dict[str, bytes] = {}
        self._later: dict[str, tuple[str, ...]] = {}
        """Ids of those that were found after the first part of the film, and which ids the record of each mentions."""
        self._alive: dict[str, weakref.ref[Mark]] = {}
        self._accumulate: dict[str, str] = {}
        """Leaf → its AccumulateGrad: PyTorch makes it anew when the last graph that used it is gone."""
        self._count = 0
        self.died: list[str] = []
        """Those of the nodes that may keep tensors which have died and have not been told of."""
        self._died = self.died.append

    def get(self, node: Any) -> str | None:
        """Return the number of a node that has been met."""
        mark = node.metadata.get(MARK)
        return mark.id if type(mark) is Mark else None

    def mark_of(self, node: Any) -> Mark | None:
        """Return the mark of a node that has been met."""
        mark = node.metadata.get(MARK)
        return mark if type(mark) is Mark else None

    def made(self, identity: str) -> tuple[int, int | None]:
        """Return the event and the line at which a node was made."""
        record = orjson.loads(self._texts[identity][:-1])  # without its comma
        return record["event"], line_of(record)

    def has_record(self, identity: str) -> bool:
        """Tell whether the film has a record of a node."""
        return identity in self._texts

    def is_alive(self, identity: str) -> bool:
        """Tell whether the node still exists."""
        mark = self._alive.get(identity)
        return mark is not None and mark() is not None

    def discover(self, roots: list[Any], line: int | None, op: int | None, module: str | None) -> Found:
        """Number and record every node that can be reached from ``roots`` and has not been met, oldest first; return them."""
        if len(roots) == 1 and (alone := self._discover_one(roots[0], line, op, module)) is not None:
            return alone
        edges: dict[Any, tuple[Any, ...]] = {}
        stack: list[Any] = [node for node in roots if MARK not in node.metadata]
        while stack:
            node = stack.pop()
            if node not in edges:
                following = edges[node] = node.next_functions
                stack += [to for to, _ in following if to is not None and MARK not in to.metadata]
        # AccumulateGrad has the greatest sequence number of all: it comes first, as its leaf does.
        nodes = sorted(edges, key=_age) if len(edges) > 1 else list(edges)
        found: Found = []
        new: Found = []
        for node in nodes:
            count = self._count
            pair = (node, self._mark(node, node.metadata))
            found.append(pair)
            if self._count != count:  # the others are AccumulateGrads made anew
                new.append(pair)
        for node, mark in new:
            following = [{"node": None if to is None else to.metadata[MARK].id, "output_nr": number} for to, number in edges[node]]
            self._record(node, mark, following, line, op, module)
        return found

    def _discover_one(self, node: Any, line: int | None, op: int | None, module: str | None) -> Found | None:
        """The same for a node that leads only to nodes that have been met, as that of most ops; None for any other."""
        metadata = node.metadata
        if MARK in metadata:
            return []
        following: Following = []
        for to, number in node.next_functions:
            if to is None:
                following.append({"node": None, "output_nr": number})
            elif (met := to.metadata.get(MARK)) is not None:
                following.append({"node": met.id, "output_nr": number})
            else:
                return None
        if not following:
            return None
        mark = self._mark(node, metadata)
        self._record(node, mark, following, line, op, module)
        return [(node, mark)]

    def _mark(self, node: Any, metadata: dict[str, Any]) -> Mark:
        kind = type(node)
        shape = self._shapes.get(kind)
        if shape is None:
            shape = self._shapes[kind] = _learn(kind)
        leaf = self._leaf(node) if shape.kind == ACCUMULATE else None
        identity = self._accumulate.get(leaf) if leaf is not None else None
        if identity is None:
            self._count += 1
            identity = f"n{self._count}"
            if leaf is not None:
                self._accumulate[leaf] = identity
        mark = metadata[MARK] = Mark(identity, shape, leaf, self._died)
        if ANOMALY in metadata:
            hide_own_frames(metadata[ANOMALY])
        if shape.keeps or self._journal.first_part is not None:
            self._alive[identity] = weakref.ref(mark)
        return mark

    def _leaf(self, node: Any) -> str | None:
        variable: Tensor | None = getattr(node, "variable", None)
        return self._tensors.meet_leaf(variable).id if variable is not None else None

    def _record(self, node: Any, mark: Mark, following: Following, line: int | None, op: int | None, module: str | None) -> None:
        shape = mark.shape
        record: dict[str, Any] = {
            "id": mark.id,
            "name": shape.name,
            "kind": shape.kind,
            "next_functions": following,
            "line": line,
            "event": self._journal.next_index(),
            "op": op,
        }
        if mark.leaf is not None:
            record["variable"] = mark.leaf
        if module is not None:
            record["module"] = module
        if shape.scalars:
            record["metadata"] = _metadata(node, shape.scalars)
        self._texts[mark.id] = self._journal.encode(record)
        if self._journal.first_part is not None:
            ids = [edge["node"] for edge in following if edge["node"] is not None]
            self._later[mark.id] = tuple(ids) if mark.leaf is None else (*ids, mark.leaf)

    def forget(self, mentioned: set[str]) -> int:
        """Forget the nodes that were found after the first part, are gone and not mentioned; return the bytes that became free.

        What the records of the others mention, the nodes that they lead to above all, is added to ``mentioned``.
        """
        gone: dict[str, int] = {}
        for identity, others in reversed(list(self._later.items())):
            if identity in mentioned or self.is_alive(identity):
                mentioned.update(others)
            else:
                gone[identity] = len(self._texts.pop(identity))
                del self._later[identity]
                self._alive.pop(identity, None)
        for leaf in [leaf for leaf, node in self._accumulate.items() if node in gone]:
            del self._accumulate[leaf]
        return sum(gone.values())

    def texts(self) -> list[bytes]:
        """Return the encoded records, a comma after each."""
        return list(self._texts.values())


def _age(node: Any) -> int:
    number: int = node._sequence_nr()
    return number if number < 1 << 63 else -1


def _learn(kind: type) -> Shape:
    if any(base.__name__ == "BackwardCFunction" for base in type.__dict__["__mro__"].__get__(kind)):
        return Shape(kind.__name__, "custom", (("_raw_saved_tensors", "saved_tensors"),), (), True)
    return _learn_built_in(kind)


@lru_cache(maxsize=1024)
def _learn_built_in(kind: type) -> Shape:
    attributes = [name for name in dir(kind) if name.startswith(("_raw_saved_", "_saved_"))]
    raw = [name for name in attributes if name.startswith("_raw_saved_")]
    # NOTE [Order of unpacking]: generated nodes unpack saved inputs in alphabetical order, then saved outputs.
    raw.sort(key=lambda name: (name.startswith("_raw_saved_result"), name))
    tensors = {name[4:] for name in raw}
    scalars = [name for name in attributes if name.startswith("_saved_") and name not in tensors]
    return Shape(
        kind.__name__,
        ACCUMULATE if kind.__name__ == "AccumulateGrad" else "function",
        tuple((name, name.removeprefix("_raw_" if name == "_raw_saved_tensors" else "_raw_saved_")) for name in raw),
        tuple((name, name.removeprefix("_saved_")) for name in scalars[:METADATA_ENTRIES]),
        bool(raw) or kind.__name__ == COPY_SLICES,
    )


def _metadata(node: Node, names: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    metadata: dict[str, Any] = {}
    for name, shown in names:
        try:
            value = getattr(node, name)
        except RuntimeError:
            continue
        kind = type(value)
        if kind is int:
            metadata[shown] = value if value < 1 << 63 else value - (1 << 64)  # -1, shown unsigned
        elif value is None or kind is bool or (kind is float and math.isfinite(value)):
            metadata[shown] = value
        elif not has_base(value, Tensor):
            metadata[shown] = str(value)[:METADATA_CHARACTERS]
    return metadata


def node_of(root: Tensor) -> Node | None:
    """Return the node that a run from this tensor begins with, or at which it ends.

    None where PyTorch will refuse to begin, and of what a transform of ``torch.func`` left behind: a view of that has no node.
    """
    try:
        return torch.autograd.graph.get_gradient_edge(root).node
    except (RuntimeError, AttributeError):
        return None
