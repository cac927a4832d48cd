"""What ``gradreel.record()`` gives: a film that is read, diagnosed and written when it is asked for."""

from __future__ import annotations

import tempfile
import webbrowser
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from gradreel.errors import FilmNotReady, FilmNotWritten
from gradreel.locale import LANGUAGES
from gradreel.recording.options import check_choice
from gradreel.recording.steps import most_steps

if TYPE_CHECKING:
    from gradreel.film.film import Film as PackedFilm
    from gradreel.film.html import Theme
    from gradreel.locale import Lang
    from gradreel.recording.session import Recorded
    from gradreel.trace import Diagnosis, Run

NOT_READY = "The block of gradreel.record() has not ended: the film can be read after it."


class Film:
    """The film of one recorded block.

    It is complete when the block has ended, by whatever way: an exception leaves the block as always, and the film shows what was done
    up to there. Reading it takes milliseconds per thousand events; nothing is computed before it is asked for.
    """

    def __init__(self) -> None:
        self._recorded: Recorded | None = None
        self._outer: Film | None = None

    def follow(self, outer: Film) -> None:
        """Show what another film shows: the block was a part of the other's."""
        self._outer = outer

    def develop(self, recorded: Recorded) -> None:
        """Take what was recorded, once the block has ended."""
        self._recorded = recorded

    @property
    def is_ready(self) -> bool:
        """Whether the block has ended."""
        return self._outer.is_ready if self._outer is not None else self._recorded is not None

    @cached_property
    def run(self) -> Run:
        """Everything that is known of the run: files, events, tensors, nodes, saved tensors, outcome, diagnoses.

        Raises ``FilmNotReady`` while the block still runs.
        """
        if self._outer is not None:
            return self._outer.run
        return self._read()

    @property
    def diagnoses(self) -> tuple[Diagnosis, ...]:
        """What went, or will go, wrong, the most important first; ``message`` of each is one English sentence or a few."""
        return self.run.diagnoses

    @cached_property
    def packed(self) -> PackedFilm:
        """The form in which films are stored and embedded: gzipped JSON, with its tag and a sentence in each language."""
        if self._outer is not None:
            return self._outer.packed
        from gradreel.film.film import film_of

        return film_of(self.run)

    @property
    def name(self) -> str:
        """Name of the program's main file, without its ending: the title of a film whose first lines give none."""
        if self._outer is not None:
            return self._outer.name
        if self._recorded is None:
            raise FilmNotReady(NOT_READY)
        return self._recorded.name

    @property
    def sources(self) -> tuple[str, ...]:
        """Paths of the files whose text the film holds: the main one, and those in which it shows an event."""
        return tuple(file.path for file in self.run.files if file.text != "")

    def _read(self) -> Run:
        if self._recorded is None:
            raise FilmNotReady(NOT_READY)
        from gradreel.recording.develop import run_of

        run = run_of(self._recorded)
        self._recorded = replace(self._recorded, document=b"")  # the run says it all
        return run

    def save(
        self, path: str | Path, *, lang: Lang = "en", theme: Theme = "auto", step: int | None = None, seconds: float | None = None
    ) -> Path:
        """Write the film to a file and return its path; its ending tells the form: .html, .svg, .png, .md, .json, .ipynb, .gif,
        .mp4, .webm.

        The HTML file is self-contained and plays offline. ``step``, counted from 1, is where it opens or what is drawn; None takes the
        step that tells most. A GIF or a video shows every step of a short film, and of a long one those at which playing stops; ``seconds``
        is how long each of them stays, None for as long as on the page. A notebook has the cells of the program with what
        they printed, echoed and raised. Markdown has the diagnosis with its code, and shows a picture that is written beside it,
        ``why.svg`` beside ``why.md``, where the extra ``still`` is installed.

        Raises ``FilmNotWritten`` for another ending and for a place that cannot be written, ``StillFailed`` where a picture cannot be
        drawn, and ``ValueError`` for a language, a theme or a step that there is not.
        """
        from gradreel.film.export import WRITERS, Export
        from gradreel.film.html import THEMES

        check_choice("lang", lang, LANGUAGES)
        check_choice("theme", theme, THEMES)
        self._check_step(step)

        path = Path(path)
        write = WRITERS.get(path.suffix.lower())
        if write is None:
            raise FilmNotWritten(f"{path}: a film is written as one of {', '.join(WRITERS)}; {path.suffix or 'no ending'} is none of them.")
        picture = self._picture_beside(path, lang, theme, step) if path.suffix.lower() == ".md" else None
        content = write(Export(self.packed, self.name, step, theme, lang, picture=picture, seconds=seconds))
        is_new = not path.exists()
        try:
            path.write_bytes(content)
        except OSError as error:
            if is_new and path.is_file():
                path.unlink()  # half a film, where the disk is full
            raise FilmNotWritten(f"{path}: the film cannot be written here ({error.strerror}).") from error
        return path

    def _check_step(self, step: int | None) -> None:
        """Which ops are drawn, and are a step, is known to the page alone: the bound is that of events that can be one."""
        most = most_steps(self.run.events)
        if step is not None and (not isinstance(step, int) or isinstance(step, bool) or not 1 <= step <= most):
            raise ValueError(f"step is {step!r}: steps count from 1, and this film has at most {most}; None opens it where it tells most.")

    def _picture_beside(self, path: Path, lang: Lang, theme: Theme, step: int | None) -> str | None:
        """Write the picture that a Markdown file shows, and return its address; None where none can be drawn."""
        from gradreel.errors import StillFailed

        try:
            return quote(self.save(path.with_suffix(".svg"), lang=lang, theme=theme, step=step).name)
        except StillFailed:
            return None

    def show(self, *, lang: Lang = "en", theme: Theme = "auto", step: int | None = None) -> Path:
        """Write the film to a temporary HTML file, open that in the browser and return its path. Raises as ``save`` does."""
        path = self.save(Path(tempfile.mkdtemp(prefix="gradreel-"), f"{self.name}.html"), lang=lang, theme=theme, step=step)
        webbrowser.open(path.as_uri())
        return path

    def _repr_mimebundle_(self, **_chosen: object) -> dict[str, str]:
        """What notebooks show: the player, a still, and the diagnosis in words; while the block still runs, what ``repr`` says."""
        if not self.is_ready:
            return {"text/plain": repr(self)}
        from gradreel.film.mime import Output, mime_bundle

        return mime_bundle(Output(self.packed, self.name))

    def _repr_html_(self) -> str | None:
        """For what knows no MIME bundles, such as sphinx-gallery."""
        return self._repr_mimebundle_().get("text/html")

    def __repr__(self) -> str:
        if not self.is_ready:
            return "<gradreel.Film: still recording>"
        return f"<gradreel.Film of {self.run.files[0].path}: {len(self.run.events)} events, {len(self.run.diagnoses)} diagnoses>"
