"""Words messages: a key and its parameters in, one sentence in the reader's language out.

The sentences live in ``locales/<lang>/<topic>.ftl`` (Project Fluent); the page reads the same files, so a diagnosis is worded once.
Parameters reach the catalogue in one way on both sides:

    int, float   a number without digit grouping: line 1200 is "1200"; selectors see its plural category
    bool         "yes" or "no"
    None         "none"
    str          itself, at most ``MAX_PARAM_CHARS`` of it, without isolating marks around it

NOTE [Places] A line that comes with its file (``edit_line`` with ``edit_file``, ``line`` with ``file``) travels through Fluent as a slot:
its number between two private-use characters. Where the sentence then says "line 5" of it, as ``page-line`` does, it says "model.py line 5"
instead, as ``page-line-in-file`` does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Literal, TypeAlias, get_args

from fluent.runtime import FluentBundle, FluentResource
from fluent.runtime.types import fluent_number
from fluent.syntax import ast
from fluent.syntax.visitor import Visitor

Lang = Literal["en", "zh"]
LANGUAGES: tuple[Lang, ...] = get_args(Lang)
CATALOGUES = Path(__file__).parent / "locales"
MAX_PARAM_CHARS = 140
"""Fluent refuses a message with more than 2,500 characters in a placeable; the longest one shows parameters thirteen times."""

FIRST_SLOT = 0xE010
"""Private-use characters that stand for what is not shortened."""

MESSAGE = re.compile(r"^([a-z][\w-]*) *=", re.MULTILINE)
"""Where a message begins; all of its other lines begin with a space or a brace."""

Argument: TypeAlias = str | int | float | bool | None


def lang_of(environment: Mapping[str, str]) -> Lang:
    """Return the language of a terminal, by the first of POSIX's variables that is set: English for all others."""
    asked = next(filter(None, map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return next((lang for lang in LANGUAGES if re.split(r"[_.@-]", asked.lower())[0] == lang), "en")


def clip(text: str) -> str:
    """Shorten a text from the program (a name, a line, an exception's words) to what a sentence can quote."""
    return text if len(text) <= MAX_PARAM_CHARS else text[: MAX_PARAM_CHARS - 1] + "…"


def word(key: str, params: Mapping[str, Argument], lang: Lang = "en") -> str:
    """Word the message ``key`` in ``lang``.

    Raises:
        KeyError: the catalogue has no such message; the key is its argument.
        ValueError: the message asks for a parameter that was not given.
    """
    places = {name: file for name in params if params[name] is not None and isinstance(file := params.get(_file_of(name)), str)}
    text = _worded(key, {**params, **{name: f"\ue002{at}\ue003" for at, name in enumerate(places)}}, lang)
    return _placed(text, [(params[name], file) for name, file in places.items()], lang) if places else text


def word_whole(key: str, whole: Mapping[str, str], params: Mapping[str, Argument], lang: Lang) -> str:
    """Word a message of which the parameters ``whole``, such as paths, are not shortened. Raises as ``word`` does."""
    slots = {name: chr(FIRST_SLOT + at) for at, name in enumerate(whole)}
    text = word(key, {**params, **slots}, lang)
    return re.sub("|".join(slots.values()), lambda found: whole[list(slots)[ord(found[0]) - FIRST_SLOT]], text)


def _worded(key: str, params: Mapping[str, Argument], lang: Lang) -> str:
    bundle = _catalogue(lang).bundle_with(key)
    if (pattern := bundle.get_message(key).value) is None:
        raise KeyError(key)
    text, errors = bundle.format_pattern(pattern, {name: _argument(value) for name, value in params.items()})
    if errors:
        raise ValueError(f"message {key!r} ({lang}): {errors[0]}; given {sorted(params)}")
    return str(text)


def _file_of(name: str) -> str:
    """The parameter that holds the file of a line: ``edit_file`` of ``edit_line``; "" for what is no line."""
    return re.sub(r"(?<![^_])line$", "file", name) if name.endswith("line") else ""


def _placed(text: str, places: list[tuple[Argument, str]], lang: Lang) -> str:
    """Name the file of each line, see NOTE [Places]; Chinese keeps a space before Latin letters."""
    said = [_worded("page-line-in-file", {"line": str(line), "file": file}, lang) for line, file in places]
    slot = "([\u4e00-\u9fff]?)" + _worded("page-line", {"line": "\ue002([0-9]+)\ue003"}, lang)
    return re.sub(slot, lambda found: found[1] + (found[1] and " ") + said[int(found[2])], text, flags=re.IGNORECASE)


def keys(lang: Lang = "en") -> Iterator[str]:
    """Every key of a catalogue, in the order of each file."""
    return iter(_catalogue(lang).keys)


def source(lang: Lang) -> str:
    """Return all files of a catalogue as one text, as the page loads them."""
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted((CATALOGUES / lang).glob("*.ftl")))


def _argument(value: Argument) -> object:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return fluent_number(value, useGrouping=False)
    return clip(value)


class _Catalogue:
    """The messages of one language, each of which is parsed when it is first worded.

    A process words few of them, and parsing all takes as long as running a small program.
    """

    def __init__(self, lang: Lang) -> None:
        self._bundle = FluentBundle([{"en": "en-US", "zh": "zh-CN"}[lang]], use_isolating=False)
        text = source(lang)
        begins = [*MESSAGE.finditer(text)]
        ends = [*(each.start() for each in begins[1:]), len(text)]
        self.keys = tuple(each[1] for each in begins)
        self._unparsed = {each[1]: text[each.start() : end] for each, end in zip(begins, ends, strict=True)}
        self._parsing = Lock()

    def bundle_with(self, key: str) -> FluentBundle:
        """The messages that were worded so far, and this one. Raises KeyError: there is no such message."""
        if not self._bundle.has_message(key):
            with self._parsing:
                self._parse(key)
            if not self._bundle.has_message(key):
                raise KeyError(key)
        return self._bundle

    def _parse(self, key: str) -> None:
        """Those that a message shows come before it, for other threads that look for it meanwhile."""
        if (text := self._unparsed.pop(key, None)) is None:
            return
        resource = FluentResource(text)
        shown = _Shown()
        shown.visit(resource)
        for each in shown.keys:
            self._parse(each)
        self._bundle.add_resource(resource)


class _Shown(Visitor):
    """Collects the messages that a message shows."""

    def __init__(self) -> None:
        self.keys: list[str] = []

    def visit_MessageReference(self, node: ast.MessageReference) -> None:
        """One of them."""
        self.keys.append(node.id.name)


@cache
def _catalogue(lang: Lang) -> _Catalogue:
    return _Catalogue(lang)
