"""Tells the files of the program from those of libraries, and gives each line of theirs one number.

NOTE [Lines of several files] Inside the tracer a line is one number: that of its file times ``LINES_PER_FILE``, plus the line in it. The
lines of file 0 are themselves. What is encoded as JSON says both, ``file`` and ``line`` (``journal.py``).
"""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

LINES_PER_FILE = 1 << 24


class Files(dict[str, int | None]):
    """By the file name of a code object: what is added to its lines, None for a library's. A dictionary, since every call looks here."""

    def __init__(self, main: str, is_of_program: Callable[[str], bool] = lambda _name: False) -> None:
        """``main`` becomes file 0; ``is_of_program`` is asked once about every other name that code comes from."""
        super().__init__({main: 0})
        self._is_of_program = is_of_program
        self.names = [main]
        """In the order of their numbers."""

    def __missing__(self, name: str) -> int | None:
        base = None
        if self._is_of_program(name):
            base = len(self.names) * LINES_PER_FILE
            self.names.append(name)
        self[name] = base
        return base

    def has(self, code: types.CodeType) -> bool:
        """Tell whether a code object is the program's."""
        return self[code.co_filename] is not None

    def frame(self, frame: types.FrameType | None) -> types.FrameType | None:
        """Return the innermost frame of the program on the stack, this one or below it."""
        while frame is not None and self[frame.f_code.co_filename] is None:
            frame = frame.f_back
        return frame

    def outside_compiled(self, frame: types.FrameType | None) -> types.FrameType | None:
        """Return the innermost frame that is at a line of its own: what Dynamo has compiled stays at the first line of the function."""
        while frame is not None and frame.f_lineno == frame.f_code.co_firstlineno and frame.f_code.co_name != "<module>":
            frame = self.frame(frame.f_back)
        return frame

    def line(self, frame: types.FrameType) -> int:
        """Return the line that a frame of the program is at."""
        return (self[frame.f_code.co_filename] or 0) + frame.f_lineno

    def line_in(self, traceback: types.TracebackType | None) -> int | None:
        """Return the innermost line of the program in a traceback."""
        line = None
        while traceback is not None:
            base = self[traceback.tb_frame.f_code.co_filename]
            if base is not None:
                line = base + traceback.tb_lineno
            traceback = traceback.tb_next
        return line


def in_its_file(record: dict[str, Any]) -> None:
    """Say the line of an event, or of a record, as ``file`` and ``line``."""
    line = record["line"]
    if line is not None and line >= LINES_PER_FILE:
        record["file"], record["line"] = divmod(line, LINES_PER_FILE)


def line_of(record: dict[str, Any]) -> int | None:
    """Return the line of what was encoded as one number again."""
    line: int | None = record["line"]
    return None if line is None else record.get("file", 0) * LINES_PER_FILE + line
