"""``gradreel.record()``: the context manager around what is to be recorded."""

from __future__ import annotations

import sys
import types
from collections.abc import Sequence
from typing import TYPE_CHECKING

from gradreel.errors import TorchMissing
from gradreel.recording.film import Film
from gradreel.recording.options import MAX_BYTES, MAX_EVENTS, Options

if TYPE_CHECKING:
    from gradreel.recording.session import Session


def record(*, include: Sequence[str] = (), exclude: Sequence[str] = (), max_events: int = MAX_EVENTS, max_bytes: int = MAX_BYTES) -> Block:
    """Record the block of a ``with`` statement; ``as`` gives the ``Film``.

        with gradreel.record() as film:
            loss = model(x).mean()
            loss.backward()
        film.save("why.html")

    The program runs as without it: same results, exceptions, gradients and random numbers. An exception leaves the block as always,
    and the film is complete up to there.

    ``include`` and ``exclude`` are globs of paths, absolute or relative to the working directory: the program's files are all but the
    standard library, ``site-packages``, PyTorch and Gradreel, plus ``include``, less ``exclude``. ``max_events`` bounds the number of
    events, ``max_bytes`` the size of the recording as JSON, in bytes: a film that is full keeps its beginning, what later events depend
    on, and its end.

    Raises ``ValueError`` for an option that is not possible.
    """
    return Block(Options(include, exclude, max_events, max_bytes))


class Block:
    """Records while it is entered. Each may be entered once."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self.film = Film()
        """What ``as`` gives."""
        self._session: Session | None = None

    def __enter__(self) -> Film:
        try:
            from gradreel.recording.session import Session
        except ModuleNotFoundError as error:
            if error.name != "torch":
                raise
            raise TorchMissing("gradreel.record() records PyTorch, and there is no PyTorch here: pip install torch") from None
        self._session = Session(self._options, sys._getframe(1))
        self._session.start()
        return self.film

    def __exit__(self, _kind: type[BaseException] | None, error: BaseException | None, _traceback: types.TracebackType | None) -> None:
        session, self._session = self._session, None
        if session is not None:
            self.film.develop(session.stop(error))
