"""A film as the output of a notebook's cell: the player in a frame, a still, and the diagnosis in words.

    text/html       <iframe srcdoc="…">: the self-contained player; no relative address, no line end that a renderer could flatten
    image/svg+xml   the opening picture, for renderers and exports that run no script (with the extra ``still``)
    text/plain      the report that the terminal gets

An output is at most ``MAX_OUTPUT_BYTES``: notebooks are saved with it, and some services refuse more. A film that takes more is written
to a file beside the notebook, and the output has its picture and a link to it.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from html import escape
from pathlib import Path
from urllib.parse import quote

from gradreel.errors import GradreelError, StillFailed
from gradreel.film.export import still_engine
from gradreel.film.film import Film
from gradreel.film.html import film_file
from gradreel.film.report import report
from gradreel.film.summary import finding_of
from gradreel.film.title import film_title
from gradreel.locale import Lang, word

MAX_OUTPUT_BYTES = 2 * 1024**2
MAX_STILL_BYTES = 512 * 1024
"""Of the picture beside the player; a larger one is left out."""
MIN_HEIGHT_PX, MAX_HEIGHT_PX = 380, 640
HEIGHT_PX = 520
"""Where it cannot be worked out, since that needs the extra ``still``."""
WIDTH_PX = 900
"""Of a cell's output, about."""
STILL_TIME_S = 10.0
STILL_MEMORY_BYTES = 768 * 1024**2


@dataclass(frozen=True)
class Output:
    """What to show."""

    film: Film
    name: str
    """Name of the program's file: the title where its first lines give none."""
    lang: Lang = "en"
    folder: Path = Path()
    """Where a film that is too large is written."""


def mime_bundle(output: Output) -> dict[str, str]:
    """Return the output by MIME type."""
    svg, height = _still(output)
    bundle = {"text/plain": report(output.film, output.name, output.lang).rstrip("\n")}
    try:
        bundle["text/html"] = _html(output, svg, height)
    except GradreelError as error:
        bundle["text/plain"] += f"\n\n{error}"
    if svg and len(svg.encode()) <= MAX_STILL_BYTES:
        bundle["image/svg+xml"] = svg
    return bundle


def _html(output: Output, svg: str, height: int) -> str:
    run = output.film.run()
    title = film_title(run.code, output.lang, output.name, finding_of(run, output.lang))
    page = film_file(output.film, run.code, title, output.lang)
    if len(page.encode()) + min(len(svg.encode()), MAX_STILL_BYTES) <= MAX_OUTPUT_BYTES:
        framed = frame(page, title, height)
        if len(framed.encode()) <= MAX_OUTPUT_BYTES:
            return framed
    return _linked(output, page, title, svg)


def frame(page: str, title: str, height: int) -> str:
    """Put a whole page into a frame that needs no file and no server."""
    source = escape(page).replace("\r", "").replace("\n", "&#10;")
    return (
        f'<iframe title="{escape(title)}" sandbox="allow-scripts" width="100%" height="{height}" '
        f'style="border:0;width:100%;height:{height}px" srcdoc="{source}"></iframe>'
    )


def _linked(output: Output, page: str, title: str, svg: str) -> str:
    path = _written(output, page)
    size = f"{len(page.encode()) / 1024**2:.1f}"
    said = word("film-too-large-for-output", {"size": size, "most": MAX_OUTPUT_BYTES // 1024**2, "path": str(path)}, output.lang)
    href = path.as_uri() if path.is_absolute() else quote(path.as_posix())
    picture = f"<div>{svg}</div>" if svg and len(svg.encode()) <= MAX_STILL_BYTES else ""
    return f'{picture}<p><a href="{href}" target="_blank" rel="noopener">{escape(title)}</a></p><p>{escape(said)}</p>'


def _written(output: Output, page: str) -> Path:
    """Write the film beside the notebook, or where it cannot be written there, into the folder for temporary files."""
    path = output.folder / f"{output.name or 'film'}-{output.film.etag[:8]}.html"
    try:
        path.write_text(page, encoding="utf-8")
    except OSError:
        path = Path(tempfile.mkdtemp(prefix="gradreel-"), path.name)
        path.write_text(page, encoding="utf-8")
    return path


def _still(output: Output) -> tuple[str, int]:
    """The opening picture, and the height of a frame that shows it whole; "" where it cannot be drawn."""
    try:
        engine = still_engine(STILL_TIME_S, STILL_MEMORY_BYTES)
        from gradreel.film.still import FrameOrder, StillOrder

        run = output.film.json().decode()
        svg = engine.svg(run, StillOrder(lang=output.lang))
        height = engine.frame_height(run, FrameOrder("both", output.lang, WIDTH_PX))
    except StillFailed:
        return "", HEIGHT_PX
    return svg, max(MIN_HEIGHT_PX, min(MAX_HEIGHT_PX, height))
