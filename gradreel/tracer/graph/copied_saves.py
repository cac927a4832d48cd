"""Reads what nodes save under ``torch.autograd.graph.allow_mutation_on_saved_tensors()``, which clones a saved tensor when an edit comes.

Its hooks pack a tensor as a handle, and its context maps handles to tensors, and to clones once an edit was about to overwrite them. Both
maps let go of a handle when no node has it any more, so that a handle is only referenced weakly here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary, ref

from torch import Tensor
from torch.autograd.graph import Node

from gradreel.tracer.tensors.identity import Known
from gradreel.tracer.tensors.kinds import has_base, is_tensor

HOOK = ("torch.autograd.graph", "_swap_with_cloned.__init__.<locals>.unpack_hook")


class Packed(NamedTuple):
    """What the hooks of one context hold for one saved tensor."""

    handle: Any
    context: Any

    @property
    def tensor(self) -> Tensor | None:
        """What backward will be given: the clone where there is one; none once the context has ended."""
        found = self.context.cloned.get(self.handle)
        found = self.context.original.get(self.handle) if found is None else found
        return found if is_tensor(found) else None

    @property
    def version(self) -> int:
        """At which version it was saved: what was not cloned has that version still, of a clone the context's keys end with it."""
        original = self.context.original.get(self.handle)
        if original is not None:
            return int(original._version)
        keys: Mapping[tuple[int, ...], Any] = self.context.tid_to_weakhandle
        return next((key[-1] for key, handle in list(keys.items()) if handle is self.handle), 0)


def packed(raw: Any) -> Packed | None:
    """Return what a ``_raw_saved_…`` attribute holds, where that is a handle of these hooks."""
    hook = getattr(raw, "unpack_hook", None)
    if hook is None or (getattr(hook, "__module__", None), getattr(hook, "__qualname__", None)) != HOOK:
        return None
    try:
        cells = dict(zip(hook.__code__.co_freevars, hook.__closure__, strict=True))
        found = Packed(raw.data, cells["ctx"].cell_contents)
        found.context.cloned, found.context.original, found.context.tid_to_weakhandle  # noqa: B018 (asks whether this PyTorch has them)
    except (AttributeError, KeyError, RuntimeError, TypeError, ValueError):  # freed, or another version of PyTorch
        return None
    return found


class CopiedSaves:
    """Which saves of one run are held like that, and which of them were cloned."""

    def __init__(self) -> None:
        self.known: WeakKeyDictionary[Any, Known] = WeakKeyDictionary()
        """By handle: the tensor that was saved. The hooks may hold another handle of it, which no name has."""
        self._waiting: dict[str, tuple[ref[Any], Mapping[Any, Tensor]]] = {}
        self._ids: set[str] = set()

    def __contains__(self, identity: str) -> bool:
        """Tell whether a save is held like that: no version check is made of it."""
        return identity in self._ids

    def add(self, identity: str, held: Packed, known: Known) -> None:
        """A node has saved a tensor."""
        self.known[held.handle] = known
        self._ids.add(identity)
        if held.handle not in held.context.cloned:
            self._waiting[identity] = (ref(held.handle), held.context.cloned)

    def cloned(self) -> list[str]:
        """Return the saves that were cloned since this was last asked."""
        found = []
        for identity, (handle, clones) in list(self._waiting.items()):
            held = handle()
            if held is None or held in clones:
                del self._waiting[identity]
                if held is not None:
                    found.append(identity)
        return found

    def drop(self, identity: str) -> None:
        """Forget a save."""
        self._ids.discard(identity)
        self._waiting.pop(identity, None)


def held_by_copying(node: Node, names: tuple[tuple[str, str], ...]) -> list[tuple[str, Packed | Tensor]] | None:
    """Return what a node keeps where none of it is held by other hooks than those that clone it before an edit; else None.

    No hooks hold a Python number.
    """
    found: list[tuple[str, Packed | Tensor]] = []
    for name, attribute in names:
        raw = raw_of(node, name)
        several = type(raw) is tuple or has_base(raw, list)
        for position, part in enumerate(parts_of(raw)):
            held = packed(part)
            if held is None and getattr(part, "unpack_hook", None) is not None:
                return None
            kept = data_of(part) if held is None else held
            if kept is not None and not (isinstance(kept, Packed) and kept.tensor is None):
                found.append((f"{attribute}[{position}]" if several else attribute, kept))
    return found


def raw_of(node: Node, name: str) -> Any:
    """Return a ``_raw_saved_…`` attribute; none once it is freed."""
    try:
        return getattr(node, name)
    except RuntimeError:  # freed
        return None


def parts_of(raw: Any) -> Sequence[Any]:
    """Return the members of an attribute that holds several, else itself."""
    return raw if type(raw) is tuple or has_base(raw, list) else (raw,)


def data_of(raw: Any) -> Tensor | None:
    """Return the tensor that is kept, without any version check."""
    if raw is None:
        return None
    try:
        data: Tensor = raw.data
    except RuntimeError:
        return None
    if type(data) is Tensor or is_tensor(data):
        return data
    held = packed(raw)
    return held.tensor if held is not None else None
