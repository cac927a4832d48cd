"""Brings a stored film into the present form. It was made of an answer once, so it is parsed where answers are."""

from __future__ import annotations

from app.sandbox.reader.frames import RenewedFilm, RenewFilm
from app.sandbox.reader.stages import StageOverrun, cpu_limit
from app.settings import Settings
from gradreel.errors import FilmUnreadable
from gradreel.film.film import Film
from gradreel.film.load import in_present_form


def renewed(request: RenewFilm, settings: Settings) -> RenewedFilm:
    """Read a film, and write it again under the id that it is to have."""
    try:
        with cpu_limit(settings.reader_cpu_s):
            film = in_present_form(Film(request.body, "", True, {}))
            if request.snippet_id:
                film = film.in_form_of(film.run().model_copy(update={"id": request.snippet_id}))
    except FilmUnreadable as error:
        return RenewedFilm(b"", "", str(error), reader_is_spent=False)
    except (MemoryError, StageOverrun):
        return RenewedFilm(b"", "", "This film is too large to be read. Run the code again to make it anew.", reader_is_spent=False)
    return RenewedFilm(film.body, film.etag, "", reader_is_spent=False)
