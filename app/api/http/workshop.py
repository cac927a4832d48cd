"""Makes what is large, such as files and pages of films, in a few threads that serve clients in turn.

A client has a few places in the line and is served after those who have asked for little of late, as with runs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from app.runner.queue import FairQueue
from app.settings import Settings

Given = ParamSpec("Given")
Made = TypeVar("Made")

LIGHT_S = 1.0
"""Seconds of threads after which a client waits behind others."""


class Workshop:
    """The threads, and the line before them."""

    def __init__(self, settings: Settings) -> None:
        self._line = FairQueue(
            settings.answer_threads,
            settings.answer_queue,
            settings.queue_wait_s,
            settings.client_answers if settings.limits_clients else None,
            LIGHT_S,
            what="files and pages",
        )
        self._threads = ThreadPoolExecutor(settings.answer_threads, thread_name_prefix="answer")
        self._unpacking = ThreadPoolExecutor(1, thread_name_prefix="unpack")

    async def make(self, client: str, work: Callable[Given, Made], *args: Given.args, **kwargs: Given.kwargs) -> Made:
        """Do ``work`` for ``client`` when it is its turn; raises ``TooManyRequests`` or ``Busy``."""
        async with self._line.slot(client):
            return await asyncio.get_running_loop().run_in_executor(self._threads, lambda: work(*args, **kwargs))

    async def unpack(self, work: Callable[Given, Made], *args: Given.args, **kwargs: Given.kwargs) -> Made:
        """Do one of many short steps for an answer that is being sent; everybody's steps come in turn."""
        return await asyncio.get_running_loop().run_in_executor(self._unpacking, lambda: work(*args, **kwargs))

    def close(self) -> None:
        """Take no more work."""
        for threads in (self._threads, self._unpacking):
            threads.shutdown(wait=False, cancel_futures=True)
