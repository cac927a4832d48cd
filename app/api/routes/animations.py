"""``/s/{id}.gif``, ``.mp4``, ``.webm``: the film of a link as an animation, for slides and READMEs; nothing here runs a snippet."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response

from app.api.http.client import client_of
from app.api.http.errors import errors
from app.api.http.etag import REVALIDATE, not_modified, tagged
from app.api.http.facts import code_title
from app.api.http.links import SnippetId, film_of
from app.api.http.notes import notes_json_asked_for
from app.api.http.state import Service
from app.render.animations import AnimationWanted
from app.render.view_options import MAX_STEP, ViewOptions, read_options
from gradreel.film.film import etag_of
from gradreel.film.still import MAX_SECONDS, MAX_WIDTH_PX, MIN_SECONDS, MIN_WIDTH_PX, AnimationForm, AnimationOrder
from gradreel.version import VERSION

router = APIRouter(prefix="/s", tags=["links"], responses=errors(404, 410, 429, 503))

MEDIA_TYPES: dict[AnimationForm, str] = {"gif": "image/gif", "mp4": "video/mp4", "webm": "video/webm"}


@dataclass(frozen=True)
class Frames:
    """Which frames are asked for, how wide and how long each."""

    width: Annotated[int, Query(description="Width in pixels; frames are 16 wide to 9 high.", ge=MIN_WIDTH_PX, le=MAX_WIDTH_PX)] = 1280
    first: Annotated[int | None, Query(description="First step that is shown, from 1.", ge=1, le=MAX_STEP)] = None
    last: Annotated[int | None, Query(description="Last step that is shown.", ge=1, le=MAX_STEP)] = None
    seconds: Annotated[
        float | None,
        Query(description="How long each step stays; as long as on the page if it is left out.", ge=MIN_SECONDS, le=MAX_SECONDS),
    ] = None


Asked = Annotated[Frames, Depends()]


@router.get("/{id}.gif", summary="Film of a link as a GIF", response_class=Response)
async def gif(snippet_id: SnippetId, request: Request, service: Service, asked: Asked) -> Response:
    """Show every step of a short film, and of a long one those at which playing stops, with its code beside it. Takes ``lang``,
    ``theme``, ``show``, ``about``, ``cell``, ``view`` and ``notes`` as embeds do: of a cell the story of its error, else its steps.
    With notes it goes from where they open it to where they stop it. Made once, then answered from memory."""
    return await _answer(request, service, snippet_id, asked, "gif")


@router.get("/{id}.mp4", summary="Film of a link as an MP4", response_class=Response)
async def mp4(snippet_id: SnippetId, request: Request, service: Service, asked: Asked) -> Response:
    """Answer with a video of H.264, for slides; as the GIF otherwise."""
    return await _answer(request, service, snippet_id, asked, "mp4")


@router.get("/{id}.webm", summary="Film of a link as a WebM", response_class=Response)
async def webm(snippet_id: SnippetId, request: Request, service: Service, asked: Asked) -> Response:
    """Answer with a video of VP9; as the GIF otherwise."""
    return await _answer(request, service, snippet_id, asked, "webm")


async def _answer(request: Request, service: Service, snippet_id: str, asked: Frames, form: AnimationForm) -> Response:
    """Only what has to be made counts against the client's rate."""
    link = await service.library.link(snippet_id)
    options = read_options(request.query_params)
    client = client_of(request)
    notes = await notes_json_asked_for(service, client, snippet_id, options.notes)
    # The code belongs to it unless the address says otherwise.
    shown = options if "view" in request.query_params else replace(options, view="both")
    film = film_of(link)
    title = await code_title(service, client, link.snippet.code, shown.drawn_lang)
    wanted = AnimationWanted(film, _order(shown, title, asked, notes), form)
    etag = etag_of(f"{VERSION} {wanted.key}".encode())
    if known := not_modified(request, etag, REVALIDATE):
        return known
    content = service.animations.find(wanted)
    headers: dict[str, str] = {}
    if content is None:
        headers = await service.animation_rate.take(client)
        content = await service.animations.make(wanted, client)
    answer = tagged(request, etag, content, MEDIA_TYPES[form])
    answer.headers.update(headers)
    return answer


def _order(options: ViewOptions, title: str, asked: Frames, notes: str | None) -> AnimationOrder:
    lang = options.drawn_lang
    return AnimationOrder(
        title=title,
        theme="dark" if options.theme == "dark" else "light",
        lang=lang,
        view=options.view,
        show=options.show,
        about=options.about,
        cell=options.cell,
        notes=notes,
        **asdict(asked),
    )
