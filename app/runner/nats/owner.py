"""What a held slot needs of its runner."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Protocol

from nats.aio.client import Client

from app.runner.nats.messages import RunAsked
from app.sandbox.server.pool import Pool


class Owner(Protocol):
    """The runner, as its slots see it."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def pool(self) -> Pool:
        """Its children."""

    @property
    def client(self) -> Client:
        """Its connection."""

    def counted(self, asked: RunAsked) -> AbstractContextManager[bool]:
        """Say whether a run may be made, and count it while it goes on."""
