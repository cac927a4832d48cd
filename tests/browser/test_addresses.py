"""Addresses: an example has one of its own, Back and Forward go through films and steps, a reload and a copy show what was shown."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.film import STALE_PROGRAM, first_step, last_step, run, slider_of, type_code

pytestmark = [pytest.mark.browser, pytest.mark.jail]

ACCUMULATES = "/e/grad-accumulates"


async def step_is(page: Page, step: int | str) -> None:
    """Wait until there is a film, and until it is at a step."""
    await expect(await slider_of(page)).to_have_attribute("aria-valuenow", str(step))


async def choose(page: Page, title: str) -> None:
    """Open an example from the menu."""
    await page.get_by_role("button", name="Examples").click()
    await page.locator("#examples").get_by_role("link", name=title).first.click()


async def shown(page: Page) -> tuple[str, str]:
    """The program and the sentence of its step."""
    return await page.locator(".cm-content").inner_text(), await page.locator("#narration .sentence").inner_text()


async def test_address_of_an_example_opens_its_film_at_the_step(open_page: Open) -> None:
    page = await open_page(f"{ACCUMULATES}?step=3")
    await step_is(page, 3)
    await expect(page.locator(".cm-content")).to_contain_text("backward()")
    await expect(page).to_have_title("Autograd film: .grad adds up")


async def test_chosen_example_is_in_the_address_and_a_copy_of_it_shows_the_same(open_page: Open) -> None:
    page = await open_page()
    await choose(page, ".grad adds up")
    await expect(page).to_have_url(re.compile(rf"{ACCUMULATES}\?step=\d+$"))
    await first_step(page)
    await page.keyboard.press("ArrowRight")
    await expect(page).to_have_url(re.compile(rf"{ACCUMULATES}\?step=2$"))
    copy = await open_page(f"{ACCUMULATES}?step=2")
    await step_is(copy, 2)
    assert await shown(copy) == await shown(page)


async def test_entry_of_the_menu_is_a_link_to_the_example(open_page: Open) -> None:
    page = await open_page()
    await page.get_by_role("button", name="Examples").click()
    await expect(page.locator(f"#examples a[href='{ACCUMULATES}']")).to_have_count(1)


async def test_back_and_forward_go_through_films(open_page: Open) -> None:
    page = await open_page()
    await choose(page, ".grad adds up")
    await expect(page).to_have_url(re.compile(rf"{ACCUMULATES}\?step="))
    first = await shown(page)
    await choose(page, "Double backward")
    await expect(page).to_have_url(re.compile(r"/e/double-backward\?step="))
    second = await shown(page)
    await page.go_back()
    await expect(page.locator(".cm-content")).to_contain_text("for step in range(3)")
    await expect(page.locator("#narration .sentence")).to_have_text(first[1])
    await expect(page).to_have_title("Autograd film: .grad adds up")
    await page.go_forward()
    await expect(page.locator("#narration .sentence")).to_have_text(second[1])
    await expect(page).to_have_url(re.compile("/e/double-backward"))


async def test_back_returns_to_the_step_before_a_jump(open_page: Open) -> None:
    page = await open_page(f"{ACCUMULATES}?step=2")
    await step_is(page, 2)
    await expect(page).to_have_url(re.compile(r"\?step=2$"))
    await last_step(page)
    last = await page.locator("#transport .slider").get_attribute("aria-valuemax") or ""
    await expect(page).to_have_url(re.compile(rf"\?step={last}$"))
    await page.go_back()
    await step_is(page, 2)
    await page.go_forward()
    await step_is(page, last)


async def test_steps_that_follow_each_other_share_an_entry(open_page: Open) -> None:
    page = await open_page(f"{ACCUMULATES}?step=1")
    await step_is(page, 1)
    before = await page.evaluate("history.length")
    await page.locator("#transport .slider").focus()
    for step in (2, 3, 4):
        await page.keyboard.press("ArrowRight")
        await expect(page).to_have_url(re.compile(rf"\?step={step}$"))
    assert await page.evaluate("history.length") == before


async def test_reload_shows_the_same_code_film_and_step(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, STALE_PROGRAM)
    await run(page)
    await first_step(page)
    await page.keyboard.press("ArrowRight")
    await expect(page).to_have_url(re.compile(r"/\?step=2#code="))
    before = await shown(page)
    await page.reload()
    await step_is(page, 2)
    assert await shown(page) == before


async def test_address_of_code_that_was_never_run_here_runs_nothing(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, STALE_PROGRAM)
    await run(page)
    await expect(page).to_have_url(re.compile(r"/\?step=\d+#code="))
    stranger = await open_page(page.url.partition(page.url.split("/")[2])[2])
    await expect(stranger.locator(".cm-content")).to_contain_text("d[:] = 0")
    await expect(stranger.locator("#transport .slider")).to_have_attribute("aria-disabled", "true")
    assert await stranger.locator("#stage .thing").count() == 0


async def test_edited_code_is_in_the_address_without_the_step_of_another_film(open_page: Open) -> None:
    page = await open_page(f"{ACCUMULATES}?step=2")
    await step_is(page, 2)
    await type_code(page, "import torch\nprint(1)\n")
    await expect(page).to_have_url(re.compile(r"/#code=[\w-]+$"))
    await expect(page.locator("#notices")).to_contain_text("The code has changed")
    await page.reload()
    await expect(page.locator(".cm-content")).to_contain_text("print(1)")
    await expect(page.locator("#transport .slider")).to_have_attribute("aria-disabled", "true")


async def test_back_from_edited_code_shows_the_film_again(open_page: Open) -> None:
    page = await open_page(f"{ACCUMULATES}?step=2")
    await step_is(page, 2)
    await expect(page).to_have_url(re.compile(r"\?step=2$"))
    await type_code(page, "import torch\nprint(1)\n")
    await expect(page).to_have_url(re.compile(r"#code="))
    await page.go_back()
    await expect(page.locator(".cm-content")).to_contain_text("backward()")
    await step_is(page, 2)
    await expect(page.locator("#notices")).to_be_empty()


async def test_back_from_an_applied_fix_shows_the_program_before_it(open_page: Open) -> None:
    page = await open_page("/e/edit-after-save")
    await page.locator("#diagnoses").get_by_role("button", name="Apply and run").first.click()
    await expect(page.locator("#diagnoses")).to_be_hidden()
    await expect(page).to_have_url(re.compile(r"/\?step=\d+\S*#code="))
    await page.go_back()
    await expect(page.locator("#diagnoses .card")).not_to_have_count(0)
    await expect(page).to_have_url(re.compile("/e/edit-after-save"))


async def test_chosen_language_replaces_the_one_that_the_address_asks_for(open_page: Open) -> None:
    page = await open_page(f"{ACCUMULATES}?lang=zh&step=2")
    await step_is(page, 2)
    await page.get_by_role("button", name="Switch to English").click()
    await expect(page).to_have_url(re.compile(r"\blang=en\b"))
    await page.reload()
    await expect(page.locator("html")).to_have_attribute("lang", "en")
    await step_is(page, 2)
