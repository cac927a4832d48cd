"""Says how high the frame of a film is to be; a picture that has to be drawn for it counts as one of the client's."""

from __future__ import annotations

from fastapi import Request

from app.api.http.client import client_of
from app.api.http.state import State
from app.errors import TooManyRequests
from app.render.iframe import EMBED_HEIGHT
from gradreel.film.film import Film
from gradreel.film.still import FrameOrder


async def frame_height(request: Request, service: State, film: Film | None, order: FrameOrder, is_paid: bool = False) -> int:
    """Height in pixels; ``EMBED_HEIGHT`` where there is no film yet, or its height cannot be worked out for this client now.

    ``is_paid``: what is asked for counts by itself, as making a link does.
    """
    if film is None:
        return EMBED_HEIGHT
    client = client_of(request)
    if not is_paid and not service.stills.knows_height(film, order):
        try:
            await service.still_rate.take(client)
        except TooManyRequests:
            return EMBED_HEIGHT
    return await service.stills.frame_height(film, order, client)
