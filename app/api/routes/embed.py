"""``/embed/{id}``: a film for somebody else's page, and ``/embed.js``, which gives its frame the right height."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request, Response

from app.api.http.etag import tagged
from app.api.http.links import BaseUrl, read_id
from app.api.http.state import Service
from app.api.routes.pages import language, page
from app.errors import Gone, NotFound
from app.films.link_cache import View
from app.render.title import page_title
from gradreel.film.title import title_of
from gradreel.locale import Lang, word
from gradreel.options import Options, read_options

router = APIRouter(include_in_schema=False)

ENTRY = "src/entries/embed.ts"
LISTENER = Path(__file__).parent / "embed.js"


@router.get("/embed/{id}")
async def embed(id: str, request: Request, service: Service, base: BaseUrl) -> Response:
    """Serve the frame's page. It shows what is stored and runs nothing; a link that is none says so, in the same form."""
    options = read_options(request.query_params)
    lang = language(request)
    try:
        view = await service.films.view(read_id(id))
    except (NotFound, Gone) as error:
        text = word("embed-gone" if isinstance(error, Gone) else "embed-unknown", {}, lang)
        html = page(
            service, "embed.html", ENTRY, "embed", lang=lang, options=options, base=base, film=None, title=text, summary=text, code=""
        )
        return Response(html, error.status, {"Cache-Control": "no-cache"}, "text/html; charset=utf-8")

    def render() -> str:
        return page(service, "embed.html", ENTRY, "embed", lang=lang, options=options, base=base, **context_of(view, lang, options))

    return service.rendered.answer(request, ("embed", view.snippet.id, view.film and view.film.etag, options, lang, base), render)


@router.get("/embed.js")
async def listener(request: Request) -> Response:
    """Serve the optional script for articles."""
    text, etag = _listener()
    return tagged(request, etag, text, "text/javascript; charset=utf-8", "public, max-age=86400")


def context_of(view: View, lang: Lang, options: Options) -> dict[str, Any]:
    """What the templates say about a link."""
    summary = view.film.summary.get(lang, "") if view.film else word("film-pending", {}, lang)
    title = page_title(view.snippet.code, lang)
    queries = {"query": options.query(), "dark_query": replace(options, theme="dark").query()}
    return {"film": view, "title": title, "name": title_of(view.snippet.code), "summary": summary, "code": view.snippet.code, **queries}


@cache
def _listener() -> tuple[str, str]:
    text = LISTENER.read_text(encoding="utf-8")
    return text, hashlib.sha256(text.encode()).hexdigest()[:20]
