"""The server's side of workers: a line that is fair between clients, and the processes behind it.

A client has a few places in the line and is served after those who have asked for little of late, as with runs. It is charged the processor
time that its work has taken. Work that takes more than ``answer_cpu_s`` is given up, and whoever asked is told so.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
from collections.abc import Callable
from typing import ParamSpec

from app.errors import ServiceError, TooMuchWork
from app.films.cache import ByteCache
from app.runner.queue import FairQueue
from app.sandbox.reader.frames import DoWork, WorkDone
from app.sandbox.reader.process import ROOT, ReaderFailed
from app.sandbox.reader.processes import Processes
from app.settings import Settings
from app.workers import work as works

BOOT = f"import sys; sys.path.append({str(ROOT)!r}); from app.workers.worker_main import main; main()"
LIGHT_S = 1.0
"""Seconds of workers after which a client waits behind others."""
MAX_REMEMBERED_BYTES = 8 * 1024**2
TOO_MUCH = "This takes more than {seconds:g} s of processor time, which is the limit: send less, or cut it down to the part that matters."
FAILED = "This could not be made, which is our failure: it has been logged."

Given = ParamSpec("Given")

log = logging.getLogger(__name__)


class Workers:
    """The processes, and the line before them."""

    def __init__(self, settings: Settings, charge: Callable[[str, float], None]) -> None:
        """``charge`` is told which client has used how many milliseconds of processor time."""
        self._settings = settings
        self._charge = charge
        self._line = FairQueue(
            settings.answer_processes,
            settings.answer_queue,
            settings.queue_wait_s,
            settings.client_answers if settings.limits_clients else None,
            LIGHT_S,
            what="files and pages",
        )
        self._processes = Processes(settings, settings.answer_processes, BOOT)
        self._remembered: ByteCache[bytes] = ByteCache(MAX_REMEMBERED_BYTES, len)
        self._began_s: dict[object, float] = {}
        """When what goes on began, by the loop's clock."""

    @property
    def replaced(self) -> int:
        """Processes that had to be replaced, since the start."""
        return self._processes.replaced

    @property
    def oldest_s(self) -> float:
        """How long the piece of work that has gone on or waited longest has; 0 where there is none."""
        now = asyncio.get_running_loop().time()
        return max([self._line.oldest_s, *(now - began for began in self._began_s.values())])

    @property
    def keeps_up(self) -> bool:
        """Whether nothing has taken, or waited, longer than it may."""
        return self.oldest_s < self._settings.queue_wait_s + self._settings.answer_time_s

    async def start(self) -> None:
        """Start all; raises ``SandboxUnavailable``."""
        await self._processes.start()

    async def aclose(self) -> None:
        """Kill all, whatever they do."""
        await self._processes.aclose()

    async def do(self, client: str, work: Callable[Given, bytes], *args: Given.args, **kwargs: Given.kwargs) -> bytes:
        """Do ``work``, a function of ``work.py``, for ``client`` when it is its turn.

        Raises what it raises of ``work.ERRORS``; ``TooMuchWork`` where it takes too much; ``TooManyRequests``, ``Busy``,
        ``SandboxUnavailable`` or ``RunLost``; and a bare ``ServiceError`` where it fails.
        """
        if work.__module__ != works.__name__:
            raise ValueError(f"{work.__module__}.{work.__qualname__} is not there in a worker: put it into {works.__name__}.")
        request = DoWork(pickle.dumps((work, args, kwargs)))
        async with self._line.slot(client):
            done = await self._done(client, request, work.__name__)
        if not done.error:
            return done.content
        if done.error in works.ERRORS:
            raise works.ERRORS[done.error](done.message)
        raise self._too_much()

    async def recall(
        self, key: tuple[object, ...], client: str, work: Callable[Given, bytes], *args: Given.args, **kwargs: Given.kwargs
    ) -> bytes:
        """As ``do``, from memory where the same ``key`` was asked for lately: everything that it says must follow from ``key``."""
        name = repr((work.__name__, key))
        content = self._remembered.get(name)
        if content is None:
            content = self._remembered[name] = await self.do(client, work, *args, **kwargs)
        return content

    async def _done(self, client: str, request: DoWork, name: str) -> WorkDone:
        mark = object()
        self._began_s[mark] = asyncio.get_running_loop().time()
        try:
            done = await self._processes.use(lambda process: process.work(request, self._settings.answer_time_s))
        except ReaderFailed as failed:
            log.warning("a worker failed (%s) at %s, given %d bytes", failed, name, len(request.call))
            self._charge(client, self._settings.answer_cpu_s * 1000)
            raise (self._too_much() if failed.overran else ServiceError(FAILED)) from None
        finally:
            del self._began_s[mark]
        self._charge(client, done.cpu_ms)
        return done

    def _too_much(self) -> TooMuchWork:
        return TooMuchWork(TOO_MUCH.format(seconds=self._settings.answer_cpu_s))
