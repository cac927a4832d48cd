"""Fixtures for browser tests: a server, Chromium, and pages whose console errors and requests to other hosts fail the test."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Page, ViewportSize, async_playwright, expect

from benchmarks.server import running_server

# Without these Chromium sends requests of its own, for updates and the like.
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# Longest wait for something that must happen, on a busy machine; no test waits for a time to pass.
PATIENCE_MS = 90_000
expect.set_options(timeout=PATIENCE_MS)

DESKTOP: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}


@dataclass
class Watch:
    """Console errors of a page, and the hosts that it sent requests to."""

    errors: list[str] = field(default_factory=list)
    hosts: set[str] = field(default_factory=set)


Open = Callable[..., Awaitable[Page]]


@pytest.fixture(scope="session")
def server_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The base URL of a running server with a database of its own.

    Services that other tests run in this process write to theirs in the background, and hold its lock for as long as a test blocks this
    process between two of their steps: a server that shared it was once answered "database is locked".
    """
    with running_server("tests.borrowing", GRADREEL_DATABASE_URL=f"sqlite:///{tmp_path_factory.mktemp('server')}/gradreel.db") as url:
        yield url


@pytest.fixture(scope="session")
async def chromium() -> AsyncIterator[Browser]:
    """One browser for all tests."""
    async with launched() as browser:
        yield browser


@asynccontextmanager
async def launched(*flags: str) -> AsyncIterator[Browser]:
    """Start a browser with further flags; it is closed afterwards."""
    path = shutil.which("chromium")
    if path is None:
        pytest.fail("Chromium is missing. Install it with: apt-get install chromium fonts-noto-cjk")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=[*CHROMIUM_FLAGS, *flags])
        yield browser
        await browser.close()


@pytest.fixture
async def open_page(chromium: Browser, server_url: str) -> AsyncIterator[Open]:
    """Open a path of the server; afterwards no page may have logged an error or asked another host."""
    watch = Watch()
    async with AsyncExitStack() as stack:

        async def open_path(path: str = "/", **context: object) -> Page:
            options = {"viewport": DESKTOP, "locale": "en-US", "reduced_motion": "reduce", **context}
            opened: BrowserContext = await chromium.new_context(**options)  # type: ignore[arg-type]
            opened.set_default_timeout(PATIENCE_MS)
            stack.push_async_callback(opened.close)
            page = await opened.new_page()
            _listen(page, watch)
            await page.goto(server_url + path)
            return page

        yield open_path
    assert watch.errors == []
    assert watch.hosts <= {urlsplit(server_url).netloc}


def _listen(page: Page, watch: Watch) -> None:
    page.on("console", lambda message: watch.errors.append(message.text) if is_error_or_warning(message) else None)
    page.on("pageerror", lambda error: watch.errors.append(str(error)))
    page.on("request", lambda request: watch.hosts.add(urlsplit(request.url).netloc) if request.url.startswith("http") else None)


def is_error_or_warning(message: ConsoleMessage) -> bool:
    """Is it an error or a warning, other than those that Chromium prints for a 503, a lost connection or a slow preload?"""
    printed_by_chromium = ("status of 503", "ERR_INTERNET_DISCONNECTED", "but not used within a few seconds")
    return message.type in ("error", "warning") and not any(text in message.text for text in printed_by_chromium)
