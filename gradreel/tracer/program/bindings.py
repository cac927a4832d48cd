"""Records what the names of the program refer to: bind events, and the names of tensors."""

from __future__ import annotations

import types
from typing import Any

from torch import Tensor, nn

from gradreel.tracer.journal import Journal
from gradreel.tracer.program.call_tree import CallTree
from gradreel.tracer.program.held import attributes_of, held, is_container, may_hold
from gradreel.tracer.program.modules import Modules
from gradreel.tracer.program.scopes import Path, Scope
from gradreel.tracer.safety.opaque import is_opaque
from gradreel.tracer.tensors.external_writes import ExternalWrites
from gradreel.tracer.tensors.identity import Tensors
from gradreel.tracer.tensors.kinds import is_module, is_tensor

# Of a model, a tensor, a name: what lies beyond is not named.
MAX_PARAMETERS = 2_000
MAX_NAMES = 100
MAX_CHARACTERS = 200


class Bindings:
    """Looks up names after each line; knows which tensor each was last bound to."""

    def __init__(self, journal: Journal, tensors: Tensors, modules: Modules, calls: CallTree, external_writes: ExternalWrites) -> None:
        self._journal = journal
        self._calls = calls
        self._tensors = tensors
        self._modules = modules
        self._external_writes = external_writes

    def look(self, scope: Scope, frame: types.FrameType, names: tuple[str, ...], paths: tuple[Path, ...], line: int | None) -> None:
        """Record those of ``names`` that now refer to something else, and what ``paths`` lead to that they did not before."""
        # NOTE [Snapshot of locals]: a function's f_locals is a copy, and what it holds stays alive until it is read again. So it is
        # read at every step, also where nothing is looked up.
        values = frame.f_locals
        if not (names or paths) or is_opaque():
            return
        outer = frame.f_globals
        for name in names:
            value = values.get(name) if name in values else outer.get(name)
            if value is not None:
                self._bind(scope, name, value, line)
        for path in paths:
            value = values.get(path[0]) if path[0] in values else outer.get(path[0])
            self._follow(scope, path, value, line)

    def watch_parts(self, scope: Scope, line: int) -> None:
        """Have the tensors looked at whose real or imaginary part a line of a scope that begins may assign."""
        if (frame := scope.frame) is None or is_opaque():
            return
        values, outer = frame.f_locals, frame.f_globals
        for name, *attributes, part in scope.outline.parts[line]:
            value: Any = values.get(name) if name in values else outer.get(name)
            for attribute in attributes:
                value = _attribute(value, attribute)
            if is_tensor(value):
                self._external_writes.watch(value, f"{part}.__set__", scope.base + line)

    def _follow(self, scope: Scope, path: Path, value: Any, line: int | None) -> None:
        """Name what has been put into an object, a container or a module; a module is known by its own path already."""
        name, owner = path[0], None
        for attribute in path[1:]:
            owner = value
            if is_module(value):
                name = self._modules.path(value) or name
            value = _attribute(value, attribute)
            name = f"{name}.{attribute}"
        if is_tensor(value):
            self._bind(scope, name, value, line)
        elif is_module(value):
            # While a module is made (``self.layer = …``), its parts wait for the name that it will get.
            has_name = self._modules.has_name(owner) if is_module(owner) else owner is not None and scope.call is None
            known = self._modules.path(value) if self._modules.has_name(value) else None
            if known := known or (name if has_name else None):
                self._modules.learn(known, value, self._depth(scope))
                self._parameters(scope, known, value, line)
        elif may_hold(value):
            self._elements(scope, name, value, line)

    def _bind(self, scope: Scope, name: str, value: Any, line: int | None, *, fixed: bool = False) -> None:
        if is_tensor(value):
            known = self._tensors.get(value)
            if known is None:
                known = self._tensors.meet(value, line)
                self._external_writes.watch_lent(value, line)
            identity = known.id
            if scope.bound.get(name) != identity:
                scope.bound[name] = identity
                self._name(scope, name, value, line, fixed=fixed)
        elif scope.bound.get(name) == id(value):
            return
        elif is_module(value):
            scope.bound[name] = id(value)
            self._modules.learn(name, value, self._depth(scope))
            self._parameters(scope, name, value, line)
        elif may_hold(value):
            scope.bound[name] = id(value)
            self._elements(scope, name, value, line)

    def _depth(self, scope: Scope) -> int:
        """Return how many calls are around a scope that is looked at; 0 for the program itself."""
        return 0 if scope.call is None else len(self._calls.running)

    def _name(self, scope: Scope, name: str, tensor: Tensor, line: int | None, *, fixed: bool) -> None:
        """Record that a name refers to a tensor; ``fixed``: one that can be given no other."""
        known = self._tensors.meet(tensor, line)
        if name not in known.names and len(known.names) < MAX_NAMES:
            known.names = (*known.names, name[:MAX_CHARACTERS])
            self._journal.count(len(name) + 3)
        call = self._calls.id_of(scope.call)
        more: dict[str, Any] = {"call": call} if call is not None else {}
        if fixed:
            more["fixed"] = True
        self._journal.add("bind", line, name=name[:MAX_CHARACTERS], tensor=known.id, **more)

    def _elements(self, scope: Scope, name: str, value: Any, line: int | None) -> None:
        # A function is given the same objects again and again: only what has no name yet is named after its own.
        only_new = scope.call is not None and not is_container(value)
        for path, found, fixed in list(held(value)):
            if not (only_new and self._has_name(found)):
                self._bind(scope, name + path, found, line, fixed=fixed)

    def _has_name(self, value: Any) -> bool:
        if is_tensor(value):
            known = self._tensors.get(value)
            return known is not None and bool(known.names)
        return self._modules.path(value) is not None

    def _parameters(self, scope: Scope, name: str, module: nn.Module, line: int | None) -> None:
        for path, part in self._modules.parts(module):
            tensors = {**vars(part).get("_parameters", {}), **vars(part).get("_buffers", {})}
            for attribute, tensor in list(tensors.items())[:MAX_PARAMETERS]:
                if is_tensor(tensor):
                    self._bind(scope, ".".join(filter(None, (name, path, attribute))), tensor, line)


def _attribute(value: Any, name: str) -> Any:
    """Return what an object holds under a name, without running any of its code."""
    held = attributes_of(value)
    if name in held or not is_module(value):
        return held.get(name)
    return next((held[kind][name] for kind in ("_parameters", "_buffers", "_modules") if name in (held.get(kind) or ())), None)
