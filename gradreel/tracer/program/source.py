"""Compiles the snippet into a module that runs as ``__main__``, with its text for tracebacks and ``inspect.getsource``."""

from __future__ import annotations

import builtins
import linecache
import sys
import types
from collections.abc import Iterator
from contextlib import contextmanager

from gradreel.cells import lines_of
from gradreel.tracer.files import Files

FILENAME = "snippet.py"


def compile_snippet(code: str) -> types.CodeType:
    """Compile the snippet; raise what plain Python raises, without inheriting this file's ``__future__``."""
    return compile(code, FILENAME, "exec", dont_inherit=True)


@contextmanager
def main_module(code: str) -> Iterator[types.ModuleType]:
    """Replace ``__main__`` and the arguments by the snippet's, so that its classes can be pickled and tracebacks show its lines."""
    module = types.ModuleType("__main__")
    module.__file__ = FILENAME
    module.__dict__["__builtins__"] = builtins  # the module, as in every ``__main__``; elsewhere it is its dict
    main, arguments = sys.modules["__main__"], sys.argv
    sys.modules["__main__"], sys.argv = module, [FILENAME]
    # No modification time: linecache.checkcache leaves the entry alone although there is no such file.
    linecache.cache[FILENAME] = (len(code), None, lines_of(code), FILENAME)
    try:
        yield module
    finally:
        linecache.cache.pop(FILENAME, None)
        sys.modules["__main__"], sys.argv = main, arguments


def is_snippet(code: types.CodeType) -> bool:
    """Tell whether a code object was compiled from the snippet."""
    return code.co_filename == FILENAME


def snippet_files() -> Files:
    """Return the one file of a program that was given as text."""
    return Files(FILENAME)
