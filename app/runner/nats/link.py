"""A web replica's connection: hands jobs to runners, hears of them, keeps the slots it wants, and knows which runners there are."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

import nats.errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.js.errors import Error

from app.runner.nats import connection, subjects
from app.runner.nats.attempt import MAX_MESSAGES, Attempt, ConnectionCut
from app.runner.nats.beats import Beats
from app.runner.nats.claims import Claims
from app.runner.nats.dispatch import Dispatch
from app.runner.nats.messages import Beat, HoldSlot, Message, RunAsked, Waiting, pack, unpack
from app.runner.nats.remote_slot import RemoteSlot, Wish
from app.runner.nats.roster import Roster
from app.runner.nats.silences import Silences
from app.runner.nats.stream import declare_streams
from app.sandbox.protocol.fields import MessageInvalid
from app.sandbox.server.tasks import Tasks
from app.settings import Settings

SERVER_S = 2.0
"""Longest wait for an answer of the server."""
DECLARE_S = 5.0
"""Pause before what could not be declared is declared again."""
KEY_BYTES = 18
MAX_WAITING_BYTES = 128 * 1024**2
"""Of messages of one attempt that have arrived and were not looked at yet."""

log = logging.getLogger(__name__)


class WebLink:
    """``Link`` over NATS."""

    def __init__(self, settings: Settings, roster: Roster, on_roster: Callable[[], None], on_waiting: Callable[[Waiting], None]) -> None:
        """``on_roster`` is called when a runner has been heard of, ``on_waiting`` with what another replica says of its queue."""
        self.roster = roster
        self.dispatch = Dispatch(roster)
        self.replica = secrets.token_hex(8)
        self.deliveries = 0
        """Jobs that runners have taken, since the start."""
        self.delivery_s = 0.0
        """How long they waited for them, in all."""
        self._settings = settings
        self._silences = Silences(settings.nats_silence_s)
        self._on_roster = on_roster
        self._on_waiting = on_waiting
        self._client: Client | None = None
        self._slots: set[RemoteSlot] = set()
        self._attempts: dict[Attempt, Subscription | None] = {}
        """Those under way, and what is listened to for them."""
        self._tasks = Tasks()
        self._claims = Claims(settings, self._tasks)
        self._beats = Beats(self._heard, self._silences.read_s)
        self._hash_key = b""
        self._echo_s = 0.0

    @property
    def connected(self) -> bool:
        """Whether there is a connection now."""
        return self._client is not None and self._client.is_connected

    @property
    def passes(self) -> bool:
        """Whether messages pass now: this replica hears itself."""
        return self.connected and time.monotonic() - self._echo_s < self._silences.echo_lost_s

    @property
    def oldest_s(self) -> float:
        """How long the run of this replica has been waiting that waits for a runner for longest; 0 where there is none."""
        since = [slot.waiting_since_s for slot in self._slots]
        return max((time.monotonic() - each for each in since if each is not None), default=0.0)

    async def start(self) -> None:
        """Connect in the background; raises ``SandboxUnavailable`` where the key cannot be read."""
        seed = connection.seed_of(self._settings)
        self._hash_key = hashlib.blake2b(seed.encode(), digest_size=32).digest() if seed else b""
        self._tasks.start(self._connect())
        self._tasks.start(self._hold())

    async def aclose(self) -> None:
        """Give all slots back and disconnect."""
        await asyncio.gather(*(slot.close() for slot in list(self._slots)), return_exceptions=True)
        await self._tasks.cancel()
        await connection.close(self._client)

    @asynccontextmanager
    async def slot(self, client: str, wish: Wish) -> AsyncIterator[RemoteSlot]:
        """Hold a slot; no runner is asked before its first run."""
        made = RemoteSlot(self, self._settings, wish)
        self._slots.add(made)
        try:
            async with self._claims.held(subjects.claim(client, self._hash_key), made.refuse):
                yield made
        finally:
            self._slots.discard(made)
            await made.close()

    def attempt(self, runner: str) -> Attempt:
        """Begin an attempt at a runner."""
        return Attempt(runner, secrets.token_urlsafe(KEY_BYTES), self._settings)

    def answer_to(self, attempt: Attempt) -> str:
        """Subject on which it is heard."""
        return subjects.slot(self.replica, attempt.key)

    async def hand(self, attempt: Attempt, run: RunAsked) -> None:
        """Hand a job to the attempt's runner, and listen to what it says: to so much and no more, of which the server takes care."""
        subject = self.answer_to(attempt)
        self._attempts[attempt] = None
        job = RunAsked(subject, attempt.key, run.number, run.mode_name, run.patient, run.body)
        try:
            if self._client is None:
                raise nats.errors.ConnectionClosedError
            heard = await self._client.subscribe(subject, cb=attempt.hear, pending_msgs_limit=-1, pending_bytes_limit=MAX_WAITING_BYTES)
            self._attempts[attempt] = heard
            await heard.unsubscribe(limit=MAX_MESSAGES)
            await self._client.publish(subjects.jobs(attempt.runner), pack(job), reply=subject)
        except (nats.errors.Error, OSError) as error:
            log.warning("a job cannot be handed over: %s", type(error).__name__)

    async def end(self, attempt: Attempt) -> None:
        """Listen to it no longer."""
        if heard := self._attempts.pop(attempt, None):
            with suppress(nats.errors.Error, OSError):
                await heard.unsubscribe()

    async def tell(self, runner: str, message: Message) -> None:
        """Tell a runner something; while there is no connection nothing is said."""
        await self._say(subjects.control(runner), message)

    async def tell_replicas(self, message: Message) -> None:
        """Tell the other replicas something."""
        await self._say(subjects.queue(self.replica), message)

    def took(self, seconds: float) -> None:
        """Note how long a job waited for the runner that took it."""
        self.deliveries += 1
        self.delivery_s += seconds

    async def _say(self, subject: str, message: Message) -> None:
        if self._client is None:
            return
        try:
            await self._client.publish(subject, pack(message))
        except (nats.errors.Error, OSError) as error:
            log.warning("nothing can be said by way of NATS: %s", type(error).__name__)

    async def _connect(self) -> None:
        client = await connection.connect(self._settings, f"web.{self.replica}.inbox", self._reconnected)
        self._client = client
        self._claims.server = client.jetstream(timeout=SERVER_S)
        await client.subscribe(subjects.echo(self.replica), cb=self._hear_echo)
        await client.subscribe(subjects.QUEUES, cb=self._hear_queue)
        self._tasks.start(self._say_echo(client))
        self._tasks.start(self._declare())
        self._tasks.start(self._beats.read_forever(client, f"web.{self.replica}.inbox.beats"))

    async def _reconnected(self) -> None:
        """Declare everything again, and hand over again what may not have arrived."""
        for attempt in list(self._attempts):
            attempt.lose(ConnectionCut())
        self._tasks.start(self._declare())

    async def _declare(self) -> None:
        server = self._claims.server
        assert server is not None
        while True:
            try:
                await declare_streams(server, self._settings)
            except (Error, nats.errors.Error, TimeoutError, OSError) as error:
                log.warning("the streams could not be declared: %s", error)
                await asyncio.sleep(DECLARE_S)
            else:
                return

    def _heard(self, runner: str, beat: Beat) -> None:
        self.roster.hear(runner, beat)
        self._on_roster()

    async def _hear_echo(self, _: Msg) -> None:
        self._echo_s = time.monotonic()

    async def _hear_queue(self, message: Msg) -> None:
        with suppress(MessageInvalid):
            if isinstance(heard := unpack(message.data), Waiting) and message.subject != subjects.queue(self.replica):
                self._on_waiting(heard)

    async def _say_echo(self, client: Client) -> None:
        while True:
            with suppress(nats.errors.Error, OSError):
                await client.publish(subjects.echo(self.replica), b"")
            await asyncio.sleep(self._silences.echo_s)

    async def _hold(self) -> None:
        """Say again and again which slots are wanted."""
        while True:
            await asyncio.sleep(self._silences.hold_s)
            for attempt in list(self._attempts):
                if attempt.taken is not None:
                    await self.tell(attempt.runner, HoldSlot(attempt.key))
