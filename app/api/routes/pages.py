"""The HTML pages: skeletons from ``templates/`` that load the built page from ``static/dist``."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI, Request, Response
from fastapi.responses import FileResponse, HTMLResponse
from markupsafe import Markup

from app.api.http.links import BaseUrl
from app.api.http.state import Service
from app.api.http.static import PackedFiles
from app.errors import ServiceError
from app.render.guide import guide_html
from app.render.templates import fill
from app.settings import Settings
from gradreel.locale import LANGUAGES, Lang

router = APIRouter(include_in_schema=False)

FAVICON = Path(__file__).parent / "favicon.svg"


class PageNotBuilt(ServiceError):
    """``static/dist`` has no manifest."""


def mount_static(app: FastAPI, settings: Settings) -> None:
    """Serve the built page's files under ``/static``."""
    app.mount("/static", PackedFiles(settings.static_dist), name="static")


@router.get("/")
async def play(request: Request, service: Service) -> Response:
    """Serve the playground."""
    return render(request, service, "play.html", "src/entries/play.ts")


@router.get("/favicon.ico")
def favicon() -> Response:
    """Serve the mark; browsers ask for it beside pictures as well, where no template names it."""
    return FileResponse(FAVICON, media_type="image/svg+xml", headers={"Cache-Control": "public, max-age=86400"})


@router.get("/docs")
async def docs(request: Request, service: Service) -> Response:
    """Serve the API reference: Swagger UI from our own files."""
    return render(request, service, "docs.html", "src/entries/docs.ts")


@router.get("/docs/embedding")
async def embedding_guide(service: Service, base: BaseUrl) -> Response:
    """Serve the guide to embedding, with its films live."""
    content = Markup(guide_html("embedding", base).replace(' style="border:0"', ""))
    return HTMLResponse(page(service, "guide.html", "src/entries/guide.ts", lang="en", title="Embedding a film", content=content))


def render(request: Request, service: Service, template: str, entry: str) -> Response:
    """Answer with a template that needs nothing but the reader's language."""
    return HTMLResponse(page(service, template, entry, lang=language(request)))


def error_page(service: Service, lang: Lang, status: int, message: str) -> Response:
    """Answer with a page that says what is wrong: styled, without a script."""
    built = {**assets(service.settings.static_dist, "src/entries/play.ts"), "script": None, "preload": []}
    insecure = service.settings.insecure_no_sandbox
    html = fill("error.html", assets=built, insecure=insecure, lang=lang, status=status, message=message)
    return HTMLResponse(html, status, {"Cache-Control": "no-cache"})


def page(service: Service, template: str, entry: str, build: str = "", **context: Any) -> str:
    """Fill a template in with what ``entry`` of a build (a folder in ``static/dist``) became, and with ``context``."""
    built = assets(service.settings.static_dist, entry, build)
    return fill(template, assets=built, insecure=service.settings.insecure_no_sandbox, **context)


@cache
def assets(dist: Path, entry: str, build: str = "") -> dict[str, Any]:
    """Look up what ``entry`` was built into: its script, its styles, and the chunks it imports at once."""
    path = dist / build / ".vite" / "manifest.json"
    if not path.is_file():
        raise PageNotBuilt(f"The page is not built: {path} is missing. Run scripts/setup.")
    manifest = json.loads(path.read_text())
    chunks = _imported(manifest, entry)
    root = f"/static/{build}/" if build else "/static/"
    return {
        "script": root + manifest[entry]["file"],
        "styles": [root + style for key in chunks for style in manifest[key].get("css", [])],
        "preload": [root + manifest[key]["file"] for key in chunks[1:]],
    }


def _imported(manifest: dict[str, Any], entry: str) -> list[str]:
    """List ``entry`` and every chunk it statically imports, each once, ``entry`` first."""
    found = [entry]
    for key in found:
        found.extend(name for name in manifest[key].get("imports", []) if name not in found)
    return found


def language(request: Request) -> Lang:
    """Choose by ``?lang=``, else by the first supported language that the browser names."""
    asked = [request.query_params.get("lang", ""), *request.headers.get("accept-language", "").split(",")]
    codes = (part.strip()[:2].lower() for part in asked)
    return next((lang for code in codes for lang in LANGUAGES if code == lang), "en")
