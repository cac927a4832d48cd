"""Finds writes that no recorded op makes: through a numpy array, a raw storage, dlpack, by other threads, and by whatever is not seen.

A tensor whose memory was handed out is remembered by the address of its storage, and its bytes are compared whenever a line begins and
before and after every op. Only storages that were handed out cost anything, and only so many bytes of them are looked at.

Whoever has a storage may also resize it: its memory is then elsewhere, or gone until it is resized again (sharded parameters are freed so).
"""

from __future__ import annotations

import ctypes
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import torch
from torch import _C, Tensor

from gradreel.tracer.journal import Journal
from gradreel.tracer.safety.opaque import is_opaque
from gradreel.tracer.tensors.aliases import Aliases, Changed
from gradreel.tracer.tensors.identity import Known, Tensors
from gradreel.tracer.tensors.kinds import is_foreign_tensor
from gradreel.tracer.tensors.memory import bytes_at
from gradreel.tracer.tensors.storages import Storage
from gradreel.tracer.tensors.values import Values

WATCHED_STORAGES = 64
STORAGE_BYTES = 1024**2
THREAD = "thread"
"""How a tensor was handed out that another thread has: what is written there are ops, which move counters."""
UNSEEN = "unseen"
"""Instead of how a tensor was handed out: its counter moved in an earlier run, and nothing that was recorded had moved it."""
UNKNOWN = "unknown"
"""A write of which it is known only that it came before the version check that found it."""
RENEWED = "untyped_storage.resize_"
"""A write of which it is known only that the storage had been emptied and has memory again, which nobody has filled."""
RESIZABLE = frozenset(("untyped_storage", "storage", "_typed_storage"))
"""What hands out the storage itself: also of one whose bytes are not compared it is noted that it was emptied."""
PARTS = frozenset(("real.__set__", "imag.__set__"))
"""A line assigns a part of the tensor, and is watched while it runs."""
COUNTED = frozenset((THREAD, UNSEEN, *PARTS))
"""Of these a write may move the counter, and need not change a byte."""
# Up to this size the bytes themselves are kept, to tell which of them changed; beyond it, a checksum.
COPIED_BYTES = 16 * 1024

_is_cow: Any = getattr(_C, "_is_cow_tensor")  # noqa: B009 - unknown to its stubs
_UntypedStorage: Any = torch.UntypedStorage


@dataclass
class Handed:
    """Memory that was handed out."""

    address: int
    """Of the tensor."""
    pin: int
    """C++ weak reference on its storage: keeps the address from being used again, not the memory alive."""
    known: Known
    storage: Storage | None
    version: int | None
    pointer: int
    size: int
    item: int
    how: str
    is_cpu: bool
    seen: bytes | int
    emptied: bool = False
    """Whether its memory is gone."""

    @property
    def is_looked_at(self) -> bool:
        return self.is_cpu and self.size <= STORAGE_BYTES

    def look(self) -> bytes | int:
        """Return what tells whether its bytes have changed."""
        return _look(self.pointer, self.size) if self.is_looked_at else b""

    def follow(self, storage: Any, copied_later: bool) -> bool:
        """See where its memory is by now, and tell whether it has memory again; ``copied_later``: asking for the address would copy it."""
        size: int = storage.nbytes()
        renewed = self.emptied and size > 0
        self.emptied = size == 0
        if size and not copied_later:
            self.size, self.pointer = size, storage.data_ptr()
        return renewed


class ExternalWrites:
    """The storages that were handed out in one run."""

    def __init__(
        self, journal: Journal, tensors: Tensors, values: Values, aliases: Aliases, current_call: Callable[[], str | None]
    ) -> None:
        self._aliases = aliases
        self._current_call = current_call
        self._journal = journal
        self._tensors = tensors
        self._values = values
        self._handed: dict[int, Handed] = {}
        self.watching = False
        self.stale: Callable[[str | None, int], list[str]] = lambda _counter, _version: []
        """Tells which saved tensors a counter's move has made stale."""
        self.graph_of: Callable[[Tensor, int | None], dict[str, Any]] = lambda _tensor, _line: {}
        """Tells the fields of an op event about the graph: what a write whose counter has moved did to it."""

    def watch(self, tensor: Tensor, how: str, line: int | None) -> None:
        """Remember that the memory of a tensor was handed out."""
        can_be = tensor.is_cpu or how in RESIZABLE
        if tensor.layout is not torch.strided or not can_be or is_foreign_tensor(tensor) or len(self._handed) >= WATCHED_STORAGES:
            return
        storage: Any = tensor.untyped_storage()
        if storage._cdata in self._handed or not storage.nbytes():
            return
        unread = storage.nbytes() > STORAGE_BYTES or not tensor.is_cpu
        if unread and how != UNSEEN and how not in PARTS and how not in RESIZABLE:
            return
        known = self._tensors.meet(tensor, line)
        pointer, size = storage.data_ptr(), storage.nbytes()
        if not pointer:
            return
        version = None if tensor.is_inference() else tensor._version
        self._handed[storage._cdata] = Handed(
            tensor._cdata,
            storage._weak_ref(),
            known,
            known.storage,
            version,
            pointer,
            size,
            tensor.element_size(),
            how,
            tensor.is_cpu,
            b"" if unread else _look(pointer, size),
        )
        self.watching = True

    def watch_lent(self, tensor: Tensor, line: int | None) -> None:
        """Remember a tensor that came from nowhere, if its memory is not its own: ``from_numpy`` passes through no function mode.

        Nor does ``to_dlpack``: whoever has the same memory under another storage is remembered as well.
        """
        if type(tensor) is not Tensor or not tensor.is_cpu or self._address(tensor) is None or tensor.untyped_storage().resizable():
            return
        self.watch(tensor, "from_numpy", line)
        pointer = tensor.untyped_storage().data_ptr()
        for _, other in self._tensors.living():
            if type(other) is Tensor and self._address(other) is not None and other.untyped_storage().data_ptr() == pointer:
                self.watch(other, "to_dlpack", line)

    def check(self, line: int | None, told: Iterable[Tensor] = ()) -> None:
        """Record what has changed since the last look; ``told``: what an op that is recorded itself has just written."""
        if is_opaque():
            return  # looked at when that is over
        written = {self._address(tensor) for tensor in told}
        for address, handed in list(self._handed.items()):
            storage = _UntypedStorage._new_with_weak_ptr(handed.pin)
            if storage is None:
                _UntypedStorage._free_weak_ref(handed.pin)
                del self._handed[address]
                continue
            tensor = self._tensor(handed)
            size, renewed = handed.size, handed.follow(storage, tensor is not None and _is_cow(tensor))
            if handed.emptied:
                continue
            before, now = _common(handed.seen, (look := handed.look()), size != handed.size)
            handed.seen = look
            version = handed.version if tensor is None or tensor.is_inference() else tensor._version
            moved_from = handed.version if handed.how in COUNTED and version != handed.version else None
            if renewed:
                handed.version = version
                self._record_renewed(handed, line)
            elif before != now or moved_from is not None:
                handed.version = version
                if address not in written:
                    self._record(handed, tensor, (before, now), moved_from, line)
        self.watching = bool(self._handed)

    def end_line(self, line: int | None) -> None:
        """Record what has changed when a line has run, and look no longer at what it alone was to change."""
        self.check(line)
        for address in [address for address, handed in self._handed.items() if handed.how in PARTS]:
            _UntypedStorage._free_weak_ref(self._handed.pop(address).pin)
        self.watching = bool(self._handed)

    def _address(self, tensor: Tensor) -> int | None:
        """Return the address of a known tensor's storage; wrappers and sparse tensors have none."""
        known = self._tensors.get(tensor)
        if known is None or known.storage is None:
            return None
        storage: Any = tensor.untyped_storage()
        address: int = storage._cdata
        return address

    def _tensor(self, handed: Handed) -> Tensor | None:
        """Return the tensor whose memory was handed out, while the program holds it; another one may be at the same address."""
        tensor = self._tensors.alive(handed.address)
        return tensor if tensor is not None and self._tensors.get(tensor) is handed.known else None

    def _record(
        self, handed: Handed, tensor: Tensor | None, contents: tuple[bytes | int, bytes | int], moved_from: int | None, line: int | None
    ) -> None:
        """Record a write; ``moved_from``: the version before, where it has moved the counter."""
        before, now = contents
        changed = Changed(before, now) if before != now and isinstance(before, bytes) and isinstance(now, bytes) else None
        start, end = changed.region() if changed is not None else (0, handed.size)
        item = handed.item if changed is not None else 1
        value = self._values.of(tensor) if tensor is not None else None
        write = {
            "tensor": handed.known.id,
            "counter": handed.known.counter,
            "version_before": handed.version if moved_from is None else moved_from,
            "version_after": handed.version,
            "via": "foreign" if moved_from is None else "in_place",
            "region": {"start": start // item * item, "end": ((end - 1) // item + 1) * item},
            "value": value,
        }
        if tensor is not None and (spoiled := self._values.non_finite(tensor, value)) is not None:
            write["non_finite"] = handed.known.non_finite = spoiled
            if spoiled and handed.known.storage is not None:
                handed.known.storage.has_non_finite = True
        event = self._event(handed, handed.how, write, line)
        if moved_from is not None and handed.version is not None and (stale := self.stale(handed.known.counter, handed.version)):
            event["stale"] = stale
        if moved_from is not None and tensor is not None:
            event.update(self.graph_of(tensor, line))
        if handed.storage is not None:
            whole = [(0, handed.size, 0, handed.size)]
            found = self._aliases.overlapping(handed.storage, whole) if changed is None else self._aliases.changed(handed.storage, changed)
            valued = [] if tensor is None else [(handed.known, tensor, write["value"])]
            if aliases := self._aliases.stated(found, valued):
                event["aliases"] = aliases
        self._journal.put(event)

    def _record_renewed(self, handed: Handed, line: int | None) -> None:
        """Record that a storage which had been emptied has memory again: what its tensors hold is not known until somebody fills it."""
        write = {
            "tensor": handed.known.id,
            "counter": handed.known.counter,
            "version_before": handed.version,
            "version_after": handed.version,
            "via": "foreign",
            "region": {"start": 0, "end": handed.size},
            "value": None,
        }
        event = self._event(handed, RENEWED, write, line)
        if handed.storage is not None:
            handed.storage.renewed = True
            found = self._aliases.overlapping(handed.storage, [(0, handed.size, 0, handed.size)])
            if aliases := [{"tensor": known.id, "value": None} for known, _ in found if known is not handed.known]:
                event["aliases"] = aliases
        self._journal.put(event)

    def _event(self, handed: Handed, name: str, write: dict[str, Any], line: int | None) -> dict[str, Any]:
        """Return the event of a write by whoever the memory was lent to, not by an op: nothing is known of what was read."""
        effects = {"reads": [], "hands_out": [handed.known.id]}
        event: dict[str, Any] = {"kind": "op", "index": None, "line": line, "name": name, "inputs": [handed.known.id], "outputs": []}
        event.update(writes=[write], effects=effects)
        if (call := self._current_call()) is not None:
            event["call"] = call
        return event

    def found_late(self, tensor: str, counter: str | None, versions: tuple[int, int]) -> None:
        """Record, where a version check failed, that something has moved the counter from one version to another: nothing recorded has."""
        before, after = versions
        write = {
            "tensor": tensor,
            "counter": counter,
            "version_before": before,
            "version_after": after,
            "via": "in_place",
            "region": None,
            "value": None,
        }
        event: dict[str, Any] = {"kind": "op", "index": None, "line": None, "name": UNKNOWN, "inputs": [tensor], "outputs": []}
        event.update(writes=[write], stale=self.stale(counter, after), code="?")  # no line says it
        self._journal.put(event)

    def close(self) -> None:
        """Give up every weak reference."""
        for handed in self._handed.values():
            _UntypedStorage._free_weak_ref(handed.pin)
        self._handed.clear()
        self.watching = False


def _look(pointer: int, size: int) -> bytes | int:
    if size <= COPIED_BYTES:
        return bytes_at(pointer, size)
    return zlib.crc32((ctypes.c_char * size).from_address(pointer))


def _common(before: bytes | int, now: bytes | int, resized: bool) -> tuple[bytes | int, bytes | int]:
    """Return two states of what a storage had at both times; what lies beyond is not told, nor are the checksums of two sizes."""
    if isinstance(before, bytes) and isinstance(now, bytes):
        size = min(len(before), len(now))
        return before[:size], now[:size]
    return (b"", b"") if resized or type(before) is not type(now) else (before, now)
