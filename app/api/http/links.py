"""A snippet's id and a request in, the public addresses of everything about it out; and a written id in, a clean one out."""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import Depends, Path, Request

from app.api.http.state import Service
from app.errors import NotFound
from app.store.snippets import NO_SNIPPET
from gradreel.ids import ID_LENGTH

READ_ALOUD = str.maketrans("oil", "011")
"""Letters that the alphabet of ids leaves out, and what was meant by them."""
ID = re.compile(rf"[0-9a-hjkmnp-tv-z]{{{ID_LENGTH},52}}")


def read_id(text: str) -> str:
    """Return the id that ``text`` means, in lower case; raise ``NotFound`` when it can be none."""
    cleaned = text.lower().translate(READ_ALOUD)
    if not ID.fullmatch(cleaned):
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
