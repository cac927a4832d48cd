"""Ends waiting for a PostgreSQL that says nothing: a network that was cut, or a server that was stopped, gives no error by itself.

    a connection that has not done its work in ``ANSWER_S`` is ended, which fails whatever waits for it
    from then on one question every ``RETRY_S`` finds out whether the database is back; all others fail at once

NOTE [Not the driver's timeouts] After ``command_timeout`` asyncpg asks the server to cancel the statement, over a new connection and for as
long as that takes, and closing the first one waits for it: for ever, where nobody answers.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy.exc import DBAPIError, DisconnectionError, InterfaceError, OperationalError

CONNECT_S = 3.0
PING_S = 2.0
"""Longest wait for a sign of life of a connection that has been idle."""
ANSWER_S = 10.0
"""Longest time for one transaction, far more than any takes."""
RETRY_S = 2.0
GONE = ("08", "57P")
"""How PostgreSQL's codes begin for a connection that failed, and for a server that shuts down or is starting."""
SERVER_SETTINGS = {"idle_in_transaction_session_timeout": str(round(ANSWER_S * 1000))}
"""The database gives up the transaction of a server that was stopped in it: others may wait for the same rows."""


@contextmanager
def ended_when_silent(driver_connection: Any, seconds: float) -> Iterator[None]:
    """End a connection of asyncpg unless the block is done in time."""
    timer = asyncio.get_running_loop().call_later(seconds, driver_connection.terminate)
    try:
        yield
    finally:
        timer.cancel()


def ping(connection: Any, _record: object, _proxy: object) -> None:
    """Make sure, before it is used, that a connection of the pool is alive; a listener of SQLAlchemy's "checkout"."""
    try:
        with ended_when_silent(connection.driver_connection, PING_S):
            connection.ping()
    except connection.dbapi.Error as error:
        raise DisconnectionError("the connection was lost while it was idle") from error


def is_silence(error: OSError | DBAPIError) -> bool:
    """Whether an error says that the database, or the way to it, is not there."""
    if not isinstance(error, DBAPIError) or isinstance(error, OperationalError | InterfaceError) or error.connection_invalidated:
        return True
    return (getattr(error.orig, "sqlstate", None) or "").startswith(GONE)


class Silence:
    """Whether a database was found silent, and when it is asked again."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._silent = False
        self._ask_s = 0.0

    @contextmanager
    def noticed(self) -> Iterator[None]:
        """Ask the database something in the block, unless it is silent and was asked just now; raises ``TimeoutError`` then."""
        began_s = self._clock()
        if self._silent and began_s < self._ask_s:
            raise TimeoutError("it said nothing when it was last asked")
        self._ask_s = began_s + RETRY_S
        try:
            yield
        except (OSError, DBAPIError) as error:
            # What fails at once, as when nobody listens, keeps nobody waiting.
            self._silent = is_silence(error) and self._clock() - began_s >= PING_S
            self._ask_s = self._clock() + RETRY_S
            raise
        self._silent = False
