"""Finds the tensors and modules that an object of the program holds, without running any of its code.

[Layer(w, b), …]  ─▶  ("[0].w", w), ("[0].b", b), …        elements of containers, fields, attributes; a few levels deep
"""

from __future__ import annotations

import types
from collections import deque
from collections.abc import Iterator
from itertools import islice
from typing import Any

from gradreel.tracer.tensors.kinds import is_module, is_tensor

# Of one container or object, and of all together; what lies deeper or beyond is not found.
MAX_ELEMENTS = 32
MAX_LOOKS = 256
MAX_DEPTH = 3
# Numbers from here on may be addresses, which differ from run to run.
ADDRESSES = 1 << 32

_ATOMS = frozenset((int, float, complex, bool, str, bytes, type(None), slice, range, type, types.FunctionType, types.MethodType))
_CONTAINERS = (dict, list, tuple, deque)
# Their objects are known by what the program does with them; an optimizer would give every parameter a second name.
_LIBRARIES = ("torch", "numpy", "builtins", "gradreel")
_mro = type.__dict__["__mro__"].__get__
_Item = tuple[str, Any]


def may_hold(value: object) -> bool:
    """Tell whether tensors may be found in a value: it is a container, or an object of a class of the program."""
    kind = type(value)
    return kind not in _ATOMS and (is_container(value) or _is_of_program(kind))


def is_container(value: object) -> bool:
    """Tell whether a value is a list, tuple, dict or deque, of whatever subclass."""
    bases = _mro(type(value))
    return any(base in bases for base in _CONTAINERS)


def held(value: object) -> Iterator[tuple[str, Any, bool]]:
    """Yield each tensor and module that is found: what follows the name of the value in its own, itself, and whether a tuple holds it."""
    looks = 0
    level: list[_Item] = [("", value)]
    for _ in range(MAX_DEPTH):
        deeper: list[_Item] = []
        for path, holder in level:
            for step, item in islice(_items(holder), MAX_ELEMENTS):
                looks += 1
                if looks > MAX_LOOKS:
                    return
                if is_tensor(item) or is_module(item):
                    yield path + step, item, tuple in _mro(type(holder))
                elif may_hold(item):
                    deeper.append((path + step, item))
        level = deeper


def _items(value: Any) -> Iterator[_Item]:
    bases = _mro(type(value))
    if dict in bases:
        pairs = list(islice(dict.items(value), MAX_ELEMENTS))
        return ((f"[{key!r}]", item) for key, item in pairs if type(key) is str or (type(key) is int and abs(key) < ADDRESSES))
    if tuple in bases:
        return _numbered(tuple.__iter__(value), vars(type(value)).get("_fields"))
    if list in bases:
        return _numbered(list.__iter__(value))
    return _numbered(deque.__iter__(value)) if deque in bases else _attributes(value)


def _numbered(items: Iterator[Any], fields: Any = None) -> Iterator[_Item]:
    found = list(islice(items, MAX_ELEMENTS))
    names = fields if type(fields) is tuple and len(fields) >= len(found) else ()
    return ((f".{names[at]}" if names else f"[{at}]", item) for at, item in enumerate(found))


def _attributes(value: object) -> Iterator[_Item]:
    attributes = [(name, item) for name, item in attributes_of(value).items() if type(name) is str]
    for base in _mro(type(value)):
        slots = vars(base).get("__slots__", ())
        for name in slots if type(slots) is tuple else ():
            slot = vars(base).get(name)
            if type(slot) is types.MemberDescriptorType:
                try:
                    attributes.append((name, slot.__get__(value)))
                except AttributeError:  # not set
                    continue
    return ((f".{name}", item) for name, item in attributes)


def attributes_of(value: object) -> dict[str, Any]:
    """Return what an object holds under its attributes; nothing where that is not an ordinary dictionary."""
    try:
        attributes = object.__getattribute__(value, "__dict__")
    except AttributeError:
        return {}
    return dict(attributes) if type(attributes) is dict else {}


def _is_of_program(kind: type) -> bool:
    module = vars(kind).get("__module__")
    return type(module) is str and module.split(".")[0] not in _LIBRARIES and type not in _mro(kind)
