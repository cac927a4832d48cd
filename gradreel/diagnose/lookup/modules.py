"""Answers to which module a parameter belongs, which modules ran, and which parameters take part in what."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from gradreel.diagnose.lookup.history import History
from gradreel.trace import CallEvent


@dataclass(frozen=True)
class Modules:
    """The modules of one history."""

    history: History

    @cached_property
    def ran(self) -> dict[str, int]:
        """By path: the event at which a module first ran."""
        found: dict[str, int] = {}
        for event in self.history.events:
            if isinstance(event, CallEvent) and event.what == "module" and event.module is not None:
                found.setdefault(event.module, event.index)
        return found

    @cached_property
    def parameters(self) -> dict[str, str]:
        """By id of a leaf that requires grad in the end: its name as a parameter of a module that ran, the first where several."""
        found: dict[str, str] = {}
        end = len(self.history.events)
        roots = {path.partition(".")[0] for path in self.ran}
        for tensor in self.history.recording.tensors:
            names = (name for name in tensor.names if self._is_of_module(name, roots))
            name = next((name for name in names if self.history.names.bound(name, end) == tensor.id), None)
            if name is not None and self.history.is_parameter(tensor.id, end):
                found[tensor.id] = name
        return found

    @staticmethod
    def _is_of_module(name: str, roots: set[str]) -> bool:
        return "." in name and root(name) in roots and root(name) != "self"

    def ran_around(self, name: str) -> str | None:
        """The innermost module that ran, of those that a parameter lies in."""
        path = owner(name)
        while path:
            if path in self.ran:
                return path
            path = owner(path)
        return None


def owner(name: str) -> str:
    """``net.fc`` of ``net.fc.weight``."""
    return name.rpartition(".")[0]


def root(name: str) -> str:
    """``net`` of ``net.fc.weight``."""
    return name.partition(".")[0]
