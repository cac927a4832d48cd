"""The two catalogues have the same keys and parameters, every message can be worded, and unknown keys raise."""

from __future__ import annotations

import re
from functools import cache
from itertools import islice, product

import pytest
from fluent.runtime import FluentResource
from fluent.syntax import ast

from gradreel.locale import CATALOGUES, LANGUAGES, Lang, keys, source, word
from gradreel.trace import Param


def test_both_catalogues_have_the_same_keys() -> None:
    english, chinese = set(keys("en")), set(keys("zh"))
    assert english == chinese, f"only in en: {sorted(english - chinese)}; only in zh: {sorted(chinese - english)}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_catalogue_holds_no_junk_and_no_key_twice(lang: Lang) -> None:
    text = source(lang)
    written = re.findall(r"^([a-z][\w-]*) =", text, re.MULTILINE)
    parsed = [entry.id.name for entry in FluentResource(text).body if isinstance(entry, ast.Message)]
    assert written == parsed == list(keys(lang)), "a message that does not parse is dropped without a word"
    assert len(set(written)) == len(written), sorted({key for key in written if written.count(key) > 1})


@pytest.mark.parametrize("other", ["就地", "正向", "泳道"])
def test_chinese_has_one_word_for_each_thing(other: str) -> None:
    """In place is 原地, forward 前向, a lane 层."""
    assert other not in source("zh")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_both_catalogues_show_the_same_parameters(lang: Lang) -> None:
    other: Lang = "zh" if lang == "en" else "en"
    here, there = _shown(lang), _shown(other)
    assert {key: here[key] - there[key] for key in here if here[key] - there[key]} == {}


THE_PAGES = ("page-", "step-", "stage-", "share-", "predict-", "notes-", "overview-", "animation-", "speaker-")
"""Sections that the page alone words: its own tests look for their use."""
PAGES_WITHOUT_SCRIPTS = {"notes-all"}
ROOT = CATALOGUES.parent.parent
ENDS = ("-title", "-sentence", "-finding")


def rests_of(key: str, begun: set[str]) -> list[str]:
    """What is left of a key after each beginning that it has."""
    return [key[len(start) :] for start in begun if key.startswith(start)]


def test_every_message_of_the_server_is_used() -> None:
    """By its key, by a beginning that a value completes (``fix-`` and a kind of fix), or by another message."""
    pages = [*ROOT.glob("templates/*.html"), *ROOT.glob("gradreel/film/*.html")]
    paths = [*ROOT.glob("gradreel/**/*.py"), *ROOT.glob("app/**/*.py"), *pages]
    texts = [path.read_text(encoding="utf-8") for path in paths]
    quoted = {found for text in texts for found in re.findall(r"[\"']([a-z][\w-]*)[\"']", text)}
    programs = {name for path in ROOT.glob("app/examples/*/*.py") for name in (path.stem, path.parent.name)}
    begun = {found for text in texts for found in re.findall(r"f[\"']([a-z-]+-)\{", text)} | {"theme-"}
    shown = {found for lang in LANGUAGES for found in re.findall(r"\{ (\w+-[\w-]+) \}", source(lang))}
    values = {value + end for value in quoted | programs for end in ("", *ENDS)}
    ours = [key for key in keys() if not key.startswith(THE_PAGES) or key in PAGES_WITHOUT_SCRIPTS]
    unused = [key for key in ours if key not in quoted | shown and not any(rest in values for rest in rests_of(key, begun))]
    assert unused == []


def test_every_message_that_the_server_words_exists() -> None:
    called = re.compile(r"\bword\(\s*[\"']([a-z][\w-]*)[\"']")
    paths = [*ROOT.glob("gradreel/**/*.py"), *ROOT.glob("app/**/*.py"), *ROOT.glob("templates/*.html"), *ROOT.glob("gradreel/film/*.html")]
    asked = {key: path.name for path in paths for key in called.findall(path.read_text(encoding="utf-8"))}
    assert len(asked) > 40
    assert {key: name for key, name in asked.items() if key not in set(keys())} == {}


def test_unknown_key_raises_key_error_with_the_key() -> None:
    with pytest.raises(KeyError, match="no-such-message"):
        word("no-such-message", {})


LINE_WORDS = {"en": r"(?i:line )\{ \$(\w*line) \}", "zh": r"第 \{ \$(\w*line) \} 行"}
"""How a line is said, so that its file can be said with it: see NOTE [Places] in ``gradreel/locale.py``."""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_line_in_a_sentence_is_said_as_page_line_says_it(lang: Lang) -> None:
    text = source(lang)
    assert len(re.findall(LINE_WORDS[lang], text)) == len(re.findall(r"\{ \$\w*line \}", text))


def test_line_with_its_file_is_said_with_it() -> None:
    params: dict[str, Param] = {"type": "RuntimeError", "message": "no", "line": 5}
    assert word("film-raised", params) == "Line 5 raises RuntimeError: no"
    assert word("film-raised", {**params, "file": "a/model.py"}) == "a/model.py line 5 raises RuntimeError: no"
    assert word("film-raised", {**params, "file": "模型.py"}, "zh") == "模型.py 第 5 行抛出 RuntimeError：no"
    fix: dict[str, Param] = {"line": 3, "file": "train.py", "raise_line": 9, "raise_file": "model.py"}
    assert word("fix-edit_after_backward", fix).startswith("Move the edit on train.py line 3 to after the backward() on model.py line 9,")
    assert "把 train.py 第 3 行的修改" in word("fix-edit_after_backward", fix, "zh")


def test_line_that_is_not_known_has_no_file() -> None:
    assert word("fix-make_leaf", {"name": "x", "line": None, "file": "model.py"}) == word("fix-make_leaf", {"name": "x", "line": None})
    assert "model.py line 3" in word("fix-make_leaf", {"name": "x", "line": 3, "file": "model.py"})


def _shown(lang: Lang) -> dict[str, set[str]]:
    """What each message puts into its sentence; a number that only picks a plural is one language's own affair."""
    text = source(lang)
    entries = re.split(r"^(?=[a-z#])", text, flags=re.MULTILINE)
    written = [entry for entry in entries if " =" in entry and not entry.startswith("#")]
    return {entry.split(" =")[0]: set(re.findall(r"\$([\w-]+)", entry)) - _picked(entry) for entry in written}


def _picked(entry: str) -> set[str]:
    return set(re.findall(r"\$([\w-]+) *->", entry)) - set(re.findall(r"\{ *\$([\w-]+) *\}", entry))


LONG = "x" * 5000
MAX_VARIANTS = 500


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_message_is_worded_however_long_its_parameters(lang: Lang) -> None:
    """In every combination of the variants that its parameters choose."""
    for key in keys(lang):
        chosen, shown = _selectors(key, lang)
        values = {name: [*variants, LONG] for name, variants in chosen.items()} | {name: [LONG] for name in shown - chosen.keys()}
        for combination in islice(product(*values.values()), MAX_VARIANTS):
            assert len(word(key, dict(zip(values, combination, strict=True)), lang)) < 2500


def _selectors(key: str, lang: Lang) -> tuple[dict[str, list[str]], set[str]]:
    """Parameters that choose a variant, with the names of the variants, and all parameters: of a message and those that it shows."""
    chosen: dict[str, list[str]] = {}
    shown: set[str] = set()
    todo = [key]
    while todo:
        text = _messages(lang)[todo.pop()]
        shown |= set(re.findall(r"\$([\w-]+)", text))
        for name in re.findall(r"\$([\w-]+) *->", text):
            chosen.setdefault(name, []).extend(re.findall(r"^\s*\*?\[(\w+)\]", text, re.MULTILINE))
        todo += re.findall(r"\{ ([a-z][\w-]*) \}", text)
    return chosen, shown


@cache
def _messages(lang: Lang) -> dict[str, str]:
    """What stands behind each key."""
    text = re.sub(r"^#.*\n", "", source(lang), flags=re.MULTILINE)
    return {found[1]: found[2] for found in re.finditer(r"^([a-z][\w-]*) =(.*?)(?=^[a-z]|\Z)", text, re.MULTILINE | re.DOTALL)}
