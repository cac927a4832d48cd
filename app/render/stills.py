"""A film in, its picture out: from memory, or drawn once while everybody else who asks for it waits."""

from __future__ import annotations

import asyncio

from app.errors import Busy
from app.films.cache import ByteCache
from app.settings import Settings
from gradreel.film.film import Film
from gradreel.film.still import StillEngine, StillOrder, png_of


class Stills:
    """Pictures of films, one drawn at a time."""

    def __init__(self, settings: Settings) -> None:
        self._engine = StillEngine(settings.still_time_s, settings.still_engine_bytes)
        self._cache: ByteCache[bytes] = ByteCache(settings.still_memory_bytes, len)
        self._most_waiting = settings.still_queue
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def svg(self, film: Film, order: StillOrder) -> bytes:
        """Draw one step; raises ``Busy`` or ``StillFailed``."""
        return await self._picture(film, order, raster=False)

    async def png(self, film: Film, order: StillOrder) -> bytes:
        """Draw one step and rasterise it; raises ``Busy`` or ``StillFailed``."""
        return await self._picture(film, order, raster=True)

    async def _picture(self, film: Film, order: StillOrder, raster: bool) -> bytes:
        key = f"{film.etag} {order} {raster}"
        if held := self._cache.get(key):
            return held
        if self._waiting > self._most_waiting:
            raise Busy("Too many pictures are being drawn: try again.")
        self._waiting += 1
        try:
            async with self._turn:
                return self._cache.get(key) or await self._drawn(key, film, order, raster)
        finally:
            self._waiting -= 1

    async def _drawn(self, key: str, film: Film, order: StillOrder, raster: bool) -> bytes:
        picture = await asyncio.to_thread(self._draw, film, order, raster)
        self._cache[key] = picture
        return picture

    def _draw(self, film: Film, order: StillOrder, raster: bool) -> bytes:
        svg = self._engine.svg(film.json().decode(), order)
        return png_of(svg) if raster else svg.encode()
