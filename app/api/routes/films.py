"""``POST /api/films``: the film of a snippet as one HTML file; nothing is stored."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import BeforeValidator, Field, StrictBool

from app.api.http.bodies import TakesCodeAndNotes
from app.api.http.client import client_of
from app.api.http.errors import errors
from app.api.http.state import Service
from app.render.view_options import MAX_STEP, ViewOptions
from app.runner.code import encoded
from app.workers import work
from gradreel.film.html import Theme
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
    client = client_of(request)
    if body.notes:
        await service.workers.do(client, work.notes_checked, body.notes, body.code)
    told = await service.file_rate.take(client)
    film = service.library.remembered(body.code)
    if film is None and (known := await service.library.known(body.code)):
        film = known.film
    headers = {"Cache-Control": "no-store", "Content-Disposition": 'attachment; filename="gradreel-film.html"', **told}
    if film is None:
        headers |= await service.run_rate.take(client)
        film = await service.library.run(body.code, client)
    wanted = work.FilmFile(film, body.code, _options(body), body.lang, body.notes, has_finding=False)
    html = await service.workers.do(client, work.film_in_one_file, wanted)
    return Response(html, media_type="text/html; charset=utf-8", headers=headers)


def _options(body: FilmRequest) -> ViewOptions:
    return ViewOptions(step=body.step, theme=body.theme, show=body.show, about=body.about, cell=body.cell, predict=body.predict)
