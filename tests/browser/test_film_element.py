"""``<gradreel-film>`` in the pages of five site generators, under strict policies, without scripts, and twenty at once."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from playwright.async_api import Browser, Page, expect

from app.examples.gallery import examples
from tests.browser.article import article, blog
from tests.browser.conftest import Lend
from tests.browser.generators import DARK, PAGES

pytestmark = [pytest.mark.browser, pytest.mark.jail]

CODE = "d[:] = 0\nf.backward()"
MAX_BYTES = 3_072
FRAME = "document.querySelector('gradreel-film').shadowRoot.querySelector('iframe')"


@pytest.fixture(scope="module")
def film(server_url: str) -> str:
    """The address of a stored film."""
    code = next(example.code for example in examples() if example.id == "edit-after-save")
    made = httpx.post(f"{server_url}/api/snippets", json={"code": code}, timeout=60).json()
    return f"{server_url}/s/{made['id']}"


def script(server_url: str) -> str:
    return f'<script src="{server_url}/film/1.js" async></script>'


def element(film: str, attributes: str = 'step="6" height="420"') -> str:
    return f'<gradreel-film src="{film}" {attributes}><pre><code>{CODE}</code></pre></gradreel-film>'


@pytest.fixture(scope="module")
def site(server_url: str, film: str) -> Iterator[str]:
    """All pages on another origin."""
    pages = {f"/{name}": page.format(script=script(server_url), element=element(film)) for name, page in PAGES.items()}
    strict = f"default-src 'none'; script-src {server_url}; frame-src {server_url}"
    pages["/strict"] = (
        article(element(film), script(server_url), strict).replace("<style>", "<template>").replace("</style>", "</template>")
    )
    pages["/frameless"] = article(element(film), script(server_url), f"script-src {server_url}; frame-src 'none'")
    pages["/twenty"] = article("".join(f"<p>Text.</p>{element(film)}" for _ in range(20)), script(server_url))
    pages["/code"] = article(f"<gradreel-film><pre>{CODE}</pre></gradreel-film>", script(server_url))
    with blog(pages) as url:
        yield url


async def has_film(page: Page) -> None:
    """Wait for the film at its sixth step."""
    frame = page.frame_locator("gradreel-film >> iframe")
    await expect(frame.locator(".narration .count")).to_have_text("6 / 9")


def test_element_is_one_script_of_three_kilobytes_that_any_site_may_load(server_url: str) -> None:
    answer = httpx.get(f"{server_url}/film/1.js")
    assert answer.status_code == 200
    assert len(answer.content) <= MAX_BYTES
    assert answer.headers["access-control-allow-origin"] == "*"
    assert answer.headers["content-type"].startswith("text/javascript")


@pytest.mark.parametrize("name", PAGES)
async def test_film_plays_in_the_page_of_a_generator_and_follows_its_theme(lent: Lend, site: str, name: str) -> None:
    page = (await lent()).page
    await page.goto(f"{site}/{name}")
    if name == "reveal":
        await page.evaluate("document.querySelectorAll('section').forEach(slide => slide.classList.toggle('present'))")
    await has_film(page)
    assert await page.evaluate(f"{FRAME}.height") == "420"
    dark = "new URL(" + FRAME + ".src).searchParams.get('theme')"
    if name in DARK:
        assert await page.evaluate(dark) == "light"
        await page.evaluate(DARK[name])
        await page.wait_for_function(f"() => {dark} === 'dark'")
        await has_film(page)
    elif name == "reveal":
        assert await page.evaluate(dark) == "dark"


async def test_strict_policy_that_allows_this_server_is_enough(chromium: Browser, site: str) -> None:
    page = await chromium.new_page()
    logged: list[str] = []
    page.on("console", lambda message: logged.append(message.text))
    await page.goto(f"{site}/strict")
    await has_film(page)
    assert [text for text in logged if "style" in text] == []
    await page.close()


async def test_code_is_shown_where_frames_or_scripts_are_not_allowed(chromium: Browser, site: str) -> None:
    page = await chromium.new_page()
    await page.goto(f"{site}/frameless")
    await expect(page.locator("gradreel-film pre")).to_be_visible()
    await page.close()
    page = await chromium.new_page(java_script_enabled=False)
    await page.goto(f"{site}/hugo")
    await expect(page.locator("gradreel-film pre")).to_have_text(CODE)
    await page.close()


async def test_twenty_films_load_as_they_are_scrolled_to_without_moving_the_text(lent: Lend, site: str) -> None:
    page = (await lent()).page
    loaded: set[str] = set()
    page.on("frameattached", lambda frame: loaded.add(frame.name))
    await page.goto(f"{site}/twenty")
    await page.wait_for_function("() => document.querySelectorAll('gradreel-film').length === 20")
    await page.wait_for_function("() => document.querySelector('gradreel-film').shadowRoot?.querySelector('iframe')")
    before = await page.evaluate("document.documentElement.scrollHeight")
    await page.frame_locator("gradreel-film >> nth=0 >> iframe").locator(".narration .count").wait_for()
    shown = sum("/embed/" in frame.url for frame in page.frames)
    assert 1 <= shown < 20
    assert await page.evaluate("document.documentElement.scrollHeight") == before


async def test_code_without_a_link_opens_in_the_playground(lent: Lend, site: str, server_url: str) -> None:
    page = (await lent()).page
    await page.goto(f"{site}/code")
    link = page.locator("gradreel-film a")
    await expect(page.locator("gradreel-film pre")).to_be_visible()
    address = await link.get_attribute("href") or ""
    assert address.startswith(f"{server_url}/#code=")
    await page.goto(address)
    await expect(page.locator(".cm-content")).to_contain_text("d[:] = 0")
