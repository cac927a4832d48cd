"""``docs/*.md`` in, HTML for the page out: the address of this server in place of the example's, live films in place of their links."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from pathlib import Path

from markdown_it import MarkdownIt

from app.render.iframe import iframe

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


@cache
def _rendered(name: str) -> str:
    text = (DOCS / f"{name}.md").read_text(encoding="utf-8")
    rendered: str = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    return re.sub(r'href="(\w+)\.md"', r'href="/docs/\1"', rendered)
