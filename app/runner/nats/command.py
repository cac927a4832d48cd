"""``python -m app.cli runner``: one runner in a process of its own, until SIGTERM or SIGINT."""

from __future__ import annotations

import asyncio
import logging
import signal

from app.errors import SandboxUnavailable
from app.runner.nats import subjects
from app.runner.nats.host import Host, name_of_machine
from app.settings import Settings

log = logging.getLogger(__name__)


async def run(settings: Settings, name: str | None) -> None:
    """Take jobs until a signal comes; then let what runs come to its end."""
    name = name or name_of_machine()
    if not settings.nats_url:
        raise SandboxUnavailable("A runner needs NATS: give --nats or set GRADREEL_NATS_URL.")
    if not subjects.is_name(name):
        raise SandboxUnavailable("A runner's name has letters, digits, - and _ only, 64 at most.")
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, ended.set)
    host = Host(settings, name)
    starting = asyncio.ensure_future(host.start())
    ending = asyncio.ensure_future(ended.wait())
    try:
        await asyncio.wait({starting, ending}, return_when=asyncio.FIRST_COMPLETED)
        if starting.done():
            starting.result()
            log.info("runner %s takes jobs", name)
            await ending
    finally:
        starting.cancel()
        await asyncio.gather(starting, return_exceptions=True)
        await host.aclose()
