"""Runs stored snippets that the present engine has not run yet, publishes the built-in examples, then tries the fixes of all their
films, while nobody else waits.

One snippet at a time, each compared with plain PyTorch, since its film stays. What fails is logged and skipped for a while; it never
ends the work on the others.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Iterable

from cachetools import TTLCache

from app.errors import ServiceError
from app.films.library import Library
from app.runner.protocol import Runner
from app.store.publishers import Quota
from app.store.snippets import StoredSnippet
from app.store.store import Store

EXAMPLE_PAUSE_S = 0.1
"""Longest pause while built-in examples have no links yet: the guide shows some of them live."""
RETRY_S = 900.0
"""Time for which a snippet is skipped that no film could be made of."""

log = logging.getLogger(__name__)


class Refresh:
    """The background work of one service."""

    def __init__(self, library: Library, runner: Runner, store: Store, quota: Quota, pause_s: float, examples: Iterable[str]) -> None:
        """``examples`` are the codes to publish, in order; ``pause_s`` lies between two runs."""
        self._library = library
        self._runner = runner
        self._store = store
        self._quota = quota
        self._pause_s = pause_s
        self._examples = list(examples)
        self._skipped: TTLCache[str, None] = TTLCache(math.inf, RETRY_S)
        """Ids of snippets that no film could be made of lately."""
        self._untried: TTLCache[str, None] = TTLCache(math.inf, RETRY_S)
        """Ids of snippets whose fixes could not be run lately."""

    async def run_forever(self) -> None:
        """Work until cancelled."""
        while True:
            await asyncio.sleep(min(self._pause_s, EXAMPLE_PAUSE_S) if self._examples else self._pause_s)
            try:
                if await self._store.leader.holds():
                    await self.step()
            except ServiceError as error:
                log.warning("the background work waits: %s", error.kind)
            except Exception:
                log.exception("a step of the background work failed")

    async def step(self) -> None:
        """Run one outdated snippet, publish one example, or try the fixes of one film, unless somebody else runs or waits.

        Raises ``StoreUnavailable``.
        """
        health = self._runner.health()
        if not health.ready or health.running or health.queued:
            return
        outdated = await self._store.snippets.without_result(self._runner.engine, len(self._skipped) + 1)
        snippet = next((each for each in outdated if each.id not in self._skipped), None)
        if snippet is not None:
            if not self._library.is_publishing(snippet.code):
                await self._refresh(snippet)
        elif self._examples:
            await self._publish(self._examples.pop(0))
        else:
            await self._try_fixes()

    async def _refresh(self, snippet: StoredSnippet) -> None:
        self._skipped[snippet.id] = None
        try:
            film = await self._library.run(snippet.code, "refresh", patient=True)
            if await self._library.keep(snippet.id, snippet.code, film, self._quota):
                self._skipped.pop(snippet.id, None)
            else:
                log.warning("snippet %s is skipped: no film of it was kept", snippet.id)
        except ServiceError as error:
            log.warning("snippet %s is skipped: %s", snippet.id, error.kind)
        except Exception:
            log.exception("snippet %s is skipped: its run failed", snippet.id)

    async def _try_fixes(self) -> None:
        """Try the fixes of one film."""
        untried = await self._store.verdicts.untried(self._runner.engine, len(self._untried) + 1)
        snippet = next((each for each in untried if each.id not in self._untried), None)
        if snippet is None:
            return
        self._untried[snippet.id] = None
        try:
            if await self._library.try_fixes(snippet.id, "refresh"):
                self._untried.pop(snippet.id, None)
        except ServiceError as error:
            log.warning("the fixes of snippet %s are not tried now: %s", snippet.id, error.kind)
        except Exception:
            log.exception("the fixes of snippet %s are not tried: a run failed", snippet.id)

    async def _publish(self, code: str) -> None:
        try:
            await self._library.publish(code, "gallery", None, patient=True)
        except ServiceError as error:
            log.warning("a built-in example was not published: %s", error.kind)
        except Exception:
            log.exception("a built-in example was not published")
