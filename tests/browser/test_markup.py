"""Hostile text in code, output and addresses executes nothing: in the page, embeds, stills, film files and oEmbed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from urllib.parse import quote, urlsplit

import httpx
import pytest
from playwright.async_api import Browser, Page

from tests.browser.conftest import is_error_or_warning
from tests.browser.markup import MARKUP, snippet
from tests.conftest import PATIENCE_S
from tests.long import every_nth

pytestmark = [pytest.mark.browser, pytest.mark.jail]

PORTIONS = [MARKUP[start : start + 12] for start in range(0, len(MARKUP), 12)]


@pytest.fixture
async def watched(chromium: Browser) -> AsyncIterator[Page]:
    """A page that may log nothing: a violation of the content security policy means that markup got through."""
    page = await chromium.new_page(viewport={"width": 1200, "height": 800}, reduced_motion="reduce")
    logged: list[str] = []
    page.on("console", lambda message: logged.append(message.text) if is_error_or_warning(message) else None)
    page.on("pageerror", lambda error: logged.append(str(error)))
    page.on("dialog", lambda dialog: logged.append(dialog.message))
    page.on("request", lambda request: logged.append(request.url) if "evil" in urlsplit(request.url).netloc else None)
    yield page
    await page.close()
    assert logged == []


async def publish(server_url: str, code: str) -> dict[str, str]:
    """Make a link and wait for its film: a server that is busy makes the link first and the film when it is asked again."""
    async with httpx.AsyncClient(base_url=server_url, timeout=60) as client, asyncio.timeout(PATIENCE_S):
        while True:
            response = await client.post("/api/snippets", json={"code": code})
            assert response.is_success, response.text
            made: dict[str, str] = response.json()
            if made.get("film") == "ready":
                return made
            await asyncio.sleep(0.5)


Hostile = Callable[[int], Awaitable[dict[str, str]]]


@pytest.fixture(scope="module")
def hostile(server_url: str) -> Hostile:
    """Links to snippets that carry the corpus, by its portions."""
    made: dict[int, dict[str, str]] = {}

    async def link(portion: int) -> dict[str, str]:
        if portion not in made:
            made[portion] = await publish(server_url, snippet(PORTIONS[portion][0], PORTIONS[portion]))
        return made[portion]

    return link


async def get(url: str) -> httpx.Response:
    """Ask for something outside the browser."""
    async with httpx.AsyncClient(timeout=60) as client:
        return await client.get(url)


LOADED = """async () => {
  const loaded = image => new Promise(done => { for (const kind of ['load', 'error']) image.addEventListener(kind, done); });
  await Promise.all([...document.images].filter(image => !image.complete).map(loaded));
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
}"""
"""Every picture has come or failed, and whoever was to be told has been: what markup executes by itself it has executed."""


async def walk(page: Page) -> None:
    """Go through the film step by step and hover over every element."""
    await page.wait_for_selector("#stage .thing")
    for _ in range(12):
        await page.keyboard.press("ArrowRight")
    await page.keyboard.press("End")
    await page.evaluate("document.querySelectorAll('*').forEach(e => e.dispatchEvent(new MouseEvent('mouseover', {bubbles: true})))")
    await page.evaluate(LOADED)


@pytest.mark.parametrize("portion", every_nth(range(len(PORTIONS)), 2))
async def test_film_of_hostile_text_executes_nothing_in_page_and_embed(
    portion: int, watched: Page, hostile: Hostile, server_url: str
) -> None:
    link = await hostile(portion)
    assert PORTIONS[portion][0] in str((await get(f"{server_url}/s/{link['id']}.json")).json()["events"]), "the corpus is in the trace"
    for path in (f"/s/{link['id']}", f"/embed/{link['id']}?view=both"):
        await watched.goto(server_url + path)
        await walk(watched)
        assert await watched.evaluate("document.querySelectorAll('script:not([type=module]), iframe, base, form, video').length") == 0


@pytest.mark.parametrize("portion", every_nth(range(len(PORTIONS)), 2))
async def test_still_and_file_of_hostile_text_execute_nothing(
    portion: int, watched: Page, hostile: Hostile, server_url: str, tmp_path: Path
) -> None:
    link = await hostile(portion)
    await watched.goto(f"{server_url}/s/{link['id']}.svg")
    assert await watched.evaluate("document.documentElement.nodeName") == "svg"
    assert await watched.evaluate("document.querySelectorAll('script, foreignObject, a, image, style').length") == 0
    (tmp_path / "film.html").write_bytes((await get(f"{server_url}/s/{link['id']}.html")).content)
    await watched.goto((tmp_path / "film.html").as_uri())
    await walk(watched)
    assert (await get(f"{server_url}/s/{link['id']}.png")).status_code == 200


@pytest.mark.parametrize("portion", every_nth(range(4), 4))
async def test_titles_and_embed_code_of_hostile_text_stay_text(portion: int, watched: Page, server_url: str) -> None:
    frames = []
    for text in MARKUP[portion::4]:
        title = " ".join(text.split()).replace("\0", "")
        made = await publish(server_url, f"# {title}\nx = 1\n")
        answer = (await get(f"{server_url}/oembed?url={quote(made['url'])}")).json()
        frames += [made["embed_html"], answer["html"]]
    await watched.goto("about:blank")
    await watched.set_content("".join(frames))
    assert await watched.evaluate("document.querySelectorAll('iframe').length") == len(frames)
    assert await watched.evaluate("document.querySelectorAll('script, img, svg, a, input, form, base, meta, link').length") == 0
    names = await watched.evaluate("[...new Set([...document.querySelectorAll('iframe')].flatMap(e => e.getAttributeNames()))].sort()")
    assert names == ["height", "loading", "referrerpolicy", "sandbox", "src", "style", "title", "width"]


@pytest.mark.parametrize("portion", every_nth(range(2), 2))
@pytest.mark.parametrize(
    "door", ["/s/{id}?step={}", "/embed/{id}?theme={}&step={}", "/embed/{id}?lang={}&view={}&x={}", "/?lang={}&example={}", "/#code={}"]
)
async def test_hostile_addresses_execute_nothing(door: str, portion: int, watched: Page, hostile: Hostile, server_url: str) -> None:
    link = await hostile(0)
    for text in MARKUP[:: len(MARKUP) // 6][portion::2]:
        await watched.goto(server_url + door.replace("{id}", link["id"]).replace("{}", quote(text, safe="")))
        await watched.wait_for_selector("#stage .thing, .cm-content")


async def test_hostile_addresses_of_oembed_are_answered_as_json(server_url: str, hostile: Hostile) -> None:
    link = await hostile(0)
    async with httpx.AsyncClient(base_url=server_url) as client:
        for text in MARKUP:
            for params in (
                {"url": text},
                {"url": f"{server_url}/s/{link['id']}?theme={quote(text)}"},
                {"url": "x", "format": text[:30]},
            ):
                response = await client.get("/oembed", params=params)
                assert response.headers["Content-Type"] == "application/json"
                assert response.status_code in (200, 404, 501)
                if response.status_code == 200:
                    assert response.json()["html"].count("<") == 2
