"""Runs a program in percent format cell by cell, as a notebook does: in one process and namespace, in order.

    compiled   each cell by itself in its turn, as the cells before it have left warnings; its lines are those of the whole text
    run        an ``Exception`` ends its cell, and the next one runs; what else leaves a cell stops the program
    echoed     ``repr`` of the value of a cell's last expression, made when nothing watches the program

What a ``from __future__ import`` switches on holds for the cells after it, as in IPython.
"""

from __future__ import annotations
import __future__

import ast
import threading
import types
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import NamedTuple

from gradreel.cells import CellText, cells_of
from gradreel.tracer.program.exit_functions import exit_functions
from gradreel.tracer.program.raises import MAX_CHARACTERS
from gradreel.tracer.program.source import FILENAME, is_snippet
from gradreel.tracer.program.threads import join_threads
from gradreel.tracer.safety.timer import Late, TimeOver, soft_timer

MAX_ECHO_CHARACTERS = 64 * 1024
"""Of all echoes of a program together; of one of them ``MAX_CHARACTERS``."""
CUT = "…"
_FUTURE = 0
for _name in __future__.all_feature_names:
    _FUTURE |= getattr(__future__, _name).compiler_flag
# A program may replace them in ``builtins``.
_exec, _eval, _compile, _repr, _isinstance = exec, eval, compile, repr, isinstance


class Compiled(NamedTuple):
    """A cell of code, ready to be run."""

    body: types.CodeType | None
    last: types.CodeType | None
    """Its last expression, where that is echoed."""

    def future(self) -> int:
        """Return the flags of what it has switched on for the cells after it."""
        return self.body.co_flags & _FUTURE if self.body is not None else 0


Ended = Callable[[CellText, BaseException | None, str | None], None]
"""Called when a cell is over, with the exception that left it and with its echo."""
Watch = Callable[[], AbstractContextManager[object]]


def run_cells(
    program: Sequence[CellText],
    module: types.ModuleType,
    soft_time_s: float | None,
    around: AbstractContextManager[object],
    ended: Ended,
    watch: Watch = nullcontext,
    late: Late | None = None,
    filename: str = FILENAME,
) -> BaseException | None:
    """Run a program inside ``around``, and each of its cells inside a ``watch`` of its own; return what stopped it.

    ``late``: see ``soft_timer``.
    """
    threads = set(threading.enumerate())
    cells = _Cells(module, watch, filename)
    stopped: BaseException | None = None
    try:
        with soft_timer(soft_time_s, is_snippet, late), around, exit_functions() as registered:
            for cell in program:
                error, echo = cells.run(cell)
                ended(cell, error, echo)
                stopped = error if error is not None and not _isinstance(error, Exception) else None
                del error  # and the frames of its traceback, which hold tensors
                if stopped is not None:
                    break
            if not _isinstance(stopped, TimeOver):
                with watch():
                    if stopped is None:
                        join_threads(threads)
                    registered.run()
    except BaseException as interrupted:
        return stopped or interrupted
    return stopped


class _Cells:
    """The namespace that cells are run in, and what one leaves to the next."""

    def __init__(self, module: types.ModuleType, watch: Watch, filename: str) -> None:
        self._module = module
        self._watch = watch
        self._filename = filename
        self._flags = 0
        self._echoes = _Echoes()

    def run(self, cell: CellText) -> tuple[BaseException | None, str | None]:
        """Run a cell; return the exception that left it, and its echo."""
        try:
            compiled = compile_cell(cell, self._filename, self._flags)
        except BaseException as error:  # what Python itself raises for what is too deep, has null bytes, or is no Python
            return (error.with_traceback(None) if _isinstance(error, Exception) else error), None
        self._flags |= compiled.future()
        value = None
        try:
            with self._watch():
                if compiled.body is not None:
                    _exec(compiled.body, self._module.__dict__)
                if compiled.last is not None:
                    value = _eval(compiled.last, self._module.__dict__)
            return None, None if value is None else self._echoes.echo_of(value)
        except BaseException as error:
            return error, None


class _Echoes:
    """The echoes of one program, which have a limit together."""

    def __init__(self) -> None:
        self._left = MAX_ECHO_CHARACTERS

    def echo_of(self, value: object) -> str | None:
        """Return ``repr``, cut where it is too long, as Unicode that can be encoded; raise what that raises."""
        text = str.__str__(_repr(value))
        room = min(MAX_CHARACTERS, self._left)
        if len(text) > room:
            text = text[:room] + CUT if room else CUT
        self._left -= min(len(text), self._left)
        return text.encode("utf-8", "replace").decode("utf-8")


def code_cells(code: str) -> list[CellText]:
    """Return the cells of a program that are run; none for a program without cells."""
    return [cell for cell in cells_of(code) if cell.kind == "code"]


def compile_cell(cell: CellText, filename: str, flags: int) -> Compiled:
    """Compile a cell so that its lines are lines of the whole text; ``flags`` are those of the cells before it."""
    text = "\n" * (cell.code_line - 1) + cell.code
    tree: ast.Module = _compile(text, filename, "exec", flags | ast.PyCF_ONLY_AST, dont_inherit=True)
    last = tree.body[-1] if tree.body else None
    if type(last) is not ast.Expr or _is_silenced(cell, last):
        return Compiled(_compile(tree, filename, "exec", flags, dont_inherit=True), None)
    tree.body.pop()
    body = _compile(tree, filename, "exec", flags, dont_inherit=True) if tree.body else None
    flags |= Compiled(body, None).future()
    return Compiled(body, _compile(ast.Expression(last.value), filename, "eval", flags, dont_inherit=True))


def _is_silenced(cell: CellText, last: ast.Expr) -> bool:
    """Whether a ``;`` follows a cell's last expression."""
    lines = cell.code.replace("\r\n", "\n").replace("\r", "\n").encode().split(b"\n")
    rest = lines[(last.end_lineno or last.lineno) - cell.code_line][last.end_col_offset :]
    return rest.lstrip(b" \t\f").startswith(b";")
