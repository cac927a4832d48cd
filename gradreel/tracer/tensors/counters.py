"""Version counters: which value one has, and whether two tensors share one."""

from __future__ import annotations

from torch import Tensor

from gradreel.tracer.torch_features import set_version

_PROBE = 1 << 20  # far above any counter that a program reaches by itself; see NOTE [Who shares a counter]


def share_counter(one: Tensor, other: Tensor) -> bool:
    """Find out by trying whether two tensors share a version counter, and leave both as they were.

    NOTE [Who shares a counter]: no getter tells. Views and ``detach()`` share, ``.data`` does not, and of an alias met later (an unpacked
    saved tensor, a Parameter made from a tensor) only the counters themselves know. So one counter is set to a value that the other
    cannot have, looked at through the other, and set back; nothing runs in between.
    """
    before = one._version
    if other.is_inference() or other._version != before:
        return False
    set_version(one, before + _PROBE)
    shared = other._version == before + _PROBE
    set_version(one, before)
    return shared


def version_of(tensor: Tensor) -> int | None:
    """Return a tensor's counter; None for an inference tensor, which has none. Asking it first takes five times as long."""
    try:
        return tensor._version
    except RuntimeError:
        if tensor.is_inference():
            return None
        raise
