"""The editor: brackets close, names are completed, text is found, syntax is checked while typing, names show their tensors."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator, Page, expect

from tests.browser.conftest import Open
from tests.browser.film import STALE_PROGRAM, run, type_code, with_clock
from tests.long import every_nth

pytestmark = [pytest.mark.browser, pytest.mark.jail]

CODE = ".cm-content"


async def typed(page: Page, before: str, keys: str) -> None:
    """Put ``before`` into the editor and type ``keys`` behind it."""
    await type_code(page, before)
    await page.keyboard.press("Control+End")
    await page.keyboard.type(keys)


async def test_opened_bracket_is_closed_and_typed_over(open_page: Open) -> None:
    page = await open_page()
    await typed(page, "x = ", "f([1")
    await expect(page.locator(CODE)).to_have_text("x = f([1])")
    await page.keyboard.type("])")
    await expect(page.locator(CODE)).to_have_text("x = f([1])")


async def test_names_of_torch_are_completed_under_the_names_that_the_snippet_gives_them(open_page: Open) -> None:
    page = await open_page()
    names = page.locator(".cm-tooltip-autocomplete")
    await typed(page, "import torch\nimport torch.nn.functional as F\nx = ", "F.log_soft")
    await expect(names).to_contain_text("log_softmax")
    # Right after the list has come, the editor takes Enter for a line that was meant.
    await names.locator("li", has_text="log_softmax").first.click()
    await expect(page.locator(CODE)).to_contain_text("x = F.log_softmax")
    await typed(page, "import torch\nx = torch.ones(2)\n", "x.unsque")
    await expect(names).to_contain_text("unsqueeze_")


async def test_names_of_the_snippet_are_completed(open_page: Open) -> None:
    page = await open_page()
    await typed(page, "learning_rate = 0.1\nprint(", "learn")
    await expect(page.locator(".cm-tooltip-autocomplete")).to_contain_text("learning_rate")


async def test_text_is_found_and_the_panel_closed_again(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, STALE_PROGRAM)
    await page.keyboard.press("Control+f")
    field = page.get_by_placeholder("Find", exact=True)
    await field.press_sequentially("matmul")
    await expect(page.locator(".cm-searchMatch")).to_have_count(2)
    await page.keyboard.press("Escape")
    await expect(field).to_have_count(0)


FAULTS = {
    "x = torch.ones(2\nprint(x)\n": "This ( is never closed.",
    "for i in range(2)\n    pass\n": "A colon is missing at the end of this line.",
    "print 'a'\n": "print needs parentheses",
    "s = 'abc\n": "This string is never closed.",
    "x = 1)\n": "Nothing opens this ).",
    "x = = 1\n": "Python cannot read this.",
}


@pytest.mark.parametrize("first", every_nth(range(2), 2))
async def test_each_syntax_error_is_underlined_while_typing_and_told_in_words(first: int, open_page: Open) -> None:
    page = await open_page()
    for code, words in list(FAULTS.items())[first::2]:
        await type_code(page, code)
        await hover(page, page.locator(".syntax-fault").first)
        await expect(page.locator(".cm-tooltip")).to_contain_text(words)
        await page.mouse.move(700, 20)
        await expect(page.locator(".cm-tooltip")).to_have_count(0)
        await type_code(page, "x = 1\n")
        await expect(page.locator(".syntax-fault")).to_have_count(0)


async def test_valid_program_a_pasted_session_and_an_error_are_not_underlined(open_page: Open) -> None:
    page = await with_clock(open_page)
    # The check comes after a pause, and may take longer than that.
    pause_ms = 1_000
    error = 'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\nRuntimeError: no\n'
    message = "It says that element 0 of tensors does not require grad and does not have a grad_fn (why?).\n"
    for code in (STALE_PROGRAM, ">>> x = 1\n", error, message):
        await type_code(page, "x = (\n")
        await page.clock.run_for(pause_ms)
        await expect(page.locator(".syntax-fault")).to_have_count(1)
        await type_code(page, code)
        await page.clock.run_for(pause_ms)
        # Its worker takes this up when it has answered, and the page this when it has heard that.
        await page.workers[-1].evaluate("0")
        await page.evaluate("0")
        assert await page.locator(".syntax-fault").count() == 0


async def test_name_under_the_pointer_shows_its_tensor_at_the_step_of_the_film(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, STALE_PROGRAM)
    await run(page)
    name = page.locator(".cm-line", has_text="d[:] = 0")
    await page.locator("#transport .slider").focus()
    for step, text in (("End", "[1, 1] float32 v1"), ("Home", "It is made later: at step")):
        await page.keyboard.press(step)
        await page.mouse.move(700, 20)
        await expect(page.locator(".cm-tooltip")).to_have_count(0)
        box = await name.bounding_box()
        assert box
        await page.mouse.move(box["x"] + 6, box["y"] + 11)
        await expect(page.locator(".cm-tooltip .name-card")).to_contain_text(text)


FIRST_H = """line => {
    const nodes = document.createTreeWalker(line, NodeFilter.SHOW_TEXT)
    while (nodes.nextNode()) {
        const at = nodes.currentNode.data.indexOf('h')
        if (at < 0) continue
        const range = document.createRange()
        range.setStart(nodes.currentNode, at)
        range.setEnd(nodes.currentNode, at + 1)
        const box = range.getBoundingClientRect()
        return [box.x + box.width / 2, box.y + box.height / 2]
    }
}"""
"""Where the first h of a line is."""
SCOPES = """import torch
def f(x):
    h = x * 2
    return h.sum()
h = torch.ones(5)
f(torch.ones(3, requires_grad=True)).backward()
"""


async def test_name_inside_and_outside_of_a_function_shows_the_tensor_of_its_frame(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, SCOPES)
    await run(page)
    await page.locator("#transport .slider").focus()
    await page.keyboard.press("End")
    for line, shape in (("h = x * 2", "[3] float32"), ("h = torch.ones(5)", "[5] float32")):
        x, y = await page.locator(".cm-line", has_text=line).evaluate(FIRST_H)
        await page.mouse.move(700, 20)
        await expect(page.locator(".cm-tooltip")).to_have_count(0)
        await page.mouse.move(x, y)
        await expect(page.locator(".cm-tooltip .name-card")).to_contain_text(shape)


async def hover(page: Page, what: Locator) -> None:
    """Rest the pointer at the start of something in the code."""
    await expect(what).to_be_visible()
    box = await what.bounding_box()
    assert box
    await page.mouse.move(box["x"] + 40, box["y"] + 60)
    await page.mouse.move(box["x"] + 2, box["y"] + box["height"] / 2)


async def test_keyboard_that_comes_into_the_editor_is_told_how_to_leave_it(open_page: Open) -> None:
    page = await open_page()
    hint = page.locator(".leave-editor")
    await page.locator(".cm-content").click()
    await expect(hint).to_be_hidden()
    await page.keyboard.press("Escape")
    for _ in range(40):
        await page.keyboard.press("Tab")
        if await page.evaluate("document.activeElement?.id === 'editor'"):
            break
    said = "Tab indents. To leave the editor, press Escape, then Tab."
    await expect(hint).to_have_text(said)
    await expect(hint).to_be_visible()
    await expect(page.locator(".cm-content")).to_have_attribute("aria-description", said)
    await page.keyboard.press("Escape")
    await expect(hint).to_be_hidden()
    await page.keyboard.press("Tab")
    assert await page.evaluate("document.activeElement?.id !== 'editor'")
