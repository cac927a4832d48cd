"""Runs a script, or a module, as ``python`` would, with a recording around it; then writes the film.

What the program prints, how it ends, its arguments, ``__main__`` and ``sys.path[0]`` are those of ``python SCRIPT``. The film is written
when the program ends, also by an exception, Ctrl-C, SIGTERM, ``sys.exit`` or ``os._exit``; a process that it forks writes none.
"""

from __future__ import annotations

import ast
import builtins
import importlib.machinery
import os
import runpy
import signal
import sys
import traceback
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from gradreel.errors import FilmNotWritten, GradreelError, TorchMissing
from gradreel.locale import Lang
from gradreel.recording.block import Block
from gradreel.recording.cells import NOTEBOOK, CellScript, NoCells, cell_script
from gradreel.recording.contents import contents
from gradreel.recording.notebook_file import MAX_BYTES, NotebookUnreadable
from gradreel.recording.noted import note
from gradreel.recording.notice import tell, tell_in
from gradreel.recording.options import Options
from gradreel.recording.place import checked, of_rank, saved
from gradreel.recording.terminated import Terminated, on_sigterm
from gradreel.recording.torch_version import new_session

NOT_RUN = 2
"""Exit status where the program could not even be started, as Python's own."""
INTERRUPTED = 130
GRAVE = ("error", "warning")
"""What is printed when the program ends; a film shows notes as well."""
MAX_EXPLAINED = 3


@dataclass(frozen=True)
class Order:
    """What to run, and where the film goes."""

    target: str
    """A file, or the name of a module."""
    arguments: tuple[str, ...]
    is_module: bool = False
    output: Path | None = None
    """None opens the film in the browser."""
    lang: Lang = "en"
    options: Options = field(default_factory=Options)
    until: int | None = None
    """Line of a script behind which none of its statements is run, such as the last of a cell; None runs all."""
    cells: bool = False
    """Run the script cell by cell, as a notebook is."""


class CannotStart(GradreelError):
    """There is no such script or module, or it cannot be read."""


def run_script(order: Order) -> int:
    """Run the program and write its film; return the exit status that it would have had under ``python``."""
    if order.output is not None and order.output.absolute() == Path(order.target).absolute():
        tell(f"{order.output}: the film would take the place of the program that it is made of")
        return NOT_RUN
    try:
        if order.output is not None:
            checked(order.output)
            order = replace(order, output=of_rank(order.output))
    except FilmNotWritten as error:
        tell(str(error))
        return NOT_RUN
    block = Block(replace(order.options, lang=order.lang))
    try:
        new_session(order.lang)
        run = _prepared(order)
    except (CannotStart, NoCells, NotebookUnreadable, TorchMissing) as error:
        tell(str(error))
        return NOT_RUN
    films = _Films(order, block)
    with _written_at_once(films), on_sigterm(films.terminated):
        status = run(films)
    if films.is_here:
        films.tell()
    sys.settrace(films.debugger)
    if status == INTERRUPTED:
        _die_of_interrupt()
    return status


def _prepared(order: Order) -> Callable[[_Films], int]:
    """Put the program in the place of ``__main__`` and return what runs it."""
    if _has_cells(order):
        return partial(_run_cells, *_cells_in_place_of_main(order))
    return partial(_run, *_take_the_place_of_main(order))


class _Films:
    """Writes the film of a program, once; what becomes of it is told when the program has ended. A process that it forks writes none."""

    def __init__(self, order: Order, block: Block) -> None:
        self.order = order
        self.block = block
        self._process = os.getpid()
        self.debugger = sys.gettrace()
        """What the program, or whoever started it, has set to trace it."""
        self._path: Path | None = None
        self._place = None if order.output is None else order.output.absolute()
        self._told = ""
        self._elsewhere: Exception | None = None
        """Why the film is in a temporary folder."""

    @property
    def is_here(self) -> bool:
        """Whether this is the process that the program began in."""
        return os.getpid() == self._process

    def note(self, error: BaseException) -> None:
        """Write the film, and name its file on what the program ended with."""
        if self.is_here and self._write():
            note(error, self.block.film, self._path, self.order.lang)

    def terminated(self) -> None:
        """Write the film of a program that is about to end by SIGTERM."""
        if self.block.is_recording:
            self.block.end(Terminated("SIGTERM"))
            self.tell()

    def tell(self) -> None:
        """Print what went wrong, and say in one line where the film is, or why there is none; the program's own result stays what it is."""
        self._write()
        if self.block.film.is_ready:
            with suppress(Exception):
                self._explain()
        if self._elsewhere is not None:
            tell_in(self.order.lang, "told-elsewhere", error=self._elsewhere)
        if self._told:
            tell(self._told)

    def _explain(self) -> None:
        from gradreel.why.report import report_of
        from gradreel.why.text import console, print_findings

        report = report_of(self.block.film.run, None if self._path is None else str(self._path), self.order.lang)
        print_findings(report, console(sys.stderr), GRAVE, MAX_EXPLAINED)

    def _write(self) -> bool:
        film, order = self.block.film, self.order
        if self._told or not film.is_ready:
            return self._path is not None
        try:
            if self._place is None:
                self._path = film.show(lang=order.lang)
            else:
                path, self._elsewhere = saved(film, self._place, order.lang)
                self._path = order.output if order.output is not None and self._elsewhere is None else path
            self._told = contents(film.run, self._path, order.lang)
        except Exception as error:
            self._told = str(error) if isinstance(error, GradreelError) else f"no film: {type(error).__name__}: {error}"
        return self._path is not None


def _run(load: Callable[[], types.CodeType], run: Callable[[types.CodeType], None], films: _Films) -> int:
    """Run the program's code; handle what leaves it as Python does at the top level."""
    try:
        code = load()
        try:
            with films.block.of(code.co_filename):
                run(code)
        finally:  # what a debugger, which would step into what follows, has set is set again when the film is told of
            films.debugger = sys.gettrace()
            sys.settrace(None)
    except SystemExit as error:
        return _exit_status(error)
    except BaseException as error:
        with suppress(KeyboardInterrupt):  # given twice it leaves out the film, not the traceback
            films.note(error)
        BaseException.with_traceback(error, _without_own(error.__traceback__))  # assigned to, it would be refused by a frozen exception
        sys.excepthook(type(error), error, error.__traceback__)
        return INTERRUPTED if isinstance(error, KeyboardInterrupt) else 1
    return 0


def _run_cells(script: CellScript, module: types.ModuleType, films: _Films) -> int:
    """Run a program cell by cell; print the traceback of each that raised, as Python prints one."""

    def show(error: BaseException) -> None:
        BaseException.with_traceback(error, _within(error.__traceback__, script.path))
        if sys.excepthook is sys.__excepthook__:  # which reads lines from the file, where a notebook has others
            traceback.print_exception(error)
        else:
            sys.excepthook(type(error), error, error.__traceback__)

    stop = script.run(module, films.block, show)
    if stop is None:
        return 0
    if isinstance(stop, SystemExit):
        return _exit_status(stop)
    show(stop)
    return INTERRUPTED if isinstance(stop, KeyboardInterrupt) else 1


def _within(frames: types.TracebackType | None, path: str) -> types.TracebackType | None:
    """Drop the frames outside of a file from the beginning of a traceback; all of them where none is inside."""
    while frames is not None and frames.tb_frame.f_code.co_filename != path:
        frames = frames.tb_next
    return frames


def _exit_status(error: SystemExit) -> int:
    if error.code is None:
        return 0
    if isinstance(error.code, int):
        return error.code & 0xFF
    print(error.code, file=sys.stderr)  # noqa: T201 - as Python does
    return 1


def _without_own(frames: types.TracebackType | None) -> types.TracebackType | None:
    """Drop the frames of this file from the beginning of a traceback."""
    while frames is not None and frames.tb_frame.f_code.co_filename == __file__:
        frames = frames.tb_next
    return frames


def _die_of_interrupt() -> NoReturn:
    """End by SIGINT, as Python does after a KeyboardInterrupt: whoever waits for this process can tell."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.kill(os.getpid(), signal.SIGINT)
    os._exit(INTERRUPTED)


def _take_the_place_of_main(order: Order) -> tuple[Callable[[], types.CodeType], Callable[[types.CodeType], None]]:
    """Put the program in the place of ``__main__``, for the rest of this process; return what compiles it, and what runs it."""
    make = _module_of if order.is_module else partial(_script_of, until=order.until)
    sys.argv = [order.target, *order.arguments]
    module, load, folder = make(order.target)
    if not sys.flags.safe_path:
        sys.path[:1] = [folder]
    sys.modules["__main__"] = module
    if order.is_module:  # by Python's own function, whose frames are in tracebacks
        main: Any = vars(runpy)["_run_module_as_main"]
        return load, lambda _code: main(order.target)
    return load, lambda code: exec(code, module.__dict__)  # noqa: S102 - the user's own program


def _has_cells(order: Order) -> bool:
    return not order.is_module and (order.cells or order.target.endswith(NOTEBOOK))


def _cells_in_place_of_main(order: Order) -> tuple[CellScript, types.ModuleType]:
    """Put a program with cells in the place of ``__main__``, for the rest of this process."""
    path = os.path.join(os.getcwd(), order.target)
    script = cell_script(path, _content(path))
    sys.argv = [order.target, *order.arguments]
    if not sys.flags.safe_path:
        sys.path[:1] = [os.path.dirname(os.path.realpath(path))]
    module = sys.modules["__main__"] = script.module()
    return script, module


def _content(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            # Of a notebook that is too large no more than tells that it is.
            return file.read(MAX_BYTES + 1 if path.endswith(NOTEBOOK) else -1)
    except OSError as error:
        raise CannotStart(f"can't open file {path!r}: [Errno {error.errno}] {error.strerror}") from None


def _script_of(target: str, until: int | None) -> tuple[types.ModuleType, Callable[[], types.CodeType], str]:
    path = os.path.join(os.getcwd(), target)
    text = _content(path)
    loader = importlib.machinery.SourceFileLoader("__main__", path)
    module = _new_main(__file__=path, __loader__=loader, __package__=None, __spec__=None, __cached__=None)
    return module, lambda: _compiled(text, path, until), os.path.dirname(os.path.realpath(path))


def _compiled(text: bytes, path: str, until: int | None) -> types.CodeType:
    """Compile a script, or those of its statements that begin on ``until`` or above: lines keep their numbers."""
    if until is None:
        return compile(text, path, "exec", dont_inherit=True)
    tree = ast.parse(text, path)
    tree.body = [statement for statement in tree.body if statement.lineno <= until]
    return compile(tree, path, "exec", dont_inherit=True)


def _module_of(target: str) -> tuple[types.ModuleType, Callable[[], types.CodeType], str]:
    sys.path[0] = os.getcwd()
    find: Any = vars(runpy)["_get_module_details"]
    try:
        _, spec, code = find(target)
    except ImportError as error:
        raise CannotStart(str(error)) from None
    sys.argv[0] = spec.origin
    module = _new_main(
        __file__=spec.origin, __loader__=spec.loader, __package__=spec.parent, __spec__=spec, __cached__=getattr(spec, "cached", None)
    )
    return module, lambda: code, os.getcwd()


def _new_main(**names: Any) -> types.ModuleType:
    module = types.ModuleType("__main__")
    vars(module).update(names, __builtins__=builtins, __annotations__={})
    return module


@contextmanager
def _written_at_once(films: _Films) -> Iterator[None]:
    """Write the film when the program ends itself with ``os._exit``, after which nothing else runs."""
    system: Any = os
    leave = os._exit

    def write_and_leave(status: int) -> None:
        if films.is_here and films.block.is_recording:
            films.block.end(None)
            films.tell()
        leave(status)

    system._exit = write_and_leave
    try:
        yield
    finally:
        system._exit = leave
