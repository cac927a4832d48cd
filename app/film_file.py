"""A film in, one HTML file out that plays it anywhere: script, style and run inside, no server needed, ``file://`` included.

The run travels as base64 of gzip, so no character of a snippet can be taken for markup; the file's own policy allows exactly its
one script and its one style, by their hashes.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from pathlib import Path

from markupsafe import Markup

from app.errors import GradreelError
from app.film import Film
from app.locale import Lang
from app.templates import fill
from app.version import VERSION

BUNDLE = Path("single")


class PlayerNotBuilt(GradreelError):
    """``static/dist/single`` lacks the player."""


def film_file(film: Film, code: str, title: str, dist: Path, lang: Lang = "en", theme: str = "auto", step: int | None = None) -> str:
    """Write the file; ``step`` counts from 1, None opens it at the step that tells most."""
    script, style = _player(dist)
    return fill(
        "film.html",
        title=title,
        summary=film.summary.get(lang, ""),
        code=code,
        lang=lang,
        theme=theme,
        step=step,
        version=VERSION,
        film=base64.b64encode(film.body).decode(),
        script=Markup(script),
        style=Markup(style),
        script_hash=_hash(script),
        style_hash=_hash(style),
    )


@cache
def _player(dist: Path) -> tuple[str, str]:
    """Read the player's script and style, in a form in which neither can end its element early."""
    script, style = dist / BUNDLE / "offline.js", dist / BUNDLE / "offline.css"
    if not (script.is_file() and style.is_file()):
        raise PlayerNotBuilt(f"The player for files is not built: {script} is missing. Run scripts/setup.")
    return (
        script.read_text(encoding="utf-8").replace("</script", "<\\/script").replace("<!--", "<\\!--"),
        style.read_text(encoding="utf-8").replace("</style", "<\\/style"),
    )


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
