"""The playground works with the keyboard alone, and axe finds no violation, in both themes, on desktop and phone."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urljoin

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Open
from tests.browser.film import EDIT_LINE, RAISE_LINE, STALE_PROGRAM, go_to_line, last_step, run, type_code

pytestmark = [pytest.mark.browser, pytest.mark.jail]

AXE = Path(__file__).parents[2] / "static" / "node_modules" / "axe-core" / "axe.min.js"

RULES = {"rules": {"label-content-name-mismatch": {"enabled": True}}, "resultTypes": ["violations"]}


async def violations(page: Page) -> list[str]:
    """Run axe on the page and list rule, message and element of each violation."""
    if not AXE.is_file():
        pytest.fail(f"axe is missing: {AXE}. Install it with: scripts/setup --dev")
    await page.evaluate(AXE.read_text())
    found = await page.evaluate("rules => axe.run(document, rules)", RULES)
    return [f"{rule['id']}: {rule['help']} {node['target']}" for rule in found["violations"] for node in rule["nodes"]]


@pytest.mark.parametrize(
    ("color_scheme", "viewport"),
    [
        pytest.param("light", DESKTOP, id="light-desktop"),
        pytest.param("dark", PHONE, id="dark-phone"),
        pytest.param("light", PHONE, id="light-phone", marks=pytest.mark.long),
        pytest.param("dark", DESKTOP, id="dark-desktop", marks=pytest.mark.long),
    ],
)
async def test_film_at_edit_and_raise_axe_finds_nothing(open_page: Open, color_scheme: str, viewport: dict[str, int]) -> None:
    page = await open_page(color_scheme=color_scheme, viewport=viewport, bypass_csp=True)
    await expect(page.locator(".cm-content")).to_contain_text("backward")
    assert await violations(page) == []
    await page.goto(urljoin(page.url, "/?example=edit-after-save"))
    await expect(page.locator("#narration .pill")).to_have_text("line 9")
    assert await violations(page) == []
    await last_step(page)
    assert await violations(page) == []


async def test_each_tab_of_the_inspector_open_axe_finds_nothing(open_page: Open) -> None:
    page = await open_page("/?example=grad-accumulates", bypass_csp=True)
    for tab in ("edits", "gradients", "steps"):
        await page.locator(f"#tab-{tab}").click()
        await expect(page.locator(f"#tab-{tab}")).to_have_attribute("aria-selected", "true")
        await expect(page.locator("#side-panel li, #side-panel .gradient, #side-panel p").first).to_be_visible(timeout=20_000)
        assert await violations(page) == [], tab


async def test_each_overlay_open_axe_finds_nothing(open_page: Open) -> None:
    page = await open_page(bypass_csp=True)
    overlay = page.locator("#examples:popover-open, dialog[open]")
    for name in ("Examples", "Help", "About"):
        await page.locator("#header").get_by_role("button", name=name).click()
        await expect(overlay).to_be_visible()
        assert await violations(page) == [], name
        await page.keyboard.press("Escape")
        await expect(overlay).to_have_count(0)


async def test_film_run_and_stepped_through_with_the_keyboard_alone(open_page: Open) -> None:
    page = await open_page()
    await expect(page.locator(".cm-content")).to_contain_text("backward")
    await page.locator(".cm-content").focus()
    await page.keyboard.press("Control+a")
    await page.keyboard.insert_text(STALE_PROGRAM)
    await page.keyboard.press("Control+Enter")
    pill = page.locator("#narration .pill")
    await expect(pill).to_have_text(f"line {EDIT_LINE}")
    await page.keyboard.press("Control+Home")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Control+.")
    await expect(pill).to_have_text("line 2")
    await page.keyboard.press("Escape")
    await page.keyboard.press("End")
    await expect(pill).to_have_text(f"line {RAISE_LINE}")
    await page.keyboard.press("Shift+ArrowLeft")
    await expect(pill).to_have_text(f"line {EDIT_LINE}")
    await page.keyboard.press("Home")
    await expect(page.locator("#narration .count")).to_contain_text("1 /")


async def test_run_pressed_space_plays_the_film_instead_of_running_again(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, STALE_PROGRAM)
    await run(page)
    await go_to_line(page, EDIT_LINE)
    await page.locator("button.run").click()
    await expect(page.locator("#transport [role=slider]")).to_be_focused(timeout=20_000)
    await page.keyboard.press("Space")
    await expect(page.get_by_role("button", name="Pause (Space)")).to_be_visible()
    await page.keyboard.press("Space")
    await expect(page.get_by_role("button", name="Play (Space)")).to_be_visible()


async def test_tensor_found_by_name_is_selected_and_escape_clears_the_selection(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, STALE_PROGRAM)
    await run(page)
    await page.locator("#transport .slider").focus()
    await page.keyboard.press("/")
    await page.keyboard.type("w2")
    await page.keyboard.press("Enter")
    heading = page.locator("#side-panel h2")
    await expect(heading).to_have_text("w2")
    await page.keyboard.press("End")
    await expect(heading).to_have_text("w2")
    await page.keyboard.press("Escape")
    await expect(heading).to_have_text("MvBackward0.self")


async def test_examples_opened_arrows_move_and_enter_runs(open_page: Open) -> None:
    page = await open_page()
    await page.locator("#header").get_by_role("button", name="Examples").focus()
    await page.keyboard.press("Enter")
    await page.keyboard.type("detach() is caught")
    await expect(page.locator("#examples .filter")).to_have_value("detach() is caught")
    await expect(page.locator("#examples .example")).to_have_count(1)
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(page.locator("#narration .sentence")).to_contain_text("c.zero_()")
    await expect(page.locator("#examples")).to_be_hidden()


async def test_connection_lost_page_says_so_and_keeps_film_and_code(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, STALE_PROGRAM)
    await run(page)
    await page.context.set_offline(True)
    await page.locator(".cm-content").press_sequentially("# more")
    await page.keyboard.press("Control+Enter")
    await expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    await expect(page.locator("#stage svg.stage")).to_be_visible()
    await expect(page.locator(".cm-content")).to_contain_text("# more")
    await page.context.set_offline(False)
    await page.get_by_role("button", name="Try again").click()
    await expect(page.get_by_role("alert")).to_have_count(0)
