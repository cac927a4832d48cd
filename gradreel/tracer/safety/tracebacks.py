"""Removes the tracer's own frames from tracebacks and stacks that the program may print."""

from __future__ import annotations

import types
from pathlib import Path

from torch.overrides import handle_torch_function

_OWN = str(Path(__file__).parent.parent)
BEGINS = (
    str(Path(_OWN, "program", "run.py")),
    str(Path(_OWN, "program", "cells.py")),
    str(Path(_OWN).parent / "recording" / "script.py"),
)
"""Files whose functions run a program in the place of ``python``: what is on the stack below them is none of the program's."""
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


def hide_own_frames(stack: list[str]) -> None:
    """Do the same to a stack that is text: entries as ``traceback.format_stack`` makes them, the outermost first."""
    kept: list[str] = []
    for entry in stack:
        file = entry.partition('"')[2].partition('"')[0]
        if file in BEGINS:
            kept.clear()
        elif file == _HANDLE.co_filename and entry.partition(", in ")[2].startswith(_HANDLE.co_name):
            del kept[-1:]
        elif not file.startswith(_OWN):
            kept.append(entry)
    stack[:] = kept
