"""Makes GIFs and videos of films, each once: from memory, else in a process of its own, one after the other.

    request ─▶ in memory? failed lately? being made? ─▶ a bounded line ─▶ app/render/animation_child.py ─▶ file

Neither runs nor pictures wait for it: it has a line of its own, and its processes give way to everything else. A process that takes more
time than ``animation_time_s`` is killed; one that takes more memory ends itself.
"""

from __future__ import annotations

import asyncio
import json
import logging
import math
import os
import sys
import tempfile
from collections import Counter
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from cachetools import TTLCache

from app.errors import AnimationNotMade, Busy, TooManyRequests
from app.films.cache import ByteCache
from app.render.animation_child import FAILED
from app.settings import Settings
from gradreel.film.film import Film, etag_of
from gradreel.film.still import AnimationForm, AnimationOrder

ROOT = Path(__file__).resolve().parent.parent.parent
MAX_FAILURES = 10_000
"""Animations of which it is remembered that they cannot be made."""
RETRY_AFTER_S = 15
"""After which it is worth asking again when the line is full: about as long as one takes."""
MAX_PLACES = 8
"""Lines of a traceback that are logged."""
ENGINE_SHARE = 4
"""The drawing engine may take a quarter of its process's memory; frames and encoder need the rest."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class AnimationWanted:
    """What is asked for."""

    film: Film
    order: AnimationOrder
    form: AnimationForm

    @property
    def key(self) -> str:
        """Equal for equal animations."""
        return etag_of(f"{self.film.etag} {self.order} {self.form}".encode())


class Animations:
    """GIFs and videos of films."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._cache: ByteCache[bytes] = ByteCache(settings.animation_memory_bytes, len)
        self._failures: TTLCache[str, str] = TTLCache(MAX_FAILURES, settings.still_failure_s)
        """By key: why it was not made."""
        self._free = asyncio.Semaphore(settings.animation_processes)
        self._making: dict[str, asyncio.Task[bytes]] = {}
        self._clients: Counter[str] = Counter()
        """How many each client has in the line."""

    def find(self, wanted: AnimationWanted) -> bytes | None:
        """Return what has been made; raises ``AnimationNotMade`` where making it failed lately."""
        failure = self._failures.get(wanted.key)
        if failure is not None:
            raise self._not_made(failure)
        return self._cache.get(wanted.key)

    async def make(self, wanted: AnimationWanted, client: str) -> bytes:
        """Make it unless it is being made; raises ``Busy``, ``TooManyRequests`` or ``AnimationNotMade``. Who leaves stops nothing."""
        task = self._making.get(wanted.key)
        if task is None:
            self._check_room(client)
            task = self._making[wanted.key] = asyncio.create_task(self._make(wanted))
            self._clients[client] += 1
            task.add_done_callback(lambda _: self._forget(wanted.key, client))
        return await asyncio.shield(task)

    def _check_room(self, client: str) -> None:
        """Raise where the line is full, or this client has its share of it."""
        limit = self._settings.max_client_animations
        refused: Busy | TooManyRequests | None = None
        if limit is not None and self._clients[client] >= limit:
            refused = TooManyRequests(
                f"{limit} GIFs and videos for this client are being made, which is the limit: try again when one is done."
            )
        elif len(self._making) >= self._settings.animation_processes + self._settings.animation_queue:
            refused = Busy(f"{len(self._making)} GIFs and videos are waiting to be made: try again in a moment.")
        if refused:
            refused.retry_after_s = RETRY_AFTER_S
            raise refused

    def _forget(self, key: str, client: str) -> None:
        self._making.pop(key, None)
        self._clients[client] -= 1
        if not self._clients[client]:
            del self._clients[client]

    async def aclose(self) -> None:
        """Stop making; processes are killed."""
        tasks = list(self._making.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _make(self, wanted: AnimationWanted) -> bytes:
        async with self._free:
            status, content, said = await self._run_child(wanted)
        if status == 0:
            self._cache[wanted.key] = content
            return content
        if status != FAILED:
            log.error("an animation of the film %s was not made: status %s, %s", wanted.film.etag, status, _where(said))
        self._failures[wanted.key] = said if status == FAILED else "The drawing failed."
        raise self._not_made(self._failures[wanted.key])

    async def _run_child(self, wanted: AnimationWanted) -> tuple[int | None, bytes, str]:
        """Exit status, file and reason; a process that is not wanted any longer does not outlive this call."""
        # A process that is killed leaves its files behind: they lie where they go with this folder.
        try:
            with tempfile.TemporaryDirectory(prefix="gradreel-") as folder:
                return await self._run_child_in(folder, wanted)
        except OSError as error:
            log.error("no animation can be made here: %s", error)
            return FAILED, b"", "There is no room for GIFs and videos on this server now."

    async def _run_child_in(self, folder: str, wanted: AnimationWanted) -> tuple[int | None, bytes, str]:
        command = (sys.executable, "-m", "app.render.animation_child")
        pipe, environment = asyncio.subprocess.PIPE, {**os.environ, "TMPDIR": folder}
        child = await asyncio.create_subprocess_exec(*command, cwd=ROOT, env=environment, stdin=pipe, stdout=pipe, stderr=pipe)
        order = json.dumps(self._order(wanted)).encode() + b"\n" + await asyncio.to_thread(wanted.film.json)
        try:
            async with asyncio.timeout(self._settings.animation_time_s):
                content, said = await child.communicate(order)
        except TimeoutError:
            return FAILED, b"", f"Making this takes more than {self._settings.animation_time_s:g} s: choose fewer steps or a smaller width."
        finally:
            with suppress(ProcessLookupError):
                child.kill()
            await child.wait()
        return child.returncode, content, said.decode(errors="replace")

    def _order(self, wanted: AnimationWanted) -> dict[str, Any]:
        settings = self._settings
        engine = settings.animation_process_bytes // ENGINE_SHARE
        limits = {"time_s": settings.animation_time_s, "frame_time_s": settings.animation_time_s, "engine_bytes": engine}
        return {
            "order": asdict(wanted.order),
            "form": wanted.form,
            "memory_bytes": settings.animation_process_bytes,
            "limits": {**limits, "max_bytes": settings.animation_bytes},
        }

    def _not_made(self, failure: str) -> AnimationNotMade:
        error = AnimationNotMade(f"{failure} It is not tried again for {self._settings.still_failure_s:g} s.")
        error.retry_after_s = math.ceil(self._settings.still_failure_s)
        return error


def _where(said: str) -> str:
    """Where a process failed and by which exception; not its message, which may quote the program."""
    lines = said.rstrip().splitlines()
    places = [line.strip() for line in lines if line.startswith("  File ")]
    return "\n".join([*places[-MAX_PLACES:], *(line.partition(":")[0] for line in lines[-1:])])
