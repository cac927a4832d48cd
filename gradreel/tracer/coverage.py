"""Counts what ran as under plain PyTorch but is not in the recording, so that the recording says so itself."""

from __future__ import annotations

from typing import Any

from torch import _C

from gradreel.tracer.files import in_its_file

MAX_ENTRIES = 64
"""What comes in further places is counted with the last entry of its kind."""
MAX_CHARACTERS = 80
# Where these ran, nodes that no op made are expected.
MAKERS = frozenset(("thread", "transform", "jit", "compiled"))

_functorch = _C._functorch


class Coverage:
    """What one run did without being recorded, by kind, by what it was and by line."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, str, int | None], int] = {}

    def add(self, kind: str, what: str, line: int | None) -> None:
        """Count something that is not shown."""
        key = (kind, what[:MAX_CHARACTERS], line)
        if key not in self._counts and len(self._counts) >= MAX_ENTRIES:
            key = next((other for other in reversed(self._counts) if other[0] == kind), key)
        self._counts[key] = self._counts.get(key, 0) + 1

    def add_opaque(self, line: int | None) -> None:
        """Count an op that ran while nothing may be looked at (see safety/opaque.py)."""
        transform = _functorch.peek_interpreter_stack()
        if transform is not None:
            self.add("transform", transform.key().name.lower(), line)
        else:
            self.add("jit", "trace", line)

    def add_opaque_edit(self, name: str, line: int | None) -> None:
        """Count an in-place op inside a transform: where a version check fails in there, it is one of these that moved the counter."""
        if _functorch.peek_interpreter_stack() is not None:
            self.add("transform_edit", name, line)

    def records(self) -> list[dict[str, Any]]:
        """Return what was counted, in the order in which it began."""
        explained = any(kind in MAKERS for kind, _, _ in self._counts)
        records = [
            {"kind": kind, "what": what, "line": line, "count": count}
            for (kind, what, line), count in self._counts.items()
            if kind != "unseen" or not explained
        ]
        for record in records:
            in_its_file(record)
        return records
