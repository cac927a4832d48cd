"""Reads what there is to show under a link, once however many ask, and keeps it for a short time; nothing is run here.

    in memory and young       answered as it is
    in memory and half due    answered as it is, and read again meanwhile: whoever comes later need not wait
    else                      read; everybody who asks for the same link waits for that one reading

Another server may delete a link, or store a film by a newer engine, so a link is shown for a bounded time without asking the store
again. A film's body never changes for the same tag and is not read twice. A film by an earlier engine is brought into the present
form first.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from app.errors import Gone, NotFound
from app.films.cache import ByteCache
from app.store.results import StoredTag
from app.store.snippets import StoredSnippet
from app.store.store import Store
from gradreel.errors import FilmUnreadable
from gradreel.film.film import Film

Renew = Callable[[Film], Awaitable[Film]]


@dataclass(frozen=True)
class Link:
    """What there is to show under a link."""

    snippet: StoredSnippet
    film: Film | None
    """None while no engine has run it, and where the film cannot be read."""
    current: bool
    """Whether the film is of the present engine."""
    stored_etag: str | None = None
    """Tag of the film as it lies in the store; ``film`` may be in a newer form."""
    unreadable: str | None = None
    """Why the stored film cannot be shown, and what to do."""
    fixes: str | None = None
    """Which fixes of the film work, as ``fixes.to_text`` writes it; None while that is not known."""


@dataclass(frozen=True)
class _Held:
    link: Link
    read_at_s: float
    """Of ``time.monotonic``."""


def _bytes_of(held: _Held) -> int:
    return len(held.link.snippet.code) + (len(held.link.film.body) if held.link.film else 0)


class LinkCache:
    """Links by id, in memory for at most ``ttl_s`` seconds."""

    def __init__(self, store: Store, renew: Renew, engine: Callable[[], str], max_bytes: int, ttl_s: float) -> None:
        """``renew`` brings a film into the present form, and raises ``FilmUnreadable`` where it cannot."""
        self._store = store
        self._renew = renew
        self._engine = engine
        self._ttl_s = ttl_s
        self._held: ByteCache[_Held] = ByteCache(max_bytes, _bytes_of, ttl_s)
        self._reading: dict[str, asyncio.Task[Link]] = {}

    async def link(self, snippet_id: str) -> Link:
        """Return what is stored under a link; raises ``NotFound`` or ``Gone``."""
        held = self._held.get(snippet_id)
        if held is None:
            # One reader may give up, and the others still want the answer.
            return await asyncio.shield(self._read(snippet_id, None))
        if time.monotonic() - held.read_at_s > self._ttl_s / 2:
            self._read(snippet_id, held.link)
        return held.link

    def forget(self, snippet_id: str) -> None:
        """Drop what is held under a link, and what is being read of it: it has changed."""
        self._held.pop(snippet_id, None)
        self._reading.pop(snippet_id, None)

    def forget_all(self) -> None:
        """Drop everything that is held and being read: some of it may have changed."""
        self._held.clear()
        self._reading.clear()

    async def aclose(self) -> None:
        """Cancel what is being read."""
        reading = list(self._reading.values())
        for task in reading:
            task.cancel()
        await asyncio.gather(*reading, return_exceptions=True)

    def _read(self, snippet_id: str, known: Link | None) -> asyncio.Task[Link]:
        reading = self._reading.get(snippet_id)
        if reading is None:
            reading = self._reading[snippet_id] = asyncio.create_task(self._from_store(snippet_id, known))
            reading.add_done_callback(lambda done: self._keep(snippet_id, done))
        return reading

    async def _from_store(self, snippet_id: str, known: Link | None) -> Link:
        snippet = await self._store.snippets.find(snippet_id)
        fixes = await self._store.verdicts.of_snippet(snippet_id, self._engine())
        if known and known.stored_etag:
            tag = await self._store.results.newest_tag(snippet_id, self._engine())
            if tag == StoredTag(known.stored_etag, known.current):
                return replace(known, snippet=snippet, fixes=fixes if known.current else None)
        stored = await self._store.results.newest(snippet_id, self._engine())
        if stored is None:
            return Link(snippet, None, current=False)
        link = Link(snippet, stored.film, stored.current, stored.film.etag, fixes=fixes if stored.current else None)
        if stored.current:
            return link
        try:
            return replace(link, film=await self._renew(stored.film))
        except FilmUnreadable as error:
            return replace(link, film=None, unreadable=str(error))

    def _keep(self, snippet_id: str, done: asyncio.Task[Link]) -> None:
        if self._reading.get(snippet_id) is not done:
            return
        del self._reading[snippet_id]
        if done.cancelled() or isinstance(done.exception(), (NotFound, Gone)):
            self._held.pop(snippet_id, None)
        elif done.exception() is None and done.result().stored_etag:
            self._held[snippet_id] = _Held(done.result(), time.monotonic())
