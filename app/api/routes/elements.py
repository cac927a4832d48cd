"""``/film/1.js``: the element ``<gradreel-film>`` for other sites, at an address with its version that keeps working."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from fastapi import APIRouter, Request, Response

from app.api.http.etag import tagged
from app.api.http.state import Service
from gradreel.errors import PlayerNotBuilt
from gradreel.film.film import etag_of

router = APIRouter(include_in_schema=False)


@router.get("/film/1.js")
async def film_element(request: Request, service: Service) -> Response:
    """Serve version 1 of the element, ``static/elements/film-1.js`` as it was built; a published page is never edited again."""
    text = _element(service.settings.static_dist / "film-1.js")
    return tagged(request, etag_of(text), text, "text/javascript; charset=utf-8", "public, max-age=86400")


@cache
def _element(path: Path) -> bytes:
    if not path.is_file():
        raise PlayerNotBuilt(f"The page is not built: {path} is missing. Run scripts/setup.")
    return path.read_bytes()
