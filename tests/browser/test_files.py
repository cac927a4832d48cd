"""The film of a script of several files in a real browser: tabs that follow it, by pointer and keyboard, wide and on a phone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from tests.diagnose.several_files import files_of, film_of_files

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "three_files"
LONG = {f"deep/{'x' * 90}/{'y' * 90}/部分_{number}.py": f"def same(x):\n    return x + {number}\n" for number in range(37)}
WIDE, PHONE = {"width": 1200, "height": 700}, {"width": 390, "height": 760}


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example of the documentation."""
    folder = tmp_path_factory.mktemp("three")
    return film_of_files(folder, files_of(EXAMPLE)).save(folder / "why.html")


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Forty files with long Chinese paths, one of them of 5,000 lines."""
    folder = tmp_path_factory.mktemp("large")
    main = "import pathlib\nimport torch\nfrom ops import start\nh = torch.ones(2, requires_grad=True)\n"
    main += "for path in sorted(pathlib.Path(__file__).parent.rglob('部分_*.py')):\n"
    main += "    exec(compile(path.read_text(), str(path), 'exec'))\n    h = same(h)\nh = start(h)\nh.sum().backward()\n"
    ops = "import torch\n" + "# filler\n" * 5_000 + "def start(x):\n    h = x.exp()\n    h += 1\n    return h\n"
    return film_of_files(folder, {"main.py": main, "ops.py": ops, **LONG}).save(folder / "why.html", lang="zh")


@pytest.fixture
async def open_film(chromium: Browser) -> AsyncIterator[Any]:
    """Opens a film without a network and fails the test on any error of its script."""
    errors: list[str] = []
    async with AsyncExitStack() as stack:

        async def opened(path: Path, size: dict[str, int], scheme: str = "light") -> Page:
            context = await chromium.new_context(viewport=size, color_scheme=scheme, offline=True, reduced_motion="reduce")  # type: ignore[arg-type]
            stack.push_async_callback(context.close)
            page = await context.new_page()
            page.on("pageerror", lambda error: errors.append(str(error)))
            await page.goto(path.as_uri())
            await page.locator("#stage .thing").first.wait_for()
            return page

        yield opened
    assert errors == []


def chosen(page: Page) -> Any:
    return page.get_by_role("tab", selected=True)


@pytest.mark.browser
async def test_tabs_follow_the_film_from_file_to_file(film: Path, open_film: Any) -> None:
    page = await open_film(film, WIDE)
    await expect(chosen(page)).to_have_text("pruning.py")
    await expect(page.locator("li[aria-current=step]")).to_contain_text("weights[weights < below] = 0.0")
    await page.locator("#transport .slider").focus()
    await page.keyboard.press("End")
    await expect(chosen(page)).to_have_text("train.py")
    await expect(page.locator("li[aria-current=step]")).to_contain_text("loss.backward()")
    await expect(page.locator(".narration .pill")).to_have_text("train.py line 20")


@pytest.mark.browser
async def test_tabs_are_reached_by_keyboard_and_lead_to_steps(film: Path, open_film: Any) -> None:
    page = await open_film(film, WIDE)
    step = page.locator(".narration .count")
    before = await step.inner_text()
    await chosen(page).focus()
    await page.keyboard.press("ArrowLeft")
    await expect(chosen(page)).to_have_text("model.py")
    assert await step.inner_text() == before
    await expect(page.get_by_role("tabpanel")).to_contain_text("softmax(dim=1)")
    await page.locator("ol.lines li", has_text="softmax(dim=1)").click()
    await expect(page.locator(".narration .pill")).to_have_text("model.py line 15")


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_tabs_fit_a_phone(film: Path, open_film: Any, scheme: str) -> None:
    page = await open_film(film, PHONE, scheme)
    assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    for tab in await page.get_by_role("tab").all():
        await tab.click()
        await expect(tab).to_have_attribute("aria-selected", "true")


@pytest.mark.browser
async def test_forty_files_with_long_paths_and_5000_lines_are_shown(large: Path, open_film: Any) -> None:
    page = await open_film(large, PHONE)
    await expect(chosen(page)).to_have_text("ops.py")
    await expect(page.locator("li[aria-current=step]")).to_contain_text("h += 1")
    await expect(page.locator("li[aria-current=step]")).to_be_in_viewport()
    assert await page.get_by_role("tab").count() == 40
    await page.locator("#transport .slider").focus()
    await page.keyboard.press("Home")
    await expect(chosen(page)).to_be_in_viewport()
    assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
