"""A web replica's connection: asks for slots, hears of them, keeps those it wants, and knows which runners there are."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial

import nats.errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js import JetStreamContext
from nats.js.errors import APIError, Error, NotFoundError

from app.errors import Busy, TooManyRequests
from app.runner.nats import connection, subjects
from app.runner.nats.messages import Beat, HoldSlot, LeaveSlot, Message, RunAsked, SlotTaken, Waiting, pack, unpack
from app.runner.nats.remote_slot import RemoteSlot
from app.runner.nats.roster import Roster
from app.runner.nats.stream import declare_consumers, declare_stream
from app.sandbox.protocol.fields import MessageInvalid
from app.sandbox.server.tasks import Tasks
from app.settings import Settings

HOLD_S = 1.0
ASK_S = 2.0
"""Longest wait for the server to acknowledge a job, before it is tried again."""
ASK_AGAIN_S = 0.1
FULL = 10077
"""Error code of a publish that the stream's limits refuse."""
TOKEN_BYTES = 18
MAX_WAITING_BYTES = 512 * 1024**2
"""Of messages that have arrived and were not looked at yet."""

log = logging.getLogger(__name__)


class WebLink:
    """``Link`` over NATS."""

    def __init__(self, settings: Settings, roster: Roster, on_roster: Callable[[], None], on_waiting: Callable[[Waiting], None]) -> None:
        """``on_roster`` is called when a runner has been heard of, ``on_waiting`` with what another replica says of its queue."""
        self._on_waiting = on_waiting
        self._settings = settings
        self._roster = roster
        self._on_roster = on_roster
        self.replica = f"{secrets.token_hex(8)}"
        self._client: Client | None = None
        self._stream: JetStreamContext | None = None
        self._engines: set[str] = set()
        """Those whose consumers are declared."""
        self._slots: dict[str, RemoteSlot] = {}
        self._tasks = Tasks()
        self._hash_key = b""
        self.deliveries = 0
        """Jobs that runners have taken, since the start."""
        self.delivery_s = 0.0
        """How long they lay in the stream, in all."""

    @property
    def connected(self) -> bool:
        """Whether there is a connection now."""
        return self._client is not None and self._client.is_connected

    @property
    def oldest_s(self) -> float:
        """Age of the oldest job of this replica that no runner has taken; 0 where there is none."""
        since = [slot.waiting_since_s for slot in self._slots.values()]
        return max((time.monotonic() - each for each in since if each is not None), default=0.0)

    async def start(self) -> None:
        """Connect in the background; raises ``SandboxUnavailable`` where the key cannot be read."""
        seed = connection.seed_of(self._settings)
        self._hash_key = hashlib.blake2b(seed.encode(), digest_size=32).digest() if seed else b""
        self._tasks.start(self._connect())
        self._tasks.start(self._hold())

    async def aclose(self) -> None:
        """Give all slots back and disconnect."""
        await self._tasks.cancel()
        await asyncio.gather(*(slot.close() for slot in self._slots.values()), return_exceptions=True)
        await connection.close(self._client)

    @asynccontextmanager
    async def slot(self, client: str, *, patient: bool) -> AsyncIterator[RemoteSlot]:
        """Hold a slot; nothing is asked for before its first run."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        made = RemoteSlot(_ClientLink(self, client, patient), self._settings, subjects.slot(self.replica, token), patient=patient)
        self._slots[token] = made
        try:
            yield made
        finally:
            del self._slots[token]
            await made.close()

    async def ask(self, client: str, quiet: bool, message: RunAsked) -> Callable[[], Awaitable[None]]:
        """Publish a job until the server has it, for as long as a run may wait for a slot."""
        identity = secrets.token_hex(16)  # of this attempt: two askers of the same code must both be answered
        try:
            async with asyncio.timeout(self._settings.queue_wait_s):
                while True:
                    if (sequence := await self._publish(client, quiet, message, identity)) is not None:
                        return partial(self._withdraw, sequence)
                    await asyncio.sleep(ASK_AGAIN_S)
        except TimeoutError:
            raise Busy("No runner can be reached. Try again in a moment.") from None

    async def _publish(self, client: str, quiet: bool, message: RunAsked, identity: str) -> int | None:
        """Publish a job; None where it is not known whether the server has it."""
        engine = self._roster.engine
        if self._stream is None or not engine:
            return None
        subject = subjects.job(engine, client, self._hash_key, quiet=quiet)
        try:
            await self._declare(engine)
            made = await self._stream.publish(subject, pack(message), timeout=ASK_S, headers={"Nats-Msg-Id": identity})
        except APIError as error:
            if error.err_code == FULL:
                raise _refused(error, self._settings) from None
            log.warning("a job was refused: %s", error.description)
            return None
        except (Error, nats.errors.Error, TimeoutError, OSError) as error:
            log.warning("a job could not be published: %s", type(error).__name__)
            self._engines.clear()
            return None
        return made.seq

    async def _withdraw(self, sequence: int) -> None:
        """Take a job out of the stream, if nobody has done so; waited for by nobody."""
        self._tasks.start(self._delete(sequence))

    async def _delete(self, sequence: int) -> None:
        try:
            if self._stream is not None:
                await self._stream.delete_msg(subjects.STREAM, sequence)
        except (Error, nats.errors.Error, TimeoutError, OSError):
            return

    async def tell(self, runner: str, message: Message) -> None:
        """Tell a runner something; while there is no connection nothing is said."""
        await self._say(subjects.control(runner), message)

    async def tell_replicas(self, message: Message) -> None:
        """Tell the other replicas something."""
        await self._say(subjects.queue(self.replica), message)

    async def _say(self, subject: str, message: Message) -> None:
        if self._client is None:
            return
        try:
            await self._client.publish(subject, pack(message))
        except nats.errors.Error as error:
            log.warning("nothing can be said by way of NATS: %s", type(error).__name__)

    def took(self, seconds: float) -> None:
        """Note how long a job lay in the stream."""
        self.deliveries += 1
        self.delivery_s += seconds

    async def _connect(self) -> None:
        client = await connection.connect(self._settings, f"web.{self.replica}.inbox", self._reconnected)
        self._client = client
        self._stream = client.jetstream(timeout=ASK_S)
        await client.subscribe(
            subjects.slot(self.replica, "*"), cb=self._hear_slot, pending_msgs_limit=-1, pending_bytes_limit=MAX_WAITING_BYTES
        )
        await client.subscribe(subjects.BEATS, cb=self._hear_beat)
        await client.subscribe(subjects.QUEUES, cb=self._hear_queue)
        await self._redeclare()

    async def _reconnected(self) -> None:
        """Declare everything again, and publish what the server may have lost."""
        await self._redeclare()
        await asyncio.gather(*(slot.ask_again() for slot in list(self._slots.values())), return_exceptions=True)

    async def _redeclare(self) -> None:
        self._engines.clear()
        assert self._stream is not None
        try:
            await declare_stream(self._stream, self._settings)
            await self._declare(self._roster.engine)
        except (Error, nats.errors.Error, TimeoutError, OSError) as error:
            log.warning("the stream could not be declared: %s", error)

    async def _declare(self, engine: str) -> None:
        if engine and engine not in self._engines and self._stream is not None:
            try:
                await declare_consumers(self._stream, engine)
            except NotFoundError:
                await declare_stream(self._stream, self._settings)
                await declare_consumers(self._stream, engine)
            self._engines.add(engine)

    async def _hear_slot(self, message: Msg) -> None:
        slot = self._slots.get(message.subject.rpartition(".")[2])
        try:
            heard = unpack(message.data)
        except MessageInvalid:
            log.warning("a runner sent what is no message, of %d bytes", len(message.data))
            return
        if slot is not None:
            await slot.receive(heard)
        elif isinstance(heard, SlotTaken) and subjects.is_name(heard.runner):
            await self.tell(heard.runner, LeaveSlot(heard.key))

    async def _hear_beat(self, message: Msg) -> None:
        try:
            heard = unpack(message.data)
        except MessageInvalid:
            return
        if isinstance(heard, Beat):
            self._roster.hear(message.subject.rpartition(".")[2], heard)
            self._on_roster()
            if (engine := self._roster.engine) not in self._engines:
                self._tasks.start(self._declare_quietly(engine))

    async def _hear_queue(self, message: Msg) -> None:
        with suppress(MessageInvalid):
            if isinstance(heard := unpack(message.data), Waiting) and message.subject != subjects.queue(self.replica):
                self._on_waiting(heard)

    async def _declare_quietly(self, engine: str) -> None:
        try:
            await self._declare(engine)
        except (Error, nats.errors.Error, TimeoutError, OSError) as error:
            log.warning("consumers could not be declared: %s", error)

    async def _hold(self) -> None:
        """Say again and again which slots are wanted."""
        while True:
            await asyncio.sleep(HOLD_S)
            for slot in list(self._slots.values()):
                if slot.key:
                    await self.tell(slot.place, HoldSlot(slot.key))


class _ClientLink:
    """``Link`` for the slots of one client."""

    def __init__(self, link: WebLink, client: str, quiet: bool) -> None:
        self._link = link
        self._client = client
        self._quiet = quiet

    async def ask(self, message: RunAsked) -> Callable[[], Awaitable[None]]:
        """Put a job into the stream."""
        return await self._link.ask(self._client, self._quiet, message)

    async def tell(self, runner: str, message: Message) -> None:
        """Tell a runner something."""
        await self._link.tell(runner, message)

    def took(self, seconds: float) -> None:
        """Note how long a job lay in the stream."""
        self._link.took(seconds)


def _refused(error: APIError, settings: Settings) -> Busy | TooManyRequests:
    if "per subject" in (error.description or ""):
        return TooManyRequests(f"You have {settings.client_runs} runs under way, as many as one visitor may have. Wait for one to end.")
    return Busy("Too many runs are waiting already. Try again in a moment.")
