"""What each route costs, and what one client may spend in a minute.

A unit is about a millisecond of the server's own time: what a request takes of the one thread that answers everybody. Work that is given
to others (runs, pictures, files, animations) is counted besides by rates of its own, and has lines in which one client has few places.
What workers do is charged by the processor time that it took.

    request ─▶ price of its route ─▶ answer ─▶ more where it is large, or a worker has made it
                     └─▶ the client has spent what it may: 429
"""

from __future__ import annotations

import math

from fastapi import Request

from app.api.http.client import client_of
from app.api.http.state import state_of

PRICES = {
    "POST /api/runs": 5,
    "GET /api/queue/{ticket}": 1,
    "POST /api/diagnoses": 10,
    "POST /api/fixes": 10,
    "POST /api/films": 10,
    "POST /api/comparisons": 10,
    "POST /api/readings": 10,
    "POST /api/snippets": 10,
    "GET /api/snippets/{id}": 2,
    "DELETE /api/snippets/{id}": 5,
    "POST /api/snippets/{id}/notes": 10,
    "GET /api/snippets/{id}/notes/{notes}": 5,
    "DELETE /api/snippets/{id}/notes/{notes}": 5,
    "POST /api/notes/preview": 5,
    "GET /s/{id}.gif": 2,
    "GET /s/{id}.mp4": 2,
    "GET /s/{id}.webm": 2,
    "GET /s/{id}.html": 10,
    "GET /s/{id}.zip": 10,
    "GET /s/{id}.ipynb": 10,
    "GET /s/{id}.py": 2,
    "GET /s/{id}.json": 2,
    "GET /s/{id}.svg": 2,
    "GET /s/{id}.png": 2,
    "GET /s/{id}": 2,
    "GET /embed/{id}": 2,
    "GET /embed.js": 1,
    "GET /film/1.js": 1,
    "GET /oembed": 5,
    "GET /api/examples": 10,
    "GET /e/{id}": 2,
    "POST /api/lessons/{id}/check": 10,
    "GET /learn": 5,
    "GET /learn/myths": 10,
    "GET /learn/{id}": 10,
    "GET /healthz": 1,
    "GET /readyz": 2,
    "GET /metrics": 5,
    "GET /": 5,
    "GET /favicon.ico": 1,
    "GET /docs": 5,
    "GET /docs/embedding": 10,
    "GET /openapi.json": 0,
}
"""By method and route; ``/openapi.json`` is FastAPI's own, made once."""

UNITS_PER_MIB = 5
"""For what of a film is unpacked on its way to a client."""
MIB = 1024 * 1024


async def charged(request: Request) -> None:
    """Refuse a client that is shut out, else take the price of the route from what it may spend; a dependency of every route."""
    price = PRICES[f"{request.method} {request.scope['route'].path}"]
    state, client = await state_of(request), client_of(request)
    state.blocked.check(client)
    state.budget.spend(client, price)


def units_of(json_bytes: int) -> int:
    """What unpacking so many bytes of a film costs."""
    return math.ceil(json_bytes * UNITS_PER_MIB / MIB)
