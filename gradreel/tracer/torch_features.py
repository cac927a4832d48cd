"""What the installed PyTorch can do that an older one cannot, and how it is done there: the one place that knows of versions.

Each is found out by looking for it, not by a version number, and each has a row in ``docs/torch-range.md``. What is lacking is left out of
the film, which says so (``NotShown`` of kind ``old_torch``); nothing here fails for want of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import _C

_autograd: Any = _C._autograd
_SavedTensor: Any = _autograd.SavedTensor

CAN_MAKE_SAVED = hasattr(_autograd, "_make_saved_tensor")
"""Whether Python can make a SavedTensor, without which what an edit through a view saves inside its CopySlices cannot be watched."""
CAN_READ_SAVED = hasattr(_SavedTensor, "data")
"""Whether a SavedTensor can be asked for its tensor without unpacking it: without it a stale one cannot be looked at."""
NODES_NAMED_IN_FULL = tuple(map(int, torch.__version__.split(".")[:2])) < (2, 13)
"""Up to PyTorch 2.12 the failing check names ExpBackward0, since then Exp."""


FEATURES = {
    "make_saved": CAN_MAKE_SAVED,
    "read_saved": CAN_READ_SAVED,
    "top_hooks": hasattr(_autograd, "_top_saved_tensors_default_hooks"),
    "accelerator": hasattr(torch, "accelerator"),
}
"""By name, as in ``docs/torch-range.md``: whether it is here."""


def lacking() -> tuple[str, ...]:
    """Return the names of what this PyTorch lacks."""
    return tuple(name for name, is_here in FEATURES.items() if not is_here)


def _hooks_by_refusal() -> bool:
    """Ask for saved-tensor hooks where there is no getter: switching them off is refused while there are any."""
    if not _autograd._saved_tensors_hooks_is_enabled():
        return False
    try:
        _autograd._saved_tensors_hooks_disable("")
    except RuntimeError:
        return True
    finally:
        _autograd._saved_tensors_hooks_enable()
    return False


def _hooks_by_getter() -> bool:
    found: object = _autograd._top_saved_tensors_default_hooks(True)
    return found is not None


hooks_of_program: Callable[[], bool] = _hooks_by_getter if hasattr(_autograd, "_top_saved_tensors_default_hooks") else _hooks_by_refusal
"""Tells whether saved-tensor hooks are set in this thread, without calling them."""


def _accelerator_before_2_6() -> bool:
    return torch.cuda.is_available() or torch.backends.mps.is_available() or (hasattr(torch, "xpu") and torch.xpu.is_available())


has_accelerator: Callable[[], bool] = torch.accelerator.is_available if hasattr(torch, "accelerator") else _accelerator_before_2_6
"""Tells whether there is a device beside the CPU."""


def _sets_many() -> bool:
    """Whether version counters are set for several tensors at once; for none, this changes nothing."""
    try:
        _autograd._unsafe_set_version_counter((), ())
    except TypeError:
        return False
    return True


def _set_one_of_many(tensor: torch.Tensor, version: int) -> None:
    _autograd._unsafe_set_version_counter((tensor,), (version,))


set_version: Callable[[torch.Tensor, int], None] = _set_one_of_many if _sets_many() else _autograd._unsafe_set_version_counter
"""Sets a tensor's version counter."""
