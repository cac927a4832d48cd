"""Sphinx extension of our own documentation: the directive ``examples`` shows the built-in examples, with their pictures and films.

Films and pictures are made once for a build, into ``_gallery/`` of the pages.
"""

from __future__ import annotations

import os
import subprocess
import sys
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import SphinxError
from sphinx.util.docutils import SphinxDirective

from app.examples.gallery import Example, examples
from gradreel.film.export import still_engine
from gradreel.film.load import film_from_json
from gradreel.film.still import StillOrder
from gradreel.locale import word
from gradreel.publish.files import STILL_BYTES, STILL_TIME_S, PublishedFilm
from gradreel.publish.options import FilmOptions

ROOT = Path(__file__).resolve().parent.parent
FOLDER = "_gallery"
COLUMN_PX = 300
STYLE = f"""<style>
.gradreel-examples {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(min({COLUMN_PX}px, 100%), 1fr)); gap: 1.5rem }}
.gradreel-examples img {{ width: 100%; aspect-ratio: 16 / 10; object-fit: contain; background: #fff; border: 1px solid #8884 }}
.gradreel-examples p {{ margin: .4rem 0 }}
</style>"""


class ExamplesDirective(SphinxDirective):
    """``.. examples::``."""

    def run(self) -> list[nodes.Node]:
        """Put all themes here, each a section with its examples."""
        shown: list[nodes.Node] = [nodes.raw("", STYLE, format="html")]
        for theme, members in groupby(examples(), key=lambda example: example.theme):
            heading = word(f"theme-{theme}", {})
            section = nodes.section("", nodes.title("", heading), ids=[nodes.make_id(heading)], names=[nodes.fully_normalize_name(heading)])
            section += nodes.container("", *map(_shown, members), classes=["gradreel-examples"])
            shown.append(section)
        return shown


def _shown(example: Example) -> nodes.Node:
    """The picture and the title, which lead to the film, and what is to be seen in it."""
    address, title = f"{FOLDER}/{example.id}", example.title.en
    picture = f'<a href="{address}.html"><img src="{address}.svg" alt="{escape(title)}" loading="lazy"></a>'
    link = nodes.reference("", "", nodes.strong("", title), refuri=f"{address}.html", internal=True)
    told = (nodes.raw("", picture, format="html"), nodes.paragraph("", "", link), nodes.paragraph("", example.sentence.en))
    return nodes.container("", *told, ids=[f"example-{example.id}"])


def write_films(app: Sphinx, error: Exception | None) -> None:
    """Record the examples, and write the film and the picture of each."""
    if error is not None or app.builder.format != "html":
        return
    recorded, folder = Path(app.doctreedir, "examples"), Path(app.outdir, FOLDER)
    command = [sys.executable, "-W", "ignore", "-m", "scripts.record_examples", str(recorded)]
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SphinxError(f"The examples could not be recorded: {done.stderr[-400:]}")
    folder.mkdir(parents=True, exist_ok=True)
    engine = still_engine(STILL_TIME_S, STILL_BYTES)
    for example in examples():
        film = film_from_json((recorded / f"{example.id}.json").read_bytes())
        (folder / f"{example.id}.html").write_bytes(PublishedFilm(film, FilmOptions(title=example.title.en)).page)
        picture = engine.svg(film.json().decode(), StillOrder(None, "light", "en"))
        (folder / f"{example.id}.svg").write_text(picture, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """Add the directive."""
    app.add_directive("examples", ExamplesDirective)
    app.connect("build-finished", write_films)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
