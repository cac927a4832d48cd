"""Reads ids of links from addresses, the film that a link shows, and the address under which readers reach this server."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path, Request

from app.api.http.state import Service
from app.errors import FilmNotShown, FilmPending, NotFound
from app.films.link_cache import Link
from app.store.snippets import NO_SNIPPET
from gradreel import ids
from gradreel.film.film import Film


def read_id(text: str) -> str:
    """Return the id that ``text`` means, in lower case; raise ``NotFound`` when it can be none."""
    cleaned = ids.read_id(text)
    if cleaned is None:
        raise NotFound(NO_SNIPPET)
    return cleaned


async def snippet_id_of(id: Annotated[str, Path(description="Id of the snippet.")]) -> str:
    """Read the id out of the path."""
    return read_id(id)


SnippetId = Annotated[str, Depends(snippet_id_of)]


async def base_url(request: Request, service: Service) -> str:
    """The address readers know the service by, without a slash at the end."""
    return (service.settings.public_url or str(request.base_url)).rstrip("/")


BaseUrl = Annotated[str, Depends(base_url)]


def film_of(link: Link) -> Film:
    """Return the stored film; raise ``FilmPending`` while there is none, ``FilmNotShown`` where it cannot be read."""
    if link.unreadable:
        raise FilmNotShown(f"{link.unreadable} The code is at /s/{link.snippet.id}.py.")
    if link.film is None:
        raise FilmPending(f"There is no film of {link.snippet.id} yet: it is made in the background. Try again in a moment.")
    return link.film
