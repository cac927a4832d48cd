"""Notes when a run passes each point, in the server, its readers and its jailed children, none of which is changed for it.

    python -m benchmarks.timeline serve …    this module wraps functions of the server, and has the zygote and the readers do the same
    zygote, readers                          map the same file before they enter their jails; a fork inherits the mapping

The file is divided into areas, so that no two processes write to the same place: one for the server, one for each reader, and one for
each of the last children. A note is the number of its point, a time of the machine's monotonic clock, and the processor time that the
thread has used, both in nanoseconds. (That of the process is exact to a tick only where a limit of processor time is set.)
"""

from __future__ import annotations

import functools
import importlib
import inspect
import mmap
import os
import struct
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ENVIRONMENT = "GRADREEL_TIMELINE"
"""Names the file."""
NOTE = struct.Struct("QQQ")
SERVER_NOTES, READER_NOTES, CHILD_NOTES = 1 << 16, 1 << 13, 1 << 6
READERS, CHILDREN = 64, 1 << 12
FILE_BYTES = NOTE.size * (SERVER_NOTES + READERS * READER_NOTES + CHILDREN * CHILD_NOTES)


@dataclass(frozen=True)
class Wrap:
    """A function that is wrapped: ``point`` is noted before or after each of its calls."""

    owner: str
    """Module, or module:class."""
    name: str
    point: str
    before: bool = False


SERVER = (
    Wrap("app.api.http.protocol:LimitedProtocol", "data_received", "received", before=True),
    Wrap("app.api.routes.runs", "encoded", "parsed", before=True),
    Wrap("app.films.library:Library", "run", "looked up", before=True),
    Wrap("app.sandbox.server.pool:Pool", "run", "slot taken", before=True),
    Wrap("app.sandbox.server.child:Child", "run", "child taken", before=True),
    Wrap("app.runner.local:LocalRunner", "_request", "answer received", before=True),
    Wrap("app.sandbox.reader.process:Reader", "read", "reader taken", before=True),
    Wrap("app.sandbox.reader.process:Reader", "read", "film received"),
    Wrap("app.api.routes.runs", "film_body", "response made"),
)
CHILD = (
    Wrap("app.sandbox.child.child_main", "_be_init", "forked", before=True),
    Wrap("app.sandbox.child.child_main", "_be_snippet", "namespaces set up", before=True),
    Wrap("app.sandbox.child.child_main", "_enter_jail", "jail begins", before=True),
    Wrap("app.sandbox.child.child_main", "_enter_jail", "jailed"),
    Wrap("app.sandbox.child.warmup", "reseed", "warmed up", before=True),
    Wrap("app.sandbox.child.modes", "record", "recording begins", before=True),
    Wrap("gradreel.tracer.record", "run_program", "program begins", before=True),
    Wrap("gradreel.tracer.record", "run_program", "program ended"),
    Wrap("gradreel.tracer.control.plain", "fingerprint", "fingerprinted"),
    Wrap("app.sandbox.child.child_main", "_send_answer", "answer encoded", before=True),
)
READER = (
    Wrap("app.sandbox.reader.stages:Reading", "finish", "answer taken", before=True),
    Wrap("app.sandbox.reader.stages:Reading", "_validated", "validated"),
    Wrap("app.sandbox.reader.stages", "with_expected", "expected gradients stated"),
    Wrap("app.sandbox.reader.stages:Reading", "_ending", "plain run asked for", before=True),
    Wrap("app.sandbox.reader.stages:Reading", "_ending", "plain run read"),
    Wrap("app.sandbox.reader.stages:Reading", "_assembled", "assembled"),
    Wrap("app.sandbox.reader.stages:Reading", "_diagnosed", "diagnosed"),
    Wrap("app.sandbox.reader.stages:Reading", "_packed", "packed"),
)
MODES = ("snippet read", "control snippet read")
"""Noted by a child when it has read its snippet, by its mode; after the second one it notes nothing more."""
POINTS = tuple(dict.fromkeys([*(wrap.point for wrap in (*SERVER, *CHILD, *READER)), *MODES]))


@dataclass(frozen=True)
class Noted:
    """A point that was passed."""

    point: str
    at_s: float
    """Of ``time.monotonic``."""
    cpu_s: float
    """Processor time of the process's main thread until then."""
    process: int
    """Number of the area: the server is 0; a child's area is used again by a later one."""


class Notes:
    """The area of this process."""

    def __init__(self, file: Path) -> None:
        with file.open("r+b") as opened:
            self._map = mmap.mmap(opened.fileno(), FILE_BYTES)
        self._start = self._count = self._size = 0
        self._children = 0
        self.silent = False

    def take_area(self, start: int, size: int) -> None:
        """Write to ``size`` notes from the ``start``-th on, from now on, and forget what was written there."""
        self._start, self._size, self._count = start, size, 0
        self._map[start * NOTE.size : (start + size) * NOTE.size] = bytes(size * NOTE.size)

    def take_next_child_area(self) -> None:
        """Let the next child of this process, which is about to be forked, have an area of its own."""
        place = self._children % CHILDREN
        self._children += 1
        self.take_area(SERVER_NOTES + READERS * READER_NOTES + place * CHILD_NOTES, CHILD_NOTES)

    def note(self, point: str) -> None:
        """Note that a point is being passed now."""
        if not self.silent and self._size:
            place = self._start + self._count % self._size
            NOTE.pack_into(self._map, place * NOTE.size, POINTS.index(point) + 1, time.monotonic_ns(), time.thread_time_ns())
            self._count += 1


def read_notes(file: Path) -> list[Noted]:
    """Read what all processes have noted, in the order of time."""
    found = []
    content = file.read_bytes()
    for place, (number, at_ns, cpu_ns) in enumerate(NOTE.iter_unpack(content[: len(content) // NOTE.size * NOTE.size])):
        if number:
            found.append(Noted(POINTS[number - 1], at_ns / 1e9, cpu_ns / 1e9, _process_of(place)))
    return sorted(found, key=lambda noted: noted.at_s)


def _process_of(place: int) -> int:
    if place < SERVER_NOTES:
        return 0
    place -= SERVER_NOTES
    if place < READERS * READER_NOTES:
        return 1 + place // READER_NOTES
    return 1 + READERS + (place - READERS * READER_NOTES) // CHILD_NOTES


def install_server() -> None:
    """Wrap the server's functions, and have its zygotes and readers do likewise."""
    notes = Notes(Path(os.environ[ENVIRONMENT]))
    notes.take_area(0, SERVER_NOTES)
    for wrap in SERVER:
        _wrap(notes, wrap)
    for module, function in (("app.sandbox.server.zygote", "install_zygote"), ("app.sandbox.reader.process", "install_reader")):
        far: Any = importlib.import_module(module)
        head, begin, tail = far.BOOT.partition("from app.sandbox")
        far.BOOT = f"{head}from benchmarks import timeline; timeline.{function}({os.environ[ENVIRONMENT]!r}); {begin}{tail}"


def install_reader(file: str) -> None:
    """Wrap the reader's functions."""
    notes = Notes(Path(file))
    notes.take_area(SERVER_NOTES + os.getpid() % READERS * READER_NOTES, READER_NOTES)
    for wrap in READER:
        _wrap(notes, wrap)


def install_zygote(file: str) -> None:
    """Have the zygote wrap the functions that its forks will call, once it has imported everything in its own order."""
    zygote_main: Any = importlib.import_module("app.sandbox.child.zygote_main")
    notes = Notes(Path(file))
    prepare = zygote_main._prepare_to_fork

    def prepare_with_notes(*arguments: Any) -> None:
        for wrap in CHILD:
            _wrap(notes, wrap)
        _wrap_children(notes)
        prepare(*arguments)

    zygote_main._prepare_to_fork = prepare_with_notes


def _wrap_children(notes: Notes) -> None:
    """Give each child an area of its own; one that runs a snippet untraced notes nothing from there on."""
    child_main: Any = importlib.import_module("app.sandbox.child.child_main")
    snippets: Any = importlib.import_module("app.sandbox.protocol.messages").Snippet
    fork, read = child_main.fork, snippets.read

    def fork_with_area(*arguments: Any) -> int:
        notes.take_next_child_area()
        forked: int = fork(*arguments)
        return forked

    def read_with_mode(*arguments: Any) -> Any:
        snippet = read(*arguments)
        is_traced = snippet is not None and snippet.mode == "traced"
        notes.note(MODES[0] if is_traced else MODES[1])
        notes.silent = not is_traced
        return snippet

    child_main.fork = fork_with_area
    snippets.read = staticmethod(read_with_mode)


def _wrap(notes: Notes, wrap: Wrap) -> None:
    module, _, class_name = wrap.owner.partition(":")
    owner = importlib.import_module(module)
    owner = getattr(owner, class_name) if class_name else owner
    setattr(owner, wrap.name, _noting(notes, wrap, getattr(owner, wrap.name)))


def _noting(notes: Notes, wrap: Wrap, function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def before(*arguments: Any, **named: Any) -> Any:
        notes.note(wrap.point)
        return function(*arguments, **named)

    @functools.wraps(function)
    def after(*arguments: Any, **named: Any) -> Any:
        result = function(*arguments, **named)
        notes.note(wrap.point)
        return result

    @functools.wraps(function)
    async def after_awaiting(*arguments: Any, **named: Any) -> Any:
        result = await function(*arguments, **named)
        notes.note(wrap.point)
        return result

    if wrap.before:
        return before
    return after_awaiting if inspect.iscoroutinefunction(inspect.unwrap(function)) else after


if __name__ == "__main__":
    from benchmarks import timeline  # the same module that the other processes import

    timeline.install_server()
    from app.cli import main

    main(sys.argv[1:])
