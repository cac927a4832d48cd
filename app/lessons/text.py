"""Reads the texts of lessons and claims: Markdown in both languages, ``texts/<name>.<lang>.md``, with the title in the first line."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from gradreel.locale import Lang

TEXTS = Path(__file__).parent / "texts"
TASK = "\n## "
SENTENCE = re.compile(r".+?(?:\.(?=\s|$)|。)", re.DOTALL)


@dataclass(frozen=True)
class LessonText:
    """The words of one lesson in one language."""

    title: str
    body: str
    """Markdown."""
    task: str
    """Markdown; empty where there is no task."""

    @property
    def about(self) -> str:
        """Markdown: the first sentence."""
        found = SENTENCE.match(self.body)
        return found[0].strip() if found else self.body


@cache
def text_of(name: str, lang: Lang) -> LessonText:
    """Read a text; what follows the heading of the second level is the task."""
    title, _, rest = (TEXTS / f"{name}.{lang}.md").read_text(encoding="utf-8").partition("\n")
    body, _, task = rest.partition(TASK)
    return LessonText(title.removeprefix("# "), body.strip(), task.partition("\n")[2].strip())
