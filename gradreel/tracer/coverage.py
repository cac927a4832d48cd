"""Keeps account of what ran as under plain PyTorch but is not in the film, so that the film says so itself."""

from __future__ import annotations

import sys
import threading
import types
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from torch import _C

from gradreel.tracer.program.source import is_snippet

# What comes in further places is counted with the last of its kind.
PLACES = 64
WHAT_CHARACTERS = 80
# Where these ran, nodes that no op made are no news.
MAKERS = frozenset(("thread", "transform", "jit", "compiled"))

_functorch = _C._functorch


class Unshown:
    """What one run did out of sight, by kind, by what it was and by line."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str, int | None], int] = {}
        self._started: weakref.WeakKeyDictionary[threading.Thread, int | None] = weakref.WeakKeyDictionary()

    def add(self, kind: str, what: str, line: int | None) -> None:
        """Count something that is not shown."""
        key = (kind, what[:WHAT_CHARACTERS], line)
        if key not in self._counts and len(self._counts) >= PLACES:
            key = next((other for other in reversed(self._counts) if other[0] == kind), key)
        self._counts[key] = self._counts.get(key, 0) + 1

    def add_opaque(self, line: int | None) -> None:
        """Count an op that ran while nothing may be looked at (see opaque.py)."""
        transform = _functorch.peek_interpreter_stack()
        if transform is not None:
            self.add("transform", transform.key().name.lower(), line)
        else:
            self.add("jit", "trace", line)

    def starting(self, thread: threading.Thread, line: int | None) -> None:
        """Remember which line started a thread."""
        self._started[thread] = line

    @contextmanager
    def threads_watched(self) -> Iterator[None]:
        """Count every thread that comes to run code of the snippet; it is looked at until then, and left alone from there on."""

        def look(frame: types.FrameType, _event: str, _arg: Any) -> None:
            if is_snippet(frame.f_code):
                sys.settrace(None)
                line = self._started.get(threading.current_thread())
                self.add("thread", frame.f_code.co_qualname, line or frame.f_code.co_firstlineno)

        before: Any = threading.gettrace()
        threading.settrace(look)
        try:
            yield
        finally:
            threading.settrace(before)

    def records(self) -> list[dict[str, Any]]:
        """Return what was counted, in the order in which it began."""
        explained = any(kind in MAKERS for kind, _, _ in self._counts)
        return [
            {"kind": kind, "what": what, "line": line, "count": count}
            for (kind, what, line), count in self._counts.items()
            if kind != "unseen" or not explained
        ]
