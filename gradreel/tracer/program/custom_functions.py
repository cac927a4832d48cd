"""Gives ``torch.autograd.Function.apply`` a frame that can be watched: from PyTorch 2.15 on it is a function of C.

There a function of Python takes its place while a program is recorded, and calls it. A program that has read ``apply`` before has the
function of C: the ops of that forward are recorded, and no call of ``apply``.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from torch.autograd.function import Function

OWN: Any = vars(Function)["apply"]


def _apply(cls: type[Function], *args: Any, **kwargs: Any) -> Any:
    return OWN.__get__(None, cls)(*args, **kwargs)


APPLY = OWN.__func__ if isinstance(OWN, classmethod) else _apply
"""Whose frames are watched: ``cls`` and ``args`` are among its variables."""


@contextmanager
def apply_in_python() -> Iterator[None]:
    """Have ``Function.apply`` run ``APPLY`` meanwhile."""
    if APPLY is not _apply:
        yield
        return
    ours = classmethod(_apply)
    setattr(Function, "apply", ours)  # noqa: B010 - a plain assignment of a classmethod is an error of types
    try:
        yield
    finally:
        if vars(Function)["apply"] is ours:
            setattr(Function, "apply", OWN)  # noqa: B010
