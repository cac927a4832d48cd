"""Our own documentation, built as ``scripts/site`` does."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.browser.conftest import launched

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built pages."""
    folder = tmp_path_factory.mktemp("site")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([ROOT / "scripts/site", folder], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return folder


def test_documentation_is_built_without_a_warning_and_with_its_films(site: Path) -> None:
    pages = {path.stem: path.read_text(encoding="utf-8") for path in site.glob("*.html")}
    assert {"index", "recording", "publishing", "embedding", "api", "configuration", "operating"} <= set(pages)
    addresses = [address for text in pages.values() for address in re.findall(r'src="(_films/[^"]+)"', text)]
    assert len(addresses) >= 2
    assert all((site / address).is_file() for address in addresses)


@pytest.mark.browser
async def test_film_of_the_documentation_plays_from_the_disk(site: Path) -> None:
    async with launched() as browser:
        page = await browser.new_page()
        await page.goto((site / "index.html").as_uri())
        await page.frame_locator("iframe.gradreel-film").locator("#stage .thing").first.wait_for()
