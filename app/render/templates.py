"""Fills in the templates of ``templates/``: everything that is put in is escaped, and nothing may be missing."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from gradreel.film.html import FOLDER
from gradreel.locale import word

TEMPLATES = Path(__file__).parents[2] / "templates"
FILM_TEMPLATES = FOLDER
"""What pages of films have in common with films in a file."""


def fill(template: str, **context: object) -> str:
    """Fill a template in with ``context``; its own sentences come from the catalogues, by ``word``."""
    return _environment().get_template(template).render(**context)


@cache
def _environment() -> Environment:
    made = Environment(loader=FileSystemLoader([TEMPLATES, FILM_TEMPLATES]), autoescape=True, undefined=StrictUndefined)
    made.globals["word"] = word
    return made
