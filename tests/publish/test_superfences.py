"""Films in a Markdown site, rendered by Python-Markdown with ``pymdownx.superfences``."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import markdown
import pytest
from pymdownx.superfences import SuperFencesException

from gradreel.superfences import formatter, validate

FAILING = "import torch\nw = torch.ones(3, requires_grad=True)\nh = w.exp()\nh += 1\nh.sum().backward()\n"


def rendered(text: str, here: Path, **settings: str) -> str:
    fence = {"name": "film", "class": "film", "format": formatter(cache=str(here / "cache"), **settings), "validator": validate}  # type: ignore[arg-type]
    options = {"pymdownx.superfences": {"custom_fences": [fence]}}
    html: str = markdown.markdown(text, extensions=["pymdownx.superfences"], extension_configs=options)
    return html


def test_fence_becomes_the_player_in_the_page(tmp_path: Path) -> None:
    html = rendered(f"# Page\n\n``` {{.film expect=raises step=4 theme=dark}}\n{FAILING}```\n\nText.\n", tmp_path)
    source = unescape(re.search(r'srcdoc="([^"]*)"', html)[1])  # type: ignore[index]
    assert '<template id="film">' in source
    assert 'data-step="4"' in source
    assert 'data-theme="dark"' in source
    assert "<p>Text.</p>" in html
    assert len(list((tmp_path / "cache").glob("*.json"))) == 1


def test_players_are_written_beside_the_pages_where_a_folder_is_named(tmp_path: Path) -> None:
    html = rendered(f"```film\n{FAILING}```\n", tmp_path, folder=str(tmp_path / "site/films"), address="/docs/films/")
    name = re.search(r'src="/docs/films/(film-\w+\.html)"', html)[1]  # type: ignore[index]
    assert '<template id="film">' in (tmp_path / "site/films" / name).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("options", "said"),
    [("expect=completes", "says that this program completes, and it raised"), ("step=0", "step is '0': give a number from 1")],
)
def test_film_that_is_not_as_its_page_says_fails_the_build(options: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(SuperFencesException, match=said):
        rendered(f"``` {{.film {options}}}\n{FAILING}```\n", tmp_path)
