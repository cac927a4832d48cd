"""Which fixes of a film work: remembered, shipped with the examples, read from the store, or found out by running each fixed program.

    results(code)       memory ▶ shipped, store ▶ run      what the playground asks after a run
    keep_known(link)    memory ▶ shipped ▶ store           what publishing a film does
    keep(link)          run ▶ store                        what the background does for links

As with films, nothing is written to disk for code that nobody has published: see NOTE [What is kept] in ``library.py``.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict
from weakref import WeakValueDictionary

from cachetools import LRUCache

from app.errors import Busy, CodeTooLarge, CodeUnreadable, StoreUnavailable, TooManyRequests
from app.films.shipped import shipped_results
from app.runner.protocol import FixResult, IntendedRun, ProposedFix, Runner
from app.store.store import Store
from gradreel.film.film import Film
from gradreel.ids import digest_of

MAX_FIXES = 8
"""Fixes of one film that are run, those of the most important diagnoses first."""
MAX_FIXES_OF_ONE_CELL = 3
MAX_FIXES_OF_CELLS = 24
"""Fixes of a film with cells that are run, so that each of its failing cells has some."""
MAX_REMEMBERED = 2_048
"""Programs whose results are remembered."""
UNCHECKED = FixResult("unchecked")

PUBLISHING = "publishing"
"""For whom the fixes of a film are listed that has just been stored."""

Take = Callable[[], Awaitable[object]]
Propose = Callable[[Film, str], Awaitable[list[ProposedFix]]]


class Fixes:
    """The fixes of all films of one service."""

    def __init__(self, runner: Runner, store: Store, propose: Propose) -> None:
        """``propose`` lists the fixes of a film for a client, as ``proposed_fixes`` does."""
        self._propose = propose
        self._runner = runner
        self._store = store
        self._memory: LRUCache[str, dict[str, FixResult]] = LRUCache(MAX_REMEMBERED)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def results(self, code: str, film: Film, client: str, take: Take) -> dict[str, FixResult]:
        """Return the result of every fix of a film, by key; those that are not known are run, one after the other.

        ``take`` is called before each run and may raise ``TooManyRequests``. That, and ``Busy``, is passed on when it comes before the
        first run; later the fixes that are left are "unchecked" until somebody asks again.
        """
        proposed = await self._propose(film, client)
        found = await self._results(code, chosen_fixes(proposed), client, take)
        return {fix.key: found.get(fix.key, UNCHECKED) for fix in proposed}

    async def keep(self, snippet_id: str, code: str, film: Film, client: str) -> bool:
        """Run the fixes of a published film and store the results; False where some could not be run now."""
        chosen = chosen_fixes(await self._propose(film, client))
        found = await self._results(code, chosen, client, _free)
        if any(fix.key not in found for fix in chosen):
            return False
        await self._store.verdicts.put(snippet_id, self._runner.engine, to_text(found))
        return True

    async def keep_known(self, snippet_id: str, code: str, film: Film) -> None:
        """Store the results of a film that has just been published where all are known: nothing is run for that."""
        chosen = chosen_fixes(await self._propose(film, PUBLISHING))
        found = await self._known(code)
        if chosen and all(fix.key in found for fix in chosen):
            await self._store.verdicts.put(snippet_id, self._runner.engine, to_text({fix.key: found[fix.key] for fix in chosen}))

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
            shipped = shipped_results(code, self._runner.engine)
            try:
                stored = await self._store.verdicts.of_code(digest_of(code), self._runner.engine)
            except StoreUnavailable:
                return shipped
            self._memory[key] = shipped | from_text(stored)
        return dict(self._memory[key])

    async def _run(self, code: str, wanted: list[ProposedFix], client: str, take: Take, found: dict[str, FixResult]) -> None:
        await take()
        runs = {wanted[0].cell: await self._runner.run_intended(code, client, wanted[0].cell)}
        for fix in wanted:
            try:
                await take()
                if fix.cell not in runs:
                    runs[fix.cell] = await self._runner.run_intended(code, client, fix.cell)
                    await take()
                found[fix.key] = await self._try(runs[fix.cell], fix, client)
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


def chosen_fixes(proposed: list[ProposedFix]) -> list[ProposedFix]:
    """Choose those that are run."""
    if all(fix.cell is None for fix in proposed):
        return proposed[:MAX_FIXES]
    taken: Counter[int | None] = Counter()
    chosen = []
    for fix in proposed:
        taken[fix.cell] += 1
        if taken[fix.cell] <= MAX_FIXES_OF_ONE_CELL:
            chosen.append(fix)
    return chosen[:MAX_FIXES_OF_CELLS]


def to_text(results: Mapping[str, FixResult]) -> str:
    """Write results as the store and pages hold them."""
    return json.dumps({key: asdict(result) for key, result in results.items()}, ensure_ascii=False)


def from_text(text: str | None) -> dict[str, FixResult]:
    """Read what ``to_text`` wrote; empty where there is nothing."""
    read = json.loads(text) if text else {}
    return {key: FixResult(each["verdict"], tuple(each["changed"]), each["exception_type"]) for key, each in read.items()}
