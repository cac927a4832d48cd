"""``POST /api/films``: the film of a snippet as one HTML file; nothing is stored."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import BeforeValidator, Field, StrictBool

from app.api.http.bodies import TakesCodeAndNotes
from app.api.http.client import client_of
from app.api.http.errors import errors
from app.api.http.prices import units_of
from app.api.http.state import Service
from app.notes.check import check
from app.notes.shown import shown_notes
from app.render.title import page_title
from app.render.view_options import MAX_STEP
from app.runner.code import encoded
from gradreel.film.html import Theme, film_file
from gradreel.film.show import SUBJECT, Show
from gradreel.locale import Lang
from gradreel.trace import Frozen, Notes
from gradreel.trace.notes import number

router = APIRouter(prefix="/api", tags=["runs"], route_class=TakesCodeAndNotes)


class FilmRequest(Frozen):
    """The body of ``POST /api/films``."""

    code: str
    """The Python snippet, at most 64 KiB of UTF-8."""
    step: Annotated[int, Field(ge=1, le=MAX_STEP), BeforeValidator(number)] | None = None
    """The step to open at, from 1; null opens the film at the step that tells most."""
    theme: Theme = "auto"
    """``auto`` follows the reader."""
    lang: Lang = "en"
    """Language of the film."""
    show: Show | None = None
    """What of the film is shown; null opens it on its story, where it has one."""
    about: Annotated[str, Field(pattern=rf"^({SUBJECT.pattern})$")] | None = None
    """What the story is about: `d2` the second diagnosis, `t12` a tensor, `t12.grad` its gradient; null for the worst diagnosis."""
    cell: Annotated[int, Field(ge=1, le=MAX_STEP)] | None = None
    """The number of the cell to open at, where `step` is null."""
    predict: StrictBool = False
    """Whether the film stops before steps that matter and asks what happens next."""
    notes: Notes | None = None
    """What its author writes to it."""


@router.post("/films", summary="Film in one file", response_class=Response, responses=errors(413, 422, 429, 500, 503))
async def film_to_keep(body: FilmRequest, request: Request, service: Service) -> Response:
    """Return the film as one HTML file that plays offline; code of which no film is known is run first."""
    encoded(body.code, service.settings.code_bytes)
    if body.notes:
        await asyncio.to_thread(check, body.notes, body.code)
    client = client_of(request)
    told = await service.file_rate.take(client)
    film = service.library.remembered(body.code)
    if film is None and (known := await service.library.known(body.code)):
        film = known.film
    headers = {"Cache-Control": "no-store", "Content-Disposition": 'attachment; filename="gradreel-film.html"', **told}
    if film is None:
        headers |= await service.run_rate.take(client)
        film = await service.library.run(body.code, client)
    title = page_title(body.code, body.lang)
    notes = await asyncio.to_thread(shown_notes, body.notes) if body.notes else None
    service.budget.spend(client, units_of(film.json_bytes))

    def write() -> str:
        view = (body.theme, body.step, body.show, body.about, body.predict, notes)
        return film_file(film, body.code, title, body.lang, *view, cell=body.cell)

    html = await service.workshop.make(client, write)
    return Response(html, media_type="text/html; charset=utf-8", headers=headers)
