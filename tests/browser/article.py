"""An article on another origin that embeds films: serves pages on a port of its own, and finds the films in them."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from playwright.async_api import Frame, Locator, Page, expect

from tests.browser.conftest import PATIENCE_MS

PARAGRAPH = "<p>" + "Backward failed, and the version of <b>d</b> tells why: play it step by step. " * 4 + "</p>"


def article(body: str, head: str = "", policy: str | None = None) -> str:
    """Write the article around ``body``; ``policy`` is its own content security policy."""
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">' if policy else ""
    style = "<style>body{font:17px/1.6 Georgia,serif;max-width:740px;margin:40px auto;padding:0 20px}</style>"
    return f"<!doctype html><html><head><meta charset=utf-8>{meta}<title>My blog</title>{style}{head}</head><body>{body}</body></html>"


@contextmanager
def blog(pages: dict[str, str]) -> Iterator[str]:
    """Serve ``pages`` by path on another origin than ours and yield its base URL; unknown paths are empty pages."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            text = pages.get(self.path, "").encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, format: str, *args: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def frame_code(link: dict[str, str], query: str = "") -> str:
    """The code as it is pasted, with settings added to its address."""
    return link["embed_html"].replace(link["embed_url"], f"{link['embed_url']}{'?' + query if query else ''}")


async def frames_of(page: Page) -> list[Frame]:
    """The films' frames, each with its film on, however far down."""
    found: list[Frame] = []
    for element in await page.query_selector_all("iframe"):
        await element.scroll_into_view_if_needed()
        frame = await element.content_frame()
        assert frame
        await frame.wait_for_selector("#stage .thing, .lines")
        found.append(frame)
    await page.evaluate("scrollTo(0, 0)")
    return found


async def is_at(frame: Frame, step: int) -> None:
    """Wait until the frame is at ``step``: ``9 / 10``."""
    await expect(frame.locator(".narration .count")).to_have_text(re.compile(f"^{step} / "))


async def has(locator: Locator, expression: str) -> None:
    """Wait until ``expression`` holds of the element."""
    handle = await locator.element_handle()
    assert handle
    frame = await handle.owner_frame()
    assert frame
    await frame.wait_for_function(f"e => ({expression})", arg=handle, timeout=PATIENCE_MS)
