"""Our own documentation, built as ``scripts/site`` does."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest
from playwright.async_api import expect

from app.examples.gallery import examples
from gradreel.film.load import run_from_file
from tests.browser.conftest import launched
from tests.publish.links import dead_links

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built pages."""
    folder = tmp_path_factory.mktemp("site")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([ROOT / "scripts/site", folder], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return folder


@pytest.mark.long
def test_documentation_is_built_without_a_warning_and_with_its_films(site: Path) -> None:
    pages = {path.stem: path.read_text(encoding="utf-8") for path in site.glob("*.html")}
    assert {
        "index",
        "tour",
        "tour.zh",
        "gallery",
        "install",
        "library",
        "how-it-works",
        "recording",
        "publishing",
        "embedding",
        "api",
        "configuration",
        "operating",
    } <= set(pages)
    addresses = [address for text in pages.values() for address in re.findall(r'src="(_films/[^"]+)"', text)]
    assert len(addresses) >= 2
    assert all((site / address).is_file() for address in addresses)


@pytest.mark.long
def test_documentation_has_no_dead_links(site: Path) -> None:
    assert not list(dead_links(site))


@pytest.mark.long
def test_gallery_has_a_picture_and_a_film_of_each_example(site: Path) -> None:
    text = (site / "gallery.html").read_text(encoding="utf-8")
    for example in examples():
        assert f'href="_gallery/{example.id}.html"' in text
        assert f'src="_gallery/{example.id}.svg"' in text
        assert (site / f"_gallery/{example.id}.svg").read_text(encoding="utf-8").startswith("<svg")
        assert run_from_file((site / f"_gallery/{example.id}.html").read_bytes()).code == example.code


@pytest.mark.parametrize(
    ("address", "dead"),
    [
        ("other.html", False),
        ("other.html#there", False),
        ("#here", False),
        ("https://example.org/none", False),
        ("gone.html", True),
        ("other.html#gone", True),
        ("#gone", True),
        ("gone.png", True),
    ],
)
def test_link_is_dead_where_its_file_or_anchor_is_missing(address: str, dead: bool, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(f'<h1 id="here">A</h1><a href="{address}">b</a>', encoding="utf-8")
    (tmp_path / "other.html").write_text('<p id="there">', encoding="utf-8")
    assert list(dead_links(tmp_path)) == ([f"index.html: {address}"] if dead else [])


@pytest.mark.browser
@pytest.mark.long
async def test_documentation_from_the_disk_plays_its_film_and_is_searched(site: Path) -> None:
    async with launched() as browser:
        page = await browser.new_page(viewport={"width": 1280, "height": 720})
        await page.goto((site / "index.html").as_uri())
        await page.frame_locator("iframe.gradreel-film").locator("#stage .thing").first.wait_for()
        bounds = await page.locator("iframe.gradreel-film").bounding_box()
        assert bounds is not None
        assert bounds["y"] + bounds["height"] <= 720, "the front page shows its film whole"
        await page.goto(f"{(site / 'search.html').as_uri()}?q=sigmoid")
        await expect(page.locator("#search-results li a").filter(has_text="A tour in five minutes")).to_be_visible()
