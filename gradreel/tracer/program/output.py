"""Records what the program prints and the warnings that are shown to it, and passes both on unchanged."""

from __future__ import annotations

import os
import sys
import types
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from threading import get_ident
from typing import Any, Literal

from torch.overrides import handle_torch_function

from gradreel.tracer.journal import Journal
from gradreel.tracer.program.raises import text_of
from gradreel.tracer.program.stepping import Stepping

# What is recorded of the output; what is written is bounded by the parent process.
MAX_CHARACTERS = 64 * 1024


_HANDLE = handle_torch_function.__code__
_OWN = os.path.dirname(os.path.dirname(__file__))


class Output:
    """Joins the many small writes of one ``print`` into one event."""

    def __init__(self, journal: Journal, stepping: Stepping, grad_read: Callable[[], str | None]) -> None:
        self._journal = journal
        self._stepping = stepping
        self._grad_read = grad_read
        self._stream: Literal["stdout", "stderr"] = "stdout"
        self._line: int | None = None
        self._parts: list[str] = []
        self._left = MAX_CHARACTERS

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Record both streams and warnings."""
        with ExitStack() as stack:
            stack.enter_context(self._recorded(sys.stdout, "stdout"))
            stack.enter_context(self._recorded(sys.stderr, "stderr"))
            stack.enter_context(self._warnings())
            try:
                yield
            finally:
                self.flush()

    @contextmanager
    def _recorded(self, stream: Any, name: Literal["stdout", "stderr"]) -> Iterator[None]:
        # The stream stays the same object; only this one attribute of it is replaced meanwhile.
        write = stream.write

        def write_and_record(text: Any) -> Any:
            result = write(text)
            if type(text) is str:
                self._record(name, text)
            return result

        stream.write = write_and_record
        try:
            yield
        finally:
            if vars(stream).get("write") is write_and_record:
                del stream.write

    def _record(self, stream: Literal["stdout", "stderr"], text: str) -> None:
        if not self._journal.open or self._left <= 0 or not text or self._is_elsewhere():
            return
        line = self._stepping.line()
        if (stream, line) != (self._stream, self._line):
            self.flush()
            self._stream, self._line = stream, line
        text = text[: self._left]
        self._left -= len(text)
        self._parts.append(text)
        self._journal.add_first(self.flush)

    def _is_elsewhere(self) -> bool:
        """Whether this is another thread than the one that is recorded."""
        thread = self._journal.thread
        return thread is not None and thread != get_ident()

    def flush(self) -> None:
        """Record what has been joined so far."""
        self._journal.add_first(None)
        if self._parts:
            text = "".join(self._parts).encode("utf-8", "replace").decode("utf-8")
            self._parts.clear()
            self._journal.add("output", self._line, stream=self._stream, text=text)

    @contextmanager
    def _warnings(self) -> Iterator[None]:
        module: Any = warnings
        show, give = module._showwarnmsg_impl, module._showwarnmsg

        def give_of_program(message: Any) -> None:
            # Also to what the program has put in the place of ``showwarning``, and to the list of its ``catch_warnings``.
            if message.filename.startswith(_OWN):
                _warn_again(message)
            else:
                give(message)

        def record_and_show(message: Any) -> None:
            if self._journal.open and not self._is_elsewhere():
                text, category = text_of(message.message), message.category.__name__
                self._journal.add("warning", self._stepping.line(), category=category, text=text, tensor=self._grad_read())
            show(message)

        module._showwarnmsg_impl, module._showwarnmsg = record_and_show, give_of_program
        try:
            yield
        finally:
            if module._showwarnmsg is give_of_program:
                module._showwarnmsg = give
            if module._showwarnmsg_impl is record_and_show:
                module._showwarnmsg_impl = show


def _warn_again(message: Any) -> None:
    """Issue a warning again, for the line that caused it.

    PyTorch's C++ warns on behalf of the innermost Python frame, and that is the tracer's: without this, every line would share one
    place, and only the first of them would be warned.
    """
    frame: types.FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code.co_filename != message.filename:
        frame = frame.f_back
    while frame is not None and frame.f_code.co_filename.startswith(_OWN):
        frame.f_globals.pop("__warningregistry__", None)
        frame = frame.f_back
        if frame is not None and frame.f_code is _HANDLE and frame.f_back is not None:
            frame = frame.f_back.f_back  # the function that passed itself on
    if frame is not None:
        registry = frame.f_globals.setdefault("__warningregistry__", {})
        place = (frame.f_code.co_filename, frame.f_lineno, frame.f_globals.get("__name__"))
        warnings.warn_explicit(message.message, message.category, *place, registry, source=message.source)
