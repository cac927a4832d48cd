"""Chromium as the tests, the benchmarks and the pictures of ``docs/`` start it."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from playwright.async_api import Browser, async_playwright

# Without the last five Chromium sends requests of its own, for updates and the like.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
NAMES = ("chromium-headless-shell", "chromium")
"""The first has no windows and menus of its own: it shows the same pages with a quarter less work."""


@asynccontextmanager
async def launched(*flags: str) -> AsyncIterator[Browser]:
    """Start a browser with further flags; it is closed afterwards.

    Raises:
        RuntimeError: it is not installed.
    """
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        raise RuntimeError(f"Chromium is missing. Install it with: apt-get install {NAMES[0]} fonts-noto-cjk")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=[*FLAGS, *flags])
        yield browser
        await browser.close()
