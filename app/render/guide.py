"""Turns the guides in ``docs/*.md`` into HTML: with the address of this server, and live films in place of links to them."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from pathlib import Path

from markdown_it import MarkdownIt

from app.examples.gallery import Example, examples
from app.render.iframe import iframe
from gradreel.ids import snippet_id

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLE_HOST = "https://gradreel.example"
LIVE = re.compile(r'<p><a href="[^"]*/embed/(\w+)\??([^"]*)" title="live">([^<]*)</a></p>')


def guide_html(name: str, base: str) -> str:
    """Render the guide ``name`` for a server that readers reach at ``base``; the text is ours and holds no markup of others."""
    html = _rendered(name).replace(EXAMPLE_HOST, base)
    return LIVE.sub(lambda found: iframe(base, found[1], unescape(found[3]), unescape(found[2])), html)


def live_films() -> frozenset[str]:
    """Ids of the films that the guides show live."""
    return frozenset(found[1] for path in DOCS.glob("*.md") for found in LIVE.finditer(_rendered(path.stem)))


def examples_by_guide() -> list[Example]:
    """List the built-in examples, those first that the guides show live."""
    live = live_films()
    return sorted(examples(), key=lambda example: snippet_id(example.code) not in live)


@cache
def _rendered(name: str) -> str:
    text = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    rendered: str = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    return re.sub(r'href="(\w+)\.md"', r'href="/docs/\1"', rendered)
