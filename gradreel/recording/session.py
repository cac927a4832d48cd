"""The tracer around one block: installs it when the block begins, takes it away when the block ends, and keeps what it wrote down."""

from __future__ import annotations

import threading
import time
import types
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gradreel.locale import Lang
from gradreel.recording.options import Options
from gradreel.recording.user_files import UserFiles
from gradreel.tracer.cell_records import RecordedCells
from gradreel.tracer.files import Files
from gradreel.tracer.limits import TracerLimits
from gradreel.tracer.listeners import NOBODY, Listeners
from gradreel.tracer.record import recording
from gradreel.tracer.safety.repair import repaired
from gradreel.tracer.safety.tracebacks import cleanse


@dataclass(frozen=True)
class Recorded:
    """What was recorded of one block. Plain text: it holds no tensor."""

    document: bytes
    """The ``Recording``, as JSON."""
    code: str
    """Text of file 0."""
    elapsed_ms: float
    name: str
    """Of file 0, without its folder and its ending."""
    near: bool
    """Whether only the values are kept that a diagnosis is about."""
    lang: Lang
    """Of what is told to the person who runs the program."""


class Session:
    """One recording."""

    def __init__(
        self,
        options: Options,
        caller: types.FrameType,
        main: str | None,
        listeners: Listeners = NOBODY,
    ) -> None:
        self._user_files = UserFiles(options.include, options.exclude)
        self._main = main or self._main_file(caller)
        self._files = Files(self._main, self._user_files)
        self._stack = ExitStack()
        values = options.values != "none" and options.last is None
        checked = options.non_finite or None
        limits = TracerLimits(
            options.max_events, options.max_bytes, values=values, checked=checked, last=options.last, passes=options.steps
        )
        self._recorder = self._stack.enter_context(recording(limits, self._files, listeners))
        self._near = options.values == "near"
        self._lang = options.lang
        self._cells: tuple[RecordedCells, str] | None = None
        self._line: int | None = None
        self._caller: types.FrameType | None = caller
        self._begun = time.perf_counter()

    def _main_file(self, caller: types.FrameType) -> str:
        """The file in which the innermost code of the program is running: it is file 0."""
        frame: types.FrameType | None = caller
        while frame is not None:
            if self._user_files(frame.f_code.co_filename):
                return frame.f_code.co_filename
            frame = frame.f_back
        return caller.f_code.co_filename

    def start(self) -> None:
        """Begin to watch, in the calling thread."""
        caller, self._caller = self._caller, None
        self._recorder.journal.thread = threading.get_ident()
        self._recorder.stepping.free = True  # once nothing more is recorded
        self._installed = self._stack.enter_context(ExitStack())
        self._installed.enter_context(self._recorder.threads.counted())
        self._installed.enter_context(self._recorder.installed(caller))
        self._line = self._recorder.stepping.line()

    def cells(self, code: str) -> RecordedCells:
        """Begin a program with cells instead, each of which is ``watched``; return what is told when one has ended."""
        self._caller = None
        self._recorder.journal.thread = threading.get_ident()
        self._recorder.stepping.free = True
        self._installed = self._stack.enter_context(ExitStack())
        self._installed.enter_context(self._recorder.threads.counted())
        cells = self._recorder.cells(alone=False)
        self._cells = cells, code
        return cells

    def watched(self) -> AbstractContextManager[None]:
        """Watch one cell."""
        return self._recorder.installed()

    def stop(self, error: BaseException | None) -> Recorded:
        """Stop watching and return what was seen; ``error`` is what left the block."""
        with self._stack:
            if self._line is not None:
                self._recorder.journal.take_back_line(self._line)
            self._installed.close()
            if error is not None:  # it may have come through libraries alone, whose frames are not watched
                cleanse(error.__traceback__)
            return self.look(error)

    def look(self, error: BaseException | None) -> Recorded:
        """Return what has been seen up to now, of a program that ends with ``error``."""
        elapsed_ms = (time.perf_counter() - self._begun) * 1000
        files = self._file_records()
        document = self._document(error, {"files": files})
        if isinstance(error, KeyboardInterrupt):  # it may have struck the tracer in the middle of an event
            document = repaired(document)
        name = Path(files[0]["path"] or "").stem
        return Recorded(document, self._user_files.text(self._main), elapsed_ms, name, self._near, self._lang)

    def _document(self, error: BaseException | None, more: dict[str, Any]) -> bytes:
        if self._cells is None:
            return self._recorder.document(error, more, alone=False)
        cells, code = self._cells
        outcome = cells.notes.outcome(error)
        return self._recorder.document_of(outcome, more | cells.fields(code, self._recorder.room.numbering()))

    def give_up(self) -> None:
        """Take away whatever has been installed."""
        self._stack.close()

    def abandon(self) -> None:
        """Record nothing more, and let the program run free; for a process that was forked."""
        self._recorder.journal.open = False
        self._recorder.stepping.free = True

    def _file_records(self) -> list[dict[str, str | None]]:
        names = self._files.names
        texts = [None, *map(self._user_files.text, names[1:])]
        return [{"path": path, "text": text} for path, text in zip(self._user_files.shown(names), texts, strict=True)]
