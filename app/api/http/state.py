"""The parts of the running service that endpoints use, carried from ``create_app`` to each request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, cast

from fastapi import Depends, Request

from app.api.http.blocked import BlockedClients
from app.api.http.budget import Budget
from app.api.http.rate import Rate
from app.api.http.rendered import RenderedPages
from app.films.fixes import Fixes
from app.films.library import Library
from app.films.refresh import Refresh
from app.metrics import Metrics
from app.render.animations import Animations
from app.render.page import Pages
from app.render.stills import Stills
from app.runner.protocol import Runner
from app.settings import Settings
from app.store.publishers import Quota
from app.store.store import Store
from app.workers.workers import Workers


@dataclass(frozen=True)
class State:
    """The service's collaborators, made once."""

    settings: Settings
    runner: Runner
    store: Store
    library: Library
    fixes: Fixes
    refresh: Refresh
    pages: Pages
    stills: Stills
    animations: Animations
    rendered: RenderedPages
    metrics: Metrics
    blocked: BlockedClients
    budget: Budget
    workers: Workers
    run_rate: Rate
    create_rate: Rate
    all_create_rate: Rate
    still_rate: Rate
    file_rate: Rate
    animation_rate: Rate
    quota: Quota


async def state_of(request: Request) -> State:
    """Return the service state of the application that serves ``request``.

    Like every dependency and endpoint that waits for nothing it is a coroutine: a plain function would cost a thread's turn.
    """
    return cast(State, request.app.state.gradreel)


Service = Annotated[State, Depends(state_of)]
