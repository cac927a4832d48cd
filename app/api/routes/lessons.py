"""``/learn``: lessons and claims as pages, and ``POST /api/lessons/{id}/check``, which runs an answer and says what it lacks."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from app.api.http.bodies import TakesCode
from app.api.http.client import client_of
from app.api.http.errors import errors
from app.api.http.language import language
from app.api.http.state import Service, State
from app.errors import Gone, NotFound, StoreUnavailable
from app.lessons.check import MAX_FILM_BYTES, TaskResult, too_large
from app.lessons.myths import MYTHS
from app.lessons.path import Lesson, lesson_named
from app.render.lessons import NARROW_PX, WIDTH_PX, Heights, film_code, lesson_page, lessons_page, myths_page
from app.runner.code import encoded
from app.workers import work
from gradreel.film.film import Film
from gradreel.film.still import FrameOrder
from gradreel.ids import snippet_id
from gradreel.locale import Lang, word
from gradreel.trace import Frozen

OWN = "lessons"
"""For whom heights of our own films are drawn: once for everybody."""

router = APIRouter(tags=["lessons"], route_class=TakesCode)


class Answer(Frozen):
    """The body of ``POST /api/lessons/{id}/check``."""

    code: str
    """The program, at most 64 KiB of UTF-8."""
    lang: Lang = "en"
    """Language of the answer's sentences."""


@router.post("/api/lessons/{id}/check", summary="Check a task", responses=errors(404, 413, 422, 429, 500, 503))
async def check_task(id: str, body: Answer, request: Request, service: Service) -> TaskResult:
    """Run an answer to a lesson's task and say which of its wants are met, by what autograd recorded: prints decide nothing.

    A program that ends by its own error or by a limit is answered with 200 and its ``problem``.
    """
    lesson = lesson_named(id)
    if lesson is None:
        raise NotFound(f"There is no lesson {id!r}.")
    encoded(body.code, service.settings.code_bytes)
    known = await service.library.known(body.code)
    client = client_of(request)
    if known is not None:
        return await _checked(service, client, lesson, known.film, body.lang)
    await service.run_rate.take(client)
    return await _checked(service, client, lesson, await service.library.run(body.code, client), body.lang)


@router.get("/learn", include_in_schema=False)
async def learn(request: Request, service: Service) -> Response:
    """Serve the list of lessons."""
    return HTMLResponse(lessons_page(service.pages, language(request)))


@router.get("/learn/myths", include_in_schema=False)
async def myths(request: Request, service: Service) -> Response:
    """Serve the claims and what really happens."""
    lang = language(request)
    heights = await _heights(service, [myth.code for myth in MYTHS], lang)
    return HTMLResponse(myths_page(service.pages, lang, heights))


@router.get("/learn/{id}", include_in_schema=False)
async def lesson(id: str, request: Request, service: Service) -> Response:
    """Serve one lesson."""
    lang, found = language(request), lesson_named(id)
    if found is None:
        page = service.pages.error(lang, NotFound.status, word("served-nothing", {}, lang))
        return HTMLResponse(page, NotFound.status, {"Cache-Control": "no-cache"})
    heights = await _heights(service, [film_code(found)], lang)
    return HTMLResponse(lesson_page(service.pages, found, lang, heights))


async def _checked(service: State, client: str, lesson: Lesson, film: Film, lang: Lang) -> TaskResult:
    if film.json_bytes > MAX_FILM_BYTES:
        return too_large(lesson, film.json_bytes, lang)
    return TaskResult.model_validate_json(await service.workers.do(client, work.task_checked, lesson.id, film, lang))


async def _heights(service: State, codes: list[str], lang: Lang) -> dict[str, Heights]:
    """Heights in pixels of the frames of these programs' films, by id.

    One whose film cannot be shown is left out: the background publishes them once the service has started.
    """
    heights = {}
    for id in map(snippet_id, codes):
        try:
            link = await service.library.link(id)
        except (NotFound, Gone, StoreUnavailable):
            continue
        if link.film is not None:
            wide, narrow = [await service.stills.frame_height(link.film, FrameOrder("both", lang, px), OWN) for px in (WIDTH_PX, NARROW_PX)]
            heights[id] = Heights(wide, narrow)
    return heights
