"""The playground in a real Chromium, with a server and a real sandbox.

Every test also asserts, through ``open_page``, that the page logged no error and asked no other host.
"""

from __future__ import annotations

import asyncio
import re
from urllib.parse import urljoin

import pytest
from playwright.async_api import Page, Route, expect

from tests.browser.conftest import PHONE, Open
from tests.browser.film import (
    EDIT_LINE,
    LONG_PROGRAM,
    RAISE_LINE,
    SAVED_LINE,
    STALE_PROGRAM,
    first_step,
    go_to_line,
    last_step,
    run,
    type_code,
)

pytestmark = [pytest.mark.browser, pytest.mark.jail]

VISIBLE_NODE = ".thing.node:not(.is-hidden)"


async def boxes(page: Page) -> dict[str, str]:
    """Where every card, op and node of the stage that is there is; a tag grows from its middle when it turns stale."""
    things = await page.locator("#stage .thing:not(.tag):has(> .body)").all()
    bodies = [thing.locator("> .body").first for thing in things]
    return {
        await thing.get_attribute("data-id") or "": await body.get_attribute("transform") or ""
        for thing, body in zip(things, bodies, strict=True)
    }


async def lie_as(page: Page, wanted: dict[str, str]) -> None:
    """Wait until everything that is there lies where ``wanted`` says."""
    await page.wait_for_function(
        """wanted => {
          const things = [...document.querySelectorAll('#stage .thing:not(.tag):has(> .body)')];
          const place = thing => thing.querySelector('.body').getAttribute('transform');
          return things.length > 0 && things.every(thing => wanted[thing.dataset.id ?? ''] === place(thing));
        }""",
        arg=wanted,
    )


async def test_edit_step_reached_saved_link_turns_stale_and_code_is_marked(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, STALE_PROGRAM)
    await run(page)
    await go_to_line(page, SAVED_LINE)
    await expect(page.locator("#stage .link-saved.is-stale")).to_have_count(0)
    await go_to_line(page, EDIT_LINE)
    await expect(page.locator("#stage .link-saved.is-stale")).to_have_count(1)
    await expect(page.locator("#stage")).to_contain_text("v0 ≠ v1")
    await expect(page.locator("#narration .sentence")).to_contain_text("backward will fail")
    await expect(page.locator(".cm-content")).to_contain_text("d v0 → v1")


async def test_raise_step_reached_failing_node_is_marked(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, STALE_PROGRAM)
    await run(page)
    await last_step(page)
    failed = page.locator("#stage .thing.node.is-failed")
    await expect(failed).to_have_count(1)
    await expect(failed).to_contain_text("MvBackward0")
    await expect(page.locator("#narration .pill")).to_have_text(f"line {RAISE_LINE}")


async def test_diagnosis_card_names_three_lines_and_each_moves_the_film(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, STALE_PROGRAM)
    await run(page)
    card = page.locator("#diagnoses")
    for line in (SAVED_LINE, EDIT_LINE, RAISE_LINE):
        await card.get_by_role("button", name=re.compile(rf"line {line}\b")).first.click()
        await expect(page.locator("#narration .pill")).to_have_text(f"line {line}")


async def test_fix_applied_runs_to_completion_without_diagnosis(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, STALE_PROGRAM)
    await run(page)
    await page.locator("#diagnoses").get_by_role("button", name="Apply and run").first.click()
    await expect(page.locator("#diagnoses")).to_be_hidden(timeout=20_000)
    await expect(page.locator(".cm-content")).to_contain_text("clone()")


async def test_stepping_moves_no_node_of_the_stage(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, STALE_PROGRAM)
    await run(page)
    slider = await first_step(page)
    places = await boxes(page)
    assert places
    for step in range(2, 10):
        await page.keyboard.press("ArrowRight")
        await expect(slider).to_have_attribute("aria-valuenow", f"{step}")
        now = await boxes(page)
        assert now == {**now, **places}
        places = now


async def test_step_forward_and_back_shows_the_same_stage(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, STALE_PROGRAM)
    await run(page)
    await go_to_line(page, SAVED_LINE)
    text = "document.querySelector('#stage .world').textContent"
    before = await page.evaluate(text)
    await page.keyboard.press("ArrowRight")
    await page.wait_for_function(f"before => {text} !== before", arg=before)
    await page.keyboard.press("ArrowLeft")
    await page.wait_for_function(f"before => {text} === before", arg=before)


async def test_play_pressed_film_runs_to_its_end(open_page: Open) -> None:
    page = await open_page(reduced_motion="no-preference")
    await type_code(page, "import torch\na = torch.ones(2, requires_grad=True)\n(a * 3).sum().backward()\n")
    await run(page)
    slider = await first_step(page)
    await page.keyboard.press("Space")
    last = await slider.get_attribute("aria-valuemax") or ""
    await expect(slider).to_have_attribute("aria-valuenow", last)


async def test_language_switched_whole_page_is_chinese_and_the_step_stays(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, STALE_PROGRAM)
    await run(page)
    await go_to_line(page, EDIT_LINE)
    await page.get_by_role("button", name="切换到中文").click()
    await expect(page.locator("html")).to_have_attribute("lang", re.compile("^zh"))
    await expect(page).to_have_title(f"MvBackward0 保存 d 之后，第 {EDIT_LINE} 行原地修改了它")
    await expect(page.locator("#narration .pill")).to_have_text(f"第 {EDIT_LINE} 行")
    await expect(page.locator("#narration .sentence")).to_contain_text("版本从 0 变为 1")
    await expect(page.locator("#diagnoses")).to_contain_text("保存")


async def test_phone_width_panes_are_tabs_and_nothing_scrolls_sideways(open_page: Open) -> None:
    page = await open_page(viewport=PHONE, has_touch=True)
    await run(page)
    await expect(page.locator("#stage svg.stage")).to_be_visible()
    await expect(page.locator("#transport")).to_be_visible()
    await expect(page.locator("#editor")).to_be_hidden()
    await page.locator("#panes").get_by_role("button").first.click()
    await expect(page.locator("#editor")).to_be_visible()
    await page.wait_for_function("() => document.documentElement.scrollWidth <= window.innerWidth")


async def test_run_pressed_before_the_example_has_arrived_runs_the_example(open_page: Open) -> None:
    page = await open_page("/docs")
    late = asyncio.Event()

    async def hold(route: Route) -> None:
        await late.wait()
        await route.continue_()

    await page.route("**/api/examples", hold)
    await page.goto(urljoin(page.url, "/"))
    await page.locator("button.run").click()
    late.set()
    await expect(page.locator("#stage .link-saved.is-stale").first).to_be_attached(timeout=20_000)


async def test_run_keys_pressed_outside_of_the_editor_run_the_code(open_page: Open) -> None:
    page = await open_page()
    await expect(page.locator(".cm-content")).to_contain_text("backward")
    await page.keyboard.press("Control+Enter")
    await expect(page.locator(f"#stage {VISIBLE_NODE}").first).to_be_attached(timeout=20_000)


async def test_dark_scheme_paints_a_dark_page(open_page: Open) -> None:
    page = await open_page(color_scheme="dark")
    await page.wait_for_function(
        "() => getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0) < 3 * 64"
    )


async def test_example_chosen_its_code_is_in_the_editor_and_runs(open_page: Open) -> None:
    page = await open_page()
    await page.get_by_role("button", name="Examples").click()
    await page.locator("#examples a").nth(3).click()
    await run(page)
    await expect(page.locator(f"#stage {VISIBLE_NODE}").first).to_be_attached()


async def test_output_over_the_limit_page_says_which_limit(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, "print('x' * 1_000_000)\n")
    await page.locator("button.run").click()
    await expect(page.locator("body")).to_contain_text("64 KiB")


async def test_markup_in_code_names_and_output_stays_text(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, "import torch\nprint('<img src=x onerror=alert(1)>')\nraise ValueError('<script>alert(1)</script>')\n")
    await page.locator("button.run").click()
    await expect(page.locator("#output")).to_contain_text("<script>alert(1)</script>")
    assert await page.locator("#output img, #output script").count() == 0


async def test_run_without_a_server_shows_an_error_and_keeps_the_code(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, "print(1)\n")
    await page.route("**/api/runs", lambda route: route.fulfill(status=503, headers={"Retry-After": "30"}, json=BUSY))
    await page.locator("button.run").click()
    await expect(page.locator("#notices, #empty, #header").filter(has_text="30").first).to_be_visible(timeout=10_000)
    await expect(page.locator(".cm-content")).to_contain_text("print(1)")


BUSY = {"error": {"kind": "busy", "message": "All seats are taken."}}


async def test_api_reference_loads_nothing_from_another_host(open_page: Open) -> None:
    page = await open_page("/docs")
    await expect(page.locator("body")).to_contain_text("/api/runs")


async def test_code_typed_before_the_editor_has_loaded_is_kept(open_page: Open) -> None:
    page = await open_page("/")
    held: asyncio.Event = asyncio.Event()

    async def hold(route: Route) -> None:
        await held.wait()
        await route.continue_()

    await page.route("**/assets/editor-*.js", hold)
    await page.reload(wait_until="commit")
    plain = page.locator("#editor textarea")
    await expect(plain).to_have_value(re.compile("import torch"))
    await plain.fill("print(1)\nprint(2)\n")
    held.set()
    await expect(page.locator(".cm-content")).to_contain_text("print(2)")
    await page.keyboard.type("# more")
    await expect(page.locator(".cm-content")).to_contain_text("# more")


async def test_long_film_unfolded_is_laid_out_in_a_worker_while_it_can_be_stepped_through(open_page: Open) -> None:
    page = await open_page()
    workers: list[str] = []
    page.on("worker", lambda worker: workers.append(worker.url))
    await type_code(page, LONG_PROGRAM)
    await run(page)
    before = len(workers)  # one that reads what is written may be there
    assert before <= 1
    await page.locator("#transport .slider").focus()
    await page.keyboard.press("e")
    await page.keyboard.press("f")
    await first_step(page)
    await expect(page.locator("#stage .thing.handle").or_(page.locator("canvas.far-view:not([hidden])")).first).to_be_attached()
    await expect(page.locator(".laying-out")).to_be_empty()
    (laying_out,) = workers[before:]
    assert "/assets/worker-" in laying_out


async def test_film_drawn_on_a_canvas_can_be_walked_with_the_keyboard(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, LONG_PROGRAM)
    await run(page)
    await page.locator("#transport .slider").focus()
    await page.keyboard.press("e")
    await page.keyboard.press("f")
    await expect(page.locator(".laying-out")).to_be_empty()
    await page.keyboard.press("0")
    await expect(page.locator("canvas.far-view")).to_be_visible()
    things = page.locator("#stage .thing[tabindex]")
    await expect(things.first).to_have_attribute("aria-label", re.compile(r"\w"))
    await page.keyboard.press("Home")
    await page.keyboard.press("End")
    earliest = await things.first.get_attribute("data-id")
    await things.first.evaluate("thing => thing.focus()")
    await expect(things.first).not_to_have_attribute("data-id", str(earliest))
    focused = "document.activeElement.getAttribute('data-id')"
    await page.wait_for_function(f"earliest => {focused} === earliest", arg=earliest)
    await page.keyboard.press("Shift+Tab")
    await page.wait_for_function(f"earliest => ![null, earliest].includes({focused})", arg=earliest)
    await page.keyboard.press("Enter")
    await expect(page.locator("#stage .thing[aria-pressed=true]")).to_have_attribute("data-id", await page.evaluate(focused))


async def test_tidy_layout_is_kept_in_the_address_and_while_stepping(open_page: Open) -> None:
    page = await open_page()
    await type_code(page, STALE_PROGRAM)
    await run(page)
    usual = await boxes(page)
    async with page.expect_event("worker"):
        await page.keyboard.press("t")
    await expect(page.locator("#tools [aria-pressed=true]")).to_have_count(1)
    await expect(page.locator(".laying-out")).to_be_empty()
    await expect(page).to_have_url(re.compile(r"\btidy=1\b"))
    tidy = await boxes(page)
    assert set(tidy) == set(usual)
    await first_step(page)
    first = await boxes(page)
    assert first
    assert first.items() <= tidy.items()
    await page.keyboard.press("t")
    await expect(page).not_to_have_url(re.compile("tidy"))
    await expect(page.locator("#tools [aria-pressed=true]")).to_have_count(0)
    await lie_as(page, usual)


EMPTY = {
    "transform": (
        "from torch.func import grad\nprint(grad(lambda x: (x * x).sum())(torch.ones(3)))\n",
        "The film shows none of its tensors",
        "torch.func’s grad",
    ),
    "missing library": (
        "import nosuchlibrary\nx = torch.ones(3)\n",
        "Not installed here: nosuchlibrary",
        "can be recorded where these are installed",
    ),
    "class without a call": (
        "class Net(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.fc = torch.nn.Linear(3, 2)\n\n"
        "    def forward(self, x):\n        return self.fc(x)\n",
        "Nothing here calls Net",
        "A small call of Net",
    ),
    "function without a call": ("def area(x):\n    return x.abs()\n", "Nothing calls area", "defines this and ends"),
    "error before a tensor": ("total = 1 / 0\n", "The film is empty", "ZeroDivisionError: division by zero"),
    "many steps without a tensor": ("i = 0\nfor _ in range(300):\n    i += 1\n", "No tensor to show", "made no tensor"),
}


EMPTY_PROGRAMS = list(EMPTY.values())


@pytest.mark.parametrize("programs", [EMPTY_PROGRAMS[:3], EMPTY_PROGRAMS[3:]], ids=["likely", "others"])
async def test_film_without_a_tensor_says_why_and_has_no_timeline(programs: list[tuple[str, str, str]], open_page: Open) -> None:
    page = await open_page()
    for code, title, reason in programs:
        await type_code(page, f"import torch\n{code}")
        await page.locator("button.run").click()
        place = page.locator("#empty:visible, #reading-beside:visible")
        await expect(place.get_by_role("heading")).to_have_text(title)
        await expect(place).to_contain_text(reason)
        await expect(page.locator("#transport .scrubber")).to_be_hidden()


async def test_program_of_which_a_part_is_not_shown_is_not_said_to_edit_nothing(open_page: Open) -> None:
    page = await open_page()
    hooks = "torch.autograd.graph.saved_tensors_hooks(lambda each: each.clone(), lambda each: each)"
    await type_code(page, f"import torch\nx = torch.ones(3, requires_grad=True)\nwith {hooks}:\n    y = (x * x).sum()\ny.backward()\n")
    await run(page)
    await expect(page.locator(".well")).to_contain_text("what it does not show was not looked at")
    await expect(page.locator(".well")).not_to_contain_text("Nothing was edited in place")
