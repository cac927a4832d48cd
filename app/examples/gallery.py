"""The built-in examples, in order: programs from ``examples/<theme>/<id>.py``, titles and sentences from the catalogues.

The order is that of the catalogue: a ``theme-<theme>`` message opens a theme, and the ``example-<id>-title`` messages after it name
its programs. So a program is one file, and one title and one sentence in each language.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from gradreel.locale import keys, word

PROGRAMS = Path(__file__).parent


class Text(BaseModel):
    """The same words in every language of the page."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    en: str
    zh: str


class Example(BaseModel):
    """One built-in program."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    id: str
    """Unique over all themes: ``edit-after-save``."""
    theme: str
    """``stale``; its heading is the message ``theme-stale``."""
    title: Text
    sentence: Text
    """What to see in it."""
    code: str


@cache
def examples() -> tuple[Example, ...]:
    """All examples; the first one is what the page opens with."""
    return tuple(_example(theme, name) for theme, name in _listed())


def example_with(code: str) -> Example | None:
    """Return the example that has exactly this code."""
    return _by_code().get(code)


def example_named(id: str) -> Example | None:
    """Return the example with this id."""
    return next((example for example in examples() if example.id == id), None)


@cache
def _by_code() -> dict[str, Example]:
    return {example.code: example for example in examples()}


def _listed() -> Iterator[tuple[str, str]]:
    theme = ""
    for key in keys():
        if key.startswith("theme-"):
            theme = key.removeprefix("theme-")
        elif key.startswith("example-") and key.endswith("-title"):
            yield theme, key.removeprefix("example-").removesuffix("-title")


def _example(theme: str, name: str) -> Example:
    code = (PROGRAMS / theme / f"{name}.py").read_text(encoding="utf-8")
    return Example(id=name, theme=theme, title=_text(f"example-{name}-title"), sentence=_text(f"example-{name}-sentence"), code=code)


def _text(key: str) -> Text:
    return Text(en=word(key, {}, "en"), zh=word(key, {}, "zh"))
