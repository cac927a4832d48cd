"""Runs the tracer's own work so that the program does not notice it: neither by an exception nor by the depth of its stack."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from torch import _C

from gradreel.tracer.journal import Journal
from gradreel.tracer.stack import Stack

# Frames that recording one event may need on top of a program that is about to reach its recursion limit.
HEADROOM = 120

_limit = sys.getrecursionlimit
_set_limit = sys.setrecursionlimit
_without_torch_function = _C.DisableTorchFunction


def guarded(journal: Journal, call: Callable[..., Any], *arguments: Any) -> Any:
    """Call with function modes off; return None, and stop recording, where the tracer itself fails."""
    limit, stack = _limit(), journal.stack
    if stack.raised_limit == limit:
        if not _set(stack, limit - HEADROOM):
            return None  # still deeper than the program's own limit, which is about to raise
        limit = _limit()
    raised = limit + HEADROOM
    try:
        _set_limit(raised)
        stack.raised_limit = raised
        with _without_torch_function():
            return call(*arguments)
    except Exception as error:
        journal.blame(error)
        return None
    finally:
        try:  # as _set, without a call of its own: this runs for every event
            _set_limit(limit)
            stack.raised_limit = None
        except RecursionError:
            pass


def _set(stack: Stack, limit: int) -> bool:
    """Set the recursion limit; Python refuses on the very last frames below it, and then it is set next time."""
    try:
        _set_limit(limit)
    except RecursionError:
        return False
    stack.raised_limit = None
    return True
