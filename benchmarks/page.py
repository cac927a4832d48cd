"""Films of 50, 1,000 and 10,000 nodes in Chromium: the first picture, one step, the layout; and what the page weighs.

First picture: from the moment the last byte of the answer has come (``responseEnd`` of ``POST /api/runs``) until the frame that first shows
things of the film has been through script, style, layout and paint on the main thread (a task posted from the animation frame after the
stage changed). Reading the JSON is part of it; the run and the network are not.

One step: an arrow key's main-thread time, as Chromium counts it (``TaskDuration``: script, style, layout, paint of the key and of the frame
after it), less the median of the same wait without a key; beside it the processor time of that thread, which other programs on the machine
disturb less. Movement is off, so that a step is one frame's work and not many frames'. The count is of what is seen after the last step:
things, edges and links that touch the stage's window and are not hidden.
"Folded" is the film as it opens. "Open" is everything (E) with every group opened (F), at a size that can be read: a few things are in
view, and the view follows from step to step. More than 6,000 things the page does not open at once: the row of such a film is called
"everything". "In view" is a film of parallel chains, opened and fitted into the window, while its backward pass runs: all is to be seen.

Layout: folding, measuring and placing the whole film, timed by the page itself (``gradreel:layout``), when it is opened.
"""

from __future__ import annotations

import asyncio
import base64
import json
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from playwright.async_api import Browser, CDPSession, Page

from app.api.http import static
from app.settings import Settings
from benchmarks.chromium import launched
from benchmarks.server import running_server
from benchmarks.table import Figure, median, milliseconds, percentile

LIMITS = {"GRADREEL_TRACE_EVENTS": "100000", "GRADREEL_TRACE_BYTES": str(256 * 1024**2), "GRADREEL_WALL_TIME_S": "120"}
LIMITS |= {"GRADREEL_CPU_TIME_S": "120", "GRADREEL_TWIN_RUNS": "0", "GRADREEL_FILM_MEMORY_BYTES": str(1024**3)}
FRAME_S = 1 / 60
WARM_UP = 1
OPENINGS = 7
STEPS = 60

SNIPPET = """import torch

x = torch.linspace(-1, 1, 4)
w = torch.full((4,), 0.5, requires_grad=True)


def block(h):
    a = h * w
    b = a.tanh()
    c = b + x
    return c.sigmoid()


h = x
for _ in range({rounds}):
    h = block(h)
h.sum().backward()
"""

WIDE = """import torch

x = torch.linspace(-1, 1, 4)
w = torch.full((4,), 0.5, requires_grad=True)
ends = []
for _ in range(6):
    h = x
    for _ in range(5):
        a = h * w
        b = a.tanh()
        c = b + x
        h = c.sigmoid()
    ends.append(h)
torch.stack(ends).sum().backward()
"""

WIDE_FORWARD = 150
"""Steps of it after which everything is drawn, and its backward pass runs."""

PROBE = """
window.firstPicture = new Promise(done => {
  addEventListener("DOMContentLoaded", () => {
    const stage = document.getElementById("stage");
    const watch = new MutationObserver(() => {
      if (!stage.querySelector("g.thing, canvas")) return;
      watch.disconnect();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          const answer = performance.getEntriesByType("resource").filter(entry => entry.name.endsWith("/api/runs")).at(-1);
          done(performance.now() - answer.responseEnd);
        };
        port2.postMessage(null);
      });
    });
    watch.observe(stage, { childList: true, subtree: true });
  });
});
"""
LAYOUT = "performance.getEntriesByName('gradreel:layout').at(-1).duration"
VISIBLE = """[...document.querySelectorAll('#stage :is(g.thing, g.edge, g.link):not(.is-hidden)')].filter(thing => {
  const [box, stage] = [thing.getBoundingClientRect(), document.querySelector('#stage').getBoundingClientRect()];
  return box.width > 0 && box.right > stage.left && box.left < stage.right && box.bottom > stage.top && box.top < stage.bottom;
}).length"""
PROGRAM = "() => document.querySelector('#stage svg.stage').dataset.show !== 'overview'"
OPENED = """before => document.querySelector('#stage g.thing.group') === null ? 'open'
  : document.querySelector('#story').textContent !== before && 'refused'"""
TWO_FRAMES = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
PRESS = "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true, cancelable: true }}))"


@dataclass(frozen=True)
class Size:
    """A film to measure, and what it may take."""

    nodes: int
    picture: str
    step: str

    @property
    def code(self) -> str:
        """A program whose graph has about this many nodes: each round makes four."""
        return SNIPPET.format(rounds=max(1, self.nodes // 4))


SIZES = (Size(50, "–", "–"), Size(1_000, "300 ms", "half a frame"), Size(10_000, "1.5 s", "one frame"))


@dataclass(frozen=True)
class Steps:
    """Main-thread seconds of every step, by the clock and of the processor, how long the same wait took without one, and what is seen."""

    seconds: list[float]
    processor: list[float]
    idle: float
    visible: int

    @property
    def p95(self) -> float:
        """What 95 of 100 steps stay under."""
        return percentile(self.seconds, 0.95)


def figures() -> list[Figure]:
    """Measure all sizes in one browser, and weigh the build."""
    with running_server(**LIMITS) as url:
        return [*asyncio.run(_in_chromium(url)), *weights(Settings().static_dist)]


async def _in_chromium(url: str) -> list[Figure]:
    async with launched() as browser:
        found: list[Figure] = []
        for size in SIZES:
            nodes = run_once(url, size.code)
            found.extend(await _film(browser, url, size, nodes))
        found.append(await _wide(browser, url))
        return found


def run_once(url: str, code: str) -> int:
    """Run the program once, so that the page is answered from memory; return how many nodes its graph has."""
    run = httpx.post(f"{url}/api/runs", json={"code": code}, timeout=180).json()
    assert run["outcome"]["status"] == "completed", run["outcome"]
    assert run["truncated"] is None, run["truncated"]
    return len(run["nodes"])


async def _film(browser: Browser, url: str, size: Size, nodes: int) -> list[Figure]:
    pictures, layouts = [], []
    for _ in range(WARM_UP + OPENINGS):
        page = await new_page(browser)
        pictures.append(await open_film(page, f"{url}/#code={packed(size.code)}"))
        layouts.append(float(await page.evaluate(LAYOUT)) / 1000)
        await page.context.close()
    page = await new_page(browser)
    await open_film(page, f"{url}/#code={packed(size.code)}")
    folded = await measure_steps(page)
    how = "open" if await open_everything(page) else "everything"
    opened = await measure_steps(page)
    await page.context.close()
    picture = median(pictures[WARM_UP:])
    return [
        Figure(f"first picture, {nodes:,} nodes", milliseconds(picture), f"{picture / FRAME_S:.1f} frames", "–", size.picture),
        Figure(f"layout, {nodes:,} nodes", milliseconds(median(layouts[WARM_UP:])), "–", "–", "–"),
        step_figure(f"one step, {nodes:,} nodes folded", folded, size.step),
        step_figure(f"one step, {nodes:,} nodes {how}", opened, size.step),
    ]


async def _wide(browser: Browser, url: str) -> Figure:
    """Step through the backward pass of a film of parallel chains of which everything is open and in view."""
    run_once(url, WIDE)
    page = await new_page(browser)
    await open_film(page, f"{url}/#code={packed(WIDE)}")
    await open_everything(page)
    await press_key(page, "0")
    steps = await measure_steps(page, WIDE_FORWARD)
    await page.context.close()
    return step_figure(f"one step, {steps.visible:,} elements in view", steps, "half a frame")


def step_figure(name: str, steps: Steps, mark: str) -> Figure:
    """State what steps cost, in frames."""
    reference = f"16.7 ms frame; wait without a step {milliseconds(steps.idle)}"
    processor = f"processor {milliseconds(percentile(steps.processor, 0.95))}, {milliseconds(median(steps.processor))}"
    measured = f"p95 {milliseconds(steps.p95)}, median {milliseconds(median(steps.seconds))}; {processor}; {steps.visible:,} elements seen"
    return Figure(name, measured, reference, f"{steps.p95 / FRAME_S:.2f} frames", mark)


async def new_page(browser: Browser) -> Page:
    """Open an empty page that will note when its first picture is there."""
    context = await browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-US", reduced_motion="reduce")
    page = await context.new_page()
    await page.add_init_script(PROBE)
    return page


async def open_film(page: Page, address: str) -> float:
    """Open an address that holds code, press Run, and return the seconds from the answer to the first picture."""
    await page.goto(address)
    await page.locator(".cm-content", has_text="linspace").wait_for()
    await page.locator("button.run").click()
    seconds = float(await page.evaluate("window.firstPicture")) / 1000
    await page.wait_for_timeout(300)
    return seconds


async def measure_steps(page: Page, ahead: int = 0) -> Steps:
    """Step on from the beginning, or from ``ahead`` steps later, one frame each, and count the main thread's work."""
    session = await page.context.new_cdp_session(page)
    await session.send("Performance.enable")
    await page.locator("#transport .slider").focus()
    await press_key(page, "Home")
    for _ in range(ahead):
        await _work(page, session, "ArrowRight")
    waits = [await _work(page, session, None) for _ in range(STEPS)][5:]
    clock, processor = (median([wait[part] for wait in waits]) for part in (0, 1))
    taken = [await _work(page, session, "ArrowRight") for _ in range(STEPS)][5:]
    visible = int(await page.evaluate(VISIBLE))
    return Steps([step[0] - clock for step in taken], [step[1] - processor for step in taken], clock, visible)


async def _work(page: Page, session: CDPSession, key: str | None) -> tuple[float, float]:
    """Seconds of the main thread's tasks by the clock, and of the processor."""
    before = await _busy(session)
    await page.evaluate(f"{PRESS.format(key=key) if key else 'null'}; {TWO_FRAMES}")
    after = await _busy(session)
    return after[0] - before[0], after[1] - before[1]


async def _busy(session: CDPSession) -> tuple[float, float]:
    metrics = {metric["name"]: float(metric["value"]) for metric in (await session.send("Performance.getMetrics"))["metrics"]}
    return metrics["TaskDuration"], metrics["ThreadTime"]


async def open_everything(page: Page) -> bool:
    """Show everything, and open every group of it; false where the page refuses that, since they are too many."""
    await page.locator("#transport .slider").focus()
    await press_key(page, "e")
    await page.wait_for_function(PROGRAM)
    story = await page.locator("#story").text_content()
    await press_key(page, "f")
    answer = await page.wait_for_function(OPENED, arg=story)
    return bool(await answer.json_value() == "open")


async def press_key(page: Page, key: str) -> None:
    """Press a key, and wait until what it does is over."""
    await page.keyboard.press(key)
    await page.wait_for_timeout(500)


def packed(code: str) -> str:
    """Code as the page packs it into an address."""
    deflate = zlib.compressobj(wbits=-15)
    data = deflate.compress(code.encode()) + deflate.flush()
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def weights(dist: Path) -> list[Figure]:
    """Weigh what each page loads, gzipped, in the heavier language."""
    pages = (("an embed", dist / "embed", "src/entries/embed.ts", "80 KB"), ("the playground", dist, "src/entries/play.ts", "260 KB"))
    return [_weight(name, folder, entry, mark) for name, folder, entry, mark in pages]


def _weight(name: str, folder: Path, entry: str, mark: str) -> Figure:
    """What is loaded at once, with the heavier language; and beside it what is loaded only where it is needed."""
    manifest = json.loads((folder / ".vite" / "manifest.json").read_text())
    first = _imported(manifest, entry)
    asked = {key: manifest[key] for chunk in first for key in manifest[chunk].get("dynamicImports", ())}
    languages = [_gzipped(folder, chunk) for key, chunk in asked.items() if "/locales/" in key]
    later = sum(_gzipped(folder, chunk) for key, chunk in asked.items() if "/locales/" not in key)
    at_once = sum(_gzipped(folder, manifest[chunk]) for chunk in first) + max(languages)
    more = f"what is loaded when it is needed: {later / 1000:.1f} KB"
    return Figure(f"weight of {name}, gzipped", f"{at_once / 1000:.1f} KB", more, "–", mark)


def _imported(manifest: dict[str, Any], entry: str) -> set[str]:
    """The chunks that a browser loads before it runs ``entry``."""
    found, ahead = {entry}, [entry]
    while ahead:
        more = set(manifest[ahead.pop()].get("imports", ())) - found
        found |= more
        ahead.extend(more)
    return found


def _gzipped(folder: Path, chunk: dict[str, Any]) -> int:
    """Bytes of a script and its styles, as they are sent."""
    dist = folder.parent if folder.name == static.EMBED else folder
    return sum(len(static.packed(folder / file, dist)) for file in [chunk["file"], *chunk.get("css", ())])
