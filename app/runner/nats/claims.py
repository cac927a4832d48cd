"""Counts the runs that a client has under way at all replicas together: the server refuses one more than it may have.

A claim is an empty message. It is made beside the run, which does not wait for it, and taken back at the run's end; one that is not
renewed, since its replica has died, is forgotten by the server. Where the server does not answer nobody is refused.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import nats.errors
from nats.js import JetStreamContext
from nats.js.errors import APIError, Error

from app.errors import Busy, ServiceError, TooManyRequests
from app.runner.nats.silences import Silences
from app.runner.nats.subjects import CLAIM_STREAM
from app.sandbox.server.tasks import Tasks
from app.settings import Settings

AGAIN_S = 0.25
FULL = 10077
"""Error code of a publish that the stream's limits refuse."""

NO_RESOURCES = 10023
NO_ROOM = (
    "; raise max_memory_store in nats.conf, or lower GRADREEL_NATS_JOBS. Until then each replica counts the runs of a client by itself"
)

log = logging.getLogger(__name__)


class Claims:
    """Those of one replica."""

    def __init__(self, settings: Settings, tasks: Tasks) -> None:
        self._settings = settings
        self._renew_s = Silences(settings.nats_silence_s).claim_s / 2
        self._tasks = tasks
        self.server: JetStreamContext | None = None
        """None before there is a connection."""

    @asynccontextmanager
    async def held(self, subject: str, refuse: Callable[[ServiceError], None]) -> AsyncIterator[None]:
        """Hold a claim meanwhile; ``refuse`` is called if there may not be one."""
        ended = asyncio.Event()
        self._tasks.start(self._hold(subject, refuse, ended))
        try:
            yield
        finally:
            ended.set()

    async def _hold(self, subject: str, refuse: Callable[[ServiceError], None], ended: asyncio.Event) -> None:
        sequence = await self._make(subject, _nothing)
        if sequence is None:
            # What ended a moment ago may count still.
            await asyncio.sleep(AGAIN_S)
            sequence = None if ended.is_set() else await self._make(subject, refuse)
        while not ended.is_set():
            try:
                async with asyncio.timeout(self._renew_s):
                    await ended.wait()
            except TimeoutError:
                await self._delete(sequence)
                sequence = await self._make(subject, _nothing)
        await self._delete(sequence)

    async def _make(self, subject: str, refuse: Callable[[ServiceError], None]) -> int | None:
        if self.server is None:
            return None
        try:
            return (await self.server.publish(subject, b"")).seq
        except APIError as error:
            if error.err_code == FULL:
                refuse(self._refusal(error))
            else:
                log.warning("a run could not be counted: %s%s", error.description, NO_ROOM if error.err_code == NO_RESOURCES else "")
        except (Error, nats.errors.Error, TimeoutError, OSError) as error:
            log.warning("a run could not be counted: %s", type(error).__name__)
        return None

    async def _delete(self, sequence: int | None) -> None:
        try:
            if sequence is not None and self.server is not None:
                await self.server.delete_msg(CLAIM_STREAM, sequence)
        except (Error, nats.errors.Error, TimeoutError, OSError):
            return  # it is forgotten soon

    def _refusal(self, error: APIError) -> ServiceError:
        if "per subject" in (error.description or ""):
            runs = self._settings.client_runs
            return TooManyRequests(f"You have {runs} runs under way, as many as one visitor may have. Wait for one to end.")
        return Busy("Too many runs are waiting already. Try again in a moment.")


def _nothing(_: ServiceError) -> None:
    """A run under way is not refused any longer."""
