"""Finds links of built pages that lead nowhere: to files that do not exist, or to anchors that a page does not have."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

OF_FILMS = frozenset({"_films", "_gallery"})
"""Folders of players, whose links are made while they play."""


class Page(HTMLParser):
    """The addresses that a page refers to, and its anchors."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep what can be linked from and to."""
        for name, value in attrs:
            if value and name in ("href", "src"):
                self.addresses.append(value)
            elif value and (name == "id" or (tag == "a" and name == "name")):
                self.anchors.add(value)


def dead_links(site: Path) -> Iterator[str]:
    """``page: address`` of each local link in a folder of HTML pages whose target does not exist."""
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html")) if not OF_FILMS & set(path.parts)}
    for path, page in pages.items():
        for address in page.addresses:
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            named = unquote(parts.fragment)
            if not target.is_file() or (named and target in pages and named not in pages[target].anchors):
                yield f"{path.relative_to(site)}: {address}"
