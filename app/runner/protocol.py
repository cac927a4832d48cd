"""What the API needs of whatever runs snippets: this machine, or many."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from gradreel.trace import Run


@dataclass(frozen=True)
class Health:
    """How well snippets are locked in, and how busy it is."""

    tier: str
    """``N`` namespaces, ``L`` Landlock without namespaces, ``none`` no jail at all, ``?`` before the start."""
    layers: tuple[str, ...]
    children_waiting: int
    running: int
    queued: int
    ready: bool
    """Would a snippet be run now?"""


class Runner(Protocol):
    """Runs snippets; made once per service."""

    async def start(self) -> None:
        """Get ready; raises ``SandboxUnavailable``."""

    async def aclose(self) -> None:
        """Stop every run and let go of everything."""

    async def submit(self, code: str, client: str, ticket: str | None = None, patient: bool = False) -> Run:
        """Run a snippet for a client. Cancelling the caller kills the run. While it waits, ``ahead`` tells its place by ``ticket``.

        ``patient`` says that nobody waits for this run: its comparison with plain PyTorch takes the time it needs.

        Raises ``Busy``, ``TooManyRequests``, ``CodeTooLarge`` or ``CodeUnreadable``; a snippet that fails is a ``Run``.
        """

    def ahead(self, ticket: str) -> int | None:
        """Say how many waiting runs come before the one with this ticket; None if none with it waits."""

    def health(self) -> Health:
        """Say how things are, without waiting."""
