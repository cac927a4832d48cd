"""Gives every tensor, storage and version counter of the program a number of its own.

A tensor is known by the address of its C++ object, a storage by the address of its own; a C++ weak reference on each keeps the
address from being used again, and keeps neither the elements nor the autograd state alive. Python objects are not held, and no
Python weak reference is made (``torch.utils.swap_tensors`` refuses tensors that have one).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from typing import Any

import orjson
import torch
from torch import Tensor

from gradreel.tracer.journal import Journal
from gradreel.tracer.tensors.addresses import tensor_at, weak_reference
from gradreel.tracer.tensors.counters import share_counter, version_of
from gradreel.tracer.tensors.flags import is_leaf
from gradreel.tracer.tensors.held_storages import is_held
from gradreel.tracer.tensors.kinds import is_foreign_tensor, is_lazy
from gradreel.tracer.tensors.storages import PRUNE_MEMBERS, Storage
from gradreel.tracer.tensors.values import Values

_STRIDED = torch.strided
_SPARSE = torch.sparse_coo
NO_COUNTER = ""
COUNTERS_AT_LEAST = 1000
"""As many are met before it is looked which are still in use; then as many more as tensors are known, so that it costs little."""
# What the end of the run adds to each record.
CLOSING_BYTES = len(',"alive":false,"names":[]')


class Known:
    """What is remembered of a tensor."""

    __slots__ = ("counter", "id", "names", "non_finite", "number", "op", "storage", "text", "told", "unfilled")

    def __init__(self, number: int, storage: Storage | None, counter: str | None) -> None:
        self.number = number
        self.id = f"t{number}"
        self.storage = storage
        self.counter = counter
        self.names: tuple[str, ...] = ()
        self.op: int | None = None
        """The event that made it, where that is an op."""
        self.non_finite = False
        """Whether it had NaN or infinities when it was last looked at."""
        self.unfilled = False
        """Whether nobody has filled its memory: what lies there by chance is not looked at."""
        self.text = b""
        self.told = False
        """Whether it has been recorded which node it hangs on."""


class Tensors:
    """The tensors of one run, in the order in which they were met."""

    def __init__(self, journal: Journal, values: Values) -> None:
        self._journal = journal
        self._values = values
        self.known: dict[int, Known] = {}
        """By the address of the tensor."""
        self._count = 0
        self._addresses: dict[str, int] = {}
        self._later: dict[int, str | None] = {}
        """Addresses of those that were met after the first part of the film, and the id of the base of each."""
        self._storages: dict[int, Storage] = {}
        self._left: dict[Storage, None] = {}
        """Storages that a tensor which is forgotten lay in."""
        self._storage_count = 0
        self._pins: dict[int, Any] = {}
        self._counters = 0
        self._cut: set[str | None] = set()
        """Counters that came with ``.data``."""
        self._drop_at = COUNTERS_AT_LEAST
        """The number of counters ever met at which those that are no longer in use are forgotten."""
        self.preserved: dict[str, int] = {}
        """Counters that the program is about to set back, to a version that is known already."""
        self.kept_under: Callable[[str], bool] = lambda _counter: False
        """Tells whether a living node keeps something under a counter."""

    def get(self, tensor: Tensor) -> Known | None:
        """Return what is known of a tensor."""
        return self.known.get(tensor._cdata)

    def meet(self, tensor: Tensor, line: int | None, cut: bool = False, unfilled: bool = False) -> Known:
        """Return what is known of a tensor, numbering it when it is new; ``cut`` says that it came from ``.data``."""
        known = self.known.get(tensor._cdata)
        return known if known is not None else self._add(tensor, line, cut, unfilled)

    def _add(self, tensor: Tensor, line: int | None, cut: bool, unfilled: bool) -> Known:
        base = tensor._base
        base_known = self.meet(base, line) if base is not None else None
        raw = raw_storage(tensor)
        size = raw.nbytes() if raw is not None else 0
        storage = self._storage_of(raw, size) if raw is not None else None
        version = version_of(tensor)
        counter = self._counter_of(tensor, storage, base_known, cut) if version is not None else None
        address = tensor._cdata
        self._count += 1
        known = Known(self._count, storage, counter)
        needs = tensor.requires_grad
        leaf = not needs or (base is None and is_leaf(tensor))
        value = self._values.of(tensor, False, size) if self._values.shown else None
        record = {
            "id": known.id,
            "shape": shape_of(tensor),
            "dtype": _dtype(tensor.dtype),
            "device": "cpu" if tensor.is_cpu else str(tensor.device),
            "requires_grad": needs,
            "is_leaf": leaf,
            "storage": storage.id if storage is not None else None,
            "counter": counter,
            "version": version if counter is not None else None,
            "region": region_of(tensor),
            "line": line,
            "event": self._journal.next_index(),
            "value": value,
        }
        if base_known is not None:
            record["base"] = base_known.id
        if storage is None and tensor.layout is _SPARSE and type(tensor) is Tensor:
            record.update(self._place_of_values(tensor))
        known.unfilled = unfilled and tensor.numel() > 0
        self._look(tensor, known, record)
        # Only what could be described is known: whatever raises above leaves no trace.
        known.text = self._journal.encode(record, CLOSING_BYTES)
        self._pins[address] = weak_reference(tensor)
        self.known[address] = known
        self._addresses[known.id] = address
        if self._journal.first_part is not None:
            self._later[address] = None if base_known is None else base_known.id
        if storage is not None:
            if base is None:
                storage.carry(counter or NO_COUNTER, address)
            if storage.first or storage.members is not None:
                self._join(storage, address)
            else:
                storage.first = address
            if needs and leaf:
                storage.holds_leaf = True
        return known

    def _place_of_values(self, tensor: Tensor) -> dict[str, Any]:
        """State where the values of a sparse tensor lie, where that is memory of a known tensor: who writes there writes to both."""
        values: Tensor = tensor._values()
        if (storage := self._storages.get(values.untyped_storage()._cdata)) is None or not self._is_carried(storage):
            return {}
        return {"storage": storage.id, "region": region_of(values)}

    def _look(self, tensor: Tensor, known: Known, record: dict[str, Any]) -> None:
        """State whether a new tensor has NaN or infinities. Views need no look while there are none in the memory that they show."""
        storage = known.storage
        own = storage is None or storage.has_non_finite or not (storage.first or storage.members)
        found = None if known.unfilled else self._values.non_finite(tensor, record["value"], own)
        if found is not None:
            record["non_finite"] = known.non_finite = found
            if found and storage is not None:
                storage.has_non_finite = True

    def meet_leaf(self, leaf: Tensor) -> Known:
        """Return what is known of a tensor that requires grad and was made by no op."""
        known = self.meet(leaf, None)
        if known.storage is not None:
            known.storage.holds_leaf = True
        return known

    def _join(self, storage: Storage, address: int) -> None:
        """Note that a tensor lies in a storage."""
        members = storage.members
        if members is None:
            if not storage.first:
                storage.first = address
                return
            members = storage.members = {storage.first: None}
        members[address] = None
        if len(members) > storage.prune_at:
            for gone in [other for other in members if not self._is_alive(other)]:
                del members[gone]
            storage.prune_at = max(PRUNE_MEMBERS, 2 * len(members))

    def alive(self, address: int) -> Tensor | None:
        """Return the tensor at a pinned address while the program still holds it."""
        pin = self._pins.get(address)
        return None if pin is None or pin.expired() else tensor_at(address)

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

    def living(self) -> list[tuple[Known, Tensor]]:
        """Return every known tensor that the program still holds."""
        pairs = [(known, self.alive(address)) for address, known in self.known.items()]
        return [(known, tensor) for known, tensor in pairs if tensor is not None]

    def is_living(self, identity: str) -> bool:
        """Tell whether the program still holds a tensor."""
        address = self._addresses.get(identity)
        return address is not None and self._is_alive(address)

    def forget(self, mentioned: set[str]) -> int:
        """Forget the tensors that were met after the first part, are gone and not mentioned; return the bytes that became free.

        The bases of the others are added to ``mentioned``.
        """
        freed = 0
        for address, base in reversed(list(self._later.items())):
            known = self.known[address]
            if known.id in mentioned or self._is_alive(address):
                if base is not None:
                    mentioned.add(base)
                continue
            freed += len(known.text) - 1 + CLOSING_BYTES  # its comma stays counted: what a full film keeps hangs on every byte
            del self.known[address], self._later[address], self._addresses[known.id]
            self._pins.pop(address, None)
            if (storage := known.storage) is not None:
                storage.forget(address, known.counter or NO_COUNTER)
                self._left[storage] = None
        self._forget_storages()
        if self._counters >= self._drop_at:
            self._forget_counters()
        return freed

    def _forget_storages(self) -> None:
        """Forget the storages that no tensor lies in any more and no node keeps."""
        for storage in [storage for storage in self._left if not self._is_carried(storage)]:
            del self._left[storage]
            if self._storages.get(storage.address) is storage:
                del self._storages[storage.address]

    def _forget_counters(self) -> None:
        """Forget the counters that no tensor has and no node keeps anything under: each ``weight.data`` comes with one of its own."""
        in_use = self.counters()
        for storage in self._storages.values():
            storage.drop(lambda counter: counter in in_use or self.kept_under(counter))
        self._cut &= in_use
        self._drop_at = self._counters + max(COUNTERS_AT_LEAST, len(self.known))

    def counters(self) -> set[str | None]:
        """Return the counters of all tensors that are known."""
        return {known.counter for known in self.known.values()}

    def _storage_of(self, raw: Any, size: int) -> Storage:
        # NOTE [Which storage]: an address is used again when a storage is gone, and it is gone when nobody whom we know carries it. It
        # is not pinned, as tensors are: small blocks that outlive large ones leave holes in memory that no later tensor fits into.
        address = raw._cdata
        known = self._storages.get(address)
        if known is None or not self._is_carried(known):
            self._storage_count += 1
            known = self._storages[address] = Storage(f"m{self._storage_count}", address, size)
        return known

    def _is_carried(self, storage: Storage) -> bool:
        """Tell whether a tensor that we know, or something that a node has saved, still lies in a storage."""
        pin = self._pins.get(storage.first)
        if pin is not None and not pin.expired():
            return True
        if storage.members is not None and any(map(self._is_alive, storage.members)):
            return True
        if storage.only is not None:
            return self.kept_under(storage.only[0])
        return storage.several is not None and any(map(self.kept_under, storage.several))

    def is_held(self, storage: Storage) -> bool:
        """Tell whether a storage would stay if the graphs were dropped."""
        return is_held(storage, self._is_alive)

    def _is_alive(self, address: int) -> bool:
        pin = self._pins.get(address)
        return pin is not None and not pin.expired()

    def moved_storage(self, tensor: Tensor) -> Known:
        """Look again at a tensor whose storage may have been exchanged (``set_``, ``x.data = y``)."""
        address = tensor._cdata
        known = self.known[address]
        raw = raw_storage(tensor)
        size = raw.nbytes() if raw is not None else 0
        storage = known.storage
        # A storage that the tensor was the first in and that has the same address is the same: the tensor itself carries it.
        if storage is None or raw is None or storage.first != address or storage.address != raw._cdata:
            storage = self._storage_of(raw, size) if raw is not None else None
        if storage is not known.storage:
            if known.storage is not None:
                known.storage.leave(address)
                self._left[known.storage] = None
                if known.counter is not None and address in (addresses := known.storage.counters.get(known.counter, [])):
                    addresses.remove(address)
            known.storage = storage
            if storage is not None:
                if known.counter is not None:
                    storage.carry(known.counter, address)
                self._join(storage, address)
        elif storage is not None:
            storage.size = size
            if storage.members is not None and address in storage.members:
                storage.members[address] = None
        return known

    def _counter_of(self, tensor: Tensor, storage: Storage | None, base: Known | None, cut: bool) -> str | None:
        if base is not None:
            return base.counter
        if storage is not None and not cut and (storage.only is not None or storage.several):
            for counter, addresses in storage.counters.items():
                while addresses and not self._is_alive(addresses[-1]):
                    addresses.pop()
                other = next((o for o in map(self.alive, reversed(addresses)) if o is not None), None)
                if other is not None and share_counter(tensor, other):
                    return counter
        self._counters += 1
        counter = f"c{self._counters}"
        if cut:
            self._cut.add(counter)
        return counter

    def is_cut(self, known: Known) -> bool:
        """Tell whether a tensor's counter came with ``.data`` while somebody still looks at the memory through another one."""
        storage, own = known.storage, known.counter
        if storage is None or own not in self._cut:
            return False
        others = [counter for counter in storage.counters if counter != own]
        return any(self._is_alive(address) for counter in others for address in storage.counters[counter]) or any(
            map(self.kept_under, others)
        )

    def close(self) -> None:
        """Give up every weak reference."""
        self._pins.clear()

    def texts(self) -> list[bytes]:
        """Return the encoded records, each with all the names it ever had, and whether the tensor is still there."""
        return [known.text[:-2] + _closing(known, self._pins.get(address)) for address, known in self.known.items()]


def _closing(known: Known, pin: Any) -> bytes:
    alive = b',"alive":false},' if pin is None or pin.expired() else b',"alive":true},'
    made = b"" if known.op is None else b',"op":%d' % known.op
    return made + alive if not known.names else made + b',"names":' + orjson.dumps(known.names) + alive


def raw_storage(tensor: Tensor) -> Any:
    """Return the storage itself; None where there is none, or where a subclass may say what it likes about it."""
    if type(tensor) is not Tensor and is_foreign_tensor(tensor):
        return None
    try:
        return tensor.untyped_storage()
    except (RuntimeError, NotImplementedError):  # sparse, functorch and the like have none
        return None


@cache
def _dtype(dtype: torch.dtype) -> str:
    return str(dtype)[6:]


def shape_of(tensor: Tensor) -> tuple[int, ...]:
    """Return the shape; empty for a nested tensor and for a parameter that is not initialized yet, which have none."""
    try:
        # A jagged dimension has a symbol for its size.
        return () if tensor.is_nested else tuple(tensor.shape)
    except RuntimeError:
        return ()


def region_of(tensor: Tensor) -> dict[str, int] | None:
    """Return the bytes of its storage that a tensor spans, gaps included; None where it has no strided memory."""
    if tensor.layout is not _STRIDED or tensor.is_nested:
        return None
    if type(tensor) is not Tensor and (is_lazy(tensor) or is_foreign_tensor(tensor)):
        return None
    item = tensor.element_size()
    offset: Any = tensor.storage_offset()
    start = offset * item
    return {"start": start, "end": start + _reach(tensor.shape, tensor.stride()) * item}


@lru_cache(maxsize=4096)
def _reach(shape: tuple[int, ...], strides: tuple[int, ...]) -> int:
    return 0 if 0 in shape else sum((size - 1) * step for size, step in zip(shape, strides, strict=True)) + 1
