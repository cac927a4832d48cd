"""Notes of authors: written step by step with a live preview, published, shown in link, embed and file, and taken back."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.async_api import Browser, Page, expect

from app.examples.gallery import example_named
from tests.browser.conftest import PHONE, Open
from tests.browser.film import run, type_code
from tests.browser.test_accessibility import violations

pytestmark = [pytest.mark.browser, pytest.mark.jail]

EXAMPLE = example_named("edit-after-save")
assert EXAMPLE
CODE = EXAMPLE.code
MATMUL = {"line": 8, "kind": "op", "name": "matmul"}
EDIT = {"line": 9, "kind": "op", "name": "__setitem__"}
NOTES: dict[str, Any] = {
    "notes": [
        {
            "at": EDIT,
            "text": {"en": "See **d**: <b>stale</b>, [docs](https://pytorch.org) [bad](javascript:alert(1))", "zh": "看 **d**"},
            "points": [{"what": "tensor", "line": 7, "name": "d"}],
        },
        {"at": {**EDIT, "nth": 9}, "text": {"en": "Nowhere"}},
    ],
    "chapters": [{"at": MATMUL, "name": {"en": "Forward", "zh": "前向"}}, {"at": EDIT, "name": {"en": "The edit"}}],
    "opens": MATMUL,
    "stops": EDIT,
}


@pytest.fixture(scope="module")
def address(server_url: str) -> str:
    """The link with notes, from its id on: ``abc?notes=xyz``."""
    snippet = httpx.post(f"{server_url}/api/snippets", json={"code": CODE}, timeout=60).json()["id"]
    notes = httpx.post(f"{server_url}/api/snippets/{snippet}/notes", json=NOTES).json()["id"]
    return f"{snippet}?notes={notes}"


@pytest.fixture(scope="module")
def film_file(server_url: str, address: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The film in a file."""
    link, _, notes = address.partition("?")
    path = tmp_path_factory.mktemp("films") / "film.html"
    path.write_bytes(httpx.get(f"{server_url}/s/{link}.html?{notes}").content)
    return path


def step(page: Page) -> Any:
    return page.locator("#transport .slider")


async def opened_at_its_notes(page: Page) -> None:
    """The film opens where the notes say, tells the note of a step with what it points at, and no markup comes through."""
    await expect(step(page)).to_have_attribute("aria-valuenow", "5")
    await expect(page.locator(".note-chapter")).to_have_value("4")
    await expect(page.locator(".note-text")).to_be_empty()
    await step(page).press("ArrowRight")
    text = page.locator(".note-text")
    await expect(text).to_have_text("See d: <b>stale</b>, docs [bad](javascript:alert(1))")
    await expect(text.locator("strong")).to_have_text("d")
    link = text.locator("a")
    await expect(link).to_have_count(1)
    await expect(link).to_have_attribute("rel", "noopener nofollow")
    await expect(text).to_have_attribute("aria-live", "polite")
    await expect(page.locator(".note-ring")).to_have_count(1)
    await expect(page.locator(".note-lost")).to_have_text("One thing in the author's notes has no place in this film any more.")


async def test_link_opens_and_stops_where_its_notes_say_and_tells_them(open_page: Open, address: str) -> None:
    page = await open_page(f"/s/{address}")
    await opened_at_its_notes(page)
    await page.locator(".note-now .note-point").click()
    await expect(page.locator("#side")).to_contain_text("d")
    await step(page).press("Home")
    await page.keyboard.press("PageDown")
    await expect(step(page)).to_have_attribute("aria-valuenow", "5")
    await page.keyboard.press("Space")
    await expect(step(page)).to_have_attribute("aria-valuenow", "6")
    await expect(page.locator(".note-chapter")).to_have_value("5")
    await expect(page.locator("#transport .play")).to_have_attribute("aria-label", "Play (Space)")
    await page.locator(".note-chapter").select_option("4")
    await expect(step(page)).to_have_attribute("aria-valuenow", "5")


async def test_link_with_a_step_opens_there_and_its_notes_in_chinese(open_page: Open, address: str) -> None:
    page = await open_page(f"/s/{address}&step=6&lang=zh", viewport=PHONE)
    await expect(step(page)).to_have_attribute("aria-valuenow", "6")
    await expect(page.locator(".note-text")).to_have_text("看 d")
    await expect(page.locator(".note-text [lang]")).to_have_attribute("lang", "zh-CN")


async def test_embed_tells_its_notes_and_keeps_its_height(open_page: Open, address: str) -> None:
    page = await open_page(f"/embed/{address}", viewport={"width": 390, "height": 800}, bypass_csp=True)
    heights = set()
    await opened_at_its_notes(page)
    for key in ("Home", "ArrowRight", "End"):
        await step(page).press(key)
        heights.add(await page.locator(".author-note").evaluate("note => note.offsetHeight"))
    assert len(heights) == 1
    # The frame of an article has no heading of its own.
    assert [fault for fault in await violations(page) if not fault.startswith("page-has-heading-one")] == []


async def test_film_in_a_file_tells_its_notes_offline(chromium: Browser, film_file: Path) -> None:
    page = await chromium.new_page(offline=True, locale="en-US")
    await page.goto(film_file.as_uri())
    await opened_at_its_notes(page)
    await page.locator(".note-now .note-point").wait_for()
    await page.close()


async def test_notes_that_are_gone_leave_the_film_and_are_said_to_be(chromium: Browser, server_url: str, address: str) -> None:
    page = await chromium.new_page()
    await page.goto(f"{server_url}/s/{address.partition('=')[0]}=0123456789abcdef")
    await expect(page.locator("#notices")).to_contain_text("The notes of this address are gone.")
    await expect(page.locator("#stage .thing").first).to_be_visible()
    await page.close()


async def test_answered_question_comes_before_the_note_of_its_step(open_page: Open, address: str) -> None:
    page = await open_page(f"/s/{address}&predict=1")
    await expect(page.locator("#question")).to_be_visible()
    for _ in range(9):
        if await step(page).get_attribute("aria-valuenow") == "6":
            break
        await expect(page.locator(".note-text")).to_be_empty()
        skip = page.locator(".question-skip")
        await (skip.click() if await skip.count() else step(page).press("ArrowRight"))
    await expect(page.locator(".question-result")).to_be_visible()
    await expect(page.locator(".note-text")).to_contain_text("See d")


async def test_notes_are_written_with_a_live_preview_published_and_deleted(open_page: Open) -> None:
    code = f"# lesson\n{CODE}"
    page = await open_page(bypass_csp=True)
    await type_code(page, code)
    await run(page)
    await expect(step(page)).to_have_attribute("aria-valuemax", "9")
    await step(page).press("Home")
    await page.keyboard.press("n")
    english = page.locator("#notes textarea").first
    await expect(english).to_be_focused()
    await english.fill("- one `x`\n- <script>alert(1)</script>")
    await expect(page.locator(".note-text li").first).to_have_text("one x")
    await expect(page.locator(".note-text li").nth(1)).to_have_text("<script>alert(1)</script>")
    await page.locator("#notes input").first.fill("Start")
    await expect(page.locator(".note-chapter option").nth(1)).to_have_text("1 · Start")
    point = page.get_by_role("button", name="Point at line 4")
    await point.click()
    await expect(point).to_have_attribute("aria-pressed", "true")
    await expect(page.locator(".note-now .note-point")).to_have_text("line 4")
    assert await violations(page) == []
    await english.press("Escape")
    await expect(page.locator("#notes")).to_be_hidden()
    await expect(step(page)).to_be_focused()

    await expect(page).to_have_url(re.compile(r"step=1\b.*#code="))
    await page.reload()
    await expect(page.locator("#stage .thing").first).to_be_visible()
    await step(page).press("Home")
    await page.keyboard.press("n")
    await expect(english).to_have_value("- one `x`\n- <script>alert(1)</script>")
    await page.get_by_role("button", name="Publish notes").click()
    await expect(page.locator("#notes [role=status]")).to_have_text("Published. Whoever has the link can read them.")
    link = await page.locator("#notes .field-text[readonly]").input_value()
    assert "?notes=" in link
    await expect(page).to_have_url(re.compile(r"/s/\w+\?.*notes="))
    embed = link.replace("/s/", "/embed/")
    assert "data-notes" in await (await page.request.get(embed)).text()
    await page.get_by_role("button", name="Delete published notes").click()
    await expect(page.locator("#notes [role=status]")).to_have_text("Deleted. The link and its film are still there.")
    assert "data-notes" not in await (await page.request.get(embed)).text()
    await expect(english).to_have_value("- one `x`\n- <script>alert(1)</script>")


async def test_refused_text_is_said_to_be_and_stays_in_the_editor(chromium: Browser, server_url: str, address: str) -> None:
    page = await chromium.new_page(viewport=PHONE, locale="en-US")
    await page.goto(f"{server_url}/s/{address}")
    await expect(page.locator(".author-note")).to_be_visible()
    await step(page).press("n")
    english = page.locator("#notes textarea").first
    await english.fill("before \u202e after")
    await expect(page.locator("#notes [role=status]")).to_contain_text("U+202E")
    await expect(english).to_have_value("before \u202e after")
    await page.close()


async def test_things_and_lines_are_pointed_at_by_clicking_them(open_page: Open, address: str) -> None:
    page = await open_page(f"/s/{address}&step=5")
    await expect(page.locator(".author-note")).to_be_visible()
    await step(page).press("n")
    pick = page.get_by_role("button", name="Point by clicking")
    await pick.click()
    await page.locator('#stage .thing[aria-label*="w1"]').first.click()
    await expect(page.locator(".note-now .note-point")).to_have_text(["w1"])
    await page.locator("#editor .cm-line").nth(3).click()
    await expect(page.locator(".note-now .note-point")).to_have_text(["w1", "line 4"])
    await expect(page.locator("#editor .pointed-line")).to_have_text("w1 = torch.tensor([[1.], [1.5]], requires_grad=True)")
    await expect(page.locator(".note-ring")).to_have_count(1)
    await page.locator("#editor .cm-line").nth(3).click()
    await expect(page.locator(".note-now .note-point")).to_have_text(["w1"])
    await pick.press("Escape")
    await expect(pick).to_have_attribute("aria-pressed", "false")
    await expect(page.locator("#notes")).to_be_visible()
    await page.locator('#stage .thing[aria-label*="w2"]').first.click()
    await expect(page.locator(".note-now .note-point")).to_have_text(["w1"])


async def test_notes_are_taken_over_to_the_edited_program_and_say_what_they_have_lost(open_page: Open, address: str) -> None:
    page = await open_page(f"/s/{address}")
    await expect(page.locator(".author-note")).to_be_visible()
    await step(page).press("n")
    await expect(page.locator("#notes textarea").first).to_be_visible()
    await type_code(page, "# a comment above\n" + CODE.replace("d[:] = 0\n", ""))
    await run(page)
    status = page.locator("#notes [role=status]")
    await expect(status).to_contain_text("Taken over from the program as it was before.")
    await expect(page.locator(".note-chapter option")).to_have_text(["Chapter", "1 · Forward"])
    await page.locator("#notes summary").click()
    await expect(page.locator("#notes .notes-list .notes-lost").first).to_have_text("lost: __setitem__")
    await type_code(page, f"# another\n\n{CODE}")
    await run(page)
    await expect(page.locator(".notes-where")).to_contain_text("d[:] = 0")  # where the new film opens, which the one before does not have
    await expect(page.locator(".note-chapter option").nth(1)).to_have_text("1 · Forward")
    await page.locator(".note-chapter").select_option(index=1)
    await expect(page.locator(".notes-where")).to_contain_text("f = d @ w2")


@pytest.mark.parametrize("width", [360, 760])
async def test_embed_is_whole_with_its_notes_at_its_published_height(open_page: Open, server_url: str, address: str, width: int) -> None:
    query = {"url": f"{server_url}/s/{address}", "maxwidth": str(width)}
    async with httpx.AsyncClient(timeout=60) as client:
        height = (await client.get(f"{server_url}/oembed", params=query)).json()["height"]
    page = await open_page(f"/embed/{address}", viewport={"width": width, "height": height})
    await opened_at_its_notes(page)
    note, transport = page.locator(".author-note"), page.locator("#transport")
    assert await note.evaluate("note => note.scrollHeight - note.clientHeight") <= 1
    below = await transport.bounding_box()
    assert below
    assert below["y"] + below["height"] <= height
    stage = await page.locator("#stage").evaluate(
        "stage => [stage.clientHeight, stage.querySelector('.things, g').getBoundingClientRect().height]"
    )
    assert stage[0] >= 200
    assert await page.evaluate("document.documentElement.scrollHeight") <= height


async def test_notes_are_asked_for_once_however_often_the_reader_goes_back(open_page: Open, address: str) -> None:
    page = await open_page("/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if re.search(r"/notes/\w+$", request.url) else None)
    await page.goto(page.url.rstrip("/") + f"/s/{address}")
    await expect(page.locator(".author-note")).to_be_visible()
    for _ in range(3):
        await step(page).press("ArrowRight")
    assert len(asked) == 1


async def test_embed_marks_the_lines_that_its_note_points_at(open_page: Open, server_url: str, address: str) -> None:
    snippet = address.partition("?")[0]
    lines = {"notes": [{"at": EDIT, "text": {"en": "Here."}, "points": [{"what": "line", "line": 7}, {"what": "line", "line": 9}]}]}
    async with httpx.AsyncClient(timeout=60) as client:
        notes = (await client.post(f"{server_url}/api/snippets/{snippet}/notes", json=lines)).json()["id"]
    page = await open_page(f"/embed/{snippet}?notes={notes}&view=both&step=6")
    await expect(page.locator(".lines .pointed-line")).to_have_count(2)
    await expect(page.locator(".lines .pointed-line").first).to_contain_text("d = x @ w1")
    await step(page).press("ArrowLeft")
    await expect(page.locator(".lines .pointed-line")).to_have_count(0)
