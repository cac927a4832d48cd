"""Turns what the snippet's names refer to into bind events and into the names of tensors."""

from __future__ import annotations

import types
from typing import Any

from torch import Tensor, nn

from app.tracer.film import Film
from app.tracer.kinds import is_module, is_tensor
from app.tracer.modules import Modules
from app.tracer.opaque import is_opaque
from app.tracer.scopes import Scope
from app.tracer.tensors import Tensors

# A container is named element by element up to this many; a model parameter by parameter.
ELEMENTS = 32
PARAMETERS = 2_000
NAMES = 100
NAME_CHARACTERS = 200


class Names:
    """Watches names; knows which tensor each of them was last bound to."""

    def __init__(self, film: Film, tensors: Tensors, modules: Modules) -> None:
        self._film = film
        self._tensors = tensors
        self._modules = modules

    def look(self, scope: Scope, frame: types.FrameType, names: tuple[str, ...], line: int | None) -> None:
        """Record those of ``names`` that now refer to something else."""
        # NOTE [Snapshot of locals]: a function's f_locals is a copy, and what it holds lives on until it is asked for again. So it is
        # asked for at every step, also where nothing is looked up.
        values = frame.f_locals
        if not names or is_opaque():
            return
        outer = frame.f_globals
        for name in names:
            value = values.get(name) if name in values else outer.get(name)
            if value is not None:
                self._bind(scope, name, value, line)

    def _bind(self, scope: Scope, name: str, value: Any, line: int | None) -> None:
        if is_tensor(value):
            identity = self._tensors.meet(value, line).id
            if scope.bound.get(name) != identity:
                scope.bound[name] = identity
                self.name(name, value, line)
        elif scope.bound.get(name) == id(value):
            return
        elif is_module(value):
            scope.bound[name] = id(value)
            self._modules.learn(name, value)
            self._parameters(name, value, line)
        elif type(value) in (list, tuple, dict):
            scope.bound[name] = id(value)
            self._elements(name, value, line)

    def name(self, name: str, tensor: Tensor, line: int | None) -> None:
        """Record that a name refers to a tensor."""
        known = self._tensors.meet(tensor, line)
        if known.names is None:
            known.names = []
        if name not in known.names and len(known.names) < NAMES:
            known.names.append(name[:NAME_CHARACTERS])
            self._film.count(len(name) + 3)
        self._film.add("bind", line, name=name[:NAME_CHARACTERS], tensor=known.id)

    def _elements(self, name: str, value: Any, line: int | None) -> None:
        pairs = list(value.items()) if type(value) is dict else list(enumerate(value))
        for key, element in pairs[:ELEMENTS]:
            if is_tensor(element) and type(key) in (int, str):
                self.name(f"{name}[{key!r}]", element, line)

    def _parameters(self, name: str, module: nn.Module, line: int | None) -> None:
        for path, part in self._modules.parts(module):
            tensors = {**vars(part).get("_parameters", {}), **vars(part).get("_buffers", {})}
            for attribute, tensor in list(tensors.items())[:PARAMETERS]:
                if is_tensor(tensor):
                    self.name(".".join(filter(None, (name, path, attribute))), tensor, line)
