"""Makes one run for all who ask for the same at the same time; it goes on until the last of them has left."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass
class _Flight(Generic[T]):
    task: asyncio.Task[T]
    ticket: str | None
    """Of whoever asked first."""
    tickets: set[str] = field(default_factory=set)
    """Of the others."""
    askers: int = 0


class Flights(Generic[T]):
    """What is under way, by what was asked for."""

    def __init__(self) -> None:
        self._flights: dict[str, _Flight[T]] = {}

    async def join(self, key: str, ticket: str | None, start: Callable[[], Coroutine[None, None, T]]) -> T:
        """Return what the one under way under ``key`` gives, and start it if there is none."""
        flight = self._flights.get(key)
        if flight is None:
            flight = self._flights[key] = _Flight(asyncio.create_task(start()), ticket)
        elif ticket is not None:
            flight.tickets.add(ticket)
        flight.askers += 1
        try:
            return await asyncio.shield(flight.task)
        finally:
            await self._leave(key, flight)

    def first_ticket(self, ticket: str) -> str:
        """Return the ticket under which a run waits that was asked for with this one."""
        return next((flight.ticket for flight in self._flights.values() if ticket in flight.tickets and flight.ticket), ticket)

    async def _leave(self, key: str, flight: _Flight[T]) -> None:
        flight.askers -= 1
        if flight.task.done() or not flight.askers:
            if self._flights.get(key) is flight:
                del self._flights[key]
            if not flight.task.done():
                flight.task.cancel()
                await asyncio.gather(flight.task, return_exceptions=True)
