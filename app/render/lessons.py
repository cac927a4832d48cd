"""The pages of ``/learn``: the list of lessons, one page each, and the claims with what really happens."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from markdown_it import MarkdownIt
from markupsafe import Markup

from app.examples.gallery import Example, example_named
from app.lessons.myths import MYTHS, Myth
from app.lessons.path import LESSONS, Lesson
from app.lessons.text import text_of
from app.render.page import Pages
from gradreel.film.title import titled
from gradreel.ids import snippet_id
from gradreel.locale import Lang, word

LEARN = "src/entries/learn.ts"
WIDTH_PX = 1200
"""Of the frames on these pages, where the window is wide enough (``learn.css``)."""
NARROW_PX = 350
"""Of the frames on a usual phone."""
QUESTION_PX = 50
"""What a question takes, its answers in one row, beside the second line of narration that the frame's height has room for."""


@dataclass(frozen=True)
class LiveFilm:
    """A frame with a film on one of our own pages."""

    address: str
    title: str
    height: int
    narrow_height: int


@dataclass(frozen=True)
class Heights:
    """How high the frame of a film is, in pixels, at ``WIDTH_PX`` and at ``NARROW_PX``."""

    wide: int
    narrow: int


def lessons_page(pages: Pages, lang: Lang) -> str:
    """Make ``/learn``."""
    listed = [_listed(lesson, lang) for lesson in LESSONS]
    return pages.page("learn.html", LEARN, lang=lang, title=word("learn-title", {}, lang), lessons=listed, address="/learn")


def _listed(lesson: Lesson, lang: Lang) -> dict[str, object]:
    text = text_of(lesson.id, lang)
    return {"id": lesson.id, "title": text.title, "film": lesson.film, "about": _html_line(text.about)}


def film_code(lesson: Lesson) -> str:
    """The program whose film a lesson shows."""
    return _example(lesson).code


def lesson_page(pages: Pages, lesson: Lesson, lang: Lang, heights: Mapping[str, Heights]) -> str:
    """Make ``/learn/{id}``; ``heights`` holds the pixels of its film's frame, by id, once there is a film."""
    at = LESSONS.index(lesson)
    text = text_of(lesson.id, lang)
    example = _example(lesson)
    return pages.page(
        "lesson.html",
        LEARN,
        lang=lang,
        title=text.title,
        number=at + 1,
        count=len(LESSONS),
        body=_html(text.body),
        task=_html(text.task),
        film=_live(example.code, getattr(example.title, lang), lang, heights, predict=True),
        lesson=lesson,
        wants=[want.sentence(lang) for want in lesson.wants],
        before=LESSONS[at - 1] if at else None,
        after=LESSONS[at + 1] if at + 1 < len(LESSONS) else None,
        name_of=lambda other: text_of(other.id, lang).title,
        address=f"/learn/{lesson.id}",
    )


def myths_page(pages: Pages, lang: Lang, heights: Mapping[str, Heights]) -> str:
    """Make ``/learn/myths``; ``heights`` holds the pixels of the frames of the films that are there, by id."""
    shown = [_shown(myth, lang, heights) for myth in MYTHS]
    return pages.page("myths.html", LEARN, lang=lang, title=word("learn-myths", {}, lang), myths=shown, address="/learn/myths")


def _example(lesson: Lesson) -> Example:
    example = example_named(lesson.film)
    if example is None:
        raise LookupError(f"The lesson {lesson.id} shows {lesson.film}, which is no built-in example.")
    return example


def _shown(myth: Myth, lang: Lang, heights: Mapping[str, Heights]) -> dict[str, object]:
    text = text_of(f"myth-{myth.id}", lang)
    return {
        "id": myth.id,
        "title": text.title,
        "body": _html(text.body),
        "code": myth.code,
        "source": myth.source,
        "open": f"/#code={_packed(myth.code)}",
        "film": _live(myth.code, text.title, lang, heights),
    }


def _live(code: str, title: str, lang: Lang, heights: Mapping[str, Heights], predict: bool = False) -> LiveFilm | None:
    id, query = snippet_id(code), f"lang={lang}&view=both" + ("&predict=1" if predict else "")
    if id not in heights:
        return None
    question, height = QUESTION_PX if predict else 0, heights[id]
    return LiveFilm(f"/embed/{id}?{query}", titled(title, lang), height.wide + question, height.narrow + question)


def _packed(code: str) -> str:
    """Pack code into an address, as ``packCode`` of the page does: deflated, in base64 for addresses."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return base64.urlsafe_b64encode(deflate.compress(code.encode()) + deflate.flush()).decode().rstrip("=")


@cache
def _html_line(text: str) -> Markup:
    """Render a sentence of Markdown of our own, without a paragraph around it."""
    return Markup(MarkdownIt("commonmark", {"html": False}).renderInline(text))  # the text is a file of ours


@cache
def _html(text: str) -> Markup:
    """Render Markdown of our own; it holds no markup of others."""
    return Markup(MarkdownIt("commonmark", {"html": False}).render(text))  # the text is a file of ours
