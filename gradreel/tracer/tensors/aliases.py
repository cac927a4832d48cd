"""Finds the live tensors whose values a write to their memory has changed, and takes their values after it.

Aliases are found by storage: of views that ``detach()``, ``.data`` or ``as_strided`` made, autograd knows no base. Which of them a write
changed follows from the bytes themselves where the storage is small enough to be copied before an op that may write, and from the
layouts of both tensors where it is not. Nothing is kept alive.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable
from functools import cached_property
from typing import Any

import numpy as np
import torch
from torch import _C, Tensor

from gradreel.tracer.tensors.identity import Known, Tensors, raw_storage
from gradreel.tracer.tensors.layout import NOWHERE, Layout, has_gaps, layout_of, may_overlap
from gradreel.tracer.tensors.memory import bytes_at
from gradreel.tracer.tensors.storages import Storage
from gradreel.tracer.tensors.values import Values

MAX_VALUES = 16
"""Aliases of one event that are recorded with their values."""
MAX_COPIED_BYTES = 16 * 1024
"""Larger storages are not copied before an op."""
MAX_TARGETS = 8
"""Layouts of one storage that are compared one by one; of more written tensors the bytes between the first and the last count."""

_is_cow: Any = getattr(_C, "_is_cow_tensor")  # noqa: B009 - unknown to its stubs
Copies = dict[Storage, bytes]
Target = tuple[Known, Tensor]
"""A tensor that was written, and the view of it through which it was written, or the tensor itself."""
Valued = list[tuple[Known, Tensor, Any]]


class Changed:
    """Which bytes of a storage a write has changed: two states of the same memory that differ."""

    def __init__(self, before: bytes, now: bytes) -> None:
        self._before = before
        self._now = now

    @cached_property
    def _mask(self) -> Any:
        """One boolean for each byte."""
        return np.frombuffer(self._before, np.uint8) != np.frombuffer(self._now, np.uint8)

    def region(self) -> tuple[int, int]:
        """Return the first byte that was changed, and the one after the last."""
        places = np.flatnonzero(self._mask)
        return int(places[0]), int(places[-1]) + 1

    def lies_in(self, layout: Layout) -> bool | None:
        """Tell whether an element of a tensor was changed, by the tensor's layout; None where only its elements can tell."""
        start, end = layout[0], layout[1]
        if end > len(self._now):  # beyond the end of memory that was resized
            return True
        if self._before[start:end] == self._now[start:end]:
            return False
        return None if has_gaps(layout) else True

    def touches(self, tensor: Tensor) -> bool:
        """Tell whether an element of a tensor was changed."""
        item = tensor.element_size()
        strides = tuple(step * item for step in tensor.stride())
        offset: Any = tensor.storage_offset()
        try:
            window = np.ndarray((*tensor.shape, item), np.bool_, self._mask, offset * item, (*strides, 1))
        except (TypeError, ValueError):  # beyond the end of memory that was resized
            return True
        return bool(window.any())


class Aliases:
    """Knows which tensors share the memory that an event writes to."""

    def __init__(self, tensors: Tensors, values: Values) -> None:
        self._tensors = tensors
        self._values = values

    def copies(self, tensors: Iterable[Tensor]) -> Copies:
        """Copy the small storages in which several tensors lie, before an op that may write to them."""
        copied: Copies = {}
        met = self._tensors.known
        for tensor in tensors:
            known = met.get(tensor._cdata)
            if known is None or (storage := known.storage) is None or storage.members is None or storage.renewed:
                continue
            if storage not in copied:
                content = _content(tensor)
                if content is not None:
                    copied[storage] = content
        return copied

    def after(self, targets: Iterable[Target], valued: Valued, copies: Copies | None) -> list[dict[str, Any]]:
        """Return the aliases of what has just been written; ``valued``: the tensors whose values the event states anyway."""
        written: dict[Storage, list[Tensor]] = {}
        for known, tensor in targets:
            if known.storage is not None and known.storage.members is not None:
                written.setdefault(known.storage, []).append(tensor)
        stated_anyway = {tensor._cdata for _, tensor, _ in valued}
        found: list[tuple[Known, Tensor]] = []
        for storage, tensors in written.items():
            storage.renewed = False
            before = copies.get(storage) if copies else None
            now = _content(tensors[0]) if before is not None else None
            if before is None or now is None or len(before) != len(now):
                found += self.overlapping(storage, [layout_of(tensor) for tensor in tensors])
            elif before != now:
                found += self.changed(storage, Changed(before, now), stated_anyway)
        return self.stated(found, valued) if found else []

    def of_gradient(self, known: Known, grad: Tensor, value: Any) -> list[dict[str, Any]]:
        """Return a gradient that has been added to in place, whose value is known, and the tensors that share its memory."""
        own = {"tensor": known.id, "value": value}
        if known.storage is None or known.storage.members is None:
            return [own]
        others = self.overlapping(known.storage, [layout_of(grad)])
        return [own, *self.stated(others, [(known, grad, value)], MAX_VALUES - 1)]

    def overlapping(self, storage: Storage, places: list[Layout]) -> list[tuple[Known, Tensor]]:
        """Return the live tensors of a storage that have an element in one of ``places``."""
        if len(places) > MAX_TARGETS:
            start, end = min(place[0] for place in places), max(place[1] for place in places)
            places = [(start, end, 0, end - start)]
        found = []
        for address in list(storage.members or ()):
            layout = self._layout(storage, address)
            if any(may_overlap(place, layout) for place in places) and (tensor := self._alive(storage, address)) is not None:
                found.append((self._tensors.known[address], tensor))
        return found

    def changed(self, storage: Storage, changed: Changed, without: Container[int] = ()) -> list[tuple[Known, Tensor]]:
        """Return the live tensors of a storage that have an element among changed bytes, except those at the addresses ``without``."""
        found = []
        for address in list(storage.members or ()):
            if address in without:
                continue
            layout = self._layout(storage, address)
            lies_in = changed.lies_in(layout)
            if lies_in is False or (tensor := self._alive(storage, address)) is None:
                continue
            if lies_in or changed.touches(tensor):
                found.append((self._tensors.known[address], tensor))
        return found

    def _layout(self, storage: Storage, address: int) -> Layout:
        """Return where the elements of a tensor lie in its storage: found out once."""
        assert storage.members is not None
        layout = storage.members[address]
        if layout is None:
            tensor = self._tensors.alive(address)
            layout = storage.members[address] = layout_of(tensor) if tensor is not None else NOWHERE
        return layout

    def _alive(self, storage: Storage, address: int) -> Tensor | None:
        tensor = self._tensors.alive(address)
        if tensor is None:
            storage.leave(address)
        return tensor

    def stated(self, found: list[tuple[Known, Tensor]], valued: Valued, most: int = MAX_VALUES) -> list[dict[str, Any]]:
        """State aliases by id, with the values of at most so many: of those that have a name first."""
        told = {known.id for known, _, _ in valued}
        others = [(known, tensor) for known, tensor in found if known.id not in told]
        if not others:
            return []
        named_first = others if len(others) <= most else sorted(others, key=lambda pair: not pair[0].names)
        shown = {known.id for known, _ in named_first[:most]}
        # Tensors that look at the same memory in the same way hold the same: a value is taken once.
        values = {_look(known, tensor): value for known, tensor, value in valued}
        stated = []
        for known, tensor in others:
            value = None
            if known.id in shown:
                look = _look(known, tensor)
                if look not in values:
                    raw = raw_storage(tensor)
                    values[look] = self._values.of(tensor, False, raw.nbytes() if raw is not None else 0)
                value = values[look]
            stated.append({"tensor": known.id, "value": value})
        return stated


def _look(known: Known, tensor: Tensor) -> Hashable:
    """Return what the values of a tensor depend on, besides the contents of its memory."""
    if tensor.layout is not torch.strided or tensor.is_nested:
        return known
    return (known.storage, tensor.storage_offset(), tensor.shape, tensor.stride(), tensor.dtype, tensor.is_neg(), tensor.is_conj())


def _content(tensor: Tensor) -> bytes | None:
    """Copy the storage of a tensor; None where it is large, empty or not in ordinary memory."""
    raw = raw_storage(tensor)
    if raw is None or not tensor.is_cpu or not 0 < (size := raw.nbytes()) <= MAX_COPIED_BYTES or _is_cow(tensor):
        return None
    pointer = raw.data_ptr()
    return bytes_at(pointer, size) if pointer else None
