"""Gives every backward node a number, and turns new parts of the graph into Node records.

A node carries its number itself: a Mark in ``node.metadata``, the dict that PyTorch keeps with the C++ node. So a node is
recognised however often its Python wrapper is made anew, in whatever thread, and the Mark dies exactly when the node does.
"""

from __future__ import annotations

import math
import weakref
from dataclasses import dataclass
from typing import Any

from torch import Tensor
from torch.autograd.graph import Node

from app.tracer.film import Film
from app.tracer.kinds import has_base
from app.tracer.tensors import Tensors

MARK = "gradreel"
METADATA_ENTRIES = 12
METADATA_CHARACTERS = 120


class Mark:
    """The number of a node, tied to the node's life."""

    __slots__ = ("__weakref__", "id")

    def __init__(self, identity: str) -> None:
        self.id = identity

    def __repr__(self) -> str:
        return self.id

    def __deepcopy__(self, memo: object) -> Mark:
        return self


@dataclass(frozen=True)
class Shape:
    """What every node of one type has: learned once per type."""

    name: str
    kind: str
    saved: tuple[str, ...]
    """Attributes that hold saved tensors, in the order in which the node unpacks them."""
    scalars: tuple[str, ...]


class Nodes:
    """The nodes of one run, in the order in which they were found."""

    def __init__(self, film: Film, tensors: Tensors) -> None:
        self._film = film
        self._tensors = tensors
        self._shapes: dict[type, Shape] = {}
        self._texts: list[bytes] = []
        self._alive: dict[str, weakref.ref[Mark]] = {}
        self._accumulate: dict[str, str] = {}
        """Leaf → its AccumulateGrad: PyTorch makes it anew when the last graph that used it is gone."""
        self._count = 0

    def get(self, node: Any) -> str | None:
        """Return the number of a node that has been met."""
        mark = node.metadata.get(MARK)
        return mark.id if type(mark) is Mark else None

    def is_alive(self, identity: str) -> bool:
        """Tell whether the node still exists."""
        mark = self._alive.get(identity)
        return mark is not None and mark() is not None

    def shape_of(self, node: Node) -> Shape:
        """Return what is known of the node's type."""
        kind = type(node)
        shape = self._shapes.get(kind)
        if shape is None:
            shape = self._shapes[kind] = _learn(kind)
        return shape

    def discover(self, roots: list[Node], line: int | None, op: int | None, module: str | None) -> tuple[list[Node], list[str]]:
        """Number and record every node that can be reached from ``roots`` and has not been met, oldest first; return them."""
        found: dict[Any, tuple[Any, ...]] = {}
        stack: list[Any] = roots
        while stack:
            node = stack.pop()
            if node in found or MARK in node.metadata:
                continue
            edges = found[node] = node.next_functions
            stack += [following for following, _ in edges if following is not None]
        # AccumulateGrad has the greatest sequence number of all: it comes first, as its leaf does.
        nodes = sorted(found, key=_age) if len(found) > 1 else list(found)
        ids: list[str] = []
        new: list[tuple[Any, str, Shape, Tensor | None]] = []
        for node in nodes:
            shape = self.shape_of(node)
            leaf = _leaf(node) if shape.kind == "accumulate_grad" else None
            count = self._count
            ids.append(self._mark(node, leaf))
            if self._count > count:  # or else an AccumulateGrad made anew
                new.append((node, ids[-1], shape, leaf))
        for node, identity, shape, leaf in new:
            self._record(node, identity, shape, leaf, found[node], line, op, module)
        return nodes, ids

    def _mark(self, node: Any, variable: Tensor | None) -> str:
        identity = None
        leaf = None
        if variable is not None:
            leaf = self._tensors.meet(variable, None).id
            identity = self._accumulate.get(leaf)
        if identity is None:
            self._count += 1
            identity = f"n{self._count}"
            if leaf is not None:
                self._accumulate[leaf] = identity
        mark = node.metadata[MARK] = Mark(identity)
        self._alive[identity] = weakref.ref(mark)
        return identity

    def _record(
        self,
        node: Any,
        identity: str,
        shape: Shape,
        variable: Tensor | None,
        edges: tuple[Any, ...],
        line: int | None,
        op: int | None,
        module: str | None,
    ) -> None:
        record: dict[str, Any] = {
            "id": identity,
            "name": shape.name,
            "kind": shape.kind,
            "next_functions": [{"node": None if to is None else to.metadata[MARK].id, "output_nr": number} for to, number in edges],
            "line": line,
            "event": self._film.next_index(),
            "op": op,
        }
        if variable is not None:
            record["variable"] = self._tensors.meet(variable, line).id
        if module is not None:
            record["module"] = module
        if shape.scalars:
            record["metadata"] = _metadata(node, shape.scalars)
        self._texts.append(self._film.encode(record))

    def texts(self) -> list[bytes]:
        """Return the encoded records."""
        return self._texts


def _leaf(node: Any) -> Tensor | None:
    leaf: Tensor | None = getattr(node, "variable", None)
    return leaf


def _age(node: Any) -> int:
    number: int = node._sequence_nr()
    return number if number < 1 << 63 else -1


def _learn(kind: type) -> Shape:
    attributes = [name for name in dir(kind) if name.startswith(("_raw_saved_", "_saved_"))]
    raw = [name for name in attributes if name.startswith("_raw_saved_")]
    # NOTE [Order of unpacking]: generated nodes unpack saved inputs in alphabetical order, then saved outputs.
    raw.sort(key=lambda name: (name.startswith("_raw_saved_result"), name))
    tensors = {name[4:] for name in raw}
    scalars = [name for name in attributes if name.startswith("_saved_") and name not in tensors]
    custom = any(base.__name__ == "BackwardCFunction" for base in type.__dict__["__mro__"].__get__(kind))
    kind_name = "accumulate_grad" if kind.__name__ == "AccumulateGrad" else "custom" if custom else "function"
    if custom:
        raw, scalars = ["_raw_saved_tensors"], []
    return Shape(kind.__name__, kind_name, tuple(raw), tuple(scalars))


def _metadata(node: Node, names: tuple[str, ...]) -> dict[str, Any]:
    metadata: dict[str, Any] = {}
    for name in names[:METADATA_ENTRIES]:
        try:
            value = getattr(node, name)
        except RuntimeError:
            continue
        if type(value) is int and value >= 1 << 63:
            value -= 1 << 64  # -1, shown unsigned
        if value is None or type(value) in (bool, int) or (type(value) is float and math.isfinite(value)):
            metadata[name[7:]] = value
        elif not has_base(value, Tensor):
            metadata[name[7:]] = str(value)[:METADATA_CHARACTERS]
    return metadata
