"""Gives every tensor, storage and version counter of the program a number of its own.

A tensor is known by the address of its C++ object, a storage by the address of its own; a C++ weak reference on each keeps the
address from being used again, and keeps neither the elements nor the autograd state alive. Python objects are not held, and no
Python weak reference is made (``torch.utils.swap_tensors`` refuses tensors that have one).
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import orjson
import torch
from torch import _C, Tensor

from app.tracer.film import Film
from app.tracer.kinds import is_foreign_tensor, is_lazy
from app.tracer.values import Values

# Known to PyTorch, unknown to its stubs.
_UntypedStorage: Any = torch.UntypedStorage
_internals: Any = _C
_wrap = _internals._wrap_tensor_impl
weak_reference = _internals._WeakTensorRef

_capsule = ctypes.pythonapi.PyCapsule_New
_capsule.restype = ctypes.py_object
_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]

# Far above any counter that a program reaches by itself; see NOTE [Who shares a counter].
_PROBE = 1 << 20


@dataclass
class Storage:
    """One piece of memory, and the counters that watch over it."""

    id: str
    counters: dict[str, list[int]] = field(default_factory=dict)
    """Counter id → addresses of the tensors that carry it, oldest first."""
    cut: set[str] = field(default_factory=set)
    """Those that came with ``.data``."""
    watched: set[str] = field(default_factory=set)
    """Those under which some node has saved."""


@dataclass
class Known:
    """What is remembered of a tensor."""

    id: str
    storage: Storage | None
    counter: str | None
    record: dict[str, Any]
    names: list[str]


class Tensors:
    """The tensors of one run, in the order in which they were met."""

    def __init__(self, film: Film, values: Values) -> None:
        self._film = film
        self._values = values
        self._known: dict[int, Known] = {}
        self._by_id: dict[str, int] = {}
        self._texts: list[tuple[bytes, list[str]]] = []
        self._storages: dict[int, Storage] = {}
        self._storage_pins: list[int] = []
        self._pins: dict[int, Any] = {}
        self._counters = 0

    def get(self, tensor: Tensor) -> Known | None:
        """Return what is known of a tensor."""
        return self._known.get(tensor._cdata)

    def meet(self, tensor: Tensor, line: int | None, cut: bool = False, source: Tensor | None = None) -> Known:
        """Return what is known of a tensor, numbering it when it is new.

        ``cut`` says that it came from ``.data``, which never shares a counter; ``source`` that it is another handle on that tensor
        (what a node saved of its own output).
        """
        known = self._known.get(tensor._cdata)
        if known is not None:
            return known
        base = tensor._base
        base_known = self.meet(base, line) if base is not None else None
        storage = self._storage_of(tensor)
        counter = self._counter_of(tensor, storage, base_known, cut, source)
        address = tensor._cdata
        identity = f"t{len(self._texts) + 1}"
        record = {
            "id": identity,
            "shape": shape_of(tensor),
            "dtype": str(tensor.dtype)[6:],
            "device": str(tensor.device),
            "requires_grad": tensor.requires_grad,
            "is_leaf": tensor.is_leaf,
            "storage": storage.id if storage else None,
            "counter": counter,
            "version": tensor._version if counter else None,
            "base": base_known.id if base_known else None,
            "region": region_of(tensor),
            "line": line,
            "event": self._film.next_index(),
            "value": self._values.of(tensor),
        }
        known = Known(identity, storage, counter, record, [])
        self._known[address] = known
        self._by_id[identity] = address
        self._pins[address] = weak_reference(tensor)
        if storage and counter:
            storage.counters.setdefault(counter, []).append(address)
        self._texts.append((self._film.encode(record), known.names))
        return known

    def alive(self, address: int) -> Tensor | None:
        """Return the tensor at a pinned address while the program still holds it."""
        pin = self._pins.get(address)
        if pin is None or pin.expired():
            return None
        try:
            tensor: Tensor = _wrap(_capsule(address, None, None))
        except RuntimeError:  # sparse tensors and wrappers cannot be had this way
            return None
        return tensor

    @contextmanager
    def unpinned(self, *tensors: Tensor) -> Iterator[None]:
        """Give up the weak references on some tensors for a while: ``torch.utils.swap_tensors`` refuses what has any."""
        addresses = [tensor._cdata for tensor in tensors if tensor._cdata in self._pins]
        for address in addresses:
            del self._pins[address]
        try:
            yield
        finally:
            for tensor in tensors:
                if tensor._cdata in addresses:
                    self._pins[tensor._cdata] = weak_reference(tensor)

    def by_id(self, identity: str) -> Tensor | None:
        """Return the tensor with this id while the program still holds it."""
        return self.alive(self._by_id[identity])

    def living(self) -> list[tuple[Known, Tensor]]:
        """Return every known tensor that the program still holds."""
        pairs = ((known, self.alive(address)) for address, known in self._known.items())
        return [(known, tensor) for known, tensor in pairs if tensor is not None]

    def _storage_of(self, tensor: Tensor) -> Storage | None:
        if is_foreign_tensor(tensor):
            return None
        try:
            storage: Any = tensor.untyped_storage()
        except (RuntimeError, NotImplementedError):  # sparse, functorch and the like have none
            return None
        address = storage._cdata
        known = self._storages.get(address)
        if known is None:
            known = self._storages[address] = Storage(f"m{len(self._storages) + 1}")
            self._storage_pins.append(storage._weak_ref())
        return known

    def moved_storage(self, tensor: Tensor) -> Known:
        """Look again at a tensor whose storage may have been exchanged (``set_``, ``x.data = y``)."""
        known = self._known[tensor._cdata]
        storage = self._storage_of(tensor)
        if storage is not known.storage:
            if known.storage and known.counter:
                known.storage.counters.get(known.counter, []).remove(tensor._cdata)
            known.storage = storage
            if storage and known.counter:
                storage.counters.setdefault(known.counter, []).append(tensor._cdata)
        return known

    def _counter_of(self, tensor: Tensor, storage: Storage | None, base: Known | None, cut: bool, source: Tensor | None) -> str | None:
        if tensor.is_inference():
            return None
        if base is not None:
            return base.counter
        if source is not None and (twin := self.get(source)) is not None:
            return twin.counter
        if storage is not None and not cut:
            for counter, addresses in storage.counters.items():
                other = next((o for o in map(self.alive, reversed(addresses)) if o is not None), None)
                if other is not None and share_counter(tensor, other):
                    return counter
        self._counters += 1
        counter = f"c{self._counters}"
        if storage is not None and cut:
            storage.cut.add(counter)
        return counter

    def is_cut(self, known: Known) -> bool:
        """Tell whether a tensor's counter came with ``.data`` while somebody still looks at the memory through another one."""
        storage, own = known.storage, known.counter
        if storage is None or own not in storage.cut:
            return False
        others = (address for counter, addresses in storage.counters.items() if counter != own for address in addresses)
        return any(not self._pins[address].expired() for address in others) or bool(storage.watched - {own})

    def close(self) -> None:
        """Give up every weak reference."""
        self._pins.clear()
        for pin in self._storage_pins:
            _UntypedStorage._free_weak_ref(pin)
        self._storage_pins.clear()

    def texts(self) -> list[bytes]:
        """Return the encoded records, each with all the names it ever had."""
        return [text[:-1] + b',"names":' + orjson.dumps(names) + b"}" for text, names in self._texts]


def share_counter(one: Tensor, other: Tensor) -> bool:
    """Find out by trying whether two tensors share a version counter, and leave both as they were.

    NOTE [Who shares a counter]: no getter tells. Views and ``detach()`` share, ``.data`` does not, and of an alias met later (an
    unpacked saved tensor, a Parameter made from a tensor) only the counters themselves know. So one counter is set to a value that
    the other cannot have, looked at through the other, and set back; nothing runs in between.
    """
    before = one._version
    if other.is_inference() or other._version != before:
        return False
    _C._autograd._unsafe_set_version_counter((one,), (before + _PROBE,))
    shared = other._version == before + _PROBE
    _C._autograd._unsafe_set_version_counter((one,), (before,))
    return shared


def shape_of(tensor: Tensor) -> tuple[int, ...]:
    """Return the shape; empty for a nested tensor and for a parameter that is not initialized yet, which have none."""
    try:
        return tuple(tensor.shape)
    except RuntimeError:
        return ()


def region_of(tensor: Tensor) -> dict[str, int] | None:
    """Return the bytes of its storage that a tensor spans, gaps included; None where it has no strided memory."""
    if tensor.layout is not torch.strided or tensor.is_nested or is_lazy(tensor) or is_foreign_tensor(tensor):
        return None
    item = tensor.element_size()
    start = int(tensor.storage_offset()) * item
    if tensor.numel() == 0:
        return {"start": start, "end": start}
    last = sum((size - 1) * step for size, step in zip(tuple(tensor.shape), tuple(tensor.stride()), strict=True))
    return {"start": start, "end": start + (last + 1) * item}
