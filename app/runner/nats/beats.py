"""Reads how runners are: the last beat of each, which the server keeps, so many times a second and no more often.

A runner that says more than one beat between two readings has said one. No clock of another machine is asked: a runner is heard when
the server has numbered a beat of it that was not read before.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from contextlib import suppress

import nats.errors
from nats.aio.client import Client
from nats.aio.msg import Msg

from app.runner.nats.messages import Beat, unpack
from app.runner.nats.subjects import BEAT_PREFIX, BEAT_STREAM, BEATS, is_name
from app.sandbox.protocol.fields import MessageInvalid

MAX_RUNNERS = 10_000
REQUEST = json.dumps({"multi_last": [BEATS], "batch": MAX_RUNNERS}).encode()

log = logging.getLogger(__name__)


class Beats:
    """Those that were read."""

    def __init__(self, on_beat: Callable[[str, Beat], None], pause_s: float) -> None:
        """``on_beat`` is called with a runner's name and what it says; ``pause_s`` lies between two readings."""
        self._on_beat = on_beat
        self._pause_s = pause_s
        self._read: dict[str, str] = {}
        """The number of the last one, by runner."""

    async def read_forever(self, client: Client, inbox: str) -> None:
        """Read until cancelled."""
        await client.subscribe(inbox, cb=self._hear)
        while True:
            with suppress(nats.errors.Error):
                await client.publish(f"$JS.API.DIRECT.GET.{BEAT_STREAM}", REQUEST, reply=inbox)
            await asyncio.sleep(self._pause_s)

    async def _hear(self, message: Msg) -> None:
        headers = message.headers or {}
        subject, _, runner = headers.get("Nats-Subject", "").rpartition(".")
        number = headers.get("Nats-Sequence", "")
        # Where no stream is declared yet, the server says so with the subject of the request.
        if subject != BEAT_PREFIX or not is_name(runner) or self._read.get(runner) == number:
            return
        self._read[runner] = number
        try:
            beat = unpack(message.data)
        except MessageInvalid:
            log.warning("runner %s says what is no beat", runner)
            return
        if isinstance(beat, Beat):
            self._on_beat(runner, beat)
