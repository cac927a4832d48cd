"""What a request needs of the running service, carried from ``create_app`` to the endpoints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, cast

from fastapi import Depends, Request

from app.api.rate import RunRate
from app.runner.protocol import Runner
from app.settings import Settings


@dataclass(frozen=True)
class State:
    """The service's collaborators, made once."""

    settings: Settings
    runner: Runner
    rate: RunRate


def state_of(request: Request) -> State:
    """Return the service state of the application that serves ``request``."""
    return cast(State, request.app.state.gradreel)


Service = Annotated[State, Depends(state_of)]
