"""Writes a film as one HTML file that plays anywhere: script, style and run are inside, no server is needed.

The run travels as base64 of gzip, so no character of a snippet can be taken for markup; the file's own policy allows exactly its
one script and its one style, by their hashes.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from pathlib import Path
from typing import Literal, get_args

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from gradreel.film.explanation import told_of
from gradreel.film.film import Film
from gradreel.film.note_list import listed_notes
from gradreel.film.show import Show
from gradreel.locale import Lang, word
from gradreel.player import player_file
from gradreel.trace import ShownNotes
from gradreel.version import VERSION

FOLDER = Path(__file__).parent

Theme = Literal["auto", "light", "dark"]
THEMES: tuple[Theme, ...] = get_args(Theme)
"""``auto`` follows the reader."""
View = Literal["graph", "code", "both"]


def film_file(
    film: Film,
    code: str,
    title: str,
    lang: Lang = "en",
    theme: Theme = "auto",
    step: int | None = None,
    show: Show | None = None,
    about: str | None = None,
    predict: bool = False,
    notes: ShownNotes | None = None,
    view: View = "both",
    cell: int | None = None,
) -> str:
    """Write the file; ``step`` counts from 1, None opens it at the step that tells most, as None for ``show`` opens it on its story.

    Where ``step`` is None, ``cell`` opens a program with cells at one of them.
    ``predict`` stops the film before steps that matter and asks what happens next. ``notes`` are the author's.
    """
    script, style = _player()
    told = told_of(film, lang, cell if step is None else None)
    return _template().render(
        title=title,
        summary=told.summary,
        explained=told.explanations,
        word=word,
        code=code,
        lang=lang,
        theme=theme,
        step=step,
        show=show,
        about=about,
        cell=cell,
        predict=predict,
        view=view,
        notes=notes.model_dump_json() if notes else "",
        listed=listed_notes(notes, code, lang),
        version=VERSION,
        notices=Markup(_notices()),
        film=base64.b64encode(film.body).decode(),
        script=Markup(script),
        style=Markup(style),
        script_hash=_hash(script),
        style_hash=_hash(style),
    )


@cache
def _player() -> tuple[str, str]:
    """Read the player's script and style, in a form in which neither can end its element early."""
    script, style = player_file("offline.js"), player_file("offline.css")
    return script.replace("</script", "<\\/script").replace("<!--", "<\\!--"), style.replace("</style", "<\\/style")


@cache
def _notices() -> str:
    """Read the licenses of what is in the player, which ask to go with it, in a form that cannot end a comment."""
    return player_file("offline-THIRD_PARTY_LICENSES.txt").replace("--", "- -").rstrip()


@cache
def _template() -> Template:
    # Looking whether its parts have changed would read files each time, which a confined process may not.
    made = Environment(loader=FileSystemLoader(FOLDER), autoescape=True, undefined=StrictUndefined, auto_reload=False)
    return made.get_template("film.html")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
