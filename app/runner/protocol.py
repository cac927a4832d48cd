"""What the API needs of whatever runs snippets: this machine, or many."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from gradreel.film.film import Film


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
    readers_waiting: int = 0
    """Processes ready to read an answer."""
    readers_replaced: int = 0
    """Processes that read answers and failed, or had grown too large, since the start."""
    film_parts_left_out: dict[str, int] = field(default_factory=dict)
    """How often films had to do without their diagnoses, comparison or summary, since the start, by name."""


@dataclass(frozen=True)
class FinishedRun:
    """A run's film, packed, and what is known about it without reading it."""

    film: Film
    status: str
    """As in ``Outcome``."""
    failure_kind: str | None
    fidelity: str


class Runner(Protocol):
    """Runs snippets; made once per service."""

    async def start(self) -> None:
        """Get ready; raises ``SandboxUnavailable``."""

    async def aclose(self) -> None:
        """Stop every run and let go of everything."""

    async def submit(self, code: str, client: str, ticket: str | None = None, patient: bool = False) -> FinishedRun:
        """Run a snippet for a client. Cancelling the caller kills the run. While it waits, ``ahead`` tells its place by ``ticket``.

        ``patient`` says that nobody waits for this run: its comparison with plain PyTorch takes the time it needs.

        Raises ``Busy``, ``TooManyRequests``, ``CodeTooLarge`` or ``CodeUnreadable``; a snippet that fails is a ``Run``.
        """

    async def renew(self, film: Film, snippet_id: str = "") -> Film:
        """Bring a stored film into the present form, under this id unless it is empty; raises ``FilmUnreadable``."""

    def ahead(self, ticket: str) -> int | None:
        """Say how many waiting runs come before the one with this ticket; None if none with it waits."""

    def health(self) -> Health:
        """Say how things are, without waiting."""
