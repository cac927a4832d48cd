"""Finds what ``checkpoint`` was unpacking where its check failed: it keeps its inputs as saved tensors of no node."""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Any

import torch.utils.checkpoint
from torch import _C, Tensor

_internals: Any = _C
_SavedTensor: Any = _internals._autograd.SavedTensor


def checkpointed(error: BaseException) -> Tensor | None:
    """Return the input of a checkpoint that the frames of an exception were unpacking; None where there is none."""
    return next((tensor for frame in _frames(error) if (tensor := _unpacking(frame)) is not None), None)


def _frames(error: BaseException) -> Iterator[types.FrameType]:
    traceback = error.__traceback__
    while traceback is not None:
        yield traceback.tb_frame
        traceback = traceback.tb_next


def _unpacking(frame: types.FrameType) -> Tensor | None:
    if frame.f_globals.get("__name__") != torch.utils.checkpoint.__name__:
        return None
    given = frame.f_locals.get("arg")
    return getattr(given, "data", None) if isinstance(given, _SavedTensor) else None
