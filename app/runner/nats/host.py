"""A runner: takes jobs while it has a free slot, runs them in its pool, and says every second how it is.

    job   a slot is free ─▶ HeldSlot     none is free ─▶ "full", and the replica asks another runner
    beat  every second                   canary  after a pause without runs

It has no database and listens to nothing but its own subjects. A signal to end lets what runs come to its end.
"""

from __future__ import annotations

import asyncio
import logging
import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import nats.errors
from nats.aio.client import Client
from nats.aio.msg import Msg

from app.errors import SandboxUnavailable, ServiceError
from app.runner.engine import SOURCES, engine_tag, sources_hash
from app.runner.local import slots_of, spare_of
from app.runner.nats import connection, subjects
from app.runner.nats.held_slot import HeldSlot
from app.runner.nats.messages import Beat, RunAsked, RunRefused, pack, unpack
from app.runner.nats.silences import Silences
from app.runner.pooled import PROBE
from app.sandbox.protocol.fields import MessageInvalid
from app.sandbox.server.pool import Pool
from app.sandbox.server.tasks import Tasks
from app.settings import Settings

log = logging.getLogger(__name__)


class Host:
    """One runner process."""

    def __init__(self, settings: Settings, name: str) -> None:
        self.name = name
        self.pool = Pool(settings)
        self._settings = settings
        self._silences = Silences(settings.nats_silence_s)
        self._slots = slots_of(settings)
        self._engine = engine_tag(settings)
        self._sources = sources_hash(SOURCES)
        self._held: dict[str, HeldSlot] = {}
        self._taken = 0
        """Slots; what is compared with the run of another runner takes none."""
        self._client: Client | None = None
        self._tasks = Tasks()
        self._serving: set[asyncio.Task[None]] = set()
        self._leaving = False
        self._healthy = True
        self._plain_runs = 0
        self._last_run_s = 0.0

    @property
    def client(self) -> Client:
        """The connection; only after the start."""
        assert self._client is not None
        return self._client

    async def start(self) -> None:
        """Start the sandbox, connect, and take jobs; raises ``SandboxUnavailable``."""
        await self.pool.start()
        await self._probe()
        self._client = await connection.connect(self._settings, f"runner.{self.name}.inbox", _nothing)
        await self._client.subscribe(subjects.control(self.name), cb=self._hear)
        await self._client.subscribe(subjects.jobs(self.name), cb=self._hear_job)
        self._tasks.start(self._beat())
        self._tasks.start(self._run_canary())

    async def aclose(self) -> None:
        """Take no more jobs, let what runs come to its end, and stop."""
        self._leaving = True
        if self._client is not None:
            await self._say_beat()
            longest_s = 2 * (self._settings.wall_time_s + self._settings.grace_s)
            if self._serving:
                await asyncio.wait(self._serving, timeout=longest_s)
        await self._tasks.cancel()
        await connection.close(self._client)
        await self.pool.aclose()

    @contextmanager
    def counted(self, asked: RunAsked) -> Iterator[bool]:
        """Say whether a run may be made: plain runs only while there is a child to spare, unless nobody waits for them."""
        is_plain = _is_beside(asked)
        if is_plain and not self._may_run_beside(asked):
            yield False
            return
        self._plain_runs += is_plain
        try:
            yield True
        finally:
            self._plain_runs -= is_plain
            self._last_run_s = asyncio.get_running_loop().time()

    def _may_run_beside(self, asked: RunAsked) -> bool:
        spare = spare_of(self.pool, self._settings)
        return self._plain_runs < spare.runs and (asked.patient or spare.children)

    async def _hear_job(self, message: Msg) -> None:
        """Take a job if there is a slot for it."""
        try:
            first = unpack(message.data)
            if not isinstance(first, RunAsked) or not first.answer_to.startswith("web.") or first.key in self._held:
                raise MessageInvalid("no job")
        except MessageInvalid:
            log.error("a job is no job; it is thrown away")
            return
        if not self._has_room(first):
            await self.client.publish(first.answer_to, pack(RunRefused(first.key, first.number, "full")))
            return
        slot = self._held[first.key] = HeldSlot(self, first, self._silences)
        self._taken += _slots_for(first)
        task = self._tasks.start(self._serve(slot, first))
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)

    def _has_room(self, first: RunAsked) -> bool:
        if self._leaving or not self._healthy:
            return False
        return self._may_run_beside(first) if _is_beside(first) else self._taken < self._slots

    async def _serve(self, slot: HeldSlot, first: RunAsked) -> None:
        try:
            await slot.serve()
        finally:
            self._taken -= _slots_for(first)
            del self._held[slot.key]

    async def _hear(self, message: Msg) -> None:
        try:
            heard = unpack(message.data)
        except MessageInvalid:
            log.warning("a web replica sent what is no message")
            return
        key = getattr(heard, "key", "")
        if slot := self._held.get(key):
            await slot.hear(heard)
        elif isinstance(heard, RunAsked) and heard.answer_to.startswith("web."):
            await self.client.publish(heard.answer_to, pack(RunRefused(key, heard.number, "lost")))

    async def _beat(self) -> None:
        while True:
            with suppress(nats.errors.Error):
                await self._say_beat()
            await asyncio.sleep(self._silences.beat_s)

    async def _say_beat(self) -> None:
        info = self.pool.info
        beat = Beat(
            engine=self._engine,
            sources=self._sources,
            torch=info.torch if info else "",
            python=info.python if info else "",
            tier=info.tier if info else "none",
            layers=info.layers if info else (),
            slots=self._slots,
            running=self._taken,
            children_waiting=self.pool.waiting,
            ready=self._healthy and not self._leaving,
        )
        with suppress(nats.errors.Error):
            await self.client.publish(subjects.beat(self.name), pack(beat))

    async def _run_canary(self) -> None:
        """Run a program of our own now and then when there are no others, and take no jobs while that fails."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(self._settings.canary_pause_s if self._healthy else self._silences.beat_s)
            if self._healthy and loop.time() - self._last_run_s < self._settings.canary_pause_s:
                continue
            try:
                async with asyncio.timeout(self._settings.canary_timeout_s):
                    await self._probe()
                self._healthy = True
            except (TimeoutError, ServiceError):
                log.error("the canary run failed: no snippet can be run")
                self._healthy = False

    async def _probe(self) -> None:
        answer = await self.pool.run(PROBE, "plain")
        if answer.failure is not None:
            raise SandboxUnavailable(f"The sandbox started, but a first snippet failed in it: {answer.failure.message}")


def name_of_machine() -> str:
    """Name a runner after its machine."""
    return re.sub(r"[^A-Za-z0-9_-]", "-", socket.gethostname())[:64] or "runner"


def _is_beside(asked: RunAsked) -> bool:
    """Whether it is a plain run, which is made beside those that people wait for."""
    return asked.mode_name == "plain"


def _slots_for(asked: RunAsked) -> int:
    return 0 if _is_beside(asked) else 1


async def _nothing() -> None:
    """There is nothing to do after a reconnection: the subscriptions are made again."""
