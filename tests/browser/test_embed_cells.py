"""Embeds of one cell of a program that is stored whole."""

from __future__ import annotations

import re

import httpx
import pytest
from playwright.async_api import Frame, Page, expect

from tests.browser.article import blog, has
from tests.browser.conftest import Lend, Open

pytestmark = [pytest.mark.browser, pytest.mark.jail]

WELL = "# %% Part {at}\nv{at} = torch.full((2,), {at}.0, requires_grad=True)\n(v{at} * 2).sum().backward()\nprint(v{at}.grad)\n\n"
WRONG = """# %% Saved, then edited
w = torch.ones(2, requires_grad=True)
y = w.exp()
y += 1
y.sum().backward()

"""
PROGRAM = "import torch\n\n" + "".join(WRONG if at == 6 else WELL.format(at=at) for at in range(2, 15))
"""Fourteen cells of code, the sixth of which fails."""
FIRST_LINE = PROGRAM[: PROGRAM.index("# %% Saved")].count("\n") + 1
LINES = [line for line in WRONG.split("\n") if line]
ASKED = "<script>addEventListener('message', e => { if (e.data.type === 'gradreel:resize') self.asked = e.data.height; })</script>"


@pytest.fixture(scope="module")
def link(server_url: str) -> dict[str, str]:
    made = httpx.post(f"{server_url}/api/snippets", json={"code": PROGRAM}, timeout=60).json()
    assert made["film"] == "ready"
    return dict(made)


async def opened(lent: Lend, link: dict[str, str], query: str, width: int = 760) -> tuple[Page, Frame]:
    """An article whose frame has the height that oEmbed states."""
    page = (await lent(viewport={"width": width, "height": 900})).page
    async with httpx.AsyncClient(timeout=60) as client:
        base = link["url"].split("/s/")[0]
        made = await client.get(f"{base}/oembed", params={"url": f"{link['url']}?{query}", "maxwidth": width})
    with blog({}) as elsewhere:
        await page.goto(elsewhere)
        await page.set_content(f"<body style='margin:0'>{ASKED}{made.json()['html']}")
        element = await page.wait_for_selector("iframe")
        frame = element and await element.content_frame()
        assert frame
        await frame.wait_for_selector(".lines li:not([hidden])")
        await page.wait_for_function("() => self.asked")
    return page, frame


@pytest.mark.parametrize("width", [760, 390])
@pytest.mark.parametrize("view", ["code", "both"])
async def test_code_of_the_cell_alone_is_shown_with_its_own_line_numbers(lent: Lend, link: dict[str, str], view: str, width: int) -> None:
    _, frame = await opened(lent, link, f"cell=6&view={view}", width)
    shown = frame.locator(".lines li:visible code")
    assert await shown.all_inner_texts() == LINES
    await has(frame.locator(".lines"), f"getComputedStyle(e).counterReset === 'line {FIRST_LINE - 1}'")
    await expect(frame.locator(".narration .sentence")).to_contain_text("y")
    if view == "both":
        await expect(frame.locator("#stage .thing").first).to_be_visible()


@pytest.mark.parametrize("view", ["code", "both"])
async def test_height_that_is_published_is_the_one_that_the_cell_needs(lent: Lend, link: dict[str, str], view: str) -> None:
    page, frame = await opened(lent, link, f"cell=6&view={view}")
    height = await page.evaluate("document.querySelector('iframe').offsetHeight")
    assert await page.evaluate("self.asked") == height
    await has(frame.locator(".lines"), "e.scrollHeight <= e.clientHeight")
    whole, _ = await opened(lent, link, f"view={view}")
    assert await whole.evaluate("self.asked") >= height


async def test_button_shows_the_whole_program_with_the_cell_marked_in_view_and_the_frame_stays_as_high(
    lent: Lend, link: dict[str, str]
) -> None:
    page, frame = await opened(lent, link, "cell=6&view=code")
    asked = await page.evaluate("self.asked")
    button = frame.get_by_role("button", name="Whole program")
    await button.click()
    await expect(button).to_have_attribute("aria-pressed", "true")
    await expect(frame.locator(".lines li:visible")).to_have_count(PROGRAM.count("\n") + 1)
    await expect(frame.locator(".lines [data-asked]")).to_have_count(len(LINES))
    current = frame.locator(".lines .is-current")
    await has(current, "e.getBoundingClientRect().bottom <= e.parentElement.getBoundingClientRect().bottom")
    await has(current, "e.getBoundingClientRect().top >= e.parentElement.getBoundingClientRect().top")
    assert await page.evaluate("self.asked") == asked
    await button.click()
    await expect(frame.locator(".lines li:visible")).to_have_count(len(LINES))


async def test_film_that_leaves_the_cell_shows_the_whole_program(lent: Lend, link: dict[str, str]) -> None:
    _, frame = await opened(lent, link, "cell=6&view=both")
    await frame.locator(".slider").focus()
    await frame.page.keyboard.press("Home")
    await expect(frame.get_by_role("button", name="Whole program")).to_have_attribute("aria-pressed", "true")
    await expect(frame.locator(".lines .is-current")).to_be_visible()


@pytest.mark.parametrize("query", ["view=code", "view=code&cell=6&step=2", "view=code&cell=99"])
async def test_embed_that_asks_for_no_cell_shows_the_whole_program(lent: Lend, link: dict[str, str], query: str) -> None:
    _, frame = await opened(lent, link, query)
    await expect(frame.locator(".lines li:visible")).to_have_count(PROGRAM.count("\n") + 1)
    await expect(frame.locator(".whole:visible")).to_have_count(0)


async def test_share_dialog_writes_the_cell_and_previews_its_code(open_page: Open, link: dict[str, str]) -> None:
    page = await open_page(f"/s/{link['id']}?cell=6")
    await page.locator("#stage .thing").first.wait_for()
    await page.get_by_role("button", name="Share", exact=True).click()
    embed = page.locator("#share section", has_text="Markdown").filter(has=page.locator("textarea")).first
    await embed.get_by_label("Open at cell [6]").check()
    await embed.locator("select").nth(1).select_option("both")
    await expect(embed.locator("textarea").first).to_have_value(re.compile("[?;]cell=6&amp;view=both"))
    lines = page.frame_locator(".share-preview iframe").locator(".lines li:visible")
    await expect(lines).to_have_count(len(LINES))
