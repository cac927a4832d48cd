"""As many readers as runs go on at once; what is done when one of them fails on an answer.

    killed from outside                      the same once more, by another reader
    failed before the answer was validated   result_invalid: whoever sent it made the reader fail
    failed after that                        the film once more, by another reader, without all that it can do without
    failed at that as well                   result_invalid

A reader that failed is replaced: see ``processes.py``.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from dataclasses import replace

from app.errors import SandboxUnavailable
from app.sandbox.protocol.modes import Expect, Mode, begin_none
from app.sandbox.reader import process
from app.sandbox.reader.frames import ControlAnswer, FinishedFilm, JudgedFix, JudgeFix, ReadAnswer, RenewFilm
from app.sandbox.reader.process import ReaderFailed, RunControl
from app.sandbox.reader.processes import Processes
from app.sandbox.report.verdict import stopped
from app.settings import Settings
from gradreel.errors import FilmUnreadable
from gradreel.film.film import Film

log = logging.getLogger(__name__)


class ReaderPool(Processes):
    """Readers that wait for an answer, and those at work."""

    def __init__(self, settings: Settings, size: int) -> None:
        super().__init__(settings, size, process.BOOT)
        self._renewing = asyncio.Semaphore(1)
        self.left_out: Counter[str] = Counter()
        """Stages of films that were left out, since the start."""

    async def read(self, request: ReadAnswer, run_control: RunControl, expect: Expect = begin_none) -> FinishedFilm:
        """Make a film of an answer, whatever the answer is; ``expect`` is told of control runs that will be wanted.

        Raises ``SandboxUnavailable`` if no reader can be had, ``RunLost`` if all that were had were killed from outside.
        """
        try:
            film = await self._read(request, run_control, expect)
        except ReaderFailed as failed:
            log.warning("a reader failed (%s); the answer has %d bytes and was %s", failed, len(request.result), _known(failed))
            self.left_out["all" if failed.validated else "answer"] += 1
            film = await self._read_plainly(request, failed)
        for stage in film.left_out:
            name, _, error = stage.partition(":")
            self.left_out[name] += 1
            log.warning("a film without its %s: %s", name, error)
        if film.refused:
            # The reason's first word only: what follows may quote the answer.
            log.warning("result refused for its %s; it has %d bytes", film.refused, len(request.result))
        return film

    async def judge(self, request: JudgeFix) -> JudgedFix | None:
        """Compare two control runs, whatever they are; None where a reader fails at it. Raises as ``read``."""
        try:
            return await self.use(lambda reader: reader.judge(request, self._settings.reader_time_s))
        except ReaderFailed as failed:
            log.warning(
                "a reader failed (%s) at a fix; the answers have %d and %d bytes", failed, len(request.fixed), len(request.intended)
            )
            return None

    async def _read_plainly(self, request: ReadAnswer, failed: ReaderFailed) -> FinishedFilm:
        if failed.validated:
            try:
                return await self._read(replace(request, plainly=True), _no_control)
            except ReaderFailed:
                self.left_out["answer"] += 1
        failure = request.failure or stopped("result_invalid", self._settings).model_dump_json().encode()
        try:
            return await self._read(replace(request, plainly=True, result=b"", failure=failure), _no_control)
        except ReaderFailed:
            raise SandboxUnavailable("The answer of this run could not be read. Try again in a moment.") from None

    async def renew(self, film: Film, snippet_id: str) -> Film:
        """Bring a stored film into the present form, under this id unless it is empty; raises ``FilmUnreadable`` or as ``read``."""
        request = RenewFilm(film.body, snippet_id)
        # One at a time, so that those who look at old links leave readers to those who run something.
        async with self._renewing:
            try:
                found = await self.use(lambda reader: reader.renew(request, self._settings.reader_time_s))
            except ReaderFailed as failed:
                log.warning("a reader failed (%s) on a stored film of %d bytes", failed, len(film.body))
                raise FilmUnreadable("This film could not be read. Run the code again to make it anew.") from None
        if found.unreadable:
            raise FilmUnreadable(found.unreadable)
        return replace(film, body=found.body, etag=found.etag)

    async def _read(self, request: ReadAnswer, run_control: RunControl, expect: Expect = begin_none) -> FinishedFilm:
        return await self.use(lambda reader: reader.read(request, run_control, self._settings.reader_time_s, expect))


def _known(failed: ReaderFailed) -> str:
    return "sound" if failed.validated else "not validated"


async def _no_control(_mode: Mode, _for_comparison: bool) -> ControlAnswer:
    return ControlAnswer(b"", b"")
