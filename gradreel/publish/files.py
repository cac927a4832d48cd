"""Turns a film into what a page needs: the player's file, the opening picture, the words, and the frame's HTML."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from pathlib import Path

from pydantic import ValidationError

from gradreel.errors import FilmNotPublished, StillFailed
from gradreel.film.explanation import Explanation, explanations
from gradreel.film.export import still_engine
from gradreel.film.film import Film
from gradreel.film.html import film_file
from gradreel.film.mime import frame
from gradreel.film.notes import shown_notes
from gradreel.film.summary import finding_of
from gradreel.film.title import film_title, titled
from gradreel.publish.options import FilmOptions
from gradreel.trace.notes import Notes, ShownNotes
from gradreel.version import VERSION

HEIGHT_PX = 520
"""Where it cannot be worked out, since that needs the extra ``still``."""
LEAST_PX = 380
WIDTH_PX = 760
"""Of a page's column, about."""
STILL_TIME_S = 20.0
STILL_BYTES = 768 * 1024**2


@dataclass(frozen=True)
class PublishedFilm:
    """A film, as a page shows it."""

    film: Film
    options: FilmOptions

    @cached_property
    def title(self) -> str:
        """The author's, else what the first lines of the program give, and what is wrong in it."""
        lang = self.options.lang
        if self.options.title:
            return titled(self.options.title, lang)
        run = self.film.run()
        return film_title(run.code, lang, finding=finding_of(run, lang))

    @cached_property
    def code(self) -> str:
        """The program's main file."""
        return self.film.run().code

    @cached_property
    def notes(self) -> ShownNotes | None:
        """The author's notes; raises ``FilmNotPublished`` where their file cannot be read."""
        if self.options.notes is None:
            return None
        try:
            return shown_notes(Notes.model_validate_json(self.options.notes.read_bytes()))
        except OSError as error:
            raise FilmNotPublished(f"{self.options.notes}: the notes cannot be read ({error.strerror}).") from None
        except ValidationError as error:
            first = error.errors()[0]
            raise FilmNotPublished(f"{self.options.notes}: {'.'.join(map(str, first['loc']))}: {first['msg']}.") from None

    @property
    def _notes_json(self) -> str | None:
        return self.notes.model_dump_json() if self.notes else None

    @property
    def page(self) -> bytes:
        """The player, in one file that loads nothing."""
        chosen = self.options
        return film_file(
            self.film,
            self.code,
            self.title,
            chosen.lang,
            chosen.theme,
            chosen.step,
            chosen.show,
            predict=chosen.predict,
            notes=self.notes,
            view=chosen.view,
        ).encode()

    @property
    def name(self) -> str:
        """A name for this film's files, which changes with what is in them."""
        content = f"{VERSION} {self.film.etag} {replace(self.options, notes=None)} {self._notes_json or ''}"
        return f"film-{hashlib.sha256(content.encode()).hexdigest()[:16]}"

    def write_page(self, folder: Path) -> str:
        """Write the player's file into ``folder``, unless it is there, and return its name."""
        file = folder / f"{self.name}.html"
        if not file.exists():
            folder.mkdir(parents=True, exist_ok=True)
            file.write_bytes(self.page)
        return file.name

    @cached_property
    def words(self) -> tuple[Explanation, ...]:
        """What is wrong with the program, and the ways out."""
        return explanations(self.film, self.options.lang)

    @property
    def summary(self) -> str:
        """One sentence."""
        return self.film.summary.get(self.options.lang, "")

    def svg(self) -> str:
        """The opening picture; raises ``StillFailed``."""
        engine = still_engine(STILL_TIME_S, STILL_BYTES)
        from gradreel.film.still import StillOrder

        chosen = self.options
        order = StillOrder(
            chosen.step, "dark" if chosen.theme == "dark" else "light", chosen.lang, show=chosen.show, notes=self._notes_json
        )
        return engine.svg(self.film.json().decode(), order)

    def png(self) -> bytes:
        """The opening picture; raises ``StillFailed``."""
        drawn = self.svg()
        from gradreel.film.still import png_of

        return png_of(drawn)

    def height_px(self) -> int:
        """Height of the frame."""
        if self.options.height is not None:
            return self.options.height
        try:
            engine = still_engine(STILL_TIME_S, STILL_BYTES)
            from gradreel.film.still import FrameOrder

            order = FrameOrder(self.options.view, self.options.lang, WIDTH_PX, self.options.show, notes=self._notes_json)
            return max(LEAST_PX, engine.frame_height(self.film.json().decode(), order))
        except StillFailed:
            return HEIGHT_PX

    def frame(self, address: str | None = None) -> str:
        """The HTML that shows the player: its file, which lies at ``address``; without an address the file is in the HTML."""
        if address is None:
            return frame(self.page.decode(), self.title, self.height_px())
        return (
            f'<iframe class="gradreel-film" src="{escape(address)}" title="{escape(self.title)}" width="100%" height="{self.height_px()}" '
            f'loading="lazy" style="border:0" sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"></iframe>'
        )
