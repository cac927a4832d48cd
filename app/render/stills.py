"""Draws pictures of films, each once: from memory, else in one of a few engines, in bounded time.

    request ─▶ in memory? failed lately? being drawn? ─▶ line of this film (one drawing of a film at a time) ─▶ engine (a few for all films)

So a film that takes long to draw keeps one engine at most for ``still_time_s``, and is then refused at once for ``still_failure_s``,
in every picture that is laid out like it.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections import Counter, deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Literal

from cachetools import TTLCache

from app.errors import Busy, StillNotDrawn, TooManyRequests
from app.films.cache import ByteCache
from app.render.iframe import EMBED_HEIGHT
from app.runner.queue import FairQueue
from app.settings import Settings
from gradreel.errors import StillFailed
from gradreel.film.film import Film, etag_of
from gradreel.film.still import FrameOrder, StillEngine, StillOrder, png_of

LIGHT_S = 1.0
"""Seconds of drawing after which a client waits behind others."""
MAX_FAILURES = 10_000
"""Layouts of which it is remembered that they cannot be drawn."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Picture:
    """What is asked for."""

    film: Film
    order: StillOrder | FrameOrder
    form: Literal["svg", "png", "height"]
    """``height``: digits, the height of a frame in pixels."""

    @property
    def layout(self) -> str:
        """Equal for pictures that are refused together: whatever the step is, the layout takes the time.

        Whoever asks for everything, for a subject of his own or for notes keeps nobody from the story; a film has few layouts in all.
        """
        order = self.order
        return f"{self.film.etag} {order.show} {order.about is None} {order.cell is None} {order.notes is None}"

    @property
    def key(self) -> str:
        """Equal for equal pictures."""
        return etag_of(f"{self.film.etag} {self.order} {self.form}".encode())


class Stills:
    """Pictures of films."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._cache: ByteCache[bytes] = ByteCache(settings.still_memory_bytes, len)
        self._failures: TTLCache[str, str] = TTLCache(MAX_FAILURES, settings.still_failure_s)
        """By ``Picture.layout``: why it was not drawn."""
        self._executor = ThreadPoolExecutor(settings.still_engines, thread_name_prefix="still")
        self._engines = deque(StillEngine(settings.still_time_s, settings.still_engine_bytes) for _ in range(settings.still_engines))
        self._free = self._line(settings.still_engines)
        self._lines: dict[str, FairQueue] = {}
        """By tag of a film: one of its pictures is drawn at a time."""
        self._clients: Counter[str] = Counter()
        """Pictures that each client has being drawn or waiting."""
        self._waiting: Counter[str] = Counter()
        self._drawing: dict[str, asyncio.Task[bytes]] = {}
        """By ``Picture.key``: everybody who asks for a picture that is being drawn waits for the same drawing."""

    def find(self, picture: Picture) -> bytes | None:
        """Return a picture that has been drawn; raises ``StillNotDrawn`` where drawing one laid out like it failed lately."""
        failure = self._failures.get(picture.layout)
        if failure is not None:
            raise self._not_drawn(failure)
        return self._cache.get(picture.key)

    async def draw(self, picture: Picture, client: str) -> bytes:
        """Draw a picture unless it is being drawn; clients get their turns one after the other. Who leaves meanwhile stops nothing.

        Raises ``TooManyRequests``, ``Busy`` or ``StillNotDrawn``.
        """
        task = self._drawing.get(picture.key)
        if task is None:
            etag = picture.film.etag
            self._check_room(etag, client)
            self._waiting[etag] += 1
            self._clients[client] += 1
            task = self._drawing[picture.key] = asyncio.create_task(self._draw_in_turn(picture, client))
            task.add_done_callback(partial(self._finish, picture, client))
        return await asyncio.shield(task)

    async def _draw_in_turn(self, picture: Picture, client: str) -> bytes:
        line = self._lines.setdefault(picture.film.etag, self._line(1))
        async with line.slot(client), self._free.slot(client):
            return self.find(picture) or await self._drawn(picture)

    def _line(self, slots: int) -> FairQueue:
        """One that is as long as all pictures that are let in, and in which all of them get their turn."""
        settings = self._settings
        wait_s = settings.still_time_s * (settings.still_queue + 1) * 2
        return FairQueue(slots, settings.still_queue + 1, wait_s, None, LIGHT_S, what="pictures")

    def _finish(self, picture: Picture, client: str, task: asyncio.Task[bytes]) -> None:
        etag = picture.film.etag
        self._drawing.pop(picture.key, None)
        self._waiting[etag] -= 1
        self._clients[client] -= 1
        if not self._clients[client]:
            del self._clients[client]
        if not self._waiting[etag]:
            del self._waiting[etag]
            self._lines.pop(etag, None)
        if not task.cancelled():
            # Whoever asked may have left: then nobody else looks at it.
            task.exception()

    async def frame_height(self, film: Film, order: FrameOrder, client: str) -> int:
        """Height in pixels of the frame that shows the opening picture whole; ``EMBED_HEIGHT`` where it cannot be worked out now."""
        picture = Picture(film, order, "height")
        try:
            return int(self.find(picture) or await self.draw(picture, client))
        except (Busy, StillNotDrawn, TooManyRequests):
            return EMBED_HEIGHT

    def knows_height(self, film: Film, order: FrameOrder) -> bool:
        """Whether ``frame_height`` draws nothing."""
        picture = Picture(film, order, "height")
        return picture.layout in self._failures or self._cache.get(picture.key) is not None

    def close(self) -> None:
        """Stop drawing; what is being drawn ends within its time."""
        self._executor.shutdown(wait=False, cancel_futures=True)

    def _check_room(self, etag: str, client: str) -> None:
        """Raise where this client has its share, too many wait, or so many for this film that others would not be served."""
        bound, share = self._settings.still_queue, self._settings.max_client_pictures
        if share is not None and self._clients[client] >= share:
            raise TooManyRequests(f"{share} pictures for this client are being drawn, which is the limit: try again when one is done.")
        if self._waiting.total() > bound or self._waiting[etag] > math.ceil(bound / 2):
            raise Busy(f"{self._waiting.total()} pictures are waiting to be drawn: try again in a moment.")

    async def _drawn(self, picture: Picture) -> bytes:
        layout = picture.layout
        try:
            drawn = await asyncio.get_running_loop().run_in_executor(self._executor, self._draw, picture)
        except StillFailed as error:
            self._failures[layout] = str(error)
        except Exception:
            log.exception("a picture of the film %s was not drawn", picture.film.etag)
            self._failures[layout] = "The drawing failed."
        else:
            self._cache[picture.key] = drawn
            return drawn
        raise self._not_drawn(self._failures[layout])

    def _draw(self, picture: Picture) -> bytes:
        engine = self._engines.pop()
        run, order = picture.film.json().decode(), picture.order
        try:
            if isinstance(order, FrameOrder):
                return str(engine.frame_height(run, order)).encode()
            svg = engine.svg(run, order)
        finally:
            self._engines.append(engine)
        return png_of(svg) if picture.form == "png" else svg.encode()

    def _not_drawn(self, failure: str) -> StillNotDrawn:
        error = StillNotDrawn(
            f"{failure} No such picture of this film is drawn for {self._settings.still_failure_s:g} s; its page shows it."
        )
        error.retry_after_s = math.ceil(self._settings.still_failure_s)
        return error
