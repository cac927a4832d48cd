"""Runs snippets on this machine: queue ─▶ child ─▶ reader ─▶ film."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from app.runner.engine import engine_tag
from app.runner.pooled import PooledRunner
from app.runner.protocol import Health
from app.runner.slots import Slot, Spare
from app.sandbox.protocol.messages import ZygoteReady
from app.sandbox.protocol.modes import Mode
from app.sandbox.server.pool import Answer, Pool
from app.settings import Settings

MEMORY_SHARE = 0.75
"""Of the machine's memory, what runs may take together."""
SPARE_CHILDREN = 2


class LocalRunner(PooledRunner):
    """``Runner`` over a pool of jailed children."""

    def __init__(self, settings: Settings) -> None:
        slots = slots_of(settings)
        self.pool = Pool(settings, runs_are_queued=lambda: self._queue.queued > 0 or self._controls.expected > 0)
        super().__init__(settings, slots, readers=slots + 1)
        self._ready = False
        self._engine = engine_tag(settings)

    @property
    def engine(self) -> str:
        """The tag of this machine's engine."""
        return self._engine

    async def start(self) -> None:
        """Launch the sandbox and run a snippet in it; raises ``SandboxUnavailable`` if that does not work."""
        try:
            # Of two errors the zygote's is told: it says what the machine lacks.
            for error in await asyncio.gather(self.pool.start(), self._readers.start(), return_exceptions=True):
                if error is not None:
                    raise error
            await self._probe()
        except BaseException:
            await self._close()
            raise
        self._ready = True
        self._tasks.start(self._run_canary())

    async def aclose(self) -> None:
        """Kill all runs and children."""
        self._ready = False
        await self._close()

    async def _close(self) -> None:
        await self._tasks.cancel()
        await self.pool.aclose()
        await self._readers.aclose()

    @asynccontextmanager
    async def _hold(self, client: str, patient: bool) -> AsyncIterator[Slot]:  # noqa: ARG002 - all slots are alike
        yield LocalSlot(self.pool)

    def _spare(self) -> Spare:
        return spare_of(self.pool, self._settings)

    @property
    def _can_run(self) -> bool:
        return True

    def health(self) -> Health:
        """Say how things are."""
        info = self.pool.info
        return Health(
            tier=info.tier if info else "?",
            layers=info.layers if info else (),
            children_waiting=self.pool.waiting,
            running=self.pool.running,
            queued=self._queue.queued,
            readers_waiting=self._readers.ready,
            readers_replaced=self._readers.replaced,
            film_parts_left_out=dict(self._readers.left_out),
            oldest_wait_s=self._queue.oldest_s,
            ready=self._ready
            and not self._canary_failed
            and (self.pool.waiting + self.pool.running > 0 or self.pool.zygote_pid is not None),
        )


class LocalSlot:
    """A slot on this machine."""

    place = ""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    @property
    def info(self) -> ZygoteReady | None:
        """What the present zygote says."""
        return self._pool.info

    @property
    def twin(self) -> LocalSlot:
        """This machine, which answers for itself."""
        return self

    async def run(self, code: str, mode: Mode = "traced") -> Answer:
        """Run one snippet in a child of its own; raises as ``Pool.run``."""
        return await self._pool.run(code, mode)


def spare_of(pool: Pool, settings: Settings) -> Spare:
    """What this machine has for control runs now."""
    return Spare(pool.waiting >= max(SPARE_CHILDREN, pool.size - 1), settings.twin_runs)


def slots_of(settings: Settings) -> int:
    """How many snippets run at once on this machine."""
    return settings.concurrent_runs or slots_for(os.cpu_count() or 1, memory_bytes(), settings.memory_bytes)


def slots_for(cores: int, machine_bytes: int, run_bytes: int) -> int:
    """How many snippets may run at once: one per core, as far as the machine has memory if each takes all that it may."""
    return max(1, min(cores, int(machine_bytes * MEMORY_SHARE) // run_bytes))


def memory_bytes() -> int:
    """Memory of this machine, or of the container if that may have less."""
    found = [os.sysconf("SC_PAGESIZE") * os.sysconf("SC_PHYS_PAGES")]
    for name in ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"):
        with suppress(OSError, ValueError):
            found.append(int(Path(name).read_text()))
    return min(found)
