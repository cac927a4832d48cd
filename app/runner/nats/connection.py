"""Connects to NATS, over TLS and with a key where they are given, and keeps trying for as long as the process lives."""

from __future__ import annotations

import asyncio
import logging
import ssl
from collections.abc import Awaitable, Callable
from pathlib import Path

import nats.errors
from nats.aio.client import Client

from app.errors import SandboxUnavailable
from app.runner.nats.silences import Silences
from app.settings import Settings

RECONNECT_S = 0.25
MAX_PENDING_BYTES = 64 * 1024**2
"""Of what is said while there is no connection."""

log = logging.getLogger(__name__)


async def connect(settings: Settings, inbox: str, on_reconnect: Callable[[], Awaitable[None]]) -> Client:
    """Connect, and wait for as long as that takes; raises ``SandboxUnavailable`` where the key or the certificate cannot be read."""
    told: set[str] = set()

    async def disconnected() -> None:
        if not client.is_closed:
            log.warning("the connection to NATS is lost")

    async def reconnected() -> None:
        told.clear()
        log.info("connected to NATS again")
        await on_reconnect()

    async def failed(error: Exception) -> None:
        # The same every quarter of a second, until it is over.
        text = f"{type(error).__name__}: {error}".partition("\n")[0]
        if text not in told:
            told.add(text)
            log.warning("NATS: %s", text)

    client = Client()
    await client.connect(
        [url.strip() for url in settings.nats_url.split(",")],
        inbox_prefix=inbox,
        error_cb=failed,
        disconnected_cb=disconnected,
        reconnected_cb=reconnected,
        reconnect_time_wait=RECONNECT_S,  # type: ignore[arg-type]  # it takes a fraction as well
        max_reconnect_attempts=-1,
        ping_interval=Silences(settings.nats_silence_s).ping_s,  # type: ignore[arg-type]  # likewise
        pending_size=MAX_PENDING_BYTES,
        nkeys_seed_str=seed_of(settings) or None,
        tls=_tls(settings) if settings.nats_ca_file else None,
    )
    return client


def seed_of(settings: Settings) -> str:
    """Read the seed of this process's key; empty where it has none."""
    if not settings.nats_seed_file:
        return ""
    try:
        return Path(settings.nats_seed_file).read_text().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise SandboxUnavailable(f"GRADREEL_NATS_SEED_FILE cannot be read: {error}") from None


def _tls(settings: Settings) -> ssl.SSLContext:
    try:
        return ssl.create_default_context(cafile=settings.nats_ca_file)
    except (OSError, ssl.SSLError) as error:
        raise SandboxUnavailable(f"GRADREEL_NATS_CA_FILE cannot be read: {error}") from None


async def close(client: Client | None) -> None:
    """Say what is left to say, and close."""
    if client is None or client.is_closed:
        return
    try:
        async with asyncio.timeout(1.0):
            await client.flush()
    except (TimeoutError, nats.errors.Error, OSError):
        log.info("NATS is left without its last word")
    await client.close()
