"""Finds whose memory a write changed without moving a version counter."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from gradreel.diagnose.lookup.history import History, OpWrite
from gradreel.trace import Region, Tensor

ALIASES = frozenset({"data", "detach", "numpy", "detach_"})


def written(history: History) -> dict[str, list[OpWrite]]:
    """By storage: the writes into it, in order."""
    found: dict[str, list[OpWrite]] = defaultdict(list)
    for made in history.writes:
        tensor = history.tensors.get(made.write.tensor)
        if tensor and tensor.storage:
            found[tensor.storage].append(made)
    return found


def unseen(history: History) -> dict[str, list[OpWrite]]:
    """By storage: the writes that went around the version counter, in order."""
    return {storage: [made for made in writes if made.write.via != "in_place"] for storage, writes in written(history).items()}


def reaches(made: OpWrite, tensor: Tensor) -> bool:
    """Whether a write into a tensor's storage changed what the tensor holds: ``x.data = y`` gives ``x`` alone another memory."""
    if made.op.name == "data.__set__":
        return made.write.tensor == tensor.id
    return overlap(tensor.region, made.write.region)


def overlap(one: Region | None, other: Region | None) -> bool:
    """Whether two regions of one storage meet; yes where one is unknown."""
    return one is None or other is None or (one.start < other.end and other.start < one.end)


def moved(made: OpWrite, counter: str | None) -> bool:
    """Whether a write moved this counter."""
    return made.write.counter == counter and made.write.version_before != made.write.version_after


def origin(history: History, tensor: str) -> Iterator[str]:
    """A tensor, and those that it is the ``.data``, ``.detach()`` or array of."""
    seen: set[str] = set()
    while tensor not in seen:
        seen.add(tensor)
        yield tensor
        maker = history.maker.get(tensor)
        if maker and maker.inputs and maker.name.removesuffix(".__get__") in ALIASES:
            tensor = maker.inputs[0]


def through(history: History, made: OpWrite) -> tuple[str | None, str | None]:
    """The tensor that a reader would say was written, and its name: the first in the chain of aliases that has one."""
    for tensor in origin(history, made.write.tensor):
        if names := history.names.at(tensor, made.op.index):
            return tensor, names[0]
    return None, None
