"""Fixtures for browser tests: a server, Chromium, and pages whose console errors and requests to other hosts fail the test."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Browser, ConsoleMessage, Page, Request, ViewportSize, expect

# For the tests of other folders as well, which then wait as patiently
from benchmarks.chromium import launched as launched
from benchmarks.server import running_server

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


class Tab:
    """A page in a context of its own, that one test after another may have."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.watch = Watch()
        page.on("console", lambda message: self.watch.errors.append(message.text) if is_error_or_warning(message) else None)
        page.on("pageerror", lambda error: self.watch.errors.append(str(error)))
        page.on("request", lambda request: self.watch.hosts.add(urlsplit(request.url).netloc) if is_sent(request) else None)

    async def prepare(self, viewport: ViewportSize, **media: Any) -> None:
        """Give it the size and the media of a new page."""
        await self.page.set_viewport_size(viewport)
        await self.page.emulate_media(media="null", **media)

    async def empty(self, server_url: str) -> None:
        """Take away what a test has left: its page, storage, routes, windows, and where the pointer is."""
        self.watch = Watch()
        for other in self.page.context.pages:
            if other is not self.page:
                await other.close()
        await self.page.unroute_all(behavior="ignoreErrors")
        await self.page.context.set_offline(False)
        # It has the origin of the server and no script.
        await self.page.goto(f"{server_url}/healthz")
        await self.page.evaluate("localStorage.clear(); sessionStorage.clear()")
        await self.page.context.clear_cookies()
        await self.page.mouse.move(-1, -1)


Lend = Callable[..., Awaitable[Tab]]


class Tabs:
    """Tabs that were given back. What a new one costs, a process and the first use of each script, is more than most tests do."""

    KEPT: tuple[dict[str, object], ...] = ({}, {"bypass_csp": True})
    """Options of contexts whose tabs are kept, others are closed; size and media are set for each test."""

    def __init__(self, browser: Browser, server_url: str) -> None:
        self._browser, self._server_url = browser, server_url
        self._given_back: list[tuple[dict[str, object], Tab]] = []

    @asynccontextmanager
    async def lend(self, options: dict[str, object], failed: Callable[[], bool]) -> AsyncIterator[Tab]:
        """Lend a tab until the test ends; it is closed when the test has failed."""
        media = {"color_scheme": "light", "reduced_motion": "reduce", "forced_colors": "none"}
        look = {"viewport": DESKTOP, **media, **{name: value for name, value in options.items() if name in {"viewport", *media}}}
        rest = {name: value for name, value in options.items() if name not in look}
        tab = next((tab for kind, tab in self._given_back if kind == rest), None)
        if tab is None:
            context = await self._browser.new_context(**{"locale": "en-US", **look, **rest})  # type: ignore[arg-type]
            context.set_default_timeout(PATIENCE_MS)
            tab = Tab(await context.new_page())
        else:
            self._given_back.remove((rest, tab))
            await tab.prepare(**look)  # type: ignore[arg-type]
        try:
            yield tab
        finally:
            if rest in self.KEPT and not tab.page.is_closed() and not failed():
                await tab.empty(self._server_url)
                self._given_back.append((rest, tab))
            else:
                await tab.page.context.close()


@pytest.fixture(scope="session")
def tabs(chromium: Browser, server_url: str) -> Tabs:
    """The tabs of ``chromium``."""
    return Tabs(chromium, server_url)


@pytest.fixture
async def lent(tabs: Tabs, request: pytest.FixtureRequest) -> AsyncIterator[Lend]:
    """Lend tabs for the length of a test; afterwards none may have logged an error."""
    watches: list[Watch] = []
    failed_before = request.session.testsfailed
    async with AsyncExitStack() as stack:

        async def lend(**context: object) -> Tab:
            tab = await stack.enter_async_context(tabs.lend(context, lambda: request.session.testsfailed > failed_before))
            watches.append(tab.watch)
            return tab

        yield lend
    assert [error for watch in watches for error in watch.errors] == []


@pytest.fixture
async def open_page(lent: Lend, server_url: str) -> AsyncIterator[Open]:
    """Open a path of the server in a tab of its own, which may ask no other host and, as ``lent`` says, may log no error."""
    watches: list[Watch] = []

    async def open_path(path: str = "/", **context: object) -> Page:
        tab = await lent(**context)
        watches.append(tab.watch)
        await tab.page.goto(server_url + path)
        return tab.page

    yield open_path
    assert {host for watch in watches for host in watch.hosts} <= {urlsplit(server_url).netloc}


def is_sent(request: Request) -> bool:
    """Does it go to a host?"""
    return request.url.startswith("http")


def is_error_or_warning(message: ConsoleMessage) -> bool:
    """Is it an error or a warning, other than those that Chromium prints for a 503, a lost connection or a slow preload?"""
    printed_by_chromium = ("status of 503", "ERR_INTERNET_DISCONNECTED", "but not used within a few seconds")
    return message.type in ("error", "warning") and not any(text in message.text for text in printed_by_chromium)
