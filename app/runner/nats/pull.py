"""Asks the stream for one job at a time, so that a runner is never given more than it has slots for."""

from __future__ import annotations

import asyncio
import json
import time

import nats.errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription

from app.runner.nats import subjects

MARGIN_S = 2.0
"""Longest wait for the server to say that there is no job, beyond the time that it waits for one."""
NOT_THERE_S = 0.25
"""Pause before asking again for a consumer that is not there, or a server that does not answer."""

NANOSECONDS = 1_000_000_000


class Puller:
    """Pulls for one slot. Each wish gets one answer, a job or why there is none, so that none is left lying here."""

    def __init__(self, client: Client, subscription: Subscription) -> None:
        self._client = client
        self._subscription = subscription

    @classmethod
    async def of(cls, client: Client, inbox: str) -> Puller:
        """Have jobs delivered to ``inbox``."""
        return cls(client, await client.subscribe(inbox))

    async def next(self, consumer: str, wait_s: float) -> Msg | None:
        """Ask for one job; None if there is none after ``wait_s``, or none can be had now."""
        wish = {"batch": 1, "expires": int(wait_s * NANOSECONDS)} if wait_s else {"batch": 1, "no_wait": True}
        asked_s = time.monotonic()
        try:
            subject = f"$JS.API.CONSUMER.MSG.NEXT.{subjects.STREAM}.{consumer}"
            await self._client.publish(subject, json.dumps(wish).encode(), self._subscription.subject)
            message = await self._subscription.next_msg(wait_s + MARGIN_S)
        except (nats.errors.Error, TimeoutError, OSError):
            await asyncio.sleep(NOT_THERE_S)
            return None
        status = (message.headers or {}).get("Status")
        if status is None:
            return message
        # Not before time: a server may have reasons of its own to answer at once.
        if wait_s:
            await asyncio.sleep(min(NOT_THERE_S, max(0.0, wait_s - (time.monotonic() - asked_s))))
        return None
