"""``gradreel.on_error()``: waits, for the whole program, for an exception of autograd, and then writes its film.

Meanwhile only the last training steps are kept, without values. The film is written where the exception is on its way to the program,
while everything that it is about is still there.
"""

from __future__ import annotations

import atexit
import sys
import types
from pathlib import Path
from typing import TYPE_CHECKING

from gradreel.errors import FilmNotWritten
from gradreel.recording.current import CURRENT, heed_forks
from gradreel.recording.film import Film
from gradreel.recording.noted import note
from gradreel.recording.notice import tell_in
from gradreel.recording.options import MAX_BYTES, MAX_EVENTS, Options
from gradreel.recording.place import checked, of_rank, saved, unused
from gradreel.recording.torch_version import new_session

if TYPE_CHECKING:
    from gradreel.locale import Lang
    from gradreel.recording.session import Session

MAX_LOOKS = 3
"""How often gradients that are not finite are looked into that turn out to be meant, such as those of ``GradScaler``, and ops that were
refused by something else than autograd."""
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
    """Write a film when an exception leaves a backward pass, or autograd refuses an op, and say in one line on stderr where it is.

    ``non_finite``: also when a backward pass gives a gradient that is NaN or infinite, at the first that the program does not look for
    itself; nothing is raised then. It takes a look at the results of every op on the CPU.

    Call it once, at the beginning of the program, in the thread that trains. The film shows the last ``last`` training steps, without
    values of tensors. It is written once, to ``path`` or, where that is taken, to the same name with a number; the ending says in which
    form, see ``Film.save``. Of several processes that ``torchrun`` has started each has its rank in the name. Where the place cannot be
    written any more when the error comes, that is told, and the film is in a temporary folder. The program gets its exception as always,
    with a note that names the lines that explain it and the file. ``lang`` is the language of the note, of the line and of the film. The
    result can be called off with ``disarm()``, and is a context manager that does so at its end.

    An exception that the program handles by itself counts as well: it is not known yet what becomes of it.

    Raises ``ValueError`` for an option that is not possible, for an ending that no film has, and for a folder that is missing. A second
    call, and one inside ``record()``, changes nothing.
    """
    try:
        place = checked(Path(path))
    except FilmNotWritten as error:
        raise ValueError(str(error)) from None
    armed = OnError(place, Options(max_events=max_events, max_bytes=max_bytes, last=last, values="none", non_finite=non_finite, lang=lang))
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
        self._refusals = 0
        self.film = Film()
        """Is ready when an error has come."""

    def resume(self, caller: types.FrameType) -> None:
        """Begin to watch, or go on, in the thread of this call."""
        if CURRENT.armed is not self or self.film.is_ready:
            return
        options = self._options
        make = new_session(options.lang)
        from gradreel.tracer.listeners import Listeners

        listeners = Listeners(self._failed, self._refused, self._spoiled if options.non_finite else None)
        session = make(options, caller, None, listeners)
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
        except Exception as failed:
            tell_in(self._options.lang, "told-raised-no-film", error=failed)
        else:
            self._write(error, "told-raised-film", "told-raised-no-film")

    def _refused(self, error: Exception) -> None:
        """An op raised: write the film where it was autograd that refused it, and let the program run on."""
        from gradreel.why.ending import ended_by_autograd, is_of_autograd

        if self._session is None or self.film.is_ready or self._refusals == MAX_LOOKS or not is_of_autograd(error):
            return
        self._refusals += 1
        try:
            film = Film()
            film.develop(self._session.look(error))
            if not ended_by_autograd(film.run, error):
                return
        except Exception as failed:
            tell_in(self._options.lang, "told-refused-no-film", error=failed)
        else:
            self.film = film
            self._write(error, "told-refused-film", "told-refused-no-film")

    def _write(self, error: Exception | None, film: str, no_film: str) -> None:
        """Write the film, and tell that there is one or none. What it says is on the exception first: it is worth more than the file."""
        assert self._session is not None
        self._session.abandon()
        lang = self._options.lang
        note(error, self.film, lang=lang)
        try:
            path, why = saved(self.film, unused(of_rank(self._path)), lang)
        except Exception as failed:
            tell_in(lang, no_film, error=failed)
            return
        note(error, self.film, path, lang)
        if why is not None:
            tell_in(lang, "told-elsewhere", error=why)
        tell_in(lang, film, path=path)

    def _spoiled(self) -> None:
        """A backward pass gave NaN or infinities: write the film if the program does not expect them, and let it run on."""
        if self._session is None or self.film.is_ready or self._looks == MAX_LOOKS:
            return
        self._looks += 1
        try:
            film = Film()
            film.develop(self._session.look(None))
            if not any(diagnosis.kind == "non_finite" and diagnosis.severity == "error" for diagnosis in film.diagnoses):
                return
        except Exception as failed:
            tell_in(self._options.lang, "told-non-finite-no-film", error=failed)
        else:
            self.film = film
            self._write(None, "told-non-finite-film", "told-non-finite-no-film")
