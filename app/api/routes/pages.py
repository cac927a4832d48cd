"""The pages that belong to no link: the playground, the API reference, the guide; and the built page's files."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.responses import FileResponse, HTMLResponse
from markupsafe import Markup

from app.api.http.language import language
from app.api.http.links import BaseUrl
from app.api.http.state import Service
from app.api.http.static import PackedFiles
from app.render.guide import guide_html
from app.render.page import PLAYGROUND
from app.settings import Settings

router = APIRouter(include_in_schema=False)

FAVICON = Path(__file__).parent / "favicon.svg"


def mount_static(app: FastAPI, settings: Settings) -> None:
    """Serve the built page's files under ``/static``."""
    app.mount("/static", PackedFiles(settings.static_dist), name="static")


@router.get("/")
async def play(request: Request, service: Service) -> Response:
    """Serve the playground."""
    return HTMLResponse(service.pages.page("play.html", PLAYGROUND, lang=language(request)))


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
