"""The share dialog: links, embed code, files, deletion; nothing is stored before a link is created."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree
from zipfile import ZipFile

import httpx
import pytest
from playwright.async_api import Page, Route, expect

from tests.browser.article import blog
from tests.browser.conftest import Open
from tests.browser.film import LATER_MS, first_step, with_clock

pytestmark = [pytest.mark.browser, pytest.mark.jail]

CODE = "import torch\nx = torch.tensor([1., {n}.], requires_grad=True)\ny = x.exp()\ny += 1\ny.sum().backward()\n"


async def get(url: str) -> str:
    """Ask for something outside the browser."""
    async with httpx.AsyncClient() as client:
        return (await client.get(url)).text


async def write(page: Page, code: str) -> None:
    """Put ``code`` into the editor."""
    await page.locator(".cm-content").click()
    await page.keyboard.press("Control+a")
    await page.keyboard.insert_text(code)


async def run(page: Page, code: str) -> None:
    """Write ``code``, run it, and wait for its film."""
    await write(page, code)
    await page.locator(".run").click()
    await page.locator("#stage .thing").first.wait_for()
    await expect(page.locator("#transport .slider")).to_be_focused()


async def share(page: Page) -> None:
    """Open the dialog."""
    await page.get_by_role("button", name="Share", exact=True).click()
    await page.locator("#share").wait_for()


async def create(page: Page) -> str:
    """Press the button and return the short link."""
    await page.get_by_role("button", name="Create short link").click()
    field = page.get_by_label("Short link")
    await field.wait_for()
    return await field.input_value()


async def test_example_offers_the_link_that_it_has_of_its_own(open_page: Open) -> None:
    page = await open_page("/e/grad-accumulates")
    await page.locator("#stage .thing").first.wait_for()
    await first_step(page)
    await share(page)
    field = page.get_by_label("Short link", exact=True)
    assert urlsplit(await field.input_value())[2:4] == ("/e/grad-accumulates", "step=1")
    await page.get_by_label("Open at step").uncheck()
    assert urlsplit(await field.input_value())[2:4] == ("/e/grad-accumulates", "")


async def test_nothing_is_stored_before_the_button_is_pressed(open_page: Open, server_url: str) -> None:
    page = await with_clock(open_page)
    posts: list[str] = []
    page.on("request", lambda request: posts.append(urlsplit(request.url).path) if request.method != "GET" else None)
    await write(page, CODE.format(n=1))
    await share(page)
    await page.clock.run_for(LATER_MS)
    assert posts == []
    assert "public" in await page.locator("#share").inner_text()
    await expect(page.get_by_label("HTML", exact=True)).to_be_hidden()
    await create(page)
    assert posts == ["/api/snippets"]


async def test_short_link_opens_the_same_film_at_the_same_step(open_page: Open, server_url: str) -> None:
    page = await open_page()
    await run(page, CODE.format(n=2))
    slider = await first_step(page)
    for _ in range(2):
        await page.keyboard.press("ArrowRight")
    step = "3"
    await expect(slider).to_have_attribute("aria-valuenow", step)
    sentence = await page.locator(".narration .sentence").inner_text()
    await share(page)
    link = await create(page)
    assert urlsplit(link).query == f"step={step}"
    opened = await open_page(link.removeprefix(server_url))
    await opened.locator("#stage .thing").first.wait_for()
    await expect(opened.locator(".narration .sentence")).to_have_text(sentence)
    await expect(opened.locator(".cm-content")).to_contain_text("x.exp()")


async def test_preview_shows_the_embed_of_the_copied_code(open_page: Open) -> None:
    page = await open_page()
    await run(page, CODE.format(n=3))
    await share(page)
    link = await create(page)
    frame = page.frame_locator(".share-preview iframe")
    await frame.locator("#stage .thing").first.wait_for()
    pasted = await page.get_by_label("HTML", exact=True).input_value()
    source = await page.locator(".share-preview iframe").get_attribute("src")
    assert source
    assert source in pasted
    made = json.loads(await get(link.split("?")[0].replace("/s/", "/api/snippets/")))
    assert pasted.split(" src=")[1].split(" title=")[0].split("?")[0].strip('"') == made["embed_url"]
    assert pasted.partition(" title=")[2] == made["embed_html"].partition(" title=")[2]
    assert made["title"] == "y is edited in place on line 4, after ExpBackward0 saved it"
    markdown = await page.get_by_label("Markdown: a picture").input_value()
    assert markdown.startswith("[![y is edited in place on line 4, after ExpBackward0 saved it](")
    await page.get_by_label("Play when in view").check()
    await page.get_by_label("Show the transport").uncheck()
    await expect(page.get_by_label("HTML", exact=True)).to_have_value(re.compile("&amp;autoplay=1&amp;controls=0"))
    await expect(page.locator(".share-preview iframe")).to_have_attribute("src", re.compile("&autoplay=1&controls=0$"))


async def test_escape_closes_the_dialog_after_the_link_was_made(open_page: Open) -> None:
    page = await open_page()
    await run(page, CODE.format(n=31))
    await share(page)
    await create(page)
    await expect(page.locator("#share .field button").first).to_be_focused()
    await page.evaluate("document.activeElement.blur()")
    await page.keyboard.press("Escape")
    await expect(page.locator("#share")).not_to_be_visible()


async def test_link_is_deleted_from_where_it_was_made(open_page: Open, server_url: str) -> None:
    page = await open_page()
    await run(page, CODE.format(n=4))
    await share(page)
    link = await create(page)
    await page.get_by_role("button", name="Delete this link").click()
    await page.get_by_text("Deleted").wait_for()
    response = await page.request.get(link)
    assert response.status == 410


async def test_address_holds_the_code_and_restores_it_without_a_request(open_page: Open) -> None:
    page = await open_page()
    await expect(page.locator(".cm-content")).to_contain_text("backward")
    await page.wait_for_load_state("networkidle")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    code = CODE.format(n=5) + "# 张 \U0001f600\n"
    await write(page, code)
    await page.wait_for_function("() => location.hash.startsWith('#code=')")
    # The worker that reads what is pasted is loaded when something is first read.
    assert [url for url in asked if "/static/assets/worker-" not in url] == []
    opened = await open_page(f"/{await page.evaluate('location.hash')}")
    await opened.get_by_text("y = x.exp()").wait_for()
    await expect(opened.locator(".cm-content")).to_contain_text("张 \U0001f600")
    assert await opened.locator("#stage .thing").count() == 0, "opening an address runs nothing"


async def test_downloaded_files_show_the_current_film(open_page: Open, tmp_path: Path) -> None:
    page = await open_page()
    await run(page, CODE.format(n=6))
    await share(page)
    kept: dict[str, bytes] = {}
    for suffix in ("svg", "png", "html", "json"):
        async with page.expect_download() as downloading:
            await page.locator(f"[data-file={suffix}]").click()
        download = await downloading.value
        assert download.suggested_filename.endswith(f".{suffix}")
        await download.save_as(tmp_path / f"film.{suffix}")
        kept[suffix] = (tmp_path / f"film.{suffix}").read_bytes()
    assert ElementTree.fromstring(kept["svg"]).tag == "{http://www.w3.org/2000/svg}svg"
    assert kept["png"].startswith(b"\x89PNG")
    assert json.loads(kept["json"])["code"] == CODE.format(n=6)
    offline = await page.context.new_page()
    await offline.context.set_offline(True)
    await offline.goto((tmp_path / "film.html").as_uri())
    await offline.locator("#stage .thing").first.wait_for()
    await expect(offline.locator(".narration .sentence")).to_have_text(await page.locator("#narration .sentence").inner_text())


async def test_animation_of_a_stored_film_is_saved_and_the_address_for_a_readme_gives_it(open_page: Open, tmp_path: Path) -> None:
    page = await open_page()
    await run(page, "import torch\nx = torch.ones(2, requires_grad=True) * 8\n")  # short: each step is a frame
    await share(page)
    await expect(page.locator("[data-file=gif]")).to_be_disabled()
    await create(page)
    async with page.expect_download(timeout=120_000) as downloading:
        await page.locator("[data-file=gif]").click()
    await (await downloading.value).save_as(tmp_path / "film.gif")
    assert (tmp_path / "film.gif").read_bytes().startswith(b"GIF89a")
    field = page.get_by_label("Markdown: the GIF, which links to the film")
    address = (await field.input_value()).split("](")[1].rstrip(")[")
    assert (await page.request.get(address.rstrip(")"))).headers["content-type"] == "image/gif"


async def test_folder_of_a_stored_film_plays_on_another_host_under_any_path(open_page: Open, tmp_path: Path) -> None:
    page = await open_page()
    await run(page, CODE.format(n=9))
    await share(page)
    await expect(page.locator("[data-file=zip]")).to_be_hidden()
    await create(page)
    async with page.expect_download() as downloading:
        await page.locator("[data-file=zip]").click()
    await (await downloading.value).save_as(tmp_path / "film.zip")
    with ZipFile(tmp_path / "film.zip") as archive:
        folder = {f"/notes/2026/{name}": archive.read(name).decode() for name in archive.namelist() if name.endswith(".html")}
    (path,) = folder
    with blog(folder) as elsewhere:
        asked: list[str] = []
        kept = await page.context.new_page()
        kept.on("request", lambda request: asked.append(request.url))
        await kept.goto(elsewhere + path)
        await kept.locator("#stage .thing").first.wait_for()
        await expect(kept.locator(".narration .sentence")).to_have_text(await page.locator("#narration .sentence").inner_text())
        assert asked == [elsewhere + path]


async def test_still_of_the_server_equals_the_still_of_the_page(open_page: Open, server_url: str, tmp_path: Path) -> None:
    page = await open_page()
    await run(page, CODE.format(n=7))
    await share(page)
    link = await create(page)
    async with page.expect_download() as downloading:
        await page.locator("[data-file=svg]").click()
    await (await downloading.value).save_as(tmp_path / "page.svg")
    of_server = await get(link.replace("?", ".svg?"))
    ours, theirs = [ElementTree.fromstring(text) for text in ((tmp_path / "page.svg").read_text(), of_server)]
    assert [(element.tag, element.attrib, element.text) for element in ours.iter()] == [
        (element.tag, element.attrib, element.text) for element in theirs.iter()
    ]


async def test_about_and_share_link_to_the_guide_and_the_reference(open_page: Open) -> None:
    page = await open_page()
    await page.locator("#header").get_by_role("button", name="About").click()
    for name, path in (("How to embed a film", "/docs/embedding"), ("The API", "/docs")):
        await expect(page.locator("#about").get_by_role("link", name=name)).to_have_attribute("href", path)
    await page.keyboard.press("Escape")
    await share(page)
    await expect(page.locator("#share").get_by_role("link", name="How to embed a film")).to_have_attribute("href", "/docs/embedding")


async def test_program_with_cells_is_saved_as_a_notebook_that_opens_as_the_same_program(open_page: Open, tmp_path: Path) -> None:
    program = f"# %% [markdown]\n# Why *so*\n# %% Leaves\n{CODE.format(n=11)}\n\n# %%\nprint('last')"
    page = await open_page()
    await page.locator("#examples input[type=file]").set_input_files(
        {"name": "cells.py", "mimeType": "text/x-python", "buffer": program.encode()}
    )
    await expect(page.locator(".cm-content")).to_contain_text("Why *so*")
    await page.locator(".run").click()
    await expect(page.locator("#cells")).to_contain_text("1 of 2 cells raised an error")
    await share(page)
    await expect(page.locator("[data-file=ipynb]")).to_be_hidden()
    await expect(page.locator("#share")).to_contain_text("IPYNB is a notebook")
    await create(page)
    async with page.expect_download() as downloading:
        await page.locator("[data-file=ipynb]").click()
    await (await downloading.value).save_as(tmp_path / "film.ipynb")
    book = json.loads((tmp_path / "film.ipynb").read_text("utf-8"))
    assert [[each["output_type"] for each in cell.get("outputs", [])] for cell in book["cells"]] == [[], ["error"], ["stream"]]
    other = await open_page()
    await other.locator("#examples input[type=file]").set_input_files(tmp_path / "film.ipynb")
    await expect(other.locator(".cm-content")).to_contain_text("Why *so*")
    async with other.expect_request("**/api/runs") as asking:
        await other.locator(".run").click()
    assert json.loads((await asking.value).post_data or "")["code"] == program


async def test_program_without_cells_offers_no_notebook(open_page: Open) -> None:
    page = await open_page()
    await run(page, CODE.format(n=12))
    await share(page)
    await create(page)
    await expect(page.locator("[data-file=zip]")).to_be_visible()
    await expect(page.locator("[data-file=ipynb]")).to_be_hidden()
    await expect(page.locator("#share")).not_to_contain_text("IPYNB is a notebook")


async def test_embed_code_cannot_be_copied_before_its_height_was_measured(open_page: Open) -> None:
    page = await open_page()
    go_on = asyncio.Event()

    async def hold(route: Route) -> None:
        await go_on.wait()
        await route.continue_()

    await page.route("**/embed/*", hold)
    await run(page, CODE.format(n=37))
    await share(page)
    await create(page)
    copy = page.locator(".field", has=page.get_by_label("HTML", exact=True)).get_by_role("button")
    await expect(copy).to_have_text("Measuring…")
    await expect(copy).to_be_disabled()
    go_on.set()
    await expect(copy).to_have_text("Copy")
    code = page.get_by_label("HTML", exact=True)
    await expect(code).not_to_have_value(re.compile('height="480"'))
    height = await page.locator(".share-preview iframe").get_attribute("height")
    await expect(code).to_have_value(re.compile(f'height="{height}"'))
