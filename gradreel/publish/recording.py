"""Records the program of a page, in a process of its own with a time limit, and keeps the film by a hash of all that it follows from.

code, versions of Gradreel, PyTorch and Python ─▶ hash ─┬─ kept, and its files are as they were ─▶ film
                                                        └─ else ─▶ python -m gradreel run -o film.json ─▶ film, kept
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from gradreel.errors import FilmNotPublished, FilmUnreadable
from gradreel.film.bounds import content_of
from gradreel.film.film import Film
from gradreel.film.load import film_from_json
from gradreel.publish.options import Expect
from gradreel.version import VERSION

TIME_S = 120.0
"""Longest time that one program may take, in seconds, PyTorch's start included."""
INLINE = "film.py"
"""Name of a program that is written in the page itself."""
ENDINGS: dict[Expect, str] = {"raises": "raised", "completes": "completed"}
SAID_CHARACTERS = 400


@dataclass(frozen=True)
class Program:
    """What to record."""

    code: str
    file: Path | None = None
    """None for code that stands in the page."""


def recorded(program: Program, cache: Path, time_s: float = TIME_S) -> Film:
    """Return the film of a program, recorded unless ``cache`` has it; raises ``FilmNotPublished`` where there can be none."""
    kept = cache / f"{_hash_of(program)}.json"
    folder = program.file.parent if program.file else None
    film = _kept(kept, folder)
    if film is None:
        film = _record(program, folder, time_s)
        cache.mkdir(parents=True, exist_ok=True)
        part = kept.with_suffix(f".{os.getpid()}")
        part.write_bytes(film.json())
        part.replace(kept)
    return film


def check_ending(film: Film, expect: Expect | None) -> None:
    """Raise ``FilmNotPublished`` where the program did not end as its author says."""
    outcome = film.run().outcome
    if expect is None or outcome.status == ENDINGS[expect]:
        return
    said = f": {outcome.failure.message}" if outcome.failure else ""
    raise FilmNotPublished(f"The page says that this program {expect}, and it {outcome.status}{said[:SAID_CHARACTERS]}")


def _hash_of(program: Program) -> str:
    try:
        torch = metadata.version("torch")
    except metadata.PackageNotFoundError:
        raise FilmNotPublished("Films are recorded with PyTorch, and there is none here: pip install torch") from None
    parts = (VERSION, torch, sys.version, str(program.file or ""), program.code)
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]


def _kept(file: Path, folder: Path | None) -> Film | None:
    """The film in ``file``, unless a module that its program imports has changed since; the program itself is in the hash."""
    try:
        film = film_from_json(content_of(file))
    except (OSError, FilmUnreadable):
        return None
    made_ns = file.stat().st_mtime_ns
    return film if folder is None or all(_is_current(folder / each.path, each.text, made_ns) for each in film.run().files[1:]) else None


def _is_current(path: Path, text: str | None, made_ns: int) -> bool:
    """Compare a module's text with that in the film; where the film holds none of it, its time with that of the film."""
    try:
        return path.stat().st_mtime_ns < made_ns if text == "" else path.read_text(encoding="utf-8") == text
    except OSError:
        return False


def _record(program: Program, folder: Path | None, time_s: float) -> Film:
    with tempfile.TemporaryDirectory(prefix="gradreel-") as temporary:
        target = Path(temporary, "film.json")
        script = program.file
        if script is None:
            script = Path(temporary, INLINE)
            script.write_text(program.code, encoding="utf-8")
        command = [sys.executable, "-m", "gradreel", "run", "-o", str(target), script.name]
        try:
            ended = subprocess.run(command, cwd=folder or temporary, capture_output=True, text=True, timeout=time_s, check=False)
        except subprocess.TimeoutExpired:
            raise FilmNotPublished(f"The program was ended after {time_s:g} s: it takes too long for a page.") from None
        if not target.exists():
            said = next((line for line in reversed(ended.stderr.splitlines()) if line.strip()), "it wrote no film")
            raise FilmNotPublished(f"The program could not be recorded: {said[-SAID_CHARACTERS:]}")
        return _loaded(target)


def _loaded(file: Path) -> Film:
    try:
        return film_from_json(content_of(file))
    except FilmUnreadable as error:
        raise FilmNotPublished(str(error)) from None
