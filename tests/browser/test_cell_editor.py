"""The editor for cells: run to one, add, split, join and move them, by keys and by the buttons at their rules."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Locator, Page, expect

from tests.browser.conftest import PHONE, Open
from tests.browser.film import run, type_code

pytestmark = [pytest.mark.browser, pytest.mark.jail]

PROGRAM = """# %% Setup
import torch
w = torch.ones(3, requires_grad=True)

# %% A leaf edited
w += 1

# %% Backward
(w * w).sum().backward()
w.grad
"""
CODE = ".cm-content"


def _tools(page: Page, cell: int) -> Locator:
    return page.get_by_role("group", name=f"Cell [{cell}]")


async def _opened(open_page: Open, code: str = PROGRAM, **context: object) -> Page:
    page = await open_page(**context)
    await type_code(page, code)
    return page


async def _to_line(page: Page, text: str) -> None:
    await page.locator(".cm-line", has_text=text).first.click()
    await page.keyboard.press("End")


async def _lines(page: Page) -> list[str]:
    """The lines of the editor, without what stands beside the text."""
    found: list[str] = await page.locator(CODE).evaluate(
        """content => [...content.querySelectorAll('.cm-line')].map(line => {
          const copy = line.cloneNode(true);
          for (const beside of copy.querySelectorAll('.cell-number, .cell-tools, .spoken-badges')) beside.remove();
          return copy.textContent.replaceAll('\\u200b', '');
        })"""
    )
    return found


async def _ran_to(page: Page, chips: list[str], further: list[str]) -> None:
    await expect(page.locator("button.run")).not_to_have_class(re.compile("busy"))
    await expect(page.locator("#cells .cell-chip:not(.not-run)")).to_have_text(chips)
    await expect(page.locator("#cells .cell-chip.not-run")).to_have_text(further)


async def test_shift_enter_in_the_second_of_three_cells_runs_to_it(open_page: Open) -> None:
    page = await _opened(open_page)
    await _to_line(page, "w += 1")
    await page.keyboard.press("Shift+Enter")
    await _ran_to(page, ["[1]", "[2]"], ["[3]"])
    await expect(page.locator("#cells")).to_contain_text("2 of 3 cells run, one raised an error")
    await expect(page.locator("#cells .not-run")).to_have_attribute("title", "Cell [3]: not run. Run to it · Backward")
    # The film is not old: its error stands below its cell, and no strip asks for a run.
    await expect(page.locator(".cm-editor")).not_to_have_class(re.compile("edited-since"))
    await expect(page.locator(f"{CODE} .cell-end .cell-error")).to_contain_text("a leaf Variable that requires grad")
    await expect(page.locator("#notices .strip", has_text="has changed")).to_have_count(0)
    # The error stands above the rule of the cell that follows.
    assert (await _lines(page))[5] == "w += 1"
    await expect(page.locator(".cm-activeLineGutter").first).to_have_text("9")
    assert await _lines(page) == PROGRAM.split("\n")
    await page.keyboard.press("Control+Enter")
    await _ran_to(page, ["[1]", "[2]", "[3]"], [])


async def test_cell_that_was_not_run_is_run_to_from_the_list_and_the_address_names_it(open_page: Open) -> None:
    page = await _opened(open_page)
    await _tools(page, 1).get_by_role("button", name="Run to here").click()
    await _ran_to(page, ["[1]"], ["[2]", "[3]"])
    await page.wait_for_url("**/*through=1*")
    await page.locator("#cells .not-run", has_text="[2]").click()
    await _ran_to(page, ["[1]", "[2]"], ["[3]"])
    await page.wait_for_url("**/*through=2*")
    await page.go_back()
    await _ran_to(page, ["[1]"], ["[2]", "[3]"])
    await page.go_forward()
    await _ran_to(page, ["[1]", "[2]"], ["[3]"])
    await page.reload()
    await _ran_to(page, ["[1]", "[2]"], ["[3]"])
    await run(page)
    await _ran_to(page, ["[1]", "[2]", "[3]"], [])
    await page.wait_for_url(lambda url: "through" not in url)


async def test_fix_of_a_film_up_to_a_cell_leaves_the_cells_after_it(open_page: Open) -> None:
    page = await _opened(open_page)
    await _to_line(page, "w += 1")
    await page.keyboard.press("Shift+Enter")
    await _ran_to(page, ["[1]", "[2]"], ["[3]"])
    await page.get_by_role("button", name="Apply and run").first.click()
    await expect(page.locator("#cells .cell-chip.raised")).to_have_count(0)
    await _ran_to(page, ["[1]", "[2]"], ["[3]"])
    assert (await _lines(page))[-4:] == ["# %% Backward", "(w * w).sum().backward()", "w.grad", ""]
    await expect(page.locator("#notices .strip.good")).to_be_visible()


async def test_in_a_program_without_cells_shift_enter_begins_a_line(open_page: Open) -> None:
    page = await _opened(open_page, "x = 1")
    await page.keyboard.press("Control+End")
    await page.keyboard.press("Shift+Enter")
    assert await _lines(page) == ["x = 1", ""]
    await expect(page.locator(".cell-tools")).to_have_count(0)


async def _picked(page: Page, cell: int, item: str) -> None:
    await _tools(page, cell).get_by_role("button", name="More about this cell").click()
    await page.get_by_role("menuitem", name=item).click()


async def test_each_edit_of_cells_is_one_step_of_undo(open_page: Open) -> None:
    page = await _opened(open_page)
    before = await _lines(page)

    async def undone(after: list[str]) -> None:
        assert await _lines(page) == after
        await page.keyboard.press("Control+z")
        assert await _lines(page) == before

    await _tools(page, 1).get_by_role("button", name="Add a cell below").click()
    await undone([*before[:4], "# %%", "", "", *before[4:]])
    await _to_line(page, "import torch")
    await page.keyboard.press("Control+Shift+Minus")
    await undone([*before[:2], "", "# %%", *before[2:]])
    await _to_line(page, "w += 1")
    await page.keyboard.press("Alt+Enter")
    await undone([*before[:7], "# %%", "", "", *before[7:]])
    await _to_line(page, "import torch")
    await _picked(page, 1, "Split at the cursor")
    await undone([*before[:2], "", "# %%", *before[2:]])
    await _picked(page, 1, "Join with the next")
    await undone([*before[:4], "# A leaf edited", *before[5:]])
    await _picked(page, 3, "Move up")
    await undone([*before[:4], *before[7:10], "", *before[4:6], ""])
    await _picked(page, 1, "Move down")
    await undone([*before[4:6], "", *before[:3], "", *before[7:]])
    await _picked(page, 2, "Make it text")
    await undone([*before[:4], "# %% A leaf edited [markdown]", "# w += 1", *before[6:]])


async def test_buttons_are_reached_by_keyboard_and_the_menu_is_left_by_it(open_page: Open) -> None:
    page = await _opened(open_page)
    await _to_line(page, "w += 1")
    await expect(_tools(page, 2)).to_have_class(re.compile("is-active"))
    await page.keyboard.press("Alt+F10")
    await expect(page.get_by_role("button", name="Run to here: cell [2]")).to_be_focused()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("menuitem", name="Split at the cursor")).to_be_focused()
    await page.keyboard.press("ArrowUp")
    await expect(page.get_by_role("menuitem", name="Make it text")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("menu")).to_be_hidden()
    await expect(_tools(page, 2).get_by_role("button", name="More about this cell")).to_be_focused()
    assert await _lines(page) == PROGRAM.split("\n")


@pytest.mark.parametrize("width", [320, 390])
async def test_phone_has_the_buttons_of_each_cell_beside_its_title(width: int, open_page: Open) -> None:
    program = PROGRAM.replace("Setup", "Setup of everything that the cells below are about")
    page = await _opened(open_page, program, viewport={**PHONE, "width": width})
    for cell in (1, 2, 3):
        for button in await _tools(page, cell).get_by_role("button").all():
            await expect(button).to_be_in_viewport(ratio=1)
            box = await button.bounding_box()
            assert box
            assert box["width"] >= 40
            assert box["height"] >= 40
    assert await page.locator(CODE).evaluate(
        """content => {
          const tools = [...content.querySelectorAll('.cell-tools')].map(each => each.getBoundingClientRect());
          const lines = [...content.querySelectorAll('.cm-line:not(.cell-rule)')].map(each => each.getBoundingClientRect());
          return tools.every(tool => lines.every(line => line.bottom <= tool.top + 1 || line.top >= tool.bottom - 1));
        }"""
    ), "the buttons cover code"
    await _tools(page, 2).get_by_role("button", name="Run to here").click()
    await _ran_to(page, ["[1]", "[2]"], ["[3]"])
    await expect(page.locator("#cells .not-run")).to_be_visible()
