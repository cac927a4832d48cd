"""Films at the limits of a recording, in Chromium: 5,000 steps, and 45,000 events.

Beside the first picture and one step, as in ``page.py``: how long the page takes from one view to another (from the key to the frame in
which the stage has changed and nothing is being laid out), what one move of a drag over the whole timeline costs the main thread, and the
memory of the page's scripts after all that.
"""

from __future__ import annotations

import asyncio

from playwright.async_api import CDPSession, Page

from benchmarks.chromium import launched
from benchmarks.page import FRAME_S, LIMITS, TWO_FRAMES, measure_steps, new_page, open_film, packed, run_once, step_figure
from benchmarks.server import running_server
from benchmarks.table import Figure, median, milliseconds, percentile

OPENINGS = 5
MOVES = 60

STEPS = """import torch

x = torch.linspace(-1, 1, 4)
w = torch.full((4,), 0.5, requires_grad=True)
h = x
for _ in range(1250):
    h = (h * w).tanh()
h.sum().backward()
"""
EVENTS = """import torch

x = torch.linspace(-1, 1, 4)
w = torch.full((4,), 0.5, requires_grad=True)
h = x
n = 0
while n < 17_500:
    n += 1
for _ in range(1250):
    h = (h * w).tanh()
h.sum().backward()
"""
FILMS = (("5,000 steps", STEPS, "1 s"), ("45,000 events", EVENTS, "–"))
VIEWS = (("overview", "o"), ("everything", "e"), ("overview again", "o"))

SWITCH = """key => new Promise(done => {
  const begun = performance.now();
  const settled = () => {
    if (document.querySelector('.laying-out').textContent !== '') return requestAnimationFrame(settled);
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)));
  };
  document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  requestAnimationFrame(settled);
})"""
DRAG = f"""([part, kind]) => {{
  const slider = document.querySelector('#transport .slider');
  const {{ left, width, top }} = slider.getBoundingClientRect();
  const place = {{ clientX: left + 10 + part * (width - 20), clientY: top + 8, pointerId: 1, bubbles: true }};
  slider.setPointerCapture = () => {{}};
  slider.hasPointerCapture = () => true;
  slider.dispatchEvent(new PointerEvent(kind, place));
  return {TWO_FRAMES};
}}"""


def figures() -> list[Figure]:
    """Measure both films in one browser."""
    with running_server(**LIMITS) as url:
        return asyncio.run(_in_chromium(url))


async def _in_chromium(url: str) -> list[Figure]:
    async with launched() as browser:
        found: list[Figure] = []
        for name, code, mark in FILMS:
            run_once(url, code)
            address = f"{url}/#code={packed(code)}"
            pictures = []
            for _ in range(1 + OPENINGS):
                page = await new_page(browser)
                pictures.append(await open_film(page, address))
                if len(pictures) <= OPENINGS:
                    await page.context.close()
            found.append(_figure(f"first picture, {name}", median(pictures[1:]), mark))
            found.extend(await _used(page, name))
            await page.context.close()
        return found


async def _used(page: Page, name: str) -> list[Figure]:
    """Step, drag and look at each view of a film that is open."""
    session = await page.context.new_cdp_session(page)
    await session.send("Performance.enable")
    found = [step_figure(f"one step, {name}", await measure_steps(page), "one frame")]
    for view, key in VIEWS:
        found.append(_figure(f"to {view}, {name}", float(await page.evaluate(SWITCH, key)) / 1000, "–"))
    moves = await _dragged(page, session)
    found.append(_figure(f"one move of a drag, {name}, p95", percentile(moves, 0.95), "–"))
    await session.send("HeapProfiler.collectGarbage")
    used = await session.send("Runtime.getHeapUsage")
    return [*found, Figure(f"memory of scripts, {name}", f"{used['usedSize'] / 1e6:.0f} MB", "–", "–", "–")]


async def _dragged(page: Page, session: CDPSession) -> list[float]:
    await page.evaluate(DRAG, [0, "pointerdown"])
    moves = []
    for move in range(1, MOVES + 1):
        before = await _busy(session)
        await page.evaluate(DRAG, [move / MOVES, "pointermove"])
        moves.append(await _busy(session) - before)
    return moves


async def _busy(session: CDPSession) -> float:
    metrics = (await session.send("Performance.getMetrics"))["metrics"]
    return next(float(metric["value"]) for metric in metrics if metric["name"] == "TaskDuration")


def _figure(name: str, seconds: float, mark: str) -> Figure:
    return Figure(name, milliseconds(seconds), f"{seconds / FRAME_S:.1f} frames", "–", mark)
