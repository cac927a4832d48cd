"""Pictures show what the page shows: each text, mark and line that Chromium displays on the stage is in the still, and nothing else is."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator

import httpx
import pytest
from playwright.async_api import Browser, Page, ViewportSize

from app.examples.gallery import Example, examples
from gradreel.film.show import Show
from gradreel.film.still import StillEngine, StillOrder
from tests.long import every_nth

pytestmark = [pytest.mark.browser, pytest.mark.jail]

WIDE: ViewportSize = {"width": 2400, "height": 1500}
"""Large enough for every example: seen from far away, the page leaves small text out."""

SEEN = """drawing => [...drawing.querySelectorAll('rect, circle, path, text')].flatMap(part => {
  // The faint outlines of what will appear later are the page's alone; a picture has a ground of its own.
  if (part.matches('.ghosts') || part.parentNode === drawing) return [];
  if (!part.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return [];
  const style = getComputedStyle(part);
  let opacity = 1;
  for (let at = part; at !== drawing; at = at.parentNode) opacity *= Number(getComputedStyle(at).opacity);
  const text = part.localName === 'text' ? part.textContent.trim() : '';
  if (part.localName === 'text' && text === '') return [];
  const written = text === '' ? [style.stroke, style.strokeWidth, style.strokeOpacity]
    : [style.textTransform === 'uppercase' ? text.toUpperCase() : text, style.fontSize, style.fontWeight, style.textDecorationLine];
  return [[part.localName, ...written, style.fill, style.fillOpacity, opacity.toFixed(2)].join(' ')];
})"""

FRAME = " 0.05 1.00"
"""How the look of a frame around an open group ends: its fill is all but clear."""


@pytest.fixture(scope="module")
async def page(chromium: Browser) -> AsyncIterator[Page]:
    """One page for all films."""
    context = await chromium.new_context(viewport=WIDE, locale="en-US", reduced_motion="reduce")
    yield await context.new_page()
    await context.close()


@pytest.fixture(scope="module")
def engine() -> StillEngine:
    """The engine of the server, without a server's deadline."""
    return StillEngine(60, 768 * 1024**2)


async def seen_in(page: Page, drawing: str) -> Counter[str]:
    """How each part looks that Chromium displays, and how many look so."""
    seen = Counter(await page.locator(drawing).evaluate(SEEN))
    # An open group has a frame for each row that it is in, and rows are broken where the window ends.
    return Counter({part: 1 if part.endswith(FRAME) else count for part, count in seen.items()})


LAID_OUT_BY_ROOM = {"two-stale-saves", "step-after-both", "buffer-filled-then-read", "gradient-penalty"}
"""Their stories keep the more the more room there is, and a frame is lower than a picture: all of the film is compared."""
FOLDED = {"training-loop", "transformer-layer"}
"""The page opens all of them with groups closed, which a still shows open: no two of their pictures are to be the same."""


@pytest.mark.parametrize("example", every_nth((each for each in examples() if each.id not in FOLDED), 4), ids=lambda example: example.id)
async def test_still_of_an_example_has_exactly_what_the_page_displays(
    page: Page, server_url: str, engine: StillEngine, example: Example
) -> None:
    async with httpx.AsyncClient(base_url=server_url, timeout=60) as client:
        id = (await client.post("/api/snippets", json={"code": example.code})).json()["id"]
        run = (await client.get(f"/s/{id}.json")).raise_for_status().text
    show: Show | None = "all" if example.id in LAID_OUT_BY_ROOM else None
    await page.goto(f"{server_url}/embed/{id}?theme=light&view=graph" + (f"&show={show}" if show else ""))
    await page.locator("svg.stage .thing, svg.stage .lane-nothing").first.wait_for(state="attached")
    shown = await seen_in(page, "svg.stage")
    await page.set_content(await asyncio.to_thread(engine.svg, run, StillOrder(show=show)))
    drawn = await seen_in(page, "body > svg")
    assert {part: drawn[part] - shown[part] for part in drawn | shown if drawn[part] != shown[part]} == {}
