"""Keeps the path of every ``nn.Module`` that the program has named, and which of them is running."""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from torch import nn

from gradreel.tracer.tensors.kinds import is_module

MAX_PARTS = 2_000


class Known(NamedTuple):
    """A module that has a path."""

    reference: weakref.ref[nn.Module]
    path: str
    depth: int
    """How many calls of the program were around the place where its name was given."""


class Modules:
    """Paths of modules, and the stack of those whose forward is running."""

    def __init__(self) -> None:
        self._paths: dict[int, Known] = {}
        self.running: list[str] = []

    def learn(self, name: str, module: nn.Module, depth: int) -> None:
        """Give the module and its parts paths that begin with the snippet's name for it, given in so many calls.

        The first path stays, unless the new name is given further outside: ``net`` of the program and not ``m`` of a function that
        ``net.apply`` calls. What a method calls itself makes way for any other name.
        """
        for path, part in self.parts(module):
            if not self.has_name(part) or depth < self._paths[id(part)].depth:
                self._paths[id(part)] = Known(weakref.ref(part), f"{name}.{path}" if path else name, depth)

    def path(self, module: object) -> str | None:
        """Return the path of a module, where it has one."""
        known = self._paths.get(id(module))
        return known.path if known is not None and known.reference() is module else None

    def has_name(self, module: object) -> bool:
        """Tell whether a module has a path that does not begin with ``self``."""
        path = self.path(module)
        return path is not None and path.split(".", 1)[0] != "self"

    def enter(self, module: nn.Module) -> None:
        """A module's forward begins."""
        self.running.append(self.path(module) or type(module).__name__)

    def leave(self) -> None:
        """It has ended."""
        if self.running:
            self.running.pop()

    def innermost(self) -> str | None:
        """Return the path of the module whose forward is running."""
        return self.running[-1] if self.running else None

    def parts(self, module: nn.Module) -> Iterator[tuple[str, nn.Module]]:
        """Yield the module and its parts with their paths, each once, without calling any of their code."""
        seen: set[int] = set()
        queue = deque([("", module)])
        while queue and len(seen) < MAX_PARTS:
            path, part = queue.popleft()
            if id(part) in seen:
                continue
            seen.add(id(part))
            yield path, part
            children = vars(part).get("_modules") or {}
            queue.extend((f"{path}.{key}" if path else key, child) for key, child in children.items() if is_module(child))
