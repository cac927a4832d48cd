"""Finds the film of a snippet, or makes it by a run; publishes, shows and deletes links.

    known(code)    memory ▶ store         what may be answered without a run
    run(code)      run                    what pressing Run asks for when nothing is known
    publish(code)  store a link and film  what "Create short link" asks for
    complete(code) further runs           what the page asks for once it shows a film of which something is still pending
    link(id)       store only             what a page view asks for: it never runs anything

NOTE [What is kept] A run leaves its film in memory, bounded and gone with the process, so that the same code is not run twice and a
link made next has its film at once. On disk nothing is written before somebody publishes.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal
from weakref import WeakValueDictionary

from cachetools import LRUCache

from app.errors import Busy, Gone, NoRoom, NotFound, ServiceError, StoreUnavailable, TooManyBytes, TooManyRequests
from app.examples.gallery import example_with
from app.films.cache import ByteCache
from app.films.fixes import Fixes, Take, free
from app.films.link_cache import Link, LinkCache
from app.metrics import Metrics
from app.runner.protocol import Runner
from app.store.changes import Change
from app.store.publishers import Quota
from app.store.snippets import Creation
from app.store.store import Store
from gradreel.film.film import Film
from gradreel.ids import digest_of
from gradreel.ids import snippet_id as id_of

MAX_CONFIRMED = 100_000

IsPending = Callable[[Film, str], Awaitable[bool]]

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class KnownFilm:
    """A film that was not run for this request."""

    film: Film
    source: Literal["memory", "store"]


class Library:
    """Films and links of one service."""

    def __init__(
        self, runner: Runner, store: Store, links: LinkCache, fixes: Fixes, metrics: Metrics, max_bytes: int, is_pending: IsPending
    ) -> None:
        """``is_pending`` says for a client whether something about a film is still to be found out."""
        self._runner = runner
        self._is_pending = is_pending
        self._completing: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._store = store
        self._links = links
        self._fixes = fixes
        self._metrics = metrics
        self._memory: ByteCache[Film] = ByteCache(max_bytes, lambda film: len(film.body))
        self._confirmed: LRUCache[str, None] = LRUCache(MAX_CONFIRMED)
        """Keys of films in memory that may be stored as they are."""
        self._publishing: set[str] = set()

    def is_publishing(self, code: str) -> bool:
        """Whether a film of ``code`` is being made for a link right now."""
        return digest_of(code) in self._publishing

    def remembered(self, code: str) -> Film | None:
        """Return the film of the last run of ``code``, also one that ran out of time."""
        return self._memory.get(self._key(code))

    async def known(self, code: str) -> KnownFilm | None:
        """Return a film that the same code may be answered with, without running it."""
        key = self._key(code)
        film = self._memory.get(key)
        if film and film.reusable:
            self._metrics.showed("memory")
            return KnownFilm(film, "memory")
        try:
            film = await self._store.results.of_code(digest_of(code), self._runner.engine)
        except StoreUnavailable:
            return None
        if film is None:
            return None
        self._memory[key] = film
        self._confirmed[key] = None
        self._metrics.showed("store")
        return KnownFilm(film, "store")

    async def run(self, code: str, client: str, ticket: str | None = None, patient: bool = False, kept: bool = False) -> Film:
        """Run ``code``; takes and raises what ``Runner.submit`` does."""
        start = time.perf_counter()
        run = await self._runner.submit(code, client, ticket, patient, kept)
        film = run.film
        self._metrics.ran(run, time.perf_counter() - start)
        self._metrics.showed("run")
        key = self._key(code)
        if film.kept:
            self._memory[key] = film
            self._confirmed.pop(key, None)
            if run.confirmed:
                self._confirmed[key] = None
        return await self._completed_in_the_background(code, film, client) if patient else film

    async def _completed_in_the_background(self, code: str, film: Film, client: str) -> Film:
        try:
            return await self.complete(code, film, client, free)
        except ServiceError as error:
            log.warning("a film is not completed now: %s", error.kind)
            return film

    async def whole(self, code: str, client: str, take: Take) -> Film:
        """Return the film of ``code`` with all that there is to find out; run what is not known, after ``take``."""
        film = self.remembered(code)
        if film is None and (known := await self.known(code)):
            film = known.film
        if film is None:
            await take()
            film = await self.run(code, client)
        return await self.complete(code, film, client, take)

    async def complete(self, code: str, film: Film, client: str, take: Take) -> Film:
        """Return the film of ``code`` with what further runs tell of it; a film of which nothing is pending is returned as it is.

        It takes the place of the one without, in memory and under its link. ``take`` is called before anything is run; raises as
        ``Runner.complete``.
        """
        key = self._key(code)
        async with self._completing.setdefault(key, asyncio.Lock()):
            film = self._memory.get(key) or film
            if not await self._is_pending(film, client):
                return film
            await take()
            whole = await self._runner.complete(code, film, client)
            if film.kept and whole.etag != film.etag:
                await self._replace(code, film, whole)
            return whole

    async def _replace(self, code: str, film: Film, whole: Film) -> None:
        """Have the whole film stand where the one is that it completes."""
        held = self._memory.get(self._key(code))
        if held is not None and held.etag == film.etag:
            self._memory[self._key(code)] = whole
        try:
            stored = await self.link(id_of(code))
            if stored.current and stored.stored_etag == film.etag:
                await self._store.results.complete(stored.snippet.id, self._runner.engine, film.etag, whole)
                self._links.forget(stored.snippet.id)
        except (NotFound, Gone, StoreUnavailable):
            return

    async def publish(self, code: str, client: str, quota: Quota | None, patient: bool = False) -> Creation:
        """Make a link for ``code``, and its film unless nothing can be run now; raises as ``Snippets.create``.

        The link is on disk before anything is run, and stays when the run fails: the background makes up for it. It is withdrawn only
        where its film does not fit into the quota.
        """
        digest = digest_of(code)
        self._publishing.add(digest)
        try:
            creation = await self._store.snippets.create(code, client, quota, owned=example_with(code) is None)
            self._metrics.linked("created" if creation.created else "found")
            self._links.forget(creation.id)
            await self._add_film(creation, code, client, quota, patient)
            return creation
        finally:
            self._publishing.discard(digest)

    async def _add_film(self, creation: Creation, code: str, client: str, quota: Quota | None, patient: bool) -> None:
        """Store a film under a new link. Whoever published gets the link and its delete token whatever happens here."""
        try:
            film = self.remembered(code) if self._key(code) in self._confirmed else None
            if film is None and not creation.created and (await self.link(creation.id)).current:
                return
            await self.keep(creation.id, code, film or await self.run(code, client, patient=patient, kept=True), quota)
        except (TooManyBytes, NoRoom):
            if creation.delete_token is not None:
                await self._store.snippets.delete(creation.id, creation.delete_token)
                self._links.forget(creation.id)
            raise
        except (Busy, TooManyRequests, StoreUnavailable):
            return
        except Exception:
            log.exception("no film was made of the published snippet %s; its link is kept", creation.id)

    async def keep(self, snippet_id: str, code: str, film: Film, quota: Quota | None = None) -> bool:
        """Store a film under its link and say whether it is there; where a collision lengthened the id, the film is given that id.

        Raises ``TooManyBytes`` or ``NoRoom`` where ``quota`` leaves no room for it.
        """
        if not film.kept:
            return False
        if snippet_id != id_of(code):
            film = await self._runner.renew(film, snippet_id)
        kept = await self._store.results.put(snippet_id, self._runner.engine, film, quota)
        try:
            if kept:
                await self._fixes.keep_known(snippet_id, code, film)
        finally:
            self._links.forget(snippet_id)
        return kept

    async def try_fixes(self, snippet_id: str, client: str) -> bool:
        """Run the fixes of a link's film, so that they are known to whoever opens it; False where that cannot be done now."""
        link = await self.link(snippet_id)
        if link.film is None or not link.current:
            return False
        film = await self.complete(link.snippet.code, link.film, client, free)
        kept = await self._fixes.keep(snippet_id, link.snippet.code, film, client)
        self._links.forget(snippet_id)
        return kept

    async def link(self, snippet_id: str) -> Link:
        """Return what is stored under a link; raises ``NotFound`` or ``Gone``."""
        return await self._links.link(snippet_id)

    async def delete(self, snippet_id: str, token: str) -> bool:
        """Withdraw a snippet; with its last publisher delete it wherever it is held, and return True. Raises as ``Snippets.delete``."""
        snippet = await self._store.snippets.find(snippet_id)
        if not await self._store.snippets.delete(snippet_id, token):
            self._metrics.linked("withdrawn")
            return False
        self._links.forget(snippet_id)
        digest = digest_of(snippet.code)
        self._memory.pop(self._key_of(digest), None)
        self._fixes.forget(digest)
        self._metrics.linked("deleted")
        return True

    def _key(self, code: str) -> str:
        return self._key_of(digest_of(code))

    def _key_of(self, digest: str) -> str:
        return f"{self._runner.engine} {digest}"

    def changed(self, change: Change | None) -> None:
        """Drop what is held of a link that another server has changed; None for any."""
        if change is None:
            self._links.forget_all()
            return
        self._links.forget(change.snippet_id)
        if change.digest:
            self._memory.pop(self._key_of(change.digest), None)
            self._fixes.forget(change.digest)

    async def aclose(self) -> None:
        """Cancel what is being read for links."""
        await self._links.aclose()
