"""Films that are forged or hard to draw give a picture or a plain sentence: in the playground, in a file, and as a still."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import httpx
import pytest
from playwright.async_api import Browser, Page, Route, expect

from gradreel.film.html import film_file
from gradreel.film.show import Show
from gradreel.film.still import StillEngine, StillOrder
from tests.browser.conftest import DESKTOP, Open, is_error_or_warning
from tests.browser.film import run, type_code
from tests.browser.strange_films import FORGERIES, PROGRAMS, STALE_PROGRAM, Json, film_with, forged
from tests.long import every_nth

pytestmark = [pytest.mark.browser, pytest.mark.jail]

SHOWS: tuple[Show, ...] = ("story", "overview", "all")
DRAWN = "svg.stage .thing:not(.is-hidden)"
STILL_TIME_S = 60.0
STILL_BYTES = 512 * 1024**2
MAX_SENTENCE = 600
TEXT = "{http://www.w3.org/2000/svg}text"


@pytest.fixture(scope="module")
def honest(server_url: str) -> Json:
    """The run of a program that fails."""
    answer: Json = httpx.post(f"{server_url}/api/runs", json={"code": STALE_PROGRAM}, timeout=60).json()
    assert answer["diagnoses"]
    return answer


@pytest.fixture(scope="module")
def engine() -> StillEngine:
    return StillEngine(STILL_TIME_S, STILL_BYTES)


async def shown_in_each_way(page: Page) -> None:
    """Each view says what happens at the first and at the last step, and has a picture of the last one."""
    slider = page.locator("#transport [role=slider]")
    for key in ("s", "o", "e", "f"):
        await slider.focus()
        await page.keyboard.press(key)
        for end in ("Home", "End"):
            await page.keyboard.press(end)
            sentence = await page.locator("#narration .sentence").inner_text()
            assert 0 < len(sentence) < MAX_SENTENCE
        await expect(page.locator(f"#stage {DRAWN}").first).to_be_visible()


@pytest.mark.parametrize("forgery", every_nth(FORGERIES, 3))
async def test_forged_film_in_the_playground_has_a_picture(open_page: Open, honest: Json, forgery: str) -> None:
    page = await open_page()
    strange = forged(honest, forgery)

    async def answer(route: Route) -> None:
        await route.fulfill(json=strange)

    await page.route("**/api/runs", answer)
    await type_code(page, STALE_PROGRAM)
    await run(page)
    await shown_in_each_way(page)
    await page.locator(f"#stage {DRAWN}").first.press("Enter")
    for tab in ("edits", "gradients", "steps", "details"):
        await page.locator(f"#tab-{tab}").click()
        await expect(page.locator("#side-panel")).not_to_be_empty()


@pytest.mark.parametrize("program", PROGRAMS)
async def test_film_that_is_hard_to_draw_has_a_picture(open_page: Open, program: str) -> None:
    page = await open_page()
    await type_code(page, PROGRAMS[program])
    await run(page)
    await shown_in_each_way(page)


@pytest.mark.parametrize("forgery", every_nth(FORGERIES, 3))
async def test_forged_film_in_a_file_has_a_picture(chromium: Browser, honest: Json, forgery: str, tmp_path: Path) -> None:
    strange = forged(honest, forgery)
    path = tmp_path / "film.html"
    context = await chromium.new_context(viewport=DESKTOP, reduced_motion="reduce", offline=True)
    page = await context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if is_error_or_warning(message) else None)
    for show in SHOWS:
        path.write_text(film_file(film_with(honest, json.dumps(strange).encode()), STALE_PROGRAM, "Forged", show=show))
        await page.goto(path.as_uri())
        await expect(page.locator(DRAWN).first).to_be_visible()
        await page.keyboard.press("Home")
        await expect(page.locator(".narration .sentence")).not_to_be_empty()
        await page.keyboard.press("End")
        await expect(page.locator(DRAWN).first).to_be_visible()
    await context.close()
    assert errors == []


@pytest.mark.parametrize("show", SHOWS)
@pytest.mark.parametrize("forgery", FORGERIES)
def test_still_of_a_forged_film_is_a_picture(engine: StillEngine, honest: Json, forgery: str, show: Show) -> None:
    drawn = engine.svg(json.dumps(forged(honest, forgery)), StillOrder(show=show))
    picture = ElementTree.fromstring(drawn)
    assert [each for each in picture.iter(TEXT) if each.text and each.text.strip()]


@pytest.mark.parametrize("show", SHOWS)
@pytest.mark.parametrize("program", PROGRAMS)
def test_still_of_a_film_that_is_hard_to_draw_is_a_picture(server_url: str, engine: StillEngine, program: str, show: Show) -> None:
    answer = httpx.post(f"{server_url}/api/runs", json={"code": PROGRAMS[program]}, timeout=60)
    picture = ElementTree.fromstring(engine.svg(answer.text, StillOrder(show=show)))
    assert [each for each in picture.iter(TEXT) if each.text and each.text.strip()]
