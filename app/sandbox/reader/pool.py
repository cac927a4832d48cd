"""As many readers as runs go on at once; what is done when one of them fails on an answer.

    killed from outside                      the same once more, by another reader
    failed before the answer was validated   result_invalid: whoever sent it made the reader fail
    failed after that                        the film once more, by another reader, without all that it can do without
    failed at that as well                   result_invalid

A reader that failed, or left something out, is replaced; if they fail again and again, replacements wait longer and longer.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, TypeVar

from app.errors import RunLost, SandboxUnavailable
from app.sandbox.protocol.modes import Expect, Mode, begin_none
from app.sandbox.reader import process
from app.sandbox.reader.frames import ControlAnswer, FinishedFilm, JudgedFix, JudgeFix, ReadAnswer, RenewFilm
from app.sandbox.reader.process import Reader, ReaderFailed, RunControl
from app.sandbox.report.verdict import stopped
from app.sandbox.server.backoff import Backoff
from app.sandbox.server.tasks import Tasks
from app.settings import Settings
from gradreel.errors import FilmUnreadable
from gradreel.film.film import Film

RESTART_S = 1.0

T = TypeVar("T")

log = logging.getLogger(__name__)


class ReaderPool:
    """Readers that wait for an answer, and those at work."""

    def __init__(self, settings: Settings, size: int) -> None:
        self._settings = settings
        self._size = size
        # Last in, first out: what the reader that worked last has in the processor's caches is still there.
        self._idle: asyncio.LifoQueue[Reader] = asyncio.LifoQueue()
        self._all: set[Reader] = set()
        self._renewing = asyncio.Semaphore(1)
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

    async def read(self, request: ReadAnswer, run_control: RunControl, expect: Expect = begin_none) -> FinishedFilm:
        """Make a film of an answer, whatever the answer is; ``expect`` is told of control runs that will be wanted.

        Raises ``SandboxUnavailable`` if no reader can be had, ``RunLost`` if all that were had were killed from outside.
        """
        try:
            film = await self._read(request, run_control, expect)
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

    async def judge(self, request: JudgeFix) -> JudgedFix | None:
        """Compare two control runs, whatever they are; None where a reader fails at it. Raises as ``read``."""
        try:
            return await self._by_a_reader(lambda reader: reader.judge(request, self._settings.reader_time_s))
        except ReaderFailed as failed:
            log.warning(
                "a reader failed (%s) at a fix; the answers have %d and %d bytes", failed, len(request.fixed), len(request.intended)
            )
            return None

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

    async def renew(self, film: Film, snippet_id: str) -> Film:
        """Bring a stored film into the present form, under this id unless it is empty; raises ``FilmUnreadable`` or as ``read``."""
        request = RenewFilm(film.body, snippet_id)
        # One at a time, so that those who look at old links leave readers to those who run something.
        async with self._renewing:
            try:
                found = await self._by_a_reader(lambda reader: reader.renew(request, self._settings.reader_time_s))
            except ReaderFailed as failed:
                log.warning("a reader failed (%s) on a stored film of %d bytes", failed, len(film.body))
                raise FilmUnreadable("This film could not be read. Run the code again to make it anew.") from None
        if found.unreadable:
            raise FilmUnreadable(found.unreadable)
        return replace(film, body=found.body, etag=found.etag)

    async def _read(self, request: ReadAnswer, run_control: RunControl, expect: Expect = begin_none) -> FinishedFilm:
        return await self._by_a_reader(lambda reader: reader.read(request, run_control, self._settings.reader_time_s, expect))

    async def _by_a_reader(self, work: Callable[[Reader], Coroutine[None, None, T]]) -> T:
        """Have a reader do ``work``, and another one if something outside kills it; raises ``ReaderFailed``."""
        # Whatever killed one may have killed the others as well, and they are not known to be dead at once.
        for _ in range(self._size + 1):
            reader = await self._take()
            working = asyncio.ensure_future(work(reader))
            # A client that leaves does not cost a reader: it finishes in the background.
            self._tasks.start(self._put_back(reader, working))
            try:
                return await asyncio.shield(working)
            except ReaderFailed as failed:
                if not failed.killed:
                    raise
                log.warning("a reader was killed from outside; another one takes its place")
        raise RunLost("The processes that read this answer were ended from outside. Nothing is wrong with the code: try again in a moment.")

    async def _put_back(self, reader: Reader, working: asyncio.Future[Any]) -> None:
        """Have the reader wait for the next answer when it has done with this one, or put another one in its place."""
        await asyncio.wait({working})
        if working.cancelled() or working.exception() is not None:
            await self._replace(reader, pause=True)
        elif reader.spent:
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
