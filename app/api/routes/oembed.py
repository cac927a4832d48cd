"""``GET /oembed``: the embed for an address of ours, for sites that ask on a writer's behalf (https://oembed.com)."""

from __future__ import annotations

import re
from typing import Annotated, Literal
from urllib.parse import parse_qsl, urlencode, urlsplit

from fastapi import APIRouter, Query, Request, Response
from pydantic import ConfigDict
from pydantic.json_schema import SkipJsonSchema

from app.api.http.client import client_of
from app.api.http.errors import errors
from app.api.http.facts import link_title
from app.api.http.links import BaseUrl, read_id
from app.api.http.notes import notes_json_asked_for
from app.api.http.state import Service
from app.errors import FormatUnknown, NotFound
from app.examples.gallery import example_named
from app.render.iframe import EMBED_HEIGHT, EMBED_WIDTH, iframe
from app.render.view_options import ViewOptions, read_options
from gradreel.film.still import Card, FrameOrder
from gradreel.ids import snippet_id
from gradreel.trace import Frozen

router = APIRouter(tags=["embeds"])

PATH = re.compile(r"/(?:s|embed)/(?P<id>[0-9A-Za-z]+)(?:\.html)?/?|/e/(?P<example>[\w-]+)/?")


class OEmbed(Frozen):
    """A rich embed, in the words of the oEmbed specification."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=False)

    type: Literal["rich"] = "rich"
    version: Literal["1.0"] = "1.0"
    provider_name: str = "Gradreel"
    provider_url: str
    title: str
    html: str
    """The ``<iframe>``."""
    width: int
    height: int
    thumbnail_url: str | SkipJsonSchema[None] = None
    """The three are left out where the card does not keep within ``maxwidth`` and ``maxheight``."""
    thumbnail_width: int | SkipJsonSchema[None] = None
    thumbnail_height: int | SkipJsonSchema[None] = None
    cache_age: int = 86400


@router.get("/oembed", summary="oEmbed", response_model_exclude_none=True, responses=errors(404, 410, 422, 429, 501, 503))
async def oembed(
    request: Request,
    response: Response,
    service: Service,
    base: BaseUrl,
    url: Annotated[str, Query(description="Address of a film: /s/{id}, /embed/{id} or /e/{id}, with its settings.", max_length=4096)],
    maxwidth: Annotated[int | None, Query(ge=1, le=100_000)] = None,
    maxheight: Annotated[int | None, Query(ge=1, le=100_000)] = None,
    format: Annotated[str, Query(description="Only json.", max_length=32)] = "json",
) -> OEmbed:
    """Answer with the embed for a film; 404 when the address is none of ours, 501 for any format but JSON.

    Where the height of the frame is not known yet, the picture that is drawn for it counts as one of the client's.
    """
    if format != "json":
        raise FormatUnknown(f"format={format} is not answered here: ask for format=json.")
    asked, options = _read(url, base)
    link = await service.library.link(asked)
    width, lang = min(EMBED_WIDTH, maxwidth or EMBED_WIDTH), options.drawn_lang
    client = client_of(request)
    notes = await notes_json_asked_for(service, client, asked, options.notes)
    order = FrameOrder(options.view, lang, width, options.show, options.about, notes=notes, cell=options.opened_cell)
    if link.film and not service.stills.knows_height(link.film, order):
        response.headers.update(await service.still_rate.take(client))
    whole = await service.stills.frame_height(link.film, order, client) if link.film else EMBED_HEIGHT
    height = min(whole, maxheight or whole)
    fits = (maxwidth or Card.width) >= Card.width and (maxheight or Card.height) >= Card.height
    title = await link_title(service, client, link, lang, options.opened_cell)
    card = urlencode({name: value for name, value in (("cell", options.cell), ("notes", options.notes if notes else None)) if value})
    return OEmbed(
        provider_url=base,
        title=title,
        html=iframe(base, asked, title, options.query(), str(width), height),
        width=width,
        height=height,
        thumbnail_url=f"{base}/s/{asked}.png{f'?{card}' if card else ''}" if fits else None,
        thumbnail_width=Card.width if fits else None,
        thumbnail_height=Card.height if fits else None,
    )


def _read(url: str, base: str) -> tuple[str, ViewOptions]:
    try:
        parts = urlsplit(url)
        match = PATH.fullmatch(parts.path)
    except ValueError:
        match = None
    if match is None or parts.scheme not in ("http", "https") or parts.netloc.lower() != urlsplit(base).netloc.lower():
        raise NotFound(f"This is no address of a film here. Films live under {base}/s/.")
    return _snippet_of(match), read_options(dict(parse_qsl(parts.query)))


def _snippet_of(match: re.Match[str]) -> str:
    if match["example"] is None:
        return read_id(match["id"])
    example = example_named(match["example"])
    if example is None:
        raise NotFound(f"There is no built-in program {match['example']}. They are listed at /api/examples.")
    return snippet_id(example.code)
