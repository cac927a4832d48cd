"""Which fixes of a film work: remembered, read from the store, or found out by running each fixed program.

    results(code)    memory ▶ store ▶ run      what the playground asks after a run
    keep(link)       run ▶ store               what the background does for links

As with films, nothing is written to disk for code that nobody has published: see NOTE [What is kept] in ``library.py``.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict
from weakref import WeakValueDictionary

from cachetools import LRUCache

from app.errors import Busy, CodeTooLarge, CodeUnreadable, StoreUnavailable, TooManyRequests
from app.runner.protocol import FixResult, IntendedRun, ProposedFix, Runner
from app.store.store import Store
from gradreel.film.film import Film
from gradreel.ids import digest_of

MAX_FIXES = 8
"""Fixes of one film that are run, those of the most important diagnoses first."""
MAX_REMEMBERED = 2_048
"""Programs whose results are remembered."""
UNCHECKED = FixResult("unchecked")

Take = Callable[[], Awaitable[object]]


class Fixes:
    """The fixes of all films of one service."""

    def __init__(self, runner: Runner, store: Store) -> None:
        self._runner = runner
        self._store = store
        self._memory: LRUCache[str, dict[str, FixResult]] = LRUCache(MAX_REMEMBERED)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def results(self, code: str, film: Film, client: str, take: Take) -> dict[str, FixResult]:
        """Return the result of every fix of a film, by key; those that are not known are run, one after the other.

        ``take`` is called before each run and may raise ``TooManyRequests``. That, and ``Busy``, is passed on when it comes before the
        first run; later the fixes that are left are "unchecked" until somebody asks again.
        """
        proposed = await asyncio.to_thread(proposed_fixes, film)
        found = await self._results(code, proposed[:MAX_FIXES], client, take)
        return {fix.key: found.get(fix.key, UNCHECKED) for fix in proposed}

    async def keep(self, snippet_id: str, code: str, film: Film, client: str) -> bool:
        """Run the fixes of a published film and store the results; False where some could not be run now."""
        proposed = await asyncio.to_thread(proposed_fixes, film)
        found = await self._results(code, proposed[:MAX_FIXES], client, _free)
        if any(fix.key not in found for fix in proposed[:MAX_FIXES]):
            return False
        await self._store.verdicts.put(snippet_id, self._runner.engine, to_text(found))
        return True

    def forget(self, digest: str) -> None:
        """Drop what is remembered of the fixes of the program with this digest."""
        self._memory.pop(self._key_of(digest), None)

    def _key(self, code: str) -> str:
        return self._key_of(digest_of(code))

    def _key_of(self, digest: str) -> str:
        return f"{self._runner.engine} {digest}"

    async def _results(self, code: str, proposed: list[ProposedFix], client: str, take: Take) -> dict[str, FixResult]:
        key = self._key(code)
        async with self._locks.setdefault(key, asyncio.Lock()):
            found = await self._known(code)
            if wanted := [fix for fix in proposed if fix.key not in found]:
                await self._run(code, wanted, client, take, found)
        return found

    async def _known(self, code: str) -> dict[str, FixResult]:
        key = self._key(code)
        if key not in self._memory:
            try:
                self._memory[key] = from_text(await self._store.verdicts.of_code(digest_of(code), self._runner.engine))
            except StoreUnavailable:
                return {}
        return dict(self._memory[key])

    async def _run(self, code: str, wanted: list[ProposedFix], client: str, take: Take, found: dict[str, FixResult]) -> None:
        await take()
        intended = await self._runner.run_intended(code, client)
        for fix in wanted:
            try:
                await take()
                found[fix.key] = await self._try(intended, fix, client)
            except (TooManyRequests, Busy):
                return
            # At once: whoever asks again after leaving need not have it run again.
            self._memory[self._key(code)] = dict(found)

    async def _try(self, intended: IntendedRun, fix: ProposedFix, client: str) -> FixResult:
        try:
            return await self._runner.try_fix(intended, fix, client)
        except (CodeTooLarge, CodeUnreadable):  # a fix adds to the code
            return UNCHECKED


async def _free() -> None:
    """Count nothing."""


def proposed_fixes(film: Film) -> list[ProposedFix]:
    """List the fixes of a film that could be run, each once, in the order of its diagnoses."""
    diagnoses = json.loads(film.json())["diagnoses"]
    fixes = (fix for diagnosis in diagnoses for fix in diagnosis["fixes"])
    found = {fix["key"]: ProposedFix(fix["key"], fix["kind"], fix["code"]) for fix in fixes if fix.get("key") and fix["code"]}
    return list(found.values())


def to_text(results: Mapping[str, FixResult]) -> str:
    """Write results as the store and pages hold them."""
    return json.dumps({key: asdict(result) for key, result in results.items()}, ensure_ascii=False)


def from_text(text: str | None) -> dict[str, FixResult]:
    """Read what ``to_text`` wrote; empty where there is nothing."""
    read = json.loads(text) if text else {}
    return {key: FixResult(each["verdict"], tuple(each["changed"]), each["exception_type"]) for key, each in read.items()}
