"""As many readers as runs go on at once; what is done when one of them fails on an answer.

    failed before the answer was validated   result_invalid: whoever sent it made the reader fail
    failed after that                        the film once more, by another reader, without all that it can do without
    failed at that as well                   result_invalid

A reader that failed, or left something out, is replaced; if they fail again and again, replacements wait longer and longer.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from dataclasses import replace

from app.errors import SandboxUnavailable
from app.sandbox.protocol.modes import Mode
from app.sandbox.reader import process
from app.sandbox.reader.frames import ControlAnswer, FinishedFilm, ReadAnswer
from app.sandbox.reader.process import Reader, ReaderFailed, RunControl
from app.sandbox.report.verdict import stopped
from app.sandbox.server.backoff import Backoff
from app.sandbox.server.tasks import Tasks
from app.settings import Settings

RESTART_S = 1.0

log = logging.getLogger(__name__)


class ReaderPool:
    """Readers that wait for an answer, and those at work."""

    def __init__(self, settings: Settings, size: int) -> None:
        self._settings = settings
        self._size = size
        self._idle: asyncio.Queue[Reader] = asyncio.Queue()
        self._all: set[Reader] = set()
        self._tasks = Tasks()
        self._backoff = Backoff(settings.restart_pause_s)
        self.left_out: Counter[str] = Counter()
        """Stages of films that were left out, since the start."""
        self.replaced = 0
        """Readers that had to be replaced, since the start."""

    @property
    def ready(self) -> int:
        """Readers that wait for an answer."""
        return self._idle.qsize()

    @property
    def readers(self) -> tuple[Reader, ...]:
        """All that run, for tests."""
        return tuple(self._all)

    async def start(self) -> None:
        """Start all; raises ``SandboxUnavailable``."""
        await asyncio.gather(*(self._add() for _ in range(self._size)))

    async def aclose(self) -> None:
        """Kill all and wait until they are gone."""
        await self._tasks.cancel()
        await asyncio.gather(*(reader.aclose() for reader in self._all))

    async def read(self, request: ReadAnswer, run_control: RunControl) -> FinishedFilm:
        """Make a film of an answer, whatever the answer is; raises ``SandboxUnavailable`` if no reader can be had."""
        try:
            film = await self._read(request, run_control)
        except ReaderFailed as failed:
            log.warning("a reader failed (%s); the answer has %d bytes and was %s", failed, len(request.result), _known(failed))
            self.left_out["all" if failed.validated else "answer"] += 1
            film = await self._read_plainly(request, failed)
        for stage in film.left_out:
            name, _, error = stage.partition(":")
            self.left_out[name] += 1
            log.warning("a film without its %s: %s", name, error)
        if film.refused:
            # The reason's first word only: what follows may quote the answer.
            log.warning("result refused for its %s; it has %d bytes", film.refused, len(request.result))
        return film

    async def _read_plainly(self, request: ReadAnswer, failed: ReaderFailed) -> FinishedFilm:
        if failed.validated:
            try:
                return await self._read(replace(request, plainly=True), _no_control)
            except ReaderFailed:
                self.left_out["answer"] += 1
        failure = request.failure or stopped("result_invalid", self._settings).model_dump_json().encode()
        try:
            return await self._read(replace(request, plainly=True, result=b"", failure=failure), _no_control)
        except ReaderFailed:
            raise SandboxUnavailable("The answer of this run could not be read. Try again in a moment.") from None

    async def _read(self, request: ReadAnswer, run_control: RunControl) -> FinishedFilm:
        reader = await self._take()
        reading = asyncio.ensure_future(reader.read(request, run_control, self._settings.reader_time_s))
        # A client that leaves does not cost a reader: it finishes in the background.
        self._tasks.start(self._put_back(reader, reading))
        return await asyncio.shield(reading)

    async def _put_back(self, reader: Reader, reading: asyncio.Future[FinishedFilm]) -> None:
        """Have the reader wait for the next answer when it has done with this one, or put another one in its place."""
        await asyncio.wait({reading})
        if reading.cancelled() or reading.exception() is not None:
            await self._replace(reader, pause=True)
        elif reading.result().reader_is_spent:
            await self._replace(reader, pause=False)
        else:
            self._idle.put_nowait(reader)

    async def _take(self) -> Reader:
        try:
            async with asyncio.timeout(self._settings.queue_wait_s):
                while True:
                    reader = await self._idle.get()
                    if reader.alive:
                        return reader
                    self._tasks.start(self._replace(reader, pause=True))
        except TimeoutError:
            raise SandboxUnavailable("No process that reads answers is ready. Try again in a moment.") from None

    async def _replace(self, reader: Reader, *, pause: bool) -> None:
        """Put another reader in the place of this one; not at once if readers keep failing and others wait."""
        loop = asyncio.get_running_loop()
        self.replaced += 1
        await reader.aclose()
        self._all.discard(reader)
        while True:
            if pause and self.ready:
                await asyncio.sleep(self._backoff.wait_s(loop.time(), urgent=False))
            self._backoff.begin(loop.time())
            try:
                return await self._add()
            except SandboxUnavailable as error:
                log.error("%s", error)
                await asyncio.sleep(RESTART_S)

    async def _add(self) -> None:
        reader = await process.start(self._settings, self._settings.zygote_start_s)
        self._all.add(reader)
        self._idle.put_nowait(reader)


def _known(failed: ReaderFailed) -> str:
    return "sound" if failed.validated else "not validated"


async def _no_control(_mode: Mode, _for_comparison: bool) -> ControlAnswer:
    return ControlAnswer(b"", b"")
