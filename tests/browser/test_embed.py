"""Embeds in an article on another origin: height, keys, scrolling, theme, step, and that viewing runs no code."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import httpx
import pytest
from playwright.async_api import Browser, Page, expect

from app.examples.gallery import examples
from tests.browser.article import PARAGRAPH, article, blog, frame_code, frames_of, has, is_at
from tests.browser.conftest import Lend, launched
from tests.browser.film import LATER_MS

pytestmark = [pytest.mark.browser, pytest.mark.jail]

NAMES = ("edit-after-save", "data-escapes-the-check", "leaf-and-non-leaf")
EMBED_BYTES = 80_000
EVERY_WORD = """[document.body.innerText, ...[...document.querySelectorAll('[aria-label], [title], svg text')]
  .flatMap(e => [e.getAttribute('aria-label'), e.getAttribute('title'), e.textContent])].join(' ')"""


@pytest.fixture(scope="module")
def links(server_url: str) -> list[dict[str, str]]:
    """Three stored snippets."""
    codes = {example.id: example.code for example in examples()}
    made = [httpx.post(f"{server_url}/api/snippets", json={"code": codes[name]}, timeout=60) for name in NAMES]
    assert [response.json()["film"] for response in made] == ["ready"] * len(NAMES)
    return [response.json() for response in made]


Post = Callable[..., Awaitable[Page]]


@pytest.fixture
async def post(lent: Lend) -> AsyncIterator[Post]:
    """Publish a body on the blog and open it; afterwards no page may have logged an error."""
    with ExitStack() as stack:

        async def publish(body: str, head: str = "", policy: str | None = None, **context: object) -> Page:
            url = stack.enter_context(blog({"/post": article(body, head, policy)}))
            tab = await lent(**{"viewport": {"width": 800, "height": 900}, "reduced_motion": "no-preference", **context})
            await tab.page.goto(f"{url}/post")
            return tab.page

        yield publish


async def test_three_embeds_in_one_article_play_without_running_code(post: Post, links: list[dict[str, str]], server_url: str) -> None:
    before = runs_made(server_url)
    page = await post(PARAGRAPH.join(frame_code(link) for link in links))
    frames = await frames_of(page)
    assert [await frame.evaluate("self.origin") for frame in frames] == ["null"] * 3, "the frames have opaque origins"
    assert len({await frame.title() for frame in frames}) == 3
    for frame in frames:
        assert not re.findall(r"\b(?:page|step|stage)-[a-z]+", await frame.evaluate(EVERY_WORD)), (
            "a word is missing from the light catalogue"
        )
    assert runs_made(server_url) == before


def runs_made(server_url: str) -> list[str]:
    lines = httpx.get(f"{server_url}/metrics").text.splitlines()
    return [line for line in lines if line.startswith("gradreel_runs_total")]


async def test_step_theme_and_language_of_the_address_are_honoured(post: Post, links: list[dict[str, str]]) -> None:
    queries = ("step=3&theme=light&lang=en", "step=2&theme=dark&lang=zh", "step=1&controls=0")
    page = await post(PARAGRAPH.join(frame_code(link, query) for link, query in zip(links, queries, strict=True)))
    one, two, three = await frames_of(page)
    for frame, step in ((one, 3), (two, 2), (three, 1)):
        await is_at(frame, step)
    assert await one.evaluate("document.documentElement.lang") == "en"
    assert await two.evaluate("document.documentElement.lang") == "zh-CN"
    background = "getComputedStyle(document.querySelector('.embed')).backgroundColor"
    assert await one.evaluate(background) == "rgb(251, 250, 247)"
    assert await two.evaluate(background) == "rgb(21, 22, 26)"
    await expect(two.locator(".transport .key").first).to_be_attached()
    await expect(three.locator(".transport .key")).to_have_count(0)


@pytest.mark.parametrize(("scheme", "colour"), [("light", "rgb(251, 250, 247)"), ("dark", "rgb(21, 22, 26)")])
async def test_embed_without_a_theme_uses_the_color_scheme_of_the_reader(
    scheme: str, colour: str, post: Post, links: list[dict[str, str]]
) -> None:
    page = await post(frame_code(links[0]), color_scheme=scheme)
    (frame,) = await frames_of(page)
    assert await frame.evaluate("getComputedStyle(document.querySelector('.embed')).backgroundColor") == colour


async def test_embed_script_sets_each_frame_to_the_height_of_its_film(post: Post, links: list[dict[str, str]], server_url: str) -> None:
    page = await post(PARAGRAPH.join(frame_code(link) for link in links), f'<script src="{server_url}/embed.js" async></script>')
    frames = await frames_of(page)
    await page.wait_for_function("() => [...document.querySelectorAll('iframe')].every(f => f.style.height && f.style.height !== '480px')")
    for frame in page.frames[1:]:
        await frame.wait_for_function("() => document.scrollingElement.scrollHeight <= innerHeight")
    heights = await page.evaluate("[...document.querySelectorAll('iframe')].map(f => f.offsetHeight)")
    assert all(200 <= height <= 800 for height in heights)
    for element, frame in zip(await page.query_selector_all("iframe"), frames, strict=True):
        await element.scroll_into_view_if_needed()
        await frame.evaluate(TWO_FRAMES)
    assert await page.evaluate(ASK_AGAIN) == heights, "granted heights ask for no more"
    assert await page.evaluate("[...document.querySelectorAll('iframe')].map(f => f.offsetHeight)") == heights
    for frame in page.frames[1:]:
        await frame.wait_for_function("() => document.scrollingElement.scrollHeight <= innerHeight")


TWO_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""By the second one, whoever observes a size has been told of it."""
ASK_AGAIN = """() => {
  const told = frame => new Promise(done => addEventListener('message', ({ source, data }) => {
    if (source === frame.contentWindow && data.type === 'gradreel:resize') done(data.height);
  }));
  return Promise.all([...document.querySelectorAll('iframe')].map(frame => {
    const height = told(frame);
    frame.contentWindow.postMessage({ type: 'gradreel:ask', v: 1 }, '*');
    return height;
  }));
}"""
"""The heights that the frames ask for when they are asked once more."""


async def test_embed_opens_at_its_key_step_and_nothing_plays_unless_asked(post: Post, links: list[dict[str, str]]) -> None:
    page = await post("", java_script_enabled=True)  # with an option of its own it is not kept, as its script would be
    await page.add_init_script(
        "self.counts = new Set(); new MutationObserver(() => { const count = document.querySelector('.count');"
        " if (count && count.textContent) counts.add(count.textContent); })"
        ".observe(document, {childList: true, subtree: true, characterData: true});"
    )
    await page.clock.install()
    await page.set_content(frame_code(links[0]))
    (frame,) = await frames_of(page)
    await is_at(frame, 6)
    # Longer than a film's intro and a step of its playing take.
    await page.clock.run_for(LATER_MS)
    assert await frame.evaluate("[...counts]") == ["6 / 9"]
    await frame.locator(".slider").focus()
    await page.keyboard.press("Space")
    await page.clock.run_for(LATER_MS)
    assert len(await frame.evaluate("[...counts]")) > 1


@pytest.mark.parametrize("width", [760, 390])
async def test_graph_and_code_together_cut_no_line(width: int, post: Post, links: list[dict[str, str]]) -> None:
    page = await post(frame_code(links[0], "view=both"), viewport={"width": width, "height": 900})
    (frame,) = await frames_of(page)
    line = frame.locator(".lines .is-current")
    await has(line, "e.getBoundingClientRect().bottom <= e.parentElement.getBoundingClientRect().bottom")
    await has(line, "e.getBoundingClientRect().top >= e.parentElement.getBoundingClientRect().top")
    await has(frame.locator(".lines"), "e.scrollWidth <= e.clientWidth")


async def test_embed_says_why_it_fails_and_the_ways_out_over_the_film(post: Post, links: list[dict[str, str]]) -> None:
    page = await post(frame_code(links[0], "step=2"))
    (frame,) = await frames_of(page)
    height = await frame.evaluate("document.querySelector('.stage').offsetHeight")
    summary = frame.locator(".why summary")
    await summary.focus()
    await page.keyboard.press("Space")
    await expect(frame.locator(".why-body")).to_be_visible()
    await expect(frame.locator(".why-body")).to_contain_text("edited it in place")
    await expect(frame.locator(".why-body li").first).to_contain_text("clone")
    assert await frame.evaluate("document.querySelector('.stage').offsetHeight") == height
    await is_at(frame, 2)


async def test_height_from_another_window_or_out_of_bounds_is_ignored(post: Post, links: list[dict[str, str]], server_url: str) -> None:
    page = await post(frame_code(links[0]), f'<script src="{server_url}/embed.js"></script>')
    await frames_of(page)
    await page.wait_for_function("() => document.querySelector('iframe').style.height !== ''")
    height = await page.evaluate("document.querySelector('iframe').offsetHeight")
    await page.evaluate(
        "() => new Promise(done => { addEventListener('message', ({ data }) => { if (data === 'after it') done(); });"
        " postMessage({type: 'gradreel:resize', v: 1, height: 1999}, '*'); postMessage('after it', '*'); })"
    )
    assert await page.evaluate("document.querySelector('iframe').offsetHeight") == height
    await page.evaluate(
        "self.heights = []; const taken = () => self.heights.push(parseInt(document.querySelector('iframe').style.height));"
        "new MutationObserver(taken).observe(document.querySelector('iframe'), {attributeFilter: ['style']})"
    )
    # The frame, made as high as that, may say at once how high it would rather be.
    tell = "h => parent.postMessage({type: 'gradreel:resize', v: 1, height: h}, '*')"
    for told, taken in ((1e9, 2000), (1, 100)):
        await page.frames[1].evaluate(tell, told)
        await page.wait_for_function("h => self.heights.includes(h)", arg=taken)


async def test_arrow_keys_step_the_film_and_scroll_the_article_at_both_ends(post: Post, links: list[dict[str, str]]) -> None:
    page = await post(frame_code(links[0], "step=2") + PARAGRAPH * 20)
    (frame,) = await frames_of(page)
    await frame.locator(".slider").focus()
    await frame.evaluate("addEventListener('keydown', e => setTimeout(() => { self.taken = e.defaultPrevented; }))")
    last = int(await frame.locator(".slider").get_attribute("aria-valuemax") or "0")
    for key, step, taken in (
        ("ArrowLeft", 1, True),
        ("ArrowLeft", 1, False),
        ("ArrowRight", 2, True),
        ("End", last, True),
        ("ArrowRight", last, False),
    ):
        await frame.evaluate("self.taken = null")
        await page.keyboard.press(key)
        await frame.wait_for_function("() => self.taken !== null")
        assert await frame.evaluate("self.taken") is taken, (key, step)
        await is_at(frame, step)


async def test_wheel_over_the_film_scrolls_the_article(post: Post, links: list[dict[str, str]]) -> None:
    page = await post(PARAGRAPH + frame_code(links[0]) + PARAGRAPH * 30)
    (frame,) = await frames_of(page)
    world = frame.locator("svg.stage .world")
    before = await world.get_attribute("transform")
    box = await page.locator("iframe").bounding_box()
    assert box
    await page.mouse.move(box["x"] + 300, box["y"] + 200)
    await page.mouse.wheel(0, 300)
    await page.wait_for_function("() => scrollY >= 250")
    assert await world.get_attribute("transform") == before


async def test_wheel_with_ctrl_and_a_drag_move_the_view(post: Post, links: list[dict[str, str]]) -> None:
    page = await post(frame_code(links[0]))
    (frame,) = await frames_of(page)
    world = frame.locator("svg.stage .world")
    box = await page.locator("iframe").bounding_box()
    assert box
    x, y = box["x"] + 300, box["y"] + 200
    await page.mouse.move(x, y)
    opened = await world.get_attribute("transform") or ""
    await page.keyboard.down("Control")
    await page.mouse.wheel(0, -200)
    await page.keyboard.up("Control")
    await expect(world).not_to_have_attribute("transform", opened)
    zoomed = await world.get_attribute("transform") or ""
    await page.mouse.down()
    await page.mouse.move(x + 60, y + 20, steps=4)
    await page.mouse.up()
    await expect(world).not_to_have_attribute("transform", zoomed)
    await page.keyboard.press("End")
    await expect(frame.locator("svg.stage .is-now").first).to_be_visible()


async def test_finger_on_the_film_scrolls_the_article(post: Post, links: list[dict[str, str]]) -> None:
    page = await post(
        PARAGRAPH + frame_code(links[0]) + PARAGRAPH * 40, has_touch=True, is_mobile=True, viewport={"width": 390, "height": 800}
    )
    await frames_of(page)
    box = await page.locator("iframe").bounding_box()
    assert box
    session = await page.context.new_cdp_session(page)
    x, y = box["x"] + 180, box["y"] + 200
    for step, kind in enumerate(["touchStart", *["touchMove"] * 15, "touchEnd"]):
        points = [] if kind == "touchEnd" else [{"x": x, "y": y - 12 * step}]
        await session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        await page.evaluate("() => new Promise(requestAnimationFrame)")
    await page.wait_for_function("() => scrollY > 100")


async def test_edit_and_run_opens_the_current_step_in_a_new_tab(post: Post, links: list[dict[str, str]]) -> None:
    page = await post(frame_code(links[0], "step=4"))
    (frame,) = await frames_of(page)
    async with page.context.expect_page() as opening:
        await frame.locator("#open").click()
    opened = await opening.value
    await opened.wait_for_selector("#stage .thing")
    assert urlsplit(opened.url).path == f"/s/{links[0]['id']}"
    assert "step=4" in urlsplit(opened.url).query
    assert await opened.evaluate("opener") is None
    await expect(opened.locator(".narration .count")).to_have_text(re.compile("^4 /"))


@pytest.mark.parametrize(("motion", "plays"), [("no-preference", True), ("reduce", False)])
async def test_autoplay_starts_in_view_and_not_with_reduced_motion(
    motion: str, plays: bool, post: Post, links: list[dict[str, str]]
) -> None:
    page = await post(
        "", reduced_motion=motion, java_script_enabled=True
    )  # with an option of its own it is not kept, as its clock would be
    await page.clock.install()
    await page.set_content(frame_code(links[0], "autoplay=1"))
    (frame,) = await frames_of(page)
    # Told after the film's own observer, which was there first.
    await frame.evaluate("() => new Promise(done => new IntersectionObserver(done).observe(document.querySelector('#embed')))")
    await page.clock.run_for(LATER_MS)
    count = await frame.locator(".narration .count").text_content() or ""
    assert count.startswith("1 / ") is not plays


@pytest.mark.parametrize(("view", "code", "stage"), [("graph", False, True), ("code", True, False), ("both", True, True)])
async def test_view_chooses_the_panes(view: str, code: bool, stage: bool, post: Post, links: list[dict[str, str]]) -> None:
    page = await post(frame_code(links[0], f"view={view}&step=5"))
    (frame,) = await frames_of(page)
    await expect(frame.locator("#code")).to_be_visible(visible=code)
    await expect(frame.locator("svg.stage")).to_be_visible(visible=stage)
    if code:
        await expect(frame.locator("li[aria-current=step]")).to_have_count(1)


async def test_embed_works_in_a_file_under_a_strict_policy_and_in_plain_markdown(
    post: Post, links: list[dict[str, str]], server_url: str, tmp_path: Path, chromium: Browser
) -> None:
    strict = f"default-src 'none'; style-src 'unsafe-inline'; frame-src {server_url}"
    page = await post(f"<div class=wp-block-embed><figure><div>{frame_code(links[0])}</div></figure></div>", policy=strict)
    assert len(await frames_of(page)) == 1
    saved = tmp_path / "article.html"
    saved.write_text(frame_code(links[1]))
    local = await chromium.new_page()
    await local.goto(saved.as_uri())
    assert len(await frames_of(local)) == 1
    await local.close()


@pytest.fixture(scope="module")
async def scriptless() -> AsyncIterator[Browser]:
    """A browser whose reader has switched scripts off. Playwright's own switch reaches a frame in another process after its parser."""
    async with launched("--blink-settings=scriptEnabled=false") as browser:
        yield browser


@pytest.mark.parametrize("reason", ["the reader", "the article"])
async def test_embed_without_scripts_shows_the_still_and_the_code(
    reason: str, chromium: Browser, scriptless: Browser, links: list[dict[str, str]]
) -> None:
    code = frame_code(links[0], "step=3")
    body, browser = (code, scriptless) if reason == "the reader" else (code.replace("allow-scripts ", ""), chromium)
    with blog({"/post": article(PARAGRAPH + body)}) as url:
        page = await browser.new_page(viewport={"width": 800, "height": 900})
        await page.goto(f"{url}/post")
        frame = page.frame_locator("iframe")
        picture = frame.locator("img.embed-still")
        await picture.wait_for()
        await has(picture, "e.complete && e.naturalWidth > 300")
        assert (await picture.get_attribute("src") or "").endswith("?step=3")
        assert await picture.get_attribute("alt")
        source = frame.locator(".embed-source")
        assert "backward" in await source.inner_text()
        await source.scroll_into_view_if_needed()
        await has(source, "e.getBoundingClientRect().top < innerHeight - 20")
        await page.close()


async def test_embed_of_a_deleted_or_unknown_film_says_so(chromium: Browser, server_url: str) -> None:
    page = await chromium.new_page()
    response = await page.goto(f"{server_url}/embed/0000000000")
    assert response
    assert response.status == 404
    assert "no snippet" in await page.locator(".sentence").inner_text()
    await page.close()


async def packed_bytes(url: str) -> int:
    """Size of a response as it is sent, in bytes."""
    async with httpx.AsyncClient() as client, client.stream("GET", url, headers={"Accept-Encoding": "gzip"}) as response:
        assert response.headers["Content-Encoding"] == "gzip"
        return len(b"".join([chunk async for chunk in response.aiter_raw()]))


async def test_embed_of_a_failing_film_weighs_at_most_80_kilobytes(post: Post, links: list[dict[str, str]], server_url: str) -> None:
    asked: set[str] = set()
    page = await post("")
    page.on("request", lambda request: asked.add(request.url))
    await page.set_content(frame_code(links[0]))
    await frames_of(page)
    assets = [url for url in asked if urlsplit(url).path.startswith("/static/")]
    assert {urlsplit(url).netloc for url in asked if url.startswith("http")} == {urlsplit(server_url).netloc}
    weight = sum([await packed_bytes(urljoin(server_url, url)) for url in assets])
    assert len(assets) >= 3
    assert weight <= EMBED_BYTES


async def test_printed_article_shows_the_film_without_its_controls(post: Post, links: list[dict[str, str]]) -> None:
    page = await post(frame_code(links[0], "theme=dark"))
    (frame,) = await frames_of(page)
    await page.emulate_media(media="print")
    await expect(frame.locator(".embed-bar")).to_be_hidden()
    await expect(frame.locator("svg.stage")).to_be_visible()
    await has(frame.locator(".embed"), "getComputedStyle(e).backgroundColor === 'rgb(251, 250, 247)'")
