"""Chooses the runner that a job is handed to: one that is not full, as far as this replica knows.

What it knows is what runners said up to a second ago and what it has given them itself; other replicas give them jobs as well. A runner
without a free slot says so at once, and the job is handed to the next one, or waits here for a slot to become free.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable, Collection

from app.errors import Busy
from app.runner.nats.roster import Roster

PAUSE_S = 0.05
"""After which a runner that was full is asked again."""


class Dispatch:
    """The jobs that this replica has given to runners."""

    def __init__(self, roster: Roster, clock: Callable[[], float] = time.monotonic) -> None:
        self._roster = roster
        self._clock = clock
        self._given: Counter[str] = Counter()
        """Slots of theirs."""
        self._beside: Counter[str] = Counter()
        """Runs without a slot: what is compared with a run of another runner."""
        self._full_until_s: dict[str, float] = {}
        self._freed = asyncio.Event()
        self._live_waiting = 0

    def has_other_than(self, runner: str) -> bool:
        """Whether there is another runner that might take a job."""
        return any(name != runner for name in self._roster.present)

    async def lease(self, shunned: Collection[str], *, patient: bool, wait_s: float) -> str:
        """Wait for a runner with a free slot, and count a job for it; those ``shunned`` are taken where there are no others at all.

        Those who wait for a run are served before those that nobody waits for. Raises ``Busy``.
        """
        until_s = self._clock() + wait_s
        self._live_waiting += not patient
        try:
            while True:
                free = [] if patient and self._live_waiting else self._free(shunned)
                if free:
                    runner = min(free, key=self._load)
                    self._given[runner] += 1
                    return runner
                if self._clock() >= until_s:
                    raise Busy("No runner has a free slot. Try again in a moment.")
                await self._pause()
        finally:
            self._live_waiting -= not patient

    async def lease_beside(self, shunned: Collection[str], wanted: str, *, wait_s: float) -> str:
        """Wait for a runner other than these, the one ``wanted`` if it is there, to run a program once more beside its slots."""
        until_s = self._clock() + wait_s
        while True:
            now_s = self._clock()
            others = [name for name in self._roster.present if name not in shunned]
            others = [wanted] if wanted in others else others
            others = [name for name in others if now_s >= self._full_until_s.get(name, 0.0)]
            if others:
                chosen = min(others, key=self._load)
                self._beside[chosen] += 1
                return chosen
            if now_s >= until_s:
                raise Busy("No other runner has a child to spare.")
            await self._pause()

    def release(self, runner: str, *, beside: bool) -> None:
        """Count a job no longer."""
        counted = self._beside if beside else self._given
        counted[runner] -= 1
        if counted[runner] <= 0:
            del counted[runner]
        self._freed.set()

    def full(self, runner: str) -> None:
        """Note that a runner had no free slot."""
        self._full_until_s[runner] = self._clock() + PAUSE_S

    def _free(self, shunned: Collection[str]) -> list[str]:
        now_s, present = self._clock(), self._roster.present
        wanted = [name for name in present if name not in shunned] or list(present)
        return [
            name
            for name, beat in ((name, present[name]) for name in wanted)
            if self._given[name] < self._roster.trust.at_once(name, beat.slots) and now_s >= self._full_until_s.get(name, 0.0)
        ]

    def _load(self, runner: str) -> tuple[float, int, float]:
        """From the least busy one; chance decides between equals, so that two replicas do not choose alike."""
        beat = self._roster.present[runner]
        busy = max(self._given[runner] + self._beside[runner], beat.running) / beat.slots
        return busy, self._roster.trust.failures(runner), random.random()

    async def _pause(self) -> None:
        self._freed.clear()
        try:
            async with asyncio.timeout(PAUSE_S):
                await self._freed.wait()
        except TimeoutError:
            return
