"""Runs a script, or a module, as ``python`` would, with a recording around it; then writes the film.

What the program prints, how it ends, its arguments, ``__main__`` and ``sys.path[0]`` are those of ``python SCRIPT``. The film is written
when the program ends, also by an exception, Ctrl-C, ``sys.exit`` or ``os._exit``; a process that it forks writes none.
"""

from __future__ import annotations

import builtins
import importlib.machinery
import os
import runpy
import signal
import sys
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from gradreel.errors import GradreelError, TorchMissing
from gradreel.film.export import WRITERS
from gradreel.locale import Lang
from gradreel.recording.block import Block
from gradreel.recording.current import tell
from gradreel.recording.options import Options
from gradreel.recording.torch_version import new_session

NOT_RUN = 2
"""Exit status where the program could not even be started, as Python's own."""
INTERRUPTED = 130


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


class CannotStart(GradreelError):
    """There is no such script or module, or it cannot be read."""


def run_script(order: Order) -> int:
    """Run the program and write its film; return the exit status that it would have had under ``python``."""
    if order.output is not None and order.output.suffix.lower() not in WRITERS:
        tell(f"{order.output}: a film is written as one of {', '.join(WRITERS)}")
        return NOT_RUN
    block = Block(order.options)
    try:
        new_session()
        load, run = _take_the_place_of_main(order)
    except (CannotStart, TorchMissing) as error:
        tell(str(error))
        return NOT_RUN
    process = os.getpid()
    with _written_at_once(order, block):
        status = _run(load, run, block)
    if os.getpid() == process:
        _write(order, block)
    if status == INTERRUPTED:
        _die_of_interrupt()
    return status


def _run(load: Callable[[], types.CodeType], run: Callable[[types.CodeType], None], block: Block) -> int:
    """Run the program's code; handle what leaves it as Python does at the top level."""
    try:
        code = load()
        with block.of(code.co_filename):
            run(code)
    except SystemExit as error:
        return _exit_status(error)
    except BaseException as error:
        error.__traceback__ = _without_own(error.__traceback__)
        sys.excepthook(type(error), error, error.__traceback__)
        return INTERRUPTED if isinstance(error, KeyboardInterrupt) else 1
    return 0


def _exit_status(error: SystemExit) -> int:
    if error.code is None:
        return 0
    if isinstance(error.code, int):
        return error.code & 0xFF
    print(error.code, file=sys.stderr)  # noqa: T201 - as Python does
    return 1


def _without_own(traceback: types.TracebackType | None) -> types.TracebackType | None:
    """Drop the frames of this file from the beginning of a traceback."""
    while traceback is not None and traceback.tb_frame.f_code.co_filename == __file__:
        traceback = traceback.tb_next
    return traceback


def _die_of_interrupt() -> NoReturn:
    """End by SIGINT, as Python does after a KeyboardInterrupt: whoever waits for this process can tell."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    os.kill(os.getpid(), signal.SIGINT)
    os._exit(INTERRUPTED)


def _take_the_place_of_main(order: Order) -> tuple[Callable[[], types.CodeType], Callable[[types.CodeType], None]]:
    """Put the program in the place of ``__main__``, for the rest of this process; return what compiles it, and what runs it."""
    make = _module_of if order.is_module else _script_of
    sys.argv = [order.target, *order.arguments]
    module, load, folder = make(order.target)
    if not sys.flags.safe_path:
        sys.path[:1] = [folder]
    sys.modules["__main__"] = module
    if order.is_module:  # by Python's own function, whose frames are in tracebacks
        main: Any = vars(runpy)["_run_module_as_main"]
        return load, lambda _code: main(order.target)
    return load, lambda code: exec(code, module.__dict__)  # noqa: S102 - the user's own program


def _script_of(target: str) -> tuple[types.ModuleType, Callable[[], types.CodeType], str]:
    path = os.path.join(os.getcwd(), target)
    try:
        text = Path(path).read_bytes()
    except OSError as error:
        raise CannotStart(f"can't open file {path!r}: [Errno {error.errno}] {error.strerror}") from None
    loader = importlib.machinery.SourceFileLoader("__main__", path)
    module = _new_main(__file__=path, __loader__=loader, __package__=None, __spec__=None, __cached__=None)
    return module, lambda: compile(text, path, "exec", dont_inherit=True), os.path.dirname(os.path.realpath(path))


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
def _written_at_once(order: Order, block: Block) -> Iterator[None]:
    """Write the film when the program ends itself with ``os._exit``, after which nothing else runs."""
    system: Any = os
    leave, process = os._exit, os.getpid()

    def write_and_leave(status: int) -> None:
        if os.getpid() == process and block.is_recording:
            block.end(None)
            _write(order, block)
        leave(status)

    system._exit = write_and_leave
    try:
        yield
    finally:
        system._exit = leave


def _write(order: Order, block: Block) -> None:
    """Write the film, or say in one line why there is none; the program's own result stays what it is."""
    if not block.film.is_ready:
        return
    try:
        path = block.film.save(order.output, lang=order.lang) if order.output else block.film.show(lang=order.lang)
        tell(f"the film is in {path}")
    except Exception as error:
        tell(str(error) if isinstance(error, GradreelError) else f"no film: {type(error).__name__}: {error}")
