"""``gradreel.on_error()``: waits, for the whole program, for an exception that leaves a backward pass, and then writes its film.

Meanwhile only the last training steps are kept, without values. The film is written where the exception is on its way to the program,
while everything that it is about is still there.
"""

from __future__ import annotations

import atexit
import sys
import types
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from gradreel.recording.current import CURRENT, heed_forks
from gradreel.recording.film import Film
from gradreel.recording.noted import note
from gradreel.recording.notice import tell_in
from gradreel.recording.options import MAX_BYTES, MAX_EVENTS, Options
from gradreel.recording.torch_version import new_session

if TYPE_CHECKING:
    from gradreel.locale import Lang
    from gradreel.recording.session import Session

MAX_LOOKS = 3
"""How often gradients that are not finite are looked into that turn out to be meant, such as those of ``GradScaler``."""
LAST = 2
"""Training steps that a film shows."""


def on_error(
    path: str | Path = "gradreel-error.html",
    *,
    last: int = LAST,
    max_events: int = MAX_EVENTS,
    max_bytes: int = MAX_BYTES,
    non_finite: bool = False,
    lang: Lang = "en",
) -> OnError:
    """Write a film when an exception leaves a backward pass, and say in one line on stderr where it is.

    ``non_finite``: also when a backward pass gives a gradient that is NaN or infinite, at the first that the program does not look for
    itself; nothing is raised then. It takes a look at the results of every op on the CPU.

    Call it once, at the beginning of the program, in the thread that trains. The film shows the last ``last`` training steps, without
    values of tensors. It is written once, to ``path`` or, where that is taken, to the same name with a number; the ending says in which
    form: .html, .svg, .png or .json. The program gets its exception as always, with a note that names the lines that explain it and the
    file. ``lang`` is the language of the note, of the line and of the film. The result can be called off with ``disarm()``, and is a
    context manager that does so at its end.

    Raises ``ValueError`` for an option that is not possible. A second call, and one inside ``record()``, changes nothing.
    """
    armed = OnError(
        Path(path), Options(max_events=max_events, max_bytes=max_bytes, last=last, values="none", non_finite=non_finite, lang=lang)
    )
    if CURRENT.armed is None and CURRENT.block is None:
        CURRENT.armed = armed
        heed_forks()
        atexit.register(armed.disarm)
        armed.resume(sys._getframe(1))
    return armed


class OnError:
    """What waits for the error."""

    def __init__(self, path: Path, options: Options) -> None:
        self._path = path
        self._options = options
        self._session: Session | None = None
        self._looks = 0
        self.film = Film()
        """Is ready when an error has come."""

    def resume(self, caller: types.FrameType) -> None:
        """Begin to watch, or go on, in the thread of this call."""
        if CURRENT.armed is not self or self.film.is_ready:
            return
        options = self._options
        session = new_session(options.lang)(options, caller, None, self._failed, self._spoiled if options.non_finite else None)
        try:
            session.start()
        except Exception as error:
            session.give_up()
            tell_in(self._options.lang, "told-not-watched", error=error)
        else:
            self._session, CURRENT.block = session, self

    def suspend(self) -> None:
        """Stop watching."""
        session, self._session = self._session, None
        if session is not None:
            CURRENT.block = None
            session.give_up()

    def abandon(self) -> None:
        """Record nothing more: this is a process that was forked."""
        if self._session is not None:
            self._session.abandon()

    def disarm(self) -> None:
        """Stop watching for good; no film is written any more."""
        self.suspend()
        if CURRENT.armed is self:
            CURRENT.armed = None
        atexit.unregister(self.disarm)

    def __enter__(self) -> OnError:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.disarm()

    def _failed(self, error: Exception) -> None:
        """A backward pass raised: write the film, and let the program run on without being watched."""
        if self._session is None or self.film.is_ready:
            return
        try:
            self.film.develop(self._session.look(error))
            self._session.abandon()
            path = self.film.save(_unused(self._path), lang=self._options.lang)
            note(error, self.film, path, self._options.lang)
            tell_in(self._options.lang, "told-raised-film", path=path)
        except Exception as failed:
            tell_in(self._options.lang, "told-raised-no-film", error=failed)

    def _spoiled(self) -> None:
        """A backward pass gave NaN or infinities: write the film if the program does not expect them, and let it run on."""
        if self._session is None or self.film.is_ready or self._looks == MAX_LOOKS:
            return
        self._looks += 1
        try:
            film = Film()
            film.develop(self._session.look(None))
            if any(diagnosis.kind == "non_finite" and diagnosis.severity == "error" for diagnosis in film.diagnoses):
                self.film = film
                self._session.abandon()
                path = film.save(_unused(self._path), lang=self._options.lang)
                tell_in(self._options.lang, "told-non-finite-film", path=path)
        except Exception as failed:
            tell_in(self._options.lang, "told-non-finite-no-film", error=failed)


def _unused(path: Path) -> Path:
    """Return the path, or the first with a number that is not taken."""
    numbered = (path.with_stem(f"{path.stem}-{number}") for number in count(2))
    return path if not path.exists() else next(other for other in numbered if not other.exists())
