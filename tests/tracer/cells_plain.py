"""Runs programs in percent format as plain Python, cell after cell in one namespace: ``python -m tests.tracer.cells_plain < PATHS``.

Nothing of ``gradreel`` is loaded: cells are divided, compiled, run and echoed by the code below, as IPython does it.
"""

from __future__ import annotations
import __future__

import ast
import atexit
import io
import linecache
import sys
import threading
import tokenize
import traceback
import types
from typing import Any

from tests.tracer.cells_seen import FILENAME, Cell, Look, answer

FUTURE = sum({getattr(__future__, name).compiler_flag for name in __future__.all_feature_names})


def divided(code: str) -> list[str]:
    """The cells of code, each below as many empty lines as stand above it in the program."""
    lines = code.splitlines(keepends=True)
    starts = [number for number, line in enumerate(lines) if line.startswith("# %%")]
    cells = [lines[: starts[0]]] if any(line.strip() and not line.startswith("#") for line in lines[: starts[0]]) else []
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        if not any(kind in lines[start] for kind in ("[markdown]", "[md]", "[raw]")):
            cells.append(["\n"] * (start + 1) + lines[start + 1 : end])
    return ["".join(cell) for cell in cells]


def is_silent(cell: str) -> bool:
    """Whether the last thing in a cell is a semicolon."""
    spaces = (tokenize.NEWLINE, tokenize.NL, tokenize.COMMENT, tokenize.ENDMARKER, tokenize.DEDENT, tokenize.INDENT)
    tokens = [token.string for token in tokenize.generate_tokens(io.StringIO(cell).readline) if token.type not in spaces]
    return tokens[-1:] == [";"]


class Notebook:
    """One namespace, and the cells that are run in it."""

    def __init__(self) -> None:
        self.module = types.ModuleType("__main__")
        self.module.__file__ = FILENAME
        vars(self.module)["__builtins__"] = __builtins__
        self._run, self._value, self._compile, self._repr = exec, eval, compile, repr
        self._flags = 0
        self.last_words: str | None = None
        """What Python writes when the program is over."""

        self.held: BaseException | None = None
        """Until the next cell begins, as IPython keeps the last traceback."""

    def run(self, cell: str) -> Any:
        """Run a cell and return the value that its last line echoes."""
        tree = ast.parse(cell, FILENAME)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) and not is_silent(cell) else None
        body = self._compiled(tree, "exec")
        value = self._compiled(ast.Expression(last.value), "eval") if isinstance(last, ast.Expr) else None
        self._run(body, vars(self.module))
        return None if value is None else self._value(value, vars(self.module))

    def _compiled(self, tree: ast.Module | ast.Expression, mode: str) -> types.CodeType:
        code: types.CodeType = self._compile(tree, FILENAME, mode, self._flags, True)
        self._flags |= code.co_flags & FUTURE
        return code

    def told(self, cell: str) -> Cell:
        """Run a cell and tell how it ended."""
        try:
            self.held = None
            value = self.run(cell)
            return {"status": "completed", "error": None, "line": None, "echo": None if value is None else self._repr(value)}
        except Exception as error:
            self.held = error
            return {"status": "raised", "error": [type(error).__name__, str(error)], "line": line_of(error), "echo": None}
        except BaseException as error:
            told = [type(error).__name__, str(error)]
            if isinstance(error, SystemExit):
                if not error.code:
                    return {"status": "stopped", "error": None, "line": None, "echo": None}
                self.last_words = None if isinstance(error.code, int) else str(error.code)
            return {"status": "stopped", "error": told, "line": line_of(error), "echo": None}


def line_of(error: BaseException) -> int | None:
    """The line of the program that raised it: the innermost one, or the one that is no Python."""
    if isinstance(error, SyntaxError) and error.filename == FILENAME:
        return error.lineno
    lines = [line for frame, line in traceback.walk_tb(error.__traceback__) if frame.f_code.co_filename == FILENAME]
    return lines[-1] if lines else None


def run(code: str, look: Look) -> list[Cell]:
    """Run a program, and look at it after each cell."""
    notebook = Notebook()
    sys.modules["__main__"], sys.argv = notebook.module, [FILENAME]
    linecache.cache[FILENAME] = (len(code), None, code.splitlines(keepends=True), FILENAME)
    found: list[Cell] = []
    stopped = False
    for cell in divided(code):
        if stopped:
            found.append({"status": "skipped"})
            continue
        told = notebook.told(cell)
        found.append({**told, **look.written(), **look.names(notebook.module)})
        stopped = told["status"] == "stopped"
    if not stopped:
        for thread in threading.enumerate():
            if thread is not threading.current_thread() and not thread.daemon:
                thread.join()
    if notebook.last_words is not None:
        print(notebook.last_words, file=sys.stderr)
    atexit._run_exitfuncs()
    found.append({"status": "ended", **look.written(), **look.names(notebook.module)})
    assert not any(name.partition(".")[0] in ("gradreel", "app") for name in sys.modules), "this must be a run without the library"
    return found


if __name__ == "__main__":
    answer(run)
