"""The executed notebook in the programs that people open notebooks with, JupyterLab and Notebook 7, in a browser."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.conftest import launched
from tests.long import every_nth
from tests.notebook.test_executed import plays

START_S = 120


PAGES = {"jupyterlab": "lab/tree", "notebook": "notebooks"}
"""Program → where it shows a notebook."""


@pytest.fixture
def server(request: pytest.FixtureRequest, executed: Path, tmp_path: Path) -> Iterator[str]:
    """Address of a server of the program that is asked for, in the folder of the notebook, which it trusts."""
    names = ("CONFIG_DIR", "DATA_DIR", "RUNTIME_DIR")
    env = {**os.environ, **{f"JUPYTER_{name}": str(tmp_path / name) for name in names}, "JUPYTER_ALLOW_INSECURE_WRITES": "1"}
    subprocess.run([sys.executable, "-m", "jupyter", "trust", str(executed)], env=env, check=True, capture_output=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = [
        "--no-browser",
        "--allow-root",
        f"--ServerApp.port={port}",
        "--IdentityProvider.token=",
        f"--ServerApp.root_dir={executed.parent}",
    ]
    with subprocess.Popen(
        [sys.executable, "-m", request.param, *options], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            wait_for(f"http://127.0.0.1:{port}/api")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


def wait_for(url: str) -> None:
    until = time.monotonic() + START_S
    while True:
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            assert time.monotonic() < until, f"{url} does not answer"
            time.sleep(0.3)


@pytest.mark.browser
@pytest.mark.parametrize(("server", "program"), every_nth([(name, name) for name in PAGES], 2), indirect=["server"])
async def test_film_of_a_trusted_notebook_plays(server: str, program: str) -> None:
    async with launched() as browser:
        page = await browser.new_page(viewport={"width": 1200, "height": 900})
        await page.goto(f"{server}/{PAGES[program]}/notebook.ipynb", wait_until="domcontentloaded")
        await page.locator(".jp-Notebook").wait_for(timeout=START_S * 1000)
        await page.locator("iframe[srcdoc]").first.wait_for(state="attached", timeout=START_S * 1000)
        await page.locator("iframe[srcdoc]").first.scroll_into_view_if_needed()
        await plays(page)
        if folder := os.environ.get("GRADREEL_PICTURES"):
            await page.screenshot(path=f"{folder}/{program}.png")
