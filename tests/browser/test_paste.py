"""What people paste: sessions and notebooks are cleaned up in view, nothing is said to be nothing, missing packages have a way on."""

from __future__ import annotations

import json
import re

import pytest
from playwright.async_api import expect

from tests.browser.conftest import PHONE, Open
from tests.browser.film import PASTE, run, type_code

pytestmark = [pytest.mark.browser, pytest.mark.jail]

SESSION = """>>> import torch
>>> w = torch.ones(2, requires_grad=True)
>>> for _ in range(2):
...     w = w * 2
...
>>> w.sum()
tensor(8., grad_fn=<SumBackward0>)
>>> w.sum().backward()
"""


async def test_pasted_session_runs_as_cells_and_can_be_undone(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, SESSION)
    await run(page)
    strip = page.locator("#notices .strip", has_text="Read as a page")
    await expect(strip).to_contain_text("prompts taken out")
    await expect(page.locator(".cm-content")).not_to_contain_text(">>>")
    await expect(page.locator(".cm-content")).to_contain_text("# %%")
    await expect(page.locator("#output .card.error")).to_have_count(0)
    await strip.get_by_role("button", name="Undo").click()
    await expect(page.locator(".cm-content")).to_contain_text(">>> import torch")
    await page.locator("button.run").click()
    await expect(page.locator("#output")).to_contain_text("Python cannot read this code")


async def test_clean_up_is_told_in_chinese_on_a_phone(open_page: Open) -> None:
    page = await open_page("/?lang=zh", viewport=PHONE)
    await type_code(page, "import torch\nx＝torch.ones（2）\nprint（x）\n")
    await run(page)
    await expect(page.locator("#notices")).to_contain_text("运行前已整理代码")
    await expect(page.get_by_role("button", name="撤销")).to_be_visible()


@pytest.mark.parametrize("code", ["", "# only a comment\n"])
async def test_empty_editor_says_that_there_is_nothing_to_run(code: str, open_page: Open) -> None:
    page = await open_page()
    await type_code(page, "x")
    await page.keyboard.press("Control+a")
    await page.keyboard.press("Delete")
    if code:
        await page.keyboard.insert_text(code)
    await page.locator("button.run").click()
    await expect(page.get_by_role("alert")).to_contain_text("There is no code to run")


MISSING = {
    "import torchvision": r"torchvision is not installed here.*PyTorch, NumPy.*torch\.randn",
    "import matplotlib.pyplot as plt": r"matplotlib is not installed here.*plotting lines out",
    "from my_utils import helper": r"my_utils is not installed here.*paste its code",
    "n = input()": r"in place of input\(\)",
}


async def test_what_is_missing_here_is_told_with_a_way_on(open_page: Open) -> None:
    page = await open_page()
    for code, hint in MISSING.items():
        await type_code(page, f"import torch\nx = torch.ones(2)\n{code}\n")
        await run(page)
        await expect(page.locator("#output .hint")).to_have_text(re.compile(hint))


async def test_loader_with_workers_is_told_how_to_load_without_them(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, "import torch\nfrom torch.utils.data import DataLoader\nlist(DataLoader([1, 2], num_workers=2))\n")
    await run(page)
    await expect(page.get_by_role("main")).to_contain_text("With num_workers=0 the data is loaded by the program itself")


async def test_program_under_a_main_guard_runs(open_page: Open) -> None:
    page = await open_page()
    await type_code(
        page, 'import torch\nif __name__ == "__main__":\n    w = torch.ones(2, requires_grad=True)\n    (w * 2).sum().backward()\n'
    )
    await run(page)
    await expect(page.locator("#stage .thing.node").first).to_be_attached()


PAGE = """Two errors, and what they mean:

In [1]: import torch
   ...: w = torch.ones(2, requires_grad=True)
   ...: w.add_(1)
RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.

The second one needs a graph:

In [2]: loss = (w ** 2).sum()
   ...: loss.backward()
   ...: loss.backward()
RuntimeError: Trying to backward through the graph a second time
"""


SHOWN = """strip => {
  const { x, y, width, height } = strip.getBoundingClientRect();
  return strip.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


async def test_pasted_page_leads_from_error_to_error_and_undo_brings_its_text_back(open_page: Open) -> None:
    page = await open_page()
    code = page.locator(".cm-content")
    await code.click()
    await page.keyboard.press("Control+a")
    await code.evaluate(PASTE, PAGE)
    strip = page.locator("#notices .strip", has_text="Read as a page: 2 cells of code and 2 of text")
    await expect(strip).to_be_visible()
    await run(page)
    await expect(page.locator("#cells")).to_contain_text("2 of 2 cells raised errors")
    await expect(page.locator("#cells [aria-current=true]")).to_contain_text("[1]")
    await page.keyboard.press("]")
    await expect(page.locator("#cells [aria-current=true]")).to_contain_text("[2]")
    await expect(page.locator("#diagnoses details[open]")).to_contain_text("[2]")
    await expect(code.locator(".cell-error").first).to_contain_text("a leaf Variable that requires grad")
    await strip.get_by_role("button", name="Undo").click()
    await expect(code).to_contain_text("In [2]: loss")


@pytest.mark.parametrize(("width", "place"), [(1440, "#notices"), (390, "#pasted")])
async def test_paste_in_another_language_stays_and_is_told_in_view_before_the_first_film(width: int, place: str, open_page: Open) -> None:
    page = await open_page(viewport={"width": width, "height": 844})
    code = page.locator(".cm-content")
    await code.click()
    await page.keyboard.press("Control+a")
    await code.evaluate(PASTE, "#include <torch/torch.h>\nint main() {\n  torch::ones({2});\n}\n")
    strip = page.locator(f"{place} .strip", has_text="This looks like C++")
    await expect(strip).to_be_visible()
    assert await strip.evaluate(SHOWN), "something covers the notice"
    await expect(code).to_contain_text("#include <torch/torch.h>")


COLOURED = "\x1b[0;31mRuntimeError\x1b[0m: a leaf Variable that requires grad is being used in an in-place operation."


async def test_colours_of_a_terminal_are_not_pasted(open_page: Open) -> None:
    page = await open_page()
    code = page.locator(".cm-content")
    for text, shown in ((COLOURED, "RuntimeError: a leaf Variable"), ("w = \x1b[33m1\x1b[39m\n", "w = 1")):
        await code.click()
        await page.keyboard.press("Control+a")
        await code.evaluate(PASTE, text)
        await expect(code).to_contain_text(shown)
        assert "[0" not in await code.inner_text()


async def test_unclear_page_is_divided_for_whoever_asks_for_it(open_page: Open) -> None:
    page = await open_page()
    code = page.locator(".cm-content")
    await code.click()
    await page.keyboard.press("Control+a")
    await code.evaluate(PASTE, 'Why is this one so slow, do you know?\nx = = torch.ones(2)\n"""\nsee the docs of the function for it\n')
    await page.get_by_role("button", name="Divide anyway").click()
    await expect(page.locator("#notices .strip")).to_contain_text("Read as a page: 2 cells of code and 2 of text")
    await page.get_by_role("button", name="Undo").click()
    await expect(code).not_to_contain_text("# %%")


async def test_opened_notebook_becomes_cells_without_its_outputs(open_page: Open) -> None:
    page = await open_page()
    output = {"output_type": "display_data", "data": {"text/html": "<b>never shown</b>"}}
    cells = [
        {"cell_type": "markdown", "source": ["# About leaves"]},
        {"cell_type": "code", "source": ["import torch\n", "w = torch.ones(2)"], "outputs": [output], "execution_count": 1},
    ]
    notebook = json.dumps({"cells": cells, "nbformat": 4, "nbformat_minor": 5, "metadata": {}})
    await page.locator("#examples input[type=file]").set_input_files(
        {"name": "leaves.ipynb", "mimeType": "application/x-ipynb+json", "buffer": notebook.encode()}
    )
    code = page.locator(".cm-content")
    await expect(code).to_contain_text("# %% [markdown]")
    await expect(code).to_contain_text("w = torch.ones(2)")
    await expect(code).not_to_contain_text("never shown")
