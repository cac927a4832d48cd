"""Reads the loops of the program's files, each when a function with a loop first runs."""

from __future__ import annotations

import linecache
import types
from typing import Any

from gradreel.tracer.files import LINES_PER_FILE, Files
from gradreel.tracer.loops import MODULE, Function, Paths, paths_in


class FileLoops:
    """The loops of one program."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._known: dict[str, dict[Function, Paths]] = {}
        self._run: dict[tuple[str, Function], Paths] = {}
        """Of the functions that have run."""

    def of(self, code: types.CodeType) -> Paths:
        """Return the loops around the lines of a code object of the program."""
        file = code.co_filename
        known = self._known.get(file)
        if known is None:
            known = self._known[file] = paths_in(_text(file))
        # A notebook calls the code of a cell's statements `<cell line: 3>`; lambdas and comprehensions hold no loops of their own.
        is_module = code.co_name == "<module>" or code.co_name.startswith("<cell")
        function = MODULE if is_module else (code.co_name, code.co_firstlineno)
        paths = known.get(function, {})
        if paths:
            self._run[file, function] = paths
        return paths

    def records(self) -> list[dict[str, Any]]:
        """Return the loops of the functions that have run, in the order of the files and their lines."""
        found = {
            ((self._files[file] or 0) // LINES_PER_FILE, loop.header, loop.last)
            for (file, _), paths in self._run.items()
            for path in paths.values()
            for loop in path
        }
        return [{"file": file, "line": line, "last": last} for file, line, last in sorted(found)]


def _text(file: str) -> str:
    try:
        return "".join(linecache.getlines(file))
    except Exception:  # the program may have put anything there
        return ""
