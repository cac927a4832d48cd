"""Removes the tracer's own frames from a traceback that the program may print."""

from __future__ import annotations

import types
from pathlib import Path

from torch.overrides import handle_torch_function

_OWN = str(Path(__file__).parent.parent)
_HANDLE = handle_torch_function.__code__


def cleanse(traceback: types.TracebackType | None) -> None:
    """Unlink the tracer's frames, and those of a library function that handed itself over and was run again."""
    kept: list[types.TracebackType] = []
    entry = traceback
    while entry is not None:
        code = entry.tb_frame.f_code
        if code is _HANDLE and len(kept) > 1:
            kept.pop()
        elif code is not _HANDLE and not code.co_filename.startswith(_OWN):
            kept.append(entry)
        entry = entry.tb_next
    for one, following in zip(kept, [*kept[1:], None], strict=False):
        if one.tb_next is not following:
            one.tb_next = following
