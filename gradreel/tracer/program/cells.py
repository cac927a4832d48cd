"""Runs a program in percent format cell by cell, as a notebook does: in one process and namespace, in order.

    compiled   each cell by itself, its lines those of the whole text; one that is not Python raises in its turn
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
from dataclasses import dataclass

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
_exec, _eval, _repr, _isinstance = exec, eval, repr, isinstance


@dataclass(frozen=True)
class Compiled:
    """A cell of code, ready to be run."""

    text: CellText
    body: types.CodeType | None = None
    last: types.CodeType | None = None
    """Its last expression, where that is echoed."""
    error: Exception | None = None
    """Why it could not be compiled."""


Ended = Callable[[Compiled, BaseException | None, str | None], None]
"""Called when a cell is over, with the exception that left it and with its echo."""
Watch = Callable[[], AbstractContextManager[object]]


def run_cells(
    program: Sequence[Compiled],
    module: types.ModuleType,
    soft_time_s: float | None,
    around: AbstractContextManager[object],
    ended: Ended,
    watch: Watch = nullcontext,
    late: Late | None = None,
) -> BaseException | None:
    """Run a program inside ``around``, and each of its cells inside a ``watch`` of its own; return what stopped it.

    ``late``: see ``soft_timer``.
    """
    threads = set(threading.enumerate())
    echoes = _Echoes()
    stopped: BaseException | None = None
    try:
        with soft_timer(soft_time_s, is_snippet, late), around, exit_functions() as registered:
            for cell in program:
                error, echo = _run_cell(cell, module, watch, echoes)
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


def _run_cell(cell: Compiled, module: types.ModuleType, watch: Watch, echoes: _Echoes) -> tuple[BaseException | None, str | None]:
    if cell.error is not None:
        return cell.error, None
    value = None
    try:
        with watch():
            if cell.body is not None:
                _exec(cell.body, module.__dict__)
            if cell.last is not None:
                value = _eval(cell.last, module.__dict__)
        return None, None if value is None else echoes.echo_of(value)
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


def compiled_cells(code: str, filename: str = FILENAME) -> list[Compiled]:
    """Compile the cells of a program; nothing for a program without cells."""
    flags = 0
    found = []
    for cell in cells_of(code):
        if cell.kind == "text":
            continue
        try:
            compiled = compile_cell(cell, filename, flags)
        except Exception as error:  # what Python itself raises for what is too deep, has null bytes, or is no Python
            compiled = Compiled(cell, error=error.with_traceback(None))
        flags |= compiled.body.co_flags & _FUTURE if compiled.body is not None else 0
        found.append(compiled)
    return found


def compile_cell(cell: CellText, filename: str, flags: int) -> Compiled:
    """Compile a cell so that its lines are lines of the whole text; ``flags`` are those of the cells before it."""
    text = "\n" * (cell.code_line - 1) + cell.code
    tree = ast.parse(text, filename)
    last = tree.body[-1] if tree.body else None
    if not isinstance(last, ast.Expr) or _is_silenced(cell, last):
        return Compiled(cell, compile(tree, filename, "exec", flags, dont_inherit=True))
    tree.body.pop()
    body = compile(tree, filename, "exec", flags, dont_inherit=True) if tree.body else None
    flags |= body.co_flags & _FUTURE if body is not None else 0
    return Compiled(cell, body, compile(ast.Expression(last.value), filename, "eval", flags, dont_inherit=True))


def _is_silenced(cell: CellText, last: ast.Expr) -> bool:
    """Whether a ``;`` follows a cell's last expression."""
    lines = cell.code.replace("\r\n", "\n").replace("\r", "\n").encode().split(b"\n")
    rest = lines[(last.end_lineno or last.lineno) - cell.code_line][last.end_col_offset :]
    return rest.lstrip(b" \t\f").startswith(b";")
