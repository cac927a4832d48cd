"""A link's id in, what there is to show under it out: read from the store once, however many ask, and never run.

    in memory and young       answered as it is
    in memory and half due    answered as it is, and read again meanwhile: whoever comes later need not wait
    else                      read; everybody who asks for the same link waits for that one reading

Another server may delete a link, or store a film by a newer engine, so a view is shown for a bounded time without asking again. A
film's body never changes for the same tag and is not read twice. A film by an earlier engine is shown in the form of today.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass

from app.errors import Gone, NotFound
from app.films.memory import Memory
from app.store.snippets import StoredSnippet
from app.store.store import Store
from gradreel.film.film import Film, in_present_form


@dataclass(frozen=True)
class View:
    """What there is to show under a link."""

    snippet: StoredSnippet
    film: Film | None
    """None while no engine has run it."""
    current: bool
    """Whether the film is of the present engine."""


class Views:
    """What is shown, by id."""

    def __init__(self, store: Store, engine: str, memory_bytes: int, age_s: float) -> None:
        self._store = store
        self._engine = engine
        self._age_s = age_s
        self._held: Memory[tuple[View, float]] = Memory(memory_bytes, age_s)
        self._reading: dict[str, asyncio.Task[View]] = {}

    async def of(self, snippet_id: str) -> View:
        """Return what is stored under a link; raises ``NotFound`` or ``Gone``."""
        held = self._held.get(snippet_id)
        if held is None:
            # One reader may give up, and the others still want the answer.
            return await asyncio.shield(self._read(snippet_id, None))
        view, read_at = held
        if time.monotonic() - read_at > self._age_s / 2:
            self._read(snippet_id, view.film)
        return view

    def forget(self, snippet_id: str) -> None:
        """Drop what is held under a link, and what is being read of it: it has changed."""
        self._held.forget(snippet_id)
        self._reading.pop(snippet_id, None)

    async def aclose(self) -> None:
        """Give up what is being read."""
        reading = list(self._reading.values())
        for task in reading:
            task.cancel()
        await asyncio.gather(*reading, return_exceptions=True)

    def _read(self, snippet_id: str, known: Film | None) -> asyncio.Task[View]:
        reading = self._reading.get(snippet_id)
        if reading is None:
            reading = self._reading[snippet_id] = asyncio.create_task(self._view(snippet_id, known))
            reading.add_done_callback(lambda done: self._note(snippet_id, done))
        return reading

    async def _view(self, snippet_id: str, known: Film | None) -> View:
        snippet = await self._store.snippets.find(snippet_id)
        if known and await self._store.results.newest_tag(snippet_id, self._engine) == (known.etag, True):
            return View(snippet, known, current=True)
        film, current = await self._store.results.newest(snippet_id, self._engine) or (None, False)
        if film and not current:
            film = await asyncio.to_thread(in_present_form, film)
        return View(snippet, film, current)

    def _note(self, snippet_id: str, done: asyncio.Task[View]) -> None:
        if self._reading.get(snippet_id) is not done:
            return
        del self._reading[snippet_id]
        if done.cancelled() or isinstance(done.exception(), (NotFound, Gone)):
            self._held.forget(snippet_id)
        elif done.exception() is None and (film := done.result().film):
            self._held.put(snippet_id, (done.result(), time.monotonic()), len(film.body) + len(done.result().snippet.code))
