"""Adds to an exception what its film says of it, as a note: see ``gradreel.why.note``.

A note is shown below the exception's text by whatever prints tracebacks; type, text, arguments and traceback stay as they are.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gradreel.locale import Lang
    from gradreel.recording.film import Film


def note(error: BaseException | None, film: Film, path: Path | None = None, lang: Lang = "en") -> None:
    """Add the note to an exception that came from autograd; it carries one, and the one that names a file stays.

    Raises nothing: an exception without its note is worth more than none.
    """
    if isinstance(error, Exception):
        with suppress(Exception):
            _note(error, film, path, lang)


def _note(error: Exception, film: Film, path: Path | None, lang: Lang) -> None:
    from gradreel.why.ending import ended_by_autograd
    from gradreel.why.note import BEGINNING, note_of

    notes: list[str] = getattr(error, "__notes__", [])
    ours = next((at for at, text in enumerate(notes) if text.startswith(BEGINNING)), None)
    if (ours is not None and path is None) or not ended_by_autograd(film.run, error):
        return
    text = note_of(film.run, None if path is None else str(path), lang, error)
    if ours is None:
        BaseException.add_note(error, text)
    else:
        notes[ours] = text
