"""The pages of one film: the playground opened at a link or at a built-in example, and the embed for other sites."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from app.errors import Gone, NotFound, TakenDown
from app.examples.gallery import Example
from app.films.link_cache import Link
from app.render.facts import PageFacts
from app.render.page import PLAYGROUND, Pages
from app.render.title import page_title
from app.render.view_options import DRAWN_LANG, ViewOptions
from gradreel.film.still import Card
from gradreel.locale import Lang, word
from gradreel.trace import Notes

EMBED = "src/entries/embed.ts"
EMBED_BUILD = "embed"


@dataclass(frozen=True)
class LinkPage:
    """What a page of a link depends on."""

    link: Link
    options: ViewOptions
    lang: Lang
    base: str
    """Address of this server, as readers reach it."""
    notes: Notes | None = None
    """Those that ``options`` ask for; None where there are none, or no longer."""

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for two pages that say the same."""
        etag = self.link.film.etag if self.link.film else None
        return self.link.snippet.id, etag, self.link.fixes, self.options, self.lang, self.base, self.notes is None


@dataclass(frozen=True)
class ExamplePage:
    """What the page of a built-in example depends on."""

    example: Example
    link: Link | None
    """What is stored of it; None while nothing is."""
    options: ViewOptions
    lang: Lang
    base: str
    """Address of this server, as readers reach it."""

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for two pages that say the same."""
        stored = (self.link.snippet.id, self.link.film and self.link.film.etag) if self.link else None
        return self.example.id, stored, self.options, self.lang, self.base


def shared_page(pages: Pages, page: LinkPage, facts: PageFacts) -> str:
    """Make the page of ``/s/{id}``."""
    address = f"/s/{page.link.snippet.id}"
    return pages.page("shared.html", PLAYGROUND, lang=page.lang, base=page.base, address=address, example=None, **_context(page, facts))


def example_page(pages: Pages, page: ExamplePage, facts: PageFacts | None) -> str:
    """Make the page of ``/e/{id}``; ``facts`` are of its link, where it has one."""
    example = page.example
    title = page_title(example.code, page.lang)
    return pages.page(
        "shared.html",
        PLAYGROUND,
        lang=page.lang,
        base=page.base,
        address=f"/e/{example.id}",
        example=example.id,
        link=page.link,
        card=Card,
        title=title,
        summary=getattr(example.sentence, page.lang),
        description=getattr(example.sentence, page.lang),
        code=example.code,
        explained=facts.explained if facts else (),
        listed=(),
        **_queries(page.options, page.lang),
    )


def embed_page(pages: Pages, page: LinkPage, facts: PageFacts) -> str:
    """Make the page of ``/embed/{id}``."""
    return pages.page(
        "embed.html",
        EMBED,
        EMBED_BUILD,
        lang=page.lang,
        base=page.base,
        options=page.options,
        notes=facts.notes,
        **_context(page, facts),
    )


def embed_error(pages: Pages, lang: Lang, options: ViewOptions, base: str, text: str) -> str:
    """Make an embed that only says ``text``."""
    return pages.page(
        "embed.html",
        EMBED,
        EMBED_BUILD,
        lang=lang,
        base=base,
        options=options,
        link=None,
        title=text,
        summary=text,
        code="",
        explained=(),
        notes="",
        listed=(),
    )


def why_not(error: NotFound | Gone, lang: Lang) -> str:
    """Word why there is nothing to show under a link."""
    key = "embed-taken-down" if isinstance(error, TakenDown) else "embed-gone" if isinstance(error, Gone) else "embed-unknown"
    return word(key, {}, lang)


def _context(page: LinkPage, facts: PageFacts) -> dict[str, Any]:
    return {
        "link": page.link,
        "card": Card,
        "title": facts.title,
        "name": facts.name,
        "named": facts.named,
        "summary": facts.summary,
        "description": facts.description,
        "listed": facts.listed,
        "code": page.link.snippet.code,
        "explained": facts.explained,
        **_queries(page.options, page.lang),
    }


def _queries(options: ViewOptions, lang: Lang) -> dict[str, str]:
    """Write what the addresses of pictures ask for: the language too, since pictures are English whatever the browser names."""
    shown = replace(options, lang=options.lang or (None if lang == DRAWN_LANG else lang))
    return {"query": shown.query(), "dark_query": replace(shown, theme="dark").query()}
