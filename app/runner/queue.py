"""Turns a crowd of clients into an orderly line: bounded, and fair between clients.

    client A  a1 a2 a3 ──┐
    client B  b1 ────────┼──▶ turns: a1 b1 c1 a2 c2 a3 ──▶ slots
    client C  c1 c2 ─────┘

Clients that have held slots for long of late get their turns after all others, so that whoever asks for little is served beside those
who take all they can. Whoever waits longer than ``wait_s`` is turned away. When the line is full, a newcomer takes the place of the
last one of the client with the longest line of its own, so that one client's flood cannot lock others out.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from app.errors import Busy, TooManyRequests
from app.runner.recent_use import RecentUse

Ticket = asyncio.Future[None]


class FairQueue:
    """Hands out ``slots`` at a time."""

    def __init__(
        self, slots: int, length: int, wait_s: float, per_client: int | None, light_s: float = math.inf, what: str = "runs"
    ) -> None:
        """``light_s``: seconds of slots after which a client is heavy. ``what`` is a plural noun for messages."""
        self._what = what
        self._use = RecentUse(light_s)
        self._slots = self._free = slots
        self._length = length
        self._wait_s = wait_s
        self._per_client = per_client
        self._lines: OrderedDict[str, deque[Ticket]] = OrderedDict()
        self._since: dict[Ticket, float] = {}
        """When those who wait began to."""
        self._present: Counter[str] = Counter()
        self._named: dict[str, tuple[str, Ticket]] = {}

    @property
    def queued(self) -> int:
        """How many wait."""
        return sum(len(line) for line in self._lines.values())

    @property
    def oldest_s(self) -> float:
        """How long the one that has waited longest has been waiting; 0 if nobody waits."""
        return time.monotonic() - min(self._since.values()) if self._since else 0.0

    @property
    def places(self) -> dict[str, int]:
        """``ahead`` of all who wait under a name."""
        found = {name: self.ahead(name) for name in self._named}
        return {name: place for name, place in found.items() if place is not None}

    def resize(self, slots: int) -> None:
        """Hand out so many slots from now on; those that are held stay held."""
        self._free += slots - self._slots
        self._slots = slots
        self._advance()

    def charge(self, client: str, seconds: float) -> None:
        """Count time that a client has had of something beside its slots."""
        self._use.add(client, seconds)

    def ahead(self, name: str) -> int | None:
        """Say how many of those who wait get their turn before the one of this name; None if nobody of this name waits."""
        client, ticket = self._named.get(name, ("", None))
        if ticket is None or ticket.done():
            return None
        place = self._lines[client].index(ticket)
        heavy = {each: self._use.is_heavy(each) for each in self._lines}
        ahead, passed = place, False
        for other, line in self._lines.items():
            passed = passed or other == client
            if other != client and heavy[other] == heavy[client]:
                ahead += min(len(line), place + (not passed))
            elif heavy[client]:
                ahead += 0 if heavy[other] else len(line)
        return ahead

    @asynccontextmanager
    async def slot(self, client: str, name: str | None = None) -> AsyncIterator[None]:
        """Wait for a turn and hold a slot while the block runs. Under ``name``, ``ahead`` tells of it meanwhile.

        Raises ``TooManyRequests`` if this client has too many already, ``Busy`` if the line is full or the wait too long.
        """
        if self._per_client is not None and self._present[client] >= self._per_client:
            raise TooManyRequests(
                f"You have {self._per_client} {self._what} under way, as many as one visitor may have. Wait for one to end."
            )
        self._present[client] += 1
        try:
            await self._turn(client, name)
            began_s = time.monotonic()
            try:
                yield
            finally:
                self._use.add(client, time.monotonic() - began_s)
                self._free += 1
                self._advance()
        finally:
            self._present[client] -= 1
            if not self._present[client]:
                del self._present[client]

    async def _turn(self, client: str, name: str | None) -> None:
        if self._free > 0 and not self._lines:
            self._free -= 1
            return
        self._make_room(client)
        ticket: Ticket = asyncio.get_running_loop().create_future()
        self._lines.setdefault(client, deque()).append(ticket)
        self._since[ticket] = time.monotonic()
        try:
            with self._known_as(name, client, ticket):
                async with asyncio.timeout(self._wait_s):
                    await ticket
        except TimeoutError:
            self._leave(client, ticket)
            raise Busy(f"Nothing was free for {self._wait_s:g} s. Try again in a moment.") from None
        except asyncio.CancelledError:
            self._leave(client, ticket)
            raise
        finally:
            del self._since[ticket]

    @contextmanager
    def _known_as(self, name: str | None, client: str, ticket: Ticket) -> Iterator[None]:
        if name is None or name in self._named:
            yield
            return
        self._named[name] = client, ticket
        try:
            yield
        finally:
            del self._named[name]

    def _make_room(self, client: str) -> None:
        if self.queued < self._length:
            return
        longest = max(self._lines, key=lambda each: len(self._lines[each]), default=client)
        mine = len(self._lines.get(client, ()))
        if len(self._lines.get(longest, ())) <= mine + 1:
            raise Busy(f"{self.queued} {self._what} are waiting already. Try again in a moment.")
        ousted = self._lines[longest].pop()
        if not ousted.done():
            ousted.set_exception(Busy(f"Others are waiting too, and your {self._what} filled the line. Try again in a moment."))

    def _leave(self, client: str, ticket: Ticket) -> None:
        """Forget a ticket; if its turn had just come, pass the slot on."""
        if ticket.done() and not ticket.cancelled() and ticket.exception() is None:
            self._free += 1
            self._advance()
            return
        line = self._lines.get(client)
        if line is not None and ticket in line:
            line.remove(ticket)
            if not line:
                del self._lines[client]

    def _advance(self) -> None:
        """Give free slots to the clients in turn, to those that are not heavy first."""
        while self._free > 0 and self._lines:
            client = next((each for each in self._lines if not self._use.is_heavy(each)), next(iter(self._lines)))
            line = self._lines[client]
            ticket = line.popleft()
            del self._lines[client]
            if line:
                self._lines[client] = line
            if not ticket.done():
                self._free -= 1
                ticket.set_result(None)
