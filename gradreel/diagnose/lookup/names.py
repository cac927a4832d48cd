"""Answers which names referred to a tensor, and which tensor a name referred to, at any event."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from gradreel.trace import BindEvent, Recording


@dataclass(frozen=True)
class Names:
    """The names of one recording."""

    recording: Recording

    def of(self, tensor: str, *events: int) -> str | None:
        """What a reader calls a tensor: its name at the first of these events that knows one, else any that it ever had."""
        for event in events:
            if names := self.at(tensor, event):
                return names[0]
        return self._ever.get(tensor)

    def at(self, tensor: str, event: int) -> list[str]:
        """The names that meant the tensor at an event, oldest first."""
        binds = [bind for bind in self._by_tensor.get(tensor, []) if bind.index <= event]
        return list(dict.fromkeys(bind.name for bind in binds if self.bound(bind.name, event) == tensor))

    def bound(self, name: str, event: int) -> str | None:
        """The tensor that a name meant at an event."""
        binds = self.binds(name)
        position = bisect_right(binds, event, key=lambda bind: bind.index)
        return binds[position - 1].tensor if position else None

    def binds(self, name: str) -> list[BindEvent]:
        """When a name came to mean which tensor, in order."""
        return self._by_name.get(name, [])

    @property
    def known(self) -> Iterable[str]:
        """Every name that ever meant a tensor."""
        return self._by_name

    @cached_property
    def _ever(self) -> dict[str, str]:
        return {tensor.id: tensor.names[0] for tensor in self.recording.tensors if tensor.names}

    @cached_property
    def _by_name(self) -> dict[str, list[BindEvent]]:
        found: dict[str, list[BindEvent]] = defaultdict(list)
        for event in self.recording.events:
            if isinstance(event, BindEvent):
                found[event.name].append(event)
        return found

    @cached_property
    def _by_tensor(self) -> dict[str, list[BindEvent]]:
        found: dict[str, list[BindEvent]] = defaultdict(list)
        for event in self.recording.events:
            if isinstance(event, BindEvent):
                found[event.tensor].append(event)
        return found
