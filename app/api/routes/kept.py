"""``/s/{id}.html``, ``.zip``, ``.ipynb``: what somebody takes away of a link: a file, a folder, a notebook; nothing here runs anything."""

from __future__ import annotations

from dataclasses import dataclass, replace

from fastapi import APIRouter, Request, Response

from app.api.http.client import client_of
from app.api.http.errors import errors
from app.api.http.etag import REVALIDATE, not_modified, tagged
from app.api.http.facts import link_title
from app.api.http.language import language
from app.api.http.links import SnippetId, film_of
from app.api.http.notes import notes_asked_for, notes_json
from app.api.http.state import Service, State
from app.errors import StillNotDrawn
from app.films.link_cache import Link
from app.render.stills import Picture
from app.render.view_options import ViewOptions, read_options
from app.workers import work
from gradreel.film.film import Film, etag_of
from gradreel.film.ipynb import MEDIA_TYPE
from gradreel.film.still import Card, StillOrder
from gradreel.locale import Lang
from gradreel.trace import Notes
from gradreel.version import VERSION

router = APIRouter(prefix="/s", tags=["links"], responses=errors(404, 410, 503))


@dataclass(frozen=True)
class Kept:
    """What somebody takes away of a link, and how it is to open."""

    link: Link
    film: Film
    options: ViewOptions
    lang: Lang
    notes: Notes | None

    def etag(self, form: str) -> str:
        """Equal for equal files."""
        return etag_of(f"{self.film.etag} {VERSION} {self.options} {self.lang} {self.notes is None} {form}".encode())

    @property
    def file(self) -> work.FilmFile:
        """What a worker makes a file of."""
        return work.FilmFile(self.film, self.link.snippet.code, self.options, self.lang, self.notes)


@router.get("/{id}.html", summary="Film of a link in one file", response_class=Response, responses=errors(429))
async def shared_file(snippet_id: SnippetId, request: Request, service: Service) -> Response:
    """Return the film as one HTML file to keep: it plays offline, from a disk as well."""
    kept = await _kept(service, snippet_id, request)
    if known := not_modified(request, kept.etag("html"), REVALIDATE):
        return known
    client = client_of(request)
    headers = await service.file_rate.take(client)
    content = await service.workers.do(client, work.film_in_one_file, kept.file)
    answer = tagged(request, kept.etag("html"), content, "text/html; charset=utf-8")
    answer.headers.update(headers)
    # Its script is inside, which our policy for pages forbids: it is for keeping, not for opening here.
    return _to_keep(answer, f"gradreel-{snippet_id}.html")


@router.get("/{id}.zip", summary="Film of a link as a folder", response_class=Response, responses=errors(429))
async def shared_folder(snippet_id: SnippetId, request: Request, service: Service) -> Response:
    """Return a folder that any static host can serve, under any path: the film with its notes as a page that needs nothing else, its
    pictures, its data and its code. Takes the settings of embeds, with which the page opens."""
    kept = await _kept(service, snippet_id, request)
    if known := not_modified(request, kept.etag("zip"), REVALIDATE):
        return known
    client = client_of(request)
    headers = await service.file_rate.take(client)
    pictures = await _pictures(service, kept, client)
    content = await service.workers.do(client, work.folder, f"gradreel-{kept.link.snippet.id}", kept.file, pictures)
    answer = tagged(request, kept.etag("zip"), content, "application/zip")
    answer.headers.update(headers)
    return _to_keep(answer, f"gradreel-{snippet_id}.zip")


@router.get("/{id}.ipynb", summary="Program of a link as a notebook", response_class=Response, responses=errors(429))
async def shared_notebook(snippet_id: SnippetId, request: Request, service: Service) -> Response:
    """Return the program by its cells, with what each of them printed, echoed and raised; without outputs while there is no film. Opened in
    the playground it is the same program again."""
    link = await service.library.link(snippet_id)
    etag = etag_of(f"{link.film.etag if link.film else snippet_id} {VERSION} ipynb".encode())
    if known := not_modified(request, etag, REVALIDATE):
        return known
    client = client_of(request)
    headers = await service.file_rate.take(client)
    content = await service.workers.do(client, work.notebook, link.snippet.code, link.film)
    answer = tagged(request, etag, content, MEDIA_TYPE)
    answer.headers.update(headers)
    return _to_keep(answer, f"gradreel-{snippet_id}.ipynb")


async def _kept(service: State, snippet_id: str, request: Request) -> Kept:
    link, options = await service.library.link(snippet_id), read_options(request.query_params)
    notes = await notes_asked_for(service, snippet_id, options.notes)
    return Kept(link, film_of(link), options, options.lang or language(request), notes)


async def _pictures(service: State, kept: Kept, client: str) -> dict[str, bytes]:
    """Draw the step that the film opens at; a film of which no picture can be drawn is kept without."""
    options = kept.options
    order = StillOrder(
        step=options.step,
        theme="dark" if options.theme == "dark" else "light",
        lang=kept.lang,
        show=options.show,
        about=options.about,
        cell=options.cell,
        notes=await notes_json(service, client, kept.notes) if kept.notes else None,
    )
    title = await link_title(service, client, kept.link, kept.lang, options.opened_cell)
    card = replace(order, card=Card(title))
    wanted = {"film.svg": Picture(kept.film, order, "svg"), "card.png": Picture(kept.film, card, "png")}
    drawn: dict[str, bytes] = {}
    try:
        for name, picture in wanted.items():
            found = service.stills.find(picture)
            if found is None:
                await service.still_rate.take(client)
                found = await service.stills.draw(picture, client)
            drawn[name] = found
    except StillNotDrawn:
        pass
    return drawn


def _to_keep(answer: Response, name: str) -> Response:
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
