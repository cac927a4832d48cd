"""Opens a program in Chromium as a reader does, waits until the picture rests, and measures it; ``measure.js`` does so in the page.

Run pressed ─▶ at rest: what explains the failure ─▶ story and overview at rest ─▶ each played through
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page

from benchmarks.page import PROBE, packed
from benchmarks.readability.corpus import RealisticProgram

MEASURE = Path(__file__).with_name("measure.js").read_text(encoding="utf-8")
MAX_REST_S = 10.0
QUIET_S = 0.7
MAX_PLAYING_MS = 5_000
MIN_SHARE = 0.8
SIZES = {"desktop": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844}}
KEYS = {"story": "s", "overview": "o", "all": "e"}

FIT_KEY, FIT_MS = "0", 500
THINGS = "document.querySelectorAll('#stage .thing:is(.card, .op, .node, .group, .pill, .block)').length"

STATE = """[...document.querySelectorAll('#stage .world, #transport [role=slider], #stage .thing')].map(each =>
  `${each.getAttribute('transform')} ${each.getAttribute('aria-valuenow')} ${each.getAttribute('class')}`).join()"""
VIEW = """(document.querySelector('#story:not([hidden]) [aria-pressed=true]')?.title.match(/\\((\\w)\\)$/)?.[1] ?? '').toLowerCase()"""
HAS_VIEW = """key => [...document.querySelectorAll('#story:not([hidden]) button:not([hidden])')]
  .some(button => button.title.toLowerCase().endsWith(`(${key})`))"""


@dataclass(frozen=True)
class Marks:
    """What explains a failure, by the trace's ids; None where it has none."""

    line: int | None
    tensor: str | None
    saved: str | None
    node: str | None


@dataclass(frozen=True)
class Picture:
    """One picture at rest: shares in view from 0 to 1, sizes of text in pixels; None where there is nothing to measure."""

    view: str
    size: str
    edit: float | None
    link: float | None
    node: float | None
    key_text: float | None
    text: float | None
    things: int
    overlaps: tuple[str, ...]
    covered: tuple[str, ...]
    badges_over_code: int
    rested: bool


@dataclass
class Opened:
    """What was measured of one program."""

    program: RealisticProgram
    marks: Marks
    pictures: list[Picture] = field(default_factory=list)
    opening_s: float | None = None
    playing_s: dict[str, float] = field(default_factory=dict)


def marks_of(run: dict[str, Any], program: RealisticProgram) -> Marks:
    """What the first diagnosis of the expected kind names."""
    diagnosis = next((each for each in run["diagnoses"] if each["kind"] == program.kind), None)
    if diagnosis is None:
        return Marks(None, None, None, None)
    edited = program.edit_line is not None
    node = diagnosis["node"] if program.kind in ("version_mismatch", "graph_freed") else None
    return Marks(program.edit_line, diagnosis["tensor"], diagnosis["saved"] if edited else None, node)


async def open_program(browser: Browser, url: str, opened: Opened, size: str, shots: Path | None, **context: Any) -> None:
    """Run a program in a page of this size and measure all its views."""
    options = {"viewport": SIZES[size], "locale": "en-US", **context}
    page = await (await browser.new_context(**options)).new_page()
    await page.add_init_script(PROBE)
    await page.add_init_script(MEASURE)
    shoot = _shooter(page, shots, f"{opened.program.name}-{size}{'-dark' if context.get('color_scheme') == 'dark' else ''}")
    await page.goto(f"{url}/#code={packed(opened.program.code)}")
    await page.locator(".cm-content, .plain-editor").first.wait_for()
    await page.locator("button.run").click()
    if size == "desktop":
        await page.locator("#stage :is(g.thing, canvas)").first.wait_for(state="attached")
        opened.opening_s = float(await page.evaluate("window.firstPicture")) / 1000
    rested = await rest(page)
    first = await page.evaluate(VIEW)
    view = next((name for name, key in KEYS.items() if key == first), "all")
    await shoot(view)
    opened.pictures.append(await measured(page, view, size, opened.marks, rested))
    for name, key in KEYS.items():
        if name not in (view, "all") and await page.evaluate(HAS_VIEW, key):
            await page.keyboard.press(key)
            rested = await rest(page)
            await shoot(name)
            opened.pictures.append(await measured(page, name, size, Marks(None, None, None, None), rested))
        if size == "desktop" and (name == view or await page.evaluate(HAS_VIEW, key)) and name != "all":
            await _play(page, key, name, opened)
    if size == "desktop" and first == "":
        await _play(page, KEYS["all"], "all", opened)
    await page.context.close()


async def open_embed(browser: Browser, url: str, opened: Opened, path: str, height: int, shots: Path | None) -> None:
    """Open the embed in a frame of its published height and an article's width."""
    page = await (await browser.new_context(viewport={"width": 760, "height": height}, locale="en-US")).new_page()
    await page.add_init_script(MEASURE)
    await page.goto(url + path)
    await page.locator("#stage .thing, #stage canvas").first.wait_for()
    rested = await rest(page)
    await _shooter(page, shots, f"{opened.program.name}-embed")("opening")
    opened.pictures.append(await measured(page, "opening", "embed", opened.marks, rested))
    await page.context.close()


async def rest(page: Page) -> bool:
    """Wait until nothing on the stage changes any more; False where it does not come to rest in time."""
    began = changed = time.monotonic()
    before = ""
    while time.monotonic() - began < MAX_REST_S:
        state = await page.evaluate(STATE)
        if state != before:
            changed, before = time.monotonic(), state
        elif time.monotonic() - changed > QUIET_S:
            return True
        await page.wait_for_timeout(150)
    return False


async def measured(page: Page, view: str, size: str, marks: Marks, rested: bool) -> Picture:
    """Measure the picture as it is; its things are counted when all of it is in the window, for what is far outside is not drawn."""
    found = await page.evaluate("marks => readability(marks)", vars(marks))
    await page.keyboard.press(FIT_KEY)
    await page.wait_for_timeout(FIT_MS)
    things = await page.evaluate(THINGS)
    return Picture(
        view,
        size,
        edit=found["edit"],
        link=found["link"],
        node=found["node"],
        key_text=found["keyText"],
        text=found["text"],
        things=max(found["things"], things),
        overlaps=tuple(found["overlaps"]),
        covered=tuple(found["covered"]),
        badges_over_code=found["badgesOverCode"],
        rested=rested,
    )


async def _play(page: Page, key: str, view: str, opened: Opened) -> None:
    """How long the film takes from its first step at normal speed."""
    await page.locator("#transport [role=slider]").focus()
    await page.keyboard.press(key)
    await page.keyboard.press("Home")
    played = await page.evaluate("patience => playThrough(patience)", MAX_PLAYING_MS)
    opened.playing_s[view] = float(played["seconds"])


def _shooter(page: Page, shots: Path | None, name: str) -> Callable[[str], Any]:
    async def shoot(view: str) -> None:
        if shots is not None:
            await page.screenshot(path=shots / f"{name}-{view}.png")

    return shoot
