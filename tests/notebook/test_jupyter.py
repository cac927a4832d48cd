"""The executed notebook in the programs that people open notebooks with, JupyterLab and Notebook 7, in a browser."""

from __future__ import annotations

import json
import os
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.conftest import PATIENCE_MS, launched
from tests.long import every_nth
from tests.notebook.conftest import SOURCE
from tests.notebook.jupyter import jupyter, processes_of
from tests.notebook.test_executed import plays

PAGES = {"jupyterlab": "lab/tree", "notebook": "notebooks"}
"""Program → where it shows a notebook."""


@pytest.fixture
def server(request: pytest.FixtureRequest, executed: Path, tmp_path: Path) -> Iterator[str]:
    """Address of a server of the program that is asked for, in the folder of the notebook, which it trusts."""
    with jupyter(request.param, executed, tmp_path) as address:
        yield address


@pytest.mark.browser
@pytest.mark.parametrize(("server", "program"), every_nth([(name, name) for name in PAGES], 2), indirect=["server"])
async def test_film_of_a_trusted_notebook_plays(server: str, program: str) -> None:
    async with launched() as browser:
        page = await browser.new_page(viewport={"width": 1200, "height": 900})
        page.set_default_timeout(PATIENCE_MS)
        await page.goto(f"{server}/{PAGES[program]}/notebook.ipynb", wait_until="domcontentloaded")
        await page.locator(".jp-Notebook").wait_for()
        await page.locator("iframe[srcdoc]").first.wait_for(state="attached")
        await page.locator("iframe[srcdoc]").first.scroll_into_view_if_needed()
        await plays(page)
        if folder := os.environ.get("GRADREEL_PICTURES"):
            await page.screenshot(path=f"{folder}/{program}.png")


@pytest.fixture
def notebook(tmp_path: Path) -> Path:
    """A notebook that nobody has executed, in a folder of its own."""
    path = tmp_path / "notebooks" / "notebook.ipynb"
    path.parent.mkdir()
    path.write_bytes(SOURCE.read_bytes())
    return path


def test_server_that_is_given_back_leaves_no_process_and_no_kernel(notebook: Path, tmp_path: Path) -> None:
    with jupyter("jupyter_server", notebook, tmp_path, "--ServerApp.disable_check_xsrf=True") as address:
        request = urllib.request.Request(f"{address}/api/kernels", b"{}", {"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            assert json.load(answer)["id"]
        assert len(processes_of(str(tmp_path / "RUNTIME_DIR"))) >= 2
    assert processes_of(str(tmp_path / "RUNTIME_DIR")) == []


def test_server_that_cannot_start_fails_with_its_log(notebook: Path, tmp_path: Path) -> None:
    with (
        pytest.raises(AssertionError, match=r"(?s)ended with 2 before it answered.*log of jupyter_server:.*--no-such-option"),
        jupyter("jupyter_server", notebook, tmp_path, "--no-such-option=1"),
    ):
        pass
