"""Limits on drawing pictures of films."""

from __future__ import annotations

import asyncio

import pytest

from app.errors import Busy
from app.render.stills import Stills
from app.settings import Settings
from gradreel.film.film import Film, film_of
from gradreel.film.still import StillOrder
from gradreel.trace import Engine, Outcome, Run


@pytest.fixture(scope="module")
def film() -> Film:
    """A film of a program without a tensor."""
    engine = Engine(gradreel="0", torch="0", python="0")
    return film_of(Run(id="0" * 10, code="x = 1\n", engine=engine, outcome=Outcome(status="completed"), stdout="", elapsed_ms=1.0))


async def test_picture_beyond_the_queue_is_refused_and_the_queued_ones_are_drawn(film: Film) -> None:
    stills = Stills(Settings(still_queue=1))
    async with stills._turn:
        drawn, waiting = [asyncio.create_task(stills.svg(film, StillOrder(theme=theme))) for theme in ("light", "dark")]
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="try again"):
            await stills.svg(film, StillOrder(lang="zh"))
    assert (await drawn).startswith(b"<svg")
    assert (await waiting).startswith(b"<svg")
    assert (await stills.svg(film, StillOrder(lang="zh"))).startswith(b"<svg")
