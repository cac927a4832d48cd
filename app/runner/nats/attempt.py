"""One handing over of one job to one runner, and all that this runner says of it.

It speaks on a subject of its own, which the replica listens to while the attempt lasts; what it says is believed no more than what a
snippet says. It can spoil the runs that it was given, and no others.
"""

from __future__ import annotations

import asyncio
import logging
import time

from nats.aio.msg import Msg

from app.errors import RunLost
from app.runner.nats.chunks import AnswerInvalid, Assembly
from app.runner.nats.messages import AnswerChunk, RunRefused, SlotTaken, SlotWorking, unpack
from app.runner.nats.roster import is_possible
from app.sandbox.protocol.fields import MessageInvalid
from app.sandbox.server.pool import Answer
from app.settings import Settings

MAX_MESSAGES = 2_000
"""That the server passes on of one attempt: several of the largest answers, and signs of life for longer than any run."""
NO_RESPONDERS = "503"

log = logging.getLogger(__name__)


class RunnerSilent(Exception):
    """Nothing was heard of a runner for too long, or it works for ever."""


class ConnectionCut(Exception):
    """This replica was cut off, and does not know what it missed."""


class _Run:
    def __init__(self, settings: Settings) -> None:
        self.assembly = Assembly(settings)
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()


class Attempt:
    """What is known of it."""

    def __init__(self, runner: str, key: str, settings: Settings) -> None:
        self.runner = runner
        self.key = key
        self.taken: SlotTaken | None = None
        self.refused = ""
        """Why it was not taken: ``full``, or ``gone`` where nobody heard it."""
        self.asked_s = self.heard_s = time.monotonic()
        self.decided = asyncio.Event()
        """It is taken, or refused, or over."""
        self._settings = settings
        self._lost: Exception | None = None
        self._runs: dict[int, _Run] = {}

    @property
    def over(self) -> bool:
        """Whether it was given up."""
        return self._lost is not None

    def expect(self, number: int) -> None:
        """Expect the answer of a run of this number."""
        run = self._runs[number] = _Run(self._settings)
        if self._lost is not None:
            _fail(run, self._lost)

    def answer(self, number: int) -> asyncio.Future[Answer]:
        """Return where it will be; raises ``KeyError`` if it is not expected."""
        return self._runs[number].answer

    def forget(self, number: int) -> bool:
        """Expect this answer no longer, and say whether it had come."""
        answer = self._runs.pop(number).answer
        return not (answer.cancel() or answer.cancelled())

    def lose(self, error: Exception) -> None:
        """Expect nothing more of it."""
        self._lost = self._lost or error
        self.decided.set()
        for run in self._runs.values():
            _fail(run, error)

    async def hear(self, message: Msg) -> None:
        """Take what the runner, or the server, says on the attempt's subject."""
        if (message.headers or {}).get("Status") == NO_RESPONDERS and not message.data:
            self.refused = self.refused or ("" if self.taken else "gone")
            self.decided.set()
            return
        try:
            self._receive(unpack(message.data))
        except MessageInvalid:
            log.warning("runner %s sent what is no message, of %d bytes", self.runner, len(message.data))

    def _receive(self, message: object) -> None:
        if getattr(message, "key", None) != self.key or self.over:
            return
        if isinstance(message, SlotTaken):
            if self.taken is None and is_possible(message.tier, message.layers, message.torch, message.python):
                self.taken = message
                self.heard_s = time.monotonic()
                self.decided.set()
        elif self.taken is None:
            if isinstance(message, RunRefused):
                self.refused = message.reason[:20]
                self.decided.set()
        elif isinstance(message, SlotWorking | AnswerChunk | RunRefused):
            self.heard_s = time.monotonic()
            if not isinstance(message, SlotWorking) and (run := self._runs.get(message.number)):
                self._answer(run, message)

    def _answer(self, run: _Run, message: AnswerChunk | RunRefused) -> None:
        if isinstance(message, RunRefused):
            # Another runner may be able to make the first run; without the others a film can do.
            _fail(run, RunLost(f"the runner refused it: {message.reason[:20]}"))
            return
        if run.answer.done():
            return
        try:
            answer = run.assembly.add(message)
        except AnswerInvalid as error:
            log.warning("runner %s sent %s", self.runner, error)
            _fail(run, error)
        else:
            if answer is not None:
                run.answer.set_result(answer)


def _fail(run: _Run, error: Exception) -> None:
    if not run.answer.done():
        run.answer.set_exception(error)
        run.answer.exception()  # or asyncio complains where nobody looks at it
