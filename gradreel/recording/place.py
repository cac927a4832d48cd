"""Where the film of a program goes: looked at before the program runs, and another place where that one fails in the end.

A program may run for hours before it fails; a film that cannot be written then is lost, and so is what it would have said.
"""

from __future__ import annotations

import os
import tempfile
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from gradreel.errors import FilmNotWritten

if TYPE_CHECKING:
    from gradreel.locale import Lang
    from gradreel.recording.film import Film


def checked(path: Path) -> Path:
    """Return the path of a film that is to be written later, from the root: the program may go to another folder.

    Raises ``FilmNotWritten`` for an ending that no film has, and for a folder that is missing or cannot be written into.
    """
    from gradreel.film.export import WRITERS

    if path.suffix.lower() not in WRITERS:
        ending = path.suffix or "no ending"
        raise FilmNotWritten(f"{path}: a film is written as one of {', '.join(WRITERS)}; {ending} is none of them.")
    folder = path.absolute().parent
    if not folder.is_dir():
        raise FilmNotWritten(f"{path}: there is no folder {folder}. Make it, or name a path in another one.")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise FilmNotWritten(f"{path}: this user may not write into {folder}. Name a path in another folder.")
    return path.absolute()


def of_rank(path: Path) -> Path:
    """Return the path for this process, of several that ``torchrun`` has started: its rank is in the name."""
    rank, size = os.environ.get("RANK", ""), os.environ.get("WORLD_SIZE", "")
    several = rank.isdecimal() and size.isdecimal() and int(size) > 1
    return path.with_stem(f"{path.stem}-rank{int(rank)}") if several else path


def unused(path: Path) -> Path:
    """Return the path, or the first with a number that is not taken."""
    numbered = (path.with_stem(f"{path.stem}-{number}") for number in count(2))
    return path if not path.exists() else next(other for other in numbered if not other.exists())


def saved(film: Film, path: Path, lang: Lang) -> tuple[Path, Exception | None]:
    """Write a film; return where it is and, where that is a temporary folder, why it could not be written to ``path``.

    A picture that cannot be drawn becomes an HTML file there. Raises what the first try raised, where the second fails as well.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return film.save(path, lang=lang), None
    except Exception as error:
        is_place = isinstance(error, FilmNotWritten | OSError)
        name = path.name if is_place else path.with_suffix(".html").name
        try:
            return film.save(Path(tempfile.mkdtemp(prefix="gradreel-"), name), lang=lang), error
        except Exception:
            raise error from None
