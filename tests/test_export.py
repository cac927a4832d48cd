"""The file formats of a film: JSON, SVG, PNG and HTML."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import pytest

from gradreel.film.export import WRITERS, Export
from gradreel.film.film import film_of
from gradreel.film.html import Theme
from gradreel.ids import snippet_id
from gradreel.locale import Lang
from gradreel.trace import Engine, Outcome, Run

CODE = "# </script><script>alert(1)</script>\nx = 1\n"


def export(theme: Theme = "auto", lang: Lang = "en") -> Export:
    engine = Engine(gradreel="0", torch="0", python="0")
    run = Run(id=snippet_id(CODE), code=CODE, engine=engine, outcome=Outcome(status="completed"), stdout="", elapsed_ms=1.0)
    return Export(film_of(run), "snippet.py", theme=theme, lang=lang)


def test_json_is_the_run() -> None:
    assert json.loads(WRITERS[".json"](export()))["code"] == CODE


def test_svg_is_well_formed() -> None:
    assert ElementTree.fromstring(WRITERS[".svg"](export(theme="dark"))).tag == "{http://www.w3.org/2000/svg}svg"


def test_png_is_a_card() -> None:
    assert WRITERS[".png"](export()).startswith(b"\x89PNG")


@pytest.mark.parametrize(("lang", "title"), [("en", "Autograd film: "), ("zh", "Autograd 影片：")])
def test_html_holds_the_snippet_as_text_and_one_script(lang: Lang, title: str) -> None:
    text = WRITERS[".html"](export(lang=lang)).decode()
    assert len(re.findall(r"<script\b[^>]*>", text.split("<template")[1])) == 1
    assert f"<title>{title}&lt;/script&gt;" in text
    assert "<script>alert" not in text
