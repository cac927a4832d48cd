"""Runs the cells of a script in percent format, or of a notebook, inside a recording: an exception ends its cell, and the next one runs."""

from __future__ import annotations

import builtins
import importlib.machinery
import linecache
import os
import sys
import types
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass

from gradreel.cells import MARKER, CellText, has_cells, lines_of
from gradreel.errors import GradreelError
from gradreel.recording.block import Block
from gradreel.recording.ipython import for_python
from gradreel.recording.notebook_file import program_of

NOTEBOOK = ".ipynb"


class NoCells(GradreelError):
    """A script is to be run cell by cell that has no line beginning with ``# %%``."""


@dataclass(frozen=True)
class CellScript:
    """A program with cells, in the place of a script."""

    path: str
    code: str

    def module(self) -> types.ModuleType:
        """Return a module for it to run as, and have tracebacks show its lines."""
        module = types.ModuleType("__main__")
        loader = importlib.machinery.SourceFileLoader("__main__", self.path)
        vars(module).update(__file__=self.path, __loader__=loader, __package__=None, __spec__=None, __builtins__=builtins)
        linecache.cache[self.path] = (len(self.code), None, lines_of(self.code), self.path)
        return module

    def run(self, module: types.ModuleType, block: Block, show: Callable[[BaseException], None]) -> BaseException | None:
        """Run it and record each cell; ``show`` the exception of each that raised. Return what stopped it."""
        from gradreel.tracer.program.cells import code_cells, run_cells  # torch is loaded by now

        session = block.begin_cells(self.path, sys._getframe())
        recorded = session.cells(self.code)
        failed: list[str] = []

        def ended(cell: CellText, error: BaseException | None, echo: str | None) -> None:
            recorded.end(cell, error, echo, {})
            if isinstance(error, Exception):
                failed.append(type(error).__name__)
                show(error)

        stop = run_cells(code_cells(self.code), module, None, nullcontext(), ended, session.watched, filename=self.path)
        block.end(stop)
        if stop is None and failed:
            return SystemExit(1)
        return stop


def cell_script(path: str, content: bytes) -> CellScript:
    """Read a notebook, or a script; raise ``NoCells`` for one without a marker, or that is no text."""
    if path.endswith(NOTEBOOK):
        return CellScript(os.path.abspath(path), program_of(content) or f"{MARKER}\n")
    try:
        code = content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise NoCells(f"{path!r} is no text in UTF-8: {error.reason}") from None
    if not has_cells(code):
        raise NoCells(f"{path!r} has no cells: no line begins with {MARKER!r}. Without --cells it is run as a whole")
    return CellScript(os.path.abspath(path), for_python(code))
