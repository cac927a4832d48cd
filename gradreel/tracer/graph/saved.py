"""Turns what nodes keep for backward into Saved records, and knows which of them an edit has made stale.

PyTorch compares versions only while no saved-tensor hooks are set, and hooks show in the program (``y.grad_fn._saved_self is x``
is no longer true, ``torch.func`` refuses them). So a node's ``_raw_saved_*`` attributes are read right after the op, which changes
nothing; only an edit through a view, whose CopySlices shows nothing, is watched with hooks (see copy_slices.py).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, NamedTuple

import orjson
from torch import _C, Tensor
from torch.autograd.graph import Node

from gradreel.tracer.graph.copied_saves import CopiedSaves, Packed, data_of, held_by_copying, parts_of, raw_of
from gradreel.tracer.graph.kept import Kept
from gradreel.tracer.graph.nodes import Mark, Nodes
from gradreel.tracer.journal import Journal
from gradreel.tracer.tensors.identity import COUNTERS_AT_LEAST, Tensors
from gradreel.tracer.tensors.kinds import has_base, is_number
from gradreel.tracer.tensors.storages import Storage
from gradreel.tracer.torch_features import CAN_READ_SAVED, hooks_of_program

STALE = re.compile(r"has been modified by an inplace operation: .* is at version (\d+); expected version (\d+) instead", re.DOTALL)
"""PyTorch's words when the check fails: the present version, and the saved one."""


_SavedTensor: type = _C._autograd.SavedTensor


class Entry(NamedTuple):
    """One tensor that one node keeps."""

    id: str
    node: str
    attribute: str
    counter: str | None
    version: int


class Saves:
    """The saved tensors of one run."""

    def __init__(self, journal: Journal, tensors: Tensors, nodes: Nodes, kept: Kept) -> None:
        self._journal = journal
        self._graphs = kept
        self._tensors = tensors
        self._nodes = nodes
        tensors.kept_under = self.is_kept_under
        self._texts: dict[str, bytes] = {}
        self._count = 0
        self._later: dict[str, str] = {}
        """Ids of those that were saved after the first part of the film, and the tensor that each record mentions."""
        # NOTE [Atoms only]: long programs save a lot. Tuples and dicts of nothing but atoms cost the garbage collector nothing, so that is
        # what is kept; entries are made of it when somebody asks.
        self._entries: dict[str, tuple[str, str, str | None, int]] = {}
        """Id → what follows the id in its entry."""
        self._by_node: dict[str, tuple[str, ...]] = {}
        self._watched: dict[str, dict[str, int]] = {}
        """Counter → ids of entries that are fresh, saved at its present value and not freed, and that version."""
        self._under: dict[str, dict[str, None]] = {}
        """Counter → ids of all entries that are not freed."""
        self._moved: dict[str, int] = {}
        """Counter → the version that the last recorded write moved it to."""
        self._drop_at = COUNTERS_AT_LEAST
        """The number of those at which the ones that no tensor has any more are forgotten."""
        self._freed: set[str] = set()
        """Ids of those that were."""
        self.unexplained: list[str] = []
        """Ids of those that failed the check although no recorded write had moved their counter."""
        self.copied = CopiedSaves()
        self._awaited: frozenset[str] = frozenset()
        self._watch: Callable[[Tensor, int | None], None] | None = None

    def look(
        self, node: Node, mark: Mark, line: int | None, outputs: list[Tensor], doubtful: bool = False, late: bool = False
    ) -> list[str]:
        """Record what a new node has saved; return the ids.

        ``doubtful``: a counter may have moved since, because the same op wrote as well, or because the node is found late.
        ``late``: it may have been made while hooks were set, or in another thread.
        """
        names = mark.shape.saved
        if not names:
            return []
        if late and not CAN_READ_SAVED:
            self._journal.coverage.add("old_torch", type(node).__name__, line)
            return []  # hooks of the program may hold it, and would be called
        hooked = hooks_of_program() or (doubtful and CAN_READ_SAVED and has_hooks(node, names))
        if hooked and CAN_READ_SAVED and (held := held_by_copying(node, names)) is not None:
            return [self._add_held(mark.id, name, each, line, outputs) for name, each in held]
        if hooked:
            self._journal.coverage.add("saved_hooks", type(node).__name__, line)
            return []  # where the snippet's own hooks hold the tensors, autograd checks no version
        found = saved_tensors(node, names) if CAN_READ_SAVED else self._unpacked(node, names, line)
        return [
            self._add(mark.id, name, tensor, line, outputs, saved_version(node, name, tensor) if doubtful else _version(tensor))
            for name, tensor in found
        ]

    def _add_held(self, node: str, attribute: str, held: Packed | Tensor, line: int | None, outputs: list[Tensor]) -> str:
        if not isinstance(held, Packed):
            return self._add(node, attribute, held, line, outputs, _version(held))
        tensor: Any = held.tensor
        return self._add(node, attribute, tensor, line, outputs, held.version, held=held)

    def _unpacked(self, node: Node, names: tuple[tuple[str, str], ...], line: int | None) -> list[tuple[str, Tensor]]:
        """Do what ``saved_tensors`` does, where only the node itself can say what it keeps; what is stale already it does not tell."""
        found: list[tuple[str, Tensor]] = []
        for name, attribute in names:
            try:
                found += _tensors_in(attribute, getattr(node, _getter(node, name)))
            except RuntimeError as error:
                if STALE.search(str(error)):
                    self._journal.coverage.add("old_torch", type(node).__name__, line)
        return found

    def add(
        self, node: str, attribute: str, tensor: Tensor, line: int | None, outputs: list[Tensor], version: int, event: int | None = None
    ) -> Entry:
        """Record one saved tensor. Of its own output a node keeps another handle: that counts as the output itself.

        ``version`` and ``event``: those of its save, which may be found out later.
        """
        identity = self._add(node, attribute, tensor, line, outputs, version, event)
        return Entry(identity, *self._entries[identity])

    def _add(
        self,
        node: str,
        attribute: str,
        tensor: Tensor,
        line: int | None,
        outputs: list[Tensor],
        version: int,
        event: int | None = None,
        held: Packed | None = None,
    ) -> str:
        known = self.copied.known.get(held.handle) if held is not None else None
        if known is None:
            known = self._tensors.known.get(tensor._cdata)
        number = False
        if known is None:
            number = is_number(tensor)
            tensor = next((output for output in outputs if _same_memory(tensor, output)), tensor)
            known = self._tensors.meet(tensor, line)
        self._count += 1
        identity = f"s{self._count}"
        record = {
            "id": identity,
            "node": node,
            "attribute": attribute,
            "tensor": known.id,
            "saved_version": version,
            "event": self._journal.next_index() if event is None else event,
            "line": line,
            "bytes": self._bytes(known.storage),
        }
        if number:
            record["storage_bytes"] = 0
        elif (storage := known.storage) is not None and storage.size != record["bytes"]:
            record["storage_bytes"] = storage.size
        if held is not None:
            record["copied_by_edits"] = True
            self.copied.add(identity, held, known)
        self._texts[identity] = self._journal.encode(record)
        if self._journal.first_part is not None:
            self._later[identity] = known.id
        self._keep(identity, node, attribute, known.counter, version)
        if self._watch is not None and identity in self._awaited:
            self._watch(tensor, line)
        if event is None and not number:  # else it was kept until just now, when somebody found out
            self._graphs.hold(node, known.storage)
        return identity

    def _bytes(self, storage: Storage | None) -> int | None:
        """Return how much memory one more save in a storage keeps for backward: none where something keeps the storage already."""
        if storage is None:
            return None
        if storage.holds_leaf:
            return 0
        only = storage.only
        kept = self.is_kept_under(only[0]) if only is not None else any(map(self.is_kept_under, storage.carried()))
        return 0 if kept else storage.size

    def _keep(self, identity: str, node: str, attribute: str, counter: str | None, version: int) -> None:
        self._entries[identity] = (node, attribute, counter, version)
        self._by_node[node] = (*self._by_node.get(node, ()), identity)
        if counter is None:
            return
        self._under.setdefault(counter, {})[identity] = None
        watched = self._watched.setdefault(counter, {})
        if identity in self.copied:
            return
        # What was saved before it was found out may be stale by a write that is recorded already.
        if self._moved.get(counter, version) <= version:
            watched[identity] = version

    def of(self, node: str) -> list[tuple[str, str, str, str | None, int]]:
        """Return what a node saved: the fields of each ``Entry``, since a named tuple takes five times as long to make."""
        return [(identity, *self._entries[identity]) for identity in self._by_node.get(node, ())]

    def has(self, node: str) -> bool:
        """Tell whether a node saved anything."""
        return node in self._by_node

    def moved(self, counter: str | None, version: int) -> list[str]:
        """Return the entries that a counter's move has just made stale."""
        if counter is None:
            return []
        self._moved[counter] = version
        watched = self._watched.get(counter)
        if not watched:
            return []
        gone = [identity for identity, saved in watched.items() if saved != version]
        for identity in gone:
            del watched[identity]
        return [identity for identity in gone if self._nodes.is_alive(self._entries[identity][0])]

    def failed(self, entry: Entry) -> str | None:
        """Note an entry whose check failed, where no recorded write explains that, and return the id of its tensor; else None."""
        if entry.id not in self._watched.get(entry.counter or "", ()):
            return None
        self.unexplained.append(entry.id)
        tensor: str = orjson.loads(self._texts[entry.id].rstrip(b","))["tensor"]
        return tensor

    def watch(self, ids: Iterable[str], watch: Callable[[Tensor, int | None], None]) -> None:
        """Have entries that are to come, by their ids, watched from their save on: ``watch`` is given the tensor and the line."""
        self._awaited, self._watch = frozenset(ids), watch

    def is_kept_under(self, counter: str) -> bool:
        """Tell whether a living node keeps something under a counter, stale or not."""
        entries = self._under.get(counter)
        while entries:
            if self._nodes.is_alive(self._entries[next(reversed(entries))][0]):
                return True
            entries.popitem()
        return False

    def free(self, node: str) -> None:
        """Forget what a node had saved: the engine has freed it."""
        self._graphs.let_go(node)
        for identity in self._by_node.get(node, ()):
            self._freed.add(identity)
            counter = self._entries[identity][2]
            if counter is not None and (under := self._under.get(counter)) is not None:
                under.pop(identity, None)
                self._watched[counter].pop(identity, None)

    def is_kept(self, identity: str) -> bool:
        """Tell whether a living node keeps one of the entries."""
        entry = self._entries.get(identity)
        return entry is not None and identity not in self._freed and self._nodes.is_alive(entry[0])

    def forget(self, mentioned: set[str]) -> int:
        """Forget what was saved after the first part, is neither kept nor mentioned; return the bytes that became free.

        What the records of the others mention is added to ``mentioned``.
        """
        freed = 0
        for identity, tensor in list(self._later.items()):
            if identity in mentioned or self.is_kept(identity):
                mentioned.update((self._entries[identity][0], tensor))
                continue
            freed += len(self._texts.pop(identity))
            del self._later[identity]
            self._drop(identity)
        if len(self._moved) >= self._drop_at:
            in_use = self._tensors.counters()
            self._moved = {counter: version for counter, version in self._moved.items() if counter in in_use}
            self._drop_at = len(self._moved) + max(COUNTERS_AT_LEAST, len(in_use))
        return freed

    def _drop(self, identity: str) -> None:
        node, _, counter, _ = self._entries.pop(identity)
        self.copied.drop(identity)
        self._freed.discard(identity)
        self._by_node.pop(node, None)
        if counter in self._under:
            self._under[counter].pop(identity, None)
            self._watched[counter].pop(identity, None)
            if not self._under[counter]:
                del self._under[counter], self._watched[counter]

    def texts(self) -> list[bytes]:
        """Return the encoded records, a comma after each."""
        return list(self._texts.values())


def saved_tensors(node: Node, names: tuple[tuple[str, str], ...]) -> list[tuple[str, Tensor]]:
    """Return what a node keeps now, by attribute, without any version check."""
    found: list[tuple[str, Tensor]] = []
    if not CAN_READ_SAVED:  # what is stale is left out
        for name, attribute in names:
            with suppress(RuntimeError):
                found += _tensors_in(attribute, getattr(node, _getter(node, name)))
        return found
    for name, attribute in names:
        try:
            raw: Any = getattr(node, name)
        except RuntimeError:  # freed
            continue
        if type(raw) is _SavedTensor:  # nearly all of them
            if (data := data_of(raw)) is not None:
                found.append((attribute, data))
        elif type(raw) is tuple or has_base(raw, list):
            found += _tensors_in(attribute, tuple(map(data_of, raw)))
        elif raw is not None and (tensor := data_of(raw)) is not None:
            found.append((attribute, tensor))
    return found


def saved_versions(node: Node, names: tuple[tuple[str, str], ...]) -> dict[str, int]:
    """Return the present versions of what a node keeps, by attribute; a stale one fails no check here."""
    if CAN_READ_SAVED:
        return {attribute: _version(tensor) for attribute, tensor in saved_tensors(node, names)}
    found: dict[str, int] = {}
    for name, attribute in names:
        try:
            tensors = _tensors_in(attribute, getattr(node, _getter(node, name)))
        except RuntimeError as error:
            if words := STALE.search(str(error)):
                found[attribute] = found[f"{attribute}[0]"] = int(words[1])
            continue
        found.update((part, _version(tensor)) for part, tensor in tensors)
    return found


def _getter(node: Node, name: str) -> str:
    """Return the attribute that unpacks what a node keeps under a ``_raw_saved_…`` one."""
    unpacking = name.removeprefix("_raw")
    return unpacking if hasattr(type(node), unpacking) else "saved_tensors"


def _tensors_in(attribute: str, kept: Any) -> list[tuple[str, Tensor]]:
    """Name what was found under an attribute: the tensor, or the parts of a sequence."""
    if type(kept) is not tuple and not has_base(kept, list):
        return [] if kept is None else [(attribute, kept)]
    return [(f"{attribute}[{position}]", tensor) for position, tensor in enumerate(kept) if tensor is not None]


def has_hooks(node: Node, names: tuple[tuple[str, str], ...]) -> bool:
    """Tell whether hooks of the program hold what a node saved: asking the node for it would call them."""
    return any(getattr(part, "unpack_hook", None) is not None for name, _ in names for part in parts_of(raw_of(node, name)))


def saved_version(node: Node, attribute: str, tensor: Tensor) -> int:
    """Find out the version at which a node saved a tensor: there is no getter, but the failing check names it."""
    now = _version(tensor)
    name = attribute.split("[")[0]
    try:
        getattr(node, "saved_tensors" if name == "saved_tensors" else f"_saved_{name}")
    except RuntimeError as error:
        words = STALE.search(str(error))
        if words is not None and int(words[1]) == now:
            return int(words[2])
    return now


def _version(tensor: Tensor) -> int:
    try:
        return tensor._version
    except RuntimeError:  # an inference tensor has none
        return 0


def _same_memory(one: Tensor, other: Tensor) -> bool:
    try:
        return (
            one.untyped_storage()._cdata == other.untyped_storage()._cdata
            and one.storage_offset() == other.storage_offset()
            and one.shape == other.shape
        )
    except (RuntimeError, NotImplementedError):
        return False
