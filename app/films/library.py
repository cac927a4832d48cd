"""Code in, film out: from memory, from the store, or by running it; and links to films.

    of(code)       memory ▶ store ▶ run           what pressing Run asks for
    publish(code)  store a link, and its film     what "Create short link" asks for
    view(id)       store only                     what a page view asks for: it never runs anything
    refresh()      run what this engine has not run yet, then publish the built-in examples, those of the guide first; one at a
                   time, while nobody waits, and each compared with plain PyTorch: its film stays

NOTE [What is kept] A run leaves its film in memory, bounded and gone with the process, so that the same code is not run twice and a
link made next has its film at once. On disk nothing is written before somebody publishes.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Literal

from app.errors import Busy, ServiceError, StoreUnavailable, TooManyRequests
from app.examples.gallery import Example, examples
from app.films.link_cache import View, Views
from app.films.memory import Memory
from app.metrics import Metrics
from app.render.guide import live_films
from app.runner.protocol import Runner
from app.store.snippets import Creation, StoredSnippet
from app.store.store import Store
from gradreel.film.film import Film, film_of
from gradreel.ids import ID_LENGTH, digest_of, snippet_id

# Between the built-in examples, on a fresh database: the guide shows some of them live.
BRIEFLY_S = 0.1

log = logging.getLogger(__name__)

Source = Literal["memory", "store", "run"]


class Films:
    """Where films come from."""

    def __init__(self, runner: Runner, store: Store, views: Views, metrics: Metrics, engine: str, memory_bytes: int) -> None:
        self._runner = runner
        self._store = store
        self._metrics = metrics
        self._engine = engine
        self._memory: Memory[Film] = Memory(memory_bytes)
        self._views = views
        self._publishing: set[str] = set()
        """Digests whose film is on its way: ``refresh`` leaves them alone."""

    def remembered(self, code: str) -> Film | None:
        """Return the film of the last run of ``code``, also one that ran out of time."""
        return self._memory.get(digest_of(code))

    async def known(self, code: str) -> tuple[Film, Source] | None:
        """Return a film that the same code may be answered with, without running it."""
        digest = digest_of(code)
        film = self._memory.get(digest)
        if film and film.reusable:
            self._metrics.showed("memory")
            return film, "memory"
        try:
            film = await self._store.results.of_code(digest, self._engine)
        except StoreUnavailable:
            return None
        if film is None:
            return None
        self._remember(digest, film)
        self._metrics.showed("store")
        return film, "store"

    async def run(self, code: str, client: str, ticket: str | None = None, patient: bool = False) -> Film:
        """Run ``code``; takes and raises what ``Runner.submit`` does."""
        start = time.perf_counter()
        run = await self._runner.submit(code, client, ticket, patient)
        film = await asyncio.to_thread(film_of, run)
        self._metrics.ran(run, time.perf_counter() - start)
        self._metrics.showed("run")
        if film.kept:
            self._remember(digest_of(code), film)
        return film

    async def publish(self, code: str, client: str, most: int | None, patient: bool = False) -> tuple[Creation, bool]:
        """Make a link for ``code`` and say whether its film is there already; raises ``TooManySnippets``.

        The link is on disk before anything is run, and stays when nothing can be run now: ``refresh`` makes up for it.
        """
        digest = digest_of(code)
        self._publishing.add(digest)
        try:
            return await self._publish(code, digest, client, most, patient)
        finally:
            self._publishing.discard(digest)

    async def _publish(self, code: str, digest: str, client: str, most: int | None, patient: bool) -> tuple[Creation, bool]:
        owned = all(code != example.code for example in examples())
        creation = await self._store.snippets.create(code, client, most, owned)
        self._metrics.linked("created" if creation.created else "found")
        self._views.forget(creation.id)
        film = self._memory.get(digest)
        if film is None and not creation.created and (await self.view(creation.id)).current:
            return creation, True
        try:
            film = film or await self.run(code, client, patient=patient)
        except (Busy, TooManyRequests):
            return creation, False
        try:
            return creation, await self._keep(creation.id, code, film)
        except StoreUnavailable:
            return creation, False

    async def aclose(self) -> None:
        """Give up what is being read for views."""
        await self._views.aclose()

    async def view(self, snippet_id: str) -> View:
        """Return what is stored under a link; raises ``NotFound`` or ``Gone``."""
        return await self._views.of(snippet_id)

    async def delete(self, snippet_id: str, token: str) -> None:
        """Delete a snippet wherever it is held; raises as ``Snippets.delete``."""
        snippet = await self._store.snippets.find(snippet_id)
        await self._store.snippets.delete(snippet_id, token)
        self._views.forget(snippet_id)
        self._memory.forget(digest_of(snippet.code))
        self._metrics.linked("deleted")

    async def refresh(self, pause_s: float, publish_examples: bool) -> None:
        """Run stored snippets that this engine has not run, for ever; each is tried once, and only while nobody else waits."""
        tried: set[str] = set()
        unpublished = by_urgency() if publish_examples else []
        while True:
            await asyncio.sleep(min(pause_s, BRIEFLY_S) if unpublished else pause_s)
            health = self._runner.health()
            if not health.ready or health.running or health.queued:
                continue
            try:
                outdated = await self._store.snippets.without_result(self._engine, len(tried) + 1)
            except StoreUnavailable as error:
                log.warning("stored films are not looked after: %s", error.kind)
                continue
            untried = [each for each in outdated if each.id not in tried]
            if not untried and unpublished:
                await self._publish_quietly(unpublished.pop(0).code)
            for snippet in untried[:1]:
                if digest_of(snippet.code) in self._publishing:
                    continue
                tried.add(snippet.id)
                await self._refresh_one(snippet)

    async def _publish_quietly(self, code: str) -> None:
        try:
            await self.publish(code, "gallery", None, patient=True)
        except ServiceError as error:
            log.warning("a built-in example was not published: %s", error.kind)

    async def _refresh_one(self, snippet: StoredSnippet) -> None:
        try:
            await self._keep(snippet.id, snippet.code, await self.run(snippet.code, "refresh", patient=True))
        except ServiceError as error:
            log.warning("snippet %s was not run again: %s", snippet.id, error.kind)

    async def _keep(self, snippet_id: str, code: str, film: Film) -> bool:
        """Store a film under its link; where a collision lengthened the link's id, the film says so too."""
        if not film.kept:
            return False
        if snippet_id != digest_of(code)[:ID_LENGTH]:
            film = await asyncio.to_thread(lambda: film_of(film.run().model_copy(update={"id": snippet_id})))
        kept = await self._store.results.put(snippet_id, self._engine, film)
        self._views.forget(snippet_id)
        return kept

    def _remember(self, digest: str, film: Film) -> None:
        self._memory.put(digest, film, len(film.body))


def by_urgency() -> list[Example]:
    """List the built-in examples, those first that the guide shows live."""
    live = live_films()
    return sorted(examples(), key=lambda example: snippet_id(example.code) not in live)
