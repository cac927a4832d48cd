"""Measures all programs in one browser against one server, and writes what was found."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from playwright.async_api import Browser

from benchmarks.chromium import launched
from benchmarks.readability.corpus import RealisticProgram, realistic_programs
from benchmarks.readability.measure import Opened, marks_of, open_embed, open_program
from benchmarks.server import running_server

DARK = {"color_scheme": "dark"}
DARK_TOO = ("attention_mask", "gan_step_order", "gpt_blocks", "resnet", "rnn_buffer", "unet")
"""Programs of which dark screenshots are written as well."""


@dataclass(frozen=True)
class Options:
    """What is measured, and where: an own server where no address is given."""

    programs: tuple[str, ...] = ()
    url: str | None = None
    shots: Path | None = None


def measure(options: Options, so_far: Callable[[list[Opened]], None] = lambda _: None) -> list[Opened]:
    """Measure every program that is asked for, all where none is; ``so_far`` gets what there is after each: all of it takes long."""
    named = {each.name: each for each in realistic_programs()}
    chosen = [named[name] for name in options.programs or named]
    if options.shots is not None:
        options.shots.mkdir(parents=True, exist_ok=True)
    served: AbstractContextManager[str] = running_server() if options.url is None else nullcontext(options.url)
    with served as url:
        return asyncio.run(_in_chromium(url, chosen, options.shots, so_far))


async def _in_chromium(
    url: str, programs: list[RealisticProgram], shots: Path | None, so_far: Callable[[list[Opened]], None]
) -> list[Opened]:
    found: list[Opened] = []
    async with launched() as browser:
        for program in programs:
            if opened := await _program(browser, url, program, shots):
                found.append(opened)
                so_far(found)
    return found


async def _program(browser: Browser, url: str, program: RealisticProgram, shots: Path | None) -> Opened | None:
    print(f"  {program.name}", file=sys.stderr)
    run = await _posted(f"{url}/api/runs", program)
    if "diagnoses" not in run:
        print(f"  {program.name}: no film, {run}", file=sys.stderr)
        return None
    opened = Opened(program, marks_of(run, program))
    for size in ("desktop", "phone"):
        await open_program(browser, url, opened, size, shots)
    if shots is not None and program.name in DARK_TOO:
        await open_program(browser, url, Opened(program, opened.marks), "desktop", shots, **DARK)
    link = await _posted(f"{url}/api/snippets", program)
    height = re.search(r'height="(\d+)"', link["embed_html"])
    await open_embed(browser, url, opened, f"/embed/{link['id']}", int(height[1]) if height else 480, shots)
    return opened


async def _posted(url: str, program: RealisticProgram) -> Any:
    async with httpx.AsyncClient(timeout=120) as client:
        return (await client.post(url, json={"code": program.code})).json()
