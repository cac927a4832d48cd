"""``Runner`` on other machines: the queue, the readers and what is made of answers are here, the children are elsewhere."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from cachetools import TTLCache

from app.errors import SandboxUnavailable
from app.runner.engine import SOURCES, sources_hash
from app.runner.nats.flights import Flights
from app.runner.nats.link import WebLink
from app.runner.nats.made import Made
from app.runner.nats.messages import Waiting
from app.runner.nats.remote_slot import RemoteSlot, Wish
from app.runner.nats.roster import TIERS, Roster
from app.runner.nats.silences import Silences
from app.runner.pooled import PooledRunner
from app.runner.protocol import FinishedRun, Health, RunnerHealth
from app.runner.slots import Slot, Spare
from app.sandbox.reader.frames import FinishedFilm
from app.settings import Settings
from gradreel.ids import digest_of

PLACES_S = 0.5
PLACES_KEPT_S = 1.5
MAX_TICKETS = 10_000

log = logging.getLogger(__name__)


class NatsRunner(PooledRunner):
    """``Runner`` over slots of runners that NATS connects to."""

    def __init__(self, settings: Settings) -> None:
        super().__init__(settings, slots=1, readers=(os.cpu_count() or 1) + 1)
        self._silences = Silences(settings.nats_silence_s)
        self._roster = Roster(sources_hash(SOURCES), self._silences)
        self.link = WebLink(settings, self._roster, self._heard, self._hear_waiting)
        self._elsewhere: TTLCache[str, int] = TTLCache(MAX_TICKETS, PLACES_KEPT_S)
        """Places of runs that wait at other replicas, by ticket."""
        self._changed = asyncio.Event()
        self._engine = ""
        self._started = False
        self._disagreements = 0
        self._flights: Flights[FinishedRun] = Flights()

    @property
    def engine(self) -> str:
        """The present engine, or the last one there was."""
        self._engine = self._roster.engine or self._engine
        return self._engine

    async def start(self) -> None:
        """Start the readers and connect; runners may come later. Raises ``SandboxUnavailable``."""
        try:
            await self._readers.start()
            await self.link.start()
        except BaseException:
            await self.aclose()
            raise
        self._started = True
        await self._someone(self._silences.start_s)
        self._tasks.start(self._run_canary())
        self._tasks.start(self._tell_places())

    async def aclose(self) -> None:
        """Give back all slots, and stop the readers."""
        self._started = False
        await self._tasks.cancel()
        await self.link.aclose()
        await self._readers.aclose()

    @asynccontextmanager
    async def _hold(self, client: str, patient: bool) -> AsyncIterator[Slot]:
        async with self._remote(client, Wish(patient)) as slot:
            yield slot

    @asynccontextmanager
    async def _remote(self, client: str, wish: Wish) -> AsyncIterator[RemoteSlot]:
        if not await self._someone(self._silences.someone_s):
            raise SandboxUnavailable("No runner is there to run this. Try again in a moment.")
        # Runs of a replica's own are no client's, and other replicas have such runs as well.
        name = client if client not in ("start", "canary") else f"{client} {self.link.replica}"
        async with self.link.slot(name, wish) as slot:
            yield slot

    async def submit(self, code: str, client: str, ticket: str | None = None, patient: bool = False, kept: bool = False) -> FinishedRun:
        """Run ``code`` once for all who ask for it at the same time."""
        run = super().submit
        key = f"{digest_of(code)} {patient} {kept}"
        return await self._flights.join(key, ticket, lambda: run(code, client, ticket, patient, kept))

    async def _film(self, code: str, client: str, patient: bool, kept: bool) -> tuple[FinishedFilm, bool]:
        """Run ``code`` on one runner, compare that with what another one makes of it, and where they differ ask further ones."""
        stays = patient or kept
        first = await self._made(code, client, Wish(patient, stays))
        if not first.contradicted:
            return first.film, first.confirmed or stays
        # Tracing changed the run, processors round differently, or somebody lies: a third one is compared with both.
        both = frozenset({first.place, first.twin})
        for twin in (first.place, first.twin):
            made = await self._made(code, client, Wish(patient, stays=True, shunned=both, twin=twin))
            if made.confirmed:
                log.error("on a run of runners %s and %s, runner %s agrees with %s", first.place, first.twin, made.place, made.twin)
                self._disagreements += 1
                return made.film, True
            if made.place in both:
                break
        alone = await self._made(code, client, Wish(patient, stays=True, alone=True))
        if alone.film.fidelity != "equal":
            return alone.film, True
        log.error("runners %s and %s do not agree on a run; its film is not kept", first.place, first.twin)
        self._disagreements += 1
        return replace(alone.film, kept=False), False

    async def _made(self, code: str, client: str, wish: Wish) -> Made:
        async with self._remote(client, wish) as slot:
            film = await self._film_of(slot, code, client, wish.stays)
            return Made(film, slot.place, slot.twin.place)

    def ahead(self, ticket: str) -> int | None:
        """Say how many waiting runs come before the one that was asked for with this ticket."""
        place = super().ahead(self._flights.first_ticket(ticket))
        return self._elsewhere.get(ticket) if place is None else place

    async def _tell_places(self) -> None:
        """Tell the other replicas which runs wait here: a browser may ask any of them."""
        while True:
            await asyncio.sleep(PLACES_S)
            if places := self._queue.places:
                await self.link.tell_replicas(Waiting(tuple(f"{ticket} {place}" for ticket, place in places.items())))

    def _hear_waiting(self, heard: Waiting) -> None:
        for each in heard.places:
            ticket, _, place = each.partition(" ")
            if place.isdecimal():
                self._elsewhere[ticket] = int(place)

    def _spare(self) -> Spare:
        """Whether a child is to spare is known to the runner, which refuses the run if not."""
        return Spare(children=True, runs=self._settings.twin_runs * len(self._roster.present))

    @property
    def _can_run(self) -> bool:
        return bool(self._roster.present)

    def _heard(self) -> None:
        if self._roster.present:
            self._queue.resize(self._roster.slots)
            self._changed.set()

    async def _someone(self, wait_s: float) -> bool:
        """Wait until a runner is there."""
        if self._can_run:
            return True
        self._changed.clear()
        try:
            async with asyncio.timeout(wait_s):
                await self._changed.wait()
        except TimeoutError:
            return False
        return True

    def health(self) -> Health:
        """Say how the runners are; the jail is called what the weakest of theirs is."""
        beats = list(self._roster.present.values())
        weakest = min(beats, key=lambda beat: TIERS.index(beat.tier), default=None)
        return Health(
            tier=weakest.tier if weakest else "?",
            layers=weakest.layers if weakest else (),
            children_waiting=sum(beat.children_waiting for beat in beats),
            other_runners=self._roster.others,
            runners_shut_out=self._roster.shut_out,
            disagreements=self._disagreements,
            running=sum(beat.running for beat in beats),
            queued=self._queue.queued,
            readers_waiting=self._readers.ready,
            readers_replaced=self._readers.replaced,
            film_parts_left_out=dict(self._readers.left_out),
            runners=tuple(RunnerHealth(beat.torch, beat.tier, beat.slots) for beat in beats),
            oldest_wait_s=max(self._queue.oldest_s, self.link.oldest_s),
            deliveries=self.link.deliveries,
            delivery_s=self.link.delivery_s,
            ready=self._started and self.link.connected and bool(beats) and not self._canary_failed,
        )
