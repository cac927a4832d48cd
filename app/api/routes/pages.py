"""The pages that belong to no link: the playground, the API reference, the guide; and the built page's files."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.responses import FileResponse, HTMLResponse
from markupsafe import Markup

from app.api.http.facts import page_facts
from app.api.http.language import language
from app.api.http.links import BaseUrl
from app.api.http.state import Service, State
from app.api.http.static import PackedFiles
from app.api.routes.examples import published
from app.examples.gallery import example_named
from app.render.guide import guide_html
from app.render.page import PLAYGROUND
from app.settings import Settings
from gradreel.film.explanation import Explanation
from gradreel.locale import Lang

router = APIRouter(include_in_schema=False)

OPENING = "edit-after-save"
"""The built-in program whose film a first visit opens with."""

OWN = "pages"
"""For whom what our own pages say is found: for everybody."""
FAVICON = Path(__file__).parent / "favicon.svg"


@dataclass(frozen=True)
class Opening:
    """The film that a first visit opens with."""

    example: str
    film: str
    """Address of the stored run."""
    picture: str
    """Address of its drawing, for readers without scripts."""
    code: str
    title: str
    explained: tuple[Explanation, ...]
    """Its diagnoses in words, for readers without scripts."""
    fixes: str | None
    """Which of its fixes work, as the page reads it."""


def mount_static(app: FastAPI, settings: Settings) -> None:
    """Serve the built page's files under ``/static``."""
    app.mount("/static", PackedFiles(settings.static_dist), name="static")


@router.get("/")
async def play(request: Request, service: Service) -> Response:
    """Serve the playground; it opens with the stored film of the first built-in program, where there is one, and runs nothing."""
    lang = language(request)
    opening = await _opening(service, lang)
    return HTMLResponse(service.pages.page("play.html", PLAYGROUND, lang=lang, opening=opening))


async def _opening(service: State, lang: Lang) -> Opening | None:
    example = example_named(OPENING) if service.settings.example_links else None
    try:
        async with asyncio.timeout(service.settings.opening_wait_s):
            link = await published(service, example) if example else None
    except TimeoutError:
        return None
    if example is None or link is None or link.film is None or not link.current:
        return None
    address = f"/s/{link.snippet.id}"
    return Opening(
        example=example.id,
        film=f"{address}.json?v={link.film.etag}",
        picture=f"{address}.svg?lang={lang}",
        code=example.code,
        title=getattr(example.title, lang),
        explained=(await page_facts(service, OWN, link, lang)).explained,
        fixes=link.fixes,
    )


@router.get("/favicon.ico")
def favicon() -> Response:
    """Serve the mark; browsers ask for it beside pictures as well, where no template names it."""
    return FileResponse(FAVICON, media_type="image/svg+xml", headers={"Cache-Control": "public, max-age=86400"})


@router.get("/docs")
async def docs(request: Request, service: Service) -> Response:
    """Serve the API reference: Swagger UI from our own files."""
    return HTMLResponse(service.pages.page("docs.html", "src/entries/docs.ts", lang=language(request)))


@router.get("/docs/embedding")
async def embedding_guide(service: Service, base: BaseUrl) -> Response:
    """Serve the guide to embedding, with its films live."""
    content = Markup(guide_html("embedding", base).replace(' style="border:0"', ""))
    return HTMLResponse(service.pages.page("guide.html", "src/entries/guide.ts", lang="en", title="Embedding a film", content=content))
